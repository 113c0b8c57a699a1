"""What instructions ask of a picture, as frozen values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Kind = Literal[
    "brightness",
    "contrast",
    "saturation",
    "temperature",
    "colour",
    "crop",
    "straighten",
    "rotate",
    "flip",
    "blur",
    "cutout",
    "background_colour",
    "vignette",
    "grain",
    "monochrome",
    "sepia",
    "duotone",
    "sharpen",
    "soften",
    "space",
    "brand",
    "denoise",
    "fade",
    "dehaze",
    "clarity",
    "look",
    "repaint",
    "balance",
    "invert",
    "posterize",
    "glow",
    "tilt_shift",
    "night",
    "light",
    "pixelate",
    "whiten",
    "border",
    "rounded",
]
#: The parts of a picture that can be found by name; ``colour-NAME`` is every place of that hue.
REGIONS = (
    "background",
    "subject",
    "sky",
    "water",
    "plants",
    "faces",
    "hair",
    "clothes",
    "skin",
    "eyes",
    "lips",
    "teeth",
    "mouth",
    "shadows",
    "highlights",
    "midtones",
    "corners",
    "centre",
    "left",
    "right",
    "top",
    "bottom",
)
#: Kinds of things that are called otherwise than they are.
SPOKEN_THINGS = MappingProxyType({"plant": "potted plant", "worn": "piece of clothing"})
TONES = frozenset({"shadows", "highlights", "midtones"})
_SIDES = ("left", "right", "top", "bottom")
_AXES = ({"left", "right"}, {"top", "bottom"})


def sided(part: str) -> tuple[str, bool, str]:
    """The kind of thing that a part names, whether all of them are meant, and the side that one of
    several is on (``thing-dog-left``), "" for none.
    """
    head, kind, side = (*part.split("-"), "", "")[:3]
    return kind, head == "things", side


def is_side(part: str) -> bool:
    """Whether a part is a stretch along one side of the frame."""
    return part.partition("-")[0] in _SIDES


def apart(one: str, other: str) -> bool:
    """Whether two parts exclude each other, whatever is on the picture."""
    if is_side(one) and is_side(other):
        sides = {one.partition("-")[0], other.partition("-")[0]}
        return one != other and any(sides <= axis for axis in _AXES)
    if {one, other} in ({"subject", "background"}, {"sky", "subject"}, {"sky", "faces"}):
        return True
    if {one, other} in ({"sky", "water"}, {"sky", "plants"}, {"water", "plants"}):
        return True
    return one != other and {one, other} <= TONES


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit. ``amount`` is signed, 1 being a plain step ("warmer"); ``exact`` is a share or
    degrees that was named.

    ``value`` is the colour, side, ratio, direction or look where the kind needs one. ``target`` is
    the part that it is about: ``all``, one of `REGIONS`, ``colour-NAME``, a stretch of a side
    (``top-third``, ``left-edge``, ``bottom-20`` for a fifth), or several that all hold
    (``left&subject``). ``without`` are the parts that are left out of it.
    """

    kind: Kind
    amount: float = 1.0
    value: str = ""
    target: str = "all"
    exact: float | None = None
    without: tuple[str, ...] = ()
    #: The noun that a repainted colour was named with.
    thing: str = ""
    #: The size in pixels that a crop is to have.
    size: tuple[int, int] | None = None

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """The part that it is about, with what is left out of it."""
        return self.target, self.without

    @property
    def about(self) -> str:
        """What it changes, in words: "the brightness of the left half of the sky"."""
        what = _CHANGED.get(self.kind, self.kind.replace("_", " "))
        return f"the {what} of {where_of(self.target, self.without)}"

    def told(self) -> str:
        """The edit in words, for what is kept with the version."""
        if self.exact is None:
            much = f"{self.amount:+.2g}"
        elif self.kind == "rotate":
            much = f"{abs(self.exact):g}°"
        else:
            much = f"{'-' if self.amount < 0 else '+'}{self.exact * 100:g} %"
        where = f" of {where_of(self.target, self.without)}" if self.place != ("all", ()) else ""
        return " ".join(f"{self.kind.replace('_', ' ')}{where} {self.value} {much}".split())


#: What an edit changes, where its kind doesn't say it as a noun.
_CHANGED = {
    "sharpen": "sharpness",
    "soften": "sharpness",
    "blur": "sharpness",
    "monochrome": "colour",
    "sepia": "colour",
    "fade": "contrast",
    "dehaze": "haze",
    "balance": "white balance",
    "invert": "colour",
    "posterize": "tones",
    "night": "light",
    "pixelate": "detail",
    "whiten": "white",
    "repaint": "colour",
}


@dataclass(frozen=True, slots=True)
class Ban:
    """An edit that must not be made: of this kind, of this sign (0: any), of this part (``all``: of the whole picture)."""

    kind: Kind
    sign: int = 0
    target: str = "all"

    def forbids(self, edit: Edit) -> bool:
        """Whether an edit is of that kind and sign."""
        return edit.kind == self.kind and (self.sign == 0 or edit.amount * self.sign > 0)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood, what was forbidden or is to stay as it is, and the words that were not
    understood.

    ``withheld`` are edits that were asked for and that would change what is to stay; ``read_as``
    are misspelled words with what they were taken for; ``presumed`` are nouns that were taken for the
    subject. ``in_view`` says that the subject must lie whole within a crop, ``centred`` what stands in
    the middle of it (``subject@left``: on the line of its left third), ``heads`` that it cuts none. ``left_aside`` is what is no
    wish (an aim, a complaint that an edit answers), ``taken_for`` says what a noun was taken for.
    """

    edits: tuple[Edit, ...]
    not_understood: tuple[str, ...]
    forbidden: tuple[Ban, ...] = ()
    keeps: tuple[str, ...] = ()
    withheld: tuple[Edit, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()
    presumed: tuple[str, ...] = ()
    in_view: bool = False
    left_aside: tuple[str, ...] = ()
    taken_for: tuple[str, ...] = ()
    centred: str = ""
    heads: bool = False


def where_of(target: str, without: Sequence[str]) -> str:
    """A place in words: "the sky but the top left"."""
    within = "all" if target == "all" else f"the {spoken(target)}"
    left_out = " and ".join(f"the {spoken(part)}" for part in without)
    return f"{within} but {left_out}" if without else within


def spoken(target: str) -> str:
    """A part in words."""
    parts = target.split("&")
    if len(parts) > 1 and all(part in _SIDES for part in parts):
        return " ".join(parts)
    return " of the ".join(_one(part) for part in parts)


def plural(kind: str) -> str:
    """Several things of a kind, in words."""
    called = SPOKEN_THINGS.get(kind, kind)
    if called == "sheep":
        return called
    return f"{called}es" if called.endswith("s") else f"{called}s"


def _one(part: str) -> str:
    if part.startswith("colour-"):
        return f"{part.removeprefix('colour-')} parts"
    side, _, stretch = part.partition("-")
    if part.startswith(("thing-", "things-")):
        kind, several, beside = sided(part)
        where = f" on the {beside}" if beside else ""
        return f"{plural(kind) if several else SPOKEN_THINGS.get(kind, kind)}{where}"
    if side == "worn":
        return "piece of clothing"
    if not is_side(part):
        return part
    return f"{side} {stretch or 'half'}" + (" %" if stretch.isdigit() else "")
