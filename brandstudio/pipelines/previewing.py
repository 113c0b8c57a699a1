"""Banners seen before they are made: small, free, and as their job would make them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
from PIL import Image

from ..context import Context, Sealed
from ..domain import pricing
from ..errors import ValidationError
from ..jobs.now import DrawPreview
from ..models.choices import Choices
from ..models.designs import ALL_TEMPLATES, DesignPreview, Quote, Vision
from ..operations import PreviewDesign
from ..pixels import encode
from ..pixels.colour import simulate
from ..pixels.resize import fit
from ..render.compose import Rendering
from ..render.layout import template as templates
from ..store import Transaction
from .briefs import (
    Materials,
    find_template,
    gather,
    require_carried,
    require_fit,
    require_glyphs,
)
from .continuing import foreseen
from .copy_rules import advisories
from .designs import kept_though, remarks
from .keeping import passing_owner
from .planning import planned


def quote(tx: Transaction, templates: Sequence[str], *, extensions: int) -> Quote:
    """What these versions cost, and what continuing so many of their photos may add."""
    price = sum(tx.prices.get(pricing.banner_operation(name)) for name in templates)
    added = tx.prices.get("banner_extend") * extensions
    return Quote(deducted=price / 100, may_add=added / 100)


def preview(ctx: Context, asked: DrawPreview) -> Sealed[DesignPreview]:
    """A small rendering at once; only its picture is kept, for an hour. It shows one version; what
    it quotes is what was asked for.
    """
    op = asked.op
    asked_for = ALL_TEMPLATES if op.template == "all" else (asked.template,)
    template = (
        find_template(ctx, asked.template)
        if op.template_text is None
        else templates.load(op.template_text.encode())
    )
    size, sizes = op.one_size(), op.all_sizes()
    require_fit(template, [size], op.slots, op.scheme)
    materials = gather(ctx, op.folder, op.slots, sizes)
    require_glyphs(materials, op.slots)
    said = advisories(materials, op.slots, [template])
    require_carried(materials, template, [size], op.slots)
    before = _before(materials, template, op)
    handed = planned(ctx, materials, template, before, op.slots, op.scheme)
    shared = handed[-1].hands_on if handed else None
    brief = materials.brief(template, size, op.slots, Choices(scheme=op.scheme), shared)
    ahead = foreseen(ctx, materials, brief)
    made = ahead.made
    others = [find_template(ctx, name) for name in asked_for[1:]]
    extensions = int(ahead.extends) + sum(
        planned(
            ctx,
            materials,
            other,
            [*_before(materials, other, op), size],
            op.slots,
            op.scheme,
        )[-1].extends
        for other in others
    )
    warnings = [*made.warnings, *_of_damage(made, alone=len(asked_for) * len(sizes) == 1)]
    warnings += [*remarks(materials, brief), *ahead.notes]
    small = seen(fit(made.image, op.max_side).convert("RGB"), op.vision)
    blob = ctx.store.blobs.publish(encode.jpeg(small, 85), "image/jpeg")
    with ctx.store.write() as tx:
        ctx.keep(tx, blob, passing_owner(ctx))
        answer = DesignPreview(
            template=template.name,
            size=size,
            url=ctx.link(blob.sha256),
            width=small.width,
            height=small.height,
            scores=made.scores,
            warnings=warnings,
            assessment=made.assessment,
            contrast_failures=list(made.contrast_failures),
            contrast=list(made.contrast),
            vision=op.vision,
            credits=quote(tx, asked_for, extensions=extensions),
            advisories=said or None,
        )
        return ctx.seal(tx, answer)


def _before(materials: Materials, template: templates.Template, op: PreviewDesign) -> list[str]:
    """The sizes of the job that decide before the one that is shown; those that a job would be
    refused for decide nothing.
    """
    found = []
    sizes = op.all_sizes()
    for size in sizes[: sizes.index(op.one_size())]:
        with suppress(ValidationError):
            require_fit(template, [size], op.slots, op.scheme)
            require_carried(materials, template, [size], op.slots)
            found.append(size)
    return found


def _of_damage(made: Rendering, *, alone: bool) -> list[str]:
    """What a job would do about a version that can only be made by damage."""
    if alone or not made.damage:
        return kept_though(made)
    why = "; ".join(made.damage)
    return [f"A job leaves this version out and refunds it where another one stands: {why}."]


def seen(picture: Image.Image, vision: Vision) -> Image.Image:
    """The picture as those eyes see it."""
    if vision == "normal":
        return picture
    return Image.fromarray(simulate(np.asarray(picture), vision))
