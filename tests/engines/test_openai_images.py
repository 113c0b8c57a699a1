"""Pictures through a server that speaks the published images protocol over a socket, failures
included.
"""

from __future__ import annotations

import base64
import email.parser
import email.policy
import io
import json
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.openai import Client, OpenAIImageEngine, Provider
from brandstudio.engines.protocols import (
    BrandLook,
    BrandSwatch,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    ImageEngine,
)
from brandstudio.engines.select import ConfiguredEngines
from brandstudio.errors import (
    ContentRefused,
    UnsupportedInstruction,
    UpstreamError,
    UpstreamTimeout,
    ValidationError,
)
from brandstudio.network.fetch import Fetcher
from brandstudio.settings import from_environment
from brandstudio.testing import check_image_engine

RED, BLUE = (200, 30, 30), (20, 40, 220)


def png(size: tuple[int, int], colour: tuple[int, ...] = RED) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB" if len(colour) == 3 else "RGBA", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


def solid(width: int, height: int, colour: tuple[int, ...] = BLUE) -> Any:
    return np.full((height, width, len(colour)), colour, np.uint8)


class Images:
    """An images server: records requests, answers a plain picture of the size that was asked for
    unless told.
    """

    def __init__(self, server: Any, colour: tuple[int, ...] = RED) -> None:
        self.server, self.colour = server, colour
        self.requests: list[dict[str, Any]] = []
        self.refuse: set[str] = set()
        self.answer: Any = None
        server.answers["/v1/images/generations"] = self._generate
        server.answers["/v1/images/edits"] = self._edit

    def _generate(self, handler: Any) -> None:
        self._reply(handler, json.loads(self.server.seen[-1][3]))

    def _edit(self, handler: Any) -> None:
        _, _, headers, body = self.server.seen[-1]
        head = b"Content-Type: " + headers["content-type"].encode() + b"\r\n\r\n"
        message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
        fields: dict[str, Any] = {}
        for part in message.iter_parts():
            name = part.get_param("name", header="content-disposition")
            content = part.get_payload(decode=True)
            fields[str(name)] = content if part.get_filename() else content.decode()
        self._reply(handler, fields)

    def _reply(self, handler: Any, fields: dict[str, Any]) -> None:
        self.requests.append(fields)
        for name in ("seed", "response_format", "size", "n"):
            if name in self.refuse and name in fields:
                error = {
                    "message": f"Unknown parameter: '{name}'.",
                    "param": name,
                    "type": "invalid_request_error",
                }
                return handler.reply(400, json.dumps({"error": error}).encode())
        if callable(self.answer):
            return handler.reply(200, json.dumps(self.answer(fields)).encode())
        width, height = (int(side) for side in fields.get("size", "1024x1024").split("x"))
        data = {"b64_json": base64.b64encode(png((width, height), self.colour)).decode()}
        return handler.reply(200, json.dumps({"created": 1, "data": [data]}).encode())


def engine(server: Any, model: str = "sd-turbo", **options: Any) -> OpenAIImageEngine:
    provider = Provider(
        base_url=f"{server.url}/v1", api_key="sk-test-1234567", timeout_seconds=20, attempts=2
    )
    return OpenAIImageEngine(client=Client(provider, sleep=lambda _: None), model=model, **options)


LOOK = BrandLook(
    palette=(BrandSwatch("#102a6b", 0.6, "primary"), BrandSwatch("#f4c542", 0.4)), key=0.3, saturation=0.15, temperature=0.03,
    mood=("confident",), rules=("never show people",), space="left",
)  # fmt: skip


def test_it_is_an_image_engine(plain_server: Any) -> None:
    assert isinstance(engine(plain_server), ImageEngine)


@pytest.mark.parametrize("model", ["gpt-image-2.5-sunburst", "dall-e-2", "sd-turbo"])
def test_it_keeps_the_protocol_of_engines(plain_server: Any, model: str) -> None:
    Images(plain_server)
    assert len(check_image_engine(engine(plain_server, model))) == 8


