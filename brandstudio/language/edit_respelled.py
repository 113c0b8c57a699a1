"""A sentence with a slip in it, as it would be spelled, where that and nothing else makes the whole of it understood.

Two letters that changed places ("teh", "adn", "drak") make short words too, of which a single letter would make
several; and a slip within a turn of phrase ("black and whtie") is seen only when the whole is read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product

from .edit_model_work import is_known_thing
from .edit_values import Parsed
from .edit_words import vocabulary
from .senses import LANGUAGES
from .tables import table
from .words import plain

_WORD = re.compile(r"[^\W\d_]{2,12}")
#: A longer text, or one of more such words, is asked about.
_LONGEST, _MOST, _MOST_READ = 240, 3, 12


def respelled(text: str, read: Callable[[str], Parsed]) -> Parsed:
    """What a text is read as; where it is not understood, what it is read as without its slips."""
    parsed = read(text)
    if not parsed.not_understood or len(text) > _LONGEST:
        return parsed
    meant: dict[str, tuple[str, ...]] = {}
    before = ""
    for word in _WORD.findall(text):
        # Behind its article a word is a noun: "the moon" is no "mono".
        known = [other for other in _meant(word) if before not in _articles() or _is_noun(other)]
        before = plain(word)
        if known:
            meant[word] = tuple(known)
    if not 0 < len(meant) <= _MOST:
        return parsed
    found: list[Parsed] = []
    for spelled in list(product(*meant.values()))[:_MOST_READ]:
        again = dict(zip(meant, spelled, strict=True))
        other = read(_WORD.sub(lambda m, again=again: again.get(m[0], m[0]), text))  # type: ignore[misc]
        if other.edits and not other.not_understood and not other.presumed:
            slips = tuple((word, known) for word, known in again.items())
            found.append(replace(other, read_as=(*other.read_as, *slips)))
    return found[0] if len({other.edits for other in found}) == 1 else parsed


@cache
def _meant(word: str) -> tuple[str, ...]:
    """The known words that a word is one slip from; none for a word that is right as it is."""
    low = plain(word)
    tokens = vocabulary().tokens(low)
    if len(tokens) != 1 or not low.isalpha() or low in right_words() or is_known_thing(low):
        return ()
    if tokens[0].read_as:
        return (tokens[0].read_as,)
    if tokens[0].senses:
        return ()
    swapped = (low[:i] + low[i + 1] + low[i] + low[i + 2 :] for i in range(len(low) - 1))
    return tuple(dict.fromkeys(other for other in swapped if other != low and other in _known()))


@cache
def _articles() -> frozenset[str]:
    return frozenset(table("edits")["stands_for"]["articles"])


def _is_noun(word: str) -> bool:
    tokens = vocabulary().tokens(word)
    return any(t.has("region") or t.has("dimension") for t in tokens)


@cache
def _known() -> frozenset[str]:
    """The words that edits are told in, alone or within a turn of phrase, with the names of colours."""
    said = [w for row in table("edits")["sense"] for of in LANGUAGES for w in row.get(of, ())]
    within = (w for phrase in said if " " in phrase for w in phrase.split() if len(w) >= _TELLS)
    hues = (w.rstrip("*") for row in table("colours")["colour"] for w in row["words"])
    return frozenset(word for word in (*said, *within, *hues) if word.isalpha())


#: A shorter word within a turn of phrase is in many of them.
_TELLS = 4


@cache
def right_words() -> frozenset[str]:
    """Words that are right as they are."""
    common = table("edits")["common"]
    every = [word for of in LANGUAGES for word in common.get(of, ())]
    return frozenset((*every, *table("edits")["near"]["words"]))


__all__ = ["respelled", "right_words"]
