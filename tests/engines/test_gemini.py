"""Pictures through a server that speaks generateContent over a socket, failures included."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.gemini import GeminiImageEngine, provider
from brandstudio.engines.openai import Client
from brandstudio.engines.protocols import CreateRequest, EditRequest, ExtendRequest, ImageEngine
from brandstudio.errors import ContentRefused, UpstreamError, ValidationError
from brandstudio.testing import check_image_engine

RED, BLUE = (200, 30, 30), (20, 40, 220)
KEY = "AIza-test-1234567"


def png(size: tuple[int, int], colour: tuple[int, ...] = RED) -> str:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def answered(*parts: dict[str, Any], reason: str = "STOP") -> dict[str, Any]:
    content = {"role": "model", "parts": list(parts)}
    return {"candidates": [{"content": content, "finishReason": reason, "index": 0}]}


def drawn(size: tuple[int, int], colour: tuple[int, ...] = RED) -> dict[str, Any]:
    return {"inlineData": {"mimeType": "image/png", "data": png(size, colour)}}


class Gemini:
    """The server: records what it is asked, answers what it is told to, in turn, then a picture."""

    def __init__(self, server: Any, model: str = "gemini-3-pro-image") -> None:
        self.server = server
        self.asked: list[dict[str, Any]] = []
        self.then: list[tuple[int, Any]] = []
        server.answers[f"/v1beta/models/{model}:generateContent"] = self._answer

    def _answer(self, handler: Any) -> None:
        _, _, headers, body = self.server.seen[-1]
        assert headers["x-goog-api-key"] == KEY
        assert "authorization" not in headers
        self.asked.append(json.loads(body))
        status, value = self.then.pop(0) if self.then else (200, answered(drawn((1376, 768))))
        handler.reply(status, json.dumps(value).encode())


def engine(server: Any, model: str = "gemini-3-pro-image", **options: Any) -> GeminiImageEngine:
    pauses: list[float] = options.setdefault("pauses", [])
    found = provider(f"{server.url}/v1beta", KEY)
    return GeminiImageEngine(client=Client(found, sleep=pauses.append), model=model)


def solid(width: int, height: int, colour: tuple[int, ...] = BLUE) -> Any:
    return np.full((height, width, len(colour)), colour, np.uint8)


def test_it_is_an_image_engine(plain_server: Any) -> None:
    assert isinstance(engine(plain_server), ImageEngine)


@pytest.mark.parametrize("model", ["gemini-3-pro-image", "gemini-2.5-flash-image"])
def test_it_keeps_the_protocol_of_engines(plain_server: Any, model: str) -> None:
    Gemini(plain_server, model)
    assert len(check_image_engine(engine(plain_server, model))) == 8


@pytest.mark.parametrize(
    ("wanted", "shape", "size"),
    [
        ((1024, 1024), "1:1", "1K"),
        ((2048, 1152), "16:9", "2K"),
        ((2304, 4096), "9:16", "4K"),
        ((4096, 600), "21:9", "4K"),
        ((820, 1024), "4:5", "1K"),
    ],
)
def test_the_nearest_shape_and_a_size_that_holds_it_are_asked_for(
    plain_server: Any, wanted: tuple[int, int], shape: str, size: str
) -> None:
    server = Gemini(plain_server)
    picture = engine(plain_server).create(CreateRequest("a mug", *wanted, seed=9))
    assert (picture.width, picture.height) == wanted
    config = server.asked[0]["generationConfig"]
    assert config["imageConfig"] == {"aspectRatio": shape, "imageSize": size}
    assert config["seed"] == 9
    assert config["responseModalities"] == ["TEXT", "IMAGE"]


def test_an_older_model_is_not_asked_for_a_size(plain_server: Any) -> None:
    server = Gemini(plain_server, "gemini-2.5-flash-image")
    picture = engine(plain_server, "models/gemini-2.5-flash-image").create(
        CreateRequest("a mug", 2048, 2048)
    )
    assert server.asked[0]["generationConfig"]["imageConfig"] == {"aspectRatio": "1:1"}
    assert "enlarged" in picture.warnings[0]


def test_an_edit_keeps_its_size_and_what_the_mask_protects(plain_server: Any) -> None:
    server = Gemini(plain_server)
    mask = np.zeros((300, 500), np.uint8)
    mask[:, 250:] = 255
    edited = engine(plain_server).edit(EditRequest(solid(500, 300), "make it red", mask=mask))
    assert (edited.width, edited.height) == (500, 300)
    assert tuple(edited.pixels[150, 20]) == BLUE
    assert np.abs(edited.pixels[150, 480].astype(int) - RED).max() <= 2
    parts = server.asked[0]["contents"][0]["parts"]
    assert ["text" in part for part in parts] == [True, False, False]
    assert "mask" in parts[0]["text"]


def test_an_extension_keeps_the_pixels_that_there_were(plain_server: Any) -> None:
    Gemini(plain_server)
    made = engine(plain_server).extend(ExtendRequest(solid(200, 200), 400, 200, 100, 0))
    assert (made.width, made.height) == (400, 200)
    assert (made.pixels[100, 150:250] == BLUE).all()
    assert np.abs(made.pixels[100, 5].astype(int) - RED).max() <= 2


def test_what_is_drawn_while_thinking_is_no_answer(plain_server: Any) -> None:
    server = Gemini(plain_server)
    thought = {**drawn((64, 64), BLUE), "thought": True}
    server.then = [(200, answered({"text": "Here it is."}, thought, drawn((64, 64))))]
    picture = engine(plain_server).create(CreateRequest("a mug", 64, 64))
    assert tuple(picture.pixels[0, 0]) == RED


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}, ContentRefused),
        (answered(reason="IMAGE_SAFETY"), ContentRefused),
        (answered({"text": "I drew nothing."}, reason="SAFETY"), ContentRefused),
        (answered({"text": "Here is a story instead."}), UpstreamError),
        (answered(reason="NO_IMAGE"), UpstreamError),
        ({"candidates": []}, UpstreamError),
        ({"candidates": [None]}, UpstreamError),
        ({"candidates": [{"content": {"parts": [7, {"inlineData": {"data": "%%"}}]}}]}, UpstreamError),
        ({"candidates": [{"content": {"parts": [{"inlineData": {"data": "aGVsbG8="}}]}}]}, UpstreamError),
        ({}, UpstreamError),
    ],
)  # fmt: skip
def test_an_answer_without_a_picture_says_why(
    plain_server: Any, value: dict[str, Any], error: type[Exception]
) -> None:
    server = Gemini(plain_server)
    server.then = [(200, value)]
    with pytest.raises(error) as told:
        engine(plain_server).create(CreateRequest("a mug", 64, 64))
    assert type(told.value) is error


def test_what_is_said_in_place_of_a_picture_is_told(plain_server: Any) -> None:
    server = Gemini(plain_server)
    thought = {"text": "I should not.", "thought": True}
    server.then = [(200, answered(thought, {"text": "I can't draw real people. " * 20}))]
    with pytest.raises(UpstreamError, match=r"no picture .*It says: I can't draw real") as told:
        engine(plain_server).create(CreateRequest("a mug", 64, 64))
    assert "should not" not in told.value.message
    assert len(told.value.message) < 300


def test_a_size_that_the_model_does_not_know_is_left_out(plain_server: Any) -> None:
    server = Gemini(plain_server)
    said = "Unknown name \"imageSize\" at 'generation_config.image_config': Cannot find field."
    server.then = [failed(400, "INVALID_ARGUMENT", said)]
    assert engine(plain_server).create(CreateRequest("a mug", 64, 64)).width == 64
    asked = [each["generationConfig"]["imageConfig"] for each in server.asked]
    assert ["imageSize" in each for each in asked] == [True, False]
    server.then = [failed(400, "INVALID_ARGUMENT", said)] * 2
    with pytest.raises(UpstreamError, match="imageSize"):
        engine(plain_server).create(CreateRequest("a mug", 64, 64))


def failed(code: int, status: str, message: str, *details: dict[str, Any]) -> tuple[int, Any]:
    error = {"code": code, "message": message, "status": status, "details": list(details)}
    return code, {"error": error}


def test_a_busy_server_is_asked_again_after_the_pause_that_it_names(plain_server: Any) -> None:
    server = Gemini(plain_server)
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7.5s"}
    server.then = [
        failed(503, "UNAVAILABLE", "The model is overloaded."),
        failed(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted.", info),
    ]
    pauses: list[float] = []
    engine(plain_server, pauses=pauses).create(CreateRequest("a mug", 64, 64))
    assert len(server.asked) == 3
    assert pauses[1] == 7.5


@pytest.mark.parametrize(
    ("failure", "asked", "told"),
    [
        (failed(400, "INVALID_ARGUMENT", "API key not valid."), 1, "GEMINI_API_KEY"),
        (failed(400, "INVALID_ARGUMENT", "Invalid JSON payload received."), 1, "Invalid JSON"),
        (failed(403, "PERMISSION_DENIED", "Method not allowed for this key."), 1, "GEMINI_API_KEY"),
        (failed(404, "NOT_FOUND", "models/x is not found."), 1, "not found"),
        (failed(429, "RESOURCE_EXHAUSTED", "Check your plan and billing details."), 1, "billing"),
        (failed(500, "INTERNAL", "An internal error has occurred."), 4, "internal error"),
    ],
)
def test_a_failure_is_told_without_the_key(
    plain_server: Any, failure: tuple[int, Any], asked: int, told: str
) -> None:
    server = Gemini(plain_server)
    server.then = [failure] * 8
    with pytest.raises(UpstreamError) as wrong:
        engine(plain_server).create(CreateRequest("a mug", 64, 64))
    assert len(server.asked) == asked
    assert told in wrong.value.message
    assert KEY not in wrong.value.message


EXCEEDED = (
    "You exceeded your current quota, please check your plan and billing details. "
    "* Quota exceeded for metric: generate_requests, limit: {limit} Please retry in 36.1s."
)


def exceeded(quota: str, limit: int) -> tuple[int, Any]:
    """A 429 as the API words it, whichever quota is meant."""
    failure = {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        "violations": [{"quotaMetric": "generate_requests", "quotaId": quota}],
    }
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "36s"}
    return failed(429, "RESOURCE_EXHAUSTED", EXCEEDED.format(limit=limit), failure, info)


@pytest.mark.parametrize(
    ("quota", "limit", "asked"),
    [
        ("GenerateRequestsPerMinutePerProjectPerModel", 10, 2),
        ("GenerateRequestsPerDayPerProjectPerModel-FreeTier", 100, 1),
        ("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", 0, 1),
    ],
)
def test_a_quota_of_the_minute_is_waited_for_and_no_other(
    plain_server: Any, quota: str, limit: int, asked: int
) -> None:
    server = Gemini(plain_server)
    server.then = [exceeded(quota, limit)]
    pauses: list[float] = []
    drawn = engine(plain_server, pauses=pauses)
    if asked == 1:
        with pytest.raises(UpstreamError, match="plan and billing"):
            drawn.create(CreateRequest("a mug", 64, 64))
    else:
        drawn.create(CreateRequest("a mug", 64, 64))
    assert len(server.asked) == asked
    assert pauses == [36.0] * (asked - 1)


@pytest.mark.parametrize(
    ("model", "wanted", "shape", "size"),
    [
        ("gemini-3.1-flash-image", (1456, 180), "8:1", "1K"),
        ("gemini-nano-banana-2.1", (320, 1280), "1:4", "1K"),
        ("gemini-nano-banana-2.1", (4096, 1024), "4:1", "2K"),
        ("gemini-3-pro-image", (1456, 180), "21:9", "1K"),
        ("gemini-2.5-flash-image", (1456, 180), "21:9", None),
    ],
)
def test_strips_are_asked_of_models_that_draw_them(
    plain_server: Any, model: str, wanted: tuple[int, int], shape: str, size: str | None
) -> None:
    server = Gemini(plain_server, model)
    picture = engine(plain_server, model).create(CreateRequest("a mug", *wanted))
    assert (picture.width, picture.height) == wanted
    config = server.asked[0]["generationConfig"]["imageConfig"]
    assert (config["aspectRatio"], config.get("imageSize")) == (shape, size)


def test_an_address_that_can_not_be_right_names_its_setting() -> None:
    with pytest.raises(ValidationError, match="GEMINI_BASE_URL"):
        provider("ftp://example.org", KEY)


def test_references_come_before_the_mask_and_the_prompt_says_what_they_are(
    plain_server: Any,
) -> None:
    server = Gemini(plain_server)
    mask = np.full((300, 500), 255, np.uint8)
    drawn = engine(plain_server)
    shown = (solid(40, 30), solid(40, 30))
    drawn.edit(EditRequest(solid(500, 300), "", "brandify", mask=mask, references=shown))
    parts = server.asked[0]["contents"][0]["parts"]
    assert len(parts) == 5
    assert "2 further pictures show the brand's look" in parts[0]["text"]
    assert "The last picture is a mask" in parts[0]["text"]
    drawn.create(CreateRequest("our logo", 1024, 1024, logo=solid(20, 10)))
    parts = server.asked[1]["contents"][0]["parts"]
    assert len(parts) == 2
    assert "The picture is the brand's logo" in parts[0]["text"]
