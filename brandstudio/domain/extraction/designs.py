"""The design style that one to five design references share: grid, type sizes, colour use, place of
the logo.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median, median_low
from typing import Literal

from ...models.style import DesignStyle, TypeSizes
from . import robust
from .colours import shared_palette
from .reference import DesignFigures, DesignReference, Learned

_STEPS: Mapping[str, float] = {
    "margin": 0.04,
    "whitespace": 0.25,
    "vivid": 0.25,
    "headline": 0.06,
    "columns": 1.0,
}
_WORDS: Mapping[str, tuple[str, str]] = {
    "margin": ("narrower margins", "wider margins"),
    "whitespace": ("fuller", "emptier"),
    "vivid": ("quieter in colour", "more colourful"),
    "headline": ("smaller type", "larger type"),
    "columns": ("fewer columns", "more columns"),
}
#: Shares of the area in vivid colour.
_RESTRAINED, _VIVID = 0.08, 0.38

Alignment = Literal["left", "centre", "right", "mixed"]
LogoPlace = Literal["top-left", "top-right", "bottom-left", "bottom-right", "centre", "unknown"]
Corners = Literal["square", "soft", "round", "unknown"]
_ALIGNMENTS: Mapping[str, Alignment] = {"left": "left", "centre": "centre", "right": "right"}
_PLACES: Mapping[str, LogoPlace] = {
    "top-left": "top-left", "top-right": "top-right", "bottom-left": "bottom-left", "bottom-right": "bottom-right",
    "centre": "centre",
}  # fmt: skip
_CORNERS: Mapping[str, Corners] = {"square": "square", "soft": "soft", "round": "round"}


def design_style(references: Sequence[DesignReference]) -> Learned[DesignStyle]:
    """The style of the designs. What most of them do not show is unknown. ValueError without
    references.
    """
    if not references:
        raise ValueError("a design style needs at least one reference")
    ordered = sorted(references, key=lambda reference: reference.ref_id)
    features = [_features(reference.figures) for reference in ordered]
    odd = set(robust.odd_ones(features, _STEPS))
    kept = [reference for index, reference in enumerate(ordered) if index not in odd]
    others = [feature for index, feature in enumerate(features) if index not in odd]
    warnings = [_odd_warning(ordered[index], features[index], others) for index in sorted(odd)]
    figures = [reference.figures for reference in kept]
    if not any(f.headline for f in figures):
        warnings.append(
            "No lines of text were found in the design references; type sizes are left open."
        )
    style = DesignStyle(
        columns=median_low([max(1, f.columns) for f in figures]),
        margin=robust.figure([f.margin for f in figures if f.margin is not None] or [0.0]),
        alignment=_ALIGNMENTS.get(
            robust.majority([f.alignment for f in figures], "mixed"), "mixed"
        ),
        type_sizes=TypeSizes(
            headline=robust.figure_or_none([f.headline for f in figures]),
            body=robust.figure_or_none([f.body for f in figures]),
            steps=median_low([f.steps for f in figures]),
        ),
        palette=shared_palette([f.palette for f in figures]),
        colour_use=_colour_use(median(f.vivid for f in figures)),
        whitespace=robust.figure([f.whitespace for f in figures]),
        logo_place=_PLACES.get(_agreed([f.logo_place for f in figures]), "unknown"),
        corner_radius=_CORNERS.get(_agreed([f.corner_radius for f in figures]), "unknown"),
        references=len(kept),
    )
    return Learned(style, tuple(reference.ref_id for reference in kept), tuple(warnings))


def _agreed(found: Sequence[str]) -> str:
    """What most of those say that say anything, when they are at least half of all."""
    said = [value for value in found if value != "unknown"]
    return robust.majority(said, "unknown") if 2 * len(said) >= len(found) else "unknown"


def _colour_use(vivid: float) -> Literal["restrained", "balanced", "vivid"]:
    return "restrained" if vivid < _RESTRAINED else "vivid" if vivid > _VIVID else "balanced"


def _features(figures: DesignFigures) -> dict[str, float]:
    return {
        "margin": figures.margin or 0.0,
        "whitespace": figures.whitespace,
        "vivid": figures.vivid,
        "headline": figures.headline or 0.0,
        "columns": float(figures.columns),
    }


def _odd_warning(
    odd: DesignReference, own: Mapping[str, float], others: Sequence[Mapping[str, float]]
) -> str:
    how = (
        " and ".join(robust.strongest_differences(own, others, _STEPS, _WORDS))
        or "different in several ways"
    )
    name = odd.name or odd.ref_id
    return f"The design {name} looks unlike the other {len(others)} ({how}) and was left out of the style."
