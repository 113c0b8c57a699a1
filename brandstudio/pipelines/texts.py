"""Copy: written by the local writer or a provider, linted, saved to the library as a version."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..context import Context, Sealed
from ..domain import rules
from ..domain.inheritance import Resolved
from ..errors import UnsupportedInstruction, ValidationError
from ..jobs import promptly
from ..jobs.accepting import JobOrder
from ..jobs.kinds import TextJob
from ..jobs.now import WriteCopy
from ..language import copy
from ..language.copy import Draft
from ..models.library import TextRecord
from ..models.style import Voice
from ..models.texts import TextResult
from ..operations import GenerateText
from ..store import Blob, Transaction
from ..store.jobs import JobRow
from .cards import draw_card
from .provider_copy import written_by


@dataclass(frozen=True)
class Written:
    """Copy whose files are published but named by no row yet."""

    draft: Draft
    markdown: Blob
    card: Blob
    record: TextRecord
    engine: str


def generate(ctx: Context, asked: WriteCopy) -> Sealed[TextResult]:
    """Charge, write, save; a failure refunds (spec: Text).

    What the local writer can't do is found out before the charge, and costs nothing.
    """
    op = asked.op
    by_hand = _by_hand(ctx, op) if ctx.engines.text is None else None
    with ctx.store.write() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        found = resolve(tx, place)
        order = JobOrder(ctx, tx, place, op.client_reference_id, op.item_id)
        if by_hand is None or by_hand.done:
            order.pay("text_create", f"Text, {op.mode}: {_gist(op)}")
        credits = order.credits
        job = order.start(TextJob(), lease_ms=promptly.PROMPT_LEASE_MS)
    with promptly.refunding(ctx, job):
        written = _written(ctx, op, found, by_hand)
        with ctx.store.write() as tx:
            item_id, number = _kept(ctx, tx, op, job, written)
            draft = written.draft
            return promptly.finish(
                ctx,
                tx,
                job,
                TextResult(
                    text=draft.text,
                    markdown=draft.markdown,
                    lint_applied=list(draft.applied),
                    advisories=list(draft.advisories),
                    notes=list(draft.notes),
                    item_id=item_id,
                    version=number,
                    credits=credits,
                    client_reference_id=op.client_reference_id,
                ).omit_none(),
            )


@dataclass(frozen=True)
class ByHand:
    """What the local writer made; ``done`` is False where it could do nothing."""

    draft: Draft
    done: bool


def _by_hand(ctx: Context, op: GenerateText) -> ByHand:
    """The local writer's copy, by the folder's rules as they stand."""
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        found = resolve(tx, place)
    try:
        draft = copy.generate(
            op.mode,
            brief=op.brief,
            draft=op.draft,
            instruction=op.instruction,
            target=op.target,
            format=op.format,
            voice=_spoken(op, found),
            rules=rules.in_force(found.rules, "copy"),
        )
    except (UnsupportedInstruction, ValidationError) as cannot:
        return ByHand(copy.unchanged(op.mode, op.draft, place.name, cannot.message), False)
    return ByHand(draft, True)


def _written(ctx: Context, op: GenerateText, found: Resolved, by_hand: ByHand | None) -> Written:
    """The copy, by a provider where there is one, and its files."""
    ctx.store.assert_idle()
    engine = ctx.engines.text
    if by_hand is not None:
        draft = by_hand.draft
    else:
        assert engine is not None
        copy_rules = rules.in_force(found.rules, "copy")
        draft = written_by(engine, op, found, _spoken(op, found), copy_rules)
    return Written(
        draft,
        ctx.store.blobs.publish(draft.markdown.encode(), "text/markdown"),
        ctx.store.blobs.publish(draw_card(draft.text), "image/png"),
        TextRecord(mode=op.mode, format=op.format, text=draft.text, markdown=draft.markdown),
        "local" if by_hand is not None or engine is None else engine.capabilities.model,
    )


def _spoken(op: GenerateText, found: Resolved) -> Voice | None:
    """The folder's voice in the language that this text was asked in, if one was."""
    if op.language is None:
        return found.voice
    return (found.voice or Voice()).model_copy(update={"language": op.language})


def _kept(
    ctx: Context, tx: Transaction, op: GenerateText, job: JobRow, written: Written
) -> tuple[str, int]:
    """The copy as an item's next version; returns the item's public id and the number."""
    place = finding.folder(ctx, tx, op, op.folder)
    now, title = ctx.now(), _title(written.draft)
    if op.item_id is None:
        item_id = ctx.ids("txt")
        id = tx.items.add(
            item_id,
            ctx.workspace_id,
            place,
            "text",
            "completed",
            now,
            title=title,
            filename=f"{item_id}.md",
            prompt=_gist(op),
            client_reference_id=op.client_reference_id,
        )
    else:
        row = finding.item(ctx, tx, place, op.item_id)
        item_id, id = row.public_id, row.id
        tx.items.describe(row, title, row.description, tuple(json.loads(row.tags)), now)
    number = tx.items.take_number(id, now)
    tx.versions.add(id, number, op.mode, now, job_id=job.id, prompt=_gist(op))
    owner = f"version:{id}:{number}"
    ctx.keep(tx, written.markdown, owner)
    ctx.keep(tx, written.card, owner)
    tx.versions.finish(
        id,
        number,
        now,
        sha256=written.markdown.sha256,
        mime_type="text/markdown",
        width=None,
        height=None,
        bytes=written.markdown.bytes,
        thumbnail_sha=written.card.sha256,
        working_sha=None,
        facts=None,
        score=None,
        warnings=list(written.draft.notes),
        engine=written.engine,
        body=written.record.model_dump_json(by_alias=True),
    )
    tx.items.show_version(id, number, None, now)
    return item_id, number


def _gist(op: GenerateText) -> str:
    words = op.brief or op.instruction or op.target or op.draft or ""
    return " ".join(words.split())[:200]


def _title(draft: Draft) -> str:
    """The first line, as a headline would be cut."""
    first = next((line.strip() for line in draft.text.splitlines() if line.strip()), "Copy")
    return first if len(first) <= 80 else first[:79].rsplit(" ", 1)[0] + "…"
