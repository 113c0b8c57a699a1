"""Copy brought to a length: the sentences that say most stay, whole where they can, and the limit
always holds.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice

from ..segments import count_words, is_unspaced, sentences, words
from ..tables import either, word_set
from .drafts import Draft, draft_of, to_plain
from .one_line import LONGEST, one_line
from .targets import Target, Unit, counted, length, parse

_STOP = word_set("copy", "stop_words")
_CALL = re.compile(rf"\b(?:{either('copy', 'call_words')})\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]+")
_ITEM = re.compile(r"^[ \t]*(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+")
_HEAD = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Weights:
    """What lets a sentence stay when a text must be shorter; the heaviest that fit are kept.

    The figures were set by hand, so that what the whole draft returns to comes first, then where a
    sentence stands, then what is in it; docs/explanations/numbers.md gives the experiment that
    shows what each keeps.
    """

    early: float = 1.2
    """Divided by the sentence's place: the first says what a text is about."""
    first: float = 0.9
    opens_block: float = 0.25
    figure: float = 0.35
    name: float = 0.2
    call: float = 0.15
    """What the reader is to do."""
    closing_call: float = 0.45
    """The same in one of the last two sentences, where it stands by custom."""
    heading: float = 0.5
    code: float = -0.5


WEIGHTS = Weights()


@dataclass(slots=True)
class _Piece:
    """A sentence, heading, list item or block of code, where it stands, and how much it matters."""

    text: str
    block: int
    kind: str
    weight: float = 0.0


def resize(draft: str, target: str) -> Draft:
    """``draft`` brought to ``target``. What is asked to grow stays as it is: nothing is padded or
    made up.

    Raises ``errors.ValidationError`` for a target that names no length.
    """
    return fit(draft, parse(target, draft))


def fit(draft: str, target: Target) -> Draft:
    """``draft`` within ``target``; ``text`` and ``markdown`` both keep to it, always."""
    whole = draft_of(draft)
    unit, most = target.unit, target.most
    if most is None or _within(whole, unit, most):
        short = target.least is not None and length(whole.text, unit) < target.least
        if short:
            return Draft(
                whole.text,
                whole.markdown,
                (
                    f"The draft has {counted(length(whole.text, unit), unit)}; {target.said()} were asked for. "
                    "It stays as it is: nothing is padded or made up.",
                ),
            )
        return Draft(whole.text, whole.markdown, ("The draft is within its length already.",))
    if target.channel and most <= LONGEST and (line := one_line(whole.text, target)):
        note = f"Its clauses that say most: {counted(length(line, unit), unit)} ({target.said()})."
        return Draft(line, line, (note,))
    pieces = _pieces(whole.markdown)
    _weigh(pieces)
    if (
        (unit in ("characters", "ads") and most < 100)
        or (unit == "words" and most < 15)
        or (unit == "sentences" and most == 1)
    ):
        _flatten(pieces, prefer_sentences=unit == "sentences")
    kept = _by_paragraph(pieces, most) if unit == "paragraphs" else _select(pieces, unit, most)
    notes: list[str] = []
    result = draft_of(_assemble(kept))
    while len(kept) > 1 and not _within(result, unit, most):
        kept.remove(min(kept, key=lambda p: p.weight))
        result = draft_of(_assemble(kept))
    if not kept or not result.text or not _within(result, unit, most):
        result, note = _squeeze(
            max(pieces, key=lambda p: p.weight) if pieces else None, whole, unit, most
        )
        notes.append(note)
    left = len(pieces) - len(kept)
    if left > 0 and kept:
        notes.append(f"{left} of {len(pieces)} sentences left out, those that say least first.")
    notes.append(f"Now {counted(length(result.text, unit), unit)} ({target.said()}).")
    if target.least is not None and length(result.text, unit) < target.least:
        notes.append("Whole sentences did not come out closer to the length.")
    return Draft(result.text, result.markdown, tuple(notes))


def _within(draft: Draft, unit: Unit, most: int) -> bool:
    return length(draft.text, unit) <= most and length(draft.markdown, unit) <= most


def _pieces(markdown: str) -> list[_Piece]:
    found: list[_Piece] = []
    block, fence, code = 0, "", list[str]()
    paragraph: list[str] = []

    def close() -> None:
        nonlocal block
        if paragraph:
            text = "\n".join(paragraph)
            said: list[str] = []
            for each in (" ".join(text[a:b].split()) for a, b in sentences(text)):
                if said and not any(map(str.isalnum, each)):
                    said[-1] += f" {each}"  # an emoji behind a sentence is none of its own
                else:
                    said.append(each)
            found.extend(_Piece(each, block, "sentence") for each in said)
            paragraph.clear()
            block += 1

    for line in markdown.split("\n"):
        if fence:
            code.append(line)
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                found.append(_Piece("\n".join(code), block, "code"))
                fence, code, block = "", [], block + 1
        elif _FENCE.match(line):
            close()
            fence, code = line.strip()[:3], [line]
        elif not line.strip():
            close()
        elif _HEAD.match(line) or _ITEM.match(line):
            close()
            found.append(_Piece(line.rstrip(), block, "heading" if _HEAD.match(line) else "item"))
            block += 1
        else:
            paragraph.append(line)
    close()
    if code:
        found.append(_Piece("\n".join(code), block, "code"))
    return found


