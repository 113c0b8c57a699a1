"""The wood that boards and tables are of, where a prompt names one: walnut, oak, a pale one."""

from __future__ import annotations

from types import MappingProxyType

from ..canvas import Lab
from .scene import Scene

#: The kinds of wood by their motif, each with the colour that it has.
_WOODS: MappingProxyType[str, Lab] = MappingProxyType(
    {
        "dark_wood": (0.395, 0.027, 0.041),
        "pale_wood": (0.82, 0.012, 0.048),
        "oak_wood": (0.7, 0.021, 0.073),
    }
)


def timber(scene: Scene) -> Lab | None:
    """The colour of the wood that is named; None where none is."""
    return next((own for name, own in _WOODS.items() if name in scene.plan.motifs), None)
