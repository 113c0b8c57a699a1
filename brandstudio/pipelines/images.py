"""Images: made, moved into the brand's look, revised, resized, improved; each a new version of its
item.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import Any, Literal, cast
from urllib.parse import unquote, urlsplit

import numpy as np
from PIL import Image

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..catalogue.scoring import can_be_scored, check_against
from ..context import Context, JobContext
from ..domain import filenames, frames, improve, pricing, rules
from ..domain.inheritance import Resolved
from ..engines import credentials
from ..engines.local import brandify as local
from ..engines.local import reframe
from ..engines.local.matte import as_float
from ..engines.looks import look_for, look_of
from ..engines.protocols import (
    Box,
    BrandLook,
    CreateRequest,
    EditPurpose,
    EditRequest,
    ExtendRequest,
    ImageEngine,
    Picture,
    Swatch,
)
from ..errors import InvalidSourceUrl, PayloadTooLarge, StudioError, UnsupportedMediaType
from ..models.images import (
    MAX_SOURCE_BYTES,
    AspectRatio,
    ImageAccepted,
    OutputFormat,
    Resolution,
)
from ..operations import BrandifyImage
from ..pixels import metadata
from ..pixels.facts import PictureFacts
from ..pixels.intake import Intake, drawn, take_in
from ..pixels.metadata import DigitalSource, Metadata
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from ..store.library import ItemRow, VersionRow
from . import origin
from .incoming import read_link
from .keeping import Kept, finish_version, kept_again, publish, show, signed

LARGEST_SIDE = 4096
"""Edits work on at most this many pixels a side: the largest resolution that there is."""

EVENTS = {
    "create": "image.completed",
    "recreate": "image.completed",
    "brandify": "image.completed",
    "revise": "image.revised",
    "improve": "image.revised",
    "resize": "image.resized",
}
_ACTIONS: dict[str, credentials.Action] = {
    "create": "c2pa.created",
    "recreate": "c2pa.created",
    "brandify": "c2pa.edited",
    "revise": "c2pa.edited",
    "improve": "c2pa.edited",
    "resize": "c2pa.resized",
}


@dataclass(frozen=True)
class Work:
    """What one image job is about."""

    job: JobRow
    payload: dict[str, Any]
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


def carry_out(ctx: JobContext, job: JobRow) -> None:
    """Make the version that the job is for."""
    work = _work(ctx, job)
    ctx.progress("drawing", _SAYING[job.operation], 10)
    ctx.store.assert_idle()
    made = _MAKERS[job.operation](ctx, work)
    ctx.progress("keeping", "Measuring and keeping the picture", 80)
    made, kept, score = _kept(ctx, work, made)
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        number = work.version.number
        finish_version(
            ctx,
            tx,
            work.item.id,
            number,
            kept,
            score=score,
            warnings=list(made.warnings),
            prompt_sent=made.prompt_sent,
            engine=made.engine,
        )
        tx.versions.set_frame(work.item.id, number, *_frame_of(work, kept))
        tx.items.set_status(work.item.id, "completed", None, job.client_reference_id, ctx.now())
        shown = show(ctx, tx, work.item.id, number, kept, score)
        ctx.emit(
            tx,
            EVENTS[job.operation],
            item_id=shown.public_id,
            version=number,
            sha256=kept.stored.sha256,
            folder=work.place,
            prompt=work.version.prompt,
            client_reference_id=job.client_reference_id,
        )
        ctx.finish(tx)
        ctx.emit_job(tx, job, None)


def _kept(ctx: Context, work: Work, made: Made) -> tuple[Made, Kept, float | None]:
    """The files of the new version and its score; those of its source where nothing changed, or
    only for the worse.
    """
    source = work.source
    if not made.unchanged:
        intake = drawn(made.image, made.output, made.origin)
        score = _score_of(work.found, intake.facts, intake.width, intake.height)
        before = made.score_before
        if before is None or score is None or score >= before:
            if before is not None and score is not None:
                made = replace(
                    made, warnings=(*made.warnings, f"The score went from {before:g} to {score:g}.")
                )
            return made, publish(ctx, _with_credentials(ctx, work, made, intake)), score
        why = "No change that was tried raised the score, so the picture is unchanged."
        made = replace(made, warnings=(why,), unchanged=True)
    assert source is not None
    kept = kept_again(ctx, source)
    return made, kept, _score(work.found, kept)


def _with_credentials(ctx: Context, work: Work, made: Made, intake: Intake) -> Intake:
    source, ingredient = work.source, None
    if (
        source is not None
        and source.sha256 is not None
        and work.job.operation not in ("create", "recreate")
    ):
        ingredient = credentials.Ingredient(
            ctx.store.blobs.read(source.sha256), source.mime_type or "", work.item.title or "Source"
        )
    return signed(
        ctx, intake, work.item.title, _ACTIONS[work.job.operation], made.origin.source, ingredient
    )


def _frame_of(work: Work, kept: Kept) -> tuple[AspectRatio | None, OutputFormat]:
    """The ratio and format that the version has: an edit may have cropped it, or cut its subject
    out of a JPEG.
    """
    output: OutputFormat = "jpg" if kept.stored.mime_type == "image/jpeg" else "png"
    asked = work.payload.get("aspectRatio")
    if asked is not None and frames.has_ratio(asked, kept.width, kept.height):
        return cast(AspectRatio, asked), output
    return frames.ratio_of(kept.width, kept.height), output


_SAYING = {
    "create": "Drawing the picture",
    "recreate": "Drawing the picture anew",
    "brandify": "Moving the picture into the look",
    "revise": "Editing the picture",
    "resize": "Fitting the picture into its new frame",
    "improve": "Fixing what was measured as off",
}


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


def _work(ctx: Context, job: JobRow) -> Work:
    payload = json.loads(job.payload)
    with ctx.store.read() as tx:
        item = tx.items.by_id(job.item_id or 0)
        if item is None:
            raise StudioError("The image of this job is gone.")
        place = tx.folders.by_id(item.folder_id)
        assert place is not None
        version = tx.versions.get(item.id, job.version or 0)
        assert version is not None
        source = (
            None if payload.get("basedOn") is None else tx.versions.get(item.id, payload["basedOn"])
        )
        found = resolve(tx, place)
    return Work(job, payload, item, place, found, folder_look(found), source, version)


def folder_look(found: Resolved) -> BrandLook:
    """A folder's resolved style as engines take it."""
    palette = [
        Swatch(colour.hex, 1.0 / len(found.palette), colour.role) for colour in found.palette
    ]
    return look_of(found.photo_style, palette=palette, rules=found.rules, world=found.visual_world)


