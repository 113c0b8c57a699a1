"""A revision by a provider's model: what goes along with its words, and what stays in the house.

Where only the background is to change, a mask keeps the subject; where a logo is spoken of, it is shown.
Models cut nothing out (they draw the subject anew, and most know no transparency), so that is the
built-in engine's.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..context import Context
from ..engines.local import LocalImageEngine
from ..engines.local.matte import subject_of
from ..engines.protocols import EditRequest, ImageEngine, Picture
from ..language import edits
from ..language.new_background import is_of_background
from ..store.folders import FolderRow
from . import brand_pictures

if TYPE_CHECKING:
    from ..engines.protocols import Mask

_CUT_HERE = "The built-in engine cut it out: a model would have drawn it anew."


def revised(ctx: Context, place: FolderRow, request: EditRequest) -> tuple[Picture, ImageEngine]:
    """The picture as it was asked to be changed, and the engine that did it."""
    engine = ctx.engines.image
    if engine.capabilities.offline or not engine.capabilities.edit:
        return engine.edit(request), engine
    if _only_cuts_out(request.instructions):
        own = LocalImageEngine()
        made = own.edit(request)
        return replace(made, warnings=(*made.warnings, _CUT_HERE)), own
    logo = brand_pictures.logo(ctx, place, request.instructions)
    return engine.edit(replace(request, logo=logo, mask=_free(request))), engine


def _only_cuts_out(instructions: str) -> bool:
    """Whether the built-in engine understands all of it and the subject is to be cut out."""
    parsed = edits.parse(instructions)
    cuts = any(edit.kind == "cutout" for edit in parsed.edits)
    return cuts and not parsed.not_understood


def _free(request: EditRequest) -> Mask | None:
    """Bright where the picture may change; None where all of it may, or no subject was found."""
    if not is_of_background(request.instructions):
        return None
    subject = subject_of(request.source, request.subject)
    if subject is None:
        return None
    return (255 - np.round(np.clip(subject, 0, 1) * 255)).astype(np.uint8)
