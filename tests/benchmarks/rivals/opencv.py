"""The floor below our floor: TurboJPEG decoding, OpenCV's area resize, Pillow's words, fpng, which
few readers love.
"""

from __future__ import annotations

import functools
import io

import cv2
import fpng_py
import numpy as np
import simplejpeg
from PIL import Image, ImageDraw, ImageFont
from stage import FOLDER, WORDS, Layout, cover, stand

PHOTO, LOGO = (FOLDER / "photo.jpg").read_bytes(), (FOLDER / "logo.png").read_bytes()
cv2.setNumThreads(1)
fpng_py.fpng_cpu_supports_sse41()


@functools.cache
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / file), size)


@functools.cache
def scrim(width: int, height: int) -> Image.Image:
    ramp = (np.linspace(0.78, 0.2, width) * 255).astype(np.uint8)
    return Image.fromarray(np.ascontiguousarray(np.broadcast_to(ramp, (height, width))))


@functools.cache
def logo(size: tuple[int, int]) -> Image.Image:
    return Image.open(io.BytesIO(LOGO)).convert("RGBA").resize(size, Image.Resampling.LANCZOS)


def render(width: int, height: int) -> bytes:
    at = Layout(width, height)
    down, across, *_ = simplejpeg.decode_jpeg_header(PHOTO)
    scale = max(width / across, height / down)
    least = {"min_width": round(across * scale), "min_height": round(down * scale)}
    whole = simplejpeg.decode_jpeg(PHOTO, min_factor=1.0001, fastupsample=True, **least)
    x0, y0, x1, y1 = (round(edge) for edge in cover(whole.shape[1], whole.shape[0], width, height))
    image = Image.fromarray(
        cv2.resize(whole[y0:y1, x0:x1], (width, height), interpolation=cv2.INTER_AREA)
    )
    image.paste((0, 0, 0), (0, 0), scrim(width, height))
    draw = ImageDraw.Draw(image)
    y = at.top
    for line in WORDS["lines"]:
        draw.text((at.pad, y), line, font=font("bold.ttf", at.headline), fill="white")
        y += at.leading
    y += at.subhead
    draw.text((at.pad, y), WORDS["subhead"], font=font("regular.ttf", at.subhead), fill="#e8e8e8")
    y += 3 * at.subhead
    wide, tall = at.button
    draw.rounded_rectangle((at.pad, y, at.pad + wide, y + tall), tall // 4, fill="#ffc400")
    draw.text(
        (at.pad + wide / 2, y + tall / 2),
        WORDS["button"],
        font=font("bold.ttf", at.label),
        fill="#14203c",
        anchor="mm",
    )
    image.paste(logo(at.logo), at.logo_at, logo(at.logo))
    return bytes(fpng_py.fpng_encode_image_to_memory(image.tobytes(), width, height, 3))


stand(render)
