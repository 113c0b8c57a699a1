"""The shadow of leaves, which is one thing in whatever words: no leaves are to be seen."""

from __future__ import annotations

import re

from .tables import either

_CASTER = rf"(?:{either('scenes', 'shadow_casters')})(?![^\W_])"
_LEAF_SHADOW = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'shadow_of')})"
    rf"(?:[\s']+(?:{either('scenes', 'shadow_links')})(?![^\W_])){{1,4}}[\s']+"
    rf"{_CASTER}(?:\s+(?:(?:de\s|d'|of\s|von\s)\s*)?{_CASTER})?"
)


def leaf_shadows(text: str) -> str:
    """A plain text with "the shadow of a palm leaf" as the table of motifs has it."""
    return _LEAF_SHADOW.sub("leaf shadows", text)
