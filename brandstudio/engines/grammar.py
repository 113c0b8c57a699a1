"""English grammar and spelling by Harper (extra ``proof``), as advice for proofreading.

Harper is offline and needs about half a second and 170 MB once per thread: its ``Linter`` is not
thread-safe, so each thread keeps one of its own. Without the extra there is simply no grammar
checker.

Its time grows with the square of what it is handed, so it gets a text in pieces, and only as many
as its budget of processor time allows; what it was not handed is said in the answer.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from ..language.proofread.spelling import replacements
from ..models.texts import Correction

Grammar = Callable[[str], list[Correction]]

#: Longest text that is checked; a proofreading request holds no more.
MAX_CHARACTERS = 50_000
_DIALECTS = {
    "en-US": "AMERICAN",
    "en-GB": "BRITISH",
    "en-AU": "AUSTRALIAN",
    "en-CA": "CANADIAN",
    "en-IN": "INDIAN",
}
# What our own checks say better, with the brand's rules at hand.
_OURS = frozenset(
    (
        "Capitalization",
        "Repetition",
        "Formatting",
        "Punctuation",
        "Typography",
        "Readability",
        "Style",
        "Enhancement",
        "Regionalism",
    )
)
_MAX_WORDS, _MAX_WORD = 2000, 60
#: Characters that are handed over at once, and the processor time that a text may take.
_PIECE, _BUDGET_S = 1500, 1.2
#: A run without a space that is no word and no address.
_ENDLESS = re.compile(r"\S{200,}")
_OPENING = re.compile(r"(?:^|[.!?:\u2026\n])[^\w\n]*$")
_DOUBLE = re.compile(r"(.)\1")
_BREAKS = (
    re.compile(r"\n[ \t\r]*\n\s*"),
    re.compile(r"[.!?\u2026][\"')\]\u2019\u201d]*\s+"),
    re.compile(r"\s+"),
)


class _Linters(threading.local):
    """The linter of a thread, its dialect, and the words that it was last taught."""

    def __init__(self) -> None:
        self.linter: Any = None
        self.dialect = ""
        self.words: tuple[str, ...] = ()


_LINTERS = _Linters()


def available() -> bool:
    """Whether the extra is installed."""
    try:
        import harper  # noqa: F401
    except ImportError:
        return False
    return True


def grammar(
    names: Sequence[str] = (),
    variant: str | None = None,
    clock: Callable[[], float] = time.thread_time,
) -> Grammar | None:
    """A checker for texts of a folder whose ``names`` (brand, products, people) are spelled right;
    None without Harper.

    A finding without length says that a check was left out from there on. ``variant`` is the voice's spelling (``en-GB``); American without one. The checker may be used
    from any thread.
    """
    if not available():
        return None
    words = sorted({part.strip(".,;:!?\u2019'") for name in names for part in name.split()} - {""})
    taught = tuple(word for word in words if len(word) <= _MAX_WORD)[:_MAX_WORDS]
    dialect = _DIALECTS.get(variant or "en-US", "AMERICAN")

    def check(text: str) -> list[Correction]:
        if len(text) > MAX_CHARACTERS:
            return [_left_out(0, "the text is too long")]
        # A lone surrogate can't pass to Rust; a stand-in of the same length keeps the offsets.
        text = (
            text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            if _has_surrogate(text)
            else text
        )
        linter = _linter(dialect, taught)
        found = checked(text, lambda piece: _linted(linter, piece), clock)
        if variant is not None:
            return found
        # Where nobody chose a variant, British spellings are as right as American ones.
        return [c for c in found if c.original.casefold() not in replacements("en-US")]

    return check


def checked(text: str, lint: Grammar, clock: Callable[[], float]) -> list[Correction]:
    """What ``lint`` finds in the pieces of a text, until its budget by ``clock`` is spent; a
    finding without length stands where something was left out.
    """
    found: list[Correction] = []
    endless = _ENDLESS.search(text)
    if endless:
        found.append(_left_out(endless.start(), "this run has no space in it"))
        text = _ENDLESS.sub(lambda match: " " * len(match.group()), text)
    until: float | None = None  # counted from the second piece on: the first also loads the rules
    for start, end in pieces(text):
        piece = text[start:end]
        if not any(map(str.isalpha, piece)):
            continue
        if until is not None and clock() > until:
            found.append(_left_out(start, "the text took too long"))
            break
        found += [c.model_copy(update={"offset": c.offset + start}) for c in lint(piece)]
        until = clock() + _BUDGET_S if until is None else until
    return found


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """A text in stretches of bounded length, each up to the end of a paragraph, else of a sentence,
    else of a word.
    """
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            end = next((stop for at in _BREAKS if (stop := _last(at, text, start, end))), end)
        yield start, min(end, len(text))
        start = end


def _last(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Where the last match within a stretch ends; 0 without one."""
    stop = 0
    for match in pattern.finditer(text, start, end):
        stop = match.end()
    return stop


