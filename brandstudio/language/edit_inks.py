"""Two colours that an effect of two joins ("a duotone in blue and orange"): put together as one word
before "and" parts them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Sense, Token

#: What may stand between two colours, beside "and".
_BETWEEN = frozenset({"filler", "and", "amount"})


def two_inks(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with two colours beside a word for a duotone, or for split toning, as one."""
    out = _graded(tokens)
    for at, token in enumerate(out):
        if not (_is_duotone(token) or token.has("split")):
            continue
        pair = _pair_behind(out, at) or _pair_before(out, at)
        if pair is None:
            continue
        one, two = pair
        inks = Sense("inks", {"value": f"{_shade(out[one])}+{_shade(out[two])}"})
        said = " ".join(t.text for t in out[one : two + 1])
        begin = one - 1 if one and out[one - 1].text == "," else one
        return [*out[:begin], Token(said, (inks,)), *out[two + 1 :]]
    return out


def _graded(tokens: Sequence[Token]) -> list[Token]:
    """Teal and orange, where nothing else is said of either, is the look of that name: one in the shadows
    and one in the highlights.
    """
    out = list(tokens)
    for at, token in enumerate(tokens):
        end = next((i for i in range(at, len(tokens)) if tokens[i].mark), len(tokens))
        pair = _pair(tokens, at, end) if _shade(token) in _GRADE else None
        if pair is None or pair[0] != at:
            continue
        one, two = pair
        begin = next((i + 1 for i in reversed(range(one)) if tokens[i].mark), 0)
        beside = (*tokens[begin:one], *tokens[two + 1 : end])
        if {_shade(tokens[one]), _shade(tokens[two])} != _GRADE or not all(map(_is_idle, beside)):
            continue
        said = " ".join(t.text for t in tokens[one : two + 1])
        inks = Sense("inks", {"value": f"{_shade(tokens[one])}+{_shade(tokens[two])}"})
        return [
            *out[:one],
            Token(said, (inks,)),
            Token("split", (Sense("split"),)),
            *out[two + 1 :],
        ]
    return out


_GRADE = {"teal", "orange"}


def _is_idle(token: Token) -> bool:
    idle = {"filler", "make", "pronoun", "add", "amount", "is"}
    return any(s.part in idle for s in token.senses)


def _is_duotone(token: Token) -> bool:
    return any(s.part == "effect" and s.get("kind") == "duotone" for s in token.senses)


def _shade(token: Token) -> str:
    return next((str(s.get("value")) for s in token.senses if s.part == "colour"), "")


def _pair_behind(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """The two colours behind a place, up to the next mark; a comma may stand before them."""
    if at + 1 < len(tokens) and tokens[at + 1].text == ",":
        end = next((i for i in range(at + 2, len(tokens)) if tokens[i].mark), len(tokens))
        pair = _pair(tokens, at + 2, end)
        if pair is not None and all(map(_is_between, tokens[at + 2 : end])):
            return pair
    end = next((i for i in range(at + 1, len(tokens)) if tokens[i].mark), len(tokens))
    return _pair(tokens, at + 1, end)


def _is_between(token: Token) -> bool:
    return bool(_shade(token)) or any(s.part in _BETWEEN for s in token.senses)


def _pair_before(tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    begin = next((i + 1 for i in reversed(range(at)) if tokens[i].mark), 0)
    return _pair(tokens, begin, at)


def _pair(tokens: Sequence[Token], begin: int, end: int) -> tuple[int, int] | None:
    """Two colours with nothing but joining words between them; None where there are not just two."""
    coloured = [i for i in range(begin, end) if _shade(tokens[i])]
    if len(coloured) != 2:
        return None
    between = tokens[coloured[0] + 1 : coloured[1]]
    if not all(any(s.part in _BETWEEN for s in t.senses) for t in between):
        return None
    return coloured[0], coloured[1]


__all__ = ["two_inks"]
