"""The sea seen from above: lines of foam that run over clear water, onto a beach where one is asked for."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import asked, at_lightness, chroma, mix
from . import land
from .ripples import ripples
from .scene import Scene, is_night

_SIDE = 1100
_FOAM: Lab = (0.985, -0.003, -0.002)
_SAND: Lab = (0.87, 0.014, 0.05)


def sea(scene: Scene) -> list[Layer]:
    """The skin of water close by, the waves alone where they are seen from above, else up to the horizon."""
    if "rippled" in scene.plan.motifs:
        return ripples(scene)
    return surf(scene) if "from_above" in scene.plan.motifs else land.sea(scene)


def surf(scene: Scene) -> list[Layer]:
    """Waves from above, their foam torn to lace behind them; water and sand without any on a free
    side.
    """
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, _SIDE)
    turned = float(rng.uniform(0.12, 0.4)) * float(rng.choice([-1, 1]))
    along = y * np.float32(np.cos(turned)) + x * np.float32(np.sin(turned))
    across = x * np.float32(np.cos(turned)) - y * np.float32(np.sin(turned))
    across = across - across.min()
    low, high = float(along.min()), float(along.max())
    beach = "beach" in scene.plan.motifs
    count = 3 + round(2 * scene.plan.density)
    web = _lace(scene)
    foam, shade = np.zeros(web.shape, np.float32), np.zeros(web.shape, np.float32)
    last = np.zeros(web.shape, np.float32)
    for i in range(count):
        base = low + (high - low) * (i + float(rng.uniform(0.45, 0.75))) / count
        base = low + 0.74 * (high - low) if beach and i == count - 1 else base
        line = NoiseLine(rng, float(across.max()) + 0.1, 0.7, 4, gain=0.45)
        broken = NoiseLine(rng, float(across.max()) + 0.1, 0.6, 3)
        behind = np.float32(base) - np.float32(0.075) * line.at(across.ravel()).reshape(
            across.shape
        )
        behind = np.asarray(behind - along, np.float32)
        strength = smooth(broken.at(across.ravel()).reshape(across.shape), -0.75, 0.35)
        trail = smooth(behind, -0.004, 0.004) * np.exp(
            -np.maximum(behind, 0) / np.float32(rng.uniform(0.07, 0.13))
        )
        crest = smooth(np.abs(behind - np.float32(0.008)), 0.016, 0.004)
        thick = np.clip(web + np.float32(1.15) * trail - np.float32(0.28), 0, 1)
        foam = np.maximum(foam, strength * np.maximum(thick * trail * 1.3, 0.95 * crest))
        # The face of the wave is in its own shade, the back of it lets the light through.
        shade -= np.float32(0.07) * strength * np.exp(-((behind + 0.028) ** 2) / np.float32(5e-4))
        shade += np.float32(0.05) * strength * np.exp(-((behind - 0.09) ** 2) / np.float32(5e-3))
        last = behind
    calm = 1 - np.float32(0.92) * scene.free(x, y)
    ripples = fractal(rng, frame, 0.05, 4, stretch=1.8, side=_SIDE)
    shade = (shade + np.float32(0.013) * ripples) * calm
    depth = smooth(fractal(rng, frame, 1.0, 3, side=_SIDE) * np.float32(0.5) + along, low, high)
    planes = _water(scene, np.asarray(depth, np.float32), shade)
    if beach:
        planes = _onto_sand(scene, planes, last, ripples)
    fields = [Field(np.asarray(plane, np.float32)) for plane in planes]
    white = Field(np.asarray(np.clip(foam * calm, 0, 1), np.float32))
    lit = at_lightness(_FOAM, 0.66) if is_night(scene) else _FOAM

    def layer(strip: Strip) -> None:
        strip.fill((strip.sample(fields[0]), strip.sample(fields[1]), strip.sample(fields[2])))
        strip.blend(np.clip(strip.sample(white), 0, 1), lit)

    return [layer]


def _lace(scene: Scene) -> F32:
    """Threads of foam round dark cells, wide and narrow ones."""
    frame, rng = scene.frame, scene.rng
    wide = np.abs(fractal(rng, frame, 0.085, 3, side=_SIDE))
    fine = np.abs(fractal(rng, frame, 0.03, 3, side=_SIDE))
    threads = np.maximum(smooth(wide, 0.3, 0.02), np.float32(0.7) * smooth(fine, 0.35, 0.05))
    return np.asarray(threads, np.float32)


def _water(scene: Scene, depth: F32, shade: F32) -> list[F32]:
    """Clear water over sand that grows deeper away from where the waves run."""
    p = scene.paints
    named = asked(scene.plan.own("sea")) or asked((scene.plan.named or ("",))[0])
    tone = named if named is not None and chroma(named) > 0.03 else p.primary
    tone = tone if chroma(tone) > 0.03 else (0.55, -0.05, -0.09)
    level = 0.3 if is_night(scene) else float(np.clip(tone[0], 0.5, 0.74))
    near, far = at_lightness(tone, level + 0.06), at_lightness(tone, level - 0.16)
    planes = [np.float32(f) + depth * np.float32(n - f) for n, f in zip(near, far, strict=True)]
    planes[0] = planes[0] + shade
    return planes


def _onto_sand(scene: Scene, planes: list[F32], behind: F32, grain: F32) -> list[F32]:
    """The beach before the last wave: wet where it ran, dry further out."""
    dry = scene.own("sand", _SAND)
    wet = mix(at_lightness(dry, dry[0] * 0.84), scene.paints.primary, 0.06)
    out = smooth(behind, 0.002, -0.006)
    drying = smooth(behind, -0.05, -0.13)
    found = []
    for k, (plane, w, d) in enumerate(zip(planes, wet, dry, strict=True)):
        sand = np.float32(w) + drying * np.float32(d - w)
        sand = sand + (np.float32(0.006) * grain if not k else 0)
        found.append(np.asarray(plane + out * (sand - plane), np.float32))
    return found
