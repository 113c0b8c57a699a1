"""Orders that add words, and where."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..tables import either, table
from .draft_parts import DraftUnderWay, find, part_of
from .vocabulary import ADD, ORDINAL, PART

_PLACE = re.compile(
    rf"\s+(?:(?:{either('instructions', 'place_prepositions')})\s+(?:the\s+|its\s+|a\s+)?(?:very\s+)?("
    rf"{either('instructions', 'place_names')})(?: of (?:the|it).*)?|("
    rf"{either('instructions', 'beside')})\s+(.+)|({either('instructions', 'place_phrases')}"
    r"))\s*$",
    re.IGNORECASE,
)


def add(work: DraftUnderWay, order: str) -> bool:
    match = re.match(rf"^({ADD})\s+(.+)$", order, re.IGNORECASE)
    ending = re.match(
        r"^(start|begin|open|end|finish|close)(?: it)? with\s+(.+)$", order, re.IGNORECASE
    )
    if not match and not ending:
        return False
    if ending:
        where, what = (
            ("start" if ending.group(1).lower() in ("start", "begin", "open") else "end"),
            ending.group(2),
        )
        anchor = None
    else:
        assert match is not None
        what = match.group(2)
        where, anchor = ("start" if match.group(1).lower() == "prepend" else "end"), None
        while place := _PLACE.search(what):
            what = what[: place.start()]
            word = (place.group(1) or place.group(2) or place.group(4)).lower()
            where = _WHERE.get(word, where)
            anchor = place.group(3) or anchor
    heading = re.match(
        r"(?:an?|the)\s+(?:heading|headline|title)(?: (?:saying|that says|called|with))?:?\s+(.+)$",
        what,
        re.IGNORECASE,
    )
    bullet = re.match(
        r"(?:an?|the)\s+(?:bullet(?: point)?|item)(?: (?:saying|that says|with))?:?\s+(.+)$",
        what,
        re.IGNORECASE,
    )
    named = re.match(
        r"(?:(?:an?|the|another|this)\s+)?(?:sentences?|lines?|paragraphs?|words?|phrase|text"
        r"|satz|wort|hashtags?|tags?|note|ps|p\.s\.)(?: (?:saying|that says|reading"
        r"|with))?:?\s+(.+)$",
        what,
        re.IGNORECASE,
    )
    inner = heading or bullet or named
    own_paragraph = bool(named and re.match(r"(?i)(?:an?\s+|the\s+)?paragraph", what))
    if "\ue000" not in what and not (inner or re.match(r"#\w", what)):
        return False  # "add some warmth" is a wish, not words
    words = work.words(inner.group(1) if inner else what)
    if heading:
        words, where = "# " + words, where if anchor else "start"
    elif bullet:
        words = "- " + words
    _place(
        work,
        words,
        where,
        work.words(anchor) if anchor else None,
        own_paragraph or bool(heading) or bool(bullet),
    )
    return True


_WHERE: Mapping[str, str] = table("instructions")["places"]


def _place(work: DraftUnderWay, words: str, where: str, anchor: str | None, own: bool) -> None:
    text = work.text.strip()
    if where == "heading":
        words, where, own = "# " + words, "start", True
    if anchor is not None and where in ("before", "after"):
        part = re.fullmatch(rf"(?:the )?{ORDINAL}[ -]{PART}", anchor, re.IGNORECASE)
        spans = part_of(text, part.group(1), part.group(2)) if part else find(text, anchor)
        if not spans:
            work.notes.append(f"\u201c{anchor}\u201d is not in the draft; nothing was added.")
            return
        start, end = spans[0] if where == "before" else spans[-1]
        joint = (
            "\n\n"
            if own or (part and part.group(2).lower().startswith(("para", "absatz")))
            else " "
        )
        if where == "before":
            words = words.strip()
            work.text = text[:start] + words + joint + text[start:]
        else:
            words = words.strip()
            tight = words[:1] in ",.;:!?)"
            work.text = text[:end] + ("" if tight else joint) + words + text[end:]
    elif where == "start":
        work.text = words + (
            ("\n\n" if own or "\n\n" in text or text.startswith("#") else " ") + text
            if text
            else ""
        )
    else:
        last_item = re.search(r"(?:^|\n)[ \t]*[-*+\u2022][ \t][^\n]*$", text)
        items = list(re.finditer(r"^[ \t]*[-*+\u2022][ \t][^\n]*$", text, re.MULTILINE))
        if words.startswith("- ") and items:
            end = items[-1].end()
            work.text = text[:end] + "\n" + words + text[end:]
            work.notes.append(f"Added \u201c{words}\u201d.")
            return
        tag = words.startswith("#") and not words.startswith("# ")
        joint = (
            "\n"
            if words.startswith("- ") and last_item
            else "\n\n"
            if own or "\n\n" in text or last_item
            else " "
        )
        if tag and re.search(r"#\w+$", text):
            joint = " "
        work.text = text + (joint if text else "") + words
    work.notes.append(f"Added \u201c{words}\u201d.")
