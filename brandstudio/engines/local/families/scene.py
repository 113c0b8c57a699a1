"""What every family is given, and the skies, lights and edges that several of them share."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from brandstudio.language.scenes import ScenePlan

from ..canvas import F32, Lab, Layer, SceneFrame, Strip, circle, smooth
from ..paints import Paints, Ramp, asked, at_lightness, chroma, hue, hued, mix, turn

#: The hues of a sky, how far from them a brand's own is still brought to their edge, and the sky's own.
_SKIES, _NEAR = (226.0, 282.0), 32.0
_BLUE: Lab = (0.6, -0.028, -0.087)
#: The least chroma of a sky by day.
_AIR = 0.085
#: How much of another brand colour a sky takes on.
_TINGE = 0.16
#: What the low sun lights, where a brand has no such colour: clouds, and the air at the horizon.
_EMBER: Lab = (0.74, 0.095, 0.075)
LOW_AIR: Lab = (0.88, 0.03, 0.09)
#: Overhead, when all that is named is warm.
_MAUVE: Lab = (0.53, 0.05, -0.045)
#: The same in golden light.
_GILT: Lab = (0.8, 0.05, 0.12)
_GILT_AIR: Lab = (0.9, 0.02, 0.12)


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A plan with its paints, its frame and its chance."""

    plan: ScenePlan
    paints: Paints
    frame: SceneFrame
    rng: np.random.Generator

    def shows(self, part: str) -> bool:
        """Whether a part ("moon") is not left out; rain hides what stands in the sky."""
        if {"rain", "storm"} & self.plan.motifs and part in ("sun", "moon", "stars"):
            return part in self.plan.motifs
        if part == "clouds" and "clear_sky" in self.plan.motifs:
            return False
        return part not in self.plan.without

    def own(self, part: str, otherwise: Lab) -> Lab:
        """The colour that the prompt gives a part, where ``otherwise`` is not of its hue already."""
        name = self.plan.own(part)
        found = asked(name) if name else None
        return otherwise if found is None or _is(otherwise, found) else found

    @property
    def backdrop(self) -> Lab | None:
        """The colour that the prompt gives the ground behind things, or the sky behind them; None where
        it gives none.
        """
        return self.ground_in(self.plan.own("backdrop") or self.plan.own("sky"))

    def ground_in(self, name: str) -> Lab | None:
        """A colour as a ground has it, deep in a dark picture; None for no colour."""
        if name in ("white", "black"):
            return (0.985 if name == "white" else 0.15, 0.0, 0.0)
        found = asked(name)
        if found is None:
            return None
        level = min(found[0], _GROUNDS.get(name, 1.0))
        level = min(level, 0.3) if self.plan.dark is True else level
        return found if level == found[0] else at_lightness(found, level)

    @property
    def coloured(self) -> bool:
        """Whether the prompt gives the whole scene colours; those of its flowers are none."""
        flowers = self.plan.family == "field" and self.plan.motifs & _FLOWERS
        return bool(hued(self.plan.loose)) and not flowers

    @property
    def luminary(self) -> str:
        """What stands in the sky by the hour: "sun" or "moon"."""
        motifs, time = self.plan.motifs, self.plan.time
        by_night = time == "night" or (time is None and self.paints.night)
        return "moon" if by_night or ("moon" in motifs and "sun" not in motifs) else "sun"

    def free(self, x: F32, y: F32) -> F32:
        """How much a place belongs to the side that is kept free: 1 deep inside, 0 outside; none
        without a side.
        """
        wide, high = np.float32(self.frame.wide), np.float32(self.frame.high)
        if self.plan.space == "left":
            return smooth(x / wide, 0.62, 0.34) + 0 * y
        if self.plan.space == "right":
            return smooth(x / wide, 0.38, 0.66) + 0 * y
        if self.plan.space == "top":
            return smooth(y / high, 0.58, 0.32) + 0 * x
        if self.plan.space == "bottom":
            return smooth(y / high, 0.42, 0.68) + 0 * x
        if self.plan.space == "middle":
            far = np.hypot((x / wide - np.float32(0.5)) / 0.36, (y / high - np.float32(0.5)) / 0.34)
            return smooth(np.asarray(far, np.float32), 1.15, 0.75)
        return np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=np.float32)

    def free_at(self, x: float, y: float) -> float:
        """``free`` at one place."""
        return float(self.free(np.array([[x]], np.float32), np.array([[y]], np.float32))[0, 0])

    def touches(self, x: float, y: float, reach: float) -> bool:
        """Whether a round thing there would reach into the side that is kept free."""
        around = ((0.0, 0.0), (reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach))
        return any(self.free_at(x + dx, y + dy) > 0.6 for dx, dy in around)

    def aside(self, low: float = 0.3, high: float = 0.7) -> float:
        """A share of the width for the thing that catches the eye: where the light is to come from,
        else away from the free side.
        """
        if self.plan.light is not None:
            at = float(self.rng.uniform(0.14, 0.26))
            return at if self.plan.light == "left" else 1 - at
        if self.plan.space == "left":
            return float(self.rng.uniform(0.68, 0.8))
        if self.plan.space == "right":
            return float(self.rng.uniform(0.2, 0.32))
        if self.plan.space == "middle":
            return float(self.rng.choice([0.16, 0.84]))
        return float(self.rng.uniform(low, high))


