"""The banner in libvips: shrink on load, Pango text, one composite; the second argument is the PNG
level.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("VIPS_CONCURRENCY", "1")

import pyvips
from stage import FOLDER, WORDS, Layout, stand

LEVEL = int(sys.argv[2])
PHOTO, LOGO = (FOLDER / "photo.jpg").read_bytes(), (FOLDER / "logo.png").read_bytes()
pyvips.cache_set_max(0)


def words(
    text: str, size: int, bold: bool, colour: tuple[int, int, int], measure: int | None = None
) -> pyvips.Image:
    more = {"width": measure} if measure else {}
    file = FOLDER / ("bold.ttf" if bold else "regular.ttf")
    mask = pyvips.Image.text(
        text, font=f"Rival{' Bold' if bold else ''} {size}px", dpi=72, fontfile=str(file), **more
    )
    return (
        mask.new_from_image(list(colour)).bandjoin(mask).copy(interpretation="srgb").cast("uchar")
    )


def render(width: int, height: int) -> bytes:
    at = Layout(width, height)
    photo = pyvips.Image.thumbnail_buffer(
        PHOTO, width, height=height, crop="centre", size="both", no_rotate=True
    )
    shade = pyvips.Image.xyz(width, 1).extract_band(0).linear(-0.58 / width, 0.78)
    photo = (photo * (1 - shade.replicate(1, height))).cast("uchar")
    headline = words(WORDS["headline"], at.headline, True, (255, 255, 255), at.measure)
    subhead = words(WORDS["subhead"], at.subhead, False, (232, 232, 232))
    label = words(WORDS["button"], at.label, True, (20, 32, 60))
    across, down = at.button
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}">'
    drawing += f'<rect width="100%" height="100%" rx="{down // 4}" fill="#ffc400"/></svg>'
    button = pyvips.Image.svgload_buffer(drawing.encode())
    logo = pyvips.Image.thumbnail_buffer(LOGO, at.logo[0])
    low = at.top + headline.height + at.subhead
    under = low + 3 * at.subhead
    made = photo.composite(
        [headline, subhead, button, label, logo],
        "over",
        x=[at.pad, at.pad, at.pad, at.pad + (across - label.width) // 2, at.logo_at[0]],
        y=[at.top, low, under, under + (down - label.height) // 2, at.logo_at[1]],
    )
    return bytes(made.flatten().pngsave_buffer(compression=LEVEL, keep="none"))


stand(render)
