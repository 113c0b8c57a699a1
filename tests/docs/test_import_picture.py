"""The picture of who imports whom: every room is in it, no circle, no arrow upwards. That it is
current is held with the rest of the reference.
"""

from __future__ import annotations

import sys

from pages import DOCS, ROOT

sys.path.insert(0, str(DOCS / "generating"))
import import_picture


def test_every_room_stands_on_a_floor() -> None:
    rooms = import_picture.rooms()
    assert len(rooms) == len(set(rooms))
    told = {import_picture.room_of(f"brandstudio.{name}") for name in packages()}
    front_ends = {"brandstudio_tui", "brandstudio_notebooks"}
    assert told | front_ends | {"open, connect"} == set(rooms)


def packages() -> set[str]:
    """The packages and modules right inside brandstudio."""
    house = ROOT / "brandstudio"
    return {
        entry.stem
        for entry in house.iterdir()
        if (entry / "__init__.py").exists() or (entry.suffix == ".py" and entry.stem != "__init__")
    }


def test_no_arrow_points_upwards_or_sideways() -> None:
    """And so there is no circle: whoever follows arrows comes to the ground."""
    floor = {
        room: row for row, (_, members) in enumerate(import_picture.FLOORS) for room in members
    }
    found = import_picture.edges()
    assert [pair for pair in found if floor[pair[0]] >= floor[pair[1]]] == []
    assert len(found) > 80


def test_the_picture_leaves_out_only_what_a_longer_way_says() -> None:
    chain = {("cli", "service"): 1, ("service", "store"): 1, ("cli", "store"): 3}
    assert import_picture.needed(chain) == [("cli", "service"), ("service", "store")]
