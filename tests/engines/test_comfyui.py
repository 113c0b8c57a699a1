"""Pictures through a server that speaks ComfyUI's routes over a socket, failures included."""

from __future__ import annotations

import email.parser
import email.policy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from PIL import Image

from brandstudio.engines.comfyui import ComfyImageEngine, provider
from brandstudio.engines.openai import Client
from brandstudio.engines.protocols import CreateRequest, EditRequest, ExtendRequest, ImageEngine
from brandstudio.engines.select import ConfiguredEngines
from brandstudio.errors import (
    UnsupportedInstruction,
    UpstreamError,
    UpstreamTimeout,
    ValidationError,
)
from brandstudio.settings import from_environment
from brandstudio.testing import check_image_engine

RED, BLUE = (200, 30, 30), (20, 40, 220)
CHECKPOINT = "sd_xl_base_1.0.safetensors"
Reply = Callable[[Any], None]


def png(size: tuple[int, int], colour: tuple[int, ...] = RED) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    return buffer.getvalue()


class Comfy:
    """The server: runs a graph at the third question, and draws a plain picture of the graph's size."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.queued: list[dict[str, Any]] = []
        self.uploaded: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.forgotten: list[str] = []
        self.waits = 2
        self.loses = self.lies = False
        self.history: dict[str, Any] | None = None
        self.refusal: tuple[int, dict[str, Any]] | None = None
        self.size = (1024, 1024)
        server.answers |= {
            "/object_info/CheckpointLoaderSimple": self._about,
            "/prompt": self._queue,
            "/history/id-1": self._told,
            "/queue": self._queue_of,
            "/upload/image": self._keep,
            "/view": self._view,
        }

    def _about(self, handler: Any) -> None:
        names = {"ckpt_name": [[CHECKPOINT, "other.safetensors"], {"tooltip": "..."}]}
        said = {"CheckpointLoaderSimple": {"input": {"required": names}}}
        handler.reply(200, json.dumps(said).encode())

    def _queue(self, handler: Any) -> None:
        if self.refusal:
            status, value = self.refusal
            return handler.reply(status, json.dumps(value).encode())
        self.queued.append(json.loads(self.server.seen[-1][3])["prompt"])
        for node in self.queued[-1].values():
            if node["class_type"] == "EmptyLatentImage":
                self.size = (node["inputs"]["width"], node["inputs"]["height"])
        return handler.reply(200, b'{"prompt_id": "id-1", "number": 7, "node_errors": {}}')

    def _told(self, handler: Any) -> None:
        self.asked.append("history")
        if len(self.asked) <= self.waits or self.loses:
            return handler.reply(200, b"{}")
        shown = {"filename": "a b&c.png", "subfolder": "", "type": "temp"}
        ended = {
            "outputs": {"7": {"images": [shown]}},
            "status": {"status_str": "success", "completed": True, "messages": []},
        }
        return handler.reply(200, json.dumps({"id-1": self.history or ended}).encode())

    def _queue_of(self, handler: Any) -> None:
        if handler.command == "POST":
            self.forgotten += json.loads(self.server.seen[-1][3])["delete"]
            return handler.reply(200, b"")
        pending = [] if self.loses else [[7, "id-1", {}, {}, ["7"]]]
        said = {"queue_running": [], "queue_pending": pending}
        return handler.reply(200, json.dumps(said).encode())

    def _keep(self, handler: Any) -> None:
        _, _, headers, body = self.server.seen[-1]
        head = b"Content-Type: " + headers["content-type"].encode() + b"\r\n\r\n"
        message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
        for part in message.iter_parts():
            if part.get_filename():
                named, content = str(part.get_filename()), part.get_payload(decode=True)
                assert isinstance(content, bytes)
                self.uploaded[named] = content
            else:
                assert part.get_payload() in ("temp", "true")
        handler.reply(200, json.dumps({"name": named, "subfolder": "", "type": "temp"}).encode())

    def _view(self, handler: Any) -> None:
        asked = parse_qs(urlsplit(handler.path).query, keep_blank_values=True)
        assert asked == {"filename": ["a b&c.png"], "subfolder": [""], "type": ["temp"]}
        handler.reply(200, b"no picture" if self.lies else png(self.size))


def engine(server: Any, **options: Any) -> ComfyImageEngine:
    client = Client(provider(server.url, None), sleep=lambda _: None)
    return ComfyImageEngine(client=client, sleep=lambda _: None, **options)


def solid(width: int, height: int, colour: tuple[int, ...] = BLUE) -> Any:
    return np.full((height, width, len(colour)), colour, np.uint8)


def node(kind: str, **inputs: object) -> dict[str, object]:
    return {"class_type": kind, "inputs": inputs}


@pytest.fixture
def graphs(tmp_path: Path) -> Path:
    """A folder of graphs of one's own for edits and extensions."""
    edit = {
        "1": node("LoadImage", image="%image%"),
        "2": node("CLIPTextEncode", text="photo, %prompt%"),
        "3": node("KSampler", seed="%seed%", denoise="%strength%", latent_image=["1", 0]),
        "7": node("SaveImage", images=["3", 0], filename_prefix="%date:yyyy%"),
    }
    extend = {**edit, "4": node("LoadImageMask", image="%mask%", channel="red")}
    (tmp_path / "edit.json").write_text(json.dumps(edit))
    (tmp_path / "extend.json").write_text(json.dumps(extend))
    return tmp_path


