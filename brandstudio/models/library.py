"""The library: every picture, saved design and saved copy of a folder."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field

from .base import FileLink, Input, Listing, Model, Readable, Timestamp
from .designs import DesignRecipe
from .folders import HeroLevel

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

ItemKind = Literal["image", "design", "text"]
ItemStatus = Literal["processing", "completed", "failed"]
Sort = Literal["latest", "oldest", "score", "hero"]
MAX_FILE_BYTES = 50 * 1024 * 1024
"""A file for the library, behind a link or uploaded (spec: Limits)."""
Share = Annotated[float, Field(ge=0, le=1)]


class FocalPoint(Input):
    """The point that every crop keeps, as shares from the left and the top."""

    x: Share
    y: Share


class TextRecord(Model):
    """What a saved copy was made from."""

    mode: str
    format: str | None
    text: str
    markdown: str


class LibraryItem(Readable):
    """A picture, a saved design or saved copy; ``read()`` and ``save(path)`` give its file (copy is
    Markdown), ``open()`` the picture.
    """

    image_id: str
    kind: ItemKind
    status: ItemStatus
    title: str
    description: str
    tags: list[str]
    system_tags: list[str]
    filename: str
    mime_type: str | None
    width: int | None
    height: int | None
    bytes: int | None
    url: str | None
    thumbnail_url: str | None
    score: float | None
    is_hero: bool
    current_version: int | None
    total_versions: int
    folder: str
    created_at: Timestamp
    updated_at: Timestamp
    focal_point: FocalPoint | None = None
    trashed_until: Timestamp | None = None
    design: DesignRecipe | None = None
    text: TextRecord | None = None
    duplicate_of: str | None = None
    client_reference_id: str | None = None

    def _link(self) -> str:
        if self.url is None:
            raise ValueError(f"item {self.image_id} has no finished version yet")
        return self.url

    def open(self) -> Picture:
        """The current version as a Pillow image."""
        from PIL import Image as pillow

        if self.kind == "text":
            raise ValueError(f"item {self.image_id} is copy; read() gives its Markdown")
        picture = pillow.open(io.BytesIO(self.read()))
        picture.load()
        return picture


class LibraryPage(Listing[LibraryItem]):
    items: list[LibraryItem]
    next_cursor: str | None
    total_count: int


class DownloadLink(FileLink):
    """A link to an item's file in the form asked for, and the name to keep it under."""

    filename: str


class Trashed(Model):
    """In the trash until then; restore brings it back."""

    deleted: Literal[True]
    image_id: str
    trashed_until: Timestamp


class Purged(Model):
    """Gone for good: the storage keys that were removed, the versions, and the references that
    pointed here.
    """

    purged: Literal[True]
    keys: list[str]
    versions_removed: int
    refs_dropped: int


class HeroSet(Model):
    is_hero: bool
    level: HeroLevel


class UploadTicket(Model):
    """Where to PUT the bytes, within 15 minutes and once; then add the item with ``s3_key`` as its
    imageUrl.
    """

    s3_key: str
    upload_url: str
    method: Literal["PUT"]
    headers: dict[str, str]
    expires_at: Timestamp


class Logo(Model):
    """A named logo; ``variant`` is for which ground it is made: any, light ground, dark ground, or
    one colour. ``replaced`` is said by adding alone: that the name had another file for this ground,
    which is no longer the folder's.
    """

    name: str
    variant: Literal["any", "light", "dark", "mono"]
    primary: bool
    mime_type: str
    width: int
    height: int
    url: str
    folder: str
    replaced: bool | None = None


class LogoList(Listing[Logo]):
    entries: ClassVar[str] = "logos"
    logos: list[Logo]

    @property
    def items(self) -> list[Logo]:
        """The entries, as a list."""
        return self.logos


class LogoRemoved(Model):
    deleted: str


class Font(Model):
    font_id: str
    family: str
    role: Literal["headline", "body", "any"]
    style: str
    weight_min: int
    weight_max: int
    scripts: list[str]
    bytes: int
    filename: str
    folder: str


class FontList(Listing[Font]):
    entries: ClassVar[str] = "fonts"
    fonts: list[Font]

    @property
    def items(self) -> list[Font]:
        """The entries, as a list."""
        return self.fonts


class FontRemoved(Model):
    deleted: str
