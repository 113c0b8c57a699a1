"""What to mend in a picture: the targets that its style and its rules set, from what was measured
as off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..models.images import Check
from ..models.rules import Finding, Rule
from ..models.style import PhotoStyle
from .rules import in_force
from .scores import Colour, Value, score


@dataclass(frozen=True, slots=True)
class Targets:
    """What a picture's figures should come to; None leaves a figure as it is. Units as in
    ``domain.rules``.
    """

    lightness: float | None = None
    contrast: float | None = None
    saturation: float | None = None
    temperature: float | None = None
    grain: float | None = None
    palette: bool = False
    shadows: tuple[float, float] | None = None
    midtones: tuple[float, float] | None = None
    highlights: tuple[float, float] | None = None

    @property
    def nothing(self) -> bool:
        return self == Targets()


def findings(
    figures: Mapping[str, Value],
    colours: Sequence[Colour],
    style: PhotoStyle | None,
    rules: Sequence[Rule] = (),
) -> list[Finding]:
    """Everything that is off, rules first. Pure: tested on measures that were kept with the
    version.
    """
    return list(score(figures, colours, style, rules).findings)


def targets(check: Check, style: PhotoStyle | None, rules: Sequence[Rule] = ()) -> Targets:
    """What to move, from a check's findings and weak parts. Rules bind more than the style does."""
    weak = {p.part for p in check.parts if p.score < 80}
    off = {f.measure for f in check.findings}
    bounds = _bounds(rules)
    values: dict[str, float | None] = dict.fromkeys(
        ("lightness", "contrast", "saturation", "temperature")
    )
    if style is not None:
        learned = {
            "lightness": (style.tone.p50.value, "tone"),
            "contrast": (style.tone.contrast.value, "tone"),
            "saturation": (style.colour.saturation.value, "saturation"),
            "temperature": (style.colour.temperature.value, "temperature"),
        }
        for name, (value, part) in learned.items():
            if part in weak or name in off:
                values[name] = value
    for name, (low, high) in bounds.items():
        if name in values and name in off:
            learned_value = values[name]
            middle = learned_value if learned_value is not None else (low + high) / 2
            # A hair inside the bound, so that rounding to 8 bits does not fall out again.
            inset = 0.04 * min(high - low, 0.25)
            values[name] = min(max(middle, low + inset), high - inset)
    grade = style.grade if style is not None and "temperature" in weak else None
    return Targets(
        lightness=values["lightness"],
        contrast=values["contrast"],
        saturation=values["saturation"],
        temperature=values["temperature"],
        palette="palette" in weak or "palette_share" in off or "palette_distance" in off,
        shadows=(grade.shadows.a.value, grade.shadows.b.value) if grade else None,
        midtones=(grade.midtones.a.value, grade.midtones.b.value) if grade else None,
        highlights=(grade.highlights.a.value, grade.highlights.b.value) if grade else None,
    )


def _bounds(rules: Sequence[Rule]) -> dict[str, tuple[float, float]]:
    """The range that rules leave to each measured number."""
    out: dict[str, tuple[float, float]] = {}
    natural = {
        "lightness": (0.0, 1.0),
        "contrast": (0.0, 1.0),
        "saturation": (0.0, 0.3),
        "temperature": (-0.12, 0.12),
    }
    for rule in in_force(rules, "image"):
        check = rule.check
        if check is None or check.measure not in natural or isinstance(check.value, (str, bool)):
            continue
        low, high = out.get(check.measure, natural[check.measure])
        if isinstance(check.value, list):
            numbers = [float(v) for v in check.value if not isinstance(v, str)]
            if check.op == "between" and len(numbers) == 2:
                low, high = max(low, numbers[0]), min(high, numbers[1])
        elif check.op == "<=":
            high = min(high, float(check.value))
        elif check.op == ">=":
            low = max(low, float(check.value))
        if low <= high:
            out[check.measure] = (low, high)
    return out
