"""What a writer leaves for somebody else to fill in: ``[Your Store Name]``, ``{name}``, INSERT NAME
HERE.

Brackets alone are none: they hold links, notes and what a brand sets there. The words that make them
one stand in ``assets/words/copy.toml``. What the brief or the draft has itself may stay.
"""

from __future__ import annotations

import re

from ..tables import either

#: A link of Markdown, a footnote and a box to tick are none.
_BRACKETS = re.compile(
    r"(?<!!)\[([^\[\]\n]{1,80})\](?![(\[:])|【([^【】\n]{1,40})】|［([^［］\n]{1,40})］"
)
_BLANK = re.compile(rf"(?<![^\W_])(?:{either('copy', 'blanks')})(?![^\W_])", re.IGNORECASE)
_BLANK_ABROAD = re.compile(either("copy", "blanks_abroad"))
#: Merge fields of mailers: ``{{first_name}}``, ``%FIRSTNAME%``, ``*|FNAME|*``, ``<<Name>>``.
_FIELD = re.compile(
    r"\{\{\{?\s*[^\W\d][\w .|'’-]{0,50}\}?\}\}|\{[^\W\d][\w .|'’-]{0,50}\}|\$\{\w[\w.]{0,40}\}|(?<![\d%])%%?[A-Z][A-Z_]{2,30}%"
    r"|\*\|\w{2,30}\|\*|<<\s*[^\W\d][\w ]{0,40}>>|(?<!\w)_{4,}(?!\w)"
)
#: "Insert the date here"; in capitals other words say so too.
_ASKED_FOR = re.compile(rf"(?:{either('copy', 'fill_in')})", re.IGNORECASE)
_CAPITALS = re.compile(r"\b(?:YOUR|ADD|ENTER|PUT)(?: [A-Z]{2,}){1,4} HERE\b")
#: An amount or a date that nobody knew: "$XX", "XX%", "XX.XX.2027"; a size (XXL) and a century are none.
_AMOUNT = re.compile(r"[$€£¥]\s?X{2,}(?!\w)|(?<!\w)X{2,}(?:[.,]X{2,})?\s?[%€£]|(?<!\w)XX[./-]XX\b")
_ADDRESS = re.compile(rf"\b(?:{either('copy', 'nobodys_addresses')})", re.IGNORECASE)
_PATTERNS = (_FIELD, _ASKED_FOR, _CAPITALS, _AMOUNT, _ADDRESS)


def placeholders(text: str, source: str) -> list[str]:
    """What of ``text`` is to be filled in by somebody, as it stands there; not what ``source``, the
    brief or the draft that it was written from, has itself.
    """
    found = [m[0] for m in _BRACKETS.finditer(text) if _is_blank(m[1] or m[2] or m[3])]
    found += [match[0] for pattern in _PATTERNS for match in pattern.finditer(text)]
    given = source.casefold()
    return [said for said in dict.fromkeys(found) if said.casefold() not in given]


def _is_blank(said: str) -> bool:
    return bool(_BLANK.search(said) or _BLANK_ABROAD.search(said))