def _left_out(at: int, why: str) -> Correction:
    return Correction(
        rule_id="harper.leftOut",
        kind="leftOut",
        message=f"Grammar was not checked from here on, or not all of it: {why}.",
        severity="hint",
        offset=at,
        length=0,
        original="",
    )


def _linted(linter: Any, text: str) -> list[Correction]:
    made = [_correction(lint, text) for lint in linter.lint(text, language="markdown")]
    guesses = {c.replacement for c in made if c is not None and _may_be_name(c)}
    names = {guess for guess in guesses if guess is not None and _is_name(linter, guess)}
    return [
        c
        for c in made
        if c is not None
        and not (_may_be_name(c) and c.replacement in names)
        and not _foreign(c)
        and not _stands_as_name(c, text)
    ]


def _may_be_name(found: Correction) -> bool:
    guess = found.replacement
    return (
        found.kind == "spelling"
        and guess is not None
        and guess[:1].isupper()
        and guess.casefold() != found.original.casefold()
    )


def _stands_as_name(found: Correction, text: str) -> bool:
    """An unknown word that is written as a name or a short form ("EU", "Ihrer", "KPIs"): in few
    capitals, or with a capital where no sentence begins. Where one does, only letters that changed
    places or lost their double are a slip.
    """
    said, guess = found.original, found.replacement or ""
    if found.rule_id != "harper.spelling" or said.islower():
        return False
    if said.isupper():
        return len(said) <= 5
    if any(c.isupper() for c in said[1:]) or not _OPENING.search(text[: found.offset][-40:]):
        return True
    said, guess = said.casefold(), guess.casefold()
    return sorted(said) != sorted(guess) and _DOUBLE.sub(r"\1", said) != _DOUBLE.sub(r"\1", guess)


def _is_name(linter: Any, word: str) -> bool:
    """Whether a word is right with a capital only. A name is no guess at what someone meant
    ("Samsung" for "Samstag").
    """
    return any(
        str(lint.lint_kind) in ("Spelling", "Typo", "Capitalization")
        for lint in linter.lint(word.lower())
    )


def _foreign(found: Correction) -> bool:
    """A word with letters that English has none of was borrowed as it is ("Glühwein",
    "fiancée").
    """
    return found.kind == "spelling" and any(c.isalpha() and not c.isascii() for c in found.original)


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _linter(dialect: str, words: tuple[str, ...]) -> object:
    import harper

    if _LINTERS.linter is None or _LINTERS.dialect != dialect:
        _LINTERS.linter = harper.Linter(getattr(harper.Dialect, dialect))
        _LINTERS.dialect, _LINTERS.words = dialect, ()
    if _LINTERS.words != words:
        _LINTERS.linter.clear_words()
        if words:
            _LINTERS.linter.import_words(list(words))
        _LINTERS.words = words
    return _LINTERS.linter


def _correction(lint: Any, text: str) -> Correction | None:
    kind = str(lint.lint_kind)
    start, end = lint.span.start, lint.span.end
    if kind in _OURS or not 0 <= start < end <= len(text):
        return None
    replacement: str | None = None
    for suggestion in lint.suggestions[:1]:
        name = suggestion.kind.name
        replacement = {
            "REPLACE": suggestion.replacement_text,
            "REMOVE": "",
            "INSERT_AFTER": text[start:end] + suggestion.replacement_text,
        }.get(name)
    spelling = kind in ("Spelling", "Typo")
    severity: Literal["error", "warning", "hint"] = (
        "hint" if kind == "Capitalization" else "warning"
    )
    return Correction(
        rule_id=f"harper.{kind[:1].lower()}{kind[1:]}",
        kind="spelling" if spelling else "grammar",
        message=lint.message,
        severity=severity,
        offset=start,
        length=end - start,
        original=text[start:end],
        replacement=replacement,
    )