# -- the six kinds of work -------------------------------------------------------------------------


def _create(ctx: JobContext, work: Work) -> Made:
    payload = work.payload
    width, height = frames.frame(payload["aspectRatio"], payload["resolution"])
    engine = ctx.engines.image
    made = engine.create(CreateRequest(payload["prompt"], width, height, work.seed, work.look))
    image = _exactly(_image(made), width, height)
    return _made(
        work, made, image, payload["outputFormat"], origin.created_by(engine), made.warnings
    )


def _revise(ctx: JobContext, work: Work) -> Made:
    source, facts, notes = _source(ctx, work)
    made = _edit(ctx, work, source, facts, "revise", work.payload["instructions"], work.look)
    made_by = origin.edited_by(ctx.engines.image, source.origin)
    return _made(work, made, _image(made), _output(work), made_by, (*notes, *made.warnings))


def _brandify(ctx: JobContext, work: Work) -> Made:
    source, facts, notes = _source(ctx, work)
    made = _edit(
        ctx, work, source, facts, "brandify", work.payload.get("instructions") or "", work.look
    )
    image, warnings = _image(made), made.warnings
    ratio, resolution = work.payload.get("aspectRatio"), work.payload.get("resolution")
    made_by = origin.edited_by(ctx.engines.image, source.origin)
    if ratio is not None or resolution is not None:
        image, more, continued = _framed(ctx, work, image, facts, ratio, resolution or "2K")
        warnings = (*warnings, *more)
        if continued and made_by not in origin.TRAINED:
            made_by = origin.reframed_by(ctx.engines.image, source.origin, continued=True)
    elif max(image.size) > 2048:
        # Charged as 2K where no resolution is named, and never enlarged.
        image = fit(image, 2048)
    return _made(work, made, image, _output(work), made_by, (*notes, *warnings))


