"""The score of a picture in its folder: the resolved style and rules applied to the figures found in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .models.images import Check
from .resolved import resolve
from .store import Transaction
from .store.folders import FolderRow


def check_of(tx: Transaction, place: FolderRow, facts: Mapping[str, Any]) -> Check | None:
    """How well a picture keeps to the folder, part by part; None where the folder has neither style nor image rules."""
    from .domain import rules, scores

    found = resolve(tx, place)
    image_rules = rules.in_force(found.rules, "image")
    if found.photo_style is None and not any(rule.check for rule in image_rules):
        return None
    return scores.score(scores.figures_of(facts), found.photo_style, image_rules)


def score_of(tx: Transaction, place: FolderRow, facts: Mapping[str, Any]) -> float | None:
    """The score alone, 0 to 100."""
    found = check_of(tx, place, facts)
    return None if found is None else found.score
