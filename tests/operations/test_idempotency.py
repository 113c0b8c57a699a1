"""Idempotency keys: the first answer again, for 24 hours (decisions: Idempotency-Key)."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import one_row_of

from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport, picture

Add = Callable[..., LibraryItem]


def test_the_same_request_gives_the_first_result_again(
    studio: Studio, place: Place, quick_intake: None
) -> None:
    studio.folders.create(name="Acme", idempotency_key="f")
    again = studio.folders.create(name="Acme", idempotency_key="f")
    assert again.slug == "acme"
    assert len(studio.folders.list().level1_folders) == 1
    key = studio.library.upload(picture(64, 48), "a.png")
    before = place.balance
    first = studio.library.add(folder="acme", url=key, idempotency_key="a")
    second = studio.library.add(folder="acme", url=key, idempotency_key="a")
    assert (second.image_id, before - place.balance) == (first.image_id, 1)
    assert second.model_dump(exclude={"url", "thumbnail_url"}) == first.model_dump(
        exclude={"url", "thumbnail_url"}
    )


def test_another_body_under_the_same_key_is_a_conflict(studio: Studio) -> None:
    studio.folders.create(name="Acme", idempotency_key="k")
    for call in (
        lambda: studio.folders.create(name="Acme!", idempotency_key="k"),
        lambda: studio.folders.duplicate(folder="acme", idempotency_key="k"),
    ):
        with pytest.raises(errors.IdempotencyConflict):
            call()


def test_an_error_frees_the_key(studio: Studio) -> None:
    with pytest.raises(errors.FolderNotFound):
        studio.folders.create(name="Summer", parent="acme", idempotency_key="k")
    studio.folders.create(name="Acme")
    assert (
        studio.folders.create(name="Summer", parent="acme", idempotency_key="k").path
        == "acme/summer"
    )


def test_a_key_belongs_to_its_workspace(
    studio: Studio, shared_bench: Bench, transport: Transport
) -> None:
    studio.folders.create(name="Acme", idempotency_key="k")
    other = shared_bench.workspace().studio(transport)
    assert other.folders.create(name="Other", idempotency_key="k").slug == "other"


def test_a_lower_key_does_not_read_the_answer_of_a_higher_one(
    studio: Studio, place: Place, transport: Transport
) -> None:
    studio.folders.create(name="Acme")
    studio.folders.duplicate(folder="acme", idempotency_key="k")
    with pytest.raises(errors.InsufficientScope):
        place.studio(transport, "create").folders.duplicate(folder="acme", idempotency_key="k")


def test_links_in_a_repeated_answer_are_fresh(bench: Bench, quick_intake: None) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    key = studio.library.upload(picture(64, 48))
    first = studio.library.add(folder="acme", url=key, idempotency_key="a")
    bench.manual_clock.advance(hours=23)
    with pytest.raises(errors.NotFound):
        studio.read(first.url or "")
    again = studio.library.add(folder="acme", url=key, idempotency_key="a")
    assert studio.read(again.url or "")


def test_a_key_is_forgotten_after_24_hours(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme", idempotency_key="k")
    bench.manual_clock.advance(hours=24)
    assert studio.folders.create(name="Other", idempotency_key="k").slug == "other"


def test_a_repeated_answer_does_not_lengthen_the_life_of_anothers_link(
    bench: Bench, quick_intake: None
) -> None:
    theirs = bench.workspace().studio()
    theirs.folders.create(name="Acme")
    link = theirs.library.add(folder="acme", file=picture(64, 48)).url or ""
    mine = bench.workspace().studio()
    mine.folders.create(name="Acme")
    said = mine.rules.add(folder="acme", kind="copy", text=link, idempotency_key="k")
    bench.manual_clock.advance(hours=2)
    again = mine.rules.add(folder="acme", kind="copy", text=link, idempotency_key="k")
    assert again.text == said.text == link


def test_no_link_and_no_upload_token_is_at_rest_in_the_clear(
    bench: Bench, quick_intake: None
) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    ticket = studio.library.create_upload(
        filename="a.png", mime_type="image/png", bytes=3, idempotency_key="u"
    )
    item = studio.library.add(folder="acme", file=picture(64, 48), idempotency_key="a")
    secrets = [ticket.upload_url.rpartition("/")[2], (item.url or "").rpartition("/")[2]]
    assert (
        studio.library.create_upload(
            filename="a.png", mime_type="image/png", bytes=3, idempotency_key="u"
        )
        == ticket
    )
    for file in bench.data.glob("studio.db*"):
        kept = file.read_bytes()
        for secret in secrets:
            assert secret.encode() not in kept
            assert secret.rpartition(".")[2].encode() not in kept


def test_while_the_first_is_under_way_the_second_waits_its_turn(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    seen: list[str] = []

    def meanwhile(url: str) -> bytes:
        with pytest.raises(errors.IdempotencyInProgress):
            studio.library.add(folder="acme", url="https://example.com/a.png", idempotency_key="k")
        with pytest.raises(errors.IdempotencyConflict):
            studio.library.add(folder="acme", url="https://example.com/b.png", idempotency_key="k")
        seen.append(url)
        return picture(64, 48)

    bench.engines.fetcher.answers["https://example.com/a.png"] = meanwhile
    studio.library.add(folder="acme", url="https://example.com/a.png", idempotency_key="k")
    assert len(seen) == 1


def test_of_many_at_once_one_is_carried_out(bench: Bench) -> None:
    place = bench.workspace()
    studio = place.studio()

    def create(_: int) -> str:
        for _ in range(200):
            try:
                return studio.folders.create(name="Acme", idempotency_key="k").slug
            except errors.IdempotencyInProgress:
                continue
        raise AssertionError("in progress for ever")

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(create, range(40))) == {"acme"}
    assert len(studio.folders.list().level1_folders) == 1


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["One", "Two", ""])), max_size=12)
)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_key_stands_for_one_request(shared_bench: Bench, requests: list[tuple[str, str]]) -> None:
    """Against a model: the first request that succeeds owns its key; failures own nothing."""
    studio = shared_bench.workspace().studio()
    owners: dict[str, str] = {}
    made = 0
    for key, name in requests:
        outcome: Any
        try:
            outcome = studio.folders.create(name=name or " ", idempotency_key=key).name
        except errors.StudioError as error:
            outcome = error.code
        if key in owners:
            assert outcome == (name if owners[key] == name else "IDEMPOTENCY_CONFLICT")
        elif name:
            assert outcome == name
            owners[key] = name
            made += 1
        else:
            assert outcome == "VALIDATION_ERROR"
    assert len(studio.folders.list().level1_folders) == made


_DYING = """
    import os, sys
    from pathlib import Path
    from brandstudio.testing import Bench, picture
    point, count = sys.argv[2], int(sys.argv[3])
    def fault(name):
        global count
        if armed and name == point:
            count -= 1
            if count == 0:
                os._exit(9)
    armed = False
    bench = Bench(Path(sys.argv[1]), fault=fault)
    studio = bench.service and bench.owner()
    armed = True
    studio.folders.create(name="Acme", idempotency_key="k")