def _resize(ctx: JobContext, work: Work) -> Made:
    source, facts, notes = _source(ctx, work)
    payload = work.payload
    image, warnings, continued = _framed(
        ctx, work, source.image, facts, payload["aspectRatio"], payload["resolution"]
    )
    prompt = f"Resize to {payload['aspectRatio']}, {payload['resolution']}"
    made = Picture(np.asarray(image), prompt, "brandstudio-local")
    made_by = origin.reframed_by(ctx.engines.image, source.origin, continued=continued)
    return _made(work, made, image, payload["outputFormat"], made_by, (*notes, *warnings))


def _improve(ctx: JobContext, work: Work) -> Made:
    source, facts, notes = _source(ctx, work)
    instructions = work.payload.get("instructions") or ""
    check = None
    if facts is not None and can_be_scored(work.found):
        check = check_against(work.found, facts, source.image.width, source.image.height)
    image_rules = rules.in_force(work.found.rules, "image")
    targets = (
        improve.Targets()
        if check is None
        else improve.targets(check, work.found.photo_style, image_rules)
    )
    if targets.nothing and not instructions.strip():
        # decisions, improve: without findings the version is made all the same, pixels unchanged
        made = Picture(np.asarray(source.image), "Nothing was measured as off", "brandstudio-local")
        return _unchanged(
            work, made, source, "Nothing was measured as off; the picture is unchanged."
        )
    edited = origin.edited_by(ctx.engines.image, source.origin)
    # What somebody asked for in words may well score less; what is mended on our own account may
    # not.
    before = None if check is None or instructions.strip() else check.score
    if ctx.engines.image.capabilities.name == "local":
        # The built-in engine tests every grade against the rules themselves and hands the source
        # back unless one helps.
        request = _request(work, source, facts, "improve", instructions, work.look)
        improved = local.improve(request, work.found.photo_style, image_rules)
        made = improved.picture
        if not improved.changed:
            why = "No change that was tried raised the score, so the picture is unchanged."
            return _unchanged(work, made, source, why, *made.warnings)
    else:
        request = _request(
            work, source, facts, "improve", instructions, look_for(targets, work.look)
        )
        made = ctx.engines.image.edit(request)
    done = _made(work, made, _image(made), _output(work), edited, (*notes, *made.warnings))
    return replace(done, score_before=before)


def _unchanged(work: Work, made: Picture, source: Source, *why: str) -> Made:
    """The source once more, byte for byte."""
    said = Metadata(source=source.origin)
    return Made(
        source.image, _output(work), said, made.prompt_sent, made.model, why, unchanged=True
    )


_MAKERS = {
    "create": _create,
    "recreate": _create,
    "revise": _revise,
    "brandify": _brandify,
    "resize": _resize,
    "improve": _improve,
}


# -- parts -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Source:
    """The version that an edit starts from, as pixels."""

    image: Image.Image
    origin: DigitalSource | None


def _source(ctx: Context, work: Work) -> tuple[Source, PictureFacts | None, tuple[str, ...]]:
    version = work.source
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


def _edit(
    ctx: Context,
    work: Work,
    source: Source,
    facts: PictureFacts | None,
    purpose: EditPurpose,
    instructions: str,
    look: BrandLook,
) -> Picture:
    return ctx.engines.image.edit(_request(work, source, facts, purpose, instructions, look))


