"""Colours and fonts of a site, from its stylesheets: what is declared, weighed by where and how
often it is used.

Stylesheets are tokenised (CSS Syntax 3, tinycss2), never applied. Custom properties are followed
where they are used; one that nothing uses counts for little, because frameworks declare dozens.
Every CSS Color 4 notation is understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import tinycss2  # type: ignore[import-untyped]
from tinycss2 import ast

from ...models.style import ColourRole
from .facts import SiteColour, SiteFont
from .pages import absolute

MAX_STYLESHEET = 1_000_000
_MAX_RULES = 20_000
_MAX_COLOURS = 12
_MAX_FONTS = 6
_DEEPEST_AT_RULE = 4
_LONGEST_CHAIN = 6

_FUNCTIONS = frozenset(
    {"rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color"}
)
_COLOURED = {
    "background-color": 1.0, "background": 1.0, "color": 0.8, "fill": 0.4, "border-color": 0.3, "border": 0.25,
    "border-bottom": 0.2, "border-top": 0.2, "border-left": 0.2, "border-right": 0.2, "stroke": 0.3, "outline": 0.1,
    "background-image": 0.4, "text-decoration-color": 0.2, "accent-color": 1.0, "caret-color": 0.2,
}  # fmt: skip
_BUTTON = re.compile(r"\bbutton\b|\bbtn|\bcta|\[type=\"?submit", re.IGNORECASE)
_GROUND = re.compile(r"^(?:html|body|:root|main|#app|#root)$", re.IGNORECASE)
_HEADING = re.compile(r"(?<![\w-])h[1-4](?![\w-])|head(?:ing|line)|title|display", re.IGNORECASE)
_BODY = re.compile(
    r"^(?:html|body|:root|\*)$|(?<![\w-])p(?![\w-])|\btext\b|\bcontent\b", re.IGNORECASE
)
_STATE = re.compile(
    r":(?:hover|focus|active|disabled|visited|checked|invalid)|\.(?:error|alert|warning|danger|success)",
    re.IGNORECASE,
)
_FRAMEWORK = re.compile(
    r"^--(?:wp--preset|bs-|tw-|chakra-|mdc-|fa-|swiper|el-|mantine|mui)", re.IGNORECASE
)
_NAMED: tuple[tuple[re.Pattern[str], ColourRole], ...] = (
    (re.compile(r"primary|brand|main(?!-bg)", re.IGNORECASE), "primary"),
    (re.compile(r"secondary", re.IGNORECASE), "secondary"),
    (re.compile(r"accent|highlight|cta|link", re.IGNORECASE), "accent"),
    (re.compile(r"surface|card|panel", re.IGNORECASE), "surface"),
    (re.compile(r"background|(?<![a-z])bg(?![a-z])|paper|canvas", re.IGNORECASE), "background"),
    (re.compile(r"text|foreground|(?<![a-z])fg(?![a-z])|ink|body", re.IGNORECASE), "text"),
    (re.compile(r"neutral|gr[ae]y|muted|border", re.IGNORECASE), "neutral"),
)
_GENERIC = frozenset(
    {
        "serif",
        "sans-serif",
        "monospace",
        "cursive",
        "fantasy",
        "system-ui",
        "ui-serif",
        "ui-sans-serif",
        "ui-monospace",
        "ui-rounded",
        "math",
        "emoji",
        "fangsong",
        "inherit",
        "initial",
        "unset",
        "revert",
        "-apple-system",
        "blinkmacsystemfont",
        "segoe ui",
        "apple color emoji",
        "segoe ui emoji",
        "segoe ui symbol",
        "noto color emoji",
        "sfmono-regular",
        "menlo",
        "monaco",
        "consolas",
        "liberation mono",
        "courier new",
    }
)
_ICONS = re.compile(
    r"icon|awesome|glyph|dashicon|slick|swiper|symbol|emoji|fallback", re.IGNORECASE
)


@dataclass(slots=True)
class Stylesheets:
    """What the stylesheets read so far say; ``hidden`` are selectors of one class or id that they
    don't show.
    """

    hidden: set[str] = field(default_factory=set)
    imports: list[str] = field(default_factory=list)
    _properties: dict[str, list[Any]] = field(default_factory=dict)
    _used: Counter[str] = field(default_factory=Counter)
    _declared: list[tuple[str, str, list[Any]]] = field(default_factory=list)
    _faces: dict[str, list[str]] = field(default_factory=dict)
    _rules: int = 0

    def add(self, css: str, base: str) -> None:
        """Read a stylesheet; ``base`` is the address that its links start from."""
        rules = tinycss2.parse_stylesheet(
            css[:MAX_STYLESHEET], skip_comments=True, skip_whitespace=True
        )
        self._rules_in(rules, base, 0)

    def add_inline(self, tag: str, css: str) -> None:
        """Read an element's style attribute."""
        self._declarations(
            tag, tinycss2.parse_blocks_contents(css, skip_comments=True, skip_whitespace=True)
        )

    def _rules_in(self, rules: Iterable[Any], base: str, depth: int) -> None:
        for rule in rules:
            self._rules += 1
            if self._rules > _MAX_RULES:
                return
            if isinstance(rule, ast.QualifiedRule):
                selector = _written(rule.prelude).strip()[:500]
                self._declarations(
                    selector,
                    tinycss2.parse_blocks_contents(
                        rule.content, skip_comments=True, skip_whitespace=True
                    ),
                )
            elif isinstance(rule, ast.AtRule):
                self._at_rule(rule, base, depth)

    def _at_rule(self, rule: ast.AtRule, base: str, depth: int) -> None:
        keyword = rule.lower_at_keyword
        if keyword == "import":
            address = next((_address(token) for token in rule.prelude if _address(token)), None)
            found = absolute(base, address)
            if found and len(self.imports) < 4:
                self.imports.append(found)
        elif keyword == "font-face" and rule.content is not None:
            self._font_face(rule.content, base)
        elif (
            keyword in {"media", "supports", "layer", "container"}
            and rule.content
            and depth < _DEEPEST_AT_RULE
        ):
            condition = _written(rule.prelude).lower()
            # What is only printed, or only shown at night, is not what the brand usually looks
            # like.
            if "print" in condition or "dark" in condition:
                return
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            self._rules_in(inner, base, depth + 1)

    def _declarations(self, selector: str, contents: Iterable[Any]) -> None:
        for entry in contents:
            if not isinstance(entry, ast.Declaration):
                continue
            name = entry.lower_name
            if name.startswith("--"):
                # Of a name that is set twice the page-wide value counts; themes and states override
                # it elsewhere.
                if len(self._properties) < 2000 and (
                    _GROUND.match(selector) or name not in self._properties
                ):
                    self._properties[name] = entry.value
                continue
            for token in _flat(entry.value):
                if isinstance(token, ast.IdentToken) and token.value.startswith("--"):
                    self._used[token.value.lower()] += 1
            if name in _COLOURED or name in {"font-family", "font"}:
                self._declared.append((selector, name, entry.value))
            elif (name == "display" and _plain(entry.value) == "none") or (
                name == "visibility" and _plain(entry.value) == "hidden"
            ):
                self.hidden.update(
                    part
                    for part in map(str.strip, selector.split(","))
                    if re.fullmatch(r"[.#][\w-]{1,80}", part)
                )

    def _font_face(self, content: Sequence[Any], base: str) -> None:
        family: str = ""
        files: list[str] = []
        for entry in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if not isinstance(entry, ast.Declaration):
                continue
            if entry.lower_name == "font-family":
                family = next(iter(_families(entry.value)), family)
            elif entry.lower_name == "src":
                files += filter(None, (absolute(base, _address(token)) for token in entry.value))
        if family and len(self._faces) < 60:
            self._faces.setdefault(family, []).extend(files[:4])

    # -- What it comes to --------------------------------------------------------------------------

    def colours(self, theme: str | None = None) -> list[SiteColour]:
        """Up to twelve colours with their parts, the weightiest first; ``theme`` is the page's
        theme-color.
        """
        votes: dict[str, dict[ColourRole, float]] = {}
        names: dict[str, str] = {}

        def vote(value: str, role: ColourRole, weight: float) -> None:
            parts = votes.setdefault(value, {})
            parts[role] = parts.get(role, 0.0) + weight

        for selector, name, tokens in self._declared:
            weight = _COLOURED.get(name, 0.0) * (0.25 if _STATE.search(selector) else 1.0)
            if not weight:
                continue
            for part in selector.split(",")[:8]:
                role, factor = _role_of_use(part.strip(), name)
                for value in self._colours_in(tokens)[:4]:
                    vote(value, role, weight * factor)
        for name, tokens in self._properties.items():
            found = self._colours_in(tokens)
            if len(found) != 1:
                continue
            role_named = next((role for pattern, role in _NAMED if pattern.search(name)), None)
            uses = self._used[name]
            if uses == 0 and (_FRAMEWORK.match(name) or role_named is None):
                continue
            # What a brand calls primary is primary, however seldom a rule says so.
            vote(
                found[0],
                role_named or "neutral",
                (2.5 if role_named and uses else 1.0) + 0.05 * min(uses, 20),
            )
            if not _FRAMEWORK.match(name):
                names.setdefault(found[0], name.lstrip("-").replace("-", " ")[:80])
        themed = css_colour(theme) if theme else None
        if themed is not None:
            vote(themed, "primary", 3.0)
        return _settled(votes, names)

    def fonts(self, linked: Iterable[str] = ()) -> list[SiteFont]:
        """Up to six families; ``linked`` are families that a font service's link names."""
        votes: dict[str, dict[str, float]] = {}

        def vote(family: str, role: str, weight: float) -> None:
            parts = votes.setdefault(family, {})
            parts[role] = parts.get(role, 0.0) + weight

        for selector, _, tokens in self._declared_fonts():
            families = [f for f in _families(self._resolved(tokens)) if f.lower() not in _GENERIC]
            if not families or _ICONS.search(families[0]):
                continue
            heading, body = (
                bool(_HEADING.search(selector)),
                any(_BODY.search(s.strip()) for s in selector.split(",")),
            )
            weight = 4.0 if any(_GROUND.match(s.strip()) for s in selector.split(",")) else 1.0
            role = "headline" if heading and not body else "body" if body else "any"
            vote(families[0], role, weight)
        for family in [*self._faces, *linked]:
            if family.lower() not in _GENERIC and not _ICONS.search(family):
                vote(family, "any", 0.5)
        total = sum(sum(v.values()) for v in votes.values()) or 1.0
        fonts = [
            SiteFont(
                family[:80],
                _font_role(votes[family]),
                round(sum(votes[family].values()) / total, 3),
                tuple(dict.fromkeys(self._faces.get(family, ())))[:4],
            )
            for family in votes
        ]
        return sorted(fonts, key=lambda f: (-f.weight, f.family))[:_MAX_FONTS]

    def _declared_fonts(self) -> Iterable[tuple[str, str, list[Any]]]:
        return (entry for entry in self._declared if entry[1] in {"font-family", "font"})

    def _resolved(self, tokens: Sequence[Any]) -> list[Any]:
        """The tokens with ``var(--x)`` replaced by what it stands for, as deep as is sensible."""
        current: list[Any] = list(tokens)
        for _ in range(_LONGEST_CHAIN):
            following: list[Any] = []
            changed = False
            for token in current:
                name = _variable(token)
                if name is None:
                    following.append(token)
                    continue
                changed = True
                fallback = [t for t in token.arguments if not isinstance(t, ast.WhitespaceToken)][
                    2:
                ]
                following += self._properties.get(name) or fallback
            current = following[:200]
            if not changed:
                break
        return current

    def _colours_in(self, tokens: Sequence[Any]) -> list[str]:
        found: list[str] = []
        for token in _flat(self._resolved(tokens)):
            value = _token_colour(token) or self._through_channels(token)
            if value is not None:
                found.append(value)
        return found

    def _through_channels(self, token: Any) -> str | None:
        """``rgb(var(--r))`` and ``hsl(var(--brand) / 1)``: functions whose channels are custom
        properties.
        """
        if isinstance(token, ast.FunctionBlock) and token.lower_name in _FUNCTIONS:
            inside = self._resolved(token.arguments)
            if inside != token.arguments:
                return css_colour(f"{token.lower_name}({_written(inside)})")
        return None


