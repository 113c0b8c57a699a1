"""The clouds of a sky: heaps of rounds that the sun lights, flat below, smaller towards the horizon."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from ..canvas import F32, Field, Lab, Layer, SceneFrame, Strip, smooth
from ..noise import fractal, grid

_SIDE = 1000
_TILE = 512
#: Of the light on a cloud: what falls on all of it, what falls from the sun, what its height adds.
_ALL, _SUN, _TOP = 0.38, 0.42, 0.36


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


@dataclass(frozen=True, slots=True)
class _Heap:
    """A cloud: the middle of its flat foot, its half width, and how near it is (0 far, 1 overhead)."""

    x: float
    y: float
    size: float
    near: float


def tile_of(rng: np.random.Generator) -> F32:
    """A tile of plain turbulence that repeats, its spread 1."""
    f = np.fft.fftfreq(_TILE) * _TILE
    far = np.hypot(*np.meshgrid(f, f, indexing="ij"))
    fall = np.exp(-((far / 40.0) ** 2)) / np.maximum(far, 4.0) ** 1.5
    noise = np.real(np.fft.ifft2(np.fft.fft2(rng.standard_normal((_TILE, _TILE))) * fall))
    return np.asarray((noise - noise.mean()) / noise.std(), np.float32)


def _heaps(rng: np.random.Generator, frame: SceneFrame, clouds: Clouds) -> list[_Heap]:
    """Clouds from far to near, side by side rather than in one column."""
    count = int(np.clip(round((15 - 9 * clouds.open) * (0.7 + 0.24 * frame.wide)), 3, 18))
    columns = (rng.permutation(count) + rng.uniform(0.1, 0.9, count)) / count
    scale = float(np.clip(clouds.horizon, 0.4, 1.0))
    out = []
    for i in range(count):
        near = (i + 0.5) / count
        size = (0.045 + 0.235 * near**1.3) * scale * float(rng.uniform(0.7, 1.25))
        y = clouds.horizon * (0.93 - 0.83 * near**0.8) + 0.15 * size
        out.append(_Heap(float(1.1 * columns[i] - 0.05) * frame.wide, y, size, near))
    return out


def clouds_over(
    rng: np.random.Generator, frame: SceneFrame, clouds: Clouds, calm: F32 | None = None
) -> Layer:
    """The clouds as a layer; ``calm`` says where (0..1, on the grid of ``cloud_grid``) none are to be."""
    x, y = cloud_grid(frame)
    across, down, fine = (
        fractal(rng, frame, size, octaves, gain=0.52, side=_SIDE)
        for size, octaves in ((0.12, 6), (0.12, 6), (0.045, 4))
    )
    cover = np.zeros(across.shape, np.float32)
    lit = np.zeros(across.shape, np.float32)
    cell = frame.long / _SIDE
    for heap in _heaps(rng, frame, clouds):
        rounds = _rounds(rng, heap)
        window = _window(heap, cell, cover.shape)
        if window is None or (calm is not None and _within(calm, heap, cell) > 0.35):
            continue
        rows, columns = window
        bend = np.float32(0.021 * (heap.size / 0.25) ** 0.7)
        u = x[:, columns] + bend * across[window]
        v = y[rows] + np.float32(0.75) * bend * down[window]
        seen, light = _heaped(heap, rounds, (u, v), fine[window], clouds.sun, cell)
        lit[window] += seen * (light - lit[window])
        cover[window] = np.maximum(cover[window], seen)
    if calm is not None:
        cover = cover * (1 - np.clip(np.float32(1.2) * calm, 0, 1))
    fade = smooth((np.float32(clouds.horizon) - y) / np.float32(clouds.horizon), 0.0, 0.06)
    shown = Field(np.asarray(cover * fade * np.float32(clouds.amount), np.float32))
    light_of = Field(lit)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > clouds.horizon:
            return
        t = np.clip(strip.sample(light_of), 0, 1)
        planes = [
            np.float32(a) + t * np.float32(b - a)
            for a, b in zip(clouds.under, clouds.bright, strict=True)
        ]
        strip.blend(np.clip(strip.sample(shown), 0, 1), (planes[0], planes[1], planes[2]))

    return layer


def _rounds(rng: np.random.Generator, heap: _Heap) -> list[tuple[float, float, float]]:
    """The rounds that a cloud is heaped of: high in the middle, low and small at its ends."""
    out = []
    for _ in range(22 + round(20 * heap.near)):
        at = float(np.clip(rng.normal(0, 0.42), -1, 1))
        tall = float(np.sqrt(1 - at * at))
        lift = 0.6 * tall * float(rng.random()) ** 1.4
        reach = heap.size * float(rng.uniform(0.14, 0.33)) * (0.55 + 0.45 * tall)
        out.append((heap.x + 1.15 * at * heap.size, heap.y - lift * heap.size, reach))
    return out


def _window(heap: _Heap, cell: float, shape: tuple[int, ...]) -> tuple[slice, slice] | None:
    left = max(0, int((heap.x - 1.75 * heap.size) / cell))
    right = min(shape[1], int((heap.x + 1.75 * heap.size) / cell) + 1)
    top = max(0, int((heap.y - 1.15 * heap.size) / cell))
    bottom = min(shape[0], int((heap.y + 0.6 * heap.size) / cell) + 1)
    if right - left < 4 or bottom - top < 4:
        return None
    return slice(top, bottom), slice(left, right)


def _within(calm: F32, heap: _Heap, cell: float) -> float:
    """How much of a cloud's middle lies where it is to be calm."""
    row = int(np.clip((heap.y - 0.3 * heap.size) / cell, 0, calm.shape[0] - 1))
    column = int(np.clip(heap.x / cell, 0, calm.shape[1] - 1))
    return float(calm[row, column])


