"""What comes into the library: pictures, logos, fonts; and colours sampled from pictures."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from PIL import Image

from ..catalogue import finding, showing
from ..catalogue.resolving import resolve
from ..context import Context, Sealed
from ..domain import filenames
from ..domain.extraction import colours
from ..errors import PayloadTooLarge, ValidationError
from ..jobs.accepting import Order
from ..jobs.now import FindColours, TakeFont, TakeLogo, TakePicture
from ..models.library import Font, LibraryItem, Logo
from ..models.style import SampledColours
from ..pixels import encode, probe, svg
from ..pixels.intake import take_in
from ..pixels.palette import palette
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely, rasterise_safely
from ..render.type.foreign import take_font
from .incoming import consume, discard, is_upload, read_link, used_up
from .keeping import duplicate_of, keep_upload, kept_score, publish

MAX_LOGO = 10 * 1024 * 1024
LOGO_SIDE = 2048
#: A logo none of whose pixels is this opaque (of 255) can't be seen on any ground.
FAINTEST = 4


def add_to_library(ctx: Context, asked: TakePicture) -> Sealed[LibraryItem]:
    """Fetch and measure the picture; then one transaction: charge, item, version 1."""
    op = asked.op
    data = read_link(ctx, op.image_url)
    kept = publish(ctx, take_in(data))
    filename = filenames.safe(op.filename or _name_of(ctx, op.image_url), "image")
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        score = kept_score(resolve(tx, place), kept)
        alike = duplicate_of(tx, ctx.workspace_id, kept)
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        image_id = ctx.ids("img")
        order = Order(ctx, tx, place, op.client_reference_id, image_id)
        order.pay("upload", f"Upload: {filename}")
        consume(ctx, tx, op.image_url)
        id = tx.items.add(
            image_id,
            ctx.workspace_id,
            place,
            "image",
            "completed",
            ctx.now(),
            title=_title(filename),
            filename=filename,
            system_tags=kept.system_tags,
            client_reference_id=op.client_reference_id,
            phash=kept.phash,
            content_sha=kept.stored.sha256,
            duplicate_of=alike,
        )
        row = keep_upload(ctx, tx, id, kept, score)
        answer = order.seal(showing.item(ctx, row))
    discard(ctx, op.image_url)
    return answer


def _name_of(ctx: Context, link: str) -> str:
    if is_upload(link):
        with ctx.store.read() as tx:
            row = tx.uploads.get(ctx.workspace_id, link)
        return "upload" if row is None else row.filename
    return unquote(PurePosixPath(urlsplit(link).path).name)[:255] or "image"


def _title(filename: str) -> str:
    """A file name as people would say it."""
    stem = PurePosixPath(filename).stem
    return " ".join(stem.replace("_", " ").replace("-", " ").split())[:200] or filename[:200]


def add_logo(ctx: Context, asked: TakeLogo) -> Sealed[Logo]:
    op = asked.op
    data = read_link(ctx, op.image_url, max_bytes=MAX_LOGO)
    if len(data) > MAX_LOGO:
        raise PayloadTooLarge("A logo may have 10 MB at most.")
    found = probe.probe(data)
    if found.format == "svg":
        # Kept as the drawing that it is, so that it is sharp at every size; drawn once here to know
        # that it can be.
        _refuse_nothing(rasterise_safely(data, LOGO_SIDE, LOGO_SIDE))
        width, height = svg.svg_size(data)
        stored, mime, size = data, "image/svg+xml", (max(1, round(width)), max(1, round(height)))
    else:
        picture = fit(decode_fully_safely(data).image, LOGO_SIDE)
        _refuse_nothing(picture)
        stored, mime, size = encode.png(picture), "image/png", picture.size
    blob = ctx.store.blobs.publish(stored, mime)
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        consume(ctx, tx, op.image_url)
        others = tx.logos.list(place.id)
        before = next(
            (row for row in others if row.name == op.name and row.variant == op.variant), None
        )
        primary = (
            op.primary
            if op.primary is not None
            else any(row.is_primary for row in others if row.name == op.name)
        )
        if before is not None:
            gone = tx.blobs.release(f"logo:{before.id}") if before.sha256 != blob.sha256 else []
        else:
            gone = []
        ctx.keep(tx, blob, f"logo:pending:{op.name}")
        id = tx.logos.put(
            place.id, op.name, op.variant, primary, blob.sha256, mime, *size, ctx.now()
        )
        tx.blobs.hold(blob.sha256, f"logo:{id}")
        tx.blobs.release(f"logo:pending:{op.name}")
        if primary:
            tx.logos.make_primary(place.id, op.name)
        elif not any(row.is_primary and row.name != op.name for row in others):
            # One logo of a folder is always its primary one: another where this one is not to be
            # it, else this one.
            heir = next((row.name for row in others if row.name != op.name), op.name)
            tx.logos.make_primary(place.id, heir if op.primary is False else op.name)
        elif op.primary is False:
            tx.logos.make_primary(
                place.id, next(row.name for row in others if row.is_primary and row.name != op.name)
            )
        row = next(row for row in tx.logos.named(place.id, op.name) if row.variant == op.variant)
        shown = showing.logo(ctx, row, place.path)
        if before is not None and before.sha256 != blob.sha256:
            shown = shown.model_copy(update={"replaced": True})
        answer = ctx.seal(tx, shown.omit_none())
    discard(ctx, op.image_url)
    ctx.store.remove_files(gone)
    return answer


def _refuse_nothing(logo: Image.Image) -> None:
    """A banner would give an invisible logo a plate with nothing on it."""
    if not any(logo.convert("RGBA").getchannel("A").histogram()[FAINTEST:]):
        raise ValidationError.of(
            "imageUrl", "has nothing visible in it: all of the logo is transparent"
        )


def add_font(ctx: Context, asked: TakeFont) -> Sealed[Font]:
    op = asked.op
    data = read_link(ctx, op.file_url, kind="font")
    info = take_font(data)
    blob = ctx.store.blobs.publish(
        info.data, "font/collection" if len(info.faces) > 1 else "font/sfnt"
    )
    filename = filenames.safe(op.filename or _name_of(ctx, op.file_url), "font")
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        consume(ctx, tx, op.file_url)
        rows = []
        for face in info.faces:
            public_id = ctx.ids("font")
            ctx.keep(tx, blob, f"font:pending:{public_id}")
            low, high = face.weight_range
            id = tx.fonts.add(
                public_id,
                place.id,
                face.family,
                op.role,
                "italic" if face.is_italic else "normal",
                round(low),
                round(high),
                face.index,
                json.dumps(list(face.scripts)),
                blob.sha256,
                filename,
                blob.bytes,
                ctx.now(),
            )
            tx.blobs.hold(blob.sha256, f"font:{id}")
            tx.blobs.release(f"font:pending:{public_id}")
            row = tx.fonts.get(place.id, public_id)
            assert row is not None
            rows.append(row)
        answer = ctx.seal(tx, showing.font(rows[0], place.path))
    discard(ctx, op.file_url)
    return answer


def sample_colours(ctx: Context, asked: FindColours) -> Sealed[SampledColours]:
    """The palette that the pictures share."""
    op = asked.op
    sources = (
        [read_link(ctx, op.image_url)]
        if op.image_url is not None
        else [ctx.store.blobs.read(sha256) for sha256 in asked.pictures]
    )
    palettes = [palette(fit(decode_fully_safely(data).image, 512), op.count) for data in sources]
    answer = SampledColours(palette=colours.shared_palette(palettes)[: op.count])
    return used_up(ctx, op.image_url, answer)
