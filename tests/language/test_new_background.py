"""Which instructions are about the background and nothing else."""

from __future__ import annotations

import pytest

from brandstudio.language.new_background import is_of_background

ALONE = (
    "replace the background with a forest",
    "Change the background to a beach at sunset.",
    "please swap the backdrop for a brick wall",
    "use a different background: a kitchen",
    "blur the background",
    "make the background white",
    "Hintergrund durch einen Wald ersetzen",
    "Ersetze den Hintergrund durch eine Küche",
    "remplace le fond par une forêt",
    "cambia el fondo por una playa",
)
BESIDES = (
    "replace the background with a forest and make the mug red",
    "change the background to blue and her dress to red",
    "change the background to blue, the mug red",
    "replace the background with a forest. Brighten the mug.",
    "make it warmer and blur the background",
    "Ersetze den Hintergrund durch einen Wald und mach die Tasse rot",
    "remplace le fond par une forêt et la robe par un manteau",
    "cambia el fondo por una playa y el vestido por un abrigo",
    "replace the mug with a vase, keep the background",
    "make the mug stand out from the background",
    "add a tree in the background",
    "replace the background music",
    "make it look like winter",
    "",
)


@pytest.mark.parametrize("said", ALONE)
def test_what_is_before_the_background_is_left_alone(said: str) -> None:
    assert is_of_background(said)


@pytest.mark.parametrize("said", BESIDES)
def test_what_may_be_about_more_is_not_taken_for_the_background_alone(said: str) -> None:
    assert not is_of_background(said)
