"""Pictures through a ComfyUI server's queue.

Written from its public routes (docs.comfy.org, "Server routes"): ``POST /prompt`` queues a graph,
``GET /history/ID`` knows when it ran, ``GET /view`` gives its picture, ``POST /upload/image`` takes one.
Without a graph of one's own a checkpoint draws new pictures and nothing else: img2img would repaint
what nobody asked it to, so edits and extensions are the built-in engine's until a graph says how.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import numpy as np
from PIL import Image

from brandstudio.engines import fitting, wording
from brandstudio.engines.comfyui.workflows import Kind, Workflow, from_checkpoint, from_folder
from brandstudio.engines.openai.client import Client, Provider, Rejected
from brandstudio.engines.openai.models import FreeSizes, overriding
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
)
from brandstudio.errors import (
    PayloadTooLarge,
    UnsupportedInstruction,
    UnsupportedMediaType,
    UpstreamError,
    UpstreamTimeout,
)
from brandstudio.pixels import encode
from brandstudio.pixels.safely import decode_safely

if TYPE_CHECKING:
    from brandstudio.engines.protocols import Pixels

BASE_URL = "http://127.0.0.1:8188"
#: A checkpoint of this size draws best about a megapixel; latents are eighths, models like 64.
_SIZES = FreeSizes(step=64, shortest=512, longest=1536, ratio=3.0, most=1_310_720)
_MAX_PICTURE_BYTES = 100_000_000
#: Seconds between questions whether a picture is done: at once for a quick one, patient for a slow one.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 2.0
#: So often in a row may the server not answer, or not know of the request, before that is an error.
_PATIENCE = 5


def provider(base_url: str, api_key: str | None) -> Provider:
    """Where ComfyUI is; ``budget_seconds`` is how long one picture may take."""
    return Provider(base_url, api_key, budget_seconds=600, named="COMFYUI")


class ComfyImageEngine:
    """An image engine. Safe to share between threads."""

    def __init__(
        self,
        *,
        client: Client,
        workflows: str | None = None,
        checkpoint: str | None = None,
        sizes: str | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``workflows`` is a folder with graphs of one's own, ``checkpoint`` the model that draws
        without them (by default the server's first). Raises ValidationError as ``from_folder`` does.
        """
        self._client, self._sleep, self._clock = client, sleep, clock
        self._own = from_folder(workflows) if workflows else {}
        self._checkpoint = checkpoint
        self._sizes = overriding(sizes, "COMFYUI_IMAGE_SIZES") or _SIZES

    @property
    def capabilities(self) -> Capabilities:
        """What the graphs that are there can do."""
        return Capabilities(
            name="comfyui",
            model=self._checkpoint or "comfyui",
            create=True,
            edit="edit" in self._own,
            extend="extend" in self._own,
            mask="mask" in self._places("edit"),
            understands=("what the model of the graph understands",),
        )

    def create(self, request: CreateRequest) -> Picture:
        """A new picture, of exactly the size that was asked for."""
        wanted = fitting.wanted(request)
        prompt = wording.create_prompt(request)
        graph, model = self._drawing()
        width, height = self._fit(wanted)
        values = {"prompt": prompt, "seed": request.seed, "width": width, "height": height}
        picture, warnings = fitting.filled(self._run(graph, values), wanted)
        return Picture(picture, prompt, model, warnings)

    def edit(self, request: EditRequest) -> Picture:
        """The source, changed; in its own size, and unchanged where a mask is dark.

        Raises UnsupportedInstruction without a graph for edits.
        """
        graph = self._graph("edit")
        source = fitting.opaque(request.source)
        size = (source.shape[1], source.shape[0])
        mask = None
        if request.mask is not None:
            mask = fitting.resized(fitting.grey(request.mask), size)
        prompt = wording.edit_prompt(request)
        values = {"prompt": prompt, "seed": request.seed, "strength": round(request.strength, 3)}
        edited = self._changed(graph, source, mask, values)
        if mask is not None:
            edited = fitting.blended(source, edited, fitting.soft(mask, max(size) / 300))
        return Picture(fitting.with_alpha_of(edited, request.source), prompt, "comfyui")

    def extend(self, request: ExtendRequest) -> Picture:
        """The source continued into the frame; its own pixels stay.

        Raises UnsupportedInstruction without a graph for extensions.
        """
        graph = self._graph("extend")
        source = fitting.opaque(request.source)
        height, width = source.shape[:2]
        canvas = fitting.continued(source, (request.width, request.height), request.x, request.y)
        empty = np.full((request.height, request.width), 255, np.uint8)
        empty[request.y : request.y + height, request.x : request.x + width] = 0
        prompt = wording.extend_prompt(request)
        values = {"prompt": prompt, "seed": request.seed, "strength": 1.0}
        drawn = self._changed(graph, canvas, empty, values)
        return Picture(fitting.joined(drawn, source, request.x, request.y), prompt, "comfyui")

    # ---- graphs ----------------------------------------------------------------------------------

    def _places(self, kind: Kind) -> frozenset[str]:
        return self._own[kind].places if kind in self._own else frozenset()

    def _graph(self, kind: Kind) -> Workflow:
        if kind not in self._own:
            raise UnsupportedInstruction(
                f"ComfyUI has no graph for this: put {kind}.json into the folder of COMFYUI_WORKFLOWS."
            )
        return self._own[kind]

    def _drawing(self) -> tuple[Workflow, str]:
        """The graph for new pictures and what to call its model."""
        if "create" in self._own:
            return self._own["create"], "comfyui"
        if self._checkpoint is None:
            self._checkpoint = self._checkpoints()[0]
        return from_checkpoint(self._checkpoint), self._checkpoint

    def _checkpoints(self) -> list[str]:
        try:
            said = self._client.get("object_info/CheckpointLoaderSimple")
        except Rejected as rejected:
            raise rejected.as_error() from rejected
        node = said.get("CheckpointLoaderSimple")
        names = _at(node, "input", "required", "ckpt_name", 0)
        found = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
        if not found:
            raise UpstreamError("ComfyUI has no checkpoint; put one into its folder of models.")
        return found

    def _fit(self, wanted: fitting.Size) -> fitting.Size:
        if isinstance(self._sizes, FreeSizes):
            return self._sizes.fit(wanted)
        return fitting.nearest(wanted, self._sizes)

    def _changed(
        self,
        graph: Workflow,
        source: Pixels,
        mask: Pixels | None,
        values: Mapping[str, object],
    ) -> Pixels:
        """The source as the graph changed it, in its own size."""
        size = (source.shape[1], source.shape[0])
        laid = fitting.Laid.whole(size, self._fit(size))
        sent: dict[str, object] = {"image": self._uploaded(laid.into(source))}
        if "mask" in graph.places:
            bright = np.full(source.shape[:2], 255, np.uint8) if mask is None else mask
            sent["mask"] = self._uploaded(np.dstack([laid.into(bright)] * 3))
        width, height = laid.frame
        drawn = self._run(graph, {**values, **sent, "width": width, "height": height})
        return fitting.opaque(laid.back(fitting.covering(fitting.opaque(drawn), laid.frame)))

    # ---- the server ------------------------------------------------------------------------------

    def _uploaded(self, pixels: Pixels) -> str:
        """The name of a picture among the server's temporary files, as its loaders read it."""
        content = encode.png(Image.fromarray(pixels))
        name = f"brandstudio-{hashlib.sha256(content).hexdigest()[:24]}.png"
        try:
            said = self._client.post(
                "upload/image",
                form={"type": "temp", "overwrite": "true"},
                files=[("image", (name, content, "image/png"))],
            )
        except Rejected as rejected:
            raise rejected.as_error() from rejected
        kept, folder = said.get("name"), said.get("subfolder") or ""
        if not isinstance(kept, str) or not isinstance(folder, str):
            raise UpstreamError("ComfyUI did not say where it keeps the picture that it was sent.")
        return f"{folder}/{kept} [temp]".removeprefix("/")

    def _run(self, graph: Workflow, values: Mapping[str, object]) -> Pixels:
        """What the graph drew. Raises UpstreamError with what the server says of it."""
        try:
            said = self._client.post("prompt", body={"prompt": graph.filled(values)})
        except Rejected as rejected:
            raise rejected.as_error() from rejected
        asked = said.get("prompt_id")
        if not isinstance(asked, str) or not asked:
            raise UpstreamError("ComfyUI did not say which request it took.")
        return self._picture(_picture_in(self._finished(asked)))

    def _finished(self, asked: str) -> Mapping[str, Any]:
        """The outputs of a request, once it ran."""
        end = self._clock() + self._client.provider.budget_seconds
        pause, missed = _FIRST_PAUSE, 0
        while missed < _PATIENCE:
            self._sleep(pause)
            entry = self._entry(asked)
            if entry is not None and (done := _outputs(entry)) is not None:
                return done
            missed = missed + 1 if entry is None else 0
            if self._clock() > end:
                self._forget(asked)
                raise UpstreamTimeout
            pause = min(_LONGEST_PAUSE, pause * 1.5)
        raise UpstreamError("ComfyUI no longer answers for the request; was it restarted?")

    def _entry(self, asked: str) -> Mapping[str, Any] | None:
        """What the server knows of a request, empty while it waits; None where it knows nothing or
        does not answer.
        """
        try:
            entry = self._client.get(f"history/{quote(asked, safe='')}").get(asked)
            if isinstance(entry, dict):
                return entry
            return {} if self._waits(asked) else None
        except (UpstreamError, UpstreamTimeout, Rejected):
            return None

    def _waits(self, asked: str) -> bool:
        """Whether the request is running or waits to run."""
        queue = self._client.get("queue")
        rows = [*_list(queue.get("queue_running")), *_list(queue.get("queue_pending"))]
        return any(isinstance(row, list) and asked in row[:2] for row in rows)

    def _forget(self, asked: str) -> None:
        """Take a request that nobody waits for out of the queue. What runs is left to end: to
        interrupt it could hit the picture of somebody else.
        """
        self._client.tell("queue", {"delete": [asked]})

    def _picture(self, named: Mapping[str, str]) -> Pixels:
        content = self._client.get_file(f"view?{urlencode(named)}", _MAX_PICTURE_BYTES)
        try:
            return np.asarray(decode_safely(content))
        except (UnsupportedMediaType, PayloadTooLarge) as wrong:
            raise UpstreamError("What ComfyUI sent is not a picture that can be read.") from wrong


