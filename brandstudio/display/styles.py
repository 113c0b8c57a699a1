"""What a brand looks like: its colours as fields, its measures on their scales, its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from .charts import measure, share, swatches
from .markup import Html, box, chip, facts, heading, joined, show, table
from .pictures import Album

if TYPE_CHECKING:
    from brandstudio.models.rules import Rule, RuleList, SuggestedRule
    from brandstudio.models.style import (
        DesignStyle,
        ExtractionResult,
        Figure,
        PaletteColour,
        PhotoStyle,
        Style,
        StyleColour,
        VisualWorld,
    )

Scale = tuple[str, str, float, float]
TONE: tuple[Scale, ...] = (
    ("tone.p5", "shadows", 0, 1),
    ("tone.p50", "midtones", 0, 1),
    ("tone.p95", "highlights", 0, 1),
    ("tone.contrast", "contrast", 0, 1),
)
MEASURES: tuple[tuple[str, tuple[Scale, ...]], ...] = (
    ("Lightness", TONE),
    (
        "Colour",
        (
            ("colour.saturation", "saturation", 0, 0.25),
            ("colour.temperature", "cool to warm", -0.15, 0.15),
            ("colour.tint", "green to magenta", -0.15, 0.15),
        ),
    ),
    (
        "Light and texture",
        (
            ("light.hardness", "hardness of light", 0, 1),
            ("texture.grain", "grain", 0, 0.1),
            ("texture.sharpness", "sharpness", 0, 1),
            ("texture.depth_of_field", "depth of field", 0, 1),
        ),
    ),
    (
        "Composition",
        (
            ("composition.subject_x", "subject, from left", 0, 1),
            ("composition.subject_y", "subject, from top", 0, 1),
            ("composition.subject_size", "size of subject", 0, 1),
            ("composition.negative_space", "free space", 0, 1),
            ("composition.symmetry", "symmetry", 0, 1),
        ),
    ),
)


def photo_style(value: PhotoStyle, album: Album) -> Html:
    """The look of photographs, as measured."""
    return box("PhotoStyle", photo_parts(value), note=_references(value))


def photo_parts(value: PhotoStyle) -> Html:
    """Palette and measures of a photo style."""
    parts: list[Html] = [palette(value.palette)]
    for title, scales in MEASURES:
        drawn = []
        for path, name, low, high in scales:
            figure: Figure = attrgetter(path)(value)
            drawn.append(measure(name, figure.value, low, high, figure.spread))
        parts += [heading(title), *drawn]
    return joined(parts)


def design_style(value: DesignStyle, album: Album) -> Html:
    """How designs are laid out, as measured."""
    return box("DesignStyle", design_parts(value), note=_references(value))


def design_parts(value: DesignStyle) -> Html:
    """Palette, measures and words of a design style."""
    words = [
        ("columns", value.columns),
        ("alignment", value.alignment),
        ("use of colour", value.colour_use),
        ("logo", value.logo_place),
        ("corners", value.corner_radius),
    ]
    return joined(
        [
            palette(value.palette),
            measure("margin", value.margin.value, 0, 0.25, value.margin.spread),
            measure("white space", value.whitespace.value, 0, 1, value.whitespace.spread),
            facts(words),
        ]
    )


def palette(colours: Sequence[StyleColour | PaletteColour]) -> Html:
    """Colours with the part that each plays."""
    return swatches(
        (one.hex, getattr(one, "name", None) or one.role, getattr(one, "weight", None))
        for one in colours
    )


def style(value: Style, album: Album) -> Html:
    """Everything of a folder, and the level that each part came from."""
    photos, designs = value.photos.photo_style, value.designs.design_style
    voice = value.voice
    parts: list[Html] = []
    if value.palette:
        parts += [heading("Palette"), palette(value.palette)]
    if photos is not None:
        parts += [heading(f"Photographs ({_references(photos)})"), photo_parts(photos)]
    if designs is not None:
        parts += [heading(f"Designs ({_references(designs)})"), design_parts(designs)]
    if value.rules:
        parts += [heading("Rules"), _rule_table(value.rules)]
    parts.append(
        facts(
            [
                ("tone of voice", voice.tone if voice else None),
                ("banned words", voice.banned_words if voice else None),
                ("fonts", [f"{font.family} ({font.role})" for font in value.fonts]),
                ("logos", [logo.name for logo in value.logos]),
                (
                    "from above",
                    [
                        f"{_plain(name)} ({at.folder})"
                        for name, at in value.inherited_from.items()
                        if at.folder != value.folder
                    ],
                ),
            ]
        )
    )
    locked = chip("locked") if value.locked else ""
    if not any(parts):
        parts = [show("nothing is set or learned yet")]
    return box(f"Style of {value.folder}", *parts, note=locked)


def _plain(name: str) -> str:
    """The name of a part of a style in words: ``photoStyle`` is "photo style"."""
    return re.sub(r"[A-Z]", lambda letter: f" {letter[0].lower()}", name.replace(".", " of "))


def extraction(value: ExtractionResult, album: Album) -> Html:
    """What was learned from references or a website."""
    parts: list[Html] = []
    if value.photo_style is not None:
        parts += [
            heading(f"Photographs ({_references(value.photo_style)})"),
            photo_parts(value.photo_style),
        ]
    if value.design_style is not None:
        parts += [heading("Designs"), design_parts(value.design_style)]
    if value.website is not None:
        parts += [heading("Website"), palette(value.website.palette)]
        parts.append(facts([("name", value.website.name), ("fonts", value.website.fonts)]))
    if value.visual_world is not None:
        parts += [heading("What they show"), _world(value.visual_world)]
    if value.suggested_rules:
        rows = [
            [rule.kind, rule.text, _checked(rule), rule.evidence] for rule in value.suggested_rules
        ]
        parts += [heading("Suggested rules"), table(["kind", "rule", "check", "seen"], rows)]
    parts.append(facts([("warnings", value.warnings)]))
    return box("Learned style", *parts, note=f"version {value.style_version}")


def _world(world: VisualWorld) -> Html:
    rows = []
    for name in ("subjects", "settings", "materials", "motifs", "mood"):
        for term in getattr(world, name)[:6]:
            rows.append([name, term.term, share(term.confidence), len(term.references)])
    return table(["part", "term", "sure", "references"], rows, right=[3])


def rule(value: Rule, album: Album) -> Html:
    """One rule."""
    return box(
        value.text,
        facts(
            [
                ("kind", value.kind),
                ("check", _checked(value)),
                ("checked as", value.checked_as),
                ("from", value.source),
                ("id", value.rule_id),
            ]
        ),
        note=f"{value.folder}, level {value.level}",
    )


def rules(value: RuleList, album: Album) -> Html:
    """Rules of a folder and of those above it."""
    entries = list(value)
    return box(
        "Rules",
        _rule_table(entries) if entries else "no rules yet",
        note=f"{len(entries)} in all",
    )


def _rule_table(entries: list[Rule]) -> Html:
    rows = [
        [
            one.text,
            one.kind,
            _checked(one),
            one.folder,
            chip("overridden") if one.overridden else one.source,
        ]
        for one in entries[:100]
    ]
    return table(["rule", "kind", "check", "folder", "source"], rows)


def _checked(rule: Rule | SuggestedRule) -> Html | None:
    check = rule.check
    return (
        None
        if check is None
        else Html(f"{show(check.measure)} {show(check.op)} {show(check.value)}")
    )


def _references(value: PhotoStyle | DesignStyle) -> str:
    return f"{value.references} reference{'s' if value.references != 1 else ''}"
