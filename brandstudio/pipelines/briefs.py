"""From rows to briefs: the photo, logo, fonts and look of a folder as the values that banners are
drawn from.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from ..catalogue.resolving import Said, resolved, said_by
from ..context import Context
from ..domain import rules
from ..domain.inheritance import Resolved
from ..errors import GlyphMissing, NotFound, ValidationError
from ..models.choices import Choices, SharedCrop
from ..models.designs import Slots
from ..models.nearest import meant
from ..models.sizes import CONTRACT_SIZES, SIZES, pixels_of
from ..models.style import FontSummary
from ..pixels.facts import PictureFacts
from ..render.brief import Brief, LogoFile, Look, Photo
from ..render.layout import template as templates
from ..render.layout.carrying import carries, shortfall, smallest_type
from ..render.type.bounded import Bounded
from ..render.type.bundled import bundled_stack
from ..render.type.coverage import describe_missing, missing
from ..render.type.fonts import FontSpec, FontStack
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.style import FontRow, LogoRow
from .brand_fonts import arrange, borrowed, words_of
from .cutting import with_cutouts
from .slot_checks import require_slots
from .words_language import language_of

_TEMPLATE = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


@dataclass(frozen=True)
class Materials:
    """What all banners of one job share."""

    place: FolderRow
    found: Resolved
    look: Look
    fonts: FontStack
    photo: Photo | None
    logos: tuple[LogoFile, ...]
    language: str | None
    brand_fonts: tuple[FontRow, ...] = ()
    """The folder's own and inherited fonts, the one that leads first."""
    pictures: tuple[tuple[str, Photo], ...] = ()
    """Those of the slots that a template declares itself, by slot."""

    def borrowed(self, slots: Slots) -> list[str]:
        """What is to be said of letters that none of the brand's fonts has."""
        return borrowed(words_of(slots), self.fonts, self.brand_fonts)

    def brief(
        self,
        template: templates.Template,
        size: str,
        slots: Slots,
        choices: Choices | None = None,
        shared: SharedCrop | None = None,
    ) -> Brief:
        width, height = pixels_of(size)
        checks = tuple(
            rule.check
            for rule in rules.in_force(self.found.rules)
            if rule.kind in ("logo", "layout") and rule.check
        )
        return Brief(
            template=template,
            size=size,
            width=width,
            height=height,
            slots=slots,
            look=self.look,
            fonts=self.fonts,
            photo=self.photo,
            pictures=with_cutouts(template, self.pictures, self.photo),
            logos=self.logos,
            language=self.language,
            rules=checks,
            choices=choices or Choices(),
            shared=shared,
        )


def gather(ctx: Context, folder_path: str, slots: Slots, sizes: Sequence[str] = ()) -> Materials:
    """Read everything that the folder gives to banners with these slots, in these sizes."""
    ctx.store.assert_idle()
    with ctx.store.read() as tx:
        place = tx.folders.get(ctx.workspace_id, folder_path)
        if place is None:
            raise NotFound("The folder is gone.")
        chain = said_by(tx, place)
        logo_rows = rows_of_logo([level.logos for level in chain], slots.logo)
        side = _longest(sizes)
        photo = None if slots.image_id is None else _photo(ctx, tx, slots.image_id, side)
        pictures = tuple(
            (name, _photo(ctx, tx, image_id, side)) for name, image_id in slots.own_pictures.items()
        )
    found = _STYLES.get(chain) or _STYLES.put(chain, resolved(chain))
    language = language_of(slots, found.voice)
    fonts, look, ordered = _fonts(ctx, found, chain, slots, language)
    return Materials(
        place,
        found,
        look,
        fonts,
        photo,
        tuple(_logo_file(ctx, row) for row in logo_rows),
        language,
        ordered,
        pictures,
    )


def fonts_of(ctx: Context, place: FolderRow, slots: Slots) -> FontStack:
    """The fonts that a banner of the folder is set in."""
    with ctx.store.read() as tx:
        chain = said_by(tx, place)
    found = resolved(chain)
    return _fonts(ctx, found, chain, slots, language_of(slots, found.voice))[0]


