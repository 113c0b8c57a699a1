"""Landscapes: hills with aerial perspective, dunes, sea and sky, clouds."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Field, Lab, Layer, Strip, smooth
from ..noise import NoiseLine, fractal, grid
from ..paints import Ramp, at_lightness, chroma, hue, mix
from .grounds import is_green, mirrored, sand, slopes, tiled
from .rocks import rocks
from .scene import Scene, below, is_night, light, nothing, of_a_sky, paint_sky, sky
from .shore import beach
from .stars import many_stars, stars
from .treetops import firs_along, tree_line
from .veils import lit_clouds, veil


def sun_at(
    scene: Scene, horizon: float, low: float = 0.75, high: float = 0.35
) -> tuple[float, float]:
    """Where sun or moon stands: away from the free side, low at dusk and dawn."""
    x = scene.aside(0.25, 0.75) * scene.frame.wide
    near = scene.plan.time in ("dusk", "dawn") or "low_sun" in scene.plan.motifs
    y = horizon * (low if near else high) * float(scene.rng.uniform(0.92, 1.06))
    if scene.plan.space == "top":
        y = max(y, horizon * 0.72)
    return x, y


def hills(scene: Scene) -> list[Layer]:
    """Ridges one behind the other, paler and bluer with distance, mist in the valleys, firs on the
    near slopes.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    high = frame.high
    horizon = high * {"top": 0.62, "bottom": 0.34}.get(scene.plan.space or "", 0.47)
    colours = sky(scene)
    layers: list[Layer] = [paint_sky(colours, horizon * 1.12)]
    if is_night(scene):
        layers.append(
            stars(scene, many_stars(scene, 260), horizon, at_lightness(p.light, 0.97, 0.3))
        )
    layers.append(light(scene, *sun_at(scene, horizon), radius=0.055))
    layers.append(veil(scene, colours, horizon, 0.4))
    haze = _haze(scene, colours)
    meadow = is_green(scene) and not is_night(scene)
    front, middle = slopes(scene, meadow=meadow)
    if "storm" in scene.plan.motifs:  # under such clouds no slope is lit
        front, middle = (at_lightness(c, 0.62 * c[0], 0.75) for c in (front, middle))
    count = 4 + round(3 * scene.plan.density)
    tall, least = _wooded(scene, meadow=meadow)
    for i in range(count):
        t = (i + 0.4) / (count - 0.6 + 0.4)
        base = horizon + (high * 0.97 - horizon) * t**1.15
        reach = (0.05 + 0.075 * np.sin(np.pi * min(1.0, t + 0.15))) * (1.2 if i < 2 else 1.0)
        sharp = i < count - 2
        line = NoiseLine(
            rng,
            frame.wide,
            0.85 - 0.25 * (not sharp),
            6 if sharp else 4,
            gain=0.46 if sharp else 0.36,
            ridged=sharp and rng.random() < 0.75,
        )
        near = min(1.0, t * 1.05)
        colour = mix(mix(haze, middle, min(1.0, near * 1.7)), front, max(0.0, (near - 0.45) / 0.55))
        mist = mix(haze, colour, 0.35 + 0.5 * near)
        firs = firs_along(scene, (0.018 + 0.05 * t * t) * tall) if t > least else None
        fog = _mist(scene) * (1 - t * 0.75)

        def layer(
            strip: Strip,
            base: float = base,
            reach: float = reach,
            line: NoiseLine = line,
            colour: Lab = colour,
            mist: Lab = mist,
            firs: F32 | None = firs,
            fog: float = fog,
            t: float = t,
        ) -> None:
            ground = np.float32(base) - np.float32(reach) * line.at(strip.x)
            edge = ground
            if firs is not None:
                at = strip.x.ravel() * np.float32((firs.size - 1) / frame.wide)
                edge = edge - np.interp(at, np.arange(firs.size), firs).astype(np.float32)[None, :]
            if strip.y[-1, 0] < float(edge.min()) - 2 * strip.px:
                return
            # Mist lies on the ground, not on the treetops: measured from them it would fall in
            # streaks.
            depth = strip.y - ground
            down = smooth(depth, 0.0, 0.26 - 0.08 * t) * np.float32(fog)
            lit = np.exp(-np.maximum(depth, 0) / np.float32(0.012)) * np.float32(0.12 * (1 - t))
            planes = tuple(
                c + down * np.float32(m - c) + lit * np.float32(h - c)
                for c, m, h in zip(colour, mist, haze, strict=True)
            )
            strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

        layers.append(layer)
    return layers


def _haze(scene: Scene, colours: Ramp) -> Lab:
    """What far ridges are lost in: the air, or fog that is white whatever the air is."""
    haze = colours.one(_air(scene))
    white = "fog" in scene.plan.motifs and not is_night(scene)
    return (haze[0], 0.45 * haze[1], 0.45 * haze[2]) if white else haze


