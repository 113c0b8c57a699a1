"""Values as frames with typed columns, and the library as a file."""

from __future__ import annotations

import csv
import json
from datetime import UTC
from pathlib import Path

import polars
import pyarrow
import pyarrow.parquet
import pytest

from brandstudio import errors
from brandstudio.models.frames import columns_of
from brandstudio.models.library import LibraryItem
from brandstudio.studio import file_groups
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, picture


@pytest.fixture
def filled(studio: Studio, quick_intake: None) -> Studio:
    studio.folders.ensure("acme/spring")
    for mark, folder in enumerate(["acme", "acme", "acme/spring"]):
        studio.library.add(folder=folder, file=picture(64, 48, mark=mark), filename=f"{mark}.png")
    return studio


def test_the_ledger_is_the_same_table_in_three_libraries(filled: Studio) -> None:
    ledger = filled.credits.transactions()
    frame, table, arrow = ledger.to_pandas(), ledger.to_polars(), ledger.to_arrow()
    assert str(frame["created_at"].dtype) == "datetime64[us, UTC]"
    assert str(frame["credits"].dtype) == "float64"
    assert table.schema["created_at"] == polars.Datetime("us", "UTC")
    assert arrow.schema.field("created_at").type == pyarrow.timestamp("us", tz="UTC")
    assert list(frame.columns) == table.columns == arrow.column_names
    assert frame["txn_id"].tolist() == table["txn_id"].to_list() == [t.txn_id for t in ledger]
    assert table["image_id"].to_list() == arrow.column("image_id").to_pylist()
    assert table["image_id"].to_list() == [t.metadata.image_id for t in ledger]
    assert table["created_at"].to_list() == [t.created_at.astimezone(UTC) for t in ledger]


def test_an_empty_list_keeps_its_columns_and_their_types(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    empty = studio.library.list(folder="acme")
    assert empty.to_polars().schema["width"] == polars.Int64
    assert str(empty.to_pandas()["width"].dtype) == "Int64"
    assert empty.to_arrow().num_rows == 0
    assert set(empty.to_arrow().column_names) == set(columns_of(LibraryItem))


def test_no_table_holds_a_link(filled: Studio) -> None:
    frame = filled.library.list().to_pandas()
    assert len(frame) == 3
    assert not [name for name in frame.columns if "url" in name]
    assert "/files/" not in frame.to_csv()
    assert frame["tags"].tolist() == [[], [], []]


def test_an_image_is_the_table_of_its_versions(shared_bench: Bench, studio: Studio) -> None:
    studio.folders.create(name="Acme")
    accepted = studio.images.create(folder="acme", prompt="a sea", resolution="1K")
    shared_bench.run_until_idle()
    image = accepted.wait(progress=False)
    assert image.to_polars()["prompt"].to_list() == ["a sea"]
    assert str(image.to_pandas()["based_on"].dtype) == "Int64"


def test_results_of_a_batch_are_a_table(filled: Studio) -> None:
    rows = [{"headline": "One"}, {"words": "none"}]
    result = filled.designs.batch(rows, folder="acme", size="square", dry_run=True, progress=False)
    assert result.to_polars()["status"].to_list() == ["valid", "invalid"]
    assert result.to_arrow().column("row").to_pylist() == [1, 2]


def test_the_whole_library_is_a_table_however_many_pages_it_has(
    filled: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_groups, "PAGE", 2)
    frame, table = filled.library.to_pandas(), filled.library.to_polars()
    arrow = filled.library.to_arrow(folder="acme", subtree=False)
    assert frame["filename"].tolist() == table["filename"].to_list() == ["0.png", "1.png", "2.png"]
    assert arrow.column("folder").to_pylist() == ["acme", "acme"]
    assert str(frame["created_at"].dtype) == "datetime64[us, UTC]"
    assert not [name for name in frame.columns if "url" in name]


def test_the_library_is_exported_in_three_forms(filled: Studio, tmp_path: Path) -> None:
    wanted = ["0.png", "1.png", "2.png"]
    assert filled.library.export(tmp_path / "items.parquet") == 3
    table = pyarrow.parquet.read_table(tmp_path / "items.parquet")
    assert table.column("filename").to_pylist() == wanted
    assert table.schema.field("created_at").type == pyarrow.timestamp("us", tz="UTC")
    assert filled.library.export(tmp_path / "items.csv") == 3
    with (tmp_path / "items.csv").open(newline="") as file:
        assert [row["filename"] for row in csv.DictReader(file)] == wanted
    assert filled.library.export(tmp_path / "items.jsonl", folder="acme", subtree=False) == 2
    lines = (tmp_path / "items.jsonl").read_text().splitlines()
    assert [json.loads(line)["folder"] for line in lines] == ["acme", "acme"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "items.csv",
        "items.jsonl",
        "items.parquet",
    ]


def test_an_export_that_fails_leaves_the_old_file(filled: Studio, tmp_path: Path) -> None:
    (tmp_path / "items.csv").write_text("mine")
    with pytest.raises(errors.FolderNotFound):
        filled.library.export(tmp_path / "items.csv", folder="nobody")
    with pytest.raises(errors.ValidationError, match="path"):
        filled.library.export(tmp_path / "items.xlsx")
    assert [file.name for file in tmp_path.iterdir()] == ["items.csv"]
    assert (tmp_path / "items.csv").read_text() == "mine"


def test_a_spreadsheet_finds_no_formula_in_what_people_wrote(
    filled: Studio, tmp_path: Path
) -> None:
    item = filled.library.list().items[0]
    filled.library.update(folder=item.folder, image_id=item.image_id, title="=1+1")
    filled.library.export(tmp_path / "items.csv")
    assert "'=1+1" in (tmp_path / "items.csv").read_text()
