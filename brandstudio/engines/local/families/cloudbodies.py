"""The clouds of a sky: heaps that the sun lights on one side, smaller and flatter towards the horizon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import F32, Field, Lab, Layer, SceneFrame, Strip, smooth
from ..noise import fractal, grid
from .grounds import tiled

_SIDE = 1000
_TILE = 512
#: The bands of the heaps: waves across a tile, and how much each of them counts.
_BANDS = ((5.0, 1.0), (11.0, 0.5), (24.0, 0.27), (50.0, 0.14), (100.0, 0.07))
#: How many steps towards the sun the shade of a cloud is summed over, and how far each goes.
_STEPS, _STEP = 16, 0.0055


@dataclass(frozen=True, slots=True)
class Clouds:
    """Clouds above the line ``horizon`` that leave as much of the sky free as ``open`` says, lit from
    ``sun`` in ``bright``, ``under`` in their own shade.
    """

    horizon: float
    open: float
    sun: tuple[float, float]
    bright: Lab
    under: Lab
    amount: float = 1.0


def _heaps(rng: np.random.Generator) -> F32:
    """A tile of heaps that repeats: round where it is high, creased where it is low."""
    f = np.fft.fftfreq(_TILE) * _TILE
    far = np.hypot(*np.meshgrid(f, f, indexing="ij"))
    total = np.zeros((_TILE, _TILE), np.float32)
    for at, (waves, weight) in enumerate(_BANDS):
        band = np.exp(-(((far - waves) / (0.42 * waves)) ** 2))
        noise = np.real(np.fft.ifft2(np.fft.fft2(rng.standard_normal((_TILE, _TILE))) * band))
        noise = (noise / noise.std()).astype(np.float32)
        total += np.float32(weight) * (noise if at == 0 else np.abs(noise) * np.float32(1.5) - 1)
    return np.asarray(total / total.std(), np.float32)


def tile_of(rng: np.random.Generator) -> F32:
    """A tile of plain turbulence that repeats, its spread 1."""
    f = np.fft.fftfreq(_TILE) * _TILE
    far = np.hypot(*np.meshgrid(f, f, indexing="ij"))
    fall = np.exp(-((far / 40.0) ** 2)) / np.maximum(far, 4.0) ** 1.5
    noise = np.real(np.fft.ifft2(np.fft.fft2(rng.standard_normal((_TILE, _TILE))) * fall))
    return np.asarray((noise - noise.mean()) / noise.std(), np.float32)


def clouds_over(
    rng: np.random.Generator, frame: SceneFrame, clouds: Clouds, calm: F32 | None = None
) -> Layer:
    """The clouds as a layer; ``calm`` says where (0..1, on the grid of ``cloud_grid``) none are to be."""
    x, y = cloud_grid(frame)
    tile = _heaps(rng)
    high = np.float32(clouds.horizon)
    # A ceiling of clouds in perspective: rows crowd towards the horizon.
    up = np.clip((high - y) / high, 0, 1)
    away = 1 / (up + np.float32(0.3))
    warp = np.float32(3.2) * fractal(rng, frame, 0.16, 3, side=_SIDE)
    column = (x - np.float32(frame.wide / 2)) * (np.float32(88) + np.float32(62) * away)
    column = column + warp + np.float32(rng.uniform(0, _TILE))
    row = np.float32(150) * away + np.float32(34) * y + warp + np.float32(rng.uniform(0, _TILE))
    body = tiled(tile, row, column)
    body = body + np.float32(0.42) * fractal(rng, frame, 0.9, 2, stretch=2.4, side=_SIDE)
    body = body - np.float32(clouds.open)
    if calm is not None:
        body = body - np.float32(1.7) * calm
    thick = smooth(body, -0.2, 1.9)
    shade = np.zeros_like(body)
    scale = _SIDE / frame.long
    aim = np.array([clouds.sun[1] - 0.5 * clouds.horizon - 0.35, clouds.sun[0] - frame.wide / 2])
    aim = aim / (float(np.hypot(*aim)) + 1e-6)
    for step in range(1, _STEPS + 1):
        down, across = (round(float(a) * step * _STEP * scale) for a in aim)
        shade += shifted(thick, down, across)
    shade = np.asarray(shade / _STEPS, np.float32)
    # What lies between a place and the sun shades it; heaps stand out by their own thickness.
    lit = np.exp(np.float32(-1.35) * shade) + np.float32(0.3) * (thick - shade)
    fade = smooth(up, 0.0, 0.16)
    cover = smooth(body, -0.2, 0.95) * fade * np.float32(clouds.amount)
    seen, light = Field(np.asarray(cover, np.float32)), Field(np.asarray(lit, np.float32))

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > clouds.horizon:
            return
        t = np.clip((strip.sample(light) - np.float32(0.3)) * np.float32(1.55), 0, 1)
        planes = [
            np.float32(a) + t * np.float32(b - a)
            for a, b in zip(clouds.under, clouds.bright, strict=True)
        ]
        strip.blend(np.clip(strip.sample(seen), 0, 1), (planes[0], planes[1], planes[2]))

    return layer


def cloud_grid(frame: SceneFrame) -> tuple[F32, F32]:
    """The places that clouds are made on."""
    return grid(frame, _SIDE)


def shifted(values: F32, down: int, across: int) -> F32:
    """The values found so many cells further down and across; edges go on."""
    rows = np.clip(np.arange(values.shape[0]) + down, 0, values.shape[0] - 1)
    columns = np.clip(np.arange(values.shape[1]) + across, 0, values.shape[1] - 1)
    return np.ascontiguousarray(values[rows][:, columns])