#: Flowers that take the colours which are named, in a field.
_FLOWERS = frozenset({"tulips", "wildflowers", "poppies"})

#: How light a ground of a strong colour is: things stand out on it.
_GROUNDS = {"brown": 0.48, "red": 0.5, "blue": 0.56, "green": 0.52, "purple": 0.5, "teal": 0.58}


def _is(given: Lab, wanted: Lab) -> bool:
    return min(chroma(given), chroma(wanted)) > 0.05 and turn(given, wanted) < 15


def below(strip: Strip, edge: F32, columns: slice = slice(None)) -> F32:
    """Coverage of what lies below a height line ``edge`` (1, w), exact along its slope."""
    slope = (
        np.gradient(edge[0]).astype(np.float32) * np.float32(strip.unit)
        if edge.shape[1] > 1
        else np.zeros(1, np.float32)
    )
    steep = np.asarray(1.0 / np.sqrt(1.0 + np.minimum(slope * slope, 400.0)), np.float32)
    cover = (strip.y - edge) * (steep[None, :] * np.float32(strip.unit))
    cover += np.float32(0.5)
    del columns
    return np.clip(cover, 0, 1, out=cover)


def sky(scene: Scene) -> Ramp:
    """The sky from the zenith (0) to the horizon (1), by time of day, in the brand's colours."""
    p, time = scene.paints, scene.plan.time
    cool = p.primary
    if chroma(cool) < 0.03:
        cool = p.second if chroma(p.second) > 0.03 else p.primary
    asked_for = bool(scene.plan.own("sky")) or (scene.coloured and not of_the_air(scene))
    cool = scene.own("sky", cool if scene.coloured else of_a_sky(cool))
    glow, accent = p.warm, cool if scene.plan.own("sky") else p.accent
    if "storm" in scene.plan.motifs:
        return _storm(cool, dark=is_night(scene))
    if time == "night":
        deep = at_lightness(cool, 0.17, 0.7)
        return Ramp(
            (
                (0.0, deep),
                (0.55, at_lightness(cool, 0.29, 0.8)),
                (1.0, mix(at_lightness(cool, 0.47, 0.8), glow, 0.06)),
            )
        )
    if time in ("dusk", "dawn") and "golden" in scene.plan.motifs:
        p = replace(p, accent=_GILT, warm=_GILT_AIR)
    if time == "dusk" and not asked_for:
        return _sunset(p, cool, 0.5 if scene.coloured else 1.0)
    if time == "dusk":
        return _dusk_in_colours(scene, cool, accent, glow)
    if time == "dawn" and not asked_for:
        return _sunrise(p, cool)
    if time == "dawn":
        return Ramp(
            (
                (0.0, at_lightness(cool, 0.66, 0.7)),
                (0.5, mix(at_lightness(cool, 0.82, 0.6), at_lightness(accent, 0.85, 0.4), 0.5)),
                (1.0, at_lightness(glow, 0.94, 0.7)),
            )
        )
    if time is None and p.night:
        return Ramp(
            (
                (0.0, at_lightness(cool, 0.22, 0.7)),
                (0.6, at_lightness(cool, 0.42, 0.9)),
                (1.0, mix(at_lightness(cool, 0.6, 0.8), glow, 0.1)),
            )
        )
    return Ramp(
        (
            (0.0, at_lightness(cool, 0.7, 0.8)),
            (0.6, at_lightness(cool, 0.86, 0.6)),
            (1.0, _day_air(scene, cool, glow)),
        )
    )


