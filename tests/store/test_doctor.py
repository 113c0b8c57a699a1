"""The checker finds every seeded corruption (trust goals: I1 to I10), and calls a sound store
sound.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from lives import Life, StoredFiles

from brandstudio.care.advice import advice
from brandstudio.models.library import LibraryItem
from brandstudio.service.session import Session
from brandstudio.store.blobs import Stored
from brandstudio.studio.studio import LocalStudio, Studio
from brandstudio.testing import Bench, picture

HOUR_AGO, DAY = 3600, 86_400


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Life:
    """A store in which a little of everything has happened."""
    made = Life(tmp_path_factory.mktemp("doctor") / "data")
    with made.begun() as bench:
        live(bench)
    return made


@pytest.fixture
def used(lived_in: Life, tmp_path: Path) -> Iterator[Bench]:
    with lived_in.again(tmp_path / "data") as bench:
        yield bench


def add(studio: Studio, folder: str, mark: int) -> LibraryItem:
    return studio.library.add(
        folder=folder, file=picture(64, 48, mark=mark), filename=f"{mark}.png"
    )


def live(bench: Bench) -> None:
    place = bench.workspace("used")
    studio = place.studio()
    place.owner.admin.webhooks.set(url="https://example.com/hooks")
    for name, parent in (("Acme", None), ("Summer", "acme"), ("Launch", "acme/summer")):
        studio.folders.create(name=name, parent=parent)
    one, two = add(studio, "acme", 1), add(studio, "acme/summer", 2)
    gone = add(studio, "acme", 3)
    studio.library.set_hero(folder="acme", image_id=one.image_id)
    studio.references.add(folder="acme", domain="photos", library_image_ids=[one.image_id])
    studio.logos.add(folder="acme", name="main", file=picture(80, 40, mark=9))
    studio.library.delete(folder="acme", image_id=gone.image_id)
    studio.rules.add(folder="acme", kind="copy", text="Say we, not I")
    job = studio.images.resize(
        folder="acme/summer", image_id=two.image_id, aspect_ratio="1:1", resolution="1K"
    )
    bench.run_until_idle()
    cancelled = studio.images.resize(
        folder="acme", image_id=one.image_id, aspect_ratio="1:1", resolution="1K"
    )
    studio.jobs.cancel(job_id=cancelled.job_id)
    bench.run_until_idle()
    assert studio.jobs.get(job_id=job.job_id).status == "completed"
    studio.folders.delete(folder="acme/summer/launch")
    studio.library.create_upload(filename="a", mime_type="image/png", bytes=5)
    assert bench.doctor().problems == []


def sql(*statements: str) -> Callable[[Bench], None]:
    def corrupt(bench: Bench) -> None:
        url = bench.service.settings.database_url
        if url is not None:
            corrupt_server(url, statements)
            return
        with sqlite3.connect(bench.data / "studio.db") as db:
            db.execute("drop trigger ledger_no_update")
            db.execute("drop trigger ledger_no_delete")
            for statement in statements:
                assert db.execute(statement).rowcount != 0, statement
            db.commit()

    return corrupt


def corrupt_server(url: str, statements: Sequence[str]) -> None:
    import psycopg

    with psycopg.connect(url) as db:
        db.execute("set session_replication_role = replica")  # neither triggers nor foreign keys
        for statement in statements:
            assert db.execute(statement).rowcount != 0, statement  # type: ignore[arg-type]


def lose(bench: Bench) -> None:
    files = StoredFiles(bench)
    files.remove(files.names()[0])


def cut(bench: Bench) -> None:
    files = StoredFiles(bench)
    name = files.names()[0]
    files.replace(name, files.read(name)[:-1])


def change(bench: Bench) -> None:
    files = StoredFiles(bench)
    files.flip(files.names()[0])


def stray(bench: Bench) -> None:
    blobs = bench.service.store.blobs
    blob = blobs.publish(b"nobody's", "image/png")
    if blobs.near:
        os.utime(blobs.path(blob.sha256), (time.time() - HOUR_AGO,) * 2)
        return
    listed = blobs.names  # the age of an object is its server's to say

    def aged() -> Iterator[Stored]:
        for one in listed():
            yield one._replace(modified=time.time() - 2 * DAY) if one.name == blob.sha256 else one

    blobs.names = aged  # type: ignore[method-assign]


def leave_temporary(bench: Bench) -> None:
    file = bench.data / "blobs" / "tmp" / "abc"
    file.write_bytes(b"half")
    os.chmod(file, 0o600)
    os.utime(file, (time.time() - HOUR_AGO,) * 2)


def open_to_all(bench: Bench) -> None:
    (bench.data / "secret.key").chmod(0o644)


def damage_page(bench: Bench) -> None:
    with sqlite3.connect(bench.data / "studio.db") as db:
        db.execute("pragma wal_checkpoint(truncate)")
        (root,) = db.execute(
            "select rootpage from sqlite_master where name = 'items_folder'"
        ).fetchone()
        (size,) = db.execute("pragma page_size").fetchone()
    with (bench.data / "studio.db").open("r+b") as file:
        file.seek((root - 1) * size + size // 2)
        file.write(b"\xff" * (size // 2))


CORRUPTIONS: dict[str, tuple[Callable[[Bench], None], str]] = {
    "a file is lost": (lose, "has a row but no file"),
    "a file is cut": (cut, "bytes instead of"),
    "a file is changed": (change, "another content"),
    "a file without a row": (stray, "has no row"),
    "a temporary file left behind": (leave_temporary, "was left behind"),
    "a secret that all may read": (open_to_all, "can be read by others"),
    "a damaged page": (damage_page, ""),
    "a wrong balance": (
        sql("update workspaces set balance = balance + 1 where name = 'used'"),
        "the ledger says",
    ),
    "a lost entry": (
        sql("delete from ledger where id = (select min(id) from ledger where type = 'charge')"),
        "the ledger says",
    ),
    "a wrong amount": (
        sql(
            "update ledger set amount = amount - 1 where type = 'grant' and balance_after = 100000"
        ),
        "its entries say",
    ),
    "a refund of another amount": (
        sql("update ledger set amount = amount + 1 where type = 'refund'"),
        "does not match its charge",
    ),
    "a refund that was taken back": (
        sql("update ledger set type = 'topup', refund_of = null where type = 'refund'"),
        "was not refunded",
    ),
    "a refund of finished work": (
        sql(
            "insert into ledger (txn_id, workspace_id, type, amount, balance_after, description, job_id, refund_of, "
            "created_at) select 'txn_x', c.workspace_id, 'refund', -c.amount, 0, 'x', c.job_id, c.txn_id, 1 from ledger c "
            "join jobs j on j.id = c.job_id where j.status = 'completed' and c.type = 'charge'"
        ),
        "was refunded as well",
    ),
    "a job without a worker": (
        sql("update jobs set status = 'running' where status = 'completed'"),
        "runs without a worker",
    ),
    "an item that waits for nothing": (
        sql("update items set status = 'processing'"),
        "no job works on it",
    ),
    "a version that waits for an ended job": (
        sql("update versions set status = 'processing' where job_id is not null and number = 2"),
        "still waits for it",
    ),
    "a skipped version number": (
        sql("update items set next_version = next_version + 1"),
        "have a gap",
    ),
    "a current version that is none": (
        sql("update items set current_version = 7 where is_hero = 1"),
        "missing or unfinished",
    ),
    "a miscounted item": (
        sql("update items set total_versions = 9 where is_hero = 1"),
        "finished versions, there are",
    ),
    "a version without its file's row": (
        sql("update versions set sha256 = null where number = 1"),
        "finished without a file",
    ),
    "a file that a version does not hold": (
        sql("delete from blob_refs where owner like 'version:%'"),
        "without being counted on it",
    ),
    "a file that a reference does not hold": (
        sql("delete from blob_refs where owner like 'ref:%'"),
        "without being counted on it",
    ),
    "a file that a logo does not hold": (
        sql("delete from blob_refs where owner like 'logo:%'"),
        "without being counted on it",
    ),
    "a file whose row nobody holds": (
        sql("insert into blobs values ('" + "0" * 64 + "', 1, 'image/png', 1)"),
        "no row counts on blob",
    ),
    "a letter that died too soon": (
        sql("update outbox set status = 'dead', receives = 2"),
        "after 2 receives",
    ),
    "a letter that waits for nothing": (
        sql("update outbox set status = 'waiting', next_at = null"),
        "is waiting",
    ),
    "a hero from the trash": (
        sql(
            "update folders set hero_item_id = (select id from items where trashed_at is not null) where hero_item_id > 0"
        ),
        "its hero is not a live item",
    ),
    "a hero of no folder": (sql("update items set is_hero = 1"), "marked as a hero"),
    "two primary logos": (
        sql(
            "insert into logos (folder_id, name, variant, is_primary, sha256, mime_type, width, height, created_at) "
            "select folder_id, 'other', variant, 1, sha256, mime_type, width, height, created_at from logos"
        ),
        "are primary",
    ),
    "six references": (
        sql(
            "insert into golden_references (public_id, folder_id, domain, category, item_id, version, filename, sha256, "
            "mime_type, width, height, created_at) select 'r' || n, folder_id, domain, category, item_id, version, filename, "
            "sha256, mime_type, width, height, 1 from golden_references, "
            "(select 1 as n union select 2 union select 3 union select 4 union select 5)"
        ),
        "references for photos",
    ),
    "a live folder below an archived one": (
        sql(
            "update folders set archived_at = null where slug = 'launch'",
            "update folders set archived_at = 5 where slug = 'summer'",
        ),
        "is live below an archived one",
    ),
    "a folder that lies elsewhere": (
        sql("update folders set path = 'acme/winter' where slug = 'summer'"),
        "where its parent says",
    ),
    "levels that say something else": (
        sql("update folders set l1_id = null where slug = 'summer'"),
        "its levels do not say",
    ),
    "an item in two places": (
        sql("update items set l1_id = 999 where is_hero = 1"),
        "where its folder lies",
    ),
    "an item live and trashed": (
        sql("update items set live = 1 where trashed_at is not null"),
        "trash and live at once",
    ),
    "two folders of one path": (
        sql(
            "drop index folders_live_path",
            "insert into folders (workspace_id, level, slug, name, path, created_at) select workspace_id, level, slug, name, "
            "path, 1 from folders where slug = 'acme'",
        ),
        "two live folders",
    ),
    "a row that points nowhere": (sql("update rules set folder_id = 999"), "names a missing"),
    "a wrong counter": (
        sql("update item_counts set n = n + 1 where scope like 'f:%'"),
        "there are",
    ),
    "an item that search has lost": (
        sql("delete from search_items"),
        "missing from the search index",
    ),
    "tags that filters have lost": (sql("delete from item_tags"), "its tags are not indexed"),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_the_doctor_finds(used: Bench, name: str) -> None:
    corrupt, words = CORRUPTIONS[name]
    corrupt(used)
    found = used.doctor()
    assert not found.ok
    assert any(words in problem for problem in found.problems), found.problems


@pytest.mark.parametrize(
    "name",
    [
        "a file without a row",
        "a temporary file left behind",
        "a wrong counter",
        "an item that search has lost",
        "tags that filters have lost",
        "a secret that all may read",
    ],
)
def test_what_can_be_mended_is_mended(used: Bench, name: str) -> None:
    CORRUPTIONS[name][0](used)
    mended = used.doctor(mend=True)
    assert mended.ok, mended.problems
    assert mended.mended
    assert used.doctor().problems == []


def test_search_works_again_after_mending(used: Bench) -> None:
    CORRUPTIONS["an item that search has lost"][0](used)
    studio = LocalStudio(Session(used.service, used.service.owner("used")))
    assert studio.library.list(q="1.png").items == []
    used.doctor(mend=True)
    assert [item.filename for item in studio.library.list(q="1.png").items] == ["1.png"]


# -- scrubbing and healing -------------------------------------------------------------------------


def damage(bench: Bench) -> str:
    """One bit of a large stored file flipped; its name."""
    files = StoredFiles(bench)
    name = files.names()[-1]
    files.flip(name)
    return name


def test_a_flipped_byte_is_found_by_a_scrub_and_told_with_what_to_do(used: Bench) -> None:
    name = damage(used)
    owner = used.owner()
    assert owner.admin.doctor().ok
    report = owner.admin.doctor(scrub=True)
    assert [problem for problem in report.problems if name[:12] in problem]
    assert "doctor --scrub --from" in report.advice[0]
    assert len(report.advice) == len(report.problems)


def test_a_damaged_file_heals_when_the_same_bytes_come_in_again(used: Bench) -> None:
    files = StoredFiles(used)
    sound = {name: files.read(name) for name in files.names()}
    used.service.store.blobs.publish(sound[damage(used)], "image/png")
    assert used.owner().admin.doctor(scrub=True).ok


def test_damaged_and_missing_files_are_put_back_from_a_backup(used: Bench, tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from brandstudio.store.backup import back_up

    saved = back_up(
        used.service.store.data, tmp_path / "saved.tar", now=datetime(2026, 11, 21, tzinfo=UTC)
    ).path
    StoredFiles(used).remove(damage(used))
    damage(used)
    report = used.owner().admin.doctor(scrub=True, backup=str(saved))
    assert report.ok, report.problems
    assert any("2 of 2 damaged files" in line for line in report.mended)


def test_every_corruption_has_advice_of_its_own(used: Bench) -> None:
    assert "restore" in advice("integrity: row 3 missing from index")
    assert "never" in advice("something nobody thought of")
