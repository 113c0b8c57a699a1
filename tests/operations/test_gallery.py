"""Odd pictures in and out again: every format, mode, profile and orientation, compared with colours
known beforehand.

Each picture is drawn from one scene whose pixels are known, so that the comparison needs no decoder
but our download's own PNG or JPEG. The stated bound is CIE76 in Lab (D65): a mean of 1 and a 99th
percentile of 4 for what loses nothing on its way in, a mean of 3 and a 99th percentile of 12 for
what does (chroma at half resolution at the edges among it).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageCms, features

from brandstudio import errors
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench

Pixels = NDArray[np.uint8]
WIDTH, HEIGHT = 96, 64


def scene() -> Pixels:
    """Smooth and colourful, its four corners different, so that turning it wrongly shows."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
    red, green = 40 + 180 * x / (WIDTH - 1), 30 + 190 * y / (HEIGHT - 1)
    blue = 200 - 150 * (x / (WIDTH - 1)) * (y / (HEIGHT - 1))
    return np.stack([red, green, blue], axis=-1).round().astype(np.uint8)


SCENE = scene()
GREY = np.repeat(
    (SCENE @ np.array([0.299, 0.587, 0.114])).round().astype(np.uint8)[..., None], 3, axis=2
)


def lab(pixels: Pixels) -> NDArray[np.float64]:
    """CIELAB of sRGB (IEC 61966-2-1; D65), written from the definitions."""
    unit = pixels / 255
    linear = np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    scaled = linear @ to_xyz.T / np.array([0.95047, 1.0, 1.08883])
    f = np.where(scaled > (6 / 29) ** 3, np.cbrt(scaled), scaled / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )


def file(image: Image.Image, format: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def turned(pixels: Pixels, orientation: int) -> Pixels:
    """The pixels as a camera stores them so that this EXIF orientation puts them upright (EXIF
    2.32, table 6).
    """
    undo: dict[int, Callable[[Pixels], Pixels]] = {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: np.rot90(a, 1),
        7: lambda a: a[::-1, ::-1].transpose(1, 0, 2),
        8: lambda a: np.rot90(a, -1),
    }
    return np.ascontiguousarray(undo[orientation](pixels))


def exif(orientation: int) -> bytes:
    made = Image.Exif()
    made[0x0112] = orientation
    made[0x010F] = "A camera that knows too much"
    return made.tobytes()


LOSSLESS, LOSSY = "lossless", "lossy"
Case = tuple[str, bytes, Pixels, str]


def gallery() -> Iterator[Case]:
    """(name, file, upright pixels, how exactly they must come back)."""
    rgb = Image.fromarray(SCENE)
    for format in ("PNG", "BMP", "TIFF"):
        yield format, file(rgb, format), SCENE, LOSSLESS
    yield "PNG interlaced", interlaced(), SCENE, LOSSLESS
    yield "WEBP lossless", file(rgb, "WEBP", lossless=True), SCENE, LOSSLESS
    yield "WEBP", file(rgb, "WEBP", quality=90), SCENE, LOSSY
    yield (
        "GIF",
        file(rgb.quantize(256), "GIF"),
        np.asarray(rgb.quantize(256).convert("RGB")),
        LOSSLESS,
    )
    for quality in (75, 95):
        for sampling in (0, 1, 2):
            for progressive in (False, True):
                name = f"JPEG {quality} 4:{(4, 2, 2)[sampling]}:{(4, 2, 0)[sampling]}{' progressive' * progressive}"
                yield (
                    name,
                    file(
                        rgb, "JPEG", quality=quality, subsampling=sampling, progressive=progressive
                    ),
                    SCENE,
                    LOSSY,
                )
    for orientation in range(1, 9):
        stored = Image.fromarray(turned(SCENE, orientation))
        for format in ("JPEG", "PNG", "WEBP", "TIFF"):
            options: dict[str, Any] = {"exif": exif(orientation)}
            options |= {"quality": 95, "subsampling": 0} if format == "JPEG" else {}
            options |= {"lossless": True} if format == "WEBP" else {}
            yield (
                f"{format} orientation {orientation}",
                file(stored, format, **options),
                SCENE,
                LOSSY if format == "JPEG" else LOSSLESS,
            )
    for compression in ("tiff_lzw", "tiff_adobe_deflate", "packbits", "raw"):
        yield f"TIFF {compression}", file(rgb, "TIFF", compression=compression), SCENE, LOSSLESS
    grey = Image.fromarray(GREY[..., 0])
    for format in ("PNG", "JPEG", "TIFF", "BMP"):
        yield (
            f"{format} grey",
            file(grey, format, **({"quality": 95} if format == "JPEG" else {})),
            GREY,
            LOSSY if format == "JPEG" else LOSSLESS,
        )
    for format in ("PNG", "TIFF"):
        deep = Image.fromarray(GREY[..., 0].astype(np.uint16) * 257)
        yield f"{format} grey of 16 bit", file(deep, format), GREY, LOSSLESS
    indexed = rgb.quantize(64)
    for format in ("PNG", "BMP", "TIFF"):
        yield (
            f"{format} palette",
            file(indexed, format),
            np.asarray(indexed.convert("RGB")),
            LOSSLESS,
        )
    two = Image.fromarray(np.where(GREY[..., 0] > 120, 255, 0).astype(np.uint8)).convert("1")
    for format in ("PNG", "BMP", "TIFF"):
        yield f"{format} two tones", file(two, format), np.asarray(two.convert("RGB")), LOSSLESS
    cmyk = 255 - np.concatenate([SCENE, np.full((HEIGHT, WIDTH, 1), 255, np.uint8)], axis=2)
    for format in ("TIFF", "JPEG"):
        options = {"quality": 95, "subsampling": 0} if format == "JPEG" else {}
        yield (
            f"{format} CMYK",
            file(Image.frombytes("CMYK", (WIDTH, HEIGHT), cmyk.tobytes()), format, **options),
            SCENE,
            LOSSY,
        )
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for format in ("PNG", "JPEG", "WEBP", "TIFF"):
        options = (
            {"quality": 95, "subsampling": 0}
            if format == "JPEG"
            else {"lossless": True}
            if format == "WEBP"
            else {}
        )
        yield (
            f"{format} sRGB profile",
            file(rgb, format, icc_profile=profile, **options),
            SCENE,
            LOSSY if format == "JPEG" else LOSSLESS,
        )
    frames = [rgb, Image.fromarray(255 - SCENE)]
    for format in ("PNG", "WEBP"):
        options = {"lossless": True} if format == "WEBP" else {}
        yield (
            f"{format} animated",
            file(frames[0], format, save_all=True, append_images=frames[1:], **options),
            SCENE,
            LOSSLESS,
        )
    if features.check("avif"):
        yield "AVIF", file(rgb, "AVIF", quality=92), SCENE, LOSSY


def interlaced() -> bytes:
    """Pillow writes no interlaced PNG; Adam7 of the scene, by the specification (PNG, section
    8.2).
    """
    import struct
    import zlib

    raw = b""
    for x0, y0, dx, dy in (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ):
        for row in SCENE[y0::dy, x0::dx]:
            raw += b"\0" + row.tobytes()

    def chunk(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content))
            + kind
            + content
            + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 1)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(raw))
        + chunk(b"IEND", b"")
    )


