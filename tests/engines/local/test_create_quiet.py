"""Quiet grounds are the colour that they are asked in, and nothing stands on them that nobody asked for."""

from __future__ import annotations

import numpy as np
import pytest

from brandstudio.engines.local import seen
from brandstudio.engines.local.create import create
from brandstudio.engines.local.quiet import quiet
from brandstudio.engines.protocols import BrandLook, BrandSwatch, CreateRequest
from brandstudio.language.scenes import plan
from brandstudio.pixels import colour

BRAND = BrandLook(
    palette=(
        BrandSwatch("#14506b", role="primary"),
        BrandSwatch("#f0a030", role="accent"),
        BrandSwatch("#c8374f", role="secondary"),
        BrandSwatch("#f8f4ea", role="background"),
    )
)
#: What people call by these names: OKLab lightness from and to, and a chroma from and to.
MEANT = {
    "white": (0.95, 1.0, 0.0, 0.008),
    "light grey": (0.82, 0.93, 0.0, 0.012),
    "charcoal": (0.2, 0.42, 0.0, 0.015),
    "beige": (0.84, 0.94, 0.015, 0.05),
    "cream": (0.92, 0.99, 0.012, 0.06),
}
WORDED = {
    "white": ("pure white background", "reinweißer Hintergrund", "fond blanc pur pour packshot", "fondo blanco puro", "white studio backdrop", "fond de studio blanc"),
    "light grey": ("light grey background", "hellgrauer Hintergrund, schlicht", "fond gris clair épuré", "fondo gris claro liso", "light grey studio backdrop", "hellgraue Wand mit weichem Schatten"),
    "charcoal": ("charcoal background", "anthrazitfarbener Studiohintergrund mit weichem Licht", "fond anthracite", "fondo gris oscuro de estudio"),
    "beige": ("beige background for a product photo", "beiger Hintergrund, elegant", "fond beige pour photo produit", "podio beige minimalista", "beige studio backdrop"),
    "cream": ("cream background, minimal", "cremefarbene Wand", "fond crème", "fondo color crema"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "prompt"), [(name, said) for name, some in WORDED.items() for said in some]
)
def test_a_quiet_ground_is_the_colour_that_it_is_asked_in(name: str, prompt: str) -> None:
    made = create(CreateRequest(prompt, 192, 108, 3, BRAND))
    lab = colour.u8_to_oklab(made.pixels).reshape(-1, 3)
    light, a, b = np.median(lab, axis=0)
    low, high, least, most = MEANT[name]
    assert low <= light <= high
    assert least <= float(np.hypot(a, b)) <= most
    assert not any("No such colour" in said or "is not" in said for said in made.warnings)
    assert any("were taken" in said for said in made.warnings)


def test_a_ground_of_another_colour_is_said_and_not_called_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("brandstudio.engines.local.create.covers", lambda *_: False)
    made = create(CreateRequest("beige background", 64, 48, 1, BRAND))
    assert 'The ground is not "beige".' in made.warnings
    assert not any("were taken" in said for said in made.warnings)


def test_an_apricot_ground_covers_nothing_beige() -> None:
    wanted = quiet(plan("beige background"))
    assert wanted is not None
    apricot = np.full((48, 64, 3), (253, 192, 123), np.uint8)
    assert not seen.covers(apricot, wanted)
    assert seen.covers(np.full((48, 64, 3), (238, 222, 205), np.uint8), wanted)


@pytest.mark.parametrize(
    "prompt", ["navy and gold background, elegant", "fond vert sapin et or pour un gala"]
)
def test_gold_shines_on_a_deep_ground_and_does_not_turn_it_to_mud(prompt: str) -> None:
    lab = colour.u8_to_oklab(create(CreateRequest(prompt, 320, 180, 2, BRAND)).pixels)
    golden = (lab[..., 2] > 0.06) & (lab[..., 0] > 0.5)
    assert np.median(lab[..., 0]) < 0.4
    assert 0.001 < golden.mean() < 0.2


@pytest.mark.parametrize(
    ("plain", "decked"),
    [
        ("fir branches on white, nothing distracting", "fir branches on white"),
        ("Podest, schlicht", "Podest"),
        ("podium sobre", "podium"),
        ("podio sin adornos", "podio"),
    ],
)
def test_a_sober_picture_has_less_in_it(plain: str, decked: str) -> None:
    def edges(prompt: str) -> float:
        lab = colour.u8_to_oklab(create(CreateRequest(prompt, 240, 135, 1, BRAND)).pixels)[..., 0]
        return float(np.abs(np.diff(lab, axis=1)).mean())

    assert "bare" in plan(plain).motifs
    assert edges(plain) < edges(decked)