def test_it_is_an_image_engine(plain_server: Any) -> None:
    assert isinstance(engine(plain_server), ImageEngine)


def test_it_keeps_the_protocol_of_engines(plain_server: Any, graphs: Path) -> None:
    Comfy(plain_server)
    assert len(check_image_engine(engine(plain_server))) == 3, "a checkpoint draws new pictures"
    assert len(check_image_engine(engine(plain_server, workflows=str(graphs)))) == 8


@pytest.mark.parametrize("wanted", [(1024, 1024), (2304, 4096), (820, 1024), (4096, 600), (2, 2)])
def test_a_picture_has_exactly_the_size_that_was_asked_for(
    plain_server: Any, wanted: tuple[int, int]
) -> None:
    server = Comfy(plain_server)
    picture = engine(plain_server).create(CreateRequest("a mug", *wanted, seed=2**63))
    assert (picture.width, picture.height) == wanted
    assert tuple(picture.pixels[0, 0]) == RED
    assert picture.model == CHECKPOINT
    (graph,) = server.queued
    latent = graph["4"]["inputs"]
    assert latent["width"] % 64 == latent["height"] % 64 == 0
    assert latent["width"] * latent["height"] <= 1_310_720
    assert graph["1"]["inputs"]["ckpt_name"] == CHECKPOINT
    assert graph["5"]["inputs"]["seed"] == 2**63
    assert graph["2"]["inputs"]["text"].startswith("a mug")


def test_the_checkpoint_and_the_sizes_that_are_set_are_used(plain_server: Any) -> None:
    server = Comfy(plain_server)
    drawn = engine(plain_server, checkpoint="mine.safetensors", sizes="512x512,768x512")
    drawn.create(CreateRequest("a mug", 1500, 1000))
    assert server.queued[0]["1"]["inputs"]["ckpt_name"] == "mine.safetensors"
    assert server.size == (768, 512)


def test_a_prompt_that_looks_like_a_place_or_like_json_stays_a_text(plain_server: Any) -> None:
    server = Comfy(plain_server)
    said = 'a mug "%seed%", {"x": 1}'
    engine(plain_server).create(CreateRequest(said, 512, 512))
    assert server.queued[0]["2"]["inputs"]["text"].startswith(said)


