"""Rules that people write as sentences, read into checks that a machine can run.

``check_from("copy", 'Never say "cheap"')`` gives the check; None when the sentence is one for
people only, which is fine: it is still shown, and sent to a provider with the others. A sentence is
read when one form of ``assets/words/rules.toml`` fits the whole of it; a guess would enforce what
nobody said. `said` gives a check back in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from ..domain.rule_checks import validate
from ..domain.rules import ARROW
from ..errors import ValidationError
from ..models.rules import RuleCheck, RuleKind
from .forms import Forms, Reading
from .senses import LANGUAGES, Figure, Sense, Token, Vocabulary, prepared
from .tables import either, table, word_set

_QUOTED = re.compile(
    r"[\"\u201c\u201d\u201e\u00ab\u00bb]([^\"\u201c\u201d\u201e\u00ab\u00bb]{1,120})"
    r"[\"\u201c\u201d\u201e\u00ab\u00bb]|(?<!\w)['\u2018\u201a]([^'\u2018\u2019\u201a]{1,120})"
    r"['\u2019\u2018](?!\w)"
)
#: Stands for the words in one pair of quotation marks.
_HELD = "\ue000"
_JOINS = re.compile(r"[,;/]")
_AND = word_set("rules", "and")
#: A rule on copy holds on banners and texts alike; one for banners alone is for people.
_ONE_PLACE = re.compile(rf"\b(?:{either('rules', 'one_place')})\b", re.IGNORECASE)
_LONGEST = 500
_MOST_TERMS, _LONGEST_BARE = 20, 2


def _number(text: str) -> float:
    return float(text.replace(",", "."))


#: Figures: shares, contrast ratios, plain numbers; and what stood in quotation marks.
_FIGURES: tuple[Figure, ...] = (
    (re.compile(_HELD), lambda m: (Sense("terms"),)),
    (
        re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:%|percent\b|per cent\b|prozent\b|pour cent\b)"),
        lambda m: (Sense("number", {"number": _number(m.group(1)) / 100, "share": True}),),
    ),
    (
        re.compile(r"(\d{1,2}(?:[.,]\d{1,2})?)\s?:\s?1(?!\d)"),
        lambda m: (Sense("number", {"number": _number(m.group(1))}),),
    ),
    (
        re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)(?=px|\b)"),
        lambda m: (Sense("number", {"number": _number(m.group(1))}),),
    ),
)


@cache
def _vocabulary(kind: RuleKind) -> Vocabulary:
    rows = [r for r in table("rules")["sense"] if r.get("kind") in (None, kind)]
    return Vocabulary([*rows, *_number_words()], _FIGURES, spells=False)


def _number_words() -> Iterable[Mapping[str, Any]]:
    for language in LANGUAGES:
        for entry in table("rules")["numbers"][language]:
            word, _, number = entry.rpartition(" ")
            yield {"is": "number", "number": float(number), language: [word]}
    for language in LANGUAGES:
        for entry in table("rules")["shares"][language]:
            word, _, share = entry.rpartition(" ")
            yield {"is": "number", "number": float(share), "share": True, language: [word]}


@cache
def _forms() -> Forms:
    return Forms(table("rules")["form"], frozenset({"filler"}))


@lru_cache(maxsize=4096)  # a folder's rules are asked for with every text of it
def check_from(kind: RuleKind, text: str) -> RuleCheck | None:
    """The check that a rule's sentence asks for, or None."""
    if len(text) > _LONGEST or (kind == "copy" and _ONE_PLACE.search(text)):
        return None
    terms = [(m.group(1) or m.group(2)).strip().rstrip(",.") for m in _QUOTED.finditer(text)]
    tokens = _vocabulary(kind).tokens(_QUOTED.sub(f" {_HELD} ", text))
    own: dict[str, list[str]] = {}
    for word in re.findall(r"[^\W_]+", text):
        own.setdefault(prepared(word), []).append(word)
    for listed in _listings(tokens, terms, own):
        for reading in _forms().read(listed):
            check = _made(kind, reading)
            if check is not None:
                return check
    return None


