"""Templates: small declarative files that say where words, photo and logo go, by grid and rules,
never by pixels.

A frame is given in twelve columns and twelve rows of an area: the ``canvas``, the ``safe`` area
inside the margins, or the ``ground`` (the panel behind the words, inside its padding). Start and
end are left and right for words that run from left to right and change places for those that do
not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from typing import Annotated, Final, Literal, Self

import pydantic
from pydantic import ConfigDict, Field, PrivateAttr, model_validator

from brandstudio import errors
from brandstudio.models import markup
from brandstudio.models.designs import TEXT_SLOTS, Slots
from brandstudio.models.markup import RichWords, Runs, at_once
from brandstudio.models.nearest import meant
from brandstudio.models.own_slots import OWN_NAME
from brandstudio.models.sizes import CONTRACT_SIZES, SIZES
from brandstudio.render.geometry import Canvas, Orientation
from brandstudio.render.layout.condition import slots_in
from brandstudio.render.layout.grid import STANDING_IN, GridArea
from brandstudio.render.layout.layer_rules import (
    BadgeRule,
    GroupRule,
    ImageRule,
    LayerRule,
    PriceRule,
    TextRule,
    every,
    require_bounded,
)
from brandstudio.render.layout.place_rules import Ground, HeadlineRule, LogoRule, Zone
from brandstudio.render.layout.slot_rules import ColourRule, Part, SlotRule, cased
from brandstudio.render.layout.template_faults import faults

BUILTIN = ("overlay", "split", "panel", "article-cover-panel")
LOOKS = (
    "look-big-type",
    "look-centred",
    "look-event",
    "look-hiring",
    "look-offer",
    "look-portrait",
    "look-product",
    "look-quote",
    "look-statement",
    "look-statistic",
)
"""Templates for one purpose each, in ``assets/looks``."""
SHIPPED = (*BUILTIN, *LOOKS)
"""Every template that comes with the package."""
_MOST_BYTES = 64 * 1024
_IN_QUOTES: Final = re.compile(
    r""""{3}[\s\S]*?"{3}|\'{3}[\s\S]*?\'{3}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*"""
)
_DEEP_KEY: Final = re.compile(r'(?<![\w"-])(?:[\w-]+|"")(?:[ \t]*\.[ \t]*(?:[\w-]+|"")){12}')

Element = str
"""``headline``, ``subhead``, ``button``, ``byline``, or a text slot that the template declares."""
_ELEMENTS: Final = {
    "headline": ("headline",),
    "subhead": ("subhead",),
    "button": ("button_text",),
    "byline": ("author_name", "author_role"),
}
"""The contract's slots that an element draws."""
SchemeName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,29}$")]
Role = Literal["background", "surface", "primary", "secondary", "accent", "text"]
Backing = Literal["colour", "scrim", "panel"]
_PARTS: Final = ("ground", "photo")
_RESERVED: Final = frozenset(("image_id", "language", "logo", "photo", "extend", "own", "item"))
ANY = "any"
"""In ``sizes``: every named size, and any canvas."""


class Layout(Part):
    """One arrangement, for canvases of one orientation."""

    photo: GridArea = GridArea(of="canvas")
    ground: Ground | None = None
    words: Annotated[tuple[Zone, ...], Field(min_length=1, max_length=6)] = (Zone(),)
    order: Annotated[tuple[Element, ...], Field(max_length=12)] | None = None
    """Instead of the template's, on canvases of this family."""
    layers: Annotated[tuple[LayerRule, ...], Field(max_length=40)] = ()
    """From back to front, over photo and ground and below the words."""
    headline: HeadlineRule = HeadlineRule()
    logo: LogoRule = LogoRule()
    scrim: Literal["none", "linear", "even"] = "linear"
    """What calms the photo where words stand on it and need it."""
    flow: Literal["stack", "row"] = "stack"
    """Whether the button stands below the words, or beside them with the logo before both (behind where
    its corner is an ``end``), for leaderboards.
    """
    flips: tuple[Literal["across", "down"], ...] = ()
    """In which directions the whole layout may be mirrored where the photo asks for it."""
    bare: Layout | None = None
    """What stands in for this layout where the banner has no photo; None: it stands as it is."""


def _require_frames(layout: Layout) -> None:
    """Raise ValueError for frames of what is not there."""
    zones = any(zone.frame.of == "ground" for zone in layout.words)
    if layout.ground is None and (zones or layout.logo.of == "ground"):
        raise ValueError("something stands on the ground, but there is none")
    grounded = layout.ground is not None and layout.ground.frame.of in _PARTS
    if layout.photo.of in _PARTS or grounded:
        raise ValueError("photo and ground are placed on the canvas or the safe area")


