"""Style: golden references, the resolved style, rules, colours. Learning it is a job."""

from __future__ import annotations

from collections.abc import Sequence

import pydantic

from ..catalogue import finding, showing
from ..catalogue.resolving import DOMAINS, resolve
from ..context import Context, Sealed
from ..domain import rule_checks
from ..errors import (
    ExtractionInProgress,
    LevelLocked,
    NotFound,
    ReferenceExists,
    ReferenceLimit,
    ValidationError,
)
from ..jobs import kinds
from ..jobs.accepting import JobOrder
from ..jobs.now import FindColours, RunNow
from ..language import rule_sentences
from ..models.rules import Rule, RuleCheck, RuleList, RuleRemoved
from ..models.style import (
    BrandStyle,
    BrandSummary,
    ExtractionAccepted,
    ExtractionJob,
    ExtractionResult,
    PaletteColour,
    Purpose,
    ReferenceKey,
    ReferenceRemoved,
    ReferencesAdded,
    ReferenceSet,
    SampledColours,
    Style,
    Voice,
)
from ..operations import (
    AddReferences,
    AddRule,
    ExtractStyle,
    GetBrand,
    GetExtraction,
    GetStyle,
    ListReferences,
    ListRules,
    RemoveReference,
    RemoveRule,
    SampleColours,
    UpdateRule,
    UpdateStyle,
)
from ..store.style import RuleRow

MAX_REFERENCES = 5
_PALETTE = pydantic.TypeAdapter(list[PaletteColour])


def list_references(ctx: Context, op: ListReferences) -> ReferenceSet:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        rows = tx.references.list(place.id, op.domain)
        version = tx.references.style_version(place.id, op.domain)
    return ReferenceSet(current_version=version, refs=[showing.reference(ctx, row) for row in rows])


def add_references(ctx: Context, op: AddReferences) -> Sealed[ReferencesAdded]:
    wanted = op.library_image_ids
    if len(set(wanted)) != len(wanted):
        raise ReferenceExists("The same image is named twice; nothing was added.")
    now = ctx.now()
    gone: list[str] = []
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        rows = [finding.item(ctx, tx, place, image_id) for image_id in wanted]
        for row in rows:
            if row.sha256 is None or row.kind == "text":
                raise NotFound(f"{row.public_id} has no finished picture to take as a reference.")
        held = [] if op.replace else tx.references.list(place.id, op.domain)
        if {entry.item_id for entry in held} & {row.id for row in rows}:
            raise ReferenceExists
        if len(held) + len(rows) > MAX_REFERENCES:
            raise ReferenceLimit(
                f"A folder holds at most {MAX_REFERENCES} references: {len(held)} are there, {len(rows)} were sent. "
                "Nothing was added; remove some or send replace=true."
            )
        if op.replace:
            for entry in tx.references.list(place.id, op.domain):
                tx.references.remove(entry.id)
                gone += tx.blobs.release(f"ref:{entry.id}")
        added = []
        for row in rows:
            version = tx.versions.get(row.id, row.current_version or 0)
            assert version is not None
            assert version.sha256 is not None
            public_id = ctx.ids("ref")
            id = tx.references.add(
                public_id,
                place.id,
                op.domain,
                op.category,
                row.id,
                version.number,
                row.filename or row.title,
                version.sha256,
                version.thumbnail_sha,
                version.mime_type or "",
                version.width or 0,
                version.height or 0,
                version.facts,
                now,
            )
            for sha256 in (version.sha256, version.thumbnail_sha):
                if sha256 is not None:
                    tx.blobs.hold(sha256, f"ref:{id}")
            added.append(public_id)
        after = tx.references.list(place.id, op.domain)
        found = [showing.reference(ctx, entry) for entry in after if entry.public_id in added]
        answer = ctx.seal(tx, ReferencesAdded(added=found, total_count=len(after)))
    ctx.store.remove_files(gone)
    return answer


