"""Images: spec section "Images"."""

from __future__ import annotations

from typing import Annotated, Generic, Self

from pydantic import Field, model_validator

from ..errors import (
    AlreadyProcessing,
    ContentRefused,
    InsufficientCredits,
    InvalidImageUrl,
    InvalidSourceUrl,
    NotFound,
    PayloadTooLarge,
    UnsupportedBrand,
    UnsupportedHierarchy,
    UnsupportedMediaType,
    UpstreamError,
    UpstreamTimeout,
)
from ..models import Model
from ..models.folders import NO_FOLDER, FolderPath, OptionalFolderPath
from ..models.images import (
    MAX_SOURCE_BYTES,
    Analysis,
    AspectRatio,
    Check,
    ClientReferenceId,
    CurrentVersion,
    Image,
    ImageAccepted,
    ImproveAccepted,
    OutputFormat,
    Resolution,
    VersionAccepted,
)
from .base import (
    Command,
    FieldProblem,
    FilePart,
    Id,
    InQuery,
    OlderName,
    Operation,
    R,
    Route,
    Scope,
)

Prompt = Annotated[str, Field(min_length=1, max_length=4000)]
Instructions = Annotated[str, Field(min_length=1, max_length=4000)]
FromVersion = Annotated[int | None, Field(ge=1), OlderName("version")]
ImageId = Annotated[str, Field(min_length=1), Id()]
Link = Annotated[str, Field(min_length=1, max_length=4000)]

_FOLDER = (UnsupportedBrand, UnsupportedHierarchy)


class SourceFile(Model):
    """A picture that travels with the request; over HTTP as the multipart field ``source``."""

    filename: str
    content_type: str
    data: Annotated[bytes, Field(repr=False)]


class CreateImage(Command[ImageAccepted]):
    """Start making an on-brand image."""

    charges = ("create_1k", "create_2k", "create_4k")
    route = Route(
        "POST",
        "/v1/images",
        Scope.CREATE,
        status=202,
        errors=(*_FOLDER, InsufficientCredits),
        missing="images",
    )
    folder: FolderPath
    prompt: Prompt
    aspect_ratio: AspectRatio = "1:1"
    resolution: Resolution = "2K"
    output_format: OutputFormat = "png"
    strict: bool = False
    """Fail and refund when the subject can't be drawn, instead of drawing a background for it."""
    client_reference_id: ClientReferenceId | None = None


class GetImage(Operation[Image]):
    """One image with its finished versions."""

    route = Route(
        "GET", "/v1/images/{image_id}", Scope.READ, errors=(*_FOLDER, NotFound), missing="images"
    )
    image_id: ImageId
    folder: FolderPath


class BrandifyImage(Command[ImageAccepted]):
    """Move a picture into the brand's look: the original is version 1, the result version 2."""

    charges = ("brandify_1k", "brandify_2k", "brandify_4k")
    route = Route(
        "POST",
        "/v1/images/brandify",
        Scope.CREATE,
        status=202,
        missing="images",
        file=FilePart("source", instead_of="source_url", max_bytes=MAX_SOURCE_BYTES),
        errors=(
            *_FOLDER,
            InvalidSourceUrl,
            PayloadTooLarge,
            UnsupportedMediaType,
            InsufficientCredits,
        ),
    )
    folder: FolderPath
    source_url: Link | None = None
    source: SourceFile | None = None
    instructions: Annotated[str, Field(max_length=4000)] | None = None
    aspect_ratio: AspectRatio | None = None
    resolution: Resolution | None = None
    output_format: OutputFormat | None = None
    client_reference_id: ClientReferenceId | None = None

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.source_url is None) == (self.source is None):
            raise FieldProblem(
                "sourceUrl", "send either sourceUrl (JSON) or a file named source (multipart)"
            )
        return self


