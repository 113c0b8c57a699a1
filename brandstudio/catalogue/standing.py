"""Where words stand in the texts of thousands of items: the texts are laid behind one another, and
each word is looked for in all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..store.lexemes import is_of_word, words_of
from ..store.search_hits import CELL

Cells = NDArray[np.intp]
"""The numbers of texts, some of them several times."""


class Said(NamedTuple):
    """A word or several together; ``goes_on`` where the last of them may be a beginning."""

    words: tuple[str, ...]
    goes_on: bool = False

    @classmethod
    def of(cls, text: str, *, goes_on: bool = False) -> Said:
        return cls(tuple(words_of(text)), goes_on)

    def begins(self, text: str) -> bool:
        """Whether the words of a text begin with these."""
        found = list(words_of(text))[: len(self.words)]
        *whole, last = self.words
        if len(found) < len(self.words) or found[:-1] != whole:
            return False
        return found[-1].startswith(last) if self.goes_on else found[-1] == last


class Texts:
    """Folded texts, numbered as they come."""

    def __init__(self, texts: Sequence[str]) -> None:
        # No text holds the sign between them, which belongs to no word.
        self._all = CELL + CELL.join(texts) + CELL
        signs = np.frombuffer(self._all.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._ends = np.flatnonzero(signs == ord(CELL))[1:]

    def holding(self, wanted: Sequence[Said]) -> Cells:
        """The texts that one of these stands in."""
        places = [place for said in wanted if said.words for place in self._places(said)]
        return np.searchsorted(self._ends, np.array(places, dtype=np.intp))

    def _places(self, said: Said) -> Iterator[int]:
        text, word = self._all, said.words[0]
        alone = len(said.words) == 1
        whole = not (alone and said.goes_on)
        place = text.find(word)
        while place >= 0:
            end = place + len(word)
            if (
                (text[place - 1] == " " or not is_of_word(text[place - 1]))
                and (not whole or text[end] == " " or not is_of_word(text[end]))
                and (alone or said.begins(text[place : text.index(CELL, end)]))
            ):
                yield place
            place = text.find(word, end)
