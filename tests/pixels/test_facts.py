from __future__ import annotations

import hashlib
import io
import json
from importlib import resources
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from brandstudio import errors
from brandstudio.pixels import (
    busyness,
    colour,
    intake,
    masks,
    measure,
    palette,
    similarity,
    subject,
)
from brandstudio.pixels.decode import decode
from brandstudio.pixels.facts import PictureFacts, find_facts
from brandstudio.pixels.metadata import Metadata
from brandstudio.pixels.metadata import read as read_metadata
from brandstudio.pixels.resize import fit

from . import cielab
from .pictures import saved, scene


def photo(name: str, side: int = 640) -> Image.Image:
    return fit(
        resources.files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes(), side
    )


def ball(where: tuple[int, int], size: tuple[int, int] = (400, 300)) -> Image.Image:
    """A red ball on a soft grey ground."""
    ground = Image.linear_gradient("L").resize(size).point(lambda v: 170 + v // 8)
    image = Image.merge("RGB", [ground] * 3)
    x, y = where
    ImageDraw.Draw(image).ellipse((x - 45, y - 45, x + 45, y + 45), fill=(200, 30, 30))
    return image.filter(ImageFilter.GaussianBlur(1))


# -- subject and faces -----------------------------------------------------------------------------

needs_runtime = pytest.mark.skipif(
    subject._network("u2netp.onnx") is None, reason="no runtime for the networks"
)


@needs_runtime
@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("dandelion", (0.28, 0.33), (0.75, 0.15)),
        ("coffee", (0.45, 0.5), (0.95, 0.9)),
        ("bee", (0.33, 0.52), (0.05, 0.1)),
    ],
)
def test_the_subject_of_real_photos(
    name: str, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    found = subject.subject(photo(name))
    height, width = found.mask.shape
    assert found.method == "u2netp"
    assert found.mask[int(inside[1] * height), int(inside[0] * width)] > 0.5
    assert found.mask[int(outside[1] * height), int(outside[0] * width)] < 0.2


@needs_runtime
def test_an_empty_landscape_has_no_subject() -> None:
    sky = Image.linear_gradient("L").resize((400, 260))
    found = subject.subject(
        Image.merge(
            "RGB",
            [
                sky.point(lambda v: 90 + v // 3),
                sky.point(lambda v: 130 + v // 3),
                sky.point(lambda v: 190 + v // 5),
            ],
        )
    )
    assert found.box is None
    assert found.coverage == 0


@needs_runtime
def test_faces_are_found_where_they_are_and_nowhere_else() -> None:
    found = subject.faces(photo("astronaut"))
    assert len(found) == 1
    face = found[0]
    assert face.x0 < 0.44 < face.x1
    assert face.y0 < 0.22 < face.y1
    assert 0.05 < face.x1 - face.x0 < 0.3
    for name in ("bee", "bridge", "citrus", "coffee", "dandelion"):
        assert subject.faces(photo(name)) == []


@needs_runtime
def test_two_faces_side_by_side_are_two() -> None:
    one = photo("astronaut", 400)
    both = Image.new("RGB", (800, 400))
    both.paste(one, (0, 0))
    both.paste(one.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (400, 0))
    assert len(subject.faces(both)) == 2


def test_a_cut_out_is_its_own_subject() -> None:
    logo = Image.new("RGBA", (200, 100), (0, 0, 0, 0))
    logo.paste((9, 9, 9, 255), (50, 25, 100, 75))
    found = subject.subject(logo)
    assert found.method == "alpha"
    assert found.box == pytest.approx((0.25, 0.25, 0.5, 0.75), abs=0.01)


def test_without_a_runtime_saliency_gives_a_hint_and_faces_are_not_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subject, "_network", lambda name: None)
    found = subject.subject(ball((290, 100)))
    assert found.method == "saliency"
    assert found.box is not None
    assert found.box[0] < 290 / 400 < found.box[2]
    assert found.box[1] < 100 / 300 < found.box[3]
    assert subject.subject(Image.new("RGB", (300, 200), "teal")).box is None
    assert subject.faces(photo("astronaut")) == []


# -- busyness and space ----------------------------------------------------------------------------


def test_busy_places_are_busier() -> None:
    image = Image.new("RGB", (400, 200), (120, 140, 160))
    chance = np.random.default_rng(2)
    image.paste(
        Image.fromarray(chance.integers(0, 256, (50, 50, 3), dtype=np.uint8)).resize((200, 200), 0),
        (0, 0),
    )
    found = busyness.busyness(image)
    assert found[:, : found.shape[1] // 3].mean() > 0.6
    assert found[:, -found.shape[1] // 3 :].mean() < 0.05
    assert busyness.calm_sides(found)[0] == "right"
    assert "left" not in busyness.calm_sides(found)


def test_the_subject_takes_its_side() -> None:
    calm = np.zeros((60, 100), np.float32)
    mask = np.zeros((60, 100), np.float32)
    mask[:, 70:] = 1
    assert "right" not in busyness.calm_sides(calm, mask)
    assert "left" in busyness.calm_sides(calm, mask)


# -- palette ---------------------------------------------------------------------------------------


def test_a_palette_names_the_colours_with_their_shares() -> None:
    image = Image.new("RGB", (200, 100), "#0b3c49")
    image.paste("#f4efe6", (0, 0, 60, 100))
    image.paste("#ff7a45", (60, 0, 70, 100))
    found = palette.palette(image)
    assert [s.hex for s in found] == ["#0b3c49", "#f4efe6", "#ff7a45"]
    assert [s.weight for s in found] == pytest.approx([0.65, 0.30, 0.05], abs=0.02)
    assert sum(s.weight for s in found) == pytest.approx(1, abs=0.01)


def test_palettes_are_the_same_each_time_and_bounded() -> None:
    for name in ("citrus", "bridge"):
        first = palette.palette(photo(name), n=5)
        assert first == palette.palette(photo(name), n=5)
        assert 2 <= len(first) <= 5
        labs = np.array([colour.hex_to_oklab(s.hex) for s in first])
        gaps = colour.delta_e_ok(labs[:, None], labs[None]) + np.eye(len(first)) * 99
        assert gaps.min() > 4


def test_transparent_and_masked_pixels_count_nothing() -> None:
    image = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (0, 0, 50, 100))
    assert [s.hex for s in palette.palette(image)] == ["#0000ff"]
    mask = np.zeros((10, 10), np.float32)
    mask[:, 5:] = 1
    two = Image.new("RGB", (100, 100), "#00ff00")
    two.paste("#0000ff", (0, 0, 50, 100))
    assert [s.hex for s in palette.palette(two, mask=mask)] == ["#00ff00"]
    assert palette.palette(Image.new("RGBA", (9, 9), (1, 2, 3, 0))) == []


@pytest.mark.parametrize("name", ["bee", "bridge", "citrus", "coffee", "dandelion", "astronaut"])
def test_roles_can_be_read(name: str) -> None:
    found = palette.roles(palette.palette(photo(name)))
    assert colour.contrast_ratio(found.text, found.background) >= 7
    assert colour.contrast_ratio(found.text, found.surface) >= 4.5
    assert found.primary != found.accent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("#ff0000", "red"),
        ("#ffa500", "orange"),
        ("#ffff00", "yellow"),
        ("#008000", "green"),
        ("#008080", "teal"),
        ("#0000ff", "blue"),
        ("#800080", "purple"),
        ("#ff69b4", "pink"),
        ("#000000", "black"),
        ("#ffffff", "white"),
        ("#808080", "grey"),
        ("#8b4513", "brown"),
        ("#00bfff", "cyan"),
    ],
)
def test_colours_have_their_usual_names(text: str, name: str) -> None:
    assert palette.colour_name(colour.hex_to_oklch(text)) == name


# -- measures --------------------------------------------------------------------------------------


def test_warmer_darker_duller_and_noisier_pictures_measure_so() -> None:
    base = photo("citrus", 512)
    normal = measure.measure(base)
    red, green, blue = base.split()
    warm = measure.measure(Image.merge("RGB", (red, green, blue.point(lambda v: int(v * 0.8)))))
    assert warm.colour.temperature > normal.colour.temperature + 0.01
    dark = measure.measure(ImageEnhance.Brightness(base).enhance(0.5))
    assert dark.tone.p50 < normal.tone.p50 - 0.1
    dull = measure.measure(ImageEnhance.Color(base).enhance(0.3))
    assert dull.colour.saturation < 0.5 * normal.colour.saturation
    soft = measure.measure(base.filter(ImageFilter.GaussianBlur(4)))
    assert soft.texture.sharpness < 0.7 * normal.texture.sharpness


@pytest.mark.parametrize("sigma", [3.0, 8.0, 15.0])
def test_grain_is_the_noise_sigma(sigma: float) -> None:
    chance = np.random.default_rng(4)
    grey = np.clip(
        np.linspace(90, 160, 400)[None, :, None] + chance.normal(0, sigma, (300, 400, 1)), 0, 255
    ).astype(np.uint8)
    assert measure.measure(Image.fromarray(grey.repeat(3, axis=2))).texture.grain == pytest.approx(
        sigma, rel=0.2
    )


def test_size_hardly_changes_the_figures() -> None:
    large, small = (measure.measure(photo("dandelion", side)) for side in (1600, 400))
    assert small.tone.p50 == pytest.approx(large.tone.p50, abs=0.01)
    assert small.colour.saturation == pytest.approx(large.colour.saturation, abs=0.005)
    assert small.composition.space_bottom == pytest.approx(large.composition.space_bottom, abs=0.05)


def test_light_horizon_and_symmetry() -> None:
    image = Image.new("RGB", (300, 200), (190, 215, 240))
    image.paste((60, 80, 40), (0, 130, 300, 200))
    found = measure.measure(image)
    assert found.composition.horizon == pytest.approx(0.65, abs=0.02)
    assert found.light.direction == "top"
    assert found.composition.symmetry > 0.99
    lit = (
        Image.linear_gradient("L")
        .transpose(Image.Transpose.ROTATE_90)
        .resize((200, 150))
        .convert("RGB")
    )
    assert measure.measure(lit).light.direction == "right"
    assert measure.measure(photo("citrus")).composition.horizon is None


def test_the_subject_s_place_and_sharpness() -> None:
    mask = np.zeros((30, 40), np.float32)
    mask[5:15, 20:30] = 1
    found = measure.measure(photo("dandelion"), mask)
    assert found.composition.subject_x == pytest.approx(0.625, abs=0.01)
    assert found.composition.subject_y == pytest.approx(1 / 3, abs=0.01)
    assert found.composition.subject_size == pytest.approx(100 / 1200, abs=0.01)
    assert measure.measure(photo("dandelion")).texture.depth is None


@pytest.mark.parametrize(
    "image",
    [
        Image.new("RGB", (1, 1)),
        Image.new("RGB", (1, 900), "red"),
        Image.new("RGB", (900, 1)),
        Image.new("RGBA", (40, 40)),
        Image.new("RGB", (64, 64), "white"),
    ],
)
def test_poor_pictures_measure_without_nonsense(image: Image.Image) -> None:
    text = json.dumps(find_facts(image).to_json())
    assert "NaN" not in text
    assert "Infinity" not in text


# -- similarity ------------------------------------------------------------------------------------


def test_copies_are_near_and_strangers_far() -> None:
    names = ("bee", "bridge", "citrus", "coffee", "dandelion", "astronaut")
    hashes = {name: similarity.phash(photo(name)) for name in names}
    for name in names:
        poor = decode(saved(photo(name, 200), "JPEG", quality=40))
        assert similarity.near_duplicate(hashes[name], similarity.phash(poor))
        assert similarity.near_duplicate(
            hashes[name], similarity.phash(ImageEnhance.Brightness(photo(name)).enhance(1.15))
        )
        assert not any(
            similarity.near_duplicate(hashes[name], hashes[other])
            for other in names
            if other != name
        )
    assert all(0 <= value < 2**64 for value in hashes.values())


def test_flat_pictures_are_no_duplicates_of_each_other() -> None:
    assert not similarity.near_duplicate(
        *(similarity.phash(Image.new("RGB", (50, 50), c)) for c in ("red", "blue"))
    )


# -- masks -----------------------------------------------------------------------------------------


def test_box_sums_equal_plain_sums() -> None:
    chance = np.random.default_rng(1)
    values = chance.random((23, 31))
    table = masks.integral(values)
    for _ in range(50):
        x0, x1 = sorted(chance.integers(-3, 36, 2).tolist())
        y0, y1 = sorted(chance.integers(-3, 28, 2).tolist())
        inside = values[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
        assert masks.box_sum(table, (x0, y0, x1, y1)) == pytest.approx(float(inside.sum()))
    sums = masks.sliding_sums(table, 5, 4)
    assert sums.shape == (20, 27)
    assert sums[3, 7] == pytest.approx(values[3:7, 7:12].sum())


@pytest.mark.parametrize("radius", [1, 2, 3, 7])
def test_growing_is_the_neighbourhood_s_maximum_and_shrinking_its_inverse(radius: int) -> None:
    mask = np.zeros((40, 50), np.float32)
    mask[20, 25] = 1
    grown = masks.grow(mask, radius)
    assert int(grown.sum()) == (2 * radius + 1) ** 2
    assert np.array_equal(masks.grow(grown, -radius), mask)
    edge = np.zeros((9, 9), np.float32)
    edge[0, 0] = 1
    assert int(masks.grow(edge, 2).sum()) == 9


def test_feathering_softens_edges_and_keeps_the_inside() -> None:
    mask = np.zeros((60, 60), np.float32)
    mask[:, 30:] = 1
    soft = masks.feather(mask, 4)
    assert soft[30, 55] > 0.99
    assert soft[30, 5] < 0.01
    assert 0.3 < soft[30, 30] < 0.7


# -- intake ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "AVIF", "GIF", "TIFF", "BMP"])
def test_every_format_is_taken_in(format: str) -> None:
    taken = intake.take_in(saved(photo("bridge", 300), format))
    assert taken.source_format == format.lower()
    assert (taken.width, taken.height) == photo("bridge", 300).size
    stored = decode(taken.stored)
    assert stored.size == (taken.width, taken.height)
    assert taken.sha256 == hashlib.sha256(taken.stored).hexdigest()
    assert taken.working is None
    reference = decode(saved(photo("bridge", 300), format))
    far = cielab.delta_e_2000(
        cielab.u8_to_cielab(np.asarray(stored)), cielab.u8_to_cielab(np.asarray(reference))
    )
    assert float(far.mean()) < 1.5


def test_a_photograph_that_came_as_png_is_kept_without_loss() -> None:
    taken = intake.take_in(saved(photo("bridge", 300), "PNG"))
    assert (taken.mime, taken.thumbnail_mime) == ("image/png", "image/jpeg")
    assert decode(taken.stored).tobytes() == photo("bridge", 300).convert("RGB").tobytes()


def test_a_large_picture_gets_a_working_copy() -> None:
    taken = intake.take_in(saved(scene(3000, 1500), "JPEG"))
    assert taken.working is not None
    with Image.open(io.BytesIO(taken.working)) as working:
        assert working.size == (2560, 1280)
        assert "progressive" not in working.info
    assert decode(taken.thumbnail).size == (512, 256)
    assert (taken.width, taken.height) == (3000, 1500)


def test_logos_stay_png_with_their_transparency() -> None:
    logo = Image.new("RGBA", (700, 300), (0, 0, 0, 0))
    ImageDraw.Draw(logo).ellipse((20, 20, 280, 280), fill="#0b3c49")
    taken = intake.take_in(saved(logo, "WEBP", lossless=True))
    assert (taken.mime, taken.thumbnail_mime) == ("image/png", "image/png")
    assert decode(taken.stored).tobytes() == decode(saved(logo, "WEBP", lossless=True)).tobytes()
    assert taken.facts.has_alpha
    drawing = intake.take_in(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><circle cx="5" cy="5" r="4"/></svg>'
    )
    assert (drawing.mime, drawing.width, drawing.height) == ("image/png", 2048, 1024)


def test_nothing_private_and_nothing_behind_the_end_is_stored() -> None:
    exif = Image.Exif()
    exif[0x010F] = "SECRET-camera"
    exif[0x8825] = {1: "N", 2: (52.0, 31.0, 0.0)}
    data = (
        saved(scene(), "JPEG", exif=exif, comment=b"SECRET-comment", xmp=b"<x>SECRET-xmp</x>")
        + b"PK\x03\x04SECRET-zip"
    )
    taken = intake.take_in(data)
    for kept in (taken.stored, taken.thumbnail):
        assert b"SECRET" not in kept
        assert b"Exif" not in kept
        assert kept.endswith(b"\xff\xd9")


def test_that_a_machine_made_it_is_kept() -> None:
    from brandstudio.pixels import encode

    made = encode.jpeg(
        scene(),
        metadata=Metadata("trainedAlgorithmicMedia", "SomeTool", "words", "a private prompt"),
    )
    taken = intake.take_in(made)
    found = read_metadata(taken.stored)
    assert found is not None
    assert found.source == "trainedAlgorithmicMedia"
    assert b"private" not in taken.stored


def test_writing_a_jpeg_again_loses_next_to_nothing() -> None:
    data = saved(photo("bee"), "JPEG", quality=80)
    taken = intake.take_in(data)
    gap = np.abs(np.asarray(decode(taken.stored), int) - np.asarray(decode(data), int))
    assert gap.mean() < 0.5
    assert len(taken.stored) < 1.1 * len(data) + 1000


def test_intake_gives_the_same_bytes_each_time(
    looked_at_once: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "_network", looked_at_once)  # asked each time
    monkeypatch.setattr(intake, "find_facts", find_facts)
    data = saved(photo("coffee"), "PNG")
    assert intake.take_in(data).stored == intake.take_in(data).stored


def test_facts_go_through_json_and_back() -> None:
    facts = find_facts(photo("astronaut"))
    text = json.dumps(facts.to_json())
    assert len(text) < 20_000
    back = PictureFacts.from_json(json.loads(text))
    assert json.dumps(back.to_json()) == text
    assert back.measures == facts.measures
    assert facts.sighted is not None
    assert facts.sighted.people.mean() > 0.2
    assert {"square", *({"has-face"} if facts.faces else set())} <= set(back.system_tags())


def test_text_space_is_told() -> None:
    assert "text-space-left" in find_facts(ball((330, 150))).system_tags()


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"GIF89a"])
def test_what_is_no_picture_is_not_taken_in(data: bytes) -> None:
    with pytest.raises(errors.UnsupportedMediaType):
        intake.take_in(data)


def test_a_calm_edge_is_told_from_a_busy_one_and_kept() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (60, 40, 3), dtype=np.uint8)
    picture = Image.new("RGB", (480, 360), (90, 120, 160))
    picture.paste(Image.fromarray(noise).resize((160, 360), Image.Resampling.NEAREST), (320, 0))
    found = find_facts(picture)
    assert found.edges is not None
    assert "left" in found.edges
    assert "right" not in found.edges
    back = PictureFacts.from_json(json.loads(json.dumps(found.to_json())))
    assert back.edges == found.edges
    assert PictureFacts.from_json({**found.to_json(), "edges": None}).edges is None


def test_a_picture_is_not_continued_at_an_edge_that_ends_in_a_line() -> None:
    sky = Image.new("RGB", (640, 480), (150, 180, 210))
    assert set(find_facts(sky).edges or ()) == {"left", "right", "top", "bottom"}
    ImageDraw.Draw(sky).line((0, 479, 640, 479), fill=(20, 24, 30), width=3)
    assert "bottom" not in (find_facts(sky).edges or ())
    assert "top" in (find_facts(sky).edges or ())
