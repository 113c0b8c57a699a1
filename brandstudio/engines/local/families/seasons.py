"""Seasons and celebrations: snow, blossom, autumn leaves, fireworks, confetti."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np

from ..canvas import Field, Lab, Layer, Strip, circle, smooth, vesica
from ..noise import NoiseLine, fractal
from ..paints import asked, at_lightness, hued, mix, ramp
from .heights import alpine
from .land import hills
from .lobed import lobed
from .materials import material
from .mirrors import still_water
from .mistyslopes import misty_slopes
from .scene import Scene, below, is_night, of_a_sky, paint_sky
from .stars import stars
from .ways import harbour_lamps


def fireworks(scene: Scene) -> list[Layer]:
    """Bursts of sparks over a dark skyline, their light in the smoke."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    ground = frame.high * 0.9
    air = p.primary if scene.coloured else of_a_sky(p.primary)
    night = ramp(at_lightness(air, 0.1, 0.6), at_lightness(air, 0.24, 0.7))
    layers: list[Layer] = [paint_sky(night, ground)]
    layers.append(stars(scene, 120, ground * 0.8, at_lightness(p.light, 0.9, 0.3)))
    colours = [at_lightness(c, 0.8, 1.1) for c in p.vivid()] + [at_lightness(p.warm, 0.9)]
    for _ in range(4 + round(5 * scene.plan.density)):
        layers.append(_burst(scene, ground, colours[int(rng.integers(len(colours)))]))
    steps = np.repeat(rng.uniform(0.02, 0.11, 60), 8).astype(np.float32)
    shade = at_lightness(air, 0.06, 0.4)
    panes = rng.random((64, 2048)) < 0.13
    lamp = at_lightness(p.warm, 0.78, 0.9)
    low = frame.high if scene.plan.space != "bottom" else ground + 0.02

    def skyline(strip: Strip) -> None:
        at = np.clip((strip.x / np.float32(frame.wide) * steps.size).astype(int), 0, steps.size - 1)
        roofs = np.float32(ground) - steps[at]
        strip.blend(below(strip, roofs), shade)
        # Windows, far away: a point of light each.
        across, down = strip.x / np.float32(0.0085), (strip.y - np.float32(ground - 0.12)) / 0.0125
        on = panes[np.clip(down.astype(int), 0, 63), np.clip(across.astype(int), 0, 2047)]
        inside = (np.mod(across, 1) < 0.45) & (np.mod(down, 1) < 0.45) & (strip.y < low)
        seen = (on & inside & (strip.y > roofs + np.float32(0.008))).astype(np.float32)
        strip.blend(seen * np.float32(0.75), lamp)

    if "water" in scene.plan.motifs:
        shore = 0.8 * frame.high
        above = layers.copy()
        return [*layers, still_water(scene, shore, above, shade), harbour_lamps(scene, shore)]
    layers.append(skyline)
    return layers


def _burst(scene: Scene, ground: float, tint: Lab) -> Layer:
    """One burst: sparks along rays that bend down, brightest at their ends."""
    frame, rng = scene.frame, scene.rng
    for _ in range(12):
        cx, cy = float(rng.uniform(0.1, 0.9)) * frame.wide, float(rng.uniform(0.12, 0.6)) * ground
        if scene.free_at(cx, cy) < 0.35:
            break
    radius = float(rng.uniform(0.13, 0.3))
    count = int(rng.integers(46, 80))
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False) + rng.normal(0, 0.04, count)
    lengths = radius * rng.uniform(0.72, 1.0, count)
    hot = mix(tint, (0.98, 0.0, 0.02), 0.6)

    def layer(strip: Strip) -> None:
        where = strip.window(cx - 2 * radius, cy - 2 * radius, cx + 2 * radius, cy + 2 * radius)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        away = np.hypot(x - np.float32(cx), y - np.float32(cy))
        strip.glow(np.float32(0.16) * np.exp(-((away / np.float32(radius)) ** 2)), tint, where)
        for angle, length in zip(angles, lengths, strict=True):
            _spark(strip, (cx, cy), (float(angle), float(length)), radius, (tint, hot))

    return layer


