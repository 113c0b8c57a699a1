"""Decisions as layers of a DesignSpec, and places of the photo as places on the canvas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

import numpy as np

from brandstudio.models.designs import (
    AssetRef,
    ButtonLayer,
    FontRef,
    Layer,
    PanelLayer,
    ShapeLayer,
    TextLayer,
    TextLine,
    TextRun,
)
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.words import Block


def text_layer(
    block: Block, fill: str, *, strike: bool = False, inks: Sequence[str | None] = ()
) -> TextLayer:
    """A set block in a colour, with all that `draw` needs to set the same lines again. ``inks`` are
    the colours of its runs, None for the block's.
    """
    paragraph = block.paragraph
    style = paragraph.style
    used = {run.spec for line in paragraph.lines for run in line.runs} | {style.stack.faces[0]}
    return TextLayer(
        slot=block.slot,
        text=paragraph.text,
        lines=[
            TextLine(
                text=line.text,
                box=Rect(
                    block.x + line.ink.left,
                    block.y + line.ink.top,
                    max(line.ink.right - line.ink.left, 0.0),
                    max(line.ink.bottom - line.ink.top, 0.0),
                ).rounded(),
                baseline=round(block.y + line.baseline, 3),
                x=round(block.x + line.x, 3),
            )
            for line in paragraph.lines
        ],
        fonts=[
            FontRef(family=spec.family, sha256=spec.sha256, index=spec.index)
            for spec in (*style.stack.faces, *style.stack.italics)
            if spec in used
        ],
        family=style.stack.faces[0].family,
        size=style.size,
        weight=round(style.weight),
        leading=round(paragraph.leading, 3),
        tracking=round(paragraph.tracking, 3),
        colour=fill,
        align=style.align,
        direction=paragraph.direction,
        box=(block.x, block.y, paragraph.max_width, paragraph.height),
        max_width=paragraph.max_width,
        language=style.language,
        spacing=style.tracking,
        features=list(style.features),
        strike=strike,
        runs=[
            TextRun(start=r.start, end=r.end, bold=r.bold, italic=r.italic, colour=ink)
            for r, ink in zip_longest(style.runs, inks[: len(style.runs)])
        ],
    )


def asset_of(photo: Photo) -> AssetRef:
    """A photo as the spec names it."""
    return AssetRef(
        sha256=photo.sha256,
        mime_type=photo.mime_type,
        width=photo.width,
        height=photo.height,
        image_id=photo.image_id,
    )


def colours_of(layers: Sequence[Layer]) -> list[str]:
    """The flat colours that layers use, once each."""
    kinds = (PanelLayer, ButtonLayer, ShapeLayer, TextLayer)
    return list(dict.fromkeys(layer.colour for layer in layers if isinstance(layer, kinds)))


def mapped(rect: Rect, crop: Rect, frame: Rect) -> Rect:
    """A rectangle of the photo where it appears on the canvas."""
    scale = frame.width / crop.width
    return Rect(
        frame.x + (rect.x - crop.x) * scale,
        frame.y + (rect.y - crop.y) * scale,
        rect.width * scale,
        rect.height * scale,
    )


def subject_on_canvas(attention: Attention | None, place: Place) -> Rect | None:
    """Where the photo's subject appears, or None where it does not."""
    if attention is None or attention.subject is None or place.crop is None:
        return None
    frame = place.arrangement.photo
    seen = mapped(attention.subject, place.crop.box, frame).common(frame)
    return seen if seen.area > 0 else None


def heads_on_canvas(attention: Attention | None, place: Place) -> list[Rect]:
    """Where faces appear, and heads that have none."""
    if attention is None:
        return []
    return faces_on_canvas(replace(attention, faces=(*attention.faces, *attention.heads)), place)


def faces_on_canvas(attention: Attention | None, place: Place) -> list[Rect]:
    """Where the faces of the photo appear."""
    if attention is None or place.crop is None:
        return []
    frame, crop = place.arrangement.photo, place.crop.box
    return [
        seen
        for seen in (mapped(face, crop, frame).common(frame) for face in attention.faces)
        if seen.area > 0
    ]


def on_subject(attention: Attention | None, place: Place, box: Rect) -> float:
    """How much of a box on the canvas lies on the photo's subject (0 to 1)."""
    if attention is None or attention.mask is None or place.crop is None:
        return 0.0
    frame, crop = place.arrangement.photo, place.crop.box
    scale = crop.width / frame.width
    seen = box.common(frame)
    x0, y0 = crop.x + (seen.x - frame.x) * scale, crop.y + (seen.y - frame.y) * scale
    edges = (x0, y0, x0 + seen.width * scale, y0 + seen.height * scale)
    mass = attention.sums(*(np.array([edge]) for edge in edges))
    return float(mass[0]) * attention.cell / max(box.area * scale * scale, 1e-9)
