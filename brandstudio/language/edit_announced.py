"""A wish that is told twice, loosely and then with its figure ("a bit less blue up top: sky saturation -20"): what
stands before the colon or the dash only announces what stands behind it, and is not done besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from .edit_places import EVERYWHERE
from .edit_values import TONES, Edit, Parsed, apart, is_side

_PARTS = re.compile(r"\s*:\s+(?=\S)|\s+[-\u2013\u2014]{1,2}\s+(?=\S)")


def without_announcement(text: str, read: Callable[[str], Parsed]) -> tuple[str, str]:
    """A text without what only announces the rest of it, and that; "" where nothing does."""
    found = _PARTS.search(text)
    if found is None or _PARTS.search(text, found.end()):
        return text, ""
    before, after = text[: found.start()], text[found.end() :]
    if not any(c.isdigit() for c in after) or any(c.isdigit() for c in before):
        return text, ""
    loose, told = read(before), read(after)
    if loose.not_understood or told.not_understood or not (loose.edits and told.edits):
        return text, ""
    return (after, before) if _announces(loose.edits, told.edits) else (text, "")


def _announces(loose: Sequence[Edit], told: Sequence[Edit]) -> bool:
    """Whether each of some edits without a figure is among those with one, and goes the same way; what is of
    all the picture is no announcement of what is done to a part of it.
    """
    figured = all(e.exact is not None for e in told) and all(e.exact is None for e in loose)
    return figured and all(
        any(
            one.kind == e.kind
            and one.amount * e.amount > 0
            and (one.place == e.place or _only_about_there(one, e))
            for e in told
        )
        for one in loose
    )


def _only_about_there(loose: Edit, told: Edit) -> bool:
    """Whether a side or a hue only tells about where another place is ("less blue up top": the sky)."""
    mine, other = loose.target.split("&"), told.target.split("&")
    if loose.place == EVERYWHERE or not all(is_side(p) or p.startswith("colour-") for p in mine):
        return False
    hues = {p for p in mine if p.startswith("colour-")}
    others = {p for p in other if p.startswith("colour-")}
    if (hues and others and hues != others) or TONES & set(other):
        return False
    return not any(apart(one, two) for one in mine for two in other)


__all__ = ["without_announcement"]
