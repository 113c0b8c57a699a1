"""Pictures through Gemini's ``models/MODEL:generateContent``.

Written from the public reference of the Gemini API (generateContent, GenerationConfig.imageConfig,
FinishReason, BlockReason; ai.google.dev/api). A model draws a few shapes, and from Gemini 3 on in 1K,
2K or 4K; it knows no mask, so what a mask protects is laid back over the answer. A picture may be
missing from an answer that is otherwise well: why is in ``finishReason``.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from brandstudio.engines import fitting, wording
from brandstudio.engines.openai.client import Client, Provider, Rejected
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
)
from brandstudio.errors import (
    ContentRefused,
    PayloadTooLarge,
    UnsupportedMediaType,
    UpstreamError,
)
from brandstudio.pixels import encode
from brandstudio.pixels.safely import decode_safely

if TYPE_CHECKING:
    from brandstudio.engines.protocols import Pixels

BASE_URL = "https://generativelanguage.googleapis.com/v1beta"
MODEL = "gemini-3-pro-image"

_SHAPES = ("1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9")
#: Flash models draw strips too (ai.google.dev, "Image generation": Nano Banana 2 and 2.1).
_STRIPS = ("1:4", "4:1", "1:8", "8:1")
_DRAWS_STRIPS = re.compile(r"gemini-(?:3\.\d+-flash-image|nano-banana-2)")
#: The name of a size and the side of its square; other shapes have about as many pixels.
_SIZES = (("1K", 1024), ("2K", 2048), ("4K", 4096))
#: Models of the second generation draw one size and refuse to be asked for another.
_ONE_SIZE = re.compile(r"gemini-(?:1|2)[.-]")
_SIZE_NAMED = re.compile(r"image_?size", re.IGNORECASE)
_REFUSED = frozenset(
    {
        "SAFETY", "IMAGE_SAFETY", "PROHIBITED_CONTENT", "IMAGE_PROHIBITED_CONTENT", "BLOCKLIST",
        "SPII", "RECITATION", "IMAGE_RECITATION",
    }
)  # fmt: skip
#: Pictures of a look that go along with a request; the second generation keeps to three in all.
_REFERENCES = 4
#: A request may hold 20 MB; base64 takes a third more than its bytes.
_MOST_SENT = 13_000_000
#: Characters of what a model says where it draws nothing.
_MOST_SAID = 200
_MASKED = " The last picture is a mask: change only what is white in it."


def provider(base_url: str, api_key: str | None) -> Provider:
    """Where Gemini is and how its key travels."""
    return Provider(base_url, api_key, key_header="x-goog-api-key", named="GEMINI")


class GeminiImageEngine:
    """An image engine. Safe to share between threads."""

    def __init__(self, *, client: Client, model: str = MODEL) -> None:
        self._client = client
        self._model = model.removeprefix("models/")

    @property
    def capabilities(self) -> Capabilities:
        """What a Gemini image model can do."""
        return Capabilities(
            name="gemini",
            model=self._model,
            create=True,
            edit=True,
            extend=True,
            references=self._most_beside,
            understands=("prompts and edits in plain words, in any language that the model knows",),
        )

    def create(self, request: CreateRequest) -> Picture:
        """A new picture, of exactly the size that was asked for."""
        wanted = fitting.wanted(request)
        prompt = wording.create_prompt(request)
        beside = (*request.references, *(() if request.logo is None else (request.logo,)))
        parts = [{"text": prompt}, *map(_sent, beside)]
        pixels = self._drawn(parts, wanted, request.seed)
        picture, warnings = fitting.filled(pixels, wanted)
        return Picture(picture, prompt, self._model, warnings)

    def edit(self, request: EditRequest) -> Picture:
        """The source, changed; in its own size, and unchanged where a mask is dark."""
        source = fitting.opaque(request.source)
        height, width = source.shape[:2]
        mask = (
            None
            if request.mask is None
            else fitting.resized(fitting.grey(request.mask), (width, height))
        )
        prompt = wording.edit_prompt(request)
        beside = (*request.references, *(() if request.logo is None else (request.logo,)))
        edited = self._changed(source, mask, prompt, request.seed, beside)
        if mask is not None:
            soft = fitting.soft(mask, max(width, height) / 300)
            edited = fitting.blended(source, edited, soft)
        return Picture(fitting.with_alpha_of(edited, request.source), prompt, self._model)

    def extend(self, request: ExtendRequest) -> Picture:
        """The source continued into the frame; its own pixels stay."""
        source = fitting.opaque(request.source)
        height, width = source.shape[:2]
        canvas = fitting.continued(source, (request.width, request.height), request.x, request.y)
        empty = np.full((request.height, request.width), 255, np.uint8)
        empty[request.y : request.y + height, request.x : request.x + width] = 0
        prompt = wording.extend_prompt(request)
        drawn = self._changed(canvas, empty, prompt, request.seed)
        return Picture(fitting.joined(drawn, source, request.x, request.y), prompt, self._model)

    @property
    def _shapes(self) -> tuple[str, ...]:
        return _SHAPES + _STRIPS if _DRAWS_STRIPS.match(self._model) else _SHAPES

    @property
    def _most_beside(self) -> int:
        return 2 if _ONE_SIZE.match(self._model) else _REFERENCES

    def _changed(
        self,
        source: Pixels,
        mask: Pixels | None,
        prompt: str,
        seed: int,
        references: tuple[Pixels, ...] = (),
    ) -> Pixels:
        """The source as the model changed it, in its own size."""
        size = (source.shape[1], source.shape[0])
        laid = fitting.Laid.whole(size, _frame(size, self._shapes))
        parts: list[dict[str, object]] = [_sent(laid.into(source)), *map(_sent, references)]
        if mask is not None:
            parts.append(_sent(np.dstack([laid.into(mask)] * 3)))
            prompt += _MASKED
        drawn = self._drawn([{"text": prompt}, *parts], laid.frame, seed)
        return fitting.opaque(laid.back(fitting.covering(fitting.opaque(drawn), laid.frame)))

    def _drawn(self, parts: list[dict[str, Any]], wanted: fitting.Size, seed: int) -> Pixels:
        shape = {"aspectRatio": _shape(wanted, self._shapes)}
        if not _ONE_SIZE.match(self._model):
            shape["imageSize"] = _size(wanted, shape["aspectRatio"])
        body = {
            "contents": [{"role": "user", "parts": parts}],
            "generationConfig": {
                "responseModalities": ["TEXT", "IMAGE"],
                "imageConfig": shape,
                "seed": seed % 2**31,
            },
        }
        while True:
            try:
                value = self._client.post(f"models/{self._model}:generateContent", body=body)
            except Rejected as rejected:
                # A model of another name, or a gateway, may draw one size alone.
                if rejected.status_code != 400 or not _SIZE_NAMED.search(rejected.text):
                    raise rejected.as_error() from rejected
                if shape.pop("imageSize", None) is None:
                    raise rejected.as_error() from rejected
                continue
            return _picture_in(value)


def _shape(size: fitting.Size, shapes: tuple[str, ...]) -> str:
    return min(shapes, key=lambda shape: abs(np.log(_ratio(shape) * size[1] / size[0])))


def _size(wanted: fitting.Size, shape: str) -> str:
    """The smallest size whose longer side is about long enough."""
    ratio = _ratio(shape)
    longest = max(wanted) / np.sqrt(max(ratio, 1 / ratio)) * 0.98
    return next((name for name, side in _SIZES if longest <= side), _SIZES[-1][0])


def _ratio(shape: str) -> float:
    wide, _, high = shape.partition(":")
    return int(wide) / int(high)


def _frame(size: fitting.Size, shapes: tuple[str, ...]) -> fitting.Size:
    """A frame of one of the model's shapes that holds the picture whole, in its own pixels."""
    ratio = _ratio(_shape(size, shapes))
    width = max(size[0], round(size[1] * ratio))
    return width, max(size[1], round(width / ratio))


