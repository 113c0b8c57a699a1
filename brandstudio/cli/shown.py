"""Results as people read them: a table for a list, names and values for one thing.

``LISTINGS`` and ``LINES`` say how, one literal entry a type of result; what is in neither is shown
as its own fields. With ``--json`` none of this is used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ..models import Model
from ..models.admin import Done
from ..models.credits import Pricing, Usage
from ..models.designs import BannerJob, DesignAccepted, DesignSaved
from ..models.folders import (
    Folder,
    FolderChildren,
    FolderDeleted,
    FolderDuplicated,
    FolderTree,
    SubBrands,
)
from ..models.images import Analysis, Check, CurrentVersion, Image, ImageAccepted
from ..models.invites import InviteCreated, InvitesRevoked
from ..models.jobs import Job, JobPage
from ..models.library import (
    Font,
    FontList,
    FontRemoved,
    HeroSet,
    LibraryItem,
    LibraryPage,
    Logo,
    LogoList,
    LogoRemoved,
    Purged,
    Trashed,
)
from ..models.rules import Rule, RuleList, RuleRemoved
from ..models.searching import SearchPage
from ..models.style import (
    ExtractionAccepted,
    ExtractionJob,
    ExtractionResult,
    ReferenceRemoved,
    ReferencesAdded,
    ReferenceSet,
    SampledColours,
    Style,
)
from ..models.texts import TextResult
from . import style_shown
from .banners_shown import banner_rows
from .hints import told
from .terminal import facts, noted, paint, priced, size, table

if TYPE_CHECKING:
    from ..studio import Studio


@dataclass(frozen=True)
class Listing:
    """A list of a result as a table: where its rows are, and which attribute each column shows."""

    rows: str
    columns: tuple[tuple[str, str], ...]
    empty: str


LISTINGS: dict[type[Model], Listing] = {
    FolderChildren: Listing(
        "children",
        (("name", "name"), ("path", "path"), ("folders", "child_folder_count")),
        "No folders inside.",
    ),
    LibraryPage: Listing(
        "items",
        (
            ("id", "image_id"),
            ("kind", "kind"),
            ("status", "status"),
            ("size", "size"),
            ("score", "score"),
            ("title", "title"),
            ("folder", "folder"),
        ),
        "Nothing here.",
    ),
    SearchPage: Listing(
        "items",
        (
            ("id", "image_id"),
            ("kind", "kind"),
            ("size", "size"),
            ("score", "score"),
            ("title", "title"),
            ("folder", "folder"),
        ),
        "Nothing found.",
    ),
    LogoList: Listing(
        "logos",
        (("name", "name"), ("variant", "variant"), ("primary", "primary"), ("from", "folder")),
        "No logos. brandstudio logos add FOLDER FILE adds one.",
    ),
    FontList: Listing(
        "fonts",
        (
            ("id", "font_id"),
            ("family", "family"),
            ("role", "role"),
            ("scripts", "scripts"),
            ("from", "folder"),
        ),
        "No fonts; banners use those that come with brandstudio.",
    ),
    ReferenceSet: Listing(
        "refs",
        (
            ("id", "ref_id"),
            ("category", "category"),
            ("size", "size"),
            ("file", "filename"),
            ("image", "image_id"),
        ),
        "No references. brandstudio references add FOLDER IMAGE_ID... takes some from the library.",
    ),
    RuleList: Listing(
        "rules",
        (
            ("id", "rule_id"),
            ("kind", "kind"),
            ("rule", "text"),
            ("checked", "checked_as"),
            ("from", "folder"),
            ("source", "source"),
        ),
        "No rules. brandstudio rules add FOLDER TEXT adds one.",
    ),
    JobPage: Listing(
        "jobs",
        (
            ("id", "job_id"),
            ("kind", "kind"),
            ("status", "status"),
            ("progress", "progress.message"),
            ("made", "created_at"),
        ),
        "No jobs.",
    ),
    Usage: Listing(
        "rows",
        (
            ("day", "day"),
            ("operation", "operation"),
            ("folder", "folder"),
            ("calls", "calls"),
            ("credits", "credits"),
        ),
        "Nothing yet.",
    ),
    InvitesRevoked: Listing(
        "invites",
        (("id", "invite_id"), ("address", "email"), ("status", "status"), ("used", "used_at")),
        "None.",
    ),
}


def lines_of(value: Any) -> list[str]:
    """What a person reads of a result."""
    listing = LISTINGS.get(type(value))
    if listing is not None:
        return _listed(value, listing)
    for kind in type(value).__mro__:
        if kind in LINES:
            return LINES[kind](value)
    return facts((name.replace("_", " "), _within(part)) for name, part in value)


def picture_of(value: object, studio: Studio) -> Callable[[], bytes] | None:
    """The picture that a result is or has, to be read where it can be shown."""
    if isinstance(value, Image):
        return value.read if value.image_url else None
    if isinstance(value, LibraryItem):
        link = value.thumbnail_url or value.url
        return (lambda: studio.read(link)) if link else None
    return None


def size_of(value: Any) -> str:
    """Pixels as ``1200x627``."""
    return f"{value.width or '?'}x{value.height or '?'}"


def _listed(value: object, listing: Listing) -> list[str]:
    rows = getattr(value, listing.rows)
    cells = [
        [
            size_of(row) if source == "size" else attrgetter(source)(row)
            for _, source in listing.columns
        ]
        for row in rows
    ]
    lines = table([title for title, _ in listing.columns], cells) if cells else [listing.empty]
    if isinstance(value, Usage) and rows:
        lines.append(f"{value.calls} calls, {priced(value.credits)}")
    return lines


def _within(value: object) -> Any:
    """A value within another, as the names and values that it says."""
    if isinstance(value, Model):
        return {name.replace("_", " "): part for name, part in value if part is not None}
    if isinstance(value, list) and value and isinstance(value[0], Model):
        return f"{len(value)}"
    return value


# -- one thing -------------------------------------------------------------------------------------


def _folder_tree(value: FolderTree) -> list[str]:
    top = value.level1_folder
    lines = [f"{top.name}{'':2}{paint(top.path, 'faint')}"]
    for second in value.level2_folders:
        lines.append(f"  {second.name}  {paint(second.path, 'faint')}")
        lines += [
            f"    {third.name}  {paint(third.path, 'faint')}" for third in second.level3_folders
        ]
    return lines


def _duplicated(value: FolderDuplicated) -> list[str]:
    left = [f"not copied: {error.item_id}: {error.message}" for error in value.errors]
    return [
        *left,
        f"{value.images_copied} items and {value.sub_folders_copied} folders copied: {value.folder.path}",
    ]


def _sub_brands(value: SubBrands) -> list[str]:
    lines = [f"{value.brand.name}  {paint(value.brand.slug, 'faint')}"]
    for sub in value.sub_brands:
        lines.append(f"  {sub.name}  {paint(sub.slug, 'faint')}")
        lines += [f"    {part.name}  {paint(part.slug, 'faint')}" for part in sub.campaigns]
    return lines


def _image(value: Image) -> list[str]:
    rows = [
        (
            version.version,
            version.operation or "upload",
            version.aspect_ratio,
            version.resolution,
            version.score,
            version.prompt,
        )
        for version in value.versions
    ]
    newest = value.versions[-1] if value.versions else None
    return [
        *(table(("version", "made by", "ratio", "resolution", "score", "words"), rows)),
        *(noted(told(said)) for said in (newest.warnings or [] if newest else [])),
        *(
            [paint(f"{value.error.code}: {told(value.error.message)}", "bad")]
            if value.error
            else []
        ),
        f"{value.folder}, {value.status}, version {value.current_version or '-'} is shown: {value.id}",
    ]


def _analysis(value: Analysis) -> list[str]:
    seen = [(name, getattr(value, name)) for name in type(value).model_fields if name != "briefs"]
    briefs = [
        line
        for number, brief in enumerate(value.briefs, 1)
        for line in (
            "",
            f"{number}. {paint(brief.title, 'head')}",
            f"   {brief.brief}",
            f"   {brief.why}",
        )
    ]
    return [*facts(seen), *briefs]


def _check(value: Check) -> list[str]:
    rows = [(part.part, part.score, part.weight, part.reason) for part in value.parts]
    return [
        *table(("part", "score", "weight", "why"), rows),
        *(noted(finding.message) for finding in value.findings),
        f"Score {value.score:g} of 100",
    ]


def _item(value: LibraryItem) -> list[str]:
    pairs: list[tuple[str, object]] = [
        ("title", value.title),
        ("description", value.description),
        ("kind", value.kind),
        ("status", value.status),
        ("folder", value.folder),
        ("size", f"{size_of(value)}, {size(value.bytes)}" if value.bytes else None),
        ("file", value.filename),
        ("tags", value.tags),
        ("seen", value.system_tags),
        ("score", value.score),
        ("hero", value.is_hero or None),
        ("focal point", value.focal_point and f"{value.focal_point.x:g}, {value.focal_point.y:g}"),
        ("version", f"{value.current_version} ({value.total_versions} in all)"),
        ("made", value.created_at),
        ("changed", value.updated_at),
        ("in the trash until", value.trashed_until),
        ("made from", value.design and f"{value.design.template}, {value.design.size}"),
        ("id", value.image_id),
    ]
    words = [] if value.text is None else ["", value.text.markdown, "", value.image_id]
    return [*facts(pairs), *words]


def _purged(value: Purged) -> list[str]:
    return [
        f"Gone for good: {value.versions_removed} versions, {len(value.keys)} files, "
        f"{value.refs_dropped} references"
    ]


def _job(value: Job) -> list[str]:
    return facts(
        [
            ("kind", value.kind),
            ("status", value.status),
            ("progress", value.progress.message),
            ("percent", value.progress.percent),
            ("attempts", value.attempts),
            ("made", value.created_at),
            ("changed", value.updated_at),
            ("error", value.error and f"{value.error.code}: {value.error.message}"),
            ("reference", value.client_reference_id),
            ("id", value.job_id),
        ]
    )


def _saved(value: DesignSaved) -> list[str]:
    cost = "" if value.credits is None else f" for {priced(value.credits.deducted)}"
    version = "" if value.version is None else f" as version {value.version}"
    again = " before" if value.already_saved else ""
    return [f"Saved{again}{version}{cost}: {value.image_id}"]


def _text(value: TextResult) -> list[str]:
    return [
        value.markdown.rstrip(),
        "",
        *(paint(f"changed: {entry.message}", "faint") for entry in value.lint_applied),
        *(noted(entry.message) for entry in value.advisories),
        *map(noted, value.notes or ()),
        f"Version {value.version}, {priced(value.credits.deducted)}: {value.item_id}",
    ]


def _accepted(value: Any) -> list[str]:
    id = getattr(value, "id", None)
    about = f"{id} " if id else ""
    return [f"Accepted {about}(brandstudio jobs wait JOB waits for it): {value.job_id}"]


LINES: dict[type[Any], Callable[[Any], list[str]]] = {
    Done: lambda _: ["Done."],
    Folder: lambda folder: [f"{folder.name}: {folder.path}"],
    FolderTree: _folder_tree,
    FolderDeleted: lambda value: [
        f"Archived for 30 days (brandstudio folders restore {value.folder.path} brings it back): "
        f"{value.folder.path}"
    ],
    FolderDuplicated: _duplicated,
    SubBrands: _sub_brands,
    Image: _image,
    ImageAccepted: _accepted,
    CurrentVersion: lambda value: [
        f"{value.title}: version {value.current_version} is shown ({value.total_versions} in all)"
    ],
    Analysis: _analysis,
    Check: _check,
    LibraryItem: _item,
    Trashed: lambda value: [
        f"In the trash until {value.trashed_until:%Y-%m-%d} "
        f"(brandstudio library restore brings it back): {value.image_id}"
    ],
    Purged: _purged,
    HeroSet: lambda value: [
        f"It is the hero of its {value.level}." if value.is_hero else "It is the hero no more."
    ],
    Logo: lambda logo: [f"{logo.folder} has the logo {logo.name}"],
    LogoRemoved: lambda value: [f"Removed: {value.deleted}"],
    Font: lambda font: [f"{font.folder} has the font {font.family}: {font.font_id}"],
    FontRemoved: lambda value: [f"Removed: {value.deleted}"],
    ReferencesAdded: lambda value: [
        *(f"{ref.category}  {ref.filename}  {ref.ref_id}" for ref in value.added),
        f"References of the folder: {value.total_count}",
    ],
    ReferenceRemoved: lambda value: [f"Removed: {value.deleted.ref_id}"],
    Rule: lambda rule: [
        *([rule.checked_as] if rule.checked_as else []),
        f"{rule.folder} has the {rule.kind} rule “{rule.text}”: {rule.rule_id}",
    ],
    RuleRemoved: lambda value: [f"Removed: {value.deleted}"],
    ExtractionAccepted: _accepted,
    ExtractionResult: style_shown.extraction,
    ExtractionJob: style_shown.extraction_job,
    Style: style_shown.style,
    SampledColours: lambda value: style_shown.palette(value.palette),
    TextResult: _text,
    DesignAccepted: _accepted,
    BannerJob: lambda value: [*banner_rows(value), f"{value.status}: {value.job_id}"],
    DesignSaved: _saved,
    Pricing: lambda value: table(("operation", "credits"), value.prices.items()),
    Job: _job,
    InviteCreated: lambda value: [
        f"{value.invite_id}, until {value.expires_at:%Y-%m-%d}. Shown only now: {value.url}"
    ],
}
