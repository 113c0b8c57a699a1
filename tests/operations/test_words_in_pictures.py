"""Words that stand in pictures are found by search; on every transport."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from importlib import resources

import pytest
from PIL import Image, ImageDraw, ImageFont

from brandstudio.care.reading import catch_up
from brandstudio.engines.lettering import Lettering
from brandstudio.models.images import AspectRatio
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, ScriptedLettering

Add = Callable[..., LibraryItem]
SIGN = ("Hafenkonzert", "am 12. Juni auf Pier 7")


@pytest.fixture(autouse=True)
def acme(studio: Studio) -> None:
    studio.folders.create(name="Acme")


@pytest.fixture
def lettering(shared_bench: Bench) -> Iterator[ScriptedLettering]:
    """The extra, as if it were installed and read the sign in every picture."""
    found = shared_bench.engines.lettering
    found.said = SIGN
    read_in_background(shared_bench)  # what other tests left
    found.read = 0
    yield found
    found.said = None


def found(studio: Studio, q: str) -> list[str]:
    return [item.image_id for item in studio.library.search(q).items]


def read_in_background(bench: Bench) -> None:
    service = bench.service
    while catch_up(lambda id: service.context(id, "worker"), service.context("", "worker")):
        pass


def resized(studio: Studio, bench: Bench, item: LibraryItem, ratio: AspectRatio) -> None:
    studio.images.resize(image_id=item.image_id, folder="acme", aspect_ratio=ratio, resolution="1K")
    bench.run_until_idle()


def test_an_analysis_makes_the_words_in_a_library_picture_findable(
    studio: Studio, add: Add, lettering: ScriptedLettering
) -> None:
    sign, other = add(studio, "acme", mark=1), add(studio, "acme", mark=2)
    assert found(studio, "hafenkonzert") == []
    studio.images.analyse(image_id=sign.image_id, folder="acme")
    assert found(studio, "hafenkonzert") == found(studio, '"pier 7"') == [sign.image_id]
    assert found(studio, "hafenkonzret") == [sign.image_id]  # they are known to slips as well
    assert other.image_id not in found(studio, "juni")


def test_from_the_first_search_on_pictures_are_read_in_the_background_each_once(
    studio: Studio, add: Add, lettering: ScriptedLettering, shared_bench: Bench
) -> None:
    before = add(studio, "acme", mark=1)
    read_in_background(shared_bench)
    assert lettering.read == 0  # a workspace that never searched is not read
    assert found(studio, "hafenkonzert") == []
    after = add(studio, "acme", mark=2)
    read_in_background(shared_bench)
    assert found(studio, "hafenkonzert") == [after.image_id, before.image_id]
    read = lettering.read
    resized(studio, shared_bench, after, "1:1")
    read_in_background(shared_bench)
    assert lettering.read == read + 1  # the new version; the other was read
    lettering.said = ()
    resized(studio, shared_bench, after, "4:5")
    read_in_background(shared_bench)
    assert found(studio, "hafenkonzert") == [before.image_id]  # what it shows now has no words


def test_the_words_of_a_picture_count_less_than_a_title_and_leave_with_it(
    studio: Studio, add: Add, lettering: ScriptedLettering, shared_bench: Bench
) -> None:
    sign = add(studio, "acme", mark=1)
    studio.images.analyse(image_id=sign.image_id, folder="acme")
    lettering.said = None
    titled = add(studio, "acme", mark=2)
    studio.library.update(folder="acme", image_id=titled.image_id, title="Hafenkonzert")
    newest = add(studio, "acme", mark=3)
    studio.library.update(folder="acme", image_id=newest.image_id, description="Am Pier")
    assert found(studio, "hafenkonzert") == [titled.image_id, sign.image_id]
    assert found(studio, "pier") == [newest.image_id, sign.image_id]
    studio.library.delete(image_id=sign.image_id, folder="acme", purge=True)
    assert found(studio, "juni") == []


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("rapidocr") is None, reason="needs the extra ocr")
def test_a_real_sign_is_read() -> None:
    file = resources.files("brandstudio.assets") / "photos" / "coffee.jpg"
    with resources.as_file(file) as path, Image.open(path) as photo:
        image = photo.convert("RGB")
    ImageDraw.Draw(image).text(
        (40, 40), "Open today", font=ImageFont.load_default(72), fill="white"
    )
    assert "open today" in " ".join(Lettering().lines(image)).casefold()


def test_without_the_extra_there_are_no_words_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    assert Lettering().lines(Image.new("RGB", (40, 30))) == ()
