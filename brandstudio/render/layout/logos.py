"""Place the logo: its size, its clear space, and the variant that reads best on what is really
behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import AssetRef, LogoLayer, PanelLayer, ScrimLayer
from brandstudio.pixels import colour
from brandstudio.render import veils
from brandstudio.render.brief import LogoFile, Look
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import behind_logo, colours, logo_ink, scrims
from brandstudio.render.layout.limits import LEAST, WIDEST, Limits
from brandstudio.render.layout.logo_shapes import is_round, stackedness
from brandstudio.render.layout.tabs import Tab
from brandstudio.render.pictures import logo_pixels

U8 = NDArray[np.uint8]

#: The share of a logo's inked pixels that must read.
_SHARE = 0.8
# : The same where what is behind it is uneven (standard deviation of its luminance): there a logo
# gets lost sooner.
_SHARE_UNEVEN = 0.93
_UNEVEN = 0.13
#: From here on what is behind a logo is striped or grained so much that no logo reads on it.
_STRIPED = 0.04
#: The opacities of a soft field behind a logo that are tried: a denser one shows as a patch.
_FIELDS = (0.2, 0.32)
#: From here on a photo is too lively for such a field: it would show as fog or as a stain.
_LIVELY = 0.014
#: The opacities of a shade from the top, and how deep it falls, in distances of the logo's foot.
_SHADES = (0.3, 0.42, 0.54)
_DEEP = 2.6
#: From this grey on (0 to 255) a part of a photo is bright, and up to this share of it may be so.
_SKY = 190
_SKY_SHARE = 0.3
#: The OKLab lightness from which on a photo takes a pale field.
_LIGHT = 0.62
#: How much more area a round or a stacked logo has, and how much more of the banner's height it may take.
_MORE, _HIGHER = 0.4, 0.05
#: A badge: how much of its box it fills, and how much of that must stand out from its ground.
_FILLED = 0.9
_MARKED = 0.03


@dataclass(frozen=True)
class PlacedLogo:
    """The logo's layer, and the plate behind it where no variant reads on the photo."""

    layer: LogoLayer
    plate: PanelLayer | None
    legible: float
    """The share of its inked pixels that read on what is behind them (0 to 1)."""
    field: ScrimLayer | None = None
    """A soft field on the photo behind it."""
    crossed: bool = False
    """Something of the picture runs through it or touches it: a post, the edge of a frame."""
    contrast: float = 21.0
    """The median ratio of its ink to what is behind it, where it stands on the photo."""
    disc: bool = False
    """Its plate is a disc that it fills: the two look like one seal."""

    @property
    def rect(self) -> Rect:
        return Rect(*self.layer.box)


def logo_size(
    file: LogoFile, canvas: Canvas, share: float, limits: Limits, room: Rect
) -> tuple[int, int]:
    """Width and height in px: equal areas make logos of different shapes look equally large."""
    ratio = max(file.width, 1) / max(file.height, 1)
    # Letters of a very wide logo are small for its area, and so are those of a round or a stacked one.
    stacked = stackedness(ratio)
    small = min(max(ratio / 4.5, 1.0), 2.4) * (1 + _MORE * stacked)
    area = share * canvas.width * canvas.height * small
    height = sqrt(area / ratio)
    low = canvas.orientation in ("leaderboard", "button")
    # Our own least height is for banners; only a brand's stands above a canvas that is very low.
    least = min(limits.least, 0.34 * canvas.height) if limits.least == LEAST else limits.least
    tallest = (0.42 if low else 0.2 + _HIGHER * stacked) * canvas.height
    height = min(max(height, least), max(tallest, least))
    height = min(height, limits.highest) if limits.highest is not None else height
    width = height * ratio
    # On a tall banner a long name would be a thread at a third of its width.
    longer = min(max(0.03 * (ratio - 5.0), 0.0), 0.2) if canvas.width < 1.2 * canvas.height else 0.0
    widest = 0.72 if canvas.orientation == "skyscraper" else WIDEST + longer
    if limits.widest is not None:
        widest = limits.widest
    most = min(widest * canvas.width, room.width)
    if width > most:
        width, height = most, most / ratio
    return max(round(width), 1), max(round(height), 1)


