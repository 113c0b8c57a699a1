"""Every spelling of a folder on the wire, and nothing else: the file to delete when the older names
go.

Inside, a folder is one string, ``"acme/summer"``. On the wire it is ``level1`` to ``level6``, their
older names, a ``path`` (query) or ``folderPath`` (body), and the mirror routes under
``/v1/brands``. Clauses: spec: Folder naming rules; decisions, point 2 to point 4.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Union

from pydantic import BaseModel

from ..errors import (
    FolderAliasConflict,
    FolderDepthUnsupported,
    FolderTooDeep,
)
from ..models.folders import MAX_DEPTH, SLUG

OLDER_NAMES: tuple[tuple[str, str], ...] = (
    ("brand", "brandSlug"),
    ("subBrand", "subBrandSlug"),
    ("campaign", "campaignSlug"),
)
"""For Level 1 to 3: the older name, which responses carry too, and the still older one, which only
requests do.
"""

LEVEL_OF: dict[str, int] = {f"level{level}": level for level in range(1, MAX_DEPTH + 1)} | {
    name: level for level, names in enumerate(OLDER_NAMES, start=1) for name in names
}
WHOLE_NAMES = ("path", "folderPath")

PLACEHOLDER = "x"
"""Stands for a folder whose name is no slug while the rest of the request is checked."""

_BEYOND = re.compile(r"level([1-9][0-9]{0,2})")
_FOLDERS, _BRANDS = "/v1/folders/{level1}", "/v1/brands/{level1}"


def names_folder(name: str) -> bool:
    """Whether a query parameter or a body field of this name says something about the folder."""
    return name in LEVEL_OF or name in WHOLE_NAMES or _BEYOND.fullmatch(name) is not None


def mirror(path: str) -> str | None:
    """The older path of a route under ``/v1/folders/{level1}``."""
    return _BRANDS + path.removeprefix(_FOLDERS) if path.startswith(_FOLDERS) else None


@dataclass(frozen=True)
class Said:
    """What a request says of its folder: the slugs as sent, and what can't be read (shape of
    ``details.fields``).
    """

    slugs: tuple[str, ...] = ()
    problems: tuple[dict[str, Any], ...] = ()

    @property
    def stray(self) -> int | None:
        """The first level (from 1) whose name is no slug, so that no such folder can be there."""
        return next(
            (level for level, slug in enumerate(self.slugs, start=1) if not SLUG.fullmatch(slug)),
            None,
        )


def read_folder(names: Iterable[tuple[str, object]], depth: int = MAX_DEPTH) -> Said:
    """The folder that all these names together mean, from the path, the query and the body in any
    mixture.

    Raises FOLDER_ALIAS_CONFLICT, FOLDER_TOO_DEEP, and FOLDER_DEPTH_UNSUPPORTED below ``depth``.
    """
    levels: dict[int, tuple[str, str]] = {}
    whole: list[tuple[str, ...]] = []
    problems: list[dict[str, object]] = []
    for name, value in names:
        if value is None or value == "" or value == []:
            continue  # decisions: an empty folder name is the same as left out
        if name in WHOLE_NAMES:
            problems += _take_whole(name, value, whole)
        else:
            problems += _take_level(name, value, levels)
    _agreed(whole, levels)
    deepest = len(whole[0]) if whole else max(levels, default=0)
    if deepest > depth:
        raise FolderDepthUnsupported(
            f"This call works on folders of Level 1 to {depth} only; nothing was done to the folder above."
            if depth > 1
            else "This call works on Level 1 folders only; nothing was done to the folder above.",
            level=deepest,
            deepest=depth,
        )
    if whole:
        return Said(whole[0], tuple(problems))
    absent = [level for level in range(1, deepest) if level not in levels]
    problems += [_problem(f"level{n}", "missing", f"level{deepest} needs level{n}") for n in absent]
    return Said(
        () if absent else tuple(levels[n][0] for n in range(1, deepest + 1)), tuple(problems)
    )


def _take_whole(name: str, value: object, whole: list[tuple[str, ...]]) -> list[dict[str, object]]:
    """A name that holds the whole path."""
    slugs = value.split("/") if isinstance(value, str) else value
    if not isinstance(slugs, list) or not all(isinstance(slug, str) and slug for slug in slugs):
        told = "slugs joined by '/', or an array of slugs"
        return [_problem(name, "folder_path", told, value)]
    if len(slugs) > MAX_DEPTH:
        raise FolderTooDeep(level=len(slugs), deepest=MAX_DEPTH)
    whole.append(tuple(slugs))
    return []


def _take_level(
    name: str, value: object, levels: dict[int, tuple[str, str]]
) -> list[dict[str, object]]:
    """A name that holds one level's slug."""
    level = LEVEL_OF.get(name)
    if level is None:
        beyond = _BEYOND.fullmatch(name)
        assert beyond is not None, "only folder names come here"
        raise FolderTooDeep(level=int(beyond[1]), deepest=MAX_DEPTH)
    if not isinstance(value, str):
        told = "a folder is named by its slug, a string"
        return [_problem(name, "string_type", told, value)]
    earlier, first = levels.setdefault(level, (value, name))
    if earlier != value:
        raise _conflict(level, first, earlier, name, value)
    return []


