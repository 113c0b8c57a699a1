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
from brandstudio.engines.local.horizon import above_horizon, up_to_things, without_pale_things
from brandstudio.engines.local.places import sky
from brandstudio.engines.local.work import Work, together
from brandstudio.engines.protocols import BrandLook, EditRequest
from brandstudio.language.edit_values import Edit
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
#: What a word is said of that is a change of colours alone ("more subtle").
REDS = {"en": "the reds ", "de": "die Rottöne ", "fr": "les rouges ", "es": "los rojos "}
WORDS = [
    (row["kind"], row["sign"], (REDS[language] if row.get("hued") else "") + word)
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
        parsed = parse(word.replace(" ... ", " das Bild "))
        assert len(parsed.edits) == 1, word
        edit = parsed.edits[0]
        assert (edit.kind, np.sign(edit.amount)) == (kind, sign), word
        if (kind, sign) not in moved:
            moved[kind, sign] = (
                measures(revised(word.replace(" ... ", " das Bild "), before))[kind] - ground[kind]
            )
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


@pytest.mark.parametrize("name", ["coffee", "citrus", "bee", "astronaut"])
def test_a_sky_that_is_not_there_fails_by_name(name: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="No sky was found"):
        revised("darken only the sky", photo(name, 480))


def test_an_overcast_sky_is_a_sky() -> None:
    clear = photo("bridge", 480)
    own = sky(clear)
    assert own is not None
    clouds = np.linspace(196, 222, clear.shape[0])[:, None, None]
    overcast = (clear * (1 - own[..., None]) + clouds * own[..., None]).astype(np.uint8)
    mask = sky(overcast)
    assert mask is not None
    assert abs(float(mask.mean()) - float(own.mean())) < 0.1


def standing(ground: np.ndarray, *things: tuple[slice, slice]) -> np.ndarray:
    """A picture of things of many greens and browns before a ground."""
    chance = np.random.default_rng(3)
    out = ground.copy()
    for rows, columns in things:
        out[rows, columns] = chance.integers(20, 90, out[rows, columns].shape)
    return out


@pytest.mark.parametrize(
    ("ground", "things"),
    [
        # A studio's grey, lighter in the middle, down both sides of who stands before it.
        ((205, 206, 207), [(slice(60, 240), slice(110, 210))]),
        # A cream wall over a sideboard from side to side.
        ((226, 216, 198), [(slice(170, 240), slice(0, 320))]),
        # A product on white.
        ((255, 255, 255), [(slice(60, 200), slice(0, 320))]),
    ],
)
def test_a_wall_a_backdrop_and_a_sheet_of_paper_are_no_sky(
    ground: tuple[int, int, int], things: list[tuple[slice, slice]]
) -> None:
    across = np.hypot(*np.mgrid[-1:1:240j, -1:1:320j])[..., None] * 14
    plain = np.full((240, 320, 3), ground, np.float64) - (across if min(ground) < 255 else 0)
    assert sky(standing(plain.astype(np.uint8), *things)) is None


def test_what_is_behind_a_person_alone_is_a_backdrop() -> None:
    plain = np.full((240, 320, 3), (205, 206, 207), np.uint8)
    picture = standing(plain, (slice(60, 240), slice(110, 210)), (slice(190, 240), slice(0, 320)))
    person = np.zeros((240, 320), np.float32)
    person[60:, 110:210] = person[190:] = 1
    assert sky(picture) is not None
    assert sky(picture, lambda: person) is None


def hazy_lake(lean: float = 0.0) -> np.ndarray:
    """A pale sky, a far shore in haze with gaps, a lake of the sky's tone, and trees at the sides."""
    y, x = np.mgrid[0:240, 0:320].astype(np.float64)
    at = y - 110 - lean * (x - 160)
    # Haze has no sharp edge: the shore is darker within eight rows, and the lake behind it lighter.
    light = np.interp(at, [-110, 0, 8, 12, 26, 130], [244, 238, 200, 200, 222, 206])
    picture = np.stack([light, light + 2, light + 4], axis=-1).astype(np.uint8)
    trees = ((slice(90, 240), slice(0, 60)), (slice(70, 240), slice(270, 320)))
    return standing(picture, *trees, (slice(200, 240), slice(0, 320)))


@pytest.mark.parametrize("lean", [0.0, 0.03])
def test_a_lake_of_the_skys_own_tone_is_no_sky(lean: float) -> None:
    mask = sky(hazy_lake(lean))
    assert mask is not None
    assert mask[:60].mean() > 0.95
    assert mask[:98, 70:260].mean() > 0.9
    assert mask[132:].mean() < 0.03


def test_clouds_with_dark_bellies_are_no_horizon() -> None:
    y, x = np.mgrid[0:240, 0:320].astype(np.float64)
    plain = np.stack([120 - 0 * y, 165 + y / 8, 225 + 0 * y], axis=-1)
    for across, height, wide in ((60, 40, 55), (170, 70, 60), (270, 35, 50)):
        away = np.hypot((x - across) / wide, (y - height) / 26)
        cloud = np.clip(1.4 - away, 0, 1)[..., None]
        grey = (250 - 40 * np.clip((y - height) / 26, 0, 1))[..., None]
        plain = plain * (1 - cloud) + grey * cloud
    mask = sky(standing(plain.astype(np.uint8), (slice(130, 240), slice(0, 320))))
    assert mask is not None
    assert mask[:120].mean() > 0.9


def test_what_goes_on_below_what_stands_in_it_is_no_sky_to_change() -> None:
    """Fog: the lake round an island is of the fog's tone down to the lower edge."""
    fog = np.full((240, 320, 3), (120, 150, 190), np.uint8)
    fog[95:140, 40:150] = (40, 52, 66)
    assert sky(fog) is None


@pytest.mark.parametrize("side", ["top", "bottom"])
def test_a_crop_to_a_ratio_ends_at_the_side_that_is_to_stay(side: str) -> None:
    tall = np.moveaxis(np.broadcast_to(np.arange(240, dtype=np.uint8), (3, 90, 240)), 0, 2)
    tall = np.ascontiguousarray(tall.swapaxes(0, 1))
    made = revised(f"crop to 1:1, keep the {side}", tall)
    assert made.shape[:2] == (90, 90)
    assert np.array_equal(made, tall[:90] if side == "top" else tall[-90:])


def test_all_but_a_colour_becomes_black_and_white() -> None:
    after = revised("everything black and white except the red", photo("coffee", 480))
    chroma = np.hypot(*np.moveaxis(colour.u8_to_oklab(after), -1, 0)[1:])
    assert np.median(chroma) > 0.02
    # Of limes that go over into yellow half would be grey.
    with pytest.raises(errors.UnsupportedInstruction, match="hues beside"):
        revised("everything black and white except the greens", photo("citrus", 480))


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


PLACES = {
    "darken the left half of the background": ("brightness", -1, "left&background"),
    "desaturate the sky at the top right": ("saturation", -1, "top&right&sky"),
    "darken the left edge": ("brightness", -1, "left-edge"),
    "brighten the bottom 20%": ("brightness", 1, "bottom-20"),
    "warm everything except the top left": ("temperature", 1, "all!top&left"),
    "brighter, but not the sky and not on the left": ("brightness", 1, "right!sky"),
    "den Himmel links dunkler": ("brightness", -1, "left&sky"),
    "éclaircis le fond sauf en haut à droite": ("brightness", 1, "background!top&right"),
    "oscurece la mitad izquierda del cielo": ("brightness", -1, "left&sky"),
}


@pytest.mark.parametrize("said", PLACES)
def test_places_that_are_named_together_narrow_each_other(said: str) -> None:
    kind, sign, place = PLACES[said]
    before = photo("bridge")
    (edit,) = parse(said).edits
    assert "!".join((edit.target, *edit.without)) == place
    after = revised(said, before)
    mask = mask_of(before, edit)
    change = after.astype(int) - before
    assert np.percentile(np.abs(change).max(axis=2)[mask < 0.01], 99) <= 3
    old, new = (measured(kind, pixels, mask > 0.6) for pixels in (before, after))
    assert (new - old) * sign > 0


def mask_of(pixels: np.ndarray, edit: Edit) -> np.ndarray:
    work = Work(pixels, None, None, BrandLook(), 0)
    mask = together(work, edit.target)
    assert mask is not None
    for part in edit.without:
        less = together(work, part)
        assert less is not None
        mask = mask * (1 - less)
    return mask


def measured(kind: str, pixels: np.ndarray, where: np.ndarray) -> float:
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))[where]
    return float(
        {
            "brightness": lab[:, 0],
            "saturation": np.hypot(lab[:, 1], lab[:, 2]),
            "temperature": lab[:, 2],
        }[kind].mean()
    )