def require_glyphs(materials: Materials, slots: Slots) -> None:
    """Raise GlyphMissing when no font has a character; never a box on a banner."""
    lacking = missing(words_of(slots), materials.fonts)
    if lacking:
        raise GlyphMissing(
            describe_missing(lacking, materials.place.path),
            characters=[glyph.character for glyph in lacking][:50],
            fonts=sorted({glyph.suggested_font for glyph in lacking if glyph.suggested_font}),
        )


def find_template(ctx: Context, name: str) -> templates.Template:
    """A built-in template, or one that the team keeps in the data folder. Raises ValidationError
    for an unknown name.
    """
    if name in templates.SHIPPED:
        return templates.builtin(name)
    own = ctx.store.templates
    for at_once in (False, True):
        for file in _template_files(own.folder(at_once=at_once), name):
            if file.is_file():
                with file.open("rb") as source:
                    # A template is at most 64 KB, and says so itself.
                    return templates.kept(source.read(1 << 20))
    raise ValidationError.of(
        "template", lacks_template(own.folder(), name) or "it has just gone", value=name
    )


def lacks_template(folder: Path, name: str) -> str | None:
    """Why a folder of templates has none of that name; None where it has, or where the name is
    none (its pattern says so).
    """
    if name in ("all", *templates.SHIPPED) or not _TEMPLATE.fullmatch(name):
        return None
    if any(file.is_file() for file in _template_files(folder, name)):
        return None
    own = {file.stem for ending in ("json", "toml") for file in folder.glob(f"*.{ending}")}
    names = ("all", *templates.SHIPPED, *sorted(own.difference(templates.SHIPPED)))
    return f"no template of that name; there are: {', '.join(names)}{meant(name, names)}"


