"""A DesignSpec to pixels. Layers are painted from back to front; the same spec always gives the
same pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from PIL import Image

from brandstudio import errors
from brandstudio.models.designs import (
    BackgroundLayer,
    ButtonLayer,
    DesignSpec,
    ImageLayer,
    Layer,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    ShapeLayer,
    TextLayer,
)
from brandstudio.models.markup import Run
from brandstudio.pixels import colour
from brandstudio.render import background, pictures, shapes, veils
from brandstudio.render.type import paint
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.paragraph import Paragraph, TextStyle, layout

Before = Callable[[], None]
"""Asked before each step of long work; what it raises ends the work."""


def go_on() -> None:
    """Nobody's time runs out."""


def draw(
    spec: DesignSpec, assets: Mapping[str, bytes], fonts: FontStack, *, before: Before = go_on
) -> Image.Image:
    """The banner of a spec (RGB). ``assets`` holds the photo's and the logo's bytes by SHA-256.

    ``fonts`` must hold the faces that the spec names (others are ignored). ``before`` is called
    before each layer; what it raises ends the drawing. Raises `errors.NotFound` for a missing file
    or face.
    """
    before()
    if not spec.layers:
        return Image.new("RGB", (spec.width, spec.height), (255, 255, 255))
    canvas = ground_of(spec.layers[0], spec.width, spec.height, assets, fonts)
    paint_layers(canvas, spec.layers[1:], assets, fonts, before=before)
    return canvas


def ground_of(
    layer: Layer, width: int, height: int, assets: Mapping[str, bytes], fonts: FontStack
) -> Image.Image:
    """A canvas with its hindmost layer painted; the picture itself where that fills the canvas."""
    if isinstance(layer, PhotoLayer | BackgroundLayer) and tuple(layer.box) == (
        0,
        0,
        width,
        height,
    ):
        picture = (
            pictures.photo(layer, assets)
            if isinstance(layer, PhotoLayer)
            else background.draw(layer)
        )
        return picture.copy()
    canvas = Image.new("RGB", (width, height), (255, 255, 255))
    paint_layers(canvas, [layer], assets, fonts)
    return canvas


def paint_layers(
    canvas: Image.Image,
    layers: Iterable[Layer],
    assets: Mapping[str, bytes],
    fonts: FontStack,
    *,
    before: Before = go_on,
) -> None:
    """Paint layers onto an RGB canvas, in place; ``before`` as with `draw`."""
    for layer in layers:
        before()
        if isinstance(layer, TextLayer):
            paint.paint(
                canvas,
                paragraph_of(layer, fonts),
                layer.box[0],
                layer.box[1],
                colour.parse_hex(layer.colour),
                inks_of(layer),
            )
            paint_strikes(canvas, layer)
        else:
            _paint_shape(canvas, layer, assets)


def inks_of(layer: TextLayer) -> tuple[tuple[int, int, int] | None, ...]:
    """The colours of a text layer's runs; None for one in the layer's own."""
    return tuple(None if r.colour is None else colour.parse_hex(r.colour) for r in layer.runs)


def paint_strikes(canvas: Image.Image, layer: TextLayer) -> None:
    """The lines through a text layer's words, where it has any."""
    for x, y, width, height in strikes_of(layer):
        canvas.paste(colour.parse_hex(layer.colour), (x, y, x + width, y + height))


def strikes_of(layer: TextLayer) -> list[tuple[int, int, int, int]]:
    """The boxes of the lines through a text layer's words (whole px)."""
    if not layer.strike:
        return []
    lines = [(line.box[0], line.box[0] + line.box[2], line.baseline) for line in layer.lines]
    return shapes.strikes(lines, layer.size)


def paragraph_of(layer: TextLayer, fonts: FontStack) -> Paragraph:
    """The set paragraph of a text layer, line by line as it was laid out."""
    return layout(
        layer.text,
        TextStyle(
            _stack(layer, fonts),
            layer.size,
            layer.weight,
            tracking=layer.spacing,
            align=layer.align,
            language=layer.language,
            features=tuple((tag, value) for tag, value in layer.features),
            runs=tuple(Run(r.start, r.end, r.bold, r.italic, r.colour) for r in layer.runs),
        ),
        layer.max_width,
        direction=layer.direction,
        shown=tuple(line.text for line in layer.lines),
        step=layer.leading,
    )


def _stack(layer: TextLayer, fonts: FontStack) -> FontStack:
    held = {(face.sha256, face.index): face for face in (*fonts.faces, *fonts.italics)}
    try:
        faces = tuple(held[(ref.sha256, ref.index)] for ref in layer.fonts)
        slanted = tuple(face for face in faces if face in fonts.italics)
        return FontStack(tuple(f for f in faces if f not in slanted) or faces, slanted)
    except KeyError:
        missing = next(ref for ref in layer.fonts if (ref.sha256, ref.index) not in held)
        raise errors.NotFound(
            f"The font {missing.family} that the design is set in is not here."
        ) from None


def _paint_shape(canvas: Image.Image, layer: Layer, assets: Mapping[str, bytes]) -> None:
    x, y, width, height = (round(value) for value in layer.box)
    if width < 1 or height < 1:
        return
    if isinstance(layer, PhotoLayer):
        canvas.paste(pictures.photo(layer, assets), (x, y))
    elif isinstance(layer, BackgroundLayer):
        canvas.paste(background.draw(layer), (x, y))
    elif isinstance(layer, ScrimLayer):
        veils.paint(canvas, layer)
    elif isinstance(layer, PanelLayer):
        _paint_box(canvas, (x, y, width, height), layer.colour, layer.radius, layer.opacity)
    elif isinstance(layer, ShapeLayer):
        if layer.path is not None:
            cover = shapes.polygon(layer.path, layer.box, layer.opacity)
            canvas.paste(colour.parse_hex(layer.colour), (x, y), cover)
        else:
            _paint_box(canvas, (x, y, width, height), layer.colour, layer.radius, layer.opacity)
    elif isinstance(layer, ImageLayer):
        shown = pictures.image(layer, assets)
        canvas.paste(shown, (x, y), shown)
    elif isinstance(layer, ButtonLayer):
        outer = (x, y, width, height)
        rim = round(layer.border_width) if layer.border else 0
        if layer.border and rim:
            _paint_box(canvas, outer, layer.border, layer.radius, 1.0)
            outer = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
        _paint_box(canvas, outer, layer.colour, max(layer.radius - rim, 0.0), 1.0)
    else:
        drawn = pictures.logo(cast(LogoLayer, layer), assets)
        canvas.paste(drawn, (x, y), drawn)


def _paint_box(
    canvas: Image.Image, box: tuple[int, int, int, int], fill: str, radius: float, opacity: float
) -> None:
    x, y, width, height = box
    rgb = colour.parse_hex(fill)
    if radius <= 0 and opacity >= 1:
        canvas.paste(rgb, (x, y, x + width, y + height))
    else:
        canvas.paste(rgb, (x, y), shapes.rounded(width, height, radius, opacity))
