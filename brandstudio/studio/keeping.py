"""Banners of a batch into a folder or one ZIP file, row by row as they come, with a manifest."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from .. import errors
from ..models.designs import BannerJob
from ..models.sizes import pixels_of
from ..operations import GetDesign
from .core import BlockingCore, build
from .results import RowPicture, RowProblem, RowResult
from .whole_files import same_file, whole_file

MANIFEST = "manifest.csv"
LINE = (
    "file",
    "row",
    "language",
    "folder",
    "headline",
    "template",
    "size",
    "width",
    "height",
    "score",
    "contrast_failures",
    "sha256",
    "job_id",
    "variant_id",
)
"""The columns of the manifest."""

Keep = Callable[[RowResult], RowResult]
_BEFORE_1980 = (1980, 1, 1, 0, 0, 0)
"""The same banners make the same ZIP file, byte for byte: no time is kept."""


def files_of(target: str | PathLike[str]) -> tuple[Path, ...]:
    """The files that :func:`kept_in` writes beside the banners of a folder."""
    path = Path(target)
    return (path,) if _is_zip(path) else (path / MANIFEST,)


def require_apart(table: object, target: str | PathLike[str]) -> None:
    """Raise ValidationError where the banners' files would be written over the table."""
    if not isinstance(table, str | PathLike):
        return
    for file in files_of(target):
        if same_file(table, file):
            raise errors.ValidationError.of(
                "save_to",
                f"would write {file.name} over the table itself; name another place",
                value=str(target),
            )


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip"


@contextmanager
def kept_in(target: str | PathLike[str], studio: BlockingCore) -> Iterator[Keep]:
    """What writes a row's banners and gives the row back with their paths. The ZIP file and the
    manifest appear when they are whole.
    """
    path = Path(target)
    opened = _zip(path) if _is_zip(path) else _folder(path)
    lines = io.StringIO(newline="")
    manifest = csv.DictWriter(lines, LINE)
    manifest.writeheader()
    pictures = BannerFiles(studio)
    with opened as (write, finish):

        def keep(row: RowResult) -> RowResult:
            kept, problems = [], []
            for picture in row.pictures:
                name = file_name(row, picture)
                try:
                    data = pictures.read(picture)
                    where = write(name, data)
                except OSError as error:
                    why = f"The picture could not be written: {error.strerror or error}"
                    problems.append(RowProblem(slot=None, code="INTERNAL_ERROR", message=why))
                except errors.StudioError as error:
                    problems.append(RowProblem(slot=None, code=error.code, message=error.message))
                else:
                    manifest.writerow(_line(row, picture, name, data))
                    picture = picture.model_copy(update={"path": where})
                    picture.remember(studio, None)
                kept.append(picture)
            more: dict[str, object] = {"pictures": kept}
            if problems:
                more |= {"problems": [*row.problems, *problems], "status": "failed"}
            return row.model_copy(update=more)

        yield keep
        finish(lines.getvalue().encode("utf-8-sig"))


class BannerFiles:
    """The files of banners, whose links are asked for anew where they are over."""

    def __init__(self, studio: BlockingCore) -> None:
        self._studio = studio
        self._job: BannerJob | None = None

    def read(self, picture: RowPicture) -> bytes:
        """The PNG."""
        if picture.path is not None and Path(picture.path).is_absolute():  # not one in a ZIP file
            with suppress(OSError):
                return Path(picture.path).read_bytes()
        with suppress(errors.StudioError):
            return self._studio.read(picture.png_url)
        if self._job is None or self._job.job_id != picture.job_id:
            self._job = self._studio.send(build(GetDesign, {"job_id": picture.job_id}))
        for variant in self._job.variants:
            if variant.variant_id == picture.variant_id:
                return self._studio.read(variant.png_url)
        raise errors.NotFound("The banner is gone.")


def file_name(row: RowResult, picture: RowPicture) -> str:
    """A banner's file: ``00012-de-square-overlay.png``."""
    language = [] if row.language is None else [re.sub(r"[^\w-]", "-", row.language)]
    return "-".join([f"{row.row:05d}", *language, picture.size, picture.template]) + ".png"


def _line(row: RowResult, picture: RowPicture, name: str, data: bytes) -> dict[str, Any]:
    width, height = pixels_of(picture.size)
    own = {key: getattr(row, key) for key in ("row", "language", "folder", "headline")}
    named = ("template", "size", "score", "contrast_failures", "job_id", "variant_id")
    line = own | {key: getattr(picture, key) for key in named}
    line |= {"file": name, "width": width, "height": height}
    line["sha256"] = hashlib.sha256(data).hexdigest()
    return {key: harmless(value) for key, value in line.items()}


def harmless(value: object) -> object:
    """A cell that no spreadsheet takes for a formula (OWASP: CSV injection)."""
    formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{value}" if formula else value


Opened = tuple[Callable[[str, bytes], str], Callable[[bytes], None]]


@contextmanager
def _folder(path: Path) -> Iterator[Opened]:
    path.mkdir(parents=True, exist_ok=True)
    whole = path.absolute()

    def write(name: str, data: bytes) -> str:
        target = whole / name
        target.write_bytes(data)
        return str(target)

    yield write, lambda manifest: _put(whole / MANIFEST, manifest)


def _put(target: Path, data: bytes) -> None:
    with whole_file(target) as half:
        half.write(data)


@contextmanager
def _zip(path: Path) -> Iterator[Opened]:
    # A PNG is packed already.
    with whole_file(path) as half, ZipFile(half, "w", ZIP_STORED) as archive:

        def write(name: str, data: bytes) -> str:
            archive.writestr(_entry(name, ZIP_STORED), data)
            return name

        yield write, lambda manifest: archive.writestr(_entry(MANIFEST, ZIP_DEFLATED), manifest)


def _entry(name: str, kind: int) -> ZipInfo:
    entry = ZipInfo(name, _BEFORE_1980)
    entry.compress_type = kind
    entry.external_attr = 0o644 << 16
    return entry
