"""Rules that an extraction suggests: sentences that a brand manager would write, each with its
check and its evidence.

A rule is suggested only for what sets the references apart from any picture; what is ordinary (a
neutral white balance with a middling contrast) is worth a rule only when the references agree
closely on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ...models.rules import Rule, RuleCheck, RuleKind, SuggestedRule
from ...models.style import DesignStyle, Figure, PhotoStyle, VisualWorld
from ..rules import subjects

_MOST = 12
_SIDES = {0.0: "from the right", 90.0: "from above", 180.0: "from the left", 270.0: "from below"}
#: The height of capitals in an em, in most text faces.
_CAPITALS = 0.72
_SPACE = {"left": "on the left", "right": "on the right", "top": "above", "bottom": "below"}


def suggested_rules(
    style: PhotoStyle | None, world: VisualWorld | None = None, design: DesignStyle | None = None
) -> list[SuggestedRule]:
    """At most a dozen rules, image rules first, the most telling first."""
    found: list[SuggestedRule] = []
    if style is not None:
        found += _image_rules(style)
        found += _medium_rule(style)
    if world is not None and style is not None:
        found += _world_rules(world, style.references)
    if design is not None:
        found += _design_rules(design)
    return found[:_MOST]


def _image_rules(style: PhotoStyle) -> Iterator[SuggestedRule]:
    for rule in (_warmth, _saturation, _key, _contrast, _palette, _space, _light, _depth, _grain):
        suggestion = rule(style)
        if suggestion is not None:
            yield suggestion


def _reach(figure: Figure, least: float) -> float:
    """How far a new picture may stray: three spreads (95 % of what varies like the references), or
    ``least``.
    """
    return max(least, 3 * figure.spread)


def _over(count: int) -> str:
    return "in the one reference" if count == 1 else f"over {count} references"


def _evidence(what: str, figure: Figure, count: int) -> str:
    spread = f" ± {figure.spread:.3f}" if count > 1 else ""
    return f"{what} is {figure.value:.3f}{spread} {_over(count)}."


def _rule(
    text: str,
    measure: str,
    op: str,
    value: float | str | list[float],
    evidence: str,
    *,
    kind: RuleKind = "image",
) -> SuggestedRule:
    # Validated, not built: `op` is a plain string here and the model knows which there are.
    check = RuleCheck.model_validate({"measure": measure, "op": op, "value": value})
    return SuggestedRule(kind=kind, text=text, check=check, evidence=evidence)


def _rounded(value: float) -> float:
    return round(value, 3)


def _band(figure: Figure, least: float) -> list[float]:
    reach = _reach(figure, least)
    return [_rounded(figure.value - reach), _rounded(figure.value + reach)]


def _warmth(style: PhotoStyle) -> SuggestedRule | None:
    figure, count = style.colour.temperature, style.references
    evidence = _evidence("Warmth (mean OKLab b; blue is below 0, yellow above)", figure, count)
    reach = _reach(figure, 0.02)
    if figure.value >= 0.02:
        lean = _lean(style.colour.tint.value, figure.value)
        text = f"Keep pictures warm, leaning to {lean}; never let them turn cool or bluish."
        return _rule(
            text, "temperature", ">=", _rounded(max(0.004, figure.value - reach)), evidence
        )
    if figure.value <= -0.012:
        text = "Keep pictures cool, leaning to blue; never let them turn warm or yellow."
        return _rule(
            text, "temperature", "<=", _rounded(min(-0.004, figure.value + reach)), evidence
        )
    if count >= 3 and figure.spread <= 0.008:
        return _rule(
            "Keep the white balance neutral, neither warm nor cool.",
            "temperature",
            "between",
            _band(figure, 0.02),
            evidence,
        )
    return None


def _lean(a: float, b: float) -> str:
    """What a warm cast leans to, by its hue."""
    hue = math.degrees(math.atan2(b, a))
    return (
        "red" if hue < 40 else "terracotta" if hue < 65 else "amber" if hue < 98 else "yellow-green"
    )


def _saturation(style: PhotoStyle) -> SuggestedRule | None:
    figure, count = style.colour.saturation, style.references
    evidence = _evidence("Saturation (mean OKLCH chroma; grey is 0)", figure, count)
    reach = _reach(figure, 0.02)
    if figure.value <= 0.012 and figure.spread <= 0.006:
        return _rule("Show pictures in black and white.", "saturation", "<=", 0.02, evidence)
    most, least = _rounded(figure.value + reach), _rounded(figure.value - reach)
    # Where the references stray so far that the limit says nothing, there is no rule in them.
    if figure.value <= 0.045 and most <= 0.075:
        return _rule("Keep colours muted and quiet.", "saturation", "<=", most, evidence)
    if figure.value >= 0.1 and least >= 0.06:
        return _rule(
            "Keep colours rich and vivid; no washed-out pictures.",
            "saturation",
            ">=",
            least,
            evidence,
        )
    if count >= 3 and figure.spread <= 0.012 and least > 0:
        text = "Keep colours natural: neither washed out nor loud."
        return _rule(text, "saturation", "between", _band(figure, 0.03), evidence)
    return None


def _key(style: PhotoStyle) -> SuggestedRule | None:
    figure = style.tone.p50
    evidence = _evidence(
        "Median lightness (OKLab L; black is 0, white is 1)", figure, style.references
    )
    reach = _reach(figure, 0.08)
    if style.tone.key == "high" and figure.value - reach >= 0.55:
        return _rule(
            "Keep pictures bright and airy.",
            "lightness",
            ">=",
            _rounded(figure.value - reach),
            evidence,
        )
    if style.tone.key == "low" and figure.value + reach <= 0.6:
        return _rule(
            "Keep pictures dark, with deep shadows.",
            "lightness",
            "<=",
            _rounded(figure.value + reach),
            evidence,
        )
    return None


def _contrast(style: PhotoStyle) -> SuggestedRule | None:
    figure = style.tone.contrast
    evidence = _evidence("Contrast (5th to 95th percentile of lightness)", figure, style.references)
    reach = _reach(figure, 0.1)
    if figure.value >= 0.68 and figure.value - reach >= 0.45:
        text = "Keep contrast strong: deep blacks and clear lights in the same picture."
        return _rule(text, "contrast", ">=", _rounded(figure.value - reach), evidence)
    if figure.value <= 0.42 and figure.value + reach <= 0.65:
        text = "Keep contrast soft: no hard blacks beside burnt-out whites."
        return _rule(text, "contrast", "<=", _rounded(figure.value + reach), evidence)
    return None


def _palette(style: PhotoStyle) -> SuggestedRule | None:
    leading = [
        colour for colour in style.palette if colour.role in {"primary", "secondary", "accent"}
    ]
    if not leading or style.colour.saturation.value < 0.03:
        return None
    named = _listed([colour.hex for colour in leading[:3]])
    # No check: a picture need not hold every colour of the palette, and no single figure says that
    # it fits.
    return SuggestedRule(
        kind="image",
        text=f"Build pictures around the brand's own colours: {named}.",
        check=None,
        evidence=f"These cover {sum(c.weight for c in leading[:3]):.0%} of the area {_over(style.references)}.",
    )


def _space(style: PhotoStyle) -> SuggestedRule | None:
    figure, side = style.composition.negative_space, style.composition.negative_side
    if side == "none" or figure.value < 0.75:
        return None
    evidence = _evidence(f"Calm (0 to 1) of the third {_SPACE[side]}", figure, style.references)
    return _rule(
        f"Leave calm space {_SPACE[side]}, so that words have a place.",
        "negative_side",
        "is",
        side,
        evidence,
    )


def _light(style: PhotoStyle) -> SuggestedRule | None:
    direction, hardness, count = style.light.direction, style.light.hardness, style.references
    evidence = _evidence("Hardness of light (0 to 1)", hardness, count)
    reach = _reach(hardness, 0.15)
    if direction in _SIDES:
        # Where light comes from is a hint that no check should fail on.
        return SuggestedRule(
            kind="image",
            text=f"Light scenes {_SIDES[direction]}.",
            check=None,
            evidence=f"Light comes {_SIDES[direction]} in most of the references. {evidence}",
        )
    if hardness.value <= 0.12 and count >= 2:
        most = _rounded(min(1.0, hardness.value + reach))
        return _rule(
            "Keep light soft, without hard shadows.", "light_hardness", "<=", most, evidence
        )
    return None


def _depth(style: PhotoStyle) -> SuggestedRule | None:
    figure = style.texture.depth_of_field
    if figure.value < 0.55:
        return None
    evidence = _evidence(
        "Depth of field (0: all equally sharp, near 1: only the subject)", figure, style.references
    )
    least = _rounded(max(0.1, figure.value - _reach(figure, 0.25)))
    return _rule(
        "Keep the subject sharp before a soft background.", "depth_of_field", ">=", least, evidence
    )


def _grain(style: PhotoStyle) -> SuggestedRule | None:
    figure = style.texture.grain
    evidence = f"Grain has a standard deviation of {figure.value * 255:.1f} of 255 steps {_over(style.references)}."
    if figure.value >= 0.016:
        least = round(max(0.0, figure.value - _reach(figure, 0.008)), 4)
        return _rule("A visible film grain belongs to the look.", "grain", ">=", least, evidence)
    return None


def _medium_rule(style: PhotoStyle) -> Iterator[SuggestedRule]:
    if style.medium == "illustration":
        yield _rule(
            "Use illustrations, not photographs.",
            "medium",
            "is",
            "illustration",
            f"The picture is an illustration {_over(style.references)}.",
        )


def _world_rules(world: VisualWorld, count: int) -> Iterator[SuggestedRule]:
    """What most references show, in their own words; a machine can't test it, so it has no
    check.
    """
    for terms, sentence in (
        (world.subjects, "Show {0}."),
        (world.settings, "Set scenes in or before: {0}."),
        (world.materials, "Show materials such as {0}."),
    ):
        common = [
            term for term in terms if 2 * len(term.references) > count and term.confidence >= 0.5
        ][:3]
        if common and count >= 2:
            most = min(len(term.references) for term in common)
            yield SuggestedRule(
                kind="image",
                text=sentence.format(_listed([term.term for term in common])),
                check=None,
                evidence=f"At least {most} of {count} references show this.",
            )


def _design_rules(design: DesignStyle) -> Iterator[SuggestedRule]:
    count = design.references
    if design.logo_place not in {"unknown", "centre"}:
        corner = design.logo_place.replace("-", " ")
        yield _rule(
            f"Place the logo in the {corner} corner.",
            "logo_place",
            "is",
            design.logo_place,
            f"The logo seems to stand there {_over(count)}.",
            kind="logo",
        )
    if design.alignment != "mixed":
        text = (
            "Centre words."
            if design.alignment == "centre"
            else f"Align words to the {design.alignment}."
        )
        yield _rule(
            text,
            "alignment",
            "is",
            design.alignment,
            f"Most lines of text stand that way {_over(count)}.",
            kind="layout",
        )
    if design.margin.value >= 0.02:
        least = _rounded(max(0.01, design.margin.value - _reach(design.margin, 0.01)))
        yield _rule(
            f"Keep a margin of at least {least:.1%} of the width clear.",
            "margin",
            ">=",
            least,
            _evidence("The margin, as a share of the width,", design.margin, count),
            kind="layout",
        )
    headline = design.type_sizes.headline
    if headline is not None:
        # The letters were measured; the size that a type is set in is its em.
        size, reach = headline.value / _CAPITALS, _reach(headline, 0.02) / _CAPITALS
        band = [max(0.005, _rounded(size - reach)), min(1.0, _rounded(size + reach))]
        text = f"Set headlines at {band[0]:.1%} to {band[1]:.1%} of the height."
        yield _rule(
            text,
            "headline_share",
            "between",
            band,
            _evidence("The height of headline letters, as a share of the height,", headline, count),
            kind="layout",
        )
    least = _rounded(design.whitespace.value - _reach(design.whitespace, 0.12))
    if design.whitespace.value >= 0.5 and least >= 0.2:
        yield _rule(
            "Leave generous space around words and pictures.",
            "whitespace",
            ">=",
            least,
            _evidence("The free share of the area", design.whitespace, count),
            kind="layout",
        )
    if design.colour_use == "restrained":
        yield SuggestedRule(
            kind="layout",
            text="Use colour sparingly, as an accent on quiet ground.",
            check=None,
            evidence=f"Vivid colour covers little of the area {_over(count)}.",
        )
    if design.corner_radius != "unknown":
        corners = {"square": "square", "soft": "softly rounded", "round": "fully round"}[
            design.corner_radius
        ]
        yield _rule(
            f"Draw panels and buttons with {corners} corners.",
            "corner_radius",
            "is",
            design.corner_radius,
            f"Panels and buttons look that way {_over(count)}.",
            kind="layout",
        )


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def adopt(suggested: Iterable[SuggestedRule], existing: Iterable[Rule]) -> list[SuggestedRule]:
    """The suggestions to add: those about a subject that no existing rule and no earlier suggestion
    is about.
    """
    taken = {subject for rule in existing for subject in subjects(rule)}
    added: list[SuggestedRule] = []
    for rule in suggested:
        about = subjects(as_rule(rule, rule_id="", folder="", level=0))
        if not about & taken:
            taken |= about
            added.append(rule)
    return added


def as_rule(suggested: SuggestedRule, *, rule_id: str, folder: str, level: int) -> Rule:
    """A suggestion as a rule of a folder."""
    return Rule(
        rule_id=rule_id,
        kind=suggested.kind,
        text=suggested.text,
        check=suggested.check,
        source="extraction",
        level=level,
        folder=folder,
        evidence=suggested.evidence,
    )
