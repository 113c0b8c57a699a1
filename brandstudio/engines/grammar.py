"""English grammar and spelling by Harper (extra ``proof``), as advice for proofreading.

Harper is offline and needs about half a second and 170 MB once per thread: its ``Linter`` is not
thread-safe, so each thread keeps one of its own. Without the extra there is simply no grammar
checker.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Literal

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


def grammar(names: Sequence[str] = (), variant: str | None = None) -> Grammar | None:
    """A checker for texts of a folder whose ``names`` (brand, products, people) are spelled right;
    None without Harper.

    ``variant`` is the voice's spelling (``en-GB``); American without one. The checker may be used
    from any thread.
    """
    if not available():
        return None
    words = sorted({part.strip(".,;:!?\u2019'") for name in names for part in name.split()} - {""})
    taught = tuple(word for word in words if len(word) <= _MAX_WORD)[:_MAX_WORDS]
    dialect = _DIALECTS.get(variant or "en-US", "AMERICAN")

    def check(text: str) -> list[Correction]:
        if len(text) > MAX_CHARACTERS:
            return []
        # A lone surrogate can't pass to Rust; a stand-in of the same length keeps the offsets.
        text = (
            text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            if _has_surrogate(text)
            else text
        )
        linter = _linter(dialect, taught)
        made = [_correction(lint, text) for lint in linter.lint(text, language="markdown")]
        guesses = {c.replacement for c in made if c is not None and _may_be_name(c)}
        names = {guess for guess in guesses if guess is not None and _is_name(linter, guess)}
        return [
            c
            for c in made
            if c is not None
            and not (_may_be_name(c) and c.replacement in names)
            and not _foreign(c)
        ]

    return check


def _may_be_name(found: Correction) -> bool:
    guess = found.replacement
    return (
        found.kind == "spelling"
        and guess is not None
        and guess[:1].isupper()
        and guess.casefold() != found.original.casefold()
    )


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


def _linter(dialect: str, words: tuple[str, ...]) -> Any:
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