def _spark(
    strip: Strip,
    centre: tuple[float, float],
    ray: tuple[float, float],
    radius: float,
    tints: tuple[Lab, Lab],
) -> None:
    """One spark with its trail, which fades towards the centre and bends down as it falls."""
    (cx, cy), (angle, length) = centre, ray
    cos, sin, drop = float(np.cos(angle)), float(np.sin(angle)), 0.2 * radius
    tx, ty, edge = cx + cos * length, cy + sin * length + drop, 0.012
    where = strip.window(
        min(cx, tx) - edge, min(cy, ty) - edge, max(cx, tx) + edge, max(cy, ty) + edge
    )
    if where is None:
        return
    dx, dy = strip.x[:, where[1]] - np.float32(cx), strip.y[where[0]] - np.float32(cy)
    # A place on the trail is as far along as its own fall, once that is taken away, says.
    t = np.clip((dx * cos + dy * sin) / np.float32(length + drop * max(sin, 0.0)), 0, 1)
    fall = np.float32(drop) * t * t
    aside = np.abs((dy - fall) * np.float32(cos) - dx * np.float32(sin))
    thin = np.maximum(np.float32(0.0008) + np.float32(0.0011) * t, np.float32(0.6 * strip.px))
    inside = (dx * cos + (dy - fall) * sin) < np.float32(length)
    trail = np.asarray(np.exp(-((aside / thin) ** 2)) * t**2.5 * inside, np.float32)
    strip.glow(trail * np.float32(0.85), tints[0], where)
    strip.blend(np.clip(trail - np.float32(0.6), 0, 1), tints[1], where)
    tip = np.hypot(dx - np.float32(tx - cx), dy - np.float32(ty - cy))
    bright = np.exp(-((tip / np.float32(max(0.003, strip.px))) ** 2))
    strip.blend(np.asarray(bright, np.float32), tints[1], where)


#: What is seen in the sky when no snow falls.
_FAIR = frozenset({"clear_sky", "stars", "sun", "low_sun", "moon", "full_moon", "fog"})


def snow(scene: Scene) -> list[Layer]:
    """Hills under snow with firs, high mountains where they are asked for; flakes fall but under a
    clear sky.
    """
    if not scene.coloured:
        # Under snow a land has the colours of its sky, whatever its brand's are.
        cold_one = of_a_sky(scene.paints.primary)
        scene = replace(scene, paints=replace(scene.paints, primary=cold_one, second=cold_one))
    p, frame, motifs = scene.paints, scene.frame, scene.plan.motifs
    dark = is_night(scene)
    white = (0.58, -0.01, -0.042) if dark else (0.955, -0.003, -0.008)
    high = "mountains" in motifs
    layers = alpine(scene) if high else hills(scene)
    drift = NoiseLine(scene.rng, frame.wide, 0.9, 3)
    slope = Field(fractal(scene.rng, frame, 0.5, 4, stretch=3.0))
    base = frame.high * (0.86 if scene.plan.space == "bottom" else 0.8)
    cool = mix(white, at_lightness(p.primary, 0.6 if not dark else 0.35), 0.3)

    def cold(strip: Strip) -> None:
        # Snow lies over the whole land: its colours fade into the cold light of the sky.
        strip.blend(0.0 if high else 0.08, white)

    def ground(strip: Strip) -> None:
        edge = np.float32(base) - np.float32(0.05) * drift.at(strip.x)
        shade = np.clip(0.5 + 0.28 * strip.sample(slope), 0, 1)
        planes = tuple(c + shade * np.float32(w - c) for c, w in zip(cool, white, strict=True))
        strip.blend(below(strip, edge), (planes[0], planes[1], planes[2]))

    fair = bool(_FAIR & motifs) or scene.plan.time in ("dusk", "dawn")
    falling = "flakes" in motifs or not fair
    return [*layers, cold, ground, *(flakes(scene, (0.99, 0.0, 0.0)) if falling else [])]


