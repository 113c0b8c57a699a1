"""The colours of a site with their parts, weighed by what they colour on its page.

Frequency says what a page is mostly made of; what the brand calls its own, what its buttons and
links are filled with and what its logo is drawn in says which colour leads.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Any

from ...models.style import ColourRole
from .css_tokens import css_colour
from .facts import SiteColour
from .styles import Declaration, Declared
from .usage import Kind

_MAX_COLOURS = 12
_NEAR = 0.03

_WEIGHTS: Mapping[str, float] = {
    "background-color": 1.0, "color": 0.8, "fill": 0.4, "border-color": 0.3, "border": 0.25,
    "border-bottom": 0.2, "border-top": 0.2, "border-left": 0.2, "border-right": 0.2,
    "stroke": 0.3, "outline": 0.1, "background-image": 0.4, "text-decoration-color": 0.2,
    "accent-color": 1.0, "caret-color": 0.2,
}  # fmt: skip
_BUTTON = re.compile(r"\bbutton\b|\bbtn|\bcta|\[type=\"?submit", re.IGNORECASE)
_LINK = re.compile(r"(?:^|[\s>+~)])a(?:[.:\[(]|$)")
_HEADING = re.compile(r"(?<![\w-])h[1-4](?![\w-])|head(?:ing|line)|title|display", re.IGNORECASE)
_STATE = re.compile(
    r":(?:hover|focus|active|disabled|visited|checked|invalid|target|placeholder)", re.IGNORECASE
)
#: What says something has happened, quotes code or leads to other people's sites is no brand.
_MESSAGE = re.compile(
    r"error|alert|warning|danger|success|admonition|notification|toast|notice|callout|badge|tag\b"
    r"|highlight|hljs|token|syntax|(?<![\w-])(?:code|pre|kbd|mark|del|ins|table|blockquote)(?![\w-])"
    r"|facebook|twitter|instagram|linkedin|youtube|pinterest|whatsapp|social|cookie|consent"
    r"|versionmodified|deprecated|selection|skip",
    re.IGNORECASE,
)
_LEADING = re.compile(r"primary|brand|cta|solid|submit|send|buy", re.IGNORECASE)
_STEPPING_BACK = re.compile(
    r"secondary|tertiary|outline|ghost|light|dark|link|success|danger|warning|info|close|toggle"
    r"|default|disabled|neutral|cancel|icon|muted|search|menu|nav|dropdown|copy",
    re.IGNORECASE,
)
#: Words in a property's name that make it another colour than the one that leads.
_BESIDE = re.compile(
    r"foreground|contrast|hover|active|focus|dark|light|subtle|emphasis|inverse|invert|border|text"
    r"|secondary|tertiary|disabled|muted|shadow|ring|-on-|on-primary|bg-subtle|soft|pale|alt|code"
    r"|highlight|-(?:50|100|200|300|800|900|950)$|transparent|opacity|alpha|gradient|visited",
    re.IGNORECASE,
)
_CALLED_LEADING = re.compile(
    r"(?<![a-z])(?:primary|brand|main(?!-)|corporate|haupt)", re.IGNORECASE
)
_CALLED_ACCENT = re.compile(r"(?<![a-z])(?:accent|cta|theme|link)(?![a-z])", re.IGNORECASE)
_FRAMEWORK = re.compile(
    r"^--(?:wp--preset|bs-|tw-|chakra-|mdc-|fa-|swiper|el-|mantine|mui|e-a-|plyr|toastify)",
    re.IGNORECASE,
)
#: What frameworks call primary before anybody has chosen: Bootstrap 3 to 5, Bulma, Foundation,
#: Elementor. Only what the page shows of it counts.
_DEFAULTS = frozenset(
    {"#337ab7", "#007bff", "#0d6efd", "#0275d8", "#00d1b2", "#1779ba", "#2199e8", "#6ec1e4"}
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
#: What a ground and a word's colour say of the leading colour, by what they colour.
_GROUND_LEADS: Mapping[Kind, float] = {
    "button": 2.0, "link": 1.2, "heading": 0.5, "header": 1.5, "hero": 1.5, "other": 0.25,
}  # fmt: skip
_WORD_LEADS: Mapping[Kind, float] = {
    "button": 0.3, "link": 1.5, "heading": 0.8, "header": 0.2, "hero": 0.3, "other": 0.15,
}  # fmt: skip


@dataclass(slots=True)
class _Votes:
    """What each colour is said to be, what it is called, and how much says that it leads."""

    parts: dict[str, dict[ColourRole, float]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    leads: dict[str, float] = field(default_factory=dict)

    def part(self, value: str, role: ColourRole, weight: float) -> None:
        parts = self.parts.setdefault(value, {})
        parts[role] = parts.get(role, 0.0) + weight

    def lead(self, value: str, weight: float) -> None:
        self.parts.setdefault(value, {})
        self.leads[value] = self.leads.get(value, 0.0) + weight


def colours(
    declared: Declared, theme: str | None = None, drawn: Iterable[str] = ()
) -> list[SiteColour]:
    """Up to twelve colours with their parts, the weightiest first; ``theme`` is the page's
    theme-color, ``drawn`` are the colours that its logo is drawn in.
    """
    votes = _Votes()
    for entry in declared.declarations:
        _used(votes, entry, declared.colours_in(entry.value)[:4])
    for name in declared.properties:
        _called(votes, declared, name)
    themed = css_colour(theme) if theme else None
    if themed is not None:
        votes.part(themed, "primary", 3.0)
        votes.lead(themed, 3.0)
    for value in list(drawn)[:4]:
        known = css_colour(value)
        if known is not None:
            votes.part(known, "primary", 0.5)
            votes.lead(known, 2.0)
    return _settled(votes)


def _used(votes: _Votes, entry: Declaration, values: Iterable[str]) -> None:
    """Count a declaration: for the part that it speaks for, and for what leads."""
    weight = _WEIGHTS.get(entry.name, 0.0)
    if not weight:
        return
    message = _MESSAGE.search(entry.selector) is not None
    quiet = 0.25 if message or _STATE.search(entry.selector) else 1.0
    often = _often(entry)
    role, factor = _role_of_use(entry)
    for value in values:
        votes.part(value, role, weight * factor * quiet * often)
        votes.lead(value, _leads(entry) * often * (0.04 if message else quiet))


def _often(entry: Declaration) -> float:
    """A rule that many elements show says more than one that a single element does."""
    return 1.0 if entry.kinds is None else min(2.0, 0.8 + 0.2 * log2(1 + entry.kinds.total()))


def _leads(entry: Declaration) -> float:
    ground = entry.name in {"background-color", "background-image", "accent-color"}
    if not ground and entry.name not in {"color", "fill"}:
        return 0.05
    if entry.on_ground:
        return 0.0
    kind = _kind(entry)
    weight = (_GROUND_LEADS if ground else _WORD_LEADS)[kind]
    if _STEPPING_BACK.search(entry.selector):
        return weight * 0.15
    if _LEADING.search(entry.selector) and (ground or kind in {"link", "heading"}):
        return weight + 1.5
    return weight


def _kind(entry: Declaration) -> Kind:
    """What a rule colours, from the page's elements, else from the words of its selector."""
    if _BUTTON.search(entry.selector):
        return "button"
    if entry.kinds:
        return entry.kinds.most_common(1)[0][0]
    if _LINK.search(entry.selector):
        return "link"
    return "heading" if _HEADING.search(entry.selector) else "other"


