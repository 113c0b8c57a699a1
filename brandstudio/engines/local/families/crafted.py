"""Crafted families: paper cut with soft shadows, a product stage in soft light, leaves."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PIL import Image, ImageFilter

from ..canvas import F32, Field, Lab, Layer, Strip, box, circle, ellipse, smooth, vesica
from ..noise import fractal, grid
from ..paints import at_lightness, chroma, mix, ramp
from .scene import Scene


def papercut(scene: Scene) -> list[Layer]:
    """Sheets of paper, each with an opening cut into it, one over the other, every edge casting a
    soft shadow.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    side = 512
    x, y = grid(frame, side)
    cx, cy = scene.aside(0.35, 0.65) * frame.wide, float(rng.uniform(0.4, 0.62)) * frame.high
    cy = {"top": 0.78, "bottom": 0.22}.get(scene.plan.space or "", cy / frame.high) * frame.high
    count = 5 + round(3 * scene.plan.density)
    wobble = fractal(rng, frame, 0.55, 2, gain=0.35, side=side)
    far = np.hypot((x - np.float32(cx)) * np.float32(0.85), y - np.float32(cy))
    if p.night:
        colours = _sheets(
            count, [p.warm, p.accent, p.primary, mix(p.primary, p.dark, 0.55), p.dark]
        )
    else:
        colours = _sheets(
            count, [mix(p.primary, p.dark, 0.6), p.primary, p.accent, p.second, p.light]
        )
    deepest = colours[0]
    layers: list[Layer] = [lambda s: s.fill(deepest)]
    if p.night or chroma(p.accent) > 0.06:
        sun = at_lightness(p.warm, 0.93)
        layers.append(lambda s: s.blend(s.edge(circle(s.x, s.y, cx, cy, 0.075)), sun))
    for i in range(1, count + 1):
        t = i / count
        own = fractal(rng, frame, 0.42, 2, gain=0.35, side=side)
        reach = 0.13 + 0.62 * t**1.12 * min(1.35, frame.long) * 0.85
        shape = (far + 0.075 * wobble + (0.035 + 0.02 * t) * own - reach).astype(np.float32)
        down, across = np.gradient(shape)
        steep = np.hypot(down * shape.shape[0] / frame.high, across * shape.shape[1] / frame.wide)
        distance = Field((shape / np.maximum(steep, 0.35)).astype(np.float32))
        sheet = Image.fromarray(((shape > 0) * 255).astype(np.uint8))
        grain = side / frame.long
        soft = sheet.filter(ImageFilter.GaussianBlur(0.016 * grain))
        # Light from the top left: every sheet's shadow falls down and to the right.
        dx, dy = round(0.009 * grain), round(0.017 * grain)
        moved = np.pad(np.asarray(soft, dtype=np.float32) / 255, ((dy, 0), (dx, 0)), mode="edge")
        shadow = Field(np.ascontiguousarray(moved[: soft.height, : soft.width]))
        colour = colours[i]
        edge_light = mix(colour, p.light, 0.35)

        def layer(
            strip: Strip,
            distance: Field = distance,
            shadow: Field = shadow,
            colour: Lab = colour,
            edge_light: Lab = edge_light,
        ) -> None:
            strip.shade(np.clip(strip.sample(shadow), 0, 1) * np.float32(0.42))
            away = -strip.sample(distance)
            cover = strip.edge(away)
            strip.blend(cover, colour)
            # The cut edge of the paper catches the light for a hair's breadth.
            rim = cover * np.clip(1 + away / np.float32(0.0035), 0, 1)
            strip.blend(rim * np.float32(0.5), edge_light)

        layers.append(layer)
    fibre = Field(fractal(rng, frame, 0.02, 3, side=900))

    def paper(strip: Strip) -> None:
        strip.lab[0] += np.float32(0.0045) * strip.sample(fibre)

    layers.append(paper)
    return layers


def _sheets(count: int, key: list[Lab]) -> list[Lab]:
    """One colour for each sheet, the deepest first: the key colours themselves, with steps towards
    the next between.

    A step goes a third of the way only, so that unlike hues meet as two papers and never as the
    grey between them.
    """
    out: list[Lab] = []
    for i in range(count + 1):
        at = i / count * (len(key) - 1)
        first = min(len(key) - 2, int(at))
        part = at - first
        out.append(key[first + 1] if part > 0.75 else mix(key[first], key[first + 1], 0.33 * part))
    return out


