"""Brand rules: sentences that people write and checks that a machine can run."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .base import Input, Listing, Model, Timestamp

RuleKind = Literal["image", "copy", "logo", "layout"]
RuleSource = Literal["person", "extraction", "website"]
CheckOperator = Literal["<=", ">=", "between", "in", "not_in", "matches", "is"]

CheckValue = float | str | bool | list[float] | list[str]


class RuleCheck(Input):
    """A measure, an operator and a value: what a machine tests (``domain/rules.py`` lists the
    measures).
    """

    measure: Annotated[str, Field(min_length=1, max_length=60)]
    op: CheckOperator
    value: CheckValue


class Rule(Model):
    """A rule and the level that it stands at; one of the same subject further down overrides it."""

    rule_id: str
    kind: RuleKind
    text: str
    check: RuleCheck | None
    source: RuleSource
    level: int
    folder: str
    checked_as: str | None = None
    """What is checked, in words, and where; or that the rule is kept for people."""
    enforce: bool | None = None
    """True of a rule on words that refuses a banner instead of advising on it."""
    evidence: str | None = None
    overridden: bool | None = None
    last_caught_at: Timestamp | None = None
    last_caught: str | None = None


class SuggestedRule(Model):
    """A rule that an extraction proposes, with what it saw."""

    kind: RuleKind
    text: str
    check: RuleCheck | None
    evidence: str


class RuleList(Listing[Rule]):
    entries: ClassVar[str] = "rules"
    rules: list[Rule]

    @property
    def items(self) -> list[Rule]:
        """The entries, as a list."""
        return self.rules


class RuleRemoved(Model):
    deleted: str


class Finding(Model):
    """A rule or style measure that a picture misses: what was measured and what it should be."""

    rule_id: str | None
    measure: str
    value: float | str | None
    target: str
    message: str
