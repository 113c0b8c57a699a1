"""Specs that are sent back: checked against what the workspace has, accepted, and drawn to the
same bytes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from ..catalogue import finding
from ..context import Context, JobContext, Sealed
from ..domain import pricing
from ..errors import JobError, NotFound, ValidationError
from ..jobs.accepting import JobOrder
from ..jobs.kinds import RenderJob
from ..jobs.now import ProveSpec
from ..models.designs import (
    BackgroundLayer,
    ButtonLayer,
    DesignAccepted,
    DesignSpec,
    ImageLayer,
    Layer,
    LogoLayer,
    PhotoLayer,
    ScrimLayer,
    ShapeLayer,
    TextLayer,
    Variant,
)
from ..models.sizes import LEAST_SIDE, MOST_PIXELS, MOST_SIDE, SIZES, pixels_of
from ..render import svg_path
from ..render.proof.respec import Redrawn, redraw
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow, VariantRow
from .accepted_templates import kept, template_of
from .briefs import Materials, fonts_of, gather
from .designs import Drawn, as_png, or_drop
from .keeping import asset_names, hold_assets

_MOST_LAYERS = 256
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_MOST_TEXT, _MOST_TYPE = 2600, 2000.0


def accept(ctx: Context, asked: ProveSpec) -> Sealed[DesignAccepted]:
    """Everything that the spec names is there; then one transaction of charge, job and variant."""
    op, spec = asked.op, asked.op.spec
    require_sound(spec)
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        _require_assets(ctx, tx, spec)
    template = template_of(ctx, spec.template, spec.recipe.template_sha256)
    if spec.recipe.template_sha256 not in (None, template.sha256):
        raise ValidationError.of(
            "spec.recipe.templateSha256",
            f"this workspace has no such file of the template {spec.template}",
            value=str(spec.recipe.template_sha256)[:12],
        )
    files = kept(ctx, [template] if spec.recipe.template_sha256 is not None else [])
    _require_faces(ctx, place, spec)
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        order = JobOrder(ctx, tx, place, op.client_reference_id)
        order.queue(
            RenderJob(
                folder=place.path,
                sizes=(spec.size,),
                templates=(spec.template,),
                slots=spec.recipe.slots,
                extends=(),
                spec=spec,
            )
        )
        variant_id = ctx.ids("var")
        charge_id = order.pay(
            pricing.banner_operation(spec.template),
            f"Banner {spec.template}, {spec.size}, from its spec",
            variant=variant_id,
        )
        tx.variants.add(variant_id, order.job_id, 0, spec.template, spec.size, charge_id, ctx.now())
        for file in files.values():
            ctx.keep(tx, file, f"variant:{variant_id}")
        # What the spec draws must not go before it is drawn.
        hold_assets(tx, spec, f"variant:{variant_id}")
        return order.seal(
            DesignAccepted(
                job_id=order.job_id,
                status="queued",
                templates=[spec.template],
                credits=order.credits.omit_none(),
                client_reference_id=op.client_reference_id,
            ).omit_none()
        )


# -- what a spec must be ---------------------------------------------------------------------------


def require_sound(spec: DesignSpec) -> None:
    """Raise ValidationError with every fault that keeps a spec from being drawn within bounds."""
    fields = [
        {"path": f"spec.{path}", "code": "spec", "message": message}
        for path, message in (*_size_faults(spec), *_layer_faults(spec))
    ][:50]
    if fields:
        said = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
        raise ValidationError(said, fields=fields)


def _size_faults(spec: DesignSpec) -> Iterator[tuple[str, str]]:
    if spec.schema_version != 1:
        yield "schema", "this version draws schema 1"
        return
    try:
        named = pixels_of(spec.size)
    except KeyError:
        yield "size", "is no size"
        return
    if named != (spec.width, spec.height):
        yield "width", f"{spec.size} is {named[0]} x {named[1]}"
    inside = all(LEAST_SIDE <= side <= MOST_SIDE for side in named)
    if not (spec.size in SIZES or inside) or named[0] * named[1] > MOST_PIXELS:
        yield "size", f"sides are {LEAST_SIDE} to {MOST_SIDE} px"


def _layer_faults(spec: DesignSpec) -> Iterator[tuple[str, str]]:
    if not 1 <= len(spec.layers) <= _MOST_LAYERS:
        yield "layers", f"a spec has 1 to {_MOST_LAYERS} layers"
        return
    if not any(isinstance(layer, TextLayer) for layer in spec.layers):
        yield "layers", "a banner has words"
    for number, layer in enumerate(spec.layers):
        path = f"layers.{number}"
        x, y, width, height = layer.box
        across, down = 2.0 * spec.width, 2.0 * spec.height
        if isinstance(layer, ScrimLayer):
            # A soft field reaches out of a narrow banner by parts of its longer side.
            across = down = 2.5 * max(spec.width, spec.height)
        if not all(math.isfinite(v) for v in layer.box):
            yield f"{path}.box", "must be numbers"
        elif not (0 < width <= across and 0 < height <= down):
            yield f"{path}.box", "is empty or far larger than the banner"
        elif abs(x) > across or abs(y) > down:
            yield f"{path}.box", "lies far outside the banner"
        for name in ("opacity", "radius"):
            value = getattr(layer, name, 0.0)
            if not (math.isfinite(value) and 0 <= value <= (1 if name == "opacity" else 1e5)):
                yield f"{path}.{name}", "is out of bounds"
        for name in ("colour", "background", "border", "tint"):
            value = getattr(layer, name, None)
            if value is not None and not _HEX.fullmatch(value):
                yield f"{path}.{name}", "must be #rrggbb"
        yield from ((f"{path}.{name}", message) for name, message in _kind_faults(layer))


def _kind_faults(layer: Layer) -> Iterator[tuple[str, str]]:
    if isinstance(layer, TextLayer):
        yield from _text_faults(layer)
    elif isinstance(layer, PhotoLayer | ImageLayer):
        yield from _crop_faults(layer)
    elif isinstance(layer, ShapeLayer):
        try:
            if layer.path is not None:
                svg_path.parse(layer.path)
        except ValueError as broken:
            yield "path", str(broken).removeprefix("path: ")
    elif isinstance(layer, BackgroundLayer):
        if not 1 <= len(layer.colours) <= 8 or not all(map(_HEX.fullmatch, layer.colours)):
            yield "colours", "must be one to eight of #rrggbb"
        if not 0 <= layer.seed < 2**32:
            yield "seed", "must be 0 or more"
    elif isinstance(layer, ButtonLayer) and not (
        0 <= layer.border_width <= min(layer.box[2], layer.box[3]) / 2
    ):
        yield "borderWidth", "is wider than the button"


def _crop_faults(layer: PhotoLayer | ImageLayer) -> Iterator[tuple[str, str]]:
    x, y, width, height = layer.crop
    if not all(math.isfinite(v) for v in layer.crop) or width < 1 or height < 1:
        yield "crop", "must lie inside the photo"
        return
    across, down = layer.asset.width, layer.asset.height
    if isinstance(layer, PhotoLayer) and layer.beyond is not None:
        seen = min(x + width, across) - max(x, 0.0), min(y + height, down) - max(y, 0.0)
        if seen[0] < max(width / 10, 1) or seen[1] < max(height / 10, 1):
            yield "crop", "must show the photo over a tenth of each side"
    elif x < -1 or y < -1 or x + width > across + 1 or y + height > down + 1:
        yield "crop", "must lie inside the photo"


def _text_faults(layer: TextLayer) -> Iterator[tuple[str, str]]:
    if not (0.5 <= layer.size <= _MOST_TYPE and 0 < layer.max_width <= 2 * MOST_SIDE):
        yield "size", f"type is 0.5 to {_MOST_TYPE:g} px"
    if not 1 <= len(layer.text) <= _MOST_TEXT or not 1 <= len(layer.fonts) <= 40:
        yield "text", f"holds 1 to {_MOST_TEXT} characters, in 1 to 40 fonts"
    if not 1 <= layer.weight <= 1000:
        yield "weight", "is 1 to 1000"
    if len(layer.features) > 16 or not all(
        len(tag) == 4 and tag.isascii() and tag.isalnum() and 0 <= value <= 99
        for tag, value in layer.features
    ):
        yield "features", "are at most 16 OpenType tags with values from 0 to 99"
    edges = [edge for run in layer.runs for edge in (run.start, run.end)]
    apart = all(run.start < run.end for run in layer.runs) and edges == sorted(edges)
    if (
        len(layer.runs) > _MOST_TEXT
        or not apart
        or not all(0 <= e <= len(layer.text) for e in edges)
    ):
        yield "runs", "are stretches of the text, in order and apart from each other"
    if not all(run.colour is None or _HEX.fullmatch(run.colour) for run in layer.runs):
        yield "runs", "have colours #rrggbb"
    if layer.spacing is not None and not -0.5 <= layer.spacing <= 2:
        yield "spacing", "is -0.5 to 2 em"


def _require_assets(ctx: Context, tx: Transaction, spec: DesignSpec) -> None:
    """Every file that the spec draws is the workspace's own."""
    for number, layer in enumerate(spec.layers):
        if isinstance(layer, PhotoLayer | LogoLayer | ImageLayer):
            sha256 = layer.asset.sha256
            if not tx.blobs.of_workspace(ctx.workspace_id, sha256):
                raise ValidationError.of(
                    f"spec.layers.{number}.asset",
                    "this workspace has no such file",
                    value=sha256[:12],
                )
            held = tx.blobs.get(sha256)
            if held is None or held.mime_type != layer.asset.mime_type:
                raise ValidationError.of(
                    f"spec.layers.{number}.asset.mimeType", "is not what the file is"
                )