def remove_reference(ctx: Context, op: RemoveReference) -> ReferenceRemoved:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        rows = tx.references.list(place.id, op.domain)
        row = next(
            (row for row in rows if row.public_id == op.ref_id and row.category == op.category),
            None,
        )
        if row is None:
            raise NotFound("No such reference in this folder.")
        tx.references.remove(row.id)
        gone = tx.blobs.release(f"ref:{row.id}")
        version = tx.references.style_version(place.id, op.domain)
    ctx.store.remove_files(gone)
    return ReferenceRemoved(
        deleted=ReferenceKey(ref_id=row.public_id, category=op.category),
        current_version=version,
        total_count=len(rows) - 1,
    )


def extract_style(ctx: Context, op: ExtractStyle) -> Sealed[ExtractionAccepted]:
    asked = kinds.ExtractionJob(
        content_type=op.content_type,
        website_url=op.website_url,
        auto_approve_rules=op.auto_approve_rules,
        keep_colours=op.keep_colours,
    )
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if tx.jobs.open_in_folder(place.id, kinds.ExtractionJob.kind) is not None:
            raise ExtractionInProgress
        if place.locked:
            raise LevelLocked
        ctx.require_balance(tx, *asked.prices)
        chain = tx.folders.by_ids(place.chain)
        if op.website_url is None and not any(
            tx.references.list(row.id, domain) for row in chain for domain in DOMAINS
        ):
            raise ValidationError.of(
                "folder",
                "there is nothing to learn from: add golden references to this folder or one above it, or send "
                "websiteUrl",
            )
        order = JobOrder(ctx, tx, place, op.client_reference_id)
        for operation in asked.prices:
            what = "Style extraction" if operation == "extract" else "Website intake"
            order.pay(operation, f"{what}: {place.path}")
        order.queue(asked)
        return order.seal(ExtractionAccepted(job_id=order.job_id))


def get_extraction(ctx: Context, op: GetExtraction) -> ExtractionJob:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = tx.jobs.get(op.job_id)
    if (
        row is None
        or row.workspace_id != ctx.workspace_id
        or row.kind != kinds.ExtractionJob.kind
        or row.folder_id != place.id
    ):
        raise NotFound("No such extraction job in this folder.")
    base = showing.job(row)
    return ExtractionJob(
        job_id=row.id,
        status=base.status,
        progress=base.progress,
        created_at=base.created_at,
        updated_at=base.updated_at,
        result=None if row.result is None else ExtractionResult.model_validate_json(row.result),
        error=None if base.error is None else base.error.message,
        client_reference_id=row.client_reference_id,
    ).omit_none()


def get_brand(ctx: Context, op: GetBrand) -> BrandStyle:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        found = resolve(tx, place)
    summary = BrandSummary(slug=place.slug, name=place.name)
    return found.brand_style(summary, locked=bool(place.locked))


def get_style(ctx: Context, op: GetStyle) -> Style:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if op.style_version is not None and not any(
            tx.styles.get(place.id, domain, op.style_version) for domain in DOMAINS
        ):
            raise NotFound(f"{place.path} has no style version {op.style_version}.")
        return resolve(tx, place, op.style_version).style(locked=bool(place.locked))


def update_style(ctx: Context, op: UpdateStyle) -> Style:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if place.locked:
            raise LevelLocked
        row = tx.identities.get(place.id)
        palette, voice, purpose = (
            (None, None, None) if row is None else (row.palette, row.voice, row.purpose)
        )
        if op.palette is not None:
            palette = _PALETTE.dump_json(op.palette).decode() if op.palette else None
        if op.voice is not None:
            before = (
                {}
                if voice is None
                else Voice.model_validate_json(voice).model_dump(exclude_unset=True)
            )
            voice = Voice(**before | op.voice.model_dump(exclude_unset=True)).model_dump_json(
                exclude_unset=True
            )
        parts = {
            "feel": op.feel,
            "essence": op.essence,
            "voice": op.voice_text,
            "compliance": op.compliance,
        }
        if any(value is not None for value in parts.values()):
            said = None if purpose is None else Purpose.model_validate_json(purpose)
            fields = {name: getattr(said, name) if said else None for name in parts}
            fields |= {name: value or None for name, value in parts.items() if value is not None}
            purpose = Purpose(**fields, sources=said.sources if said else []).model_dump_json()
        tx.identities.set(place.id, palette, voice, purpose, ctx.now())
        return resolve(tx, place).style(locked=bool(place.locked))