def _air(scene: Scene) -> float:
    """Which tone of the sky far ridges are lost in (1: that at the horizon): they stand before a low sun,
    and under storm clouds in the dark.
    """
    if "storm" in scene.plan.motifs:
        return 0.62
    return 0.55 if scene.plan.time == "dusk" and not scene.coloured else 1.0


def _wooded(scene: Scene, *, meadow: bool) -> tuple[float, float]:
    """How tall the firs on the slopes are, and from which depth on they stand there: tall ones all
    over in a forest, some on the near slopes else, none on a meadow.
    """
    forest = "trees" in scene.plan.motifs
    wooded = forest or (scene.rng.random() < 0.55 and not meadow)
    if not (wooded and scene.shows("trees")):
        return 0.0, 2.0
    return (1.9, 0.3) if forest else (1.0, 0.5)


def _mist(scene: Scene) -> float:
    """How thick the mist in the valleys is."""
    if "fog" in scene.plan.motifs:
        return 0.92
    return 0.5 if scene.shows("fog") else 0.0


def _glitter(scene: Scene) -> float:
    """How strongly sun or moon glitter on the water; not at all where neither stands there."""
    if not scene.shows(scene.luminary):
        return 0.0
    return 0.9 if is_night(scene) or scene.plan.time in ("dusk", "dawn") else 0.55


def _sand_in_light(scene: Scene) -> tuple[Lab, Lab, float, float, float]:
    """Sand and its shade, how light each is, and how much of its own colour the shade has."""
    lit = sand(scene)
    coloured = bool(scene.plan.own("sand"))
    shade = scene.own("shade", lit if coloured else scene.paints.primary)
    top, low = (0.5, 0.15) if is_night(scene) else (0.76 if coloured else 0.86, 0.4)
    return lit, shade, top, low, 0.9 if scene.plan.own("shade") else 0.4