def _require_faces(ctx: Context, place: FolderRow, spec: DesignSpec) -> None:
    fonts = fonts_of(ctx, place, spec.recipe.slots)
    held = {(face.sha256, face.index) for face in (*fonts.faces, *fonts.italics)}
    for number, layer in enumerate(spec.layers):
        if isinstance(layer, TextLayer):
            for ref in layer.fonts:
                if (ref.sha256, ref.index) not in held:
                    raise ValidationError.of(
                        f"spec.layers.{number}.fonts",
                        f"the font {ref.family} is not in {place.path} or a folder above it",
                    )


# -- drawing ---------------------------------------------------------------------------------------


def carry_out(ctx: JobContext, job: JobRow, asked: RenderJob) -> None:
    """Draw the spec as it is."""
    with ctx.store.read() as tx:
        row = next(iter(tx.variants.of_job(job.id)))
    drawn: Drawn | None = None
    if row.status == "queued":
        ctx.progress("drawing", f"Drawing {row.template} in {row.size}", 0)
        drawn = or_drop(ctx, row, lambda: _draw(ctx, row, asked))
    with ctx.store.write() as tx:
        if drawn is not None:
            drawn.keep(ctx, tx)
        dropped = next(iter(tx.variants.of_job(job.id)))
        if dropped.status == "dropped":
            raise JobError(f"No version could be drawn: {dropped.error}"[:500])
        ctx.finish(tx, message="The version is ready")
        ctx.emit_job(tx, job, None)