@pytest.mark.parametrize(
    "wanted",
    [(1024, 1024), (820, 1024), (2304, 4096), (4096, 2304), (1365, 2048), (2, 2), (3000, 10)],
)
@pytest.mark.parametrize("model", ["gpt-image-1", "dall-e-3", "dall-e-2", "sd-turbo"])
def test_a_picture_has_exactly_the_size_that_was_asked_for(
    plain_server: Any, model: str, wanted: tuple[int, int]
) -> None:
    images = Images(plain_server)
    picture = engine(plain_server, model).create(CreateRequest("a mug", *wanted))
    assert (picture.width, picture.height) == wanted
    assert picture.pixels.dtype == np.uint8
    assert tuple(picture.pixels[0, 0]) == RED
    sizes = {"gpt-image-1": {"1024x1024", "1536x1024", "1024x1536"}, "dall-e-3": {"1024x1024", "1792x1024", "1024x1792"},
             "dall-e-2": {"256x256", "512x512", "1024x1024"}}  # fmt: skip
    size = images.requests[0]["size"]
    if model in sizes:
        assert size in sizes[model]
    else:
        width, height = (int(side) for side in size.split("x"))
        assert width % 16 == height % 16 == 0
        assert max(width, height) <= 1536
    if max(wanted) > 2000:
        assert "enlarged" in picture.warnings[0]


def test_the_prompt_carries_the_look_and_is_kept(plain_server: Any) -> None:
    images = Images(plain_server)
    picture = engine(plain_server).create(
        CreateRequest("A mug on a table", 512, 512, seed=5, look=LOOK)
    )
    sent = images.requests[0]["prompt"]
    assert picture.prompt_sent == sent
    for words in (
        "A mug on a table.",
        "dark blue (#102a6b)",
        "low key",
        "vivid",
        "warm",
        "confident",
        "never show people",
        "left side",
    ):
        assert words in sent
    assert images.requests[0]["seed"] == 5
    images.answer = lambda fields: {
        "data": [
            {
                "b64_json": base64.b64encode(png((64, 64))).decode(),
                "revised_prompt": "A red mug, studio light",
            }
        ]
    }
    assert (
        engine(plain_server).create(CreateRequest("A mug", 64, 64)).prompt_sent
        == "A red mug, studio light"
    )


def test_what_a_server_does_not_know_is_left_out_and_remembered(plain_server: Any) -> None:
    images = Images(plain_server)
    images.refuse = {"seed", "response_format", "size"}
    drawing = engine(plain_server)
    drawing.create(CreateRequest("a mug", 640, 480))
    assert len(images.requests) == 4
    picture = drawing.create(CreateRequest("a mug", 640, 480))
    assert len(images.requests) == 5
    assert set(images.requests[-1]) == {"model", "prompt", "n", "output_format"}
    assert (picture.width, picture.height) == (640, 480)


def test_gpt_image_is_not_asked_for_what_it_refuses(plain_server: Any) -> None:
    images = Images(plain_server)
    engine(plain_server, "gpt-image-1").create(CreateRequest("a mug", 100, 100))
    assert set(images.requests[0]) == {"model", "prompt", "n", "size", "background"}


@pytest.mark.parametrize(
    ("wanted", "asked"),
    [
        ((1024, 1024), "1024x1024"),
        ((2048, 2048), "2048x2048"),
        ((3840, 2160), "3840x2160"),
        ((4096, 4096), "2880x2880"),
        ((300, 300), "816x816"),
        ((4096, 256), "3840x1280"),
        ((1365, 2048), "1360x2048"),
    ],
)
@pytest.mark.parametrize("model", ["gpt-image-2", "gpt-image-2.5-sunburst"])
def test_a_model_of_free_sizes_is_asked_for_the_size_that_is_wanted(
    plain_server: Any, wanted: tuple[int, int], asked: str, model: str
) -> None:
    images = Images(plain_server)
    picture = engine(plain_server, model).create(CreateRequest("a mug", *wanted))
    assert (picture.width, picture.height) == wanted
    width, height = (int(side) for side in images.requests[0]["size"].split("x"))
    assert width % 16 == height % 16 == 0
    assert max(width, height) <= 3840
    assert max(width, height) <= 3 * min(width, height)
    assert 655_360 <= width * height <= 8_294_400
    assert images.requests[0]["size"] == asked