def _called(votes: _Votes, declared: Declared, name: str) -> None:
    """Count a custom property: what a brand calls primary is primary, however seldom a rule says
    so.
    """
    value = declared.property_colour(name)
    uses = declared.uses.get(name, 0)
    if value is None:
        return
    role = next((role for pattern, role in _NAMED if pattern.search(name)), None)
    framework = _FRAMEWORK.match(name) is not None
    if not _BESIDE.search(name):
        if _CALLED_LEADING.search(name):
            votes.lead(value, _naming(value, uses, framework))
        elif _CALLED_ACCENT.search(name) and uses:
            votes.lead(value, 2.0)
    if uses == 0 and (framework or role is None):
        return
    votes.part(value, role or "neutral", (2.5 if role and uses else 1.0) + 0.05 * min(uses, 20))
    if not framework:
        votes.names.setdefault(value, name.lstrip("-").replace("-", " ")[:80])


def _naming(value: str, uses: int, framework: bool) -> float:
    if value in _DEFAULTS:
        return 0.5
    if uses:
        return 6.0
    return 4.0 if framework else 2.0


def _role_of_use(entry: Declaration) -> tuple[ColourRole, float]:
    """What a colour is for where it is declared so, and how much that says."""
    ground = entry.name.startswith("background")
    if entry.on_ground:
        if ground:
            return "background", 4.0
        return ("text", 4.0) if entry.name == "color" else ("neutral", 0.5)
    kind = _kind(entry)
    if kind == "button":
        return ("primary", 3.0) if ground else ("neutral", 0.4)
    if kind == "link" and entry.name == "color":
        return "accent", 1.5
    if ground:
        return "surface", 1.0
    if entry.name == "color":
        return "text", 1.0 if kind == "heading" else 0.6
    return "neutral", 0.4


