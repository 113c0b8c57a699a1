"""Finished variants as they are kept."""

from __future__ import annotations

from ..jobs.kinds import EditJob
from ..models.designs import Variant
from ..render.compose import Rendering


def variant_body(
    id: str, template: str, size: str, rendering: Rendering, edit: EditJob | None
) -> str:
    """The variant as JSON, all but the link to its picture; of an edit with what it is made from and
    what the rules say of its words.
    """
    value = Variant(
        variant_id=id,
        template=template,
        size=size,
        png_url="",
        spec=rendering.spec,
        scores=rendering.scores,
        assessment=rendering.assessment,
        fix_passes=rendering.fix_passes,
        contrast_failures=list(rendering.contrast_failures),
        contrast=list(rendering.contrast),
        warnings=list(rendering.warnings),
        based_on=None if edit is None else edit.based_on,
        advisories=None if edit is None else list(edit.advisories) or None,
    )
    unset = {name for name in ("based_on", "advisories") if getattr(value, name) is None}
    return value.model_dump_json(by_alias=True, exclude={"png_url", "saved_image_id", *unset})
