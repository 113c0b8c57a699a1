"""The matcher: which form of a table fits the whole of a clause.

A form is an order of parts of speech. What floats in a sentence (amounts, figures, places, "only",
"except", politeness) is taken out first and handed over beside it; what is left must be the form,
whole. A clause with a word that nobody knows fits none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from .edit_values import TONES, is_side
from .senses import Sense, Token

#: Parts that may stand anywhere.
FLOATING = frozenset(
    (
        "amount",
        "share",
        "percent",
        "signed",
        "set-to",
        "points",
        "region",
        "only",
        "except",
        "pronoun",
        "filler",
        "purpose",
        "spot",
        "corner",
        "is",
        "make",
        "and",
    )
)
_FIGURES = ("percent", "signed", "set-to", "share", "points")
_READINGS = 20_000


@dataclass(frozen=True, slots=True)
class Form:
    """One row of the table: the order of parts, what it makes, and where it holds."""

    pattern: re.Pattern[str]
    makes: str
    sign: int
    scale: float
    where: tuple[str, ...] | None
    needs: str
    unless: frozenset[str]
    softens: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A clause as a form read it: the parts of the form in order, and what floated beside them."""

    form: Form
    core: tuple[Sense, ...]
    slots: Mapping[str, tuple[Sense, ...]]
    #: Places and "except" in their order; None stands for each part of the form.
    placing: tuple[Sense | None, ...] = ()

    def first(self, part: str) -> Sense | None:
        """The first part of that kind in the form."""
        return next((s for s in self.core if s.part == part), None)

    def has(self, part: str) -> bool:
        return part in self.slots or any(s.part == part for s in self.core)

    @property
    def regions(self) -> tuple[str, ...]:
        """The places that are named, each once."""
        named = self.slots.get("region", ())
        return tuple(dict.fromkeys(part for s in named for part in s.get("value").split("&")))

    @property
    def figure(self) -> Sense | None:
        """The share or percentage that is named."""
        return next((self.slots[f][0] for f in _FIGURES if f in self.slots), None)


class Forms:
    """A table of forms and the matcher over it."""

    def __init__(
        self, rows: Iterable[Mapping[str, Any]], floating: frozenset[str] = FLOATING
    ) -> None:
        rows = list(rows)
        self._floating = floating
        names = {p.rstrip("?") for row in rows for p in row["parts"].split()}
        self._letters = {name: chr(0x100 + i) for i, name in enumerate(sorted(names))}
        self._forms = tuple(self._form(row) for row in rows)
        self._longest = max((len(row["parts"].split()) for row in rows), default=0)

    def _form(self, row: Mapping[str, Any]) -> Form:
        body = "".join(
            self._letters[p.rstrip("?")] + ("?" if p.endswith("?") else "")
            for p in row["parts"].split()
        )
        return Form(
            pattern=re.compile(body),
            makes=row["makes"],
            sign=row.get("sign", 1),
            scale=row.get("scale", 1.0),
            where=tuple(row["where"]) if "where" in row else None,
            needs=row.get("needs", ""),
            unless=frozenset(row.get("unless", ())),
            softens=row.get("softens", False),
        )

    def read(self, tokens: Sequence[Token]) -> Iterable[Reading]:
        """Every reading of a clause, the likeliest first; none when a word is unknown."""
        if not tokens or any(not t.senses for t in tokens):
            return
        # A form has each of its parts once: more words that can't float than the longest has fit none.
        fixed = (all(s.part not in self._floating for s, _ in t.spoken) for t in tokens)
        if sum(fixed) > self._longest:
            return
        choices = product(*(t.spoken for t in tokens))
        for chosen in islice(choices, _READINGS):
            # A sentence is of one language: a French word in an English one is another word.
            if not frozenset.intersection(*(tongues for _, tongues in chosen)):
                continue
            senses = [sense for sense, _ in chosen]
            if _an_article(senses, tokens):
                continue
            core = [s for s in senses if s.part not in self._floating]
            if any(s.part not in self._letters for s in core):
                continue
            spelled = "".join(self._letters[s.part] for s in core)
            for form in self._forms:
                if form.pattern.fullmatch(spelled):
                    reading = Reading(
                        form, tuple(core), slots_of(senses), _placing(senses, self._floating)
                    )
                    if _holds(reading):
                        yield reading


