"""Who imports whom, drawn from the imports themselves: rooms on floors, arrows down, and a table of
every arrow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from xml.sax.saxutils import escape

import grimp
from wording import GENERATED

FLOORS: tuple[tuple[str, dict[str, int]], ...] = (
    ("ways in", {"brandstudio_tui": 12, "brandstudio_notebooks": 38, "cli": 64, "testing": 88}),
    ("the promise", {"open, connect": 46}),
    ("over the network", {"http": 22}),
    ("the face; who may", {"studio": 7, "service": 62}),
    ("now; later", {"handlers": 42, "pipelines": 76}),
    ("care", {"care": 60}),
    ("accepted work", {"jobs": 30}),
    ("what both need", {"catalogue": 56}),
    ("what may be reached", {"context": 38}),
    ("remembers; imagines; draws", {"store": 25, "engines": 58, "render": 82}),
    ("given; keys; door out; words", {"given": 20, "keys": 38, "network": 55, "language": 72}),
    ("decides; measures", {"domain": 47, "pixels": 84}),
    (
        "verbs; settings; traces; signatures",
        {"operations": 7, "settings": 32, "traces": 62, "webhooks": 94},
    ),
    ("nouns", {"models": 56}),
    ("what went wrong", {"errors": 50}),
    ("the ground", {"display": 36, "assets": 80}),
)
"""Rooms from the top of the house to its ground; a room imports from lower floors alone. The number is its place across, in
hundredths, and decides nothing.
"""

ROW, BOX, WIDTH, LEFT = 68, 34, 960, 205
Edges = Mapping[tuple[str, str], int]


def rooms() -> list[str]:
    """Every room, from the top to the ground."""
    return [room for _, row in FLOORS for room in row]


def edges() -> Edges:
    """(room, room that it imports) to the number of imports; what only type checkers read is left
    out.
    """
    graph = grimp.build_graph(
        "brandstudio",
        "brandstudio_tui",
        "brandstudio_notebooks",
        exclude_type_checking_imports=True,
        cache_dir=None,
    )
    found: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            pair = (room_of(module), room_of(imported))
            if pair[0] != pair[1]:
                found[pair] += 1
    return found


def room_of(module: str) -> str:
    """The room that a module stands in."""
    package, *parts = module.split(".")
    if package != "brandstudio":
        return package
    name = parts[0] if parts else "open, connect"
    return "cli" if name == "__main__" else name


def pages() -> dict[str, str]:
    """Path below ``docs`` to text."""
    found = edges()
    return {
        "explanations/who-imports-whom.md": _page(found),
        "_static/who-imports-whom.svg": _picture(found),
    }


def needed(found: Edges) -> list[tuple[str, str]]:
    """The arrows that no longer way says already, so that the picture can be read."""
    below: dict[str, set[str]] = {}
    for room in reversed(rooms()):
        direct = {to for start, to in found if start == room}
        below[room] = direct.union(*(below.get(to, set()) for to in direct))
    return [
        (start, to)
        for start, to in found
        if not any(
            to in below.get(middle, set())
            for begin, middle in found
            if begin == start and middle != to
        )
    ]


def _page(found: Edges) -> str:
    every = rooms()
    head = "| | " + " | ".join(f"{number}" for number in range(1, len(every) + 1)) + " |"
    rows = []
    for number, room in enumerate(every, 1):
        cells = ["●" if (room, to) in found else "" for to in every]
        cells[number - 1] = "■"
        rows.append(f"| {number} {room} | " + " | ".join(cells) + " |")
    table = "\n".join([head, "|---|" + "---|" * len(every), *rows])
    return f"""{GENERATED}
# Who imports whom

Each box is a room of the house, a package or a module of `brandstudio`. Arrows run from a room to one that it imports, and all
run down: no circle, no arrow upwards. An arrow that a longer way says already is left out of the picture; the table below has all
of them. What each room is for is in [the architecture](architecture.md).

![The rooms of brandstudio on their floors, with arrows from each to the rooms that it imports](../_static/who-imports-whom.svg)

## Every arrow

{len(found)} arrows between {len(every)} rooms. A row imports the columns that are marked; all marks are to the right of
the diagonal, which says the same as that no arrow points upwards.

:::{{container}} matrix

{table}

:::
"""


def _picture(found: Edges) -> str:
    place = _places()
    height = ROW * len(FLOORS) + 10
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'font-family="Inter, system-ui, sans-serif">',
        "<title>Who imports whom</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b7f95"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#ffffff"/>',
    ]
    for row, (label, _) in enumerate(FLOORS):
        y = 10 + row * ROW
        if row % 2:
            lines.append(f'<rect y="{y - 7}" width="{WIDTH}" height="{ROW}" fill="#f4f7f9"/>')
        lines.append(
            f'<text x="14" y="{y + 22}" font-size="12" fill="#5d6b75">{escape(label)}</text>'
        )
    arrows = sorted(needed(found), key=lambda pair: (place[pair[0]], place[pair[1]]))
    lines += [_arrow(start, to, arrows, place) for start, to in arrows]
    for room, (x, y) in place.items():
        wide = _wide(room)
        lines.append(
            f'<rect x="{x - wide / 2:g}" y="{y}" width="{wide}" height="{BOX}" rx="7" fill="#0b4f71"/>'
        )
        lines.append(
            f'<text x="{x:g}" y="{y + 22}" font-size="14" text-anchor="middle" fill="#ffffff">'
            f"{escape(room)}</text>"
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def _wide(room: str) -> int:
    return max(92, 8 * len(room) + 26)


def _places() -> dict[str, tuple[float, int]]:
    """The middle of each room's upper edge."""
    return {
        room: (LEFT + (WIDTH - LEFT - 20) * across / 100, 12 + row * ROW)
        for row, (_, members) in enumerate(FLOORS)
        for room, across in members.items()
    }


def _arrow(
    start: str,
    to: str,
    arrows: list[tuple[str, str]],
    place: Mapping[str, tuple[float, int]],
) -> str:
    out = sorted((b for a, b in arrows if a == start), key=lambda room: place[room])
    into = sorted((a for a, b in arrows if b == to), key=lambda room: place[room])
    x0 = _port(start, out.index(to), len(out), place)
    x1 = _port(to, into.index(start), len(into), place)
    y0, y1 = place[start][1] + BOX, place[to][1] - 1
    bend = min(90.0, (y1 - y0) * 0.5)
    return (
        f'<path d="M{x0:.1f} {y0} C{x0:.1f} {y0 + bend:.1f} {x1:.1f} {y1 - bend:.1f} {x1:.1f} {y1}" '
        'fill="none" stroke="#5b7f95" stroke-width="1.3" marker-end="url(#tip)"/>'
    )


def _port(room: str, index: int, count: int, place: Mapping[str, tuple[float, int]]) -> float:
    """Where on its edge an arrow meets a room: beside the others, in their order."""
    wide = _wide(room) - 24
    return place[room][0] + (wide * (index + 0.5) / count - wide / 2)
