"""What a banner is made from: one frozen, picklable value, so that any process can draw it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from brandstudio.models.choices import Choices, SharedCrop
from brandstudio.models.designs import Slots
from brandstudio.models.rules import RuleCheck
from brandstudio.pixels import colour
from brandstudio.render.layout.template import Template
from brandstudio.render.type.fonts import FontStack

if TYPE_CHECKING:
    from brandstudio.pixels.facts import PictureFacts

CornerStyle = Literal["square", "soft", "round"]
LogoVariant = Literal["any", "light", "dark", "mono"]
Side = Literal["left", "right", "top", "bottom"]

#: What a brand without a palette gets: quiet, and safe with any photo.
_NEUTRAL = {
    "background": "#f4f2ee",
    "surface": "#ffffff",
    "text": "#16181d",
    "primary": "#1d3557",
    "accent": "#f2b134",
}
#: Which of a brand's own roles stand in for one that it does not name: a colour that nobody chose is
#: nobody's.
_STAND_INS = {
    "primary": ("accent", "secondary", "text"),
    "secondary": ("primary", "accent"),
    "accent": ("primary", "secondary"),
}


@dataclass(frozen=True)
class Look:
    """How the brand looks in a layout.

    ``palette`` maps a role (``background``, ``surface``, ``text``, ``primary``, ``secondary``,
    ``accent``) to a colour ``#rrggbb``. A ``primary``, ``secondary`` or ``accent`` that is missing is
    another of the brand's colours, any other role a neutral one. ``colours``
    are all colours of the brand, for choosing among and for the brand score. ``heading`` and
    ``body`` name families of the brief's font stack; None takes its first. ``corners`` is the shape
    of buttons and panels.
    """

    palette: tuple[tuple[str, str], ...] = ()
    colours: tuple[str, ...] = ()
    corners: CornerStyle = "soft"
    formed: bool = True
    """Whether the brand says what its corners are: joints of photo and field have their form then."""
    heading: str | None = None
    body: str | None = None
    heading_weight: int = 800
    body_weight: int = 400
    brand_name: str | None = None

    def role(self, name: str) -> str:
        """The colour of a role, ``#rrggbb``; a name that begins with ``#`` is itself the colour."""
        if name.startswith("#"):
            return name.lower()
        named = dict(self.palette)
        if name not in named:
            others = [named[role] for role in _STAND_INS.get(name, ()) if role in named]
            if name == "accent":  # what a button is to be seen by
                others.sort(key=lambda hex: -colour.hex_to_oklch(hex)[1])
            named[name] = others[0] if others else _NEUTRAL.get(name, _NEUTRAL["primary"])
        return named[name].lower()

    def has(self, name: str) -> bool:
        """True if the brand itself names a colour for the role."""
        return any(role == name for role, _ in self.palette)

    def in_scheme(self, scheme: Iterable[tuple[str, str]]) -> Look:
        """The look with other colours for some roles, each a role of this one or ``#rrggbb``."""
        palette = {**dict(self.palette), **{r: self.role(c) for r, c in scheme}}
        return replace(self, palette=tuple(palette.items()), colours=self.all_colours)

    @property
    def all_colours(self) -> tuple[str, ...]:
        """Every colour of the brand once, roles first."""
        return tuple(
            dict.fromkeys(c.lower() for c in (*(h for _, h in self.palette), *self.colours))
        )


@dataclass(frozen=True, eq=False)
class Photo:
    """A photo's bytes (upright, sRGB) and what is known of it; ``focal_point`` is (x, y) in
    fractions 0 to 1.
    """

    data: bytes = field(repr=False)
    sha256: str
    mime_type: str
    width: int
    height: int
    facts: PictureFacts | None = None
    focal_point: tuple[float, float] | None = None
    image_id: str | None = None
    title: str | None = None


@dataclass(frozen=True, eq=False)
class LogoFile:
    """One file of a logo. ``light`` is made for dark grounds, ``dark`` for light ones, ``mono`` may
    take any colour.
    """

    name: str
    variant: LogoVariant
    data: bytes = field(repr=False)
    mime_type: str
    sha256: str
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class Extension:
    """The photo of a brief, continued beyond one side. ``photo`` has the new size; the original's
    top left corner lies at (``x``, ``y``) of it, in its pixels, at its scale.
    """

    photo: Photo
    side: Side
    x: int
    y: int


@dataclass(frozen=True, eq=False)
class Brief:
    """All that a banner is made from. ``logos`` are the variants of the one logo to use; empty for
    none.

    ``rules`` are the machine-readable checks of the folder's logo and layout rules. ``seed`` steers
    nothing but the shapes of a brand background.
    """

    template: Template
    size: str
    width: int
    height: int
    slots: Slots
    look: Look
    fonts: FontStack
    photo: Photo | None = None
    pictures: tuple[tuple[str, Photo], ...] = ()
    """Those of a template's own slots, by slot; ``SLOT/cutout`` is the subject of one alone."""
    logos: tuple[LogoFile, ...] = ()
    language: str | None = None
    seed: int = 0
    rules: tuple[RuleCheck, ...] = ()
    choices: Choices = field(default_factory=Choices)
    """What a person decided about this very banner."""
    shared: SharedCrop | None = None
    """What the sizes of the same job that come before have decided of the photo."""