def stage(scene: Scene) -> list[Layer]:
    """An empty stage for a product: round plinths before a wall with an arch, soft light from one
    side.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    wide, high = frame.wide, frame.high
    floor = high * (0.68 if scene.plan.space != "bottom" else 0.5)
    tone = p.primary if chroma(p.primary) > 0.03 else p.second
    if p.night:
        wall_lit, wall_dim = at_lightness(tone, 0.5, 0.9), at_lightness(tone, 0.24, 0.8)
        floor_lit, floor_dim = at_lightness(tone, 0.42, 0.8), at_lightness(tone, 0.2, 0.7)
        body = [
            at_lightness(tone, 0.5),
            at_lightness(p.accent, 0.55, 0.9),
            at_lightness(p.second, 0.6),
        ]
        niche = at_lightness(tone, 0.36, 0.95)
    else:
        wall_lit, wall_dim = (
            mix(at_lightness(tone, 0.93, 0.5), p.light, 0.25),
            mix(at_lightness(tone, 0.8, 0.65), p.light, 0.1),
        )
        floor_lit, floor_dim = at_lightness(tone, 0.95, 0.42), at_lightness(tone, 0.8, 0.62)
        body = [
            at_lightness(tone, 0.88, 0.6),
            at_lightness(p.accent, 0.8, 0.7),
            at_lightness(p.second, 0.84, 0.7),
        ]
        niche = at_lightness(tone, 0.76, 0.8)
    right = scene.plan.space != "right" and (scene.plan.space == "left" or rng.random() < 0.5)
    lamp_x = wide * (0.12 if right else 0.88)
    cx = scene.aside(0.46, 0.54) * wide
    scale = 0.9 if scene.plan.space in ("left", "right") and wide < 1.3 else 1.0
    wall = ramp(wall_lit, mix(wall_lit, wall_dim, 0.6), wall_dim)
    ground = ramp(floor_lit, mix(floor_lit, floor_dim, 0.5), floor_dim)
    way = 1.0 if right else -1.0

    def room(strip: Strip) -> None:
        far = np.hypot(
            (strip.x - np.float32(lamp_x)) / np.float32(wide),
            (strip.y - np.float32(0.08 * high)) / np.float32(high),
        )
        strip.fill(wall(np.clip(far / np.float32(1.15), 0, 1)))
        near = np.hypot(
            (strip.x - np.float32(cx - 0.1 * way)) / np.float32(0.85 * wide),
            (strip.y - np.float32(floor + 0.12)) / np.float32(0.6 * high),
        )
        # Wall and floor meet in a curve, as in a studio: no line, a slow turn.
        turn = smooth(strip.y, floor - 0.07, floor + 0.02)
        strip.blend(turn + 0 * strip.x, ground(np.clip(near, 0, 1)))

    layers: list[Layer] = [room]
    kind = int(rng.integers(3))
    arch_w, arch_top = 0.3 * scale, floor - 0.52 * scale * min(1.1, high)
    disc_r = 0.27 * scale
    disc_y = floor - 0.32 * scale

    def backdrop(strip: Strip) -> None:
        if kind == 0:
            spring = arch_top + arch_w
            away = np.where(
                strip.y < spring,
                circle(strip.x, strip.y, cx, spring, arch_w),
                np.abs(strip.x - np.float32(cx)) - np.float32(arch_w),
            )
            away = np.maximum(away, strip.y - np.float32(floor))
        elif kind == 1:
            away = circle(strip.x, strip.y, cx, disc_y, disc_r)
        else:
            away = np.maximum(
                box(
                    strip.x,
                    strip.y,
                    cx + 0.06 * way,
                    floor - 0.26 * scale,
                    0.2 * scale,
                    0.26 * scale,
                    0.012,
                ),
                strip.y - np.float32(floor),
            )
        if float(away.min()) > 0.15:
            return
        if kind == 0:
            # A niche: the side towards the lamp lies in shade.
            depth = smooth(
                (strip.x - np.float32(cx)) * np.float32(way) / np.float32(arch_w), -0.9, 0.75
            )
            inner = [
                n + depth * np.float32(0.5 * (w - n)) for n, w in zip(niche, wall_lit, strict=True)
            ]
            strip.blend(
                strip.edge(away), (inner[0] - np.float32(0.06) * (1 - depth), inner[1], inner[2])
            )
        else:
            cast = (
                np.clip(
                    1
                    - np.maximum(
                        np.where(
                            kind == 1,
                            circle(strip.x, strip.y, cx + 0.05 * way, disc_y + 0.03, disc_r),
                            away,
                        ),
                        0,
                    )
                    / np.float32(0.09),
                    0,
                    1,
                )
                ** 2
            )
            strip.shade(cast * np.float32(0.11) * (away > 0))
            lit = smooth((strip.x - np.float32(cx)) * np.float32(-way), -0.3, 0.3)
            plate = [
                n + lit * np.float32(0.45 * (w - n)) for n, w in zip(niche, wall_lit, strict=True)
            ]
            strip.blend(strip.edge(away), (plate[0], plate[1], plate[2]))

    layers.append(backdrop)
    blind = rng.random() < 0.5
    phase, slant = float(rng.uniform(0, 1)), float(rng.uniform(0.3, 0.6)) * way

    def window_light(strip: Strip) -> None:
        """Light through a blind falls across the wall."""
        if not blind:
            return
        v = strip.y + strip.x * np.float32(slant)
        band = np.mod(v * np.float32(6.5) + np.float32(phase), 1)
        stripe = smooth(np.abs(band - np.float32(0.5)), 0.30, 0.2)
        u = strip.x - strip.y * np.float32(0.25 * way)
        beam = smooth(np.abs(u - np.float32(cx - 0.05 * way)), 0.42, 0.2) * smooth(
            strip.y, floor + 0.06, floor - 0.12
        )
        strip.glow(stripe * beam * np.float32(0.16), at_lightness(p.warm, 0.95, 0.6))

    layers.append(window_light)
    discs = [(cx, floor + 0.15 * min(1.0, high), 0.235 * scale, 0.085, body[0])]
    if scene.plan.density > 0.25:
        discs.insert(
            0,
            (
                cx + 0.25 * way * scale,
                floor + 0.075 * min(1.0, high),
                0.115 * scale,
                0.215 * scale,
                body[1],
            ),
        )
    if scene.plan.density > 0.6:
        discs.insert(
            0, (cx - 0.27 * way * scale, floor + 0.06, 0.09 * scale, 0.12 * scale, body[2])
        )

    def plinth(
        strip: Strip, x0: float, base: float, radius: float, tall: float, colour: Lab
    ) -> None:
        squash = 0.27
        where = strip.window(
            x0 - radius * 3 - 0.15,
            base - tall - radius,
            x0 + radius * 3 + 0.15,
            base + radius * 1.4 + 0.15,
        )
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        contact = ellipse(
            x, y, x0 + 0.012 * way, base + 0.006, radius * 1.04, radius * squash * 1.08
        )
        strip.shade(_penumbra(contact, 0.05) * np.float32(0.2), where)
        long = ellipse(
            x - y * 0,
            y,
            x0 + radius * 0.62 * way,
            base + 0.02,
            radius * 1.45,
            radius * squash * 1.35,
        )
        strip.shade(_penumbra(long, 0.1) * np.float32(0.13), where)
        low = ellipse(x, y, x0, base, radius, radius * squash)
        mid = np.maximum(
            np.abs(x - np.float32(x0)) - np.float32(radius),
            np.maximum(y - np.float32(base), np.float32(base - tall) - y),
        )
        u = (x - np.float32(x0)) / np.float32(radius) * np.float32(-way)
        # A cylinder lit from one side, with a little light back from the other.
        shade = (
            np.float32(0.06) * smooth(u, -0.2, 0.75)
            - np.float32(0.15) * smooth(u, 0.15, -0.95)
            + np.float32(0.03) * smooth(u, -0.82, -1.0)
        )
        foot = np.float32(-0.045) * smooth(y, base - tall, base + radius * squash)
        planes = (
            np.float32(colour[0]) + shade + foot,
            np.float32(colour[1]) + 0 * shade,
            np.float32(colour[2]) + 0 * shade,
        )
        strip.blend(np.maximum(strip.edge(low), strip.edge(mid)), planes, where)
        top = ellipse(x, y, x0, base - tall, radius, radius * squash)
        lid = at_lightness(colour, min(0.97, colour[0] + 0.055), 0.9)
        gradient = np.float32(0.03) * u
        strip.blend(
            strip.edge(top),
            (
                np.float32(lid[0]) + gradient,
                np.float32(lid[1]) + 0 * gradient,
                np.float32(lid[2]) + 0 * gradient,
            ),
            where,
        )
        rim = np.clip(1 - np.abs(top) / np.float32(max(0.0022, strip.px)), 0, 1) * (y > base - tall)
        shine: F32 = np.asarray(rim * np.float32(0.35) * smooth(u, -0.6, 0.6), dtype=np.float32)
        strip.glow(shine, (0.95, 0.0, 0.02), where)

    def plinths(strip: Strip) -> None:
        for disc in discs:
            plinth(strip, *disc)

    layers.append(plinths)
    return layers


def _penumbra(away: F32, reach: float) -> F32:
    """How deep in the shade a place is that lies so far outside the thing that casts it."""
    near = np.clip(1 - np.maximum(away, 0) / np.float32(reach), 0, 1)
    return np.asarray(near * near * near, dtype=np.float32)


def botanical(scene: Scene) -> list[Layer]:
    """Fronds from the edges, pale and soft behind, crisp in front, each leaf in two tones along its
    rib.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    tone = p.primary if chroma(p.primary) > 0.03 else p.second
    ground = ramp(p.ground, mix(p.ground, tone, 0.14 if not p.night else 0.22))
    layers: list[Layer] = [
        lambda s: s.fill(
            ground((s.y / np.float32(frame.high)) * 0.6 + (s.x / np.float32(frame.wide)) * 0.4)
        )
    ]
    if scene.plan.density > 0.3 and rng.random() < 0.7:
        sun_x, sun_y = (
            scene.aside() * frame.wide,
            frame.high * (0.38 if scene.plan.space != "top" else 0.7),
        )
        sun = mix(p.warm, p.accent, 0.35) if chroma(p.accent) > 0.05 else mix(p.ground, tone, 0.3)
        layers.append(lambda s: s.blend(s.edge(circle(s.x, s.y, sun_x, sun_y, 0.24)), sun))
    fronds = 7 + round(9 * scene.plan.density)
    greens = [
        tone,
        mix(tone, p.dark, 0.4),
        mix(tone, p.light, 0.3),
        p.second if chroma(p.second) > 0.04 else tone,
        tone,
    ]
    for i in range(fronds):
        near = i / max(1, fronds - 1)
        x, y, heading = _root(scene)
        length = (0.42 + 0.4 * rng.random()) * (0.75 + 0.45 * near) * min(1.25, frame.long)
        base = greens[int(rng.integers(len(greens)))]
        if rng.random() < 0.13 and chroma(p.accent) > 0.05 and near > 0.3:
            base = p.accent
        colour = mix(p.ground, base, 0.22 + 0.78 * near**0.8)
        if p.night:
            colour = mix(p.ground, at_lightness(base, 0.3 + 0.34 * near), 0.25 + 0.75 * near)
        blur = 0.012 * (1 - near) ** 1.6
        layers.append(
            _frond(scene, x, y, heading, length, colour, blur, near, bool(rng.random() < 0.4))
        )
    return layers


