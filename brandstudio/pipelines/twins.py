"""Versions of one job that would look like one: the later is arranged otherwise, or left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..errors import StudioError
from ..models.designs import DesignSpec
from ..render.brief import Brief
from ..render.compose import Rendering, compose
from ..render.proof.alike import alike

#: Other arrangements of a template that are tried.
_OTHERS: Final = 3


def twin_of(made: Rendering, beside: Mapping[str, DesignSpec]) -> str:
    """The template of a version beside this one that it looks like; "" where it differs from each."""
    return next((name for name, spec in beside.items() if alike(made.spec, spec)), "")


def otherwise(brief: Brief, twin: str, beside: Mapping[str, DesignSpec]) -> Rendering:
    """Another arrangement of the same words that looks like no version beside it, and takes nothing from photo or
    words. Raises StudioError where there is none: nobody pays for the same banner twice.
    """
    for seed in range(1, 1 + _OTHERS):
        choices = brief.choices.model_copy(update={"seed": seed})
        made = compose(replace(brief, choices=choices), allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        if made.damage or made.contrast_failures or twin_of(made, beside):
            continue
        said = f"As it came it looked like the {twin} version, so it is arranged otherwise (seed {seed})."
        return replace(made, warnings=(*made.warnings, said))
    raise StudioError(
        f"This version would look like the {twin} version, so it is left out and refunded."
    )
