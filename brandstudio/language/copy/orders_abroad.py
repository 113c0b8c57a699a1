"""What of a sentence in Japanese, Chinese, Korean, Arabic, Hebrew, Hindi, Thai or Russian is asked
of the writer, and what it is to be about; of other languages in Latin letters, what begins with the
order to write.

These languages put the order around its subject or before it: "…について投稿を書いてください",
"اكتب منشورا عن …". What the order is about goes on word for word; the order itself is never copy.
"""

from __future__ import annotations

import re

from .vocabulary import ORDERS

_ABROAD = re.compile(
    "[\u0400-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
)
_LONGEST = 400


def order_abroad(sentence: str) -> str | None:
    """What an order is about, in its own words; empty where it doesn't say, None for no order."""
    if len(sentence) > _LONGEST:
        return None
    script = "abroad" if _ABROAD.search(sentence) else "in latin"
    order = next(ORDERS.read(script, sentence.strip()), None)
    return None if order is None else order["said"].strip(" 、,،")
