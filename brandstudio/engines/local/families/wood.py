"""The colours of a wood by its season and hour."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import Lab
from ..paints import asked, at_lightness, hued, mix
from .scene import Scene, is_night


@dataclass(frozen=True, slots=True)
class Wood:
    """The colours of a wood: the light at its end, leaves in light and in shade, trunks, ground and
    path; ``bare`` says that no leaves hang there.
    """

    light: Lab
    leaf: Lab
    deep: Lab
    trunk: Lab
    ground: Lab
    path: Lab
    bare: bool


#: Leaves in light, leaves in shade and the ground, by season.
_SEASONS: dict[str, tuple[Lab, Lab, Lab]] = {
    "autumn": ((0.74, 0.075, 0.135), (0.44, 0.095, 0.09), (0.5, 0.075, 0.095)),
    "fresh": ((0.83, -0.085, 0.14), (0.48, -0.095, 0.11), (0.52, -0.075, 0.1)),
    "winter": ((0.9, -0.004, -0.015), (0.6, -0.006, -0.025), (0.93, -0.003, -0.01)),
    "": ((0.7, -0.08, 0.115), (0.36, -0.065, 0.075), (0.4, -0.045, 0.07)),
}


#: Colours that leaves in autumn have anyway.
_TURNED = frozenset({"gold", "yellow", "orange", "red", "brown", "amber", "rust", "ochre"})
#: Greens that a wood has anyway, and how much lighter or darker its leaves are then.
_GREENS = {"green": 1.0, "forest green": 0.8, "light green": 1.12}


def _leaves(scene: Scene) -> tuple[str, tuple[Lab, Lab, Lab], Lab | None]:
    """The season of a wood, its leaves in light and in shade and its ground, and the colour that it is
    asked for in.
    """
    p, plan = scene.paints, scene.plan
    season = plan.mood if plan.mood in _SEASONS else ""
    season = "winter" if "snowy" in plan.motifs else season
    season = "autumn" if "autumn" in plan.motifs else season
    season = "fresh" if not season and {"bamboo", "birches"} & plan.motifs else season
    leaf, deep, ground = _SEASONS[season]
    lead = next(iter(hued(plan.named)), "")
    of_autumn = season == "autumn" and lead in _TURNED
    own = (
        asked(lead) if lead not in _GREENS and not of_autumn else None
    )  # leaves are of the green that leaves have
    leaf, deep, ground = (
        at_lightness(c, c[0] * _GREENS.get(lead, 1.0)) for c in (leaf, deep, ground)
    )
    if own is not None:
        leaf, deep = at_lightness(own, 0.74, 0.9), at_lightness(own, 0.38, 0.9)
        ground = at_lightness(own, 0.46, 0.7)
    if own is None:  # a breath of the brand, that no leaf is seen in
        leaf, deep, ground = (
            mix(c, at_lightness(p.primary, c[0]), 0.06) for c in (leaf, deep, ground)
        )
    return season, (leaf, deep, ground), own


def colours_of(scene: Scene) -> Wood:
    p, plan = scene.paints, scene.plan
    season, (leaf, deep, ground), own = _leaves(scene)
    light = mix((0.975, -0.004, 0.04), at_lightness(p.warm, 0.96, 0.6), 0.35)
    if season == "winter" or "fog" in plan.motifs:
        light = mix(light, (0.93, -0.004, -0.006), 0.8)
    if "golden" in plan.motifs and plan.time in (None, "day", "dawn"):
        light = (0.925, 0.022, 0.105)
        leaf, ground = mix(leaf, (0.82, 0.035, 0.13), 0.45), mix(ground, (0.66, 0.045, 0.11), 0.35)
    elif plan.time == "dawn":
        light = mix(light, (0.95, 0.025, 0.055), 0.8)
    if "moss" in plan.motifs and own is None and season not in ("winter", "autumn"):
        ground = (0.5, -0.085, 0.105)
    path = mix((0.77, 0.018, 0.05), light, 0.25)
    trunk = (0.26, 0.018, 0.026)
    wood = Wood(
        light,
        leaf,
        deep,
        trunk,
        ground,
        path,
        bare="bare_trees" in plan.motifs or season == "winter",
    )
    if is_night(scene) or (plan.dark is True and plan.time is None):
        dusk = at_lightness(p.primary, 0.5, 0.55)
        wood = Wood(
            at_lightness(own or p.primary, 0.62, 0.9 if own is not None else 0.5),
            mix(at_lightness(leaf, 0.34, 0.5), at_lightness(dusk, 0.3), 0.5),
            at_lightness(mix(deep, dusk, 0.6), 0.17, 0.8),
            (0.1, 0.0, -0.008),
            at_lightness(mix(ground, dusk, 0.5), 0.22 if season != "winter" else 0.5, 0.8),
            at_lightness(dusk, 0.4, 0.6),
            wood.bare,
        )
    elif plan.time == "dusk":
        wood = Wood(
            mix(light, (0.88, 0.06, 0.12), 0.7),
            mix(leaf, (0.66, 0.08, 0.12), 0.35),
            at_lightness(deep, 0.3),
            (0.2, 0.02, 0.02),
            at_lightness(ground, 0.36),
            mix(path, (0.66, 0.06, 0.09), 0.5),
            wood.bare,
        )
    return wood
