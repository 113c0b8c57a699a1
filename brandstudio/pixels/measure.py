"""What a photo's look is, in figures: tone, colour, grade, light, texture, composition, palette.

Lightness L is OKLab's, 0 to 1; a (green to magenta) and b (blue to yellow) too, about -0.4 to 0.4.
All is measured on the picture at 384 pixels on its long side (grain at its own size), so that the
same photo at another size gives nearly the same figures. Transparent pixels count nothing.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks
from brandstudio.pixels.busyness import busyness, gradient
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.palette import Swatch, palette
from brandstudio.pixels.resize import fit_size

F32 = NDArray[np.float32]
_SIDE: Final = 384
_TEXTURE_SIDE: Final = 1024
#: Where shadows end and highlights begin, in OKLab lightness.
_SHADOWS, _HIGHLIGHTS = 0.40, 0.72


@dataclass(frozen=True, slots=True)
class Tone:
    """Lightness: `key` is "low", "middle" or "high"; p5 to p95 are percentiles; `contrast` is p95 -
    p5.
    """

    key: Literal["low", "middle", "high"]
    mean: float
    p5: float
    p25: float
    p50: float
    p75: float
    p95: float
    contrast: float


@dataclass(frozen=True, slots=True)
class ColourCast:
    """Chroma (mean and 90th percentile, OKLab), `temperature` (mean b; + is warm) and `tint` (mean
    a; + is magenta).
    """

    saturation: float
    saturation_p90: float
    temperature: float
    tint: float


@dataclass(frozen=True, slots=True)
class Grade:
    """Mean (a, b) of shadows (L < 0.40), midtones and highlights (L > 0.72); (0, 0) where under 0.5
    % of pixels are.
    """

    shadows: tuple[float, float]
    midtones: tuple[float, float]
    highlights: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Light:
    """Hints: the side that is brightest ("even" if none is), how much L rises across the picture,
    softness 0 to 1.

    Softness is the share of the tonal spread that remains after a strong blur: soft light changes
    slowly.
    """

    direction: Literal["left", "right", "top", "bottom", "even"]
    fall: float
    softness: float


@dataclass(frozen=True, slots=True)
class Texture:
    """`grain`: noise sigma in 8-bit steps; `sharpness`: 95th percentile of L's gradient a pixel.

    `depth` is how much sharper the subject is than the rest (1: as sharp); None without a subject
    mask.
    """

    grain: float
    sharpness: float
    depth: float | None


@dataclass(frozen=True, slots=True)
class Composition:
    """Fractions 0 to 1 of the picture: subject's centre and area, calm by side, horizon's row,
    left-right symmetry.

    `space` is 1 - mean busyness of the outer third at left, right, top and bottom. `horizon`: None
    if none stands out.
    """

    subject_x: float | None
    subject_y: float | None
    subject_size: float
    space_left: float
    space_right: float
    space_top: float
    space_bottom: float
    horizon: float | None
    symmetry: float


@dataclass(frozen=True, slots=True)
class Measures:
    """All figures of one picture."""

    tone: Tone
    colour: ColourCast
    grade: Grade
    light: Light
    texture: Texture
    composition: Composition
    palette: tuple[Swatch, ...]

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        values = asdict(self)
        values["grade"] = {part: list(pair) for part, pair in values["grade"].items()}
        values["palette"] = [swatch.to_json() for swatch in self.palette]
        return values

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Measures:
        """The measures that `to_json` wrote."""
        return cls(
            Tone(**value["tone"]),
            ColourCast(**value["colour"]),
            Grade(
                **{part: (float(pair[0]), float(pair[1])) for part, pair in value["grade"].items()}
            ),
            Light(**value["light"]),
            Texture(**value["texture"]),
            Composition(**value["composition"]),
            tuple(Swatch.from_json(swatch) for swatch in value["palette"]),
        )


def measure(image: Image.Image, mask: F32 | None = None) -> Measures:
    """The figures of a picture (RGB or RGBA). `mask` (0 to 1, any size) is its subject, where one
    is known.
    """
    width, height = fit_size(image.width, image.height, _SIDE)
    small = (
        image
        if (width, height) == image.size
        else image.resize((width, height), Image.Resampling.BOX)
    )
    visible = np.ones((height, width), dtype=bool)
    if small.mode == "RGBA":
        visible = np.asarray(small.getchannel("A")) >= 128
        if not visible.any():
            visible = np.ones((height, width), dtype=bool)
    lab = colour.u8_to_oklab(np.asarray(small.convert("RGB")))
    seen = lab[visible]
    known = None if mask is None or float(mask.max()) < 0.5 else masks.resize(mask, width, height)
    return Measures(
        _tone(seen),
        _cast(seen),
        _grade(seen),
        _light(lab[..., 0], visible),
        _texture(image, lab[..., 0], known),
        _composition(image, lab, known),
        tuple(palette(image)),
    )


def _r(value: float | np.floating[Any]) -> float:
    return round(float(value), 4)


def _tone(seen: F32) -> Tone:
    lightness = seen[:, 0]
    p5, p25, p50, p75, p95 = (_r(v) for v in np.percentile(lightness, [5, 25, 50, 75, 95]))
    key: Literal["low", "middle", "high"] = "middle"
    if p50 < 0.42 and p75 < 0.62:
        key = "low"
    elif p50 > 0.74 and p25 > 0.55:
        key = "high"
    return Tone(key, _r(lightness.mean()), p5, p25, p50, p75, p95, _r(p95 - p5))


def _cast(seen: F32) -> ColourCast:
    chroma = np.hypot(seen[:, 1], seen[:, 2])
    return ColourCast(
        _r(chroma.mean()),
        _r(np.percentile(chroma, 90)),
        _r(seen[:, 2].mean()),
        _r(seen[:, 1].mean()),
    )


def _grade(seen: F32) -> Grade:
    lightness = seen[:, 0]

    def part(chosen: NDArray[np.bool_]) -> tuple[float, float]:
        if float(chosen.mean()) < 0.005:
            return 0.0, 0.0
        return _r(seen[chosen, 1].mean()), _r(seen[chosen, 2].mean())

    dark, bright = lightness < _SHADOWS, lightness > _HIGHLIGHTS
    return Grade(part(dark), part(~dark & ~bright), part(bright))


def _light(lightness: F32, visible: NDArray[np.bool_]) -> Light:
    # A coarse grid says the same as every pixel.
    step = max(1, max(lightness.shape) // 128)
    lightness, visible = lightness[::step, ::step], visible[::step, ::step]
    if not visible.any():
        visible = np.ones_like(visible)
    height, width = lightness.shape
    ys, xs = np.nonzero(visible)
    values = lightness[visible].astype(np.float64)
    x, y = xs / max(1, width - 1) - 0.5, ys / max(1, height - 1) - 0.5
    # A plane through the lightness; x and y are nearly uncorrelated on a grid, so each slope stands
    # alone.
    across = float(
        np.dot(x - x.mean(), values) / max(float(np.dot(x - x.mean(), x - x.mean())), 1e-9)
    )
    down = float(
        np.dot(y - y.mean(), values) / max(float(np.dot(y - y.mean(), y - y.mean())), 1e-9)
    )
    direction: Literal["left", "right", "top", "bottom", "even"] = "even"
    if max(abs(across), abs(down)) >= 0.08:
        if abs(across) >= abs(down):
            direction = "right" if across > 0 else "left"
        else:
            direction = "bottom" if down > 0 else "top"
    spread = float(values.std())
    blurred = masks.feather(lightness, max(lightness.shape) / 20)
    soft = min(1.0, float(blurred[visible].std()) / spread) if spread > 0.004 else 1.0
    return Light(direction, _r(float(np.hypot(across, down))), _r(soft))


def _texture(image: Image.Image, lightness: F32, mask: F32 | None) -> Texture:
    slope = gradient(lightness)
    depth: float | None = None
    if mask is not None:
        inside, outside = mask >= 0.5, mask < 0.2
        if float(inside.mean()) >= 0.003 and float(outside.mean()) >= 0.05:
            # Mean squares, floored by what 8 bits and JPEG leave in an empty sky.
            near, far = (
                float(np.percentile(slope[part], 90)) + 0.004 for part in (inside, outside)
            )
            depth = _r(min(20.0, near / far))
    return Texture(_grain(image), _r(np.percentile(slope, 95)), depth)


def _grain(image: Image.Image) -> float:
    """Noise sigma by Immerkaer's mask (1996), on the calmest fifth of blocks, so that texture isn't
    taken for grain.
    """
    grey = on_background(image).convert("L")
    if max(grey.size) > _TEXTURE_SIDE:
        # A piece at its own size: shrinking would average the grain away.
        left, top = ((side - min(side, _TEXTURE_SIDE)) // 2 for side in grey.size)
        grey = grey.crop(
            (
                left,
                top,
                left + min(grey.width, _TEXTURE_SIDE),
                top + min(grey.height, _TEXTURE_SIDE),
            )
        )
    values = np.asarray(grey, dtype=np.float32)
    if min(values.shape) < 24:
        return 0.0
    second = values[:-2] - 2 * values[1:-1] + values[2:]
    edges = np.abs(second[:, :-2] - 2 * second[:, 1:-1] + second[:, 2:])
    rows, columns = edges.shape[0] // 16, edges.shape[1] // 16
    blocks = (
        edges[: rows * 16, : columns * 16].reshape(rows, 16, columns, 16).mean(axis=(1, 3)).ravel()
    )
    middle = (
        values[1 : 1 + rows * 16, 1 : 1 + columns * 16]
        .reshape(rows, 16, columns, 16)
        .mean(axis=(1, 3))
        .ravel()
    )
    # Burnt-out and black blocks hide their grain.
    usable = blocks[(middle > 8) & (middle < 247)]
    if usable.size == 0:
        return 0.0
    calm = np.sort(usable)[: max(1, usable.size // 5)]
    return _r(float(calm.mean()) * float(np.sqrt(np.pi / 2)) / 6)


def _composition(image: Image.Image, lab: F32, mask: F32 | None) -> Composition:
    lightness = lab[..., 0]
    x: float | None = None
    y: float | None = None
    size = 0.0
    if mask is not None:
        height, width = mask.shape
        solid = np.where(mask >= 0.5, mask, 0)
        total = float(solid.sum())
        if total > 0:
            x = _r(float((solid.sum(0) * (np.arange(width) + 0.5)).sum()) / total / width)
            y = _r(float((solid.sum(1) * (np.arange(height) + 0.5)).sum()) / total / height)
            size = _r(float((mask >= 0.5).mean()))
    calm = 1 - busyness(image)
    rows, columns = max(1, calm.shape[0] // 3), max(1, calm.shape[1] // 3)
    return Composition(
        x,
        y,
        size,
        _r(calm[:, :columns].mean()),
        _r(calm[:, -columns:].mean()),
        _r(calm[:rows].mean()),
        _r(calm[-rows:].mean()),
        _horizon(lab),
        _symmetry(lightness),
    )


def _horizon(lab: F32) -> float | None:
    """The row where above and below differ most, when they do so clearly and along most of the
    width.
    """
    height, width = lab.shape[:2]
    if height < 24 or width < 24:
        return None
    strips = np.stack(
        [
            lab[:, start : start + width // 8].mean(axis=1)
            for start in range(0, width - width // 8 + 1, width // 8)
        ]
    )
    reach = max(4, height // 12)
    sums = np.concatenate(
        [np.zeros((strips.shape[0], 1, 3), np.float32), np.cumsum(strips, axis=1)], axis=1
    )
    at = np.arange(reach, height - reach)
    above, below = (
        (sums[:, at] - sums[:, at - reach]) / reach,
        (sums[:, at + reach] - sums[:, at]) / reach,
    )
    step = np.sqrt(((below - above) ** 2).sum(-1))
    agreed = np.percentile(step, 25, axis=0)
    row = int(np.argmax(agreed))
    # Clear (a tenth of black to white) and standing out from the other rows.
    if float(agreed[row]) < 0.1 or float(agreed[row]) < 2.2 * float(np.median(agreed)) + 0.02:
        return None
    return _r(float(at[row]) / height)


def _symmetry(lightness: F32) -> float:
    """How like its mirror image the picture is: correlation at 32 columns, 0 to 1."""
    small = masks.resize(np.clip(lightness, 0, 1), 32, max(1, min(32, lightness.shape[0])))
    mirrored = small[:, ::-1]
    spread = float(small.std())
    if spread < 0.004:
        return 1.0
    return _r(
        max(0.0, float(((small - small.mean()) * (mirrored - mirrored.mean())).mean()) / spread**2)
    )
