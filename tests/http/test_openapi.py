"""The document is valid, says what the code does, and its examples are true."""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from brandstudio.http import dialect, openapi
from brandstudio.http.examples import example
from brandstudio.http.wire import codecs

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

CODECS = codecs()


# Made, and the validators loaded, by the process that needs them: every process of a run collects
# this file, and few run its tests.
@cache
def document() -> dict[str, Any]:
    return openapi.document("https://studio.example.com")


def wire_path(codec) -> str:
    path = codec.route.path
    for name, alias in codec.path_names.items():
        path = path.replace(f"{{{name}}}", f"{{{alias}}}")
    return path


def item_of(codec):
    return document()["paths"][wire_path(codec)][codec.route.method.lower()]


def validator(schema) -> Draft202012Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator({**schema, "components": document()["components"]})


each_operation = pytest.mark.parametrize(
    "codec", CODECS, ids=lambda codec: codec.operation.__name__
)


def test_the_document_is_valid_openapi_3_1():
    from openapi_spec_validator import OpenAPIV31SpecValidator

    assert document()["openapi"].startswith("3.1")
    assert document()["info"]["version"] == "1.0.0"
    assert list(OpenAPIV31SpecValidator(document()).iter_errors()) == []


def test_every_operation_is_in_it_once_under_each_of_its_paths():
    names = [item["operationId"] for path in document()["paths"].values() for item in path.values()]
    assert len(names) == len(set(names))
    for codec in CODECS:
        item = item_of(codec)
        assert item["x-key-level"] == codec.route.scope.label
        assert ("extension" in item["tags"]) == codec.route.extension
        mirror = dialect.mirror(wire_path(codec))
        if mirror is not None:
            assert document()["paths"][mirror][codec.route.method.lower()]["deprecated"]


@each_operation
def test_the_example_request_is_one_that_the_server_takes(codec):
    content = item_of(codec).get("requestBody", {}).get("content", {}).get("application/json")
    body = content["example"] if content else None
    if content:
        validator(content["schema"]).validate(body)
    query = (
        b"level1=acme"
        if codec.folder_in_query and codec.folder_required and "level1" not in codec.path_names
        else b""
    )
    examples = {
        p["name"]: p["example"]
        for p in item_of(codec).get("parameters", [])
        if p.get("in") == "path"
    }
    asked = codec.decode(
        {name: examples[alias] for name, alias in codec.path_names.items()}, query, body
    )
    assert asked.missing_folder is None
    # And what our client makes of it asks for the same.
    request = codec.encode(asked.operation)
    places = {}
    for name, wanted in zip(codec.route.path.split("/"), request.path.split("/"), strict=True):
        if name.startswith("{"):
            places[name[1:-1]] = wanted
    sent = json.loads(request.json) if request.json else None
    assert codec.decode(places, urlencode(request.query).encode(), sent) == asked


@each_operation
def test_the_example_answer_fits_its_schema_and_is_read_by_the_client(codec):
    success = item_of(codec)["responses"][str(codec.route.status)]["content"]["application/json"]
    validator(success["schema"]).validate(success["example"])
    result = codec.decode_result(json.dumps(success["example"]).encode())
    again = json.loads(codec.encode_result(result))
    validator(success["schema"]).validate(again)
    assert again.keys() >= success["example"].keys() - {
        "level3",
        "level4",
        "level5",
        "level6",
        "path",
        "campaign",
    }


@each_operation
def test_every_error_that_a_call_names_stands_under_its_status(codec):
    responses = item_of(codec)["responses"]
    for kind in (*codec.route.errors, *openapi.possible_errors(codec)):
        assert kind.code in responses[str(kind.status)]["description"]


@each_operation
def test_folders_are_offered_under_all_their_names(codec):
    item = item_of(codec)
    named = {p.get("name") or p["$ref"].rpartition("/")[2]: p for p in item.get("parameters", [])}
    for part in item.get("requestBody", {}).get("content", {}).values():
        assert not {"folder", "parent", "idempotencyKey"} & part["schema"]["properties"].keys()
        named |= part["schema"]["properties"]
    assert not {"folder", "parent", "idempotencyKey"} & named.keys()
    if codec.folder is not None:
        deepest = min(codec.folder_depth, 5 if codec.folder == "parent" else 6)
        wanted = {f"level{n}" for n in range(1, deepest + 1)} | {
            n for names in dialect.OLDER_NAMES[:deepest] for n in names
        }
        hidden = {"level1", "brand", "brandSlug"} if "level1" in codec.path_names else set()
        assert wanted - hidden <= named.keys()
        assert not {f"level{n}" for n in range(deepest + 1, 7)} & named.keys()


def test_no_result_shows_a_bare_folder():
    for name, schema in document()["components"]["schemas"].items():
        told = schema.get("properties", {}).get("folder")
        assert told is None or "$ref" in told, name


def test_the_form_of_brandify_takes_the_file():
    content = document()["paths"]["/v1/images/brandify"]["post"]["requestBody"]["content"]
    form = content["multipart/form-data"]["schema"]
    assert form["required"] == ["source"]
    assert "sourceUrl" not in form["properties"]
    assert "source" not in content["application/json"]["schema"]["properties"]


def test_the_server_gives_out_the_document(http):
    del http.headers["x-api-key"]
    answer = http.get("/v1/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["servers"] == [{"url": "http://studio.test"}]
    assert answer.json()["paths"].keys() == document()["paths"].keys()


def test_a_moment_of_any_name_has_a_moment_as_its_example() -> None:
    told = example({"type": "string", "format": "date-time"}, {}, "aNameThatNobodyListed")
    assert datetime.fromisoformat(told.replace("Z", "+00:00")).tzinfo is not None
