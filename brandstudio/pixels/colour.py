"""Colour: sRGB, linear light, OKLab and OKLCH; WCAG contrast; colour difference; simulated colour
vision.

Arrays are ``(..., 3)``, channels last. "u8" is sRGB as ``uint8`` 0 to 255, "srgb" is sRGB as float
0 to 1, "linear" is linear light 0 to 1, "oklab" is L 0 to 1 with a and b about -0.4 to 0.4, "oklch"
is L, C and the hue in degrees.

Sources: IEC 61966-2-1 (sRGB), Ottosson 2020 (OKLab), WCAG 2.2 (relative luminance and contrast),
Machado, Oliveira and Fernandes 2009 (colour vision), Sharma, Wu and Dalal 2005 (CIEDE2000).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from brandstudio import errors

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
Vision = Literal["protan", "deutan", "tritan"]

_LINEAR_TO_LMS: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_LMS_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_LAB_TO_LMS: Final = np.linalg.inv(_LMS_TO_LAB)
_LMS_TO_LINEAR: Final = np.linalg.inv(_LINEAR_TO_LMS)

#: Machado et al. 2009, severity 1.0; they act on linear light.
_VISION: Final[dict[str, NDArray[np.float64]]] = {
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}

#: WCAG's weights of red, green and blue in relative luminance.
_LUMA: Final = (0.2126, 0.7152, 0.0722)


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


@lru_cache(maxsize=1)
def _linear_table() -> F32:
    """Linear light of each of the 256 sRGB values."""
    v = np.arange(256) / 255.0
    return _frozen(
        np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)
    )


@lru_cache(maxsize=1)
def _luminance_tables() -> tuple[F32, F32, F32]:
    # WCAG 2.2 defines the threshold as 0.04045 since its 2021 note; on 8-bit values it is the same
    # curve as sRGB's.
    v = np.arange(256) / 255.0
    linear = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    red, green, blue = (_frozen((linear * weight).astype(np.float32)) for weight in _LUMA)
    return red, green, blue


# -- sRGB and linear light -------------------------------------------------------------------------


def linear_to_srgb(linear: ArrayLike) -> F32:
    """sRGB floats of linear light; values outside 0 to 1 keep their sign (extended sRGB)."""
    v = np.asarray(linear, dtype=np.float32)
    size = np.abs(v)
    # In doubles, whose last bit no processor's own way of raising to a power carries over into
    # float32.
    curve = 1.055 * np.power(size, 1 / 2.4, dtype=np.float64) - 0.055
    return np.asarray(
        np.where(size <= 0.0031308, 12.92 * v, np.copysign(curve, v)), dtype=np.float32
    )


def u8_to_linear(rgb: U8) -> F32:
    """Linear light of 8-bit sRGB, by table."""
    return np.take(_linear_table(), rgb)


def linear_to_u8(linear: F32) -> U8:
    """8-bit sRGB of linear light, rounded, clipped to the gamut channel by channel."""
    return np.asarray(
        np.clip(linear_to_srgb(np.clip(linear, 0, 1)) * 255 + 0.5, 0, 255), dtype=np.uint8
    )


# -- OKLab -----------------------------------------------------------------------------------------


def linear_to_oklab(linear: ArrayLike) -> F32:
    """OKLab of linear sRGB light."""
    return _through(_LMS_TO_LAB, np.cbrt(_through(_LINEAR_TO_LMS, linear))).astype(np.float32)


def oklab_to_linear(lab: ArrayLike) -> F32:
    """Linear sRGB light of OKLab; outside 0 to 1 where the colour is outside sRGB."""
    lms = _through(_LAB_TO_LMS, lab)
    # Cubed by hand: a power takes ten times as long.
    return _through(_LMS_TO_LINEAR, lms * lms * lms).astype(np.float32)


def _through(matrix: NDArray[np.float64], values: ArrayLike) -> NDArray[np.float64]:
    """``values`` (..., 3) through a 3 x 3 matrix, in doubles and step by step.

    A library's product of float32 matrices, and its float32 roots, differ in their last bit from
    one kind of processor to another, and with them the bytes of a picture. Rounded from doubles
    they agree.
    """
    v = np.asarray(values)
    first, second, third = (v[..., k].astype(np.float64, order="C") for k in range(3))
    return np.stack([first * a + second * b + third * c for a, b, c in matrix], axis=-1)


def oklab_planes_to_linear(lab: F32) -> F32:
    """Linear light (3, ...) of OKLab planes (3, ...), as `oklab_to_linear`.

    Plane by plane there is no product of thin matrices, whose threads wait for each other on a busy
    machine.
    """
    out = np.empty_like(lab)
    lms = []
    for row in _LAB_TO_LMS.astype(np.float32):
        v = lab[0] * row[0]
        v += lab[1] * row[1]
        v += lab[2] * row[2]
        lms.append(v * v * v)
    for k, row in enumerate(_LMS_TO_LINEAR.astype(np.float32)):
        np.multiply(lms[0], row[0], out=out[k])
        out[k] += lms[1] * row[1]
        out[k] += lms[2] * row[2]
    return out


def u8_to_oklab(rgb: U8) -> F32:
    """OKLab of 8-bit sRGB, shape kept."""
    return linear_to_oklab(u8_to_linear(rgb))


def oklab_to_u8(lab: ArrayLike) -> U8:
    """8-bit sRGB of OKLab, clipped channel by channel; use `to_gamut` first where the hue must
    stay.
    """
    return linear_to_u8(oklab_to_linear(lab))


def oklab_to_oklch(lab: ArrayLike) -> F32:
    """L, chroma, and hue in degrees 0 to 360 (0 for greys)."""
    v = np.asarray(lab, dtype=np.float32)
    chroma = np.hypot(v[..., 1], v[..., 2])
    hue = np.degrees(np.arctan2(v[..., 2], v[..., 1])) % 360.0
    hue = np.where(chroma < 1e-4, 0.0, hue)
    return np.stack([v[..., 0], chroma, hue], axis=-1).astype(np.float32)


def oklch_to_oklab(lch: ArrayLike) -> F32:
    """OKLab of L, chroma and hue in degrees."""
    v = np.asarray(lch, dtype=np.float32)
    angle = np.radians(v[..., 2])
    return np.stack(
        [v[..., 0], v[..., 1] * np.cos(angle), v[..., 1] * np.sin(angle)], axis=-1
    ).astype(np.float32)


def to_gamut(lch: ArrayLike) -> F32:
    """OKLCH with the chroma lowered until the colour lies in sRGB; L and hue stay (20 halvings)."""
    v = np.array(lch, dtype=np.float32)
    v[..., 0] = np.clip(v[..., 0], 0, 1)

    def inside(candidate: F32) -> NDArray[np.bool_]:
        linear = oklab_to_linear(oklch_to_oklab(candidate))
        return np.asarray(np.all((linear >= -1e-4) & (linear <= 1 + 1e-4), axis=-1))

    low, high = np.zeros_like(v[..., 1]), v[..., 1].copy()
    fits = inside(v)
    if fits.all():
        return v
    for _ in range(20):
        middle = (low + high) / 2
        good = inside(np.stack([v[..., 0], middle, v[..., 2]], axis=-1))
        low, high = np.where(good, middle, low), np.where(good, high, middle)
    v[..., 1] = np.where(fits, v[..., 1], low)
    return v


# -- one colour ------------------------------------------------------------------------------------


def parse_hex(text: str) -> tuple[int, int, int]:
    """Red, green and blue of ``#rgb`` or ``#rrggbb`` (the hash may be left out).

    Raises `errors.ValidationError` for anything else.
    """
    digits = text.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    if len(digits) != 6 or any(d not in "0123456789abcdefABCDEF" for d in digits):
        raise errors.ValidationError.of(
            "colour", "must be a hex colour such as #1a7f5a", value=text
        )
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def format_hex(rgb: ArrayLike) -> str:
    """``#rrggbb`` in lower case of three values 0 to 255, rounded and clipped."""
    red, green, blue = (int(min(255, max(0, round(float(v))))) for v in np.asarray(rgb).reshape(3))
    return f"#{red:02x}{green:02x}{blue:02x}"


