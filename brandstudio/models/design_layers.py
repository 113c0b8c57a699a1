"""Layers of a finished banner: each says all that is needed to draw it again.

Lengths are pixels of the finished banner, with the origin at the top left. A box is ``[x, y, width,
height]``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from .base import Model, as_tuple

Box = Annotated[tuple[float, float, float, float], BeforeValidator(as_tuple)]
BackgroundStyle = Literal["orbs", "arcs", "waves", "planes"]


class AssetRef(Model):
    """A file that a layer draws: its SHA-256 and, for a photo of the library, whose picture it
    is.
    """

    sha256: str
    mime_type: str
    width: int
    height: int
    image_id: str | None = None


class FontRef(Model):
    """A font face that a text is set in."""

    family: str
    sha256: str
    index: int = 0


class BackgroundLayer(Model):
    """A background in the brand's colours, where there is no photo; ``seed`` places the shapes of
    its ``style``.

    They lie towards the right, or towards the left where it is ``mirrored``.
    """

    kind: Literal["background"] = "background"
    box: Box
    colours: list[str]
    seed: int
    mirrored: bool = False
    style: BackgroundStyle = "orbs"


class PhotoLayer(Model):
    """The photo: which part of the asset (``crop``, in its pixels) fills which box.

    ``background`` is the colour behind a photo that is transparent in places; ``extended`` the side
    on which the photo was continued beyond its edge. ``beyond`` lets the crop reach over the photo's
    edges: its plain ground goes on there, drawn from its outermost pixels.
    """

    kind: Literal["photo"] = "photo"
    asset: AssetRef
    crop: Box
    box: Box
    background: str | None = None
    extended: Literal["left", "right", "top", "bottom"] | None = None
    beyond: Annotated[Literal["plain"] | None, Field(exclude_if=lambda said: said is None)] = None


class ScrimLayer(Model):
    """What calms the photo behind words, a logo or a button.

    ``linear``: from ``opacity_start`` at the box's edge to ``opacity_end`` at the opposite one, in
    the direction ``angle`` (degrees: 0 runs to the right, 90 downwards; multiples of 90). ``even``:
    ``opacity_start`` everywhere. The first part ``hold`` (0 to 1) of the way keeps the start's
    opacity; the rest eases out. ``soft``: ``opacity_start`` inside, eased out towards every side
    of the box over ``feather`` px; the box may stand out of the banner.

    The photo there is blurred by ``blur`` px first, in the same shape. Where it is lighter than
    ``lights`` (0 to 255) allows, the colour lies denser: lights are compressed, shadows left alone.
    """

    kind: Literal["scrim"] = "scrim"
    shape: Literal["linear", "even", "soft"] = "linear"
    box: Box
    colour: str
    angle: float
    opacity_start: float
    opacity_end: float
    hold: float = 0.0
    purpose: Annotated[
        Literal["words", "logo", "button", "joint"], Field(exclude_if=lambda said: said == "words")
    ] = "words"
    feather: Annotated[float, Field(exclude_if=lambda said: not said)] = 0.0
    lights: Annotated[int | None, Field(exclude_if=lambda said: said is None)] = None
    blur: Annotated[float, Field(exclude_if=lambda said: not said)] = 0.0


class PanelLayer(Model):
    """A panel of one colour: the ground that a template gives the words, what backs them, a
    logo's plate, or the mat round a framed photo.
    """

    kind: Literal["panel"] = "panel"
    purpose: Literal["ground", "backing", "plate", "mat"] = "ground"
    box: Box
    colour: str
    opacity: float
    radius: float = 0.0


class TextLine(Model):
    """One line as set: its words, its box, and the baseline from the top of the banner."""

    text: str
    box: Box
    baseline: float
    x: float


class TextRun(Model):
    """Characters ``start`` to ``end`` of a text layer that are bold, italic, or in a colour
    (``#rrggbb``) of their own.
    """

    start: int
    end: int
    bold: Annotated[bool, Field(exclude_if=lambda said: not said)] = False
    italic: Annotated[bool, Field(exclude_if=lambda said: not said)] = False
    colour: Annotated[str | None, Field(exclude_if=lambda said: said is None)] = None


class TextLayer(Model):
    """One block of words, of one slot, in reading order.

    ``box`` is the paragraph's box: its first line's ascent to its last line's descent,
    ``max_width`` wide. ``fonts`` are the faces used, in fallback order, the style's first face
    always among them; with ``size``, ``weight``, ``language``, ``direction`` and ``max_width`` they
    give the same lines again. ``leading`` and ``tracking`` are px.
    """

    kind: Literal["text"] = "text"
    slot: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    text: str
    lines: list[TextLine]
    fonts: list[FontRef]
    family: str
    size: float
    weight: int
    leading: float
    tracking: float
    colour: str
    align: Literal["start", "center", "end"]
    direction: Literal["ltr", "rtl"]
    box: Box
    max_width: float
    language: str | None = None
    spacing: Annotated[float | None, Field(exclude_if=lambda said: said is None)] = None
    """Tracking that a template asks for (em); None where it follows from the size."""
    features: Annotated[
        list[Annotated[tuple[str, int], BeforeValidator(as_tuple)]],
        Field(exclude_if=lambda said: not said),
    ] = []
    """OpenType features that a template asks for, with their values."""
    strike: Annotated[bool, Field(exclude_if=lambda said: not said)] = False
    """Whether a line goes through every line of the words."""
    runs: Annotated[list[TextRun], Field(exclude_if=lambda said: not said, repr=False)] = []
    """What of it is set otherwise than the rest, in order and apart from each other."""


class ButtonLayer(Model):
    """The button's shape; its words are a text layer of their own above it. ``border_width`` lies
    inside the box.
    """

    kind: Literal["button"] = "button"
    box: Box
    colour: str
    radius: float
    border: str | None = None
    border_width: float = 0.0


class ShapeLayer(Model):
    """A flat shape of a template, or what of the words' field lies over the photo where their joint is
    slanted or round: its box with round corners, or the outline of ``path`` (SVG path data in pixels
    of the banner, filled by the even-odd rule).
    """

    kind: Literal["shape"] = "shape"
    box: Box
    colour: str
    opacity: float = 1.0
    radius: float = 0.0
    path: Annotated[str | None, Field(max_length=30_000)] = None


class ImageLayer(Model):
    """A second picture: which part of the asset (``crop``, in its pixels) fills which box, with
    corners of a ``radius``. What is transparent in it stays so.
    """

    kind: Literal["image"] = "image"
    slot: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    asset: AssetRef
    crop: Box
    box: Box
    radius: float = 0.0
    opacity: float = 1.0


class LogoLayer(Model):
    """The logo. ``clear_space`` (px) is kept free around ``box``; ``tint`` is the one colour that a
    mono logo takes.
    """

    kind: Literal["logo"] = "logo"
    asset: AssetRef
    name: str
    variant: str
    box: Box
    clear_space: float
    tint: str | None = None


Layer = Annotated[
    BackgroundLayer
    | PhotoLayer
    | ScrimLayer
    | PanelLayer
    | ShapeLayer
    | ImageLayer
    | TextLayer
    | ButtonLayer
    | LogoLayer,
    Field(discriminator="kind"),
]
