"""Inheritance: what a folder has, resolved over the folders above it.

The most specific level wins, part by part (spec: What the service does). A part that a level does
not say, or says as an empty list, comes from the nearest level above that says it; every resolved
part names its level.

Parts and their grain:

* photo style, visual world, design style, palette, hero, the references of each domain: whole, from
  one level;
* purpose (``purpose.feel`` ...) and voice (``voice.tone`` ...): field by field;
* logos: name by name, with all variants of a name from one level, so that nobody mixes two logos;
  the primary one is
  that of the most specific level that has one;
* fonts: a role is played by the most specific level with a font for it (``fonts.headline``,
  ``fonts.body``); fonts of
  levels above stay behind as a reserve for characters that those lack;
* rules: all of the chain, the overridden ones marked (``domain/rules``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Any, Literal, TypedDict

from ..models.rules import Rule
from ..models.style import (
    BrandStyle,
    BrandSummary,
    DesignsStyle,
    DesignStyle,
    Domain,
    FontSummary,
    Inherited,
    LogoSummary,
    PaletteColour,
    PhotosStyle,
    PhotoStyle,
    Purpose,
    Style,
    VisualWorld,
    Voice,
)
from . import rules

PURPOSE_PARTS = ("feel", "essence", "voice", "compliance")
FontRole = Literal["headline", "body"]


@dataclass(frozen=True, slots=True)
class FolderLayer:
    """What one folder says itself. ``references`` are ids in their order; ``hero`` is an image's
    id.
    """

    folder: str
    level: int
    photo_style: PhotoStyle | None = None
    visual_world: VisualWorld | None = None
    design_style: DesignStyle | None = None
    photos_version: int = 0
    designs_version: int = 0
    purpose: Purpose | None = None
    voice: Voice | None = None
    palette: Sequence[PaletteColour] = ()
    fonts: Sequence[FontSummary] = ()
    logos: Sequence[LogoSummary] = ()
    references: Mapping[Domain, Sequence[str]] = field(default_factory=dict)
    hero: str | None = None
    rules: Sequence[Rule] = ()


class _StyleFields(TypedDict):
    """What every style says, a folder's and a brand's."""

    folder: str
    photos: PhotosStyle
    designs: DesignsStyle
    rules: list[Rule]
    purpose: Purpose | None
    voice: Voice | None
    palette: list[PaletteColour]
    fonts: list[FontSummary]
    logos: list[LogoSummary]
    inherited_from: dict[str, Inherited]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A folder with all that it inherits; ``origin`` names the level of every part that any level
    says.

    ``fonts`` stand in the order in which they are tried; ``headline_font`` and ``body_font`` are
    the ones that play those roles. ``rules`` hold overridden ones too, marked as such.
    """

    folder: str
    level: int
    photo_style: PhotoStyle | None
    visual_world: VisualWorld | None
    design_style: DesignStyle | None
    photos_version: int
    designs_version: int
    purpose: Purpose | None
    voice: Voice | None
    palette: tuple[PaletteColour, ...]
    fonts: tuple[FontSummary, ...]
    headline_font: FontSummary | None
    body_font: FontSummary | None
    logos: tuple[LogoSummary, ...]
    references: Mapping[Domain, tuple[str, ...]]
    hero: str | None
    rules: tuple[Rule, ...]
    origin: Mapping[str, Inherited]

    def style(self, *, locked: bool) -> Style:
        """As the border shows it."""
        return Style(**self._fields(), locked=locked)

    def brand_style(self, brand: BrandSummary, *, locked: bool) -> BrandStyle:
        """As the border shows it of a brand."""
        return BrandStyle(**self._fields(), locked=locked, brand=brand)

    def _fields(self) -> _StyleFields:
        return {
            "folder": self.folder,
            "photos": PhotosStyle(
                style_version=self.photos_version,
                photo_style=self.photo_style,
                visual_world=self.visual_world,
            ),
            "designs": DesignsStyle(
                style_version=self.designs_version, design_style=self.design_style
            ),
            "rules": list(self.rules),
            "purpose": self.purpose,
            "voice": self.voice,
            "palette": list(self.palette),
            "fonts": list(self.fonts),
            "logos": list(self.logos),
            "inherited_from": dict(self.origin),
        }


