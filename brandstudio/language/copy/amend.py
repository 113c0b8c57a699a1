"""The change that an instruction asks for, and no other.

An instruction is read as a row of orders (replace, remove, add, move, case, list, shorten). What is
quoted is taken to the letter. Orders that are not understood are listed in the notes; when none is,
``errors.UnsupportedInstruction`` says what would be. English in full; the verbs of German, French
and Spanish for replacing, removing, adding and shortening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ...errors import UnsupportedInstruction, ValidationError
from ..proofread.markdown import Document
from ..proofread.spelling import like
from ..segments import Span, paragraphs, sentences
from ..tables import either, table, word_set
from .drafts import Draft, draft_of
from .shorten import fit
from .targets import length, parse
from .vocabulary import (
    ADD,
    ALL_OF,
    KIND_WORDS,
    KINDS,
    MARK,
    MARKED,
    ORDINAL,
    ORDINALS,
    PART,
    PARTS,
    QUOTED,
    REMOVE,
    REPLACE,
    SPLIT,
)

UNDERSTOOD = (
    "replace \u201cX\u201d with \u201cY\u201d; change the date, price, time or number to Y; "
    "remove \u201cX\u201d, the last sentence, "
    "the second paragraph, the sentence about X, all emoji, hashtags, links or exclamation "
    "marks; add \u201cX\u201d at the start, "
    "at the end, before or after \u201cY\u201d; move the last sentence to the start; uppercase, "
    "lowercase, title case, sentence "
    "case or bold X; make it a list; join the paragraphs; shorten to a length or by a share"
)


@dataclass(slots=True)
class _Work:
    """The draft under way, the quoted stretches of the instruction, and what is to be said about
    it.
    """

    text: str
    quoted: list[str]
    notes: list[str] = field(default_factory=list)

    def words(self, part: str) -> str:
        """A part of an order with its quoted stretches put back, without the words that only lead
        to it.
        """
        part = part.strip(" .,:")
        marks = MARKED.findall(part)
        if len(marks) == 1:
            return self.quoted[int(marks[0])]
        return MARKED.sub(
            lambda m: self.quoted[int(m.group(1))],
            re.sub(r"^(?:the )?(?:words?|phrases?|text|name|term)\s+", "", part),
        ).strip()


def amend(draft: str, instruction: str) -> Draft:
    """``draft`` with the changes that ``instruction`` asks for.

    Raises ``errors.UnsupportedInstruction`` when nothing of the instruction is understood.
    """
    quoted: list[str] = []

    def keep(match: re.Match[str]) -> str:
        quoted.append(match.group(1) or match.group(2))
        return MARK.format(len(quoted) - 1)

    held = QUOTED.sub(keep, re.sub("[\ue000\ue001]", "", instruction[:4000])).strip()
    work = _Work(draft.replace("\r\n", "\n"), quoted)
    missed: list[str] = []
    done = 0
    for order in [part.strip() for part in SPLIT.split(held) if part and part.strip()][:60]:
        order = re.sub(
            r"^(?:please|can you|could you|kindly|bitte|s'il vous plaît|por favor)\s+",
            "",
            order,
            flags=re.IGNORECASE,
        ).strip()
        if any(act(work, order) for act in _ACTS):
            done += 1
        else:
            missed.append(MARKED.sub(lambda m: f"\u201c{quoted[int(m.group(1))]}\u201d", order))
    if not done:
        raise UnsupportedInstruction(
            f"The local writer can't \u201c{' '.join(instruction[:120].split())}\u201d. It understands: {UNDERSTOOD}. "
            "For more, set BRANDSTUDIO_TEXT_ENGINE.",
            understood=UNDERSTOOD,
        )
    notes = work.notes + [f"Not understood, so left undone: {order}." for order in missed]
    return draft_of(work.text, *notes)


def _find(text: str, words: str) -> list[Span]:
    """Where ``words`` stand, whole: words with capitals to the letter first, otherwise whatever
    case, spaces and quotes.
    """
    if not words.strip():
        return []
    left = r"(?<!\w)" if words[0].isalnum() else ""
    right = r"(?!\w)" if words[-1].isalnum() else ""
    found = [m.span() for m in re.finditer(left + re.escape(words) + right, text)]
    if found and not words.islower():
        return _in_words(text, found)
    loose = r"\s+".join(
        re.escape(w).replace("'", "['\u2019]").replace("\u2019", "['\u2019]") for w in words.split()
    )
    return _in_words(
        text, [m.span() for m in re.finditer(left + loose + right, text, re.IGNORECASE)]
    )


def _in_words(text: str, spans: list[Span]) -> list[Span]:
    """The spans that are words; those in addresses and code only when there are no others."""
    document = Document(text)
    return [span for span in spans if not document.protected(*span)] or spans


def _words_only(text: str, change: Callable[[str], str]) -> str:
    """``change`` on words, not on addresses, code or tags."""
    pieces, at = [], 0
    for start, end in Document(text).spans():
        pieces += [change(text[at:start]) if text[at:start] else "", text[start:end]]
        at = end
    return "".join([*pieces, change(text[at:]) if text[at:] else ""])


def _swap(text: str, spans: list[Span], new: Callable[[str], str]) -> str:
    pieces, at = [], 0
    for start, end in spans:
        pieces += [text[at:start], new(text[start:end])]
        at = end
    return "".join([*pieces, text[at:]])


def _replace(work: _Work, order: str) -> bool:
    for pattern, flipped in (
        (
            rf"^{REPLACE}\s+(?:all |every |each )?(.+?)\s+(?:with|by|to|for|into|durch|mit|zu|auf"
            rf"|par|en|por|con|a)\s+(.+)$",
            False,
        ),
        (r"^(?:say|use|write)\s+(.+?)\s+(?:instead of|rather than|in place of|not)\s+(.+)$", True),
        (r"^instead of\s+(.+?),?\s+(?:say|use|write)\s+(.+)$", False),
        (r"^(.+?)\s*(?:->|\u2192|=>)\s*(.+)$", False),
    ):
        match = re.match(pattern, order, re.IGNORECASE)
        if not match:
            continue
        old, new = (match.group(2), match.group(1)) if flipped else (match.group(1), match.group(2))
        if re.fullmatch(
            r"(?:it|this|that|the text|the draft|the (?:paragraph|list|bullets)s?)",
            old.strip(),
            re.IGNORECASE,
        ) or _CASE.search(new):
            return False
        new = re.sub(
            r",?\s+(?:everywhere|throughout|in the (?:whole )?(?:text|draft|copy))$",
            "",
            new,
            flags=re.IGNORECASE,
        )
        return _put_instead(work, old, new)
    return False


def _put_instead(work: _Work, old: str, new: str) -> bool:
    wanted = work.words(new)
    kind = KIND_WORDS.get(re.sub(r"^(?:the|der|die|das|den|le|la|el)\s+", "", old.strip().lower()))
    if "full stop" in new.lower() or new.strip().lower() in ("period", "periods"):
        wanted = "."
    whole = re.fullmatch(
        rf"(?:the )?{ORDINAL} {PART}|(?:the )?(heading|headline|title)", old.strip(), re.IGNORECASE
    )
    if "\ue000" not in old and whole:
        spans = _part(work.text, whole.group(1) or "first", whole.group(2) or "heading")
        if spans:
            work.text = _swap(work.text, spans, lambda _: wanted)
            work.notes.append(f"Replaced {old.strip()}.")
        else:
            work.notes.append(f"There is no {old.strip()}.")
        return True
    if "\ue000" not in old and kind and not _find(work.text, work.words(old)):
        spans = [m.span() for m in KINDS[kind].finditer(work.text)]
        if len({work.text[a:b] for a, b in spans}) == 1:
            work.notes.append(f"The {kind} {work.text[spans[0][0] : spans[0][1]]} is now {wanted}.")
            work.text = _swap(work.text, spans, lambda _: wanted)
        elif spans:
            work.notes.append(f"The draft has several of that kind ({kind}); say which one.")
        else:
            work.notes.append(f"The draft has no {kind}.")
        return True
    marks = next(
        (
            p
            for name, p in ALL_OF.items()
            if old.strip().lower().rstrip("s").removeprefix("all ") == name
        ),
        None,
    )
    if marks is not None and "\ue000" not in old:
        spans = [m.span() for m in marks.finditer(work.text)]
        work.text = _swap(work.text, spans, lambda _: wanted)
        work.notes.append(f"Replaced {len(spans)} of {old.strip()}.")
        return True
    said = work.words(old)
    spans = _find(work.text, said)
    if not spans:
        work.notes.append(f"\u201c{said}\u201d is not in the draft; nothing was replaced.")
        return True
    work.text = _swap(
        work.text,
        spans,
        lambda there: like(there, wanted) if there != said and wanted.islower() else wanted,
    )
    work.notes.append(
        f"Replaced \u201c{said}\u201d with \u201c{wanted}\u201d ({len(spans)} times)."
        if len(spans) > 1
        else f"Replaced \u201c{said}\u201d with \u201c{wanted}\u201d."
    )
    return True


def _part(text: str, ordinal: str, part: str) -> list[Span]:
    """The span of "the last sentence" and its like; empty when there is none."""
    part = part.lower().rstrip("s") if part.lower() not in PARTS else part.lower()
    part = PARTS.get(part, part)
    if part == "sentence":
        spans = sentences(text)
    elif part == "paragraph":
        spans = paragraphs(text)
    elif part == "word":
        spans = [m.span() for m in re.finditer(r"[^\W_]+(?:['\u2019-][^\W_]+)*", text)]
    elif part == "heading":
        spans = [
            (m.start(1), m.end(1))
            for m in re.finditer(r"^#{1,6}[ \t]+([^\n]+)", text, re.MULTILINE)
        ]
    elif part.startswith("bullet"):
        spans = [
            m.span()
            for m in re.finditer(
                r"^[ \t]*(?:[-*+\u2022]|\d{1,3}[.)])[ \t]+[^\n]*", text, re.MULTILINE
            )
        ]
    else:
        spans = [m.span() for m in re.finditer(r"^[^\n]*\S[^\n]*$", text, re.MULTILINE)]
    place = ORDINALS[ordinal.lower()]
    return [spans[place]] if -len(spans) <= place < len(spans) else []


def _without(text: str, spans: list[Span]) -> str:
    """``text`` without the spans, and without the spaces and empty brackets that they leave
    behind.
    """
    pieces, at = [], 0
    for start, end in spans:
        if text[start - 1 : start] in (" ", "") and text[end : end + 1] == " ":
            end += 1
        elif text[start - 1 : start] == " " and text[end : end + 1] in (
            "",
            "\n",
            ".",
            ",",
            ";",
            ":",
            "!",
            "?",
            ")",
        ):
            start -= 1
        pieces.append(text[at : max(at, start)])
        at = max(at, end)
    text = "".join([*pieces, text[at:]])
    text = re.sub(r"\(\s*\)|\[\s*\]", "", text)
    text = re.sub(r"(?<=[^\s\n])[ \t]{2,}(?=\S)", " ", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip()


def _remove(work: _Work, order: str) -> bool:
    match = re.match(rf"^{REMOVE}\s+(.+)$", order, re.IGNORECASE)
    if not match or re.match(r"(?:it|this)?\s*(?:down|by|to)\b", match.group(1), re.IGNORECASE):
        return False
    what = match.group(1).strip(" .")
    if "\ue000" not in what:
        part = re.fullmatch(
            rf"(?:the |den |die |das |la |le |el )?{ORDINAL}[ -]{PART}", what, re.IGNORECASE
        )
        if part:
            spans = _part(work.text, part.group(1), part.group(2))
            if spans and part.group(2).lower().startswith("head"):
                spans = [(work.text.rfind("\n", 0, spans[0][0]) + 1, spans[0][1])]
            if spans and part.group(2).lower().startswith(("bullet", "item", "line")):
                after = spans[0][1]
                spans = [(spans[0][0], after + (work.text[after : after + 1] == "\n"))]
            work.text = _without(work.text, spans)
            work.notes.append(
                f"Removed {what}." if spans else f"There is no {what.removeprefix('the ')}."
            )
            return True
        for name, pattern in ALL_OF.items():
            if re.fullmatch(
                rf"(?:all |any |every |the )*(?:the )?{name}(?:s|es|is)?", what, re.IGNORECASE
            ):
                spans = [m.span() for m in pattern.finditer(work.text)]
                if name.startswith("exclamation"):
                    work.text = _swap(work.text, spans, lambda _: ".")
                    work.text = re.sub(r"\?\.", "?", work.text)
                else:
                    work.text = re.sub(
                        r"\n{3,}", "\n\n", _swap(work.text, spans, lambda _: "")
                    ).strip(" ")
                work.notes.append(f"Removed {what} ({len(spans)}).")
                return True
        kind = KIND_WORDS.get(re.sub(r"^the\s+", "", what.lower()))
        if kind and not _find(work.text, what):
            spans = [m.span() for m in KINDS[kind].finditer(work.text)]
            if len(spans) == 1:
                work.text = _without(work.text, spans)
                work.notes.append(f"Removed the {kind}.")
            else:
                work.notes.append(
                    f"The draft has {'several' if spans else 'none'} of that kind ({kind}); say which one."
                )
            return True
    holding = re.match(
        rf"(?:the |every |all |any )?{PART}\s+(?:about|containing|contain|with|that (?:mentions?"
        rf"|says?|contains?)|which (?:mentions?|says?)|on|mentioning|saying|starting with|über|mit"
        rf"|sur|avec|sobre|con)\s+(.+)$",
        what,
        re.IGNORECASE,
    )
    if holding:
        return _remove_holding(work, holding.group(1), work.words(holding.group(2)), what)
    said = work.words(
        re.sub(r"^(?:all )?(?:mentions|instances|occurrences) of\s+", "", what, flags=re.IGNORECASE)
    )
    spans = _find(work.text, said)
    if not spans and said.lower().startswith("the "):
        spans = _find(work.text, said[4:])
    several = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+und\s+|\s+et\s+", what)
    if not spans and len(several) > 1:
        return all(_remove(work, f"remove {one}") for one in several if one)
    work.text = _without(work.text, spans)
    work.notes.append(
        f"Removed \u201c{said}\u201d."
        if spans
        else f"\u201c{said}\u201d is not in the draft; nothing was removed."
    )
    return True


def _remove_holding(work: _Work, part: str, said: str, what: str) -> bool:
    name = part.lower().rstrip("s")
    name = PARTS.get(part.lower(), PARTS.get(name, name))
    if name == "paragraph":
        spans = paragraphs(work.text)
    elif name in ("bullet", "line", "heading"):
        spans = [m.span() for m in re.finditer(r"^[^\n]*\S[^\n]*(?:\n|$)", work.text, re.MULTILINE)]
    else:
        spans = sentences(work.text)
    if not _find(work.text, said):
        said = re.sub(r"^(?:the|a|an|our)\s+", "", said, flags=re.IGNORECASE)
    spans = [(a, b) for a, b in spans if _find(work.text[a:b], said)]
    work.text = _without(work.text, spans)
    work.notes.append(
        f"Removed {len(spans)} {name}{'s' * (len(spans) != 1)} with \u201c{said}\u201d."
        if spans
        else f"No {name} has \u201c{said}\u201d; nothing was removed."
    )
    return True


_PLACE = re.compile(
    rf"\s+(?:(?:{either('instructions', 'place_prepositions')})\s+(?:the\s+|its\s+|a\s+)?(?:very\s+)?("
    rf"{either('instructions', 'place_names')})(?: of (?:the|it).*)?|("
    rf"{either('instructions', 'beside')})\s+(.+)|({either('instructions', 'place_phrases')}"
    r"))\s*$",
    re.IGNORECASE,
)


def _add(work: _Work, order: str) -> bool:
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


def _place(work: _Work, words: str, where: str, anchor: str | None, own: bool) -> None:
    text = work.text.strip()
    if where == "heading":
        words, where, own = "# " + words, "start", True
    if anchor is not None and where in ("before", "after"):
        part = re.fullmatch(rf"(?:the )?{ORDINAL}[ -]{PART}", anchor, re.IGNORECASE)
        spans = _part(text, part.group(1), part.group(2)) if part else _find(text, anchor)
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


_CASE = re.compile(rf"\b({either('instructions', 'cases')})\b", re.IGNORECASE)


def _case(work: _Work, order: str) -> bool:
    match = re.match(
        r"^(?:(upper|lower)case|(capitali[sz]e)|(bold|italici[sz]e))\s+(.+)$", order, re.IGNORECASE
    )
    if match:
        how = (match.group(1) or ("capital" if match.group(2) else match.group(3))).lower()
        what = match.group(4)
    else:
        named = _CASE.search(order)
        said = re.match(
            r"^(?:make|put|set|write|turn|convert|change|mettre|mets|setze|pon)\s+(.+?)\s+(?:into "
            r"|to |in |all |en )*(?:" + _CASE.pattern + r")\W*$",
            order,
            re.IGNORECASE,
        )
        if not named or not said:
            return False
        how, what = named.group(1).lower(), said.group(1)
    what = re.sub(r"\s+(?:in|into|to|all)$", "", what.strip(), flags=re.IGNORECASE)
    change = _CHANGES[next(key for key in _CHANGES if how.startswith(key))]
    if "\ue000" not in what and re.fullmatch(
        r"(?:it|this|everything|all(?: of it)?|the (?:whole )?(?:text|draft|copy))",
        what,
        re.IGNORECASE,
    ):
        spans = [(0, len(work.text))]
    elif "\ue000" not in what and (
        heads := re.fullmatch(
            r"(?:the |all )*(?:the )?(heading|headline|title)s?", what, re.IGNORECASE
        )
    ):
        spans = [
            (m.start(1), m.end(1))
            for m in re.finditer(r"^#{1,6}[ \t]+([^\n]+)", work.text, re.MULTILINE)
        ]
        if not spans and heads:
            spans = _part(work.text, "first", "line")
    elif "\ue000" not in what and (
        part := re.fullmatch(rf"(?:the )?{ORDINAL}[ -]{PART}", what, re.IGNORECASE)
    ):
        spans = _part(work.text, part.group(1), part.group(2))
    else:
        spans = _find(work.text, work.words(what))
    if not spans:
        work.notes.append(
            f"\u201c{work.words(what)}\u201d is not in the draft; its case was not changed."
        )
    else:
        work.text = _swap(work.text, spans, lambda there: _words_only(there, change))
        work.notes.append(f"Set {work.words(what)} in {_SAID.get(how, how)}.")
    return True


_SAID = {"upper": "upper case", "lower": "lower case", "capital": "capitalised form"}
_LITTLE = word_set("instructions", "small_words")


def _title(text: str) -> str:
    parts = re.split(r"(\s+)", text)
    last = max((i for i, p in enumerate(parts) if p.strip()), default=0)
    return "".join(
        p[:1].upper() + p[1:] if p and (i in (0, last) or p.lower() not in _LITTLE) else p
        for i, p in enumerate(parts)
    )


def _sentence_case(text: str) -> str:
    lowered = " ".join(
        w if sum(c.isupper() for c in w) > 1 and not text.isupper() else w.lower()
        for w in text.split(" ")
    )
    return re.sub(r"(^|[.!?]\s+)(\w)", lambda m: m.group(1) + m.group(2).upper(), lowered)


_CHANGES: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "all caps": str.upper,
    "capitals": str.upper,
    "capital letters": str.upper,
    "gro": str.upper,
    "majus": str.upper,
    "mayús": str.upper,
    "lower": str.lower,
    "small": str.lower,
    "klein": str.lower,
    "minus": str.lower,
    "minús": str.lower,
    "title": _title,
    "sentence": _sentence_case,
    "capital": lambda t: t[:1].upper() + t[1:],
    "bold": lambda t: f"**{t}**",
    "itali": lambda t: f"*{t}*",
}


def _list(work: _Work, order: str) -> bool:
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


def _move(work: _Work, order: str) -> bool:
    match = re.match(
        rf"^(?:move|put)\s+(?:the\s+)?{ORDINAL}[ -]{PART}\s+(?:to|at)\s+(?:the\s+)?(start"
        rf"|beginning|top|front|end|bottom)$",
        order,
        re.IGNORECASE,
    )
    if match:
        text = work.text.strip()
        spans = _part(text, match.group(1), match.group(2))
        if not spans:
            work.notes.append(f"There is no {match.group(1)} {match.group(2)}.")
            return True
        piece = text[spans[0][0] : spans[0][1]]
        rest = _without(text, spans)
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


def _shorten(work: _Work, order: str) -> bool:
    if not re.search(
        r"\b(?:short\w*|cut|trim|reduce|condense|tighten|brief\w*|kürz\w*|raccourci\w*|court"
        r"|cort\w*|acorta\w*|fit|limit|halve|keep it)\b",
        order,
        re.IGNORECASE,
    ):
        return False
    try:
        target = parse(order, work.text)
    except ValidationError:
        return False
    made = fit(work.text, target)
    work.text = made.markdown
    work.notes.append(f"Shortened to {length(made.text, target.unit)} {target.unit}.")
    return True


_ACTS: tuple[Callable[[_Work, str], bool], ...] = (
    _case,
    _list,
    _move,
    _replace,
    _remove,
    _add,
    _shorten,
)