def _made(kind: RuleKind, reading: Reading) -> RuleCheck | None:
    facts = _MAKERS[reading.form.makes](reading)
    if facts is None:
        return None
    measure, op, value = facts
    check = RuleCheck.model_validate({"measure": measure, "op": op, "value": value})
    try:
        validate(check, kind)
    except ValidationError:
        return None
    return check


# -- words in quotation marks, and unknown ones ----------------------------------------------------


def _listings(
    tokens: Sequence[Token], terms: Sequence[str], own: Mapping[str, list[str]]
) -> Iterable[list[Token]]:
    """The tokens with words in quotation marks, and runs of unknown words, gathered into lists."""
    out: list[Token] = []
    left = list(terms)
    for token in tokens:
        if token.mark:
            if _JOINS.search(token.text) and out and _listed(out[-1]):
                out.append(token)
            continue
        if token.text == _HELD:
            out.append(Token("", (Sense("terms", {"words": (left.pop(0),)}),)))
        elif not token.senses:
            # As it is written in the sentence, the first time first.
            written = own.get(token.text) or [""]
            word = written.pop(0) if len(written) > 1 else written[0]
            out.append(Token("", (Sense("bare", {"words": (word,)}),)))
        else:
            out.append(_unit_of(token) if out and out[-1].has("number") else token)
    yield _gathered(out)


def _unit_of(token: Token) -> Token:
    """A word behind a figure: where it may be its unit, it is nothing else ("50 words")."""
    units = [(s, tongues) for s, tongues in token.spoken if s.part == "unit"]
    if not units:
        return token
    return replace(token, senses=tuple(s for s, _ in units), tongues=tuple(t for _, t in units))


def _listed(token: Token) -> bool:
    return token.has("terms") or token.has("bare")


def _gathered(tokens: Sequence[Token]) -> list[Token]:
    """Lists that commas, "or" and "and" hold together become one token each."""
    out: list[Token] = []
    joined, parted = False, False
    for token in tokens:
        if token.mark or (token.text in _AND and out and _listed(out[-1])):
            joined = joined or not token.mark or bool(_JOINS.search(token.text))
            parted = True
            continue
        before = out[-1] if out else None
        if before is not None and _listed(token) and before.senses[0].part == token.senses[0].part:
            if joined:
                out[-1] = _longer(before, token)
                joined = parted = False
                continue
            if token.has("bare") and not parted:
                out[-1] = _run(before, token)
                continue
        out.append(token)
        joined = parted = False
    return out


def _longer(before: Token, token: Token) -> Token:
    words = (*before.senses[0].get("words"), *token.senses[0].get("words"))
    return Token("", (Sense(token.senses[0].part, {"words": words}),))


def _run(before: Token, token: Token) -> Token:
    """Unknown words that follow each other are one term of several words."""
    words = before.senses[0].get("words")
    last = f"{words[-1]} {token.senses[0].get('words')[0]}"
    return Token("", (Sense("bare", {"words": (*words[:-1], last)}),))


def _words(reading: Reading) -> list[tuple[str, ...]]:
    """The lists of words that a reading holds, in order; empty when one can't be one."""
    lists = [s.get("words") for s in reading.core if s.part in ("terms", "bare")]
    bare = [w for s in reading.core if s.part == "bare" for w in s.get("words")]
    if any(not w or not _one_term(w.split()) for w in bare):
        return []
    return [] if any(len(some) > _MOST_TERMS or "" in some for some in lists) else lists


def _one_term(words: Sequence[str]) -> bool:
    """Whether words without quotation marks are clearly one term: "our name BrandStudio" says more
    than the name.
    """
    return len(words) <= _LONGEST_BARE and len({w[:1].isupper() for w in words}) == 1


# -- what a form makes -----------------------------------------------------------------------------

_Facts = tuple[str, str, Any]


