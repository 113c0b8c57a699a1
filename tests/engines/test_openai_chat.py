"""Words and looking at pictures through a chat server, also through one that knows little of the
protocol.
"""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.openai import Client, OpenAITextEngine, OpenAIVisionEngine, Provider
from brandstudio.engines.openai.structured import found_in, is_strict, misfit
from brandstudio.engines.protocols import (
    Message,
    TextEngine,
    TextRequest,
    VisionEngine,
    VisionRequest,
)
from brandstudio.errors import ContentRefused, UpstreamError
from brandstudio.testing import check_text_engine, check_vision_engine

SCHEMA = {
    "type": "object",
    "properties": {
        "medium": {"enum": ["photo", "drawing"]},
        "score": {"type": "integer", "minimum": 0, "maximum": 10},
    },
    "required": ["medium", "score"],
    "additionalProperties": False,
}
GOOD = '{"medium": "photo", "score": 7}'


def client(server: Any) -> Client:
    return Client(
        Provider(base_url=f"{server.url}/v1", api_key="sk-test-1234567"), sleep=lambda _: None
    )


def chat(server: Any) -> OpenAITextEngine:
    return OpenAITextEngine(client=client(server), model="tiny")


def eyes(server: Any) -> OpenAIVisionEngine:
    return OpenAIVisionEngine(client=client(server), model="tiny")


def request(schema: Any = SCHEMA, **fields: Any) -> TextRequest:
    return TextRequest(
        system="You judge.", messages=(Message("user", "What is it?"),), schema=schema, **fields
    )


class Server:
    """A chat server whose answer is made from each request's body by ``say``: a text, or (status,
    error body).
    """

    def __init__(self, server: Any, say: Any) -> None:
        self.bodies: list[dict[str, Any]] = []

        def answer(handler: Any) -> None:
            body = json.loads(server.seen[-1][3])
            self.bodies.append(body)
            said = say(body)
            if isinstance(said, tuple):
                return handler.reply(said[0], json.dumps({"error": said[1]}).encode())
            if isinstance(said, str):
                said = {
                    "model": "tiny-1",
                    "choices": [{"message": {"content": said}, "finish_reason": "stop"}],
                }
            return handler.reply(200, json.dumps(said).encode())

        server.answers["/v1/chat/completions"] = answer

    @property
    def ways(self) -> list[str]:
        return [body.get("response_format", {}).get("type", "words") for body in self.bodies]


def test_they_are_a_text_and_a_vision_engine(plain_server: Any) -> None:
    assert isinstance(chat(plain_server), TextEngine)
    assert isinstance(eyes(plain_server), VisionEngine)
    assert chat(plain_server).capabilities.text
    assert eyes(plain_server).capabilities.vision


@pytest.mark.parametrize("knows", ["json_schema", "json_object", "words"])
def test_they_keep_the_protocol_of_engines(plain_server: Any, knows: str) -> None:
    def say(body: dict[str, Any]) -> Any:
        way = body.get("response_format", {}).get("type", "words")
        return '{"answer": "the sky"}' if way in (knows, "words") else (400, {"message": way})

    Server(plain_server, say)
    assert len(check_text_engine(chat(plain_server))) == 2
    assert len(check_vision_engine(eyes(plain_server))) == 2


def test_free_text_comes_back_with_what_was_sent(plain_server: Any) -> None:
    server = Server(plain_server, lambda body: "  A fine mug.  ")
    answer = chat(plain_server).complete(request(None, max_tokens=50, temperature=0.1, seed=4))
    assert (answer.text, answer.model, answer.data) == ("A fine mug.", "tiny-1", None)
    assert answer.prompt_sent == "You judge.\n\nWhat is it?"
    body = server.bodies[0]
    assert body["messages"] == [
        {"role": "system", "content": "You judge."},
        {"role": "user", "content": "What is it?"},
    ]
    assert (body["model"], body["max_tokens"], body["temperature"], body["seed"]) == (
        "tiny",
        50,
        0.1,
        4,
    )


def test_a_picture_is_sent_small_and_flat(plain_server: Any) -> None:
    server = Server(plain_server, lambda body: GOOD)
    pixels = np.zeros((1500, 3000, 4), np.uint8)  # wholly transparent black: seen on white
    answer = eyes(plain_server).describe(VisionRequest(pixels, "What is it?", schema=SCHEMA))
    assert answer.data == {"medium": "photo", "score": 7}
    assert answer.prompt_sent == "What is it? [picture]"
    part = server.bodies[0]["messages"][0]["content"][1]
    sent = Image.open(
        io.BytesIO(
            base64.b64decode(part["image_url"]["url"].removeprefix("data:image/jpeg;base64,"))
        )
    )
    assert sent.size == (1024, 512)
    assert sent.getpixel((5, 5)) == (255, 255, 255)


