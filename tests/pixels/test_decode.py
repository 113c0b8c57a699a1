from __future__ import annotations

import io
import os
import struct
import threading
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.pixels import decode, safely
from brandstudio.pixels.decode import decode as decoded
from brandstudio.pixels.safely import decode_safely

from . import cielab
from .pictures import chunk, p3_to_srgb, saved, scene, srgb_profile, wide_gamut_profile

LOSSLESS = {"PNG": {}, "TIFF": {"compression": "tiff_lzw"}, "BMP": {}, "WEBP": {"lossless": True}}
LOSSY = {
    "JPEG": {"quality": 95, "subsampling": 0},
    "AVIF": {"quality": 95},
    "WEBP": {"quality": 95},
}


def gap(image: Image.Image, expected: np.ndarray) -> float:
    """The 99th percentile of CIEDE2000 between a picture and the pixels it should have."""
    assert image.mode == "RGB"
    assert image.size == expected.shape[1::-1]
    ours, theirs = cielab.u8_to_cielab(np.asarray(image)), cielab.u8_to_cielab(expected)
    return float(np.percentile(cielab.delta_e_2000(ours, theirs), 99))


@pytest.mark.parametrize("format", LOSSLESS)
def test_lossless_formats_keep_every_pixel(format: str) -> None:
    assert np.array_equal(
        np.asarray(decoded(saved(scene(), format, **LOSSLESS[format]))), np.asarray(scene())
    )


@pytest.mark.parametrize("format", LOSSY)
def test_lossy_formats_stay_near(format: str) -> None:
    assert gap(decoded(saved(scene(), format, **LOSSY[format])), np.asarray(scene())) < 3.5


def test_heic_is_read_or_refused_by_name() -> None:
    pytest.importorskip("pi_heif")
    # A header that promises HEIC and holds nothing.
    broken = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0\0\0\x08meta"
    with pytest.raises(errors.UnsupportedMediaType, match="HEIC"):
        decoded(broken)


def test_heic_comes_out_upright_and_with_its_transparency() -> None:
    """Both files are `scene()`, written with pillow-heif 1.x at quality 90, the first one turned
    and marked so.
    """
    pytest.importorskip("pi_heif")
    turned, alpha = (
        (Path(__file__).parent / "heic" / f"{name}.heic").read_bytes()
        for name in ("turned", "alpha")
    )
    assert gap(decode_safely(turned), np.asarray(scene())) < 4
    clear = decode_safely(alpha)
    assert clear.mode == "RGBA"
    low, high = clear.getchannel("A").getextrema()
    assert low < 8
    assert high > 244
    assert gap(clear.convert("RGB"), np.asarray(scene())) < 4


