"""Edits as people talk: comments beside a wish, shades, rough figures, things told by their colour, and
what is to stay elsewhere.
"""

from __future__ import annotations

import pytest

from brandstudio.language.colour_names import hex_of
from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Turn the green mug a deep blue", "repaint of the green parts deep blue +1"),
        ("Die grüne Tasse in ein tiefes Blau umfärben", "repaint of the green parts deep blue +1"),
        ("La tasse verte en bleu profond", "repaint of the green parts deep blue +1"),
        ("La taza verde en azul profundo", "repaint of the green parts deep blue +1"),
        ("Make the sky a richer blue", "colour of the sky blue +1"),
        ("Mach den Himmel in ein satteres Blau", "colour of the sky blue +1"),
        ("Rends le ciel d'un bleu plus intense", "colour of the sky blue +1"),
        ("Haz el cielo de un azul más intenso", "colour of the sky blue +1"),
    ],
)
def test_a_shade_is_of_its_colour_and_a_richer_one_is_more_of_it(said: str, edit: str) -> None:
    assert _read(said) == [edit]


def test_a_deep_shade_is_darker_than_its_colour() -> None:
    assert (hex_of("deep blue") or "") < (hex_of("blue") or "")
    assert hex_of("deep nonsense") is None


@pytest.mark.parametrize(
    "said",
    [
        "Reduce the saturation by roughly a third",
        "Die Sättigung um rund ein Drittel zurücknehmen",
        "Baisse la saturation d'environ un tiers",
        "Baja la saturación alrededor de un tercio",
    ],
)
def test_a_share_in_words_may_be_a_rough_one(said: str) -> None:
    assert _read(said) == ["saturation -33.3 %"]


@pytest.mark.parametrize(
    "said",
    [
        "Only brighten the right half, about half a stop",
        "Nur die rechte Bildhälfte aufhellen, etwa eine halbe Blende",
    ],
)
def test_a_figure_in_stops_may_follow_its_edit(said: str) -> None:
    assert _read(said) == ["brightness of the right half +17.062 %"]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("It's too dark and greenish", ["brightness +0.7", "colour green -0.7"]),
        ("Too dark and greenish", ["brightness +0.7", "colour green -1"]),
        ("Zu dunkel und grünstichig", ["brightness +0.7", "colour green -1"]),
        ("Das Bild ist zu dunkel und grünstichig", ["brightness +0.7", "colour green -0.7"]),
        ("C'est trop sombre et verdâtre", ["brightness +0.7", "colour green -0.7"]),
        ("Está demasiado oscura y verdosa", ["brightness +0.7", "colour green -0.7"]),
    ],
)
def test_too_holds_for_both_of_what_is_complained_of(said: str, edits: list[str]) -> None:
    signs = [(told.rpartition(" ")[0], told.rpartition(" ")[2][0]) for told in _read(said)]
    assert signs == [(e.rpartition(" ")[0], e.rpartition(" ")[2][0]) for e in edits]


@pytest.mark.parametrize(
    ("said", "edit"),
    [
        ("Darken the red jumper a little", "brightness of the red parts -0.45"),
        ("Den roten Pullover etwas dunkler", "brightness of the red parts -0.45"),
        ("Assombris un peu le pull rouge", "brightness of the red parts -0.45"),
        ("Oscurece un poco el jersey rojo", "brightness of the red parts -0.45"),
    ],
)
def test_a_thing_with_its_colour_and_article_is_changed_alone(said: str, edit: str) -> None:
    assert _read(said) == [edit]
    assert parse(said).edits[0].thing


@pytest.mark.parametrize("said", ["more red flowers", "add a red hat", "remove the red car"])
def test_more_of_a_thing_is_no_more_of_its_colour(said: str) -> None:
    assert parse(said).not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Desaturate everything except the purple flowers",
        "Alles außer den lila Blumen entsättigen",
        "Désature tout sauf les fleurs violettes",
        "Desatura todo excepto las flores moradas",
    ],
)
def test_what_is_desaturated_but_for_a_part_has_no_colour(said: str) -> None:
    (told,) = _read(said)
    assert told.startswith("saturation of all but the ")
    assert told.endswith("-100 %")


