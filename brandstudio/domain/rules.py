"""Brand rules as a machine sees them: what can be measured, whether figures keep to a check, and which
of a folder's inherited rules hold.

``MEASURES`` is the catalogue. A rule of any kind names one of its measures; whoever measures
(pixels, layout, proofreading) hands in figures under the same names.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..models.rules import Finding, Rule, RuleCheck, RuleKind

Value = float | str | bool
Type = Literal["number", "word", "flag", "words"]


@dataclass(frozen=True, slots=True)
class Measure:
    """What can be measured: of which kind of rule, in which unit, within which bounds, and what it
    means.

    ``type`` says what its figure is; ``words`` is a list that adds up over rules (banned words)
    instead of one value that the most specific rule sets.
    """

    name: str
    kind: RuleKind
    unit: str
    meaning: str
    type: Type = "number"
    low: float = -math.inf
    high: float = math.inf
    choices: tuple[str, ...] = ()


_SIDES = ("left", "right", "top", "bottom", "none")
_PLACES = ("top-left", "top-right", "bottom-left", "bottom-right", "centre")
_ALL: tuple[Measure, ...] = (
    Measure(
        "medium",
        "image",
        "",
        "what the picture is",
        "word",
        choices=("photo", "illustration", "document"),
    ),
    Measure(
        "tone_key", "image", "", "dark, middling or bright", "word", choices=("low", "mid", "high")
    ),
    Measure("lightness", "image", "OKLab L", "median lightness", low=0, high=1),
    Measure("shadows", "image", "OKLab L", "lightness of the 5th percentile", low=0, high=1),
    Measure("highlights", "image", "OKLab L", "lightness of the 95th percentile", low=0, high=1),
    Measure(
        "contrast",
        "image",
        "OKLab L",
        "lightness between the 5th and the 95th percentile",
        low=0,
        high=1,
    ),
    Measure("saturation", "image", "OKLCH chroma", "mean chroma", low=0, high=0.5),
    Measure("temperature", "image", "OKLab b", "cool (negative) to warm", low=-0.4, high=0.4),
    Measure("tint", "image", "OKLab a", "green (negative) to magenta", low=-0.4, high=0.4),
    Measure(
        "palette_distance",
        "image",
        "OKLab",
        "mean distance to the nearest palette colour",
        low=0,
        high=1,
    ),
    Measure("palette_share", "image", "share", "area within reach of the palette", low=0, high=1),
    Measure("shadow_tint_a", "image", "OKLab a", "colour cast of the shadows", low=-0.4, high=0.4),
    Measure("shadow_tint_b", "image", "OKLab b", "colour cast of the shadows", low=-0.4, high=0.4),
    Measure(
        "midtone_tint_a", "image", "OKLab a", "colour cast of the midtones", low=-0.4, high=0.4
    ),
    Measure(
        "midtone_tint_b", "image", "OKLab b", "colour cast of the midtones", low=-0.4, high=0.4
    ),
    Measure(
        "highlight_tint_a", "image", "OKLab a", "colour cast of the highlights", low=-0.4, high=0.4
    ),
    Measure(
        "highlight_tint_b", "image", "OKLab b", "colour cast of the highlights", low=-0.4, high=0.4
    ),
    Measure("light_hardness", "image", "0..1", "soft to hard light", low=0, high=1),
    Measure("grain", "image", "0..1", "noise", low=0, high=1),
    Measure("sharpness", "image", "0..1", "how sharp the picture is", low=0, high=1),
    Measure(
        "depth_of_field",
        "image",
        "0..1",
        "how much the subject stands out from a soft background",
        low=0,
        high=1,
    ),
    Measure("subject_x", "image", "share", "centre of the subject from the left", low=0, high=1),
    Measure("subject_y", "image", "share", "centre of the subject from the top", low=0, high=1),
    Measure("subject_size", "image", "share", "area of the subject", low=0, high=1),
    Measure("negative_space", "image", "share", "area left calm", low=0, high=1),
    Measure("negative_side", "image", "", "where it is calm", "word", choices=_SIDES),
    Measure("symmetry", "image", "0..1", "likeness of the left half and the right", low=0, high=1),
    Measure("horizon", "image", "share", "height of the horizon from the top", low=0, high=1),
    Measure("faces", "image", "count", "faces seen", low=0),
    Measure("width", "image", "px", "width", low=1),
    Measure("height", "image", "px", "height", low=1),
    Measure(
        "logo_clear_space", "logo", "logo heights", "free space round the logo", low=0, high=10
    ),
    Measure("logo_height", "logo", "px", "height of the logo", low=1),
    Measure(
        "logo_width_share", "logo", "share", "width of the logo in the banner's", low=0, high=1
    ),
    Measure("logo_place", "logo", "", "where the logo stands", "word", choices=_PLACES),
    Measure(
        "logo_contrast",
        "logo",
        "ratio",
        "contrast of the logo with what lies behind it",
        low=1,
        high=21,
    ),
    Measure("logo_one_colour", "logo", "", "the logo may be drawn in one colour", "flag"),
    Measure(
        "text_contrast", "layout", "ratio", "least contrast of any words (WCAG 2.2)", low=1, high=21
    ),
    Measure(
        "headline_share",
        "layout",
        "share",
        "size of the headline in the banner's height",
        low=0,
        high=1,
    ),
    Measure("headline_lines", "layout", "count", "lines of the headline", low=1),
    Measure("text_lines", "layout", "count", "lines of all words", low=1),
    Measure("font_families", "layout", "count", "font families used", low=1),
    Measure("colours", "layout", "count", "flat colours used", low=1),
    Measure("margin", "layout", "share", "margin in the banner's width", low=0, high=0.5),
    Measure("whitespace", "layout", "share", "area left free", low=0, high=1),
    Measure("columns", "layout", "count", "columns of the grid", low=1),
    Measure(
        "alignment",
        "layout",
        "",
        "how words are aligned",
        "word",
        choices=("left", "centre", "right", "mixed"),
    ),
    Measure("scrim", "layout", "", "a gradient or veil lies on the photo", "flag"),
    Measure(
        "button_colour",
        "layout",
        "",
        "colour of the button",
        "word",
        choices=("primary", "secondary", "accent", "surface", "text"),
    ),
    Measure(
        "corner_radius",
        "layout",
        "",
        "corners of panels and buttons",
        "word",
        choices=("square", "soft", "round"),
    ),
    Measure(
        "banned_words",
        "copy",
        "words",
        "not_in: never said; in: allowed again below a ban",
        "words",
    ),
    Measure("preferred_words", "copy", "words", "is: pairs written 'said -> preferred'", "words"),
    Measure("product_names", "copy", "words", "in: names, spelled exactly so", "words"),
    Measure(
        "spelling",
        "copy",
        "",
        "spelling variant",
        "word",
        choices=("en-GB", "en-US", "en-CA", "en-AU", "en-IN"),
    ),
    Measure("headline_case", "copy", "", "case of headings", "word", choices=("sentence", "title")),
    Measure("headline_words", "copy", "words", "words in the longest heading", low=1, high=1000),
    Measure(
        "headline_characters", "copy", "characters", "characters in the longest heading", low=1
    ),
    Measure("sentence_words", "copy", "words", "words in the longest sentence", low=1, high=1000),
    Measure("text_words", "copy", "words", "words in the text", low=0),
    Measure("text_characters", "copy", "characters", "characters in the text", low=0),
    Measure("exclamation_marks", "copy", "count", "exclamation marks", low=0),
    Measure("question_marks", "copy", "count", "question marks", low=0),
    Measure("emoji", "copy", "count", "emoji", low=0),
    Measure("hashtags", "copy", "count", "hashtags", low=0),
    Measure("links", "copy", "count", "links", low=0),
    Measure("oxford_comma", "copy", "", "a comma before the last of three or more", "flag"),
    Measure("contractions", "copy", "", "contractions (don't, we're) are used", "flag"),
    Measure("all_caps", "copy", "", "words in capitals are used", "flag"),
    Measure("claims", "copy", "", "claims without proof (best, guaranteed) are made", "flag"),
)
#: Every measure by its name.
MEASURES: Mapping[str, Measure] = {measure.name: measure for measure in _ALL}


ARROW = "->"


def pair(entry: str) -> tuple[str, str] | None:
    """The two sides of a ``said -> preferred`` entry."""
    said, arrow, preferred = entry.partition(ARROW)
    said, preferred = said.strip(), preferred.strip()
    return (said, preferred) if arrow and said and preferred else None


def test(
    check: RuleCheck,
    figures: Mapping[str, Value],
    *,
    rule: Rule | None = None,  # noqa: PT028
) -> Finding | None:
    """What ``figures`` miss of ``check``; None when they keep to it or when the measure was not
    taken.

    A figure that is no number where one is due (NaN, a word) misses the check. Lists of words are
    for proofreading, which says where they stand, and are never tested here.
    """
    measure = MEASURES.get(check.measure)
    if measure is None or measure.type == "words" or check.measure not in figures:
        return None
    value = figures[check.measure]
    if _keeps(measure, check, value):
        return None
    wanted = target(check)
    said = figure(value) if isinstance(value, float) else str(value)
    said = said.lower() if isinstance(value, bool) else said
    return Finding(
        rule_id=rule.rule_id if rule else None,
        measure=check.measure,
        value=(None if isinstance(value, float) and not math.isfinite(value) else value)
        if not isinstance(value, bool)
        else str(value).lower(),
        target=wanted,
        message=f"{measure.meaning[0].upper()}{measure.meaning[1:]}: {said}{_unit(measure)}, should be {wanted}."
        + (f" Rule: {rule.text}" if rule else ""),
    )


#: Measures of a text as a whole, which no line of a banner is.
_OF_TEXTS = frozenset({"text_words", "text_characters", "links", "hashtags"})
_OF_HEADLINES = frozenset({"headline_words", "headline_characters"})


def on_banners(check: RuleCheck) -> bool:
    """Whether a check of a copy rule holds for each line of a banner: what a text as a whole has,
    and a least of anything but a headline's length, no line has to have.
    """
    if check.measure in _OF_HEADLINES:
        return True
    measure = MEASURES.get(check.measure)
    upper = measure is None or measure.type != "number" or check.op == "<="
    return upper and check.measure not in _OF_TEXTS


def figure(value: float) -> str:
    """A figure as people write it: counts whole, all others to three digits."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.3g}"


