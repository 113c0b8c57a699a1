"""Orders that make lists, move parts and join or part paragraphs."""

from __future__ import annotations

import re

from ..segments import Span, paragraphs, sentences
from .draft_parts import DraftUnderWay, part_of, without
from .vocabulary import ORDINAL, PART


def into_list(work: DraftUnderWay, order: str) -> bool:
    match = re.search(
        r"\b(?:make|turn|convert|format|change|put)\b.*?\b(numbered list|ordered list"
        r"|bullet(?:ed)? list|bullet points|bullets|list)\b|^(liste|aufzählung)",
        order,
        re.IGNORECASE,
    )
    if not match:
        return False
    numbered = (match.group(1) or "").lower().startswith(("numbered", "ordered"))
    text = work.text.strip()
    head = re.match(r"#{1,6}[ \t][^\n]*\n+", text)
    lead, body = (head.group(), text[head.end() :]) if head else ("", text)
    items = [
        re.sub(r"^(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+", "", " ".join(body[a:b].split()))
        for a, b in _items(body)
    ]
    marks = [f"{n}." if numbered else "-" for n in range(1, len(items) + 1)]
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


def rearrange(work: DraftUnderWay, order: str) -> bool:
    match = re.match(
        rf"^(?:move|put)\s+(?:the\s+)?{ORDINAL}[ -]{PART}\s+(?:to|at)\s+(?:the\s+)?(start"
        rf"|beginning|top|front|end|bottom)$",
        order,
        re.IGNORECASE,
    )
    if match:
        text = work.text.strip()
        spans = part_of(text, match.group(1), match.group(2))
        if not spans:
            work.notes.append(f"There is no {match.group(1)} {match.group(2)}.")
            return True
        piece = text[spans[0][0] : spans[0][1]]
        rest = without(text, spans)
        joint = "\n\n" if match.group(2).lower().startswith("para") else " "
        front = match.group(3).lower() in ("start", "beginning", "top", "front")
        head = re.match(r"(?:#{1,6}[ \t][^\n]*\n+)*", rest)
        lead = head.group() if head and joint == " " else ""
        work.text = lead + piece + joint + rest[len(lead) :] if front else rest + joint + piece
        work.notes.append(f"Moved the {match.group(1)} {match.group(2)}.")
        return True
    if re.match(
        r"^(?:join|merge|combine)\b.*\b(?:paragraphs|lines|one paragraph)\b|^(?:make|put) it "
        r"(?:in(?:to)? )?(?:one|a single) paragraph$",
        order,
        re.IGNORECASE,
    ):
        work.text = " ".join(work.text[a:b].replace("\n", " ") for a, b in paragraphs(work.text))
        work.notes.append("Joined the paragraphs.")
        return True
    if re.match(r"^(?:split|break)\b.*\b(?:paragraphs|lines)\b", order, re.IGNORECASE):
        work.text = "\n\n".join(" ".join(work.text[a:b].split()) for a, b in sentences(work.text))
        work.notes.append("Each sentence is a paragraph of its own.")
        return True
    return False
