"""Paths as SVG writes them (SVG 2, chapter 9), read into absolute lines and curves within bounds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

Command = tuple[str, tuple[float, ...]]
"""``M``, ``L`` (x, y), ``C`` (six numbers) or ``Z``, absolute."""

MOST_LETTERS: Final = 30_000
_MOST_COMMANDS: Final = 400
_FARTHEST: Final = 1e5
_TOKEN: Final = re.compile(
    r"\s*(?:,\s*)?(?:([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2})?))"
)
_COUNTS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def parse(d: str) -> tuple[Command, ...]:
    """The path's commands. Raises ValueError for what is no path, or is too long."""
    if len(d) > MOST_LETTERS:
        raise ValueError(f"path: at most {MOST_LETTERS} characters")
    out = _Path()
    for letter, values in _segments(d):
        out.add(letter, values)
        if len(out.commands) > _MOST_COMMANDS:
            raise ValueError(f"path: at most {_MOST_COMMANDS} lines and curves")
    if not any(letter in "LC" for letter, _ in out.commands):
        raise ValueError("path: draws nothing")
    return tuple(out.commands)


def _segments(d: str) -> Iterator[tuple[str, list[float]]]:
    """Letters with their numbers, repeated where the numbers are."""
    tokens: list[str | float] = []
    at, end = 0, len(d.rstrip())
    while at < end:
        found = _TOKEN.match(d, at)
        if found is None:
            raise ValueError(f"path: can't read {d[at : at + 20]!r}")
        tokens.append(found.group(1) or _near(float(found.group(2))))
        at = found.end()
    if not tokens or tokens[0] not in ("M", "m"):
        raise ValueError("path: begins with M")
    place = 0
    while place < len(tokens):
        letter = tokens[place]
        if not isinstance(letter, str):
            raise ValueError("path: a number stands without its letter")
        place += 1
        count = _COUNTS[letter.upper()]
        first = True
        while first or (count and place < len(tokens) and isinstance(tokens[place], float)):
            values = tokens[place : place + count]
            if len(values) < count or not all(isinstance(v, float) for v in values):
                raise ValueError(f"path: {letter} takes {count} numbers")
            # Further points of an M are lines.
            again = {"M": "L", "m": "l"}.get(letter, letter) if not first else letter
            yield again, [float(v) for v in values]
            place, first = place + count, False


def _near(value: float) -> float:
    if abs(value) > _FARTHEST:  # its square, say, may be no number any more
        raise ValueError(f"path: no number is over {_FARTHEST:g}")
    return value


