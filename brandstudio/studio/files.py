"""Files as people have them: bytes, a path, an open file."""

from __future__ import annotations

import io
from os import PathLike
from pathlib import Path
from typing import BinaryIO

Source = bytes | str | PathLike[str] | BinaryIO
"""A file: its bytes, its path, or an open binary file."""


def contents_name(file: Source) -> str:
    """A file's name without its folders; ``upload`` when it has none."""
    if isinstance(file, str | PathLike):
        return Path(file).name
    name = getattr(file, "name", None)
    return Path(name).name if isinstance(name, str) and name else "upload"


def contents(file: Source, filename: str | None) -> tuple[bytes, str]:
    """The bytes of a file and its name."""
    name = filename or contents_name(file)
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), name
    if isinstance(file, str | PathLike):
        return Path(file).read_bytes(), name
    if isinstance(file, io.TextIOBase):
        raise TypeError("open the file in binary mode: open(path, 'rb')")
    return file.read(), name


def media_type(filename: str) -> str:
    """The media type that the name suggests; what counts is the content, which the service
    checks.
    """
    import mimetypes

    return mimetypes.guess_type(filename)[0] or "application/octet-stream"