def test_sizes_may_be_said_and_are_learnt_from_a_refusal(plain_server: Any) -> None:
    images = Images(plain_server)
    said = engine(plain_server, "my-model", sizes="512x512, 768x512")
    said.create(CreateRequest("a mug", 900, 600))
    free = engine(plain_server, "gpt-image-1", sizes="free:2048")
    free.create(CreateRequest("a mug", 2048, 1024))
    assert [r["size"] for r in images.requests] == ["768x512", "2048x1024"]
    with pytest.raises(ValidationError, match="OPENAI_IMAGE_SIZES"):
        engine(plain_server, "my-model", sizes="large")

    def only_two(handler: Any) -> None:
        fields = json.loads(plain_server.seen[-1][3])
        if fields["size"] not in ("640x640", "960x640"):
            message = "Invalid size. Supported values are: '640x640' and '960x640'."
            error = {"message": message, "param": "size", "type": "invalid_request_error"}
            return handler.reply(400, json.dumps({"error": error}).encode())
        return images._reply(handler, fields)

    plain_server.answers["/v1/images/generations"] = only_two
    images.requests.clear()
    learner = engine(plain_server, "my-model")
    for _ in range(2):
        assert learner.create(CreateRequest("a mug", 1200, 800)).width == 1200
    assert [r["size"] for r in images.requests] == ["960x640", "960x640"]


def test_the_size_that_was_refused_is_not_learnt_from_its_refusal(plain_server: Any) -> None:
    images = Images(plain_server)
    supported = ("1024x1024", "1536x1024")

    def strict(handler: Any) -> None:
        fields = json.loads(plain_server.seen[-1][3])
        if fields.get("size") not in supported:
            listed = " and ".join(f"'{size}'" for size in supported)
            message = f"Invalid value: '{fields.get('size')}'. Supported values are: {listed}."
            error = {"message": message, "param": "size", "code": "invalid_value"}
            return handler.reply(400, json.dumps({"error": error}).encode())
        return images._reply(handler, fields)

    plain_server.answers["/v1/images/generations"] = strict
    learner = engine(plain_server, "gpt-image-2")
    for _ in range(2):
        assert learner.create(CreateRequest("a mug", 2048, 1152)).width == 2048
    supported = ("512x512", "768x512")  # another model under the same name
    assert learner.create(CreateRequest("a mug", 2048, 1152)).width == 2048
    assert [r["size"] for r in images.requests] == ["1536x1024", "1536x1024", "768x512"]


def test_quality_and_closeness_are_asked_of_models_that_know_them(plain_server: Any) -> None:
    images = Images(plain_server)
    for model in ("gpt-image-1.5", "gpt-image-1-mini", "gpt-image-2.5-flare", "sd-turbo"):
        engine(plain_server, model, quality="high").edit(EditRequest(solid(64, 64), "warmer"))
    close = [(r.get("quality"), r.get("input_fidelity")) for r in images.requests]
    assert close == [("high", "high"), ("high", None), ("high", None), (None, None)]


def test_a_server_that_reads_seeds_in_prompts_gets_them_there(plain_server: Any) -> None:
    images = Images(plain_server)
    engine(plain_server, "flux").create(CreateRequest("a mug", 64, 64, seed=7))
    models = {"object": "list", "data": [{"id": "sd-cpp-local", "owned_by": "local"}]}
    plain_server.answers["/v1/models"] = lambda h: h.reply(200, json.dumps(models).encode())
    theirs = engine(plain_server, "flux")
    theirs.create(CreateRequest("a mug", 64, 64, seed=7))
    theirs.edit(EditRequest(solid(64, 64), "warmer", seed=8))
    told = [r["prompt"].partition("<sd_cpp_extra_args>")[2] for r in images.requests]
    # An edit is always one from picture to picture there: how far it may go is said with the seed.
    assert told == [
        "",
        '{"seed": 7}</sd_cpp_extra_args>',
        '{"seed": 8, "strength": 0.6}</sd_cpp_extra_args>',
    ]
    theirs.extend(ExtendRequest(solid(64, 64), 96, 64, 16, 0, seed=9))
    assert '{"seed": 9, "strength": 1.0}' in images.requests[-1]["prompt"]
    asked = [path for _, path, _, _ in plain_server.seen if path == "/v1/models"]
    assert len(asked) == 2, "each engine asks once"


