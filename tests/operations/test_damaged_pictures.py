"""A damaged picture is refused at every door, and nothing is charged or kept."""

from __future__ import annotations

import io

import pytest

from brandstudio import errors
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, picture

LINK = "https://example.com/damaged.png"


@pytest.fixture
def damaged() -> bytes:
    """A PNG with one flipped bit in its pixels."""
    data = bytearray(picture(320, 240))
    data[data.index(b"IDAT") + 60] ^= 4
    return bytes(data)


@pytest.fixture(autouse=True)
def folder(studio: Studio) -> str:
    studio.folders.create(name="Acme")
    return "acme"


def test_nothing_damaged_comes_into_the_library(
    studio: Studio, place: Place, shared_bench: Bench, damaged: bytes
) -> None:
    before = place.balance
    shared_bench.engines.fetcher.answers[LINK] = damaged
    for _ in range(2):
        with pytest.raises(errors.UnsupportedMediaType, match="damaged"):
            studio.library.add(folder="acme", file=damaged, filename="a.png")
        with pytest.raises(errors.UnsupportedMediaType, match="damaged"):
            studio.library.add(folder="acme", url=LINK)
    assert place.balance == before
    assert studio.library.list().total_count == 0


def test_nothing_damaged_is_brandified(
    studio: Studio, place: Place, shared_bench: Bench, damaged: bytes
) -> None:
    before = place.balance
    shared_bench.engines.fetcher.answers[LINK] = damaged
    for _ in range(2):
        with pytest.raises(errors.UnsupportedMediaType):
            studio.images.brandify(folder="acme", file=damaged, filename="a.png")
        with pytest.raises(errors.InvalidSourceUrl):
            studio.images.brandify(folder="acme", source_url=LINK)
    assert place.balance == before


def test_nothing_damaged_is_looked_at(
    studio: Studio, place: Place, shared_bench: Bench, damaged: bytes
) -> None:
    before = place.balance
    shared_bench.engines.fetcher.answers[LINK] = damaged
    with pytest.raises(errors.UnsupportedMediaType):
        studio.images.analyse(folder="acme", image_url=LINK)
    assert place.balance == before


@pytest.mark.parametrize("place_of_use", ["library", "brandify"])
def test_an_empty_file_behind_a_link_is_told_by_the_door_that_it_came_to(
    studio: Studio, place: Place, shared_bench: Bench, place_of_use: str
) -> None:
    before = place.balance
    shared_bench.engines.fetcher.answers[LINK] = b""
    if place_of_use == "library":
        with pytest.raises(errors.UnsupportedMediaType):
            studio.library.add(folder="acme", url=LINK)
    else:
        with pytest.raises(errors.InvalidSourceUrl):
            studio.images.brandify(folder="acme", source_url=LINK)
    assert place.balance == before


def test_a_whole_picture_is_still_welcome(studio: Studio) -> None:
    item = studio.library.add(folder="acme", file=io.BytesIO(picture(64, 48)).getvalue())
    assert (item.width, item.height) == (64, 48)