class Template(Part):
    """A template as its file gives it."""

    schema_version: Annotated[Literal[1], Field(alias="schema")] = 1
    """Of this format."""
    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
    title: Annotated[str, Field(min_length=1, max_length=80)]
    description: Annotated[str, Field(max_length=400)] = ""
    sizes: Annotated[tuple[str, ...], Field(min_length=1, max_length=12)] = tuple(CONTRACT_SIZES)
    """Names of sizes, or ``any``."""
    slots: Annotated[dict[str, SlotRule], Field(max_length=30)] = {
        "headline": SlotRule(required=True)
    }
    """The contract's slots (``headline``, ``subhead``, ``button_text``, ``author_role``,
    ``author_name``) and those of one's own, by any other name.
    """
    needs_photo: bool = False
    """Whether a banner without a photo is refused, before anything is charged."""
    fixed: bool = False
    """Whether words and panel stay where the template has them, though some of a subject lies
    behind; faces never do.
    """
    ground_for_logo: bool = False
    """Whether the ground takes another of the brand's colours where the logo reads on that alone;
    else it keeps its own, and the logo gets a plate where it needs one.
    """
    words_to_edge: bool = False
    """Whether words of a column that begins in the middle and ends at the margin reach out to the
    margin with their longest line; else they begin where their zone does.
    """
    order: Annotated[tuple[Element, ...], Field(max_length=12)] = (
        "headline",
        "subhead",
        "button",
    )
    """What stands in the stack of words, from the top."""
    backing: tuple[Backing, ...] = ("colour", "scrim", "panel")
    """What may help words that can't be read on the photo, in this order."""
    schemes: Annotated[dict[SchemeName, dict[Role, ColourRule]], Field(max_length=12)] = {}
    """Variants in other colours (``light``, ``dark``, ``accent``, any name): what each role of the
    palette (``background``, ``surface``, ``text``, ``primary``, ``secondary``, ``accent``) is in
    them, as another role or as ``#rrggbb``.
    """
    layouts: dict[Orientation, Layout]
    """By the family of sizes; a size whose family has none takes the nearest."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
    _text: str = PrivateAttr(default="")

    @property
    def text(self) -> str:
        """The file that it was read from."""
        return self._text

    @property
    def sha256(self) -> str | None:
        """What names the file of a template of a team's own; None of one that comes with the
        package.
        """
        own = self.name not in BUILTIN and self._text
        return hashlib.sha256(self._text.encode()).hexdigest() if own else None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.layouts:
            raise ValueError("layouts: a template needs at least one")
        self._require_slots()
        orders = [layout.order for _, layout in self._all_layouts() if layout.order is not None]
        for order in (self.order, *orders):
            self._require_order(order)
        self._require_sizes()
        for name, layout in self._all_layouts():
            try:
                self._require_layers(layout)
                _require_frames(layout)
            except ValueError as found:
                raise ValueError(f"layouts.{name}: {found}") from None
        return self

    def _all_layouts(self) -> Iterator[tuple[str, Layout]]:
        """Every layout by its name, those without a photo too."""
        for name, layout in self.layouts.items():
            yield name, layout
            if layout.bare is not None:
                if layout.bare.bare is not None:
                    raise ValueError(f"layouts.{name}.bare: has no bare layout of its own")
                yield f"{name}.bare", layout.bare

    def without_photo(self) -> Template:
        """The template as it draws a banner that has no photo."""
        if all(layout.bare is None for layout in self.layouts.values()):
            return self
        bare = {name: layout.bare or layout for name, layout in self.layouts.items()}
        return self.model_copy(update={"layouts": bare})

    def with_photo(self) -> Template:
        """The template as it draws a banner that has one, whether one is at hand or not."""
        shown = {n: each.model_copy(update={"bare": None}) for n, each in self.layouts.items()}
        return self.model_copy(update={"layouts": shown})

    def _require_slots(self) -> None:
        if self.needs_headline and "headline" not in self.drawn:
            raise ValueError("order must name the headline, or slots.headline say required = false")
        for name in self.slots:
            if name not in TEXT_SLOTS and not OWN_NAME.fullmatch(name):
                raise ValueError(
                    f"slots: {name[:60]!r} is no name; names are a to z, digits and underscores"
                )
            if name in _RESERVED:
                raise ValueError(f"slots: {name!r} is a word of the contract; take another name")

    def _require_sizes(self) -> None:
        for size in self.sizes:
            if size == ANY:
                continue
            if size not in SIZES:
                near = meant(size, (ANY, *SIZES)) or f" ({ANY}, {', '.join(SIZES)})"
                raise ValueError(f"sizes: {size[:60]!r} is no banner size{near}")
            shape = Canvas(*SIZES[size]).orientation
            if shape not in self.layouts:
                raise ValueError(
                    f"layouts: size {size} needs a layout for {shape}; another stands in for it only "
                    f'where sizes = ["any"], the nearest that there is: {", ".join(STANDING_IN[shape])}'
                )

    def _require_order(self, order: tuple[Element, ...]) -> None:
        for element in order:
            if element not in _ELEMENTS and self.kind_of(element) not in ("text", "list"):
                own = [name for name in self.slots if self.kind_of(name) in ("text", "list")]
                near = meant(element, (*_ELEMENTS, *own))
                raise ValueError(
                    f"order: {element[:60]!r} is no element ({', '.join(_ELEMENTS)}) and no slot of "
                    f"words that the template declares{near}"
                )
        if len(set(order)) != len(order):
            raise ValueError("order names an element twice")

    def _require_layers(self, layout: Layout) -> None:
        """Raise ValueError for layers that name what is not there."""
        require_bounded(layout.layers)
        words = {"text", "list"}
        for rule in every(layout.layers):
            asked = set() if rule.when is None else set(slots_in(rule.when))
            for slot in asked - {*TEXT_SLOTS, *self.slots}:
                raise ValueError(
                    f"layers: when asks for {slot!r}, which is no slot"
                    f"{meant(slot, (*TEXT_SLOTS, *self.slots))}"
                )
            if isinstance(rule, ImageRule):
                if rule.slot != "photo" and self.kind_of(rule.slot) != "image":
                    raise ValueError(f"layers: {rule.slot!r} is no slot of kind 'image'")
            elif isinstance(rule, TextRule | BadgeRule | PriceRule):
                known = rule.slot in ("item", *TEXT_SLOTS) or self.kind_of(rule.slot) in words
                if not known:
                    raise ValueError(f"layers: {rule.slot!r} is no slot with words")
            elif isinstance(rule, GroupRule) and self.kind_of(rule.each or "") not in (
                "list",
                rule.each,
            ):
                raise ValueError(f"layers: each = {rule.each!r} is no slot of kind 'list'")
        on_ground = any(rule.frame.of == "ground" for rule in layout.layers)
        if on_ground and layout.ground is None:
            raise ValueError("layers: one stands on the ground, but there is none")
        if any(zone.frame.of == "photo" for zone in layout.words):
            raise ValueError("words: stand on the canvas, the safe area or the ground")

    def order_of(self, layout: Layout) -> tuple[Element, ...]:
        """The elements of the stack of a layout."""
        return self.order if layout.order is None else layout.order

    @property
    def needs_headline(self) -> bool:
        """Whether a banner of it is refused without a headline."""
        rule = self.slots.get("headline")
        return rule.required if rule is not None else "headline" in self.drawn

    def kind_of(self, slot: str) -> str | None:
        """What a slot of one's own holds; None where none is declared by that name."""
        return None if slot in TEXT_SLOTS or slot not in self.slots else self.slots[slot].kind

    @property
    def own_slots(self) -> dict[str, SlotRule]:
        """The slots that are not the contract's."""
        return {name: rule for name, rule in self.slots.items() if name not in TEXT_SLOTS}

    @property
    def drawn(self) -> frozenset[str]:
        """The slots that some part of the template draws."""
        found: set[str] = set()
        for _, layout in self._all_layouts():
            found.update(s for name in self.order_of(layout) for s in _ELEMENTS.get(name, (name,)))
            for rule in every(layout.layers):
                if isinstance(rule, TextRule | BadgeRule | PriceRule | ImageRule):
                    found.add(rule.slot)
                elif isinstance(rule, GroupRule) and rule.each is not None:
                    found.add(rule.each)
        return frozenset(found)

    def filled(self, slots: Slots, language: str | None, *, casing: bool = True) -> Slots:
        """The slots as they are set: defaults where nothing was sent, capitals where a rule has
        them so.
        """
        changed: dict[str, object] = {}
        own: dict[str, object] = {n: v for n, v in slots.own.items() if n in self.slots}
        for name, rule in self.slots.items():
            said = _said(name, rule, slots)
            if not said:
                continue
            if rule.kind != "image":
                read = [_set(entry, rule, language, casing=casing).text for entry in _entries(said)]
                said = read if isinstance(said, list) else read[0]
            (changed if name in TEXT_SLOTS else own)[name] = said
        return slots.model_copy(update={**changed, "own": own})

    def runs(self, slots: Slots, language: str | None) -> dict[tuple[str, str], Runs]:
        """The runs of rich words as they are set, by slot and plain words."""
        found = {}
        for name, rule in self.slots.items():
            said = _said(name, rule, slots)
            if rule.rich and said and rule.kind != "image":
                words = at_once([_set(entry, rule, language) for entry in _entries(said)])
                found[name, words.text] = words.runs
        return {key: runs for key, runs in found.items() if runs}

    def layout(self, canvas: Canvas) -> Layout:
        """The layout for a canvas; for an orientation without one of its own, the nearest."""
        shape = canvas.orientation
        wanted = (shape, *STANDING_IN[shape], *self.layouts)
        return next(self.layouts[o] for o in wanted if o in self.layouts)

    def comes_in(self, size: str) -> bool:
        """True of a size that the template may be asked for."""
        return ANY in self.sizes or size in self.sizes


