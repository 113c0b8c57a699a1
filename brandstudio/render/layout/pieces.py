"""What a template's layers come to: shapes, pictures and set words, measured and then placed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from brandstudio.render import contrast
from brandstudio.render.brief import Photo
from brandstudio.render.geometry import Rect, union
from brandstudio.render.layout.layer_rules import BadgeRule, ImageRule, ShapeRule
from brandstudio.render.layout.slot_rules import TypeRule
from brandstudio.render.layout.words import Block
from brandstudio.render.type.paint import TextMask


@dataclass(frozen=True)
class Lettering:
    """Words of a layer at their place, and how they are to be coloured."""

    block: Block
    rule: TypeRule
    ground: str | None = None
    """The colour (a role or ``#rrggbb``) of the badge that they stand on."""


@dataclass(frozen=True, eq=False)
class Lettered:
    """Words of a layer in their colour, with what they cover."""

    block: Block
    colour: str
    strike: bool
    mask: TextMask
    cover: contrast.Cover
    wished: str | None = None
    """The colour ``#rrggbb`` that the template asks for."""


@dataclass(frozen=True)
class Form:
    """A shape or a picture at its place."""

    rule: ShapeRule | ImageRule | BadgeRule
    box: Rect
    photo: Photo | None = None

    def moved(self, dx: float, dy: float) -> Form:
        return replace(self, box=self.box.moved(dx, dy))


@dataclass(frozen=True)
class Fixture:
    """One layer of a layout, placed: what it draws from back to front, and its words."""

    forms: tuple[Form, ...]
    letters: tuple[Lettering, ...]
    crowded: bool = False
    """True if its words stand out of its frame even at the smallest scale."""

    def moved(self, dx: float, dy: float) -> Fixture:
        """The same elsewhere."""
        forms = tuple(form.moved(dx, dy) for form in self.forms)
        letters = tuple(replace(w, block=w.block.moved(dx, dy)) for w in self.letters)
        return replace(self, forms=forms, letters=letters)

    @property
    def box(self) -> Rect:
        """The rectangle of all that it draws."""
        return union([f.box for f in self.forms] + [w.block.rect for w in self.letters])

    @property
    def solid(self) -> Rect | None:
        """What hides the photo behind it: not lines and paths, nor what is nearly clear."""
        boxes = [f.box for f in self.forms if hides(f.rule)]
        boxes += [w.block.rect for w in self.letters]
        return union(boxes) if boxes else None


def hides(rule: ShapeRule | ImageRule | BadgeRule) -> bool:
    """True of what hides the photo behind it."""
    if isinstance(rule, ShapeRule):
        return rule.shape not in ("line", "path") and rule.opacity >= 0.4
    return True


@dataclass(frozen=True)
class Node:
    """A measured layer: its size, and its parts from its top left corner."""

    width: float
    height: float
    forms: tuple[Form, ...] = ()
    letters: tuple[Lettering, ...] = ()
    fits: bool = True

    def moved(self, dx: float, dy: float) -> Node:
        forms = tuple(f.moved(dx, dy) for f in self.forms)
        letters = tuple(replace(w, block=w.block.moved(dx, dy)) for w in self.letters)
        return replace(self, forms=forms, letters=letters)


def joined(nodes: Sequence[Node], width: float, height: float) -> Node:
    """Several nodes as one of a size."""
    return Node(
        width,
        height,
        tuple(f for n in nodes for f in n.forms),
        tuple(w for n in nodes for w in n.letters),
        all(n.fits for n in nodes),
    )


def shrunk(node: Node) -> Node:
    """A node no wider than what it shows."""
    boxes = [f.box for f in node.forms] + [w.block.rect for w in node.letters]
    shown = union(boxes)
    return replace(node.moved(-shown.x, 0.0), width=shown.width)
