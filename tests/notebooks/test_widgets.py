"""Widgets without a front end: what they read, how they link, and what is left of them without a
kernel.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
import traitlets
from brandstudio_notebooks import (
    BannerComposer,
    FolderPicker,
    Gallery,
    ImageCard,
    JobMonitor,
    PictureMaker,
    Proofreader,
    StyleBoard,
)
from PIL import Image

import brandstudio
from brandstudio.models.shown import CELL
from brandstudio.studio.studio import LocalStudio

ALL = (FolderPicker, Gallery, ImageCard, BannerComposer, PictureMaker, StyleBoard, Proofreader, JobMonitor)  # fmt: skip
LEAK = re.compile(r"/files/[\w.]{9}|/uploads/|bsk_\w{8}|whsec_|/(?:tmp|root|home)/")


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "studio", worker=True) as studio:
        studio.folders.ensure("acme/spring")
        yield studio


@pytest.fixture
def photo(studio: LocalStudio) -> str:
    file = resources.files("brandstudio.assets") / "photos" / "citrus.jpg"
    with file.open("rb") as opened:
        picture = Image.open(opened).convert("RGB").resize((900, 600))
    return studio.library.add(folder="acme", file=picture).image_id


@pytest.fixture
def close(studio: LocalStudio) -> Iterator[list[Any]]:
    opened: list[Any] = []
    yield opened
    for widget in opened:
        widget.close()


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_a_module_is_small_and_a_widget_has_no_widgets_within(kind: Any) -> None:
    assert len(str(kind._esm).encode()) < 100_000
    names = kind.class_traits(sync=True)
    own = [trait for name, trait in names.items() if trait.this_class.__module__ in kind.__module__]
    assert all(
        not isinstance(trait, traitlets.Instance | traitlets.ForwardDeclaredInstance)
        or isinstance(trait, traitlets.List)
        for trait in own
    )


def test_a_picker_leads_a_gallery_and_a_card(
    studio: LocalStudio, photo: str, close: list[Any]
) -> None:
    picker, gallery = FolderPicker(studio), Gallery(studio)
    card = ImageCard(studio)
    close += [picker, gallery, card]
    picker.wait()
    assert [(one["path"], one["depth"]) for one in picker.folders] == [
        ("acme", 0),
        ("acme/spring", 1),
    ]
    traitlets.link((picker, "value"), (gallery, "folder"))
    traitlets.link((picker, "value"), (card, "folder"))
    traitlets.link((gallery, "value"), (card, "value"))
    picker.value = "acme"
    gallery.wait()
    assert [one["id"] for one in gallery.items] == [photo]
    gallery.value = photo
    card.wait()
    assert card.versions[0]["src"].startswith("data:image/webp;base64,")


def test_a_composer_draws_what_is_typed_and_makes_it(
    studio: LocalStudio, photo: str, close: list[Any]
) -> None:
    composer = BannerComposer(studio, "acme", image_id=photo, headline="Fresh citrus")
    close.append(composer)
    composer.wait()
    first = composer.preview
    assert first
    assert composer.price.startswith("2 credits")
    composer.focal = [0.1, 0.9]
    composer.wait()
    assert studio.library.get(image_id=photo, folder="acme").focal_point is not None
    composer.headline = "Other words"
    composer.wait()
    assert composer.preview != first
    composer.make += 1
    composer.wait()
    assert studio.designs.get(job_id=composer.value).status == "completed"


def test_a_picture_is_made_from_words_for_the_price_on_its_button(
    studio: LocalStudio, close: list[Any]
) -> None:
    maker = PictureMaker(studio, "acme", "a calm sea")
    close.append(maker)
    maker.wait()
    before = studio.admin.credits.balance().balance
    assert maker.price == f"{studio.credits.pricing().prices['create_1k']:g} credits"
    maker.make += 1
    maker.wait()
    assert (maker.message, maker.warnings) == (f"made: {maker.value}", [])
    assert maker.preview.startswith("data:image/")
    assert studio.images.get(image_id=maker.value, folder="acme").versions[0].prompt == "a calm sea"
    assert before - studio.admin.credits.balance().balance == float(maker.price.split()[0])


def test_what_becomes_of_a_subject_that_cannot_be_drawn_is_chosen_before_it_costs(
    studio: LocalStudio, close: list[Any]
) -> None:
    maker = PictureMaker(studio, "acme", "a bicycle")
    close.append(maker)
    maker.wait()
    maker.make += 1
    maker.wait()
    assert maker.preview
    assert any("bicycle" in said for said in maker.warnings)
    before = studio.admin.credits.balance().balance
    maker.missing = maker.missings[1]
    maker.make += 1
    maker.wait()
    assert maker.message.startswith("UNSUPPORTED_PROMPT")
    assert (maker.preview, maker.value, maker.warnings) == ("", "", [])
    assert studio.admin.credits.balance().balance == before
    with pytest.raises(traitlets.TraitError):
        maker.missing = "whatever"


def test_a_board_shows_what_a_brand_learned(
    studio: LocalStudio, photo: str, close: list[Any]
) -> None:
    studio.references.add(folder="acme", domain="photos", library_image_ids=[photo])
    studio.style.extract(folder="acme").wait()
    board = StyleBoard(studio, "acme")
    close.append(board)
    board.wait()
    assert board.message == ""
    assert all(one["hex"].startswith("#") for one in board.colours)
    assert board.colours
    assert "Photographs" in board.board


def test_what_goes_wrong_is_said_and_stops_nothing(studio: LocalStudio, close: list[Any]) -> None:
    composer = BannerComposer(studio, "acme", headline="\U00012000")
    close.append(composer)
    composer.wait()
    assert composer.message.startswith("GLYPH_MISSING")
    composer.headline = "Letters"
    composer.wait()
    assert (composer.message, bool(composer.preview)) == ("", True)


def test_a_proofreader_marks_code_points(studio: LocalStudio, close: list[Any]) -> None:
    studio.rules.add(folder="acme", kind="copy", text='Never say "cheap"')
    text = "\U0001f34b A cheap fair"
    reader = Proofreader(studio, "acme", text)
    close.append(reader)
    reader.wait()
    said = [text[one["at"] : one["at"] + one["length"]] for one in reader.marks]
    assert "cheap" in said
    assert "<mark" in reader.frozen()


def test_a_monitor_follows_jobs_and_cancels_one(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path / "idle") as studio:
        studio.folders.create(name="Acme")
        accepted = studio.images.create(folder="acme", prompt="a sea", resolution="1K")
        monitor = JobMonitor(studio)
        monitor.wait()
        assert [one["status"] for one in monitor.jobs] == ["queued"]
        monitor.cancel = accepted.job_id
        monitor.wait()
        assert [one["status"] for one in monitor.jobs] == ["failed"]
        monitor.close()


def test_what_is_left_without_a_kernel_is_a_picture_without_links_or_paths(
    studio: LocalStudio, photo: str, close: list[Any]
) -> None:
    made = [
        FolderPicker(studio),
        Gallery(studio, "acme"),
        ImageCard(studio, "acme", photo),
        BannerComposer(studio, "acme", image_id=photo, headline="Fresh citrus"),
        PictureMaker(studio, "acme", "a calm sea"),
        StyleBoard(studio, "acme"),
        Proofreader(studio, "acme", "Some words"),
        JobMonitor(studio),
    ]
    close += made
    for widget in made:
        widget.wait()
        assert widget.message == ""
        data, _ = widget._repr_mimebundle_()
        assert "<script" not in data["text/html"]
        assert not LEAK.search(data["text/html"] + data["text/plain"])
        state = {k: v for k, v in widget.get_state().items() if k not in ("_esm", "_css")}
        assert not LEAK.search(str(state))
    assert "data:image/jpeg" in made[1]._repr_mimebundle_()[0]["text/html"]


def test_what_is_left_of_a_widget_without_anything_says_so(
    tmp_path: Path, close: list[Any]
) -> None:
    with brandstudio.open(tmp_path / "empty") as studio:
        for kind in ALL:
            close.append(kind(studio))
            close[-1].wait()
            said = re.sub("<[^>]+>", "", close[-1].frozen())
            assert re.search(r"\b(no|nothing)\b", said), kind


def test_work_that_ends_while_a_widget_is_shown_is_in_its_last_picture(
    studio: LocalStudio, close: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    display = pytest.importorskip("IPython.display")
    picker = FolderPicker(studio)
    close.append(picker)
    picker.wait()
    drawn: list[str] = []

    class Handle:
        def update(self, shown: Any) -> None:
            drawn.append(shown.data)

    def shows(*values: Any, **options: Any) -> Handle | None:
        if "display_id" not in options:
            return None
        drawn.append(values[0].data)
        picker.folders = [{"path": "late", "name": "Late", "depth": 0}]
        return Handle()

    monkeypatch.setattr(display, "display", shows)
    picker._ipython_display_()
    assert "Late" not in drawn[0]
    assert "Late" in drawn[-1]


def test_what_is_left_of_many_pictures_keeps_to_the_bytes_of_a_cell(
    studio: LocalStudio, close: list[Any]
) -> None:
    noise = [Image.effect_noise((400, 400), 90).convert("RGB") for _ in range(12)]
    for picture in noise:
        studio.library.add(folder="acme", file=picture)
    gallery = Gallery(studio, "acme")
    close.append(gallery)
    gallery.wait(120)
    left = re.findall(r'src="([^"]+)"', gallery.frozen())
    assert 0 < len(left) < 12
    assert sum(map(len, left)) <= CELL
    assert "12 of 12" in gallery.frozen()


def test_marimo_takes_a_widget_as_it_is(studio: LocalStudio, close: list[Any]) -> None:
    marimo = pytest.importorskip("marimo")
    picker = FolderPicker(studio)
    close.append(picker)
    picker.wait()
    shown = marimo.ui.anywidget(picker)
    assert "marimo-anywidget" in shown.text
    assert not LEAK.search(shown.text)
    assert shown.widget is picker


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_jobs_stand_back_behind_what_somebody_waits_for(tmp_path: Path) -> None:
    before, own = sys.getswitchinterval(), os.getpriority(os.PRIO_PROCESS, 0)
    with brandstudio.open(tmp_path / "studio", worker=True):
        assert sys.getswitchinterval() <= 0.001
        jobs = [one for one in threading.enumerate() if one.name.startswith("brandstudio-job")]
        ids = [int(one.native_id or 0) for one in jobs]
        for _ in range(200):
            found = [os.getpriority(os.PRIO_PROCESS, id) for id in ids]
            if own or min(found) > own:
                break
            time.sleep(0.05)
        assert len(found) == 2
        assert min(found) >= max(own, 1)
        assert os.getpriority(os.PRIO_PROCESS, 0) == own
    assert sys.getswitchinterval() == before