def _dusk_in_colours(scene: Scene, cool: Lab, accent: Lab, glow: Lab) -> Ramp:
    """A dusk in the colours that are named; overhead a warm one is mauve: darker, an orange is mud."""
    two = len(scene.plan.loose) > 1  # the second is seen as itself
    low = at_lightness(glow, _low_light(scene, glow), 0.9)
    if 25 < hue(cool) < 115:
        high = mix(_MAUVE, at_lightness(cool, 0.6, 0.5), 0.22)
        middle = mix(high, at_lightness(cool, 0.74, 0.9), 0.55)
        return Ramp(
            ((0.0, high), (0.4, middle), (0.75, at_lightness(accent, 0.76, 1.0)), (1.0, low))
        )
    return Ramp(
        (
            (0.0, at_lightness(cool, 0.34 if scene.paints.night else 0.45, 0.8)),
            (0.45, mix(at_lightness(cool, 0.6, 0.7), at_lightness(accent, 0.66, 0.7), 0.45)),
            (0.78, mix(at_lightness(accent, 0.76, 0.8 + 0.3 * two), glow, 0.55 - 0.4 * two)),
            (1.0, low),
        )
    )


def _day_air(scene: Scene, cool: Lab, glow: Lab) -> Lab:
    """The air at the horizon by day: a white that is nearly blue, unless the sky is asked for in a
    colour.
    """
    if scene.coloured:
        return mix(scene.paints.light, at_lightness(glow, 0.95, 0.5), 0.4)
    if "fog" in scene.plan.motifs:
        return (0.945, -0.002, -0.004)
    return mix(at_lightness(scene.paints.light, 0.95, 0.4), at_lightness(cool, 0.92, 0.5), 0.62)


def of_a_sky(own: Lab) -> Lab:
    """The colour of a sky or a sea in a brand's: neither green nor brown, because none is."""
    low, high = _SKIES
    at = hue(own)
    if chroma(own) < 0.03 or not low - _NEAR <= at <= high + _NEAR:
        return mix(_BLUE, own, _TINGE)
    turned = np.radians(np.clip(at, low, high))
    strong = float(np.clip(chroma(own), _AIR, 0.13))  # no sky is grey for a muted brand
    return own[0], float(strong * np.cos(turned)), float(strong * np.sin(turned))


def of_the_air(scene: Scene) -> bool:
    """Whether every colour that is named is one of a sky: a blue leaves a dusk its light."""
    wanted = [asked(name) for name in hued(scene.plan.loose)]
    low, high = _SKIES
    return all(c is not None and low - _NEAR <= hue(c) <= high for c in wanted)


def warm_of(own: Lab, otherwise: Lab) -> Lab:
    """A brand's colour where the low sun could give it, else the sun's."""
    of_fire = hue(own) < 95 or hue(own) > 345
    return own if of_fire and chroma(own) > 0.06 else otherwise


def _sunset(p: Paints, cool: Lab, keep: float = 1.0) -> Ramp:
    """Blue overhead, through mauve and the colour of embers (``keep`` of it) to a bright horizon."""
    ember, air = warm_of(p.accent, _EMBER), warm_of(p.warm, LOW_AIR)
    if turn(ember, air) < 12:
        ember = warm_of(p.primary, _EMBER)
    mauve = mix(at_lightness(cool, 0.56, 0.75), at_lightness(ember, 0.62, 0.7), 0.42)
    return Ramp(
        (
            (0.0, at_lightness(cool, 0.36 if p.night else 0.42, 0.85)),
            (0.42, mauve),
            (0.72, at_lightness(ember, 0.72, 0.85 * keep)),
            (0.9, mix(at_lightness(ember, 0.8, 0.8 * keep), at_lightness(air, 0.86, keep), 0.6)),
            (1.0, at_lightness(air, 0.91, 0.9 * keep)),
        )
    )


