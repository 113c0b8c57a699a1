from __future__ import annotations

import os
import subprocess
import sys

import coloraide
import numpy as np
import pytest

from brandstudio import errors
from brandstudio.pixels import colour

from . import cielab

CHANCE = np.random.default_rng(11)
COLOURS = np.concatenate(
    [
        CHANCE.integers(0, 256, (60, 3)),
        [
            [0, 0, 0],
            [255, 255, 255],
            [255, 0, 0],
            [0, 255, 0],
            [0, 0, 255],
            [128, 128, 128],
            [1, 1, 1],
        ],
    ]
).astype(np.uint8)


def theirs(rgb: np.ndarray) -> coloraide.Color:
    return coloraide.Color("srgb", [float(v) / 255 for v in rgb])


@pytest.mark.parametrize("rgb", COLOURS.tolist())
def test_spaces_agree_with_coloraide(rgb: list[int]) -> None:
    u8 = np.array(rgb, np.uint8)
    assert colour.u8_to_oklab(u8) == pytest.approx(theirs(u8).convert("oklab").coords(), abs=2e-4)
    assert colour.luminance_of((rgb[0], rgb[1], rgb[2])) == pytest.approx(
        theirs(u8).luminance(), abs=1e-4
    )
    assert cielab.u8_to_cielab(u8) == pytest.approx(
        theirs(u8).convert("lab-d65").coords(), abs=2e-3
    )


def test_differences_agree_with_coloraide() -> None:
    first, second = COLOURS[:30], COLOURS[30:60]
    ours = cielab.delta_e_2000(cielab.u8_to_cielab(first), cielab.u8_to_cielab(second))
    expected = []
    for a, b in zip(first, second, strict=True):
        # coloraide adapts to D50 first; given D65 Lab in a Lab space of D65 the formula is the
        # same.
        expected.append(theirs(a).delta_e(theirs(b), method="2000", space="lab-d65"))
    assert ours == pytest.approx(expected, abs=0.01)
    ok = colour.delta_e_ok(colour.u8_to_oklab(first), colour.u8_to_oklab(second))
    assert ok == pytest.approx(
        [
            theirs(a).delta_e(theirs(b), method="ok") * 100
            for a, b in zip(first, second, strict=True)
        ],
        abs=0.05,
    )


#: Sharma, Wu and Dalal 2005, table 1: the pairs that catch wrong hue means and signs.
SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, -0.001, 2.49), (50, 0.0011, -2.49), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("first", "second", "expected"), SHARMA)
def test_ciede2000_of_the_published_pairs(
    first: tuple[float, ...], second: tuple[float, ...], expected: float
) -> None:
    assert float(cielab.delta_e_2000(first, second)) == pytest.approx(expected, abs=1e-4)


def test_every_8_bit_colour_comes_back() -> None:
    steps = np.arange(0, 256, 5, dtype=np.uint8)
    cube = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(-1, 3)
    assert np.array_equal(colour.oklab_to_u8(colour.u8_to_oklab(cube)), cube)
    lch = colour.oklab_to_oklch(colour.u8_to_oklab(cube))
    assert np.array_equal(colour.oklab_to_u8(colour.oklch_to_oklab(lch)), cube)


def test_contrast_of_known_pairs() -> None:
    assert colour.contrast_ratio("#000", "#ffffff") == pytest.approx(21)
    assert colour.contrast_ratio("#767676", "white".replace("white", "#fff")) == pytest.approx(
        4.54, abs=0.005
    )
    assert colour.contrast_ratio((0, 0, 255), (255, 255, 255)) == pytest.approx(8.59, abs=0.005)
    luminance = colour.luminance(np.array([[[118, 118, 118], [255, 255, 255]]], np.uint8))
    assert float(colour.contrast(luminance[0, 0], luminance[0, 1])) == pytest.approx(
        4.54, abs=0.005
    )


@pytest.mark.parametrize("vision", ["protan", "deutan", "tritan"])
def test_simulated_vision_agrees_with_coloraide(vision: colour.Vision) -> None:
    for rgb in COLOURS[:20]:
        expected = (
            theirs(rgb)
            .filter(vision, 1, method="machado", space="srgb-linear")
            .convert("srgb")
            .clip()
        )
        assert colour.simulate(rgb, vision) == pytest.approx(
            [v * 255 for v in expected.coords()], abs=1.01
        )


def test_simulation_keeps_greys() -> None:
    grey = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    for vision in ("protan", "deutan", "tritan"):
        assert np.abs(colour.simulate(grey, vision).astype(int) - grey).max() <= 1  # type: ignore[arg-type]


def test_to_gamut_keeps_lightness_and_hue() -> None:
    wild = np.array(
        [[0.7, 0.4, h] for h in range(0, 360, 15)] + [[1.0, 0.3, 30], [0.0, 0.3, 30]], np.float32
    )
    tamed = colour.to_gamut(wild)
    linear = colour.oklab_to_linear(colour.oklch_to_oklab(tamed))
    assert linear.min() > -0.001
    assert linear.max() < 1.001
    assert np.array_equal(tamed[:, [0, 2]], wild[:, [0, 2]])
    mild = np.array([0.6, 0.05, 200], np.float32)
    assert np.array_equal(colour.to_gamut(mild), mild)


@pytest.mark.parametrize(
    ("text", "rgb"),
    [("#1a7f5a", (26, 127, 90)), ("ABC", (170, 187, 204)), (" #FFF ", (255, 255, 255))],
)
def test_hex_is_read(text: str, rgb: tuple[int, int, int]) -> None:
    assert colour.parse_hex(text) == rgb


@pytest.mark.parametrize("text", ["", "#12", "#12345", "#gggggg", "red", "#１２３", "#-12345"])
def test_what_is_no_hex_is_refused(text: str) -> None:
    with pytest.raises(errors.ValidationError):
        colour.parse_hex(text)


def test_oklch_to_hex_and_back() -> None:
    for text in ("#1a7f5a", "#ff0000", "#808080"):
        assert colour.oklch_to_hex(*colour.hex_to_oklch(text)) == text


def test_every_processor_comes_to_the_same_colours() -> None:
    """Libraries pick code by the processor; here they are told that it is an old one, or a newer
    one.
    """
    program = (
        "import hashlib, numpy as np; from brandstudio.pixels import colour;"
        "v = np.random.default_rng(3).random((40000, 3), dtype=np.float32);"
        "made = (colour.linear_to_oklab(v), colour.oklab_to_linear(v), colour.linear_to_srgb(v));"
        "print(hashlib.sha256(b''.join(part.tobytes() for part in made)).hexdigest())"
    )
    found = set()
    for kernel in ("Nehalem", "Haswell"):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"OPENBLAS_CORETYPE": kernel},
            capture_output=True,
            check=True,
        )
        found.add(ran.stdout)
    assert len(found) == 1