def test_heic_without_its_reader_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from brandstudio.pixels import probe

    monkeypatch.setattr(probe, "find_spec", lambda name: None)
    with pytest.raises(errors.UnsupportedMediaType, match=r"brandstudio\[heif\]"):
        decoded(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_every_orientation_comes_out_upright(orientation: int, format: str) -> None:
    upright = scene(48, 32)
    undo = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    stored = upright if undo is None else upright.transpose(undo)
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = (
        {"quality": 97, "subsampling": 0}
        if format == "JPEG"
        else {"lossless": True}
        if format == "WEBP"
        else {}
    )
    assert gap(decoded(saved(stored, format, exif=exif, **options)), np.asarray(upright)) < 3


def test_an_unknown_orientation_is_ignored() -> None:
    exif = Image.Exif()
    exif[0x0112] = 77
    assert decoded(saved(scene(), "PNG", exif=exif)).size == scene().size


@pytest.mark.parametrize("format", ["PNG", "TIFF", "WEBP"])
def test_wide_gamut_is_converted_as_the_matrices_say(format: str) -> None:
    options = {"lossless": True} if format == "WEBP" else {}
    data = saved(scene(), format, icc_profile=wide_gamut_profile(), **options)
    assert gap(decoded(data), p3_to_srgb(np.asarray(scene()))) < 1.0
    # And the conversion does something: unconverted pixels are far off.
    assert gap(scene(), p3_to_srgb(np.asarray(scene()))) > 3


def test_an_srgb_profile_changes_no_pixel() -> None:
    assert np.array_equal(
        np.asarray(decoded(saved(scene(), "PNG", icc_profile=srgb_profile()))), np.asarray(scene())
    )


@pytest.mark.parametrize("profile", [b"not a profile", wide_gamut_profile()[:200], b"\0" * 5000])
def test_a_broken_profile_is_ignored(profile: bytes) -> None:
    assert np.array_equal(
        np.asarray(decoded(saved(scene(), "PNG", icc_profile=profile))), np.asarray(scene())
    )


def test_cmyk_looks_like_its_rgb() -> None:
    rgb = np.asarray(scene())
    cmyk = Image.merge(
        "CMYK",
        [*(Image.fromarray(255 - rgb[..., i]) for i in range(3)), Image.new("L", scene().size)],
    )
    for data in (saved(cmyk, "TIFF"), saved(cmyk, "JPEG", quality=97)):
        assert gap(decoded(data), rgb) < 3


@pytest.mark.parametrize("format", ["PNG", "TIFF"])
def test_sixteen_bit_grey_keeps_its_range(format: str) -> None:
    ramp = np.linspace(0, 65535, 256).round().astype(np.uint16)[None, :].repeat(8, axis=0)
    image = decoded(saved(Image.fromarray(ramp), format))
    assert np.abs(np.asarray(image)[0, :, 0].astype(int) - np.arange(256)).max() <= 1


def test_sixteen_bit_colour_png_is_read() -> None:
    rows = b"".join(b"\0" + struct.pack(">3H", 65535, 32768, 0) * 4 for _ in range(3))
    data = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 3, 16, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
    assert decoded(data).getpixel((2, 1)) == (255, 128, 0)


def test_float_tiff_is_read_as_zero_to_one() -> None:
    ramp = np.linspace(0, 1, 64, dtype=np.float32)[None, :].repeat(4, axis=0)
    image = decoded(saved(Image.fromarray(ramp), "TIFF"))
    assert image.getpixel((0, 0)) == (0, 0, 0)
    assert image.getpixel((63, 0)) == (255, 255, 255)


@pytest.mark.parametrize("mode", ["1", "L", "P"])
def test_few_colour_modes_become_rgb(mode: str) -> None:
    image = scene().convert(mode)
    assert np.array_equal(
        np.asarray(decoded(saved(image, "PNG"))), np.asarray(image.convert("RGB"))
    )


def test_transparency_is_kept_in_every_way_of_writing_it() -> None:
    rgba = scene().convert("RGBA")
    rgba.putalpha(Image.linear_gradient("L").resize(scene().size))
    for data in (
        saved(rgba, "PNG"),
        saved(rgba, "WEBP", lossless=True, exact=True),
        saved(rgba, "TIFF"),
    ):
        assert np.array_equal(np.asarray(decoded(data)), np.asarray(rgba))
    grey_alpha = decoded(saved(rgba.convert("LA"), "PNG"))
    assert grey_alpha.mode == "RGBA"
    assert np.array_equal(np.asarray(grey_alpha.getchannel("A")), np.asarray(rgba.getchannel("A")))
    one_colour = decoded(saved(Image.new("RGB", (8, 8), "red"), "PNG", transparency=(255, 0, 0)))
    assert one_colour.getpixel((1, 1))[3] == 0  # type: ignore[index]
    palette = Image.new("P", (8, 8), 1)
    palette.putpalette([0, 0, 0, 10, 200, 30])
    assert decoded(saved(palette, "PNG", transparency=1)).getchannel("A").getextrema() == (0, 0)


def test_an_alpha_channel_that_hides_nothing_is_dropped() -> None:
    assert decoded(saved(scene().convert("RGBA"), "PNG")).mode == "RGB"


@pytest.mark.parametrize("format", ["GIF", "PNG", "WEBP"])
def test_an_animation_gives_its_first_frame(format: str) -> None:
    frames = [Image.new("RGB", (20, 10), name) for name in ("red", "lime", "blue")]
    data = saved(frames[0], format, save_all=True, append_images=frames[1:], duration=50)
    red, green, blue = decoded(data).convert("RGB").getpixel((5, 5))  # type: ignore[misc]
    assert red > 240
    assert green < 16
    assert blue < 16


def test_a_draft_is_never_smaller_than_asked() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(scene(1600, 1000), "JPEG", exif=exif)
    assert decoded(data).size == (1000, 1600)
    assert decoded(data, draft=(240, 390)).size == (250, 400)
    assert decoded(data, draft=(260, 400)).size == (500, 800)


def test_private_metadata_does_not_come_along() -> None:
    exif = Image.Exif()
    exif[0x010F] = "secret camera"
    image = decoded(saved(scene(), "JPEG", exif=exif, comment=b"secret"))
    assert image.info == {}
    assert b"secret" not in saved(image, "PNG")


def test_the_child_gives_the_same_pixels() -> None:
    rgba = scene().convert("RGBA")
    rgba.putalpha(100)
    for data in (saved(scene(), "PNG"), saved(rgba, "PNG"), saved(scene(700, 500), "JPEG")):
        here, there = decoded(data), decode_safely(data)
        assert here.mode == there.mode
        assert here.tobytes() == there.tobytes()


def test_the_child_tells_a_jpegs_coding() -> None:
    data = saved(scene(), "JPEG", quality=71, subsampling=2)
    coding = safely.decode_fully_safely(data).coding
    assert coding == decode.decode_fully(data).coding
    assert coding is not None
    assert coding.sampling == 2
    with Image.open(io.BytesIO(data)) as image:
        assert list(coding.tables[0]) == list(image.quantization[0])


def test_many_threads_share_a_bounded_pool() -> None:
    data = saved(scene(), "PNG")
    expected = scene().tobytes()
    results: list[bool] = []

    def work() -> None:
        results.extend(decode_safely(data).tobytes() == expected for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 40


def test_a_child_that_dies_at_work_is_a_415_and_the_next_picture_is_fine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = saved(scene(), "PNG")
    ask = safely._Child.ask

    def killed(child: safely._Child, *request: object) -> dict[str, object]:
        child._process.kill()
        child._process.wait()
        return ask(child, *request)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(
            safely._Child,
            "ask",
            lambda child, data, request, seconds: killed(child, data, request, seconds),
        )
        with pytest.raises(errors.UnsupportedMediaType, match="limits"):
            decode_safely(good)
    assert decode_safely(good).size == scene().size


def test_a_child_that_died_at_rest_is_not_noticed() -> None:
    good = saved(scene(), "PNG")
    decode_safely(good)
    for child in safely._pool(os.getpid())._idle:
        child._process.kill()
        child._process.wait()
    assert decode_safely(good).size == scene().size


def test_a_child_that_answers_nonsense_is_a_415(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in (
        b"[]",
        b"{}",
        b"nonsense",
        b'{"width": -1, "height": 9, "mode": "RGB"}',
        b'{"width": 60000, "height": 3000, "mode": "RGB"}',
    ):
        parts = [struct.pack(">I", len(answer)), answer]
        with monkeypatch.context() as patch:
            patch.setattr(
                safely._Child, "_read", lambda child, count, deadline, parts=parts: parts.pop(0)
            )
            with pytest.raises(errors.UnsupportedMediaType):
                decode_safely(saved(scene(), "PNG"))


def test_the_memory_limit_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    large = saved(scene(1600, 1200), "PNG", compress_level=1)
    assert decode_safely(large).size == (1600, 1200)
    monkeypatch.setattr(safely, "_BASE_MEMORY", 0)
    monkeypatch.setattr(safely, "_BYTES_PER_PIXEL", 1)
    with pytest.raises((errors.UnsupportedMediaType, errors.PayloadTooLarge)):
        decode_safely(large)


def test_without_child_processes_it_works_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safely, "available", lambda: False)
    assert decode_safely(saved(scene(), "PNG")).tobytes() == scene().tobytes()
