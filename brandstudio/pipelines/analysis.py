"""Looking at a picture once: the analysis, which is charged, and the check, which is free. Of a
library picture the words that stand in it are kept for search; nothing else is stored.
"""

from __future__ import annotations

import numpy as np

from ..catalogue import finding
from ..catalogue.resolving import resolve
from ..catalogue.scoring import check_against
from ..context import Context, Sealed
from ..engines.local.analyse import analyse as analyse_locally
from ..jobs import promptly
from ..jobs.accepting import JobOrder
from ..jobs.kinds import AnalysisJob
from ..jobs.now import LookAt, Measure
from ..models.images import Analysis, Check
from ..pixels.facts import find_facts
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely
from ..store.versions import VersionRow
from .incoming import consume, discard, read_link, used_up
from .vision import analyse_with

LOOK_SIDE = 1600


def analyse(ctx: Context, asked: LookAt) -> Sealed[Analysis]:
    """Read the picture before the charge; refund when the analysis fails (spec: Analyse)."""
    op, version = asked.op, asked.version
    image = fit(decode_fully_safely(_bytes(ctx, op.image_url, version)).image, LOOK_SIDE)
    with ctx.store.write() as tx:
        place = None if op.folder is None else finding.folder(ctx, tx, op, op.folder)
        consume(ctx, tx, op.image_url)
        order = JobOrder(ctx, tx, place, op.client_reference_id, op.image_id)
        order.pay("image_analyse", f"Analyse: {op.image_id or 'a linked picture'}")
        job = order.start(AnalysisJob(), lease_ms=promptly.PROMPT_LEASE_MS)
    discard(ctx, op.image_url)
    with promptly.refunding(ctx, job):
        ctx.store.assert_idle()
        pixels = np.asarray(image.convert("RGB"))
        facts = find_facts(image)
        words = ctx.engines.lettering.lines(image)
        found = analyse_locally(pixels, facts, words=words, context=op.context, briefs=op.briefs)
        engine = ctx.engines.vision
        if engine is not None:
            found = analyse_with(engine, pixels, found, context=op.context, briefs=op.briefs)
        with ctx.store.write() as tx:
            kept = version is not None and tx.items.by_id(version.item_id) is not None
            if version is not None and kept and ctx.engines.lettering.installed:
                tx.versions.keep_words(version.item_id, version.number, words)
                tx.search.put(version.item_id)
            return promptly.finish(ctx, tx, job, found)


def check(ctx: Context, asked: Measure) -> Sealed[Check]:
    """Any picture against the folder as it is today."""
    op = asked.op
    data = _bytes(ctx, op.image_url, asked.version)
    image = decode_fully_safely(data).image
    facts = find_facts(image)
    with ctx.store.read() as tx:
        found = resolve(tx, finding.folder(ctx, tx, op, op.folder))
    return used_up(ctx, op.image_url, check_against(found, facts, image.width, image.height))


def _bytes(ctx: Context, link: str | None, version: VersionRow | None) -> bytes:
    if link is not None:
        return read_link(ctx, link)
    assert version is not None
    return ctx.store.blobs.read(version.working_sha or version.sha256 or "")
