"""Grounds of a quiet colour: white, grey, charcoal, beige, cream. They are that very colour, whatever
the brand's palette is.
"""

from __future__ import annotations

from typing import Final

from brandstudio.language.scenes import ScenePlan

from .canvas import Lab
from .paints import asked, chroma
from .shades import ASKED

#: The most chroma of a colour that is quiet: no palette has it by having its hue.
_MOST: Final = 0.055
#: Families that are a ground and little else.
GROUNDS: Final = frozenset({"mesh", "stage", "texture"})
#: Materials that have light and dark places of their own.
_MADE_OF: Final = frozenset(
    {
        "marble",
        "bricks",
        "planks",
        "leather",
        "metal",
        "chalk",
        "concrete",
        "velvet",
        "crumpled",
        "folds",
    }
)
#: Colours without a hue as a ground has them.
_GREYS: Final[dict[str, Lab]] = {
    "white": (0.98, 0.0, 0.001),
    "black": (0.16, 0.0, -0.001),
    "charcoal": (0.34, 0.0, -0.004),
}
_GREY: Final = {None: 0.76, False: 0.885, True: 0.45}
"""How light a grey is: as it is, in a bright picture, in a dark one."""


def quiet(plan: ScenePlan) -> Lab | None:
    """The one quiet colour of a ground; None where another is named, or none."""
    of_something = plan.family == "texture" and plan.motifs & _MADE_OF
    if plan.family not in GROUNDS or len(plan.named) != 1 or of_something:
        return None
    name = plan.named[0]
    if name == "grey":
        return (_GREY[plan.dark], 0.0, -0.001)
    if name in _GREYS:
        return _GREYS[name]
    found = asked(name)
    return found if name in ASKED and found is not None and chroma(found) <= _MOST else None