"""


@pytest.mark.parametrize(
    ("point", "count", "accepted"),
    one_row_of(
        3,
        [
            ("before commit", 1, False),
            ("after commit", 1, False),
            ("before commit", 2, False),
            ("after commit", 2, True),
        ],
    ),
)
def test_the_crash_of_the_first_process_frees_the_key_or_leaves_its_answer(
    tmp_path: Path, point: str, count: int, accepted: bool
) -> None:
    """Commit 1 takes the key, commit 2 accepts and keeps the answer."""
    with Bench(tmp_path / "data"):
        pass
    died = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(_DYING), str(tmp_path / "data"), point, str(count)],
        env=os.environ,
        check=False,
    )
    assert died.returncode == 9
    with Bench(tmp_path / "data") as bench:
        studio = bench.owner()
        assert len(studio.folders.list().level1_folders) == accepted
        assert studio.folders.create(name="Acme", idempotency_key="k").slug == "acme"
        assert len(studio.folders.list().level1_folders) == 1
        assert bench.doctor().problems == []


@pytest.mark.folder
def test_nothing_readable_of_a_request_is_kept_with_its_key(bench: Bench) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Very Private Name", idempotency_key="k")
    with sqlite3.connect(bench.data / "studio.db") as db:
        ((digest, result),) = db.execute("select hash, result from idempotency").fetchall()
    assert len(digest) == hashlib.sha256().digest_size
    assert "Private" not in result