@lru_cache(maxsize=4096)
def hex_to_oklab(text: str) -> tuple[float, float, float]:
    """OKLab of a hex colour."""
    lab = u8_to_oklab(np.array(parse_hex(text), dtype=np.uint8))
    return float(lab[0]), float(lab[1]), float(lab[2])


@lru_cache(maxsize=4096)
def hex_to_oklch(text: str) -> tuple[float, float, float]:
    """OKLCH of a hex colour."""
    lch = oklab_to_oklch(u8_to_oklab(np.array(parse_hex(text), dtype=np.uint8)))
    return float(lch[0]), float(lch[1]), float(lch[2])


def oklch_to_hex(lightness: float, chroma: float, hue: float) -> str:
    """The hex colour nearest to an OKLCH colour, brought into sRGB by lowering its chroma."""
    return format_hex(oklab_to_u8(oklch_to_oklab(to_gamut([lightness, chroma, hue]))))


# -- contrast --------------------------------------------------------------------------------------


def luminance(rgb: U8) -> F32:
    """WCAG 2.2 relative luminance 0 to 1 of 8-bit sRGB ``(..., 3)``, by table; the last axis
    goes.
    """
    red, green, blue = _luminance_tables()
    total: F32 = np.take(red, rgb[..., 0])
    total += np.take(green, rgb[..., 1])
    total += np.take(blue, rgb[..., 2])
    return total