def test_a_server_that_only_starts_is_asked_again_which_it_is(plain_server: Any) -> None:
    images = Images(plain_server)
    drawn = engine(plain_server, "flux")
    plain_server.answers["/v1/models"] = lambda h: h.reply(503, b"{}")
    drawn.create(CreateRequest("a mug", 64, 64, seed=7))
    listed = json.dumps({"data": [{"id": "sd-cpp-local"}]}).encode()
    plain_server.answers["/v1/models"] = lambda h: h.reply(200, listed)
    drawn.create(CreateRequest("a mug", 64, 64, seed=7))
    assert ["extra_args" in r["prompt"] for r in images.requests] == [False, True]


@pytest.mark.parametrize(
    "said",
    [
        'a mug <sd_cpp_extra_args>{"batch_count": 64, "width": 8192}</sd_cpp_extra_args>',
        'a mug <SD_CPP_extra_args>{"seed": 1}</ sd_cpp_extra_args >',
        "Acme | a mug, || colourful",
    ],
)
def test_a_users_words_give_a_server_of_ones_own_no_orders(plain_server: Any, said: str) -> None:
    images = Images(plain_server)
    listed = json.dumps({"data": [{"id": "sd-cpp-local"}]}).encode()
    plain_server.answers["/v1/models"] = lambda h: h.reply(200, listed)
    engine(plain_server, "flux").create(CreateRequest(said, 64, 64, seed=7))
    (request,) = images.requests
    assert request["prompt"].lower().count("sd_cpp_extra_args>") == 2
    assert request["prompt"].endswith('{"seed": 7}</sd_cpp_extra_args>')
    assert "|" not in request["prompt"], "LocalAI avoids what follows"
    assert "a mug" in request["prompt"]
    engine(plain_server, "gpt-image-2").create(CreateRequest(said, 1024, 1024))
    assert images.requests[-1]["prompt"].startswith(said), "OpenAI reads no orders there"


def test_a_link_that_is_a_path_of_the_server_is_read(plain_server: Any) -> None:
    images = Images(plain_server)
    plain_server.answers["/v1/images/7/content"] = lambda h: h.reply(200, png((64, 64)))
    images.answer = lambda fields: {"data": [{"url": "/v1/images/7/content"}]}
    assert engine(plain_server).create(CreateRequest("a mug", 32, 32)).width == 32


class LocalAI:
    """LocalAI: pictures are edited with ``images/generations``; there is no ``images/edits``."""

    def __init__(self, server: Any) -> None:
        self.asked: list[dict[str, Any]] = []
        self.server = server
        server.answers["/v1/images/generations"] = self._generate
        listed = {"object": "list", "data": [{"id": "flux", "capabilities": ["image"]}]}
        server.answers["/v1/models/capabilities"] = lambda h: h.reply(
            200, json.dumps(listed).encode()
        )

    def _generate(self, handler: Any) -> None:
        fields = json.loads(self.server.seen[-1][3])
        self.asked.append(fields)
        content = base64.b64decode(fields["file"], validate=True) if "file" in fields else b""
        size = Image.open(io.BytesIO(content)).size if content else (64, 64)
        handler.reply(200, json.dumps({"data": [{"b64_json": _b64(png(size))}]}).encode())


