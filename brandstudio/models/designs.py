"""Banners: the words that go in, the layout that comes out, and the proof that it can be read.

Lengths are pixels of the finished banner, with the origin at the top left. A box is ``[x, y, width,
height]``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator

from .base import Accepted, FileLink, Input, Model, Readable, as_tuple
from .choices import Choices
from .credits import Credits, Deduction
from .jobs import JobStatus
from .texts import Correction, LanguageTag

TemplateName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""``overlay``, ``split``, ``panel``, ``article-cover-panel``, or a team's own template."""

ALL_TEMPLATES = ("overlay", "split", "panel")
"""What ``all`` stands for: a version of each."""

Box = Annotated[tuple[float, float, float, float], BeforeValidator(as_tuple)]
Vision = Literal["normal", "protan", "deutan", "tritan"]
BackgroundStyle = Literal["orbs", "arcs", "waves", "planes"]
ExportFormat = Literal["png", "jpg", "webp", "pdf", "svg", "svg-outlines", "spec"]


class Slots(Input):
    """The words, photo and logo of a banner; words are drawn exactly as given. All but the headline
    may be left out.

    ``headline`` (up to 140 characters), ``subhead`` (200), ``button_text`` (40), ``author_role``
    and ``author_name`` (60 each, for quotes and covers); ``image_id`` is a picture of the library,
    ``logo`` the name of a logo (by default the folder's primary one); ``extend`` of False never
    has the photo continued; ``language`` is the words', for what depends on one.
    """

    headline: Annotated[str, Field(min_length=1, max_length=140)]
    subhead: Annotated[str, Field(max_length=200)] | None = None
    button_text: Annotated[str, Field(max_length=40)] | None = None
    author_role: Annotated[str, Field(max_length=60)] | None = None
    author_name: Annotated[str, Field(max_length=60)] | None = None
    image_id: str | None = None
    logo: Annotated[str, Field(max_length=80)] | None = None
    extend: Annotated[bool | None, Field(exclude_if=lambda said: said is None)] = None
    """False: the photo is never continued, whatever it would mend (and nothing charged for it)."""
    language: Annotated[LanguageTag | None, Field(exclude_if=lambda said: said is None)] = None
    """Of the words, for the rules on copy; without it the folder's voice says, else it is told."""

    @field_validator("subhead", "button_text", "author_role", "author_name")
    @classmethod
    def _blank_is_left_out(cls, words: str | None) -> str | None:
        """A form sends a space for what nobody filled in; a button without a word is none."""
        return words if words and words.strip() else None


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
    on which the photo was continued beyond its edge.
    """

    kind: Literal["photo"] = "photo"
    asset: AssetRef
    crop: Box
    box: Box
    background: str | None = None
    extended: Literal["left", "right", "top", "bottom"] | None = None


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
        Literal["words", "logo", "button"], Field(exclude_if=lambda said: said == "words")
    ] = "words"
    feather: Annotated[float, Field(exclude_if=lambda said: not said)] = 0.0
    lights: Annotated[int | None, Field(exclude_if=lambda said: said is None)] = None
    blur: Annotated[float, Field(exclude_if=lambda said: not said)] = 0.0


class PanelLayer(Model):
    """A panel of one colour: the ground that a template gives the words, what backs them, or a
    logo's plate.
    """

    kind: Literal["panel"] = "panel"
    purpose: Literal["ground", "backing", "plate"] = "ground"
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


class TextLayer(Model):
    """One block of words, of one slot, in reading order.

    ``box`` is the paragraph's box: its first line's ascent to its last line's descent,
    ``max_width`` wide. ``fonts`` are the faces used, in fallback order, the style's first face
    always among them; with ``size``, ``weight``, ``language``, ``direction`` and ``max_width`` they
    give the same lines again. ``leading`` and ``tracking`` are px.
    """

    kind: Literal["text"] = "text"
    slot: Literal["headline", "subhead", "button_text", "author_role", "author_name"]
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
    BackgroundLayer | PhotoLayer | ScrimLayer | PanelLayer | TextLayer | ButtonLayer | LogoLayer,
    Field(discriminator="kind"),
]


class DesignRecipe(Model):
    """What a saved design was made from."""

    template: str
    size: str
    recipe: Recipe


class Recipe(Model):
    """The words, photo, logo and fonts of a banner."""

    slots: Slots
    photo: AssetRef | None
    logo: AssetRef | None
    fonts: list[FontRef]
    choices: Annotated[Choices | None, Field(exclude_if=lambda chosen: chosen is None)] = None
    """What a person decided about this banner; None for what the template decided alone."""


DesignRecipe.model_rebuild()


class DesignSpec(Model):
    """A finished layout: layers from back to front, and all that is needed to draw the same bytes
    again.
    """

    schema_version: Annotated[int, Field(alias="schema")]
    template: str
    size: str
    width: int
    height: int
    layers: list[Layer]
    recipe: Recipe
    alt_text: str


class Scores(Model):
    """Each from 0 to 1, 1 is best."""

    contrast: float
    occlusion: float
    readability: float
    alignment: float
    overlap: float
    balance: float
    whitespace: float
    brand: float
    total: float


class ContrastFailure(Model):
    """A block of words whose worst painted neighbourhood misses what it needs."""

    layer: str
    text: str
    ratio: float
    required: float
    foreground: str
    background: str
    box: Box
    vision: Vision


class ContrastFigures(Model):
    """Of one block under one kind of vision: the worst, 5th-percentile and median ratio over its
    painted pixels.
    """

    layer: str
    vision: Vision
    worst: float
    p5: float
    median: float
    required: float


class Variant(Readable):
    """One version of a banner; ``save(path)`` writes its PNG. Sizes are in pixels, scores 0 to 1."""

    variant_id: str
    template: str
    size: str
    png_url: str
    spec: DesignSpec
    scores: Scores
    assessment: str
    fix_passes: int
    contrast_failures: list[ContrastFailure]
    contrast: list[ContrastFigures]
    warnings: list[str]
    saved_image_id: str | None = None

    def _link(self) -> str:
        return self.png_url


class Dropped(Model):
    template: str
    error: str
    variant_id: str | None = None


class WordsAdvisory(Correction):
    """What a rule on copy says of the words of one slot."""

    slot: str


class DesignAccepted(Model, Accepted["BannerJob"]):
    """Accepted and charged: one variant a template and size is on its way."""

    job_id: str
    status: JobStatus
    templates: list[str]
    credits: Deduction
    client_reference_id: str | None = None

    def __hash__(self) -> int:
        # asyncio.gather() keeps what it waits for in a dict; not every field can be a key.
        return hash(self.job_id)


class BannerJob(Model):
    job_id: str
    status: JobStatus
    progress: str
    error: str | None
    size: str
    width: int
    height: int
    variants: list[Variant]
    dropped: list[Dropped]
    advisories: list[WordsAdvisory] | None = None
    """What the folder's rules on copy say of the words; they are drawn as they were sent."""
    warnings: list[str] | None = None
    """What was left out of the job, and why."""
    pending: list[str] | None = None
    """Variants that an edit asked for and that are not drawn yet."""
    sizes: list[str] | None = None
    templates: list[str] | None = None
    """What was asked for when the job was accepted: each template in each size."""
    client_reference_id: str | None = None


