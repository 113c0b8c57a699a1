"""The score: how well a picture keeps to a brand, 0 to 100, part by part and with reasons.

Figures come under the names of ``domain.rules.MEASURES``. Each part compares figures with the
style's, in steps of what is plainly seen, widened by how far the references stray among themselves:
a folder whose references differ in light forgives more there. References themselves score high by
construction, pictures of another look low.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ..models.images import Check, ScorePart
from ..models.rules import Finding, Rule
from ..models.style import Figure, PhotoStyle
from . import rules as brand_rules

Lab = tuple[float, float, float]
Value = float | str | bool

# : The weight of each part in the whole; a part that can't be told is left out and the others share
# its weight.
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "palette": 0.34,
        "tone": 0.18,
        "saturation": 0.14,
        "temperature": 0.14,
        "texture": 0.05,
        "composition": 0.05,
        "rules": 0.1,
    }
)


@dataclass(frozen=True, slots=True)
class Colour:
    """One of a picture's main colours: OKLab and its share of the area."""

    lab: Lab
    weight: float


def score(
    figures: Mapping[str, Value],
    colours: Sequence[Colour],
    style: PhotoStyle | None,
    rules: Sequence[Rule] = (),
) -> Check:
    """The check of a picture against a folder's photo style and image rules.

    Without a style and without a rule that can be tested there is nothing to miss: 100, and the one
    part says so.
    """
    told: dict[str, _Told] = {}
    findings: list[Finding] = []
    if style is not None:
        told, findings = _by_style(figures, style)
    all_figures: dict[str, Value] = dict(figures)
    if style is not None and style.palette and colours:
        near, share = palette_distance(colours, style)
        all_figures = {"palette_distance": near, "palette_share": share, **figures}
        told["palette"] = _palette(colours, style, share)
        if told["palette"][0] < 55:
            findings.append(_off_palette(float(all_figures["palette_share"])))
    kept = _by_rules(all_figures, rules)
    if kept is not None:
        told["rules"], missed = kept
        findings = [*missed, *findings]
    parts = [
        ScorePart(part=name, score=round(told[name][0], 1), weight=0.0, reason=told[name][1])
        for name in WEIGHTS
        if name in told and not math.isnan(told[name][0])
    ]
    if not parts:
        reason = "The folder has no photo style yet and no rule that can be measured."
        return Check(
            score=100.0,
            parts=[ScorePart(part="rules", score=100.0, weight=1.0, reason=reason)],
            findings=[],
        )
    total = sum(WEIGHTS[p.part] for p in parts)
    parts = [p.model_copy(update={"weight": round(WEIGHTS[p.part] / total, 4)}) for p in parts]
    return Check(score=_whole(parts), parts=parts, findings=findings)


_Told = tuple[float, str]
"""The points of a part, and why."""


def _by_style(
    figures: Mapping[str, Value], style: PhotoStyle
) -> tuple[dict[str, _Told], list[Finding]]:
    """What is told of each part that a photo style has a say in but its palette, and what is off."""
    told = {
        "tone": _part(figures, _tone(style), "Light and dark"),
        "saturation": _part(figures, _saturation(style), "Saturation"),
        "temperature": _part(figures, _temperature(style), "Colour temperature"),
        "texture": _part(figures, _texture(style), "Texture"),
        "composition": _part(figures, _composition(style), "Composition"),
    }
    wanted = [want for _, wants in _wants(style) for want in wants]
    return told, [_finding(figures, want) for want in wanted if _off(figures, want) > 2.0]


def _off_palette(share: float) -> Finding:
    return Finding(
        rule_id=None,
        measure="palette_share",
        value=round(share, 3),
        target="at least 0.5",
        message=f"Only {_percent(share)} of the picture is in the brand's colours.",
    )


def _by_rules(
    figures: Mapping[str, Value], rules: Sequence[Rule]
) -> tuple[_Told, list[Finding]] | None:
    """What is told of the image rules that can be measured, and those missed; None without any."""
    checks = [
        (rule.check, rule)
        for rule in brand_rules.in_force(rules, "image")
        if rule.check is not None and _testable(rule, figures)
    ]
    if not checks:
        return None
    tested = (brand_rules.test(check, figures, rule=rule) for check, rule in checks)
    missed = [finding for finding in tested if finding is not None]
    kept = len(checks) - len(missed)
    said = f"{kept} of {len(checks)} rules that can be measured are kept."
    return (100.0 * kept / len(checks), said), missed


