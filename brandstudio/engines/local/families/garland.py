"""What hangs across a party: pennants, cut paper, strings of lamps, streamers, balloons."""

from __future__ import annotations

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, circle, convex, ellipse, smooth
from ..paints import asked, at_lightness, chroma, hued, mix, ramp
from .scene import Scene
from .softfocus import SoftFocus, discs, scattered


def garland(scene: Scene) -> list[Layer]:
    """Pennants, cut paper, lamps, streamers or balloons, as they are named, before a plain ground or
    the evening.
    """
    motifs = scene.plan.motifs
    lamps = "bulbs" in motifs
    late = scene.plan.time in ("dusk", "night")
    dark = lamps and (late or scene.plan.dark is not False)
    layers = _evening(scene) if dark else [_ground(scene)]
    drawn = False
    if "streamers" in motifs:
        layers += _streamers(scene)
        drawn = True
    if "balloons" in motifs:
        layers += _balloons(scene)
        drawn = True
    if lamps:
        return [*layers, *_strings(scene, dark=dark)]
    if "cut_paper" in motifs or not drawn or "bunting" in motifs:
        layers += _pennants(scene, cut="cut_paper" in motifs)
    return layers


def _inks(scene: Scene) -> list[Lab]:
    """Lively colours: those that are named, else the brand's and what goes with them."""
    p, plan = scene.paints, scene.plan
    named = [c for c in (asked(n) for n in hued(plan.named)) if c is not None]
    if len(named) > 1:
        return named
    own = [at_lightness(c, float(np.clip(c[0], 0.5, 0.8)), 1.1) for c in p.vivid()]
    if plan.mood == "playful" or "cut_paper" in plan.motifs:
        own += [(0.66, 0.19, 0.05), (0.82, 0.02, 0.15), (0.66, -0.1, -0.05), (0.7, 0.13, 0.12)]
    return named * 2 + own if named else own


def _ground(scene: Scene) -> Layer:
    """A pale ground; the colour behind is the one named last."""
    p, plan, frame = scene.paints, scene.plan, scene.frame
    tone = mix(p.light, at_lightness(p.primary, 0.9), 0.25)
    named = [asked(n) for n in plan.named]
    behind = scene.backdrop
    named = [behind] if behind is not None else named
    if len(named) == 1 and named[0] is not None:
        tone = at_lightness(named[0], max(0.86, named[0][0]) if plan.dark is not True else 0.3)
    tones = ramp(at_lightness(tone, min(0.98, tone[0] + 0.04)), at_lightness(tone, tone[0] - 0.05))
    cx = 0.5 * frame.wide

    def layer(strip: Strip) -> None:
        far = np.hypot(strip.x - np.float32(cx), strip.y - np.float32(0.5 * frame.high))
        strip.fill(tones(np.clip(np.asarray(far / np.float32(frame.long * 0.7), np.float32), 0, 1)))

    return layer


def _evening(scene: Scene) -> list[Layer]:
    """A garden at night, out of focus."""
    frame, p = scene.frame, scene.paints
    work = SoftFocus(scene)
    deep = at_lightness(mix(p.primary, (0.3, -0.02, -0.03), 0.4), 0.15, 0.9)
    glow = at_lightness(mix(p.primary, (0.4, 0.01, -0.02), 0.4), 0.36, 0.9)
    t = work.y / np.float32(frame.high) + 0 * work.x
    work.fill(ramp(at_lightness(deep, 0.2), glow, deep)(np.asarray(t, np.float32)))
    for _ in range(16):
        x, r = float(scene.rng.random()) * frame.wide, float(scene.rng.uniform(0.06, 0.2))
        y = float(scene.rng.uniform(0.66, 1.0)) * frame.high
        mask = work.mask(lambda pen, x=x, y=y, r=r: pen.oval(x, y, r, r), 0.05)  # type: ignore[misc]
        work.lay(mask * np.float32(0.55), (0.17, -0.025, 0.012))
    warm = (0.86, 0.03, 0.12)
    box = (0.0, frame.high * 0.1, frame.wide, frame.high * 0.75)
    return [
        work.layer(),
        discs(scattered(scene, 34, [warm, (0.9, 0.01, 0.06)], box, (0.01, 0.05), (0.1, 0.4))),
    ]


