"""What the stylesheets of a site declare: colours, custom properties, families and font files.

Stylesheets are tokenised (CSS Syntax 3, tinycss2), never applied. Of a value that is set twice for
the same selector the last counts, as in a browser; custom properties are followed where they are
used. What the page does not use (see ``usage``) says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import tinycss2  # type: ignore[import-untyped]
from tinycss2 import ast

from .css_tokens import (
    FUNCTIONS,
    address,
    countable,
    css_colour,
    families,
    flat,
    plain,
    token_colour,
    variable,
    written,
)
from .pages import absolute
from .usage import Kind, PageUse

MAX_STYLESHEET = 1_000_000
_MAX_RULES = 20_000
_MAX_PARTS = 8
_MAX_PROPERTIES = 4000
_MAX_DECLARED = 60_000
_DEEPEST_AT_RULE = 4
_LONGEST_CHAIN = 6

_COLOURED = frozenset(
    {
        "background-color", "background", "color", "fill", "border-color", "border",
        "border-bottom", "border-top", "border-left", "border-right", "stroke", "outline",
        "background-image", "text-decoration-color", "accent-color", "caret-color",
    }
)  # fmt: skip
_FONTS = frozenset({"font-family", "font"})
#: A component's own property for its ground (``.btn-primary{--bs-btn-bg:#c00}``) is its ground.
_OWN_GROUND = re.compile(r"^--[\w-]*(?:btn|button)[\w-]*?-(?:bg|background)(?:-color)?$")
_GROUND = re.compile(r"^(?:html|body|:root|:host|main|#app|#root)$", re.IGNORECASE)
#: Three channels that a function around a ``var()`` makes a colour of.
_CHANNELS = re.compile(
    r"(\d[\d.]*(?:deg)?) ([\d.]+%) ([\d.]+%)|(\d{1,3})[, ]+(\d{1,3})[, ]+(\d{1,3})"
)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declaration that counts: its selector (one without commas), property and value, and what
    the elements are that it falls on (None when the page does not tell).
    """

    selector: str
    name: str
    value: Sequence[Any]
    kinds: Counter[Kind] | None

    @property
    def on_ground(self) -> bool:
        """Whether it speaks of the page as a whole."""
        return _GROUND.match(self.selector) is not None


@dataclass(frozen=True, slots=True)
class Declared:
    """What a page's stylesheets come to: what counts, the page-wide custom properties, how often
    each is used, and the addresses of each family's files.
    """

    declarations: Sequence[Declaration]
    properties: Mapping[str, Sequence[Any]]
    uses: Mapping[str, int]
    faces: Mapping[str, Sequence[str]]

    def resolved(self, tokens: Sequence[Any]) -> list[Any]:
        """The tokens with ``var(--x)`` replaced by what it stands for, as deep as is sensible."""
        current: list[Any] = list(tokens)
        for _ in range(_LONGEST_CHAIN):
            following: list[Any] = []
            changed = False
            for token in current:
                name = variable(token)
                if name is None:
                    following.append(token)
                    continue
                changed = True
                said = [t for t in token.arguments if not isinstance(t, ast.WhitespaceToken)]
                following += self.properties.get(name) or said[2:]
            current = following[:200]
            if not changed:
                break
        return current

    def colours_in(self, tokens: Sequence[object]) -> list[str]:
        """The colours of a value, in order."""
        found: list[str] = []
        for token in flat(self.resolved(tokens)):
            value = token_colour(token) or self._through_channels(token)
            if value is not None:
                found.append(value)
        return found

    def property_colour(self, name: str) -> str | None:
        """The one colour that a custom property is; bare channels are read as the functions around
        them would (``222 47% 11%`` is HSL, ``138,21,56`` is RGB).
        """
        tokens = self.properties.get(name, ())
        found = self.colours_in(tokens)
        if len(found) == 1:
            return found[0]
        bare = _CHANNELS.fullmatch(" ".join(written(self.resolved(tokens)).split()))
        if found or bare is None:
            return None
        if bare[1]:
            return css_colour(f"hsl({bare[1]} {bare[2]} {bare[3]})")
        return css_colour(f"rgb({bare[4]} {bare[5]} {bare[6]})")

    def _through_channels(self, token: object) -> str | None:
        """``rgb(var(--r))`` and ``hsl(var(--brand) / 1)``: functions whose channels are custom
        properties.
        """
        if isinstance(token, ast.FunctionBlock) and token.lower_name in FUNCTIONS:
            inside = self.resolved(token.arguments)
            if inside != token.arguments:
                return css_colour(f"{token.lower_name}({written(inside)})")
        return None


