"""Edits that change nothing: told by what would be drawn, not by what was asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from PIL import ImageChops

from ..context import Context
from ..errors import ValidationError
from ..jobs.now import Changed
from ..models import markup
from ..models.design_layers import ButtonLayer, LogoLayer
from ..models.designs import DesignSpec, PhotoLayer, Slots, TextLayer, Variant
from ..operations.edits import BannerEdit
from ..pixels.decode import decode
from ..render.brief import Brief, Extension
from ..render.compose import Rendering, compose
from ..render.layout.placing import NeedsExtension
from ..render.proof.unmoved import why_unmoved
from ..store.jobs import VariantRow
from .variants import stored_variant

#: Other seeds that are tried, so that none is advised that gives the same picture.
_SEEDS = 3


def require_change(
    ctx: Context, op: BannerEdit, changed: Changed, brief: Brief, may_extend: bool
) -> None:
    """Raise ValidationError where the edit would be charged and look as its banner does."""
    said = why_unchanged(ctx, op, changed, brief, may_extend)
    if said is not None:
        raise refusal(said)


def refusal(said: str) -> ValidationError:
    """The error that an edit which changes nothing is refused with."""
    return ValidationError.of("body", said, code="unchanged")


def why_unchanged(
    ctx: Context,
    op: BannerEdit,
    changed: Changed,
    brief: Brief,
    may_extend: bool,
    drawn: Rendering | None = None,
) -> str | None:
    """That the edit changes nothing, and why; None where it changes the picture. ``drawn`` is how
    it comes out, where that is known.
    """
    before = stored_variant(changed.based_on)
    if _plainly_other(before.spec, brief):
        return None
    made = drawn or _made(ctx, before.spec, brief, may_extend)
    if made is None or not (
        same_picture(before.spec, made.spec) or _same_pixels(ctx, changed.based_on, before, made)
    ):
        return None
    why = "; ".join(_reasons(op, changed, before, made))
    wants_another = changed.alike or op.seed is not None
    seed = _other_seed(ctx, before.spec, brief, may_extend) if wants_another else None
    return (
        f"this changes nothing: with {_asked(op)} the banner comes out as it is already"
        + (f" ({why})" if why else "")
        + (f"; seed {seed} gives another arrangement" if seed is not None else "")
    )


def same_picture(before: DesignSpec, after: DesignSpec) -> bool:
    """Whether two layouts draw the same picture; ``before`` as it was read back."""
    # As it would be read back too, since a spec that was kept has lost what JSON does not tell apart.
    read = DesignSpec.model_validate_json(after.model_dump_json(by_alias=True))
    return (read.width, read.height, read.layers) == (before.width, before.height, before.layers)


def _same_pixels(ctx: Context, row: VariantRow, before: Variant, made: Rendering) -> bool:
    """Whether layers that differ draw the same picture all the same: one more of them lies where it
    is not seen. Only looked into where words and pictures stand as they stood.
    """
    if row.sha256 is None or _seen_layers(before.spec) != _seen_layers(made.spec):
        return False
    was = decode(ctx.store.blobs.read(row.sha256)).convert("RGB")
    now = made.image.convert("RGB")
    return was.size == now.size and ImageChops.difference(was, now).getbbox() is None


def _seen_layers(spec: DesignSpec) -> list[object]:
    """What can't change and be hidden: words, photo, logo and button."""
    seen = TextLayer | PhotoLayer | LogoLayer | ButtonLayer
    layers = [layer for layer in spec.layers if isinstance(layer, seen)]
    return [json.loads(layer.model_dump_json(by_alias=True)) for layer in layers]


def _plainly_other(before: DesignSpec, brief: Brief) -> bool:
    """What needs no layout to be told: another size, or other letters where words are drawn."""
    if (brief.width, brief.height) != (before.width, before.height):
        return True
    drawn = {layer.slot for layer in before.layers if isinstance(layer, TextLayer)}
    return any(
        _letters(brief.slots, slot) != _letters(before.recipe.slots, slot)
        for slot in ("headline", "subhead", "button_text")
        if slot in drawn
    )


def _letters(slots: Slots, slot: str) -> str:
    """The words without marks, spaces and case, which a template may set otherwise."""
    return "".join(markup.read(slots.words(slot)).text.casefold().split())


def _made(ctx: Context, before: DesignSpec, brief: Brief, may_extend: bool) -> Rendering | None:
    """The banner as it would be drawn; None where its photo is continued as it was not before."""
    made = compose(brief, allow_extension=may_extend, encode_png=False)
    if isinstance(made, Rendering):
        return made
    extended = _continued_before(ctx, before, brief, made)
    if extended is None:
        return None
    again = compose(brief, extension=extended, encode_png=False)
    if isinstance(again, Rendering) and not again.shows_continued:
        again = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(again, Rendering)
    return again


def _continued_before(
    ctx: Context, before: DesignSpec, brief: Brief, needs: NeedsExtension
) -> Extension | None:
    """The photo as it was continued for the banner; None where it was not, or otherwise."""
    for layer in before.layers:
        if isinstance(layer, PhotoLayer) and layer.extended is not None:
            asset = layer.asset
            if (asset.width, asset.height) != (needs.width, needs.height) or brief.photo is None:
                return None
            photo = replace(
                brief.photo,
                data=ctx.store.blobs.read(asset.sha256),
                sha256=asset.sha256,
                mime_type=asset.mime_type,
                width=asset.width,
                height=asset.height,
                facts=None,
                focal_point=None,
            )
            return Extension(photo, needs.side, needs.x, needs.y)
    return None


def _other_seed(ctx: Context, before: DesignSpec, brief: Brief, may_extend: bool) -> int | None:
    """The next seed that does give another picture; None where the next few don't."""
    for seed in range(brief.choices.seed + 1, brief.choices.seed + 1 + _SEEDS):
        ctx.store.assert_idle()
        other = replace(brief, choices=brief.choices.model_copy(update={"seed": seed}))
        made = _made(ctx, before, other, may_extend)
        if made is not None and not same_picture(before, made.spec):
            return seed
    return None


def _asked(op: BannerEdit) -> str:
    """What the edit names: ``align=start, logo.place=top-left``."""
    named = {
        name: getattr(op, name) for name in BannerEdit.model_fields if getattr(op, name) is not None
    }
    return ", ".join(part for name, value in named.items() for part in _parts(name, value))


def _parts(name: str, value: object) -> Iterator[str]:
    inner = value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value
    if isinstance(inner, dict):
        for key, held in inner.items():
            yield from _parts(f"{name}.{key}", held)
        return
    said = value if isinstance(value, str) else json.dumps(inner, ensure_ascii=False)
    yield f"{name}={said if len(said) <= 60 else said[:59] + '…'}"


def _reasons(op: BannerEdit, changed: Changed, before: Variant, made: Rendering) -> Iterator[str]:
    """What overruled the choice, or how the banner stands to it, each once."""
    overruled = [said for said in made.overruled if changed.alike or said not in before.warnings]
    said = [*overruled, *(() if overruled else why_unmoved(op.choices_edit(), op.slots, made.spec))]
    yield from (entry.rstrip(".") for entry in dict.fromkeys(said))
