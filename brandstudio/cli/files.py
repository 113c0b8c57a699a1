"""Files that commands write: whole or not at all, or on standard output."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import click

from .overwriting import STDIN, OutFile

_PICTURES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
"""What a picture is written as, by the end of its name."""


def is_stdout(out: Path | None) -> bool:
    """Whether ``--out -`` was said."""
    return out is not None and str(out) == STDIN


def written(data: bytes, out: Path | None, filename: str) -> Path | None:
    """Where the bytes went: ``out``, the file's own name in it when it is a folder, or that name
    here; None for standard output.
    """
    if is_stdout(out):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return None
    # The name may come over the network: only its last part is taken.
    target = out or Path(Path(filename).name)
    if target.is_dir():
        target = target / Path(filename).name
    temporary = target.with_name(f".{target.name}.part")
    temporary.write_bytes(data)
    temporary.replace(target)
    return target


class PictureOut(OutFile):
    """A picture to write, in the form that its name says; - is standard output, a name without an
    ending takes the picture as it comes.
    """

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        out = super().convert(value, param, ctx)
        ending = Path(str(value)).suffix.lower()
        if ending and ending not in _PICTURES:
            known = ", ".join(_PICTURES)
            self.fail(f"{ending} is no picture that can be written: {known}", param, ctx)
        return out


PICTURE_OUT = PictureOut(dir_okay=False, allow_dash=True, path_type=Path)


def written_picture(data: bytes, out: Path | None, filename: str) -> Path | None:
    """Where the picture went, as `written` has it; in the form that the name of ``out`` says."""
    if out is not None and not is_stdout(out):
        data = _in_form(data, out.suffix.lower())
    return written(data, out, filename)


def _in_form(data: bytes, ending: str) -> bytes:
    """The picture in another form; the same bytes where it is in that form already."""
    from PIL import Image

    from ..pixels import encode

    form = _PICTURES.get(ending)
    with Image.open(io.BytesIO(data)) as picture:
        if form in (None, picture.format):
            return data
        if form == "PNG":
            return encode.png(picture)
        return encode.jpeg(picture, 92) if form == "JPEG" else encode.webp(picture, 92)