def _b64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_localai_is_asked_for_edits_in_its_own_way(plain_server: Any) -> None:
    server = LocalAI(plain_server)
    drawn = engine(plain_server, "flux")
    mask = np.zeros((200, 300), np.uint8)
    mask[:, 150:] = 255
    picture = drawn.edit(EditRequest(solid(300, 200), "a red wall", mask=mask, seed=5))
    assert np.array_equal(picture.pixels[:, :150], solid(150, 200))
    assert tuple(picture.pixels[100, 280]) == RED
    (asked,) = server.asked
    assert asked["ref_images"] == [asked["file"]], "bare base64: what is not is dropped there"
    assert (asked["n"], asked["seed"], asked["response_format"]) == (1, 5, "b64_json")
    drawn.edit(EditRequest(solid(64, 64), "warmer"))
    paths = [path for _, path, _, _ in plain_server.seen]
    assert paths.count("/v1/images/edits") == 1, "what it lacks is asked for once"
    with pytest.raises(UnsupportedInstruction, match="LocalAI"):
        drawn.extend(ExtendRequest(solid(64, 64), 96, 64, 16, 0))
    assert len(server.asked) == 2


def test_a_server_without_edits_that_is_no_localai_never_draws_anew_instead(
    plain_server: Any,
) -> None:
    server = LocalAI(plain_server)
    del plain_server.answers["/v1/models/capabilities"]
    with pytest.raises(UpstreamError, match="404"):
        engine(plain_server, "flux").edit(EditRequest(solid(64, 64), "warmer"))
    assert server.asked == []


def test_a_link_on_the_server_itself_is_read_without_the_key(plain_server: Any) -> None:
    images = Images(plain_server)
    plain_server.answers["/out/1.png"] = lambda h: h.reply(200, png((64, 64)))
    images.answer = lambda fields: {"data": [{"url": f"{plain_server.url}/out/1.png"}]}
    assert engine(plain_server).create(CreateRequest("a mug", 32, 32)).width == 32
    assert "authorization" not in plain_server.seen[-1][2]


def test_a_link_elsewhere_goes_through_the_guard(plain_server: Any, server: Any) -> None:
    images = Images(plain_server)
    server.answers["/1.png"] = lambda h: h.reply(200, png((64, 64)), content_type="image/png")
    images.answer = lambda fields: {"data": [{"url": f"{server.url}/1.png"}]}
    with pytest.raises(UpstreamError, match="link"):
        engine(plain_server).create(CreateRequest("a mug", 32, 32))
    assert server.connections == 0
    listed = engine(plain_server, fetcher=Fetcher([server.host]))
    assert listed.create(CreateRequest("a mug", 32, 32)).width == 32


@pytest.mark.parametrize(
    "value",
    [
        {}, {"data": []}, {"data": None}, {"data": [None]}, {"data": [{}]}, {"data": [{"b64_json": ""}]}, {"data": [{"b64_json": "%%%"}]},
        {"data": [{"b64_json": "aGVsbG8="}]}, {"data": [{"b64_json": base64.b64encode(png((8, 8))[:40]).decode()}]}, {"data": [{"url": "file:///etc/passwd"}]},
        {"data": [{"url": "http://169.254.169.254/x"}]}, {"data": [{"url": "data:image/png;base64,%%%"}]}, {"data": [{"url": 5}]}, {"data": {"0": 1}},
    ],
)  # fmt: skip
def test_an_answer_without_a_picture_is_an_upstream_error(plain_server: Any, value: Any) -> None:
    Images(plain_server).answer = lambda fields: value
    with pytest.raises(UpstreamError):
        engine(plain_server).create(CreateRequest("a mug", 32, 32))


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (500, {"error": "server_error", "message": "bad number"}, "server_error: bad number"),  # stable-diffusion.cpp
        (500, {"error": "generate_image returned no results"}, "returned no results"),
        (400, {"error": "invalid params"}, "invalid params"),
        (500, {"error": {"code": 500, "message": "rpc error: out of memory", "type": ""}}, "out of memory"),  # LocalAI
        (400, {"detail": "Invalid size format: '1024x'."}, "Invalid size format"),  # vLLM-Omni, SGLang
        (422, {"detail": [{"type": "missing", "loc": ["body", "prompt"], "msg": "Field required"}]}, "prompt: Field required"),
        (400, {"error": {"message": 7, "code": None}}, "7"),
        (400, {"detail": [7, {"loc": "x"}]}, "request: not valid"),
    ],
)  # fmt: skip
def test_a_servers_own_words_for_a_failure_are_told(
    plain_server: Any, status: int, body: Any, said: str
) -> None:
    plain_server.answers["/v1/images/generations"] = lambda h: h.reply(
        status, json.dumps(body).encode()
    )
    with pytest.raises(UpstreamError) as told:
        engine(plain_server).create(CreateRequest("x", 32, 32))
    assert said in told.value.message


