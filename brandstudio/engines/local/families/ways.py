"""Ways by land and water: a road into the hills, a harbour with boats."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, convex, smooth
from ..noise import NoiseLine
from ..paints import asked, at_lightness, mix
from .grounds import tiled
from .land import hills, sea
from .scene import Scene, below, is_night
from .seaside import seaside


def road(scene: Scene) -> list[Layer]:
    """A road that winds from the foot of the picture to the hills, its middle line broken."""
    frame, rng = scene.frame, scene.rng
    layers = hills(scene)
    top = frame.high * (0.7 if scene.plan.space == "top" else 0.6)
    dark = is_night(scene)
    field = _beside_the_road(scene)
    tar = (0.2, 0.0, -0.005) if dark else (0.42, 0.0, -0.006)
    if trodden := "path" in scene.plan.motifs:
        tar = (0.3, 0.008, 0.02) if dark else (0.74, 0.02, 0.055)
    line = (0.75, 0.0, 0.02) if dark else (0.95, 0.0, 0.02)
    end = scene.aside(0.4, 0.6) * frame.wide
    bend = float(rng.uniform(0.06, 0.2)) * float(rng.choice([-1, 1])) * frame.wide
    start = float(np.clip(end + rng.uniform(-0.12, 0.12) * frame.wide, 0.25, 0.75 * frame.wide))
    swell = NoiseLine(rng, frame.wide, 1.0, 2)
    near_field = at_lightness(field, 0.8 * field[0])
    blades = rng.standard_normal((256, 256)).astype(np.float32)

    def middle(t: F32) -> F32:
        """Where the road's middle lies at depth ``t``: 0 at the horizon, 1 at the foot."""
        return (
            np.float32(end)
            + np.float32(start - end) * t
            + np.float32(bend) * np.sin(np.pi * np.sqrt(t)) * (1 - t)
        )

    def ground(strip: Strip) -> None:
        edge = np.float32(top) - np.float32(0.012) * swell.at(strip.x)
        t = np.clip((strip.y - np.float32(top)) / np.float32(frame.high - top), 0, 1)
        planes = [a + t * np.float32(b - a) for a, b in zip(field, near_field, strict=True)]
        depth = t + np.float32(0.035)
        away = np.float32(34) * np.log(depth / np.float32(0.035))
        across = (strip.x - np.float32(end)) / depth * np.float32(30)
        tufts = tiled(blades, away * np.float32(0.5), across) + np.float32(0.7) * tiled(
            blades, away * np.float32(0.06), across * np.float32(0.09)
        )
        planes[0] = planes[0] + np.float32(0.022) * tufts * smooth(t, 0.0, 0.25)
        strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

    def way(strip: Strip) -> None:
        if strip.y[-1, 0] < top:
            return
        t = np.clip((strip.y - np.float32(top)) / np.float32(frame.high - top), 0, 1)
        half = np.float32(0.005) + np.float32(0.21) * t**1.25
        away = np.abs(strip.x - middle(t))
        seen = (strip.y > top).astype(np.float32)
        strip.blend(
            strip.edge(np.asarray(away - half * 1.06, np.float32)) * seen,
            mix(tar, line if not trodden else field, 0.55),
        )
        strip.blend(strip.edge(np.asarray(away - half, np.float32)) * seen, tar)
        if trodden:
            return
        depth = 1 / (t + np.float32(0.055))
        dash = (np.mod(depth * np.float32(3.1), 1.0) < 0.5).astype(np.float32)
        mark = strip.edge(np.asarray(away - half * np.float32(0.028), np.float32))
        strip.blend(mark * dash * seen, line)

    water = [seaside(scene, top, left=bend > 0)] if "seaward" in scene.plan.motifs else []
    return [*layers, ground, *water, way]


def _beside_the_road(scene: Scene) -> Lab:
    """The colour of the land that a road runs through."""
    p, dark = scene.paints, is_night(scene)
    grass = at_lightness(p.primary, 0.16 if dark else 0.5, 0.8)
    # Fields are green where neither season nor prompt says otherwise.
    green = (0.2, -0.05, 0.05) if dark else (0.66, -0.085, 0.105)
    field = grass if scene.plan.named else green
    if scene.plan.mood == "winter" and not scene.plan.named:
        field = (0.3, -0.01, -0.03) if dark else (0.88, -0.004, -0.014)
    if scene.plan.mood == "earthy" and not scene.plan.named and not dark:
        field = (0.68, -0.045, 0.1)
    if scene.plan.mood == "autumn" and not scene.plan.named and not dark:
        field = (0.62, 0.03, 0.1)
    if "wheat" in scene.plan.motifs:
        field = (0.34, 0.02, 0.06) if dark else (0.76, 0.022, 0.12)
    if "desert" in scene.plan.motifs:
        field = (0.3, 0.02, 0.04) if dark else (0.76, 0.028, 0.075)
    return field