def _root(scene: Scene) -> tuple[float, float, float]:
    """Where a frond enters the frame and where it heads (radians)."""
    rng, frame, free = scene.rng, scene.frame, scene.plan.space
    edges = [e for e in ("left", "right", "bottom", "top", "bottom") if e != free]
    if free in ("left", "right"):
        edges = ["right" if free == "left" else "left"] * 3 + ["bottom", "top"]
    edge = edges[int(rng.integers(len(edges)))]
    along = float(rng.beta(0.6, 0.6))
    if edge in ("top", "bottom"):
        x = along * frame.wide
        if free == "left":
            x = frame.wide * (0.68 + 0.32 * along)
        elif free == "right":
            x = frame.wide * 0.32 * along
        y = frame.high + 0.03 if edge == "bottom" else -0.03
    else:
        y = along * frame.high
        if free == "top":
            y = frame.high * (0.62 + 0.38 * along)
        elif free == "bottom":
            y = frame.high * 0.38 * along
        x = frame.wide + 0.03 if edge == "right" else -0.03
    aim_x = frame.wide * {"left": 0.85, "right": 0.15}.get(free or "", 0.5)
    aim_y = frame.high * {"top": 0.85, "bottom": 0.15}.get(free or "", 0.5)
    return x, y, float(np.arctan2(aim_y - y, aim_x - x) + rng.normal(0, 0.45))


