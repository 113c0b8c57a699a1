"""What each template that comes along has words for, as the banner area asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Blank:
    """A slot to fill in: its name, its label here, and how many letters it holds."""

    name: str
    label: str
    longest: int
    needed: bool = False

    @property
    def hint(self) -> str:
        return HINTS.get(self.name, "" if self.needed else "or nothing")


Said: TypeAlias = str | list[str]
"""What is said to a slot: words, or the entries of a list."""
OWN = "own"
"""The field for the slots that a template of one's own declares."""
HINTS: Mapping[str, str] = {
    "headline": "What the banner says",
    "subhead": "A sentence more, or nothing",
    "button_text": "A few words, or nothing",
    "date": "like 12 May, 7 pm",
    "worth": "like -20%",
    "price": "like 49 €",
    "before": "like 79 €, or nothing",
    "figure": "like 83%",
    "kicker": "A few words above, or nothing",
    OWN: "like date=12 May; place=Harbour",
}


def _blank(name: str, label: str, longest: int) -> Blank:
    return Blank(name, label, longest)


def _needed(name: str, label: str, longest: int) -> Blank:
    return Blank(name, label, longest, needed=True)


def _headline(longest: int, label: str = "Headline") -> Blank:
    return Blank("headline", label, longest, needed=True)


def _subhead(longest: int, label: str = "Subhead") -> Blank:
    return Blank("subhead", label, longest)


def _button(longest: int) -> Blank:
    return Blank("button_text", "Button", longest)


_THREE = (_headline(140), _subhead(200), _button(40))
_AUTHOR = (_blank("author_name", "Author", 60), _blank("author_role", "Their role", 60))

TEMPLATES: Mapping[str, tuple[Blank, ...]] = {
    "overlay": _THREE,
    "split": _THREE,
    "panel": _THREE,
    "article-cover-panel": (_headline(140), *_AUTHOR),
    "look-big-type": (_headline(60), _subhead(110), _button(22)),
    "look-centred": (
        _blank("kicker", "Kicker", 28),
        _headline(70),
        _subhead(100),
        _button(22),
    ),
    "look-event": (
        _needed("date", "When", 30),
        _headline(60),
        _blank("place", "Where", 50),
        _button(22),
    ),
    "look-hiring": (
        _blank("kicker", "Kicker", 28),
        _headline(50, "Job's title"),
        _subhead(80, "Where, when"),
        _button(18),
    ),
    "look-offer": (
        _headline(44),
        _subhead(70),
        _needed("worth", "Badge", 7),
        _blank("terms", "Terms", 60),
        _button(18),
    ),
    "look-portrait": (
        _blank("kicker", "Kicker", 28),
        _headline(40, "The name"),
        _blank("role", "The role", 60),
        _subhead(110),
    ),
    "look-product": (
        _headline(44, "What it is"),
        _subhead(70),
        _needed("price", "Price", 12),
        _blank("before", "Old price", 12),
        _button(18),
    ),
    "look-quote": (
        _headline(120, "The quote"),
        _blank("author_name", "Who said it", 40),
        _blank("author_role", "Their role", 50),
        _blank("mark", "Mark", 2),
    ),
    "look-statement": (
        _blank("kicker", "Kicker", 34),
        _headline(120),
        _blank("source", "Source", 60),
    ),
    "look-statistic": (
        _needed("figure", "The figure", 6),
        Blank("subhead", "Of what", 90, needed=True),
        _blank("source", "Source", 60),
    ),
}
SCHEMELESS = frozenset(name for name in TEMPLATES if not name.startswith("look-"))
"""Templates in the brand's own colours alone."""
SCHEMES = (
    ("", "the template's own"),
    ("light", "light"),
    ("dark", "dark"),
    ("accent", "accent"),
)
CONTRACT = (*_THREE, *_AUTHOR)
"""The slots that every banner may have by the contract, and a template of one's own too."""
OTHERS = (
    *(Blank(blank.name, blank.label, blank.longest) for blank in CONTRACT),
    _blank(OWN, "Own slots", 2000),
)
"""What may be said to a template that is not among these."""
ORDER = (
    *("kicker", "figure", "headline", "subhead", "date", "place", "price", "before", "worth"),
    *("terms", "role", "button_text", "author_name", "author_role", "source", "mark", OWN),
)
"""Every slot, in the order in which they stand."""


def blanks(template: str) -> Mapping[str, Blank]:
    """What a template has words for, by name."""
    return {blank.name: blank for blank in TEMPLATES.get(template, OTHERS)}


def own_slots(text: str) -> dict[str, Said]:
    """``date=12 May; item=one; item=two`` as slots; a name that stands again makes a list."""
    found: dict[str, Said] = {}
    for part in text.split(";"):
        name, equals, words = (piece.strip() for piece in part.partition("="))
        if not equals or not name:
            continue
        before = found.get(name)
        if before is None:
            found[name] = words
        else:
            found[name] = [*(before if isinstance(before, list) else [before]), words]
    return found


def own_text(slots: Mapping[str, Said]) -> str:
    """The text that says these slots."""
    return "; ".join(
        f"{name}={entry}"
        for name, value in slots.items()
        for entry in (value if isinstance(value, list) else [value])
    )
