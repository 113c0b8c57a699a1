"""The Unicode Bidirectional Algorithm (UAX #9): embedding levels and visual order, with isolates
and brackets.

``levels`` gives one level per character of a paragraph; ``visual_order`` gives the logical indices
from left to right (rule L2). Characters that rule X9 removes keep the level of the character before
them, so that they stay where they are. Rule L1 is not needed: no line keeps the spaces at its end.
Checked against every case of BidiCharacterTest.txt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby

MAX_DEPTH = 125  # BD2

# Opening and closing brackets in pairs, from BidiBrackets.txt (Unicode 15.0).
_BRACKETS = (
    "0028 0029 005B 005D 007B 007D 0F3A 0F3B 0F3C 0F3D 169B 169C 2045 2046 207D 207E 208D 208E 2308 2309 230A 230B "
    "2329 232A 2768 2769 276A 276B 276C 276D 276E 276F 2770 2771 2772 2773 2774 2775 27C5 27C6 27E6 27E7 27E8 27E9 "
    "27EA 27EB 27EC 27ED 27EE 27EF 2983 2984 2985 2986 2987 2988 2989 298A 298B 298C 298D 2990 298F 298E 2991 2992 "
    "2993 2994 2995 2996 2997 2998 29D8 29D9 29DA 29DB 29FC 29FD 2E22 2E23 2E24 2E25 2E26 2E27 2E28 2E29 2E55 2E56 "
    "2E57 2E58 2E59 2E5A 2E5B 2E5C 3008 3009 300A 300B 300C 300D 300E 300F 3010 3011 3014 3015 3016 3017 3018 3019 "
    "301A 301B FE59 FE5A FE5B FE5C FE5D FE5E FF08 FF09 FF3B FF3D FF5B FF5D FF5F FF60 FF62 FF63 "
)
_CODES = [int(code, 16) for code in _BRACKETS.split()]
_CLOSER = dict(zip(_CODES[::2], _CODES[1::2], strict=True))
_OPENERS = frozenset(_CLOSER)
_CLOSERS = frozenset(_CLOSER.values())
_CANONICAL = {0x2329: 0x3008, 0x232A: 0x3009}  # BD16: canonical equivalents match each other

# Bidi classes of code points that this Python's Unicode does not know yet (DerivedBidiClass.txt,
# @missing lines).
_UNASSIGNED = (
    ("R", ((0x0590, 0x05FF), (0x07C0, 0x085F), (0xFB1D, 0xFB4F), (0x10800, 0x10CFF), (0x10D40, 0x10EBF),
           (0x10F00, 0x10F2F), (0x10F70, 0x10FFF), (0x1E800, 0x1EC6F), (0x1ECC0, 0x1ECFF), (0x1ED50, 0x1EDFF),
           (0x1EF00, 0x1EFFF))),
    ("AL", ((0x0600, 0x07BF), (0x0860, 0x08FF), (0xFB50, 0xFDCF), (0xFDF0, 0xFDFF), (0xFE70, 0xFEFF),
            (0x10D00, 0x10D3F), (0x10EC0, 0x10EFF), (0x10F30, 0x10F6F), (0x1EC70, 0x1ECBF), (0x1ED00, 0x1ED4F),
            (0x1EE00, 0x1EEFF))),
    ("ET", ((0x20A0, 0x20CF),)),
    ("BN", ((0xFDD0, 0xFDEF), (0xE0000, 0xE0FFF))),
)  # fmt: skip

_SIGNED = re.compile(r"\s*[+\-\u2010-\u2014\u2212±]\s?[0-9][0-9.,\s]*[%‰]?\s*")
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = frozenset({"LRE", "RLE", "LRO", "RLO"})
_REMOVED = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "BN"})  # X9
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
_STRONG_OF = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}  # N0, N1: numbers count as R


@lru_cache(maxsize=8192)
def bidi_class(character: str) -> str:
    """The Bidi_Class of a character, with Unicode's defaults for unassigned ones."""
    known = unicodedata.bidirectional(character)
    if known:
        return known
    codepoint = ord(character)
    if codepoint & 0xFFFE == 0xFFFE:
        return "BN"
    for name, ranges in _UNASSIGNED:
        if any(first <= codepoint <= last for first, last in ranges):
            return name
    return "L"


