"""Banners: the words that go in, the layout that comes out, and the proof that it can be read.

Lengths are pixels of the finished banner, with the origin at the top left. A box is ``[x, y, width,
height]``.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field, field_validator

from . import markup
from .base import Accepted, FileLink, Model, Readable, Timestamp
from .choices import Choices, SharedCrop
from .credits import Credits, Deduction
from .design_layers import (
    AssetRef as AssetRef,
)
from .design_layers import (
    BackgroundLayer as BackgroundLayer,
)
from .design_layers import (
    BackgroundStyle as BackgroundStyle,
)
from .design_layers import (
    Box as Box,
)
from .design_layers import (
    ButtonLayer as ButtonLayer,
)
from .design_layers import (
    FontRef as FontRef,
)
from .design_layers import (
    ImageLayer as ImageLayer,
)
from .design_layers import (
    Layer as Layer,
)
from .design_layers import (
    LogoLayer as LogoLayer,
)
from .design_layers import (
    PanelLayer as PanelLayer,
)
from .design_layers import (
    PhotoLayer as PhotoLayer,
)
from .design_layers import (
    ScrimLayer as ScrimLayer,
)
from .design_layers import (
    ShapeLayer as ShapeLayer,
)
from .design_layers import (
    TextLayer as TextLayer,
)
from .design_layers import (
    TextLine as TextLine,
)
from .design_layers import (
    TextRun as TextRun,
)
from .jobs import JobStatus
from .own_slots import PICTURE_ID, OwnSlots, OwnValue
from .texts import Correction, LanguageTag

TemplateName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
"""``overlay``, ``split``, ``panel``, ``article-cover-panel``, or a team's own template."""

ALL_TEMPLATES = ("overlay", "split", "panel")
"""What ``all`` stands for: a version of each."""

Vision = Literal["normal", "protan", "deutan", "tritan"]
ExportFormat = Literal["png", "jpg", "webp", "pdf", "svg", "svg-outlines", "spec"]


TEXT_SLOTS: Final = ("headline", "subhead", "button_text", "author_role", "author_name")
"""The contract's slots that hold words."""


class Slots(OwnSlots):
    """The words, photo and logo of a banner; words are drawn exactly as given. All but the headline
    may be left out, and that too where a template of one's own does without.

    ``headline`` (up to 140 characters), ``subhead`` (200), ``button_text`` (40), ``author_role``
    and ``author_name`` (60 each, for quotes and covers); ``image_id`` is a picture of the library,
    ``logo`` the name of a logo (by default the folder's primary one); ``extend`` of False never
    has the photo continued; ``language`` is the words', for what depends on one. ``own`` are the
    slots that a template declares itself.
    """

    headline: Annotated[str, Field(max_length=140)] = ""
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

    @field_validator("own")
    @classmethod
    def _empty_is_left_out(cls, own: dict[str, OwnValue]) -> dict[str, OwnValue]:
        """Nor does what is empty of a template's own slots say anything."""
        return {name: said for name, said in own.items() if said not in ("", [])}

    def words(self, name: str) -> str:
        """What a slot says; entries of a list each on a line; empty where it says nothing."""
        value = getattr(self, name) if name in TEXT_SLOTS else self.own.get(name)
        return "\n".join(value) if isinstance(value, list) else value or ""

    @property
    def all_words(self) -> dict[str, str]:
        """The words of every slot that has any, the headline first; ids of pictures are none."""
        said = {name: self.words(name) for name in (*TEXT_SLOTS, *self.own)}
        pictures = self.own_pictures
        return {name: words for name, words in said.items() if words and name not in pictures}

    @property
    def own_pictures(self) -> dict[str, str]:
        """The pictures of the library in slots that a template declares, by slot."""
        return {
            name: value
            for name, value in self.own.items()
            if isinstance(value, str) and PICTURE_ID.fullmatch(value)
        }

    @classmethod
    def wire_name(cls, slot: str) -> str:
        """Where a slot stands in a body."""
        info = cls.model_fields.get(slot)
        return f"slots.{(info.alias if info is not None else None) or slot}"

    @property
    def title(self) -> str:
        """What a banner is called: its headline, else the first words that it has, without marks."""
        return markup.read(next(iter(self.all_words.values()), "Banner")).text