@dataclass(slots=True)
class _Joined:
    """Near colours as one: the weightiest's value, and what all of them were said to be."""

    value: str
    lab: Any
    parts: dict[ColourRole, float]
    lead: float
    name: str | None


def _settled(votes: _Votes) -> list[SiteColour]:
    """Near colours joined, each with the part that speaks for it."""
    joined = _join(votes)
    total = sum(sum(entry.parts.values()) for entry in joined) or 1.0
    leading = max(joined, key=_leadership, default=None)
    if leading is not None and _leadership(leading) <= 0.4:
        leading = None
    found: list[SiteColour] = []
    for entry in joined:
        role: ColourRole = "primary" if entry is leading else _part(entry.lab, entry.parts)
        if leading is not None and entry is not leading and role == "primary":
            role = "secondary"
        share = round(sum(entry.parts.values()) / total, 4)
        found.append(SiteColour(entry.value, role, share, entry.name))
    ordered = _one_of_each(sorted(found, key=lambda c: (-c.weight, c.hex)))
    kept = ordered[:_MAX_COLOURS]
    # However rarely it is seen, the colour that leads is one of the palette.
    return kept + [c for c in ordered[_MAX_COLOURS:] if c.role == "primary"]


def _join(votes: _Votes) -> list[_Joined]:
    from coloraide import Color

    def weight(value: str) -> float:
        return sum(votes.parts[value].values()) + votes.leads.get(value, 0.0)

    # Most sites declare a few hundred colours at most; beyond that the light ones say nothing.
    ordered = sorted(votes.parts, key=lambda value: (-weight(value), value))[:80]
    joined: list[_Joined] = []
    for value in ordered:
        lab = Color(value).convert("oklab")
        parts, lead = votes.parts[value], votes.leads.get(value, 0.0)
        near = next((e for e in joined if lab.distance(e.lab, space="oklab") < _NEAR), None)
        if near is None:
            joined.append(_Joined(value, lab, dict(parts), lead, votes.names.get(value)))
            continue
        near.lead += lead
        near.name = near.name or votes.names.get(value)
        for role, said in parts.items():
            near.parts[role] = near.parts.get(role, 0.0) + said
    return [entry for entry in joined if entry.parts]


def _leadership(entry: _Joined) -> float:
    """How much says that a colour leads; grey, near white and near black lead only where nothing
    else does.
    """
    lightness, chroma, _ = entry.lab.convert("oklch").coords(nans=False)
    if chroma < 0.03:
        return entry.lead * 0.08
    if chroma < 0.05 or lightness > 0.94 or lightness < 0.2:
        return entry.lead * 0.3
    return entry.lead


def _part(lab: Any, votes: Mapping[ColourRole, float]) -> ColourRole:
    chroma = float(lab.convert("oklch").get("chroma", nans=False))

    def most(roles: Collection[ColourRole]) -> ColourRole:
        return max(roles, key=lambda role: (votes[role], role))

    if chroma < 0.05:
        # A grey may be ground, words or lines; it is no accent.
        quiet = [role for role in votes if role not in {"primary", "accent", "secondary"}]
        return most(quiet) if quiet else "neutral"
    # Loud colours are used as ground and for words too; what they are is the brand's colour.
    loud = [role for role in votes if role in {"primary", "secondary", "accent"}]
    if loud and sum(votes[role] for role in loud) >= 0.15 * sum(votes.values()):
        return most(loud)
    return "secondary" if chroma >= 0.08 else most(list(votes))


def _one_of_each(colours: list[SiteColour]) -> list[SiteColour]:
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
    return settled
