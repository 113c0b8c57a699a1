"""What instructions ask of a picture, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
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
]
#: The parts of a picture that can be found; ``colour-NAME`` is every place of that hue.
REGIONS = (
    "background",
    "subject",
    "sky",
    "faces",
    "shadows",
    "highlights",
    "midtones",
    "corners",
    "centre",
    "left",
    "right",
    "top",
    "bottom",
    "left-third",
    "right-third",
    "top-third",
    "bottom-third",
)
_OPPOSITE = {
    "background": "subject",
    "subject": "background",
    "left": "right",
    "right": "left",
    "top": "bottom",
    "bottom": "top",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit. ``amount`` is signed, 1 being a plain step ("warmer"); ``exact`` is a share or
    degrees that was named.

    ``value`` is the colour, side, ratio, direction or look where the kind needs one. ``target`` is
    the part that it is about (``all``, one of `REGIONS`, ``colour-NAME``); ``outside`` turns it to
    everything but that part.
    """

    kind: Kind
    amount: float = 1.0
    value: str = ""
    target: str = "all"
    exact: float | None = None
    outside: bool = False

    def told(self) -> str:
        """The edit in words, for what is kept with the version."""
        if self.exact is None:
            much = f"{self.amount:+.2g}"
        elif self.kind == "rotate":
            much = f"{self.exact:g}°"
        else:
            much = f"{'-' if self.amount < 0 else '+'}{self.exact * 100:g} %"
        where = ""
        if self.target != "all":
            where = f" of {'all but ' if self.outside else ''}the {spoken(self.target)}"
        return " ".join(f"{self.kind.replace('_', ' ')}{where} {self.value} {much}".split())


@dataclass(frozen=True, slots=True)
class Ban:
    """An edit that must not be made: of this kind, of this sign (0: any)."""

    kind: Kind
    sign: int = 0

    def forbids(self, edit: Edit) -> bool:
        return edit.kind == self.kind and (self.sign == 0 or edit.amount * self.sign > 0)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was understood, what was forbidden or is to stay as it is, and the words that were not
    understood.

    ``withheld`` are edits that were asked for and that would change what is to stay; ``read_as``
    are misspelled words with what they were taken for.
    """

    edits: tuple[Edit, ...]
    not_understood: tuple[str, ...]
    forbidden: tuple[Ban, ...] = ()
    keeps: tuple[str, ...] = ()
    withheld: tuple[Edit, ...] = ()
    read_as: tuple[tuple[str, str], ...] = ()


def placed(target: str, outside: bool) -> tuple[str, bool]:
    """A part and whether all but it is meant, in its plainest form: all but the subject is the
    background.
    """
    if outside and target in _OPPOSITE:
        return _OPPOSITE[target], False
    return target, outside


def spoken(target: str) -> str:
    """A part in words."""
    if target.startswith("colour-"):
        return f"{target.removeprefix('colour-')} parts"
    if target.endswith("-third"):
        return target.replace("-", " ")
    return f"{target} half" if target in ("left", "right", "top", "bottom") else target
