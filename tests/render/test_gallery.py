"""Banners of every kind of photo, words, template and size, judged by the independent proof."""

from __future__ import annotations

import os
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from sampling import one_of

from brandstudio.render.brief import Photo
from brandstudio.render.compose import Rendering, compose

from .conftest import assets_of
from .gallery import STACK, WORDS, brief_of, known_pictures, photo_of, pictures_in, shapes, slots_of
from .proof import contrast_failures, occlusion, placement_faults, words_over

SHAPES = shapes()
OWN = os.environ.get("BRANDSTUDIO_GALLERY")
#: Drawn without asking for the models first: six of them known by their kinds of trouble.
SAMPLE = (
    "astronaut, plain",
    "dandelion, pale",
    "night with lamps",
    "product on white",
    "stripes",
    "half white, half black",
)


@lru_cache(maxsize=4)
def photo(name: str) -> Photo:
    return photo_of(known_pictures()[name], name)


def faults(
    shot: Photo, name: str, size: str, template: str, number: int
) -> tuple[list[str], float | None]:
    """What is wrong with one banner, and its occlusion where the subject is surely known and the
    layout may give way.

    Pictures that are subject from edge to edge (slices of fruit, stripes) count too, though nothing
    is beside it.
    """
    asked = brief_of(shot, size, template, number)
    made = compose(asked, allow_extension=False)
    assert isinstance(made, Rendering)
    facts = shot.facts
    assert facts is not None
    found = [f"{f.layer} {f.ratio:.2f} by its own proof" for f in made.contrast_failures]
    found += contrast_failures(made.png, made.spec, assets_of(asked), STACK)
    found += placement_faults(made.spec)
    found += [
        "words over a face" for f in facts.faces if words_over(made.spec, (f.x0, f.y0, f.x1, f.y1))
    ]
    where = f"{name} / {template} {size} #{number}"
    known = facts.mask_float if facts.subject_method in ("u2netp", "alpha") else None
    # Where the contract fixes the places of words and panel, they can't keep off a subject (only
    # off faces).
    free = known is not None and not asked.template.fixed
    return [f"{where}: {fault}" for fault in found], occlusion(made.spec, known) if free else None


def judge(shots: dict[str, Photo], first: int = 0) -> tuple[list[str], float]:
    """Every template and size with each photo: all faults, and the mean occlusion. The words change
    with each banner.
    """
    found: list[str] = []
    covered: list[float] = []
    number = first
    for name, shot in shots.items():
        for template, size in SHAPES:
            wrong, over = faults(shot, name, size, template, number)
            found += wrong
            covered += [over] if over is not None else []
            number += 1
    return found, sum(covered) / max(len(covered), 1)


@pytest.mark.parametrize("at", one_of(3, range(len(SAMPLE))))
def test_a_sample_of_the_gallery_can_be_read_and_keeps_off_faces(at: int) -> None:
    shot = photo(SAMPLE[at])
    for step in range(3):
        template, size = SHAPES[(at * 3 + step) % len(SHAPES)]
        assert faults(shot, SAMPLE[at], size, template, at * 3 + step + 1)[0] == []


def test_the_gallery_has_sixty_photos_and_all_words_in_twelve_languages_up_to_140_characters() -> (
    None
):
    assert len(known_pictures()) >= 60
    asked = [
        brief_of(None, "square", "overlay", n).slots
        for n in range(len(known_pictures()) * len(SHAPES))
    ]
    met = Counter(slots.headline for slots in asked)
    for language in WORDS:
        assert all(met[slots_of(language, length, 0).headline] for length in range(3)), language
    assert max(map(len, met)) <= 140
    assert {bool(s.subhead) + 2 * bool(s.button_text) for s in asked} == {0, 1, 2, 3}


@pytest.fixture(scope="module")
def judged() -> tuple[list[str], float]:
    return judge({name: photo(name) for name in known_pictures()})


@pytest.mark.slow
def test_every_banner_of_the_gallery_can_be_read_and_is_clear_of_faces_and_edges(
    judged: tuple[list[str], float],
) -> None:
    assert judged[0] == []


@pytest.mark.slow
def test_words_of_the_gallery_keep_off_subjects(judged: tuple[list[str], float]) -> None:
    assert judged[1] < 0.05


@pytest.mark.slow
@pytest.mark.skipif(OWN is None, reason="BRANDSTUDIO_GALLERY names no folder of photos")
def test_banners_of_ones_own_photos_can_be_read_and_keep_off_the_subject() -> None:
    assert OWN is not None
    shots = {name: photo_of(image, name) for name, image in pictures_in(Path(OWN))}
    found, occluded = judge(shots, first=3)
    assert found == []
    assert occluded < 0.05
