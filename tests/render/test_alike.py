"""Which versions of one banner would look like the same one."""

from __future__ import annotations

import pytest

from brandstudio.models.designs import DesignSpec
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.proof.alike import alike

from .conftest import brief, photo


def spec_of(template: str, size: str = "square", name: str = "night") -> DesignSpec:
    made = compose(brief(photo(name), size, template), allow_extension=False)
    assert isinstance(made, Rendering)
    return made.spec


def recoloured(spec: DesignSpec, fill: str) -> DesignSpec:
    layers = [
        x.model_copy(update={"colour": fill}) if x.kind == "panel" else x for x in spec.layers
    ]
    return spec.model_copy(update={"layers": layers})


def mirrored(spec: DesignSpec) -> DesignSpec:
    layers = [
        x.model_copy(update={"box": (spec.width - x.box[0] - x.box[2], *x.box[1:])})
        for x in spec.layers
    ]
    return spec.model_copy(update={"layers": layers})


def test_a_version_is_like_itself_under_another_name() -> None:
    split = spec_of("split")
    assert alike(split, split.model_copy(update={"template": "overlay"}))


def test_another_side_or_another_colour_is_another_look() -> None:
    split = spec_of("split", "linkedin-feed", "middle")
    assert not alike(split, mirrored(split))
    assert not alike(split, recoloured(split, "#fca311"))


@pytest.mark.parametrize("size", ["square", "linkedin-feed"])
def test_words_on_the_photo_are_no_field_beside_it(size: str) -> None:
    assert not alike(spec_of("overlay", size), spec_of("split", size))


def test_versions_of_two_sizes_are_never_alike() -> None:
    assert not alike(spec_of("split"), spec_of("split", "linkedin-feed"))
