"""Banners before they are drawn: which photos would be continued, and what the sizes of one job hand
on to each other, decided on numbers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..context import Context
from ..models.choices import Choices, SchemeName, SharedCrop
from ..models.designs import Slots
from ..render.brief import Brief
from ..render.compose import look_ahead
from ..render.layout.template import Template
from .briefs import Materials


@dataclass(frozen=True, eq=False)
class Planned:
    """A banner as its job would draw it."""

    brief: Brief
    extends: bool
    """Whether its photo would be continued."""
    hands_on: SharedCrop | None
    """What the next size of the job keeps to."""
    soft: str = ""
    """That its photo would be enlarged so much that it looks soft."""


def planned(
    ctx: Context,
    materials: Materials,
    template: Template,
    sizes: Sequence[str],
    slots: Slots,
    scheme: SchemeName | None,
) -> list[Planned]:
    """The banners of a template in sizes of one job: each is handed what those before it decided."""
    found: list[Planned] = []
    shared: SharedCrop | None = None
    for size in sizes:
        ctx.store.assert_idle()
        brief = materials.brief(template, size, slots, Choices(scheme=scheme), shared)
        ahead = look_ahead(brief)
        shared = ahead.shared
        found.append(Planned(brief, ahead.needs is not None, shared, ahead.soft))
    return found


def would_extend(brief: Brief) -> bool:
    """True where no crop does and the words let the photo be continued."""
    return look_ahead(brief).needs is not None
