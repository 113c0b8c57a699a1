"""Hostile bodies: each gets a plain refusal, on every route with a body."""

from __future__ import annotations

import json

import pytest

from brandstudio.http.wire import codecs

GOOD = b'{"level1":"acme","prompt":"x"}'

BROKEN: dict[str, bytes] = {
    "space": b" ",
    "newlines": b"\n\n",
    "bom": b"\xef\xbb\xbf" + GOOD,
    "utf16": GOOD.decode().encode("utf-16"),
    "utf32": GOOD.decode().encode("utf-32"),
    "latin1": '{"a":"é"}'.encode("latin-1"),
    "cut utf8": b'{"a":"\xe2\x82"}',
    "surrogate bytes": b'{"a":"\xed\xa0\x80"}',
    "overlong": b'{"a":"\xc0\xaf"}',
    "0xff": b"\xff",
    "nul": b"\x00",
    "nuls": b"\x00" * 64,
    "trailing nul": GOOD + b"\x00",
    "gzip": b"\x1f\x8b\x08\x00\x00\x00",
    "png": b"\x89PNG\r\n\x1a\n",
    "pickle": b"\x80\x04\x95",
    "yaml": b"level1: acme",
    "xml": b"<a/>",
    "form": b"level1=acme&prompt=x",
    "text": b"hello",
    "true": b"true",
    "false": b"false",
    "null": b"null",
    "zero": b"0",
    "number": b"12",
    "float": b"1.5",
    "string": b'"x"',
    "array": b"[]",
    "array of object": b"[" + GOOD + b"]",
    "empty quotes": b'""',
    "open": b"{",
    "close": b"}",
    "open array": b"[",
    "cut": GOOD[:-1],
    "cut string": b'{"level1":"ac',
    "cut key": b'{"lev',
    "no value": b'{"a":}',
    "no key": b"{:1}",
    "no colon": b'{"a" 1}',
    "two colons": b'{"a"::1}',
    "trailing comma": b'{"a":1,}',
    "leading comma": b'{,"a":1}',
    "double comma": b'{"a":1,,"b":2}',
    "two values": GOOD + GOOD,
    "trailing text": GOOD + b"x",
    "comment": b'/* x */{"a":1}',
    "line comment": b'{"a":1} // x',
    "hash comment": b'{"a":1} # x',
    "single quotes": b"{'a':1}",
    "bare key": b"{a:1}",
    "NaN": b'{"a":NaN}',
    "Infinity": b'{"a":Infinity}',
    "-Infinity": b'{"a":-Infinity}',
    "nan": b'{"a":nan}',
    "undefined": b'{"a":undefined}',
    "None": b'{"a":None}',
    "True": b'{"a":True}',
    "hex": b'{"a":0x10}',
    "octal": b'{"a":010}',
    "plus": b'{"a":+1}',
    "dot": b'{"a":.5}',
    "dot end": b'{"a":5.}',
    "exponent": b'{"a":1e}',
    "minus": b'{"a":-}',
    "1e400": b'{"a":1e400}',
    "-1e400": b'{"a":-1e400}',
    "2**63": b'{"a":9223372036854775808}',
    "long integer": b'{"a":' + b"9" * 10000 + b"}",
    "integer of a megabyte": b'{"a":' + b"9" * 1_000_000 + b"}",
    "twice": b'{"a":1,"a":1}',
    "twice escaped": b'{"a":1,"\\u0061":2}',
    "twice inside": b'{"a":{"b":1,"b":2}}',
    "bad escape": b'{"a":"\\x41"}',
    "cut escape": b'{"a":"\\u00"}',
    "raw newline": b'{"a":"x\ny"}',
    "raw nul": b'{"a":"\x00"}',
    "raw tab": b'{"a":"\t"}',
    "deep arrays": b"[" * 100_000,
    "deep closed": b"[" * 100_000 + b"]" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "deep inside": b'{"a":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
    "mixed deep": b'[{"a":' * 50_000,
    "vertical tab": b"\x0b" + GOOD,
    "nbsp": b"\xc2\xa0" + GOOD,
    "line sep": b"\xe2\x80\xa8" + GOOD,
    "python": b"__import__('os')",
    "template": b"{{7*7}}",
    "semicolon": b'{"a":1};',
    "jsonp": b'cb({"a":1})',
    "ndjson": GOOD + b"\n" + GOOD,
}

