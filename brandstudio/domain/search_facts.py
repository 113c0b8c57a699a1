"""What an item is, as tokens of the search index, so that a filter and a count cost no join."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal

SIDES = ("left", "right", "top", "bottom")
ORIENTATIONS = ("landscape", "portrait", "square")
FACE_TAGS = ("has-face", "has-faces")
SPACE_TAG = "text-space-"
#: A colour of a picture must cover so much of it to be found.
VISIBLE = 0.05
#: The token of what failed and has no version: a search is for what there is.
FAILED = "zfailed"
_STEP = 0.06
_NEAR = 0.08
"""How far in OKLab a colour may lie from the one that is looked for (a just noticeable difference is
about 0.02, from teal to green 0.15).
"""

_MOST = 0.34
"""The largest chroma in OKLab of sRGB, rounded up (magenta has 0.323)."""

Lab = tuple[float, float, float]


State = Literal["live", "trashed", "hidden"]
_STATES: dict[State, str] = {"live": "w", "trashed": "x", "hidden": "y"}


def workspace(id: str, state: State = "live") -> str:
    """The token of a workspace's items: live, in the trash, or hidden with an archived folder."""
    return _STATES[state] + id.replace("_", "").lower()


def held(id: str) -> list[str]:
    """The tokens of all that a workspace holds, in whatever state."""
    return [workspace(id, state) for state in _STATES]


def folder(id: int) -> str:
    return f"f{id}"


def below(id: int) -> str:
    """The token of all that lies in a folder or below it."""
    return f"s{id}"


def kind(name: str) -> str:
    return f"k{name}"


def tag(text: str) -> str:
    return "t" + text.casefold().encode().hex()


def at_least(score: float) -> list[str]:
    """The tokens of all scores from this one on (whole points)."""
    return [f"r{points}" for points in range(math.ceil(score), 101)]


def points(score: float) -> str:
    return f"r{max(0, min(100, math.floor(score)))}"


def lab(oklch: Iterable[float]) -> Lab:
    lightness, chroma, hue = oklch
    turn = math.radians(hue)
    return lightness, chroma * math.cos(turn), chroma * math.sin(turn)


def colour(place: Lab) -> str:
    """The token of the cell of OKLab that a colour lies in."""
    return _cell(*(round(value / _STEP) for value in place))


def colours_near(place: Lab) -> list[str]:
    """The tokens of all cells whose middle lies near a colour; lightness counts less, since a
    colour is meant in the light and in the shade.
    """
    middle = [round(value / _STEP) for value in place]
    reach = math.ceil(_NEAR / _STEP) + 1
    steps = range(-reach, reach + 1)
    return [
        _cell(middle[0] + light, middle[1] + red, middle[2] + yellow)
        for light in range(-2 * reach, 2 * reach + 1)
        for red in steps
        for yellow in steps
        if math.hypot(
            ((middle[0] + light) * _STEP - place[0]) * 0.7,
            (middle[1] + red) * _STEP - place[1],
            (middle[2] + yellow) * _STEP - place[2],
        )
        <= _NEAR
    ]


def cells() -> Iterator[tuple[Lab, str]]:
    """The middle of every cell that sRGB reaches into, with its token."""
    reach = range(-math.ceil(_MOST / _STEP), math.ceil(_MOST / _STEP) + 1)
    for light in range(round(1 / _STEP) + 1):
        for red in reach:
            for yellow in reach:
                place = (light * _STEP, red * _STEP, yellow * _STEP)
                yield place, _cell(light, red, yellow)


def _cell(light: int, red: int, yellow: int) -> str:
    return f"c{light + 20}x{red + 20}x{yellow + 20}"