def test_a_field_that_fastapi_refuses_is_left_out(plain_server: Any) -> None:
    images = Images(plain_server)

    def strict(handler: Any) -> None:
        fields = json.loads(plain_server.seen[-1][3])
        if "output_format" in fields:
            wrong = {"type": "extra_forbidden", "loc": ["body", "output_format"], "msg": "Extra"}
            return handler.reply(422, json.dumps({"detail": [wrong]}).encode())
        return images._reply(handler, fields)

    plain_server.answers["/v1/images/generations"] = strict
    assert engine(plain_server).create(CreateRequest("x", 32, 32)).width == 32
    assert "seed" in images.requests[0]


def test_failures_keep_their_kind(plain_server: Any) -> None:
    error = {"error": {"message": "rejected by the safety system", "code": "moderation_blocked"}}
    plain_server.answers["/v1/images/generations"] = lambda h: h.reply(
        400, json.dumps(error).encode()
    )
    with pytest.raises(ContentRefused):
        engine(plain_server).create(CreateRequest("x", 32, 32))
    plain_server.answers["/v1/images/generations"] = lambda h: h.reply(504, b"")
    with pytest.raises(UpstreamTimeout):
        engine(plain_server).create(CreateRequest("x", 32, 32))
    plain_server.answers["/v1/images/generations"] = lambda h: h.reply(500, b"oops")
    with pytest.raises(UpstreamError):
        engine(plain_server).create(CreateRequest("x", 32, 32))
    plain_server.answers["/v1/images/generations"] = lambda h: h.reply(
        404, b'{"error": {"message": "model not found"}}'
    )
    with pytest.raises(UpstreamError, match="model not found"):
        engine(plain_server).create(CreateRequest("x", 32, 32))
    with pytest.raises(ValidationError):
        engine(plain_server).create(CreateRequest("x", 0, 32))


# ------------------------------------------------------------------------------------------------------------ editing


@pytest.mark.parametrize("model", ["gpt-image-1", "dall-e-2", "sd-turbo"])
@pytest.mark.parametrize("size", [(300, 200), (200, 300), (1920, 400), (37, 1000), (64, 64)])
def test_an_edit_has_the_size_of_its_source_and_loses_nothing_of_it(
    plain_server: Any, model: str, size: tuple[int, int]
) -> None:
    images = Images(plain_server)
    images.answer = lambda fields: {
        "data": [{"b64_json": base64.b64encode(fields["image"]).decode()}]
    }  # changes nothing
    ramp = np.linspace(0, 255, size[0] * size[1]).astype(np.uint8).reshape(size[1], size[0])
    source = np.dstack([ramp, ramp.T.reshape(ramp.shape), 255 - ramp])
    source = np.asarray(
        Image.fromarray(source).resize((9, 9)).resize(size, Image.Resampling.BICUBIC)
    )
    picture = engine(plain_server, model).edit(EditRequest(source, "make it bluer"))
    assert picture.pixels.shape == source.shape
    assert np.abs(picture.pixels.astype(int) - source).mean() < 4
    assert "Edit this picture: make it bluer." in images.requests[0]["prompt"]