def test_without_a_graph_for_it_an_edit_is_refused_by_the_engine_and_done_by_the_built_in_one(
    plain_server: Any, tmp_path: Path
) -> None:
    Comfy(plain_server)
    bare = engine(plain_server)
    assert not bare.capabilities.edit
    assert not bare.capabilities.extend
    with pytest.raises(UnsupportedInstruction, match=r"edit\.json"):
        bare.edit(EditRequest(solid(64, 64), "warmer"))
    with pytest.raises(UnsupportedInstruction, match=r"extend\.json"):
        bare.extend(ExtendRequest(solid(64, 64), 128, 64, 0, 0))
    said = {"BRANDSTUDIO_IMAGE_ENGINE": "comfyui", "COMFYUI_BASE_URL": plain_server.url}
    whole = ConfiguredEngines(from_environment(tmp_path, said)).image
    done = whole.edit(EditRequest(solid(64, 64, (90, 90, 90)), "brighter"))
    assert done.pixels.mean() > 95
    assert any("built-in engine did it" in warning for warning in done.warnings)


def test_an_edit_keeps_its_size_and_what_the_mask_protects(plain_server: Any, graphs: Path) -> None:
    server = Comfy(plain_server)
    mask = np.zeros((300, 500), np.uint8)
    mask[:, 250:] = 255
    edited = engine(plain_server, workflows=str(graphs)).edit(
        EditRequest(solid(500, 300), "make it red", mask=mask, seed=5, strength=0.4)
    )
    assert (edited.width, edited.height) == (500, 300)
    assert tuple(edited.pixels[150, 20]) == BLUE
    assert np.abs(edited.pixels[150, 480].astype(int) - RED).max() <= 2
    (graph,) = server.queued
    (sent,) = server.uploaded
    assert graph["1"]["inputs"]["image"] == f"{sent} [temp]"
    assert graph["2"]["inputs"]["text"].startswith("photo, Edit this picture: make it red")
    assert graph["3"]["inputs"] == {"seed": 5, "denoise": 0.4, "latent_image": ["1", 0]}
    assert graph["7"]["inputs"]["filename_prefix"] == "%date:yyyy%"
    frame = Image.open(io.BytesIO(server.uploaded[sent])).size
    assert frame[0] % 64 == frame[1] % 64 == 0


