"""What a person decided about one banner, where the layout would else decide by itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from .base import Input, Model, as_tuple
from .own_slots import OwnSlots

Fraction = Annotated[float, Field(ge=0, le=1)]
Part = Annotated[tuple[Fraction, Fraction, Fraction, Fraction], BeforeValidator(as_tuple)]
"""A part of a picture: x, y, width, height in fractions of it."""
Spot = Annotated[tuple[Fraction, Fraction], BeforeValidator(as_tuple)]
"""A point of a picture: x, y in fractions of it."""
ColourName = Annotated[
    str,
    Field(pattern=r"^(#[0-9a-fA-F]{6}|background|surface|primary|secondary|accent|text)$"),
]
"""A colour ``#rrggbb``, or a role of the brand's palette."""
ColouredPart = Literal["text", "ground", "scrim", "button", "label"]
TextAlign = Literal["start", "center", "end"]
SchemeName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,29}$")]
"""A colour scheme that a template declares."""
ButtonStyle = Literal["accent", "primary", "outline"]
LogoPlace = Literal["top-left", "top-right", "bottom-left", "bottom-right"]


class LogoChoice(Input):
    """Where the logo stands, how large (1 is the template's size), and which variant of it."""

    place: LogoPlace | None = None
    size: Annotated[float, Field(ge=0.4, le=2.5)] | None = None
    variant: Literal["any", "light", "dark", "mono"] | None = None


class ScrimChoice(Input):
    """What calms the photo behind the words: ``none``, a gradient, an even veil, or a panel.

    ``strength`` is the least opacity; it grows where the words need more to be read.
    """

    kind: Literal["auto", "none", "linear", "even", "panel"] = "auto"
    strength: Fraction | None = None


class Choices(Input):
    """Choices for one banner; what is left out is decided by the template and the photo.

    ``crop`` is the part of the photo to show (x, y, width, height in fractions of it; the frame's
    shape is kept, and all of the part is shown where it can be), ``focal_point`` the point that must
    stay in sight. ``colours`` name a colour for a role. ``seed`` gives another variant of the same
    template; 0 is the first.
    """

    crop: Part | None = None
    focal_point: Spot | None = None
    logo: LogoChoice | None = None
    scrim: ScrimChoice | None = None
    colours: dict[ColouredPart, ColourName] | None = None
    align: TextAlign | None = None
    button: ButtonStyle | None = None
    seed: Annotated[int, Field(ge=0, le=9999)] = 0
    scheme: Annotated[SchemeName | None, Field(exclude_if=lambda said: said is None)] = None
    """Which of the template's colour schemes; None for its own colours."""

    @field_validator("crop")
    @classmethod
    def _inside(cls, crop: tuple[float, float, float, float] | None) -> Any:
        if crop is not None:
            x, y, width, height = crop
            if width < 0.02 or height < 0.02:
                raise ValueError("a crop shows at least a fiftieth of each side")
            if x + width > 1.0001 or y + height > 1.0001:
                raise ValueError("the crop must lie inside the photo")
        return crop

    @property
    def none(self) -> bool:
        """True where nothing was chosen."""
        return self == Choices()


Side = Literal["left", "right", "top", "bottom"]
Sides = Annotated[tuple[Side, ...], Field(max_length=2), BeforeValidator(as_tuple)]


class SharedCrop(Model):
    """What the sizes of a job that come before have decided: the sides of the photo that their words
    stand at, and the part of it that all of them show.
    """

    sides: Sides = ()
    part: Part | None = None


Auto = Literal["auto"]


class SlotsEdit(OwnSlots):
    """Words, photo and logo to put in place of a banner's own; what is left out stays.

    An empty text takes a slot away; ``image_id="none"`` takes the photo away, ``logo="none"`` the
    logo.
    """

    headline: Annotated[str, Field(max_length=140)] | None = None
    subhead: Annotated[str, Field(max_length=200)] | None = None
    button_text: Annotated[str, Field(max_length=40)] | None = None
    author_role: Annotated[str, Field(max_length=60)] | None = None
    author_name: Annotated[str, Field(max_length=60)] | None = None
    image_id: Annotated[str, Field(max_length=80)] | None = None
    logo: Annotated[str, Field(max_length=80)] | None = None


class ChoicesEdit(Input):
    """Choices to put in place of a banner's own; what is left out stays, ``"auto"`` takes one
    back.
    """

    crop: Auto | Part | None = None
    focal_point: Auto | Spot | None = None
    logo: Auto | LogoChoice | None = None
    scrim: Auto | ScrimChoice | None = None
    colours: Auto | dict[ColouredPart, ColourName | Auto] | None = None
    align: Auto | TextAlign | None = None
    button: Auto | ButtonStyle | None = None
    seed: Annotated[int, Field(ge=0, le=9999)] | None = None
    scheme: Auto | SchemeName | None = None

    @model_validator(mode="after")
    def _crop_fits(self) -> ChoicesEdit:
        if isinstance(self.crop, tuple):
            Choices(crop=self.crop)
        return self

    def applied(self, choices: Choices) -> Choices:
        """Choices with these put in their place."""
        made: dict[str, Any] = {name: getattr(choices, name) for name in Choices.model_fields}
        for name in ("crop", "focal_point", "align", "button", "scheme"):
            value = getattr(self, name)
            if value is not None:
                made[name] = None if value == "auto" else value
        for name in ("logo", "scrim"):
            value = getattr(self, name)
            if value == "auto":
                made[name] = None
            elif value is not None:
                before = made[name].model_dump(exclude_unset=True) if made[name] else {}
                made[name] = type(value)(**before | value.model_dump(exclude_unset=True))
        if self.colours == "auto":
            made["colours"] = None
        elif isinstance(self.colours, dict):
            merged = {**(choices.colours or {}), **self.colours}
            left = {role: colour for role, colour in merged.items() if colour != "auto"}
            made["colours"] = left or None
        if self.seed is not None:
            made["seed"] = self.seed
        return Choices(**made)
