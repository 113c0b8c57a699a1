"""Things and parts of people found on real photographs, and what is refused where there are none."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from sampling import one_row_of

from brandstudio import errors
from brandstudio.engines.local.edit import revise
from brandstudio.engines.local.finds import Finds, hanging_together, parted
from brandstudio.engines.local.people import people_of
from brandstudio.engines.local.places import face_boxes
from brandstudio.engines.protocols import EditRequest, Picture
from brandstudio.pixels import masks, segments, subject
from brandstudio.pixels.subject import subject as find_subject

U8 = NDArray[np.uint8]
pytestmark = pytest.mark.skipif(
    subject.network("deeplabv3_voc.onnx") is None, reason="no runtime for the networks"
)


def photo(name: str, side: int = 640) -> U8:
    path = files("brandstudio.assets") / "photos" / f"{name}.jpg"
    with path.open("rb") as file:
        image = Image.open(file).convert("RGB")
    image.thumbnail((side, side))
    return np.asarray(image)


def revised(pixels: U8, said: str) -> Picture:
    return revise(EditRequest(pixels, said))


def changed(before: U8, after: U8) -> NDArray[np.bool_]:
    return np.asarray(np.abs(before.astype(int) - after.astype(int)).max(axis=2) > 3)


def person_of(pixels: U8) -> NDArray[np.bool_]:
    likely = segments.kinds(Image.fromarray(pixels))
    assert likely is not None
    own = masks.resize(
        likely[..., segments.KINDS.index("person")], pixels.shape[1], pixels.shape[0]
    )
    return masks.grow((own > 0.3).astype(np.float32), max(pixels.shape) // 30) > 0.5


@pytest.mark.parametrize(
    "said",
    ["hair much darker", "die Haut viel heller", "vêtements beaucoup plus sombres"],
)
def test_an_edit_of_a_part_changes_nothing_outside_the_person(said: str) -> None:
    before = photo("astronaut")
    picture = revised(before, said)
    seen = changed(before, picture.pixels)
    assert 0.005 < seen.mean() < 0.7
    assert not seen[~person_of(before)].any()
    assert any("of the person who was found" in warning for warning in picture.warnings)


def test_hair_skin_and_clothes_are_apart() -> None:
    pixels = photo("astronaut")
    finds = Finds(pixels, tuple, lambda: None)
    people = people_of(finds, finds.pieces("person"))
    assert people is not None
    assert people.heads() == 1
    parts = [people.part(*some) for some in (("hair",), ("body", "face"), ("clothes",))]
    held = [part > 0.5 for part in parts]
    assert all(0.005 < float(one.mean()) < 0.6 for one in held)
    assert not any((held[a] & held[b]).any() for a, b in ((0, 1), (0, 2), (1, 2)))
    rows = [float(np.nonzero(one)[0].mean()) for one in held]
    assert rows[2] > max(rows[:2])


def test_the_person_is_found_by_any_word_for_one() -> None:
    before = photo("astronaut")
    for said in ("darken the woman a lot", "darken the person a lot", "Frau viel dunkler"):
        seen = changed(before, revised(before, said).pixels)
        assert float(seen[person_of(before)].mean()) > 0.3
        assert not seen[~person_of(before)].any()


LACKING = [
    ("make the hair warmer", "No person was found"),
    ("brighten the skin", "No person was found"),
    ("darken the jacket", "No person was found"),
    ("brighten the dog", "No dog was found"),
    ("blur everything except the car", "No car was found"),
    ("crop close on the horse", "No horse was found"),
]


@pytest.mark.parametrize(
    ("said", "lacking", "name"),
    one_row_of(
        4,
        [
            (*asked, name)
            for asked in LACKING
            for name in ("bridge", "citrus", "coffee", "dandelion", "bee")
        ],
    ),
)
def test_where_none_is_seen_it_is_refused_by_name(said: str, lacking: str, name: str) -> None:
    with pytest.raises(errors.UnsupportedInstruction, match=lacking):
        revised(photo(name, 480), said)


def test_where_several_are_seen_one_is_not_taken_and_a_side_tells_which() -> None:
    one = photo("astronaut", 400)
    ground = np.full_like(one, one[2, 2])
    several = np.concatenate([one, ground[:, :120], one[:, ::-1]], axis=1)
    for said in ("brighten the woman", "darken the jacket", "crop close on the woman"):
        with pytest.raises(errors.UnsupportedInstruction, match="Several persons were found"):
            revised(several, said)
    seen = changed(several, revised(several, "darken the women a lot").pixels)
    half = seen.shape[1] // 2
    assert seen[:, :half].mean() > 0.1 < seen[:, half:].mean()


def test_what_hangs_together_is_told_apart() -> None:
    held = np.zeros((20, 40), np.bool_)
    held[2:10, 3:12] = held[5:18, 24:36] = True
    parts = hanging_together(held)
    assert len(parts) == 2
    assert sorted(int((part & held).sum()) for part in parts) == [72, 156]


def test_an_edit_without_such_a_place_loads_no_further_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    own = subject.network
    monkeypatch.setattr(subject, "network", lambda name: asked.append(name) or own(name))
    revised(photo("astronaut", 320), "warmer, blur the background")
    assert asked == []


def test_things_that_touch_are_parted_and_one_thing_stays_whole() -> None:
    both = np.zeros((60, 120), np.bool_)
    both[20:40, 10:40] = both[20:40, 42:70] = both[29:31, 40:42] = True
    parts = parted(both)
    assert len(parts) == 2
    assert np.array_equal(np.logical_or.reduce(parts), both)
    assert not (parts[0] & parts[1]).any()
    assert len(parted(both[:, :40])) == 1


def test_the_network_of_people_puts_back_what_a_subjects_outline_lacks() -> None:
    pixels = photo("astronaut")
    found = find_subject(Image.fromarray(pixels))
    whole = masks.resize(found.mask, pixels.shape[1], pixels.shape[0])
    lacking = whole.copy()
    lacking[:, 240:] = 0  # the shoulder on the right
    faces = face_boxes(pixels, None)
    given = (lacking * 255).astype(np.uint8)
    made = revise(EditRequest(pixels, "cut it out", subject=given, faces=faces)).pixels
    seen = made[..., 3] > 128
    assert not (lacking[200:, 240:] > 0).any()
    assert float(seen[200:, 240:].mean()) > 0.2


def test_what_was_taken_for_the_person_is_told() -> None:
    told = revised(photo("astronaut", 400), "brighten the person").warnings
    assert any(said.startswith("Taken: the person who was found") for said in told)
