"""A city: rows of towers in the haze, lit windows, a mirror of water."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..canvas import F32, Lab, Layer, Strip, smooth
from ..noise import NoiseLine
from ..paints import Ramp, at_lightness, chroma, mix
from .nightstreet import night_street
from .scene import Scene, is_night, light, of_a_sky, paint_sky, sky
from .stars import stars
from .veils import veil
from .wetground import wet_ground

_ROWS = 4
#: The light of a window.
_LAMP: Lab = (0.87, 0.03, 0.105)
_PANE = (np.float32(0.0105), np.float32(0.0155))
"""A window with the wall round it: wide, high."""


def city(scene: Scene) -> list[Layer]:
    """Rows of towers in the haze, windows lit in the evening, the skyline mirrored in water where
    there is some.
    """
    if "wet_ground" in scene.plan.motifs:
        return wet_ground(scene)
    if "lit_street" in scene.plan.motifs:
        return night_street(scene)
    p, frame, rng = scene.paints, scene.frame, scene.rng
    colours = sky(scene)
    water = ("water" in scene.plan.motifs or rng.random() < 0.3) and scene.shows("water")
    share = (0.74 if water else 1.0) if scene.plan.space != "bottom" else 0.62
    ground = frame.high * share
    layers: list[Layer] = [paint_sky(colours, ground)]
    if is_night(scene):
        layers.append(stars(scene, 170, ground * 0.6, at_lightness(p.light, 0.97, 0.3)))
    sun_x = scene.aside() * frame.wide
    sun_y = ground * (0.34 if scene.plan.space != "top" else 0.55)
    layers.append(
        light(scene, sun_x, sun_y, radius=0.075 if "full_moon" in scene.plan.motifs else 0.045)
    )
    layers.append(veil(scene, colours, ground, 0.4))
    night = is_night(scene) or scene.plan.time == "dusk"
    strong = p.primary if chroma(p.primary) > 0.03 else p.second
    if not scene.coloured:
        strong = mix(of_a_sky(strong), strong, 0.2)  # walls in the light of their sky
    glass = "panes" in scene.plan.motifs
    if glass and not night and not scene.coloured:
        strong = mix(strong, colours.one(0.1), 0.6)  # glass shows the sky
    by_day = 0.56 if glass else 0.42
    towers = tuple(_buildings(scene, row / (_ROWS - 1), ground) for row in range(_ROWS))
    town = _City(
        ground=ground,
        sun_x=sun_x,
        night=night,
        haze=colours.one(0.96),
        front=at_lightness(strong, 0.15 if is_night(scene) else 0.2 if night else by_day, 0.75),
        towers=towers,
        lights=rng.random((64, 64)).astype(np.float32),
        lamp=mix(at_lightness(p.warm, 0.88), _LAMP, 0.65),
    )
    if night:
        layers.append(_dome(ground, mix(at_lightness(p.warm, 0.8), _LAMP, 0.6)))
    layers.append(lambda strip: town.rows(strip, flip=False))
    if water:
        lake = at_lightness(strong, 0.2 if night else 0.5, 0.7)
        layers.append(lambda strip: _mirror(strip, town, colours, frame.high, lake))
    return layers


def _dome(ground: float, lamp: Lab) -> Layer:
    """The light of a town in the air above it."""

    def layer(strip: Strip) -> None:
        up = np.maximum(np.float32(ground) - strip.y, 0)
        amount = np.float32(0.34) * np.exp(-up / np.float32(0.16 * ground)) + 0 * strip.x
        strip.glow(np.asarray(amount, np.float32), lamp)

    return layer


@dataclass(frozen=True, slots=True)
class _Tower:
    """One building: its left edge, its size, the shape of its roof, and the chance of its
    windows.
    """

    x0: float
    wide: float
    tall: float
    roof: int
    salt: int


def _buildings(scene: Scene, t: float, ground: float) -> tuple[_Tower, ...]:
    """A row of them from left to right; ``t`` is 0 for the farthest row, 1 for the nearest."""
    frame, rng = scene.frame, scene.rng
    x, buildings = -0.05, []
    skyline = NoiseLine(rng, frame.wide, 0.55, 3)
    while x < frame.wide + 0.05:
        wide = rng.uniform(0.045, 0.1) * (0.7 + 0.5 * t)
        inside = float(np.clip(x, 0, frame.wide))
        rise = 0.5 + 0.42 * float(skyline.at(np.array([[inside]], np.float32))[0, 0])
        tall = (
            (0.16 + 0.34 * np.clip(rise, 0.05, 1.3) * rng.uniform(0.7, 1.2))
            * (1.12 - 0.52 * t)
            * min(1.25, frame.high)
            * ground
            / frame.high
        )
        tall *= 1 - 0.5 * scene.free_at(inside, ground * 0.6)
        buildings.append(_Tower(x, wide, tall, int(rng.integers(6)), int(rng.integers(1 << 20))))
        x += wide * rng.uniform(0.86, 1.15 + 0.4 * (1 - scene.plan.density))
    return tuple(buildings)


@dataclass(frozen=True, slots=True, eq=False)
class _City:
    """All rows of towers with the light that they stand in."""

    ground: float
    sun_x: float
    night: bool
    haze: Lab
    front: Lab
    towers: tuple[tuple[_Tower, ...], ...]
    lights: F32
    lamp: Lab

    def rows(self, strip: Strip, *, flip: bool) -> None:
        """Every row, the farthest first; ``flip`` upside down, as water shows them."""
        for row, buildings in enumerate(self.towers):
            t = row / (_ROWS - 1)
            colour = mix(self.haze, self.front, 0.22 + 0.78 * t**0.8)
            for tower in buildings:
                self._paint(strip, tower, t, colour, flip)

    def _paint(self, strip: Strip, tower: _Tower, t: float, colour: Lab, flip: bool) -> None:
        base, tall, x0, wide = self.ground, tower.tall, tower.x0, tower.wide
        top, low = (base, base + tall) if flip else (base - tall, base)
        where = strip.window(x0 - 0.01, top - 0.09, x0 + wide + 0.01, low + 0.09)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        if flip:
            y = np.float32(2 * base) - y
            top = base - tall
        cover = _outline(strip, tower, top, x, y)
        cover = cover * (y < base) if flip else cover * (y <= base + strip.px)
        down = np.clip((y - np.float32(top)) / np.float32(max(tall, 1e-3)), 0, 1)
        fog = down * np.float32(0.5 * (1 - 0.75 * t))
        side = (
            np.float32(0.016)
            * smooth((x - np.float32(x0)) / np.float32(wide), 0.2, 0.9)
            * np.float32(1 if self.sun_x > x0 else -1)
        )
        planes = [c + fog * np.float32(h - c) for c, h in zip(colour, self.haze, strict=True)]
        strip.blend(cover, (planes[0] + side, planes[1], planes[2]), where)
        if t < 0.3:
            return
        panes = _panes(strip, tower, top, x, y)
        on = self._lit(tower, panes, t)
        strength = np.float32((0.45 + 0.5 * t) * (0.4 if flip else 1.0))
        lit = panes.cover * panes.inside * cover * on[0] * on[1] * strength
        strip.blend(lit, self.lamp, where)
        if self.night:
            # Where many are lit the air before the wall is lit too.
            halo = np.float32(0.1 * t * (0.5 if flip else 1.0)) * panes.inside * cover * on[1]
            strip.glow(np.asarray(halo * on[0], np.float32), self.lamp, where)
        if not self.night:
            strip.shade(panes.cover * panes.inside * cover * np.float32(0.13 * t), where)

    def _lit(self, tower: _Tower, panes: _Panes, t: float) -> tuple[F32, F32]:
        """Which windows are lit, and how brightly each."""
        column, line, salt = panes.column, panes.line, tower.salt
        chance = self.lights[(line * 7 + salt) % 64, (column * 5 + salt // 64) % 64]
        share = (0.42 if self.night else 0.0) * (0.55 + 0.75 * t)
        glow = (
            np.float32(0.35)
            + np.float32(0.65) * self.lights[(line + salt) % 64, (column * 3 + salt) % 64]
        )
        return (chance < share).astype(np.float32), glow


def _outline(strip: Strip, tower: _Tower, top: float, x: F32, y: F32) -> F32:
    """How much of each place a tower covers: its body with a crown, a mast or a sloping roof."""
    across = np.abs(x - np.float32(tower.x0 + tower.wide / 2))
    body = across - np.float32(tower.wide / 2)
    if tower.roof == 3:
        slope = (
            (np.float32(top) - y)
            - (x - np.float32(tower.x0)) * np.float32(0.35)
            + np.float32(tower.wide * 0.35)
        )
        return strip.edge(np.maximum(body, slope))
    cover = strip.edge(np.maximum(body, np.float32(top) - y))
    if tower.roof == 1:
        crown = across - np.float32(tower.wide * 0.28)
        return np.maximum(cover, strip.edge(np.maximum(crown, np.float32(top - 0.018) - y)))
    if tower.roof == 2:
        mast = across - np.float32(max(0.0012, 0.6 * strip.px))
        return np.maximum(cover, strip.edge(np.maximum(mast, np.float32(top - 0.07) - y)))
    return cover


@dataclass(frozen=True, slots=True, eq=False)
class _Panes:
    """The windows of a tower: which column and line each place is in, and what the panes cover."""

    column: np.ndarray
    line: np.ndarray
    inside: np.ndarray
    cover: F32


def _panes(strip: Strip, tower: _Tower, top: float, x: F32, y: F32) -> _Panes:
    cell_w, cell_h = _PANE
    u = (x - np.float32(tower.x0)) / cell_w - np.float32(0.35)
    v = (y - np.float32(top)) / cell_h - np.float32(0.6)
    column, line = np.floor(u).astype(np.int32), np.floor(v).astype(np.int32)
    columns = int((tower.wide - 0.006) / cell_w)
    cover = strip.edge(
        np.maximum(
            np.abs(u - column - np.float32(0.5)) * cell_w - np.float32(0.0033),
            np.abs(v - line - np.float32(0.5)) * cell_h - np.float32(0.0046),
        )
    )
    inside = (column >= 0) & (column < columns) & (line >= 0)
    return _Panes(column, line, inside, cover)


def _mirror(strip: Strip, town: _City, colours: Ramp, high: float, lake: Lab) -> None:
    """Water below the ground: the sky and the towers upside down, broken by ripples that widen towards
    us, under a dark bank.
    """
    if strip.y[-1, 0] < town.ground:
        return
    below = strip.y - np.float32(town.ground)
    depth = np.clip(below / np.float32(high - town.ground), 0, 1)
    cover = np.clip(below * np.float32(strip.unit) + np.float32(0.5), 0, 1)
    sky_below = colours(np.ascontiguousarray(np.clip(1 - depth * np.float32(0.55), 0, 1)))
    strip.blend(cover + 0 * strip.x, tuple(m * np.float32(0.88) for m in sky_below))  # type: ignore[arg-type]
    town.rows(strip, flip=True)
    _rippled(strip, town, depth)
    wave = np.sin(strip.y * np.float32(260) / (np.float32(0.4) + depth)) * np.sin(
        strip.x * np.float32(9) + strip.y * np.float32(60)
    )
    strip.lab[0] += cover * wave * np.float32(0.02) * (np.float32(0.3) + depth)
    strip.blend(cover * (np.float32(0.16) + np.float32(0.42) * depth), lake)
    bank = np.exp(-np.abs(below) / np.float32(0.004))
    strip.shade(np.asarray(np.clip(bank * np.float32(0.7), 0, 1) + 0 * strip.x, np.float32))
    glint = np.exp(-(((below - np.float32(0.012)) / np.float32(0.005)) ** 2)) * cover
    strip.glow(
        np.asarray(np.float32(0.3 * town.night) * glint + 0 * strip.x, np.float32), town.lamp
    )


def _rippled(strip: Strip, town: _City, depth: F32) -> None:
    """Each line of the water shifted to a side, so that what it shows breaks up."""
    for row in range(strip.lab.shape[1]):
        y = float(strip.y[row, 0])
        if y <= town.ground:
            continue
        far = float(depth[row, 0])
        swing = np.sin(y * 330 / (0.35 + far)) + 0.7 * np.sin(y * 797 / (0.35 + far) + 1.3)
        by = round(float(swing) * (0.0015 + 0.008 * far) * strip.unit)
        if by:
            strip.lab[:, row] = np.roll(strip.lab[:, row], by, axis=1)