def resolve(chain: Sequence[FolderLayer]) -> Resolved:
    """The last layer of ``chain`` (Level 1 first) with what it inherits from those before it.

    Raises ValueError when the chain is empty or not in order.
    """
    if not chain or any(above.level >= below.level for above, below in pairwise(chain)):
        raise ValueError("a chain has at least one folder and goes from Level 1 down")
    own, nearest = chain[-1], tuple(reversed(chain))
    origin: dict[str, Inherited] = {}

    def whole(part: str, said: Callable[[FolderLayer], Any]) -> FolderLayer | None:
        layer = next((layer for layer in nearest if said(layer)), None)
        if layer is not None:
            origin[part] = _of(layer)
        return layer

    photo = whole("photoStyle", lambda layer: layer.photo_style)
    world = whole("visualWorld", lambda layer: layer.visual_world)
    design = whole("designStyle", lambda layer: layer.design_style)
    purpose = _purpose(nearest, origin)
    voice = _voice(nearest, origin)
    palette = whole("palette", lambda layer: layer.palette)
    hero = whole("hero", lambda layer: layer.hero)
    references: dict[Domain, tuple[str, ...]] = {}
    domains: tuple[Domain, ...] = ("photos", "designs")
    for domain in domains:
        source = whole(f"references.{domain}", partial(_references, domain))
        references[domain] = tuple(source.references[domain]) if source else ()
    headline, body = (_font(nearest, role, origin) for role in ("headline", "body"))
    return Resolved(
        folder=own.folder,
        level=own.level,
        photo_style=photo.photo_style if photo else None,
        visual_world=world.visual_world if world else None,
        design_style=design.design_style if design else None,
        photos_version=(photo or own).photos_version,
        designs_version=(design or own).designs_version,
        purpose=purpose,
        voice=voice,
        palette=tuple(palette.palette) if palette else (),
        fonts=_fonts(nearest, headline, body),
        headline_font=headline,
        body_font=body,
        logos=_logos(nearest, origin),
        references=references,
        hero=hero.hero if hero else None,
        rules=tuple(rules.resolve([(layer.folder, layer.level, layer.rules) for layer in chain])),
        origin=origin,
    )


def _of(layer: FolderLayer) -> Inherited:
    return Inherited(folder=layer.folder, level=layer.level)


def _references(domain: Domain, layer: FolderLayer) -> Sequence[str]:
    return layer.references.get(domain, ())


def _deepest(origin: Mapping[str, Inherited], prefix: str) -> Inherited | None:
    """The most specific level that says any field below ``prefix``."""
    levels = [source for part, source in origin.items() if part.startswith(prefix)]
    return max(levels, key=lambda source: source.level, default=None)


def _purpose(nearest: Sequence[FolderLayer], origin: dict[str, Inherited]) -> Purpose | None:
    parts: dict[str, str | None] = dict.fromkeys(PURPOSE_PARTS)
    sources: list[str] = []
    for part in PURPOSE_PARTS:
        layer = next(
            (layer for layer in nearest if layer.purpose and getattr(layer.purpose, part)), None
        )
        if layer is None or layer.purpose is None:
            continue
        parts[part] = getattr(layer.purpose, part)
        origin[f"purpose.{part}"] = _of(layer)
        sources += (source for source in layer.purpose.sources if source not in sources)
    deepest = _deepest(origin, "purpose.")
    if deepest is None:
        return None
    origin["purpose"] = deepest
    return Purpose(**parts, sources=sources)


def _voice(nearest: Sequence[FolderLayer], origin: dict[str, Inherited]) -> Voice | None:
    fields: dict[str, Any] = {}
    for name, info in Voice.model_fields.items():
        for layer in nearest:
            value = getattr(layer.voice, name) if layer.voice else None
            # False is said (no Oxford comma); None and empty lists are not.
            if value is not None and value != [] and value != {}:
                fields[name] = value
                origin[f"voice.{info.alias}"] = _of(layer)
                break
    deepest = _deepest(origin, "voice.")
    if deepest is None:
        return None
    origin["voice"] = deepest
    return Voice(**fields)


def _logos(nearest: Sequence[FolderLayer], origin: dict[str, Inherited]) -> tuple[LogoSummary, ...]:
    """One logo of each name, the nearest level's first, exactly one of them primary."""
    found: dict[str, LogoSummary] = {}
    primary: str | None = None
    for layer in nearest:
        for logo in layer.logos:
            if logo.name not in found:
                found[logo.name] = logo
                origin[f"logos.{logo.name}"] = _of(layer)
        if primary is None:
            primary = next((logo.name for logo in layer.logos if logo.primary), None)
    if not found:
        return ()
    primary = primary or next(iter(found))
    return tuple(
        logo
        if logo.primary == (logo.name == primary)
        else logo.model_copy(update={"primary": logo.name == primary})
        for logo in found.values()
    )


def _font(
    nearest: Sequence[FolderLayer], role: str, origin: dict[str, Inherited]
) -> FontSummary | None:
    for layer in nearest:
        for wanted in (role, "any"):
            for font in layer.fonts:
                if font.role == wanted:
                    origin[f"fonts.{role}"] = _of(layer)
                    return font
    return None


def _fonts(
    nearest: Sequence[FolderLayer], headline: FontSummary | None, body: FontSummary | None
) -> tuple[FontSummary, ...]:
    """All fonts of the chain in the order of trying; a family hides the same family in that role of
    levels above.
    """
    found: list[FontSummary] = []
    for layer in nearest:
        hidden = {(font.family.casefold(), font.role) for font in found}
        found += (font for font in layer.fonts if (font.family.casefold(), font.role) not in hidden)
    playing = [font.font_id for font in (headline, body) if font is not None]
    # What plays a role stands first; sorting is stable, so the rest stays from the nearest level
    # up.
    return tuple(
        sorted(
            found, key=lambda f: playing.index(f.font_id) if f.font_id in playing else len(playing)
        )
    )
