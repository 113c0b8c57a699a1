"""The words that instructions and briefs are made of, and the patterns that they stand in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..patterns import Patterns, any_of, signs
from ..tables import table

Q = r"[\"\u201c\u201d\u201e\u00ab\u00bb]"
QUOTED = re.compile(
    rf"{Q}([^\"\u201c\u201d\u201e\u00ab\u00bb]{{1,4000}}){Q}"
    rf"|(?<!\w)['\u2018\u201a]((?:[^'\u2018\u2019\u201a]|(?<=\w)['\u2019](?=\w)){{1,4000}}?)['\u2019](?!\w)"
)
MARK = "\ue000{}\ue001"  # a quoted stretch while the rest of the instruction is read
MARKED = re.compile("\ue000(\\d+)\ue001")

_VERB = "|".join(any_of("instructions", key) for key in ("replace", "remove", "add", "other_verbs"))
SPLIT = re.compile(
    rf"\s*(?:;|\n+|\.(?:\s+|$)|,?\s+{any_of('instructions', 'then')}\s+"
    rf"|,?\s+(?:and|und|et|y)\s+(?=(?:{_VERB})\b)|,\s+(?=(?:{_VERB})\b))\s*",
    re.IGNORECASE,
)
POLITE = re.compile(rf"{any_of('instructions', 'polite')}\s+", re.IGNORECASE)

INSTRUCTIONS = Patterns("instructions")
ORDERS = Patterns("orders")
BRIEFS = Patterns("copy")

FIGURES = signs("instructions", "figures")
#: What a kind of figure is called.
FIGURE_WORDS: Mapping[str, str] = table("instructions")["kind_words"]
MARKS = signs("instructions", "marks")
ORDINALS: Mapping[str, int] = table("instructions")["ordinals"]
PARTS: Mapping[str, str] = table("instructions")["parts"]
PLACES: Mapping[str, str] = table("instructions")["places"]
#: What is searched for in a brief's sentence.
SIGNS = signs("orders", "signs")
