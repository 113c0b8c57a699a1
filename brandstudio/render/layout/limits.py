"""What a brand's machine-readable layout and logo rules ask of a banner, and what a finished one
measures.

Rules that can be followed while laying out are followed (clear space, logo size and place,
contrast, headline lines, corners); every rule is then tested on the finished banner's figures, and
what it misses is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from brandstudio.domain import rules as brand_rules
from brandstudio.models.choices import Choices
from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFigures,
    Layer,
    LogoLayer,
    PanelLayer,
    ScrimLayer,
    TextLayer,
)
from brandstudio.models.rules import Finding, RuleCheck
from brandstudio.render.brief import CornerStyle, Look
from brandstudio.render.contrast import required_ratio
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout import colours
from brandstudio.render.layout.words import Block

# : Clear space round a logo as a share of its height, and its least height in px, unless the
# brand's rules say more.
CLEAR = 0.5
LEAST = 22.0
_ROLES: Final = ("accent", "primary", "secondary", "surface", "text", "background")
#: The widest that a logo gets, as a share of the banner's width.
WIDEST = 0.34


@dataclass(frozen=True)
class Limits:
    """Rules and a person's choices as numbers and words.

    ``clear`` is in logo heights, ``contrast`` the ratio that all words are brought to.
    """

    clear: float = CLEAR
    least: float = LEAST
    highest: float | None = None
    widest: float | None = None
    """None where no rule says so; see `logos.logo_size`."""
    place: tuple[str, ...] = ()
    """Corners that the logo may stand in; empty for any."""
    one_colour: bool = False
    """True where the logo may be drawn in one of the brand's colours before it gets a plate."""
    contrast: float = colours.TARGET
    strict: bool = False
    """True where a rule asks ``contrast`` of all words: large ones then need it too."""
    lines: int | None = None
    corners: CornerStyle | None = None
    align: Literal["start", "center", "end", "left", "right"] | None = None
    scrim: bool = True
    """False where no gradient and no veil may lie on the photo."""
    button: str | None = None
    """The palette's role that buttons are filled with."""

    @classmethod
    def of(cls, checks: Iterable[RuleCheck]) -> Limits:
        """The strictest of what the checks ask for, each kept within what can be drawn."""
        limits = cls()
        for check in checks:
            obey = _OBEYED.get(check.measure)
            if obey is not None:
                limits = obey(limits, check)
        return limits

    def needed(self, block: Block) -> float:
        """The ratio of words in a colour that is asked for: of large ones 3:1 (WCAG 2.2, 1.4.3),
        unless a rule asks for more of all.
        """
        if self.strict:
            return self.contrast
        style = block.paragraph.style
        return required_ratio(block.paragraph.size, round(style.weight))

    def with_choices(self, choices: Choices) -> Limits:
        """The limits with what a person chose for one banner. A rule on the logo's place, on scrims
        or on the clear space stands above a choice.
        """
        limits, logo = self, choices.logo
        if logo is not None and logo.place is not None and logo.place in (self.place or _CORNERS):
            limits = replace(limits, place=(logo.place,))
        if choices.align is not None:
            limits = replace(limits, align=choices.align)
        if choices.button in ("accent", "primary"):
            limits = replace(limits, button=choices.button)
        return limits


def overruled(
    checks: Sequence[RuleCheck], choices: Choices, measured: Mapping[str, brand_rules.Value]
) -> list[str]:
    """What a person chose and a rule kept from being taken, in sentences; ``measured`` are the
    figures of the finished banner.
    """
    limits, logo, scrim = Limits.of(checks), choices.logo, choices.scrim
    found: list[str] = []
    stands = measured.get("logo_place")
    if logo and logo.place and stands and limits.place and logo.place not in limits.place:
        allowed = " or ".join(limits.place)
        found.append(
            f"The logo stands {stands}, not {logo.place} as was chosen: a rule says {allowed}."
        )
    if scrim is not None and scrim.kind in ("linear", "even") and not limits.scrim:
        found.append(
            f"The scrim ({scrim.kind}) that was chosen is not drawn: a rule says none; words that "
            "need one stand on a panel or beside the photo."
        )
    if logo and logo.size and _size_held(limits, logo.size, measured):
        height = float(measured["logo_height"])
        found.append(f"A rule holds the logo at {height:.0f} px high, whatever size was chosen.")
    return found


def _size_held(limits: Limits, size: float, measured: Mapping[str, brand_rules.Value]) -> bool:
    """True where the logo came out as large, or as small, as a rule lets it."""
    if "logo_height" not in measured:
        return False
    height, width = float(measured["logo_height"]), float(measured["logo_width_share"])
    if size < 1:
        return limits.least > LEAST and height < limits.least + 0.5
    high = limits.highest is not None and height > limits.highest - 0.5
    return size > 1 and (high or (limits.widest is not None and width > limits.widest - 0.005))


def _clear_space(limits: Limits, check: RuleCheck) -> Limits:
    low, _ = _bounds(check)
    return limits if low is None else replace(limits, clear=min(max(limits.clear, low), 2.0))


def _logo_height(limits: Limits, check: RuleCheck) -> Limits:
    low, high = _bounds(check)
    least = min(max(limits.least, low), 400.0) if low is not None else limits.least
    return replace(limits, least=least, highest=high if high is not None else limits.highest)


def _logo_width(limits: Limits, check: RuleCheck) -> Limits:
    _, high = _bounds(check)
    return limits if high is None else replace(limits, widest=min(max(high, 0.02), 0.6))


def _one_colour(limits: Limits, check: RuleCheck) -> Limits:
    return replace(limits, one_colour=check.value is True)


