"""Smooth chance: fields and lines of fractal noise, the same at every resolution for a seed."""

from __future__ import annotations

import numpy as np
from PIL import Image

from .canvas import F32, Field, SceneFrame

_SIDE = 448


def grid(frame: SceneFrame, side: int = _SIDE) -> tuple[F32, F32]:
    """Coordinates in units of a small grid over the frame: x (1, w) and y (h, 1)."""
    width = max(8, round(side * frame.wide / frame.long))
    height = max(8, round(side * frame.high / frame.long))
    x = ((np.arange(width, dtype=np.float32) + 0.5) * np.float32(frame.wide / width))[None, :]
    y = ((np.arange(height, dtype=np.float32) + 0.5) * np.float32(frame.high / height))[:, None]
    return x, y


def _lattice(rng: np.random.Generator, across: float, down: float, width: int, height: int) -> F32:
    cells = rng.standard_normal((int(np.ceil(down)) + 6, int(np.ceil(across)) + 6)).astype(
        np.float32
    )
    # The lattice reaches beyond the frame, so that no octave is flat along an edge.
    box = (2.5, 2.5, 2.5 + across, 2.5 + down)
    return np.asarray(
        Image.fromarray(cells).resize((width, height), Image.Resampling.BICUBIC, box=box),
        np.float32,
    )


def fractal(
    rng: np.random.Generator,
    frame: SceneFrame,
    scale: float,
    octaves: int = 4,
    *,
    stretch: float = 1.0,
    gain: float = 0.5,
    side: int = _SIDE,
) -> F32:
    """Fractal noise over the frame, mean about 0 and deviation 1.

    ``scale`` is the size of the largest features in units; ``stretch`` makes them that many times
    wider than high.
    """
    x, y = grid(frame, side)
    width, height = x.shape[1], y.shape[0]
    total = np.zeros((height, width), dtype=np.float32)
    power, weight = 0.0, 1.0
    for octave in range(octaves):
        size = scale / 2**octave
        across, down = frame.wide / (size * stretch), frame.high / size
        if octave and max(across, down) > side / 2:
            break
        total += np.float32(weight) * _lattice(rng, across, down, width, height)
        power += weight * weight
        weight *= gain
    # Bicubic interpolation of unit noise keeps about two thirds of its deviation.
    return np.asarray(total / np.float32(0.68 * np.sqrt(power)), dtype=np.float32)


def field(
    rng: np.random.Generator,
    frame: SceneFrame,
    scale: float,
    octaves: int = 4,
    *,
    stretch: float = 1.0,
) -> Field:
    """Fractal noise as a field to sample."""
    return Field(fractal(rng, frame, scale, octaves, stretch=stretch))


class NoiseLine:
    """A line of fractal noise along x: what ridges, waves and folds follow. Values about -1 to
    1.
    """

    def __init__(
        self,
        rng: np.random.Generator,
        wide: float,
        scale: float,
        octaves: int = 5,
        *,
        gain: float = 0.5,
        ridged: bool = False,
    ) -> None:
        self._samples = 4096
        self._wide = wide
        total = np.zeros(self._samples, dtype=np.float64)
        at = np.linspace(0, 1, self._samples)
        weight = power = 0.0
        weight = 1.0
        for octave in range(octaves):
            cells = wide / scale * 2**octave
            if cells > self._samples / 8:
                break
            knots = rng.standard_normal(int(np.ceil(cells)) + 5)
            value = _cubic(knots, at * cells + 1.0 + rng.random())
            if ridged:
                value = 0.9 - np.abs(value) * 1.4
            total += weight * value
            power += weight * weight
            weight *= gain
        self._values = (total / (np.sqrt(power) * 1.6)).astype(np.float32)

    def at(self, x: F32) -> F32:
        """The line's value at each x in units."""
        position = x.ravel() * np.float32((self._samples - 1) / self._wide)
        found = np.interp(position, np.arange(self._samples), self._values)
        return np.asarray(found, dtype=np.float32).reshape(x.shape)


def _cubic(knots: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Uniform cubic B-spline through the neighbourhood of each position (smooth, never
    overshooting).
    """
    cell = np.clip(np.floor(at).astype(int), 1, len(knots) - 3)
    t = at - cell
    a, b, c, d = knots[cell - 1], knots[cell], knots[cell + 1], knots[cell + 2]
    return np.asarray(
        (
            (1 - t) ** 3 * a
            + (3 * t**3 - 6 * t**2 + 4) * b
            + (-3 * t**3 + 3 * t**2 + 3 * t + 1) * c
            + t**3 * d
        )
        / 6
        * 1.45
    )
