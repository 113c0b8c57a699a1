"""Who may import whom, and how light ``import brandstudio`` is: the house's walls, read from the
syntax trees, and from the graph of all imports for what holds over whole chains.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grimp
import pytest

import brandstudio

ROOT = Path(brandstudio.__file__).parent
VOCABULARY = {"display", "errors", "models", "operations"}
PURE = {"display", "errors", "models", "domain", "language", "pixels"}
GROUND = VOCABULARY | PURE | {"assets", "settings", "traces", "webhooks"}
OUTSIDE = {"store", "keys", "network", "engines"}

MAY: dict[str, set[str]] = {
    "__init__": {
        "display",
        "engines",
        "errors",
        "given",
        "http",
        "models",
        "service",
        "settings",
        "studio",
    },
    "__main__": {"cli"},
    "display": set(),
    "errors": {"display"},
    "assets": set(),
    "traces": set(),
    "models": {"display", "errors"},
    "operations": {"display", "errors", "models"},
    "settings": {"display", "errors", "models"},
    "given": {"display", "errors", "models", "settings"},
    "webhooks": {"display", "errors", "models"},
    "domain": {"display", "errors", "models"},
    "language": {"display", "errors", "models", "assets", "domain"},
    "pixels": {"display", "errors", "models"},
    "render": {"assets", "display", "errors", "models", "domain", "language", "pixels"},
    "store": {"display", "errors", "models", "domain"},
    "keys": {"display", "errors", "models", "domain", "settings"},
    "network": {"display", "errors", "models", "domain", "settings"},
    "engines": {
        "display",
        "errors",
        "models",
        "assets",
        "domain",
        "language",
        "pixels",
        "settings",
        "network",
    },
    "context": GROUND | OUTSIDE,
    "catalogue": GROUND | OUTSIDE | {"context"},
    "jobs": GROUND | OUTSIDE | {"context", "catalogue"},
    "care": GROUND | OUTSIDE | {"context", "catalogue", "jobs"},
    "handlers": GROUND | OUTSIDE | {"context", "catalogue", "jobs", "care"},
    "pipelines": GROUND | OUTSIDE | {"context", "catalogue", "jobs", "care", "render"},
    "service": GROUND
    | OUTSIDE
    | {"context", "catalogue", "jobs", "care", "render", "handlers", "pipelines"},
    "studio": VOCABULARY,
    "http": VOCABULARY | {"settings", "studio", "service", "traces"},
}
FRONT_ENDS = [
    ROOT.parent / "tui" / "brandstudio_tui",
    ROOT.parent / "notebooks" / "brandstudio_notebooks",
]
"""They stand on the face alone, as any program does."""

ABOVE_ALL = {"cli", "testing"}
"""They may import everything, and nothing imports them."""

FORBIDDEN_OUTSIDE: dict[str, set[str]] = {
    # Drawing and deciding know no disk, no network, no clock and no chance.
    "render": {
        "os",
        "pathlib",
        "sqlite3",
        "httpx",
        "socket",
        "time",
        "random",
        "secrets",
        "datetime",
        "uuid",
    },
    "domain": {"os", "pathlib", "sqlite3", "httpx", "socket", "time", "random", "secrets", "uuid"},
    "models": {"sqlite3", "httpx", "numpy", "os"},
    "operations": {"sqlite3", "httpx", "numpy", "PIL", "os"},
    "store": {"httpx", "numpy", "PIL", "random"},
    "handlers": {"sqlite3", "httpx", "numpy", "PIL", "socket"},
    "pipelines": {"sqlite3", "httpx", "socket"},
    "service": {"sqlite3", "httpx", "numpy", "PIL", "socket"},
}


@cache
def modules() -> list[tuple[str, Path, ast.Module]]:
    """(name of the part, file, syntax tree)."""
    return [
        (file.relative_to(ROOT).parts[0].removesuffix(".py"), file, ast.parse(file.read_text()))
        for file in sorted(ROOT.rglob("*.py"))
    ]


def imports(file: Path, tree: ast.Module) -> Iterator[str]:
    """Full names of what a module imports when it runs; what only type checkers read is left
    out.
    """
    package = ("brandstudio", *file.relative_to(ROOT).with_suffix("").parts)
    if file.name == "__init__.py":
        package = (*package[:-1], "")
    for node in running(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: -node.level]) if node.level else ""
            if node.module:
                yield f"{base}.{node.module}" if base else node.module
            else:
                yield from (f"{base}.{name.name}" for name in node.names)


def running(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from running(node)


def test_every_part_has_its_place_in_the_table() -> None:
    parts = {part for part, _, _ in modules()}
    assert parts - set(MAY) - ABOVE_ALL == set()
    assert {"studio", "store", "handlers", "http"} <= parts


@pytest.mark.parametrize("part", MAY)
def test_imports_only_what_it_may(part: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for found, file, tree in modules()
        if found == part
        for name in imports(file, tree)
        if (parts := name.split("."))[0] == "brandstudio"
        and len(parts) > 1
        and parts[1] not in MAY[part] | {part}
    ]
    assert wrong == []


@pytest.mark.parametrize("part", FORBIDDEN_OUTSIDE)
def test_knows_nothing_of_the_outside_that_it_should_not(part: str) -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for found, file, tree in modules()
        if found == part
        for name in imports(file, tree)
        if name.split(".")[0] in FORBIDDEN_OUTSIDE[part]
    ]
    assert wrong == []


# -- whole chains ----------------------------------------------------------------------------------


@cache
def graph() -> grimp.ImportGraph:
    """Every import of every module when it runs, those inside functions too."""
    return grimp.build_graph(
        "brandstudio",
        include_external_packages=True,
        exclude_type_checking_imports=True,
        cache_dir=None,
    )


def room_of(module: str) -> str:
    """The room that a module of ours lies in."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def chains(importers: set[str], imported: set[str]) -> list[str]:
    """The shortest chain from each importer to each of the others, as arrows."""
    found = []
    for importer in sorted(importers):
        for target in sorted(imported):
            chain = graph().find_shortest_chain(importer, target)
            if chain is not None:
                found.append(" -> ".join(chain))
    return found


