"""What of a brand goes along with a picture that a provider is asked for, and its views on the way."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from sampling import one_of

import brandstudio
from brandstudio.engines.own import Engines
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
)

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#102a6b"/></svg>'


class Watching:
    """An engine that keeps what it was asked and tells of two views."""

    def __init__(self, references: int = 4) -> None:
        self.takes = references
        self.created: list[CreateRequest] = []
        self.edited: list[EditRequest] = []

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities("watching", "w1", True, True, True, references=self.takes)

    def create(self, request: CreateRequest) -> Picture:
        self.created.append(request)
        if request.sketched is not None:
            request.sketched(1, 2)
            request.sketched(2, 2)
        plain = np.full((request.height, request.width, 3), 120, np.uint8)
        return Picture(plain, request.prompt, "w1")

    def edit(self, request: EditRequest) -> Picture:
        self.edited.append(request)
        return Picture(np.asarray(255 - request.source[..., :3]), request.instructions, "w1")

    def extend(self, request: ExtendRequest) -> Picture:
        raise AssertionError


def photo(folder: Path, colour: tuple[int, int, int], side: int = 1500) -> Path:
    path = folder / f"{colour[0]}.jpg"
    rows = np.linspace(0, 80, side).astype(np.uint8)[:, None, None]
    Image.fromarray(np.broadcast_to(np.uint8(colour) + rows, (side, side, 3)).copy()).save(path)
    return path


def told(tmp_path: Path, engine: Watching, **settings: Any) -> brandstudio.LocalStudio:
    """A studio with a brand of two references and a logo, and a folder below it."""
    studio = brandstudio.open(tmp_path / "data", engines=Engines(image=engine), **settings)
    studio.folders.create(name="Acme")
    studio.folders.create(name="Spring", parent="acme")
    ids = [
        studio.library.add(folder="acme", file=photo(tmp_path, colour)).image_id
        for colour in ((10, 60, 90), (150, 20, 40))
    ]
    studio.references.add(folder="acme", domain="photos", category="hero", library_image_ids=ids)
    studio.logos.add(folder="acme", file=io.BytesIO(SVG), name="primary")
    return studio


def test_an_engine_is_shown_the_nearest_references_as_many_as_it_takes(tmp_path: Path) -> None:
    engine = Watching(references=1)
    with told(tmp_path, engine) as studio:
        studio.images.create(folder="acme/spring", prompt="a calm sea", resolution="1K").wait()
    (asked,) = engine.created
    (shown,) = asked.references
    assert max(shown.shape[:2]) == 1024
    assert abs(int(shown[0, 0, 2]) - 90) < 8
    assert asked.logo is None


@pytest.mark.parametrize(
    "prompt", one_of(3, ["Our logo on a wall", "Ein Logo aus Licht", "壁のロゴ"])
)
def test_the_logo_goes_along_where_the_prompt_speaks_of_one(tmp_path: Path, prompt: str) -> None:
    engine = Watching()
    with told(tmp_path, engine) as studio:
        studio.images.create(folder="acme/spring", prompt=prompt, resolution="1K").wait()
    (asked,) = engine.created
    assert len(asked.references) == 2
    assert asked.logo is not None
    assert asked.logo.shape[:2] == (512, 1024)


def test_nothing_leaves_the_house_where_the_engine_takes_none_or_the_setting_says_so(
    tmp_path: Path,
) -> None:
    none, kept = Watching(references=0), Watching()
    for engine, settings in ((none, {}), (kept, {"provider_references": False})):
        folder = tmp_path / str(len(settings))
        folder.mkdir()
        with told(folder, engine, **settings) as studio:
            studio.images.create(folder="acme", prompt="our logo", resolution="1K").wait()
        assert engine.created[0].references == ()
        assert engine.created[0].logo is None


def test_a_picture_moved_into_the_brands_look_is_shown_it_and_a_revision_is_not(
    tmp_path: Path,
) -> None:
    engine = Watching()
    with told(tmp_path, engine) as studio:
        source = photo(tmp_path, (90, 90, 90))
        made = studio.images.brandify(folder="acme", file=source).wait()
        studio.images.revise(image_id=made.id, folder="acme", instructions="invert").wait()
    branded, revised = engine.edited
    assert len(branded.references) == 2
    assert revised.references == ()


def test_views_on_the_way_move_the_progress_of_the_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from brandstudio.context import JobContext

    seen: list[tuple[str, float | None]] = []
    real = JobContext.progress

    def progress(self: JobContext, step: str, message: str, percent: float | None = None) -> None:
        seen.append((message, percent))
        real(self, step, message, percent)

    monkeypatch.setattr(JobContext, "progress", progress)
    with told(tmp_path, Watching()) as studio:
        studio.images.create(folder="acme", prompt="a calm sea", resolution="1K").wait()
    views = [(said, round(percent or 0)) for said, percent in seen if said.startswith("View")]
    assert views == [("View 1 of 2 has come", 33), ("View 2 of 2 has come", 57)]
