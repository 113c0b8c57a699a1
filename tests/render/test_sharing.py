"""Sizes of one job share what they decide of the photo where that costs next to nothing, and never
where a size's own way is clearly better.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from brandstudio.models.choices import Choices, SharedCrop
from brandstudio.models.sizes import SIZES, BannerSize
from brandstudio.render.brief import Brief, Photo
from brandstudio.render.compose import Rendering, compose, look_ahead
from brandstudio.render.layout import steps
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.template import builtin

from .conftest import LOGOS, NAVY, SLOTS, STACK, facts, photo
from .gallery import known_pictures, photo_of

MIDDLE = facts(subject=(0.44, 0.3, 0.56, 0.9))


def brief(
    shot: Photo, size: BannerSize, template: str = "overlay", shared: SharedCrop | None = None
) -> Brief:
    width, height = SIZES[size]
    return Brief(
        builtin(template), size, width, height, SLOTS, NAVY, STACK, shot, logos=LOGOS, shared=shared
    )


def placed(asked: Brief) -> Place:
    draft = Draft(Setting.of(asked, None))
    for step in steps.ARRANGE:
        draft = step(draft)
    return draft.place


def test_a_size_goes_along_where_its_own_way_is_hardly_better() -> None:
    shot = photo("wide", facts=MIDDLE)
    alone = placed(brief(shot, "x-post-1600x900"))
    other = "right" if alone.arrangement.side == "left" else "left"
    along = placed(brief(shot, "x-post-1600x900", shared=SharedCrop(sides=(other,))))
    assert along.arrangement.side == other
    assert alone.crop is not None
    assert along.crop is not None
    assert along.crop.visible >= alone.crop.visible - 0.03
    assert along.crop.covered <= alone.crop.covered + 0.03


@pytest.mark.parametrize(("box", "side"), [((0.7, 0.2, 0.95, 0.95), "left"), ((0.05, 0.2, 0.3, 0.95), "right")])  # fmt: skip
def test_a_size_whose_own_way_is_better_keeps_it(
    box: tuple[float, float, float, float], side: str
) -> None:
    shot = photo("busy", facts=facts(subject=box))
    other = "right" if side == "left" else "left"
    along = placed(brief(shot, "x-post-1600x900", shared=SharedCrop(sides=(other,))))
    assert along.arrangement.side == side


def test_the_part_that_others_show_is_shown_where_nothing_else_asks_for_another() -> None:
    shot = photo("wide", facts=facts())
    alone = placed(brief(shot, "story-1080x1920")).crop
    kept = placed(
        brief(shot, "story-1080x1920", shared=SharedCrop(part=(0.55, 0.0, 0.25, 1.0)))
    ).crop
    assert alone is not None
    assert kept is not None
    assert kept.box.centre[0] > alone.box.centre[0] + 0.05 * shot.width
    far = placed(brief(shot, "story-1080x1920", shared=SharedCrop(part=(0.0, 0.0, 0.1, 1.0)))).crop
    assert far is not None
    assert far.box.x > 0.1 * shot.width  # so far to the edge would be worse


def test_what_a_person_chose_stands_above_it() -> None:
    shot, part = photo("wide", facts=facts()), (0.1, 0.1, 0.3, 0.8)
    asked = brief(shot, "square", shared=SharedCrop(sides=("top",), part=(0.6, 0.0, 0.3, 1.0)))
    asked = replace(asked, choices=Choices(crop=part))
    assert placed(asked).crop == placed(replace(asked, shared=None)).crop


def test_the_first_decides_the_side_and_each_narrows_the_part() -> None:
    shot = photo("wide", facts=MIDDLE)
    first = look_ahead(brief(shot, "linkedin-cover")).shared
    assert first is not None
    assert len(first.sides) == 1
    second = look_ahead(brief(shot, "portrait", shared=first)).shared
    assert second is not None
    assert second.sides[0] == first.sides[0]
    assert first.part is not None
    assert second.part is not None
    assert second.part[2] <= first.part[2]
    third = look_ahead(brief(shot, "facebook-cover-1640x624", shared=second)).shared
    assert third is not None
    assert third.sides == second.sides


def test_a_banner_without_a_photo_shares_nothing() -> None:
    assert look_ahead(replace(brief(photo("wide"), "square"), photo=None)).shared is None


NAMED: tuple[BannerSize, ...] = (
    "linkedin-feed", "square", "portrait", "x-header-1500x500", "medium-rectangle-300x250", "half-page-300x600",
)  # fmt: skip


def test_a_size_that_would_be_dropped_beside_the_others_goes_its_own_way() -> None:
    shot = photo_of(known_pictures()["bridge, wide"], "bridge")
    shared: SharedCrop | None = None
    for size in NAMED[:4]:
        shared = look_ahead(brief(shot, size, "overlay", shared)).shared
    made = compose(
        brief(shot, NAMED[4], "overlay", shared), allow_extension=False, encode_png=False
    )
    assert isinstance(made, Rendering)
    assert made.damage == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["astronaut", "bee", "bridge", "coffee", "dandelion"])
def test_no_size_is_the_worse_for_it(name: str) -> None:
    shot = photo_of(known_pictures()[f"{name}, wide"], name)
    for template in ("overlay", "split", "panel"):
        shared: SharedCrop | None = None
        for size in NAMED:
            asked = brief(shot, size, template, shared)
            made = [
                compose(one, allow_extension=False, encode_png=False)
                for one in ([asked, replace(asked, shared=None)] if shared else [asked])
            ]
            assert all(isinstance(one, Rendering) for one in made)
            along, alone = made[0], made[-1]
            where = f"{name} {template} {size}"
            assert len(along.damage) <= len(alone.damage), where
            assert along.contrast_failures == (), where
            assert along.scores.total >= alone.scores.total - 0.03, where
            shared = look_ahead(asked).shared