def _weigh(pieces: list[_Piece]) -> None:
    """Importance: the words that the whole draft returns to, its place, figures, names, and what
    the reader is to do.
    """
    keys = [[w for w in _keys(piece.text) if w not in _STOP] for piece in pieces]
    often = Counter(word for own in keys for word in set(own))
    total = max(1, len(pieces))
    first_of: set[int] = set()
    for place, (piece, own) in enumerate(zip(pieces, keys, strict=True)):
        central = (
            sum(often[word] for word in set(own)) / math.sqrt(len(set(own)) + 1) / math.sqrt(total)
        )
        weight = central + WEIGHTS.early / (1 + place) + (WEIGHTS.first if place == 0 else 0)
        if piece.block not in first_of:
            weight += WEIGHTS.opens_block
            first_of.add(piece.block)
        figure, name = _FIGURE.search(piece.text), _NAME.search(piece.text)
        weight += WEIGHTS.figure * bool(figure) + WEIGHTS.name * bool(name)
        call = WEIGHTS.closing_call if place >= total - 2 else WEIGHTS.call
        weight += call * bool(_CALL.search(piece.text))
        weight += {"heading": WEIGHTS.heading, "code": WEIGHTS.code}.get(piece.kind, 0.0)
        piece.weight = weight - place * 1e-6


def _flatten(pieces: list[_Piece], *, prefer_sentences: bool) -> None:
    """One line has no headings or lists: their words stand as a sentence does."""
    for piece in pieces:
        if piece.kind in ("heading", "item"):
            piece.text = _ITEM.sub("", _HEAD.sub("", piece.text)).rstrip("# ")
            piece.weight -= 5 * prefer_sentences
            piece.kind = "sentence"


def _keys(text: str) -> list[str]:
    return [text[a:b].casefold() for a, b in words(text)]


def _select(pieces: list[_Piece], unit: Unit, most: int) -> list[_Piece]:
    """The weightiest pieces that fit together; one that is too long is tried without its asides."""
    room, chosen = most, set[int]()
    trimmed: dict[int, str] = {}
    for place in sorted(range(len(pieces)), key=lambda i: -pieces[i].weight):
        piece = pieces[place]
        cost = _cost(piece.text, unit)
        if cost > room and piece.kind in ("sentence", "item") and unit != "sentences":
            for shorter in _without_asides(piece.text):
                if _cost(shorter, unit) <= room:
                    trimmed[place], cost = shorter, _cost(shorter, unit)
                    break
        if cost <= room:
            chosen.add(place)
            room -= cost
        if room <= 0:
            break
    # A heading with nothing under it says nothing, unless it is all there is.
    for place in sorted(chosen):
        below = next(
            (
                i
                for i in range(place + 1, len(pieces))
                if pieces[i].kind == "heading" or i in chosen
            ),
            None,
        )
        if (
            pieces[place].kind == "heading"
            and len(chosen) > 1
            and (below is None or pieces[below].kind == "heading")
        ):
            chosen.discard(place)
    return [
        _Piece(trimmed.get(i, pieces[i].text), pieces[i].block, pieces[i].kind, pieces[i].weight)
        for i in sorted(chosen)
    ]


def _cost(text: str, unit: Unit) -> int:
    if unit in ("sentences", "paragraphs"):
        return max(1, len(sentences(text)))
    # Between two pieces stands a space, which words don't count.
    between = 0 if unit == "words" else length(" ", unit)
    return max(length(text, unit), length(to_plain(text), unit)) + between


def _by_paragraph(pieces: list[_Piece], most: int) -> list[_Piece]:
    weights: dict[int, float] = {}
    for piece in pieces:
        weights[piece.block] = max(weights.get(piece.block, 0.0), piece.weight)
    best = set(sorted(weights, key=lambda block: -weights[block])[:most])
    return [piece for piece in pieces if piece.block in best]


def _assemble(pieces: list[_Piece]) -> str:
    out: list[str] = []
    before: _Piece | None = None
    for piece in pieces:
        if before is not None:
            if before.block == piece.block:
                out.append(
                    ""
                    if is_unspaced(before.text[-1:]) or before.text[-1:] in "\u3002\uff01\uff1f"
                    else " "
                )
            else:
                out.append("\n" if before.kind == piece.kind == "item" else "\n\n")
        out.append(piece.text)
        before = piece
    return "".join(out)