def test_an_extension_keeps_the_pixels_that_there_were(plain_server: Any, graphs: Path) -> None:
    server = Comfy(plain_server)
    made = engine(plain_server, workflows=str(graphs)).extend(
        ExtendRequest(solid(200, 200), 400, 200, 100, 0)
    )
    assert (made.width, made.height) == (400, 200)
    assert (made.pixels[100, 150:250] == BLUE).all()
    assert np.abs(made.pixels[100, 5].astype(int) - RED).max() <= 2
    mask = next(
        np.asarray(Image.open(io.BytesIO(content)).convert("L"))
        for name, content in server.uploaded.items()
        if server.queued[0]["4"]["inputs"]["image"].startswith(name)
    )
    assert mask[mask.shape[0] // 2, 5] == 255
    assert mask[mask.shape[0] // 2, mask.shape[1] // 2] == 0


def error(node_type: str, message: str) -> dict[str, Any]:
    told = {
        "node_id": "5",
        "node_type": node_type,
        "exception_message": message,
        "traceback": ["/home/me"],
    }
    return {
        "outputs": {},
        "status": {"status_str": "error", "completed": False, "messages": [["execution_start", {}], ["execution_error", told]]},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("history", "said"),
    [
        (error("KSampler", "Allocation on device 0\nwould exceed memory"), "failed at KSampler: Allocation"),
        ({"status": {"status_str": "error", "messages": [["execution_interrupted", {}]]}}, "interrupted"),
        ({"status": {"status_str": "error", "messages": [7, None, ["execution_error"]]}}, "failed at a node"),
        ({"status": {"status_str": "error"}}, "did not say why"),
        ({"status": {"completed": True}, "outputs": {}}, "made no picture"),
        ({"status": {"completed": True}, "outputs": {"7": {"images": [None, {"filename": ""}]}}}, "made no picture"),
        ({"status": {"completed": True}, "outputs": {"7": {"text": ["a"]}, "8": 5}}, "made no picture"),
    ],
)  # fmt: skip
def test_a_graph_that_fails_says_why(plain_server: Any, history: dict[str, Any], said: str) -> None:
    server = Comfy(plain_server)
    server.history = history
    with pytest.raises(UpstreamError, match=said) as told:
        engine(plain_server).create(CreateRequest("a mug", 512, 512))
    assert "/home/me" not in str(told.value)


def test_a_graph_that_is_refused_says_what_was_wrong_with_it(plain_server: Any) -> None:
    server = Comfy(plain_server)
    wrong = {"message": "Value not in list", "details": "ckpt_name: 'x' not in ['y']"}
    server.refusal = (
        400,
        {
            "error": {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation"},
            "node_errors": {"1": {"errors": [wrong], "class_type": "CheckpointLoaderSimple"}},
        },
    )  # fmt: skip
    with pytest.raises(UpstreamError, match="ckpt_name: 'x' not in"):
        engine(plain_server).create(CreateRequest("a mug", 512, 512))


def test_a_node_that_lacks_an_input_says_that_it_is_missing(plain_server: Any) -> None:
    server = Comfy(plain_server)
    missing = {"type": "required_input_missing", "message": "Required input is missing", "details": "image"}  # fmt: skip
    server.refusal = (
        400,
        {
            "error": {"type": "prompt_outputs_failed_validation", "message": "Prompt outputs failed validation", "details": "", "extra_info": {}},
            "node_errors": {"1": {"errors": [missing, 7, {"message": 5}], "dependent_outputs": ["7"], "class_type": "LoadImage"}, "2": 5},
        },
    )  # fmt: skip
    with pytest.raises(UpstreamError, match="LoadImage: Required input is missing: image"):
        engine(plain_server).create(CreateRequest("a mug", 512, 512))


def test_a_request_that_the_server_lost_is_given_up(plain_server: Any) -> None:
    server = Comfy(plain_server)
    server.loses = True
    with pytest.raises(UpstreamError, match="was it restarted"):
        engine(plain_server).create(CreateRequest("a mug", 512, 512))
    assert len(server.asked) == 5


def test_a_request_that_takes_too_long_is_taken_out_of_the_queue(plain_server: Any) -> None:
    server = Comfy(plain_server)
    server.waits = 10**6
    ticks = iter(range(0, 10**6, 100))
    slow = engine(plain_server, clock=lambda: float(next(ticks)))
    with pytest.raises(UpstreamTimeout):
        slow.create(CreateRequest("a mug", 512, 512))
    assert server.forgotten == ["id-1"]


def test_what_is_no_picture_is_refused(plain_server: Any) -> None:
    server = Comfy(plain_server)
    server.lies = True
    with pytest.raises(UpstreamError, match="not a picture"):
        engine(plain_server).create(CreateRequest("a mug", 512, 512))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "no nodes in API format"),
        ("{}", "no nodes in API format"),
        ('{"1": {"class_type": "SaveImage"}}', "no nodes in API format"),
        ('{"nodes": [], "links": []}', "Export"),
        ('{"1": {"class_type": "A", "inputs": {"text": "%prompt%"}}}', "%image%"),
    ],
)
def test_a_graph_that_can_not_do_its_work_is_told_before_it_is_asked(
    plain_server: Any, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "edit.json").write_text(text)
    with pytest.raises(ValidationError, match="COMFYUI_WORKFLOWS") as told:
        engine(plain_server, workflows=str(tmp_path))
    assert said in str(told.value)


def test_a_folder_without_graphs_is_told(plain_server: Any, tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match=r"create\.json, edit\.json, extend\.json"):
        engine(plain_server, workflows=str(tmp_path / "nowhere"))


def test_a_key_needs_https_beyond_this_network() -> None:
    with pytest.raises(ValidationError, match="COMFYUI_BASE_URL"):
        provider("http://pictures.example.com", "secret-key")