@pytest.mark.parametrize(
    "said",
    [
        "It leans, straighten it by 3 degrees to the left",
        "L'image penche : redresse-la de 3 degrés vers la gauche",
    ],
)
def test_a_lean_with_its_degrees_is_turned_by_those_alone(said: str) -> None:
    assert _read(said) == ["rotate left 3°"]


@pytest.mark.parametrize(
    "said",
    [
        "Only brighten the face, the background and the hoodie stay as they are",
        "Éclaircis seulement le visage, le fond et le sweat restent tels quels",
        "Aclara solo la cara, el fondo y la sudadera se quedan igual",
    ],
)
def test_what_stays_beside_a_face_needs_not_be_found(said: str) -> None:
    assert _read(said) == ["brightness of the faces but the background +1"]
    assert len(parse(said).left_aside) == 1


@pytest.mark.parametrize(
    "said",
    [
        "sky 20% darker, trees and grass stay",
        "sky: brightness -20. Tree and grass keep their green",
        "Himmel 20 % dunkler, Baum und Wiese bleiben",
        "Himmel 20 % dunkler, Haus und Garten nicht anfassen",
        "ciel 20 % plus sombre, les arbres et l'herbe restent tels quels",
        "cielo un 20 % más oscuro, los árboles y la hierba se quedan igual",
    ],
)
def test_the_first_of_two_things_that_stay_is_no_place_of_the_change(said: str) -> None:
    assert _read(said) == ["brightness of the sky -20 %"]
    assert not parse(said).withheld


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("top third 10% darker, fade it out softly", "brightness of the top third -10 %"),
        (
            "oberes Drittel 10 % dunkler mit weichem Übergang",
            "brightness of the top third -10 %",
        ),
        (
            "lado derecho un 20 % más oscuro con transición suave",
            "brightness of the right half -20 %",
        ),
        ("dehaze by about 40", "dehaze +40 %"),
        ("wärmer um etwa 10", "temperature +10 %"),
    ],
)
def test_how_a_half_ends_and_that_a_figure_is_a_rough_one_needs_no_doing(
    said: str, told: str
) -> None:
    assert _read(said) == [told]


@pytest.mark.parametrize(
    "said",
    [
        "grass brighter and less yellow",
        "Gras heller und weniger gelb",
        "herbe plus claire et moins jaune",
        "hierba más clara y menos amarilla",
    ],
)
def test_less_of_a_colour_behind_a_place_is_less_of_it_there(said: str) -> None:
    assert _read(said) == [
        "brightness of the plants +1",
        "saturation of the yellow parts of the plants -1",
    ]


@pytest.mark.parametrize(
    "said",
    [
        "faces brighter and less yellow",
        "Gesichter heller und weniger gelb",
        "visages plus clairs et moins jaunes",
        "caras más claras y menos amarillas",
    ],
)
def test_a_face_that_is_to_be_less_yellow_is_toned_and_no_part_of_it_paled(said: str) -> None:
    assert _read(said) == ["brightness of the faces +1", "colour of the faces yellow -1"]


@pytest.mark.parametrize("said", ["only the red: saturation -20", "solo el rojo: saturación -20"])
def test_only_a_colour_before_a_setting_is_its_place_and_no_tint(said: str) -> None:
    assert _read(said) == ["saturation of the red parts -20 %"]


def test_a_soft_edge_of_the_whole_picture_is_not_understood() -> None:
    assert parse("darker with a soft edge").not_understood


def test_what_may_lie_within_an_edit_is_not_left_aside() -> None:
    assert parse("Brighten the face, leave the nose alone").not_understood
    assert _read("Brighten the face, leave the eyes alone") == [
        "brightness of the faces but the eyes +1"
    ]
    assert parse("Darken it, but not the road").not_understood
    assert parse("Leave the roof alone, make the sky bluer, and darken everything").not_understood
    assert _read("Make the blue sofa brighter and leave the white rug as it is") == [
        "brightness of the blue parts +1"
    ]
    assert parse("Make the orange sofa brighter, leave the red rug as it is").not_understood


