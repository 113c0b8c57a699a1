"""What people type into a search, read into terms."""

from __future__ import annotations

import re
from typing import NamedTuple

from .search_words import expandable, folded, spaced

_QUOTES = str.maketrans("\u201c\u201d\u201e\u00ab\u00bb", '"""""')
#: A phrase in quotation marks or what stands between spaces, perhaps with a minus before it.
_TERM = re.compile(r'(-?)"([^"]*)"?|(-?)(\S+)')
MOST_TERMS = 40


class Term(NamedTuple):
    """One thing that is looked for, or kept out: ``said`` as it is typed, ``words`` as the index
    holds it. ``beginning`` is true of a word that may go on (the last one).
    """

    said: str
    words: str
    phrase: bool = False
    unwanted: bool = False
    beginning: bool = False

    @property
    def expandable(self) -> bool:
        """Whether forms, compounds and typing errors of it are looked for too."""
        return not self.phrase and not self.unwanted and expandable(self.words)


def parse(typed: str) -> tuple[Term, ...]:
    """Every word is wanted, the last one may be a beginning; words in quotation marks stand
    together, and a minus keeps out what follows it.

    >>> [(term.words, term.unwanted) for term in parse('Blaue "Straße am See" -boot')]
    [('blaue', False), ('strasse am see', False), ('boot', True)]
    """
    text = typed.replace("\0", " ").translate(_QUOTES)
    found = [match for match in _TERM.finditer(text) if any(map(str.isalnum, match[0]))]
    terms = []
    for place, match in enumerate(found[:MOST_TERMS]):
        phrase = match[2] is not None
        said = match[2] if phrase else match[4]
        unwanted = bool(match[1] or match[3])
        last = place == len(found) - 1 and not phrase and not unwanted
        words = " ".join(spaced(said).split())
        bare = folded(said).strip(".,;:!?()[]{}*'\u2019")
        terms.append(Term(said, bare if expandable(bare) else words, phrase, unwanted, last))
    return tuple(terms)
