"""Folders: six levels, each inheriting from those above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, overload

from pydantic import AfterValidator, BeforeValidator, Field

from ..errors import FolderTooDeep
from .base import Listing, Model, Timestamp
from .credits import Credits

MAX_DEPTH = 6
MAX_NAME = 80
_NO_SLUG = re.compile(r"[^a-z0-9-]+")
SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?")


def _check_path(path: str) -> str:
    slugs = path.split("/")
    if len(slugs) > MAX_DEPTH:
        # Not a ValueError: it leaves the validation as the error that it is.
        raise FolderTooDeep(level=len(slugs), deepest=MAX_DEPTH)
    if not all(SLUG.fullmatch(slug) for slug in slugs):
        raise ValueError(
            "a folder is one to six slugs (a-z, 0-9, '-') joined by '/', like acme/summer"
            f"{_meant(slugs)}"
        )
    return path


def _meant(slugs: list[str]) -> str:
    """The path that people mean who write a folder's names, or a slash too many."""
    said = [_NO_SLUG.sub("-", slug.strip().lower()).strip("-") for slug in slugs]
    near = [slug for slug in said if slug]
    plain = all(slug.isascii() for slug in slugs)  # other letters are spelled by the studio alone
    return f"; did you mean {'/'.join(near)!r}?" if near and plain else ""


def _path_of(folder: object) -> object:
    return folder.path if isinstance(folder, Folder) else folder


if TYPE_CHECKING:
    # What a call takes (a path or a Folder) and what an operation then holds (the path) are two
    # types. Type checkers read both from a descriptor.

    class FolderPath:
        """Slugs from Level 1 down, joined by ``/``, or a Folder."""

        @overload
        def __get__(self, operation: None, kind: object = None) -> FolderPath: ...

        @overload
        def __get__(self, operation: object, kind: object = None) -> str: ...

        def __get__(self, operation: object, kind: object = None) -> FolderPath | str: ...

        def __set__(self, operation: object, folder: str | Folder) -> None: ...

    class OptionalFolderPath:
        """The same, or None."""

        @overload
        def __get__(self, operation: None, kind: object = None) -> OptionalFolderPath: ...

        @overload
        def __get__(self, operation: object, kind: object = None) -> str | None: ...

        def __get__(
            self, operation: object, kind: object = None
        ) -> OptionalFolderPath | str | None: ...

        def __set__(self, operation: object, folder: str | Folder | None) -> None: ...

else:
    FolderPath = Annotated[str, BeforeValidator(_path_of), AfterValidator(_check_path)]
    """Slugs from Level 1 down, joined by ``/``: ``acme/summer/launch``. A Folder stands for its
    path.
    """

    OptionalFolderPath = FolderPath | None

NO_FOLDER: Any = None
"""None as the default of an ``OptionalFolderPath``; to a type checker a bare None is no descriptor."""

FolderName = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]


class Hero(Model):
    """The picture that stands for a folder; inherited from the nearest level that has one."""

    url: str
    width: int
    height: int
    image_id: str


class FolderStats(Model):
    """What lies in the folder itself (not below it)."""

    images: int
    designs: int
    texts: int
    sub_folders: int
    credits: Credits
    last_activity_at: Timestamp | None


class Folder(Model):
    """A folder: its level (1 to 6), its slug, which never changes, and its name, which may."""

    level: int
    slug: str
    name: str
    path: Annotated[str, Field(alias="folder")]
    created_at: Timestamp
    hero: Hero | None = None
    stats: FolderStats | None = None


class Level2Folder(Folder):
    level3_folders: list[Folder]


class FolderChild(Folder):
    child_folder_count: int


class FolderList(Listing[Folder]):
    entries: ClassVar[str] = "level1_folders"
    level1_folders: list[Folder]

    @property
    def items(self) -> list[Folder]:
        """The entries, as a list."""
        return self.level1_folders


class FolderTree(Model):
    """Three levels at once."""

    level1_folder: Folder
    level2_folders: list[Level2Folder]


class FolderChildren(Listing[FolderChild]):
    entries: ClassVar[str] = "children"
    folder: Folder
    children: list[FolderChild]
    max_depth: int

    @property
    def items(self) -> list[FolderChild]:
        """The entries, as a list."""
        return self.children


class DeletedFolder(Model):
    slug: str
    name: str


class FolderDeleted(Model):
    """The archived folder; kept for 30 days, its slug is free at once."""

    folder: Folder
    deleted: DeletedFolder


class CopyError(Model):
    """An item that could not be copied, and why."""

    item_id: str
    code: str
    message: str


class FolderDuplicated(Model):
    folder: Folder
    images_copied: int
    items_skipped: int
    sub_folders_copied: int
    errors: list[CopyError]


class BrandName(Model):
    slug: str
    name: str


class Campaign(Model):
    slug: str
    name: str
    hero: Hero | None


class SubBrand(Model):
    slug: str
    name: str
    hero: Hero | None
    campaigns: list[Campaign]


class SubBrands(Model):
    """The answer of the older sub-brands route: two levels below a brand."""

    brand: BrandName
    sub_brands: list[SubBrand]


HeroLevel = Literal["brand", "sub-brand", "campaign"]