@pytest.mark.parametrize(
    ("said", "aside"),
    [
        ("Cut it out so we can drop the wallet on a slide", "so we can drop the wallet on a slide"),
        ("Crop to 16:9 for a cover", "for a cover"),
        ("Recórtala a 16:9 para una portada", "para una portada"),
    ],
)
def test_what_people_will_do_with_it_is_left_aside(said: str, aside: str) -> None:
    assert len(_read(said)) == 1
    assert parse(said).left_aside == (aside,)


def test_another_thing_for_a_thing_is_no_purpose() -> None:
    assert parse("swap the mug for a glass").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Crop to 4:5, with the face in the middle",
        "Auf 4:5 zuschneiden, das Gesicht soll in der Mitte sitzen",
        "Recadre en 4:5 en gardant le visage au centre",
        "Recórtala a 4:5 dejando la cara en el centro",
    ],
)
def test_a_crop_is_told_what_stands_in_its_middle(said: str) -> None:
    assert _read(said) == ["crop 4:5 +1"]
    assert parse(said).centred == "faces"


@pytest.mark.parametrize(
    "said",
    [
        "Crop to 16:9 without cutting off his head",
        "Auf 16:9 zuschneiden, ohne den Kopf abzuschneiden",
        "Recadre en 16:9 sans couper la tête",
        "Recórtala a 16:9 sin cortarle la cabeza al hombre",
    ],
)
def test_a_crop_is_told_to_cut_no_head(said: str) -> None:
    assert _read(said) == ["crop 16:9 +1"]
    assert parse(said).heads


def test_a_sunset_is_the_sky_and_windows_that_must_not_blow_out_the_highlights() -> None:
    assert _read("Réchauffe un peu le coucher de soleil") == ["temperature of the sky +0.45"]
    assert _read("Brighter, but don't blow out the windows") == [
        "brightness of all but the highlights +1"
    ]
    assert len(parse("Brighter, but don't blow out the windows").taken_for) == 1


def test_a_particle_belongs_to_the_verb_nearest_before_it() -> None:
    assert _read("Nimm den Dunst aus den Bergen und zieh den Himmel etwas runter") == [
        "dehaze +1",
        "brightness of the sky -0.45",
    ]


def test_a_verb_and_what_it_waits_for_are_not_parted_by_then() -> None:
    assert _read("Dreh es dann um 2 Grad nach rechts") == ["rotate right 2°"]


def test_a_shadow_that_is_named_as_a_reason_is_not_brightened_too() -> None:
    assert _read("Brighten up her face a little, it's in shadow") == [
        "brightness of the faces +0.45"
    ]


def test_a_white_background_has_no_shadow_and_loses_nothing_to_that_word() -> None:
    assert _read("Le fond doit être blanc, sans ombre") == [
        "background colour of the background white +1"
    ]


@pytest.mark.parametrize(
    ("said", "edit", "size"),
    [
        ("crop to 1200 x 628", "crop 1200:628 +1", (1200, 628)),
        ("Bitte auf 1080x1350 Pixel zuschneiden", "crop 1080:1350 +1", (1080, 1350)),
        ("Recadre en 1200 × 628 px", "crop 1200:628 +1", (1200, 628)),
        ("Recórtala a 1200 por 628 píxeles", "crop 1200:628 +1", (1200, 628)),
    ],
)
def test_a_crop_has_a_size_in_pixels(said: str, edit: str, size: tuple[int, int]) -> None:
    assert _read(said) == [edit]
    assert parse(said).edits[0].size == size


@pytest.mark.parametrize(
    "said",
    ["a warm retro look", "einen warmen Retro-Look", "un look rétro chaud", "un aire retro cálido"],
)
def test_a_finish_may_be_warm(said: str) -> None:
    assert _read(said) == ["look vintage +1", "temperature +1"]


def test_of_a_long_clause_the_words_that_are_not_known_are_quoted() -> None:
    told = unsupported(parse("Let the gizmo go under in the nice layer of it").not_understood)
    assert '"gizmo"' in told
    assert "Let the gizmo" not in told
    short = unsupported(parse("add a dog").not_understood)
    assert short.startswith('The built-in engine can\'t do "add a dog"')