CASES = list(gallery())
QUICK = {
    "PNG",
    "PNG interlaced",
    "WEBP",
    "GIF",
    "JPEG 75 4:2:0 progressive",
    "JPEG orientation 6",
    "PNG orientation 5",
    "PNG grey of 16 bit",
    "TIFF palette",
    "JPEG CMYK",
    "PNG animated",
    "AVIF",
    "TIFF tiff_lzw",
}


@pytest.fixture(scope="module")
def hall(shared_bench: Bench) -> Studio:
    studio = shared_bench.workspace().studio()
    studio.folders.create(name="Gallery")
    return studio


def test_the_gallery_is_large_enough() -> None:
    assert len(CASES) >= 60
    assert len({name for name, *_ in CASES}) == len(CASES)
    assert {name for name, *_ in CASES} >= QUICK - {"AVIF"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case[0], marks=() if case[0] in QUICK else pytest.mark.slow)
        for case in CASES
    ],
)
def test_a_picture_comes_out_as_it_is(hall: Studio, case: Case) -> None:
    name, data, upright, kind = case
    item = hall.library.add(folder="gallery", file=data, filename=name)
    assert (item.width, item.height) == (WIDTH, HEIGHT)
    assert item.mime_type in ("image/png", "image/jpeg")
    link = hall.library.download(folder="gallery", image_id=item.image_id, max_side=0)
    stored = hall.read(link.url)
    assert b"A camera that knows too much" not in stored
    image = Image.open(io.BytesIO(stored), formats=["PNG", "JPEG"])
    assert not image.getexif()
    distance = np.sqrt(((lab(np.asarray(image.convert("RGB"))) - lab(upright)) ** 2).sum(axis=-1))
    mean, high = (1.0, 4.0) if kind == LOSSLESS else (3.0, 12.0)
    assert distance.mean() <= mean
    assert np.percentile(distance, 99) <= high


def test_a_drawing_comes_in_large_enough_to_use(hall: Studio) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="100%" height="100%" fill="#f00"/></svg>'
    item = hall.library.add(folder="gallery", file=drawing, filename="red.svg")
    assert (item.width, item.height, item.mime_type) == (2048, 1365, "image/png")
    image = Image.open(io.BytesIO(hall.read(item.url or "")))
    assert image.convert("RGB").getcolors() == [(2048 * 1365, (255, 0, 0))]


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n",
        b"%!PS-Adobe-3.0 EPSF-3.0\n",
        b"8BPS\0\1" + b"\0" * 40,
        b"SIMPLE  =                    T" + b" " * 60,
        b"PK\3\4" + b"\0" * 40,
        b"\x7fELF" + b"\0" * 60,
        b"\0\0\0\x18ftypmp42" + b"\0" * 40,
        b"<!doctype html><p>",
        b"\0" * 100,
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"RIFF\0\0\0\0WEBP",
        b"GIF89a",
    ],
    ids=[
        "PDF",
        "EPS",
        "PSD",
        "FITS",
        "ZIP",
        "ELF",
        "MP4",
        "HTML",
        "zeros",
        "PNG cut",
        "JPEG cut",
        "WebP cut",
        "GIF cut",
    ],
)
def test_what_is_no_picture_is_a_clear_415_and_costs_nothing(hall: Studio, data: bytes) -> None:
    before = len(hall.credits.transactions().transactions)
    with pytest.raises(errors.UnsupportedMediaType) as caught:
        hall.library.add(folder="gallery", file=data, filename="odd.png")
    assert caught.value.message
    assert len(hall.credits.transactions().transactions) == before