def _contrast(limits: Limits, check: RuleCheck) -> Limits:
    low, _ = _bounds(check)
    if low is None:
        return limits
    return replace(limits, contrast=min(max(limits.contrast, low), 15.0), strict=True)


def _lines(limits: Limits, check: RuleCheck) -> Limits:
    _, high = _bounds(check)
    return limits if high is None else replace(limits, lines=max(int(high), 1))


def _place(limits: Limits, check: RuleCheck) -> Limits:
    return replace(limits, place=_places(check))


def _corners(limits: Limits, check: RuleCheck) -> Limits:
    if check.op != "is":
        return limits
    shape = next((c for c in ("square", "soft", "round") if c == check.value), None)
    return replace(limits, corners=shape)


def _alignment(limits: Limits, check: RuleCheck) -> Limits:
    wanted = {"left": "left", "right": "right", "centre": "center"}.get(str(check.value))
    return replace(limits, align=wanted) if check.op == "is" else limits  # type: ignore[arg-type]


def _scrim(limits: Limits, check: RuleCheck) -> Limits:
    return replace(limits, scrim=check.value is not False)


def _button(limits: Limits, check: RuleCheck) -> Limits:
    return replace(limits, button=str(check.value)) if check.op == "is" else limits


_OBEYED: Final[Mapping[str, Callable[[Limits, RuleCheck], Limits]]] = MappingProxyType(
    {
        "logo_clear_space": _clear_space,
        "logo_height": _logo_height,
        "logo_width_share": _logo_width,
        "logo_place": _place,
        "logo_one_colour": _one_colour,
        "text_contrast": _contrast,
        "headline_lines": _lines,
        "corner_radius": _corners,
        "alignment": _alignment,
        "scrim": _scrim,
        "button_colour": _button,
    }
)
"""The measures that a layout obeys while it is made."""


_CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def _bounds(check: RuleCheck) -> tuple[float | None, float | None]:
    """The least and the greatest number that a check allows."""
    values = check.value if isinstance(check.value, list) else [check.value]
    numbers = [float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)]
    if not numbers:
        return None, None
    return {
        ">=": (numbers[0], None),
        "<=": (None, numbers[0]),
        "between": (numbers[0], numbers[-1]),
        "is": (numbers[0], numbers[0]),
    }.get(check.op, (None, None))


def _places(check: RuleCheck) -> tuple[str, ...]:
    named = check.value if isinstance(check.value, list) else [check.value]
    if check.op == "not_in":
        return tuple(c for c in _CORNERS if c not in named)
    return tuple(c for c in _CORNERS if c in named)


def figures(
    layers: Sequence[Layer], canvas: Canvas, contrast: Sequence[ContrastFigures], look: Look
) -> Mapping[str, brand_rules.Value]:
    """A finished banner's figures under the names of ``domain.rules.MEASURES``."""
    texts = [layer for layer in layers if isinstance(layer, TextLayer)]
    out: dict[str, brand_rules.Value] = {}
    headline = next((t for t in texts if t.slot == "headline"), None)
    if headline is not None:
        out["headline_share"] = headline.size / canvas.height
        out["headline_lines"] = len(headline.lines)
        out["alignment"] = {
            ("start", "ltr"): "left", ("start", "rtl"): "right", ("end", "ltr"): "right", ("end", "rtl"): "left",
        }.get((headline.align, headline.direction), "centre")  # fmt: skip
    out["text_lines"] = sum(len(t.lines) for t in texts)
    out["font_families"] = len({t.family for t in texts})
    button = next((layer for layer in layers if isinstance(layer, ButtonLayer)), None)
    if button is not None:
        shown = _shown(button, layers, look).lower()
        out["button_colour"] = next((r for r in _ROLES if look.role(r) == shown), "other")
    kinds = (TextLayer, PanelLayer, ButtonLayer)
    out["colours"] = len({layer.colour for layer in layers if isinstance(layer, kinds)})
    out["scrim"] = any(isinstance(layer, ScrimLayer) for layer in layers)
    inks = [Rect(*line.box) for t in texts for line in t.lines if line.box[2] > 0]
    if inks:
        whole = union(inks)
        out["margin"] = max(min(whole.x, canvas.width - whole.right), 0.0) / canvas.width
        out["whitespace"] = 1.0 - min(sum(r.area for r in inks) / canvas.whole.area, 1.0)
    words = [f.worst for f in contrast if f.vision == "normal" and f.layer != "button"]
    if words:
        out["text_contrast"] = min(words)
    logo = next((layer for layer in layers if isinstance(layer, LogoLayer)), None)
    if logo is not None:
        box = Rect(*logo.box)
        out["logo_height"] = box.height
        out["logo_width_share"] = box.width / canvas.width
        out["logo_clear_space"] = logo.clear_space / box.height
        row = "top" if box.centre[1] < canvas.height / 2 else "bottom"
        out["logo_place"] = f"{row}-{'left' if box.centre[0] < canvas.width / 2 else 'right'}"
    return out


def _shown(button: ButtonLayer, layers: Sequence[Layer], look: Look) -> str:
    """The colour that a button is known by: its fill, but of an outline, which is filled with what it
    stands on, the line.
    """
    behind = {layer.colour for layer in layers if isinstance(layer, PanelLayer)}
    behind |= {colours.dark_scrim(look), colours.light_scrim(look)}
    return button.border if button.border and button.colour in behind else button.colour


def missed(checks: Iterable[RuleCheck], measured: Mapping[str, brand_rules.Value]) -> list[Finding]:
    """What the figures miss of the checks."""
    found = (brand_rules.test(check, measured) for check in checks)
    return [finding for finding in found if finding is not None]
