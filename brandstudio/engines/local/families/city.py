"""A city: rows of towers in the haze, lit windows, a mirror of water."""

from __future__ import annotations

import numpy as np

from ..canvas import Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import at_lightness, chroma, mix
from .scene import Scene, is_night, light, paint_sky, sky, stars, veil


def city(scene: Scene) -> list[Layer]:
    """Rows of towers in the haze, windows lit in the evening, the skyline mirrored in water where
    there is some.
    """
    p, frame, rng = scene.paints, scene.frame, scene.rng
    colours = sky(scene)
    water = "water" in scene.plan.motifs or rng.random() < 0.3
    ground = (
        frame.high * (0.8 if water else 1.0) if scene.plan.space != "bottom" else frame.high * 0.62
    )
    layers: list[Layer] = [paint_sky(colours, ground)]
    night = is_night(scene) or scene.plan.time == "dusk"
    if is_night(scene):
        layers.append(stars(scene, 170, ground * 0.6, at_lightness(p.light, 0.97, 0.3)))
    sun_x = scene.aside() * frame.wide
    sun_y = ground * (0.34 if scene.plan.space != "top" else 0.55)
    layers.append(light(scene, sun_x, sun_y, radius=0.09))
    layers.append(veil(scene, colours, ground, 0.4))
    haze = colours.one(0.96)
    strong = p.primary if chroma(p.primary) > 0.03 else p.second
    front = at_lightness(strong, 0.15 if is_night(scene) else 0.2 if night else 0.34, 0.75)
    rows = 4
    towers: list[list[tuple[float, float, float, int, int]]] = []
    for row in range(rows):
        t = row / (rows - 1)
        x, buildings = -0.05, []
        skyline = NoiseLine(rng, frame.wide, 0.55, 3)
        while x < frame.wide + 0.05:
            wide = rng.uniform(0.045, 0.1) * (0.7 + 0.5 * t)
            rise = 0.5 + 0.42 * float(
                skyline.at(np.array([[np.clip(x, 0, frame.wide)]], np.float32))[0, 0]
            )
            tall = (
                (0.16 + 0.34 * np.clip(rise, 0.05, 1.3) * rng.uniform(0.7, 1.2))
                * (1.12 - 0.52 * t)
                * min(1.25, frame.high)
                * ground
                / frame.high
            )
            tall *= 1 - 0.5 * scene.free_at(float(np.clip(x, 0, frame.wide)), ground * 0.6)
            buildings.append((x, wide, tall, int(rng.integers(6)), int(rng.integers(1 << 20))))
            x += wide * rng.uniform(0.86, 1.15 + 0.4 * (1 - scene.plan.density))
        towers.append(buildings)
    lights = rng.random((64, 64)).astype(np.float32)
    lamp = at_lightness(p.warm, 0.9)

    def tower(
        strip: Strip,
        t: float,
        colour: Lab,
        x0: float,
        wide: float,
        tall: float,
        roof: int,
        salt: int,
        base: float,
        flip: bool,
    ) -> None:
        top = base - tall if not flip else base
        low = base if not flip else base + tall
        where = strip.window(x0 - 0.01, top - 0.09, x0 + wide + 0.01, low + 0.09)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        if flip:
            y = np.float32(2 * base) - y
            top = base - tall
        cover = strip.edge(
            np.maximum(
                np.abs(x - np.float32(x0 + wide / 2)) - np.float32(wide / 2), np.float32(top) - y
            )
        )
        if roof == 1:
            crown = np.maximum(
                np.abs(x - np.float32(x0 + wide / 2)) - np.float32(wide * 0.28),
                np.float32(top - 0.018) - y,
            )
            cover = np.maximum(cover, strip.edge(crown))
        elif roof == 2:
            mast = np.maximum(
                np.abs(x - np.float32(x0 + wide / 2)) - np.float32(max(0.0012, 0.6 * strip.px)),
                np.float32(top - 0.07) - y,
            )
            cover = np.maximum(cover, strip.edge(mast))
        elif roof == 3:
            slope = (
                (np.float32(top) - y)
                - (x - np.float32(x0)) * np.float32(0.35)
                + np.float32(wide * 0.35)
            )
            cover = strip.edge(
                np.maximum(np.abs(x - np.float32(x0 + wide / 2)) - np.float32(wide / 2), slope)
            )
        if flip:
            cover = cover * (y < base)
        else:
            cover = cover * (y <= base + strip.px)
        down = np.clip((y - np.float32(top)) / np.float32(max(tall, 1e-3)), 0, 1)
        fog = down * np.float32(0.5 * (1 - 0.75 * t))
        side = (
            np.float32(0.016)
            * smooth((x - np.float32(x0)) / np.float32(wide), 0.2, 0.9)
            * np.float32(1 if sun_x > x0 else -1)
        )
        planes = [c + fog * np.float32(h - c) for c, h in zip(colour, haze, strict=True)]
        strip.blend(cover, (planes[0] + side, planes[1], planes[2]), where)
        if t < 0.3:
            return
        cell_w, cell_h = np.float32(0.0105), np.float32(0.0155)
        u, v = (
            (x - np.float32(x0)) / cell_w - np.float32(0.35),
            (y - np.float32(top)) / cell_h - np.float32(0.6),
        )
        column, line = np.floor(u).astype(np.int32), np.floor(v).astype(np.int32)
        columns = int((wide - 0.006) / cell_w)
        inside = (column >= 0) & (column < columns) & (line >= 0)
        pane = strip.edge(
            np.maximum(
                np.abs(u - column - np.float32(0.5)) * cell_w - np.float32(0.0033),
                np.abs(v - line - np.float32(0.5)) * cell_h - np.float32(0.0046),
            )
        )
        chance = lights[(line * 7 + salt) % 64, (column * 5 + salt // 64) % 64]
        share = (0.42 if night else 0.0) * (0.55 + 0.75 * t)
        on = (chance < share).astype(np.float32)
        glow = (
            np.float32(0.35)
            + np.float32(0.65) * lights[(line + salt) % 64, (column * 3 + salt) % 64]
        )
        lit = (
            pane
            * inside
            * cover
            * on
            * glow
            * np.float32((0.45 + 0.5 * t) * (0.4 if flip else 1.0))
        )
        strip.blend(lit, lamp, where)
        if not night:
            strip.shade(pane * inside * cover * np.float32(0.13 * t), where)

    def layer(strip: Strip) -> None:
        for flip in (False, True) if water else (False,):
            if flip:
                if strip.y[-1, 0] < ground:
                    continue
                depth = np.clip(
                    (strip.y - np.float32(ground)) / np.float32(frame.high - ground), 0, 1
                )
                cover = np.clip(
                    (strip.y - np.float32(ground)) * np.float32(strip.unit) + np.float32(0.5), 0, 1
                )
                mirrored = colours(
                    np.ascontiguousarray(np.clip(1 - depth * np.float32(0.55), 0, 1))
                )
                strip.blend(cover + 0 * strip.x, tuple(m * np.float32(0.88) for m in mirrored))  # type: ignore[arg-type]
            for row, buildings in enumerate(towers):
                t = row / (rows - 1)
                colour = mix(haze, front, 0.22 + 0.78 * t**0.8)
                for x0, wide, tall, roof, salt in buildings:
                    tower(strip, t, colour, x0, wide, tall, roof, salt, ground, flip)
            if flip:
                ripple = np.sin(
                    strip.y * np.float32(520) + np.float32(2) * np.sin(strip.x * 9)
                ) * np.sin(strip.x * np.float32(31) + strip.y * np.float32(90))
                strip.lab[0] += cover * ripple * np.float32(0.016)
                strip.blend(
                    cover * (np.float32(0.3) + np.float32(0.3) * depth),
                    at_lightness(strong, 0.2 if night else 0.5, 0.7),
                )

    layers.append(layer)
    return layers
