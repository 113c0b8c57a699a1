"""A layout on its way: frozen values that each step of `compose` takes and gives back further on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Self

from PIL import Image

from brandstudio.models.choices import SharedCrop
from brandstudio.models.designs import Layer, Slots
from brandstudio.render import contrast
from brandstudio.render.brief import Brief, Extension, Photo
from brandstudio.render.draw import ground_of, paint_layers
from brandstudio.render.geometry import Canvas
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.attention import Attention, attention_of
from brandstudio.render.layout.backing import Backing
from brandstudio.render.layout.fixtures import Furnisher
from brandstudio.render.layout.limits import Limits
from brandstudio.render.layout.logo_shapes import Shape, in_shapes
from brandstudio.render.layout.logos import PlacedLogo
from brandstudio.render.layout.pieces import Lettered
from brandstudio.render.layout.place import Place
from brandstudio.render.layout.placing import NeedsExtension
from brandstudio.render.layout.template import SHIPPED
from brandstudio.render.layout.words import Typography
from brandstudio.render.type.bidi import base_level
from brandstudio.render.type.paint import TextMask
from brandstudio.render.type.paragraph import Direction

_RIGHT_TO_LEFT = frozenset(("ar", "he", "fa", "ur", "yi", "ps", "sd", "ug", "dv"))


@dataclass(frozen=True, eq=False)
class Setting:
    """What holds for every try: canvas, voice, photo and where its subject is."""

    brief: Brief
    canvas: Canvas
    voice: Typography
    photo: Photo | None
    extension: Extension | None
    attention: Attention | None
    assets: Mapping[str, bytes]
    limits: Limits
    slots: Slots
    """The words as they are set: defaults filled in, in capitals where a rule has them so."""
    other_logos: tuple[Shape, ...] = ()
    """The logo's files of other shapes than those of the brief, for where none of these reads."""

    @classmethod
    def of(cls, brief: Brief, extension: Extension | None) -> Self:
        limits = Limits.of(brief.rules).with_choices(brief.choices)
        scheme = brief.template.schemes.get(brief.choices.scheme or "")
        if scheme:
            brief = replace(brief, look=brief.look.in_scheme(scheme.items()))
        if limits.corners is not None:
            brief = replace(brief, look=replace(brief.look, corners=limits.corners, formed=True))
        photo = extension.photo if extension is not None else brief.photo
        if photo is None:
            brief = replace(brief, template=brief.template.without_photo())
        if brief.photo is not None and brief.choices.focal_point is not None:
            brief = replace(
                brief, photo=replace(brief.photo, focal_point=brief.choices.focal_point)
            )
        attention = attention_of(brief.photo, extension) if brief.photo is not None else None
        if attention is not None and brief.slots.extend is False:
            attention = replace(attention, plain=())
        slots = brief.template.filled(brief.slots, brief.language)
        direction = direction_of(slots.title, brief.language)
        rules = {name: rule.type for name, rule in brief.template.slots.items()}
        assets = {logo.sha256: logo.data for logo in brief.logos}
        logo = brief.choices.logo
        shapes = in_shapes(brief.logos, None if logo is None else logo.variant)
        if len(shapes) > 1:
            brief = replace(brief, logos=shapes[0])
        assets.update((picture.sha256, picture.data) for _, picture in brief.pictures)
        if photo is not None:
            assets[photo.sha256] = photo.data
        return cls(
            brief,
            Canvas.of(brief.size, brief.width, brief.height),
            replace(
                Typography.of(brief.fonts, brief.look, brief.language, direction),
                rules=rules,
                runs=brief.template.runs(brief.slots, brief.language),
            ),
            photo,
            extension,
            attention,
            assets,
            limits,
            slots,
            shapes[1:],
        )

    @property
    def furnisher(self) -> Furnisher:
        """What measures the template's own layers."""
        photos = dict(self.brief.pictures)
        if self.photo is not None:
            photos.setdefault("photo", self.photo)
        return Furnisher(self.canvas, self.slots, self.voice, photos, self._has)

    def _has(self, name: str) -> bool:
        """Whether a banner has what a condition names."""
        if name == "photo":
            return self.photo is not None
        if name == "logo":
            return bool(self.brief.logos)
        return bool(self.slots.words(name.removeprefix("slots.")))

    @property
    def shared(self) -> SharedCrop | None:
        """What other sizes of the job have decided; of a photo that is continued the side alone, as
        the part was counted in the photo that came in.
        """
        shared = self.brief.shared
        if shared is None or self.extension is None:
            return shared
        return shared.model_copy(update={"part": None})

    @property
    def named_place(self) -> bool:
        """True where a person chose the logo's place for this banner."""
        logo = self.brief.choices.logo
        return logo is not None and logo.place is not None

    @property
    def panel_radius(self) -> float:
        """The radius of panels in the brand's shape of corners (px)."""
        part = {"square": 0.0, "soft": 0.4, "round": 0.55}[self.brief.look.corners]
        return round(part * self.canvas.margin, 2)


def direction_of(headline: str, language: str | None) -> Direction:
    """The direction of the whole layout: the headline's first strong letter, else the language's
    script.
    """
    rtl = (language or "").split("-")[0].lower() in _RIGHT_TO_LEFT
    return "rtl" if base_level(headline, 1 if rtl else 0) else "ltr"