NONSENSE: dict[str, bytes] = {
    "control": b'{"level1":"acme","prompt":"a\\u0000b"}',
    "escape": b'{"level1":"acme","prompt":"\\u001b[31m"}',
    "surrogate": b'{"level1":"acme","prompt":"\\ud800"}',
    "delete": b'{"level1":"acme","prompt":"\x7f"}',
    "key case": b'{"Level1":"acme","Prompt":"x"}',
    "prototype": b'{"__proto__":{"level1":"acme"},"prompt":"x"}',
    "snake": b'{"level1":"acme","prompt":"x","aspectRatio":1}',
    "number as text": b'{"level1":"acme","prompt":1}',
    "list as text": b'{"level1":"acme","prompt":["x"]}',
    "object as text": b'{"level1":"acme","prompt":{"a":1}}',
    "null prompt": b'{"level1":"acme","prompt":null}',
    "long": b'{"level1":"acme","prompt":"' + b"x" * 4001 + b'"}',
    "emoji over": ('{"level1":"acme","prompt":"' + "\U0001f600" * 4001 + '"}').encode(),
    "empty prompt": b'{"level1":"acme","prompt":""}',
    "missing": b"{}",
    "null ratio": b'{"level1":"acme","prompt":"x","aspectRatio":null}',
}


def test_there_are_enough_of_them():
    assert len(BROKEN) >= 86


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_json_object_is_refused_on_every_route_with_a_body(http, service, name, every):
    """Of the routes each body goes to a fifth, the next body to the next; as a drill, to all."""
    service.keys["bsk_full"] = type(service.keys["bsk_full"])(
        "inviter", "k", service.keys["bsk_full"].scope
    )
    kinds = [kind for kind in codecs() if kind.takes_body]
    for kind in kinds[[*BROKEN].index(name) % every :: every]:
        path = kind.route.path.replace("{", "").replace("}", "") + (
            "?level1=level1" if "level1" not in kind.route.path else ""
        )
        answer = http.request(
            kind.route.method,
            path,
            content=BROKEN[name],
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 400, (kind.operation.__name__, answer.text[:200])
        assert answer.json()["error"]["code"] == "VALIDATION_ERROR"
    assert service.sent == []


@pytest.mark.parametrize("name", NONSENSE)
def test_what_is_json_but_no_request_is_refused_by_field(http, service, name):
    answer = http.post(
        "/v1/images", content=NONSENSE[name], headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert all(
        len(field.get("input", "")) <= 100 for field in answer.json()["error"]["details"]["fields"]
    )
    assert service.sent == []


@pytest.mark.parametrize(
    "body",
    [
        GOOD,
        b" \r\n\t" + GOOD + b"\n",
        json.dumps({"level1": "acme", "prompt": "日の出 \U0001f305\n\tzweite Zeile"}).encode(),
        '{"level1":"acme","prompt":"日の出"}'.encode(),
        b'{"level1":"acme","prompt":"x","other":' + b"[" * 30 + b"]" * 30 + b"}",
        b'{"level1":"acme","prompt":"\\ud83d\\ude00"}',
        ('{"level1":"acme","prompt":"' + "\U0001f600" * 4000 + '"}').encode(),
    ],
)
def test_what_is_fine_is_taken(http, body):
    assert (
        http.post(
            "/v1/images", content=body, headers={"content-type": "application/json"}
        ).status_code
        == 202
    )


@pytest.mark.parametrize(
    "body",
    [
        {"level1": "\ud800", "prompt": "x"},
        {"level1": "a", "brand": "\ud800", "prompt": "x"},
        {"folderPath": ["\udfff"], "prompt": "x"},
        {"level1": ["\ud800"], "prompt": "\udfff"},
    ],
)
def test_half_a_character_is_told_back_without_harm(http, body):
    answer = http.post(
        "/v1/images", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("VALIDATION_ERROR", "FOLDER_ALIAS_CONFLICT")