def test_what_a_mask_protects_stays_to_the_pixel(plain_server: Any) -> None:
    images = Images(plain_server)
    source = solid(300, 200)
    mask = np.zeros((200, 300), np.float32)
    mask[:, 150:] = 1.0
    picture = engine(plain_server).edit(EditRequest(source, "a red wall", mask=mask))
    assert np.array_equal(picture.pixels[:, :150], source[:, :150])
    assert tuple(picture.pixels[100, 250]) == RED
    sent = np.asarray(Image.open(io.BytesIO(images.requests[0]["mask"])))
    # OpenAI reads the transparency, stable-diffusion.cpp the brightness.
    assert sent[10, 10].tolist() == [0, 0, 0, 255]  # kept
    assert sent[10, -10].tolist() == [255, 255, 255, 0]  # drawn anew


def test_transparency_of_the_source_stays(plain_server: Any) -> None:
    Images(plain_server)
    source = solid(64, 64, (*BLUE, 255)).copy()
    source[:32, :, 3] = 0
    picture = engine(plain_server).edit(EditRequest(source, "red"))
    assert np.array_equal(picture.pixels[..., 3], source[..., 3])
    assert tuple(picture.pixels[50, 50, :3]) == RED


@pytest.mark.parametrize(("purpose", "words"), [("brandify", "Restyle"), ("improve", "Correct")])
def test_brandify_and_improve_need_no_words(plain_server: Any, purpose: Any, words: str) -> None:
    images = Images(plain_server)
    engine(plain_server).edit(EditRequest(solid(64, 64), purpose=purpose, look=LOOK))
    assert images.requests[0]["prompt"].startswith(words)
    assert "#102a6b" in images.requests[0]["prompt"]


@pytest.mark.parametrize("model", ["gpt-image-1", "sd-turbo"])
def test_an_extension_keeps_the_source_and_fills_the_rest(plain_server: Any, model: str) -> None:
    images = Images(plain_server)
    source = solid(400, 300)
    picture = engine(plain_server, model).extend(ExtendRequest(source, 1000, 420, x=550, y=60))
    assert picture.pixels.shape == (420, 1000, 3)
    assert np.array_equal(picture.pixels[60:360, 550:950], source)
    assert tuple(picture.pixels[200, 100]) == RED
    mask = np.asarray(Image.open(io.BytesIO(images.requests[0]["mask"])))[..., 3]
    assert 0.1 < (mask == 255).mean() < 0.4


def test_an_extension_must_hold_its_source() -> None:
    for x, y in [(-1, 0), (0, -1), (61, 0), (0, 61)]:
        with pytest.raises(ValueError, match="inside"):
            ExtendRequest(solid(40, 40), 100, 100, x=x, y=y)


def test_references_and_a_logo_go_along_as_further_pictures(plain_server: Any) -> None:
    images = Images(plain_server)
    drawn = engine(plain_server, "gpt-image-2")
    assert drawn.capabilities.references == 4
    shown = (solid(40, 30), solid(30, 40))
    asked = CreateRequest("a mug with our logo", 1024, 1024, references=shown, logo=solid(20, 10))
    assert drawn.create(asked).width == 1024
    (request,) = images.requests
    names = [
        part.get_param("name", header="content-disposition")
        for part in email.parser.BytesParser(policy=email.policy.HTTP)
        .parsebytes(
            b"Content-Type: "
            + plain_server.seen[-1][2]["content-type"].encode()
            + b"\r\n\r\n"
            + plain_server.seen[-1][3]
        )
        .iter_parts()
        if part.get_filename()
    ]
    assert names == ["image[]"] * 3
    assert "The first 2 pictures show the brand's look" in request["prompt"]
    assert "The last picture is the brand's logo" in request["prompt"]
    assert "mask" not in request


def test_a_server_of_ones_own_takes_no_references(plain_server: Any) -> None:
    assert engine(plain_server, "sd-turbo").capabilities.references == 0