def _draw(ctx: JobContext, row: VariantRow, asked: RenderJob) -> Drawn:
    spec = asked.spec
    materials = _materials(ctx, asked)
    template = template_of(ctx, row.template, spec.recipe.template_sha256)
    assets = {sha256: ctx.store.blobs.read(sha256) for sha256 in asset_names(spec)}
    brief = materials.brief(template, row.size, asked.slots, spec.recipe.choices)
    ctx.store.assert_idle()
    made = redraw(spec, brief, assets, materials.fonts)
    blob = ctx.store.blobs.publish(as_png(made.image, spec, assets), "image/png")
    return Drawn(row, _body(row, spec, made), blob, (), spec)


def _materials(ctx: Context, asked: RenderJob) -> Materials:
    """What the folder gives; without the photo's facts where the library has it no longer."""
    try:
        return gather(ctx, asked.folder, asked.slots, asked.sizes)
    except NotFound:
        without = asked.slots.model_copy(update={"image_id": None})
        return gather(ctx, asked.folder, without, asked.sizes)


def _body(row: VariantRow, spec: DesignSpec, made: Redrawn) -> str:
    value = Variant(
        variant_id=row.id,
        template=row.template,
        size=row.size,
        png_url="",
        spec=spec,
        scores=made.scores,
        assessment=made.assessment,
        fix_passes=0,
        contrast_failures=list(made.failures),
        contrast=list(made.figures),
        warnings=list(made.warnings),
    )
    return value.model_dump_json(by_alias=True, exclude={"png_url", "saved_image_id"})