def base_level(text: str, default: int = 0) -> int:
    """0 for left to right, 1 for right to left, by the first strong character outside isolates (P2,
    P3).
    """
    return _first_strong([bidi_class(c) for c in text], 0, len(text), default)


def label_level(text: str, default: int = 0) -> int:
    """The same of words that stand alone, as in a badge: a figure in Western digits with its sign
    (``-25%``) is left to right among any, or its sign would stand behind it.
    """
    return 0 if _SIGNED.fullmatch(text) else base_level(text, default)


def _first_strong(classes: Sequence[str], start: int, end: int, default: int) -> int:
    depth = 0
    for kind in classes[start:end]:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            if depth == 0 and start:
                break  # FSI looks only as far as its matching PDI
            depth = max(0, depth - 1)
        elif depth == 0 and kind in {"L", "R", "AL"}:
            return 0 if kind == "L" else 1
    return default


def levels(text: str, base: int | None = None) -> tuple[int, ...]:
    """The embedding level of every character, before rule L1; paragraphs inside share the base
    level.

    ``base`` is 0 (left to right), 1 (right to left) or None to find it in the text.
    """
    classes = [bidi_class(c) for c in text]
    if base is None:
        base = _first_strong(classes, 0, len(classes), 0)
    if base == 0 and not any(kind not in _PLAIN for kind in classes):
        return (0,) * len(text)
    out: list[int] = []
    start = 0
    for i, kind in enumerate(classes):
        if (
            kind == "B" or i == len(classes) - 1
        ):  # P1: a separator ends its paragraph, and all isolates with it
            out += _paragraph(text[start : i + 1], classes[start : i + 1], base)
            start = i + 1
    return tuple(out)


def _paragraph(text: str, classes: list[str], base: int) -> list[int]:
    resolved, kinds, matching = _explicit(classes, base)
    for sequence, sos, eos in _sequences(classes, resolved, matching, base):
        _weak(kinds, sequence, sos)
        _brackets(text, classes, kinds, resolved, sequence, sos)
        _neutral(kinds, resolved, sequence, sos, eos)
        for i in sequence:  # I1, I2
            if kinds[i] == "R":
                resolved[i] |= 1
            elif kinds[i] == "L":
                resolved[i] += resolved[i] & 1
            elif kinds[i] in {"EN", "AN"}:
                resolved[i] += 2 - (resolved[i] & 1)
    previous = base
    for i, kind in enumerate(classes):
        if kind in _REMOVED:
            resolved[i] = previous
        previous = resolved[i]
    return resolved


_PLAIN = frozenset({"L", "EN", "ES", "ET", "CS", "NSM", "BN", "B", "S", "WS", "ON"})


def visual_order(item_levels: Sequence[int]) -> list[int]:
    """Indices of the items from left to right (rule L2); items may be characters or runs of one
    level.
    """
    order = list(range(len(item_levels)))
    if not item_levels:
        return order
    highest = max(item_levels)
    odd = [level for level in item_levels if level & 1]
    for level in range(highest, min(odd, default=highest + 1) - 1, -1):
        i = 0
        while i < len(order):
            if item_levels[order[i]] < level:
                i += 1
                continue
            j = i
            while j < len(order) and item_levels[order[j]] >= level:
                j += 1
            order[i:j] = order[i:j][::-1]
            i = j
    return order


def _explicit(classes: Sequence[str], base: int) -> tuple[list[int], list[str], dict[int, int]]:
    """Rules X1 to X8: levels, overridden classes, and the PDI that matches each isolate initiator
    (BD9).
    """
    matching: dict[int, int] = {}
    open_isolates: list[int] = []
    for i, kind in enumerate(classes):
        if kind in _ISOLATES:
            open_isolates.append(i)
        elif kind == "PDI" and open_isolates:
            matching[open_isolates.pop()] = i
    resolved, kinds = [base] * len(classes), list(classes)
    nest = _Nest(base)
    for i, kind in enumerate(classes):
        if kind == "B":
            continue
        if kind in {"PDI", "PDF"}:
            nest.close(isolate=kind == "PDI")
        level, override = nest.here
        resolved[i] = level
        if kind in _EMBEDDINGS:
            nest.embed(right=kind[0] == "R", override=kind[0] if kind[2] == "O" else "")
            continue
        if override and kind not in {"BN", "PDF"}:
            kinds[i] = override
        if kind in _ISOLATES:
            right = kind == "RLI"
            if kind == "FSI":
                right = _first_strong(classes, i + 1, matching.get(i, len(classes)), 0) == 1
            nest.isolate(right=right)
    return resolved, kinds, matching


