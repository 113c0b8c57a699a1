"""Pictures through ``images/generations`` and ``images/edits``.

Models draw a few sizes or any within bounds (``models``). A new picture is drawn in the nearest shape, then cut and resized; a
picture to edit is laid whole into the API's frame and cut out of the answer again. What a mask
protects, and a picture that is extended, is laid back over the answer, since models redraw what
they were told to keep.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from brandstudio.engines import fitting, wording
from brandstudio.engines.openai.client import BASE_URL, Client, Provider, Rejected
from brandstudio.engines.openai.models import FreeSizes, sizes_in, traits_of
from brandstudio.engines.openai.servers import Files, Server, as_generation
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
    Sketched,
)
from brandstudio.errors import (
    PayloadTooLarge,
    ServiceBusy,
    UnsupportedInstruction,
    UnsupportedMediaType,
    UpstreamError,
)
from brandstudio.network.fetch import Fetcher, FetchRefused, LinkFetcher
from brandstudio.pixels import encode
from brandstudio.pixels.safely import decode_safely

if TYPE_CHECKING:
    from brandstudio.engines.protocols import Pixels

# : Parameters that a server may not know and that a picture can do without, in the order of giving
# them up.
_OPTIONAL = (
    "seed", "response_format", "input_fidelity", "quality", "background", "partial_images", "stream",
    "output_format", "size", "n",
)  # fmt: skip
MAX_PICTURE_BYTES = 50_000_000
#: Pictures of a look that go along with a request: more cost more and say little more.
_REFERENCES = 4


class OpenAIImageEngine:
    """An image engine. Safe to share between threads."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str = BASE_URL,
        api_key: str | None = None,
        fetcher: LinkFetcher | None = None,
        client: Client | None = None,
        sizes: str | None = None,
        quality: str | None = None,
        partials: int = 0,
    ) -> None:
        """``fetcher`` reads the links that some servers answer with instead of the picture;
        ``client`` stands in for ``base_url`` and ``api_key``, to share one or to set its patience;
        ``sizes`` overrides what is known of the model's (``models.traits_of``); ``quality`` is sent
        to models that know it; ``partials`` (0 to 3) are the views on the way that models which
        stream are asked for, each of which costs.
        """
        self._client = client or Client(Provider(base_url, api_key))
        self._model = model
        self._fetcher: LinkFetcher = fetcher or Fetcher()
        self._traits = traits_of(model, sizes)
        self._quality = quality
        self._partials = partials if self._traits.streams else 0
        self._left_out: frozenset[str] = frozenset()
        self._server = Server(self._client)

    @property
    def capabilities(self) -> Capabilities:
        """What an image model behind this API can do."""
        return Capabilities(
            name="openai",
            model=self._model,
            create=True,
            edit=True,
            extend=True,
            mask=True,
            references=min(_REFERENCES, self._traits.several),
            understands=("prompts and edits in plain words, in any language that the model knows",),
        )

    def create(self, request: CreateRequest) -> Picture:
        """A new picture, of exactly the size that was asked for."""
        wanted = fitting.wanted(request)
        prompt = wording.create_prompt(request)

        beside = _beside(request)
        views = _Views(request.sketched, self._partials)

        def post(left: frozenset[str]) -> dict[str, Any]:
            said = self._parameters(self._size(wanted), request.seed) | views.asked
            body = {"model": self._model, "prompt": self._worded(prompt, request.seed), **said}
            if beside:  # pictures travel with edits alone
                form = _form(_less(body, left))
                return self._client.post(
                    "images/edits", form=form, files=_files(beside), heard=views.heard
                )
            return self._client.post(
                "images/generations", body=_less(body, left), heard=views.heard
            )

        pixels, revised = self._drawn(post, wanted)
        picture, warnings = fitting.filled(pixels, wanted)
        return Picture(picture, revised or prompt, self._model, warnings)

    def edit(self, request: EditRequest) -> Picture:
        """The source, changed; in its own size, and unchanged where a mask is dark."""
        source = request.source
        height, width = source.shape[:2]
        mask = (
            None
            if request.mask is None
            else fitting.resized(fitting.grey(request.mask), (width, height))
        )
        prompt = wording.edit_prompt(request)
        views = _Views(request.sketched, self._partials)
        edited, revised = self._edited(
            fitting.opaque(source),
            mask,
            prompt,
            request.seed,
            request.strength,
            references=_beside(request),
            views=views,
        )
        if mask is not None:
            edited = fitting.blended(
                fitting.opaque(source), edited, fitting.soft(mask, max(width, height) / 300)
            )
        return Picture(fitting.with_alpha_of(edited, source), revised or prompt, self._model)

    def extend(self, request: ExtendRequest) -> Picture:
        """The source continued into the frame; its own pixels stay."""
        height, width = request.source.shape[:2]
        inside = slice(request.y, request.y + height), slice(request.x, request.x + width)
        canvas = fitting.continued(
            fitting.opaque(request.source), (request.width, request.height), request.x, request.y
        )
        empty = np.full((request.height, request.width), 255, np.uint8)
        empty[inside] = 0
        prompt = wording.extend_prompt(request)
        drawn, revised = self._edited(canvas, empty, prompt, request.seed, 1.0, extends=True)
        extended = fitting.joined(drawn, fitting.opaque(request.source), request.x, request.y)
        return Picture(extended, revised or prompt, self._model)

    def _edited(
        self,
        source: Pixels,
        mask: Pixels | None,
        prompt: str,
        seed: int,
        strength: float,
        *,
        references: tuple[Pixels, ...] = (),
        views: _Views | None = None,
        extends: bool = False,
    ) -> tuple[Pixels, str]:
        """The source as the model changed it, in its own size; ``mask`` is bright where it may."""
        views = views or _Views(None, 0)
        size = (source.shape[1], source.shape[0])
        laid = fitting.Laid.whole(size, self._size(size))

        def post(left: frozenset[str]) -> dict[str, Any]:
            nonlocal laid
            laid = fitting.Laid.whole(size, self._size(size))  # a refusal may have told others
            pixels = laid.into(source)
            free = None if mask is None else laid.into(mask)
            if free is None and self._traits.needs_mask:
                free = np.full(pixels.shape[:2], 255, np.uint8)  # it knows no edit without a mask
            files = _files((pixels, *references))
            if free is not None:
                files.append(("mask", ("mask.png", _png(_holes(free)), "image/png")))
            said = self._parameters((pixels.shape[1], pixels.shape[0]), seed) | views.asked
            if self._traits.fidelity:
                said["input_fidelity"] = "high"
            said = {"model": self._model, "prompt": self._worded(prompt, seed, strength), **said}
            return self._posted_edit(_less(said, left), files, views, extends)

        pixels, revised = self._drawn(post, size)
        return fitting.opaque(laid.back(pixels)), revised

    def _size(self, wanted: fitting.Size) -> fitting.Size:
        return self._traits.fit(wanted)

    def _parameters(self, size: fitting.Size, seed: int) -> dict[str, Any]:
        parameters: dict[str, object] = {"n": 1, "size": f"{size[0]}x{size[1]}"}
        traits = self._traits
        if traits.response_format:  # the others always answer so, and refuse to be asked
            parameters["response_format"] = "b64_json"
        if traits.background:
            parameters["background"] = "opaque"
        if traits.quality and self._quality:
            parameters["quality"] = self._quality
        if traits.seed:
            parameters["seed"] = seed % 2**31
            parameters["output_format"] = "png"  # SGLang's own choice is JPEG
        return parameters

    def _worded(self, prompt: str, seed: int, strength: float | None = None) -> str:
        return self._server.prompt(prompt, seed, strength) if self._traits.seed else prompt

    def _posted_edit(
        self, said: dict[str, Any], files: Files, views: _Views, extends: bool
    ) -> dict[str, Any]:
        """The answer to an edit. Raises UnsupportedInstruction where the server has no way for it."""
        if not self._server.edits_by_generation:
            try:
                return self._client.post(
                    "images/edits", form=_form(said), files=files, heard=views.heard
                )
            except Rejected as rejected:
                if rejected.status_code not in {404, 405} or not self._traits.seed:
                    raise
                if not self._server.is_localai():
                    raise
                self._server.edits_by_generation = True
        if extends:  # without a mask it would be drawn over from end to end
            raise UnsupportedInstruction("LocalAI can't continue a picture beyond its edges.")
        return self._client.post("images/generations", body=as_generation(said, files))

    def _drawn(self, post: Any, wanted: fitting.Size) -> tuple[Pixels, str]:
        """The picture and the prompt as the provider rewrote it, leaving out parameters that the
        server refuses.
        """
        for _ in range(len(_OPTIONAL) + 2):
            asked = self._size(wanted)
            try:
                value = post(self._left_out)
            except Rejected as rejected:
                if self._learns(rejected, asked):
                    continue
                refused = next(
                    (p for p in _OPTIONAL if p not in self._left_out and rejected.names(p)), None
                )
                if refused is None or rejected.status_code not in {400, 422}:
                    raise rejected.as_error() from rejected
                self._left_out |= {refused}
                continue
            return self._picture_in(value)
        raise UpstreamError("The provider takes none of the parameters.")

    def _learns(self, rejected: Rejected, asked: fitting.Size) -> bool:
        """Whether a refusal of a size names those that will do; they are asked for from now on. It
        often names the refused one too, and a single one may be a bound.
        """
        if rejected.status_code not in {400, 422} or not rejected.names("size"):
            return False
        sizes = tuple(size for size in sizes_in(rejected.text) if size != asked)
        known = () if isinstance(self._traits.sizes, FreeSizes) else self._traits.sizes
        if len(sizes) < 2 or set(sizes) <= set(known):
            return False
        self._traits = replace(self._traits, sizes=sizes)
        return True

    def _picture_in(self, value: dict[str, Any]) -> tuple[Pixels, str]:
        data = value.get("data")
        first = data[0] if isinstance(data, list) and data else None
        if first is None and "b64_json" in value:  # the last event of a stream
            first = value
        if not isinstance(first, dict):
            raise UpstreamError("The provider's answer holds no picture.")
        encoded, url, revised = first.get("b64_json"), first.get("url"), first.get("revised_prompt")
        if isinstance(encoded, str) and encoded:
            try:
                content = base64.b64decode(encoded.rpartition(",")[2], validate=True)
            except (binascii.Error, ValueError) as wrong:
                raise UpstreamError("The provider's picture is not in base64.") from wrong
        elif isinstance(url, str) and url:
            content = self._fetched(url)
        else:
            raise UpstreamError("The provider's answer holds no picture.")
        try:
            picture = decode_safely(content)
        except (UnsupportedMediaType, PayloadTooLarge) as wrong:
            raise UpstreamError(
                "What the provider sent is not a picture that can be read."
            ) from wrong
        return np.asarray(picture), revised if isinstance(revised, str) else ""

    def _fetched(self, url: str) -> bytes:
        if url.startswith("data:"):
            try:
                return base64.b64decode(url.partition(";base64,")[2], validate=True)
            except (binascii.Error, ValueError) as wrong:
                raise UpstreamError("The provider's picture is not in base64.") from wrong
        own = self._client.get_own(url, MAX_PICTURE_BYTES)
        if own is not None:
            return own
        try:
            return self._fetcher.fetch(url, max_bytes=MAX_PICTURE_BYTES, workspace="provider").body
        except (FetchRefused, PayloadTooLarge, UnsupportedMediaType, ServiceBusy) as refused:
            raise UpstreamError("The provider's link to its picture can't be read.") from refused


