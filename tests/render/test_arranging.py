"""What a banner's acceptance has set is not set again when it is drawn, and serves no other banner."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from brandstudio.models.choices import Choices, SharedCrop
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose, look_ahead
from brandstudio.render.layout import arranging
from brandstudio.render.layout.carrying import carries

from .conftest import SLOTS, brief, facts, photo

SHOT = photo("wide", facts=facts(subject=(0.44, 0.3, 0.56, 0.9)))


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The drafts whose words were set from nothing; what other tests have set is not known."""
    seen: list[Any] = []
    set_words = arranging.fit_text

    def counting(draft: Any) -> Any:
        seen.append(draft)
        return set_words(draft)

    monkeypatch.setattr(arranging, "fit_text", counting)
    monkeypatch.setattr(arranging, "_FITTED", arranging.Bounded(8))
    monkeypatch.setattr(arranging, "_ARRANGED", arranging.Bounded(8))
    return seen


def test_words_that_were_proven_are_not_set_again(fitted: list[Any]) -> None:
    asked = brief(SHOT)
    assert carries(asked)
    ahead = look_ahead(asked)
    drawn = compose(brief(SHOT), encode_png=False)
    assert isinstance(drawn, Rendering)
    assert ahead.needs is None
    assert len(fitted) == 1


def test_the_picture_is_that_of_words_set_for_it_alone(fitted: list[Any]) -> None:
    handed_on = look_ahead(brief(SHOT)) and compose(brief(SHOT), encode_png=False)
    arranging._FITTED, arranging._ARRANGED = arranging.Bounded(8), arranging.Bounded(8)
    alone = compose(brief(SHOT), encode_png=False)
    assert isinstance(handed_on, Rendering)
    assert isinstance(alone, Rendering)
    assert handed_on.image.tobytes() == alone.image.tobytes()
    assert handed_on.spec == alone.spec


@pytest.mark.parametrize(
    "other",
    [
        {"slots": SLOTS.model_copy(update={"headline": "Other words"})},
        {"photo": photo("wide", facts=facts(subject=(0.1, 0.3, 0.3, 0.9)))},
        {"logos": ()},
        {"choices": Choices(seed=2)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_another_banner_is_set_by_itself(fitted: list[Any], other: dict[str, Any]) -> None:
    asked = brief(SHOT)
    arranging.arranged(asked)
    arranging.arranged(replace(asked, **other))
    assert len(fitted) == 2


def test_another_side_of_the_photo_is_chosen_with_the_same_words(fitted: list[Any]) -> None:
    asked = brief(SHOT)
    alone = arranging.arranged(asked)
    shared = replace(asked, shared=SharedCrop(sides=("right",)))
    along = arranging.arranged(shared)
    assert len(fitted) == 1
    assert along.setting.brief is shared
    assert alone.setting.brief is asked


def test_whoever_adds_to_a_brief_says_whether_places_depend_on_it() -> None:
    known = (
        "template", "size", "width", "height", "slots", "look", "fonts", "photo", "pictures", "logos",
        "language", "seed", "rules", "choices", "shared",
    )  # fmt: skip
    assert tuple(field.name for field in fields(Brief)) == known, "see arranging._said"