def _written(tokens: Any) -> str:
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


def _token_colour(token: Any) -> str | None:
    if isinstance(token, ast.HashToken):
        return css_colour(f"#{token.value}") if len(token.value) in {3, 4, 6, 8} else None
    if isinstance(token, ast.IdentToken):
        return (
            css_colour(token.value)
            if token.lower_value.isalpha() and len(token.value) <= 22
            else None
        )
    if isinstance(token, ast.FunctionBlock) and token.lower_name in _FUNCTIONS:
        return css_colour(_written([token]))
    return None


def _flat(tokens: Sequence[Any]) -> list[Any]:
    """The tokens with those inside functions that are no colours (gradients, shadows); bounded,
    without recursion.
    """
    flat: list[Any] = []
    waiting = list(reversed(tokens[:400]))
    while waiting and len(flat) < 400:
        token = waiting.pop()
        flat.append(token)
        if isinstance(token, ast.FunctionBlock) and token.lower_name not in _FUNCTIONS:
            waiting += reversed(token.arguments[:100])
        elif isinstance(token, ast.ParenthesesBlock):
            waiting += reversed(token.content[:100])
    return flat


def _variable(token: Any) -> str | None:
    if not isinstance(token, ast.FunctionBlock) or token.lower_name != "var":
        return None
    first = next((t for t in token.arguments if isinstance(t, ast.IdentToken)), None)
    return first.value.lower() if first is not None and first.value.startswith("--") else None


