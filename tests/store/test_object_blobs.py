"""Files in object storage, on obstore's store in memory: what is decided here and not by a server.
``tests/machines`` carries the same out over a real one, and with the rows in a database server.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lives import objects_of

from brandstudio.errors import ServiceBusy, StudioError
from brandstudio.store import Store
from brandstudio.store.attempts import MOST_TOKENS, Attempts
from brandstudio.store.nearby import NearbyFiles
from brandstudio.store.objects import PART, ObjectBlobs
from brandstudio.store.references import BlobVanished
from tests.conftest import elsewhere

obstore = pytest.importorskip("obstore")
from obstore.store import MemoryStore  # noqa: E402

GIB = 1 << 30
NOW = 1_800_000_000_000


def blobs_of(memory: MemoryStore, data: Path, **given: object) -> ObjectBlobs:
    return ObjectBlobs(memory, data, cache_bytes=GIB, **given)


def store_of(memory: MemoryStore, data: Path, **given: object) -> Store:
    told = elsewhere()
    server = lacking = None
    if "database_url" in told:
        from brandstudio.store.postgres import PostgresDatabase

        server, lacking = PostgresDatabase(told["database_url"]), ("base_url",)
    store = Store(data, blobs=blobs_of(memory, data, **given), server=server, lacking=lacking or ())
    _OPENED.append(store)
    store.prepare()
    return store


_OPENED: list[Store] = []


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while _OPENED:
        _OPENED.pop().close()


@pytest.fixture
def memory() -> MemoryStore:
    told = elsewhere()
    return objects_of(told) if "blobs_url" in told else MemoryStore()


@pytest.fixture
def store(memory: MemoryStore, tmp_path: Path) -> Store:
    return store_of(memory, tmp_path / "data")


def held(store: Store, data: bytes, owner: str = "test:1") -> str:
    """Published and named by a row."""
    blob = store.blobs.publish(data, "image/png")
    with store.write() as tx:
        tx.blobs.keep(blob, owner, store.blobs, NOW)
    return blob.sha256


def release(store: Store, owner: str = "test:1") -> list[str]:
    with store.write() as tx:
        gone = tx.blobs.release(owner)
    store.remove_files(gone)
    return gone


def test_bytes_come_back_by_their_hash(store: Store) -> None:
    blob = store.blobs.publish(b"a picture", "image/png")
    assert blob.sha256 == hashlib.sha256(b"a picture").hexdigest()
    assert store.blobs.read(blob.sha256) == b"a picture"


def test_files_larger_than_a_part_travel_in_parts_and_come_back_whole(
    memory: MemoryStore, tmp_path: Path
) -> None:
    data = os.urandom(PART + 12345)
    name = store_of(memory, tmp_path / "one").blobs.publish(data, "image/png").sha256
    (tmp_path / "one" / "nearby" / name).unlink()
    opened = blobs_of(memory, tmp_path / "one").open(name)
    assert opened.pieces is not None
    pieces = list(opened.pieces(0, len(data)))
    assert b"".join(pieces) == data
    assert max(map(len, pieces)) <= 1 << 20


def test_a_part_of_a_file_is_asked_for_alone(store: Store, tmp_path: Path) -> None:
    name = held(store, bytes(range(256)) * 100)
    (tmp_path / "data" / "nearby" / name).unlink()
    opened = store.blobs.open(name)
    assert opened.pieces is not None
    assert b"".join(opened.pieces(250, 260)) == bytes([*range(250, 256), *range(4)])
    assert not (tmp_path / "data" / "nearby" / name).exists(), "a part is no copy of the whole"


def test_a_second_folder_is_refused_the_prefix_until_it_takes_over(
    memory: MemoryStore, tmp_path: Path
) -> None:
    first = store_of(memory, tmp_path / "first")
    with pytest.raises(StudioError, match="belongs to another studio folder"):
        store_of(memory, tmp_path / "second")
    second = blobs_of(memory, tmp_path / "second")
    second.owning.take_over()
    second.prepare()
    name = held(first, b"made by the one that lost it")
    assert not first.blobs.may_remove()
    release(first)
    assert second.exists(name), "who does not own the prefix removes nothing"


def test_what_nobody_counts_on_is_removed_at_once(store: Store, tmp_path: Path) -> None:
    name = held(store, b"purged")
    assert release(store) == [name]
    assert not store.blobs.exists(name)
    assert not (tmp_path / "data" / "nearby" / name).exists()


def test_a_file_that_was_removed_between_publishing_and_its_row_is_not_named(store: Store) -> None:
    name = held(store, b"the same bytes")
    blob = store.blobs.publish(b"the same bytes", "image/png")
    release(store)
    with pytest.raises(BlobVanished), store.write() as tx:
        tx.blobs.keep(blob, "test:2", store.blobs, NOW)
    assert held(store, b"the same bytes", "test:2") == name
    assert store.blobs.exists(name)


def test_a_file_whose_removal_is_under_way_is_not_named(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(store, b"slow to go")

    def busy(names: list[str]) -> None:
        raise ServiceBusy

    with monkeypatch.context() as patched:
        patched.setattr(store.blobs, "unlink_all", busy)
        release(store)
    blob = store.blobs.publish(b"slow to go", "image/png")
    with pytest.raises(BlobVanished), store.write() as tx:
        tx.blobs.keep(blob, "test:2", store.blobs, NOW)
    assert store.carry_out_removals() == 1, "the next sweep does what could not be done"
    assert held(store, b"slow to go", "test:2") == blob.sha256
    assert store.blobs.exists(blob.sha256)


def test_files_that_are_kept_for_days_may_be_named_again_meanwhile(
    memory: MemoryStore, tmp_path: Path
) -> None:
    store = store_of(memory, tmp_path / "data", keep_seconds=3600)
    name = held(store, b"kept")
    release(store)
    assert store.blobs.exists(name)
    held(store, b"kept", "test:2")
    with store.write() as tx:
        assert tx.removals.state(name) is None
    with store.write() as tx:
        gone = tx.blobs.release("test:2")
        tx.removals.mark(name, time.time_ns() // 1_000_000 - 3_700_000)
    assert gone == [name]
    assert store.carry_out_removals() == 1
    assert not store.blobs.exists(name)


def test_an_object_that_was_damaged_is_written_anew(store: Store, memory: MemoryStore) -> None:
    name = held(store, b"sound bytes")
    obstore.put(memory, f"{name[:2]}/{name}", b"wrong bytes")
    assert store.blobs.problem(name, 11, scrub=False) is None
    assert "another content" in str(store.blobs.problem(name, 11, scrub=True))
    store.blobs.publish(b"sound bytes", "image/png")
    assert store.blobs.problem(name, 11, scrub=True) is None


def test_damaged_objects_are_never_handed_out_whole(
    store: Store, memory: MemoryStore, tmp_path: Path
) -> None:
    data = os.urandom(3 << 20)
    name = held(store, data)
    store.blobs.nearby.drop(name)  # type: ignore[attr-defined]
    obstore.put(memory, f"{name[:2]}/{name}", data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(StudioError, match="damaged"):
        store.blobs.read(name)
    opened = store.blobs.open(name)
    assert opened.pieces is not None
    taken = []
    with pytest.raises(StudioError, match="damaged"):
        taken += opened.pieces(0, len(data))
    assert sum(map(len, taken)) < len(data)
    assert not (tmp_path / "data" / "nearby" / name).exists()


def test_only_files_of_ours_are_listed(store: Store, memory: MemoryStore) -> None:
    name = held(store, b"one")
    obstore.put(memory, "elsewhere/note.txt", b"somebody's")
    assert [(file.name, file.bytes) for file in store.blobs.names()] == [(name, 3)]


def test_names_that_are_no_hash_are_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        store.blobs.read("../../studio.json")


# -- the cache ---------------------------------------------------------------------------------------


def test_the_cache_keeps_within_its_bound_and_takes_the_longest_unused(tmp_path: Path) -> None:
    cache = NearbyFiles(tmp_path, 5000)
    cache.prepare()
    names = []
    for number in range(10):
        data = bytes([number]) * 1000
        names.append(hashlib.sha256(data).hexdigest())
        cache.keep(names[-1], data)
        with_age = time.time() - 1000 + number
        if (tmp_path / names[-1]).exists():
            os.utime(tmp_path / names[-1], (with_age, with_age))
    cache.trim()
    left = {file.name for file in tmp_path.iterdir()}
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 5000
    assert names[-1] in left
    assert names[0] not in left


def test_a_copy_that_was_damaged_on_disk_is_not_used(tmp_path: Path) -> None:
    name = hashlib.sha256(b"copy").hexdigest()
    first = NearbyFiles(tmp_path, GIB)
    first.prepare()
    first.keep(name, b"copy")
    (tmp_path / name).write_bytes(b"cop?")
    assert NearbyFiles(tmp_path, GIB).read(name) is None
    assert not (tmp_path / name).exists()


def test_a_transfer_that_broke_off_leaves_no_copy(tmp_path: Path) -> None:
    cache = NearbyFiles(tmp_path, GIB)
    cache.prepare()
    pieces = cache.teed(hashlib.sha256(b"onetwo").hexdigest(), iter((b"one", b"two")))
    assert next(pieces) == b"one"
    pieces.close()
    assert list(tmp_path.iterdir()) == []


# -- trying again --------------------------------------------------------------------------------------


def patient(**given: object) -> Attempts:
    waits: list[float] = []
    return Attempts(sleep=waits.append, now=lambda: sum(waits), chance=lambda: 0.0, **given)


def failing(times: int) -> Callable[[], str]:
    left = [times]

    def call() -> str:
        if left[0]:
            left[0] -= 1
            raise OSError("down")
        return "answered"

    return call


def test_a_call_that_fails_is_tried_again_until_it_succeeds() -> None:
    assert patient().run(failing(3), lambda error: True) == "answered"


def test_an_error_that_stays_is_told_at_once() -> None:
    call = failing(1)
    with pytest.raises(OSError, match="down"):
        patient().run(call, lambda error: False)
    assert call() == "answered"


def test_tries_end_when_the_time_is_over() -> None:
    with pytest.raises(OSError, match="down"):
        patient(most=100, seconds=5).run(failing(99), lambda error: True)


def test_a_store_that_is_down_is_not_asked_ever_more() -> None:
    attempts, asked = patient(), [0]

    def call() -> None:
        asked[0] += 1
        raise OSError("down")

    for _ in range(100):
        with pytest.raises(OSError, match="down"):
            attempts.run(call, lambda error: True)
    assert asked[0] == 100 + int(MOST_TOKENS)
    for _ in range(5):
        attempts.run(lambda: None, lambda error: True)
    assert attempts.run(failing(1), lambda error: True) == "answered", "successes give tries back"


def test_the_marker_names_the_folder_and_no_more(store: Store, memory: MemoryStore) -> None:
    found = json.loads(bytes(obstore.get(memory, "studio.json").bytes()))
    assert set(found) == {"brandstudio", "owner"}