class DesignRecipe(Model):
    """What a saved design was made from."""

    template: str
    size: str
    recipe: Recipe
    job_id: Annotated[str | None, Field(exclude_if=lambda id: id is None)] = None
    """The job and the variant that were saved, for going on with an edit; designs that were saved
    before these were kept have none."""
    variant_id: Annotated[str | None, Field(exclude_if=lambda id: id is None)] = None


class Recipe(Model):
    """The words, photo, logo and fonts of a banner."""

    slots: Slots
    photo: AssetRef | None
    logo: AssetRef | None
    fonts: list[FontRef]
    choices: Annotated[Choices | None, Field(exclude_if=lambda chosen: chosen is None)] = None
    """What a person decided about this banner; None for what the template decided alone."""
    template_sha256: Annotated[str | None, Field(exclude_if=lambda said: said is None)] = None
    """What names the template's file as it was accepted, of a template of one's own."""
    shared: Annotated[SharedCrop | None, Field(exclude_if=lambda said: said is None)] = None
    """What the job's other sizes had decided of the photo; an edit keeps to it."""


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


class WordsAdvisory(Correction):
    """What a rule on copy says of the words of one slot."""

    slot: str


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
    based_on: str | None = None
    """Of an edit: the variant that it was made from."""
    advisories: list[WordsAdvisory] | None = None
    """Of an edit: what the folder's rules on copy say of its words."""

    def _link(self) -> str:
        return self.png_url


class Dropped(Model):
    template: str
    error: str
    variant_id: str | None = None


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


class PhotoExtension(Model):
    """A photo that was continued for a banner, with what that was charged and when; without a time
    it is one that may have to be continued, at today's price, before its banner is drawn.
    """

    variant_id: str
    credits: Credits
    charged_at: Timestamp | None = None


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
    """What the folder's rules on copy say of the words, of edits too; they are drawn as they were
    sent.
    """
    warnings: list[str] | None = None
    """What was left out of the job, and why."""
    pending: list[str] | None = None
    """Variants that an edit asked for and that are not drawn yet."""
    sizes: list[str] | None = None
    templates: list[str] | None = None
    """What was asked for when the job was accepted: each template in each size."""
    extensions: list[PhotoExtension] | None = None
    """The photos that were continued, and those that may have to be while banners are not drawn
    yet; one that was refunded is left out.
    """
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

    shown_whole: ClassVar = True


class DesignProblem(Model):
    """What stands in the way of one banner of those that were asked for; ``path`` is the field that it
    is about.
    """

    size: str
    template: str
    path: str
    code: str
    message: str


class DesignQuote(Model):
    """What banners would cost, and which of them can't be made as they were asked for; those cost
    nothing. ``warnings`` names the photos that would be enlarged so much that they look soft; what
    is known only of a drawing (small type, a plate under the logo) is in those of a preview.
    """

    credits: Quote
    banners: int
    extensions: int
    """How many of them would have their photo continued."""
    problems: list[DesignProblem]
    warnings: list[str] | None = None
    advisories: list[WordsAdvisory] | None = None
    """What the folder's rules on copy say of the words."""


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
    unchanged: str | None = None
    """Of an edit that changes nothing: why it would be refused. It would cost nothing."""
    advisories: list[WordsAdvisory] | None = None
    """What the folder's rules on copy say of the words."""


class DesignExport(FileLink):
    """A variant's file in another form, and its DesignSpec where that was the form asked for."""

    filename: str
    mime_type: str
    spec: DesignSpec | None = None
