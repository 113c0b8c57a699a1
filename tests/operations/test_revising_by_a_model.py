"""Revisions by a provider's model: what goes along with the words, and what stays in the house."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import brandstudio
from brandstudio.engines.own import Engines
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
)

pytestmark = pytest.mark.usefixtures("sighted")

Revise = Callable[[str], Any]
PHOTO = Path(brandstudio.__file__).parent / "assets" / "photos" / "coffee.jpg"


class Model:
    """A provider's model that turns every picture into its negative."""

    def __init__(self) -> None:
        self.asked: list[EditRequest] = []

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities("model", "m1", create=True, edit=True, references=4)

    def create(self, request: CreateRequest) -> Picture:
        raise AssertionError

    def edit(self, request: EditRequest) -> Picture:
        self.asked.append(request)
        return Picture(np.asarray(255 - request.source[..., :3]), request.instructions, "m1")

    def extend(self, request: ExtendRequest) -> Picture:
        raise AssertionError


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def revise(tmp_path: Path, model: Model) -> Iterator[Revise]:
    with brandstudio.open(tmp_path / "data", engines=Engines(image=model)) as studio:
        studio.folders.create(name="Acme")
        mark = tmp_path / "mark.png"
        Image.new("RGBA", (40, 20), (20, 60, 160, 255)).save(mark)
        studio.logos.add(folder="acme", file=mark, name="primary")
        made = studio.images.brandify(folder="acme", file=PHOTO).wait()
        model.asked.clear()

        def revised(words: str) -> Any:
            return studio.images.revise(
                folder="acme", image_id=made.id, from_version=1, instructions=words
            ).wait()

        yield revised


def test_where_only_the_background_is_to_change_a_mask_keeps_the_subject(
    model: Model, revise: Revise
) -> None:
    revise("replace the background with a forest")
    revise("make it look like winter")
    background, whole = (asked.mask for asked in model.asked)
    assert whole is None
    assert background is not None
    assert background.shape == model.asked[0].source.shape[:2]
    height, width = background.shape
    assert background[height // 2, width // 2] < 30, "the cup"
    assert background[:40, :40].min() > 220, "the table"


def test_the_logo_is_shown_where_a_revision_speaks_of_one(model: Model, revise: Revise) -> None:
    revise("put our logo on the cup")
    revise("make it look like winter")
    first, second = (asked.logo for asked in model.asked)
    assert second is None
    assert first is not None
    assert first.shape[:2] == (20, 40)


@pytest.mark.parametrize("words", ["remove the background", "supprime le fond", "freistellen"])
def test_a_model_is_never_asked_to_cut_out(model: Model, revise: Revise, words: str) -> None:
    made = revise(words)
    assert model.asked == []
    assert made.open().mode == "RGBA"
    assert any("built-in engine" in said for said in made.versions[-1].warnings)
