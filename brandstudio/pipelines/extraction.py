"""Learning a style: measure the references, read the website, put it together, suggest rules."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from functools import partial

import numpy as np
from PIL.Image import Image

from ..catalogue.resolving import DOMAINS, nearest_references, resolve
from ..catalogue.showing import rule as rule_view
from ..context import JobContext
from ..domain import extraction as learning
from ..domain.extraction.reference import TermKind
from ..engines.protocols import VisionRequest
from ..engines.website import SiteFacts, SiteUnreadable, read_site
from ..errors import (
    PayloadTooLarge,
    StudioError,
    UnsupportedMediaType,
    UpstreamError,
    UpstreamTimeout,
)
from ..jobs.kinds import ExtractionJob
from ..models.rules import Rule, SuggestedRule
from ..models.style import (
    DesignStyle,
    ExtractionResult,
    Medium,
    PaletteColour,
    PhotoStyle,
    Purpose,
    SiteLogo,
    VisualWorld,
    WebsiteFindings,
)
from ..network.fetch import FetchRefused
from ..pixels.designs import measure_design
from ..pixels.facts import PictureFacts, find_facts
from ..pixels.medium import medium
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely
from ..store import Transaction
from ..store.folders import FolderRow
from ..store.jobs import JobRow
from ..store.style import ReferenceRow

log = logging.getLogger("brandstudio.extraction")
MEASURE_SIDE = 1024


def carry_out(ctx: JobContext, job: JobRow, asked: ExtractionJob) -> None:
    """Learn the folder's style and keep it as the next style version."""
    with ctx.store.read() as tx:
        place = tx.folders.by_id(job.folder_id or 0)
        if place is None or place.archived_at is not None:
            raise StudioError("The folder of this extraction is gone.")
        before = resolve(tx, place)
        references = {domain: nearest_references(tx, place, domain) for domain in DOMAINS}
    warnings: list[str] = []
    photos = _measure_photos(ctx, references["photos"], asked.content_type)
    designs = _measure_designs(ctx, references["designs"])
    site = _read_website(ctx, asked.website_url, warnings)
    ctx.progress("learning", "Putting the style together", 80)
    kept = before.photo_style if asked.keep_colours else None
    if asked.keep_colours and kept is None:
        warnings.append("There was no earlier style whose colours could be kept.")
    learned = _learn(photos, designs, asked.content_type, kept, warnings)
    with ctx.store.write() as tx:
        ctx.still_mine(tx)
        result = _keep(ctx, tx, asked, place, learned, site, warnings)
        ctx.finish(tx, result.model_dump_json(by_alias=True, exclude_unset=True))
        ctx.emit_job(tx, job, None)


def _measure_photos(
    ctx: JobContext, rows: list[ReferenceRow], forced: Medium | None
) -> list[learning.PhotoReference]:
    found = []
    for index, row in enumerate(rows):
        ctx.progress(
            "measuring",
            f"Measuring reference {index + 1} of {len(rows)}: {row.filename}",
            5 + 45 * index / len(rows),
        )
        ctx.store.assert_idle()
        image = fit(decode_fully_safely(ctx.store.blobs.read(row.sha256)).image, MEASURE_SIDE)
        facts = (
            find_facts(image)
            if row.facts is None
            else PictureFacts.from_json(json.loads(row.facts))
        )
        found.append(
            learning.PhotoReference(
                row.public_id,
                facts.measures,
                row.filename,
                faces=[(face.x0, face.y0, face.x1, face.y1) for face in facts.faces],
                medium=forced or medium(image.convert("RGB")),
                seen=_seen(ctx, image),
            )
        )
    return found


def _seen(ctx: JobContext, image: Image) -> dict[TermKind, list[str]]:
    """Words of a vision engine for what a reference shows; none without one, and a failure costs
    only the words.
    """
    engine = ctx.engines.vision
    if engine is None:
        return {}
    kinds: tuple[TermKind, ...] = ("subjects", "settings", "materials", "motifs", "mood")
    words = {"type": "array", "items": {"type": "string"}, "maxItems": 6}
    schema = {
        "type": "object",
        "properties": dict.fromkeys(kinds, words),
        "required": list(kinds),
        "additionalProperties": False,
    }
    prompt = "List what this picture shows in single lower-case words or short phrases, as JSON. Leave out what you can't tell."
    try:
        answer = engine.describe(
            VisionRequest(picture=np.asarray(image.convert("RGB")), prompt=prompt, schema=schema)
        )
    except (UpstreamError, UpstreamTimeout) as error:
        log.warning("the vision engine did not describe a reference: %s", error.message)
        return {}
    said = answer.data or {}
    return {kind: [str(word) for word in said.get(kind, [])][:6] for kind in kinds}


def _measure_designs(ctx: JobContext, rows: list[ReferenceRow]) -> list[learning.DesignReference]:
    found = []
    for index, row in enumerate(rows):
        ctx.progress(
            "measuring",
            f"Measuring design {index + 1} of {len(rows)}: {row.filename}",
            50 + 15 * index / len(rows),
        )
        image = decode_fully_safely(ctx.store.blobs.read(row.sha256)).image
        found.append(learning.DesignReference(row.public_id, measure_design(image), row.filename))
    return found