def _whole(parts: Sequence[ScorePart]) -> float:
    """The weighted mean, drawn down by parts that are far off: a wrong palette isn't made good by a
    right horizon.
    """
    mean = sum(p.score * p.weight for p in parts)
    strict = math.exp(sum(p.weight * math.log(max(p.score, 3.0)) for p in parts))
    return round(min(100.0, max(0.0, 0.5 * mean + 0.5 * strict)), 1)


def _testable(rule: Rule, figures: Mapping[str, Value]) -> bool:
    return rule.check is not None and rule.check.measure in figures


# -- figures against the style ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Want:
    """A figure, what it should be, the step that is plainly seen, its weight in its part, and words
    for less and more.
    """

    measure: str
    figure: Figure
    step: float
    weight: float
    less: str
    more: str

    @property
    def tolerance(self) -> float:
        # A median absolute deviation of few references is a shy guess of their true spread; but
        # references that share nothing in a figure don't make every value right.
        return self.step + min(1.5 * self.figure.spread, 1.6 * self.step)


def _tone(style: PhotoStyle) -> list[Want]:
    tone = style.tone
    return [
        Want("lightness", tone.p50, 0.09, 0.45, "darker", "brighter"),
        Want("contrast", tone.contrast, 0.12, 0.25, "flatter", "more contrasty"),
        Want("shadows", tone.p5, 0.09, 0.15, "with deeper shadows", "with paler shadows"),
        Want(
            "highlights", tone.p95, 0.10, 0.15, "with duller highlights", "with brighter highlights"
        ),
    ]


def _saturation(style: PhotoStyle) -> list[Want]:
    figure = style.colour.saturation
    return [
        Want("saturation", figure, 0.018 + 0.15 * figure.value, 1.0, "more muted", "more colourful")
    ]


def _temperature(style: PhotoStyle) -> list[Want]:
    return [
        Want("temperature", style.colour.temperature, 0.02, 0.5, "cooler", "warmer"),
        Want("tint", style.colour.tint, 0.016, 0.2, "greener", "more magenta"),
        Want(
            "midtone_tint_b",
            style.grade.midtones.b,
            0.025,
            0.15,
            "cooler in the midtones",
            "warmer in the midtones",
        ),
        Want(
            "highlight_tint_b",
            style.grade.highlights.b,
            0.025,
            0.15,
            "cooler in the lights",
            "warmer in the lights",
        ),
    ]


def _texture(style: PhotoStyle) -> list[Want]:
    texture = style.texture
    return [
        Want("grain", texture.grain, 0.012, 0.4, "cleaner", "grainier"),
        Want(
            "sharpness",
            texture.sharpness,
            0.05 + 0.25 * texture.sharpness.value,
            0.4,
            "softer",
            "sharper",
        ),
        Want("light_hardness", style.light.hardness, 0.2, 0.2, "softer lit", "harder lit"),
    ]


def _composition(style: PhotoStyle) -> list[Want]:
    composition = style.composition
    return [
        Want("negative_space", composition.negative_space, 0.16, 0.45, "fuller", "emptier"),
        Want(
            "subject_size",
            composition.subject_size,
            0.15,
            0.3,
            "with a smaller subject",
            "with a larger subject",
        ),
        Want("symmetry", composition.symmetry, 0.35, 0.25, "less symmetrical", "more symmetrical"),
    ]


def _wants(style: PhotoStyle) -> list[tuple[str, list[Want]]]:
    return [
        ("tone", _tone(style)),
        ("saturation", _saturation(style)),
        ("temperature", _temperature(style)),
        ("texture", _texture(style)),
        ("composition", _composition(style)),
    ]


def _off(figures: Mapping[str, Value], want: Want) -> float:
    """How many tolerances a figure is off; 0 where it was not measured."""
    value = figures.get(want.measure)
    if value is None or isinstance(value, (str, bool)) or not math.isfinite(value):
        return 0.0
    return abs(value - want.figure.value) / want.tolerance


def _kept(off: float) -> float:
    """Points for being so many tolerances off: nearly full to one, half at about two, few at
    four.
    """
    return 100.0 / (1.0 + math.pow(off / 1.9, 2.8))


