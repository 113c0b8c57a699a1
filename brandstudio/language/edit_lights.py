"""Colour words that mean another thing with the word beside them: a red light, lips that are to be redder
in a plural, and a shade behind its hue ("más verde esmeralda").
"""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Sense, Token

_LIGHT = frozenset(("light", "lights", "lighting", "licht", "lichter", "lumiere", "luz", "luces"))


def with_neighbours(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with colours read by what stands beside them."""
    return _shades(_plurals(_coloured_lights(tokens)))


def _coloured_lights(tokens: Sequence[Token]) -> list[Token]:
    """ "Make the red light stronger": the light is what is red, and neither "bright" nor "a little"."""
    out = list(tokens)
    at = 0
    while at < len(out) - 1:
        pair = out[at : at + 2]
        hued = next((_hued(t) for t in pair if _hued(t)), "")
        light = [t for t in pair if t.text in _LIGHT]
        if hued and len(light) == 1 and not _hued(light[0]) and _is_strengthened(out, at):
            value = {"value": hued, "shines": True}
            out[at : at + 2] = [Token(" ".join(t.text for t in pair), (Sense("region", value),))]
        at += 1
    return out


def _is_strengthened(tokens: Sequence[Token], at: int) -> bool:
    """Whether there is to be more or less of it, before the next mark."""
    begin = next((i + 1 for i in reversed(range(at)) if tokens[i].mark), 0)
    end = next((i for i in range(at, len(tokens)) if tokens[i].mark), len(tokens))
    return any(t.has("more") or t.has("less") for t in tokens[begin:end])


def _hued(token: Token) -> str:
    """The places of the colour that a word names, "" where it names none."""
    values = (str(s.get("value")) for s in token.senses if s.part == "region")
    return next((v for v in values if v.startswith("colour-")), "")


def _plurals(tokens: Sequence[Token]) -> list[Token]:
    """ "Labios más rojos": behind a place and "more" a plural is the colour, and no other place."""
    out, placed = list(tokens), False
    for at in range(1, len(tokens) - 1):
        name = _hued(tokens[at + 1]).removeprefix("colour-")
        before = tokens[at - 1]
        placed = placed or (before.has("region") and not _hued(before))
        if name and placed and tokens[at].has("more") and not tokens[at + 1].has("colour"):
            out[at + 1] = Token(tokens[at + 1].text, (Sense("colour", {"value": name}),))
    return out


def _shades(tokens: Sequence[Token]) -> list[Token]:
    """ "Más verde esmeralda" is more of the shade."""
    out: list[Token] = []
    for token in tokens:
        shade = next((s.get("value") for s in token.senses if s.part == "colour"), "")
        before = out[-1] if out else None
        change = before and next((s for s in before.senses if s.get("kind") == "colour"), None)
        if shade and before and change and change.part == "change" and len(before.senses) == 1:
            more = Sense("change", {"kind": "colour", "sign": 1, "value": shade})
            out[-1] = Token(f"{before.text} {token.text}", (more,))
        else:
            out.append(token)
    return out


__all__ = ["with_neighbours"]