def streaming(server: Any, *events: dict[str, Any], broken: bool = False) -> list[dict[str, Any]]:
    """A server that streams these events, cut into small pieces; gives the bodies that it was sent."""
    asked: list[dict[str, Any]] = []

    def answer(handler: Any) -> None:
        asked.append(json.loads(server.seen[-1][3]))
        text = "".join(
            f"event: {event.get('type')}\r\ndata: {json.dumps(event)}\r\n\r\n" for event in events
        )
        body = (": hello\r\n\r\n" + text).encode()
        handler.reply(200, body[:-40] if broken else body, content_type="text/event-stream")

    server.answers["/v1/images/generations"] = answer
    return asked


def view(kind: str, **more: Any) -> dict[str, Any]:
    picture = base64.b64encode(png((1024, 1024))).decode()
    return {"type": f"image_generation.{kind}", "b64_json": picture, **more}


def test_views_on_the_way_are_told_and_the_last_event_is_the_picture(plain_server: Any) -> None:
    views = [view("partial_image", partial_image_index=number) for number in (0, 1)]
    asked = streaming(plain_server, *views, view("completed"))
    told: list[tuple[int, int]] = []
    request = CreateRequest("a mug", 1024, 1024, sketched=lambda came, of: told.append((came, of)))
    picture = engine(plain_server, "gpt-image-2", partials=2).create(request)
    assert tuple(picture.pixels[0, 0]) == RED
    assert told == [(1, 2), (2, 2)]
    assert asked[0]["stream"] is True
    assert asked[0]["partial_images"] == 2


def test_no_view_is_asked_for_unless_somebody_looks_and_the_model_streams(
    plain_server: Any,
) -> None:
    images = Images(plain_server)
    engine(plain_server, "gpt-image-2", partials=2).create(CreateRequest("a mug", 1024, 1024))
    told = CreateRequest("a mug", 1024, 1024, sketched=lambda came, of: None)
    engine(plain_server, "sd-turbo", partials=2).create(told)
    assert all("stream" not in request for request in images.requests)


@pytest.mark.parametrize(
    ("event", "error", "said"),
    [
        ({"type": "error", "error": {"code": "moderation_blocked", "message": "safety system"}}, ContentRefused, "refused"),
        ({"type": "error", "code": "invalid_value", "message": "No such size."}, UpstreamError, "No such size"),
        ({"type": "error", "error": {"code": "server_error", "message": "Sorry."}}, UpstreamError, "Sorry"),
    ],
)  # fmt: skip
def test_an_error_in_a_stream_is_an_error(
    plain_server: Any, event: dict[str, Any], error: type[Exception], said: str
) -> None:
    streaming(plain_server, view("partial_image"), event)
    request = CreateRequest("a mug", 1024, 1024, sketched=lambda came, of: None)
    with pytest.raises(error, match=said):
        engine(plain_server, "gpt-image-2", partials=1).create(request)


def test_a_stream_that_breaks_off_is_asked_again_and_then_an_error(plain_server: Any) -> None:
    asked = streaming(plain_server, view("partial_image"), view("completed"), broken=True)
    request = CreateRequest("a mug", 1024, 1024, sketched=lambda came, of: None)
    with pytest.raises(UpstreamError, match="broke off"):
        engine(plain_server, "gpt-image-2", partials=1).create(request)
    assert len(asked) == 2


def test_who_is_told_of_a_view_may_end_the_request(plain_server: Any) -> None:
    streaming(plain_server, view("partial_image"), view("completed"))

    def cancelled(came: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine(plain_server, "gpt-image-2", partials=1).create(
            CreateRequest("a mug", 1024, 1024, sketched=cancelled)
        )


def test_a_picture_may_take_longer_than_words(tmp_path: Any) -> None:
    said = {
        "BRANDSTUDIO_IMAGE_ENGINE": "openai",
        "BRANDSTUDIO_TEXT_ENGINE": "openai",
        "OPENAI_API_KEY": "sk-test-1234567",
    }
    engines = ConfiguredEngines(from_environment(tmp_path, said))
    image, text = cast(Any, engines.image), cast(Any, engines.text)
    words = text._conversation._client.provider.timeout_seconds
    assert image._client.provider.timeout_seconds == 2 * words == 240