def _sunrise(p: Paints, cool: Lab) -> Ramp:
    """Pale blue overhead, a breath of embers, a bright horizon."""
    ember = warm_of(p.accent, _EMBER)
    return Ramp(
        (
            (0.0, at_lightness(cool, 0.7, 0.75)),
            (0.5, mix(at_lightness(cool, 0.85, 0.5), at_lightness(ember, 0.88, 0.4), 0.5)),
            (0.8, at_lightness(ember, 0.9, 0.45)),
            (1.0, at_lightness(warm_of(p.warm, LOW_AIR), 0.94, 0.75)),
        )
    )


def _low_light(scene: Scene, glow: Lab) -> float:
    """How light a dusk is at the horizon: where two colours are asked for, no lighter than the second
    is still seen.
    """
    return float(np.clip(glow[0] + 0.03, 0.74, 0.9)) if len(scene.plan.loose) > 1 else 0.9


def _storm(cool: Lab, *, dark: bool) -> Ramp:
    """A leaden sky with a strip of light above the horizon."""
    low = 0.09 if dark else 0.0
    return Ramp(
        (
            (0.0, at_lightness(cool, 0.34 - low, 0.35)),
            (0.55, at_lightness(cool, 0.46 - low, 0.3)),
            (0.85, at_lightness(cool, 0.6 - 2 * low, 0.25)),
            (1.0, at_lightness(cool, 0.78 - 2 * low, 0.2)),
        )
    )


def paint_sky(colours: Ramp, horizon: float) -> Layer:
    def layer(strip: Strip) -> None:
        t = np.clip(strip.y / np.float32(horizon), 0, 1)
        strip.fill(colours(t))

    return layer


def luminary(
    cx: float,
    cy: float,
    radius: float,
    colour: Lab,
    halo: Lab,
    *,
    crescent: bool = False,
    power: float = 0.55,
    soft: float = 0.0,
) -> Layer:
    """A sun or moon with its halo."""

    def layer(strip: Strip) -> None:
        reach = radius * 9
        where = strip.window(cx - reach, cy - reach, cx + reach, cy + reach)
        if where is None:
            return
        x, y = strip.x[:, where[1]], strip.y[where[0]]
        away = circle(x, y, cx, cy, radius)
        fade = smooth(away, reach - radius, 0.0)
        near = np.exp(np.minimum(-away / np.float32(radius * 1.5), 0))
        strip.glow(np.float32(power) * near * fade, halo, where)
        cover = strip.edge(away)
        if soft:
            # A sun is too bright to have an edge.
            cover = smooth(away, radius * soft, -radius * soft)
            wide = np.exp(np.minimum(-away / np.float32(radius * 4), 0)) * fade
            strip.glow(np.float32(0.35 * power) * wide, halo, where)
        if crescent:
            cover = cover * (
                1 - strip.edge(circle(x, y, cx + radius * 0.42, cy - radius * 0.18, radius * 0.92))
            )
        strip.blend(cover, colour, where)

    return layer


def nothing(strip: Strip) -> None:
    """The layer of what is left out."""


def light(scene: Scene, x: float, y: float, radius: float = 0.06) -> Layer:
    """Sun or moon as the time of day asks; nothing where the prompt forbids it."""
    p = scene.paints
    if not scene.shows(scene.luminary):
        return nothing
    if scene.luminary == "moon":
        return luminary(
            x,
            y,
            radius * 0.8,
            mix(at_lightness(p.warm, 0.96, 0.5), p.light, 0.4),
            at_lightness(p.primary, 0.8),
            crescent=scene.rng.random() < 0.4 and "full_moon" not in scene.plan.motifs,
            power=0.35,
        )
    strong = scene.plan.time in ("dusk", "dawn")
    # High up nobody looks into it: it is small and its light is wide.
    size = 1.0 if strong else 0.75 if "sun" in scene.plan.motifs else 0.55
    air = p.warm if scene.coloured else warm_of(p.warm, LOW_AIR)
    return luminary(
        x,
        y,
        radius * size,
        at_lightness(air, 0.975, 0.7),
        at_lightness(air, 0.92 if strong else 0.95, 1.0 if strong else 0.5),
        power=0.65,
        soft=0.3 if strong else 0.6,
    )


def is_night(scene: Scene) -> bool:
    return scene.plan.time == "night" or (scene.plan.time is None and scene.paints.night)
