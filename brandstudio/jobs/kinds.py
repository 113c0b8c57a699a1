"""What each kind of job is asked to do, as a frozen value, and what is known of the kind: its
price, what it says while it runs, what it tells when it is done.

A value travels in the payload of its job's row. It is written and read here and nowhere else.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from typing import ClassVar, Literal

from ..domain import pricing
from ..domain.pricing import PricedOperation
from ..engines.credentials import Action
from ..errors import JobError
from ..models import Model
from ..models.choices import Choices, SharedCrop
from ..models.designs import DesignSpec, Slots, WordsAdvisory
from ..models.images import AspectRatio, OutputFormat, Resolution
from ..models.jobs import JobKind
from ..models.style import Medium
from ..store.jobs import JobRow

VERSION = 1
"""The shape in which payloads are written. Version 0.1 wrote the same fields without a number."""

ImageEvent = Literal["image.completed", "image.revised", "image.resized"]


class JobValue(Model):
    """What a job is asked to do. ``kind`` and ``operation`` stand in columns of their own."""

    kind: ClassVar[JobKind]
    operation: ClassVar[str]


class ImageJob(JobValue):
    """A new version of an image. What is None is kept from the version that it is made from."""

    kind = "image"
    event: ClassVar[ImageEvent]
    action: ClassVar[Action]
    """How the content credentials call the change."""
    saying: ClassVar[str]
    """What the job's progress says while the picture is made."""

    based_on: int | None = None
    aspect_ratio: AspectRatio | None = None
    resolution: Resolution | None = None
    output_format: OutputFormat | None = None

    @property
    @abstractmethod
    def price(self) -> PricedOperation:
        """What it is charged as."""


class CreateJob(ImageJob):
    """A picture from a prompt."""

    operation = "create"
    event = "image.completed"
    action = "c2pa.created"
    saying = "Drawing the picture"

    prompt: str
    aspect_ratio: AspectRatio
    resolution: Resolution
    output_format: OutputFormat
    strict: bool = False

    @property
    def price(self) -> PricedOperation:
        return pricing.create_operation(self.resolution)


class RecreateJob(CreateJob):
    """Another picture from the image's own prompt."""

    operation = "recreate"
    saying = "Drawing the picture anew"


class BrandifyJob(ImageJob):
    """A picture moved into the brand's look."""

    operation = "brandify"
    event = "image.completed"
    action = "c2pa.edited"
    saying = "Moving the picture into the look"

    instructions: str | None = None

    @property
    def price(self) -> PricedOperation:
        return pricing.brandify_operation(self.resolution or "2K")


class ReviseJob(ImageJob):
    """An edit in words."""

    operation = "revise"
    event = "image.revised"
    action = "c2pa.edited"
    saying = "Editing the picture"

    instructions: str

    @property
    def price(self) -> PricedOperation:
        return "revise"


class ResizeJob(ImageJob):
    """The same content in another frame."""

    operation = "resize"
    event = "image.resized"
    action = "c2pa.resized"
    saying = "Fitting the picture into its new frame"

    aspect_ratio: AspectRatio
    resolution: Resolution
    output_format: OutputFormat

    @property
    def price(self) -> PricedOperation:
        return "resize"


class ImproveJob(ImageJob):
    """What was measured as off, fixed; and what the instructions ask for besides."""

    operation = "improve"
    event = "image.revised"
    action = "c2pa.edited"
    saying = "Fixing what was measured as off"

    instructions: str | None = None

    @property
    def price(self) -> PricedOperation:
        return "improve"


class DesignJob(JobValue):
    """Banners: each template in each size, with the same words. ``folder`` is a path, a size of one's
    own is named by its pixels.
    """

    kind = "design"
    operation = "design"

    folder: str
    sizes: tuple[str, ...]
    templates: tuple[str, ...]
    slots: Slots
    extends: tuple[int, ...] | None = None
    """The versions (by position) whose photo may be continued, as quoted; None for any."""
    advisories: tuple[WordsAdvisory, ...] = ()
    scheme: str | None = None
    template_hashes: dict[str, str] = {}
    """The files of a team's own templates as they were accepted, by name."""
    shared: tuple[SharedCrop | None, ...] = ()
    """What each version, by position, shares with the sizes before it; empty for one size."""

    def may_extend(self, position: int) -> bool:
        """Whether the photo of a version may be continued, as quoted."""
        quoted = self.extends is None or position in self.extends
        return quoted and self.slots.extend is not False


class RenderJob(DesignJob):
    """One banner from its spec."""

    operation = "render"

    spec: DesignSpec

    def may_extend(self, position: int) -> bool:
        """Never: the spec says what is drawn."""
        return False


class EditJob(JobValue):
    """One more variant of a banner job that is done, with the words and choices that it gets."""

    kind = "design"
    operation = "edit"

    folder: str
    job_id: str
    variant_id: str
    slots: Slots
    choices: Choices
    extend: bool
    based_on: str | None = None
    advisories: tuple[WordsAdvisory, ...] = ()
    template_sha256: str | None = None
    shared: SharedCrop | None = None


class ExtractionJob(JobValue):
    """A style to be learned from references and, where one is named, a website."""

    kind = "extraction"
    operation = "extract"

    content_type: Medium | None = None
    website_url: str | None = None
    auto_approve_rules: bool
    keep_colours: bool

    @property
    def prices(self) -> tuple[PricedOperation, ...]:
        """What it is charged as."""
        return ("extract",) if self.website_url is None else ("extract", "brand_intake")


class PromptJob(JobValue):
    """Work that is done on its caller's thread. Nothing is kept of what was asked: whoever finds
    such a job was not the caller, and can but end it.
    """


class AnalysisJob(PromptJob):
    """A look at one picture."""

    kind = "analysis"
    operation = "image_analyse"


class TextJob(PromptJob):
    """Copy."""

    kind = "text"
    operation = "text_create"


class SaveJob(PromptJob):
    """A banner on its way into the library; it is charged when it is kept."""

    kind = "save"
    operation = "save"


KINDS: tuple[type[JobValue], ...] = (
    CreateJob, RecreateJob, BrandifyJob, ReviseJob, ResizeJob, ImproveJob,
    DesignJob, RenderJob, EditJob, ExtractionJob, AnalysisJob, TextJob, SaveJob,
)  # fmt: skip
_BY_NAME: dict[tuple[str, str], type[JobValue]] = {
    (kind.kind, kind.operation): kind for kind in KINDS
}


def write(asked: JobValue) -> str:
    """The value as a payload."""
    # Only the value's own fields are left out when None: a spec within says null where it has none.
    fields = asked.model_dump(mode="json", by_alias=True)
    said = {name: value for name, value in fields.items() if value is not None}
    return json.dumps({"version": VERSION} | said, ensure_ascii=False)


def read(row: JobRow) -> JobValue:
    """What the job of that row is asked to do. Raises JobError for what a later version wrote."""
    fields = json.loads(row.payload)
    kind = _BY_NAME.get((row.kind, row.operation))
    if kind is None or fields.pop("version", VERSION) > VERSION:
        raise JobError("This job was queued by a later version of brandstudio.")
    return kind.model_validate(fields)