def _unit(measure: Measure) -> str:
    """The unit after a figure, where it is a number and its meaning does not begin with the unit."""
    counted = measure.unit in ("", "count") or measure.meaning.startswith(measure.unit)
    return "" if counted or measure.type != "number" else f" {measure.unit}"


def _keeps(measure: Measure, check: RuleCheck, value: Value) -> bool:
    wanted = check.value
    if measure.type == "number":
        if isinstance(value, (bool, str)) or not math.isfinite(value):
            return False
        if isinstance(wanted, list):
            low, high = float(wanted[0]), float(wanted[-1])
            return low <= value <= high
        limit = float(wanted) if not isinstance(wanted, str) else math.nan
        if check.op == "<=":
            return value <= limit
        if check.op == ">=":
            return value >= limit
        return math.isclose(value, limit, rel_tol=1e-6, abs_tol=1e-9)
    if check.op == "matches":
        return any(
            _glob(str(pattern), str(value))
            for pattern in (wanted if isinstance(wanted, list) else [wanted])
        )
    options = (
        [_fold(str(option)) for option in wanted]
        if isinstance(wanted, list)
        else [_fold(str(wanted))]
    )
    return (_fold(str(value)) in options) != (check.op == "not_in")


def _glob(pattern: str, text: str) -> bool:
    """Whether ``text`` fits a pattern of ``*`` and ``?``. Two pointers, so that many stars stay
    cheap.
    """
    pattern, text = _fold(pattern), _fold(text)
    at = here = 0
    star, mark = -1, 0
    while here < len(text):
        if at < len(pattern) and pattern[at] == "*":
            star, mark, at = at, here, at + 1
        elif at < len(pattern) and pattern[at] in (text[here], "?"):
            at, here = at + 1, here + 1
        elif star >= 0:
            at, mark = star + 1, mark + 1
            here = mark
        else:
            return False
    return all(c == "*" for c in pattern[at:])