@pytest.mark.parametrize("wish", ["brighter", "darker", "less saturated", "warmer"])
@pytest.mark.parametrize(
    "where",
    ["the sky", "on the left", "at the top right", "the left half of the background",
     "everything except the subject", "the sky and the left edge", "only the faces"],
)  # fmt: skip
def test_a_place_never_turns_a_wish_round(wish: str, where: str) -> None:
    (plain,) = parse(wish).edits
    for said in (f"{where} {wish}", f"{wish}: {where}", f"make {where} {wish}"):
        parsed = parse(said)
        if parsed.not_understood:
            continue
        assert parsed.edits, said
        for edit in parsed.edits:
            assert edit.kind == plain.kind, said
            assert edit.amount * plain.amount > 0, said
            assert edit.place != ("all", ()), said


@pytest.mark.parametrize(
    "said",
    [
        "darken to the left of the subject",
        "links vom Motiv dunkler",
        "darken the left and right edges",
        "the left and right thirds darker",
        "brighten the left half of the subject and the sky",
        "darken the sky and blur the background, except on the left",
        "lighten the middle third",
        "blur by 20",
        "remove the background on the left",
        "vignette, but not at the bottom",
        "add grain only on the left",
        "soften the greens",
        "darken within 10% of the top edge",
    ],
)
def test_a_place_or_an_amount_that_is_not_clear_is_refused(said: str) -> None:
    assert parse(said).not_understood