def _agreed(whole: list[tuple[str, ...]], levels: dict[int, tuple[str, str]]) -> None:
    """Raises where names contradict one another. A path names the whole folder, so a level below
    its end contradicts it as much as another slug does.
    """
    for path in whole:
        for level, (slug, name) in levels.items():
            named = path[level - 1] if level <= len(path) else None
            if named != slug:
                raise _conflict(level, "path", named, name, slug)
        if path != whole[0]:
            raise _conflict(len(path), "path", "/".join(whole[0]), "folderPath", "/".join(path))


@lru_cache(maxsize=4096)
def response_keys(folder: str | None) -> tuple[tuple[str, str | None], ...]:
    """The keys that stand for a folder in a response: new, old, and ``path`` from Level 4 on."""
    if folder is None:
        return ("level1", None), ("brand", None)
    slugs = folder.split("/")
    new = [(f"level{level}", slug) for level, slug in enumerate(slugs, start=1)]
    old = [(names[0], slug) for names, slug in zip(OLDER_NAMES, slugs, strict=False)]
    return (*new, *old, *([("path", folder)] if len(slugs) > len(OLDER_NAMES) else ()))


def request_keys(folder: str) -> dict[str, str]:
    """The keys by which our own client names a folder."""
    return {f"level{level}": slug for level, slug in enumerate(folder.split("/"), start=1)}


@dataclass
class Places:
    """Where in a value of some type folders stand; types know it, so that text that says "folder"
    is left alone.
    """

    here: bool = False
    inside: dict[str, Places] = field(default_factory=dict)
    each: Places | None = None

    def spread(self, value: object) -> None:
        """Replace every folder by its response keys, in place."""
        if isinstance(value, list):
            if self.each is not None:
                for item in value:
                    self.each.spread(item)
        elif isinstance(value, dict):
            if self.here and "folder" in value:
                for name, slug in response_keys(value.pop("folder")):
                    value.setdefault(name, slug)
            for name, places in self.inside.items():
                if name in value:
                    places.spread(value[name])
            if self.each is not None:
                for item in value.values():
                    self.each.spread(item)

    def collect(self, value: object) -> None:
        """Put every folder together again from its response keys, in place."""
        if isinstance(value, list):
            if self.each is not None:
                for item in value:
                    self.each.collect(item)
        elif isinstance(value, dict):
            if self.here and "level1" in value:
                slugs = [
                    value[f"level{n}"] for n in range(1, MAX_DEPTH + 1) if value.get(f"level{n}")
                ]
                value["folder"] = "/".join(slugs) if slugs else None
            for name, places in self.inside.items():
                if name in value:
                    places.collect(value[name])
            if self.each is not None:
                for item in value.values():
                    self.each.collect(item)


def places(annotation: object) -> Places | None:
    """Where folders stand in values of this type; None when there is none."""
    found = Places()
    for kind in _arms(annotation):
        origin, arguments = typing.get_origin(kind), typing.get_args(kind)
        if origin in (list, tuple, dict):
            found.each = found.each or places(arguments[1] if origin is dict else arguments[0])
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            for name, info in kind.model_fields.items():
                alias = info.alias or name
                if alias == "folder" and str in set(_arms(info.annotation)):
                    found.here = True
                    continue
                inner = places(info.annotation)
                if inner is not None:
                    found.inside[alias] = inner
    return found if found.here or found.inside or found.each else None


def _arms(annotation: object) -> Iterator[object]:
    origin = typing.get_origin(annotation)
    if origin in (Union, types.UnionType):
        for arm in typing.get_args(annotation):
            yield from _arms(arm)
    elif origin is typing.Annotated:
        yield from _arms(typing.get_args(annotation)[0])
    elif annotation is not type(None):
        yield annotation


def _problem(path: str, code: str, message: str, value: object = None) -> dict[str, object]:
    found: dict[str, object] = {"path": path, "code": code, "message": message}
    if isinstance(value, str | int | float):
        found["input"] = str(value)[:100]
    return found


def _conflict(
    level: int, first: str, value: str | None, second: str, other: str
) -> FolderAliasConflict:
    return FolderAliasConflict(
        level=level, names=[first, second], values=[value and value[:100], other[:100]]
    )
