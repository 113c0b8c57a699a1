"""A photo that is continued: a bee in focus, and nothing else, as a photo goes on at calm edges alone."""

from __future__ import annotations

import io
from importlib import resources

from PIL import Image, ImageDraw, ImageFilter, ImageOps

_SIZE = 700, 400
_IN_FOCUS = 140, 80, 560, 320


def bee_in_focus() -> bytes:
    """A JPEG of 700x400 pixels, too small for a square whose card leaves the bee room."""
    file = resources.files("brandstudio.assets") / "photos" / "bee.jpg"
    with file.open("rb") as opened:
        sharp = ImageOps.fit(Image.open(opened).convert("RGB"), _SIZE)
    near = Image.new("L", _SIZE)
    ImageDraw.Draw(near).ellipse(_IN_FOCUS, fill=255)
    near = near.filter(ImageFilter.GaussianBlur(25))
    held = io.BytesIO()
    soft = sharp.filter(ImageFilter.GaussianBlur(40))
    Image.composite(sharp, soft, near).save(held, "JPEG", quality=92)
    return held.getvalue()
