"""Copy: generated, rewritten, proofread."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from .base import Model
from .credits import Deduction


def _canonical(tag: str) -> str:
    """A tag in its usual case: ``en-GB``, ``zh-Hant``, whichever way it was sent."""
    first, *rest = tag.split("-")
    named = {2: str.upper, 4: str.title}
    return "-".join([first.lower(), *(named.get(len(part), str.lower)(part) for part in rest)])


LanguageTag = Annotated[
    str,
    Field(max_length=35, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"),
    AfterValidator(_canonical),
]
TextMode = Literal["write", "rebrand", "amend", "resize"]


class Correction(Model):
    """A place in the text that was sent: offset and length in Unicode code points, and what should
    stand there.
    """

    rule_id: str
    kind: str
    message: str
    severity: Literal["error", "warning", "hint"]
    offset: int
    length: int
    original: str
    replacement: str | None = None


class TextResult(Model):
    """Copy, saved to the library; ``notes`` say in plain words what was done and what was left
    undone.
    """

    text: str
    markdown: str
    lint_applied: list[Correction]
    advisories: list[Correction]
    notes: list[str] | None = None
    item_id: str
    version: int
    credits: Deduction
    client_reference_id: str | None = None


class Proofread(Model):
    """The corrected text; ``applied`` is what was changed in it, ``advisories`` what a person
    should decide. ``notes`` say in plain words what was not checked.
    """

    corrected: str
    markdown: str
    applied: list[Correction]
    advisories: list[Correction]
    rules_checked: int
    notes: list[str] | None = None
