"""The known name nearest to one that was mistyped."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that ``name`` was probably meant to be, or None when none is near."""
    from difflib import get_close_matches  # only mistakes need it

    by_folded = {word.lower(): word for word in known}
    folded = name.lower()
    ending = [word for word in by_folded if word.endswith(f"_{folded}")]
    if ending:  # "id" is rather the end of "image_id" than a slip in "kind"
        return by_folded[min(ending, key=lambda word: (len(word), word))]
    found = get_close_matches(folded, by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def meant(name: str, known: Iterable[str]) -> str:
    """``; did you mean 'designs'?``, or nothing when no known name is near."""
    near = nearest(name, known)
    return f"; did you mean {near!r}?" if near else ""
