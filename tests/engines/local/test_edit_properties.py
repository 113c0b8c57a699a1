"""What no instruction may do: change a measure against its word, flip a sign by an adverb, or touch
what it was not about.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.engines.local.edit import revise
from brandstudio.engines.local.places import sky
from brandstudio.engines.protocols import EditRequest
from brandstudio.language.edits import LOOKS, parse
from brandstudio.language.tables import table
from brandstudio.pixels import colour

PHOTOS = Path(__file__).parents[3] / "brandstudio" / "assets" / "photos"


def photo(name: str, side: int = 240) -> np.ndarray:
    image = Image.open(PHOTOS / f"{name}.jpg").convert("RGB")
    image.thumbnail((side, side))
    return np.asarray(image)


def measures(pixels: np.ndarray) -> dict[str, float]:
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    low, high = np.percentile(lab[..., 0], [5, 95])
    detail = np.abs(np.diff(lab[..., 0], axis=1)).mean()
    return {
        "brightness": float(lab[..., 0].mean()),
        "contrast": float(high - low),
        "saturation": float(np.hypot(lab[..., 1], lab[..., 2]).mean()),
        "temperature": float(lab[..., 2].mean()),
        "sharpen": float(detail),
    }


def revised(instructions: str, pixels: np.ndarray) -> np.ndarray:
    return revise(EditRequest(pixels, instructions)).pixels


SIGNED = ("brightness", "contrast", "saturation", "temperature", "sharpen")
WORDS = [
    (row["kind"], row["sign"], word)
    for row in table("edits")["sense"]
    if row["is"] == "change" and row.get("kind") in SIGNED
    for language in ("en", "de", "fr", "es")
    for word in row.get(language, ())
]


@pytest.mark.parametrize("name", ["coffee", "bridge"])
def test_every_word_of_change_moves_its_measure_its_own_way(name: str) -> None:
    before = photo(name)
    ground = measures(before)
    moved: dict[tuple[str, int], float] = {}
    for kind, sign, word in WORDS:
        parsed = parse(word)
        assert len(parsed.edits) == 1, word
        edit = parsed.edits[0]
        assert (edit.kind, np.sign(edit.amount)) == (kind, sign), word
        if (kind, sign) not in moved:
            moved[kind, sign] = measures(revised(word, before))[kind] - ground[kind]
    assert all(change * sign > 0 for (_, sign), change in moved.items()), moved


ADVERBS = [w for row in table("edits")["sense"] if row["is"] == "amount" for w in row["en"]]


@pytest.mark.parametrize("wish", ["brighter", "less contrast", "too warm", "desaturate", "cooler"])
def test_an_adverb_never_flips_a_sign(wish: str) -> None:
    (plain,) = parse(wish).edits
    for adverb in ADVERBS:
        for said in (f"{adverb} {wish}", f"{wish} {adverb}", f"{wish}, {adverb}"):
            parsed = parse(said)
            if parsed.not_understood:
                continue
            assert parsed.edits[0].kind == plain.kind, said
            assert parsed.edits[0].amount * plain.amount > 0, said


@pytest.mark.parametrize("figure", ["10%", "25 %", "50 percent", "80%"])
@pytest.mark.parametrize("noun", ["brightness", "contrast", "saturation"])
def test_a_signed_share_is_obeyed(noun: str, figure: str) -> None:
    before = photo("coffee")
    ground = measures(before)[noun]
    for said, sign in ((f"{noun} -{figure}", -1), (f"{noun} +{figure}", 1)):
        assert (measures(revised(said, before))[noun] - ground) * sign > 0


@pytest.mark.parametrize(
    "said", ["half the contrast", "reduce contrast by half", "contrast to 50%"]
)
def test_half_is_half(said: str) -> None:
    (edit,) = parse(said).edits
    assert (edit.kind, edit.exact, edit.amount < 0) == ("contrast", 0.5, True)


def test_a_subtle_effect_is_laid_on_in_part() -> None:
    before = photo("coffee")
    full, subtle = (
        np.abs(revised(said, before).astype(int) - before).mean()
        for said in ("sepia", "subtle sepia")
    )
    assert 0.3 * full < subtle < 0.7 * full


def test_only_the_sky_is_only_the_sky() -> None:
    before = photo("bridge", 480)
    mask = sky(before)
    assert mask is not None
    after = revised("darken only the sky", before)
    change = np.abs(after.astype(int) - before).max(axis=2)
    assert change[mask < 0.01].max() <= 2
    assert after[mask > 0.9].mean() < before[mask > 0.9].mean()


@pytest.mark.parametrize("name", ["coffee", "citrus", "bee"])
def test_a_sky_that_is_not_there_fails_by_name(name: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="No sky was found"):
        revised("darken only the sky", photo(name, 480))


def test_all_but_a_colour_becomes_black_and_white() -> None:
    after = revised("everything black and white except the red", photo("coffee", 480))
    chroma = np.hypot(*np.moveaxis(colour.u8_to_oklab(after), -1, 0)[1:])
    assert np.median(chroma) > 0.02
    citrus = revised("everything black and white except the greens", photo("citrus", 480))
    lab = colour.u8_to_oklab(citrus)
    orange = (lab[..., 1] > 0.03) & (lab[..., 2] > 0.03)
    assert orange.mean() < 0.02


@pytest.mark.parametrize("said", ["black and white", "desaturate it completely"])
@pytest.mark.parametrize("name", ["citrus", "bridge"])
def test_black_and_white_leaves_no_colour_even_in_the_brightest_yellow(
    name: str, said: str
) -> None:
    after = revised(said, photo(name))
    assert int(np.ptp(after.astype(int), axis=2).max()) <= 3


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_side_is_that_side(side: str) -> None:
    before = photo("coffee")
    change = revised(f"darken the {side} half", before).astype(float) - before
    halves = {
        "left": change[:, : change.shape[1] // 3],
        "right": change[:, -(change.shape[1] // 3) :],
        "top": change[: change.shape[0] // 3],
        "bottom": change[-(change.shape[0] // 3) :],
    }
    other = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[side]
    assert halves[side].mean() < -5
    assert abs(halves[other]).mean() < 1


@pytest.mark.parametrize("look", LOOKS)
def test_a_finish_changes_the_picture_and_less_of_it_changes_less(look: str) -> None:
    before = photo("bridge")
    word = {"hdr": "HDR look"}.get(look, look)
    full = np.abs(revised(word, before).astype(int) - before).mean()
    little = np.abs(revised(f"slightly {word}", before).astype(int) - before).mean()
    assert 0.5 < little < full


def test_dehaze_raises_contrast_and_lifted_shadows_are_lighter() -> None:
    hazy = (photo("bridge").astype(float) * 0.45 + 130).clip(0, 255).astype(np.uint8)
    assert measures(revised("dehaze", hazy))["contrast"] > measures(hazy)["contrast"] * 1.1
    dark = photo("bridge")
    assert measures(revised("lift the shadows", dark))["brightness"] > measures(dark)["brightness"]


@pytest.mark.parametrize(
    "said",
    [
        "blur everything except the motorcycle",
        "crop out the path",
        "make the grass greener",
        "brighter, but keep the skin tones",
        "brighter and darker",
        "increase the contrast by -30%",
        "brightness",
        "sharpen the shadows",
        "remove the vignette",
        "saturation 50",
        "a bit much warmer",
    ],
)
def test_what_is_half_understood_is_refused_by_name(said: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction):
        revised(said, photo("coffee", 64))


def test_a_misspelled_word_is_read_and_told() -> None:
    made = revise(EditRequest(photo("coffee", 64), "more contarst"))
    assert made.warnings == ('Read "contarst" as "contrast".',)
