"""Whether a picture, or a colour of a palette, shows a colour that has a name."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.colour_names import HUES, hex_of
from brandstudio.pixels import colour

from .paints import asked, is_shade

_LEAST = 0.01
"""The least share of a picture that is seen as a colour of it."""
_VIVID = 0.04
"""The least chroma in OKLab of a colour that has a hue's name."""
_SIDE = 200
_WIDER = MappingProxyType({"purple": (280.0, 345.0), "pink": (326.0, 38.0)})
"""Hues that people see a colour in beside those that are asked for by its name: mauve, and light reds."""


_NEAR, _MOST_OF_IT = 0.04, 0.5
"""How far from a quiet colour (OKLab, lightness by half) its ground may be, and in what share of it."""
_A_PART = 0.0012
"""The least share of a picture in which a colour that is asked for is found."""
_AT_A_GLANCE = 0.02
"""The least share of a picture of a colour that is said to be taken."""
_GREYS = MappingProxyType(
    {
        "black": (0.0, 0.32, 0.045),
        "white": (0.88, 1.0, 0.035),
        "grey": (0.3, 0.92, 0.03),
        "charcoal": (0.1, 0.5, 0.035),
    }
)
"""Lightness from and to, and the most chroma, of what passes for a colour without a hue."""
_PASSES = MappingProxyType(
    {
        "red": (0.1, 0.3, 0.72, 22.0),
        "coral": (0.08, 0.55, 0.9, 22.0),
        "terracotta": (0.06, 0.35, 0.78, 25.0),
        "burgundy": (0.03, 0.0, 0.48, 35.0),
        "orange": (0.07, 0.5, 0.95, 25.0),
        "peach": (0.03, 0.72, 1.0, 30.0),
        "beige": (0.01, 0.7, 1.0, 40.0),
        "kraft": (0.03, 0.45, 0.9, 30.0),
        "warm grey": (0.006, 0.25, 0.95, 45.0),
        "brown": (0.02, 0.1, 0.68, 40.0),
        "gold": (0.045, 0.45, 0.98, 30.0),
        "mustard": (0.07, 0.45, 0.92, 25.0),
        "yellow": (0.07, 0.6, 1.0, 25.0),
        "green": (_VIVID, 0.12, 1.0, 38.0),
        "mint": (0.025, 0.72, 1.0, 38.0),
        "sage": (0.015, 0.5, 0.92, 45.0),
        "emerald": (0.06, 0.25, 0.75, 30.0),
        "olive": (0.03, 0.2, 0.75, 35.0),
        "forest green": (0.025, 0.1, 0.52, 40.0),
        "teal": (_VIVID, 0.2, 1.0, 35.0),
        "sky blue": (0.025, 0.6, 1.0, 35.0),
        "blue": (_VIVID, 0.1, 1.0, 40.0),
        "navy": (0.02, 0.05, 0.45, 40.0),
        "lavender": (0.025, 0.5, 1.0, 30.0),
        "purple": (_VIVID, 0.1, 1.0, 40.0),
        "pink": (0.03, 0.6, 1.0, 40.0),
    }
)
"""Of other colours the least chroma, lightness from and to, and how many degrees from its hue."""


def shows(pixels: NDArray[np.uint8], name: str) -> bool:
    """Whether enough of the picture has that colour."""
    step = max(1, max(pixels.shape[:2]) // _SIDE)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::step, ::step, :3]))
    return bool(_of(lab, name).mean() >= _LEAST)


def has(pixels: NDArray[np.uint8], name: str) -> bool:
    """Whether somebody who asked for that colour finds it in the picture, be it in a small part or
    in shade.
    """
    step = max(1, max(pixels.shape[:2]) // _SIDE)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::step, ::step, :3]))
    return bool(_near(lab, name).mean() >= _A_PART)


def fills(pixels: NDArray[np.uint8], name: str) -> bool:
    """Whether that colour is seen at a glance, and not in a few spots."""
    step = max(1, max(pixels.shape[:2]) // _SIDE)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::step, ::step, :3]))
    return bool(_near(lab, name).mean() >= _AT_A_GLANCE)


def covers(pixels: NDArray[np.uint8], own: tuple[float, float, float]) -> bool:
    """Whether a ground is that quiet colour: most of the picture lies near it, and its middle does."""
    step = max(1, max(pixels.shape[:2]) // _SIDE)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::step, ::step, :3])).reshape(-1, 3)
    middle = np.median(lab, axis=0)
    apart = np.hypot(np.hypot(lab[:, 1] - own[1], lab[:, 2] - own[2]), 0.5 * (lab[:, 0] - own[0]))
    return bool((apart < _NEAR).mean() > _MOST_OF_IT and abs(middle[0] - own[0]) < 2 * _NEAR)


def is_of(code: str, name: str) -> bool:
    """Whether a colour code is a colour of that name."""
    return bool(_of(_lab(code), name).all())


def _lab(code: str) -> NDArray[np.float32]:
    channels = [int(code.lstrip("#")[at : at + 2], 16) for at in (0, 2, 4)]
    return np.asarray(colour.u8_to_oklab(np.array([[channels]], np.uint8)), dtype=np.float32)


def _of(lab: NDArray[np.float32], name: str) -> NDArray[np.bool_]:
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    if name == "black":
        return np.asarray((light < 0.25) & (chroma < _VIVID))
    if name == "white":
        return np.asarray((light > 0.93) & (chroma < 0.02))
    if name in ("grey", "gray"):
        return np.asarray((chroma < 0.02) & (light >= 0.25) & (light <= 0.93))
    first, last = _WIDER.get(name) or HUES.get(name) or _about(name)
    angle = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    of_hue = (chroma >= _VIVID) & ((angle - first) % 360 <= (last - first) % 360)
    return np.asarray(of_hue & (light > 0.65) if name == "pink" else of_hue)


def _near(lab: NDArray[np.float32], name: str) -> NDArray[np.bool_]:
    """Where a picture has what passes for that colour: its hue as strong as it should be, near its
    lightness where it is one shade.
    """
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    if name in _GREYS:
        low, high, most = _GREYS[name]
        return np.asarray((light >= low) & (light <= high) & (chroma <= most))
    least, low, high, reach = _PASSES.get(name) or _around(name)
    angle = np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360
    own = _hue(name)
    first, last = _WIDER.get(name) or (own - reach, own + reach)
    of_hue = (angle - first) % 360 <= (last - first) % 360
    return np.asarray(of_hue & (chroma >= least) & (light >= low) & (light <= high))


def _around(name: str) -> tuple[float, float, float, float]:
    """What passes for a shade that has no row of its own: half its chroma, near its lightness."""
    own = asked(name) if is_shade(name) else None
    if own is None:
        return _VIVID, 0.0, 1.0, 30.0
    return 0.5 * float(np.hypot(own[1], own[2])), own[0] - 0.32, own[0] + 0.28, 30.0


def _hue(name: str) -> float:
    """The hue of a colour in degrees; kraft and warm grey are no names of colours but in prompts."""
    code, known = hex_of(name), asked(name)
    if code is not None or known is None:
        return float(colour.hex_to_oklch(code or "#808080")[2])
    return float(np.degrees(np.arctan2(known[2], known[1])) % 360)


def _about(name: str) -> tuple[float, float]:
    own = _hue(name)
    return own - 22, own + 22