@dataclass(frozen=True)
class Nudges:
    """What the design check asked for so far."""

    shrink: float = 1.0
    narrow: float = 1.0
    """The part of its width that the words' column has, for a photo that would else be sliced."""
    denser: float = 0.0
    panel: bool = False
    aside: bool = False
    """Words beside the photo: on it they would need a veil that hides it, or the logo a plate."""
    for_logo: bool = False
    """It is the logo alone that wants them there."""
    calmer: bool = False
    """Smaller words were tried on the photo, for the calm part of it to hold them."""
    row: bool = False
    """A row for the logo on the words' field there: beside it, it would need a plate."""
    inside: bool = False
    """The logo on the card with the words: beside it, it would need a plate."""
    crammed: bool = False
    """And the words smaller for it: elsewhere there is no room for the logo at all."""

    head: bool = False
    """The logo in a band above the photo: on it, it would need a plate."""
    shade: bool = False
    """The whole photo under a shade from the words' side: a lighter veil leaves them no rest."""
    unshaded: bool = False
    """That was tried, in vain."""
    mirrored: bool = False
    """The words' field at the photo's other side: at this one the logo has no room in the only places
    that it may have.
    """

    def moves(self, before: Nudges) -> bool:
        """Whether words or crop have to be arranged anew after other nudges."""
        mine, theirs = (
            (n.shrink, n.aside, n.row, n.inside, n.crammed, n.head, n.mirrored)
            for n in (self, before)
        )
        return mine != theirs


class Sheet:
    """One picture for all drafts of a try: it shows the layers of the one that asked last.

    What a later draft has more is painted over what is there; for an earlier draft the picture is
    painted anew. So each draft shows its own layers, and no step copies a canvas.
    """

    def __init__(self) -> None:
        self._picture: Image.Image | None = None
        self._layers: tuple[Layer, ...] = ()

    def showing(self, layers: tuple[Layer, ...], setting: Setting) -> Image.Image:
        """The picture of these layers, which stays the sheet's own."""
        self._picture, self._layers = self.taken(layers, setting), layers
        return self._picture

    def taken(self, layers: tuple[Layer, ...], setting: Setting) -> Image.Image:
        """The picture of these layers, which is the caller's from now on."""
        picture, shown = self._picture, self._layers
        self._picture = None  # what fails halfway is not shown to anyone
        fonts = setting.brief.fonts
        below = len(shown) <= len(layers) and all(map(is_, shown, layers))
        if picture is None or not below:
            picture = ground_of(
                layers[0], setting.canvas.width, setting.canvas.height, setting.assets, fonts
            )
            shown = layers[:1]
        paint_layers(picture, layers[len(shown) :], setting.assets, fonts)
        return picture


@dataclass(frozen=True, eq=False)
class Draft:
    """A layout as far as it is decided. Every step gives back another draft; none is changed.

    ``layers`` lie from back to front, without words. ``sheet`` is the picture that the drafts of one
    try share.
    """

    setting: Setting
    nudges: Nudges = Nudges()
    may_extend: bool = False
    options: tuple[Arrangement, ...] = ()
    needs: NeedsExtension | None = None
    chosen: Place | None = None
    layers: tuple[Layer, ...] = ()
    sheet: Sheet | None = field(default=None, repr=False)
    masks: tuple[TextMask, ...] = ()
    covers: tuple[contrast.Cover, ...] = ()
    backing: Backing | None = None
    text: str = ""
    """The colour of all words but the button's."""
    label: str = ""
    """The colour of the button's words."""
    logo: PlacedLogo | None = None
    lettered: tuple[Lettered, ...] = ()
    """The words of the template's own layers, in their colours."""

    @property
    def may_hold_logo(self) -> bool:
        """True where the words stand on a card that may take the logo in above them. A fixed corner of
        a template of one's own is kept.
        """
        arrangement, setting = self.place.arrangement, self.setting
        ground, fixed = arrangement.layout.ground, arrangement.layout.logo.fixed
        on_card = ground is not None and ground.hug and not arrangement.aside
        own = fixed and setting.brief.template.name not in SHIPPED
        held = setting.named_place or (setting.limits.place and not fixed)
        return on_card and not own and not held

    @property
    def place(self) -> Place:
        """The arrangement and the crop. Only steps after `crop` may ask."""
        assert self.chosen is not None
        return self.chosen

    @property
    def ground(self) -> Image.Image:
        """The picture that the layers so far give, to measure what would lie under the next one. It
        is neither to be painted on nor to be kept: later drafts are painted on it.
        """
        assert self.sheet is not None
        return self.sheet.showing(self.layers, self.setting)

    def taken(self) -> Image.Image:
        """The picture that the layers so far give, for the caller alone."""
        assert self.sheet is not None
        return self.sheet.taken(self.layers, self.setting)

    def over(self, *layers: Layer | None) -> Draft:
        """The draft with layers laid over the others; without any, the draft itself."""
        added = tuple(layer for layer in layers if layer is not None)
        if not added:
            return self
        return replace(self, layers=(*self.layers, *added), sheet=self.sheet or Sheet())