class _Views:
    """The views on the way that one request asks for, and who is told of them."""

    def __init__(self, sketched: Sketched | None, partials: int) -> None:
        self._sketched = sketched
        self._partials = partials if sketched is not None else 0
        self._came = 0

    @property
    def asked(self) -> dict[str, Any]:
        """Parameters of the request."""
        return {"stream": True, "partial_images": self._partials} if self._partials else {}

    def heard(self, event: dict[str, Any]) -> None:
        if self._sketched is None or not str(event.get("type")).endswith(".partial_image"):
            return
        self._came = min(self._came + 1, self._partials)
        self._sketched(self._came, self._partials)


def _beside(request: CreateRequest | EditRequest) -> tuple[Pixels, ...]:
    """The pictures that go along: those of the brand's look, then its logo."""
    return (*request.references, *(() if request.logo is None else (request.logo,)))


def _files(pictures: Sequence[Pixels]) -> list[tuple[str, tuple[str, bytes, str]]]:
    """Pictures as parts of a form: ``image``, or ``image[]`` where there are several."""
    name = "image" if len(pictures) == 1 else "image[]"
    return [
        (name, (f"image-{number}.png", _png(pixels), "image/png"))
        for number, pixels in enumerate(pictures, 1)
    ]


def _form(parameters: dict[str, Any]) -> dict[str, str]:
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in parameters.items()
    }


def _less(parameters: dict[str, Any], left_out: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name not in left_out}


def _png(pixels: Pixels) -> bytes:
    return encode.png(Image.fromarray(pixels))


def _holes(mask: Pixels) -> Pixels:
    """A mask for all: alpha is zero where the picture is to be drawn anew, as OpenAI reads it, and
    that is white on black for servers that read the colour (stable-diffusion.cpp).
    """
    free = np.asarray(np.where(mask >= 128, 255, 0), dtype=np.uint8)
    return np.dstack([free, free, free, 255 - free])