def _bound(reading: Reading) -> tuple[str, Any] | None:
    """The operator and the figure of "at most 5", "under 5", "between 3 and 5"."""
    numbers = [s.get("number") for s in reading.core if s.part == "number"]
    parts = {s.part for s in reading.core}
    if len(numbers) == 2:
        return ("between", numbers) if numbers[0] <= numbers[1] else None
    if len(numbers) != 1:
        return None
    if "least" in parts:
        return ">=", numbers[0]
    if "below" in parts:
        share = any(s.get("share") for s in reading.core)
        return "<=", numbers[0] - (0 if share or numbers[0] != int(numbers[0]) else 1)
    return "<=", numbers[0]


def _count(reading: Reading) -> _Facts | None:
    thing, bound = _the_one(reading, "thing"), _bound(reading)
    if thing is None or bound is None or any(s.get("share") for s in reading.core):
        return None
    return thing.get("measure"), *bound


def _the_one(reading: Reading, part: str) -> Sense | None:
    """The one thing of its kind that a form names, be it twice; None where it names two of them."""
    named = [s for s in reading.core if s.part == part]
    return named[0] if named and all(s.facts == named[0].facts for s in named) else None


def _exactly(make: Callable[[Reading], _Facts | None]) -> Callable[[Reading], _Facts | None]:
    """The same measure, held to the one figure that is named."""

    def made(reading: Reading) -> _Facts | None:
        facts = make(reading)
        return None if facts is None or facts[1] != "<=" else (facts[0], "is", facts[2])

    return made


def _one(reading: Reading) -> _Facts | None:
    thing = reading.first("thing")
    return None if thing is None else (thing.get("measure"), "<=", 1.0)


def _none(reading: Reading) -> _Facts | None:
    thing = reading.first("thing")
    # A banner without colours or fonts is none.
    if thing is None or thing.get("kind") == "layout":
        return None
    return thing.get("measure"), "<=", 0.0


def _some(reading: Reading) -> _Facts | None:
    thing, number = reading.first("thing"), reading.first("number")
    if thing is None or thing.get("kind") == "layout":
        return None
    return thing.get("measure"), ">=", 1.0 if number is None else number.get("number")


def _length(reading: Reading) -> _Facts | None:
    scope, unit, bound = reading.first("scope"), _the_one(reading, "unit"), _bound(reading)
    if unit is None or bound is None or any(s.get("share") for s in reading.core):
        return None
    place = "text" if scope is None else scope.get("value")
    measure = table("rules")["measures"].get(f"{place}-{unit.get('value')}")
    return None if measure is None else (measure, *bound)


def _choice(reading: Reading) -> _Facts | None:
    chosen = next(s for s in reading.core if s.part in ("choice", "variant"))
    scope = reading.first("scope")
    if chosen.part == "choice" and (scope is None or scope.get("value") != "headline"):
        return None
    return chosen.get("measure"), "is", chosen.get("value")


def _other_choice(reading: Reading) -> _Facts | None:
    chosen = next(s for s in reading.core if s.part in ("choice", "variant"))
    facts = _choice(reading)
    if facts is None or chosen.get("other") is None:
        return None
    return facts[0], "is", chosen.get("other")


def _flag(value: bool) -> Callable[[Reading], _Facts | None]:
    def make(reading: Reading) -> _Facts | None:
        flag = reading.first("flag")
        assert flag is not None
        # "Use claims" is nothing that a check could want.
        return (
            None
            if value and flag.get("measure") == "claims"
            else (flag.get("measure"), "is", value)
        )

    return make


def _banned(op: str) -> Callable[[Reading], _Facts | None]:
    def make(reading: Reading) -> _Facts | None:
        lists = _words(reading)
        return ("banned_words", op, list(lists[0])) if len(lists) == 1 else None

    return make


def _preferred(*, first: bool) -> Callable[[Reading], _Facts | None]:
    """Exact pairs: one word wanted for each that is not, or for several of them."""

    def make(reading: Reading) -> _Facts | None:
        lists = _words(reading)
        if len(lists) != 2:
            return None
        wanted, unwanted = lists if first else reversed(lists)
        if len(wanted) not in (1, len(unwanted)):
            return None
        news = wanted * len(unwanted) if len(wanted) == 1 else wanted
        pairs = list(zip(unwanted, news, strict=True))
        if any(old == new or ARROW in old + new for old, new in pairs):
            return None
        return "preferred_words", "is", [f"{old} {ARROW} {new}" for old, new in pairs]

    return make


