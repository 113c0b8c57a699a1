"""A wish that is said twice, once in words and once with a figure: what the figure says is what comes out.

"A bit less blue up top: sky saturation -20" is one change of the sky by a fifth. Done one after the other, the two
would add up to twice that.
"""

from __future__ import annotations

from collections.abc import Sequence

from brandstudio.language.edits import Edit
from brandstudio.pixels import masks

from .canvas import F32
from .work import Work, together

#: Kinds whose figure is measured.
_MEASURED = frozenset({"brightness", "contrast", "saturation"})
#: A wish is the same as another when so much of its place is in the other's.
_SAME = 0.6
#: Masks are held against each other on so many places of a side.
_SIDE = 200


def said_once(work: Work, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that another one says with its figure."""
    return [
        edit
        for edit in edits
        if not any(_says(work, other, edit) for other in edits if other is not edit)
    ]


def _says(work: Work, other: Edit, edit: Edit) -> bool:
    """Whether another edit says the same as this one, with a figure that this one lacks."""
    if (
        edit.kind != other.kind
        or edit.kind not in _MEASURED
        or (edit.amount < 0) != (other.amount < 0)
    ):
        return False
    if other.exact is None or edit.exact is not None:
        return False
    if edit.place == other.place:
        return True
    own, wide = _place(work, edit), _place(work, other)
    if own is None or wide is None:
        return False
    return float((own * wide).sum()) > _SAME * float(own.sum())


def _place(work: Work, edit: Edit) -> F32 | None:
    """Where an edit is done, small; None where that can't be found."""
    mask = together(work, edit.target, thing=edit.thing)
    for part in edit.without:
        less = together(work, part)
        if mask is None or less is None:
            return None
        mask = mask * (1 - less)
    return None if mask is None else masks.resize(mask, _SIDE, _SIDE)


__all__ = ["said_once"]