class _Nest:
    """The directional status stack of X1, with its counts of what overflowed."""

    def __init__(self, base: int) -> None:
        self._stack: list[tuple[int, str, bool]] = [(base, "", False)]  # level, override, isolate
        self._lost_isolates = self._lost_embeddings = self._isolates = 0

    @property
    def here(self) -> tuple[int, str]:
        """The level and the override that hold now."""
        return self._stack[-1][:2]

    def embed(self, *, right: bool, override: str) -> None:
        """X2 to X5."""
        if not self._push(right, override, isolate=False) and not self._lost_isolates:
            self._lost_embeddings += 1

    def isolate(self, *, right: bool) -> None:
        """X5a to X5c."""
        if self._push(right, "", isolate=True):
            self._isolates += 1
        else:
            self._lost_isolates += 1

    def _push(self, right: bool, override: str, *, isolate: bool) -> bool:
        level = self._stack[-1][0]
        new = (level + 1) | 1 if right else (level + 2) & ~1
        fits = new <= MAX_DEPTH and not self._lost_isolates and not self._lost_embeddings
        if fits:
            self._stack.append((new, override, isolate))
        return fits

    def close(self, *, isolate: bool) -> None:
        """X6a for an isolate, X7 for an embedding."""
        if self._lost_isolates:
            self._lost_isolates -= isolate
        elif isolate:
            if self._isolates:
                self._lost_embeddings = 0
                while not self._stack[-1][2]:
                    self._stack.pop()
                self._stack.pop()
                self._isolates -= 1
        elif self._lost_embeddings:
            self._lost_embeddings -= 1
        elif not self._stack[-1][2] and len(self._stack) > 1:
            self._stack.pop()


def _sequences(
    classes: Sequence[str], resolved: Sequence[int], matching: dict[int, int], base: int
) -> list[tuple[list[int], str, str]]:
    """Isolating run sequences with the types before and after them (BD13, X10)."""
    kept = [i for i, kind in enumerate(classes) if kind not in _REMOVED]
    runs: list[list[int]] = []
    for i in kept:
        if runs and resolved[runs[-1][-1]] == resolved[i]:
            runs[-1].append(i)
        else:
            runs.append([i])
    starting = {run[0]: run for run in runs}
    closing = set(matching.values())
    place = {index: at for at, index in enumerate(kept)}
    out = []
    for run in runs:
        if classes[run[0]] == "PDI" and run[0] in closing:
            continue  # it continues the sequence of its initiator
        sequence = list(run)
        while classes[sequence[-1]] in _ISOLATES and sequence[-1] in matching:
            sequence += starting[matching[sequence[-1]]]
        level = resolved[sequence[0]]
        before = place[sequence[0]] - 1
        previous = resolved[kept[before]] if before >= 0 else base
        last = sequence[-1]
        after = place[last] + 1
        following = (
            resolved[kept[after]] if after < len(kept) and classes[last] not in _ISOLATES else base
        )
        out.append(
            (
                sequence,
                "R" if max(level, previous) & 1 else "L",
                "R" if max(level, following) & 1 else "L",
            )
        )
    return out


def _weak(kinds: list[str], sequence: Sequence[int], sos: str) -> None:
    """Rules W1 to W7."""
    _marks_and_letters(kinds, sequence, sos)
    _separators(kinds, sequence)
    _terminators(kinds, sequence)
    strong = sos
    for i in sequence:  # W6, W7
        kind = kinds[i]
        if kind in {"ES", "ET", "CS"}:
            kinds[i] = "ON"
        elif kind in {"L", "R"}:
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[i] = "L"


def _marks_and_letters(kinds: list[str], sequence: Sequence[int], sos: str) -> None:
    """W1, then W2 and W3: the AL that W3 turns into R is still the strong type that W2 looks
    for.
    """
    previous = sos
    for i in sequence:
        if kinds[i] == "NSM":
            kinds[i] = "ON" if previous in _ISOLATES or previous == "PDI" else previous
        previous = kinds[i]
    strong = sos
    for i in sequence:
        kind = kinds[i]
        if kind in {"L", "R", "AL"}:
            strong = kind
            if kind == "AL":
                kinds[i] = "R"
        elif kind == "EN" and strong == "AL":
            kinds[i] = "AN"