def flakes(scene: Scene, colour: Lab) -> list[Layer]:
    """Snow that falls, near flakes large and faint."""
    frame, rng = scene.frame, scene.rng
    count = 240 + round(260 * scene.plan.density)
    spots = [
        (
            float(rng.random()) * frame.wide,
            float(rng.random()) * frame.high,
            float(rng.random()) ** 4,
        )
        for _ in range(count)
    ]

    def layer(strip: Strip) -> None:
        for x, y, near in spots:
            size = max(0.0014 + 0.009 * near, 0.7 * strip.px)
            where = strip.window(x - 2 * size, y - 2 * size, x + 2 * size, y + 2 * size)
            if where is None:
                continue
            far = np.hypot(strip.x[:, where[1]] - np.float32(x), strip.y[where[0]] - np.float32(y))
            strip.blend(
                smooth(far, size * 1.6, size * 0.3) * np.float32(0.85 - 0.35 * near), colour, where
            )

    return [layer]


def blossom(scene: Scene) -> list[Layer]:
    """Branches with five-petalled blossom before a soft sky, and petals that fall."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    pink = _voice(
        scene, (0.86, 0.07, 0.005), ("pink", "red", "purple", "white", "orange", "yellow")
    )
    behind_it = scene.backdrop
    pale = mix(p.light, (0.94, -0.015, -0.035), 0.5) if not p.night else p.ground
    behind = [n for n in scene.plan.named if n not in ("white", "black", "grey")][-1:]
    if "blue" in scene.plan.named:
        pale = at_lightness(p.primary, 0.9 if scene.plan.dark is False else 0.8)
    elif behind and not p.night:
        pale = at_lightness(asked(behind[0]) or p.primary, 0.93, 0.6)
    pale = behind_it or pale
    layers: list[Layer] = [
        lambda s: s.fill(ramp(pale, mix(pale, pink, 0.3))(s.y / np.float32(frame.high)))
    ]
    bark = (0.34, 0.02, 0.025)
    spots: list[tuple[float, float, float]] = []
    left = scene.plan.space == "right" or (scene.plan.space != "left" and rng.random() < 0.5)
    for _ in range(3 + round(2 * scene.plan.density)):
        x = -0.03 if left else frame.wide + 0.03
        y = float(rng.uniform(0.02, 0.55)) * frame.high
        if scene.plan.space == "top":
            y = float(rng.uniform(0.55, 1.0)) * frame.high
        heading = (0.15 if left else np.pi - 0.15) + float(rng.normal(0, 0.3))
        points = _branch(scene, x, y, heading)
        layers.append(_twig(points, bark))
        spots += [
            (a, b, float(rng.uniform(0.016, 0.036)))
            for a, b, _ in points[6:]
            if rng.random() < 0.75
        ]
    if "foliage" in scene.plan.motifs:
        layers += _young_leaves(scene, spots)
    for x, y, size in spots:
        if scene.free_at(x, y) < 0.5:
            jx, jy = rng.normal(0, 0.022, 2)
            layers.append(_flower(scene, x + float(jx), y + float(jy), size, pink))
    for _ in range(14):
        x, y = float(rng.random()) * frame.wide, float(rng.random()) * frame.high
        layers.append(
            _leaf(x, y, float(rng.uniform(0, np.pi)), 0.022, 0.012, mix(pink, p.light, 0.3))
        )
    return layers


def _young_leaves(scene: Scene, spots: list[tuple[float, float, float]]) -> list[Layer]:
    """Two fresh leaves beside every other blossom."""
    rng, out = scene.rng, []
    for x, y, size in spots[::2]:
        for _ in range(2):
            turn, reach = float(rng.uniform(0, 2 * np.pi)), size * float(rng.uniform(1.3, 1.9))
            green = (float(rng.uniform(0.58, 0.74)), -0.085, 0.095)
            at = (x + reach * float(np.cos(turn)), y + reach * float(np.sin(turn)))
            out.append(_leaf(*at, turn, size * 1.9, size * 0.85, green, rib=True))
    return out


def _voice(scene: Scene, own: Lab, named: tuple[str, ...]) -> Lab:
    """The thing's own colour, or the prompt's where it names one that suits it."""
    asked = [n for n in scene.plan.named if n in named]
    return at_lightness(scene.paints.primary, own[0]) if asked else own


def _branch(scene: Scene, x: float, y: float, heading: float) -> list[tuple[float, float, float]]:
    """Points along a bent branch with its half width, in units."""
    rng = scene.rng
    length = float(rng.uniform(0.45, 0.75)) * min(1.3, scene.frame.wide)
    out = []
    for i in range(26):
        heading += float(rng.normal(0, 0.11))
        x += float(np.cos(heading)) * length / 26
        y += float(np.sin(heading)) * length / 26
        out.append((x, y, 0.0085 * (1 - i / 30)))
    return out


def _twig(points: list[tuple[float, float, float]], colour: Lab) -> Layer:
    def layer(strip: Strip) -> None:
        for (ax, ay, half), (bx, by, _) in itertools.pairwise(points):
            where = strip.window(
                min(ax, bx) - 0.02, min(ay, by) - 0.02, max(ax, bx) + 0.02, max(ay, by) + 0.02
            )
            if where is None:
                continue
            x, y = strip.x[:, where[1]], strip.y[where[0]]
            dx, dy = bx - ax, by - ay
            t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
            far = np.hypot(x - (ax + t * dx), y - (ay + t * dy)).astype(np.float32)
            strip.blend(strip.edge(far - np.float32(half)), colour, where)

    return layer


def _flower(scene: Scene, cx: float, cy: float, size: float, colour: Lab) -> Layer:
    turn = float(scene.rng.uniform(0, 2 * np.pi))
    tint = mix(colour, scene.paints.light, float(scene.rng.uniform(0.0, 0.5)))
    heart, edge = mix(tint, (0.62, 0.14, 0.02), 0.45), mix(tint, (0.99, 0.0, 0.0), 0.35)

    def layer(strip: Strip) -> None:
        where = strip.window(cx - size, cy - size, cx + size, cy + size)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        far = np.hypot(x - np.float32(cx), y - np.float32(cy))
        shade = np.clip(far / np.float32(size), 0, 1)
        planes = tuple(h + shade * np.float32(e - h) for h, e in zip(heart, edge, strict=True))
        for i in range(5):
            angle = turn + i * 2 * np.pi / 5
            px, py = cx + np.cos(angle) * size * 0.5, cy + np.sin(angle) * size * 0.5
            petal = vesica(x, y, px, py, angle, size * 0.98, size * 0.66)
            strip.blend(strip.edge(petal), (planes[0], planes[1], planes[2]), where)
        strip.blend(strip.edge(circle(x, y, cx, cy, size * 0.13)), (0.85, 0.02, 0.13), where)

    return layer


def leaves(scene: Scene) -> list[Layer]:
    """Autumn leaves: soft light behind, leaves of many colours that fall and gather at the foot."""
    p, frame, rng = scene.paints, scene.frame, scene.rng
    autumn = [(0.66, 0.11, 0.12), (0.72, 0.05, 0.14), (0.5, 0.13, 0.08), (0.8, 0.01, 0.14)]
    first = next(iter(hued(scene.plan.named)), "")
    # A leaf has a colour of autumn: of blue or grey nothing is added.
    turned = first in ("red", "orange", "yellow", "brown", "gold", "rust", "ochre", "terracotta")
    pool = [*autumn, *([at_lightness(p.primary, 0.6)] if first and not turned else [])]
    light = (
        mix(p.light, (0.93, 0.02, 0.07), 0.6)
        if not p.night
        else mix(p.ground, (0.4, 0.04, 0.06), 0.5)
    )
    deep = mix(light, (0.68, 0.06, 0.11), 0.5)
    own = asked(hued(scene.plan.named)[0]) if hued(scene.plan.named) else None
    if turned and not p.night:
        own = None  # leaves of a colour lie on a paler one of its kind, not on the same
        light, deep = (
            mix(light, (0.93, 0.02, 0.06), 0.5),
            mix(light, at_lightness(asked(first) or light, 0.8), 0.5),
        )
    if own is not None:
        light = at_lightness(own, 0.3 if p.night else 0.62)
        deep = at_lightness(own, 0.2 if p.night else 0.48)
    behind = scene.backdrop
    if behind is not None:
        light, deep = at_lightness(behind, min(0.98, behind[0] + 0.04)), behind
    layers: list[Layer] = [lambda s: s.fill(ramp(light, deep)(s.y / np.float32(frame.high)))]
    surface = material(scene)
    if surface is not None:
        layers = surface
    elif {"slopes", "fog"} & scene.plan.motifs and behind is None:
        layers = misty_slopes(scene, light, deep)
    for _ in range(22 if surface is None and behind is None else 0):
        x, y, r = (float(v) for v in rng.random(3))
        layers.append(
            _glimmer(x * frame.wide, y * frame.high, 0.03 + 0.09 * r, mix(light, pool[1], 0.35))
        )
    for i in range(70 + round(110 * scene.plan.density)):
        near = i / 180
        x = float(rng.uniform(-0.02, 1.02)) * frame.wide
        drop = float(rng.beta(2.2, 1.0) if scene.plan.space != "bottom" else rng.beta(1.0, 2.2))
        y = drop * frame.high
        if scene.free_at(x, y) > 0.25 + 0.2 * rng.random():
            continue
        size = float(rng.uniform(0.024, 0.056)) * (0.6 + 1.3 * near**2)
        tint = pool[int(rng.integers(len(pool)))]
        tint = mix(tint, (0.3, 0.03, 0.03), 0.2 * float(rng.random()))
        if surface is not None:
            layers.append(_fallen(x, y, size))
        turn = float(rng.uniform(0, 2 * np.pi))
        if i % 3 or "maple" in scene.plan.motifs:
            layers.append(lobed(x, y, turn, size * 1.25, tint, _softness(near, size)))
        else:
            layers.append(_leaf(x, y, turn, size * 2, size, tint, rib=True))
    return layers


def _softness(near: float, size: float) -> float:
    """How far out of focus a leaf is: those nearest to us are, and none in the middle."""
    return 0.16 * size * max(0.0, near - 0.62) / 0.38


def _fallen(x: float, y: float, size: float) -> Layer:
    """The shade of a leaf that lies on the ground."""

    def layer(strip: Strip) -> None:
        reach = size * 1.6
        where = strip.window(x - reach, y - reach, x + reach, y + reach)
        if where is not None:
            away = circle(strip.x[:, where[1]], strip.y[where[0]], x + 0.01, y + 0.014, size * 0.7)
            strip.shade(smooth(away, 0.5 * size, -0.5 * size) * np.float32(0.35), where)

    return layer


def _leaf(
    cx: float,
    cy: float,
    angle: float,
    length: float,
    wide: float,
    colour: Lab,
    *,
    rib: bool = False,
) -> Layer:
    cos, sin = np.float32(np.cos(angle)), np.float32(np.sin(angle))
    lit, shade = mix(colour, (0.95, 0.0, 0.05), 0.16), mix(colour, (0.2, 0.0, 0.0), 0.14)

    def layer(strip: Strip) -> None:
        where = strip.window(cx - length, cy - length, cx + length, cy + length)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        cover = strip.edge(vesica(x, y, cx, cy, angle, length, wide))
        across = (y - np.float32(cy)) * cos - (x - np.float32(cx)) * sin
        half = smooth(across, -0.001, 0.001)
        planes = tuple(a + half * np.float32(b - a) for a, b in zip(lit, shade, strict=True))
        strip.blend(cover, (planes[0], planes[1], planes[2]), where)
        if rib:
            line = strip.edge(np.abs(across) - np.float32(0.0009))
            strip.blend(cover * line * np.float32(0.6), mix(colour, (0.2, 0.02, 0.02), 0.5), where)

    return layer


def _glimmer(cx: float, cy: float, radius: float, colour: Lab) -> Layer:
    def layer(strip: Strip) -> None:
        where = strip.window(cx - radius, cy - radius, cx + radius, cy + radius)
        if where is None:
            return
        away = circle(strip.x[:, where[1]], strip.y[where[0]], cx, cy, radius)
        strip.blend(smooth(away, 0.0, -0.4 * radius) * np.float32(0.35), colour, where)

    return layer