def dunes(scene: Scene) -> list[Layer]:
    """Dunes with a knife-edge crest between the lit and the shaded flank, fine ripples in front."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    high = frame.high
    horizon = high * {"top": 0.6, "bottom": 0.3}.get(scene.plan.space or "", 0.42)
    colours = sky(scene)
    layers: list[Layer] = [paint_sky(colours, horizon * 1.1)]
    if is_night(scene):
        layers.append(
            stars(scene, many_stars(scene, 420), horizon, at_lightness(p.light, 0.97, 0.3))
        )
    sun_x, sun_y = sun_at(scene, horizon, 0.7, 0.4)
    layers.append(light(scene, sun_x, sun_y, radius=0.085))
    base_sand, shaded, top, low, own_shade = _sand_in_light(scene)
    haze = colours.one(1.0)
    count = 3 + round(3 * scene.plan.density)
    from_left = sun_x < frame.wide / 2
    for i in range(count):
        t = (i + 0.5) / count
        base = horizon + (high * 1.02 - horizon) * (i / count) ** 1.1 + 0.02
        reach = 0.035 + 0.10 * t
        line = NoiseLine(rng, frame.wide, 1.0 - 0.2 * t, 2, gain=0.3)
        spine = NoiseLine(rng, frame.wide, 0.8, 2, gain=0.35)
        far = mix(haze, at_lightness(base_sand, top), 0.35 + 0.65 * t)
        lit = far if i else mix(far, haze, 0.3)
        shade_lab = mix(
            haze,
            mix(at_lightness(base_sand, low), at_lightness(shaded, low), own_shade),
            0.35 + 0.6 * t,
        )
        warp = Field(fractal(rng, frame, 0.6, 2, stretch=2.0))

        def layer(
            strip: Strip,
            base: float = base,
            reach: float = reach,
            line: NoiseLine = line,
            spine: NoiseLine = spine,
            lit: Lab = lit,
            shade_lab: Lab = shade_lab,
            warp: Field = warp,
            t: float = t,
        ) -> None:
            # A crest: smooth one way, sharp at its top (the windward and the slip face meet).
            curve = line.at(strip.x)
            edge = np.float32(base) - np.float32(reach) * (
                1 - np.abs(curve - np.float32(0.15)) * np.float32(1.3)
            )
            if strip.y[-1, 0] < float(edge.min()) - 2 * strip.px:
                return
            depth = np.maximum(strip.y - edge, 0)
            slow = strip.sample(warp)
            # The shaded flank begins at the crest line and runs down to one side of it.
            side = (curve - np.float32(0.15)) * np.float32(1 if from_left else -1)
            boundary = (
                side
                + np.float32(0.55) * spine.at(strip.x) * np.float32(0.3)
                + depth * np.float32(1.6) * (np.float32(0.4) + np.float32(0.2) * slow)
                - np.float32(0.04)
            )
            dark = smooth(boundary, -0.015 - 0.3 * t * 0.2, 0.16 + 0.1 * t) * np.exp(
                -depth / np.float32(0.34)
            )
            fall = smooth(depth, 0, 0.5) * np.float32(0.3)
            ripple = np.sin(
                (strip.y * np.float32(1.0) + np.float32(0.05) * slow + np.float32(0.12) * curve)
                * np.float32(300 - 130 * t)
            )
            fine = ripple * np.float32(0.012 * t * t) * (1 - dark) * smooth(depth, 0.0, 0.1)
            amount = np.clip(dark * np.float32(0.92) + fall, 0, 1)
            planes = [c + amount * np.float32(s - c) for c, s in zip(lit, shade_lab, strict=True)]
            planes[0] = planes[0] + fine
            strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

        layers.append(layer)
    return layers


def sea(scene: Scene) -> list[Layer]:
    """A horizon, a low sun or moon and its path of light on moving water."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    high = frame.high
    horizon = high * {"top": 0.64, "bottom": 0.4}.get(
        scene.plan.space or "", float(rng.uniform(0.5, 0.6))
    )
    colours = sky(scene)
    sun_x, sun_y = sun_at(scene, horizon, 0.84, 0.5)
    layers: list[Layer] = [paint_sky(colours, horizon)]
    night = is_night(scene)
    if night:
        layers.append(stars(scene, 300, horizon * 0.95, at_lightness(p.light, 0.97, 0.3)))
    layers.append(light(scene, sun_x, sun_y, radius=0.06))
    layers.append(veil(scene, colours, horizon, 0.55))
    if rng.random() < 0.55 and scene.shows("shore"):
        layers.append(_far_shore(scene, horizon, colours.one(1.0)))
    tile = waves_of(rng)
    seen, deep = (
        mirrored(scene, colours),
        at_lightness(scene.own("sea", _water(scene)), 0.13 if night else _depth(scene), 0.85),
    )
    glitter = at_lightness(p.warm, 0.95, 0.6)
    strength, kept, rough = _glitter(scene), np.float32(0.9), _rough(scene)

    def layer(strip: Strip) -> None:
        if strip.y[-1, 0] < horizon - strip.px:
            return
        y = np.maximum(strip.y - np.float32(horizon), np.float32(0.25 * strip.px))
        v = y / np.float32(high - horizon)
        reach = np.float32(0.02) + v
        # Perspective: rows of the tile crowd towards the horizon.
        column = (strip.x - np.float32(frame.wide / 2)) / reach * np.float32(58)
        row = np.float32(230) * np.log(reach / np.float32(0.02))
        first = tiled(tile, row + 0 * column, column)
        second = tiled(tile, row * np.float32(1.7) + 71, column * np.float32(1.6) + 33)
        ripple = np.float32(0.7) * first + np.float32(0.5) * second
        # Far waves are smaller than a pixel: their mean is what is seen.
        fade = smooth(v, 0.0, 0.12 + 14 * strip.px)
        tilt = np.clip(
            (1 - v) * np.float32(0.96) + ripple * rough * fade * (np.float32(0.5) + v),
            0,
            1,
        )
        planes = seen(np.ascontiguousarray(np.broadcast_to(tilt, ripple.shape)))
        sink = np.clip(
            np.float32(0.28) + np.float32(0.5) * v + np.float32(0.06) * ripple * fade, 0, 1
        )
        water = [
            c * kept + sink * (np.float32(d) - c * kept) for c, d in zip(planes, deep, strict=True)
        ]
        spread = np.float32(0.035) + np.float32(0.22) * v
        path = np.exp(-(((strip.x - np.float32(sun_x)) / spread) ** 2))
        glint = smooth(ripple + np.float32(1.25) * path, 0.95, 2.1) * fade + (
            1 - fade
        ) * np.float32(0.6)
        shine = np.clip(path * glint * np.float32(strength) * (1 - np.float32(0.35) * v), 0, 1)
        water = [c + shine * np.float32(k) - shine * c for c, k in zip(water, glitter, strict=True)]
        cover = np.clip(
            (strip.y - np.float32(horizon)) * np.float32(strip.unit) + np.float32(0.5), 0, 1
        )
        strip.blend(cover, (water[0], water[1], water[2]))

    return [*layers, layer, *rocks(scene, horizon), *beach(scene)]


def _water(scene: Scene) -> Lab:
    """The sea's own colour where the prompt gives it none: no brown one because a brand is."""
    own = scene.paints.primary
    greenish = 150 < hue(own) < 290 and chroma(own) > 0.03
    if 25 < hue(own) < 115 and scene.coloured and scene.plan.time in ("dusk", "dawn"):
        return (0.46, 0.035, -0.04)  # it mirrors a warm sky, and is no brown one below
    if (
        "clear_water" in scene.plan.motifs
        and scene.plan.time in (None, "day")
        and not scene.coloured
    ):
        return (0.72, -0.075, -0.035)
    return own if scene.coloured or greenish else of_a_sky(own)