def _request(
    work: Work,
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
        seed=work.seed,
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
    work: Work,
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
        provided = _continued_by(engine, work, pixels, width, height, mask, faces)
        if provided is not None:
            return *provided, True
    made = reframe.resize(pixels, width, height, subject=mask, faces=faces, seed=work.seed)
    return _image(made), made.warnings, "extend" in made.done


def _continued_by(
    engine: ImageEngine,
    work: Work,
    pixels: Any,
    width: int,
    height: int,
    mask: Any,
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
            prompt=work.item.prompt,
            look=work.look,
            seed=work.seed,
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


def _output(work: Work) -> OutputFormat:
    """The format asked for, else that of the source, with PNG where there is transparency to
    keep.
    """
    asked = work.payload.get("outputFormat")
    if asked is not None:
        return cast(OutputFormat, asked)
    if work.source is not None and work.source.mime_type == "image/jpeg":
        return "jpg"
    return "png"


def _made(
    work: Work,
    made: Picture,
    image: Image.Image,
    output: OutputFormat,
    source: DigitalSource | None,
    warnings: tuple[str, ...],
) -> Made:
    if image.mode == "RGBA" and output == "jpg":
        if work.payload.get("outputFormat") is None or work.job.operation == "revise":
            output = "png"
        else:
            warnings = (*warnings, "JPEG has no transparency: the picture lies on white.")
    said = Metadata(source=source, prompt=made.prompt_sent[:2000] or None)
    return Made(image, output, said, made.prompt_sent, made.model, tuple(dict.fromkeys(warnings)))


# -- scores ----------------------------------------------------------------------------------------


def _score(found: Resolved, kept: Kept) -> float:
    return _score_of(found, PictureFacts.from_json(kept.facts), kept.width, kept.height)


def _score_of(found: Resolved, facts: PictureFacts, width: int, height: int) -> float:
    """A number always (spec: Version object); where the folder says nothing there is nothing to
    miss, and it is 100.
    """
    return check_against(found, facts, width, height).score


# -- brandify's acceptance -------------------------------------------------------------------------


def accept_brandify(ctx: Context, op: BrandifyImage, state: Any) -> ImageAccepted:
    """Fetch and check the source; then one transaction: charge, the original as version 1, the job
    for version 2.
    """
    data, filename = _brandify_source(ctx, op)
    try:
        intake = take_in(data)
    except UnsupportedMediaType as error:
        if op.source_url is not None:
            raise InvalidSourceUrl(f"The link is not to an image: {error.message}") from None
        raise
    kept = publish(ctx, intake)
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder, "images")
        image_id, job_id = ctx.ids("img"), ctx.ids("job")
        now = ctx.now()
        ctx.charge(
            tx,
            pricing.brandify_operation(op.resolution or "2K"),
            f"Brandify: {filename}"[:200],
            place,
            item_id=image_id,
            job_id=job_id,
            client_reference_id=op.client_reference_id,
        )
        id = tx.items.add(
            image_id,
            ctx.workspace_id,
            place,
            "image",
            "processing",
            now,
            title=_stem(filename),
            filename=filename,
            system_tags=kept.system_tags,
            client_reference_id=op.client_reference_id,
            phash=kept.phash,
            content_sha=kept.stored.sha256,
        )
        first = tx.items.take_number(id, now)
        tx.versions.add(id, first, "upload", now, prompt="")
        score = _score(resolve(tx, place), kept)
        finish_version(ctx, tx, id, first, kept, score=score)
        show(ctx, tx, id, first, kept, score)
        payload = {
            "instructions": op.instructions,
            "aspectRatio": op.aspect_ratio,
            "resolution": op.resolution,
            "outputFormat": op.output_format,
            "basedOn": first,
        }
        number = tx.items.take_number(id, now)
        tx.versions.add(
            id,
            number,
            "brandify",
            now,
            based_on=first,
            job_id=job_id,
            prompt=op.instructions or "Brandify",
            aspect_ratio=op.aspect_ratio,
            resolution=op.resolution,
            output_format=op.output_format,
        )
        tx.items.begin_job(id, op.client_reference_id, now)
        tx.jobs.add(
            job_id,
            ctx.workspace_id,
            "image",
            "brandify",
            json.dumps(payload),
            now,
            folder_id=place.id,
            item_id=id,
            version=number,
            client_reference_id=op.client_reference_id,
        )
        answer = ImageAccepted(id=image_id, job_id=job_id, status="processing")
        ctx.seal(tx, answer)
        return answer


def _stem(filename: str) -> str:
    return (filename.rpartition(".")[0] or filename)[:200]


def _brandify_source(ctx: Context, op: BrandifyImage) -> tuple[bytes, str]:
    if op.source is not None:
        if len(op.source.data) > MAX_SOURCE_BYTES:
            raise PayloadTooLarge("A picture to brandify may have 20 MB at most.")
        return op.source.data, filenames.safe(op.source.filename, "image")
    assert op.source_url is not None
    try:
        data = read_link(
            ctx, op.source_url, max_bytes=MAX_SOURCE_BYTES, error=InvalidSourceUrl, uploads=False
        )
    except UnsupportedMediaType as error:
        raise InvalidSourceUrl(f"The link is not to an image: {error.message}") from None
    return data, filenames.safe(unquote(urlsplit(op.source_url).path.rpartition("/")[2]), "image")
