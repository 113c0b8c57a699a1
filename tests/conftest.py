"""One bench for the whole run; every test works in a workspace of its own."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from PIL import Image

from brandstudio.models.library import LibraryItem
from brandstudio.pixels import intake, subject
from brandstudio.pixels.facts import PictureFacts
from brandstudio.pixels.intake import take_in
from brandstudio.pixels.subject import F32
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport, picture

# On a loaded machine drawing an example takes as long as it takes: that is no fault of what is tested.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# Fourteen thousand tests and what they import stay for the whole run. Looking through them for what could
# be let go, at Python's own thresholds, took half of collecting them and a fifth of the terminal studio's tests.
gc.set_threshold(20_000, 20, 20)


def elsewhere() -> dict[str, Any]:
    """Settings of a bench whose files lie in a bucket, below a prefix of its own, or whose database
    is one of a server; none where neither is named. ``tests/machines`` runs the contract so.
    """
    return {**_bucket(), **_database()}


def _database() -> dict[str, Any]:
    server = os.environ.get("TEST_POSTGRES")
    if not server:
        return {}
    import psycopg

    name = f"studio_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"create database {name}")  # type: ignore[arg-type]
    return {"database_url": server.rpartition("/")[0] + f"/{name}"}


def _bucket() -> dict[str, Any]:
    endpoint = os.environ.get("TEST_S3_ENDPOINT")
    if not endpoint:
        return {}
    return {
        "blobs_url": f"s3://{os.environ['TEST_S3_BUCKET']}/{uuid4().hex}",
        "s3_endpoint": endpoint,
        "s3_region": "us-east-1",
        "s3_access_key_id": os.environ["TEST_S3_KEY"],
        "s3_secret_access_key": os.environ["TEST_S3_SECRET"],
    }


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("TEST_POSTGRES"):
        skipped = pytest.mark.skip(reason="the database is in a server, not in a file")
        for item in items:
            if item.get_closest_marker("folder") is not None:
                item.add_marker(skipped)


@pytest.fixture(scope="session")
def shared_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with Bench(tmp_path_factory.mktemp("bench") / "data", **elsewhere()) as bench:
        yield bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A bench of the test's own, for tests that look at the folder, break it or move its clock."""
    with Bench(tmp_path / "data", **elsewhere()) as made:
        yield made


@pytest.fixture
def place(shared_bench: Bench) -> Place:
    """A new workspace with 1000 credits."""
    return shared_bench.workspace()


@pytest.fixture(params=["process", "http", "async"])
def transport(request: pytest.FixtureRequest) -> Transport:
    chosen: Transport = request.param
    return chosen


@pytest.fixture
def studio(place: Place, transport: Transport) -> Iterator[Studio]:
    """The workspace through a key of level full, over each transport in turn."""
    with place.studio(transport) as made:
        yield made


#: Where pictures are put away, priced, listed, sent and shown, nobody asks what is seen on them: no
#: network looks there, and subjects are found by saliency alone. A test that asks takes ``sighted``.
BLIND = {"cli", "contract", "http", "notebooks", "operations", "store", "tui"}


@pytest.fixture(scope="session")
def remembering() -> Callable[[str], Any]:
    """The same few pictures are looked at in many tests: what a network sees on one is kept."""
    own = subject._network

    @cache
    def loaded(name: str) -> Callable[[F32], list[F32]] | None:
        run = own(name)
        if run is None:
            return None

        @lru_cache(maxsize=24)
        def kept(shape: tuple[int, ...], given: bytes) -> list[F32]:
            return run(np.frombuffer(given, np.float32).reshape(shape))

        # A copy for each test: nobody finds what another has changed.
        def once(given: F32) -> list[F32]:
            return [layer.copy() for layer in kept(given.shape, given.tobytes())]

        return once

    return loaded


@pytest.fixture(scope="session", autouse=True)
def looked_at_once(remembering: Callable[[str], Any]) -> Iterator[Callable[[str], Any]]:
    """Gives what loads the networks as they are, for a test of whether they see the same twice."""
    own = subject._network
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subject, "_network", remembering)
        yield own


@pytest.fixture(scope="module", autouse=True)
def blind(request: pytest.FixtureRequest) -> Iterator[None]:
    """No network looks, in the folders that ``BLIND`` names and beside them."""
    folder = request.path.relative_to(Path(__file__).parent).parts[0]
    with pytest.MonkeyPatch.context() as patch:
        if folder in BLIND or folder.endswith(".py"):
            patch.setattr(subject, "_network", lambda name: None)
        yield


@pytest.fixture
def sighted(remembering: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The networks look, where ``blind`` has taken them away."""
    monkeypatch.setattr(subject, "_network", remembering)


@pytest.fixture(autouse=True)
def drills_see(request: pytest.FixtureRequest) -> None:
    """Drills have the time for it."""
    if request.node.get_closest_marker("slow") is not None:
        request.getfixturevalue("sighted")


@pytest.fixture(scope="session", autouse=True)
def measured_once() -> Iterator[None]:
    """The same small pictures come in, and are made, over each transport: each is measured once."""
    own = intake.find_facts

    @lru_cache(maxsize=48)
    def kept(blind: bool, mode: str, size: tuple[int, int], pixels: bytes) -> PictureFacts:
        return own(Image.frombytes(mode, size, pixels))

    def once(image: Image.Image) -> PictureFacts:
        if image.width * image.height > 1_100_000:
            return own(image)
        # A test may have taken the networks away.
        blind = subject.network("u2netp.onnx") is None
        return kept(blind, image.mode, image.size, image.tobytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(intake, "find_facts", once)
        yield


@pytest.fixture(scope="session")
def quick_intake() -> Iterator[None]:
    """The same small pictures come in hundreds of times: each is decoded and measured once."""
    from brandstudio.pipelines import library

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "take_in", lru_cache(maxsize=512)(take_in))
        yield


@pytest.fixture
def add(quick_intake: None) -> Callable[..., LibraryItem]:
    """Adds a small picture to a folder; each ``mark`` is another picture."""

    def add_picture(
        studio: Studio, folder: str = "acme", mark: int = 1, **more: object
    ) -> LibraryItem:
        return studio.library.add(
            folder=folder, file=picture(64, 48, mark=mark), filename=f"{mark}.png", **more
        )  # type: ignore[arg-type]

    return add_picture