def _part(figures: Mapping[str, Value], wants: Sequence[Want], name: str) -> tuple[float, str]:
    measured = [w for w in wants if isinstance(figures.get(w.measure), (int, float))]
    total = sum(w.weight for w in measured)
    if not total:
        return math.nan, ""
    points = sum(w.weight * _kept(_off(figures, w)) for w in measured) / total
    worst = max(measured, key=lambda w: w.weight * _off(figures, w))
    off = _off(figures, worst)
    if off <= 1.0:
        return points, f"{name} as in the brand's references."
    value = float(figures[worst.measure])
    word = worst.more if value > worst.figure.value else worst.less
    how = "a little" if off < 1.8 else "clearly" if off < 3.2 else "far"
    return (
        points,
        f"{how.capitalize()} {word} than the brand's references ({_said(value)}, theirs {_said(worst.figure.value)}).",
    )


def _finding(figures: Mapping[str, Value], want: Want) -> Finding:
    value = float(figures[want.measure])
    word = want.more if value > want.figure.value else want.less
    low, high = want.figure.value - want.tolerance, want.figure.value + want.tolerance
    return Finding(
        rule_id=None,
        measure=want.measure,
        value=round(value, 4),
        target=f"{_said(low)} to {_said(high)}",
        message=f"The picture is {word} than the brand's references.",
    )


def _said(value: float) -> str:
    return f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"


def _percent(share: float) -> str:
    return f"{round(100 * share)} %"


# -- the palette -----------------------------------------------------------------------------------


def _lab(l: float, c: float, h: float) -> Lab:  # noqa: E741
    return l, c * math.cos(math.radians(h)), c * math.sin(math.radians(h))


def _apart(one: Lab, other: Lab) -> float:
    """OKLab distance with lightness at seven tenths: palettes speak of hues first."""
    return math.sqrt(
        (0.7 * (one[0] - other[0])) ** 2
        + (1.6 * (one[1] - other[1])) ** 2
        + (1.6 * (one[2] - other[2])) ** 2
    )


def palette_distance(colours: Sequence[Colour], style: PhotoStyle) -> tuple[float, float]:
    """The mean OKLab distance of a picture's colours to their nearest palette colour, and the share
    within reach.
    """
    swatches = [_lab(s.oklch.l, s.oklch.c, s.oklch.h) for s in style.palette]
    total = sum(c.weight for c in colours) or 1.0
    near = [(min(math.dist(c.lab, s) for s in swatches), c.weight / total) for c in colours]
    return sum(d * w for d, w in near), sum(
        w * max(0.0, min(1.0, (0.16 - d) / 0.08)) for d, w in near
    )


def _palette(colours: Sequence[Colour], style: PhotoStyle, share: float) -> tuple[float, str]:
    swatches = [(_lab(s.oklch.l, s.oklch.c, s.oklch.h), max(s.weight, 0.01)) for s in style.palette]
    work = transport([(c.lab, c.weight) for c in colours], swatches)
    total = sum(c.weight for c in colours) or 1.0
    nearest = sum(c.weight / total * min(_apart(c.lab, s) for s, _ in swatches) for c in colours)
    off = (0.5 * nearest + 0.5 * work) / 0.052
    points = _kept(off)
    return points, f"{_percent(share)} of the picture lies in the brand's colours."


def transport(first: Sequence[tuple[Lab, float]], second: Sequence[tuple[Lab, float]]) -> float:
    """The least mean distance that the areas of one palette must move to become the other's (Rubner
    1998).

    Entropic (Cuturi 2013), which for a dozen colours is within a few percent of the exact earth
    mover's distance.
    """
    a = [w / sum(w for _, w in first) for _, w in first]
    b = [w / sum(w for _, w in second) for _, w in second]
    cost = [[_apart(x, y) for y, _ in second] for x, _ in first]
    heat = 0.02
    kernel = [[math.exp(-c / heat) + 1e-30 for c in row] for row in cost]
    u, v = [1.0] * len(a), [1.0] * len(b)
    for _ in range(60):
        u = [
            x / max(sum(k * y for k, y in zip(row, v, strict=True)), 1e-300)
            for x, row in zip(a, kernel, strict=True)
        ]
        v = [
            y / max(sum(kernel[i][j] * u[i] for i in range(len(a))), 1e-300)
            for j, y in enumerate(b)
        ]
    return sum(
        u[i] * kernel[i][j] * v[j] * cost[i][j] for i in range(len(a)) for j in range(len(b))
    )