def _heaped(
    heap: _Heap,
    rounds: list[tuple[float, float, float]],
    at: tuple[F32, F32],
    fine: F32,
    sun: tuple[float, float],
    cell: float,
) -> tuple[F32, F32]:
    """Where a cloud is seen (0..1) and how much light it has there."""
    u, v = at
    size = np.float32(heap.size)
    bulge = np.zeros(u.shape, np.float32)
    for x, y, reach in rounds:
        far = (u - np.float32(x)) ** 2 + (v - np.float32(y)) ** 2
        bulge = np.maximum(bulge, np.float32(reach * reach) - far)
    thick = np.sqrt(bulge)
    below = (v - np.float32(heap.y)) / size
    thick = thick * (np.float32(0.25) + np.float32(0.75) * smooth(below, 0.3, -0.02))
    rough = np.float32(0.02) * fine * (thick > 0)
    seen = smooth(np.asarray(thick / size + rough, np.float32), 0.01, 0.2)
    seen = seen * smooth(below, 0.32, 0.08)
    grain = np.float32(0.0022 * heap.size / 0.25) * fine
    form = _softened(thick, max(2, int(heap.size / cell * 0.03))) + grain
    steep_y, steep_x = (np.clip(g, -2, 2) for g in np.gradient(form, cell))
    aim = np.array([sun[0] - heap.x, sun[1] - heap.y - 0.55])
    aim = aim / (float(np.hypot(*aim)) + 1e-6) * 0.87
    facing = (np.float32(0.5) - steep_x * np.float32(aim[0]) - steep_y * np.float32(aim[1])) / (
        np.sqrt(1 + steep_x * steep_x + steep_y * steep_y)
    )
    height = np.clip(-below / np.float32(0.75), -0.35, 1)
    light = np.float32(_ALL) + np.float32(_SUN) * facing + np.float32(_TOP) * height
    return np.asarray(seen, np.float32), np.asarray(np.clip(light, 0, 1), np.float32)


def _softened(values: F32, reach: int) -> F32:
    """The same without what is finer than so many cells."""
    high, wide = values.shape
    small = Image.fromarray(np.ascontiguousarray(values)).resize(
        (max(2, wide // reach), max(2, high // reach)), Image.Resampling.BOX
    )
    return np.asarray(small.resize((wide, high), Image.Resampling.BICUBIC), np.float32)


def cloud_grid(frame: SceneFrame) -> tuple[F32, F32]:
    """The places that clouds are made on."""
    return grid(frame, _SIDE)