def _names(reading: Reading) -> _Facts | None:
    lists = _words(reading)
    if len(lists) != 1 or not all(any(c.isupper() or c.isdigit() for c in w) for w in lists[0]):
        return None
    return "product_names", "in", list(lists[0])


def _odd_names(reading: Reading) -> _Facts | None:
    """Names without quotation marks must look like names: a capital or a figure inside."""
    lists = _words(reading)
    odd = len(lists) == 1 and all(re.search(r"[a-z][A-Z]|\d", w) for w in lists[0])
    return _names(reading) if odd else None


def _quantity(reading: Reading) -> _Facts | None:
    named = [s for s in reading.core if s.part == "quantity"]
    number, unit, bound = reading.first("number"), reading.first("unit"), _bound(reading)
    if len(named) != 1 or number is None or bound is None:
        return None
    quantity = named[0]
    if bool(number.get("share")) != bool(quantity.get("share")):
        return None
    if unit is not None and unit.get("value") != quantity.get("unit"):
        return None
    if unit is None and quantity.get("unit"):
        return None
    scope = reading.first("scope")
    # The contrast is that of all words.
    if scope is not None and (quantity.get("measure"), scope.get("value")) != (
        "text_contrast",
        "text",
    ):
        return None
    op, value = bound
    return quantity.get("measure"), op, value + (1 if _unbent(reading, quantity) else 0)


def _unbent(reading: Reading, quantity: Sense) -> bool:
    """Whether "under" was counted down by one where the measure is no count."""
    number = reading.first("number")
    whole = number is not None and number.get("number") == int(number.get("number"))
    below = any(s.part == "below" for s in reading.core)
    return below and whole and not quantity.get("share") and quantity.get("unit") != "pixels"


def _place(reading: Reading) -> _Facts | None:
    places = [s.get("value") for s in reading.core if s.part == "place"]
    return ("logo_place", "is", places[0]) if len(places) == 1 else ("logo_place", "in", places)


def _no_place(reading: Reading) -> _Facts | None:
    place = reading.first("place")
    assert place is not None
    return "logo_place", "not_in", [place.get("value")]


def _setting(reading: Reading) -> _Facts | None:
    setting, scope = reading.first("setting"), reading.first("scope")
    assert setting is not None
    if scope is not None and scope.get("value") != "text":
        return None
    return setting.get("measure"), "is", setting.get("value")


def _button_setting(reading: Reading) -> _Facts | None:
    facts = _setting(reading)
    return facts if facts is not None and facts[0] == "corner_radius" else None


def _ink(reading: Reading) -> _Facts | None:
    ink = reading.first("ink")
    assert ink is not None
    return "button_colour", "is", ink.get("value")


def _no_setting(reading: Reading) -> _Facts | None:
    facts = _setting(reading)
    return None if facts is None else (facts[0], "not_in", [facts[2]])


def _side(reading: Reading) -> _Facts | None:
    side = reading.first("side")
    assert side is not None
    return "negative_side", "is", side.get("value")


_MAKERS: Mapping[str, Callable[[Reading], _Facts | None]] = MappingProxyType(
    {
        "none": _none,
        "count": _count,
        "exact-count": _exactly(_count),
        "one": _one,
        "some": _some,
        "length": _length,
        "exact-length": _exactly(_length),
        "choice": _choice,
        "other-choice": _other_choice,
        "wanted": _flag(True),
        "unwanted": _flag(False),
        "banned": _banned("not_in"),
        "allowed": _banned("in"),
        "first-wanted": _preferred(first=True),
        "last-wanted": _preferred(first=False),
        "names": _names,
        "odd-names": _odd_names,
        "quantity": _quantity,
        "place": _place,
        "no-place": _no_place,
        "setting": _setting,
        "no-setting": _no_setting,
        "button-setting": _button_setting,
        "ink": _ink,
        "side": _side,
    }
)
MAKES = frozenset(_MAKERS)
