"""The views that people ask in SQL: their columns are a promise, and nothing else is to be had."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pandas
import pytest
import sqlite_utils

import brandstudio
from brandstudio import LocalStudio, Slots
from brandstudio.testing import picture

PROMISED = {
    "items": "image_id folder kind status live title description tags filename prompt mime_type "
    "width height bytes score current_version total_versions is_hero duplicate_of "
    "client_reference_id error created_at updated_at trashed_at",
    "versions": "image_id folder version status operation based_on job_id variant_id prompt engine "
    "aspect_ratio resolution output_format mime_type width height bytes score warnings created_at "
    "finished_at",
    "designs": "variant_id job_id folder position template size status score contrast_failures "
    "assessment warnings txn_id client_reference_id error created_at",
    "charges": "txn_id type credits balance_after description operation folder image_id job_id "
    "variant_id refund_of client_reference_id created_at",
    "events": "event_id event image_id job_id version status receives created_at delivered_at",
    "jobs": "job_id kind operation folder image_id version status step message percent attempts "
    "error client_reference_id created_at updated_at",
}
"""A column may be added, at the end; none goes, and none changes its name."""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "data", allow_private_hosts=["127.0.0.1"]) as made:
        made.folders.create(name="Acme")
        yield made


@pytest.fixture
def used(studio: LocalStudio) -> LocalStudio:
    studio.admin.webhooks.set(url="https://127.0.0.1:9/hook")
    studio.library.add(folder="acme", file=picture(300, 200))
    studio.designs.create(
        folder="acme", size="square", template="split", slots=Slots(headline="Open on Saturday")
    ).wait()
    studio.admin.webhooks.test()
    return studio


def test_the_columns_are_those_that_were_promised(studio: LocalStudio) -> None:
    with studio.database() as db:
        assert isinstance(db, sqlite_utils.Database)
        found = {name: " ".join(db[name].columns_dict) for name in db.view_names()}
        assert found == PROMISED
        assert db.table_names() == []
        assert [view.name for view in db.views] == list(PROMISED)


def test_the_views_tell_what_the_calls_tell(used: LocalStudio) -> None:
    with used.database() as db:
        [item] = db["items"].rows
        said = used.library.get(image_id=item["image_id"], folder="acme")
        assert (item["folder"], item["title"], item["width"]) == ("acme", said.title, 300)
        assert item["created_at"] == said.created_at.strftime("%Y-%m-%dT%H:%M:%S.") + (
            f"{said.created_at.microsecond // 1000:03d}Z"
        )
        [version] = db["versions"].rows
        assert (version["image_id"], version["version"]) == (item["image_id"], 1)
        [design] = db["designs"].rows
        [job] = db["jobs"].rows
        banner = used.designs.get(job_id=job["job_id"]).variants[0]
        assert design["variant_id"] == banner.variant_id
        assert design["score"] == banner.scores.total
        [event] = db["events"].rows
        assert event["event"] == "image.completed"
        total = db.execute("select sum(credits) from charges").fetchone()[0]
        assert total == used.admin.credits.balance().balance
        frame = pandas.read_sql("select * from charges where type = 'charge'", db.conn)
        assert sorted(frame["credits"]) == [-2.0, -1.0]


def test_what_is_committed_later_is_seen_by_the_next_query(studio: LocalStudio) -> None:
    with studio.database() as db:
        assert db["items"].count == 0
        studio.library.add(folder="acme", file=picture(30, 20))
        assert db["items"].count == 1


@pytest.mark.parametrize(
    "asked",
    [
        "select * from api_keys",
        "select hash from studio.api_keys",
        "select secret from studio.webhooks",
        "select * from studio.items",
        "select * from studio.public_items",
        "select count(*) from studio.jobs",
        "select payload from studio.outbox",
        "select sql from studio.sqlite_master",
        "select i.title, k.hash from items i, studio.api_keys k",
        "pragma query_only = off",
        "pragma writable_schema = on",
    ],
)
def test_nothing_behind_the_views_is_to_be_had(used: LocalStudio, asked: str) -> None:
    with (
        used.database() as db,
        pytest.raises(sqlite3.DatabaseError, match=r"prohibited|authorized"),
    ):
        db.execute(asked).fetchall()


@pytest.mark.parametrize(
    "change",
    [
        "delete from items",
        "insert into jobs (job_id) values ('job_1')",
        "update studio.workspaces set balance = 1000000",
        "drop view items",
        "create table mine (a)",
        "attach database ':memory:' as other",
    ],
)
def test_nothing_is_written(used: LocalStudio, change: str) -> None:
    with used.database() as db, pytest.raises(sqlite3.DatabaseError):
        db.execute(change)
    assert used.admin.doctor().ok


def test_no_column_holds_a_secret_a_link_or_a_hash(used: LocalStudio, tmp_path: Path) -> None:
    key = used.admin.keys.create(name="shop", level="full").secret
    secret = used.admin.webhooks.set(url="https://127.0.0.1:9/hook").secret
    file = sqlite3.connect(tmp_path / "data" / "studio.db")
    hashes = [row[0] for row in file.execute("select sha256 from blobs")]
    file.close()
    assert hashes
    with used.database() as db:
        everything = repr([list(db[name].rows) for name in db.view_names()])
    for hidden in (key, secret, "/files/", *hashes):
        assert hidden is not None
        assert hidden not in everything


def test_a_workspace_sees_its_own_rows_alone(used: LocalStudio, tmp_path: Path) -> None:
    used.admin.workspaces.create(name="other")
    with brandstudio.open(tmp_path / "data", workspace="other") as other, other.database() as db:
        assert [row["type"] for row in db["charges"].rows] == ["grant"]
        counts = {name: db[name].count for name in db.view_names() if name != "charges"}
        assert counts == dict.fromkeys(PROMISED.keys() - {"charges"}, 0)


def test_only_an_open_studio_of_this_process_has_one(studio: LocalStudio) -> None:
    assert not hasattr(brandstudio.Studio, "database")
    studio.close()
    with pytest.raises(RuntimeError, match="closed"):
        studio.database()


def test_a_copy_for_others_is_a_database_of_tables(used: LocalStudio, tmp_path: Path) -> None:
    report = sqlite_utils.Database(tmp_path / "report.db")
    with used.database() as db:
        for name in db.view_names():
            report.table(name).insert_all(db[name].rows)
    assert report["designs"].count == 1
    report.close()
