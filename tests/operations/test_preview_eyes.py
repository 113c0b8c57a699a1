"""A preview says how its words can be read, and shows itself as other eyes see it."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

import brandstudio
from brandstudio.models.style import PaletteColour
from brandstudio.studio import Studio


def test_a_preview_has_the_contrast_of_every_block_for_every_vision(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    made = studio.designs.preview(
        folder="acme", size="square", slots=brandstudio.Slots(headline="Hello", button_text="Go")
    )
    assert made.contrast is not None
    assert {figure.layer for figure in made.contrast} >= {"headline", "button_text"}
    assert {figure.vision for figure in made.contrast} == {"normal", "protan", "deutan", "tritan"}
    assert all(figure.worst >= figure.required for figure in made.contrast)


def test_a_preview_is_shown_as_other_eyes_see_it(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    studio.style.update(folder="acme", palette=[PaletteColour(hex="#c01020")])
    slots = brandstudio.Slots(headline="Hello")
    pictures = {}
    for vision in ("normal", "protan"):
        made = studio.designs.preview(
            folder="acme",
            size="square",
            slots=slots,
            vision=vision,  # type: ignore[arg-type]
        )
        assert made.vision == vision
        pictures[vision] = np.asarray(Image.open(io.BytesIO(made.read())), np.int16)
    difference = np.abs(pictures["normal"] - pictures["protan"]).mean()
    assert difference > 5
