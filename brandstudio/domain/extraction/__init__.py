"""Learning a brand's look from its references: styles, words for what they show, and the rules that
follow.
"""

from .designs import design_style
from .photos import keep_colours, photo_style
from .reference import (
    DesignFigures,
    DesignReference,
    Learned,
    Measures,
    PhotoReference,
    ReferenceSwatch,
)
from .suggestions import adopt, as_rule, suggested_rules
from .world import visual_world

__all__ = [
    "DesignFigures",
    "DesignReference",
    "Learned",
    "Measures",
    "PhotoReference",
    "ReferenceSwatch",
    "adopt",
    "as_rule",
    "design_style",
    "keep_colours",
    "photo_style",
    "suggested_rules",
    "visual_world",
]