def _read_website(ctx: JobContext, url: str | None, warnings: list[str]) -> SiteFacts | None:
    """The website's facts; one that can't be read refunds its intake, and the extraction goes on
    (decisions, point 11). A busy store or fetcher says nothing about the website: the job waits.
    """
    if url is None:
        return None
    ctx.progress("reading", "Reading the website", 65)
    ctx.store.assert_idle()
    fetch = partial(ctx.engines.fetcher.fetch, workspace=ctx.workspace_id)
    try:
        return read_site(url, fetch, progress=lambda said: ctx.progress("reading", said, 70))
    except (
        SiteUnreadable,
        FetchRefused,
        PayloadTooLarge,
        UnsupportedMediaType,
    ) as error:
        warnings.append(f"The website could not be read, so its price was refunded: {error}")
        with ctx.store.write() as tx:
            ctx.still_mine(tx)
            ctx.refund_job(tx, ctx.job_id, "The website could not be read", ("brand_intake",))
        return None


@dataclass(frozen=True)
class Learned:
    """What the references taught, and the rules that follow from it."""

    style: PhotoStyle | None
    world: VisualWorld | None
    design: DesignStyle | None
    suggested: list[SuggestedRule]


def _learn(
    photos: list[learning.PhotoReference],
    designs: list[learning.DesignReference],
    medium: Medium | None,
    kept: PhotoStyle | None,
    warnings: list[str],
) -> Learned:
    style = world = design = None
    if photos:
        learned = learning.photo_style(photos, medium=medium, keep_colours_of=kept)
        seen = learning.visual_world(photos)
        style, world = learned.value, seen.value
        warnings += [*learned.warnings, *seen.warnings]
    if designs:
        drawn = learning.design_style(designs)
        design = drawn.value
        warnings += drawn.warnings
    return Learned(style, world, design, learning.suggested_rules(style, world, design))


def _keep(
    ctx: JobContext,
    tx: Transaction,
    asked: ExtractionJob,
    place: FolderRow,
    learned: Learned,
    site: SiteFacts | None,
    warnings: list[str],
) -> ExtractionResult:
    now = ctx.now()
    style, world, design = learned.style, learned.world, learned.design
    version = max(tx.references.style_version(place.id, domain) for domain in DOMAINS)
    if style is not None or design is not None:
        version += 1
    if style is not None and world is not None:
        tx.styles.add(
            place.id, "photos", version, style.model_dump_json(), world.model_dump_json(), None, now
        )
        tx.references.set_style_version(place.id, "photos", version)
    if design is not None:
        tx.styles.add(place.id, "designs", version, None, None, design.model_dump_json(), now)
        tx.references.set_style_version(place.id, "designs", version)
    if site is not None:
        _keep_site(tx, place, site, asked.keep_colours, now)
    return ExtractionResult(
        photo_style=style,
        visual_world=world,
        design_style=design,
        suggested_rules=learned.suggested,
        style_version=version,
        warnings=warnings,
        purpose=None if site is None else site.purpose,
        website=None if site is None else _findings(site),
        adopted_rules=_adopt(ctx, tx, place, learned.suggested, now)
        if asked.auto_approve_rules
        else None,
    ).omit_none()


def _adopt(
    ctx: JobContext, tx: Transaction, place: FolderRow, suggested: list[SuggestedRule], now: int
) -> list[Rule]:
    existing = resolve(tx, place).rules
    adopted = []
    for rule in learning.adopt(suggested, existing):
        public_id = ctx.ids("rule")
        check = None if rule.check is None else rule.check.model_dump_json()
        tx.rules.add(
            public_id, place.id, rule.kind, rule.text, check, "extraction", rule.evidence, now
        )
        row = tx.rules.get(place.id, public_id)
        assert row is not None
        adopted.append(rule_view(row, place))
    return adopted


def _keep_site(
    tx: Transaction, place: FolderRow, site: SiteFacts, keep_colours: bool, now: int
) -> None:
    """The purpose as the site says it; its palette only where nobody has set one."""
    row = tx.identities.get(place.id)
    palette = None if row is None else row.palette
    if palette is None and site.colours and not keep_colours:
        palette = json.dumps([colour.model_dump() for colour in _palette(site)])
    said = site.purpose
    if row is not None and row.purpose is not None:
        own = Purpose.model_validate_json(row.purpose)
        # What the site does not say stays as it was.
        said = Purpose(
            feel=said.feel or own.feel,
            essence=said.essence or own.essence,
            voice=said.voice or own.voice,
            compliance=said.compliance or own.compliance,
            sources=list(dict.fromkeys((*said.sources, *own.sources))),
        )
    tx.identities.set(
        place.id, palette, None if row is None else row.voice, said.model_dump_json(), now
    )


def _palette(site: SiteFacts) -> list[PaletteColour]:
    return [
        PaletteColour(hex=colour.hex, role=colour.role, name=colour.name)
        for colour in site.colours[:12]
    ]


def _findings(site: SiteFacts) -> WebsiteFindings:
    return WebsiteFindings(
        url=site.url,
        name=site.name,
        language=site.language,
        palette=_palette(site),
        fonts=[font.family for font in site.fonts],
        logos=[
            SiteLogo(kind=logo.kind, label=logo.label, url=logo.url, score=round(logo.score, 3))
            for logo in site.logos[:6]
        ],
        pages=list(site.pages),
        warnings=list(site.warnings),
    )