def test_a_schema_is_sent_strictly_and_its_answer_parsed(plain_server: Any) -> None:
    server = Server(plain_server, lambda body: GOOD)
    assert chat(plain_server).complete(request()).data == {"medium": "photo", "score": 7}
    assert server.ways == ["json_schema"]
    assert server.bodies[0]["response_format"]["json_schema"] == {
        "name": "answer",
        "schema": SCHEMA,
        "strict": True,
    }


@pytest.mark.parametrize("status", [400, 422, 500, 501])
@pytest.mark.parametrize("knows", ["json_object", "words"])
def test_a_server_that_refuses_a_way_is_asked_in_the_next(
    plain_server: Any, status: int, knows: str
) -> None:
    def say(body: Any) -> Any:
        way = body.get("response_format", {}).get("type", "words")
        return (
            GOOD
            if way in {knows, "words"}
            else (status, {"message": "1 validation error for response_format"})
        )

    server = Server(plain_server, say)
    engine = chat(plain_server)
    assert engine.complete(request()).data == {"medium": "photo", "score": 7}
    order = ["json_schema", "json_object", "words"]
    assert server.ways == order[: order.index(knows) + 1]
    assert "JSON Schema" in server.bodies[-1]["messages"][0]["content"]
    engine.complete(request())
    again = server.ways[order.index(knows) + 1 :]
    assert again == (
        [knows] if status != 500 else server.ways[: order.index(knows) + 1]
    )  # a 500 may be bad luck


def test_a_server_that_ignores_the_format_is_told_in_words(plain_server: Any) -> None:
    def say(body: Any) -> str:
        asked = "JSON Schema" in body["messages"][0]["content"]
        return (
            f"<think>{{}} hm</think>Sure!\n```json\n{GOOD}\n```"
            if asked
            else "It is a photo, I think."
        )

    server = Server(plain_server, say)
    engine = chat(plain_server)
    assert engine.complete(request()).data == {"medium": "photo", "score": 7}
    assert server.ways == ["json_schema", "json_schema", "json_object"]
    engine.complete(request())
    assert server.ways[3:] == ["json_object"]


def test_an_answer_that_does_not_fit_is_sent_back_with_what_is_wrong(plain_server: Any) -> None:
    said = iter(['{"medium": "film", "score": 7}', GOOD])
    server = Server(plain_server, lambda body: next(said))
    assert chat(plain_server).complete(request()).data == {"medium": "photo", "score": 7}
    assert server.ways == ["json_schema", "json_schema"]
    assert server.bodies[1]["messages"][-2] == {
        "role": "assistant",
        "content": '{"medium": "film", "score": 7}',
    }
    assert "must be one of" in server.bodies[1]["messages"][-1]["content"]


def test_a_model_that_never_fits_is_an_upstream_error(plain_server: Any) -> None:
    server = Server(plain_server, lambda body: '{"medium": "photo", "score": 700}')
    with pytest.raises(UpstreamError, match="at most 10"):
        chat(plain_server).complete(request())
    assert len(server.bodies) == 6


def test_too_long_a_conversation_is_said_at_once(plain_server: Any) -> None:
    wrong = {
        "message": "the request exceeds the available context size",
        "type": "exceed_context_size_error",
    }
    server = Server(plain_server, lambda body: (400, wrong))
    with pytest.raises(UpstreamError, match="context size"):
        chat(plain_server).complete(request())
    assert len(server.bodies) == 1


def test_parameters_that_a_server_does_not_know_are_renamed_or_left_out(plain_server: Any) -> None:
    def say(body: Any) -> Any:
        if "max_tokens" in body:
            return 400, {
                "message": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.",
                "param": "max_tokens",
            }
        if "temperature" in body:
            return 400, {
                "message": "Unsupported value",
                "param": "temperature",
                "code": "unsupported_value",
            }
        if "seed" in body:
            return 400, {"message": "Unknown parameter: 'seed'.", "param": None}
        return GOOD

    server = Server(plain_server, say)
    engine = chat(plain_server)
    engine.complete(request(max_tokens=77, seed=1))
    assert server.bodies[-1]["max_completion_tokens"] == 77
    assert len(server.bodies) == 4
    engine.complete(request(None, seed=1))
    assert len(server.bodies) == 5  # remembered


@pytest.mark.parametrize(
    "choice",
    [{"message": {"content": None, "refusal": "I can't help with that."}}, {"message": {"content": ""}, "finish_reason": "content_filter"}],
)  # fmt: skip
def test_a_refusal_is_said_as_such(plain_server: Any, choice: Any) -> None:
    Server(plain_server, lambda body: {"choices": [choice]})
    for schema in (None, SCHEMA):
        with pytest.raises(ContentRefused):
            chat(plain_server).complete(request(schema))


@pytest.mark.parametrize(
    "value",
    [{}, {"choices": []}, {"choices": None}, {"choices": [None]}, {"choices": [{}]}, {"choices": [{"message": None}]},
     {"choices": [{"message": {"content": 5}}]}],
)  # fmt: skip
def test_an_answer_without_a_message_is_an_upstream_error(plain_server: Any, value: Any) -> None:
    Server(plain_server, lambda body: value)
    with pytest.raises(UpstreamError):
        chat(plain_server).complete(request(None))