def test_faces_are_looked_for_when_nobody_did() -> None:
    before = photo("astronaut")
    after = revised("brighten the faces", before)
    face = after[20:90, 95:150].mean() - before[20:90, 95:150].mean()
    assert face > 3
    assert np.abs(after[150:].astype(int) - before[150:]).max() <= 2


def test_what_is_nowhere_on_a_picture_fails_by_name() -> None:
    with pytest.raises(errors.UnsupportedInstruction, match="No face was found"):
        revised("brighten the faces in the background", photo("coffee", 64))


@pytest.mark.parametrize(
    ("said", "kind", "share"),
    [
        ("contrast -50%", "contrast", -0.5),
        ("contrast +10", "contrast", 0.1),
        ("saturation -20", "saturation", -0.2),
        ("brightness +15%", "brightness", 0.15),
        ("exposure -1 stop", "brightness", 2 ** (-1 / 2.2) - 1),
    ],
)
def test_an_amount_is_measured_on_the_picture(said: str, kind: str, share: float) -> None:
    before = photo("bridge")

    def measure(pixels: np.ndarray) -> float:
        if kind != "brightness":
            return measures(pixels)[kind]
        # A share of brightness is one of the values that a screen shows, for its middle tone.
        middle = np.median(colour.u8_to_oklab(np.ascontiguousarray(pixels))[..., 0])
        return float(colour.linear_to_srgb(middle**3))

    change = measure(revised(said, before)) / measure(before) - 1
    assert change == pytest.approx(share, abs=0.05)


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
        "crop out the path",
        "make the rug greener",
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


