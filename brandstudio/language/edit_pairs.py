"""One of two ways that are named together: "flip vertically no, horizontally yes", "flip it not vertically but
horizontally", *voltear en vertical no, en horizontal sí*.

What is denied has the words that the other leaves out; it is read with each of them in turn, and only where all that is
understood comes to the same edits, of the kind that was denied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from .edit_values import Edit, Parsed

_SOME = r"[^,.;:!?\n]"
#: "A no, B yes".
_ANSWERED = re.compile(
    rf"(?P<before>^|^.*[,.;:!?\n]\s*)(?P<was>{_SOME}{{3,40}}?)\s+(?:no|nope|nein|nicht|non)\s*[,;]\s*"
    rf"(?:(?:but|aber|mais|pero)\s+)?(?P<is>{_SOME}{{3,40}}?)\s+(?:yes|yeah|ja|schon|oui|s[ií])(?P<after>\s*(?:[,.;:!?\n].*)?$)",
    re.IGNORECASE | re.DOTALL,
)
#: "Not A but B".
_DENIED = re.compile(
    rf"(?P<before>^|^.*[,.;:!?\n]\s*)(?P<verb>{_SOME}{{0,30}}?)(?<![^\W_])"
    rf"(?:don'?t|do not|not|nicht|ne|pas|no)\s+(?!too\b|only\b|just\b|so\b|zu\b|nur\b|trop\b|si\b|seulement\b|tan\b|solo\b|demasiado\b)"
    rf"(?P<was>{_SOME}{{3,40}}?),?\s+(?:but|sondern|mais|sino)\s+(?P<is>{_SOME}{{3,40}}?)(?P<after>\s*(?:[,.;:!?\n].*)?$)",
    re.IGNORECASE | re.DOTALL,
)
#: "A yes, B no", "A but not B".
_LEFT = re.compile(
    rf"(?P<before>^|^.*[,.;:!?\n]\s*)(?P<is>{_SOME}{{3,40}}?)"
    rf"(?:\s+(?:yes|yeah|ja|oui|s[ií])\s*[,;]\s*(?:(?:but|aber|mais|pero)\s+)?(?P<one>{_SOME}{{3,40}}?)\s+(?:no|nope|nein|nicht|non)"
    rf"|,?\s+(?:but|aber|mais|pero)\s+(?:not|nicht|pas|no)\s+(?P<other>{_SOME}{{3,40}}?))(?P<after>\s*(?:[,.;:!?\n].*)?$)",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST = 240


def of_two(text: str, parsed: Parsed, read: Callable[[str], Parsed]) -> Parsed:
    """What a text is read as; where it is not understood, what it is with the one of two ways that is wished for."""
    if not parsed.not_understood or len(text) > _LONGEST:
        return parsed
    for pattern in (_ANSWERED, _DENIED):
        found = pattern.match(text)
        if found is not None and (chosen := _chosen(found, read)) is not None:
            return chosen
    left = _LEFT.match(text)
    return parsed if left is None else _without(left, read) or parsed


def _without(found: re.Match[str], read: Callable[[str], Parsed]) -> Parsed | None:
    """What is wished for, where what is denied behind it is the other way of the same."""
    alone, denied = read(found["is"]), found["one"] or found["other"]
    if alone.not_understood or not alone.edits or alone.presumed:
        return None
    others = [read(wish) for wish in _wishes("", found["is"], denied)]
    same = [
        o
        for o in others
        if not o.not_understood
        and _kinds(o.edits) == _kinds(alone.edits)
        and [e.value for e in o.edits] != [e.value for e in alone.edits]
    ]
    whole = read(f"{found['before']}{found['is']}{found['after']}")
    if not same or whole.not_understood or not whole.edits:
        return None
    return replace(whole, left_aside=(*whole.left_aside, denied.strip()))


def _chosen(found: re.Match[str], read: Callable[[str], Parsed]) -> Parsed | None:
    verb = found.groupdict().get("verb") or ""
    denied = read(f"{verb} {found['was']}".strip())
    if denied.not_understood or not denied.edits:
        return None
    read_so: list[Parsed] = []
    for wish in _wishes(verb, found["was"], found["is"]):
        alone = read(wish)
        if alone.not_understood or _kinds(alone.edits) != _kinds(denied.edits):
            continue
        if alone.edits == denied.edits:
            continue
        whole = read(f"{found['before']}{wish}{found['after']}")
        if whole.edits and not whole.not_understood and not whole.presumed:
            read_so.append(replace(whole, left_aside=(*whole.left_aside, found["was"].strip())))
    return read_so[0] if len({p.edits for p in read_so}) == 1 else None


def _wishes(verb: str, was: str, wished: str) -> Iterator[str]:
    """What is wished for with the words of what was denied that it leaves out."""
    words = was.split()
    yield f"{verb} {wished}".strip()
    for kept in range(len(words) - 1, 0, -1):
        yield f"{verb} {' '.join(words[:kept])} {wished}".strip()
    for left in range(1, len(words)):
        yield f"{verb} {wished} {' '.join(words[left:])}".strip()


def _kinds(edits: Sequence[Edit]) -> list[str]:
    return [edit.kind for edit in edits]


__all__ = ["of_two"]
