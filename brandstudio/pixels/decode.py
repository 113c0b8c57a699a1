"""Bytes to upright sRGB pixels.

`decode` works in this process; foreign bytes go through `safely.decode_safely`, the same work in a
child process with limits on memory and time. Pillow registers over forty parsers; only the one that the
content calls for is ever let near the bytes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, cast

from PIL import Image, ImageCms

from brandstudio import errors
from brandstudio.pixels import svg
from brandstudio.pixels.checksums import png_damage
from brandstudio.pixels.probe import MAX_PIXELS, Probe, probe

_PILLOW: Final = {
    "jpeg": ("JPEG",),
    "png": ("PNG",),
    "webp": ("WEBP",),
    "avif": ("AVIF",),
    "gif": ("GIF",),
    "tiff": ("TIFF",),
    "bmp": ("BMP",),
}
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
#: Profiles above this are no profiles.
_MAX_PROFILE: Final = 4 * 1024 * 1024
#: An SVG without a size of its own wish is drawn so that its long side has this many pixels.
SVG_SIDE: Final = 2048
TOO_MUCH_MEMORY: Final = "The picture needs more memory than it may take."


@dataclass(frozen=True, slots=True)
class JpegCoding:
    """How a JPEG was coded, so that it can be written again with next to no loss: its tables and
    sampling.

    `sampling` is Pillow's: 0 for 4:4:4, 1 for 4:2:2, 2 for 4:2:0; -1 when unknown. `tables` are in
    natural order.
    """

    sampling: int
    tables: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """Pixels with what was learnt on the way; `coding` only for a JPEG's own pixels, neither turned
    nor converted.
    """

    image: Image.Image
    probe: Probe
    coding: JpegCoding | None


def decode(
    data: bytes, *, max_pixels: int = MAX_PIXELS, draft: tuple[int, int] | None = None
) -> Image.Image:
    """The picture upright, in sRGB, mode RGB or RGBA; of an animation the first full frame; SVG
    drawn at its size.

    `draft` is the least width and height needed of the upright picture: a JPEG may then come back
    at a half, a quarter or an eighth of its size, never smaller than asked. An alpha channel that
    hides nothing is dropped. Raises `errors.UnsupportedMediaType` for other kinds and damaged
    files, `errors.PayloadTooLarge` above the bound.
    """
    return decode_fully(data, max_pixels=max_pixels, draft=draft).image


def decode_fully(
    data: bytes, *, max_pixels: int = MAX_PIXELS, draft: tuple[int, int] | None = None
) -> Decoded:
    """As `decode`, with the probe and, for a JPEG, its coding."""
    found = probe(data, max_pixels=max_pixels)
    try:
        image, coding = _open(data, found, draft)
    except errors.StudioError:
        raise
    except MemoryError as out:
        raise errors.PayloadTooLarge(TOO_MUCH_MEMORY) from out
    except Exception as broken:  # every parser has its own way to say that bytes are bad
        raise _damaged(found, broken) from broken
    if image.width * image.height > max_pixels:
        raise errors.PayloadTooLarge(
            f"The picture has more than {max_pixels / 1e6:.0f} megapixels."
        )
    return Decoded(image, found, coding)


def _damaged(found: Probe, broken: Exception) -> errors.UnsupportedMediaType:
    what = "a HEIC picture" if found.format == "heic" else f"a {found.format.upper()} picture"
    if "truncated" in str(broken).lower() or isinstance(broken, EOFError):
        return errors.UnsupportedMediaType(
            f"The file is {what} that ends too early; send it again whole.", seems=what
        )
    return errors.UnsupportedMediaType(
        f"The file is {what}, but it is damaged and can't be decoded.", seems=what
    )


def _open(
    data: bytes, found: Probe, draft: tuple[int, int] | None
) -> tuple[Image.Image, JpegCoding | None]:
    if found.format == "svg":
        width, height = svg.svg_size(data)
        scale = max(1.0, SVG_SIDE / max(width, height))
        return opaque_to_rgb(svg.rasterise(data, max(1, round(width * scale)))), None
    if found.format == "heic":
        return _heic(data), None
    if found.format == "png" and (damage := png_damage(data)) is not None:
        raise ValueError(damage)
    with Image.open(io.BytesIO(data), formats=_PILLOW[found.format]) as image:
        if draft is not None and found.format == "jpeg":
            turned = _orientation(image) in (5, 6, 7, 8)
            image.draft(None, draft[::-1] if turned else draft)
        # Before anything else is asked of it: a question that needs the pixels would load them,
        # swallow what is wrong with them, and a second load then says nothing.
        image.load()
        # Pillow has turned a TIFF upright by now, and forgotten its tag.
        turn = _orientation(image)
        coding = (
            _coding(image) if found.format == "jpeg" and turn == 1 and image.mode == "RGB" else None
        )
        profile = image.info.get("icc_profile")
        converted, changed = _to_srgb(image, profile)
        if turn in _TURNS:
            converted = converted.transpose(_TURNS[turn])
    converted.info = {}
    return opaque_to_rgb(converted), None if changed else coding


def _heic(data: bytes) -> Image.Image:
    import pi_heif  # type: ignore[import-untyped, unused-ignore]

    # libheif applies the container's rotation and mirroring itself; the EXIF orientation beside it
    # must be ignored.
    opened: Any = pi_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
    frame: Any = opened[opened.primary_index]
    profile = frame.info.get("icc_profile")
    image = cast("Image.Image", frame.to_pillow())
    converted, _ = _to_srgb(image, profile)
    converted.info = {}
    return opaque_to_rgb(converted)


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(0x0112, 1)
    except Exception:  # a broken EXIF block says nothing about how the picture stands
        return 1
    return value if isinstance(value, int) and value in _TURNS else 1


def _coding(image: Image.Image) -> JpegCoding | None:
    from PIL import JpegImagePlugin

    tables = getattr(image, "quantization", None)
    if (
        not tables
        or len(tables) > 4
        or any(len(t) != 64 or not all(1 <= v <= 255 for v in t) for t in tables.values())
    ):
        return None
    sampling = JpegImagePlugin.get_sampling(image)
    return JpegCoding(
        int(sampling), tuple(tuple(int(v) for v in tables[key]) for key in sorted(tables))
    )


# -- modes -----------------------------------------------------------------------------------------


def _to_srgb(image: Image.Image, profile: bytes | None) -> tuple[Image.Image, bool]:
    """RGB or RGBA in sRGB, and whether the colours were converted by a profile or out of another
    colour model.
    """
    image = _plain(image)
    alpha: Image.Image | None = None
    if image.mode in ("LA", "RGBA"):
        alpha = image.getchannel("A")
        if alpha.getextrema() == (255, 255):
            alpha = None
    if image.mode == "LA":
        image = image.getchannel("L")
    if image.mode == "1":
        image = image.convert("L")
    model = "RGB" if image.mode in ("RGB", "RGBA", "RGBX") else image.mode
    transform = _transform(profile, model) if profile and len(profile) <= _MAX_PROFILE else None
    if transform is not None:
        base = image.convert("RGB") if image.mode == "RGBA" else image
        result = ImageCms.applyTransform(base, transform)
        image, changed = cast("Image.Image", result), True
    else:
        changed = image.mode not in ("RGB", "RGBA")
        if image.mode == "LAB":
            image = cast("Image.Image", ImageCms.applyTransform(image, _lab_transform()))
        elif (image.mode == "RGBA" and alpha is None) or image.mode not in ("RGB", "RGBA"):
            image = image.convert("RGB")
    if alpha is not None and image.mode != "RGBA":
        image.putalpha(alpha)
    return image, changed


def _plain(image: Image.Image) -> Image.Image:
    """In eight bits, without a palette, its transparency as a channel."""
    if image.mode in ("I;16", "I;16B", "I;16L", "I;16N", "I", "F"):
        image = _to_8_bit(image)
    if image.mode in ("La", "RGBa"):
        image = image.convert({"La": "LA", "RGBa": "RGBA"}[image.mode])
    if image.mode in ("P", "PA"):
        see_through = image.mode == "PA" or "transparency" in image.info
        image = image.convert("RGBA" if see_through else "RGB")
    elif image.mode in ("1", "L", "RGB") and "transparency" in image.info:
        image = image.convert("RGBA")
    return image


def _to_8_bit(image: Image.Image) -> Image.Image:
    """Grey of 16 or 32 bits or of floats, as 8 bits; values beyond the usual ranges are scaled by
    their maximum.
    """
    import numpy as np

    values = np.asarray(image).astype(np.float32)
    if image.mode.startswith("I;16"):
        top = 65535.0
    else:
        values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
        highest = float(values.max()) if values.size else 1.0
        steps = (1.0, 255.0, 65535.0) if image.mode == "F" else (255.0, 65535.0)
        top = next((step for step in steps if highest <= step), highest)
    grey = Image.fromarray(np.clip(values * (255.0 / top) + 0.5, 0, 255).astype(np.uint8))
    transparency = image.info.get("transparency")
    if isinstance(transparency, int):
        alpha = Image.fromarray(
            np.where(np.asarray(image) == transparency, 0, 255).astype(np.uint8)
        )
        grey.putalpha(alpha)
    grey.info = {k: v for k, v in image.info.items() if k != "transparency"}
    return grey


def opaque_to_rgb(image: Image.Image) -> Image.Image:
    """The picture without its alpha channel when that hides nothing."""
    if image.mode == "RGBA" and image.getchannel("A").getextrema() == (255, 255):
        return image.convert("RGB")
    return image


@lru_cache(maxsize=1)
def _srgb() -> ImageCms.ImageCmsProfile:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


@lru_cache(maxsize=1)
def _lab_transform() -> ImageCms.ImageCmsTransform:
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
    return ImageCms.buildTransform(lab, _srgb(), "LAB", "RGB")


@lru_cache(maxsize=8)
def _transform(profile: bytes, model: str) -> ImageCms.ImageCmsTransform | None:
    """The way from a profile to sRGB, or None when there is nothing to convert or the profile is
    unusable.

    Relative colorimetric with black point compensation, as browsers do. What is sRGB by any name is
    found by trying the transform on a ramp of colours: profiles called sRGB differ in their bytes.
    """
    if model not in ("RGB", "L", "CMYK"):
        return None
    try:
        opened = ImageCms.getOpenProfile(io.BytesIO(profile))
        if (
            opened.profile.xcolor_space.strip()
            != {"RGB": "RGB", "L": "GRAY", "CMYK": "CMYK"}[model]
        ):
            return None
        transform = ImageCms.buildTransform(
            opened,
            _srgb(),
            model,
            "RGB",
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
        if model == "CMYK":
            return transform
        steps = bytes(range(0, 256, 17))
        ramp = (
            b"".join(bytes((r, g, b)) for r in steps for g in steps for b in steps)
            if model == "RGB"
            else steps
        )
        before = Image.frombytes(model, (len(ramp) // len(model), 1), ramp)
        after = cast("Image.Image", ImageCms.applyTransform(before, transform))
        worst = max(
            abs(x - y)
            for x, y in zip(before.convert("RGB").tobytes(), after.tobytes(), strict=True)
        )
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError, AttributeError):
        return None
    return transform if worst > 1 else None


def on_background(
    image: Image.Image, background: tuple[int, int, int] = (255, 255, 255)
) -> Image.Image:
    """RGB: the picture laid on one colour."""
    if image.mode == "RGB":
        return image
    if not image.has_transparency_data:
        return image.convert("RGB")
    image = image if image.mode == "RGBA" else image.convert("RGBA")
    ground = Image.new("RGB", image.size, background)
    ground.paste(image, mask=image.getchannel("A"))
    return ground
