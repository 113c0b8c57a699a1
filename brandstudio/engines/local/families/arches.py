"""Arches and a sun in the manner of the seventies, or a sunburst."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import Lab, Layer, Strip, circle
from ..paints import asked, mix, ramp
from .scene import Scene


def arches(scene: Scene) -> list[Layer]:
    """Concentric arches and a sun, in the manner of the seventies; or a sunburst."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    base = ramp(p.ground, mix(p.ground, p.second, 0.12))
    layers: list[Layer] = [lambda s: s.fill(base(s.y / np.float32(frame.high)))]
    burst = rng.random() < 0.3
    burst = "rays" in scene.plan.motifs or (burst and "rainbow" not in scene.plan.motifs)
    cx = scene.aside(0.3, 0.7) * frame.wide
    return layers + (_sunburst(scene, cx) if burst else _rainbow(scene, cx))


def _sunburst(scene: Scene, cx: float) -> list[Layer]:
    """Rays from a point, and rings round it."""
    p, frame = scene.paints, scene.frame
    low = float(scene.rng.uniform(0.75, 1.0))
    cy = {"top": 1.0, "bottom": 0.0}.get(scene.plan.space or "", low) * frame.high
    rays = 14 + 2 * round(8 * scene.plan.density)
    first, second = mix(p.ground, p.warm, 0.55), mix(p.ground, p.primary, 0.18)
    named = [c for c in map(asked, scene.plan.named) if c is not None]
    if len(named) > 1:  # two colours that are asked for take turns
        first, second = named[1], named[0]

    def rayed(strip: Strip) -> None:
        dx, dy = strip.x - np.float32(cx), strip.y - np.float32(cy)
        angle = np.arctan2(dy, dx) * np.float32(rays / (2 * np.pi))
        part = np.abs(angle - np.floor(angle) - np.float32(0.5)) - np.float32(0.25)
        far = np.hypot(dx, dy)
        away = part * far * np.float32(2 * np.pi / rays)
        cover = strip.edge(away)
        fade = 1 - np.float32(0.55) * np.clip(far / np.float32(frame.long * 1.1), 0, 1)
        strip.blend(cover * fade, second)
        strip.blend((1 - cover) * fade * np.float32(0.5), first)

    rings = [
        (0.34, p.primary),
        (0.27, p.accent),
        (0.2, p.second),
        (0.13, mix(p.warm, p.light, 0.2)),
    ]

    def ringed(strip: Strip) -> None:
        for radius, colour in rings:
            strip.blend(strip.edge(circle(strip.x, strip.y, cx, cy, radius)), colour)

    return [rayed, ringed]


@dataclass(frozen=True, slots=True)
class _Group:
    """Bows one inside the other: their middle, their foot, the largest one, and their colours from
    outside in.
    """

    x: float
    foot: float
    radius: float
    colours: tuple[Lab, ...]
    ground: Lab

    def paint(self, strip: Strip) -> None:
        bows = 4 + int(self.radius > 0.35)
        spring = self.foot - self.radius * 0.55
        for i in range(bows):
            r = self.radius * (1 - i / (bows + 0.55))
            away = np.where(
                strip.y < spring,
                circle(strip.x, strip.y, self.x, spring, r),
                np.abs(strip.x - np.float32(self.x)) - np.float32(r),
            )
            away = np.maximum(away, strip.y - np.float32(self.foot))
            gap = self.radius * 0.022
            strip.blend(strip.edge(away), self.ground)
            colour = self.colours[i % len(self.colours)]
            strip.blend(strip.edge(away + np.float32(gap)), colour)


def _rainbow(scene: Scene, cx: float) -> list[Layer]:
    """Groups of bows before a sun, on a floor."""
    p, frame = scene.paints, scene.frame
    groups = _groups(scene, cx)
    aside = 0 if scene.plan.space in ("left", "right") else 1
    sun_x = cx + (0.28 if cx < frame.wide / 2 else -0.28) * frame.wide * aside
    sun_y = frame.high * (0.22 if scene.plan.space != "top" else 0.6)
    glow = mix(p.warm, p.accent, 0.25)

    def sun(strip: Strip) -> None:
        strip.blend(strip.edge(circle(strip.x, strip.y, sun_x, sun_y, 0.1)), glow)

    layers: list[Layer] = [sun, *(group.paint for group in reversed(groups))]
    if scene.plan.space != "bottom":
        floor = mix(p.primary, p.dark, 0.45) if not p.night else mix(p.dark, p.primary, 0.25)

        def ground(strip: Strip) -> None:
            strip.blend(strip.edge(np.float32(frame.high * 0.93) - strip.y + 0 * strip.x), floor)

        layers.append(ground)
    return layers


def _groups(scene: Scene, cx: float) -> list[_Group]:
    """One to three, the largest first; none where the picture is to be free."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    strong = [c for c in p.colours if abs(c[0] - p.ground[0]) > 0.12]
    vivid = list(dict.fromkeys([p.primary, p.accent, p.second, *strong]))
    density = scene.plan.density
    count = 1 if density < 0.3 else 2 if density < 0.7 else 3
    reach = frame.wide if frame.wide < frame.high else min(1.25, frame.wide)
    side = 1 if cx < frame.wide / 2 else -1
    groups = []
    for g in range(count):
        radius = (0.46, 0.3, 0.22)[g] * reach**0.8
        step = (-1) ** g * (0.36 + 0.14 * g) * min(frame.wide, 1.5) * side * -1
        x = cx if g == 0 else cx + step
        if scene.free_at(float(x), frame.high * 0.8) > 0.5:
            continue
        foot = frame.high * (1.0 if scene.plan.space != "bottom" else 0.6)
        colours = tuple(vivid[int(place)] for place in rng.permutation(len(vivid)))
        groups.append(_Group(float(x), foot, float(radius), colours, p.ground))
    return groups
