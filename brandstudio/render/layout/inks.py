"""The colours of runs: a role of the palette where the words can be read in it, else the colour of
the words around them.
"""

from __future__ import annotations

from brandstudio.render import contrast
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.words import Block
from brandstudio.render.type.emphasis import only
from brandstudio.render.type.paint import mask


def painted(block: Block, runs: frozenset[int]) -> contrast.Cover:
    """What the glyphs of some runs of a block cover, widened."""
    return contrast.widened(mask(only(block.paragraph, runs), block.x, block.y))


def run_inks(draft: Draft, block: Block) -> tuple[str | None, ...]:
    """The colour ``#rrggbb`` of each run of a block; None where it has none, or none that reads."""
    return tuple(
        _ink(draft, block, number) for number in range(1, 1 + len(block.paragraph.style.runs))
    )


def _ink(draft: Draft, block: Block, number: int) -> str | None:
    role = block.paragraph.style.runs[number - 1].colour
    if role is None:
        return None
    wished = draft.setting.brief.look.role(role)
    cover = painted(block, frozenset((number,)))
    if not cover.inside.size:
        return wished
    under = contrast.crucial(contrast.under_text(draft.ground, cover))
    needed = draft.setting.limits.needed(block) * contrast.MARGIN
    return wished if contrast.reaches(under, wished, needed) else None
