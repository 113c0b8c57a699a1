"""A brand's look as people read it: its colours as colours, its figures in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from ..models.style import (
    DesignStyle,
    ExtractionJob,
    ExtractionResult,
    PaletteColour,
    PhotoStyle,
    Purpose,
    Style,
    StyleColour,
    VisualWorld,
)
from .terminal import facts, has_colour, noted, paint


def palette(colours: Iterable[StyleColour | PaletteColour]) -> list[str]:
    """A line a colour, with a patch of it where there is colour."""
    return [
        f"{_patch(colour.hex)}{colour.hex}  {colour.role}"
        + (f"  {colour.weight:.0%}" if isinstance(colour, StyleColour) else "")
        + (f"  {colour.name}" if isinstance(colour, PaletteColour) and colour.name else "")
        for colour in colours
    ]


def _patch(hex: str) -> str:
    if not has_colour():
        return ""
    red, green, blue = (int(hex[at : at + 2], 16) for at in (1, 3, 5))
    return click.style("    ", bg=(red, green, blue)) + "  "


def style(value: Style) -> list[str]:
    """A folder's resolved style, each part under its name and the level that it came from."""
    return [
        f"{paint(value.folder, 'head')}{'  (locked)' if value.locked else ''}",
        *_part(value, "palette", palette(value.palette)),
        *_part(value, "photos", _photos(value.photos.photo_style)),
        *_part(value, "world", _world(value.photos.visual_world)),
        *_part(value, "designs", _designs(value.designs.design_style)),
        *_part(value, "purpose", _purpose(value.purpose)),
        *_part(value, "voice", _voice(value)),
        *_part(value, "fonts", [f"{font.family}  {font.role}" for font in value.fonts]),
        *_part(
            value,
            "logos",
            [
                f"{logo.name}{'  primary' if logo.primary else ''}  {', '.join(logo.variants)}"
                for logo in value.logos
            ],
        ),
        *_part(value, "rules", [f"{rule.kind}  {rule.text}" for rule in value.rules]),
    ]


_CAME_AS = {"photos": "photoStyle", "world": "visualWorld", "designs": "designStyle"}


def _part(value: Style, name: str, lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    level = value.inherited_from.get(_CAME_AS.get(name, name))
    whence = f"  from {level.folder}" if level is not None and level.folder != value.folder else ""
    yield ""
    yield f"{paint(name.capitalize(), 'head')}{paint(whence, 'faint')}"
    yield from (f"  {line}" for line in lines)


def _photos(found: PhotoStyle | None) -> list[str]:
    if found is None:
        return []
    place = found.composition
    side = f", free space {place.negative_side}" if place.negative_side != "none" else ""
    return [
        *palette(found.palette),
        *facts(
            [
                ("medium", found.medium),
                ("tone", f"{found.tone.key} key, contrast {found.tone.contrast.value:.2f}"),
                (
                    "colour",
                    f"{_leaning(found.colour.temperature.value, 'warm', 'cool')}, "
                    f"chroma {found.colour.saturation.value:.2f}",
                ),
                ("subject", f"{_place(place.subject_x.value, place.subject_y.value)}{side}"),
                ("measured on", _references(found.references)),
            ]
        ),
    ]


def _references(count: int) -> str:
    return "1 reference" if count == 1 else f"{count} references"


def _leaning(value: float, above: str, below: str) -> str:
    return above if value > 0.01 else below if value < -0.01 else "neutral"


def _place(x: float, y: float) -> str:
    across = "left" if x < 0.4 else "right" if x > 0.6 else "centre"
    down = "high" if y < 0.4 else "low" if y > 0.6 else "in the middle"
    return f"{across}, {down}"


def _world(found: VisualWorld | None) -> list[str]:
    if found is None:
        return []
    return facts(
        (name, [entry.term for entry in getattr(found, name)][:8])
        for name in ("subjects", "settings", "materials", "motifs", "mood")
    )


def _designs(found: DesignStyle | None) -> list[str]:
    if found is None:
        return []
    return [
        *palette(found.palette),
        *facts(
            [
                ("columns", found.columns),
                ("alignment", found.alignment),
                ("colour use", found.colour_use),
                ("logo", found.logo_place),
                ("corners", found.corner_radius),
                ("measured on", _references(found.references)),
            ]
        ),
    ]


def _purpose(found: Purpose | None) -> list[str]:
    if found is None:
        return []
    return facts((name, getattr(found, name)) for name in type(found).model_fields)


def _voice(value: Style) -> list[str]:
    if value.voice is None:
        return []
    said: Iterable[tuple[str, object]] = (
        (name.replace("_", " "), part) for name, part in value.voice if part not in (None, [], {})
    )
    return facts(
        (name, [f"{a} → {b}" for a, b in part.items()] if isinstance(part, dict) else part)
        for name, part in said
    )


def extraction(value: ExtractionResult) -> list[str]:
    """What was learned, and the rules that are proposed."""
    website = value.website
    rules = [
        line
        for number, rule in enumerate(value.suggested_rules, 1)
        for line in (
            f"  {number:>2}  {rule.kind}  {rule.text}",
            paint(f"      {rule.evidence}", "faint"),
        )
    ]
    adopted = [f"  {rule.kind}  {rule.text}" for rule in value.adopted_rules or ()]
    parts: list[tuple[str, list[str]]] = [
        ("Photos", [f"  {line}" for line in _photos(value.photo_style)]),
        ("World", [f"  {line}" for line in _world(value.visual_world)]),
        ("Designs", [f"  {line}" for line in _designs(value.design_style)]),
        ("Purpose", [f"  {line}" for line in _purpose(value.purpose)]),
        ("Website", [] if website is None else [f"  {line}" for line in palette(website.palette)]),
        ("Suggested rules (brandstudio rules adopt FOLDER NUMBER... adopts them)", rules),
        ("Adopted rules", adopted),
    ]
    lines = [line for title, part in parts if part for line in (paint(title, "head"), *part, "")]
    notes = map(noted, value.warnings)
    return [*lines, *notes, f"Style version {value.style_version}"]


def extraction_job(value: ExtractionJob) -> list[str]:
    """How far it is, or what it found."""
    head = facts(
        [
            ("status", value.status),
            ("progress", value.progress.message),
            ("error", value.error),
            ("id", value.job_id),
        ]
    )
    return head if value.result is None else [*extraction(value.result), *head]