def _sent(pixels: Pixels) -> dict[str, Any]:
    """A picture as a part of the request: as PNG, as JPEG where that would be too much."""
    content, kind = encode.png(Image.fromarray(pixels)), "image/png"
    if len(content) > _MOST_SENT:
        content, kind = encode.jpeg(Image.fromarray(fitting.opaque(pixels)), 92), "image/jpeg"
    return {"inlineData": {"mimeType": kind, "data": base64.b64encode(content).decode()}}


def _picture_in(value: dict[str, Any]) -> Pixels:
    """The picture of an answer. Raises ContentRefused where the model would not draw."""
    feedback = value.get("promptFeedback")
    if isinstance(feedback, dict) and feedback.get("blockReason"):
        raise ContentRefused(f"The provider refused this content: {feedback['blockReason']}.")
    said = value.get("candidates")
    first = said[0] if isinstance(said, list) and said and isinstance(said[0], dict) else {}
    content = first.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    for part in parts if isinstance(parts, list) else []:
        data = part.get("inlineData") if isinstance(part, dict) else None
        # What it draws while it thinks is no answer.
        if isinstance(data, dict) and not part.get("thought") and isinstance(data.get("data"), str):
            return _decoded(data["data"])
    reason = str(first.get("finishReason") or "no reason given")
    if reason in _REFUSED:
        raise ContentRefused(f"The provider refused this content: {reason}.")
    said = _words_in(parts)
    told = f" It says: {said}" if said else ""
    raise UpstreamError(f"The provider's answer holds no picture ({reason[:60]}).{told}")


def _words_in(parts: object) -> str:
    """What a model says in place of a picture, often why it draws none; the start of it."""
    said = " ".join(
        str(part["text"])
        for part in (parts if isinstance(parts, list) else [])
        if isinstance(part, dict) and isinstance(part.get("text"), str) and not part.get("thought")
    )
    line = " ".join(said.split())
    return line if len(line) <= _MOST_SAID else f"{line[:_MOST_SAID].rstrip()}…"


def _decoded(encoded: str) -> Pixels:
    try:
        return np.asarray(decode_safely(base64.b64decode(encoded, validate=True)))
    except (binascii.Error, ValueError) as wrong:
        raise UpstreamError("The provider's picture is not in base64.") from wrong
    except (UnsupportedMediaType, PayloadTooLarge) as wrong:
        raise UpstreamError("What the provider sent is not a picture that can be read.") from wrong
