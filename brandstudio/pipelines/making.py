"""How the six kinds of image job make their picture: from a prompt, or from the version that they
change.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np
from PIL import Image

from ..catalogue.scoring import can_be_scored, check_against
from ..context import Context, JobContext
from ..domain import frames, improve, rules
from ..domain.inheritance import Resolved
from ..engines.local import brandify as local
from ..engines.local import reframe
from ..engines.local.matte import as_float
from ..engines.looks import look_for
from ..engines.protocols import (
    Box,
    BrandLook,
    CreateRequest,
    EditPurpose,
    EditRequest,
    ExtendRequest,
    ImageEngine,
    Picture,
)
from ..errors import StudioError
from ..jobs.kinds import BrandifyJob, CreateJob, ImageJob, ImproveJob, ResizeJob, ReviseJob
from ..models.images import AspectRatio, OutputFormat, Resolution
from ..pixels import metadata
from ..pixels.facts import PictureFacts
from ..pixels.metadata import DigitalSource, Metadata
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from ..store.library import ItemRow
from ..store.versions import VersionRow
from . import brand_pictures, origin, revising

if TYPE_CHECKING:
    from ..engines.protocols import Mask, Pixels

LARGEST_SIDE = 4096
"""Edits work on at most this many pixels a side: the largest resolution that there is."""


@dataclass(frozen=True)
class ImageTask:
    """What one image job is about."""

    job: JobRow
    asked: ImageJob
    item: ItemRow
    place: FolderRow
    found: Resolved
    look: BrandLook
    source: VersionRow | None
    version: VersionRow

    @property
    def seed(self) -> int:
        """The same for the same version, so that a job that is taken up again draws the same
        picture.
        """
        digest = hashlib.sha256(f"{self.item.public_id}/{self.version.number}".encode()).digest()
        return int.from_bytes(digest[:4], "big")


@dataclass(frozen=True)
class Made:
    """A picture that is to become a version."""

    image: Image.Image
    output: Literal["png", "jpg"]
    origin: Metadata
    prompt_sent: str
    engine: str
    warnings: tuple[str, ...]
    unchanged: bool = False
    score_before: float | None = None
    """What the source scores, where the new version must not score less."""


def make(ctx: JobContext, task: ImageTask) -> Made:
    """The picture of the version that the job is for."""
    match task.asked:
        case CreateJob() as asked:
            return _create(ctx, task, asked)
        case ReviseJob() as asked:
            return _revise(ctx, task, asked)
        case BrandifyJob() as asked:
            return _brandify(ctx, task, asked)
        case ResizeJob() as asked:
            return _resize(ctx, task, asked)
        case ImproveJob() as asked:
            return _improve(ctx, task, asked)
        case other:
            raise TypeError(f"nothing makes a {type(other).__name__}")


def _create(ctx: JobContext, task: ImageTask, asked: CreateJob) -> Made:
    width, height = frames.frame(asked.aspect_ratio, asked.resolution)
    engine = ctx.engines.image
    request = CreateRequest(
        asked.prompt,
        width,
        height,
        task.seed,
        task.look,
        asked.strict,
        references=brand_pictures.references(ctx, task.place),
        logo=brand_pictures.logo(ctx, task.place, asked.prompt),
        sketched=partial(_sketched, ctx),
    )
    made = engine.create(request)
    image = _exactly(_image(made), width, height)
    return _made(task, made, image, asked.output_format, origin.created_by(engine), made.warnings)


def _sketched(ctx: JobContext, came: int, of: int) -> None:
    """A view of the picture on its way: drawing goes from 10 to 80 %."""
    ctx.progress("drawing", f"View {came} of {of} has come", 10 + 70 * came / (of + 1))


def _revise(ctx: JobContext, task: ImageTask, asked: ReviseJob) -> Made:
    source, facts, notes = _source(ctx, task)
    request = _request(task, source, facts, "revise", asked.instructions, task.look)
    request = replace(request, sketched=partial(_sketched, ctx))
    made, engine = revising.revised(ctx, task.place, request)
    made_by = origin.edited_by(engine, source.origin)
    return _made(task, made, _image(made), _output(task), made_by, (*notes, *made.warnings))


def _brandify(ctx: JobContext, task: ImageTask, asked: BrandifyJob) -> Made:
    source, facts, notes = _source(ctx, task)
    request = replace(
        _request(task, source, facts, "brandify", asked.instructions or "", task.look),
        references=brand_pictures.references(ctx, task.place),
        sketched=partial(_sketched, ctx),
    )
    made = ctx.engines.image.edit(request)
    image, warnings = _image(made), made.warnings
    ratio, resolution = asked.aspect_ratio, asked.resolution
    made_by = origin.edited_by(ctx.engines.image, source.origin)
    if ratio is not None or resolution is not None:
        image, more, continued = _framed(ctx, task, image, facts, ratio, resolution or "2K")
        warnings = (*warnings, *more)
        if continued and made_by not in origin.TRAINED:
            made_by = origin.reframed_by(ctx.engines.image, source.origin, continued=True)
    elif max(image.size) > 2048:
        # Charged as 2K where no resolution is named, and never enlarged.
        image = fit(image, 2048)
    return _made(task, made, image, _output(task), made_by, (*notes, *warnings))


def _resize(ctx: Context, task: ImageTask, asked: ResizeJob) -> Made:
    source, facts, notes = _source(ctx, task)
    image, warnings, continued = _framed(
        ctx, task, source.image, facts, asked.aspect_ratio, asked.resolution
    )
    prompt = f"Resize to {asked.aspect_ratio}, {asked.resolution}"
    made = Picture(np.asarray(image), prompt, "brandstudio-local")
    made_by = origin.reframed_by(ctx.engines.image, source.origin, continued=continued)
    return _made(task, made, image, asked.output_format, made_by, (*notes, *warnings))


def _improve(ctx: Context, task: ImageTask, asked: ImproveJob) -> Made:
    source, facts, notes = _source(ctx, task)
    instructions = asked.instructions or ""
    check = None
    if facts is not None and can_be_scored(task.found):
        check = check_against(task.found, facts, source.image.width, source.image.height)
    image_rules = rules.in_force(task.found.rules, "image")
    targets = (
        improve.Targets()
        if check is None
        else improve.targets(check, task.found.photo_style, image_rules)
    )
    if targets.nothing and not instructions.strip():
        # decisions, improve: without findings the version is made all the same, pixels unchanged
        made = Picture(np.asarray(source.image), "Nothing was measured as off", "brandstudio-local")
        return _unchanged(
            task, made, source, "Nothing was measured as off; the picture is unchanged."
        )
    edited = origin.edited_by(ctx.engines.image, source.origin)
    # What somebody asked for in words may well score less; what is mended on our own account may
    # not.
    before = None if check is None or instructions.strip() else check.score
    if ctx.engines.image.capabilities.name == "local":
        # The built-in engine tests every grade against the rules themselves and hands the source
        # back unless one helps.
        request = _request(task, source, facts, "improve", instructions, task.look)
        improved = local.improve(request, task.found.photo_style, image_rules)
        made = improved.picture
        if not improved.changed:
            why = "No change that was tried raised the score, so the picture is unchanged."
            return _unchanged(task, made, source, why, *made.warnings)
    else:
        request = _request(
            task, source, facts, "improve", instructions, look_for(targets, task.look)
        )
        made = ctx.engines.image.edit(request)
    done = _made(task, made, _image(made), _output(task), edited, (*notes, *made.warnings))
    return replace(done, score_before=before)


def _unchanged(task: ImageTask, made: Picture, source: Source, *why: str) -> Made:
    """The source once more, byte for byte."""
    said = Metadata(source=source.origin)
    return Made(
        source.image, _output(task), said, made.prompt_sent, made.model, why, unchanged=True
    )


# -- parts -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """The version that an edit starts from, as pixels."""

    image: Image.Image
    origin: DigitalSource | None


def _source(ctx: Context, task: ImageTask) -> tuple[Source, PictureFacts | None, tuple[str, ...]]:
    version = task.source
    if version is None or version.sha256 is None:
        raise StudioError("The version to start from is gone.")
    data = ctx.store.blobs.read(version.sha256)
    said = metadata.read(data)
    image = decode_fully_safely(data).image
    facts = None if version.facts is None else PictureFacts.from_json(json.loads(version.facts))
    notes: tuple[str, ...] = ()
    if max(image.size) > LARGEST_SIDE:
        notes = (
            f"The source was brought from {image.width} x {image.height} to {LARGEST_SIDE} pixels a side.",
        )
        image = fit(image, LARGEST_SIDE)
    return Source(image, None if said is None else said.source), facts, notes


def _request(
    task: ImageTask,
    source: Source,
    facts: PictureFacts | None,
    purpose: EditPurpose,
    instructions: str,
    look: BrandLook,
) -> EditRequest:
    width, height = source.image.size
    # Saliency is a hint for layout and no edge to cut along: an engine looks for itself then.
    mask = None if facts is None or facts.subject_method == "saliency" else facts.mask
    return EditRequest(
        source=np.asarray(source.image),
        instructions=instructions,
        purpose=purpose,
        look=look,
        subject=mask,
        faces=None if facts is None else _faces(facts, width, height),
        seed=task.seed,
    )


def _faces(facts: PictureFacts, width: int, height: int) -> tuple[Box, ...]:
    return tuple(
        Box(
            round(face.x0 * width),
            round(face.y0 * height),
            max(1, round((face.x1 - face.x0) * width)),
            max(1, round((face.y1 - face.y0) * height)),
        )
        for face in facts.faces
    )


def _framed(
    ctx: Context,
    task: ImageTask,
    image: Image.Image,
    facts: PictureFacts | None,
    ratio: AspectRatio | None,
    resolution: Resolution,
) -> tuple[Image.Image, tuple[str, ...], bool]:
    """The picture in a frame of that ratio and resolution: cropped around what matters, continued
    where a crop can't.

    With what there is to say about it, and whether it was continued beyond its edges.
    """
    if ratio is None:
        long = frames.LONG_SIDES[resolution]
        scale = long / max(image.size)
        width, height = (max(2, round(side * scale / 2) * 2) for side in image.size)
    else:
        width, height = frames.frame(ratio, resolution)
    pixels = np.asarray(image)
    mask = None if facts is None else facts.mask
    faces = () if facts is None else _faces(facts, *image.size)
    engine = ctx.engines.image
    if not engine.capabilities.offline and engine.capabilities.extend:
        provided = _continued_by(engine, task, pixels, width, height, mask, faces)
        if provided is not None:
            return *provided, True
    made = reframe.resize(pixels, width, height, subject=mask, faces=faces, seed=task.seed)
    return _image(made), made.warnings, "extend" in made.done


def _continued_by(
    engine: ImageEngine,
    task: ImageTask,
    pixels: Pixels,
    width: int,
    height: int,
    mask: Mask | None,
    faces: tuple[Box, ...],
) -> tuple[Image.Image, tuple[str, ...]] | None:
    """With a provider that can continue pictures: its continuation, where one is needed."""
    subject = None if mask is None else as_float(mask, pixels.shape[1], pixels.shape[0])
    plan = reframe.planned(pixels, width / height, subject, faces)
    if not plan.extends:
        return None
    x0, y0, x1, y1 = plan.crop
    made = engine.extend(
        ExtendRequest(
            source=np.ascontiguousarray(pixels[y0:y1, x0:x1]),
            width=plan.frame[0],
            height=plan.frame[1],
            x=plan.offset[0],
            y=plan.offset[1],
            prompt=task.item.prompt,
            look=task.look,
            seed=task.seed,
        )
    )
    return _exactly(_image(made), width, height), made.warnings


def _exactly(image: Image.Image, width: int, height: int) -> Image.Image:
    return (
        image
        if image.size == (width, height)
        else image.resize((width, height), Image.Resampling.LANCZOS)
    )


def _image(made: Picture) -> Image.Image:
    return Image.fromarray(made.pixels)


def _output(task: ImageTask) -> OutputFormat:
    """The format asked for, else that of the source, with PNG where there is transparency to
    keep.
    """
    if task.asked.output_format is not None:
        return task.asked.output_format
    if task.source is not None and task.source.mime_type == "image/jpeg":
        return "jpg"
    return "png"


def _made(
    task: ImageTask,
    made: Picture,
    image: Image.Image,
    output: OutputFormat,
    source: DigitalSource | None,
    warnings: tuple[str, ...],
) -> Made:
    if image.mode == "RGBA" and output == "jpg":
        if task.asked.output_format is None or isinstance(task.asked, ReviseJob):
            output = "png"
        else:
            warnings = (*warnings, "JPEG has no transparency: the picture lies on white.")
    said = Metadata(source=source, prompt=made.prompt_sent[:2000] or None)
    return Made(image, output, said, made.prompt_sent, made.model, tuple(dict.fromkeys(warnings)))
