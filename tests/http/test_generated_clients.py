"""Clients that other people's generators make of the OpenAPI document: they compile, they keep
their types, and they carry out a real flow against a real server.

A validator does not look where a reference leads, and takes a body of alternatives for a type;
generators do not forgive either.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from brandstudio.http import openapi
from brandstudio.testing import Bench

CLIENTS = Path(__file__).parent / "clients"


@cache
def document() -> dict[str, Any]:
    return openapi.document("http://127.0.0.1:1")


def walk(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def test_every_reference_leads_somewhere() -> None:
    for node in walk(document()):
        reference = node.get("$ref")
        if isinstance(reference, str):
            target: Any = document()
            for part in reference.removeprefix("#/").split("/"):
                assert part in target, reference
                target = target[part]


def test_every_body_is_an_object_with_properties_and_no_alternatives_at_its_root() -> None:
    for path, item in document()["paths"].items():
        for method, told in item.items():
            for kind, content in told.get("requestBody", {}).get("content", {}).items():
                schema = content["schema"]
                if kind in ("application/json", "multipart/form-data"):
                    assert schema["type"] == "object", (method, path)
                    assert "properties" in schema, (method, path)
                    assert not {"anyOf", "oneOf", "allOf"} & schema.keys(), (method, path)


def run(command: list[str], folder: Path, seconds: int = 240) -> str:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, f"{command[:3]}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm: TypeScript generators need it")
def test_two_typescript_generators_make_clients_that_compile_and_work(
    bench: Bench, tmp_path: Path
) -> None:
    folder = shutil.copytree(CLIENTS, tmp_path / "clients")
    (folder / "openapi.json").write_text(json.dumps(document()))
    installed = subprocess.run(
        ["npm", "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts"],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    if installed.returncode != 0:
        pytest.skip(f"npm can't install the generators here: {installed.stderr[-300:]}")
    run(["npx", "openapi-typescript", "openapi.json", "-o", "schema.d.ts"], folder)
    run(["npx", "openapi-ts"], folder)
    run(["npx", "tsc", "-p", "."], folder)
    place = bench.workspace()
    told = json.loads(run(["node", "out/flow.js", bench.url, place.key()], folder))
    assert told.pop("status") in ("processing", "completed")
    assert told.pop("second") in ("processing", "completed")
    assert told == {"level1": "acme", "slug": "bolt", "refused": "UNSUPPORTED_BRAND"}


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("openapi_python_client") is None,
    reason="no openapi-python-client (pip install openapi-python-client)",
)
def test_a_python_generator_makes_a_client_that_type_checks_and_works(
    bench: Bench, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document()))
    shutil.copy(CLIENTS / "flow.py", tmp_path / "flow.py")
    said = run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate"),
            *("--path", "openapi.json", "--output-path", "made_client", "--meta", "none"),
        ],
        tmp_path,
    )
    # Only files of any type, which it does not know how to read, are left out.
    left_out = re.findall(r"WARNING parsing (\w+ \S+) within", said)
    assert {path.rpartition(" ")[2] for path in left_out} <= {"/files/{token}", "/uploads/{token}"}
    run([sys.executable, "-m", "mypy", "--follow-imports=silent", "flow.py"], tmp_path)
    place = bench.workspace()
    told = json.loads(run([sys.executable, "flow.py", bench.url, place.key()], tmp_path))
    assert told.pop("status") in ("processing", "completed")
    assert told == {"slug": "cove", "refused": "UNSUPPORTED_BRAND"}
