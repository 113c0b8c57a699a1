"""Values of stylesheets as tokens (CSS Syntax 3, tinycss2): colours, addresses, families, variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import tinycss2  # type: ignore[import-untyped]
from tinycss2 import ast

FUNCTIONS = frozenset(
    {"rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"}
)

_ENDLESS = re.compile(r"(\d{300})\d+")


def countable(css: str) -> str:
    """A stylesheet whose numbers can be counted with: Python refuses to read an integer of
    thousands of digits, which a page may hold and a browser takes for a large one.
    """
    return _ENDLESS.sub(r"\1", css)


def written(tokens: object) -> str:
    """Tokens as CSS again; nothing for what nests absurdly deep."""
    try:
        return str(tinycss2.serialize(tokens))
    except RecursionError:
        return ""


def css_colour(text: str) -> str | None:
    """``#rrggbb`` of a CSS colour in any notation; None when it is none, or more seen through than
    seen.
    """
    return _parsed_colour(" ".join(text.split())[:200].lower())


@lru_cache(maxsize=2048)
def _parsed_colour(text: str) -> str | None:
    from coloraide import Color

    try:
        colour = Color(text)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        return None
    if not colour.alpha(nans=False) >= 0.5:
        return None
    try:
        value = colour.convert("srgb").fit("srgb", method="clip").to_string(hex=True, alpha=False)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return value if re.fullmatch(r"#[0-9a-f]{6}", value) else None


def token_colour(token: object) -> str | None:
    """The colour that one token is; None when it is none."""
    if isinstance(token, ast.HashToken):
        return css_colour(f"#{token.value}") if len(token.value) in {3, 4, 6, 8} else None
    if isinstance(token, ast.IdentToken):
        return (
            css_colour(token.value)
            if token.lower_value.isalpha() and len(token.value) <= 22
            else None
        )
    if isinstance(token, ast.FunctionBlock) and token.lower_name in FUNCTIONS:
        return css_colour(written([token]))
    return None


def flat(tokens: Sequence[object]) -> list[Any]:
    """The tokens with those inside functions that are no colours (gradients, shadows); bounded,
    without recursion.
    """
    found: list[object] = []
    waiting = list(reversed(tokens[:400]))
    while waiting and len(found) < 400:
        token = waiting.pop()
        found.append(token)
        if isinstance(token, ast.FunctionBlock) and token.lower_name not in FUNCTIONS:
            waiting += reversed(token.arguments[:100])
        elif isinstance(token, ast.ParenthesesBlock):
            waiting += reversed(token.content[:100])
    return found


def variable(token: object) -> str | None:
    """The custom property that a ``var()`` names, in lower case."""
    if not isinstance(token, ast.FunctionBlock) or token.lower_name != "var":
        return None
    first = next((t for t in token.arguments if isinstance(t, ast.IdentToken)), None)
    return first.value.lower() if first is not None and first.value.startswith("--") else None


def plain(tokens: Sequence[object]) -> str:
    """The first tokens as words in lower case."""
    return written(tokens[:6]).strip().lower()


def address(token: object) -> str | None:
    """What a ``url()`` or a string leads to."""
    if isinstance(token, (ast.URLToken, ast.StringToken)):
        return str(token.value)
    if isinstance(token, ast.FunctionBlock) and token.lower_name == "url":
        return next((str(t.value) for t in token.arguments if isinstance(t, ast.StringToken)), None)
    return None


def families(tokens: Sequence[object]) -> list[str]:
    """The families of a ``font-family`` or ``font`` value, in order."""
    found: list[str] = []
    words: list[str] = []
    for token in [*tokens, None]:
        if token is None or (isinstance(token, ast.LiteralToken) and token.value == ","):
            if words:
                found.append(" ".join(words))
            words = []
        elif isinstance(token, ast.StringToken):
            words = [token.value.strip()[:80]]
        elif isinstance(token, ast.IdentToken):
            words.append(token.value)
        elif isinstance(token, (ast.DimensionToken, ast.PercentageToken, ast.NumberToken)):
            words = []  # in "font", style and weight stand before the size
    return [family for family in found if family]
