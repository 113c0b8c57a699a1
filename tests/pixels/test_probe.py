from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.pixels.decode import decode
from brandstudio.pixels.probe import probe
from brandstudio.pixels.safely import decode_safely

from .pictures import chunk, mutations, png_header, saved, scene

KINDS = {
    "JPEG": ("jpeg", "image/jpeg"),
    "PNG": ("png", "image/png"),
    "WEBP": ("webp", "image/webp"),
    "AVIF": ("avif", "image/avif"),
    "GIF": ("gif", "image/gif"),
    "TIFF": ("tiff", "image/tiff"),
    "BMP": ("bmp", "image/bmp"),
}


@pytest.mark.parametrize("format", KINDS)
def test_format_and_size_come_from_the_content(format: str) -> None:
    found = probe(saved(scene(120, 75), format))
    assert (found.format, found.mime) == KINDS[format]
    assert (found.width, found.height, found.frames, found.has_alpha) == (120, 75, 1, False)


@pytest.mark.parametrize("format", ["PNG", "WEBP", "AVIF", "TIFF"])
def test_alpha_is_told(format: str) -> None:
    image = scene().convert("RGBA")
    image.putalpha(90)
    assert probe(saved(image, format)).has_alpha


@pytest.mark.parametrize("format", ["GIF", "PNG", "WEBP"])
def test_frames_are_counted(format: str) -> None:
    frames = [Image.new("RGB", (16, 16), (i * 40, 0, 0)) for i in range(5)]
    assert (
        probe(saved(frames[0], format, save_all=True, append_images=frames[1:], duration=40)).frames
        == 5
    )


def test_webp_sizes_of_all_three_kinds() -> None:
    assert probe(saved(scene(33, 17), "WEBP", lossless=True)).width == 33
    assert probe(saved(scene(33, 17), "WEBP")).height == 17
    assert probe(saved(scene(33, 17), "WEBP", exif=b"Exif\0\0II*\0\x08\0\0\0\0\0")).width == 33


def test_bigtiff_is_read() -> None:
    data = saved(scene(31, 19), "TIFF", big_tiff=True)
    assert data[2] == 43
    assert (probe(data).width, probe(data).height) == (31, 19)


FOREIGN = {
    "PDF": b"%PDF-1.7\n%\xe2\xe3",
    "EPS": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
    "PSD": b"8BPS\0\x01" + b"\0" * 30,
    "MP4": b"\0\0\0\x18ftypisom\0\0\0\x01isomavc1" + b"\0" * 20,
    "HTML": b"<!DOCTYPE html><html><img src=x onerror=alert(1)>",
    "ZIP": b"PK\x03\x04\x14\0" + b"\0" * 40,
    "ELF": b"\x7fELF\x02\x01\x01" + b"\0" * 40,
    "FITS": b"SIMPLE  =                    T" + b" " * 50,
    "ICO": b"\0\0\x01\0\x01\0\x10\x10" + b"\0" * 40,
    "gzip": b"\x1f\x8b\x08\0" + b"\0" * 20,
    "JPEG XL": b"\xff\x0a\xfa\x1f",
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n",
    "JSON": b'{"a": 1}',
    "plain text": b"hello there, no picture\n",
    "TAR": b"a.png" + b"\0" * 252 + b"ustar\x0000",
    "XML": b"<?xml version='1.0'?><feed/>",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_is_no_picture_is_refused_by_name(name: str) -> None:
    with pytest.raises(errors.UnsupportedMediaType, match=name) as refused:
        probe(FOREIGN[name])
    assert name in str(refused.value.details["seems"])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"RIFF\0\0\0\0WEBP",
        b"II*\0",
        b"BM",
    ],
)
def test_a_bare_signature_is_refused(data: bytes) -> None:
    with pytest.raises(errors.UnsupportedMediaType):
        probe(data)


def jpeg_header(width: int, height: int, scans: int = 1) -> bytes:
    frame = struct.pack(">BHHBBBB", 8, height, width, 1, 1, 0x11, 0)
    scan = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" + b"\0"
    return (
        b"\xff\xd8\xff\xc2" + struct.pack(">H", 2 + len(frame)) + frame + scan * scans + b"\xff\xd9"
    )


