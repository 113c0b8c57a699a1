"""Text: proofreading at once; copy runs through a pipeline, since a provider may write it."""

from __future__ import annotations

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..context import Context, Sealed
from ..domain import rules
from ..engines.grammar import grammar
from ..errors import AlreadyProcessing, NotFound
from ..jobs.now import RunNow, WriteCopy
from ..language.proofread import proofread
from ..models.texts import Correction, Proofread, TextResult
from ..operations import GenerateText, ProofreadText
from ..store import Transaction


def proofread_text(ctx: Context, op: ProofreadText) -> Sealed[Proofread]:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        found = resolve(tx, place)
        names = [row.name for row in tx.folders.by_ids(place.chain)]
    copy_rules = rules.in_force(found.rules, "copy")
    voice = found.voice
    if voice is not None:
        names += voice.product_names
    checker = grammar(names, None if voice is None else voice.spelling)
    answer = proofread(
        op.text, voice=voice, rules=copy_rules, language=op.language, grammar=checker
    )
    caught = [
        c
        for c in (*answer.applied, *answer.advisories)
        if c.rule_id in {rule.rule_id for rule in copy_rules}
    ]
    if not caught:
        return ctx.seal_alone(answer)
    with ctx.store.write() as tx:
        note_catches(ctx, tx, caught)
        return ctx.seal(tx, answer)


def note_catches(ctx: Context, tx: Transaction, caught: list[Correction]) -> None:
    """Each rule shows what it last caught."""
    for correction in caught:
        tx.rules.caught(correction.rule_id, correction.original, ctx.now())


def generate_text(ctx: Context, op: GenerateText) -> RunNow[TextResult]:
    with ctx.store.read() as tx:
        place = finding.folder(ctx, tx, op, op.folder)
        if op.item_id is not None:
            row = finding.item(ctx, tx, place, op.item_id)
            if row.kind != "text":
                raise NotFound("That id is not saved copy.")
            if tx.jobs.open_of_item(row.id) is not None:
                raise AlreadyProcessing
        ctx.require_balance(tx, "text_create")
    return WriteCopy(op)
