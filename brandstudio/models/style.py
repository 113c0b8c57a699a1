"""What a brand looks like, as measured from its references, and what it stands for.

Figures of colour are OKLab/OKLCH (Björn Ottosson, 2020): L from 0 to 1, a and b about -0.4 to 0.4.
``spread`` is the median absolute deviation over the references, in the figure's own unit; 0 with a
single reference.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from .base import Accepted, Input, Listing, Model, Timestamp
from .jobs import JobStatus, Progress
from .rules import Rule, SuggestedRule
from .texts import LanguageTag

Domain = Literal["photos", "designs"]
ReferenceCategory = Literal["hero", "asset", "product", "general"]
Medium = Literal["photo", "illustration", "document"]
ColourRole = Literal["background", "surface", "text", "primary", "secondary", "accent", "neutral"]
HexColour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Figure(Model):
    """A measured value and how far the references stray from it."""

    value: float
    spread: float


class Oklch(Model):
    l: float  # noqa: E741
    c: float
    h: float


class StyleColour(Model):
    """A colour of the references: its share of their area, and the part it plays."""

    hex: HexColour
    oklch: Oklch
    weight: float
    role: ColourRole
    spread: float


class Tone(Model):
    """Lightness: the key, its percentiles (OKLab L), and the contrast between the 5th and the
    95th.
    """

    key: Literal["low", "mid", "high"]
    p5: Figure
    p25: Figure
    p50: Figure
    p75: Figure
    p95: Figure
    contrast: Figure


class ColourCast(Model):
    """Mean chroma, warm against cool (OKLab b) and magenta against green (OKLab a)."""

    saturation: Figure
    temperature: Figure
    tint: Figure


class GradePoint(Model):
    a: Figure
    b: Figure


class Grade(Model):
    """The colour cast of shadows, midtones and highlights."""

    shadows: GradePoint
    midtones: GradePoint
    highlights: GradePoint


class Light(Model):
    """Where light comes from (degrees, 0 right, 90 above; None when even) and how hard it is, 0 to
    1.
    """

    direction: float | None
    hardness: Figure


class Texture(Model):
    """Noise (standard deviation of lightness), sharpness and depth of field (subject against
    background), 0 to 1.
    """

    grain: Figure
    sharpness: Figure
    depth_of_field: Figure


class Composition(Model):
    """Where the subject stands (0 to 1 from the left and top), what is left free, horizon and
    symmetry.
    """

    subject_x: Figure
    subject_y: Figure
    subject_size: Figure
    negative_space: Figure
    negative_side: Literal["left", "right", "top", "bottom", "none"]
    horizon: Figure | None
    symmetry: Figure


class PhotoStyle(Model):
    medium: Medium
    palette: list[StyleColour]
    tone: Tone
    colour: ColourCast
    grade: Grade
    light: Light
    texture: Texture
    composition: Composition
    references: int


class WorldTerm(Model):
    """A word for what the references show, which of them show it, and how sure that is (0 to 1)."""

    term: str
    references: list[str]
    confidence: float


class VisualWorld(Model):
    subjects: list[WorldTerm]
    settings: list[WorldTerm]
    materials: list[WorldTerm]
    motifs: list[WorldTerm]
    mood: list[WorldTerm]


class TypeSizes(Model):
    """Heights of lines of text as shares of the picture's height, from the largest down."""

    headline: Figure | None
    body: Figure | None
    steps: int


class DesignStyle(Model):
    """How the brand's designs are laid out: columns and margins as shares of the width, type,
    colour, logo place.
    """

    columns: int
    margin: Figure
    alignment: Literal["left", "centre", "right", "mixed"]
    type_sizes: TypeSizes
    palette: list[StyleColour]
    colour_use: Literal["restrained", "balanced", "vivid"]
    whitespace: Figure
    logo_place: Literal["top-left", "top-right", "bottom-left", "bottom-right", "centre", "unknown"]
    corner_radius: Literal["square", "soft", "round", "unknown"]
    references: int


