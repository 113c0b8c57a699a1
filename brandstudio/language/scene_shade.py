"""A thing that is dark in a picture which is not: "a beach with dark rocks", "dunkle Holzplatte"."""

from __future__ import annotations

import re

from .tables import either, lists_of, table
from .words import find

_THING = rf"(?:{either('scenes', 'dark_parts')})"
_BEFORE = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'dark_before')})\s+(?P<thing>{_THING})")
_BEHIND = re.compile(rf"(?<![^\W_])(?P<thing>{_THING})\s+(?:{either('scenes', 'dark_behind')})")


def dark_things(rest: str, family: str) -> list[tuple[int, int]]:
    """Where a text calls a thing dark that is only a part of its scene: dark mountains are, and
    a meadow before dark mountains is not.
    """
    own = find(rest, lists_of("families")[family])
    first = min(
        (a for some in lists_of("families").values() for a, _ in find(rest, some)), default=0
    )
    spans = [
        match.span()
        for pattern in (_BEFORE, _BEHIND)
        for match in pattern.finditer(rest)
        if first < match.start()
        or not any(a < match.end("thing") and match.start("thing") < b for a, b in own)
    ]
    woods = lists_of("motifs")["dark_wood"] if family in table("scenes")["only_in"]["wood"] else ()
    return [*spans, *find(rest, woods)]


__all__ = ["dark_things"]