def _rough(scene: Scene) -> np.float32:
    """How far waves tilt what the water mirrors."""
    return np.float32(0.16 if "storm" in scene.plan.motifs else 0.05)


def _depth(scene: Scene) -> float:
    """How light deep water is: shallow and clear where it is to be turquoise by day."""
    hues = {*scene.plan.named, scene.plan.own("sea")}
    by_day = scene.plan.time in (None, "day")
    clear = by_day and bool({"teal", "turquoise", "mint"} & hues)
    clear = clear or (by_day and "clear_water" in scene.plan.motifs)
    return 0.6 if clear else 0.36


def waves_of(rng: np.random.Generator) -> F32:
    """A tile of waves that repeats; its spread is 1."""
    tile = rng.standard_normal((256, 256)).astype(np.float32)
    spectrum = np.fft.fft2(tile)
    fy, fx = np.meshgrid(np.fft.fftfreq(256), np.fft.fftfreq(256), indexing="ij")
    # Crests lie along the shore: energy is kept where the wave runs towards us.
    keep = np.exp(-(((np.hypot(fx * 1.9, fy) - 0.06) / 0.05) ** 2))
    tile = np.real(np.fft.ifft2(spectrum * keep)).astype(np.float32)
    return np.asarray(tile / tile.std(), np.float32)


def _far_shore(scene: Scene, horizon: float, air: Lab) -> Layer:
    """A pale headland on the horizon, on one side."""
    colour = mix(air, at_lightness(_water(scene), 0.35), 0.45)
    line = NoiseLine(scene.rng, scene.frame.wide, 0.6, 4)
    left = scene.plan.space == "right" or (scene.plan.space != "left" and scene.rng.random() < 0.5)
    wide = scene.frame.wide

    def layer(strip: Strip) -> None:
        u = strip.x / np.float32(wide)
        slope = smooth(u, 0.62, 0.05) if left else smooth(u, 0.38, 0.95)
        edge = (
            np.float32(horizon)
            - slope * (np.float32(0.05) + np.float32(0.03) * line.at(strip.x))
            + np.float32(0.002)
        )
        cover = below(strip, edge) * (strip.y <= horizon + strip.px)
        strip.blend(cover * np.float32(0.85), colour)

    return layer


def clouds(scene: Scene) -> list[Layer]:
    """A sky with lit clouds by day, with stars, a faint galaxy and the moon by night."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    colours = sky(scene)
    layers: list[Layer] = [paint_sky(colours, frame.high * 1.02)]
    sun_x, sun_y = (
        scene.aside() * frame.wide,
        frame.high * (0.7 if scene.plan.space == "top" else float(rng.uniform(0.24, 0.5))),
    )
    if is_night(scene):
        band = fractal(rng, frame, 0.5, 5)
        x, y = grid(frame)
        angle = rng.uniform(-0.7, 0.7)
        across = (y - frame.high * 0.45) * np.cos(angle) - (x - frame.wide / 2) * np.sin(angle)
        galaxy = Field(
            (np.exp(-((across / 0.2) ** 2)) * np.clip(0.6 + 0.35 * band, 0, 1.6)).astype(np.float32)
        )
        tint = mix(at_lightness(p.second, 0.66), at_lightness(p.primary, 0.62), 0.5)

        def milky(strip: Strip) -> None:
            strip.blend(
                np.clip(strip.sample(galaxy), 0, 1.4)
                * np.float32(0.3)
                * (1 - np.float32(0.6) * scene.free(strip.x, strip.y)),
                tint,
            )

        layers.append(milky if scene.shows("stars") else nothing)
        layers.append(
            stars(
                scene,
                many_stars(scene, 420 + round(500 * scene.plan.density)),
                frame.high * 1.15,
                at_lightness(p.light, 0.98, 0.3),
            )
        )
        if "moon" in scene.plan.motifs or rng.random() < 0.6:
            layers.append(light(scene, sun_x, sun_y, radius=0.085))
    else:
        layers.append(light(scene, sun_x, sun_y, radius=0.06))
    many = "clouds" in scene.plan.motifs
    if "storm" in scene.plan.motifs:
        layers.append(veil(scene, colours, frame.high * 1.06, 0.95))
    elif scene.shows("clouds"):
        free = 0.75 - 1.1 * (scene.plan.density - 0.5) - (0.3 if many else 0.0)
        layers.append(lit_clouds(scene, colours, frame.high * 1.06, (sun_x, sun_y), free))
    if {"trees", "conifers"} & scene.plan.motifs:
        layers.append(tree_line(scene, colours))
    return layers
