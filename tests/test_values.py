"""Values that callers make, and calls as an editor or a notebook shows them."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import brandstudio
from brandstudio import errors


def test_a_value_that_does_not_fit_is_refused_with_all_its_failing_fields() -> None:
    with pytest.raises(errors.ValidationError, match="headline") as refused:
        brandstudio.Slots(headline="x" * 141, button_text="y" * 41)
    assert [field["path"] for field in refused.value.details["fields"]] == [
        "headline",
        "button_text",
    ]


def test_a_field_that_a_value_does_not_have_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="headlin"):
        brandstudio.Slots(headlin="x")


def test_signatures_show_plain_types_and_defaults(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path) as studio:
        create = inspect.signature(studio.folders.create)
        resize = str(inspect.signature(studio.images.resize))
        tags = inspect.signature(studio.library.update).parameters["tags"]
    assert str(create.parameters["parent"]) == "parent: str | None = None"
    assert str(tags) == "tags: list[str] | None = None"
    assert "resolution: Literal['1K', '2K', '4K']" in resize
    assert "Annotated" not in resize


def test_the_package_lists_only_what_it_offers() -> None:
    assert [name for name in dir(brandstudio) if not name.startswith("_")] == sorted(
        brandstudio.__all__
    )