def _frond(
    scene: Scene,
    x: float,
    y: float,
    heading: float,
    length: float,
    colour: Lab,
    blur: float,
    near: float,
    broad: bool,
) -> Layer:
    """One stem with its leaves."""
    rng = scene.rng
    curl = float(rng.normal(0, 0.7))
    pairs = 5 + int(rng.integers(4)) if broad else 10 + int(rng.integers(7))
    leaf_long = length * (0.36 if broad else 0.26) * float(rng.uniform(0.85, 1.15))
    leaf_wide = leaf_long * (0.42 if broad else 0.2)
    points: list[tuple[float, float, float]] = []
    steps = 28
    px, py, angle = x, y, heading
    for _ in range(steps):
        points.append((px, py, angle))
        px += np.cos(angle) * length / steps
        py += np.sin(angle) * length / steps
        angle += curl / steps
    leaves = []
    for k in range(1, pairs + 1):
        share = 0.16 + 0.84 * k / pairs
        sx, sy, direction = points[min(steps - 1, int(share * (steps - 1)))]
        size = np.sin(np.pi * min(0.97, share * 0.86 + 0.1)) ** 0.7 * (1 - 0.25 * share)
        for side in (-1, 1) if k < pairs else (0,):
            lean = side * (1.05 - 0.45 * share) + float(rng.normal(0, 0.06))
            a = direction + lean
            own = leaf_long * size * float(rng.uniform(0.92, 1.06)) * (1.15 if side == 0 else 1.0)
            leaves.append(
                (sx + np.cos(a) * own / 2, sy + np.sin(a) * own / 2, a, own, leaf_wide * size)
            )
    dark = at_lightness(colour, max(0.1, colour[0] - 0.055))
    rib = mix(colour, scene.paints.light, 0.3)

    def layer(strip: Strip) -> None:
        soft = max(blur, 0.0)
        shown = 0.0025 * length * 2
        for (ax, ay, _), (bx, by, _) in pairwise(points):
            where = strip.window(
                min(ax, bx) - 0.02, min(ay, by) - 0.02, max(ax, bx) + 0.02, max(ay, by) + 0.02
            )
            if where is None:
                continue
            sx, sy = strip.x[:, where[1]], strip.y[where[0]]
            dx, dy = bx - ax, by - ay
            t = np.clip(
                ((sx - np.float32(ax)) * np.float32(dx) + (sy - np.float32(ay)) * np.float32(dy))
                / np.float32(dx * dx + dy * dy),
                0,
                1,
            )
            away = np.hypot(
                sx - np.float32(ax) - t * np.float32(dx), sy - np.float32(ay) - t * np.float32(dy)
            ) - np.float32(shown)
            strip.blend(_covered(strip, away, soft), dark, where)
        for cx, cy, a, own, wide in leaves:
            # The leaf's own box, not its circle: leaves are thin.
            cos, sin = abs(float(np.cos(a))), abs(float(np.sin(a)))
            margin = soft + 2 * strip.px + (0.028 if near > 0.55 else 0.0)
            across_x, across_y = (
                (cos * own + sin * wide) / 2 + margin,
                (sin * own + cos * wide) / 2 + margin,
            )
            where = strip.window(cx - across_x, cy - across_y, cx + across_x, cy + across_y)
            if where is None:
                continue
            lx, ly = strip.x[:, where[1]], strip.y[where[0]]
            if near > 0.55:
                cast = vesica(lx, ly, cx + 0.008, cy + 0.012, a, own, wide)
                strip.shade(np.clip(0.5 - cast / np.float32(0.03), 0, 1) * np.float32(0.11), where)
            away = vesica(lx, ly, cx, cy, a, own, wide)
            if float(away.min()) > soft + strip.px:
                continue
            across = (ly - np.float32(cy)) * np.float32(np.cos(a)) - (
                lx - np.float32(cx)
            ) * np.float32(np.sin(a))
            half = smooth(across, -max(strip.px, soft * 0.5), max(strip.px, soft * 0.5))
            planes = tuple(
                np.float32(d) + half * np.float32(c - d) for c, d in zip(colour, dark, strict=True)
            )
            cover = _covered(strip, away, soft)
            strip.blend(cover, (planes[0], planes[1], planes[2]), where)
            if near > 0.5 and wide > 0.02:
                line = np.clip(
                    1.2
                    - np.abs(across)
                    * np.float32(strip.unit)
                    / np.float32(max(1.0, 0.0013 * strip.unit)),
                    0,
                    1,
                )
                strip.blend(line * cover * np.float32(0.5), rib, where)

    return layer


def _covered(strip: Strip, away: F32, soft: float) -> F32:
    if soft <= strip.px:
        return strip.edge(away)
    return smooth(away, soft, -soft)
