"""What a prompt asks of a drawn picture is in it: colours over the palette, light, free sides,
another picture for another seed.
"""

from __future__ import annotations

import numpy as np
import pytest
from sampling import one_of

from brandstudio import errors
from brandstudio.engines.local import places
from brandstudio.engines.local.create import create
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.language.scenes import FAMILIES
from brandstudio.pixels import colour

BLUE = BrandLook(palette=(BrandSwatch("#123a8c"), BrandSwatch("#e8eefc"), BrandSwatch("#0d1b3d")))
WORDS = {
    "mesh": "gradient",
    "sky": "clouds",
    "aurora": "northern lights",
    "leaves": "autumn leaves",
    "bokeh": "bokeh lights",
    "arches": "sunburst arches",
    "mosaic": "low poly",
    "topographic": "contour lines",
    "geometric": "geometric shapes",
    "halftone": "halftone dots",
    "papercut": "papercut layers",
    "stage": "podium",
    "botanical": "palm plants",
    "field": "poppies",
    "pane": "rain on a window",
    "room": "living room",
    "scatter": "gold dust",
    "candles": "candlelight",
    "cloudsea": "sea of clouds",
    "firtwigs": "fir branches",
    "pattern": "striped",
}


def drawn(prompt: str, seed: int = 1, look: BrandLook | None = None) -> np.ndarray:
    return create(CreateRequest(prompt, 192, 128, seed, look or BrandLook())).pixels


def lab(pixels: np.ndarray) -> np.ndarray:
    return colour.u8_to_oklab(pixels)


@pytest.mark.parametrize("family", one_of(4, FAMILIES))
def test_another_seed_is_visibly_another_picture(family: str) -> None:
    prompt = WORDS.get(family, family)
    one, other = (lab(drawn(prompt, seed)) for seed in (1, 2))
    assert np.abs(one - other).max(axis=2).mean() > 0.012


@pytest.mark.parametrize("prompt", ["confetti on a pink background", "pink gradient"])
def test_colours_that_are_asked_for_win_over_the_palette_and_it_is_said(prompt: str) -> None:
    made = create(CreateRequest(prompt, 192, 128, 1, BLUE))
    seen = lab(made.pixels).reshape(-1, 3)
    assert np.median(seen[:, 1]) > 0.02
    assert any("pink" in w and "palette" in w for w in made.warnings)


@pytest.mark.parametrize(
    "prompt", ["minimal background, only white and grey", "waves, black and white"]
)
def test_greys_that_are_asked_for_are_no_brand_colours(prompt: str) -> None:
    look = BrandLook(
        palette=(BrandSwatch("#1f4e5f"), BrandSwatch("#f2a65a"), BrandSwatch("#f7f3ea"))
    )
    made = create(CreateRequest(prompt, 192, 128, 1, look))
    assert np.hypot(*np.moveaxis(lab(made.pixels)[..., 1:], 2, 0)).mean() < 0.02
    assert any("colours (" in said for said in made.warnings)


def test_an_orange_brand_has_no_beige() -> None:
    look = BrandLook(
        palette=(BrandSwatch("#1f4e5f"), BrandSwatch("#f2a65a"), BrandSwatch("#f7f3ea"))
    )
    made = create(CreateRequest("paper texture in beige", 192, 128, 1, look))
    assert 0.015 < np.hypot(*np.moveaxis(lab(made.pixels)[..., 1:], 2, 0)).mean() < 0.06


def test_a_texture_of_two_colours_takes_the_first_and_says_so() -> None:
    look = BrandLook(
        palette=(BrandSwatch("#1f4e5f"), BrandSwatch("#f2a65a"), BrandSwatch("#f7f3ea"))
    )
    made = create(CreateRequest("paper texture, white and gold", 192, 128, 1, look))
    assert lab(made.pixels)[..., 0].mean() > 0.85
    assert 'No such colour in this picture: "gold".' in made.warnings


def test_a_colour_that_the_palette_holds_is_no_contradiction() -> None:
    assert create(CreateRequest("blue gradient", 192, 128, 1, BLUE)).warnings == ()