def _plain(tokens: Sequence[Any]) -> str:
    return _written(tokens[:6]).strip().lower()


def _address(token: Any) -> str | None:
    if isinstance(token, (ast.URLToken, ast.StringToken)):
        return str(token.value)
    if isinstance(token, ast.FunctionBlock) and token.lower_name == "url":
        return next((str(t.value) for t in token.arguments if isinstance(t, ast.StringToken)), None)
    return None


def _families(tokens: Sequence[Any]) -> list[str]:
    """The families of a ``font-family`` or ``font`` value, in order."""
    families: list[str] = []
    words: list[str] = []
    for token in [*tokens, None]:
        if token is None or (isinstance(token, ast.LiteralToken) and token.value == ","):
            if words:
                families.append(" ".join(words))
            words = []
        elif isinstance(token, ast.StringToken):
            words = [token.value.strip()[:80]]
        elif isinstance(token, ast.IdentToken):
            words.append(token.value)
        elif isinstance(token, (ast.DimensionToken, ast.PercentageToken, ast.NumberToken)):
            words = []  # in "font", style and weight stand before the size
    return [family for family in families if family]


def _font_role(votes: Mapping[str, float]) -> Literal["headline", "body", "any"]:
    headline, body = votes.get("headline"), votes.get("body")
    if headline and not body:
        return "headline"
    return "body" if body and not headline else "any"