def luminance_of(rgb: tuple[int, int, int]) -> float:
    """WCAG 2.2 relative luminance of one 8-bit colour."""
    red, green, blue = _luminance_tables()
    return float(red[rgb[0]]) + float(green[rgb[1]]) + float(blue[rgb[2]])


def contrast(first: ArrayLike, second: ArrayLike) -> F32:
    """WCAG contrast ratio 1 to 21 of two luminances (arrays broadcast)."""
    a, b = np.asarray(first, dtype=np.float32), np.asarray(second, dtype=np.float32)
    return np.asarray((np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05), dtype=np.float32)


def contrast_ratio(first: str | tuple[int, int, int], second: str | tuple[int, int, int]) -> float:
    """WCAG contrast ratio 1 to 21 of two colours, each hex or 8-bit RGB."""
    values = [luminance_of(parse_hex(c) if isinstance(c, str) else c) for c in (first, second)]
    return (max(values) + 0.05) / (min(values) + 0.05)


# -- colour vision ---------------------------------------------------------------------------------


def vision_matrix(vision: Vision) -> NDArray[np.float64]:
    """The 3 x 3 matrix from linear light to linear light as someone without those cones sees it (a
    copy).
    """
    return _VISION[vision].copy()


def simulate(rgb: U8, vision: Vision) -> U8:
    """How a picture ``(..., 3)`` looks to someone without L (protan), M (deutan) or S (tritan)
    cones.
    """
    return linear_to_u8(u8_to_linear(rgb) @ _VISION[vision].T.astype(np.float32))


# -- difference ------------------------------------------------------------------------------------


def delta_e_ok(first: ArrayLike, second: ArrayLike) -> F32:
    """Distance in OKLab, times 100 so that about 2 is a just noticeable difference (arrays
    broadcast).
    """
    gap = np.asarray(first, dtype=np.float32) - np.asarray(second, dtype=np.float32)
    return np.asarray(np.sqrt(np.sum(gap * gap, axis=-1)) * 100, dtype=np.float32)
