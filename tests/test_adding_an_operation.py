"""An operation with a route and a command is added by edits of six files, as CONTRIBUTING says, and
is then there everywhere: in process, over HTTP, in the API's document, on the command line and in
the reference, with an example that runs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import brandstudio

ROOT = Path(brandstudio.__file__).parent
TESTS = Path(__file__).parent

Addition = tuple[str, str]
"""What is added, before every place where the first text stands."""

EDITS: dict[str, tuple[Addition, ...]] = {
    # What is asked, and all that a transport needs to know of it.
    "operations/style.py": (
        (
            "class AddRule(",
            '''class ListOwnRules(Operation[RuleList]):
    """The rules that stand at this very folder."""

    route = Route(
        "GET",
        "/v1/folders/{level1}/own-rules",
        Scope.READ,
        errors=(FolderNotFound,),
        extension=True,
    )
    folder: FolderPath


''',
        ),
    ),
    # Its place among all operations.
    "operations/__init__.py": (
        ("    ListRules,\n", "    ListOwnRules,\n"),
        ('    "ListRules",\n', '    "ListOwnRules",\n'),
    ),
    # The answer.
    "handlers/style.py": (
        ("    ListRules,\n", "    ListOwnRules,\n"),
        (
            "def add_rule(",
            """def list_own_rules(ctx: Context, op: ListOwnRules) -> RuleList:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        return RuleList(rules=[showing.rule(row, place) for row in tx.rules.list(place.id)])


""",
        ),
    ),
    # Its place among all answers.
    "handlers/__init__.py": (
        ("    ops.AddRule:", "    ops.ListOwnRules: style.list_own_rules,\n"),
    ),
    # The method of the studio.
    "studio/groups.py": (("    add = Verb(ops.AddRule)", "    own = Verb(ops.ListOwnRules)\n"),),
    # The command.
    "cli/rules.py": (
        (
            "    declared(\n        ops.AddRule,",
            '    declared(ops.ListOwnRules, "own", Shape("rules own acme")),\n',
        ),
    ),
}

USE = """
import json
import sys
from pathlib import Path
import httpx
from brandstudio.errors import FolderNotFound
from brandstudio.testing import Bench

data = Path(sys.argv[1])
said = {}
with Bench(data) as bench:
    owner = bench.owner()
    owner.folders.create(name="Acme")
    owner.folders.create(name="Summer", parent="acme")
    owner.rules.add(folder="acme", kind="copy", text="Say we")
    owner.rules.add(folder="acme/summer", kind="copy", text="Say you")
    said["here"] = [rule.text for rule in owner.rules.own(folder="acme/summer").rules]
    key = owner.admin.keys.create(level="read", name="reader").secret
    from brandstudio import connect
    with connect(bench.url, api_key=key) as remote:
        said["there"] = [rule.text for rule in remote.rules.own(folder="acme/summer").rules]
        try:
            remote.rules.own(folder="acme/ghost")
        except FolderNotFound as error:
            said["missing"] = error.details["level"]
    answer = httpx.get(f"{bench.url}/v1/folders/acme/own-rules", headers={"x-api-key": key})
    said["wire"] = [answer.status_code, [rule["text"] for rule in answer.json()["rules"]]]
    said["paths"] = list(httpx.get(f"{bench.url}/v1/openapi.json").json()["paths"])
print(json.dumps(said))
"""


REFERENCE = """
import json
from furnishing import furnished
from operation_pages import pages

page = pages()["reference/operations/rules.md"]
section = page.partition("## rules.own")[2].partition("(operation-")[0]
example = section.partition("```python")[2].partition("```")[0].strip()
names = furnished()
names["studio"].rules.add(folder="acme", kind="copy", text="Say we")
rules = eval(example, names).rules
print(json.dumps({"section": section, "example": example, "rules": [rule.text for rule in rules]}))
"""


def edited(target: Path) -> None:
    """A copy of the package with the operation added."""
    shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns("__pycache__", "assets"))
    (target / "assets").symlink_to(ROOT / "assets", target_is_directory=True)
    for name, additions in EDITS.items():
        text = (target / name).read_text()
        for before, added in additions:
            assert before in text, f"{name} has no {before!r} any more"
            text = text.replace(before, added + before)
        (target / name).write_text(text)


@pytest.mark.slow
def test_an_operation_is_added_by_edits_of_six_files(tmp_path: Path) -> None:
    assert len(EDITS) <= 6
    edited(tmp_path / "src" / "brandstudio")
    told = [TESTS.parent / "docs" / "generating", TESTS / "docs"]
    paths = os.pathsep.join(map(str, [tmp_path / "src", *told]))
    environment = os.environ | {"PYTHONPATH": paths}
    data = tmp_path / "data"

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    said = json.loads(run("-c", USE, str(data)).splitlines()[-1])
    assert said["here"] == said["there"] == ["Say you"]
    assert said["missing"] == 2
    assert said["wire"] == [200, ["Say we"]]
    assert any(path.endswith("/own-rules") for path in said["paths"])
    shown = json.loads(
        run("-m", "brandstudio", "--data", str(data), "--json", "rules", "own", "acme")
    )
    assert [rule["text"] for rule in shown["rules"]] == ["Say we"]
    assert "own" in run("-m", "brandstudio", "rules", "--help")
    told_of = json.loads(run("-c", REFERENCE).splitlines()[-1])
    assert told_of["example"] == 'studio.rules.own(folder="acme")'
    assert "GET /v1/folders/acme/own-rules HTTP/1.1" in told_of["section"]
    assert "Say we" in told_of["rules"]