def _role_of_use(selector: str, name: str) -> tuple[ColourRole, float]:
    """What a colour is for where it is declared so, and how much that says."""
    ground = name.startswith("background")
    if _GROUND.match(selector):
        return (
            ("background", 4.0)
            if ground
            else ("text", 4.0)
            if name == "color"
            else ("neutral", 0.5)
        )
    if _BUTTON.search(selector):
        return ("primary", 3.0) if ground else ("neutral", 0.4)
    if re.search(r"(?:^|[\s>+~])a(?:[.:\[]|$)", selector) and name == "color":
        return "accent", 1.5
    if ground:
        return "surface", 1.0
    if name == "color":
        return "text", 1.0 if _HEADING.search(selector) else 0.6
    return "neutral", 0.4


def _settled(
    votes: Mapping[str, Mapping[ColourRole, float]], names: Mapping[str, str]
) -> list[SiteColour]:
    """Near colours joined, each with the part that speaks for it."""
    from coloraide import Color

    total = sum(sum(parts.values()) for parts in votes.values()) or 1.0
    # Most sites declare a few hundred colours at most; beyond that the light ones say nothing.
    ordered = sorted(votes, key=lambda value: (-sum(votes[value].values()), value))[:80]
    kept: list[tuple[str, Any, dict[ColourRole, float]]] = []
    for value in ordered:
        lab = Color(value).convert("oklab")
        near = next((entry for entry in kept if lab.distance(entry[1], space="oklab") < 0.03), None)
        if near is not None:
            for role, weight in votes[value].items():
                near[2][role] = near[2].get(role, 0.0) + weight
        else:
            kept.append((value, lab, dict(votes[value])))
    colours = [
        SiteColour(
            value, _part(lab, parts), round(sum(parts.values()) / total, 4), names.get(value)
        )
        for value, lab, parts in kept
    ]
    return _one_primary(sorted(colours, key=lambda c: (-c.weight, c.hex)))[:_MAX_COLOURS]


def _part(lab: Any, votes: Mapping[ColourRole, float]) -> ColourRole:
    chroma = float(lab.convert("oklch").get("chroma", nans=False))

    def most(roles: Collection[ColourRole]) -> ColourRole:
        return max(roles, key=lambda role: (votes[role], role))

    if chroma < 0.05:
        # A grey may be ground, words or lines; it is no accent.
        quiet = [role for role in votes if role not in {"accent", "secondary"}]
        return most(quiet) if quiet else "neutral"
    # Loud colours are used as ground and for words too; what they are is the brand's colour.
    loud = [role for role in votes if role in {"primary", "secondary", "accent"}]
    if loud and sum(votes[role] for role in loud) >= 0.15 * sum(votes.values()):
        return most(loud)
    return "secondary" if chroma >= 0.08 else most(list(votes))


def _one_primary(colours: list[SiteColour]) -> list[SiteColour]:
    """At most one primary, one background and one text colour: the weightiest; the next ones step
    back.
    """
    steps_back: dict[ColourRole, ColourRole] = {
        "primary": "secondary",
        "background": "surface",
        "text": "neutral",
    }
    seen: set[ColourRole] = set()
    settled: list[SiteColour] = []
    for colour in colours:
        role = colour.role
        if role in seen and role in steps_back:
            role = steps_back[role]
        seen.add(role)
        settled.append(SiteColour(colour.hex, role, colour.weight, colour.name))
    if "primary" not in seen:
        # Nobody called one primary: the loudest of weight is.
        candidates = [c for c in settled if c.role in {"secondary", "accent"}]
        if candidates:
            first = candidates[0]
            settled[settled.index(first)] = SiteColour(
                first.hex, "primary", first.weight, first.name
            )
    return settled
