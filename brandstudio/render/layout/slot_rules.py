"""What a template says of its slots: what they hold, how long they may be, and how they are set."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from brandstudio.render.type.faces import Features

SlotKind = Literal["text", "list", "image"]
Figures = Literal["lining", "oldstyle", "tabular", "tabular-oldstyle"]
Feature = Annotated[str, Field(pattern=r"^-?[a-z][a-z0-9]{3}(=[0-9]{1,2})?$")]
"""An OpenType feature: ``smcp``, ``ss01``, ``salt=2``; ``-liga`` turns one off."""
ColourRule = Annotated[
    str, Field(pattern=r"^(#[0-9a-fA-F]{6}|background|surface|primary|secondary|accent|text)$")
]
"""A role of the brand's palette, or ``#rrggbb``."""

_FIGURES: Final[dict[str, Features]] = {
    "lining": (("lnum", 1),),
    "oldstyle": (("onum", 1),),
    "tabular": (("lnum", 1), ("tnum", 1)),
    "tabular-oldstyle": (("onum", 1), ("tnum", 1)),
}


class Part(BaseModel):
    """A part of a template: frozen, and without room for words that mean nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class TypeRule(Part):
    """How the words of a slot are set; what is left out follows the brand."""

    font: Literal["heading", "body"] | None = None
    """Whose face: the headline's or the running text's."""
    size: Annotated[float, Field(ge=0.4, le=16)] | None = None
    """In sizes of running text. In a stack it is counted from the running text there, which gets
    smaller where words are many; a headline has a rule of its own.
    """
    weight: Annotated[int, Field(ge=100, le=900)] | None = None
    uppercase: bool = False
    tracking: Annotated[float, Field(ge=-0.1, le=0.5)] | None = None
    """Between letters, em; None to follow the size. Joined scripts keep their own."""
    figures: Figures | None = None
    """Which figures the font sets, where it has them."""
    features: Annotated[tuple[Feature, ...], Field(max_length=12)] = ()
    """OpenType features by their tags; ``-liga`` turns one off."""
    colour: ColourRule | None = None
    """Taken where it can be read; else the colour of the words around."""
    strike: bool = False
    """A line through the words: the price before."""
    beside: bool = False
    """In a stack: behind the words before them and on their baseline, where both are one line and
    the width holds them; else below as usual.
    """

    def over(self, slot: TypeRule) -> TypeRule:
        """This rule, and a slot's own in all that it does not say itself."""
        return slot.model_copy(update={name: getattr(self, name) for name in self.model_fields_set})

    @property
    def all_features(self) -> Features:
        """Figures and features as a font takes them."""
        found = dict(_FIGURES[self.figures]) if self.figures else {}
        for said in self.features:
            tag, _, value = said.lstrip("-").partition("=")
            found[tag] = 0 if said.startswith("-") else int(value or 1)
        return tuple(sorted(found.items()))


class SlotRule(Part):
    """What a slot holds, whether it is needed, and how long its words may be in this template."""

    kind: SlotKind = "text"
    title: Annotated[str, Field(max_length=60)] = ""
    """What people who fill it in read."""
    required: bool = False
    max_length: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Of the words; of each entry of a list."""
    max_entries: Annotated[int, Field(ge=1, le=12)] | None = None
    """Of a list."""
    default: Annotated[str, Field(max_length=200)] | None = None
    """Words that stand where none are sent."""
    rich: bool = False
    """Whether its words may hold marks: ``**bold**``, ``*italic*``, ``[accent]in a colour[/]``."""
    type: TypeRule = TypeRule()
    """How its words are set wherever they stand."""


def cased(text: str, rule: TypeRule, language: str | None) -> str:
    """The words in capitals where the template has them so, as the language writes them."""
    if not rule.uppercase:
        return text
    spoken = (language or "").split("-")[0].lower()
    if spoken in ("tr", "az"):
        text = text.replace("i", "İ").replace("ı", "I")
    upper = text.upper()
    if spoken == "el":
        # Capitals carry no accents in Greek; a dialytika stays.
        upper = upper.translate(str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ"))
    return upper
