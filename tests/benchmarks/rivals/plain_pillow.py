"""The banner in Pillow as everyone writes it: decode all, fit with LANCZOS, composite a scrim,
draw, save.
"""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageDraw, ImageFont, ImageOps
from stage import FOLDER, WORDS, Layout, stand

PHOTO, LOGO = (FOLDER / "photo.jpg").read_bytes(), (FOLDER / "logo.png").read_bytes()


def wrapped(text: str, font: ImageFont.FreeTypeFont, measure: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= measure:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def render(width: int, height: int) -> bytes:
    at = Layout(width, height)
    bold, small, label = (
        ImageFont.truetype(str(FOLDER / file), size)
        for file, size in (
            ("bold.ttf", at.headline),
            ("regular.ttf", at.subhead),
            ("bold.ttf", at.label),
        )
    )
    image = ImageOps.fit(
        Image.open(io.BytesIO(PHOTO)).convert("RGB"), (width, height), Image.Resampling.LANCZOS
    ).convert("RGBA")
    scrim = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    ramp = (np.linspace(0.78, 0.2, width) * 255).astype(np.uint8)
    scrim.putalpha(Image.fromarray(np.ascontiguousarray(np.broadcast_to(ramp, (height, width)))))
    image = Image.alpha_composite(image, scrim)
    draw = ImageDraw.Draw(image)
    y = at.top
    for line in wrapped(WORDS["headline"], bold, at.measure):
        draw.text((at.pad, y), line, font=bold, fill="white")
        y += at.leading
    y += at.subhead
    draw.text((at.pad, y), WORDS["subhead"], font=small, fill="#e8e8e8")
    y += 3 * at.subhead
    across, down = at.button
    draw.rounded_rectangle((at.pad, y, at.pad + across, y + down), down // 4, fill="#ffc400")
    draw.text(
        (at.pad + across / 2, y + down / 2),
        WORDS["button"],
        font=label,
        fill="#14203c",
        anchor="mm",
    )
    logo = Image.open(io.BytesIO(LOGO)).convert("RGBA").resize(at.logo, Image.Resampling.LANCZOS)
    image.paste(logo, at.logo_at, logo)
    out = io.BytesIO()
    image.convert("RGB").save(out, "PNG")
    return out.getvalue()


stand(render)