class EditAccepted(Model, Accepted["Variant"]):
    """Accepted and charged: a variant that is another one, changed, is on its way. Waiting raises
    JobError with the reason where it was dropped and refunded.
    """

    job_id: str
    variant_id: str
    based_on: str
    status: JobStatus
    template: str
    size: str
    credits: Deduction
    advisories: list[WordsAdvisory] | None = None
    client_reference_id: str | None = None


class DesignSaved(Model):
    """Where a variant was saved; ``already_saved`` when this very version stood there before,
    uncharged.
    """

    image_id: str
    version: int | None = None
    credits: Deduction | None = None
    already_saved: bool | None = None


class Quote(Model):
    """What it would cost: for certain, and where photos had to be continued. One version, or as
    many as were asked for.
    """

    deducted: Credits
    may_add: Credits


class DesignPreview(FileLink):
    """A small rendering, at once and free; nothing is stored but the picture behind the link."""

    template: str
    size: str
    width: int
    height: int
    scores: Scores
    warnings: list[str]
    assessment: str | None = None
    contrast_failures: list[ContrastFailure] | None = None
    contrast: list[ContrastFigures] | None = None
    vision: Vision | None = None
    credits: Quote | None = None
    """What the banner would cost."""
    advisories: list[WordsAdvisory] | None = None
    """What the folder's rules on copy say of the words."""


class DesignExport(FileLink):
    """A variant's file in another form, and its DesignSpec where that was the form asked for."""

    filename: str
    mime_type: str
    spec: DesignSpec | None = None