#: Nouns: what stands before one of them is its article, no pronoun ("baja la temperatura").
_NOUNS = frozenset({"dimension", "region", "veil", "noise", "effect", "tint", "colour", "cast"})


def _an_article(senses: Sequence[Sense], tokens: Sequence[Token]) -> bool:
    """Whether a word that may be an article is taken for a pronoun directly before a noun. Behind
    "make" it is one ("rends-le bleu").
    """
    for at, sense in enumerate(senses[:-1]):
        if sense.part != "pronoun" or not tokens[at].has("filler"):
            continue
        made = at > 0 and senses[at - 1].part == "make"
        if not made and any(other.part in _NOUNS for other in tokens[at + 1].senses):
            return True
    return False


def _placing(senses: Iterable[Sense], floating: frozenset[str]) -> tuple[Sense | None, ...]:
    some = [s if s.part in floating else None for s in senses]
    return tuple(s for s in some if s is None or s.part in ("region", "except"))


def slots_of(senses: Iterable[Sense]) -> dict[str, tuple[Sense, ...]]:
    """What floats in a clause, by part."""
    slots: dict[str, list[Sense]] = defaultdict(list)
    for sense in senses:
        if sense.part in FLOATING:
            slots[sense.part].append(sense)
    return {part: tuple(some) for part, some in slots.items()}


def _holds(reading: Reading) -> bool:
    """Whether what floats beside a form is allowed beside it."""
    form, slots = reading.form, reading.slots
    if form.unless & (slots.keys() | {s.part for s in reading.core}):
        return False
    if sum(len(slots.get(f, ())) for f in _FIGURES) > 1:
        return False
    if "except" in slots and ("only" in slots or "region" not in slots):
        return False
    if not placed_well(slots):
        return False
    if form.where is not None and not _stands(reading.regions, form.where):
        return False
    needed = {"": True, "figure": reading.figure is not None}
    return needed.get(form.needs, form.needs in slots)


def placed_well(slots: Mapping[str, tuple[Sense, ...]]) -> bool:
    """Whether the words of a place that say nothing alone have their place: "that area" has none,
    and a corner two sides.
    """
    regions = slots.get("region", ())
    if "corner" in slots and not any("&" in s.get("value") for s in regions):
        return False
    return "spot" not in slots or bool(regions)


def _stands(regions: tuple[str, ...], where: tuple[str, ...]) -> bool:
    """Whether all places are of those where a form holds; ``colour`` stands for any hue's,
    ``thing`` for any thing's. A side
    only says where of them.
    """
    if not regions:
        return "" in where
    if "colour" in where and any(_class_of(r) == "colour" for r in regions):
        # "The reds of the face": of a hue a place is only a part.
        return all(_class_of(r) in (*where, *_OF_A_HUE) or is_side(r) for r in regions)
    tones = TONES & set(regions)
    if tones and tones <= set(where):
        # "The highlights in the sky": of a tone a place is only where.
        return all(_class_of(r) in (*where, *_OF_A_HUE) or is_side(r) for r in regions)
    return all(_class_of(r) in where for r in regions if not is_side(r) or r in where) and any(
        _class_of(r) in where for r in regions
    )


_OF_A_HUE = ("faces", "subject", "background", "sky", "water", "plants", "thing")


def _class_of(region: str) -> str:
    if region.startswith(("thing-", "things-", "worn-")) or region in ("hair", "skin", "clothes"):
        return "thing"
    return "colour" if region.startswith("colour-") else region
