"""Pictures of the library and their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .charts import share
from .markup import Html, box, chip, facts, heading, joined, shown_of, table, tag
from .pictures import MOST, Album, placeholder

if TYPE_CHECKING:
    from brandstudio.models.images import Check, Image, Version
    from brandstudio.models.library import LibraryItem, LibraryPage, Logo, LogoList
    from brandstudio.models.style import GoldenReference, ReferenceSet

LISTS = {"LibraryPage": "Library", "LogoList": "Logos", "ReferenceSet": "References"}
STATES = {"completed": True, "failed": False}


def image(value: Image, album: Album) -> Html:
    """An image: its current version, and all versions with what each was made from."""
    title = f"Image {value.id}"
    state = chip(value.status, STATES.get(value.status))
    parts: list[Html] = []
    if value.error is not None:
        parts.append(facts([("error", value.error.code), ("why", value.error.message)]))
    if value.image_url:
        parts.append(album.picture(value, f"image {value.id}"))
    if len(value.versions) > 1:
        parts += [heading("Versions"), _strip(value, album)]
    elif value.versions:
        parts.append(_version_facts(value.versions[0]))
    return box(title, *parts, note=joined([value.folder, state], " "))


def _strip(value: Image, album: Album) -> Html:
    cards = []
    album.gather(value.versions[-12:], 128)
    for one in value.versions[-12:]:
        current = " (current)" if one.version == value.current_version else ""
        origin = f" from {one.based_on}" if one.based_on else ""
        cards.append(
            tag(
                "div",
                joined(
                    [
                        album.picture(one, f"version {one.version}", 128),
                        tag("div", f"{one.version}{current}", "font-weight:600"),
                        tag("div", f"{one.operation or 'made'}{origin}", "opacity:.7"),
                        tag("div", (one.prompt or "")[:80], "opacity:.7"),
                    ]
                ),
                "width:130px;font-size:.9em",
            )
        )
    row = tag("div", joined(cards), "display:flex;flex-wrap:wrap;gap:.8em")
    return Html(row + shown_of(min(12, len(value.versions)), len(value.versions)))


def _version_facts(one: Version) -> Html:
    shape = " ".join(filter(None, (one.aspect_ratio, one.resolution, one.output_format)))
    return facts(
        [
            ("version", one.version),
            ("prompt", one.prompt),
            ("form", shape),
            ("score", one.score),
            ("made", one.created_at),
            ("warnings", one.warnings),
        ]
    )


def version(value: Version, album: Album) -> Html:
    """One version of an image."""
    return box(
        f"Version {value.version}",
        album.picture(value, f"version {value.version}"),
        _version_facts(value),
        note=value.operation or "",
    )


def check(value: Check, album: Album) -> Html:
    """How well a picture keeps to its brand, part by part."""
    parts = table(
        ["part", "score", "weight", "why"],
        [[part.part, share(part.score / 100), part.weight, part.reason] for part in value.parts],
        right=[2],
    )
    findings = [
        tag(
            "li",
            found.message
            if str(found.value) in found.message
            else f"{found.message} (is {found.value}, should be {found.target})",
        )
        for found in value.findings
    ]
    listed = tag("ul", joined(findings), "margin:.2em 0 0 1.2em;padding:0") if findings else ""
    return box(f"Check: {value.score:.0f} of 100", parts, listed)


def item(value: LibraryItem | Logo | GoldenReference, album: Album) -> Html:
    """One item of the library, a logo or a reference."""
    size = f"{value.width} × {value.height}" if getattr(value, "width", None) else None
    return box(
        _name(value),
        album.picture(value, _name(value)),
        facts(
            [
                ("id", getattr(value, "image_id", None)),
                ("kind", getattr(value, "kind", None)),
                ("size", size),
                ("versions", getattr(value, "total_versions", None)),
                ("score", getattr(value, "score", None)),
                ("tags", getattr(value, "tags", None)),
                ("also", getattr(value, "system_tags", None)),
                ("variant", getattr(value, "variant", None)),
                ("category", getattr(value, "category", None)),
                ("text", getattr(getattr(value, "text", None), "text", None)),
                ("added", getattr(value, "created_at", None)),
            ]
        ),
        note=getattr(value, "folder", ""),
    )


def items(value: LibraryPage | LogoList | ReferenceSet, album: Album) -> Html:
    """A list with pictures: as many as a cell holds, and how many there are."""
    entries = list(value)
    total = getattr(value, "total_count", None) or len(entries)
    shown = entries[:MOST]
    width = 128 if len(shown) > 4 else 220
    album.gather(shown, width)
    cards = [
        tag(
            "figure",
            joined(
                [
                    album.picture(entry, _name(entry), width)
                    if getattr(entry, "kind", "image") != "text"
                    else placeholder("words"),
                    tag(
                        "figcaption",
                        _name(entry)[:48],
                        f"font-size:.85em;opacity:.8;max-width:{width}px;overflow-wrap:anywhere",
                    ),
                ]
            ),
            "margin:0",
        )
        for entry in shown
    ]
    grid = tag("div", joined(cards), "display:flex;flex-wrap:wrap;gap:.8em;align-items:flex-start")
    return box(
        LISTS.get(type(value).__name__, type(value).__name__),
        grid if cards else "nothing here",
        shown_of(len(shown), total),
        note=f"{total:,} in all",
    )


def _name(value: object) -> str:
    known = getattr(type(value), "model_fields", {})  # asking for another looks for what was meant
    for field in ("title", "name", "filename", "image_id"):
        if field in known and (found := getattr(value, field)):
            return str(found)
    return type(value).__name__
