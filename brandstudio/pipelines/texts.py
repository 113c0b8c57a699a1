"""Copy: written by the local writer or a provider, linted, saved to the library as a version."""

from __future__ import annotations

import json
from typing import Any

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..context import Context
from ..domain import rules
from ..engines.protocols import Message, TextEngine, TextRequest
from ..errors import UpstreamError
from ..jobs import promptly
from ..language import copy
from ..language.copy import Draft
from ..models.credits import Deduction
from ..models.library import TextRecord
from ..models.texts import TextResult
from ..operations import GenerateText
from .cards import draw_card

MAX_TOKENS = 4096


def generate(ctx: Context, op: GenerateText, state: Any) -> TextResult:
    """Charge, write, save; a failure refunds (spec: Text)."""
    with ctx.store.write() as tx:
        place = finding.folder(tx, ctx.workspace_id, op.folder)
        found = resolve(tx, place)
        job, amount, balance = promptly.begin(
            ctx,
            tx,
            "text",
            "text_create",
            f"Text, {op.mode}: {_gist(op)}",
            place,
            item_id=op.item_id,
            client_reference_id=op.client_reference_id,
        )
    with promptly.refunding(ctx, job):
        ctx.store.assert_idle()
        copy_rules = rules.in_force(found.rules, "copy")
        engine = ctx.engines.text
        if engine is None:
            draft = copy.generate(
                op.mode,
                brief=op.brief,
                draft=op.draft,
                instruction=op.instruction,
                target=op.target,
                format=op.format,
                voice=found.voice,
                rules=copy_rules,
            )
        else:
            draft = _written_by(engine, op, found, copy_rules)
        title = _title(draft)
        markdown = ctx.store.blobs.publish(draft.markdown.encode(), "text/markdown")
        thumbnail = ctx.store.blobs.publish(draw_card(draft.text), "image/png")
        record = TextRecord(
            mode=op.mode, format=op.format, text=draft.text, markdown=draft.markdown
        )
        with ctx.store.write() as tx:
            place = finding.folder(tx, ctx.workspace_id, op.folder)
            now = ctx.now()
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
                row = finding.item(tx, ctx.workspace_id, place, op.item_id)
                item_id, id = row.public_id, row.id
                tx.items.describe(row, title, row.description, tuple(json.loads(row.tags)), now)
            number = tx.items.take_number(id, now)
            tx.versions.add(id, number, op.mode, now, job_id=job.id, prompt=_gist(op))
            owner = f"version:{id}:{number}"
            ctx.keep(tx, markdown, owner)
            ctx.keep(tx, thumbnail, owner)
            tx.versions.finish(
                id,
                number,
                now,
                sha256=markdown.sha256,
                mime_type="text/markdown",
                width=None,
                height=None,
                bytes=markdown.bytes,
                thumbnail_sha=thumbnail.sha256,
                working_sha=None,
                facts=None,
                score=None,
                warnings=list(draft.notes),
                engine="local" if engine is None else engine.capabilities.model,
                body=record.model_dump_json(by_alias=True),
            )
            tx.items.show_version(id, number, None, now)
            fields: dict[str, Any] = {
                "text": draft.text,
                "markdown": draft.markdown,
                "lint_applied": list(draft.applied),
                "advisories": list(draft.advisories),
                "notes": list(draft.notes),
                "item_id": item_id,
                "version": number,
                "credits": Deduction(deducted=amount / 100, balance=balance / 100),
            }
            if op.client_reference_id is not None:
                fields["client_reference_id"] = op.client_reference_id
            answer = TextResult(**fields)
            promptly.finish(ctx, tx, job, answer)
    return answer


def _written_by(engine: TextEngine, op: GenerateText, found: Any, copy_rules: list[Any]) -> Draft:
    """A provider's copy, checked and repaired."""
    system, user = copy.prompt_for(
        op.mode,
        brief=op.brief,
        draft=op.draft,
        instruction=op.instruction,
        target=op.target,
        format=op.format,
        voice=found.voice,
        rules=copy_rules,
        purpose=found.purpose,
    )
    answer = engine.complete(
        TextRequest(system=system, messages=(Message("user", user),), max_tokens=MAX_TOKENS)
    )
    if not answer.text.strip():
        raise UpstreamError("The text provider answered with nothing; the charge is refunded.")
    return copy.check_and_repair(
        answer.text,
        op.mode,
        target=copy.parse(op.target, op.draft or "") if op.mode == "resize" and op.target else None,
        voice=found.voice,
        rules=copy_rules,
        source=op.brief if op.mode == "write" else op.draft or "",  # type: ignore[arg-type]
    )


def _gist(op: GenerateText) -> str:
    words = op.brief or op.instruction or op.target or op.draft or ""
    return " ".join(words.split())[:200]


def _title(draft: Draft) -> str:
    """The first line, as a headline would be cut."""
    first = next((line.strip() for line in draft.text.splitlines() if line.strip()), "Copy")
    return first if len(first) <= 80 else first[:79].rsplit(" ", 1)[0] + "…"
