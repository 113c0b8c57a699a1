"""What could only be made by damage is tried in the template's other arrangements first; the first
that does none is taken, and it is the one that was asked for.
"""

from __future__ import annotations

import pytest

from brandstudio.models.choices import Choices
from brandstudio.models.sizes import CONTRACT_SIZES, ContractSize
from brandstudio.render.brief import Brief
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.template import builtin

from .conftest import LOGOS, NAVY, SLOTS, STACK, facts, photo
from .proof import shown_on_canvas

Part = tuple[float, float, float, float]


def brief(shot: str, size: ContractSize, template: str, subject: Part, *faces: Part, **more: object) -> Brief:  # fmt: skip
    known = photo(shot, facts=facts(subject=subject, faces=faces))
    width, height = CONTRACT_SIZES[size]
    return Brief(builtin(template), size, width, height, SLOTS, NAVY, STACK, known, logos=LOGOS, **more)  # type: ignore[arg-type]  # fmt: skip


def test_another_arrangement_saves_a_face(monkeypatch: pytest.MonkeyPatch) -> None:
    face = (0.27, 0.49, 0.51, 0.83)
    asked = brief("poster", "portrait", "overlay", (0.17, 0.42, 0.71, 1.0), face)
    with monkeypatch.context() as without:
        without.setattr("brandstudio.render.compose._OTHERS", 0)
        first = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(first, Rendering)
    assert first.damage == ("it could only be made by cutting into a face",)
    made = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    assert made.damage == ()
    assert made.contrast_failures == ()
    x0, y0, x1, y1 = shown_on_canvas(made.spec, face)
    frame = next(layer for layer in made.spec.layers if layer.kind == "photo").box
    assert x0 >= frame[0] - 0.1 * (x1 - x0)
    assert x1 <= frame[0] + frame[2] + 0.1 * (x1 - x0)
    assert y0 >= frame[1] - 0.1 * (y1 - y0)
    assert y1 <= frame[1] + frame[3] + 0.1 * (y1 - y0)
    assert made.spec.recipe.choices is None  # nobody chose another seed: the same is asked again
    again = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(again, Rendering)
    assert again.spec == made.spec


def test_smaller_words_save_two_people_at_the_ends_of_a_photo() -> None:
    people = ((0.0, 0.1, 0.25, 0.6), (0.75, 0.1, 1.0, 0.6))
    for template in ("overlay", "split", "panel"):
        asked = brief("busy", "email-header", template, (0.0, 0.1, 1.0, 0.6), *people)
        made = compose(asked, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        assert made.damage == ()


def test_where_no_arrangement_helps_the_damage_is_said() -> None:
    faces = ((0.0, 0.0, 0.4, 1.0), (0.3, 0.0, 0.7, 1.0), (0.6, 0.0, 1.0, 1.0))
    asked = brief("busy", "email-header", "split", (0.01, 0.01, 0.99, 0.99), *faces)
    made = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    assert made.damage == ("it could only be made by cutting into a face",)


def test_a_seed_that_was_asked_for_is_drawn_as_it_is() -> None:
    subject, face = (0.37, 0.38, 0.94, 0.71), (0.47, 0.45, 0.73, 0.78)
    asked = brief("poster", "portrait", "overlay", subject, face, choices=Choices(seed=4))
    made = compose(asked, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    assert made.spec.recipe.choices == Choices(seed=4)
