"""Chat around a plain order is read past, refusals say what is missing, and nothing is taken for more than it says."""

from __future__ import annotations

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import parse


def _read(text: str) -> list[str]:
    parsed = parse(text)
    assert not parsed.not_understood, parsed.not_understood
    return [edit.told() for edit in parsed.edits]


def _refused(text: str) -> str:
    parsed = parse(text)
    assert parsed.not_understood
    return unsupported(parsed.not_understood)


@pytest.mark.parametrize(
    "said",
    [
        "make her face brighter than her hair",
        "Gesicht heller als die Haare",
        "le visage plus clair que les cheveux",
        "la cara más clara que el pelo",
        "Open up the shadows on the left side a lot more than on the right",
    ],
)
def test_a_comparison_of_two_places_is_refused_as_that(said: str) -> None:
    assert "Two places are not measured by each other" in _refused(said)


@pytest.mark.parametrize(
    "said",
    [
        "Die Lichter um die Sonne zurückholen",
        "recover the highlights around the sun",
        "récupère les hautes lumières autour du soleil",
        "recupera las altas luces alrededor del sol",
    ],
)
def test_what_lies_around_a_thing_is_named(said: str) -> None:
    assert "What lies around a thing" in _refused(said)


@pytest.mark.parametrize(
    "said",
    [
        "I like the mood but make her shine",
        "makes me wonder. can the wall be more fancy",
        "reduce the clarity and the foo of the sky by 25%",
        "could you swap the old phone for a modern smartphone?",
    ],
)
def test_moods_are_advised_where_one_is_wished_for(said: str) -> None:
    assert "A mood is told" not in _refused(said)


@pytest.mark.parametrize(
    "said",
    [
        "could you swap the old phone for a modern smartphone?",
        "setz da doch noch zwei Kolleginnen hin",
        "swap the cup for a glass",
    ],
)
def test_things_that_come_or_are_swapped_need_a_model(said: str) -> None:
    assert "needs a model" in _refused(said)


def test_toning_down_is_no_work_of_a_model() -> None:
    assert _read("could you tone the colors down so that people still get the night vibe?") == [
        "saturation -1"
    ]


def test_no_advice_ends_in_a_number_or_a_preposition() -> None:
    assert '"Brighten the two"' not in _refused(
        "Brighten the two elk slightly and blur the fence behind them"
    )
    assert "enseignes" in _refused("garde les enseignes roses telles quelles")
    assert '"roses"' not in _refused("plus clair, garde les enseignes roses telles quelles")


def test_what_is_to_look_so_does_not_stay() -> None:
    assert "leave it as it is" not in _refused("Könntest du den Wagen glänzender wirken lassen?")
    assert _read("den Himmel dunkler wirken lassen") == ["brightness of the sky -1"]


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("hm, you can barely see her. could you bring her out of the dark a bit?", ["brightness of the subject +0.45"]),
        ("Uf, está muy negra. ¿La aclaras un pelín?", ["brightness +0.25"]),
        ("it's so washed out. can you save it?", ["contrast +1"]),
        ("I'm doing a 70s playlist cover, can you make this feel like an old photo?", ["look vintage +1"]),
        ("The bottom is basically a black hole, I'd like to see a bit of that hillside", ["brightness of the bottom half +0.7"]),
        ("The yellow screams at me, tone it down a bit", ["saturation of the yellow parts -0.45"]),
        ("Das Gelb schreit mich an, nimm's mal bisschen zurück", ["saturation of the yellow parts -0.45"]),
        ("Son visage est un peu perdu dans l'ombre. Un petit coup de lumière dessus ?", ["brightness of the faces +0.7"]),
        ("her face is lost in the shadows, a bit of light on it?", ["brightness of the faces +0.7"]),
        ("Need just the phone for a slide, nothing around it", ["cutout +1"]),
        ("Ich brauche nur das Telefon für eine Folie, nichts drumherum", ["cutout +1"]),
        ("necesito solo el teléfono para una diapositiva, nada alrededor", ["cutout +1"]),
        ("il me faut juste le téléphone pour une diapo, rien autour", ["cutout +1"]),
        ("they look kinda yellow-green here, can you make the skin look normal again", ["balance +1"]),
        ("Can the sofa sit on white?", ["background colour of the background white +1"]),
        ("Kann das Sofa auf Weiß stehen?", ["background colour of the background white +1"]),
        ("can the croissant look more golden and crisp?", ["temperature of the subject +1", "sharpen of the subject +1"]),
    ],
)  # fmt: skip
def test_what_is_said_around_an_order_changes_nothing_of_it(said: str, edits: list[str]) -> None:
    assert _read(said) == edits


@pytest.mark.parametrize("said", ["mach es heiterer", "Kannst du das heiterer machen?"])
def test_a_mood_in_german_is_made_so(said: str) -> None:
    assert [edit.kind for edit in parse(said).edits] == ["brightness", "temperature", "saturation"]


@pytest.mark.parametrize(
    "said",
    ["the reds more subtle", "les rouges plus discrets", "los rojos más discretos", "Rottöne dezenter"],
)  # fmt: skip
def test_a_colour_that_is_more_subtle_is_paler(said: str) -> None:
    assert _read(said) == ["saturation of the red parts -1"]


def test_a_finish_that_is_more_subtle_is_less_of_it() -> None:
    assert _read("una viñeta más discreta") == ["vignette +0.45"]
    assert _read("warmer, but more subtle") == ["temperature +0.45"]


def test_things_that_were_spoken_of_are_not_the_whole_picture() -> None:
    assert parse("you can barely see the houses. make them pop").not_understood
    edits = parse("I nearly missed the deer at first glance. Any way to make them pop?").edits
    assert {edit.target for edit in edits} == {"subject"}


def test_no_advice_speaks_of_things_that_were_named_elsewhere() -> None:
    told = _refused("les montagnes me paraissent ternes, fais-les ressortir un peu")
    assert "montagnes" in told
    assert "It would understand" not in told


def test_a_gradient_of_a_colour_is_no_filter() -> None:
    assert parse("brighten the top with a gradient of blue").not_understood


@pytest.mark.parametrize(
    ("said", "edits"),
    [
        ("Je trouve la photo un peu froide, tu pourrais la réchauffer un chouïa ?", ["temperature +0.25"]),
        ("Creo que está un pelín fría, ¿la podrías calentar un poco?", ["temperature +0.45"]),
        ("ich glaube, das Bild ist einen Tick zu hell, mach's bitte dunkler", ["brightness -1"]),
        ("I think it feels a tad cold, maybe warm it up a little?", ["temperature +0.45"]),
        ("add some colour", ["saturation +0.45"]),
    ],
)  # fmt: skip
def test_what_somebody_thinks_of_it_is_answered_by_the_wish(said: str, edits: list[str]) -> None:
    assert _read(said) == edits