BOMBS = {
    "png 50,000 squared": png_header(50_000, 50_000),
    "png 2^31 wide": png_header(2**31 - 1, 1),
    "jpeg 65,500 squared": jpeg_header(65_500, 65_500),
    "bmp 1e9": b"BM" + b"\0" * 12 + struct.pack("<IiiHH", 40, 10**9, -(10**9), 1, 24) + b"\0" * 30,
    "gif 65,535 squared": b"GIF89a"
    + struct.pack("<HHBBB", 65535, 65535, 0, 0, 0)
    + b","
    + struct.pack("<HHHHB", 0, 0, 1, 1, 0)
    + b"\x02\0;",
    "gif frame outside": b"GIF89a"
    + struct.pack("<HHBBB", 1, 1, 0, 0, 0)
    + b","
    + struct.pack("<HHHHB", 60000, 60000, 5000, 5000, 0)
    + b"\x02\0;",
    "webp 16,384 squared": b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\x3f\0" * 2,
    "tiff 1e5 squared": b"II*\0\x08\0\0\0\x02\0"
    + struct.pack("<HHII", 256, 4, 1, 100_000)
    + struct.pack("<HHII", 257, 4, 1, 100_000)
    + b"\0\0\0\0",
}


@pytest.mark.parametrize("name", BOMBS)
def test_too_many_pixels_are_refused_from_the_header(name: str) -> None:
    with pytest.raises(errors.PayloadTooLarge):
        probe(BOMBS[name])


def test_loops_in_a_tiff_end() -> None:
    ifd = (
        b"\x02\0"
        + struct.pack("<HHII", 256, 4, 1, 9)
        + struct.pack("<HHII", 257, 4, 1, 9)
        + struct.pack("<I", 8)
    )
    assert probe(b"II*\0\x08\0\0\0" + ifd).frames == 1


def test_a_jpeg_of_two_thousand_scans_is_refused() -> None:
    with pytest.raises(errors.UnsupportedMediaType, match="scans"):
        probe(jpeg_header(1000, 1000, scans=2000))


@pytest.mark.parametrize("kind", [b"zTXt", b"iTXt", b"iCCP"])
def test_compressed_text_bombs_don_t_unpack(kind: bytes) -> None:
    bomb = zlib.compress(b"\0" * 80_000_000, 9)
    lead = {b"zTXt": b"a\0\0", b"iTXt": b"a\0\x01\0\0\0", b"iCCP": b"a\0\0"}[kind]
    image = saved(scene(), "PNG")
    data = image[:33] + chunk(kind, lead + bomb) + image[33:]
    try:
        told = str(decode_safely(data).size)
    except errors.UnsupportedMediaType as refused:
        told = refused.message
    assert told == str(scene().size) or "damaged" in told or "limits" in told


@pytest.mark.parametrize("format", KINDS)
def test_a_file_cut_short_is_a_415_with_a_sentence(format: str) -> None:
    chance = np.random.default_rng(3)
    noise = Image.fromarray(chance.integers(0, 256, (90, 120, 3), dtype=np.uint8))
    data = saved(noise, format)
    with pytest.raises(errors.UnsupportedMediaType, match=r"ends too early|damaged|header"):
        decode(data[: len(data) // 2])


@pytest.mark.parametrize("format", KINDS)
def test_mutated_pictures_are_decoded_or_refused(format: str) -> None:
    """Nothing but a picture or one of two errors ever comes out."""
    image = scene(40, 30)
    counts = {"read": 0, "refused": 0}
    for data in mutations(saved(image, format), 60, salt=len(format)):
        try:
            result = decode_safely(data)
            assert result.mode in ("RGB", "RGBA")
            counts["read"] += 1
        except (errors.UnsupportedMediaType, errors.PayloadTooLarge):
            counts["refused"] += 1
    assert sum(counts.values()) == 60
    assert counts["refused"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("format", KINDS)
def test_many_mutated_pictures(format: str) -> None:
    outcomes = 0
    for data in mutations(saved(scene(40, 30), format), 1500, salt=1):
        try:
            outcomes += decode_safely(data).mode in ("RGB", "RGBA")
        except (errors.UnsupportedMediaType, errors.PayloadTooLarge):
            outcomes += 1
    assert outcomes == 1500
