"""A background in the brand's colours for banners without a photo: soft light and folded shapes
away from the words.

Every style is the same three things: a gradient with two glows, shapes that lie over one another
like sheets of paper (lit at their edge, fading inwards), and one hairline in the accent. They
gather where the words are not and fade out towards them. Shapes are computed with sums, products
and square roots only, which every machine rounds alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.models.designs import BackgroundLayer, BackgroundStyle, Box
from brandstudio.pixels import colour
from brandstudio.render.brief import CornerStyle, Look
from brandstudio.render.type.bounded import Bounded

F32 = NDArray[np.float32]

_DRAWN: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(
    32 << 20, lambda m: m.width * m.height * 3
)

# : A brand with square corners gets straight edges, one with round corners round shapes; the seed
# picks among them.
_STYLES: Final[dict[CornerStyle, tuple[BackgroundStyle, ...]]] = {
    "square": ("planes", "arcs"),
    "soft": ("waves", "planes", "orbs"),
    "round": ("orbs", "arcs", "waves"),
}
#: Where shapes begin to show and where they show fully, as a share of the way from the words' side.
_QUIET, _LOUD = 0.4, 0.78
# : A primary of less chroma than this is grey: the background then takes a breath of the accent's
# hue.
_GREY = 0.03


def layer_for(
    look: Look, box: Box, seed: int, *, mirrored: bool, beside: str | None = None
) -> BackgroundLayer:
    """The background of a brand for a box: its colours, and a style that suits its corners.

    ``beside`` is the colour of a field next to it, from which it must be told apart.
    """
    styles = _STYLES[look.corners]
    style = styles[int(np.random.default_rng([seed, 1]).integers(len(styles)))]
    return BackgroundLayer(
        box=box, colours=colours_for(look, beside), seed=seed, mirrored=mirrored, style=style
    )


def colours_for(look: Look, beside: str | None = None) -> list[str]:
    """The ground's two ends, two tones of shapes from a brand's primary, and the accent's for a
    hairline.

    ``beside`` is the colour of a field next to it: where that is the primary, the accent leads.
    """
    leading, other = "primary", "accent"
    if (
        beside is not None
        and _alike(look.role("primary"), beside)
        and not _alike(look.role("accent"), beside)
    ):
        leading, other = other, leading
    lightness, chroma, hue = colour.hex_to_oklch(look.role(leading))
    dark = lightness < 0.62
    step = 0.07 if dark else -0.06
    _, accent_c, accent_h = colour.hex_to_oklch(look.role(other))
    if chroma < _GREY:
        turned, tinted = accent_h, min(0.45 * accent_c, 0.06)
    else:
        # A step towards the accent's hue: mixing the two outright turns to mud where they are
        # opposite.
        turn = (accent_h - hue + 180) % 360 - 180
        turned, tinted = hue + max(-32.0, min(turn, 32.0)), chroma * 1.2
    near = min(max(lightness + 1.6 * step, 0.12), 0.96)
    return [
        colour.oklch_to_hex(min(max(lightness - 0.8 * step, 0.1), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + step, 0.12), 0.97), chroma, hue),
        colour.oklch_to_hex(min(max(lightness + 2.2 * step, 0.14), 0.97), chroma * 0.95, hue),
        colour.oklch_to_hex(near, tinted, turned),
        look.role(other),
    ]


def _alike(one: str, other: str) -> bool:
    """True for two colours that a seam between them would not part clearly (OKLab times 100)."""
    lab = [colour.u8_to_oklab(np.array(colour.parse_hex(c), dtype=np.uint8)) for c in (one, other)]
    return float(colour.delta_e_ok(lab[0], lab[1])) < 12.0


def draw(layer: BackgroundLayer) -> Image.Image:
    """The background's pixels (RGB) at its box's size; the same layer always gives the same
    ones.
    """
    width, height = round(layer.box[2]), round(layer.box[3])
    key = (width, height, tuple(layer.colours), layer.seed, layer.mirrored, layer.style)
    held = _DRAWN.get(key)
    return (
        held if held is not None else _DRAWN.put(key, _draw(layer, max(width, 1), max(height, 1)))
    )


@dataclass(frozen=True)
class _Shape:
    """One sheet: how deep each pixel lies inside it (px, negative outside), its tone, and how it
    fades inwards.
    """

    depth: F32
    tone: F32
    """sRGB, 0 to 255."""
    edge: float
    """Opacity at its edge, falling to ``rest`` over about ``fade`` px."""
    rest: float
    fade: float


def _draw(layer: BackgroundLayer, width: int, height: int) -> Image.Image:
    chance = np.random.default_rng(layer.seed)
    tones = [
        colour.u8_to_oklab(np.array(colour.parse_hex(c), dtype=np.uint8))
        for c in (layer.colours * 5)[:5]
    ]
    planes = _ground(tones, width, height, chance)
    field = _Field.of(width, height)
    inks = [colour.oklab_to_u8(t).astype(np.float32) for t in tones]
    thin = max((width * height) ** 0.5 * 0.0022, 1.0)
    shapes = list(_shapes(layer.style, field, inks, chance))
    for number, shape in enumerate(shapes):
        inside = np.clip(shape.depth + np.float32(0.5), 0, 1)
        way = 1 / (1 + np.maximum(shape.depth, 0) / np.float32(shape.fade))
        cover = (
            inside
            * (np.float32(shape.rest) + np.float32(shape.edge - shape.rest) * way * way)
            * field.loud
        )
        _lay(planes, cover, shape.tone)
        if number == len(shapes) // 2:
            line = np.clip(
                np.float32(thin / 2 + 0.5) - np.abs(shape.depth - np.float32(thin)), 0, 1
            )
            _lay(planes, line * field.loud * field.loud * np.float32(0.7), inks[4])
    made = Image.fromarray(
        np.stack([np.rint(np.clip(p, 0, 255)).astype(np.uint8) for p in planes], axis=-1)
    )
    return made.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if layer.mirrored else made


def _lay(planes: list[F32], cover: F32, tone: F32) -> None:
    for plane, value in zip(planes, tone, strict=True):
        plane += (np.float32(value) - plane) * cover


def _ground(
    tones: list[NDArray[np.float32]], width: int, height: int, chance: np.random.Generator
) -> list[F32]:
    """A gradient and two glows as planes of floats: mixed in OKLab, so that no way between two
    colours turns grey.

    It is smooth enough to be drawn small. Floats to the end and one rounding: two in a row show as
    mottles in the dark.
    """
    small_w, small_h = max(width // 6, 2), max(height // 6, 2)
    ys, xs = np.mgrid[0:small_h, 0:small_w].astype(np.float32) + np.float32(0.5)
    across, down = xs / small_w, ys / small_h
    mixed = (
        tones[0]
        + (tones[1] - tones[0])
        * _smooth(across * np.float32(0.65) + down * np.float32(0.35))[..., None]
    )
    long = max(small_w, small_h)
    glows = ((1.0, 0.1, 0.62, 3, 0.7), (0.78, 1.05, 0.5, 2, 0.5))
    for cx, cy, reach, tone, strength in glows:
        x, y = cx + 0.12 * (chance.random() - 0.5), cy + 0.2 * (chance.random() - 0.5)
        away = _away(
            (across - np.float32(x)) * small_w, (down - np.float32(y)) * small_h
        ) / np.float32(reach * long)
        light = _smooth(1 - away) * np.float32(strength)
        mixed = mixed + (tones[tone] - mixed) * light[..., None]
    small = colour.linear_to_srgb(np.clip(colour.oklab_to_linear(mixed), 0, 1)) * 255
    return [_enlarged(small[..., channel], width, height) for channel in range(3)]


@dataclass(frozen=True)
class _Field:
    """The box's pixels: ``x``, ``y`` in px, and how much of a shape is to be seen at each (0 to
    1).
    """

    width: int
    height: int
    x: F32
    y: F32
    loud: F32
    tall: bool

    @classmethod
    def of(cls, width: int, height: int) -> _Field:
        """Words stand at the start of a wide banner and at the foot of a tall one."""
        y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5)
        x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5)
        tall = height > 0.85 * width
        way = (
            x / width
            if not tall
            else (1 - y / height) * np.float32(0.7) + x / width * np.float32(0.3)
        )
        loud = _smooth(
            np.asarray((way - np.float32(_QUIET)) / np.float32(_LOUD - _QUIET), dtype=np.float32)
        )
        return cls(width, height, x, y, loud, tall)


def _shapes(
    style: BackgroundStyle, field: _Field, inks: list[F32], chance: np.random.Generator
) -> Iterator[_Shape]:
    mean = float((field.width * field.height) ** 0.5)
    pair = (inks[2], inks[3])
    if style == "orbs":
        yield from _orbs(field, pair, chance, mean)
    elif style == "arcs":
        yield from _arcs(field, pair, chance, mean)
    else:
        yield from _sheets(field, pair, chance, mean, waved=style == "waves")


def _orbs(
    field: _Field, inks: tuple[F32, F32], chance: np.random.Generator, mean: float
) -> Iterator[_Shape]:
    """Four discs over one another, the largest at the back."""
    spots = ((0.93, 0.22, 0.52), (0.74, 0.62, 0.27), (0.98, 0.78, 0.33), (0.84, 0.4, 0.12))
    if field.tall:
        spots = ((0.9, 0.16, 0.5), (0.56, 0.4, 0.22), (0.98, 0.46, 0.27), (0.7, 0.2, 0.11))
    for number, (x, y, size) in enumerate(spots):
        cx, cy = x + 0.08 * (chance.random() - 0.5), y + 0.14 * (chance.random() - 0.5)
        radius = np.float32(size * (0.9 + 0.25 * chance.random()) * mean)
        away = _away(
            field.x - np.float32(cx * field.width), field.y - np.float32(cy * field.height)
        )
        yield _Shape(radius - away, inks[number % 2], 0.62, 0.2, float(radius) * 0.5)


def _arcs(
    field: _Field, inks: tuple[F32, F32], chance: np.random.Generator, mean: float
) -> Iterator[_Shape]:
    """Rings about one corner, each a sheet over the next wider one."""
    up = bool(field.tall or chance.random() < 0.5)
    x = np.float32((1.0 + 0.06 * chance.random()) * field.width)
    y = np.float32((-0.04 if up else 1.04) * field.height)
    away = _away(field.x - x, field.y - y)
    step = (0.145 + 0.02 * chance.random()) * mean
    for number in range(5, 0, -1):
        radius = np.float32(step * (number + 0.35))
        yield _Shape(radius - away, inks[number % 2], 0.5, 0.16, 0.55 * step)


def _sheets(
    field: _Field, inks: tuple[F32, F32], chance: np.random.Generator, mean: float, *, waved: bool
) -> Iterator[_Shape]:
    """Four sheets from the far side, each standing out less far: with straight slanting edges, or
    with waves.
    """
    along, across = (field.height, field.width) if field.tall else (field.width, field.height)
    reach = (along - field.y) if field.tall else field.x
    side = field.x if field.tall else field.y
    slant = (0.34 + 0.3 * chance.random()) * (1 if chance.random() < 0.5 else -1)
    for number in range(4):
        edge = np.float32((0.5 + 0.13 * number + 0.03 * chance.random()) * along)
        lean = np.float32(slant * (1 - 0.45 * number) if not waved else slant * 0.5)
        bent: F32 = np.asarray((side - np.float32(across / 2)) * lean, dtype=np.float32)
        if waved:
            turns = 0.62 + 0.16 * number + 0.1 * chance.random()
            swing = np.float32((0.11 - 0.012 * number) * mean)
            way = np.asarray(
                side / across * np.float32(turns) + np.float32(chance.random()), dtype=np.float32
            )
            bent = np.asarray(bent + swing * _wave(way), dtype=np.float32)
        # Across a slanting edge the nearest point lies nearer than along the axis.
        depth = (reach - edge - bent) / np.float32((1 + float(lean) ** 2) ** 0.5)
        yield _Shape(np.asarray(depth, dtype=np.float32), inks[number % 2], 0.58, 0.14, 0.16 * mean)


def _away(dx: F32, dy: F32) -> F32:
    return np.asarray(np.sqrt(dx * dx + dy * dy), dtype=np.float32)


def _smooth(value: F32) -> F32:
    held = np.clip(value, 0, 1)
    return np.asarray(held * held * (3 - 2 * held), dtype=np.float32)


def _wave(turns: F32) -> F32:
    """-1 to 1 and back once a turn, as round as a sine to the eye."""
    part = turns - np.floor(turns)
    return 2 * _smooth(np.abs(2 * part - 1)) - 1


def _enlarged(plane: NDArray[np.float32], width: int, height: int) -> F32:
    image = Image.fromarray(np.ascontiguousarray(plane, dtype=np.float32))
    return np.array(image.resize((width, height), Image.Resampling.BICUBIC), dtype=np.float32)
