"""Generated and edited pictures and their versions."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from .base import Accepted, Model, Readable, Timestamp
from .frames import Columns, Framed, Rows, columns_of, rows_of
from .rules import Finding

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

AspectRatio = Literal["1:1", "4:5", "9:16", "16:9", "2:3", "5:4"]
Resolution = Literal["1K", "2K", "4K"]
OutputFormat = Literal["png", "jpg"]
ImageStatus = Literal["processing", "completed", "failed"]
MAX_SOURCE_BYTES = 20 * 1024 * 1024
"""A picture to brandify (spec: Limits)."""
ClientReferenceId = Annotated[str, Field(max_length=200)]


class Version(Model):
    """One finished version; ``warnings`` says in plain words what an engine left out or
    repaired.
    """

    version: int
    url: str
    created_at: Timestamp
    prompt: str | None
    aspect_ratio: AspectRatio | None
    resolution: Resolution | None
    output_format: OutputFormat | None
    score: float | None
    based_on: int | None = None
    operation: str | None = None
    warnings: list[str] | None = None
    thumbnail_url: str | None = None


class ImageError(Model):
    code: str
    message: str
    retryable: bool


class Image(Readable, Framed):
    """An image with all its finished versions; links last an hour, a fresh one comes with every
    call. As a frame it is its versions.
    """

    id: str
    status: ImageStatus
    image_url: str | None
    url: str | None
    current_version: int | None
    folder: str
    client_reference_id: str | None = None
    versions: list[Version]
    error: ImageError | None

    def _table(self) -> tuple[Columns, Rows]:
        columns = columns_of(Version)
        return columns, rows_of(self.versions, columns)

    def _link(self) -> str:
        if self.image_url is None:
            raise ValueError(f"image {self.id} has no finished version yet")
        return self.image_url

    def open(self) -> Picture:
        """The current version as a Pillow image."""
        from PIL import Image as pillow

        picture = pillow.open(io.BytesIO(self.read()), formats=["PNG", "JPEG"])
        picture.load()
        return picture


class ImageAccepted(Model, Accepted[Image]):
    """Accepted: the image is on its way; ``wait()`` gives it finished, with all its versions."""

    id: str
    job_id: str
    status: ImageStatus

    def __hash__(self) -> int:
        # asyncio.gather() keeps what it waits for in a dict; not every field can be a key.
        return hash(self.job_id)


class VersionAccepted(ImageAccepted):
    """Accepted: ``version`` is on its way; ``based_on`` is the version that it is made from."""

    version: int
    based_on: int


class ImproveAccepted(VersionAccepted):
    findings: list[Finding]

    __hash__ = ImageAccepted.__hash__


class CurrentVersion(Model):
    ok: bool
    current_version: int
    total_versions: int
    url: str
    title: str
    description: str
    tags: list[str]
    system_tags: list[str]


class AnalysisBrief(Model):
    title: str
    brief: str
    why: str


class Analysis(Model):
    format: str
    subject: str
    setting: str
    industry: str
    audience: str
    medium: str
    style: str
    briefs: list[AnalysisBrief]


class ScorePart(Model):
    """One part of a score: 0 to 100, its weight in the whole, and why it is what it is."""

    part: str
    score: float
    weight: float
    reason: str


class Check(Model):
    """How well a picture keeps to the brand, 0 to 100, part by part."""

    score: float
    parts: list[ScorePart]
    findings: list[Finding]