def _lines(scene: Scene, count: int) -> list[tuple[float, float, float]]:
    """Strings across the top: where each begins and ends, and how far it sags."""
    rng, frame, side = scene.rng, scene.frame, scene.plan.space
    low = {"top": 0.9, "middle": 0.13}.get(side or "", 0.42)
    flat = {"middle": 0.45, "left": 0.5, "right": 0.5}.get(side or "", 1.0)
    lines = []
    for i in range(count):
        first, last = (
            (float(rng.uniform(0.0, 0.12)) + low * i / count) * frame.high for _ in range(2)
        )
        # Hung from the corner above what is to stay free, the strings fall away from it.
        if side == "left":
            first, last = 0.1 * first, last + 0.1 * frame.high * i
        elif side == "right":
            first, last = first + 0.1 * frame.high * i, 0.1 * last
        lines.append((first, last, flat * float(rng.uniform(0.08, 0.17))))
    return lines


def _at(line: tuple[float, float, float], u: F32 | float) -> F32 | float:
    """The height of a string at a share of the width."""
    first, last, sag = line
    return first + (last - first) * u + 4 * sag * u * (1 - u)


def _string(scene: Scene, line: tuple[float, float, float], colour: Lab) -> Layer:
    wide = scene.frame.wide

    def layer(strip: Strip) -> None:
        y = _at(line, strip.x / np.float32(wide))
        away = np.abs(strip.y - y) - np.float32(0.0014)
        strip.blend(strip.edge(np.asarray(away, np.float32)), colour)

    return layer


def _strings(scene: Scene, *, dark: bool) -> list[Layer]:
    """Strings of lamps, each with its halo."""
    frame, rng = scene.frame, scene.rng
    layers: list[Layer] = []
    warm = (0.95, 0.018, 0.08)
    wire = (0.1, 0.0, 0.0) if dark else (0.35, 0.0, 0.0)
    for line in _lines(scene, 3):
        layers.append(_string(scene, line, wire))
        count = round(frame.wide / 0.1)
        bulbs = [
            ((i + 0.5 + float(rng.normal(0, 0.06))) / count, float(rng.uniform(0.009, 0.013)))
            for i in range(count)
        ]

        def lamps(
            strip: Strip,
            line: tuple[float, float, float] = line,
            bulbs: list[tuple[float, float]] = bulbs,
        ) -> None:
            for u, size in bulbs:
                x, y = u * frame.wide, float(_at(line, u)) + size * 1.5
                reach = size * 9
                where = strip.window(x - reach, y - reach, x + reach, y + reach)
                if where is None:
                    continue
                a, b = strip.x[:, where[1]], strip.y[where[0]]
                far = circle(a, b, x, y, size)
                halo = np.exp(-np.maximum(far, 0) / np.float32(size * 1.7)) * smooth(
                    far, reach - size, 0.0
                )
                strip.glow(
                    np.asarray(halo * np.float32(0.75 if dark else 0.3), np.float32),
                    (0.88, 0.045, 0.13),
                    where,
                )
                strip.blend(strip.edge(ellipse(a, b, x, y, size * 0.85, size * 1.1)), warm, where)
                cap = convex(
                    a,
                    b,
                    [
                        (x - size * 0.4, y - size * 1.7),
                        (x + size * 0.4, y - size * 1.7),
                        (x + size * 0.4, y - size * 0.9),
                        (x - size * 0.4, y - size * 0.9),
                    ],
                )
                strip.blend(strip.edge(cap), wire, where)

        layers.append(lamps)
    return layers


def _pennants(scene: Scene, *, cut: bool) -> list[Layer]:
    """Rows of pennants, or of squares of cut paper with their holes."""
    frame, rng = scene.frame, scene.rng
    inks = _inks(scene)
    layers: list[Layer] = []
    cord = at_lightness(scene.paints.dark, 0.4, 0.5)
    for at, line in enumerate(_lines(scene, 3 if not cut else 2)):
        layers.append(_string(scene, line, cord))
        step = float(rng.uniform(0.105, 0.125)) * (1.9 if cut else 1.0)
        count = int(frame.wide / step) + 2
        first = float(rng.uniform(-0.5, 0)) * step
        flags = [(first + i * step, inks[(i * 2 + at) % len(inks)]) for i in range(count)]

        def hung(
            strip: Strip,
            line: tuple[float, float, float] = line,
            flags: list[tuple[float, Lab]] = flags,
            step: float = step,
        ) -> None:
            for x, ink in flags:
                _flag(strip, (x, step, frame.wide), line, ink, cut=cut)

        layers.append(hung)
    return layers


