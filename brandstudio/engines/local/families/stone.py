"""Rock and neon: canyons, caves, the grid of the eighties."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import asked, at_lightness, hued, mix, ramp
from .land import sea
from .scene import Scene, below, is_night, light, paint_sky, sky
from .stars import stars
from .veils import veil


def canyon(scene: Scene) -> list[Layer]:
    """Mesas and walls of layered rock, one behind the other, in the light of the hour."""
    frame = scene.frame
    colours = sky(scene)
    horizon = frame.high * {"top": 0.68, "bottom": 0.42}.get(scene.plan.space or "", 0.56)
    layers: list[Layer] = [paint_sky(colours, horizon)]
    dark = is_night(scene)
    if dark:
        layers.append(stars(scene, 300, horizon, at_lightness(scene.paints.light, 0.97, 0.3)))
    low = scene.plan.time in ("dusk", "dawn")
    sun = scene.aside(0.3, 0.7)
    layers.append(light(scene, sun * frame.wide, horizon * (0.74 if low else 0.4), 0.055))
    layers.append(veil(scene, colours, horizon, 0.4))
    named = asked(hued(scene.plan.loose)[0]) if hued(scene.plan.loose) else None
    rock = mix(named or (0.58, 0.1, 0.09), at_lightness(scene.paints.warm, 0.62), 0.2)
    rock = at_lightness(rock, 0.3 if dark else 0.58)
    for i in range(4):
        t = i / 3
        layers.append(_mesa(scene, horizon, t, rock, colours.one(1.0), left=sun < 0.5))
    return layers


def _mesa(scene: Scene, horizon: float, t: float, rock: Lab, haze: Lab, *, left: bool) -> Layer:
    """A wall of rock: flat tops that break off, strata along it, its foot in scree."""
    frame, rng = scene.frame, scene.rng
    rough, slow = NoiseLine(rng, frame.wide, 0.5, 3), NoiseLine(rng, frame.wide, 0.06, 4, gain=0.6)
    foot = horizon + (frame.high * 1.05 - horizon) * (0.1 + 0.9 * t**1.4)
    tall = (0.13 + 0.3 * t) * frame.high
    mid = frame.wide / 2
    strata = NoiseLine(rng, 3.0, 0.08, 5, gain=0.65)
    bend = Field(fractal(rng, frame, 0.5, 3, stretch=2.0))
    crack = Field(fractal(rng, frame, 0.09, 5, stretch=0.28, gain=0.6, side=900))
    lit = mix(haze, at_lightness(rock, min(0.9, rock[0] + 0.17)), 0.35 + 0.65 * t)
    dim = mix(haze, at_lightness(rock, rock[0] * 0.5), 0.3 + 0.7 * t)
    tones = ramp(dim, mix(dim, lit, 0.55), lit)

    def layer(strip: Strip) -> None:
        shape = rough.at(strip.x)
        # Near walls stand at the sides and leave the view open.
        aside = np.float32(1.5 * t) * (np.abs(strip.x - np.float32(mid)) / np.float32(mid)) ** 2
        rise = shape + aside * np.float32(1.3) - np.float32(0.75 * t)
        steps = np.float32(0.45) * smooth(rise, -0.3, -0.2) + np.float32(0.35) * smooth(
            rise, 0.12, 0.2
        )
        steps = (
            steps + np.float32(0.3) * smooth(rise, 0.5, 0.58) + np.float32(0.05) * slow.at(strip.x)
        )
        edge = np.asarray(np.float32(foot) - np.float32(tall) * steps, np.float32)
        if strip.y[-1, 0] < float(edge.min()) - 0.01:
            return
        level = strip.y + np.float32(0.03) * strip.sample(bend)
        band = strata.at(
            np.asarray(np.mod(level * np.float32(1.3 - 0.5 * t) + np.float32(0.3), 3.0), np.float32)
        )
        face = np.gradient(edge[0]).astype(np.float32)[None, :] * np.float32(strip.unit)
        turned = np.clip(face * np.float32(-0.25 if left else 0.25), -0.3, 0.3)
        cracks = strip.sample(crack)
        value = np.float32(0.55) + np.float32(0.3) * band + turned - np.float32(0.05) * cracks
        scree = smooth(
            np.asarray(strip.y - np.float32(foot - 0.25 * tall), np.float32), 0.0, 0.25 * tall
        )
        value = value * (1 - np.float32(0.35) * scree) + np.float32(0.12) * scree
        strip.blend(below(strip, edge), tones(np.clip(np.asarray(value, np.float32), 0, 1)))

    return layer


def cave(scene: Scene) -> list[Layer]:
    """The dark mouth of a cave with the sea behind it; or, of ice, blue light through its walls."""
    ice = "ice" in scene.plan.motifs
    layers = _ice_light(scene) if ice else sea(scene)
    frame = scene.frame
    cx = scene.aside(0.42, 0.58) * frame.wide
    cy = frame.high * (0.56 if ice else 0.5)
    own = asked(hued(scene.plan.named)[0]) if hued(scene.plan.named) else None
    tone = own or ((0.6, -0.05, -0.1) if ice else at_lightness(scene.paints.primary, 0.3, 0.4))
    for i in range(4):
        t = i / 3
        reach = (0.24 + 0.24 * t, 0.26 + 0.2 * t)
        level = (0.72 - 0.5 * t) if ice else 0.2 - 0.13 * t
        layers.append(_mouth(scene, (cx, cy), reach, at_lightness(tone, level, 1.0), ice=ice))
    return layers


def _ice_light(scene: Scene) -> list[Layer]:
    white = (0.985, -0.006, -0.012)
    return [lambda strip: strip.fill(white)]


def _mouth(
    scene: Scene, at: tuple[float, float], reach: tuple[float, float], colour: Lab, *, ice: bool
) -> Layer:
    """Rock around an opening, its rim ragged and in the light."""
    frame, rng = scene.frame, scene.rng
    x, y = grid(frame, 700)
    turn = np.arctan2(y - np.float32(at[1]), x - np.float32(at[0]))
    far = np.hypot(
        (x - np.float32(at[0])) / np.float32(reach[0] * frame.wide),
        (y - np.float32(at[1])) / np.float32(reach[1] * 2 * frame.high**0.5),
    )
    lobes = np.float32(0.09) * np.sin(turn * 3 + np.float32(rng.uniform(0, 6))) + np.float32(
        0.05
    ) * np.sin(turn * 7 + np.float32(rng.uniform(0, 6)))
    ragged = fractal(rng, frame, 0.22, 5, gain=0.42 if ice else 0.58, side=700)
    shape = Field(
        np.asarray(far - 1 + lobes + np.float32(0.07 if ice else 0.1) * ragged, np.float32)
    )
    facets = fractal(rng, frame, 0.16 if ice else 0.1, 5, gain=0.5 if ice else 0.62, side=700)
    body = Field(np.asarray(facets, np.float32))
    rim = at_lightness(colour, min(0.97, colour[0] + (0.2 if ice else 0.16)), 0.9)

    def layer(strip: Strip) -> None:
        away = strip.sample(shape)
        cover = smooth(away, -0.006, 0.012)
        level = strip.sample(body)
        edge = np.exp(-np.maximum(away, 0) / np.float32(0.2 if ice else 0.05))
        lit = np.clip(
            edge * (np.float32(0.75) + np.float32(0.3) * level)
            + np.float32(0.12 if ice else 0.05) * level,
            0,
            1,
        )
        planes = tuple(
            np.float32(a) + lit * np.float32(b - a) for a, b in zip(colour, rim, strict=True)
        )
        strip.blend(cover, (planes[0], planes[1], planes[2]))

    return layer


def synthwave(scene: Scene) -> list[Layer]:
    """A neon grid that runs to the horizon, a striped sun over it."""
    frame, rng = scene.frame, scene.rng
    named = [c for c in (asked(n) for n in hued(scene.plan.named)) if c is not None]
    neon = at_lightness(named[0] if named else (0.7, 0.22, -0.1), 0.72, 1.3)
    second = at_lightness(named[1] if len(named) > 1 else (0.8, -0.1, -0.1), 0.82, 1.2)
    top, glow = (0.14, 0.03, -0.07), mix((0.4, 0.12, -0.12), neon, 0.4)
    horizon = frame.high * (0.58 if scene.plan.space != "top" else 0.7)
    cx = scene.aside(0.48, 0.52) * frame.wide
    tones = ramp(top, (0.24, 0.07, -0.11), glow)
    ridge = NoiseLine(rng, frame.wide, 0.35, 4, ridged=True)

    def back(strip: Strip) -> None:
        t = np.clip(strip.y / np.float32(horizon), 0, 1) ** 2
        strip.fill(tones(np.asarray(t + 0 * strip.x, np.float32)))

    def hills(strip: Strip) -> None:
        rise = np.float32(0.03) + np.float32(0.075) * np.clip(
            ridge.at(strip.x) + np.float32(0.4), 0, 2
        )
        gap = smooth(np.abs(strip.x - np.float32(cx)), 0.12, 0.5)
        edge = np.asarray(np.float32(horizon) - rise * gap, np.float32)
        strip.blend(below(strip, edge), (0.13, 0.03, -0.06))
        strip.glow(
            np.asarray(
                np.exp(-np.abs(strip.y - edge) / np.float32(0.0025)) * np.float32(0.7), np.float32
            ),
            second,
        )

    return [
        back,
        stars(scene, 220, horizon, (0.97, 0.0, 0.0)),
        _neon_sun(cx, horizon, neon),
        hills,
        _neon_floor(cx, horizon, neon),
    ]


def _neon_sun(cx: float, horizon: float, neon: Lab) -> Layer:
    """A sun cut by slits that widen towards its foot."""
    radius = 0.22

    def sun(strip: Strip) -> None:
        y0 = horizon - radius * 0.75
        far = np.hypot(strip.x - np.float32(cx), strip.y - np.float32(y0))
        strip.glow(
            np.asarray(
                np.float32(0.5) * np.exp(-np.maximum(far - radius, 0) / np.float32(0.12)),
                np.float32,
            ),
            neon,
        )
        v = (strip.y - np.float32(y0 - radius)) / np.float32(2 * radius)
        slit = np.abs(np.mod(v * 9, 1) - np.float32(0.5)) < np.float32(0.42) - np.float32(
            0.34
        ) * smooth(v, 0.35, 1.0)
        planes = ramp((0.93, 0.0, 0.13), (0.76, 0.14, 0.09), neon)(
            np.clip(np.asarray(v + 0 * strip.x, np.float32), 0, 1)
        )
        keep = np.where(v < np.float32(0.4), 1.0, slit)
        strip.blend(
            np.asarray(
                strip.edge(np.asarray(far - np.float32(radius), np.float32)) * keep, np.float32
            ),
            planes,
        )

    return sun


def _neon_floor(cx: float, horizon: float, neon: Lab) -> Layer:
    """The grid and its glow at the horizon."""

    def floor(strip: Strip) -> None:
        if strip.y[-1, 0] < horizon:
            return
        down = np.maximum(strip.y - np.float32(horizon), np.float32(1e-4))
        cover = (strip.y > horizon).astype(np.float32)
        strip.blend(cover + 0 * strip.x, (0.12, 0.03, -0.06))
        row = np.float32(0.11) / down
        column = (strip.x - np.float32(cx)) / down * np.float32(0.62)
        wide_r, wide_c = np.float32(0.11) / down**2 * strip.px, np.float32(0.62) / down * strip.px
        lines = _line(row, wide_r) + 0 * strip.x
        lines = np.maximum(lines, _line(column, wide_c))
        fade = smooth(down, 0.004, 0.09)
        strip.glow(np.asarray(lines * fade * cover, np.float32), neon)
        mist = np.exp(-down / np.float32(0.06)) * cover * np.float32(0.75)
        strip.glow(np.asarray(mist + 0 * strip.x, np.float32), neon)

    return floor


def _line(at: F32, pixel: F32) -> F32:
    """Light along whole numbers: a thin line and the glow beside it."""
    away = np.abs(at - np.round(at))
    thin = np.exp(-((away / np.maximum(pixel * 1.2, np.float32(0.018))) ** 2))
    return np.asarray(
        np.clip(thin + np.float32(0.35) * np.exp(-away / np.float32(0.07)), 0, 1), np.float32
    )