def _template_files(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / f"{name}.json", folder / f"{name}.toml"


def require_carried(
    materials: Materials, template: templates.Template, sizes: Sequence[str], slots: Slots
) -> None:
    """Raise ValidationError for a size of ours that is too small for the words, naming sizes that
    are not. The contract's sizes take whatever the contract's limits let through, as long as a
    template of the team's own has any room for it.
    """
    for size in sizes:
        brief = materials.brief(template, size, slots)
        usual = size in CONTRACT_SIZES and template.name in templates.BUILTIN
        if usual or carries(brief) or (size in CONTRACT_SIZES and smallest_type(brief) > 0):
            continue
        others = (name for name in SIZES if template.comes_in(name) and name != size)
        near = sorted(others, key=lambda name: _farness(name, size))
        fitting = [n for n in near[:12] if carries(materials.brief(template, n, slots))][:3]
        hint = f"; these would carry them: {', '.join(fitting)}" if fitting else ""
        raise ValidationError.of(
            "size",
            f"{size} is too small for these words: {shortfall(brief)}{hint}",
            value=size,
        )


def _farness(name: str, size: str) -> float:
    """How unlike two sizes are: in area, and twice that in shape."""
    (w, h), (width, height) = pixels_of(name), pixels_of(size)
    return abs(math.log(w * h / (width * height))) + 2 * abs(math.log(w * height / (h * width)))


def require_fit(
    template: templates.Template, sizes: Sequence[str], slots: Slots, scheme: str | None = None
) -> None:
    """Raise ValidationError where the template does not come in a size, or lacks something that it
    needs.
    """
    for size in sizes:
        if not template.comes_in(size):
            raise ValidationError.of(
                "size", f"{template.name} comes in {', '.join(template.sizes)}", value=size
            )
    if template.needs_photo and slots.image_id is None:
        raise ValidationError.of("slots.imageId", f"{template.name} needs a photo")
    if scheme is not None and scheme not in template.schemes:
        known = f"it has {', '.join(template.schemes)}" if template.schemes else "it has none"
        near = meant(scheme, template.schemes)
        raise ValidationError.of(
            "scheme", f"{template.name} has no such colour scheme; {known}{near}", value=scheme
        )
    require_slots(template, slots)


_WORKING = 2560
"""The long side of a working copy (px)."""
_PHOTOS: Final[Bounded[Hashable, Photo]] = Bounded(24 << 20, lambda photo: len(photo.data))
_LOGOS: Final[Bounded[Hashable, LogoFile]] = Bounded(8 << 20, lambda logo: len(logo.data))
"""Files that many banners share, by all that is known of them, so that each is read once."""
_STYLES: Final[Bounded[tuple[Said, ...], Resolved]] = Bounded(32)
"""Styles by what the store says of them, which is read for every banner. Values of these go to no
caller: one would write into them which studio it had them from.
"""


def _longest(sizes: Sequence[str]) -> int:
    """The longest side of the sizes (px)."""
    return max((max(pixels_of(size)) for size in sizes), default=0)


def _photo(ctx: Context, tx: Transaction, image_id: str, side: int) -> Photo:
    item = tx.items.get(ctx.workspace_id, image_id)
    if item is None or item.current_version is None:
        raise NotFound("The photo of this banner is gone.")
    version = tx.versions.get(item.id, item.current_version)
    assert version is not None
    # The working copy has all that a banner on a screen can show; print takes the file itself.
    working = version.working_sha if side <= _WORKING else None
    sha256 = working or version.sha256 or ""
    blob = tx.blobs.get(sha256)
    assert blob is not None
    width, height = version.width or 1, version.height or 1
    if working is not None:
        scale = _WORKING / max(width, height)
        width, height = max(1, round(width * scale)), max(1, round(height * scale))
    focal = None if item.focal_x is None or item.focal_y is None else (item.focal_x, item.focal_y)
    title = item.description or item.title or None
    said = (sha256, blob.mime_type, width, height, version.facts, focal, image_id, title)
    known = _PHOTOS.get(said)
    if known is not None:
        return known
    facts = None if version.facts is None else PictureFacts.from_json(json.loads(version.facts))
    data = ctx.store.blobs.read(sha256)
    photo = Photo(data, sha256, blob.mime_type, width, height, facts, focal, image_id, title)
    return _PHOTOS.put(said, photo)


def rows_of_logo(levels: Sequence[Sequence[LogoRow]], wanted: str | None) -> list[LogoRow]:
    """All variants of the logo that is named, or of the nearest primary one, in the order in which
    they were added. ``levels`` are the logos of each level, Level 1 first.
    """
    if wanted == "none":
        return []
    for logos in reversed(levels):
        name = wanted or next((row.name for row in logos if row.is_primary), None)
        rows = [row for row in logos if row.name == name]
        if rows:
            return sorted(rows, key=lambda row: row.id)
    return []


def _logo_file(ctx: Context, row: LogoRow) -> LogoFile:
    said = (row.name, row.variant, row.mime_type, row.sha256, row.width, row.height)
    known = _LOGOS.get(said)
    if known is not None:
        return known
    name, variant, mime_type, sha256, width, height = said
    data = ctx.store.blobs.read(sha256)
    logo = LogoFile(name, variant, data, mime_type, sha256, width, height)  # type: ignore[arg-type]
    return _LOGOS.put(said, logo)


def _fonts(
    ctx: Context, found: Resolved, chain: Sequence[Said], slots: Slots, language: str | None
) -> tuple[FontStack, Look, tuple[FontRow, ...]]:
    rows = [row for level in reversed(chain) for row in level.fonts]
    ordered, headline, body = arrange(found, rows, words_of(slots))
    specs = [
        FontSpec(
            row.family,
            row.sha256,
            partial(ctx.store.blobs.read, row.sha256),
            row.face_index,
            foreign=True,
        )
        for row in ordered
    ]
    palette = {colour.role: colour.hex for colour in reversed(found.palette)}
    colours = [colour.hex for colour in found.palette]
    if not palette and found.photo_style is not None:
        colours = [colour.hex for colour in found.photo_style.palette]
        palette = {colour.role: colour.hex for colour in reversed(found.photo_style.palette)}
    corners = "unknown" if found.design_style is None else found.design_style.corner_radius
    stack = bundled_stack(language, extra=specs)
    look = Look(
        palette=tuple(palette.items()),
        colours=tuple(colours),
        corners=corners if corners != "unknown" else "soft",
        formed=corners != "unknown",
        heading=headline.family if headline else None,
        body=body.family if body else _beside(headline, stack),
        brand_name=chain[0].folder.name,
    )
    return stack, look, tuple(ordered)


def _beside(headline: FontSummary | None, stack: FontStack) -> str | None:
    """What sets running text and buttons where a brand has a font for headlines alone: no button is
    set in a display face.
    """
    if headline is None or headline.role != "headline":
        return None
    return next((f.family for f in stack.faces if f.family != headline.family), None)