def place(area: Rect, corner: str, size: tuple[int, int]) -> Rect:
    """The box of a logo in a corner of an area (``top-left``, ``middle-right``, ...)."""
    row, column = corner.split("-")
    x = {
        "left": area.x,
        "centre": area.x + (area.width - size[0]) / 2,
        "right": area.right - size[0],
    }[column]
    y = {
        "top": area.y,
        "middle": area.y + (area.height - size[1]) / 2,
        "bottom": area.bottom - size[1],
    }[row]
    return Rect(round(x), round(y), *size)


def corners(first: str, allowed: Sequence[str] = ()) -> Sequence[str]:
    """Corners in the order in which they are tried: the template's, then across, then down, then
    the last.

    Only ``allowed`` ones if the brand names any.
    """
    row, column = first.split("-")
    other_column = "right" if column == "left" else "left"
    other_row = {"top": "bottom", "bottom": "top", "middle": "top"}[row]
    order = (first, f"{row}-{other_column}", f"{other_row}-{column}", f"{other_row}-{other_column}")
    return tuple(c for c in order if c in allowed) or tuple(allowed) or order


def bare(
    files: Sequence[LogoFile],
    box: Rect,
    canvas: Image.Image,
    look: Look,
    limits: Limits,
    assets: Mapping[str, bytes],
) -> PlacedLogo | None:
    """The variant that reads best at a box, on what is painted there; None if none does."""
    clear = limits.clear * box.height
    behind = np.asarray(
        canvas.crop((round(box.x), round(box.y), round(box.right), round(box.bottom)))
    )
    tried = [_tried(file, tint, box, behind, clear, assets) for file, tint in _choices(files, look)]
    best = max(tried, key=lambda t: t[0] + t[2])
    uneven = behind.size > 0 and float(colour.luminance(behind).std()) > _UNEVEN
    if best[0] >= (_SHARE_UNEVEN if uneven else _SHARE) and behind_logo.restless(behind) < _STRIPED:
        around = np.asarray(
            canvas.crop(box.inset(-behind_logo.ROUND * box.height).pixels(*canvas.size))
        )
        through = behind_logo.crossed(behind) or behind_logo.touched(around)
        # What runs through a seal is taken for a line of it.
        if not (through and is_round(best[1].asset, assets)):
            return PlacedLogo(best[1], None, best[0], crossed=through, contrast=best[3])
    badge = next((file for file in files if _is_badge(file, box, assets)), None)
    if badge is not None:
        return PlacedLogo(_tried(badge, None, box, behind, clear, assets)[1], None, 1.0)
    return None


def on_field(
    files: Sequence[LogoFile],
    box: Rect,
    canvas: Image.Image,
    space: Canvas,
    look: Look,
    limits: Limits,
    assets: Mapping[str, bytes],
) -> PlacedLogo | None:
    """The variant that reads over the faintest soft field at a box; None where each would show as
    a patch.
    """
    core, feather = scrims.glow(box, space)
    left, top = max(round(core.x) - feather, 0), max(round(core.y) - feather, 0)
    right, bottom = round(core.right) + feather, round(core.bottom) + feather
    part = canvas.crop((left, top, min(right, space.width), min(bottom, space.height)))
    here = box.moved(-left, -top)
    behind = np.asarray(part.crop(here.pixels(*part.size)))
    if max(behind_logo.restless(behind), behind_logo.restless(np.asarray(part))) >= _LIVELY:
        return None
    fill = _field_colour(np.asarray(part))
    for opacity in _FIELDS:
        field = scrims.soft(core, feather, fill, opacity).model_copy(update={"purpose": "logo"})
        tried = part.copy()
        x, y, width, height = field.box
        veils.paint(tried, field.model_copy(update={"box": (x - left, y - top, width, height)}))
        placed = bare(files, here, tried, look, limits, assets)
        # A field leaves a trace: only a logo that reads throughout is worth it.
        if placed is not None and not placed.crossed and placed.legible >= _SHARE_UNEVEN:
            layer = placed.layer.model_copy(update={"box": box})
            return PlacedLogo(layer, None, placed.legible, field)
    return None


