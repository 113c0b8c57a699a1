"""The reference is whole and current: every operation, value, error, setting, command, event, table
and price has its place in it.
"""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import click
import pytest
from pages import DOCS, ROOT

from brandstudio import errors, operations, store
from brandstudio.cli.root import cli
from brandstudio.domain.pricing import OPERATIONS as PRICED
from brandstudio.operations import OPERATIONS, AdminOperation

sys.path.insert(0, str(DOCS / "generating"))
import facts
import operation_pages
from wording import anchor

import examples

REFERENCE = DOCS / "reference"


def anchors() -> set[str]:
    return {
        found
        for page in REFERENCE.rglob("*.md")
        for found in re.findall(r"^\(([\w-]+)\)=$", page.read_text(), re.MULTILINE)
    }


def test_the_pages_are_what_the_code_says() -> None:
    checked = subprocess.run(
        [sys.executable, str(DOCS / "generating"), "--check"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert checked.stdout == "", "run: python docs/generating"
    assert checked.returncode == 0, checked.stderr


def test_every_operation_has_its_page_and_its_example() -> None:
    every = [*OPERATIONS]
    every += [
        kind
        for kind in vars(operations).values()
        if isinstance(kind, type)
        and issubclass(kind, AdminOperation)
        and kind is not AdminOperation
    ]
    assert {anchor("operation", kind.__name__) for kind in every} <= anchors()
    assert set(examples.EXAMPLES) <= {kind.__name__ for kind in every}
    pages = "".join(page.read_text() for page in (REFERENCE / "operations").glob("*.md"))
    assert pages.count("```python") == len(every)
    assert pages.count("```http") == len(OPERATIONS)


def test_every_price_is_told_where_it_is_paid() -> None:
    told = {price for operation in operation_pages.every() for price in operation.charges}
    assert told == set(PRICED)


def test_every_error_has_its_heading() -> None:
    assert {anchor("error", code) for code in errors.BY_CODE} <= anchors()


def test_every_setting_has_its_heading() -> None:
    source = (ROOT / "brandstudio" / "settings.py").read_text()
    named = set(re.findall(r'"((?:BRANDSTUDIO|OPENAI|GEMINI|COMFYUI|AWS|OTEL)_[A-Z_]+)"', source))
    assert named == set(facts.SETTINGS)
    assert {anchor("setting", name) for name in named} <= anchors()


def commands(command: click.Command, path: str) -> list[str]:
    context = click.Context(command, info_name=path)
    if not isinstance(command, click.Group):
        return [path]
    names = command.list_commands(context)
    inner = [(name, command.get_command(context, name)) for name in names]
    return [each for name, found in inner if found for each in commands(found, f"{path} {name}")]


def test_every_command_has_its_heading() -> None:
    every = commands(cli, "brandstudio")
    assert len(every) > 40
    assert {anchor("command", path) for path in every} <= anchors()


def test_every_event_is_told() -> None:
    source = "".join(file.read_text() for file in (ROOT / "brandstudio").rglob("*.py"))
    sent = set(re.findall(r'"((?:image|job)\.(?:completed|failed|revised|resized))"', source))
    assert sent == set(facts.EVENTS)


def test_every_table_is_told() -> None:
    database = sqlite3.connect(":memory:")
    for script in sorted((Path(store.__file__).parent / "schema").glob("*.sql")):
        database.executescript(script.read_text())
    rows = database.execute("select name from sqlite_schema where type = 'table'").fetchall()
    tables = {name for (name,) in rows if not name.startswith(("search_items_", "sqlite_"))}
    assert tables - set(facts.TABLES) == set()
    # The store keeps the record of what ran beside the schema itself.
    assert set(facts.TABLES) - tables <= {"schema_migrations"}


@pytest.mark.parametrize("name", ["design-spec", "template", "rule", "rule-check"])
def test_schemas_are_schemas(name: str) -> None:
    import json

    import jsonschema

    schema = json.loads((DOCS / "_static" / "schemas" / f"{name}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    if name == "template":
        for file in (ROOT / "brandstudio" / "assets" / "templates").glob("*.json"):
            jsonschema.validate(json.loads(file.read_text()), schema)


def test_the_map_of_the_tests_has_every_place_on_it() -> None:
    told = (ROOT / "tests" / "README.md").read_text()
    here = [entry for entry in (ROOT / "tests").iterdir() if not entry.name.startswith((".", "_"))]
    places = {f"`{entry.name}/`" for entry in here if entry.is_dir()}
    places |= {f"`{entry.name}`" for entry in here if entry.suffix == ".py"}
    assert {place for place in places if place not in told} == set()


def test_the_guide_names_only_files_that_are_there() -> None:
    named = re.compile(r"`((?:tests|brandstudio|docs|examples)/[\w./-]+\.(?:py|md|json|sql))`")
    wrong = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in [ROOT / "SECURITY.md", *DOCS.rglob("*.md")]
        for name in named.findall(page.read_text())
        if "AREA" not in name and "NAME" not in name and not (ROOT / name).exists()
    ]
    assert wrong == []
