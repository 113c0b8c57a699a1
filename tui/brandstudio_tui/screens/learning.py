"""What the style area shows, fetched in a thread: the resolved style, references, rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import brandstudio
from brandstudio.errors import StudioError
from brandstudio.models.rules import Rule, RuleCheck, SuggestedRule
from brandstudio.models.style import GoldenReference, Style

from ..views import day


@dataclass(frozen=True)
class RuleView:
    """A rule that holds, or one that an extraction proposes."""

    key: str
    kind: str
    text: str
    origin: str
    caught: str
    evidence: str
    own: bool
    suggested: bool
    check: RuleCheck | None = None

    @classmethod
    def of(cls, rule: Rule, folder: str) -> RuleView:
        caught = ""
        if rule.last_caught:
            when = f" ({day(rule.last_caught_at)})" if rule.last_caught_at else ""
            caught = f"{rule.last_caught}{when}"
        origin = rule.folder + (", overridden" if rule.overridden else "")
        return cls(
            rule.rule_id,
            rule.kind,
            rule.text,
            origin,
            caught,
            rule.evidence or "",
            rule.folder == folder,
            False,
            rule.check,
        )

    @classmethod
    def proposed(cls, number: int, rule: SuggestedRule) -> RuleView:
        return cls(
            f"new-{number}",
            rule.kind,
            rule.text,
            "proposed",
            "",
            rule.evidence,
            False,
            True,
            rule.check,
        )


@dataclass(frozen=True)
class Learned:
    """Everything of a folder's style."""

    style: Style
    references: tuple[GoldenReference, ...]
    rules: tuple[RuleView, ...]
    warnings: tuple[str, ...] = ()


def look(
    studio: brandstudio.Studio, folder: str, rejected: frozenset[str] = frozenset()
) -> Learned:
    """The folder's style as resolved over its chain, without the proposals rejected before; run in a
    thread.
    """
    style = studio.style.get(folder=folder)
    references = [
        reference
        for domain in ("photos", "designs")
        for reference in studio.references.list(folder=folder, domain=_any(domain)).refs
    ]
    holding = tuple(RuleView.of(rule, folder) for rule in studio.rules.list(folder=folder).rules)
    proposed, warnings = _proposed(studio, folder, {rule.text for rule in holding} | rejected)
    return Learned(style, tuple(references), (*proposed, *holding), warnings)


def _any(value: Any) -> Any:
    return value


def _proposed(
    studio: brandstudio.Studio, folder: str, held: set[str]
) -> tuple[tuple[RuleView, ...], tuple[str, ...]]:
    """What the folder's newest extraction proposes beyond what is said already."""
    for job in studio.jobs.list(kind="extraction", status="completed", limit=20).jobs:
        try:
            found = studio.style.extraction(folder=folder, job_id=job.job_id).result
        except StudioError:
            continue  # an extraction of another folder
        if found is None:
            continue
        rules = tuple(
            RuleView.proposed(number, rule)
            for number, rule in enumerate(found.suggested_rules)
            if rule.text not in held
        )
        return rules, tuple(found.warnings)
    return (), ()
