"""A learned style drawn: swatches, bars with sentences, and the level of each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style as Pen
from rich.text import Text

from ..reading import Measure, design_measures, levels, photo_measures, world_lines
from ..symbols import Symbols
from ..themes import Pens, contrast
from .wording import hanging

if TYPE_CHECKING:
    from ..screens.learning import Learned


def learned_text(learned: Learned, pens: Pens, symbols: Symbols, width: int) -> Text:
    """Everything that was learned, from the palette down to the levels."""
    style = learned.style
    text = Text()
    photos = style.photos.photo_style
    _head(text, pens, f"{style.folder}{'  locked' if style.locked else ''}")
    if style.palette:
        text.append("The brand's own colours\n", pens.quiet)
        _swatches(
            text, [(one.hex, 1.0, one.name or one.role) for one in style.palette], pens, width
        )
    if photos is not None:
        text.append(
            f"Learned from {_references(photos.references)}, v{style.photos.style_version}\n",
            pens.quiet,
        )
        _swatches(text, [(one.hex, one.weight, one.role) for one in photos.palette], pens, width)
        _head(text, pens, "Photographs")
        _bars(text, photo_measures(photos), pens, symbols, width)
    else:
        text.append("Nothing learned yet: g adds references, e learns from them.\n\n", pens.quiet)
    if style.photos.visual_world is not None:
        _head(text, pens, "What they show")
        for name, words in world_lines(style.photos.visual_world):
            text.append(f"{name:<11}", pens.quiet)
            text.append(f"{hanging(words, 11, width)}\n", pens.text)
        text.append("\n")
    if style.designs.design_style is not None:
        _head(text, pens, "Designs")
        _bars(text, design_measures(style.designs.design_style), pens, symbols, width)
    _purpose(text, learned, pens, width)
    _head(text, pens, "Where each part comes from")
    found = levels(style)
    if not found:
        text.append("Nothing is set here or above yet.\n", pens.quiet)
    for part, folder, own in found:
        sign = symbols.done if own else symbols.up
        text.append(f"{sign} {part:<20} ", pens.good if own else pens.second)
        text.append(f"{'this folder' if own else folder}\n", pens.quiet)
    for warning in learned.warnings:
        text.append(f"\n{symbols.warning} {hanging(warning, 2, width)}\n", pens.warn)
    return text


def _references(count: int) -> str:
    return f"{count} reference{'' if count == 1 else 's'}"


def _head(text: Text, pens: Pens, words: str) -> None:
    text.append(f"{words}\n", pens.accent)


def _swatches(text: Text, colours: list[tuple[str, float, str]], pens: Pens, width: int) -> None:
    """A band of the colours by their share, and each by name."""
    total = sum(weight for _, weight, _ in colours) or 1.0
    room = max(24, min(64, width - 4))
    for _ in range(2):
        for code, weight, _ in colours:
            text.append(" " * max(2, round(room * weight / total)), Pen(bgcolor=code))
        text.append("\n")
    for code, weight, role in colours:
        ink = "#000000" if contrast("#000000", code) > contrast("#ffffff", code) else "#ffffff"
        text.append(f" {code} ", Pen(color=ink, bgcolor=code))
        share = f" {weight / total:4.0%}" if len({w for _, w, _ in colours}) > 1 else ""
        text.append(f"{share} {role}\n", pens.quiet)
    text.append("\n")


def _bars(text: Text, measures: list[Measure], pens: Pens, symbols: Symbols, width: int) -> None:
    """A bar, its figure and its sentence, which hangs beneath where there is no room beside it."""
    longest = 28 if width >= 100 else 14 if width >= 56 else 8
    indent = 11 + longest + 13
    for measure in measures:
        filled = min(longest, max(0, round(measure.share * longest)))
        text.append(f"{measure.name:<11}", pens.quiet)
        text.append(symbols.bar * filled, pens.second)
        text.append(symbols.shade * (longest - filled), pens.line)
        text.append(f" {measure.figure:<11} ", pens.quiet)
        if width - indent >= 18:
            text.append(f"{hanging(measure.sentence, indent, width)}\n", pens.text)
        else:
            text.append(f"\n{' ' * 11}{hanging(measure.sentence, 11, width)}\n", pens.text)
    text.append("\n")


def _purpose(text: Text, learned: Learned, pens: Pens, width: int) -> None:
    style = learned.style
    lines = []
    if style.purpose is not None:
        lines += [
            (name, getattr(style.purpose, name))
            for name in ("feel", "essence", "voice", "compliance")
        ]
    if style.voice is not None and style.voice.tone:
        lines.append(("tone", ", ".join(style.voice.tone)))
    if style.logos:
        lines.append(("logos", ", ".join(f"{one.name} ({one.folder})" for one in style.logos)))
    if style.fonts:
        lines.append(("fonts", ", ".join(f"{one.family} {one.role}" for one in style.fonts)))
    shown = [(name, words) for name, words in lines if words]
    if shown:
        _head(text, pens, "Purpose and voice")
        for name, words in shown:
            text.append(f"{name:<11}", pens.quiet)
            text.append(f"{hanging(words, 11, width)}\n", pens.text)
        text.append("\n")
