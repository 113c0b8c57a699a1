"""A rule said back: what of it is checked, in words, and where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from ..domain.rules import ARROW, MEASURES, on_banners
from ..models.rules import RuleCheck
from .tables import table

UNCHECKED = "Kept for people, not checked."
#: Measures that nobody takes yet: a rule on them is shown and never tested.
_NOT_TAKEN = frozenset({"logo_contrast", "columns"})
_WHERE = MappingProxyType(
    {
        "copy": "Checked on banners and texts.",
        "image": "Checked on pictures.",
        "logo": "Checked on banners.",
        "layout": "Checked on banners.",
    }
)
_PERCENT = frozenset({"whitespace", "margin", "logo_width_share", "negative_space"})


def echo(check: RuleCheck | None, *, enforced: bool = False) -> str:
    """What is checked and where ("Headlines: at most 6 words. Checked on banners and texts."), or that nothing
    is. Of one that is ``enforced``, that it refuses banners, where it is checked on them.
    """
    if check is None or check.measure not in MEASURES:
        return UNCHECKED
    if check.measure in _NOT_TAKEN:
        return f"{_said(check)} Kept for people: nothing measures it yet."
    kind = MEASURES[check.measure].kind
    if kind == "copy" and not on_banners(check):
        return f"{_said(check)} Checked on texts."
    return f"{_said(check)} {_WHERE[kind]}{' Refuses banners.' if enforced else ''}"


def _said(check: RuleCheck) -> str:
    say = _SAYINGS.get(check.measure)
    if say is not None:
        return say(check)
    known = table("rules")["said"].get(check.measure)
    name = MEASURES[check.measure].meaning
    form = known or f"{name[0].upper()}{name[1:]}: %s."
    return form.replace("%s", _bound(check))


def _bound(check: RuleCheck) -> str:
    figures = check.value if isinstance(check.value, list) else [check.value]
    shown = [_figure(check.measure, f) for f in figures]
    if check.op == "between":
        return f"between {shown[0]} and {shown[1]}"
    if check.op == "<=" and check.value == 0:
        return "none"
    one = " or ".join(shown)
    exact = f"exactly {one}" if MEASURES[check.measure].type == "number" else one
    opening = {"<=": "at most ", ">=": "at least ", "not_in": "never "}.get(check.op)
    return exact if opening is None else opening + one


def _figure(measure: str, value: float | str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.replace("-", " ")
    return f"{value * 100:g} %" if measure in _PERCENT else f"{value:g}"


def _quoted(check: RuleCheck) -> str:
    values = check.value if isinstance(check.value, list) else [check.value]
    return ", ".join(f'"{value}"' for value in values)


def _words(check: RuleCheck) -> str:
    verb = "Never says" if check.op == "not_in" else "May say"
    return f"{verb} {_quoted(check)}."


def _pairs(check: RuleCheck) -> str:
    values = check.value if isinstance(check.value, list) else [check.value]
    pairs = [str(v).split(f" {ARROW} ") for v in values]
    return "; ".join(f'"{new}" instead of "{old}"' for old, new in pairs) + "."


def _one_colour(check: RuleCheck) -> str:
    if check.value is not True:
        return "One-colour logo: not used."
    return "The logo may be drawn in one of the brand's colours."


def _aligned(check: RuleCheck) -> str:
    values = check.value if isinstance(check.value, list) else [check.value]
    how = " or ".join(f"{value} aligned" for value in values)
    return f"Never {how} text." if check.op == "not_in" else f"Text {how}."


def _flag(name: str) -> Callable[[RuleCheck], str]:
    return lambda check: f"{name}: {'used' if check.value is True else 'not used'}."


_SAYINGS: Mapping[str, Callable[[RuleCheck], str]] = MappingProxyType(
    {
        "banned_words": _words,
        "preferred_words": _pairs,
        "product_names": lambda check: f"Spelled exactly so: {_quoted(check)}.",
        "spelling": lambda check: f"Spelling: {check.value}.",
        "headline_case": lambda check: f"Headlines in {check.value} case.",
        "oxford_comma": _flag("Oxford comma"),
        "contractions": _flag("Contractions"),
        "all_caps": _flag("Words in capitals"),
        "claims": _flag("Claims without proof"),
        "logo_one_colour": _one_colour,
        "alignment": _aligned,
    }
)