@pytest.mark.parametrize("content", ["", " \n", None])
def test_an_answer_that_says_nothing_is_empty_and_with_a_schema_asked_for_again(
    plain_server: Any, content: str | None
) -> None:
    server = Server(plain_server, lambda body: {"choices": [{"message": {"content": content}}]})
    assert chat(plain_server).complete(request(None)).text == ""
    with pytest.raises(UpstreamError, match="no JSON object"):
        chat(plain_server).complete(request(SCHEMA))
    assert any("can't be used" in str(body["messages"][-1]["content"]) for body in server.bodies)


def test_a_text_that_was_cut_off_says_so(plain_server: Any) -> None:
    Server(
        plain_server,
        lambda body: {"choices": [{"message": {"content": "Once"}, "finish_reason": "length"}]},
    )
    answer = chat(plain_server).complete(request(None))
    assert answer.cut_off
    assert answer.warnings


def test_a_server_without_eyes_is_an_upstream_error(plain_server: Any) -> None:
    server = Server(
        plain_server,
        lambda body: (500, {"message": "image input is not supported", "type": "server_error"}),
    )
    with pytest.raises(UpstreamError, match="not supported"):
        eyes(plain_server).describe(
            VisionRequest(np.zeros((8, 8, 3), np.uint8), "What?", schema=SCHEMA)
        )
    assert len(server.bodies) == 3


# ------------------------------------------------------------------------------------------------ finding and checking


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (GOOD, {"medium": "photo", "score": 7}), (f"```json\n{GOOD}\n```", {"medium": "photo", "score": 7}),
        (f"Well {{ hm }} then: {GOOD} and {{}}", {"medium": "photo", "score": 7}), ('{"a": "}{"}', {"a": "}{"}),
        (f"<think>{{\"medium\": 1}}</think>{GOOD}", {"medium": "photo", "score": 7}), ("<think>never ends {}", None),
        ("", None), ("[1, 2]", None), ('{"a": ', None), ("{" * 100_000, None), ('{"a":' * 100_000, None), ("no", None),
    ],
)  # fmt: skip
def test_the_object_in_a_text_is_found(text: str, value: Any) -> None:
    assert found_in(text) == value


@pytest.mark.parametrize(
    ("value", "schema", "wrong"),
    [
        ({"medium": "photo", "score": 7}, SCHEMA, None), ({"medium": "photo"}, SCHEMA, 'lacks "score"'),
        ({"medium": "photo", "score": 7, "x": 1}, SCHEMA, 'must not have "x"'), ({"medium": "photo", "score": 7.5}, SCHEMA, "integer"),
        ({"medium": "photo", "score": True}, SCHEMA, "integer"), ({"medium": "photo", "score": -1}, SCHEMA, "at least 0"),
        (["a"], {"type": "array", "items": {"type": "string"}, "minItems": 2}, "at least 2"),
        (["a", 1], {"items": {"type": "string"}}, "string"), (["a"] * 3, {"maxItems": 2}, "at most 2"),
        ("abc", {"maxLength": 2}, "longer than 2"), ("", {"minLength": 1}, "short"), (None, {"type": ["string", "null"]}, None),
        (1, {"type": ["string", "null"]}, "string or null"), (float("nan"), {"type": "number"}, "number"),
        (3, {"anyOf": [{"type": "string"}, {"type": "integer"}]}, None), ([], {"anyOf": [{"type": "string"}]}, "string"),
        ({"p": {"n": 1}}, {"$defs": {"P": {"properties": {"n": {"const": 2}}}}, "properties": {"p": {"$ref": "#/$defs/P"}}}, "must be 2"),
        ({"a": {"a": {"a": 1}}}, {"properties": {"a": {"$ref": "#"}}, "type": "object"}, "object"),
        (5, {"allOf": [{"minimum": 1}, {"maximum": 3}]}, "at most 3"), (1, {"unknownKeyword": 1}, None), (1, False, "not allowed"),
    ],
)  # fmt: skip
def test_what_does_not_fit_a_schema_is_named(value: Any, schema: Any, wrong: str | None) -> None:
    found = misfit(value, schema)
    if wrong is None:
        assert found is None
    else:
        assert re.search(re.escape(wrong), str(found)), found


def test_a_schema_that_turns_round_itself_has_an_end() -> None:
    assert misfit({}, {"$ref": "#"}) is not None


@pytest.mark.parametrize("reference", ["http://x/schema", "#/nowhere", "other.json"])
def test_references_stay_inside_the_schema(reference: str) -> None:
    with pytest.raises(ValueError, match="schema refers"):
        misfit({}, {"$ref": reference})


def test_strict_mode_is_asked_for_only_where_a_schema_allows_it() -> None:
    assert is_strict(SCHEMA)
    assert not is_strict({**SCHEMA, "required": ["medium"]})
    assert not is_strict({"type": "object", "properties": {"in": {"type": "object", "properties": {"a": {}}}},
                          "required": ["in"], "additionalProperties": False})  # fmt: skip
