"""What a brand's machine-readable layout and logo rules ask of a banner, and what a finished one
measures.

Rules that can be followed while laying out are followed (clear space, logo size and place,
contrast, headline lines, corners); every rule is then tested on the finished banner's figures, and
what it misses is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from brandstudio.domain import rules as brand_rules
from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFigures,
    Layer,
    LogoLayer,
    PanelLayer,
    TextLayer,
)
from brandstudio.models.rules import Finding, RuleCheck
from brandstudio.render.brief import CornerStyle
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout import colours

# : Clear space round a logo as a share of its height, and its least height in px, unless the
# brand's rules say more.
CLEAR = 0.5
LEAST = 22.0
#: The widest that a logo gets, as a share of the banner's width.
WIDEST = 0.34


@dataclass(frozen=True)
class Limits:
    """Rules as numbers. ``clear`` is in logo heights, ``contrast`` the ratio that all words are
    brought to.
    """

    clear: float = CLEAR
    least: float = LEAST
    highest: float | None = None
    widest: float = WIDEST
    place: tuple[str, ...] = ()
    """Corners that the logo may stand in; empty for any."""
    contrast: float = colours.TARGET
    lines: int | None = None
    corners: CornerStyle | None = None

    @classmethod
    def of(cls, checks: Iterable[RuleCheck]) -> Limits:
        """The strictest of what the checks ask for, each kept within what can be drawn."""
        clear, least, widest, contrast = CLEAR, LEAST, WIDEST, colours.TARGET
        highest: float | None = None
        lines: int | None = None
        place: tuple[str, ...] = ()
        corners: CornerStyle | None = None
        for check in checks:
            low, high = _bounds(check)
            if check.measure == "logo_clear_space" and low is not None:
                clear = min(max(clear, low), 2.0)
            elif check.measure == "logo_height":
                least = min(max(least, low), 400.0) if low is not None else least
                highest = high if high is not None else highest
            elif check.measure == "logo_width_share" and high is not None:
                widest = min(max(high, 0.02), 0.6)
            elif check.measure == "text_contrast" and low is not None:
                contrast = min(max(contrast, low), 15.0)
            elif check.measure == "headline_lines" and high is not None:
                lines = max(int(high), 1)
            elif check.measure == "logo_place":
                place = _places(check)
            elif check.measure == "corner_radius" and check.op == "is":
                corners = next((c for c in ("square", "soft", "round") if c == check.value), None)
        return cls(clear, least, highest, widest, place, contrast, lines, corners)


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
    layers: Sequence[Layer], canvas: Canvas, contrast: Sequence[ContrastFigures]
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
    kinds = (TextLayer, PanelLayer, ButtonLayer)
    out["colours"] = len({layer.colour for layer in layers if isinstance(layer, kinds)})
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


def missed(checks: Iterable[RuleCheck], measured: Mapping[str, brand_rules.Value]) -> list[Finding]:
    """What the figures miss of the checks."""
    found = (brand_rules.test(check, measured) for check in checks)
    return [finding for finding in found if finding is not None]
