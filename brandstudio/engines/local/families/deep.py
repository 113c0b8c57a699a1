"""Far up and far down: the sea from below, clouds from above, galaxies."""

from __future__ import annotations

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import Ramp, asked, at_lightness, hued, mix, ramp
from .milkyway import milky_way
from .scene import Scene, is_night, light, paint_sky, sky
from .softfocus import discs, scattered
from .stars import stars


def underwater(scene: Scene) -> list[Layer]:
    """Under water: the bright surface above, beams that fan out downwards, motes and bubbles."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    named = asked(hued(scene.plan.named)[0]) if hued(scene.plan.named) else None
    tone = named or mix(at_lightness(p.primary, 0.5), (0.55, -0.07, -0.09), 0.6)
    tones = Ramp(
        (
            (0.0, at_lightness(tone, 0.88, 0.8)),
            (0.22, at_lightness(tone, 0.68, 1.1)),
            (0.6, at_lightness(tone, 0.42, 1.1)),
            (1.0, at_lightness(tone, 0.2, 0.9)),
        )
    )
    cx = scene.aside(0.3, 0.7) * frame.wide
    fan = NoiseLine(rng, 4.0, 0.1, 5, gain=0.65)
    slow = Field(fractal(rng, frame, 0.6, 4, stretch=1.4))
    web = fractal(rng, frame, 0.14, 4, stretch=3.2, side=900)
    caustic = Field(np.asarray(np.exp(-((web / np.float32(0.16)) ** 2)), np.float32))
    lamp = at_lightness(tone, 0.97, 0.5)

    def layer(strip: Strip) -> None:
        far = np.hypot((strip.x - np.float32(cx)) * np.float32(0.5), strip.y) / np.float32(
            frame.high
        )
        strip.fill(
            tones(
                np.clip(np.asarray(far + np.float32(0.03) * strip.sample(slow), np.float32), 0, 1)
            )
        )
        angle = np.arctan2(strip.x - np.float32(cx), strip.y + np.float32(0.4)) + np.float32(2)
        shaft = smooth(fan.at(np.asarray(angle, np.float32)), -0.1, 0.9)
        fade = smooth(strip.y / np.float32(frame.high), 0.95, 0.0)
        near = np.exp(-(((strip.x - np.float32(cx)) / np.float32(0.55 * frame.wide)) ** 2))
        strip.glow(np.asarray(np.float32(0.5) * shaft * fade * near, np.float32), lamp)
        surface = smooth(strip.y / np.float32(frame.high), 0.2, 0.0)
        strip.glow(
            np.asarray(strip.sample(caustic) * surface * np.float32(0.75), np.float32),
            (1.0, 0.0, 0.0),
        )

    box = (0.0, 0.1 * frame.high, frame.wide, frame.high)
    motes = scattered(scene, 130, [lamp], box, (0.0012, 0.006), (0.12, 0.5))
    return [layer, discs(motes), _bubbles(scene), _bed(scene, tone)]


def _bubbles(scene: Scene) -> Layer:
    """Bubbles that rise in a loose column."""
    frame, rng = scene.frame, scene.rng
    x0 = scene.aside(0.2, 0.8) * frame.wide
    spots = [
        (
            x0 + float(rng.normal(0, 0.05)),
            float(rng.random()) * frame.high,
            0.003 + 0.012 * float(rng.random()) ** 3,
        )
        for _ in range(30)
    ]

    def layer(strip: Strip) -> None:
        for x, y, size in spots:
            where = strip.window(x - size * 1.3, y - size * 1.3, x + size * 1.3, y + size * 1.3)
            if where is None:
                continue
            u = (strip.x[:, where[1]] - np.float32(x)) / np.float32(size)
            v = (strip.y[where[0]] - np.float32(y)) / np.float32(size)
            far = np.asarray(np.hypot(u, v), np.float32)
            rim = smooth(far, 0.55, 0.98) * smooth(far, 1.05, 0.98)
            shine = np.exp(
                -((u + np.float32(0.35)) ** 2 + (v + np.float32(0.4)) ** 2) / np.float32(0.05)
            )
            strip.glow(
                np.asarray(
                    np.clip(rim * np.float32(0.5) + shine * np.float32(0.8) * (far < 1), 0, 1),
                    np.float32,
                ),
                (0.97, -0.01, -0.01),
                where,
            )

    return layer


def _bed(scene: Scene, tone: Lab) -> Layer:
    """The dark bed with its weeds and rocks, far below."""
    frame, rng = scene.frame, scene.rng
    line, weeds = NoiseLine(rng, frame.wide, 0.5, 5), NoiseLine(rng, frame.wide, 0.02, 2)
    patch = NoiseLine(rng, frame.wide, 0.4, 2)
    dark = at_lightness(tone, 0.15, 0.8)

    def layer(strip: Strip) -> None:
        grown = np.clip(patch.at(strip.x), 0, 1) * np.clip(
            weeds.at(np.asarray(strip.x + 0.012 * np.sin(strip.y * 40), np.float32)), 0, 1
        )
        edge = (
            np.float32(0.93 * frame.high)
            - np.float32(0.03) * line.at(strip.x)
            - np.float32(0.13) * grown
        )
        strip.blend(
            smooth(np.asarray(strip.y - edge, np.float32), -0.004, 0.012) * np.float32(0.85), dark
        )

    return layer


def cloudsea(scene: Scene) -> list[Layer]:
    """Above the clouds: billows to the horizon, lit from the side, a clear sky over them."""
    frame = scene.frame
    colours = sky(scene)
    horizon = frame.high * {"top": 0.62, "bottom": 0.3}.get(scene.plan.space or "", 0.44)
    layers: list[Layer] = [paint_sky(colours, horizon)]
    if is_night(scene):
        layers.append(stars(scene, 320, horizon, at_lightness(scene.paints.light, 0.97, 0.3)))
    sun_x = scene.aside(0.25, 0.75) * frame.wide
    low = scene.plan.time in ("dusk", "dawn")
    layers.append(light(scene, sun_x, horizon * (0.82 if low else 0.45), radius=0.055))
    warm = at_lightness(scene.paints.warm, 0.96, 0.7)
    white = mix((0.985, 0.0, 0.004), warm, 0.55 if low else 0.2)
    if is_night(scene):
        white = at_lightness(colours.one(0.9), 0.66, 0.6)
    shade = at_lightness(colours.one(0.1), 0.62 if not is_night(scene) else 0.3, 0.9)
    haze = colours.one(1.0)
    way = 1.0 if sun_x < frame.wide / 2 else -1.0
    count = 7
    for i in range(count):
        t = (i + 0.3) / count
        base = horizon + (frame.high * 1.1 - horizon) * t**1.35
        size = 0.022 + 0.34 * t**1.25
        layers.append(_billow(scene, base, size, t, (white, shade, haze), way))
    return layers


def _billow(
    scene: Scene, base: float, size: float, t: float, tones: tuple[Lab, Lab, Lab], way: float
) -> Layer:
    """One bank of cloud: heaped rounds, their tops in the light."""
    frame, rng = scene.frame, scene.rng
    white, shade, haze = tones
    heaps = []
    x = -size
    while x < frame.wide + size:
        heaps.append(
            (x, size * float(rng.uniform(0.3, 0.62)), float(rng.uniform(-0.1, 0.22)) * size)
        )
        x += size * float(rng.uniform(0.22, 0.5))
    rough = Field(fractal(rng, frame, max(0.03, size * 0.55), 5, gain=0.6, side=700))
    lit = mix(haze, white, 0.35 + 0.65 * t)
    dim = mix(haze, shade, 0.3 + 0.6 * t)
    tint = ramp(lit, mix(lit, dim, 0.45), dim)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < base - size:
            return
        height = np.zeros_like(strip.x)
        for at, reach, lift in heaps:
            u = (strip.x - np.float32(at)) / np.float32(reach)
            dome = np.sqrt(np.clip(1 - u * u, 0, 1)) * np.float32(reach * 0.75) + np.float32(
                lift
            ) * (np.abs(u) < 1)
            height = np.maximum(height, dome)
        noise = strip.sample(rough)
        edge = np.float32(base) - height - np.float32(0.1 * size) * noise
        depth = strip.y - edge
        soft = np.float32(0.012 + 0.05 * size)
        cover = smooth(np.asarray(depth, np.float32), -float(soft), float(soft))
        fall = np.clip(depth / np.float32(size * 0.9), 0, 1)
        shaded = np.clip(
            np.float32(0.95) * fall**0.8 - np.float32(0.12 * way) * noise,
            0,
            1,
        )
        strip.blend(cover * np.float32(0.96), tint(np.asarray(shaded, np.float32)))

    return layer


def galaxy(scene: Scene) -> list[Layer]:
    """Glowing gas far out; the Milky Way over a land where that is asked for."""
    return milky_way(scene) if "milky_way" in scene.plan.motifs else _gas(scene)


def _gas(scene: Scene) -> list[Layer]:
    """Clouds of glowing gas in two colours, dust before them, stars of many sizes."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    named = [c for c in (asked(n) for n in hued(scene.plan.named)) if c is not None]
    first = named[0] if named else at_lightness(p.primary, 0.5)
    second = (
        named[1]
        if len(named) > 1
        else (at_lightness(p.accent, 0.6) if not named else at_lightness(first, 0.72))
    )
    x, y = grid(frame, 640)
    angle = float(rng.uniform(-0.6, 0.6))
    cx, cy = scene.aside(0.35, 0.65) * frame.wide, frame.high * float(rng.uniform(0.42, 0.58))
    across = (y - np.float32(cy)) * np.cos(angle) - (x - np.float32(cx)) * np.sin(angle)
    warp = fractal(rng, frame, 0.7, 5, gain=0.55, side=640)
    band = np.exp(-(((across + np.float32(0.12) * warp) / np.float32(0.34)) ** 2))
    gas = fractal(rng, frame, 0.5, 7, gain=0.6, side=640)
    other = fractal(rng, frame, 0.6, 6, gain=0.55, side=640)
    dust = fractal(rng, frame, 0.4, 7, gain=0.62, side=640)
    calm = 1 - np.float32(0.75) * scene.free(x, y)
    glow = np.clip(band * (np.float32(0.62) + np.float32(0.34) * gas), 0, 1.1) * calm
    hue = Field(
        np.asarray(
            smooth(np.asarray(other + warp * np.float32(0.4), np.float32), -0.8, 1.0), np.float32
        )
    )
    bright = Field(np.asarray(glow, np.float32))
    dark = Field(np.asarray(smooth(np.asarray(dust, np.float32), 0.25, 1.5) * band, np.float32))
    deep = at_lightness(first, 0.12, 0.8)
    core = mix((0.98, 0.0, 0.02), at_lightness(second, 0.92), 0.4)
    one, two = at_lightness(first, 0.56, 1.2), at_lightness(second, 0.66, 1.2)

    def layer(strip: Strip) -> None:
        strip.fill(deep)
        amount, share = np.clip(strip.sample(bright), 0, 1), np.clip(strip.sample(hue), 0, 1)
        planes = [np.float32(a) + share * np.float32(b - a) for a, b in zip(one, two, strict=True)]
        strip.blend(
            np.asarray(np.clip(amount * np.float32(0.85), 0, 0.9), np.float32),
            (planes[0], planes[1], planes[2]),
        )
        strip.glow(
            np.asarray(np.clip(amount - np.float32(0.55), 0, 1) * np.float32(0.9), np.float32), core
        )
        strip.shade(np.asarray(np.clip(strip.sample(dark), 0, 1) * np.float32(0.55), np.float32))

    return [
        layer,
        stars(scene, 1300 + round(600 * scene.plan.density), frame.high * 1.6, (0.98, 0.0, -0.008)),
        discs(
            scattered(
                scene,
                26,
                [(0.98, 0.0, 0.0), at_lightness(two, 0.85)],
                (0, 0, frame.wide, frame.high),
                (0.001, 0.0028),
                (0.6, 1.0),
            )
        ),
    ]
