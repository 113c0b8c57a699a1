"""Words of an SVG as text that can be selected, with the glyphs they need in the file itself.

Every line is a text element of its own: its start, baseline and width are ours, its stretches name
the face that each was set in. A reader that can't load the embedded fonts falls back to fonts of
its own and keeps lines and widths.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from brandstudio.models.designs import TextLayer
from brandstudio.render.type.breaks import guess_language
from brandstudio.render.type.faces import FontSpec, Variations, face_of
from brandstudio.render.type.measure import is_tracked
from brandstudio.render.type.paragraph import Line, Paragraph
from brandstudio.render.type.rich import bolder
from brandstudio.render.type.subset import Subset, subset

# Letter-spacing makes browsers drop ligatures and contextual forms unless these are asked for by
# name.
_FEATURES = "font-feature-settings:'kern','liga','clig','calt';font-synthesis:none"
_EMOJI_FAMILIES = ("Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji")


class _Cut(NamedTuple):
    """What one stretch of a line is set in."""

    spec: FontSpec
    variations: Variations
    tracked: bool
    run: int = 0


@dataclass(frozen=True)
class EmbeddedFonts:
    """The faces of a document's words, each cut down to them. A face that must not be embedded maps
    to None.
    """

    held: Mapping[tuple[FontSpec, Variations], tuple[str, Subset] | None]

    @classmethod
    def of(cls, paragraphs: Iterable[Paragraph]) -> EmbeddedFonts:
        """One subset for each face and instance, of all that any of the paragraphs sets in it."""
        texts: dict[tuple[FontSpec, Variations], str] = {}
        tags: dict[tuple[FontSpec, Variations], frozenset[str]] = {}
        for paragraph in paragraphs:
            asked = frozenset(tag for tag, _ in paragraph.style.features)
            for line in paragraph.lines:
                for voice, part in _stretches(line):
                    key = (voice.spec, voice.variations)
                    texts[key] = texts.get(key, "") + part
                    tags[key] = tags.get(key, frozenset()) | asked
        held: dict[tuple[FontSpec, Variations], tuple[str, Subset] | None] = {}
        for key, text in texts.items():
            made = subset(face_of(key[0]), key[1], text, tags[key])
            # A name of the content: documents on one page can't take each other's letters.
            held[key] = ("bs-" + hashlib.sha256(made.data).hexdigest()[:16], made) if made else None
        return cls(held)

    def name(self, voice: _Cut) -> str | None:
        """The family name of a stretch's subset; None where its face can't be embedded."""
        found = self.held[voice.spec, voice.variations]
        return found and found[0]

    def style(self) -> list[str]:
        """A style element with a rule for each subset, if there are any."""
        rules = dict.fromkeys(_rule(*found) for found in self.held.values() if found)
        return ["<style>", *rules, "</style>"] if rules else []


def _rule(name: str, made: Subset) -> str:
    packed = base64.b64encode(made.data).decode("ascii")
    kind = "ttf" if made.format == "truetype" else "otf"
    # Without support for the colour format a browser shall take its own emoji, not empty glyphs.
    needs = "" if made.colour is None else f" tech(color-COLRv{made.colour})"
    # The one instance answers for every weight: none is to be made bold by smearing.
    return (
        f"@font-face{{font-family:'{name}';font-weight:1 1000;font-display:block;"
        f"src:url(data:font/{kind};base64,{packed}) format('{made.format}'){needs}}}"
    )


def text_lines(layer: TextLayer, paragraph: Paragraph, embedded: EmbeddedFonts) -> str | None:
    """A group with a text element for each line; None if a face of the layer's can't be
    embedded.
    """
    lines = []
    for line in paragraph.lines:
        if not line.text.strip():
            continue
        made = _line(layer, line, paragraph.tracking, embedded)
        if made is None:
            return None
        lines.append(made)
    spoken = layer.language or guess_language(layer.text)
    language = f" xml:lang={quoteattr(known_characters(spoken))}" if spoken else ""
    direction = ' direction="rtl"' if layer.direction == "rtl" else ""
    more = "".join(f",'{tag}' {value}" for tag, value in paragraph.style.features)
    features = _FEATURES.replace(";", f"{more};", 1)
    return (
        f'<g font-size="{number(layer.size)}" font-weight="{layer.weight}" fill="{layer.colour}"{direction}{language} '
        f'text-rendering="geometricPrecision" style="{features}">{"".join(lines)}</g>'
    )


def _line(layer: TextLayer, line: Line, tracking: float, embedded: EmbeddedFonts) -> str | None:
    # What browsers measure has tracking after the last letter too; our width has not.
    width = sum(glyph.x_advance for run in line.runs for glyph in run.glyphs)
    parts = []
    for voice, part in _stretches(line):
        name = embedded.name(voice)
        if name is None:
            return None
        others = _EMOJI_FAMILIES if face_of(voice.spec).is_colour else ()
        own = voice.spec.family
        families = ", ".join(
            dict.fromkeys(f"'{_family(family)}'" for family in (name, own, *others))
        )
        spaced = f' letter-spacing="{number(tracking)}"' if tracking and voice.tracked else ""
        look = _look(layer, voice)
        parts.append(
            f'<tspan font-family="{families}, sans-serif"{spaced}{look}>{escaped(part)}</tspan>'
        )
    x = layer.box[0] + line.x + (width if layer.direction == "rtl" else 0)
    return (
        f'<text x="{number(x)}" y="{number(layer.box[1] + line.baseline)}" textLength="{number(width)}" '
        f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{"".join(parts)}</text>'
    )


def _look(layer: TextLayer, voice: _Cut) -> str:
    """What a run says beyond its layer: its colour, and its cut for readers that take a font of
    their own.
    """
    if not voice.run:
        return ""
    run = layer.runs[voice.run - 1]
    said = f' fill="{run.colour}"' if run.colour is not None else ""
    said += f' font-weight="{bolder(layer.weight):.0f}"' if run.bold else ""
    slanted = run.italic and face_of(voice.spec).is_italic
    return said + (' font-style="italic"' if slanted else "")


def _stretches(line: Line) -> Iterator[tuple[_Cut, str]]:
    """The line's words in reading order, cut where the face or the tracking changes, with the
    hyphen that is shown.
    """
    if not line.runs:
        return
    runs = sorted(line.runs, key=lambda run: run.start)
    voices = [
        _Cut(run.spec, run.variations, is_tracked(run.script, run.spec), run.run) for run in runs
    ]
    owner = [voices[0]] * len(line.text)
    for run, voice in zip(runs, voices, strict=True):
        first, last = max(run.start - line.start, 0), min(run.end - line.start, len(owner))
        owner[first:last] = [voice] * max(last - first, 0)
    text = line.text
    if line.hyphenated:
        owner.append(owner[-1])
        text += "\u2010" if 0x2010 in face_of(owner[-1].spec).coverage else "-"
    for voice, places in groupby(range(len(text)), key=owner.__getitem__):
        yield voice, "".join(text[at] for at in places)


def _family(name: str) -> str:
    return "".join(c for c in name if c.isalnum() or c in " -_") or "sans-serif"


def known_characters(text: str) -> str:
    """The text without the characters that XML 1.0 does not know."""
    return "".join(
        c
        for c in text
        if (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff") or c in "\t\n"
    )


def escaped(text: str) -> str:
    """The text as character data of an XML element."""
    return escape(known_characters(text))


def number(value: float) -> str:
    """Three decimals, without a tail of zeros."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
