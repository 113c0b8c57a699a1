"""What a brief says: its subject, its named details, its sentences, its points, and what the reader
is to do.

Nothing is interpreted beyond sorting; every stretch of the brief ends up in exactly one place, word
for word. What asks for a text (genre, tone, length, "announce", "tell people that") is a wish and
no part of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..segments import listed, sentences
from .orders import is_genre, part

_PAIR = re.compile(
    r"^\s*(?:[-*+\u2022]\s+)?(?:\*\*)?([^\W\d_][^:\n*]{0,39}?)(?:\*\*)?\s*:(?:\*\*)?\s+(\S.*)$"
)
_ITEM = re.compile(r"^\s*(?:[-*+\u2022]|\d{1,2}[.)])\s+(.*\S)")
_TONES = frozenset(
    listed(
        "tone voice style length format audience channel target tonalität ton zielgruppe länge longueur "
        "público tono longitud medium"
    )
)
_SUBJECTS = frozenset(
    listed(
        "headline title subject topic product name event offer campaign theme produkt thema "
        "titel sujet titre produit asunto título producto tema"
    )
)
_CALLS = frozenset(
    [
        "cta",
        "call to action",
        "action",
        "link",
        "url",
        "website",
        "book",
        "contact",
        "register",
        "aufruf",
        "kontakt",
        "lien",
        "enlace",
        "sign up",
    ]
)
_CALL_VERB = re.compile(
    r"^(?:book|buy|order|visit|join|register|sign up|subscribe|download|call|contact|learn more|find out"
    r"|get (?:your|started|tickets)|try|discover|apply|reserve|shop|come|see|jetzt|buche|bestelle|besuche"
    r"|réservez|inscrivez|découvrez|visitez|compra|reserva|visita|descubre)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Brief:
    """A brief sorted: ``subject`` (may be empty), ``details`` by their labels, ``points``,
    ``lines`` and ``calls``.

    ``wishes`` are about the text to be written (tone, length) and are no part of it.
    """

    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()
    points: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    hashtags: tuple[str, ...] = ()
    wishes: tuple[tuple[str, str], ...] = field(default=())


def read(brief: str) -> Brief:
    """Sort a brief."""
    subject = ""
    details: list[tuple[str, str]] = []
    points: list[str] = []
    lines: list[str] = []
    calls: list[str] = []
    wishes: list[tuple[str, str]] = []
    tags: list[str] = []
    prose: list[str] = []

    def flush() -> None:
        nonlocal subject
        if not prose:
            return
        text = " ".join(prose)
        prose.clear()
        for start, end in sentences(text):
            take(text[start:end].strip())

    def take(said: str) -> None:
        nonlocal subject
        pair = _PAIR.match(said)
        key = pair.group(1).strip().casefold() if pair else ""
        if pair and key in _TONES:
            wishes.append((pair.group(1).strip(), pair.group(2).strip().rstrip(".")))
            return
        if pair and key in _SUBJECTS and not subject:
            subject = _headline(pair.group(2))
            return
        found = part(said)
        wishes.extend(("Asked for", wish) for wish in found.wishes)
        if not found.ordered:
            (calls if _CALL_VERB.match(said) else lines).append(said)
        elif subject or not found.said:
            lines.extend(_sentence(more) for more in (found.said, found.audience) if more)
        else:
            head, aside = _aside(found.said)
            subject = _headline(head)
            lines.extend(_sentence(more) for more in (aside, found.audience) if more)

    for row in brief.replace("\r", "\n").split("\n"):
        row = row.strip()
        if not row:
            flush()
            continue
        if re.fullmatch(r"(?:#[^\W\d_]\w*[\s,]*)+", row):
            tags += re.findall(r"#\w+", row)
            continue
        pair, item = _PAIR.match(row), _ITEM.match(row)
        heading = re.match(r"#{1,6}\s+(.*\S)", row)
        if heading:
            flush()
            if subject:
                lines.append(heading.group(1))
            else:
                subject = heading.group(1)
        elif pair and "//" not in pair.group(1) and len(pair.group(1).split()) <= 5:
            flush()
            label, value = pair.group(1).strip(), pair.group(2).strip()
            key = label.casefold()
            order = part(label)
            if key not in _TONES | _SUBJECTS and (
                is_genre(label) or (" " in label and order.ordered and not order.said)
            ):
                wishes.append(("Asked for", label))
                for start, end in sentences(value):
                    said = value[start:end].strip()
                    if subject:
                        take(said)
                    else:
                        subject = _headline(part(said).said or said)
            elif key in _TONES:
                wishes.append((label, value))
            elif key in _SUBJECTS and not subject:
                subject = value
            elif key in _CALLS:
                calls.append(value)
            else:
                details.append((label, value))
        elif item:
            flush()
            (calls if _CALL_VERB.match(item.group(1)) else points).append(item.group(1))
        else:
            prose.append(row)
    flush()
    return Brief(
        subject,
        tuple(details),
        tuple(points),
        tuple(lines),
        tuple(calls),
        tuple(tags),
        tuple(wishes),
    )


def _headline(said: str) -> str:
    return _sentence(said.rstrip(" ."))


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:]


def _aside(said: str) -> tuple[str, str]:
    """A subject and what was added behind its last comma ("free entry"); an enumeration is left
    whole.
    """
    head, comma, more = said.rpartition(", ")
    enumerated = re.search(r"\b(?:and|or|und|oder|et|ou|y|o)\b", more) or "," in head
    if (
        not comma
        or enumerated
        or not more[:1].islower()
        or not 2 <= len(more.split()) <= 8
        or len(head.split()) < 2
    ):
        return said, ""
    return head, more


_FACT = re.compile(
    r"https?://[^\s)>\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|[£$€¥]?\d+(?:[.,:/-]\d+)*|(?<![.!?:\n] "
    r")(?<!^)(?<![\w])[A-ZÀ-Þ][\w'\u2019&-]*[\w]",
    re.MULTILINE,
)


def facts(text: str) -> list[str]:
    """What can be checked in a text: figures, dates, amounts, addresses, and names (capitalised
    inside a sentence).
    """
    return list(dict.fromkeys(match.group() for match in _FACT.finditer(text)))


def figures(text: str) -> set[str]:
    """Every figure of a text, without the marks that part its thousands."""
    return {
        re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", found)
        for found in re.findall(r"\d+(?:[.,:]\d+)*", text)
    }
