"""The words that instructions are made of: verbs in four languages, parts of a text, and kinds of
figure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..tables import either, table

Q = r"[\"\u201c\u201d\u201e\u00ab\u00bb]"
QUOTED = re.compile(
    rf"{Q}([^\"\u201c\u201d\u201e\u00ab\u00bb]{{1,4000}}){Q}"
    rf"|(?<!\w)['\u2018\u201a]((?:[^'\u2018\u2019\u201a]|(?<=\w)['\u2019](?=\w)){{1,4000}}?)['\u2019](?!\w)"
)
MARK = "\ue000{}\ue001"  # a quoted stretch while the rest of the instruction is read
MARKED = re.compile("\ue000(\\d+)\ue001")

REPLACE = rf"(?:{either('instructions', 'replace')})"
REMOVE = rf"(?:{either('instructions', 'remove')})"
ADD = rf"(?:{either('instructions', 'add')})"
VERBS = rf"(?:{REPLACE}|{REMOVE}|{ADD}|{either('instructions', 'other_verbs')})"
SPLIT = re.compile(
    rf"\s*(?:;|\n+|\.(?:\s+|$)|,?\s+(?:{either('instructions', 'then')})\s+"
    rf"|,?\s+(?:and|und|et|y)\s+(?={VERBS}\b)|,\s+(?={VERBS}\b))\s*",
    re.IGNORECASE,
)

KINDS: dict[str, re.Pattern[str]] = {
    "date": re.compile(
        r"\b(?:(?:[A-Z][a-z]{2,5}day|[A-Z][a-zé]{3,7}(?:tag|woch)),? (?:the |den )?)?"
        r"(?:\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?MONTH|MONTH \d{1,2}(?:st|nd|rd|th)?(?!\d))(?:,? \d{4})?"
        r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b".replace(
            "MONTH",
            f"(?:{either('instructions', 'month_beginnings')})[a-zéûñ]{{0,7}}",
        )
    ),
    "price": re.compile(
        r"[£$€¥]\s?\d[\d.,]*\d|[£$€¥]\s?\d|\d[\d.,]*\s?(?:€|EUR|USD|GBP|CHF|euros?|dollars?|pounds?)(?!\w)"
    ),
    "time": re.compile(
        r"\b\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?(?!\w)|\b\d{1,2}\s?(?:[ap]\.?m\.?|Uhr)(?!\w)",
        re.IGNORECASE,
    ),
    "percentage": re.compile(r"\d[\d.,]*\s?(?:%|per ?cent)"),
    "year": re.compile(r"\b(?:19|20)\d{2}\b"),
    "e-mail": re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "link": re.compile(r"https?://[^\s)>\]]+|\bwww\.[^\s)>\]]+"),
    "phone": re.compile(r"\+?\d[\d ()/-]{6,20}\d"),
    "number": re.compile(r"\d[\d.,]*\d|\d"),
}
KIND_WORDS: Mapping[str, str] = table("instructions")["kind_words"]
ALL_OF: dict[str, re.Pattern[str]] = {
    "emoji": re.compile(
        r"[ \t]?(?:[\u2600-\u27bf\u2b50\u2b55\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff]"
        r"[\ufe0f\u200d\U0001f3fb-\U0001f3ff]*)+"
    ),
    "hashtag": re.compile(r"[ \t]?(?<![\w&])#[^\W\d_][\w]*"),
    "exclamation mark": re.compile(r"!+(?!\[)"),
    "exclamation point": re.compile(r"!+(?!\[)"),
    "bold": re.compile(r"\*\*(?=\S)|(?<=\S)\*\*"),
    "heading mark": re.compile(r"^#{1,6}[ \t]+", re.MULTILINE),
    "heading": re.compile(r"^#{1,6}[ \t]+[^\n]*\n*", re.MULTILINE),
    "bullet": re.compile(r"^[ \t]*[-*+\u2022][ \t]+", re.MULTILINE),
    "bracket": re.compile(r"[ \t]?\([^()\n]*\)"),
    "parenthes": re.compile(r"[ \t]?\([^()\n]*\)"),
    "link": re.compile(r"[ \t]?https?://[^\s)>\]]+"),
    "mention": re.compile(r"[ \t]?(?<!\w)@[\w.]+"),
    "double space": re.compile(r"(?<=\S) (?= )"),
    "comma": re.compile(r","),
    "quotation mark": re.compile(r"[\"\u201c\u201d]"),
}
ORDINALS: Mapping[str, int] = table("instructions")["ordinals"]
ORDINAL = "(" + "|".join(sorted(ORDINALS, key=len, reverse=True)) + ")"
PART = rf"({either('instructions', 'part')})"
PARTS: Mapping[str, str] = table("instructions")["parts"]