def _outputs(entry: object) -> Mapping[str, Any] | None:
    """The outputs of a request that ended, None while it runs. Raises where it ended badly."""
    status = _at(entry, "status")
    if _at(status, "status_str") == "error":
        raise UpstreamError(_why(_at(status, "messages")))
    outputs = _at(entry, "outputs")
    if not isinstance(outputs, dict) or (not outputs and not _at(status, "completed")):
        return None
    return outputs


def _why(messages: object) -> str:
    for message in _list(messages):
        kind, told = _at(message, 0), _at(message, 1)
        if kind == "execution_error":
            node = _at(told, "node_type") or "a node"
            said = " ".join(str(_at(told, "exception_message") or "no reason given").split())
            return f"ComfyUI failed at {node}: {said[:200]}"
        if kind == "execution_interrupted":
            return "The picture was interrupted at the ComfyUI server."
    return "ComfyUI failed and did not say why."


def _picture_in(outputs: Mapping[str, Any]) -> dict[str, str]:
    """Where the picture of a graph lies: what it saved comes before what it only showed."""
    found = [
        {name: str(image.get(name) or "") for name in ("filename", "subfolder", "type")}
        for node in outputs.values()
        for image in _list(_at(node, "images"))
        if isinstance(image, dict) and image.get("filename")
    ]
    if not found:
        raise UpstreamError("The graph made no picture; it needs a node that saves or shows one.")
    saved = [image for image in found if image["type"] == "output"]
    return (saved or found)[-1]


def _at(value: object, *path: str | int) -> Any:
    """What stands at a path of parsed JSON, None where it leads nowhere."""
    for step in path:
        if isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and len(value) > step:
            value = value[step]
        else:
            return None
    return value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
