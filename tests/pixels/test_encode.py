from __future__ import annotations

import io
import struct
import sys

import numpy as np
import pytest
from PIL import Image, ImageDraw

from brandstudio import errors
from brandstudio.pixels import encode, metadata, resize
from brandstudio.pixels.decode import decode
from brandstudio.pixels.metadata import Metadata

from .pictures import chunk, saved, scene


def photo(width: int = 320, height: int = 240) -> Image.Image:
    """Smooth shapes with film grain."""
    chance = np.random.default_rng(5)
    base = np.asarray(scene(width, height), dtype=np.float64) + chance.normal(
        0, 4, (height, width, 3)
    )
    return Image.fromarray(np.clip(base, 0, 255).astype(np.uint8))


def flat() -> Image.Image:
    image = Image.new("RGB", (800, 420), "#1a7f5a")
    draw = ImageDraw.Draw(image)
    draw.ellipse((60, 60, 360, 360), fill="#ffcc00")
    draw.text((400, 150), "On brand", fill="white", font_size=72)
    return image


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P", "LA", "1"])
@pytest.mark.parametrize("kind", [True, False, None])
def test_png_holds_every_pixel(mode: str, kind: bool | None) -> None:
    image = photo(61, 43).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    source = image.convert(mode)
    with Image.open(io.BytesIO(encode.png(source, photo=kind))) as back:
        back.load()
        assert back.info.get("srgb") == 1
        assert np.array_equal(np.asarray(back.convert("RGBA")), np.asarray(source.convert("RGBA")))


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (2, 81), (5, 80)])
def test_png_of_any_size(size: tuple[int, int]) -> None:
    image = photo(310, 310).crop((0, 0, *size))
    assert decode(encode.png(image)).tobytes() == image.tobytes()


def test_png_sizes_stay_near_pillows() -> None:
    assert len(encode.png(photo(800, 600))) <= 1.15 * len(saved(photo(800, 600), "PNG"))
    assert len(encode.png(flat())) <= 1.40 * len(saved(flat(), "PNG"))


def test_png_without_isal_is_right_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    encode._isal.cache_clear()
    try:
        for image in (photo(), flat()):
            data = encode.png(image)
            assert decode(data).tobytes() == image.tobytes()
            assert len(data) <= 1.40 * len(saved(image, "PNG"))
    finally:
        encode._isal.cache_clear()


def test_everything_is_tagged_srgb_and_the_same_each_time() -> None:
    for write in (encode.jpeg, encode.webp):
        first = write(photo())
        with Image.open(io.BytesIO(first)) as image:
            assert image.info["icc_profile"] == encode.srgb_profile()
        assert first == write(photo())
    assert encode.png(photo()) == encode.png(photo())


def test_jpeg_lays_transparency_on_its_background() -> None:
    clear = Image.new("RGBA", (32, 32), (0, 0, 0, 0))
    assert decode(encode.jpeg(clear)).getpixel((9, 9)) == (255, 255, 255)
    assert decode(encode.jpeg(clear, background=(0, 0, 0))).getpixel((9, 9)) == (0, 0, 0)


def test_formats_refuse_what_they_can_t_hold() -> None:
    with pytest.raises(errors.ValidationError, match="16383"):
        encode.webp(Image.new("L", (16_384, 1)))
    with pytest.raises(errors.ValidationError, match="65500"):
        encode.jpeg(Image.new("L", (65_501, 1)))


FULL = Metadata(
    "compositeWithTrainedAlgorithmicMedia",
    "brandstudio 1.0",
    'A "red" <fox> & co\nsecond line',
    "prompt 🦊 'x'",
)


@pytest.mark.parametrize("write", [encode.png, encode.jpeg, encode.webp])
@pytest.mark.parametrize(
    "origin", [FULL, Metadata("algorithmicMedia"), Metadata(creator_tool="x", prompt="só")]
)
def test_origin_survives_writing_and_reading(write: object, origin: Metadata) -> None:
    assert metadata.read(write(photo(40, 30), metadata=origin)) == origin  # type: ignore[operator]


def test_pillow_finds_our_xmp_as_well() -> None:
    for write in (encode.png, encode.jpeg, encode.webp):
        with Image.open(io.BytesIO(write(photo(40, 30), metadata=FULL))) as image:
            raw = image.info["xmp"]
            text = raw if isinstance(raw, str) else raw.decode()
            assert "digitalsourcetype/compositeWithTrainedAlgorithmicMedia" in text


def test_other_programs_spellings_are_read() -> None:
    uri = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"
    for inner in (
        f"<rdf:Description><Iptc4xmpExt:DigitalSourceType>{uri}</Iptc4xmpExt:DigitalSourceType></rdf:Description>",
        f"<rdf:Description Iptc4xmpExt:DigitalSourceType='{uri}'/>",
        f'<rdf:Description><Iptc4xmpExt:DigitalSourceType rdf:resource="{uri}"/></rdf:Description>',
    ):
        found = metadata.read(saved(scene(), "JPEG", xmp=inner.encode()))
        assert found is not None
        assert found.source == "trainedAlgorithmicMedia"