#: What quotations begin and end with, in the languages of the fonts.
_QUOTES: Final = frozenset("\"'“”„‟‘’‚‛«»‹›「」『』《》")


def _said(name: str, rule: SlotRule, slots: Slots) -> str | list[str] | None:
    """What a slot holds: what was sent, else its default. A quotation mark that is one has no place above
    words that begin with their own.
    """
    value = getattr(slots, name) if name in TEXT_SLOTS else slots.own.get(name)
    default = rule.default if rule.kind == "text" else None
    if default and slots.headline[:1] in _QUOTES and not set(default) - _QUOTES:
        default = None
    return value or default


def _entries(said: str | list[str]) -> list[str]:
    return said if isinstance(said, list) else [said]


def _set(text: str, rule: SlotRule, language: str | None, *, casing: bool = True) -> RichWords:
    """Words as a slot sets them: their marks read where it takes any, in capitals if it says so."""
    words = markup.read(text) if rule.rich else RichWords(text)
    return words.mapped(lambda part: cased(part, rule.type, language)) if casing else words


def load(data: bytes | str) -> Template:
    """The template in a JSON or TOML file. Raises `errors.ValidationError` with every fault that
    was found.
    """
    raw = parsed(data)
    try:
        template = Template.model_validate(raw)
    except pydantic.ValidationError as broken:
        fields = faults(broken, Template)
        said = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
        more = f"; and {len(fields) - 3} more" if len(fields) > 3 else ""
        words = f"The template is not valid: {said}{more}."
        raise errors.ValidationError(words, fields=fields) from broken
    template._text = data if isinstance(data, str) else data.decode("utf-8-sig")
    return template