def list_rules(ctx: Context, op: ListRules) -> RuleList:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        found = resolve(tx, place).rules
    return RuleList(rules=[rule for rule in found if op.kind is None or rule.kind == op.kind])


def add_rule(ctx: Context, op: AddRule) -> Sealed[Rule]:
    if not op.text.strip():
        raise ValidationError.of("text", "a rule needs words", value=op.text)
    check = _checked(op.check, op.kind) or rule_sentences.check_from(op.kind, op.text)
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        public_id = ctx.ids("rule")
        check_json = None if check is None else check.model_dump_json()
        same = _same(tx.rules.list(place.id), op, check_json)
        tx.rules.add(
            public_id,
            place.id,
            op.kind,
            op.text.strip(),
            check_json,
            "person",
            None,
            ctx.now(),
        )
        tx.rules.enforce(public_id, _enforced(op.kind, op.enforce))
        row = tx.rules.get(place.id, public_id)
        assert row is not None
        added = showing.rule(row, place)
        if same is not None:
            told = f"{added.checked_as} The folder has the same rule already: {same.public_id}."
            added = added.model_copy(update={"checked_as": told})
        return ctx.seal(tx, added)


def _same(held: Sequence[RuleRow], op: AddRule, check_json: str | None) -> RuleRow | None:
    """The folder's own rule that says the same: the contract takes it twice, and it is told."""
    asked = (op.kind, op.text.strip().rstrip(".").casefold(), check_json)
    return next(
        (r for r in held if (r.kind, r.text.rstrip(".").casefold(), r.check_json) == asked), None
    )


def update_rule(ctx: Context, op: UpdateRule) -> Rule:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = tx.rules.get(place.id, op.rule_id)
        if row is None:
            raise NotFound(
                "No such rule of this folder's own; inherited rules are changed at their level."
            )
        kind = showing.rule(row, place).kind
        text = row.text if op.text is None else op.text.strip()
        if not text:
            raise ValidationError.of("text", "a rule needs words", value=op.text)
        check_json = row.check_json
        if op.check is not None:
            _checked(op.check, kind)
            check_json = op.check.model_dump_json()
        elif op.text is not None:
            # A check that was read out of the former words goes with them; one that a person set
            # stays.
            former, derived = (
                rule_sentences.check_from(kind, row.text),
                rule_sentences.check_from(kind, text),
            )
            if derived is not None:
                check_json = derived.model_dump_json()
            elif former is not None and former.model_dump_json() == check_json:
                check_json = None
        tx.rules.change(row.id, text, check_json)
        enforce = bool(row.enforce) if op.enforce is None else _enforced(kind, op.enforce)
        tx.rules.enforce(row.public_id, enforce)
        changed = row._replace(text=text, check_json=check_json, enforce=int(enforce))
        return showing.rule(changed, place)


def _enforced(kind: str, wanted: bool) -> bool:
    if wanted and kind != "copy":
        raise ValidationError.of("enforce", "only rules on copy refuse a banner", value=wanted)
    return wanted


def remove_rule(ctx: Context, op: RemoveRule) -> RuleRemoved:
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        row = tx.rules.get(place.id, op.rule_id)
        if row is None:
            raise NotFound(
                "No such rule of this folder's own; inherited rules are removed at their level."
            )
        tx.rules.remove(row.id)
    return RuleRemoved(deleted=row.public_id)


def sample_colours(ctx: Context, op: SampleColours) -> RunNow[SampledColours]:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if op.image_id is not None:
            row = finding.item(ctx, tx, place, op.image_id)
            if row.sha256 is None or row.kind == "text":
                raise NotFound("This item has no finished picture.")
            return FindColours(op, (row.sha256,))
        if op.image_url is not None:
            return FindColours(op)
        shas: list[str] = []
        for level in reversed(tx.folders.by_ids(place.chain)):
            shas = [
                entry.sha256 for domain in DOMAINS for entry in tx.references.list(level.id, domain)
            ]
            if shas:
                break
    if not shas:
        raise ValidationError.of("folder", "no references here or above; send imageUrl or imageId")
    return FindColours(op, tuple(shas))


def _checked(check: RuleCheck | None, kind: str) -> RuleCheck | None:
    if check is not None:
        rule_checks.validate(check, kind)  # type: ignore[arg-type]
    return check