def shade(box: Rect, photo: Rect) -> Rect:
    """The box of a shade from a photo's top that a logo at a box of it stands in."""
    return (
        Rect(photo.x, photo.y, photo.width, _DEEP * (box.bottom - photo.y)).common(photo).snapped()
    )


def on_shade(
    files: Sequence[LogoFile],
    box: Rect,
    canvas: Image.Image,
    photo: Rect,
    look: Look,
    limits: Limits,
    assets: Mapping[str, bytes],
) -> PlacedLogo | None:
    """The variant that reads in the faintest shade that falls from a photo's top edge; None where
    that would turn a bright sky grey, or where none reads in it.
    """
    area = shade(box, photo)
    part = canvas.crop(area.pixels(*canvas.size))
    pixels = np.asarray(part)
    if float((pixels[..., 1] > _SKY).mean()) > _SKY_SHARE:
        return None
    here, fill = box.moved(-area.x, -area.y), _deep(pixels)
    for opacity in _SHADES:
        layer = ScrimLayer(
            box=area, colour=fill, angle=90, opacity_start=opacity, opacity_end=0.0,
            hold=0.9 / _DEEP, purpose="logo",
        )  # fmt: skip
        tried = part.copy()
        veils.paint(tried, layer.model_copy(update={"box": (0, 0, area.width, area.height)}))
        placed = bare(files, here, tried, look, limits, assets)
        if placed is not None and not placed.crossed and placed.legible >= _SHARE_UNEVEN:
            made = placed.layer.model_copy(update={"box": box})
            return PlacedLogo(made, None, placed.legible, layer)
    return None


def _deep(part: U8) -> str:
    """A deep colour of the photo's own hue there."""
    _, chroma, hue = _hue(part)
    return colours.tone(0.17, round(min(0.8 * chroma, 0.06), 2), hue)


def _field_colour(part: U8) -> str:
    """A pale or a deep colour of the photo's own hue there, whichever is nearer to it: the other
    would show as fog or as a stain.
    """
    light, chroma, hue = _hue(part)
    if light > _LIGHT:
        return colours.tone(0.98, round(min(0.3 * chroma, 0.02), 3), hue)
    return _deep(part)