def target(check: RuleCheck) -> str:
    """The check's wish in words: ``at most 0.2``."""
    value = check.value
    said = ", ".join(map(_shown, value)) if isinstance(value, list) else _shown(value)
    if check.op == "between" and isinstance(value, list):
        return f"between {_shown(float(value[0]))} and {_shown(float(value[-1]))}"
    if check.op == "is" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"exactly {said}"
    opening = {
        "<=": "at most ",
        ">=": "at least ",
        "in": "one of ",
        "not_in": "none of ",
        "matches": "like ",
        "is": "",
    }
    return opening.get(check.op, "") + said


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else figure(value)


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def subjects(rule: Rule) -> frozenset[str]:
    """What a rule is about; a deeper rule about the same overrides it.

    A measure of one value is its own subject. Lists of words add up, so there each word is a
    subject of its own: two folders that ban different words ban both. A rule without a check is
    about its own words.
    """
    if rule.check is None:
        return frozenset((f"{rule.kind}:text:{_fold(rule.text).rstrip('.')}",))
    measure = MEASURES.get(rule.check.measure)
    if measure is None or measure.type != "words":
        return frozenset((f"{rule.kind}:{rule.check.measure}",))
    entries = rule.check.value if isinstance(rule.check.value, list) else [rule.check.value]
    keys = set()
    for entry in entries:
        said = (pair(str(entry)) or (str(entry), ""))[0]
        keys.add(f"{rule.kind}:{rule.check.measure}:{_fold(said)}")
    return frozenset(keys)


def resolve(levels: Sequence[tuple[str, int, Sequence[Rule]]]) -> list[Rule]:
    """All rules of a folder's chain, from the top down, each with its folder, level and whether it
    is overridden.

    ``levels`` are (folder path, level, the folder's own rules). Rules of one level never override
    each other. A rule is overridden when every subject of it is taken up by a deeper level; what is
    only partly taken up keeps holding for the rest (``lexicon`` of proofreading lets the deeper
    word win).
    """
    ordered = sorted(levels, key=lambda entry: entry[1])
    taken: set[str] = set()
    resolved: list[list[Rule]] = []
    for folder, level, rules in reversed(ordered):
        resolved.append(
            [
                rule.model_copy(
                    update={"folder": folder, "level": level, "overridden": subjects(rule) <= taken}
                )
                for rule in rules
            ]
        )
        taken |= {subject for rule in rules for subject in subjects(rule)}
    return [rule for rules in reversed(resolved) for rule in rules]


def in_force(rules: Sequence[Rule], kind: RuleKind | None = None) -> list[Rule]:
    """The rules that hold, of one kind or all."""
    return [rule for rule in rules if not rule.overridden and (kind is None or rule.kind == kind)]
