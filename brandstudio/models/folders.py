"""Folders: six levels, each inheriting from those above it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from ..errors import FolderTooDeep
from .base import Model, Timestamp

MAX_DEPTH = 6
SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?")


def _check_path(path: str) -> str:
    slugs = path.split("/")
    if len(slugs) > MAX_DEPTH:
        # Not a ValueError: it leaves the validation as the error that it is.
        raise FolderTooDeep(level=len(slugs), deepest=MAX_DEPTH)
    if not all(SLUG.fullmatch(slug) for slug in slugs):
        raise ValueError(
            "a folder is one to six slugs (a-z, 0-9, '-') joined by '/', like acme/summer"
        )
    return path


FolderPath = Annotated[str, AfterValidator(_check_path)]
"""Slugs from Level 1 down, joined by ``/``: ``acme/summer/launch``."""

FolderName = Annotated[str, Field(min_length=1, max_length=80)]


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
    credits: float
    last_activity_at: Timestamp | None


class Folder(Model):
    """A folder: its level (1 to 6), its slug, which never changes, and its name, which may."""

    level: int
    slug: str
    name: str
    path: str = Field(alias="folder")
    created_at: Timestamp
    hero: Hero | None = None
    stats: FolderStats | None = None


class Level2Folder(Folder):
    level3_folders: list[Folder]


class FolderChild(Folder):
    child_folder_count: int


class FolderList(Model):
    level1_folders: list[Folder]


class FolderTree(Model):
    """Three levels at once."""

    level1_folder: Folder
    level2_folders: list[Level2Folder]


class FolderChildren(Model):
    folder: Folder
    children: list[FolderChild]
    max_depth: int


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
