"""The families that a site sets words in, from its stylesheets and its links to font services."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from .css_tokens import families
from .facts import SiteFont
from .styles import Declared

_MAX_FONTS = 6
_GROUND = re.compile(r"^(?:html|body|:root|\*|main|#app|#root)$", re.IGNORECASE)
_HEADING = re.compile(r"(?<![\w-])h[1-4](?![\w-])|head(?:ing|line)|title|display", re.IGNORECASE)
_BODY = re.compile(
    r"^(?:html|body|:root|\*)$|(?<![\w-])p(?![\w-])|\btext\b|\bcontent\b", re.IGNORECASE
)
_GENERIC = frozenset(
    {
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif",
        "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji", "fangsong", "inherit",
        "initial", "unset", "revert", "-apple-system", "blinkmacsystemfont", "segoe ui",
        "apple color emoji", "segoe ui emoji", "segoe ui symbol", "noto color emoji",
        "sfmono-regular", "sf mono", "menlo", "monaco", "consolas", "liberation mono", "courier new",
    }
)  # fmt: skip
_ICONS = re.compile(
    r"icon|awesome|glyph|dashicon|slick|swiper|symbol|emoji|fallback|katex|mathjax", re.IGNORECASE
)
#: Next.js names what it serves itself ``__Inter_f367f3``; the family is what stands between.
_SERVED = re.compile(r"^__(.+?)_[0-9a-f]{6}$")


def fonts(declared: Declared, linked: Iterable[str] = ()) -> list[SiteFont]:
    """Up to six families; ``linked`` are families that a font service's link names."""
    votes: dict[str, dict[str, float]] = {}
    files: dict[str, list[str]] = {}

    def vote(family: str, role: str, weight: float) -> None:
        parts = votes.setdefault(family, {})
        parts[role] = parts.get(role, 0.0) + weight

    for entry in declared.declarations:
        if entry.name not in {"font-family", "font"}:
            continue
        said = [_called(name) for name in families(declared.resolved(entry.value))]
        known = [name for name in said if name.lower() not in _GENERIC]
        if known and _is_family(known[0]):
            heading = bool(_HEADING.search(entry.selector))
            body = bool(_BODY.search(entry.selector))
            role = "headline" if heading and not body else "body" if body else "any"
            vote(known[0], role, 4.0 if _GROUND.match(entry.selector) else 1.0)
    for family, links in declared.faces.items():
        files.setdefault(_called(family), []).extend(links)
    for family in [*files, *linked]:
        if _is_family(family):
            vote(family, "any", 0.5)
    total = sum(sum(v.values()) for v in votes.values()) or 1.0
    found = [
        SiteFont(
            family[:80],
            _role(votes[family]),
            round(sum(votes[family].values()) / total, 3),
            tuple(dict.fromkeys(files.get(family, ())))[:4],
        )
        for family in votes
    ]
    return sorted(found, key=lambda f: (-f.weight, f.family))[:_MAX_FONTS]


def _is_family(name: str) -> bool:
    """Whether a name is one of a family of letters; one letter alone is a script's test or a
    minifier's work.
    """
    return (
        len(name) > 1
        and any(c.isalpha() for c in name)
        and name.lower() not in _GENERIC
        and not _ICONS.search(name)
    )


def _called(family: str) -> str:
    served = _SERVED.match(family)
    return served[1].replace("_", " ") if served else family


def _role(votes: Mapping[str, float]) -> Literal["headline", "body", "any"]:
    headline, body = votes.get("headline"), votes.get("body")
    if headline and not body:
        return "headline"
    return "body" if body and not headline else "any"
