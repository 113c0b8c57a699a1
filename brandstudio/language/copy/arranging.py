"""Orders that make lists, move parts and join or part paragraphs."""

from __future__ import annotations

import re

from ..patterns import Reading
from ..segments import Span, paragraphs, sentences
from .draft_parts import DraftUnderWay, part_of, without


def into_list(work: DraftUnderWay, order: Reading) -> bool:
    text = work.text.strip()
    head = re.match(r"#{1,6}[ \t][^\n]*\n+", text)
    lead, body = (head.group(), text[head.end() :]) if head else ("", text)
    items = [
        re.sub(r"^(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+", "", " ".join(body[a:b].split()))
        for a, b in _items(body)
    ]
    marks = [f"{n}." if order["numbered"] else "-" for n in range(1, len(items) + 1)]
    work.text = lead + "\n".join(f"{m} {item}" for m, item in zip(marks, items, strict=True))
    work.notes.append(f"Made a list of {len(items)}.")
    return True


def _items(body: str) -> list[Span]:
    """What becomes an item each: lines where there are several, otherwise sentences; a lone emoji
    goes with its sentence.
    """
    found: list[Span] = []
    for row in re.finditer(r"^[^\n]*\S[^\n]*$", body, re.MULTILINE):
        if re.match(r"[ \t]*(?:[-*+\u2022]|\d{1,3}[.)])[ \t]", row.group()):
            found.append(row.span())
            continue
        for start, end in sentences(body, *row.span()):
            if found and not any(c.isalnum() for c in body[start:end]):
                found[-1] = (found[-1][0], end)
            else:
                found.append((start, end))
    return found


def move(work: DraftUnderWay, order: Reading) -> bool:
    """One part to the start, behind the headings, or to the end."""
    text = work.text.strip()
    ordinal, part = order["ordinal"], order["part"]
    spans = part_of(text, ordinal, part)
    if not spans:
        work.notes.append(f"There is no {ordinal} {part}.")
        return True
    piece = text[spans[0][0] : spans[0][1]]
    rest = without(text, spans)
    joint = "\n\n" if part.lower().startswith("para") else " "
    if order["front"]:
        head = re.match(r"(?:#{1,6}[ \t][^\n]*\n+)*", rest)
        lead = head.group() if head and joint == " " else ""
        work.text = lead + piece + joint + rest[len(lead) :]
    else:
        work.text = rest + joint + piece
    work.notes.append(f"Moved the {ordinal} {part}.")
    return True


def into_one(work: DraftUnderWay, order: Reading) -> bool:
    work.text = " ".join(work.text[a:b].replace("\n", " ") for a, b in paragraphs(work.text))
    work.notes.append("Joined the paragraphs.")
    return True


def split_up(work: DraftUnderWay, order: Reading) -> bool:
    work.text = "\n\n".join(" ".join(work.text[a:b].split()) for a, b in sentences(work.text))
    work.notes.append("Each sentence is a paragraph of its own.")
    return True
