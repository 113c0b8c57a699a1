"""Tables and colours: aligned, no wider than the terminal, plain where nobody looks on."""

from __future__ import annotations

import io

import pytest

from brandstudio.cli import terminal


class Tty(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person at a terminal of 60 cells."""
    monkeypatch.setattr(terminal, "is_terminal", lambda stream=None: True)
    monkeypatch.setattr(terminal, "columns", lambda: 60)
    monkeypatch.setenv("NO_COLOR", "1")


def test_figures_stand_to_the_right_and_words_to_the_left() -> None:
    lines = terminal.table(("name", "credits"), [("overlay", 2.0), ("cover", 1250.5)])
    assert lines == ["NAME     CREDITS", "overlay        2", "cover    1,250.5"]


def test_wide_characters_take_two_cells() -> None:
    assert terminal.width("港口 abc") == 8
    first, second = terminal.table(("a", "b"), [("港口", "x"), ("abcd", "y")])[1:]
    assert terminal.width(first[: first.index("x")]) == terminal.width(second[: second.index("y")])


@pytest.mark.usefixtures("looked_at")
def test_a_table_is_no_wider_than_the_terminal_and_keeps_its_ids_whole() -> None:
    id = "img_01a2003577f577a8960ee7e6fb5d4d5f"
    rows = [(id, "image", "completed", f"A title that goes on and on, number {n}") for n in (1, 2)]
    lines = terminal.table(("id", "kind", "status", "title"), rows)
    assert [line for line in lines if terminal.width(line) > 60] == []
    assert all(id in line for line in lines[1:])
    assert "…" in lines[1]
    assert "STATUS" not in lines[0]  # the same in every row: the first to go


def test_nothing_is_cut_where_nobody_looks_on() -> None:
    title = "A title that goes on and on and on and on and on and on and on and on and on and on"
    assert title in terminal.table(("id", "title"), [("img_1", title)])[1]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False), ({"NO_COLOR": ""}, True)],
)
def test_colours_are_for_terminals_that_want_them(
    environment: dict[str, str], expected: bool
) -> None:
    assert terminal.has_colour(Tty(), environment) is expected
    assert terminal.has_colour(io.StringIO(), environment) is False


def test_what_says_nothing_is_left_out_of_the_facts() -> None:
    assert terminal.facts([("title", "Harbour"), ("tags", []), ("score", 0.0)]) == [
        "title  Harbour",
        "score  0",
    ]