@pytest.mark.parametrize("text", ["x" * 100_000, "\0\x01\ud800ok", "]]>", "<!ENTITY a 'b'>&a;"])
def test_hostile_texts_stay_texts(text: str) -> None:
    found = metadata.read(
        encode.jpeg(scene(), metadata=Metadata(description=text, prompt=text, creator_tool=text))
    )
    assert found is not None
    assert found.description == text.replace("\0\x01\ud800", "")[:4000]


def test_a_packet_always_fits_one_jpeg_segment() -> None:
    worst = "&" * 5000
    data = encode.jpeg(scene(), metadata=Metadata("composite", worst, worst, worst))
    assert metadata.read(data) is not None


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n\xff\xff", b"RIFF\0\0\0\0WEBPXMP ", b"GIF89a"]
)
def test_reading_metadata_never_fails(data: bytes) -> None:
    assert metadata.read(data) is None


def test_a_zipped_xmp_bomb_is_cut() -> None:
    import zlib

    bomb = b"XML:com.adobe.xmp\0\x01\0\0\0" + zlib.compress(b" " * 50_000_000)
    image = saved(scene(), "PNG")
    assert metadata.read(image[:33] + chunk(b"iTXt", bomb) + image[33:]) is None


# -- sizes and downloads ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "side", "fitted"),
    [
        ((400, 200), 100, (100, 50)),
        ((400, 200), 0, (400, 200)),
        ((40, 20), 100, (40, 20)),
        ((5000, 1), 100, (100, 1)),
    ],
)
def test_fit_keeps_the_ratio_and_never_enlarges(
    size: tuple[int, int], side: int, fitted: tuple[int, int]
) -> None:
    assert resize.fit_size(*size, side) == fitted
    assert resize.fit(Image.new("RGB", size), side).size == fitted


def test_fit_of_a_turned_jpeg_gives_the_upright_size() -> None:
    exif = Image.Exif()
    exif[0x0112] = 8
    assert resize.fit(saved(scene(1200, 800), "JPEG", exif=exif), 300).size == (200, 300)


def test_transparent_pixels_lend_no_colour() -> None:
    image = Image.new("RGBA", (64, 64), (0, 255, 0, 0))
    image.paste((255, 0, 0, 255), (0, 0, 33, 64))
    small = np.asarray(resize.fit(image, 16))
    assert small[small[..., 3] > 0][:, 1].max() == 0


def test_cover_fills_the_frame() -> None:
    assert resize.cover(scene(300, 200), 120, 120).size == (120, 120)
    left = resize.cover(scene(300, 200), 100, 100, (0, 0, 200, 200))
    assert (
        np.abs(
            np.asarray(left, int)
            - np.asarray(scene(300, 200).crop((0, 0, 200, 200)).resize((100, 100)), int)
        ).max()
        <= 2
    )
    with pytest.raises(errors.ValidationError):
        resize.cover(scene(), 10, 10, (-5, 0, 20, 20))


def stored_jpeg() -> bytes:
    return encode.jpeg(photo(900, 600), 95, metadata=Metadata("algorithmicMedia", "brandstudio"))


@pytest.mark.parametrize("format", ["jpeg", "webp", "png"])
def test_downloads_keep_the_origin_through_every_change(format: resize.Format) -> None:
    data, mime = resize.download(stored_jpeg(), format=format, max_side=300)
    assert mime == f"image/{format}"
    assert decode(data).size == (300, 200)
    assert metadata.read(data) == Metadata("algorithmicMedia", "brandstudio")


def test_unchanged_bytes_when_nothing_shrinks_and_the_format_stays() -> None:
    data = stored_jpeg()
    for side in (0, 900, 4096):
        assert resize.download(data, max_side=side, quality=5) == (data, "image/jpeg")
        assert resize.download(data, format="jpeg", max_side=side)[0] is data
    assert resize.download(data, format="png", max_side=0)[1] == "image/png"


def test_the_swift_way_gives_the_same_picture() -> None:
    data = stored_jpeg()
    swift = decode(resize.download(data, max_side=300, quality=95)[0])
    slow = resize.scaled(decode(data), (300, 200))
    assert np.abs(np.asarray(swift, int) - np.asarray(slow, int)).mean() < 2.0


def test_transparency_survives_webp_and_becomes_white_in_jpeg() -> None:
    logo = Image.new("RGBA", (600, 300), (255, 0, 0, 0))
    logo.paste((0, 0, 255, 255), (0, 0, 300, 300))
    data = encode.png(logo)
    assert decode(resize.download(data, format="webp", max_side=300)[0]).getpixel((250, 50))[3] == 0  # type: ignore[index]
    assert (
        min(decode(resize.download(data, format="jpeg", max_side=300)[0]).getpixel((250, 50))) > 250
    )  # type: ignore[type-var]


def test_no_trailing_byte_is_written() -> None:
    assert encode.png(photo()).endswith(b"IEND" + struct.pack(">I", 0xAE426082))
    assert encode.jpeg(photo()).endswith(b"\xff\xd9")
