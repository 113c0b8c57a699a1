"""Local diffusion: a folder of weights as an image engine, through Hugging Face diffusers.

Nothing is imported before it is needed and nothing is ever downloaded: the folder must hold a whole
pipeline as ``save_pretrained`` writes it. Whatever pipeline it is (Stable Diffusion, SDXL, Flux,
...) is found from its ``model_index.json``; picture-to-picture and inpainting share its weights.
Sizes are rounded to what the weights can draw, then cut and resized. The same request with the same
seed gives the same picture on the same machine.
"""

from __future__ import annotations

import inspect
import threading
import warnings
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from PIL import Image

from brandstudio.engines import fitting, wording
from brandstudio.engines.protocols import (
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
)
from brandstudio.errors import ContentRefused, StudioError, UpstreamError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brandstudio.engines.protocols import Pixels

Task = Literal["create", "edit", "inpaint"]
_CLASSES: dict[Task, str] = {
    "create": "AutoPipelineForText2Image",
    "edit": "AutoPipelineForImage2Image",
    "inpaint": "AutoPipelineForInpainting",
}
INSTALL = "Local diffusion needs more packages: pip install torch diffusers transformers accelerate safetensors"
_AVOID = "text, letters, watermark, frame, border, low quality"


class DiffusersEngine:
    """An image engine over one folder of weights. Threads take turns, since a pipeline holds state
    while it draws.
    """

    def __init__(
        self,
        model_path: str | Path,
        *,
        device: str | None = None,
        steps: int | None = None,
        guidance: float | None = None,
        longest: int = 1024,
    ) -> None:
        """``device`` defaults to what the machine has (cuda, mps, cpu), ``steps`` and ``guidance``
        to what the pipeline takes by itself; ``longest`` is the longest side in pixels that is
        drawn before resizing.
        """
        self._path = Path(model_path)
        self._device = device
        self._steps, self._guidance, self._longest = steps, guidance, longest
        self._turn = threading.Lock()
        self._pipelines: dict[Task, Any] = {}

    @property
    def capabilities(self) -> Capabilities:
        """What diffusion can do. Looks at no file, so that listing engines stays quick."""
        return Capabilities(
            name="diffusers",
            model=self._path.name,
            create=True,
            edit=True,
            extend=True,
            mask=True,
            deterministic=True,
            offline=True,
            understands=("prompts as far as the weights do; edits by redrawing with the prompt",),
        )

    def create(self, request: CreateRequest) -> Picture:
        """A new picture, of exactly the size that was asked for."""
        wanted = fitting.wanted(request)
        prompt = wording.create_prompt(request)
        with self._pipeline("create") as pipeline:
            size = self._size(pipeline, wanted)
            drawn, notes = self._draw(pipeline, prompt, request.seed, width=size[0], height=size[1])
        if max(wanted) > max(size):
            notes.append(f"The model drew {size[0]}x{size[1]}; the picture was enlarged to fit.")
        return Picture(fitting.covering(drawn, wanted), prompt, self._path.name, tuple(notes))

    def edit(self, request: EditRequest) -> Picture:
        """The source, redrawn with the instructions; unchanged where a mask is dark."""
        source = request.source
        size = (source.shape[1], source.shape[0])
        prompt = wording.edit_prompt(request)
        if request.mask is not None:
            mask = fitting.resized(fitting.grey(request.mask), size)
            edited, notes = self._inpainted(
                fitting.opaque(source), mask, prompt, request.seed, request.strength
            )
            softened = fitting.soft(mask, max(size) / 300)
            edited = fitting.blended(fitting.opaque(source), edited, softened)
        else:
            with self._pipeline("edit") as pipeline:
                laid = fitting.Laid.whole(size, self._size(pipeline, size))
                picture = Image.fromarray(laid.into(fitting.opaque(source)))
                # Below this, a scheduler with few steps has none left to take.
                strength = min(
                    1.0, max(request.strength, 1.05 / self._steps if self._steps else 0.05)
                )
                drawn, notes = self._draw(
                    pipeline, prompt, request.seed, image=picture, strength=strength
                )
            edited = laid.back(drawn)
        return Picture(fitting.with_alpha_of(edited, source), prompt, self._path.name, tuple(notes))

    def extend(self, request: ExtendRequest) -> Picture:
        """The source continued into the frame by inpainting; its own pixels stay."""
        source = fitting.opaque(request.source)
        height, width = source.shape[:2]
        inside = slice(request.y, request.y + height), slice(request.x, request.x + width)
        below, right = request.height - height - request.y, request.width - width - request.x
        canvas = np.pad(source, ((request.y, below), (request.x, right), (0, 0)), mode="edge")
        mask = np.full(canvas.shape[:2], 255, np.uint8)
        mask[inside] = 0
        prompt = wording.extend_prompt(request)
        extended, notes = self._inpainted(canvas, mask, prompt, request.seed, 1.0)
        extended = fitting.joined(extended, source, request.x, request.y)
        return Picture(extended, prompt, self._path.name, tuple(notes))

    def _inpainted(
        self, pixels: Pixels, mask: Pixels, prompt: str, seed: int, strength: float
    ) -> tuple[Pixels, list[str]]:
        size = (pixels.shape[1], pixels.shape[0])
        with self._pipeline("inpaint") as pipeline:
            laid = fitting.Laid.whole(size, self._size(pipeline, size))
            drawn, notes = self._draw(
                pipeline, prompt, seed, image=Image.fromarray(laid.into(pixels)),
                mask_image=Image.fromarray(laid.into(mask)), width=laid.frame[0], height=laid.frame[1],
                strength=min(1.0, max(strength, 0.05)),
            )  # fmt: skip
        return laid.back(drawn), notes

    @contextmanager
    def _pipeline(self, task: Task) -> Iterator[object]:
        """The pipeline for a task, alone with it; loaded on first use, sharing weights with the
        others.
        """
        with self._turn:
            if task not in self._pipelines:
                self._pipelines[task] = self._loaded(task)
            yield self._pipelines[task]

    def _loaded(self, task: Task) -> object:
        try:
            diffusers, torch = import_module("diffusers"), import_module("torch")
        except ImportError as missing:
            raise UpstreamError(INSTALL) from missing
        if not (self._path / "model_index.json").is_file():
            raise UpstreamError(
                f"There are no diffusion weights in {self._path.name!r}: the folder must hold model_index.json and the "
                "parts that it names."
            )
        kind = getattr(diffusers, _CLASSES[task])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if self._pipelines:
                    return kind.from_pipe(next(iter(self._pipelines.values())))
                pipeline = kind.from_pretrained(str(self._path), local_files_only=True)
                pipeline.set_progress_bar_config(disable=True)
                return pipeline.to(self._device or _best_device(torch))
        except (
            Exception
        ) as broken:  # whatever a folder of weights can get wrong, and a lack of memory
            raise UpstreamError(
                f"The diffusion weights in {self._path.name!r} can't be used for {task}."
            ) from broken

    def _size(self, pipeline: object, wanted: fitting.Size) -> fitting.Size:
        """The nearest size that the weights can draw."""
        factor = int(getattr(pipeline, "vae_scale_factor", 8) or 8)
        return fitting.rounded(wanted, max(8, factor * 2), longest=self._longest)

    def _draw(
        self, pipeline: Any, prompt: str, seed: int, **arguments: Any
    ) -> tuple[Pixels, list[str]]:
        """Run the pipeline with those of the arguments that it knows."""
        torch = import_module("torch")
        known = inspect.signature(pipeline.__call__).parameters
        arguments |= {
            "prompt": prompt,
            "generator": torch.Generator("cpu").manual_seed(seed % 2**63),
            "negative_prompt": _AVOID,
            "num_inference_steps": self._steps,
            "guidance_scale": self._guidance,
        }
        arguments = {
            name: value for name, value in arguments.items() if name in known and value is not None
        }
        try:
            with torch.inference_mode():
                answer = pipeline(**arguments)
        except StudioError:
            raise
        except Exception as broken:  # out of memory, shapes that do not fit, numbers that overflow
            raise UpstreamError("The diffusion model failed while drawing.") from broken
        if any(getattr(answer, "nsfw_content_detected", None) or ()):
            raise ContentRefused("The model's safety checker refused the picture.")
        drawn = np.asarray(answer.images[0].convert("RGB"))
        notes = []
        if "negative_prompt" in known and (cut := _left_out(pipeline, prompt)):
            notes.append(
                f"The model reads only the first {cut} words of a prompt; the rest was left out."
            )
        return drawn, notes


def _best_device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    mps = getattr(torch.backends, "mps", None)
    return "mps" if mps is not None and mps.is_available() else "cpu"


def _left_out(pipeline: object, prompt: str) -> int | None:
    """How many words a CLIP text encoder takes in, when the prompt has more tokens than it reads;
    else None.
    """
    tokenizer = getattr(pipeline, "tokenizer", None)
    limit = getattr(tokenizer, "model_max_length", 0)
    if (
        tokenizer is None
        or getattr(pipeline, "tokenizer_2", None) is not None
        or not 2 < limit < 100_000
    ):
        return None
    words = prompt.split()
    read = limit - 2  # a beginning and an end
    if len(tokenizer(prompt, add_special_tokens=False)["input_ids"]) <= read:
        return None
    counts = np.cumsum(
        [len(tokenizer(word, add_special_tokens=False)["input_ids"]) for word in words]
    )
    return int(np.searchsorted(counts, read, side="right"))