def test_a_refusal_takes_no_adjective_for_a_thing_and_no_finish_for_one_that_is_brought_in() -> (
    None
):
    assert "on a picture" not in unsupported(
        parse("Sube la exposición un paso raro").not_understood
    )
    assert "needs a model" not in unsupported(
        parse("Passe en noir et blanc avec un bord flottant").not_understood
    )


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("Un noir et blanc doux", ["monochrome +1", "contrast -0.6"]),
        ("A soft black and white", ["monochrome +1", "contrast -0.6"]),
        ("Ein sanftes Schwarzweiß", ["monochrome +1", "contrast -0.6"]),
        ("Un blanco y negro suave", ["monochrome +1", "contrast -0.6"]),
        ("Un noir et blanc un peu plus doux", ["monochrome +1", "contrast -0.45"]),
    ],
)
def test_a_soft_black_and_white_is_neither_half_of_one_nor_blurred(
    said: str, edits: list[str]
) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize(
    "said", ["Brighten the face, not the background", "Éclaircis le visage, pas le fond"]
)
def test_the_background_with_its_article_is_left_out_and_not_cut_away(said: str) -> None:
    assert _read(said) == ["brightness of the faces but the background +1"]


@pytest.mark.parametrize(
    "said",
    [
        "Darken the sky and dramatic",
        "El cielo más oscuro y dramático",
        "Himmel abdunkeln und dramatisch",
    ],
)
def test_a_finish_behind_and_is_of_the_place_before_it(said: str) -> None:
    assert _read(said) == ["brightness of the sky -1", "look of the sky dramatic +1"]


def test_her_is_the_person_and_her_face_the_face() -> None:
    assert _read("Brighten her slightly") == ["brightness of the subject +0.45"]
    assert _read("Brighten her face") == ["brightness of the faces +1"]
    assert _read("make her coat red") == ["repaint of the piece of clothing red +1"]


def test_what_is_less_of_a_colour_names_no_place_for_the_next_wish() -> None:
    assert _read("a tad less blue and a tad brighter")[-1] == "brightness +0.45"
    assert _read("Himmel etwas abdunkeln und blauer")[-1] == "colour of the sky blue +1"


@pytest.mark.parametrize(
    "said",
    [
        "The green jumper, make it darker",
        "Der grüne Pulli, mach den dunkler",
        "Le pull vert, je le voudrais plus foncé",
        "El jersey verde, lo quiero más oscuro",
    ],
)
def test_a_thing_may_be_named_before_what_is_said_of_it(said: str) -> None:
    assert _read(said) == ["brightness of the green parts -1"]


def test_a_thing_may_be_kept_behind_a_comma() -> None:
    assert _read("El cielo más oscuro; la playa, igual") == ["brightness of the sky -1"]
    assert _read("The dog, make it darker") == ["brightness of the dog -1"]


