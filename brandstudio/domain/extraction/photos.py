"""The photo style that one to five references share.

Every figure is a median over the references with its spread, so one odd reference moves nothing; a
reference that looks plainly unlike the others is left out and named in a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Literal

from ...models.style import (
    ColourCast,
    Composition,
    Figure,
    Grade,
    GradePoint,
    Light,
    Medium,
    PhotoStyle,
    Texture,
    Tone,
)
from . import robust
from .colours import shared_palette
from .reference import Learned, Measures, Pair, PhotoReference

# : How large a difference of each feature is plainly seen, when one reference is compared with the
# others.
STEPS: Mapping[str, float] = {
    "lightness": 0.12,
    "shadow": 0.10,
    "highlight": 0.12,
    "contrast": 0.15,
    "saturation": 0.04,
    "temperature": 0.03,
    "tint": 0.03,
    "softness": 0.25,
}
_WORDS: Mapping[str, tuple[str, str]] = {
    "lightness": ("darker", "brighter"),
    "contrast": ("flatter", "more contrasty"),
    "saturation": ("more muted", "more colourful"),
    "temperature": ("cooler", "warmer"),
    "tint": ("greener", "more magenta"),
    "softness": ("harder lit", "softer lit"),
}
_KEY_INDEX = {"low": 0, "middle": 1, "mid": 1, "high": 2}
_DEGREES = {"right": 0.0, "top": 90.0, "left": 180.0, "bottom": 270.0}
_SIDES: tuple[Literal["left", "right", "top", "bottom"], ...] = ("left", "right", "top", "bottom")
#: How much calmer one side must be than the picture's mean for words to have a place there.
_CALMER = 0.04


def photo_style(
    references: Sequence[PhotoReference],
    *,
    medium: Medium | None = None,
    keep_colours_of: PhotoStyle | None = None,
) -> Learned[PhotoStyle]:
    """The style of the references. ``medium`` forces what would otherwise be found.

    ``keep_colours_of`` is an earlier style whose palette, colour tone, saturation and grade stay
    (spec: Style, ``keepColours``). ValueError without references.
    """
    if not references:
        raise ValueError("a photo style needs at least one reference")
    ordered = sorted(references, key=lambda reference: reference.ref_id)
    features = [_features(reference.measures) for reference in ordered]
    odd = set(robust.odd_ones(features, STEPS))
    kept = [reference for index, reference in enumerate(ordered) if index not in odd]
    warnings = [
        _odd_warning(
            ordered[index], features[index], [f for i, f in enumerate(features) if i not in odd]
        )
        for index in sorted(odd)
    ]
    if len(ordered) == 2 and robust.distance(features[0], features[1], STEPS) > 2.5:
        warnings.append(
            "The two references look unlike each other; the style is half-way between. Add a third one."
        )
    measures = [reference.measures for reference in kept]
    style = PhotoStyle(
        medium=medium or _medium(kept),
        palette=shared_palette([m.palette for m in measures]),
        tone=_tone(measures),
        colour=ColourCast(
            saturation=_over(measures, lambda m: m.colour.saturation),
            temperature=_over(measures, lambda m: m.colour.temperature),
            tint=_over(measures, lambda m: m.colour.tint),
        ),
        grade=_grade(measures),
        light=_light(measures),
        texture=_texture(measures),
        composition=_composition(measures),
        references=len(kept),
    )
    if keep_colours_of is not None:
        style = keep_colours(style, keep_colours_of)
    return Learned(style, tuple(reference.ref_id for reference in kept), tuple(warnings))


def keep_colours(new: PhotoStyle, before: PhotoStyle) -> PhotoStyle:
    """The new style in the colours of the one before: palette, colour tone, saturation and
    grade.
    """
    return new.model_copy(
        update={"palette": before.palette, "colour": before.colour, "grade": before.grade}
    )


def _features(measures: Measures) -> dict[str, float]:
    return {
        "lightness": measures.tone.p50,
        "shadow": measures.tone.p5,
        "highlight": measures.tone.p95,
        "contrast": measures.tone.contrast,
        "saturation": measures.colour.saturation,
        "temperature": measures.colour.temperature,
        "tint": measures.colour.tint,
        "softness": measures.light.softness,
    }


def _odd_warning(
    odd: PhotoReference, own: Mapping[str, float], others: Sequence[Mapping[str, float]]
) -> str:
    how = (
        " and ".join(robust.strongest_differences(own, others, STEPS, _WORDS))
        or "different in several ways"
    )
    name = odd.name or odd.ref_id
    return f"The reference {name} looks unlike the other {len(others)} ({how}) and was left out of the style."


def _over(measures: Sequence[Measures], value: Callable[[Measures], float]) -> Figure:
    return robust.figure([value(m) for m in measures])


def _medium(kept: Sequence[PhotoReference]) -> Medium:
    found = robust.majority(
        [reference.medium for reference in kept if reference.medium is not None], "photo"
    )
    return (
        "illustration"
        if found == "illustration"
        else "document"
        if found == "document"
        else "photo"
    )


def _tone(measures: Sequence[Measures]) -> Tone:
    key = median(_KEY_INDEX[m.tone.key] for m in measures)
    return Tone(
        key="low" if key < 0.5 else "high" if key > 1.5 else "mid",
        p5=_over(measures, lambda m: m.tone.p5),
        p25=_over(measures, lambda m: m.tone.p25),
        p50=_over(measures, lambda m: m.tone.p50),
        p75=_over(measures, lambda m: m.tone.p75),
        p95=_over(measures, lambda m: m.tone.p95),
        contrast=_over(measures, lambda m: m.tone.contrast),
    )


def _grade(measures: Sequence[Measures]) -> Grade:
    return Grade(
        shadows=_grade_point([m.grade.shadows for m in measures]),
        midtones=_grade_point([m.grade.midtones for m in measures]),
        highlights=_grade_point([m.grade.highlights for m in measures]),
    )


def _grade_point(pairs: Sequence[Pair]) -> GradePoint:
    # Exactly (0, 0) says that the picture has no such tones; only where none has any is it the
    # answer.
    told = [pair for pair in pairs if pair != (0.0, 0.0)] or list(pairs)
    return GradePoint(a=robust.figure([a for a, _ in told]), b=robust.figure([b for _, b in told]))


def _light(measures: Sequence[Measures]) -> Light:
    sides = [_DEGREES[m.light.direction] for m in measures if m.light.direction in _DEGREES]
    agreed = 2 * len(sides) > len(measures)
    direction = robust.circular_median(sides) if agreed else None
    # Light from here in one picture and from there in the next is no direction.
    if direction is not None and 2 * sides.count(direction) <= len(measures):
        direction = None
    return Light(direction=direction, hardness=_over(measures, lambda m: 1 - m.light.softness))


def _texture(measures: Sequence[Measures]) -> Texture:
    # A subject twice as sharp as the rest is a depth of field of one half; without a subject there
    # is none to tell.
    depths = [1 - 1 / max(1.0, m.texture.depth) for m in measures if m.texture.depth is not None]
    return Texture(
        grain=_over(measures, lambda m: m.texture.grain / 255),
        sharpness=_over(measures, lambda m: min(1.0, m.texture.sharpness)),
        depth_of_field=robust.figure(depths or [0.0]),
    )


def _composition(measures: Sequence[Measures]) -> Composition:
    with_subject = [m.composition for m in measures if m.composition.subject_x is not None]
    xs = [c.subject_x for c in with_subject if c.subject_x is not None]
    ys = [c.subject_y for c in with_subject if c.subject_y is not None]
    spaces = {side: [_space(m, side) for m in measures] for side in _SIDES}
    return Composition(
        subject_x=robust.figure(xs or [0.5]),
        subject_y=robust.figure(ys or [0.5]),
        subject_size=_over(measures, lambda m: m.composition.subject_size),
        negative_space=_over(measures, lambda m: max(_space(m, side) for side in _SIDES)),
        negative_side=_calm_side(spaces),
        horizon=robust.figure_or_none([m.composition.horizon for m in measures]),
        symmetry=_over(measures, lambda m: m.composition.symmetry),
    )


def _space(measures: Measures, side: Literal["left", "right", "top", "bottom"]) -> float:
    composition = measures.composition
    return {
        "left": composition.space_left,
        "right": composition.space_right,
        "top": composition.space_top,
        "bottom": composition.space_bottom,
    }[side]


def _calm_side(
    spaces: Mapping[Literal["left", "right", "top", "bottom"], Sequence[float]],
) -> Literal["left", "right", "top", "bottom", "none"]:
    middles = {side: median(values) for side, values in spaces.items()}
    calmest = max(_SIDES, key=lambda side: middles[side])
    mean = sum(middles.values()) / len(middles)
    return calmest if middles[calmest] - mean >= _CALMER else "none"