def _separators(kinds: list[str], sequence: Sequence[int]) -> None:
    """W4: one between two numbers of a kind is of that kind."""
    for at in range(1, len(sequence) - 1):
        kind = kinds[sequence[at]]
        if kind in {"ES", "CS"}:
            before, after = kinds[sequence[at - 1]], kinds[sequence[at + 1]]
            if before == after and (before == "EN" or (before == "AN" and kind == "CS")):
                kinds[sequence[at]] = before


def _terminators(kinds: list[str], sequence: Sequence[int]) -> None:
    """W5: a run of them beside a number is part of it."""
    runs = groupby(range(len(sequence)), key=lambda at: kinds[sequence[at]])
    for kind, places in [(kind, list(run)) for kind, run in runs]:
        if kind != "ET":
            continue
        before, after = places[0] - 1, places[-1] + 1
        beside = [kinds[sequence[at]] for at in (before, after) if 0 <= at < len(sequence)]
        if "EN" in beside:
            for at in places:
                kinds[sequence[at]] = "EN"


def _brackets(
    text: str,
    classes: Sequence[str],
    kinds: list[str],
    resolved: Sequence[int],
    sequence: Sequence[int],
    sos: str,
) -> None:
    """Rule N0: paired brackets take the direction of what they hold, or of what stands before
    them.
    """
    pairs = _pairs(text, kinds, sequence)
    if not pairs:
        return
    embedding = "R" if resolved[sequence[0]] & 1 else "L"
    # Running counts of strong characters make each pair's look inside constant, so hostile nesting
    # stays linear; a bracket resolved earlier counts for the pairs that hold it only, and those
    # come first.
    strong = [_STRONG_OF.get(kinds[i], "") for i in sequence]
    inside_e = list(accumulate((s == embedding for s in strong), initial=0))
    inside_any = list(accumulate((s != "" for s in strong), initial=0))
    for first, last in sorted(pairs):
        if inside_e[last] - inside_e[first + 1] > 0:
            direction = embedding
        elif inside_any[last] - inside_any[first + 1] > 0:
            direction = next((strong[at] for at in range(first - 1, -1, -1) if strong[at]), sos)
        else:
            continue
        for at in (first, last):
            kinds[sequence[at]] = direction
            strong[at] = direction
            follower = at + 1
            while follower < len(sequence) and classes[sequence[follower]] == "NSM":
                kinds[sequence[follower]] = direction  # marks on a bracket go with it
                strong[follower] = direction
                follower += 1


def _pairs(text: str, kinds: Sequence[str], sequence: Sequence[int]) -> list[tuple[int, int]]:
    """Places of the brackets that belong together (BD16)."""
    opened: list[tuple[int, int]] = []
    pairs: list[tuple[int, int]] = []
    for at, i in enumerate(sequence):
        codepoint = ord(text[i])
        if kinds[i] != "ON":
            continue
        if codepoint in _OPENERS:
            if len(opened) == 63:  # BD16: give up, all pairs found so far count for nothing
                return []
            opened.append((_CANONICAL.get(_CLOSER[codepoint], _CLOSER[codepoint]), at))
        elif codepoint in _CLOSERS:
            wanted = _CANONICAL.get(codepoint, codepoint)
            for depth in range(len(opened) - 1, -1, -1):
                if opened[depth][0] == wanted:
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    return pairs


def _neutral(
    kinds: list[str], resolved: Sequence[int], sequence: Sequence[int], sos: str, eos: str
) -> None:
    """Rules N1 and N2."""
    at, before = 0, sos
    while at < len(sequence):
        kind = kinds[sequence[at]]
        if kind not in _NEUTRAL:
            before = _STRONG_OF[kind]
            at += 1
            continue
        end = at
        while end < len(sequence) and kinds[sequence[end]] in _NEUTRAL:
            end += 1
        after = _STRONG_OF[kinds[sequence[end]]] if end < len(sequence) else eos
        for i in sequence[at:end]:
            kinds[i] = before if before == after else ("R" if resolved[i] & 1 else "L")
        at = end
