"""Contact sheets: many banners on one picture, in the order of their rows."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from .. import errors
from .core import BlockingCore
from .keeping import BannerFiles
from .results import RowPicture, RowResult

CELL, GAP, WORDS = 240, 16, 26
GROUND, INK = "#f4f4f2", "#3a3a38"


def contact_sheet(rows: Iterable[RowResult], studio: BlockingCore, columns: int, most: int) -> Any:
    """The sheet as a Pillow image. Raises ValidationError where there is no banner to show."""
    from PIL import Image, ImageDraw, ImageFont

    files = BannerFiles(studio)
    found = [(row, picture) for row, picture in islice(_pictures(rows), most)]
    if not found:
        raise errors.ValidationError.of("batch", "has no banner to show")
    columns = max(1, min(columns, len(found)))
    lines = [found[at : at + columns] for at in range(0, len(found), columns)]
    small = [
        [(row, picture, _small(files.read(picture))) for row, picture in line] for line in lines
    ]
    heights = [max(image.height for _, _, image in line) + WORDS for line in small]
    width = GAP + columns * (CELL + GAP)
    sheet = Image.new("RGB", (width, GAP + sum(height + GAP for height in heights)), GROUND)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(13)
    top = GAP
    for line, height in zip(small, heights, strict=True):
        for at, (row, picture, image) in enumerate(line):
            left = GAP + at * (CELL + GAP)
            below = top + height - WORDS
            sheet.paste(image, (left + (CELL - image.width) // 2, below - image.height))
            words = " ".join(filter(None, (str(row.row), row.language, picture.size)))
            pen.text((left + CELL // 2, below + 7), words, INK, font, anchor="ma")
        top += height + GAP
    return sheet


def _pictures(rows: Iterable[RowResult]) -> Iterator[tuple[RowResult, RowPicture]]:
    for row in rows:
        for picture in row.pictures:
            yield row, picture


def _small(data: bytes) -> Any:
    from PIL import Image

    image = Image.open(io.BytesIO(data), formats=["PNG"])
    image.thumbnail((CELL, CELL))
    return image.convert("RGB")
