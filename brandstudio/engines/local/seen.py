"""Whether a picture, or a colour of a palette, shows a colour that has a name."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from brandstudio.language.colour_names import HUES, hex_of
from brandstudio.pixels import colour

_LEAST = 0.01
"""The least share of a picture that is seen as a colour of it."""
_VIVID = 0.04
"""The least chroma in OKLab of a colour that has a hue's name."""
_SIDE = 200
_WIDER = MappingProxyType({"purple": (280.0, 345.0), "pink": (326.0, 38.0)})
"""Hues that people see a colour in beside those that are asked for by its name: mauve, and light reds."""


def shows(pixels: NDArray[np.uint8], name: str) -> bool:
    """Whether enough of the picture has that colour."""
    step = max(1, max(pixels.shape[:2]) // _SIDE)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[::step, ::step, :3]))
    return bool(_of(lab, name).mean() >= _LEAST)


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


def _about(name: str) -> tuple[float, float]:
    own = float(colour.hex_to_oklch(hex_of(name) or "#808080")[2])
    return own - 22, own + 22
