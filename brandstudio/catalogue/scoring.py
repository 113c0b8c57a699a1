"""A picture in its folder: the figures found in it, and the resolved style and rules applied to
them.
"""

from __future__ import annotations

import json

from ..domain import rules, scores
from ..domain.inheritance import Resolved
from ..engines.looks import colours_of, figures_of
from ..models.images import Check
from ..pixels.facts import PictureFacts
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.versions import VersionRow
from .resolving import resolve


def check_of_version(tx: Transaction, place: FolderRow, version: VersionRow) -> Check | None:
    """How well a finished version keeps to the folder, part by part; None where it was not
    measured, or the folder has neither style nor image rules.
    """
    if version.facts is None:
        return None
    found = resolve(tx, place)
    if not can_be_scored(found):
        return None
    facts = PictureFacts.from_json(json.loads(version.facts))
    return check_against(found, facts, version.width or 0, version.height or 0)


def can_be_scored(found: Resolved) -> bool:
    """Whether the folder says anything that a picture can keep to."""
    return found.photo_style is not None or any(
        rule.check for rule in rules.in_force(found.rules, "image")
    )


def check_against(found: Resolved, facts: PictureFacts, width: int, height: int) -> Check:
    """The check of measured facts against a resolved style."""
    figures = figures_of(
        facts.measures, width=width, height=height, faces=len(facts.faces), medium=facts.medium
    )
    image_rules = rules.in_force(found.rules, "image")
    return scores.score(figures, colours_of(facts.measures), found.photo_style, image_rules)


def system_tags(facts_json: str) -> tuple[str, ...]:
    """The tags that were found with a picture's stored facts."""
    return tuple(PictureFacts.from_json(json.loads(facts_json)).system_tags())
