"""Files as people have them: a path, bytes, an open file, a Pillow image, a numpy array."""

from __future__ import annotations

import io
from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

if TYPE_CHECKING:
    import numpy
    from PIL.Image import Image as Picture

Source: TypeAlias = "bytes | bytearray | memoryview | str | PathLike[str] | BinaryIO | Picture | numpy.ndarray[Any, Any]"
"""A file: its path, its bytes, an open binary file, a Pillow image, or a numpy array of shape
(height, width), (height, width, 3) or (height, width, 4), of uint8 0..255 or float 0..1, sRGB.
"""


def contents_name(file: Source) -> str:
    """A file's name without its folders; ``upload`` when it has none."""
    if isinstance(file, str | PathLike):
        return Path(file).name
    name = getattr(file, "filename", None) or getattr(file, "name", None)  # Pillow's, a file's
    named = Path(name).name if isinstance(name, str) and name else "upload"
    return f"{Path(named).stem}.png" if _encoder(file) is not None else named


def contents(file: Source, filename: str | None) -> tuple[bytes, str]:
    """The bytes of a file and its name; a picture in memory is written as PNG."""
    name = filename or contents_name(file)
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), name
    if isinstance(file, str | PathLike):
        if str(file).startswith(("http://", "https://")):
            raise ValueError(
                "file takes a path; an address is given as url=... where a call has it"
            )
        return Path(file).read_bytes(), name
    if isinstance(file, io.TextIOBase):
        raise TypeError("open the file in binary mode: open(path, 'rb')")
    encode = _encoder(file)
    if encode is not None:
        return encode(file), name
    read = getattr(file, "read", None)
    data = read() if callable(read) else None
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(
            "file takes a path, bytes, an open binary file, a Pillow image or a numpy array, "
            f"not {type(file).__name__}"
        )
    if not data and _stands_at_its_end(file):
        raise ValueError("the file was read or written to its end; file.seek(0) goes back first")
    return bytes(data), name


def _stands_at_its_end(file: Any) -> bool:
    tell = getattr(file, "tell", None)
    try:
        return callable(tell) and tell() > 0
    except (OSError, ValueError):
        return False  # a pipe has no place


def media_type(filename: str) -> str:
    """The media type that the name suggests; what counts is the content, which the service
    checks.
    """
    import mimetypes

    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def _encoder(file: object) -> Callable[[Any], bytes] | None:
    """What writes a picture in memory; known by what it can do, so that neither library is
    loaded for a program that has none.
    """
    if hasattr(file, "__array_interface__") and hasattr(file, "dtype"):
        return _array_as_png
    if hasattr(file, "getbands") and hasattr(file, "save"):
        return _picture_as_png
    return None


def _picture_as_png(picture: Any) -> bytes:
    if picture.mode not in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        try:
            picture = picture.convert("RGBA" if {"A", "a"} & {*picture.getbands()} else "RGB")
        except ValueError:
            raise ValueError(f"a picture of mode {picture.mode!r} has no colours to show") from None
    out = io.BytesIO()
    # Quick, since it is read back at once; the profile says which colours were meant.
    picture.save(out, "PNG", compress_level=1, icc_profile=picture.info.get("icc_profile"))
    return out.getvalue()


def _array_as_png(array: object) -> bytes:
    import numpy
    from PIL import Image

    pixels = numpy.asarray(array)
    if pixels.dtype == bool or numpy.issubdtype(pixels.dtype, numpy.floating):
        if (
            not numpy.isfinite(pixels).all()
            or pixels.min(initial=0) < 0
            or pixels.max(initial=0) > 1
        ):
            raise ValueError("an array of floats holds shares from 0 to 1; for 0 to 255 use uint8")
        pixels = (pixels * 255 + 0.5).astype(numpy.uint8)
    if pixels.dtype != numpy.uint8:
        raise ValueError(
            f"an array of pixels is uint8 (0..255) or float (0..1), not {pixels.dtype}"
        )
    if pixels.ndim == 3 and pixels.shape[2] == 1:
        pixels = pixels[..., 0]
    if 0 in pixels.shape or not (
        pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[2] in (3, 4))
    ):
        raise ValueError(
            "an array of pixels has the shape (height, width), (height, width, 3) or "
            f"(height, width, 4), not {pixels.shape}"
        )
    return _picture_as_png(Image.fromarray(numpy.ascontiguousarray(pixels)))
