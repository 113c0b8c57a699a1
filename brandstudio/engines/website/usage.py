"""Which parts of a stylesheet a page uses: the selectors that some element of it can match.

A framework declares hundreds of colours and a page shows a handful. Selectors (Selectors 4) are
read by names alone: an alternative is live when every class, id, tag and attribute that it names
stands somewhere on the page. That is a superset of what a browser would match, in linear time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

#: What an element is to a reader; a rule counts by what it colours.
Kind = Literal["button", "link", "heading", "header", "hero", "other"]

_MAX_KEYS = 20_000
_MAX_ALTERNATIVES = 12
_NOT = re.compile(r":(?:not|has)\([^()]*(?:\([^()]*\)[^()]*)*\)")
_EITHER = re.compile(r":(?:is|where|matches|-webkit-any|-moz-any)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_ATTRIBUTE = re.compile(r"\[\s*([\w-]+)\s*(?:([~|^$*]?)=\s*[\"']?([^\"'\]]*)[\"']?\s*[is]?)?\s*\]")
_NAMED = re.compile(r"[.#](?:\\.|[\w-]|[^\x00-\x7f])+")
_COMBINED = re.compile(r"\s*[>+~]\s*|\s+")
#: A theme that a script switches on: the light one is what a visitor meets first.
_LIGHT = re.compile(
    r"^(?:\.(?:theme-)?light|\[(?:data-[\w-]*)?(?:theme|mode|scheme)=(?:light|default|auto)\])$"
)
_DARK = re.compile(r"\b(?:dark|night|black|slate)\b")
_BUTTON_CLASS = re.compile(r"(?:^|[^a-z])(?:btn|button|cta)(?:[^a-z]|$)", re.IGNORECASE)
_HERO_CLASS = re.compile(
    r"hero|banner|masthead|jumbotron|cover|navbar|topbar|site-header", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Element:
    """What a rule can ask of an element."""

    tag: str
    attributes: Mapping[str, str | None]

    @property
    def keys(self) -> set[str]:
        """The names that selectors know the element by."""
        found = {
            self.tag,
            *(f".{name}" for name in (self.attributes.get("class") or "").split()[:60]),
        }
        if self.attributes.get("id"):
            found.add(f"#{self.attributes['id']}")
        for name, value in list(self.attributes.items())[:20]:
            if name not in {"class", "id", "style", "d", "href", "src"}:
                found |= {f"[{name}]", f"[{name}={(value or '')[:60].lower()}]"}
        return found

    @property
    def kind(self) -> Kind:
        """What the element is to a reader."""
        classes = self.attributes.get("class") or ""
        if self.tag == "button" or (self.attributes.get("type") or "") in {"submit", "button"}:
            return "button"
        if self.tag == "a" or self.attributes.get("role") == "button":
            return "button" if _BUTTON_CLASS.search(classes) else "link"
        if re.fullmatch("h[1-4]", self.tag):
            return "heading"
        if self.tag in {"header", "nav"}:
            return "header"
        return "hero" if _HERO_CLASS.search(classes) else "other"


@dataclass(slots=True)
class PageUse:
    """The names that the elements of a page carry, and what the elements are."""

    elements: int = 0
    dark: bool = False
    _kinds: dict[str, Counter[Kind]] = field(default_factory=dict)
    _ground: set[str] = field(default_factory=lambda: {":root", "html", "body", "*", ":host"})

    def add(self, element: Element) -> None:
        """Take an element in."""
        self.elements += 1
        keys = element.keys
        for key in keys:
            if key in self._kinds or len(self._kinds) < _MAX_KEYS:
                self._kinds.setdefault(key, Counter())[element.kind] += 1
        if element.tag in {"html", "body"}:
            self._ground |= keys
            self.dark = self.dark or any(
                _DARK.search(key) for key in keys if not key.startswith("#")
            )

    @property
    def known(self) -> bool:
        """Whether there is enough on the page to say that something is not used."""
        return self.elements >= 8

    def of(self, selector: str) -> Counter[Kind] | None:
        """What the elements are that a selector can match, and how many; None when there are none.

        The selector is one without commas on its outer level.
        """
        found: Counter[Kind] = Counter()
        for compounds in read_selector(selector):
            if all(self._holds(key) for compound in compounds for key in compound):
                last = [self._kinds[key] for key in compounds[-1] if key in self._kinds]
                if last:
                    rarest = min(last, key=lambda kinds: kinds.total())
                    found |= rarest
                else:
                    found |= Counter({"other": 1})
        return found or None

    def is_ground(self, selector: str) -> bool:
        """Whether a selector speaks of the whole page, as its theme stands."""
        return any(
            len(compounds) == 1 and all(self._is_of_ground(key) for key in compounds[0])
            for compounds in read_selector(selector)
        )

    def _is_of_ground(self, key: str) -> bool:
        return key in self._ground or (not self.dark and _LIGHT.match(key) is not None)

    def _holds(self, key: str) -> bool:
        return key in self._kinds or self._is_of_ground(key)


@lru_cache(maxsize=4096)
def read_selector(selector: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The alternatives of a selector, each as its compounds from left to right, each as names.

    >>> read_selector(".card > a:is(.btn, .cta):hover")
    ((('.card',), ('a', '.btn')), (('.card',), ('a', '.cta')))
    """
    found: list[tuple[tuple[str, ...], ...]] = []
    for plain in _alternatives(_NOT.sub("", selector[:400])):
        attributes = _ATTRIBUTE.findall(plain)
        bare = _ATTRIBUTE.sub("\x00", plain)
        waiting = iter(attributes)
        compounds = []
        for piece in _COMBINED.split(bare.strip()):
            if piece:
                compounds.append(tuple(_names(piece, waiting)))
        found.append(tuple(compounds) or ((),))
    return tuple(found)


def _alternatives(selector: str) -> list[str]:
    found: list[str] = []
    waiting = [selector]
    while waiting and len(found) < _MAX_ALTERNATIVES:
        current = waiting.pop()  # depth first, so that few wait
        either = _EITHER.search(current)
        if either is None:
            found.append(current)
            continue
        before, after = current[: either.start()], current[either.end() :]
        options = either[1].split(",")[:_MAX_ALTERNATIVES]
        waiting += [_joined(before, option.strip(), after) for option in reversed(options)]
    return found


def _joined(before: str, option: str, after: str) -> str:
    """``a`` and ``.btn`` are ``a.btn``; a tag that follows a name stands before it."""
    if option[:1].isalpha() and before[-1:].strip():
        return f"{before} {option}{after}"
    return f"{before}{option}{after}"


def _names(piece: str, attributes: Iterable[tuple[str, str, str]]) -> Iterable[str]:
    rest = piece
    if rest.startswith(":root"):
        yield ":root"
    tag = re.match(r"[a-zA-Z][\w-]*", rest)
    if tag:
        yield tag[0].lower()
    for name in _NAMED.findall(
        rest.partition(":")[0] if ":" in rest and "\\:" not in rest else rest
    ):
        yield name.replace("\\", "")
    for _ in range(rest.count("\x00")):
        name, sign, value = next(iter(attributes), ("", "", ""))
        if name and not sign:
            yield f"[{name}={value.lower()}]" if value else f"[{name}]"