@pytest.mark.parametrize("prompt", ["northern lights", "fireworks", "road at night"])
def test_what_is_seen_at_night_is_dark(prompt: str) -> None:
    assert np.median(lab(drawn(prompt))[..., 0]) < 0.4


@pytest.mark.parametrize("prompt", ["city skyline by day", "snow", "cherry blossom, pastel"])
def test_what_is_bright_is_bright(prompt: str) -> None:
    assert np.median(lab(drawn(prompt))[..., 0]) > 0.6


@pytest.mark.parametrize("family", ["fireworks", "confetti", "leaves", "blossom", "harbour"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_side_that_is_kept_free_is_the_calmer_one(family: str, side: str) -> None:
    prompt = WORDS.get(family, family)
    light = lab(drawn(f"{prompt}, empty space on the {side}", 3))[..., 0]
    busy = np.abs(np.diff(light, axis=1))
    third = busy.shape[1] // 3
    left, right = busy[:, :third].mean(), busy[:, -third:].mean()
    assert (left < right) == (side == "left")


def test_a_strict_request_is_refused_where_the_subject_cannot_be_drawn() -> None:
    with pytest.raises(errors.UnsupportedPrompt, match="bicycle"):
        create(CreateRequest("a bicycle", 64, 64, strict=True))
    assert create(CreateRequest("calm sea", 64, 64, strict=True)).warnings == ()


def test_a_white_ground_is_white_and_keeps_the_colours_that_are_on_it() -> None:
    seen = lab(drawn("confetti on a white background")).reshape(-1, 3)
    assert np.median(seen[:, 0]) > 0.95
    assert np.percentile(np.hypot(seen[:, 1], seen[:, 2]), 99) > 0.08
    leaves = lab(drawn("tropical leaves on white")).reshape(-1, 3)
    assert np.percentile(leaves[:, 1], 5) < -0.03


def test_a_pattern_of_shapes_keeps_its_ground_and_is_subtle_where_it_is_to_be() -> None:
    loud, subtle = (
        lab(drawn(f"white background with {how} geometric pattern in navy"))[..., 0]
        for how in ("a", "a subtle")
    )
    for seen in (loud, subtle):
        assert np.percentile(seen, 75) > 0.95
    assert np.percentile(subtle, 2) > np.percentile(loud, 2) + 0.15


def test_dots_on_a_ground_have_each_their_colour() -> None:
    seen = lab(drawn("dunkelblauer Hintergrund mit goldenen Punkten"))
    assert np.median(seen[..., 0]) < 0.4
    assert np.percentile(seen[..., 2], 95) > 0.06


def test_a_plain_ground_is_one_colour_and_a_graded_one_is_not() -> None:
    plain, graded = (
        lab(drawn(said)) for said in ("fond uni bleu nuit", "fond uni bleu nuit, dégradé")
    )
    assert plain[..., 0].std() < 0.02 < graded[..., 0].std()


def test_fog_hides_the_hills_that_it_lies_over() -> None:
    clear, foggy = (lab(drawn(said))[45:90] for said in ("green hills", "green hills in fog"))
    assert (
        np.hypot(foggy[..., 1], foggy[..., 2]).mean()
        < np.hypot(clear[..., 1], clear[..., 2]).mean() - 0.02
    )


def test_a_red_is_no_coral() -> None:
    seen = lab(drawn("red and black stripes")).reshape(-1, 3)
    red = seen[seen[:, 1] > 0.1]
    assert len(red) > len(seen) / 4
    assert np.median(red[:, 0]) < 0.62


def test_a_blue_sky_over_snow_is_blue_and_nothing_falls_from_it() -> None:
    fair, snowing = (
        lab(drawn(f"schneebedeckte Berge{under}"))[:30]
        for under in (" unter blauem Himmel", " bei Schneefall")
    )
    assert fair[..., 2].mean() < -0.03
    flakes = [np.percentile(np.abs(np.diff(sky[..., 0], axis=1)), 99) for sky in (fair, snowing)]
    assert flakes[0] < flakes[1] / 3


@pytest.mark.parametrize("side", ["left", "right"])
def test_light_comes_from_the_side_that_is_named(side: str) -> None:
    light = lab(drawn(f"dark background with golden light from the {side}"))[..., 0]
    left, right = light[:, :64].mean(), light[:, -64:].mean()
    assert (left > right) == (side == "left")


@pytest.mark.parametrize("prompt", ["spring meadow under a blue sky", "Blumenwiese, blauer Himmel"])
def test_a_meadow_is_green_and_its_blue_sky_is_the_sky(prompt: str) -> None:
    seen = lab(drawn(prompt))
    assert seen[-30:, :, 1].mean() < -0.03
    assert seen[:25, :, 2].mean() < -0.01


@pytest.mark.parametrize("look", [BrandLook(), BLUE])
@pytest.mark.parametrize(
    ("prompt", "above", "below"),
    [
        ("green hills, clear blue sky", 250, 150),
        ("purple mountains, pink sky", 0, 305),
        ("teal sea, pink sky", 0, 195),
        ("orange dunes under a purple sky", 305, 55),
        ("collines vertes sous un ciel rose", 0, 150),
        ("green sky at dusk over purple fields", 150, 305),
    ],
)
def test_sky_and_ground_have_each_the_colour_that_stands_beside_them(
    prompt: str, above: float, below: float, look: BrandLook
) -> None:
    seen = lab(drawn(prompt, look=look))
    for rows, wanted in ((seen[:20], above), (seen[-25:], below)):
        red, yellow = np.median(rows[..., 1]), np.median(rows[..., 2])
        assert np.hypot(red, yellow) > 0.025
        assert abs((np.degrees(np.arctan2(yellow, red)) - wanted + 180) % 360 - 180) < 35


def test_a_texture_is_calm_and_of_its_colour() -> None:
    seen = lab(drawn("paper texture, beige, subtle")).reshape(-1, 3)
    assert np.ptp(np.percentile(seen[:, 0], [2, 98])) < 0.2
    assert 0.75 < np.median(seen[:, 0]) < 0.95
    assert np.median(seen[:, 2]) > 0.01


def test_a_beach_has_sand_in_front_of_the_sea() -> None:
    for prompt, sandy in (("beach at noon", True), ("calm sea at noon", False)):
        front = lab(drawn(prompt))[-12:]
        assert (front[..., 2].mean() > 0.02) == sandy


def test_marble_that_is_dark_with_gold_veins_has_both() -> None:
    seen = lab(drawn("dark marble texture with gold veins"))
    assert np.median(seen[..., 0]) < 0.35
    assert np.percentile(seen[..., 2], 99.5) > 0.04
    assert create(CreateRequest("marble, white and gold", 64, 64)).warnings == ()


@pytest.mark.parametrize(
    ("prompt", "a", "b"),
    [
        ("lavender fields", (0.02, 0.2), (-0.2, -0.02)),
        ("fields of wheat", (-0.02, 0.1), (0.05, 0.2)),
        ("poppy field", (0.05, 0.3), (0.03, 0.2)),
    ],
)
def test_a_field_has_the_colour_of_what_grows_there(
    prompt: str, a: tuple[float, float], b: tuple[float, float]
) -> None:
    front = lab(drawn(prompt))[-40:]
    grown = (front[..., 1] > a[0]) & (front[..., 1] < a[1])
    grown &= (front[..., 2] > b[0]) & (front[..., 2] < b[1])
    assert grown.mean() > 0.25


def test_the_middle_is_kept_free_where_that_is_asked() -> None:
    seen = lab(drawn("confetti on white, empty middle", 3))[..., 0]
    middle, whole = seen[44:84, 64:128], seen
    assert middle.std() < 0.1 * whole.std()


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_stage_is_lit_from_the_side_that_is_named(side: str) -> None:
    wall = lab(drawn(f"pink podium, soft light from the {side}"))[:20, :, 0]
    assert (wall[:, :40].mean() > wall[:, -40:].mean()) == (side == "left")


def test_a_black_stage_has_no_tint() -> None:
    seen = lab(drawn("luxury podium, black"))
    assert np.hypot(seen[..., 1], seen[..., 2]).max() < 0.03
    assert np.median(seen[..., 0]) < 0.45


def test_a_stage_for_people_has_no_plinth_and_one_for_a_bottle_has() -> None:
    def steps(prompt: str) -> float:
        return float(np.abs(np.diff(lab(drawn(prompt))[..., 0], axis=1)).max())

    assert 2 * steps("a woman, studio portrait") < steps("a bottle, studio shot")


def test_a_bicycle_before_a_wall_of_bricks_gets_the_wall() -> None:
    made = create(CreateRequest("a bicycle against a brick wall", 192, 128, 1))
    assert lab(made.pixels)[..., 1].mean() > 0.04
    assert len(made.warnings) == 1


def test_soft_shadows_fall_on_a_plain_wall_and_leave_the_free_side_alone() -> None:
    light = lab(drawn("beige background with soft shadows, space on the right", 3))[..., 0]
    rough = np.abs(np.diff(light, axis=1))
    assert rough[:, :64].mean() > 1.5 * rough[:, -48:].mean()


def test_what_stands_on_a_pink_stage_is_pink() -> None:
    seen = lab(drawn("pink podium"))
    assert seen[..., 1].min() > -0.02


def test_rain_falls_over_a_scene_and_hides_the_sun() -> None:
    dry, wet = (lab(drawn(prompt, 3)) for prompt in ("sea by day", "sea by day in the rain"))
    streaks = np.abs(np.diff(wet[:40, :, 0], axis=1)).mean()
    assert streaks > 1.3 * np.abs(np.diff(dry[:40, :, 0], axis=1)).mean()
    assert create(CreateRequest("sea by day in the rain", 64, 64)).warnings == ()


def test_white_sand_is_paler_than_sand_and_a_turquoise_sea_is_light() -> None:
    def front(prompt: str) -> float:
        return float(lab(drawn(prompt, 3))[-12:, :, 2].mean())

    assert front("sea and white sand at noon") < front("sea and sand at noon") - 0.01
    water = lab(drawn("turquoise sea at noon", 3))[85:, :, 0].mean()
    assert water > lab(drawn("blue sea at noon", 3))[85:, :, 0].mean()


def test_leaves_lie_on_the_ground_that_is_asked_for() -> None:
    seen = lab(drawn("autumn leaves on a brown background"))
    assert np.median(seen[..., 0]) < 0.65


def test_a_storm_is_dark_and_its_sea_rough() -> None:
    calm, storm = (lab(drawn(prompt, 3))[..., 0] for prompt in ("sea by day", "stormy sea by day"))
    assert storm[:40].mean() < calm[:40].mean() - 0.15
    assert create(CreateRequest("stormy sea", 64, 64)).warnings == ()


def test_mist_hides_the_land_behind_a_road() -> None:
    def relief(prompt: str) -> float:
        return float(np.abs(np.diff(lab(drawn(prompt, 3))[60:84, :, 0], axis=0)).mean())

    assert relief("road in the mist") < 0.75 * relief("road")


def test_lights_on_black_leave_the_ground_black() -> None:
    seen = lab(drawn("black background with golden bokeh lights"))
    assert np.percentile(seen[..., 0], 10) < 0.15
    assert np.percentile(np.hypot(seen[..., 1], seen[..., 2]), 40) < 0.02


def test_of_two_colours_the_cool_one_is_the_far_sky_whichever_is_named_first() -> None:
    for prompt in ("sunset over the sea, orange and purple", "sunset, sea, purple and orange"):
        seen = lab(drawn(prompt, 3))
        assert seen[:10, :, 2].mean() < -0.01 < 0.02 < seen[50:62, :, 2].max()


def test_leaves_round_a_free_middle_leave_it_free() -> None:
    free, full = (
        lab(drawn(f"palm leaves{more}", 3))[40:88, 60:132, 0].std()
        for more in (", empty middle", "")
    )
    assert free < 0.5 * full


def test_linen_is_woven() -> None:
    def threads(prompt: str) -> float:
        pixels = create(CreateRequest(prompt, 768, 512, 1)).pixels
        return float(np.abs(np.diff(lab(pixels)[..., 0], axis=1)).mean())

    assert threads("beige linen texture") > 1.5 * threads("beige paper texture")


def _in_the_sky(prompt: str) -> np.ndarray:
    """The lightness of the upper quarter of a picture."""
    made = create(CreateRequest(prompt, 480, 270, 3, BrandLook())).pixels
    return np.asarray(lab(made)[:67, :, 0])


def test_no_snow_falls_from_a_sky_that_is_clear() -> None:
    snowing = _in_the_sky("snowy hills by day, snowfall")
    clear = _in_the_sky("snowy hills by day, clear sky")
    assert np.abs(np.diff(snowing, axis=1)).max() > 3 * np.abs(np.diff(clear, axis=1)).max()


def test_a_lake_has_the_season_that_is_asked_for() -> None:
    autumn, winter = (lab(drawn(f"lake in {season}", 3)) for season in ("autumn", "winter"))
    banks = (slice(64, 80), slice(0, 40))
    assert autumn[banks][..., 2].mean() > winter[banks][..., 2].mean() + 0.03
    # Trees of a colour stand under a sky that has its own.
    golden = lab(drawn("lake with golden trees", 3))
    assert golden[:30, :, 2].mean() < 0.03


def test_firs_are_another_forest_than_beeches() -> None:
    firs, beeches = (lab(drawn(f"{name} forest", 3)) for name in ("fir", "beech"))
    # A clearing opens to the sky above firs; leaves close it above beeches.
    top = (slice(0, 20), slice(60, 130))
    assert firs[top][..., 0].mean() > beeches[top][..., 0].mean() + 0.05


def test_rows_at_the_horizon_are_seen_as_their_mean() -> None:
    """Rows that are finer than a pixel would beat with the pixels: a moiré."""
    seen = lab(create(CreateRequest("lavender fields", 640, 360, 3, BrandLook())).pixels)
    aside = seen[206:222, :120, 0]
    assert np.abs(np.diff(aside, axis=0)).mean() < 0.02


def test_the_sky_of_a_night_is_found_and_its_land_is_none() -> None:
    made = create(CreateRequest("calm sea at night", 640, 360, 3, BrandLook())).pixels
    found = places.sky(made)
    assert found is not None
    assert found[:40].mean() > 0.9
    assert found[-40:].mean() < 0.05


@pytest.mark.parametrize("prompt", ["starry sky over snowy mountains", "hills at night"])
def test_a_sky_that_would_end_within_its_mountains_is_not_told(prompt: str) -> None:
    """They are as blue as it is: the mask took a part of them, and left a stretch above others."""
    assert places.sky(create(CreateRequest(prompt, 640, 360, 3, BrandLook())).pixels) is None


def test_a_ground_of_one_colour_with_things_on_it_has_no_sky() -> None:
    for colour_of in ((250, 150, 60), (26, 44, 110)):
        ground = np.full((240, 320, 3), colour_of, np.uint8)
        ground[90:170, 20:300] = (18, 34, 92)
        assert places.sky(ground) is None


def sharpness(prompt: str) -> float:
    return float(np.abs(np.diff(lab(drawn(prompt))[..., 0], axis=1)).mean())


@pytest.mark.parametrize(
    ("sharp", "soft"),
    [
        ("pine forest", "blurred pine forest"),
        ("St\u00e4dtische Nacht mit Skyline", "unscharfe st\u00e4dtische Nacht mit Skyline"),
        ("champ de fleurs", "champ de fleurs tr\u00e8s flou"),
        ("bosque", "bosque desenfocado"),
    ],
)
def test_a_scene_that_is_asked_for_out_of_focus_is_drawn_so(sharp: str, soft: str) -> None:
    assert sharpness(soft) < 0.7 * sharpness(sharp)


def test_heavily_blurred_is_softer_than_slightly_and_not_blurred_is_sharp() -> None:
    heavily, slightly = (
        sharpness("heavily blurred pine forest"),
        sharpness("slightly blurred pine forest"),
    )
    assert heavily < slightly < sharpness("pine forest")
    np.testing.assert_array_equal(drawn("pine forest, not blurred"), drawn("pine forest"))


def test_a_lake_without_trees_has_none() -> None:
    bare = create(CreateRequest("a mountain lake, no trees", 192, 128, 1, BrandLook()))
    assert bare.warnings == ()
    assert sharpness("a mountain lake, no trees") < sharpness("a mountain lake")


def test_lights_in_light_blue_are_on_a_blue_ground() -> None:
    ground = lab(drawn("light blue bokeh background"))
    assert ground[..., 2].mean() < -0.02
