"""A DesignSpec as SVG: live words that carry their fonts, each of our lines at its place, or
outlines of the words.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

from PIL import Image

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
from brandstudio.pixels import colour, encode
from brandstudio.pixels.metadata import Metadata, to_xmp
from brandstudio.render import pictures, shapes, svg_path
from brandstudio.render.draw import Before, draw, go_on, paint_layers, paragraph_of, strikes_of
from brandstudio.render.export.svg_words import (
    EmbeddedFonts,
    escaped,
    known_characters,
    number,
    text_lines,
)
from brandstudio.render.geometry import Rect
from brandstudio.render.type.breaks import guess_language
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.outline import GlyphOutline, outlines

_STEPS = 24  # stops of a scrim's gradient: its easing is no straight line


def svg(
    spec: DesignSpec,
    assets: Mapping[str, bytes],
    fonts: FontStack,
    *,
    outlined: bool = False,
    metadata: Metadata | None = None,
    before: Before = go_on,
) -> bytes:
    """The banner as SVG (UTF-8), the same bytes for the same spec.

    Live words can be selected and carry the glyphs they need, so that no font has to be installed;
    words in a font that forbids this are outlines. ``outlined`` words are all outlines, with their
    text as a label. ``metadata`` is told as XMP; ``before`` as with `draw`. Raises `errors.NotFound` for a missing file or
    font.
    """
    embedded = EmbeddedFonts.of(
        []
        if outlined
        else [paragraph_of(x, fonts) for x in spec.layers if isinstance(x, TextLayer)]
    )
    title = " ".join(known_characters(_headline(spec)).split())
    # Names of the content: documents on one page can't take each other's gradients.
    own = _own_name(spec)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{spec.width}" height="{spec.height}" '
        f'viewBox="0 0 {spec.width} {spec.height}" role="group" aria-label={quoteattr(title)}{_spoken(spec)}>',
        f"<title>{escaped(title)}</title>",
        f"<desc>{escaped(spec.alt_text)}</desc>",
        *([_origin(metadata)] if metadata is not None else []),
        *embedded.style(),
    ]
    for place, layer in enumerate(spec.layers):
        before()
        if isinstance(layer, ScrimLayer):
            calms = layer.lights is not None or layer.blur
            below = spec.model_copy(update={"layers": spec.layers[: place + 1]})
            parts.append(
                _calmed(draw(below, assets, fonts, before=before), layer)
                if calms
                else _scrim(layer, f"scrim-{own}-{place}")
            )
        elif isinstance(layer, TextLayer):
            live = None if outlined else text_lines(layer, paragraph_of(layer, fonts), embedded)
            parts.append(live or _outlined(layer, fonts))
            parts += [_box(box, layer.colour, 0, 1) for box in strikes_of(layer)]
        else:
            parts += _form(layer, spec.alt_text, assets, fonts)
    parts.append("</svg>")
    return "\n".join(parts).encode("utf-8")


def _form(layer: Layer, alt: str, assets: Mapping[str, bytes], fonts: FontStack) -> list[str]:
    """A layer that is neither words nor a scrim."""
    if isinstance(layer, PhotoLayer):
        return [_picture(pictures.photo(layer, assets), layer.box, photo=True, label=alt)]
    if isinstance(layer, BackgroundLayer):
        ground = Image.new("RGB", (round(layer.box[2]), round(layer.box[3])))
        moved = layer.model_copy(update={"box": (0, 0, layer.box[2], layer.box[3])})
        paint_layers(ground, [moved], assets, fonts)
        return [_picture(ground, layer.box, photo=False)]
    if isinstance(layer, PanelLayer):
        return [_box(layer.box, layer.colour, layer.radius, layer.opacity)]
    if isinstance(layer, ButtonLayer):
        return _button(layer)
    if isinstance(layer, LogoLayer):
        return [_logo(layer, assets)]
    if isinstance(layer, ShapeLayer):
        return [_shape(layer)]
    assert isinstance(layer, ImageLayer)
    return [_picture(pictures.image(layer, assets), layer.box, photo=False)]


def _own_name(spec: DesignSpec) -> str:
    """A name for what is drawn: layers by the content of their files, not by the ids that one
    library gave them.
    """
    drawn = [
        x.model_copy(update={"asset": x.asset.model_copy(update={"image_id": None})})
        if isinstance(x, PhotoLayer | LogoLayer | ImageLayer)
        else x
        for x in spec.layers
    ]
    said = repr((spec.width, spec.height, drawn))
    return hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _origin(metadata: Metadata) -> str:
    """The packet's element alone: the wrapper around it is for files that are searched for it byte
    by byte.
    """
    packet = to_xmp(metadata).decode("utf-8")
    return (
        f"<metadata>{packet[packet.index('<x:xmpmeta') : packet.index('<?xpacket end')]}</metadata>"
    )


def _headline(spec: DesignSpec) -> str:
    first = _first_words(spec)
    return spec.template if first is None else first.text


def _first_words(spec: DesignSpec) -> TextLayer | None:
    """The headline, or what is read first where there is none."""
    texts = [x for x in spec.layers if isinstance(x, TextLayer)]
    return next((x for x in texts if x.slot == "headline"), texts[0] if texts else None)


def _spoken(spec: DesignSpec) -> str:
    """The language of the headline, as an attribute; none where it is not known."""
    first = _first_words(spec)
    language = first and (first.language or guess_language(first.text))
    return f" xml:lang={quoteattr(known_characters(language))}" if language else ""


def _place(box: tuple[float, float, float, float], *, whole: bool = True) -> str:
    """Where an element stands: on the whole pixels that the banner's shapes are painted on, unless
    it is a glyph.
    """
    x, y, width, height = (number(round(v) if whole else v) for v in box)
    return f'x="{x}" y="{y}" width="{width}" height="{height}"'


def _picture(
    image: Image.Image, box: tuple[float, float, float, float], *, photo: bool, label: str = ""
) -> str:
    if photo:
        data, kind = encode.jpeg(image, 93), "jpeg"
    else:
        data, kind = encode.png(image), "png"
    packed = base64.b64encode(data).decode("ascii")
    named = (
        f' role="img" aria-label={quoteattr(known_characters(label))}'
        if label
        else ' aria-hidden="true"'
    )
    return f'<image {_place(box)}{named} href="data:image/{kind};base64,{packed}"/>'


def _box(box: tuple[float, float, float, float], fill: str, radius: float, opacity: float) -> str:
    round_ = f' rx="{number(radius)}"' if radius else ""
    clear = f' fill-opacity="{number(opacity)}"' if opacity < 1 else ""
    return f'<rect {_place(box)}{round_} fill="{fill}"{clear}/>'


def _shape(layer: ShapeLayer) -> str:
    if layer.path is None:
        return _box(layer.box, layer.colour, layer.radius, layer.opacity)
    clear = f' fill-opacity="{number(layer.opacity)}"' if layer.opacity < 1 else ""
    # Read and written again: nothing but letters and numbers of a path gets into the document.
    path = svg_path.written(svg_path.parse(layer.path))
    return f'<path d="{path}" fill-rule="evenodd" fill="{layer.colour}"{clear}/>'


def _button(layer: ButtonLayer) -> list[str]:
    x, y, width, height = layer.box
    rim = round(layer.border_width) if layer.border else 0
    if not rim or not layer.border:
        return [_box(layer.box, layer.colour, layer.radius, 1)]
    inner = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
    return [
        _box(layer.box, layer.border, layer.radius, 1),
        _box(inner, layer.colour, max(layer.radius - rim, 0), 1),
    ]


def _calmed(painted: Image.Image, layer: ScrimLayer) -> str:
    """The part of a painted banner that a scrim changes in ways that no drawing can."""
    x0, y0, x1, y1 = Rect(*layer.box).snapped().pixels(*painted.size)
    return _picture(painted.crop((x0, y0, x1, y1)), (x0, y0, x1 - x0, y1 - y0), photo=True)


def _soft(layer: ScrimLayer) -> str:
    """A soft field as a picture of one colour: no gradient of SVG eases out to four sides."""
    mask = shapes.scrim(layer)
    field = Image.new("RGBA", mask.size, (*colour.parse_hex(layer.colour), 0))
    field.putalpha(mask)
    return _picture(field, layer.box, photo=False)


def _scrim(layer: ScrimLayer, name: str) -> str:
    if layer.shape == "soft":
        return _soft(layer)
    if layer.shape == "even":
        return _box(layer.box, layer.colour, 0, layer.opacity_start)
    turn = round(layer.angle) % 360
    ends = {0: "0 0 1 0", 180: "1 0 0 0", 90: "0 0 0 1", 270: "0 1 0 0"}[turn].split()
    axis = " ".join(f'{k}="{v}"' for k, v in zip(("x1", "y1", "x2", "y2"), ends, strict=True))
    profile = shapes.scrim_profile(layer, _STEPS)
    stops = "".join(
        f'<stop offset="{number((i + 0.5) / _STEPS)}" stop-color="{layer.colour}" stop-opacity="{number(float(v))}"/>'
        for i, v in enumerate(profile)
    )
    return f'<defs><linearGradient id="{name}" {axis}>{stops}</linearGradient></defs><rect {_place(layer.box)} fill="url(#{name})"/>'


def _logo(layer: LogoLayer, assets: Mapping[str, bytes]) -> str:
    double = layer.model_copy(update={"box": (0, 0, 2 * layer.box[2], 2 * layer.box[3])})
    return _picture(
        pictures.logo(double, assets), layer.box, photo=False, label=f"{layer.name} logo"
    )


def _outlined(layer: TextLayer, fonts: FontStack) -> str:
    """Words as paths, with the text as the group's label."""
    out = [
        f'<g role="text" aria-label={quoteattr(" ".join(known_characters(layer.text).split()))} fill="{layer.colour}" '
        f'transform="translate({number(layer.box[0])} {number(layer.box[1])})">'
    ]
    for glyph in outlines(paragraph_of(layer, fonts)):
        if isinstance(glyph, GlyphOutline):
            if glyph.path:
                own = layer.runs[glyph.run - 1].colour if glyph.run else None
                fill = f' fill="{own}"' if own is not None else ""
                out.append(f'<path d="{glyph.path}"{fill}/>')
        else:
            buffer = io.BytesIO()
            Image.fromarray(glyph.rgba).save(buffer, "PNG")
            packed = base64.b64encode(buffer.getvalue()).decode("ascii")
            box = (glyph.x, glyph.y, glyph.width, glyph.height)
            out.append(f'<image {_place(box, whole=False)} href="data:image/png;base64,{packed}"/>')
    out.append("</g>")
    return "".join(out)
