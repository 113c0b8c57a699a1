"""Outlines of a template's shapes, as SVG path data in pixels of the banner."""

from __future__ import annotations

import math
from typing import Final, Literal

from brandstudio.render import svg_path
from brandstudio.render.geometry import Rect

_BLOB_POINTS: Final = 7
_BURST_POINTS: Final = 18


def ellipse(box: Rect) -> str:
    """An ellipse that fills a box."""
    rx, ry = box.width / 2, box.height / 2
    x, y = box.x, box.y + ry
    return _absolute(
        f"M{x:.6f} {y:.6f}a{rx:.6f} {ry:.6f} 0 1 1 {box.width:.6f} 0"
        f"a{rx:.6f} {ry:.6f} 0 1 1 {-box.width:.6f} 0Z"
    )


def blob(box: Rect, seed: int) -> str:
    """A soft closed curve that fills a box; the seed says which."""
    state, radii = (seed * 2654435761 + 97) % 2**32, list[float]()
    for _ in range(_BLOB_POINTS):
        state = (state * 1664525 + 1013904223) % 2**32
        radii.append(0.72 + 0.28 * (state / 2**32))
    turn = 2 * math.pi * (seed % 17) / 17
    points = [
        (r * math.cos(turn + 2 * math.pi * i / _BLOB_POINTS), r * math.sin(turn + 2 * math.pi * i / _BLOB_POINTS))
        for i, r in enumerate(radii)
    ]  # fmt: skip
    parts: list[svg_path.Command] = [("M", points[0])]
    for i in range(_BLOB_POINTS):
        # A closed Catmull-Rom spline through the points.
        before, here, there, after = (points[(i + k) % _BLOB_POINTS] for k in (-1, 0, 1, 2))
        first = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        second = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        parts.append(("C", (*first, *second, *there)))
    edge = [p for polygon in svg_path.flattened((*parts, ("Z", ()))) for p in polygon]
    left, top = min(x for x, _ in edge), min(y for _, y in edge)
    wide, high = max(x for x, _ in edge) - left, max(y for _, y in edge) - top
    fitted = svg_path.fitted((*parts, ("Z", ())), (left, top, wide, high), box)
    return svg_path.written(fitted)


def burst(box: Rect) -> str:
    """A round star with many short points."""
    (cx, cy), out = box.centre, []
    for number in range(2 * _BURST_POINTS):
        reach = 1.0 if number % 2 == 0 else 0.87
        angle = math.pi * number / _BURST_POINTS - math.pi / 2
        x = cx + reach * box.width / 2 * math.cos(angle)
        y = cy + reach * box.height / 2 * math.sin(angle)
        out.append(f"{x:.3f} {y:.3f}")
    return _absolute("M" + "L".join(out) + "Z")


def stretched(path: str, view: tuple[float, float, float, float], box: Rect) -> str:
    """A path with its view stretched over a box."""
    return svg_path.written(svg_path.fitted(svg_path.parse(path), view, box))


def outline(shape: Literal["circle", "blob", "burst"], box: Rect, seed: int = 0) -> str:
    """The outline of a shape by its name."""
    if shape == "blob":
        return blob(box, seed)
    return burst(box) if shape == "burst" else ellipse(box)


def _absolute(path: str) -> str:
    return svg_path.written(svg_path.parse(path))