def _hue(part: U8) -> tuple[float, float, int]:
    """The mean lightness, chroma and hue of pixels."""
    some = part.reshape(-1, 3)[:: max(1, part.shape[0] * part.shape[1] // 1024)]
    light, a, b = (float(v) for v in colour.u8_to_oklab(some).reshape(-1, 3).mean(axis=0))
    return light, float(np.hypot(a, b)), round(float(np.degrees(np.arctan2(b, a)) % 360))


def reads_on(
    files: Sequence[LogoFile],
    fill: str,
    look: Look,
    assets: Mapping[str, bytes],
    *,
    whole: bool = False,
) -> bool:
    """True if some variant of the logo reads on a plain ground; all but nothing of it, if ``whole``: bars in the
    ground's own colour are lost.
    """
    width = 220
    height = max(round(width * files[0].height / max(files[0].width, 1)), 8)
    ground = np.empty((height, width, 3), np.uint8)
    ground[:] = colour.parse_hex(fill)
    box = Rect(0, 0, width, height)
    tried = (_tried(file, tint, box, ground, 0.0, assets) for file, tint in _choices(files, look))
    reading = [layer for share, layer, _, _ in tried if share >= _SHARE]
    return any(not whole or logo_ink.all_seen(layer, ground, assets) for layer in reading)


def plated(
    files: Sequence[LogoFile],
    tab: Tab,
    space: Canvas,
    look: Look,
    limits: Limits,
    assets: Mapping[str, bytes],
) -> PlacedLogo:
    """The variant that reads best on a plate, in the colour of the panel that this belongs to where it
    reads there.
    """
    box, clear = tab.logo, limits.clear * tab.logo.height
    tried = []
    own = (tab.panel,) if tab.panel is not None and reads_on(files, tab.panel, look, assets) else ()
    # A deep one in the brand's hue before a near-black, which looks like a hole in the banner.
    fills = (*colours.plates(look), *colours.deep_fields(look), colours.dark_scrim(look))
    for fill in dict.fromkeys(own or fills):
        ground = np.empty((round(box.height), round(box.width), 3), np.uint8)
        ground[:] = colour.parse_hex(fill)
        for file, tint in _choices(files, look):
            share, layer, liking, _ = _tried(file, tint, box, ground, clear, assets)
            tried.append((share + liking, share, layer, fill))
        if any(share >= _SHARE for _, share, _, _ in tried):
            break
    # The first fill whose logo reads well; of several logos on it the best.
    _, share, layer, fill = max(tried, key=lambda p: (p[1] >= _SHARE, p[0]))
    plate = PanelLayer(
        purpose="plate",
        box=tab.label,
        colour=fill,
        opacity=1.0,
        radius=tab.radius if tab.disc else min(tab.radius, 0.3 * box.height),
    )
    placed = layer.model_copy(update={"box": tab.amid(space)})
    return PlacedLogo(placed, plate, share, disc=tab.disc)


def _is_badge(file: LogoFile, box: Rect, assets: Mapping[str, bytes]) -> bool:
    """True of a logo that brings its own ground: it fills its box, and its mark reads on the colour
    that fills it.

    A plate behind it would be a frame around a frame, and what lies behind it takes nothing from
    it.
    """
    asset = AssetRef(
        sha256=file.sha256, mime_type=file.mime_type, width=file.width, height=file.height
    )
    pixels = np.asarray(logo_pixels(asset, assets, (round(box.width), round(box.height))))
    inked = pixels[..., 3] > 140
    if inked.mean() < _FILLED:
        return False
    light = colour.luminance(pixels[..., :3][inked])
    return float((colour.contrast(light, np.median(light)) >= logo_ink.RATIO).mean()) >= _MARKED


def _choices(files: Sequence[LogoFile], look: Look) -> list[tuple[LogoFile, str | None]]:
    """Each file as it is; a one-colour logo in white, in the brand's dark and in its own colour."""
    out: list[tuple[LogoFile, str | None]] = []
    for file in files:
        out.append((file, None))
        if file.variant == "mono":
            out += [(file, colours.light_text(look)), (file, colours.dark_text(look))]
    return out


def _tried(
    file: LogoFile,
    tint: str | None,
    box: Rect,
    behind: U8,
    clear: float,
    assets: Mapping[str, bytes],
) -> tuple[float, LogoLayer, float, float]:
    """The readable share of a logo's ink on the pixels behind it, its layer, how much it is liked
    for itself, and the median ratio of its ink.
    """
    asset = AssetRef(
        sha256=file.sha256, mime_type=file.mime_type, width=file.width, height=file.height
    )
    layer = LogoLayer(
        asset=asset,
        name=file.name,
        variant=file.variant,
        box=box,
        clear_space=round(clear, 2),
        tint=tint,
    )
    share, ratio = logo_ink.readable(layer, behind, assets)
    if ratio is None:
        return 0.0, layer, -1.0, 1.0
    # Real colours before one colour; of two that read, the one with more contrast.
    liking = 0.1 * min(ratio, 7.0) / 7 + (0.06 if file.variant != "mono" else 0.0)
    return share, layer, liking, ratio