def test_a_word_before_a_backgrounds_colour_describes_it() -> None:
    assert _read("A crisp white background") == ["background colour of the background white +1"]
    assert _read("A brighter white background") == ["brightness of the background +1"]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("Take out a bit of the blue", ["colour blue -0.45"]),
        ("Nimm etwas Blau raus", ["colour blue -0.45"]),
        ("Enlève un peu de bleu", ["colour blue -0.45"]),
        ("Quita un poco de azul", ["colour blue -0.45"]),
        ("Brighten it only a little", ["brightness +0.45"]),
        ("Körnung nur ganz leicht", ["grain +0.25"]),
        ("Put it on white", ["background colour of the background white +1"]),
        ("Setz ihn auf ein zartes Mintgrün", ["background colour of the background light mint +1"]),
        ("Warmer, zero vignette", ["temperature +1"]),
        ("Más cálida y nada de viñeteado", ["temperature +1"]),
    ],
)
def test_some_of_a_colour_only_a_little_and_none_at_all(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


def test_a_colour_that_it_is_put_in_is_no_ground() -> None:
    assert parse("put it in blue").not_understood


@pytest.mark.parametrize(
    "said",
    [
        "Brighter, but not overexposed",
        "Etwas heller, aber nicht überbelichtet",
        "Más luminosa, pero no sobreexpuesta",
    ],
)
def test_brighter_but_not_blown_out_leaves_the_highlights(said: str) -> None:
    assert [e.without for e in parse(said).edits] == [("highlights",)]
    assert not parse(said).not_understood


def test_the_person_is_left_alone_beside_a_background_in_four_languages() -> None:
    for said in (
        "Change the pink background to sage, don't touch the woman",
        "Den Hintergrund in Salbeigrün ändern, die Frau nicht anfassen",
        "Change le fond rose en un beau vert sauge et ne touche pas à la femme",
        "Cambia el fondo a verde salvia y no toques a la mujer",
    ):
        assert [e.told() for e in parse(said).edits] == [
            "background colour of the background sage +1"
        ], said


@pytest.mark.parametrize(
    ("said", "only"),
    [
        ("Too dark! Brighten the sky.", "brightness of the sky"),
        ("Zu dunkel! Hell den Himmel auf.", "brightness of the sky"),
        ("Too saturated! Pull the blues back by a third, keep the rest as is.", "saturation of the blue"),
        ("Trop saturé ! Baisse les bleus d'un tiers.", "saturation of the blue"),
        ("The picture is too dark. Brighten the shadows.", "brightness of the shadows"),
    ],
)  # fmt: skip
def test_a_complaint_that_is_answered_at_a_place_changes_nothing_beside_it(
    said: str, only: str
) -> None:
    (told,) = _read(said)
    assert told.startswith(only)


@pytest.mark.parametrize(
    "said",
    ["Soften the contrast a little", "Den Kontrast weicher", "Adoucis le contraste", "Suaviza el contraste"],
)  # fmt: skip
def test_softer_contrast_is_less_of_it(said: str) -> None:
    (told,) = _read(said)
    assert told.startswith("contrast -")


def test_the_picture_may_be_spoken_of_as_somebody() -> None:
    assert _read("Donne-lui un look argentique") == _read("Un look argentique")
    assert _read("Donne-lui plus de contraste") == _read("Plus de contraste")


@pytest.mark.parametrize(
    "said",
    [
        "Brighten him by 20 %", "Brighten only him by 20 %", "Lift just him by about 20 %", "Brighten her by 20 %",
        "Nur ihn um 20 % aufhellen", "Hell nur sie um 20 % auf", "Éclaircis seulement elle de 20 %", "Aclara solo a ella un 20 %",
    ],
)  # fmt: skip
def test_somebody_who_is_to_be_changed_is_not_the_whole_picture(said: str) -> None:
    (told,) = _read(said)
    assert told.startswith("brightness of the subject +")


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("the noise has to go", ["denoise +1"]),
        ("pink tint in the clouds has to go", ["colour of the sky pink -1"]),
        ("der Rotstich muss weg", ["colour red -1"]),
        ("le bruit doit disparaître", ["denoise +1"]),
        ("el tono rosa tiene que irse", ["colour pink -1"]),
    ],
)
def test_what_has_to_go_is_taken_away_and_never_added(said: str, asked: list[str]) -> None:
    parsed = parse(said)
    assert parsed.not_understood == ()
    assert [edit.told() for edit in parsed.edits] == asked


def test_a_crop_to_a_ratio_comes_behind_the_room_that_it_leaves() -> None:
    parsed = parse("crop to 4:5 leaving space at the top for the headline")
    assert [edit.told() for edit in parsed.edits] == ["space top +1", "crop 4:5+top +1"]


@pytest.mark.parametrize("said", ["remove the boy behind", "supprime le garçon derrière"])
def test_somebody_behind_is_not_the_background_that_is_cut_away(said: str) -> None:
    assert parse(said).not_understood


def test_a_ground_that_stands_only_behind_instead_of_breaks_nothing() -> None:
    said = "zieh bitte die Schatten hoch, ohne dass der weiße Grund grau wird"
    assert parse(said).not_understood == ()
    assert parse(said).keeps == ("background",)


@pytest.mark.parametrize(
    "said", ["brighten the sand", "éclaircis le sable", "mach den Sand heller"]
)
def test_sand_that_lies_there_is_not_told_by_its_colour(said: str) -> None:
    assert parse(said).not_understood
    assert parse("a sand background").not_understood == ()
