"""Small charts as SVG within the HTML: drawn in the page's own text colour, so that they stand on
light and on dark; the figure stands beside each as words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .markup import EDGE, Html, joined, number, show, tag


def swatches(colours: Iterable[tuple[str, str, float | None]]) -> Html:
    """Colours as fields with their values: hex, role or name, and share of the area."""
    fields = []
    for colour, name, share in colours:
        words = f"{name} {share:.0%}" if share is not None else name
        fields.append(
            tag(
                "div",
                Html(
                    tag(
                        "div",
                        "",
                        f"background:{show(colour)};height:2.6em;border-radius:6px;border:1px solid {EDGE}",
                    )
                    + tag("div", colour, "font-family:monospace;font-size:.85em;margin-top:.2em")
                    + tag("div", words, "font-size:.85em;opacity:.7")
                ),
                "width:6.2em",
            )
        )
    return tag("div", joined(fields), "display:flex;flex-wrap:wrap;gap:.6em")


def measure(name: str, value: float, low: float, high: float, spread: float = 0.0) -> Html:
    """One figure on its scale, with how far the references stray from it."""
    width, middle = 160.0, 7.0
    at = _place(value, low, high) * width
    left = _place(value - spread, low, high) * width
    right = _place(value + spread, low, high) * width
    zero = _place(0.0, low, high) * width if low < 0 < high else 0.0
    drawing = (
        f"<svg width='{width:g}' height='14' role='img' aria-label='{show(name)} {number(value)}'"
        " style='vertical-align:middle;overflow:visible'>"
        f"<line x1='0' x2='{width:g}' y1='{middle}' y2='{middle}' stroke='currentColor' stroke-opacity='.25' stroke-width='2'/>"
        f"<line x1='{zero:.1f}' x2='{zero:.1f}' y1='3' y2='11' stroke='currentColor' stroke-opacity='.4'/>"
        f"<line x1='{left:.1f}' x2='{right:.1f}' y1='{middle}' y2='{middle}' stroke='currentColor' stroke-opacity='.45' stroke-width='6'/>"
        f"<circle cx='{at:.1f}' cy='{middle}' r='4.5' fill='currentColor'/></svg>"
    )
    label = tag("span", name, "display:inline-block;width:10em;opacity:.75")
    figure = tag(
        "span", f"{value:.2f}" + (f" ± {spread:.2f}" if spread else ""), "margin-left:.8em"
    )
    return tag("div", Html(label + Html(drawing) + figure), "white-space:nowrap")


def share(value: float) -> Html:
    """A share of one as a bar with its figure."""
    filled = _place(value, 0.0, 1.0)
    return Html(
        "<svg width='80' height='8' aria-hidden='true' style='vertical-align:middle'>"
        "<rect width='80' height='8' rx='4' fill='currentColor' fill-opacity='.15'/>"
        f"<rect width='{filled * 80:.1f}' height='8' rx='4' fill='currentColor' fill-opacity='.65'/></svg>"
        f" {value:.2f}"
    )


def bars(entries: Sequence[tuple[str, float]], unit: str = "") -> Html:
    """Named figures as bars, longest the widest."""
    most = max((abs(value) for _, value in entries), default=0) or 1
    lines = [
        Html(
            f"<div style='white-space:nowrap'>{tag('span', name, 'display:inline-block;width:14em;opacity:.75;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom')}"
            f"<svg width='200' height='10' aria-hidden='true'><rect width='{max(1.0, abs(value) / most * 200):.1f}' height='10' rx='3' fill='currentColor' fill-opacity='.55'/></svg>"
            f" {number(value)}{show(unit) if unit else ''}</div>"
        )
        for name, value in entries
    ]
    return joined(lines)


def progress(percent: float | None, message: str) -> Html:
    """How far work is: a bar with its words; without a figure, the words alone."""
    if percent is None:
        return tag("div", message)
    done = max(0.0, min(100.0, percent))
    return Html(
        f"<div role='progressbar' aria-valuenow='{done:.0f}' aria-valuemin='0' aria-valuemax='100'>"
        f"<div style='background:rgba(128,128,128,.22);border-radius:5px;height:10px;max-width:320px'>"
        f"<div style='background:#3b82c4;border-radius:5px;height:10px;width:{done:.1f}%'></div></div>"
        f"{tag('span', f'{done:.0f} %')} {tag('span', message, 'opacity:.75')}</div>"
    )


def _place(value: float, low: float, high: float) -> float:
    return max(0.0, min(1.0, (value - low) / (high - low)))
