"""Texts that are made to be expensive to read: what a hostile caller sends as words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

_REPEATED: Mapping[str, str] = {
    "brackets": "(",
    "pairs of brackets": "()",
    "square brackets": "[",
    "quotes": '"',
    "quoted letters": '"a" ',
    "opening quotes": "\u201c",
    "apostrophes": "'s ",
    "digits": "1234567890",
    "figures": "12 % ",
    "thousands": "1,2",
    "colours": "#fff ",
    "one letter": "a",
    "letters": "a ",
    "hyphens": "well-made-",
    "dashes": "\u2014 ",
    "not": "not ",
    "not not": "not not ",
    "except": "except ",
    "everything except": "everything except ",
    "only": "only but not ",
    "and": "and ",
    "of": "of the ",
    "commas": ",",
    "short clauses": "red, ",
    "full stops": ".",
    "short sentences": "It is. ",
    "new lines": "\n",
    "short lines": "a\n",
    "tabs": "\t",
    "hard spaces": "\u00a0a",
    "lists": "- a\n",
    "headings": "# a\n",
    "stars": "*",
    "links": "[a](b)",
    "addresses": "https://a.b/",
    "tags": "<b>",
    "emoji": "\U0001f600",
    "joined emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "joiners": "\u200d",
    "soft hyphens": "f\u00ad",
    "marks": "e\u0301",
    "right to left": "\u202eabc",
    "arabic": "\u0644\u0627 ",
    "chinese": "\u6625",
    "japanese": "\u6625\u306e\u30bb\u30fc\u30eb\u3001",
    "chinese sentences": "\u4e0d\u8981\u7ea2\u8272\u3002",
    "korean": "\ube75\uc774 3\uc6d4\uc5d0 ",
    "thai": "\u0e25\u0e14\u0e23\u0e32\u0e04\u0e32",
    "look-alikes": "a\u0431\u0441 ",
    "controls": "\x01",
    "names": "Anna Maria ",
    "edits": "make the sky darker but not the water, ",
    "orders": 'replace "a" with "b" and remove the second sentence and ',
    "rules": "at most 6 words ",
    "scenes": "a quiet lake at dawn, ",
    "german": "nicht heller sondern dunkler, ",
    "one long word": "donaudampfschifffahrtsgesellschaft",
    "misspelled": "brigter wramer ",
    "dates": "3 May 2026, ",
}


def shapes(length: int) -> Iterator[tuple[str, str]]:
    """Each shape by its name, as a text of so many characters."""
    for name, part in _REPEATED.items():
        yield name, (part * (length // len(part) + 1))[:length]
    half = length // 2
    yield "nested brackets", "(" * half + ")" * half
    yield "room between two words", f"a{' ' * (length - 2)}a"
    yield "lines between two words", f"a{chr(10) * (length - 2)}a"
    yield "marks on one letter", "a" + "\u0301" * (length - 1)
    rng = random.Random(5)
    yield "anything", "".join(chr(rng.randrange(32, 0xD7FF)) for _ in range(length))
    yield "signs", "".join(chr(rng.randrange(33, 127)) for _ in range(length))