@pytest.mark.parametrize("tone", ["shadows", "midtones", "highlights"])
@pytest.mark.parametrize("share", ["+40%", "+20%", "-20%", "-40%"])
def test_a_strong_edit_of_a_tone_keeps_the_order_of_tones_and_what_tells_them_apart(
    tone: str, share: str
) -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 96, axis=0)
    made = revised(f"brightness of the {tone} {share}", np.repeat(ramp, 3, axis=2))
    tones = made[:, 20:240].astype(np.float32).mean(axis=(0, 2))  # without the dither
    assert np.diff(tones).min() > -0.2
    assert (tones[12:] - tones[:-12]).min() > 2  # no range becomes one tone


def test_a_pale_sky_is_darker_where_that_is_asked() -> None:
    source = photo("bridge")
    pale = source.copy()
    mask = sky(source, lambda: None)
    assert mask is not None
    pale[mask > 0.5] = np.maximum(pale[mask > 0.5], 246)
    found = sky(pale, lambda: None)
    assert found is not None
    inside = found > 0.9
    made = revised("darken the sky", pale)
    fall = pale[inside].astype(int) - made[inside]
    assert np.median(fall) > 12
    assert np.abs(pale[found < 0.01].astype(int) - made[found < 0.01]).max() <= 2


def ramp(top: tuple[int, int, int], low: tuple[int, int, int], rows: int) -> np.ndarray:
    """A ground of 320 columns that goes from one colour to another."""
    down = np.linspace(0, 1, rows)[:, None, None]
    both = np.array(top) * (1 - down) + np.array(low) * down
    return np.broadcast_to(both, (rows, 320, 3)).astype(np.uint8)


def land(rows: int) -> np.ndarray:
    """A dark field of 320 columns with a grain."""
    grain = np.random.default_rng(5).integers(20, 80, (rows, 320, 1))
    return np.broadcast_to(grain, (rows, 320, 3)).astype(np.uint8)


def test_panels_in_haze_on_one_side_are_no_sky() -> None:
    lab = np.zeros((100, 200, 3), np.float32)
    lab[..., 0] = 0.8 + np.random.default_rng(7).normal(0, 0.004, (100, 200))
    lab[60:, 115:, 0] -= 0.09  # as blue as the sky, and darker
    found = np.zeros((100, 200), bool)
    # Where the sky ends earlier, its own noise is no step.
    found[:62, :115], found[:75, 115:] = True, True
    above = above_horizon(lab, found)
    assert above[:56].all()
    assert not above[64:].any()


def test_a_cream_wall_at_the_end_of_a_blue_sky_is_none_of_it() -> None:
    lab = np.zeros((100, 200, 3), np.float32)
    lab[..., 0], lab[..., 2] = 0.7, -0.05
    lab[40:60, 20:60, 2] = 0.02  # a cloud in the sun, with sky below it
    lab[70:80, 100:140, 2] = 0.02
    found = np.zeros((100, 200), bool)
    found[:80] = True
    left = without_pale_things(lab, found)
    assert not left[70:80, 100:140].any()
    assert int(left.sum()) == int(found.sum()) - 400


def test_a_sky_grows_into_its_own_colour_at_its_bounds_and_into_nothing_else() -> None:
    lab = np.zeros((20, 20, 3), np.float32)
    lab[..., 0], lab[:, 15:, 0] = 0.8, 0.4
    found = np.zeros((20, 20), bool)
    found[:, :13] = True
    every = np.ones_like(found)
    grown = up_to_things(lab, found, every)
    assert grown[:, :15].all()
    assert not grown[:, 15:].any()
    assert (up_to_things(lab, found, ~every) == found).all()


@pytest.mark.parametrize(
    "below",
    [
        ramp((232, 234, 238), (228, 230, 233), 60),  # white clouds
        ramp((112, 134, 166), (214, 150, 96), 60),  # dusk
    ],
)
def test_a_sky_that_is_found_only_in_part_is_refused(below: np.ndarray) -> None:
    picture = np.vstack([ramp((60, 110, 185), (110, 135, 170), 90), below, land(60)])
    found = sky(picture)
    assert found is None or found[100:140].min() > 0.9