class _Path:
    """The commands so far, and where the pen stands."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._at = self._start = (0.0, 0.0)
        self._control: tuple[str, tuple[float, float]] | None = None

    def add(self, letter: str, values: list[float]) -> None:
        kind = letter.upper()
        x, y = self._at if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            self._put("Z", ())
            self._at, self._control = self._start, None
            return
        if kind == "H":
            self._line((x + values[0], self._at[1]))
        elif kind == "V":
            self._line((self._at[0], y + values[0]))
        elif kind == "A":
            self._arc(values[:5], (values[5] + x, values[6] + y))
        else:
            points = [(values[i] + x, values[i + 1] + y) for i in range(0, len(values), 2)]
            self._points(kind, points)

    def _points(self, kind: str, points: list[tuple[float, float]]) -> None:
        if kind == "M":
            self._put("M", points[0])
            self._at = self._start = points[0]
            self._control = None
        elif kind == "L":
            self._line(points[0])
        elif kind in "CS":
            first = points[0] if kind == "C" else self._mirrored("C")
            second, end = points[-2], points[-1]
            self._curve(first, second, end)
            self._control = ("C", second)
        else:
            control = points[0] if kind == "Q" else self._mirrored("Q")
            (ax, ay), (cx, cy), (ex, ey) = self._at, control, points[-1]
            first = (ax + (cx - ax) * 2 / 3, ay + (cy - ay) * 2 / 3)
            second = (ex + (cx - ex) * 2 / 3, ey + (cy - ey) * 2 / 3)
            self._curve(first, second, points[-1])
            self._control = ("Q", control)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        """The control point that goes on smoothly from the one before."""
        if self._control is None or self._control[0] != kind:
            return self._at
        (x, y), (cx, cy) = self._at, self._control[1]
        return 2 * x - cx, 2 * y - cy

    def _line(self, end: tuple[float, float]) -> None:
        self._put("L", end)
        self._at, self._control = end, None

    def _curve(
        self, first: tuple[float, float], second: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self._put("C", (*first, *second, *end))
        self._at = end

    def _put(self, letter: str, values: tuple[float, ...]) -> None:
        if any(not math.isfinite(v) or abs(v) > _FARTHEST for v in values):
            raise ValueError("path: a point lies too far away")
        self.commands.append((letter, values))

    def _arc(self, given: list[float], end: tuple[float, float]) -> None:
        """An elliptical arc as curves of at most a quarter turn (SVG 2, appendix B.2)."""
        rx, ry, turn, large, sweep = abs(given[0]), abs(given[1]), *given[2:]
        (x1, y1), (x2, y2) = self._at, end
        if not rx or not ry or (x1, y1) == (x2, y2):
            self._line(end)
            return
        phi = math.radians(turn)
        cos, sin = math.cos(phi), math.sin(phi)
        dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
        px, py = cos * dx + sin * dy, -sin * dx + cos * dy
        grown = math.sqrt(max((px / rx) ** 2 + (py / ry) ** 2, 1.0))
        rx, ry = rx * grown, ry * grown
        under = (rx * py) ** 2 + (ry * px) ** 2
        root = math.sqrt(max((rx * ry) ** 2 - under, 0.0) / under)
        root = -root if bool(large) == bool(sweep) else root
        qx, qy = root * rx * py / ry, -root * ry * px / rx
        cx, cy = cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2
        begin = math.atan2((py - qy) / ry, (px - qx) / rx)
        swept = math.atan2((-py - qy) / ry, (-px - qx) / rx) - begin
        if sweep and swept < 0:
            swept += 2 * math.pi
        elif not sweep and swept > 0:
            swept -= 2 * math.pi
        parts = max(math.ceil(abs(swept) / (math.pi / 2) - 1e-9), 1)
        step = swept / parts
        reach = 4 / 3 * math.tan(step / 4)

        def placed(u: float, v: float) -> tuple[float, float]:
            return cx + cos * rx * u - sin * ry * v, cy + sin * rx * u + cos * ry * v

        for number in range(parts):
            a, b = begin + number * step, begin + (number + 1) * step
            first = placed(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
            second = placed(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
            last = end if number == parts - 1 else placed(math.cos(b), math.sin(b))
            self._curve(first, second, last)
        self._control = None


def flattened(commands: tuple[Command, ...], steps: int = 16) -> list[list[tuple[float, float]]]:
    """The outlines as polygons; each curve as so many straight lines."""
    out: list[list[tuple[float, float]]] = []
    for letter, values in commands:
        if letter == "M" or not out:
            out.append([(values[0], values[1])] if values else [])
        elif letter == "L":
            out[-1].append((values[0], values[1]))
        elif letter == "C":
            x0, y0 = out[-1][-1]
            x1, y1, x2, y2, x3, y3 = values
            for number in range(1, steps + 1):
                t = number / steps
                s = 1 - t
                a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                out[-1].append(
                    (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                )
        elif out[-1]:
            out.append([out[-1][0]])
    return [points for points in out if len(points) > 2]


def written(commands: tuple[Command, ...]) -> str:
    """The path in absolute letters, to three decimals."""
    return "".join(
        letter + " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in values)
        for letter, values in commands
    )


def fitted(
    commands: tuple[Command, ...],
    view: tuple[float, float, float, float],
    box: tuple[float, float, float, float],
) -> tuple[Command, ...]:
    """The path with its view box stretched over a box."""
    x, y, width, height = view
    kx, ky = box[2] / width, box[3] / height
    return tuple(
        (
            letter,
            tuple(
                round(box[i % 2] + (value - (x, y)[i % 2]) * (kx, ky)[i % 2], 3)
                for i, value in enumerate(values)
            ),
        )
        for letter, values in commands
    )