DOORS = {"__init__", "__main__", "http"}
"""They hand on to what stands behind them, and so reach more than they may name."""


@pytest.mark.parametrize("part", sorted(MAY.keys() - DOORS))
def test_a_chain_of_imports_reaches_no_further_than_one_step(part: str) -> None:
    """What a room may not import it does not reach through others either."""
    ours = {name for name in graph().modules if name.split(".")[0] == "brandstudio"}
    inside = {name for name in ours if room_of(name) == part}
    reached = set().union(*(graph().find_upstream_modules(name) for name in inside)) & ours
    beyond = {name for name in reached if room_of(name) not in MAY[part] | {part, "__init__"}}
    assert chains(inside, beyond) == []


def test_handlers_draw_nothing_not_even_through_others() -> None:
    ours = graph().modules
    handlers = {name for name in ours if name.startswith("brandstudio.handlers")}
    drawing = {name for name in ours if name.startswith("brandstudio.render")}
    assert handlers
    assert drawing
    assert chains(handlers, drawing) == []


def test_the_client_reaches_no_server_through_others() -> None:
    assert chains({"brandstudio.http.client"}, {"starlette", "uvicorn", "sqlite3"}) == []


CIRCLES: set[tuple[str, ...]] = set()
"""Circles of files that are known and waiting to be undone, each in alphabetical order. This list
only ever gets shorter.
"""


def test_no_files_import_each_other_in_a_circle() -> None:
    found = set()
    for importer in graph().modules:
        if importer.split(".")[0] != "brandstudio":
            continue
        for imported in graph().find_modules_directly_imported_by(importer):
            back = graph().find_shortest_chain(imported, importer)
            if back is not None:
                found.add(tuple(sorted(set(back))))
    assert found == CIRCLES


def test_nothing_imports_the_command_line_or_the_test_tools() -> None:
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for part, file, tree in modules()
        if part not in ABOVE_ALL | {"__main__"}
        for name in imports(file, tree)
        if name.startswith(("brandstudio.cli", "brandstudio.testing"))
    ]
    assert wrong == []


def test_the_client_needs_no_server() -> None:
    (tree,) = (
        tree for _, file, tree in modules() if file.relative_to(ROOT).as_posix() == "http/client.py"
    )
    names = set(imports(ROOT / "http" / "client.py", tree))
    assert not any(name.split(".")[0] in ("starlette", "uvicorn") for name in names)
    assert "brandstudio.service.service" not in names


def test_sql_is_in_the_store_alone() -> None:
    """A backup copies the file as a whole, and is the one exception; ``execute`` with SQL stands
    nowhere else.
    """
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for part, file, tree in modules()
        if part not in ("store", "cli", "testing")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("execute", "executemany", "executescript")
    ]
    assert wrong == []


def test_transactions_are_opened_by_those_who_answer_and_those_who_carry_out() -> None:
    allowed = {
        "handlers",
        "pipelines",
        "service",
        "context",
        "care",
        "jobs",
        "store",
        "cli",
        "testing",
    }
    wrong = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for part, file, tree in modules()
        if part not in allowed
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "write"
        and ast.unparse(node.func.value).endswith("store")
    ]
    assert wrong == []


def test_only_open_connect_and_the_command_line_read_the_environment() -> None:
    readers = {
        file.relative_to(ROOT).as_posix()
        for part, file, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in ("environ", "getenv")
        and ast.unparse(node.value) == "os"
    }
    # A decoding child gets a small environment of its own, which is made from ours.
    assert {name for name in readers if not name.startswith("cli/")} <= {
        "settings.py",
        "pixels/safely.py",
    }


FRESH = (
    "import sys, brandstudio; print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
)


def test_importing_brandstudio_stays_light() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", FRESH], capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {
        "PIL",
        "numpy",
        "httpx",
        "httpcore",
        "textual",
        "starlette",
        "uvicorn",
        "click",
        "sqlite3",
        "cryptography",
        "uharfbuzz",
        "onnxruntime",
        "typst",
        "pandas",
        "tqdm",
        "asyncio",
    }
    assert heavy & set(loaded) == set()


def test_the_front_ends_know_the_face_its_models_and_errors_alone() -> None:
    wrong = [
        f"{file.relative_to(place)}: {name}"
        for place in FRONT_ENDS
        for file in sorted(place.rglob("*.py"))
        for node in running(ast.parse(file.read_text()))
        for name in named(node)
        if name.split(".")[0] == "brandstudio"
        and name.split(".")[1:2] not in ([], ["models"], ["errors"])
    ]
    assert wrong == []


def named(node: ast.AST) -> list[str]:
    """Full names of what an absolute import names."""
    if isinstance(node, ast.Import):
        return [name.name for name in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        inner = node.module if node.module != "brandstudio" else None
        public = [name.name for name in node.names if name.name not in brandstudio.__all__]
        return [inner] if inner else [f"brandstudio.{name}" for name in public]
    return []


def test_errors_import_nothing_but_how_they_are_shown() -> None:
    (tree,) = (tree for part, _, tree in modules() if part == "errors")
    assert set(imports(ROOT / "errors.py", tree)) <= {"__future__", "typing", "brandstudio.display"}


def test_no_part_is_called_utils() -> None:
    for _, file, _ in modules():
        assert file.stem not in ("utils", "util", "helpers", "common", "manager", "misc")