def harbour(scene: Scene) -> list[Layer]:
    """Still water with sailing boats at anchor, their masts mirrored, and a quay in front."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    layers = sea(scene)
    horizon = frame.high * {"top": 0.62, "bottom": 0.4}.get(scene.plan.space or "", 0.55)
    dark = is_night(scene)
    hull = at_lightness(p.dark, 0.14 if dark else 0.24)
    count = 4 + round(4 * scene.plan.density) if scene.plan.boats is None else scene.plan.boats
    if not scene.shows("boats"):
        count = 0
    boats: list[tuple[float, float, float]] = []
    for _ in range(count * 3 if scene.plan.boats is None else 200):
        x = float(rng.uniform(0.04, 0.96)) * frame.wide
        size = float(rng.uniform(0.07, 0.17))
        if scene.free_at(x, horizon) > 0.3 or any(
            abs(x - b[0]) < 0.7 * (size + b[2]) for b in boats
        ):
            continue
        boats.append((x, horizon + 0.02 + 0.5 * (size - 0.05), size))
    for x, y, size in sorted(boats[:count], key=lambda b: b[1]):
        sail = at_lightness(
            mix(p.light, p.accent, 0.25 * float(rng.random())), 0.5 if dark else 0.93, 0.6
        )
        own = asked(scene.plan.sails)
        layers.append(_boat(x, y, size, hull, own or sail))
    if "lamps" in scene.plan.motifs:
        layers.append(harbour_lamps(scene, horizon))
    if scene.plan.space != "bottom" and scene.shows("jetty"):
        quay = at_lightness(p.dark, 0.1 if dark else 0.2)
        edge = frame.high * 0.93

        def front(strip: Strip) -> None:
            strip.blend(below(strip, np.full((1, strip.width), edge, np.float32)), quay)
            for post in np.arange(0.06, frame.wide, 0.17):
                where = strip.window(post - 0.014, edge - 0.035, post + 0.014, frame.high)
                if where is not None:
                    shape = np.abs(strip.x[:, where[1]] - np.float32(post)) - np.float32(0.011)
                    rows = np.float32(edge - 0.03) - strip.y[where[0]]
                    strip.blend(strip.edge(np.maximum(shape, rows)), quay, where)

        layers.append(front)
    return layers


def harbour_lamps(scene: Scene, horizon: float) -> Layer:
    """Lamps along the far shore, each with its path of light on the water."""
    frame, rng = scene.frame, scene.rng
    glow = at_lightness(scene.paints.warm, 0.88, 1.0)
    spots = [
        (float(x), float(rng.uniform(0.004, 0.022)), float(rng.uniform(0.12, 0.3)))
        for x in np.sort(rng.uniform(0.02, 0.98, 26)) * frame.wide
    ]
    ripples = NoiseLine(rng, frame.high, 0.012, 3, gain=0.6)
    roofs = NoiseLine(rng, frame.wide, 0.09, 4, gain=0.6)
    shade = at_lightness(scene.paints.primary, 0.22, 0.6)

    def layer(strip: Strip) -> None:
        steps = np.round(roofs.at(strip.x) * 3) / np.float32(2)
        town = np.float32(horizon - 0.02) - np.float32(0.012) * steps
        strip.blend(below(strip, town) * (strip.y < horizon), shade)
        for x, up, down in spots:
            where = strip.window(x - 0.05, horizon - 0.07, x + 0.05, horizon + down)
            if where is None:
                continue
            u, v = strip.x[:, where[1]] - np.float32(x), strip.y[where[0]]
            far = np.hypot(u, v - np.float32(horizon - up))
            bulb = np.exp(-((far / np.float32(0.0032)) ** 2))
            halo = np.float32(0.3) * np.exp(-far / np.float32(0.012))
            below_line = np.clip((v - np.float32(horizon)) / np.float32(down), 0, 1)
            sway = np.float32(0.006) * ripples.at(v.reshape(1, -1)).reshape(-1, 1)
            path = np.exp(
                -(((u + sway) / (np.float32(0.0035) + np.float32(0.007) * below_line)) ** 2)
            )
            broken = np.clip(np.float32(0.45) + ripples.at(v.reshape(1, -1)).reshape(-1, 1), 0, 1)
            path = path * (1 - below_line) * broken * (v > horizon)
            amount = np.clip(bulb + halo + np.float32(0.8) * path, 0, 1)
            strip.blend(np.asarray(amount, np.float32), glow, where)

    return layer


def _boat(cx: float, cy: float, size: float, hull: Lab, sail: Lab) -> Layer:
    """A hull, a mast and two sails, with a short mirror image below the water line."""
    lean = 0.02 * size
    parts = [
        ([(-0.5, -0.09), (0.52, -0.09), (0.36, 0.03), (-0.38, 0.03)], hull),
        ([(-0.012, -1.22), (0.012, -1.22), (0.012, -0.08), (-0.012, -0.08)], hull),
        ([(0.04, -1.12), (0.42, -0.16), (0.04, -0.16)], sail),
        ([(-0.04, -0.98), (-0.04, -0.16), (-0.36, -0.16)], mix(sail, hull, 0.18)),
    ]

    def layer(strip: Strip) -> None:
        for mirrored in (True, False):
            top = cy - (0.1 if mirrored else 1.3) * size
            low = cy + (0.9 if mirrored else 0.1) * size
            where = strip.window(cx - 0.6 * size, top, cx + 0.6 * size, low)
            if where is None:
                continue
            x, y = strip.x[:, where[1]], strip.y[where[0]]
            sign = -0.62 if mirrored else 1.0
            share = np.float32(0.3 if mirrored else 1.0)
            for corners, colour in parts:
                placed = [(cx + a * size + lean * b, cy + sign * b * size) for a, b in corners]
                strip.blend(strip.edge(convex(x, y, placed)) * share, colour, where)

    return layer