@lru_cache(maxsize=32)
def kept(data: bytes) -> Template:
    """The template in a file; the same value for the same text, while it is used often."""
    return load(data)


def parsed(data: bytes | str) -> object:
    """What a file says, before it is read as a template."""
    text = data
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as broken:
            raise errors.ValidationError.of("template", "must be UTF-8 text") from broken
    if len(text) > _MOST_BYTES:
        raise errors.ValidationError.of("template", "must be at most 64 KB")
    try:
        if text.lstrip().startswith("{"):
            return json.loads(text)
        import tomllib

        if _DEEP_KEY.search(_IN_QUOTES.sub('""', text)):
            # Each part of a dotted key is a table within a table: thousands take gigabytes.
            raise errors.ValidationError.of("template", "has a key of more than twelve parts")
        return tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        said = f"can't be read: {str(broken)[:160]}"
        raise errors.ValidationError.of("template", said) from broken


def named_sizes(template: Template) -> list[str]:
    """The sizes with a name that a template comes in, in the order in which they are listed."""
    return [size for size in SIZES if template.comes_in(size)]


@lru_cache(maxsize=len(SHIPPED))
def builtin(name: str) -> Template:
    """A template that comes with the package. Raises `errors.ValidationError` for another name."""
    if name not in SHIPPED:
        known = ", ".join(SHIPPED)
        raise errors.ValidationError.of("template", f"must be one of {known}", value=name)
    look = name in LOOKS
    file = f"looks/{name.removeprefix('look-')}.toml" if look else f"templates/{name}.json"
    return load((resources.files("brandstudio.assets") / file).read_bytes())
