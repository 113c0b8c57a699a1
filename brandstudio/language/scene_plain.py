"""What a prompt says of the picture as a whole: that nothing is to be in it beside what is asked for,
and that it is to have the brand's own colours.
"""

from __future__ import annotations

import re

from .tables import either
from .words import plain

_BARE = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'bare')})(?![^\W_])")
_BRANDED = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'brand_colours')})(?![^\W_])")


def is_bare(given: str) -> bool:
    """Whether a prompt asks for nothing beside what it names: "plain", "sobre", "ohne Ablenkung"."""
    return bool(_BARE.search(plain(given)))


def without_brand(text: str) -> tuple[str, bool]:
    """The plain text without "in our brand colours", and whether it said so."""
    said = _BRANDED.sub(" ", text)
    return said, said != text
