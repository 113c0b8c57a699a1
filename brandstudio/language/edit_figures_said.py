"""Figures put plainly: what bounds a wish is how much of it is done ("warmer, but no more than 10 %"), and a strength
needs no word beside its figure ("at 30 % strength"); and whom a clause leaves alone, where a pronoun tells it.
"""

from __future__ import annotations

import re

from .edit_compounds import taken_apart

_SHARE = (
    r"\d{1,3}(?:[.,]\d+)?\s*(?:%|percent\b|per\s+cent\b|prozent\b|pour\s*cent\b|por\s+ciento\b)"
)
#: "No more than 10 %", "10 % at most": the figure bounds the wish, and is what is done.
_AT_MOST = re.compile(
    r"\b(?:(?:but|aber|mais|pero)\s+)?(?:by\s+|um\s+|de\s+|en\s+)?"
    r"(?:(?:no|not)\s+(?:by\s+)?more\s+than|not\s+over|never\s+more\s+than|at\s+(?:the\s+)?most|max(?:imum|imal|\.)?"
    r"|(?:nicht|keinesfalls)\s+(?:um\s+)?(?:mehr\s+als|[uü]ber)|h[oö]chstens|allerh[oö]chstens"
    r"|pas\s+(?:de\s+)?plus\s+(?:de|que)|(?:au\s+)?maxi(?:mum)?|tout\s+au\s+plus|au\s+plus"
    r"|no\s+m[aá]s\s+(?:de|que|del|de\s+un)|nunca\s+m[aá]s\s+de|como\s+(?:mucho|m[aá]ximo)|a\s+lo\s+sumo|m[aá]ximo)"
    rf"\s+(?:(?:um|by|of|de|un|de\s+un)\s+)?(?={_SHARE})",
    re.IGNORECASE,
)
#: "Y a él déjalo tal cual", "mais elle, on n'y touche pas": of the person.
_LEAVES_THEM = (
    (re.compile(r"\ba\s+(?:él|ella)\s*,?\s*d[eé]jal[oa]s?\b", re.IGNORECASE), "deja a la persona"),
    (
        re.compile(r"\b(?:elle|lui)\s*,\s*(?=(?:on\s+)?n['\u2019]y\s+touche)", re.IGNORECASE),
        "la personne ",
    ),
)
#: "At 30 % strength", "mit 30 % Deckkraft": the strength needs no word beside its figure.
_STRENGTH = re.compile(
    rf"(?:,\s*|\s+)(?:(?:at|with|mit|bei|auf|in|[aà]|avec|al|con)\s+)?(?:(?:un|una|une|eine[rm]?)\s+)?(?P<share>{_SHARE})\s*"
    r"(?:of\s+the\s+)?(?:strength|opacity|intensity|st[aä]rke|deckkraft|intensit[aä]t"
    r"|(?:d['\u2019]|de\s+)?(?:intensit[eé]|force|opacit[eé])|de\s+(?:intensidad|fuerza|opacidad))\b",
    re.IGNORECASE,
)
#: "Contrast +15 brightness -5": settings of sliders in a row, as they are copied from a panel, want no comma.
_SETTING = r"[+\u2212\u2013-]\s?\d+(?:[.,]\d+)?(?:\s?%)?"
_IN_A_ROW = re.compile(
    rf"(?<=[^\W\d_])(?P<one>\s?{_SETTING})\s+(?!(?:to|bis|a|hasta|or|oder|ou|o|and|und|et|y)\b)"
    rf"(?=[^\W\d_]+(?:\s[^\W\d_]+)?\s?{_SETTING}(?!\d))",
    re.IGNORECASE,
)
_MOST_BEHIND = re.compile(
    rf"(?P<share>{_SHARE})\s*(?:at\s+(?:the\s+)?most|max(?:imum|imal|\.)?(?!\w)|tops\b|h[oö]chstens"
    r"|(?:au\s+)?maxi(?:mum)?(?!\w)|(?:tout\s+)?au\s+plus|como\s+(?:mucho|m[aá]ximo)|a\s+lo\s+sumo|m[aá]ximo)",
    re.IGNORECASE,
)


def figures_plainly(text: str) -> str:
    """A text with its bounds and strengths as the figures that they are."""
    text = taken_apart(text)
    text = _AT_MOST.sub(lambda m: " " if _is_wished_before(m) else m[0], text)
    text = _MOST_BEHIND.sub(r"\g<share>", text)
    text = _IN_A_ROW.sub(r"\g<one>, ", text)
    for pattern, plainly in _LEAVES_THEM:
        text = pattern.sub(plainly, text)
    return _STRENGTH.sub(_at_a_share, text)


def _is_wished_before(found: re.Match[str]) -> bool:
    """Whether anything was wished before a figure that bounds it."""
    return any(c.isalpha() for c in found.string[: found.start()])


def _at_a_share(found: re.Match[str]) -> str:
    two = _TWO.search(found.string[: found.start()])
    return f", {found['share']}" if two else f" at {found['share']}"


#: Two colours, of which a strength behind them is both's.
_TWO = re.compile(r"\w+\s*(?:&|\band\b|\bund\b|\bet\b|\by\b|\be\b)\s*\w+\s*$", re.IGNORECASE)


__all__ = ["figures_plainly"]
