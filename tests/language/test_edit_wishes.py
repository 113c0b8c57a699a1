"""What is said beside a wish, in four languages: what it is for, what else is to stay, what is not to
change. None of it is an edit, and a doubtful one refuses the whole.
"""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edit_values import Ban, Edit
from brandstudio.language.edits import parse
from brandstudio.language.tables import table

GREY = Edit("saturation", -1.0, exact=1.0)
PALER = Edit("saturation", -1.0)
LEFT_DARKER = Edit("brightness", -1.0, target="left")
WARMER = Edit("temperature")


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_common_word_is_never_taken_for_a_misspelling(language: str) -> None:
    for word in table("edits")["common"][language]:
        assert not parse(word).read_as, word


@pytest.mark.parametrize(
    "said",
    [
        "other",
        "three",
        "night",
        "world",
        "neuer",
        "unsere Welt",
        "entre",
        "jeune",
        "sobre",
        "donde",
    ],
)
def test_correct_words_that_are_near_ours_stay_as_they_are(said: str) -> None:
    assert not parse(f"brighter {said}").read_as


@pytest.mark.parametrize(
    ("said", "known"),
    [("contarst", "contrast"), ("brigther", "brighter"), ("hintergund dunkler", "hintergrund")],
)
def test_a_slip_is_still_read(said: str, known: str) -> None:
    assert [meant for _, meant in parse(said).read_as] == [known]