def _flag(
    strip: Strip,
    at: tuple[float, float, float],
    line: tuple[float, float, float],
    ink: Lab,
    *,
    cut: bool,
) -> None:
    x, step, wide = at
    half = step * 0.44
    tall = step * (0.86 if cut else 1.0)
    y0, y1 = float(_at(line, (x - half) / wide)), float(_at(line, (x + half) / wide))
    low = max(y0, y1) + tall
    where = strip.window(x - half, min(y0, y1), x + half, low + 0.02)
    if where is None:
        return
    a, b = strip.x[:, where[1]], strip.y[where[0]]
    tip = (y0 + y1) / 2 + tall
    corners = [(x - half, y0), (x + half, y1), (x, tip)]
    if cut:
        corners = [(x - half, y0), (x + half, y1), (x + half, y1 + tall), (x - half, y0 + tall)]
    drop = [(c[0] + 0.004, c[1] + 0.011) for c in corners]
    strip.shade(
        np.asarray(np.float32(0.14) * smooth(convex(a, b, drop), 0.007, -0.007), np.float32), where
    )
    cover = strip.edge(convex(a, b, corners))
    if cut:
        cover = cover * (
            1
            - _holes(
                (a - np.float32(x)) / np.float32(half),
                (b - np.float32((y0 + y1) / 2)) / np.float32(tall),
                strip.px / half,
            )
        )
    fold = smooth(np.asarray((a - np.float32(x)) / np.float32(half) + 0 * b, np.float32), -1, 1)
    planes = (np.float32(ink[0] + 0.025) - np.float32(0.07) * fold, ink[1], ink[2])
    strip.blend(np.asarray(cover, np.float32), planes, where)


def _holes(u: F32, v: F32, px: float) -> F32:
    """What is cut out of a sheet: a flower with its leaves, a row of rounds, a fringe."""
    far = np.hypot(u, (v - np.float32(0.46)) * np.float32(1.75))
    turn = np.arctan2((v - np.float32(0.46)) * np.float32(1.75), u)
    flower = np.abs(far - np.float32(0.3) - np.float32(0.12) * np.cos(turn * 8)) - np.float32(0.05)
    heart = far - np.float32(0.1)
    rays = np.maximum(
        np.abs(np.mod(turn * np.float32(8 / np.pi), 2) - 1) - np.float32(0.3),
        np.abs(far - np.float32(0.64)) - np.float32(0.1),
    )
    across = np.mod(u * np.float32(4.5), 1) - np.float32(0.5)
    dots = np.hypot(
        across / np.float32(4.5), (v - np.float32(0.1)) * np.float32(1.75)
    ) - np.float32(0.065)
    scallop = (v - np.float32(0.92)) * np.float32(1.75) + np.float32(0.12) * np.abs(
        np.sin(u * np.float32(np.pi * 4.5))
    )
    away = np.minimum(np.minimum(flower, heart), np.minimum(rays, dots))
    inside = np.clip(np.float32(0.5) - away / np.float32(px), 0, 1)
    fringe = np.clip(np.float32(0.5) + scallop / np.float32(px), 0, 1)
    return np.asarray(np.maximum(inside, fringe), np.float32)


def _streamers(scene: Scene) -> list[Layer]:
    """Paper ribbons that fall in curls from above, lit where they turn to the light."""
    frame, rng = scene.frame, scene.rng
    inks = _inks(scene)
    layers: list[Layer] = []
    for i in range(9 + round(6 * scene.plan.density)):
        x = float(rng.uniform(-0.02, 1.02)) * frame.wide
        if scene.free_at(x, 0.3 * frame.high) > 0.5:
            continue
        end = (
            frame.high
            * float(rng.uniform(0.35, 0.95))
            * (0.6 if abs(x / frame.wide - 0.5) < 0.24 else 1.0)
        )
        layers.append(
            _streamer(
                x,
                end,
                0.018 + 0.014 * float(rng.random()),
                float(rng.uniform(26, 40)),
                float(rng.uniform(0, 6)),
                inks[i % len(inks)],
                float(rng.normal(0, 0.1)),
            )
        )
    return layers


