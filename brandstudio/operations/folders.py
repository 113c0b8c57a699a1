"""Folders: spec section "Folders"."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..errors import AlreadyProcessing, BrandNotFound, FolderNotFound, HasChildren, NotFound
from ..models.folders import (
    NO_FOLDER,
    Folder,
    FolderChildren,
    FolderDeleted,
    FolderDuplicated,
    FolderList,
    FolderName,
    FolderPath,
    FolderTree,
    OptionalFolderPath,
    SubBrands,
)
from ..models.images import ClientReferenceId
from .base import Command, InQuery, Operation, ParentFolder, Route, Scope

SlugText = Annotated[str, Field(min_length=1, max_length=80)]


class ListFolders(Operation[FolderList]):
    """All Level 1 folders."""

    route = Route("GET", "/v1/folders", Scope.READ)
    with_hero: bool = False
    include_stats: bool = False


class GetFolderTree(Operation[FolderTree]):
    """A Level 1 folder with the two levels below it."""

    route = Route("GET", "/v1/folders/{level1}/tree", Scope.READ, errors=(FolderNotFound,), depth=1)
    folder: FolderPath
    with_hero: bool = False
    include_stats: bool = False


class CreateFolder(Command[Folder]):
    """A new folder; without a parent it is a Level 1 folder (a brand)."""

    route = Route(
        "POST", "/v1/folders", Scope.CREATE, status=201, envelope="folder", errors=(FolderNotFound,)
    )
    name: FolderName
    slug: SlugText | None = None
    parent: Annotated[OptionalFolderPath, ParentFolder()] = NO_FOLDER
    client_reference_id: ClientReferenceId | None = None


class RenameFolder(Operation[Folder]):
    """A new name; the slug stays."""

    route = Route(
        "PATCH", "/v1/folders/{level1}", Scope.FULL, envelope="folder", errors=(FolderNotFound,)
    )
    folder: FolderPath
    name: FolderName


class DeleteFolder(Operation[FolderDeleted]):
    """Archive a folder that has no live folders inside; it is kept for 30 days."""

    route = Route(
        "DELETE",
        "/v1/folders/{level1}",
        Scope.FULL,
        errors=(FolderNotFound, HasChildren, AlreadyProcessing),
    )
    folder: FolderPath


class RestoreFolder(Command[Folder]):
    """Bring back the newest archived folder of that path."""

    route = Route(
        "POST",
        "/v1/folders/{level1}/restore",
        Scope.FULL,
        envelope="folder",
        errors=(FolderNotFound,),
        extension=True,
        body_required=False,
    )
    folder: FolderPath


class ListFolderChildren(Operation[FolderChildren]):
    """The folders directly inside one."""

    route = Route("GET", "/v1/folders/{level1}/children", Scope.READ, errors=(FolderNotFound,))
    folder: FolderPath


class DuplicateFolder(Command[FolderDuplicated]):
    """Copy a folder with all that is in it and below it."""

    route = Route(
        "POST",
        "/v1/folders/{level1}/duplicate",
        Scope.FULL,
        status=201,
        errors=(FolderNotFound,),
        body_required=False,
    )
    folder: FolderPath
    client_reference_id: ClientReferenceId | None = None


class ListSubBrands(Operation[SubBrands]):
    """The older view of a brand: sub-brands and their campaigns."""

    route = Route(
        "GET",
        "/v1/brands/{level1}/sub-brands",
        Scope.READ,
        errors=(NotFound,),
        depth=1,
        missing="legacy",
    )
    folder: FolderPath
    with_hero: bool = False


__all__ = [
    "BrandNotFound",
    "CreateFolder",
    "DeleteFolder",
    "DuplicateFolder",
    "GetFolderTree",
    "InQuery",
    "ListFolderChildren",
    "ListFolders",
    "ListSubBrands",
    "RenameFolder",
    "RestoreFolder",
]
