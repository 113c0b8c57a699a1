"""One flipped bit at every position of a small picture of each format: refused, or another whole
picture; never partly black, never a crash, and the same at the first load and at the second.

Formats fall into two classes, and this is said of each:

* ``CHECKED``: every byte of the picture stands under a checksum. A flip is refused wherever it is.
* ``UNCHECKED``: the pixels stand under none. A flip that the parser can read gives another valid
  picture of the same kind, and nothing in the file tells it from what was meant; what is asked is
  that all of it is there and that decoding is repeatable.
"""

from __future__ import annotations

import contextlib
import io
from functools import cache

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from brandstudio import errors
from brandstudio.pixels.checksums import png_damage
from brandstudio.pixels.decode import decode
from brandstudio.pixels.safely import decode_safely

from .pictures import chunk, saved, scene


def busy() -> Image.Image:
    """Small, with smooth parts and noise, so that every coder has something to do."""
    pixels = np.array(scene(40, 32))
    pixels[8:20, 10:26] = np.random.default_rng(7).integers(0, 255, (12, 16, 3))
    return Image.fromarray(pixels)


def png_with_everything() -> bytes:
    """A PNG with text, a palette's transparency, a profile and EXIF that turns it."""
    told = PngImagePlugin.PngInfo()
    told.add_text("Title", "harbour")
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(busy().quantize(32), "PNG", pnginfo=told, exif=exif, transparency=3)


@cache
def files() -> dict[str, bytes]:
    picture, moving = busy(), [busy(), busy().transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    return {
        "png": saved(picture, "PNG"),
        "png, palette and chunks": png_with_everything(),
        "png, 16 bits": saved(Image.fromarray(np.arange(900, dtype=np.uint16).reshape(30, 30)), "PNG"),
        "png, moving": saved(moving[0], "PNG", save_all=True, append_images=moving[1:]),
        "jpeg": saved(picture, "JPEG", quality=85),
        "jpeg, progressive": saved(picture, "JPEG", quality=85, progressive=True),
        "webp": saved(picture, "WEBP", quality=80),
        "webp, lossless": saved(picture, "WEBP", lossless=True),
        "gif": saved(picture, "GIF"),
        "bmp": saved(picture, "BMP"),
        "tiff": saved(picture, "TIFF"),
        "tiff, lzw": saved(picture, "TIFF", compression="tiff_lzw"),
        "tiff, deflate": saved(picture, "TIFF", compression="tiff_adobe_deflate"),
        "avif": saved(picture, "AVIF", quality=80),
    }  # fmt: skip


CHECKED = ("png", "png, palette and chunks", "png, 16 bits", "png, moving")
UNCHECKED = (
    "jpeg",
    "jpeg, progressive",
    "webp",
    "webp, lossless",
    "gif",
    "bmp",
    "tiff",
    "tiff, lzw",
    "tiff, deflate",
    "avif",
)


def flipped(data: bytes, at: int) -> bytes:
    damaged = bytearray(data)
    damaged[at] ^= 1 << at % 8
    return bytes(damaged)


def shown(data: bytes) -> bytes | None:
    """The pixels, None where the file is refused."""
    try:
        image = decode(data)
    except (errors.UnsupportedMediaType, errors.PayloadTooLarge):
        return None
    return image.mode.encode() + repr(image.size).encode() + image.tobytes()


def test_every_format_is_in_one_class() -> None:
    assert {*CHECKED, *UNCHECKED} == files().keys()
    assert all(shown(data) is not None for data in files().values())


@pytest.mark.parametrize("name", CHECKED)
def test_a_flip_anywhere_under_a_checksum_is_refused(name: str) -> None:
    data = files()[name]
    accepted = [at for at in range(len(data)) if shown(flipped(data, at)) is not None]
    assert accepted == []


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("name", UNCHECKED)
def test_a_flip_under_no_checksum_is_refused_or_gives_a_picture_that_is_all_there(
    name: str,
) -> None:
    data = files()[name]
    positions = sorted({*range(0, len(data), max(1, len(data) // 300)), *range(min(96, len(data)))})
    outcomes = set()
    for at in positions:
        damaged = flipped(data, at)
        first = shown(damaged)
        assert shown(damaged) == first, f"byte {at} is not read the same twice"
        outcomes.add("refused" if first is None else "a picture")
    # Both happen; a format of which all flips were refused would belong into the other class.
    assert outcomes == {"refused", "a picture"}


@pytest.mark.parametrize("name", files())
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_picture_that_ends_early_is_never_a_smaller_one(name: str, share: float) -> None:
    data = files()[name]
    whole, cut = decode(data), data[: int(len(data) * share)]
    pixels = shown(cut)
    if pixels is not None:
        # A moving picture may lose a later frame; the first one, which is shown, is whole.
        assert pixels == shown(data), (name, whole.size)


def test_the_damage_of_a_png_is_told_at_the_first_load_and_at_the_second() -> None:
    data = files()["png"]
    at = data.index(b"IDAT") + 40
    for _ in range(2):
        for read in (decode, decode_safely):
            with pytest.raises(errors.UnsupportedMediaType, match="damaged"):
                read(flipped(data, at))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-12], "truncated"),
        (lambda data: data[:-6], "truncated"),
        (lambda data: data[:40], "truncated"),
        (lambda data: data[:33] + chunk(b"IEND", b""), "no pixels"),
        (lambda data: b"\x88" + data[1:], "signature"),
        (lambda data: data + b"anything after its end", None),
        (lambda data: data[:33] + chunk(b"tEXt", b"a\0b") + data[33:], None),
    ],
)
def test_a_png_says_why_it_is_not_whole(change, why: str | None) -> None:
    told = png_damage(change(files()["png"]))
    assert (told is None) if why is None else (told is not None and why in told)


def test_bytes_are_checked_before_pillow_sees_them() -> None:
    """Pillow itself hands such a file out at the second load, black where it broke off."""
    damaged = flipped(files()["png"], files()["png"].index(b"IDAT") + 40)
    with Image.open(io.BytesIO(damaged)) as image:
        with contextlib.suppress(Exception):
            image.getexif()  # loads the pixels, and fails
        image.load()
    assert shown(damaged) is None
