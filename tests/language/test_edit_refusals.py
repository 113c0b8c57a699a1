"""What is refused says what was not understood, why, and what can be said instead."""

from __future__ import annotations

import re

import pytest

from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edit_ways_out import way_out
from brandstudio.language.edits import parse
from brandstudio.language.senses import LANGUAGES
from brandstudio.language.tables import table


def _refused(said: str) -> str:
    parsed = parse(said)
    assert parsed.not_understood, said
    return unsupported(parsed.not_understood)


@pytest.mark.parametrize(
    "said",
    [
        "fill the shelf with books",
        "second lamp on the left",
        "more flowers in the vase",
        "take the sign away",
        "give the dog a hat",
        "no people please",
        "there should be a cat on the windowsill",
        "replace the grey sky with a sunny one",
        "mach die Kabel weg",
        "je voudrais un chat sur la fenêtre",
        "moins de monde",
        "zweiter Sessel rechts daneben",
        "mach ein Segelboot ins Meer",
        "noch ein Stuhl links",
        "encore une chaise",
        "colle un logo sur la tasse",
        "pega un logo en la taza",
        "más regalos a la izquierda",
    ],
)
def test_a_thing_that_is_to_come_or_go_needs_a_model_in_every_language(said: str) -> None:
    assert "Adding, removing or replacing things needs a model." in _refused(said)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("make her smile", "drawn anew only by a model"),
        ("lass es schneien", "drawn only by a model"),
        ("turn night into noon", "needs a model"),
        ("montre-les portées aux pieds", "needs a model"),
        ("write SALE on it", "card or banner"),
        ("rück die Lampe nach links", "crop to 4:5 with the subject in the middle"),
        ("hazla más joven", "drawn anew only by a model"),
    ],
)
def test_what_only_happens_before_a_camera_is_told_to_need_a_model(said: str, why: str) -> None:
    assert why in _refused(said)


@pytest.mark.parametrize(
    "said",
    [
        "the second lamp brighter",
        "more oomph",
        "clean look",
        "make it pop like a magazine cover",
        "give the sky more punch",
    ],
)
def test_what_is_done_to_the_light_of_a_thing_needs_no_model(said: str) -> None:
    parsed = parse(said)
    assert not parsed.not_understood or "model" not in unsupported(parsed.not_understood)


@pytest.mark.parametrize(
    "said",
    [
        "6500K",
        "temp 5500",
        "crop 2.35:1",
        "gamma 1.2",
        "a border of 20 px",
        "a bit",
        "saturation maybe",
        "3 stops",
        "mejóralo",
        "make it feel expensive",
        "plus chic",
        "make the bottle bigger",
        "recover highlights on the left where the sun is",
    ],
)
def test_what_a_refusal_says_instead_is_understood(said: str) -> None:
    told = _refused(said)
    instead = re.findall(r'"([^"]+)"', told.partition("changed nothing.")[2])
    shown = (way for way in instead if way not in said or f'understand "{way}"' in told)
    ways = [way for way in shown if way != "the reds"]
    assert ways
    assert not [way for way in ways if parse(way).not_understood]


def test_no_refusal_advises_to_leave_out_what_is_asked_for() -> None:
    for said in (
        "i want the leaves to glow",
        "like server room cold",
        "my kid says the shoes should be blue",
    ):
        assert "It would understand" not in _refused(said)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("make teh sky darker", "make the sky darker"),
        ("make it black adn whtie", "make it black and white"),
        ("drak sky", "dark sky"),
        ("blanco y nergo", "blanco y negro"),
        ("schwraz weiß", "schwarz weiß"),
        ("heller udn wärmer", "heller und wärmer"),
        ("un peu plsu chaud", "un peu plus chaud"),
    ],
)
def test_letters_that_changed_places_are_read_where_the_whole_is_understood_then(
    slip: str, meant: str
) -> None:
    assert parse(slip).edits == parse(meant).edits != ()
    assert parse(slip).read_as


@pytest.mark.parametrize("said", ["darken the moon", "brighten the angel", "sharpen the clam"])
def test_a_word_that_is_right_is_no_slip_of_another(said: str) -> None:
    assert not parse(said).edits or not parse(said).read_as


def test_the_ends_of_a_slider_are_lights_and_darks() -> None:
    found = [(e.target, e.exact, e.amount > 0) for e in parse("Weiß +20, Schwarz -10").edits]
    assert found == [("highlights", 0.2, True), ("shadows", 0.1, False)]
    assert parse("white background +20").edits == parse("the white car +20").edits == ()


@pytest.mark.parametrize(
    "said",
    [
        "the bee should pop",
        "cut out the butterfly",
        "der Teppich heller",
        "all but the snail in grey",
    ],
)
def test_what_sits_on_another_thing_or_carries_one_is_not_taken_for_what_stands_out(
    said: str,
) -> None:
    assert 'say "subject"' in _refused(said)


def test_what_sits_on_another_thing_may_stay_as_it_is() -> None:
    parsed = parse("cooler 10%, butterfly the same")
    assert [e.target for e in parsed.edits] == ["background"]
    assert not parsed.not_understood


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("darken the sky", "the blues"),
        ("brighten the red wall", "the red parts"),
        ("only the subject brighter", "the left half"),
        ("crop to 4:5", ""),
        ("blur the background, the dog stays sharp", "Sharpness"),
        ("más nitidez en los surfistas", "Sharpness"),
    ],
)
def test_what_fails_on_its_picture_is_told_with_another_way(said: str, way: str) -> None:
    told = way_out(parse(said))
    assert way in told
    assert bool(told) == bool(way)


def test_what_could_not_be_told_by_its_colour_is_not_sent_to_a_colour() -> None:
    why = "The burgundy parts can't be told from the hues beside them"
    told = way_out(parse("change the lettering from maroon to dark green"), why)
    assert "reds" not in told
    assert "left half" in told
    assert '"the shirt"' in way_out(parse("change the shirt from maroon to dark green"), why)


def test_less_of_a_colour_adds_and_removes_nothing() -> None:
    assert "model" not in unsupported(["less red in the thingamajig"]).split("provider")[0]


def test_no_sentence_is_advised_that_ends_in_nothing() -> None:
    assert "über entfernen" not in unsupported(["Rauch über dem Feuer entfernen"])


def test_no_two_letters_that_changed_places_turn_a_wish_round() -> None:
    words = {
        word
        for row in table("edits")["sense"]
        if row["is"] == "change" and "sign" in row
        for of in LANGUAGES
        for word in row.get(of, ())
        if word.isalpha() and len(word) > 3
    }
    read = 0
    for word in sorted(words):
        meant = [(e.kind, e.amount > 0) for e in parse(word).edits]
        at = len(word) % 3
        slip = parse(f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}")
        if not slip.not_understood:
            read += 1
            assert [(e.kind, e.amount > 0) for e in slip.edits] == meant, word
    assert read > 300
