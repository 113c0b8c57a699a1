"""Traces: which parts a piece of work had, from its request to the delivery of its event, whichever
processes did them. Nothing is traced unless a collector is named (``service/telemetry.py``).
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Literal

Kind = Literal["internal", "server", "consumer", "client"]
Fact = str | int | float | bool


class Traces:
    """Traces nothing; what traces stands in its place."""

    active = False

    def span(
        self,
        name: str,
        kind: Kind = "internal",
        under: str | None = None,
        request_id: str = "",
        **facts: Fact,
    ) -> AbstractContextManager[None]:
        """A part of the work, for as long as the block: below the one that is under way here, or
        below the one that ``under`` names, as ``here`` said it or as a traceparent header does
        (W3C).
        """
        return _NOTHING

    def note(self, **facts: Fact) -> None:
        """Say more of the part that is under way here."""

    def here(self) -> str | None:
        """The part that is under way here, as a row keeps it: its traceparent and its request's
        id.
        """
        return None

    def close(self) -> None:
        """Hand out what has not been handed out yet."""


_NOTHING = nullcontext()
NO_TRACES = Traces()


def traceparent(here: str | None) -> str | None:
    """The header that names a part to somebody else."""
    return None if here is None else here.partition(" ")[0]
