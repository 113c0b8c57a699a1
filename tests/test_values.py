"""Values that callers make, and calls as an editor or a notebook shows them."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path

import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.settings import Settings


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


def test_a_file_that_can_not_be_saved_whole_is_none(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path / "data") as studio:
        studio.folders.create(name="Acme")
        photo = tmp_path / "photo.png"
        Image.effect_noise((64, 64), 90).save(photo)
        item = studio.library.add(folder="acme", file=photo)
        link = studio.library.download(image_id=item.image_id, folder="acme")
        link.save(tmp_path / "whole.png")
        resource = pytest.importorskip("resource")  # Windows has none
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, limits[1]))
        try:
            with pytest.raises(OSError, match="File too large"):
                link.save(tmp_path / "half.png")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (tmp_path / "whole.png").stat().st_size > 512
    assert not (tmp_path / "half.png").exists()


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


def test_what_is_no_setting_is_told_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="'imge_engine'; did you mean 'image_engine'"):
        brandstudio.open(tmp_path / "a", imge_engine="local")  # type: ignore[call-arg]
    with pytest.raises(errors.ValidationError, match="local, openai, gemini, comfyui, diffusers"):
        brandstudio.open(tmp_path / "a", image_engine="dalle")
    with pytest.raises(errors.ValidationError, match="did you mean 'openai'"):
        brandstudio.open(tmp_path / "a", text_engine="openia")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("data", [None, 3, b"x"])
def test_a_folder_of_data_is_a_path(data: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="path of a folder"):
        brandstudio.open(data)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="empty"):
        brandstudio.open("")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("threads", 0),
        ("threads", "two"),
        ("base_url", "studio.example.com"),
        ("starting_credits", -1),
        ("starting_credits", float("nan")),
        ("allow_private_hosts", "localhost"),
        ("webhook_retry_seconds", (1, 2)),
        ("rendition_cache_bytes", 1.5),
        ("openai_api_key", ""),
    ],
)
def test_a_value_that_a_setting_can_not_have_is_refused_by_name(
    setting: str, value: object, tmp_path: Path
) -> None:
    with pytest.raises(errors.ValidationError) as refused:
        brandstudio.open(tmp_path, **{setting: value})  # type: ignore[arg-type]
    assert refused.value.details["fields"][0]["path"] == setting


def test_every_setting_can_be_given_in_code() -> None:
    given = set(inspect.signature(brandstudio.open).parameters)
    assert {item.name for item in dataclasses.fields(Settings)} <= given


def test_a_name_that_the_package_lacks_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(AttributeError, match="did you mean 'connect'"):
        brandstudio.conect  # type: ignore[attr-defined]  # noqa: B018