#: What stands behind a sentence and is no word: an emoji.
_TAIL = re.compile(r"(?<=[.!?\u2026\u3002])\s[^\w]{1,40}$")
_BRACKETS = re.compile(r" ?\([^()]{1,300}\)")
_FILLERS = re.compile(rf"\b(?:{either('copy', 'fillers')})\b ?", re.IGNORECASE)


_CLAUSE = re.compile(rf"[,;:]? (?:{either('copy', 'clause_openings')}) |[;:] |, |\u3001|\uff0c")
# : Longer than any sentence that people write, and more clauses than one has: beyond these a
# sentence is not parsed.
_SENTENCE, _CLAUSES = 2000, 40


def _without_asides(text: str) -> list[str]:
    """The sentence shortened step by step: without fillers, an emoji behind it, brackets, asides between dashes, and
    trailing clauses.

    A clause with a figure in it is kept as long as any other can go.
    """
    steps: list[str] = []
    text = _mend(_FILLERS.sub("", text))
    steps.append(text)
    if (bare := _TAIL.sub("", text)) != text:
        text = bare
        steps.append(text)
    if len(text) > _SENTENCE:
        return steps  # no sentence that anyone wrote; it will be cut after a word
    for pattern in (
        _BRACKETS,
        re.compile(r" [\u2013\u2014-] [^\u2013\u2014]{1,300}? [\u2013\u2014-](?= )"),
        re.compile(r", (?:which|who|whose|where)\b[^,]{1,300},"),
    ):
        shorter = _mend(pattern.sub("", text))
        if shorter != text and not (_FIGURE.search(text) and not _FIGURE.search(shorter)):
            text = shorter
            steps.append(text)
    ending = re.search(r"[.!?\u2026\u3002]+[\"'\u201d\u2019)]*$", text)
    mark = ending.group() if ending else ""
    body = text[: len(text) - len(mark)]
    for match in reversed(list(islice(_CLAUSE.finditer(body), _CLAUSES))):
        head = body[: match.start()].rstrip(" ,;:\u2013\u2014-")
        if _OPENING.match(head) and not re.search(r"[,;]", head):
            continue  # "After three years of work," is no sentence
        if count_words(head) >= 4 or (is_unspaced(head) and len(head) >= 6):
            steps.append(head + (mark or "."))
    return steps


_OPENING = re.compile(rf"(?:{either('copy', 'sentence_openings')})\b", re.IGNORECASE)


def _mend(text: str) -> str:
    text = re.sub(r" {2,}", " ", text).strip()
    return text[:1].upper() + text[1:] if text[:1].islower() else text


def _squeeze(piece: _Piece | None, whole: Draft, unit: Unit, most: int) -> tuple[Draft, str]:
    """One sentence, by its clauses or, as the last resort, cut after a word with an ellipsis."""
    source = to_plain(_HEAD.sub("", _ITEM.sub("", piece.text))).strip() if piece else whole.text
    source = " ".join((source or whole.text).split())
    for shorter in _without_asides(source):
        if shorter and length(shorter, unit) <= most:
            return Draft(shorter, shorter), "One sentence was kept, without its asides."
    cut = _cut(source, unit, most)
    return Draft(cut, cut), "Even one sentence was too long, so it was cut after a word."


def _cut(text: str, unit: Unit, most: int) -> str:
    if unit in ("sentences", "paragraphs"):
        spans = sentences(text)
        return text[spans[0][0] : spans[0][1]] if spans else text
    ends = [end for _, end in words(text)]
    low, high = 0, len(ends)
    while low < high:
        middle = (low + high + 1) // 2
        if length(text[: ends[middle - 1]] + "\u2026", unit) <= most:
            low = middle
        else:
            high = middle - 1
    if low:
        return text[: ends[low - 1]].rstrip(" ,;:\u2013\u2014-") + "\u2026"
    if unit == "words":
        return text[: ends[0]] if ends and length(text[: ends[0]], unit) <= most else "\u2026"
    return _clusters(text, unit, most)


def _clusters(text: str, unit: Unit, most: int) -> str:
    """As many whole characters as fit: no accent parted from its letter, no emoji from its
    colour.
    """
    if length(text, unit) <= most:
        return text
    end = min(len(text), most - 1)
    while end > 0 and length(text[:end] + "\u2026", unit) > most:
        end -= 1
    while end > 0 and (_clings(text[end]) or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end] + "\u2026" if end else "\u2026"


def _clings(char: str) -> bool:
    import unicodedata

    return (
        bool(unicodedata.combining(char))
        or char in "\u200d\ufe0e\ufe0f"
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )
