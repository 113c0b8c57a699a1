"""What of a sentence in Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai or Russian is asked
of the writer, and what it is to be about.

These languages put the order around its subject or before it: "…について投稿を書いてください",
"اكتب منشورا عن …". What the order is about goes on word for word; the order itself is never copy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..tables import table

_END = r"[\s。．.!！؟?।]*$"


def _pattern(row: Mapping[str, str], name: str) -> re.Pattern[str]:
    return re.compile(row[name].replace("{order}", row["order"]) + _END, re.IGNORECASE)


#: By language: an order that says what it is about, then any order.
_ORDERS = tuple(
    (_pattern(row, "about"), _pattern(row, "bare")) for row in table("orders")["abroad"]
)
_ABROAD = re.compile(
    "[\u0400-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_LONGEST = 400


def order_abroad(sentence: str) -> str | None:
    """What an order is about, in its own words; empty where it doesn't say, None for no order."""
    if len(sentence) > _LONGEST or not _ABROAD.search(sentence):
        return None
    said = sentence.strip()
    for about, bare in _ORDERS:
        if match := about.match(said):
            return match.group("said").strip(" 、,،")
        if bare.match(said):
            return ""
    return None
