"""What banners would cost, and in which sizes their words do not fit; nothing is drawn."""

from __future__ import annotations

from ..context import Context, Sealed
from ..errors import ValidationError
from ..jobs.now import PriceDesign
from ..models.designs import DesignProblem, DesignQuote
from .briefs import find_template, gather, require_carried, require_fit, require_glyphs
from .copy_rules import advisories
from .planning import Planned, planned
from .previewing import quote


def quote_banners(ctx: Context, asked: PriceDesign) -> Sealed[DesignQuote]:
    """Each banner tried as far as its words and its crop: what accepting it would refuse is told,
    what it would charge is counted.
    """
    op = asked.op
    sizes = op.all_sizes()
    templates = [find_template(ctx, name) for name in op.all_templates()]
    materials = gather(ctx, op.folder, op.slots, sizes)
    require_glyphs(materials, op.slots)
    said = advisories(materials, op.slots, templates)
    problems: list[DesignProblem] = []
    fitting: dict[str, list[str]] = {template.name: [] for template in templates}
    for size in sizes:
        for template in templates:
            ctx.store.assert_idle()
            try:
                require_fit(template, [size], op.slots, op.scheme)
                require_carried(materials, template, [size], op.slots)
            except ValidationError as error:
                problems += _problems(error, size, template.name)
            else:
                fitting[template.name].append(size)
    plans = [
        plan
        for template in templates
        for plan in planned(ctx, materials, template, fitting[template.name], op.slots, op.scheme)
    ]
    extensions = sum(plan.extends for plan in plans)
    with ctx.store.read() as tx:
        priced = [plan.brief.template.name for plan in plans]
        credits = quote(tx, priced, extensions=extensions)
    return ctx.seal_alone(
        DesignQuote(
            credits=credits,
            banners=len(plans),
            extensions=extensions,
            problems=problems,
            warnings=_soft(plans) or None,
            advisories=said or None,
        ).omit_none()
    )


def _soft(plans: list[Planned]) -> list[str]:
    """What is to be said of photos that are too small for a size, each once with its banners."""
    found: dict[str, list[str]] = {}
    for plan in plans:
        if plan.soft:
            found.setdefault(plan.soft, []).append(f"{plan.brief.template.name}/{plan.brief.size}")
    return [f"{', '.join(banners)}: {said}" for said, banners in found.items()]


def _problems(error: ValidationError, size: str, template: str) -> list[DesignProblem]:
    return [
        DesignProblem(
            size=size,
            template=template,
            path=str(field["path"]),
            code=str(field["code"]),
            message=str(field["message"]),
        )
        for field in error.details["fields"]
    ]