@pytest.mark.parametrize(
    "said",
    [
        "Make the blues more intense but leave the other colours alone",
        "More intense blues, leave the rest alone",
        "More intense blues, leave the other parts unchanged",
    ],
)
def test_the_rest_is_left_alone_behind_a_named_place(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (Edit("saturation", target="colour-blue"),)
    assert not parsed.not_understood
    assert not parsed.keeps
    assert not parsed.read_as


@pytest.mark.parametrize(
    "said",
    [
        "Make the left side darker so white text is readable",
        "Darken the left side so that our headline stands out",
        "Darken the left side for better readability",
        "Links abdunkeln, damit weiße Schrift gut lesbar ist",
        "Assombris la gauche pour que le texte blanc soit lisible",
        "Oscurece la izquierda para que se lea el texto blanco",
    ],
)
def test_what_an_edit_is_for_is_no_edit(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (LEFT_DARKER,)
    assert not parsed.not_understood


def test_an_aim_ends_where_the_next_wish_begins() -> None:
    told = "Darken it so white text is readable and make the sky bluer"
    assert [e.told() for e in parse(told).edits] == ["brightness -1", "colour of the sky blue +1"]


@pytest.mark.parametrize(
    "said",
    [
        "Darken the left side so it looks like night",
        "Darken the left side so the sky is bluer",
        "Darken the left side so text is readable on a new wall",
        "Darken the left side so no text is readable",
        "Crop to the visible text",
    ],
)
def test_an_aim_that_asks_for_more_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said", ["So that white text is readable", "Make it so dark that white text is readable"]
)
def test_an_aim_alone_asks_for_nothing(said: str) -> None:
    assert not parse(said).edits


@pytest.mark.parametrize(
    "said",
    [
        "Um 30 % dunkler, aber nicht weniger gesättigt",
        "30% darker, but not less saturated",
        "30 % plus sombre, mais pas moins saturé",
        "30 % más oscuro, pero no menos saturado",
    ],
)
def test_a_measure_that_is_denied_stays_as_it_is(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (Edit("brightness", -1.0, exact=0.3),)
    assert parsed.forbidden == (Ban("saturation", -1),)
    assert not parsed.not_understood


@pytest.mark.parametrize(
    "said",
    [
        "No la hagas más oscura, solo más cálida",
        "Don't make it darker, just warmer",
        "Ne la rends pas plus sombre, seulement plus chaude",
        "Mach es nicht dunkler, nur wärmer",
    ],
)
def test_a_wish_that_is_denied_stands_beside_one_that_is_not(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (WARMER,)
    assert parsed.forbidden == (Ban("brightness", -1),)
    assert not parsed.not_understood


def test_not_only_warmer_forbids_nothing() -> None:
    parsed = parse("Not only warmer but brighter")
    assert not parsed.forbidden
    assert parsed.not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Warmer, nothing else",
        "Warmer and change nothing else",
        "Wärmer, sonst nichts",
        "Plus chaud, rien d'autre",
        "Más cálido, nada más",
    ],
)
def test_nothing_else_adds_nothing(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (WARMER,)
    assert not parsed.not_understood
    assert not parsed.keeps


@pytest.mark.parametrize("said", ["nada más cálida", "rien de plus sombre", "nothing warmer"])
def test_nothing_with_a_measure_is_not_that_measure(said: str) -> None:
    assert not parse(said).edits


@pytest.mark.parametrize(
    "said",
    ["Remove the colour", "Remove the colors", "Farbe raus", "Retire la couleur", "Quita el color"],
)
def test_colour_that_is_taken_away_leaves_grey(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (GREY,)
    assert not parsed.not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Fix the colours",
        "Remove the background colour",
        "Remove some colour",
        "Remove a bit of colour",
        "Enlève de la couleur",
        "Quita color",
        "Remove the colour cast",
        "Remove the sky",
    ],
)
def test_what_is_less_than_all_colour_is_not_made_grey(said: str) -> None:
    assert GREY not in parse(said).edits


@pytest.mark.parametrize(
    "said", ["Calm the colours", "Ruhigere Farben", "Calme les couleurs", "Calma los colores"]
)
def test_calmer_colours_are_paler(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (PALER,)
    assert not parsed.not_understood


def test_a_calm_place_is_not_a_pale_one() -> None:
    assert parse("Calm the sky").not_understood


@pytest.mark.parametrize("said", ["Kontrast minus 20 Prozent", "contrast minus 20 percent"])
def test_a_sign_may_be_a_word(said: str) -> None:
    assert parse(said).edits == (Edit("contrast", -1.0, exact=0.2),)


@pytest.mark.parametrize(
    "said",
    [
        "Keep everything as it is",
        "Don't change anything",
        "Lass alles wie es ist",
        "Nichts ändern",
        "Laisse tout tel quel",
        "Ne change rien",
        "Deja todo como está",
        "No cambies nada",
    ],
)
def test_everything_may_be_kept(said: str) -> None:
    parsed = parse(said)
    assert parsed.keeps == ("all",)
    assert not parsed.edits
    assert not parsed.not_understood


def test_what_changes_a_kept_whole_is_withheld() -> None:
    parsed = parse("Keep everything as it is but warmer")
    assert not parsed.edits
    assert parsed.withheld == (WARMER,)


@pytest.mark.parametrize(
    "said",
    ["Remove the haze and the grain", "No vignette and grain", "Retire la couleur et le grain"],
)
def test_an_effect_behind_what_is_taken_away_is_not_laid_on(said: str) -> None:
    assert parse(said).not_understood


def test_nothing_else_leaves_a_place_that_waits_for_its_edit() -> None:
    parsed = parse("Only the sky, nothing else, darker")
    assert parsed.edits == (Edit("brightness", -1.0, target="sky"),)


@pytest.mark.parametrize(
    "said",
    ["Take the colour out", "Nimm die Farbe raus", "Nimm die Farben heraus", "Take out the colour", "Mach die Farbe weg"],
)  # fmt: skip
def test_colour_is_taken_out_in_a_verb_of_two_parts(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (GREY,)
    assert not parsed.not_understood


@pytest.mark.parametrize(
    "said",
    ["Take any colour out", "Take the colour out of the background"],
)
def test_some_of_it_or_of_a_place_is_not_guessed(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    ("said", "share"),
    [("Brightness minus 10", -0.1), ("Helligkeit minus 10", -0.1), ("Luminosité moins 10", -0.1), ("Brillo menos 10", -0.1),
     ("Helligkeit plus 15", 0.15), ("Brillo más 20", 0.2), ("minus 10 Helligkeit", -0.1)],
)  # fmt: skip
def test_a_sign_may_be_a_word_before_a_bare_number(said: str, share: float) -> None:
    (edit,) = parse(said).edits
    assert (edit.kind, edit.exact, edit.amount > 0) == ("brightness", abs(share), share > 0)


@pytest.mark.parametrize(
    "said", ["Reduce the brightness plus 10", "crop plus 10", "plus 10 Fotos", "minus 10"]
)
def test_a_sign_in_words_is_no_more_than_a_sign(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    ["Brighten it without reducing the contrast", "Ohne den Kontrast zu verringern, mach es heller", "Heller, ohne den Kontrast zu senken",
     "Sans perdre de contraste, éclaircis l'image", "Sin perder contraste, aclara la foto", "Brighter without losing contrast"],
)  # fmt: skip
def test_what_is_not_to_sink_is_no_wish(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (Edit("brightness"),)
    assert parsed.forbidden == (Ban("contrast", -1),)
    assert not parsed.not_understood


@pytest.mark.parametrize(
    "said",
    ["Brighten it without blowing out the highlights", "Éclaircis sans cramer les hautes lumières", "Aclara sin quemar las luces",
     "Heller, ohne die Lichter auszubrennen"],
)  # fmt: skip
def test_what_must_not_be_spoilt_is_kept_out(said: str) -> None:
    parsed = parse(said)
    assert [edit.told() for edit in parsed.edits] == ["brightness of all but the highlights +1"]
    assert not parsed.not_understood


SKY_DARKER = Edit("brightness", -1.0, target="sky")


@pytest.mark.parametrize(
    "said",
    ["Change nothing but the sky: darker", "Change only the sky: darker", "Don't change anything but the sky: darker",
     "Don't touch anything except the sky: darker", "Leave everything as it is except the sky: darker",
     "Make it darker, but change nothing but the sky", "Ändere nichts außer dem Himmel: dunkler", "Ändere nur den Himmel: dunkler",
     "Nichts außer dem Himmel ändern: dunkler", "Ne change que le ciel : plus sombre", "Ne touche qu'au ciel : plus sombre",
     "Ne change rien sauf le ciel : plus sombre", "Cambia solo el cielo: más oscuro", "No cambies nada más que el cielo: más oscuro",
     "No cambies nada salvo el cielo: más oscuro"],
)  # fmt: skip
def test_one_place_alone_may_change(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (SKY_DARKER,)
    assert not parsed.not_understood
    assert not parsed.keeps


@pytest.mark.parametrize(
    "said",
    ["Change nothing but the sky", "Change nothing but the sky: darker, and the background warmer", "Change nothing but the sky: crop to square",
     "Don't change only the sky: darker", "Change only the colours: warmer", "Change nothing but the sky: darker, and the faces",
     "Change only the sky. Darker.", "Ne floute que le fond", "Don't blur anything but the background"],
)  # fmt: skip
def test_what_reaches_beyond_the_one_place_is_refused(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said", ["Less blue", "Weniger Blau", "Moins de bleu", "Menos azul", "reduce the blue"]
)
def test_less_of_a_colour_is_paler_where_it_is(said: str) -> None:
    assert parse(said).edits == (Edit("saturation", -1.0, target="colour-blue"),)


def test_a_cast_and_the_balance_of_a_tone_are_turned() -> None:
    assert parse("Less of a blue tint").edits == (Edit("colour", -1.0, "blue"),)
    assert parse("Weniger Blaustich").edits == (Edit("colour", -1.0, "blue"),)
    assert parse("Less blue in the shadows").edits == (Edit("colour", -1.0, "blue", "shadows"),)
    assert parse("Less blue in the sky").edits == (
        Edit("saturation", -1.0, target="colour-blue&sky"),
    )
    assert parse("less white").not_understood


@pytest.mark.parametrize(
    ("said", "kept"),
    [("Enlève toutes les couleurs sauf le bleu", "blue"), ("Alle Farben außer Rot entfernen", "red"), ("Quítale todos los colores menos el rojo", "red"),
     ("Quita todo el color salvo el azul", "blue"), ("Quita todo el color salvo el amarillo", "yellow")],
)  # fmt: skip
def test_all_colours_but_one_are_taken_out(said: str, kept: str) -> None:
    (edit,) = parse(said).edits
    assert (edit.kind, edit.exact, edit.without) == ("saturation", 1.0, (f"colour-{kept}",))


def test_a_german_verb_ends_what_is_not_to_change() -> None:
    parsed = parse("Ohne die Helligkeit zu ändern den Kontrast erhöhen")
    assert [edit.told() for edit in parsed.edits] == ["contrast +1"]
    assert Ban("brightness") in parsed.forbidden
    assert parse("Versuche den Kontrast zu erhöhen").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Lift the shadows without brightening the highlights",
        "Schatten aufhellen, ohne die Lichter aufzuhellen",
        "Éclaircis les ombres sans éclaircir les hautes lumières",
    ],
)
def test_what_is_not_to_happen_in_a_part_is_kept_out_of_it_alone(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits == (Edit("brightness", target="shadows"),)
    assert parsed.forbidden == (Ban("brightness", 1, "highlights"),)
    assert not parsed.not_understood


def test_a_prohibition_in_a_part_holds_for_its_own_kind_and_way_there() -> None:
    assert parse("warmer, but don't brighten the sky").edits == (WARMER,)
    (lighter,) = parse("brighter, but don't brighten the sky").edits
    assert lighter == Edit("brightness", without=("sky",))
    assert parse("brighter, but don't darken the sky").edits == (Edit("brightness"),)
    assert not parse("darken the sky, but don't darken the sky").edits


@pytest.mark.parametrize(
    "said",
    [
        "Warmer, but not the contrast",
        "wärmer, aber nicht den Kontrast",
        "plus chaud mais pas le contraste",
        "más cálido, pero no el contraste",
    ],
)
def test_a_measure_with_its_article_behind_but_not_stays_as_it_is(said: str) -> None:
    parsed = parse(said)
    assert (parsed.edits, parsed.not_understood) == ((WARMER,), ())
    assert Ban("contrast") in parsed.forbidden


def test_no_contrast_may_ask_for_none_of_it_and_is_not_understood() -> None:
    assert parse("brighter, no contrast").not_understood == ("no contrast",)
    assert parse("not the contrast").not_understood == ("not the contrast",)


@pytest.mark.parametrize(
    ("said", "ratio"),
    [
        ("crop to 16:9 (banner)", "16:9"),
        ("Crop to a 2:1 banner", "2:1"),
        ("Auf ein Banner 3:1 zuschneiden", "3:1"),
        ("Portrait 4:5", "4:5"),
        ("Paysage 16:9", "16:9"),
        ("2:3 vertical crop", "2:3"),
        ("Crop to 16:9, keep the subject in view", "16:9"),
        ("Auf 16:9 zuschneiden, das Motiv im Blick behalten", "16:9"),
        ("Recadre au format 16:9, garde le sujet dans le cadre", "16:9"),
        ("Recadre au format 16:9 en gardant le haut", "16:9+top"),
        ("Crop to 16:9, keep the bottom left", "16:9+bottom+left"),
        ("Recorta a 16:9 manteniendo la izquierda", "16:9+left"),
    ],
)
def test_a_crop_is_read_with_what_it_is_for_and_what_is_to_stay_in_it(
    said: str, ratio: str
) -> None:
    parsed = parse(said)
    assert (parsed.edits, parsed.not_understood) == ((Edit("crop", value=ratio),), ())


@pytest.mark.parametrize(
    "said",
    ["portrait 16:9", "landscape 4:5", "make it a banner", "crop to a portrait", "portrait"],
)
def test_a_format_without_a_ratio_or_against_it_is_not_understood(said: str) -> None:
    assert parse(said).not_understood


def test_a_crop_never_cuts_a_side_that_is_to_stay() -> None:
    assert parse("crop the top, but keep the top").withheld
    assert parse("crop to 16:9, keep the top, keep the bottom").withheld


@pytest.mark.parametrize(
    ("said", "kind", "sign"),
    [
        ("Saturación más alta", "saturation", 1),
        ("contraste más bajo", "contrast", -1),
        ("contraste plus élevé", "contrast", 1),
        ("Contraste plus haut", "contrast", 1), ("Saturation plus basse", "saturation", -1),
        ("Luminosité plus faible", "brightness", -1), ("Höherer Kontrast", "contrast", 1),
        ("Niedrigere Sättigung", "saturation", -1), ("Contrast higher", "contrast", 1),
        ("Brightness lower", "brightness", -1), ("Brillo menor", "brightness", -1),
        ("Mayor contraste", "contrast", 1), ("Température plus chaude", "temperature", 1),
        ("Temperatura más fría", "temperature", -1), ("Farbtemperatur kälter", "temperature", -1),
    ],
)  # fmt: skip
def test_a_measure_is_higher_or_lower(said: str, kind: str, sign: int) -> None:
    assert parse(said).edits == (Edit(kind, sign),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "said", ["Contrast darker", "Ciel plus haut", "Recadre plus haut", "Schärfe wärmer"]
)
def test_a_measure_goes_no_way_that_is_not_its_own(said: str) -> None:
    assert parse(said).not_understood
    assert not parse(said).edits


@pytest.mark.parametrize("said", ["Colores más intensos", "azules más intensos"])
def test_another_form_of_a_word_is_no_misspelling(said: str) -> None:
    parsed = parse(said)
    assert parsed.edits
    assert not parsed.read_as


def test_a_slip_in_another_form_of_a_word_is_told() -> None:
    assert parse("colores más intenssos").read_as == (("intenssos", "intensos"),)


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("keep the pagoda in view", 'no "pagoda" on a picture: say "subject"'),
        ("die Pagode wärmer", 'no "Pagode" on a picture: say "Motiv"'),
        ("warmer gloopy frobnicated", "understand"),
    ],
)
def test_a_thing_that_is_no_place_is_refused_with_the_word_for_the_subject(
    said: str, hint: str
) -> None:
    assert hint in unsupported((said,))
    assert ("It knows no" in unsupported((said,))) == ("no " in hint)
