"""What a prompt forbids is left out, or named; a count is kept, or named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from brandstudio import errors
from brandstudio.engines.local.create import create
from brandstudio.engines.local.seen import shows
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.language.edits import parse
from brandstudio.language.scenes import plan, unsupported, warnings


@pytest.mark.parametrize(
    ("prompt", "family", "without"),
    [
        ("desert dunes under a starry sky without a moon", "dunes", "moon"),
        ("ohne Mond: Sternenhimmel über Dünen", "dunes", "moon"),
        ("una noche estrellada sin luna", "sky", "moon"),
        ("a calm sea, no sun, no clouds", "sea", "sun clouds"),
        ("a calm sea without sun or clouds", "sea", "sun clouds"),
        ("une plage sans soleil", "sea", "sun"),
        ("starry night sky, no moon", "sky", "moon"),
        ("a quiet lake at dawn without any clouds or boats", "lake", "clouds"),
        ("neither sun nor clouds over a wide ocean", "sea", "sun clouds"),
        ("rolling hills free of fog, without trees", "hills", "fog trees"),
        ("Hafen am Abend, aber keine Boote", "harbour", "boats"),
        ("Weder Mond noch Sterne über der Wüste bei Nacht", "dunes", "moon stars"),
        ("une mer calme, pas de soleil, aucun nuage", "sea", "sun clouds"),
        ("ville la nuit, sans lune ni étoiles", "city", "moon stars"),
        ("desierto de noche sin ninguna estrella", "dunes", "stars"),
        ("colinas verdes sin árboles, sin niebla y sin nubes", "hills", "trees fog clouds"),
        ("moonless desert", "dunes", "moon"),
        ("not only the moon, the stars over dunes", "dunes", ""),
        ("no clouds, calm sea", "sea", "clouds"),
        ("calm sea, not stormy", "sea", ""),
    ],
)
def test_what_is_forbidden_is_left_out(prompt: str, family: str, without: str) -> None:
    found = plan(prompt)
    assert (found.family, found.without) == (family, frozenset(without.split()))
    assert unsupported(found) is None


@pytest.mark.parametrize(
    ("prompt", "named"),
    [
        ("calm sea, no sky", "sky"),
        ("ruhiges Meer, kein Himmel", "Himmel"),
        ("snowy mountains without trees", "trees"),
        ("a single cloud in the sky", "clouds"),
    ],
)
def test_what_shows_all_the_same_is_named_and_strict_refuses_it(prompt: str, named: str) -> None:
    found = plan(prompt)
    assert any(named in warning for warning in warnings(found))
    assert named in (unsupported(found) or "")


@pytest.mark.parametrize(
    "prompt",
    ["sea without waves", "Meer ohne Wellen", "une mer sans vagues", "un mar sin olas"],
)
def test_a_sea_has_its_waves_and_says_so(prompt: str) -> None:
    found = plan(prompt)
    assert found.family == "sea"
    assert len(found.kept) == 1
    assert unsupported(found) is not None


@pytest.mark.parametrize(
    ("prompt", "colours", "named"),
    [
        ("abstract background, no red", {"red"}, ()),
        ("Hintergrund ohne Blau", {"blue"}, ()),
        ("fond dégradé, pas de bleu", {"blue"}, ()),
        ("fondo abstracto sin amarillo ni verde", {"yellow", "green"}, ()),
        ("fondo, nada de rojo", {"red"}, ()),
        ("geometric shapes, anything but green", {"green"}, ()),
        ("autumn leaves but nothing red", {"red"}, ()),
        ("a gradient of nothing but blue", set(), ("blue",)),
        ("soft gradient without pale red or orange", {"red", "orange"}, ()),
        ("gradient without text, blue and orange", set(), ("blue", "orange")),
        ("no people, red and blue gradient", set(), ("red", "blue")),
    ],
)
def test_a_forbidden_colour_is_none_of_the_asked_ones(
    prompt: str, colours: set[str], named: tuple[str, ...]
) -> None:
    found = plan(prompt)
    assert {name for name, _ in found.no_colours} == colours
    assert set(found.named) == set(named)


def test_a_forbidden_colour_is_left_out_or_named_and_strict_refuses_it() -> None:
    look = BrandLook(
        palette=(BrandSwatch("#c81e32"), BrandSwatch("#1f3a8a"), BrandSwatch("#f4efe6"))
    )
    for prompt, name in (("abstract background, no red", "red"), ("Verlauf ohne Blau", "blue")):
        for seen in (look, BrandLook()):
            request = CreateRequest(prompt, 192, 128, 3, seen, strict=True)
            assert not shows(create(request).pixels, name)
    dusk = CreateRequest("sunset over the sea, no orange", 192, 128, 3)
    assert 'This picture still shows "orange".' in create(dusk).warnings
    with pytest.raises(errors.UnsupportedPrompt, match="orange"):
        create(replace(dusk, strict=True))


def test_strict_refuses_a_prompt_of_which_nothing_is_drawn() -> None:
    assert unsupported(plan("modern without red")) is not None


@pytest.mark.parametrize(
    ("prompt", "boats", "sails"),
    [
        ("a single white sailboat on a lake", 1, "white"),
        ("ein rotes Segelboot auf ruhigem Meer", 1, "red"),
        ("un velero solo en un lago", 1, ""),
        ("two red sailboats at dusk", 2, "red"),
    ],
)
def test_boats_are_as_many_as_asked_and_no_jetty_comes_with_them(
    prompt: str, boats: int, sails: str
) -> None:
    found = plan(prompt)
    assert (found.boats, found.sails, found.named) == (boats, sails, ())
    assert found.without == {"jetty"}


def test_a_harbour_has_its_jetty_and_as_many_boats_as_suit_it() -> None:
    found = plan("a harbour at dusk")
    assert (found.boats, found.without) == (None, frozenset())


@pytest.mark.parametrize(
    "said",
    [
        "más saturación en los verdes, menos en los amarillos",
        "más saturación en los verdes y menos en los amarillos",
        "more saturation in the greens, less in the yellows",
        "plus de saturation dans les verts, moins dans les jaunes",
        "mehr Sättigung im Grün, weniger im Gelb",
        "mehr Sättigung in den Grüntönen, weniger in den Gelbtönen",
    ],
)
def test_less_there_is_the_opposite_amount_or_is_not_understood(said: str) -> None:
    found = parse(said)
    done = [(edit.target, edit.amount, edit.without) for edit in found.edits]
    two = [("colour-green", 1.0, ()), ("colour-yellow", -1.0, ())]
    assert found.not_understood or done == two
    assert not any(edit.without for edit in found.edits)


@pytest.mark.parametrize(
    "said", ["más saturación, menos en los amarillos", "oscurece el fondo, menos en el cielo"]
)
def test_less_there_or_left_out_is_not_guessed(said: str) -> None:
    assert parse(said).not_understood


def test_all_but_a_place_leaves_it_out() -> None:
    for said in ("todo más claro menos el cielo", "todo más claro excepto el cielo"):
        assert [edit.without for edit in parse(said).edits] == [("sky",)]


def test_a_word_of_the_night_that_is_not_there_paints_no_moon() -> None:
    """The same scene with and without its moon differs in the sky alone where the moon stood."""
    drawn = {
        words: create(CreateRequest(f"calm sea at night{words}", 160, 100, seed=3)).pixels
        for words in ("", ", no moon, no stars, no clouds")
    }
    with_moon, without = (np.asarray(p[:40], np.float64).mean(axis=2) for p in drawn.values())
    assert with_moon.max() > 200
    assert without.max() < 150