class ReviseImage(Command[VersionAccepted]):
    """Edit an image into its next version."""

    charges = ("revise",)
    route = Route(
        "POST",
        "/v1/images/{image_id}/revise",
        Scope.CREATE,
        status=202,
        missing="images",
        errors=(*_FOLDER, NotFound, AlreadyProcessing, InsufficientCredits),
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    instructions: Instructions
    from_version: FromVersion = None
    client_reference_id: ClientReferenceId | None = None


class ResizeImage(Command[VersionAccepted]):
    """Another frame and resolution of the same content, as the next version."""

    charges = ("resize",)
    route = Route(
        "POST",
        "/v1/images/{image_id}/resize",
        Scope.CREATE,
        status=202,
        missing="images",
        errors=(*_FOLDER, NotFound, AlreadyProcessing, InsufficientCredits),
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    aspect_ratio: AspectRatio
    resolution: Resolution
    output_format: OutputFormat = "png"
    from_version: FromVersion = None
    client_reference_id: ClientReferenceId | None = None


class ImproveImage(Command[ImproveAccepted]):
    """Check an image against the brand and fix what is off, as the next version."""

    charges = ("improve",)
    route = Route(
        "POST",
        "/v1/images/{image_id}/improve",
        Scope.CREATE,
        status=202,
        missing="images",
        errors=(*_FOLDER, NotFound, AlreadyProcessing, InsufficientCredits),
    )
    image_id: ImageId
    folder: FolderPath
    instructions: Annotated[str, Field(max_length=4000)] | None = None
    from_version: FromVersion = None
    client_reference_id: ClientReferenceId | None = None


class RetryImage(Command[VersionAccepted]):
    """Run a failed image job again, under the next version number."""

    charges = (
        "create_1k",
        "create_2k",
        "create_4k",
        "brandify_1k",
        "brandify_2k",
        "brandify_4k",
        "revise",
        "resize",
        "improve",
    )
    route = Route(
        "POST",
        "/v1/images/{image_id}/retry",
        Scope.CREATE,
        status=202,
        missing="images",
        extension=True,
        errors=(*_FOLDER, NotFound, AlreadyProcessing, InsufficientCredits),
        body_required=False,
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    client_reference_id: ClientReferenceId | None = None


class RecreateImage(Command[VersionAccepted]):
    """Make an image anew from its own prompt, as the next version."""

    charges = ("create_1k", "create_2k", "create_4k")
    route = Route(
        "POST",
        "/v1/images/{image_id}/recreate",
        Scope.CREATE,
        status=202,
        missing="images",
        extension=True,
        errors=(*_FOLDER, NotFound, AlreadyProcessing, InsufficientCredits),
        body_required=False,
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    client_reference_id: ClientReferenceId | None = None


class SetCurrentVersion(Command[CurrentVersion]):
    """Choose which finished version the library shows; nothing is deleted, nothing is charged."""

    route = Route(
        "POST",
        "/v1/images/{image_id}/set-current-version",
        Scope.CREATE,
        errors=(*_FOLDER, NotFound),
        missing="images",
    )
    image_id: ImageId
    folder: FolderPath
    version: Annotated[int, Field(ge=1)]


class _OneImage(Command[R], Generic[R]):
    folder: OptionalFolderPath = NO_FOLDER
    image_url: Link | None = None
    image_id: ImageId | None = None

    @model_validator(mode="after")
    def _one_picture(self) -> Self:
        if (self.image_url is None) == (self.image_id is None):
            raise FieldProblem("imageUrl", "send either imageUrl or imageId")
        if self.image_id is not None and self.folder is None:
            raise FieldProblem("level1", "imageId needs its folder")
        return self


class AnalyseImage(_OneImage[Analysis]):
    """Look at a picture once: what it is, for whom, and briefs for pictures like it."""

    charges = ("image_analyse",)
    route = Route(
        "POST",
        "/v1/images/analyse",
        Scope.CREATE,
        missing="images",
        errors=(
            *_FOLDER,
            NotFound,
            InvalidImageUrl,
            UnsupportedMediaType,
            PayloadTooLarge,
            InsufficientCredits,
            ContentRefused,
            UpstreamError,
            UpstreamTimeout,
        ),
    )
    context: Annotated[str, Field(max_length=1500)] | None = None
    briefs: Annotated[int, Field(ge=1, le=8)] = 5
    client_reference_id: ClientReferenceId | None = None


class CheckImage(_OneImage[Check]):
    """Measure any picture against a folder's look and rules; free, nothing is stored."""

    route = Route(
        "POST",
        "/v1/images/check",
        Scope.CREATE,
        missing="images",
        extension=True,
        errors=(*_FOLDER, NotFound, InvalidImageUrl, UnsupportedMediaType, PayloadTooLarge),
    )
    folder: FolderPath
