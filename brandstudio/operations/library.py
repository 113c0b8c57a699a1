"""Library: spec section "Library", and uploads, logos and fonts, which are ours."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from ..errors import (
    AlreadyProcessing,
    FolderNotFound,
    InsufficientCredits,
    InvalidImageUrl,
    LogoNotFound,
    NotFound,
    PayloadTooLarge,
    RateLimited,
    UnsupportedMediaType,
)
from ..models.folders import NO_FOLDER, FolderPath, HeroLevel, OptionalFolderPath
from ..models.images import ClientReferenceId
from ..models.library import (
    DownloadLink,
    FocalPoint,
    Font,
    FontList,
    FontRemoved,
    HeroSet,
    ItemKind,
    LibraryItem,
    LibraryPage,
    Logo,
    LogoList,
    LogoRemoved,
    Purged,
    Sort,
    Trashed,
    UploadTicket,
)
from .base import Command, FieldProblem, InQuery, Operation, Route, Scope
from .images import ImageId, Link

Filename = Annotated[str, Field(min_length=1, max_length=255)]
Title = Annotated[str, Field(max_length=200)]
Tag = Annotated[str, Field(min_length=1, max_length=60)]
LogoName = Annotated[str, Field(min_length=1, max_length=80)]
LogoVariant = Literal["any", "light", "dark", "mono"]
FontRole = Literal["headline", "body", "any"]


class ListLibrary(Operation[LibraryPage]):
    """A page of a folder's items, or of the whole workspace's."""

    route = Route("GET", "/v1/library", Scope.READ, errors=(FolderNotFound,))
    folder: OptionalFolderPath = NO_FOLDER
    sort: Sort = "latest"
    limit: Annotated[int, Field(ge=1, le=500)] = 50
    cursor: Annotated[str, Field(max_length=500)] | None = None
    kind: ItemKind | None = None
    subtree: bool = False
    q: Annotated[str, Field(max_length=200)] | None = None
    tags: Annotated[str, Field(max_length=500)] | None = None
    trashed: bool = False


class AddToLibrary(Command[LibraryItem]):
    """Add a picture by public https link, or by the s3Key of an upload."""

    charges = ("upload",)
    route = Route(
        "POST",
        "/v1/library",
        Scope.CREATE,
        status=201,
        envelope="image",
        errors=(
            FolderNotFound,
            InvalidImageUrl,
            UnsupportedMediaType,
            PayloadTooLarge,
            InsufficientCredits,
        ),
    )
    folder: FolderPath
    image_url: Link
    filename: Filename | None = None
    mime_type: Annotated[str, Field(max_length=127)] | None = None
    client_reference_id: ClientReferenceId | None = None


class CreateUpload(Command[UploadTicket]):
    """A link to PUT a file of exactly that size to, within 15 minutes and once."""

    route = Route(
        "POST",
        "/v1/library/uploads",
        Scope.CREATE,
        status=201,
        errors=(PayloadTooLarge, RateLimited),
        extension=True,
    )
    filename: Filename
    mime_type: Annotated[str, Field(min_length=3, max_length=127)]
    bytes: Annotated[int, Field(ge=1)]


class GetLibraryItem(Operation[LibraryItem]):
    """One item."""

    route = Route(
        "GET",
        "/v1/library/{image_id}",
        Scope.READ,
        errors=(FolderNotFound, NotFound),
        extension=True,
    )
    image_id: ImageId
    folder: FolderPath
    trashed: bool = False


class UpdateLibraryItem(Operation[LibraryItem]):
    """Change the title, description, tags or focal point of an item; what is left out stays."""

    route = Route(
        "PATCH",
        "/v1/library/{image_id}",
        Scope.CREATE,
        errors=(FolderNotFound, NotFound),
        extension=True,
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    title: Title | None = None
    description: Annotated[str, Field(max_length=2000)] | None = None
    tags: Annotated[list[Tag], Field(max_length=50)] | None = None
    focal_point: FocalPoint | None = None


class DownloadItem(Operation[DownloadLink]):
    """A link, good for five minutes, to an item in the format and size asked for."""

    route = Route(
        "GET", "/v1/library/{image_id}/download", Scope.READ, errors=(FolderNotFound, NotFound)
    )
    image_id: ImageId
    folder: FolderPath
    format: Literal["jpeg", "webp"] | None = None
    max_side: Annotated[int, Field(ge=0, le=4096)] = 1600
    quality: Annotated[int, Field(ge=1, le=100)] = 82
    filename: Filename | None = None

    @model_validator(mode="after")
    def _side(self) -> Self:
        if 0 < self.max_side < 256:
            raise FieldProblem("maxSide", "maxSide is 0 for the original size, or 256 to 4096")
        return self


class DeleteItem(Operation[Trashed | Purged]):
    """Move an item to the trash for 30 days; with ``purge`` remove it for good."""

    route = Route(
        "DELETE",
        "/v1/library/{image_id}",
        Scope.FULL,
        errors=(FolderNotFound, NotFound, AlreadyProcessing),
    )
    image_id: ImageId
    folder: FolderPath
    purge: bool = False


class RestoreItem(Command[LibraryItem]):
    """Take an item out of the trash."""

    route = Route(
        "POST",
        "/v1/library/{image_id}/restore",
        Scope.FULL,
        errors=(FolderNotFound, NotFound),
        extension=True,
        body_required=False,
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]


class MoveItem(Command[LibraryItem]):
    """Move an item into another folder of the workspace."""

    route = Route(
        "POST",
        "/v1/library/{image_id}/move",
        Scope.FULL,
        errors=(FolderNotFound, NotFound, AlreadyProcessing),
        extension=True,
    )
    image_id: ImageId
    folder: Annotated[FolderPath, InQuery()]
    to: FolderPath


class SetHero(Command[HeroSet]):
    """Make an item the hero of its folder, or of the level of its folder that is named."""

    route = Route(
        "POST",
        "/v1/library/{image_id}/hero",
        Scope.CREATE,
        errors=(FolderNotFound, NotFound),
        depth=3,
    )
    image_id: ImageId
    folder: FolderPath
    level: HeroLevel | None = None


class ClearHero(Operation[HeroSet]):
    """The item is the hero no more; its folder takes the hero of the folder above."""

    route = Route(
        "DELETE",
        "/v1/library/{image_id}/hero",
        Scope.FULL,
        errors=(FolderNotFound, NotFound),
        depth=3,
    )
    image_id: ImageId
    folder: FolderPath


class ListLogos(Operation[LogoList]):
    """The logos of a folder and of those above it, the most specific first."""

    route = Route(
        "GET", "/v1/folders/{level1}/logos", Scope.READ, errors=(FolderNotFound,), extension=True
    )
    folder: FolderPath


class AddLogo(Command[Logo]):
    """Add a logo, or a variant of one, from a link or an upload (SVG, PNG, WebP, JPEG; best with
    transparency).
    """

    route = Route(
        "POST",
        "/v1/folders/{level1}/logos",
        Scope.FULL,
        status=201,
        extension=True,
        envelope="logo",
        errors=(FolderNotFound, InvalidImageUrl, UnsupportedMediaType, PayloadTooLarge),
    )
    folder: FolderPath
    name: LogoName
    image_url: Link
    variant: LogoVariant = "any"
    primary: bool | None = None


class UpdateLogo(Operation[Logo]):
    """Make a logo the primary one of its folder."""

    route = Route(
        "PATCH",
        "/v1/folders/{level1}/logos/{name}",
        Scope.FULL,
        extension=True,
        envelope="logo",
        errors=(FolderNotFound, LogoNotFound),
    )
    folder: FolderPath
    name: LogoName
    primary: Literal[True]


class RemoveLogo(Operation[LogoRemoved]):
    """Remove a logo with its variants, or one variant."""

    route = Route(
        "DELETE",
        "/v1/folders/{level1}/logos/{name}",
        Scope.FULL,
        extension=True,
        errors=(FolderNotFound, LogoNotFound),
    )
    folder: FolderPath
    name: LogoName
    variant: LogoVariant | None = None


class ListFonts(Operation[FontList]):
    """The fonts of a folder and of those above it."""

    route = Route(
        "GET", "/v1/folders/{level1}/fonts", Scope.READ, errors=(FolderNotFound,), extension=True
    )
    folder: FolderPath


class AddFont(Command[Font]):
    """Add a font file (TTF, OTF, WOFF2 or a collection) from a link or an upload."""

    route = Route(
        "POST",
        "/v1/folders/{level1}/fonts",
        Scope.FULL,
        status=201,
        extension=True,
        envelope="font",
        errors=(FolderNotFound, InvalidImageUrl, UnsupportedMediaType, PayloadTooLarge),
    )
    folder: FolderPath
    file_url: Link
    filename: Filename | None = None
    role: FontRole = "any"


class UpdateFont(Operation[Font]):
    """Use a font for headlines, for running text, or for both."""

    route = Route(
        "PATCH",
        "/v1/folders/{level1}/fonts/{font_id}",
        Scope.FULL,
        extension=True,
        envelope="font",
        errors=(FolderNotFound, NotFound),
    )
    folder: FolderPath
    font_id: ImageId
    role: FontRole


class RemoveFont(Operation[FontRemoved]):
    """Remove a font from its folder."""

    route = Route(
        "DELETE",
        "/v1/folders/{level1}/fonts/{font_id}",
        Scope.FULL,
        extension=True,
        errors=(FolderNotFound, NotFound),
    )
    folder: FolderPath
    font_id: ImageId