class Voice(Input):
    """How the brand speaks: words for its tone, and lists that proofreading and the writer keep
    to; ``language`` is the one that its texts are in, where they are all in one.
    """

    tone: list[str] = []
    spelling: Literal["en-GB", "en-US", "en-CA", "en-AU", "en-IN"] | None = None
    banned_words: list[str] = []
    preferred_words: dict[str, str] = {}
    product_names: list[str] = []
    headline_case: Literal["sentence", "title"] | None = None
    max_sentence_words: Annotated[int, Field(ge=5, le=100)] | None = None
    oxford_comma: bool | None = None
    language: LanguageTag | None = None


class Purpose(Model):
    """What the brand is for, in its own words, and where they were read."""

    feel: str | None
    essence: str | None
    voice: str | None
    compliance: str | None
    sources: list[str]


class PaletteColour(Input):
    hex: HexColour
    role: ColourRole = "primary"
    name: Annotated[str, Field(max_length=80)] | None = None


class GoldenReference(Model):
    ref_id: str
    category: ReferenceCategory
    filename: str
    thumbnail_url: str
    image_id: str
    width: int
    height: int
    created_at: Timestamp


class ReferenceSet(Listing[GoldenReference]):
    """A folder's own references; every change counts ``current_version`` up."""

    entries: ClassVar[str] = "refs"
    current_version: int
    refs: list[GoldenReference]

    @property
    def items(self) -> list[GoldenReference]:
        """The entries, as a list."""
        return self.refs


class ReferencesAdded(Model):
    added: list[GoldenReference]
    total_count: int


class ReferenceKey(Model):
    ref_id: str
    category: ReferenceCategory


class ReferenceRemoved(Model):
    deleted: ReferenceKey
    current_version: int
    total_count: int


class ExtractionAccepted(Model, Accepted["ExtractionResult"]):
    """Accepted: the style is being learned; ``wait()`` gives what was learned."""

    job_id: str


class SiteLogo(Model):
    """Something on a website that may be its logo; a person decides."""

    kind: str
    label: str
    url: str | None
    score: float


class WebsiteFindings(Model):
    """What a website says of its brand: colours with roles, fonts, logo candidates, and which pages
    were read.
    """

    url: str
    name: str | None
    language: str | None
    palette: list[PaletteColour]
    fonts: list[str]
    logos: list[SiteLogo]
    pages: list[str]
    warnings: list[str]


class ExtractionResult(Model):
    photo_style: PhotoStyle | None
    visual_world: VisualWorld | None
    suggested_rules: list[SuggestedRule]
    design_style: DesignStyle | None = None
    purpose: Purpose | None = None
    website: WebsiteFindings | None = None
    adopted_rules: list[Rule] | None = None
    style_version: int
    warnings: list[str]


class ExtractionJob(Model):
    job_id: str
    status: JobStatus
    progress: Progress
    result: ExtractionResult | None = None
    error: str | None = None
    created_at: Timestamp
    updated_at: Timestamp
    client_reference_id: str | None = None


class Inherited(Model):
    """The level that a resolved part came from."""

    folder: str
    level: int


class LogoSummary(Model):
    name: str
    primary: bool
    variants: list[str]
    folder: str


class FontSummary(Model):
    font_id: str
    family: str
    role: Literal["headline", "body", "any"]
    folder: str


class PhotosStyle(Model):
    style_version: int
    photo_style: PhotoStyle | None
    visual_world: VisualWorld | None


class DesignsStyle(Model):
    style_version: int
    design_style: DesignStyle | None


class Style(Model):
    """Everything of a folder as resolved over its chain; ``inherited_from`` names the level of each
    part.
    """

    folder: str
    photos: PhotosStyle
    designs: DesignsStyle
    rules: list[Rule]
    purpose: Purpose | None
    voice: Voice | None
    palette: list[PaletteColour]
    fonts: list[FontSummary]
    logos: list[LogoSummary]
    inherited_from: dict[str, Inherited]
    locked: bool


class BrandSummary(Model):
    slug: str
    name: str


class BrandStyle(Style):
    """The learned style of a brand, as GET /v1/brands/{brand} answers it."""

    brand: BrandSummary = Field(alias="brand")


class SampledColours(Listing[StyleColour]):
    entries: ClassVar[str] = "palette"
    palette: list[StyleColour]

    @property
    def items(self) -> list[StyleColour]:
        """The entries, as a list."""
        return self.palette