@dataclass(slots=True)
class Stylesheets:
    """What the stylesheets read so far say; ``hidden`` are selectors of one class or id that they
    don't show.
    """

    hidden: set[str] = field(default_factory=set)
    imports: list[str] = field(default_factory=list)
    _properties: dict[str, dict[str, list[Any]]] = field(default_factory=dict)
    _declared: dict[tuple[str, str], list[Any]] = field(default_factory=dict)
    _faces: dict[str, list[str]] = field(default_factory=dict)
    _rules: int = 0

    def add(self, css: str, base: str) -> None:
        """Read a stylesheet; ``base`` is the address that its links start from."""
        rules = tinycss2.parse_stylesheet(
            countable(css[:MAX_STYLESHEET]), skip_comments=True, skip_whitespace=True
        )
        self._rules_in(rules, base, 0)

    def add_inline(self, tag: str, css: str) -> None:
        """Read an element's style attribute."""
        self._declarations(
            tag,
            tinycss2.parse_blocks_contents(
                countable(css), skip_comments=True, skip_whitespace=True
            ),
        )

    def of_page(self, use: PageUse) -> Declared:
        """What counts on a page with these elements."""
        properties: dict[str, Sequence[object]] = {}
        for name, by_selector in self._properties.items():
            value = _page_wide(by_selector, use)
            if value is not None:
                properties[name] = value
        declarations = list(self._live(use))
        uses: Counter[str] = Counter()
        for tokens in (*(d.value for d in declarations), *properties.values()):
            uses.update(
                token.value.lower()
                for token in flat(tokens)
                if isinstance(token, ast.IdentToken) and token.value.startswith("--")
            )
        return Declared(declarations, properties, uses, self._faces)

    def _live(self, use: PageUse) -> Iterator[Declaration]:
        for (selector, name), value in self._declared.items():
            kinds = use.of(selector) if use.known else None
            if kinds is not None or not use.known:
                yield Declaration(selector, name, value, kinds)

    def _rules_in(self, rules: Iterable[object], base: str, depth: int) -> None:
        for rule in rules:
            self._rules += 1
            if self._rules > _MAX_RULES:
                return
            if isinstance(rule, ast.QualifiedRule):
                selector = written(rule.prelude).strip()[:1000]
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
            link = next((address(token) for token in rule.prelude if address(token)), None)
            found = absolute(base, link)
            if found and len(self.imports) < 4:
                self.imports.append(found)
        elif keyword == "font-face" and rule.content is not None:
            self._font_face(rule.content, base)
        elif (
            keyword in {"media", "supports", "layer", "container"}
            and rule.content
            and depth < _DEEPEST_AT_RULE
        ):
            condition = written(rule.prelude).lower()
            # What is only printed, or only shown at night, is not what the brand usually looks
            # like.
            if keyword == "media" and ("print" in condition or "dark" in condition):
                return
            inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            self._rules_in(inner, base, depth + 1)

    def _declarations(self, selector: str, contents: Iterable[object]) -> None:
        parts = _outer_parts(selector)
        for entry in contents:
            if not isinstance(entry, ast.Declaration):
                continue
            name = entry.lower_name
            if name.startswith("--"):
                self._property(name, parts, entry.value)
            elif name in _COLOURED or name in _FONTS:
                self._declare(name, parts, entry.value)
            elif (name == "display" and plain(entry.value) == "none") or (
                name == "visibility" and plain(entry.value) == "hidden"
            ):
                self.hidden.update(
                    part
                    for part in map(str.strip, selector.split(","))
                    if re.fullmatch(r"[.#][\w-]{1,80}", part)
                )

    def _property(self, name: str, parts: Sequence[str], value: list[Any]) -> None:
        if name not in self._properties and len(self._properties) >= _MAX_PROPERTIES:
            return
        by_selector = self._properties.setdefault(name, {})
        for part in parts:
            by_selector.pop(part, None)  # what is set again stands last
            if len(by_selector) < 60:
                by_selector[part] = value
        if _OWN_GROUND.match(name) and not any(map(_GROUND.match, parts)):
            self._declare("background-color", parts, value)

    def _declare(self, name: str, parts: Sequence[str], value: list[Any]) -> None:
        known = "background-color" if name == "background" else name
        for part in parts:
            if (part, known) in self._declared or len(self._declared) < _MAX_DECLARED:
                self._declared[part, known] = value

    def _font_face(self, content: Sequence[object], base: str) -> None:
        family: str = ""
        files: list[str] = []
        for entry in tinycss2.parse_blocks_contents(
            content, skip_comments=True, skip_whitespace=True
        ):
            if not isinstance(entry, ast.Declaration):
                continue
            if entry.lower_name == "font-family":
                family = next(iter(families(entry.value)), family)
            elif entry.lower_name == "src":
                files += filter(None, (absolute(base, address(token)) for token in entry.value))
        if family and len(self._faces) < 60:
            self._faces.setdefault(family, []).extend(files[:4])


def _page_wide(by_selector: Mapping[str, list[Any]], use: PageUse) -> list[object] | None:
    """The value of a custom property on the whole page, else where some element has it: themes and
    states override it elsewhere.
    """
    wide = [v for s, v in by_selector.items() if _GROUND.match(s) or use.is_ground(s)]
    if wide:
        return wide[-1]
    if not use.known:
        return next(iter(by_selector.values()), None)
    return next((v for s, v in by_selector.items() if use.of(s)), None)


def _outer_parts(selector: str) -> list[str]:
    """The alternatives of a selector, split at the commas that stand in no brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(selector):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "," and depth <= 0:
            parts.append(selector[start:place].strip())
            start = place + 1
    parts.append(selector[start:].strip())
    return [part[:300] for part in parts if part][:_MAX_PARTS]
