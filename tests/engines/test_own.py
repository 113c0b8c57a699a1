"""Engines of other people: given in code, tried by the public check, and held to the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest

import brandstudio
from brandstudio import Engines, errors
from brandstudio.engines.local import LocalImageEngine
from brandstudio.engines.protocols import Capabilities, CreateRequest, Picture
from brandstudio.testing import ManualClock, ScriptedImageEngine, check_image_engine


class Flat:
    """Makes pictures of one colour; what it can't do, the built-in engine does."""

    capabilities = Capabilities("flat", "flat-1", create=True, deterministic=True, offline=True)

    def create(self, request: CreateRequest) -> Picture:
        pixels = numpy.full((request.height, request.width, 3), 90, numpy.uint8)
        return Picture(pixels, request.prompt, "flat-1")

    def edit(self, request: Any) -> Picture:
        raise AssertionError("never asked")

    extend = edit


class Wrong(Flat):
    """Answers with another size."""

    def create(self, request: CreateRequest) -> Picture:
        return Picture(numpy.zeros((5, 5, 3), numpy.uint8), "", "flat-1")


class Broken(Flat):
    """Raises what is its own."""

    def create(self, request: CreateRequest) -> Picture:
        raise KeyError("a bug of its own")


def test_an_engine_given_in_code_makes_the_pictures(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path, engines=Engines(image=Flat())) as studio:
        studio.folders.create(name="Acme")
        made = studio.images.create(folder="acme", prompt="calm sea", resolution="1K").wait()
        assert numpy.asarray(made.open().convert("RGB"))[5, 5].tolist() == [90, 90, 90]
        assert "flat" in {engine.name for engine in studio.admin.engines()}


@pytest.mark.parametrize("engine", [Wrong(), Broken()])
def test_what_such_an_engine_does_wrong_fails_the_job_and_is_refunded(
    engine: Any, tmp_path: Path
) -> None:
    with brandstudio.open(tmp_path, engines=Engines(image=engine)) as studio:
        studio.folders.create(name="Acme")
        before = studio.admin.credits.balance().balance
        with pytest.raises(errors.UpstreamError, match="flat"):
            studio.images.create(folder="acme", prompt="calm sea", resolution="1K").wait()
        assert studio.admin.credits.balance().balance == before


def test_the_check_passes_what_keeps_the_protocol_and_lists_all_that_does_not() -> None:
    assert len(check_image_engine(LocalImageEngine())) == 9
    assert len(check_image_engine(ScriptedImageEngine())) >= 8
    assert check_image_engine(Flat())
    with pytest.raises(AssertionError, match=r"5 x 5 pixels, not 64 x 64(.|\n)*320 x 180"):
        check_image_engine(Wrong())
    with pytest.raises(AssertionError, match="KeyError, which an engine never may"):
        check_image_engine(Broken())


def test_what_is_no_engine_is_refused_by_what_it_lacks() -> None:
    with pytest.raises(TypeError, match="lacks capabilities, create, edit, extend"):
        Engines(image=object())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"write Flat\(\)"):
        Engines(image=Flat)  # type: ignore[arg-type]


def test_clock_and_ids_can_be_given(tmp_path: Path) -> None:
    clock, made = ManualClock(), []

    def new_id(prefix: str) -> str:
        made.append(prefix)
        return f"{prefix}_{len(made):032x}"

    with brandstudio.open(tmp_path, clock=clock, new_id=new_id) as studio:
        studio.folders.create(name="Acme")
        job = studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
        assert job.job_id.startswith("job_0000")
        created = studio.jobs.get(job_id=job.job_id).created_at
        clock.advance(days=2)
        later = studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
        assert (studio.jobs.get(job_id=later.job_id).created_at - created).days == 2
