"""Colours of the studio: four themes as frozen values, whose contrast the tests measure.

``PAIRS`` names every pair of ground and ink that a screen draws, with the ratio it needs (WCAG 2.2:
4.5 for words, 3 for lines that carry meaning).
"""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache

from rich.style import Style
from rich.text import Span, Text
from textual.theme import Theme


@dataclass(frozen=True)
class Tones:
    """The colours of one theme, as hex."""

    name: str
    dark: bool
    ground: str
    raised: str
    panel: str
    line: str
    text: str
    quiet: str
    accent: str
    on_accent: str
    second: str
    good: str
    warn: str
    bad: str
    select: str


NIGHT = Tones(
    name="night",
    dark=True,
    ground="#12141b",
    raised="#181b24",
    panel="#222734",
    line="#3a4254",
    text="#eceef4",
    quiet="#a2abbd",
    accent="#ffb066",
    on_accent="#1c1206",
    second="#8fb8ff",
    good="#7fd99a",
    warn="#ffd166",
    bad="#ff8585",
    select="#3a3327",
)
PAPER = Tones(
    name="paper",
    dark=False,
    ground="#faf8f4",
    raised="#ffffff",
    panel="#efebe2",
    line="#c9c1b2",
    text="#1c1f26",
    quiet="#565d69",
    accent="#a8431a",
    on_accent="#ffffff",
    second="#1f56a8",
    good="#1c6b34",
    warn="#7a5200",
    bad="#ab2219",
    select="#f6e3d3",
)
CONTRAST = Tones(
    name="contrast",
    dark=True,
    ground="#000000",
    raised="#000000",
    panel="#141414",
    line="#bdbdbd",
    text="#ffffff",
    quiet="#e4e4e4",
    accent="#ffff00",
    on_accent="#000000",
    second="#7fd4ff",
    good="#70ff9b",
    warn="#ffd60a",
    bad="#ff9a9a",
    select="#333300",
)

PAIRS: tuple[tuple[str, str, float], ...] = (
    *((ground, "text", 7.0) for ground in ("ground", "raised", "panel", "select")),
    *((ground, "quiet", 4.5) for ground in ("ground", "raised", "panel", "select")),
    *(
        (ground, ink, 4.5)
        for ground in ("ground", "raised", "panel", "select")
        for ink in ("accent", "second", "good", "warn", "bad")
    ),
    ("accent", "on_accent", 4.5),
)
"""(ground, ink, the least ratio)."""


def luminance(colour: str) -> float:
    """Relative luminance of a hex colour (WCAG 2.2)."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two hex colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(ink: str, grounds: Sequence[str], ratio: float) -> str:
    """The ink, lightened or darkened until it reads on all the grounds; its hue stays."""
    towards_light = luminance(grounds[0]) < 0.18
    red, green, blue = (int(ink[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    for step in range(101):
        goal = 1.0 if towards_light else 0.0
        moved = lightness + (goal - lightness) * step / 100
        shares = colorsys.hls_to_rgb(hue, moved, saturation)
        colour = "#" + "".join(f"{round(share * 255):02x}" for share in shares)
        if all(contrast(colour, ground) >= ratio for ground in grounds):
            return colour
    return "#ffffff" if towards_light else "#000000"


def brand_tones(palette: Sequence[str], dark: bool = True) -> Tones:
    """The studio in a brand's own colours, each moved only as far as reading needs."""
    base = NIGHT if dark else PAPER
    grounds = (base.ground, base.raised, base.panel, base.select)
    vivid = sorted(palette, key=_chroma, reverse=True)
    if not vivid:
        return replace(base, name="brand")
    accent = readable(vivid[0], grounds, 4.5)
    second = readable(vivid[1] if len(vivid) > 1 else vivid[0], grounds, 4.5)
    ink = max(("#000000", "#ffffff"), key=lambda colour: contrast(colour, accent))
    return replace(base, name="brand", accent=accent, on_accent=ink, second=second)


def _chroma(colour: str) -> float:
    shares = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    return max(shares) - min(shares)


def textual_theme(tones: Tones) -> Theme:
    """The theme as Textual takes it; its own widgets get our colours too."""
    return Theme(
        name=tones.name,
        dark=tones.dark,
        primary=tones.accent,
        secondary=tones.second,
        accent=tones.accent,
        warning=tones.warn,
        error=tones.bad,
        success=tones.good,
        foreground=tones.text,
        background=tones.ground,
        surface=tones.raised,
        panel=tones.panel,
        variables={
            "line": tones.line,
            "quiet": tones.quiet,
            "ink": tones.text,
            "on-accent": tones.on_accent,
            "select": tones.select,
            "good": tones.good,
            "warn": tones.warn,
            "bad": tones.bad,
            "second": tones.second,
            "border": tones.accent,
            "border-blurred": tones.line,
            "input-cursor-background": tones.accent,
            "input-cursor-foreground": tones.on_accent,
            "input-selection-background": tones.select,
            "block-cursor-background": tones.select,
            "block-cursor-foreground": tones.text,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": tones.panel,
            "block-cursor-blurred-foreground": tones.text,
            "block-hover-background": tones.panel,
            "scrollbar": tones.line,
            "scrollbar-hover": tones.quiet,
            "scrollbar-active": tones.accent,
            "scrollbar-background": tones.ground,
            "scrollbar-background-hover": tones.ground,
            "scrollbar-background-active": tones.ground,
            "scrollbar-corner-color": tones.ground,
            "foreground-muted": tones.quiet,
            "text-muted": tones.quiet,
            "text-disabled": tones.quiet,
        },
    )


@dataclass(frozen=True)
class Pens:
    """Rich styles made from the tones, for widgets that draw their lines themselves."""

    text: Style
    strong: Style
    quiet: Style
    line: Style
    accent: Style
    second: Style
    good: Style
    warn: Style
    bad: Style
    select: Style
    select_quiet: Style
    select_accent: Style
    chip: Style
    panel: Style


@cache
def pens(tones: Tones) -> Pens:
    """The pens of a theme on its ground."""

    def pen(ink: str, ground: str = "", bold: bool = False) -> Style:
        return Style(color=ink, bgcolor=ground or None, bold=bold or None)

    return Pens(
        text=pen(tones.text),
        strong=pen(tones.text, bold=True),
        quiet=pen(tones.quiet),
        line=pen(tones.line),
        accent=pen(tones.accent, bold=True),
        second=pen(tones.second),
        good=pen(tones.good),
        warn=pen(tones.warn),
        bad=pen(tones.bad),
        select=pen(tones.text, tones.select, bold=True),
        select_quiet=pen(tones.quiet, tones.select),
        select_accent=pen(tones.accent, tones.select, bold=True),
        chip=pen(tones.on_accent, tones.accent, bold=True),
        panel=pen(tones.text, tones.panel),
    )


def rewritten(text: Text, old: Pens, new: Pens) -> Text:
    """The same text in another theme's pens; what is in other colours (a brand's own) keeps them.

    Pens are told by identity: a swatch may have the very colour of a pen and is none.
    """
    pairs = {id(getattr(old, one.name)): getattr(new, one.name) for one in fields(Pens)}
    made = text.copy()
    made.style = pairs.get(id(text.style), text.style)
    made.spans = [
        Span(one.start, one.end, pairs.get(id(one.style), one.style)) for one in text.spans
    ]
    return made
