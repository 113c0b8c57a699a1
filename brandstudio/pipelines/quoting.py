"""What banners would cost, and in which sizes their words do not fit; nothing is drawn."""

from __future__ import annotations

from ..context import Context, Sealed
from ..errors import ValidationError
from ..jobs.now import PriceDesign
from ..models.designs import DesignProblem, DesignQuote
from ..operations import QuoteDesign
from ..render.layout.template import Template
from .briefs import Materials, find_template, gather, require_carried, require_fit, require_glyphs
from .copy_rules import advisories
from .designs import quote, would_extend


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
    fitting: list[str] = []
    extensions = 0
    for size in sizes:
        for template in templates:
            ctx.store.assert_idle()
            try:
                extensions += _tried(materials, template, size, op)
            except ValidationError as error:
                problems += _problems(error, size, template.name)
            else:
                fitting.append(template.name)
    with ctx.store.read() as tx:
        credits = quote(tx, fitting, extensions=extensions)
    return ctx.seal_alone(
        DesignQuote(
            credits=credits,
            banners=len(fitting),
            extensions=extensions,
            problems=problems,
            advisories=said or None,
        ).omit_none()
    )


def _tried(materials: Materials, template: Template, size: str, op: QuoteDesign) -> bool:
    """Whether a banner's photo would be continued. Raises ValidationError for what accepting it would
    refuse.
    """
    require_fit(template, [size], op.slots, op.scheme)
    require_carried(materials, template, [size], op.slots)
    return would_extend(materials.brief(template, size, op.slots))


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