def _streamer(
    x: float, end: float, sway: float, turns: float, phase: float, ink: Lab, lean: float
) -> Layer:
    lit, dim = at_lightness(ink, min(0.96, ink[0] + 0.14)), at_lightness(ink, ink[0] * 0.72)

    def layer(strip: Strip) -> None:
        if strip.y[0, 0] > end + 0.02:
            return
        reach = sway * 1.5 + abs(lean) * end + 0.03
        where = strip.window(x - reach, -0.01, x + reach, end)
        if where is None:
            return
        y = strip.y[where[0]]
        angle = y * np.float32(turns) + np.float32(phase)
        grow = np.float32(sway) * smooth(y, -0.2, end)
        middle = np.float32(x) + grow * np.sin(angle) + np.float32(lean) * y
        face = np.cos(angle)
        half = np.float32(0.003) + np.float32(0.0075) * np.abs(face)
        away = np.abs(strip.x[:, where[1]] - middle) - half
        t = smooth(np.asarray(face + 0 * away, np.float32), -1, 1)
        planes = tuple(np.float32(a) + t * np.float32(b - a) for a, b in zip(dim, lit, strict=True))
        strip.blend(
            strip.edge(np.asarray(away, np.float32)), (planes[0], planes[1], planes[2]), where
        )

    return layer


def _balloons(scene: Scene) -> list[Layer]:
    """Balloons at the sides, with the light of a window on each."""
    frame, rng = scene.frame, scene.rng
    inks = [c for c in _inks(scene) if chroma(c) > 0.02] or _inks(scene)
    spots = []
    for i in range(10 + round(6 * scene.plan.density)):
        side = float(rng.beta(0.45, 0.45))
        x, y = side * frame.wide, float(rng.uniform(0.1, 0.8)) * frame.high
        if scene.free_at(x, y) > 0.3 or 0.3 < side < 0.7:
            continue
        spots.append((x, y, 0.065 + 0.06 * float(rng.random()), inks[i % len(inks)]))
    spots.sort(key=lambda spot: spot[2])

    def layer(strip: Strip) -> None:
        for x, y, size, ink in spots:
            _balloon(strip, x, y, size, ink)

    return [layer]


def _balloon(strip: Strip, x: float, y: float, size: float, ink: Lab) -> None:
    where = strip.window(x - size * 1.2, y - size * 1.4, x + size * 1.2, strip.high)
    if where is None:
        return
    a, b = strip.x[:, where[1]], strip.y[where[0]]
    below = np.maximum(b - np.float32(y + 1.2 * size), 0)
    cord = np.abs(a - np.float32(x) - np.float32(0.01) * np.sin(below * 18)) - np.float32(0.0011)
    strip.blend(
        strip.edge(np.asarray(cord, np.float32)) * (b > y + 1.2 * size) * np.float32(0.6),
        (0.6, 0.0, 0.0),
        where,
    )
    u, v = (a - np.float32(x)) / np.float32(size), (b - np.float32(y)) / np.float32(size * 1.2)
    squeeze = 1 + np.float32(0.16) * np.maximum(v, 0)
    far = np.hypot(u * squeeze, v)
    away = np.asarray((far - 1) * np.float32(size), np.float32)
    knot = convex(
        a,
        b,
        [
            (x - 0.09 * size, y + 1.3 * size),
            (x + 0.09 * size, y + 1.3 * size),
            (x, y + 1.17 * size),
        ],
    )
    strip.blend(strip.edge(knot), at_lightness(ink, ink[0] * 0.8), where)
    shade = smooth(np.asarray(u * np.float32(0.6) + v * np.float32(0.7), np.float32), -0.2, 1.1)
    bounce = smooth(np.asarray(far, np.float32), 0.86, 1.0) * np.float32(0.5)
    lit, dim = at_lightness(ink, min(0.95, ink[0] + 0.08)), at_lightness(ink, ink[0] * 0.62)
    t = np.clip(shade - bounce * shade, 0, 1)
    planes = tuple(np.float32(p) + t * np.float32(q - p) for p, q in zip(lit, dim, strict=True))
    strip.blend(strip.edge(away), (planes[0], planes[1], planes[2]), where)
    shine = np.exp(
        -(
            (((u + np.float32(0.36)) / np.float32(0.2)) ** 2)
            + (((v + np.float32(0.44)) / np.float32(0.26)) ** 2)
        )
    )
    strip.glow(
        np.asarray(strip.edge(away) * shine * np.float32(0.75), np.float32), (1.0, 0.0, 0.0), where
    )
