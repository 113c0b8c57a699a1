"""What is to be known of a batch's rows is said once for all that it holds for."""

from __future__ import annotations

from brandstudio.cli.notes import Notes


def test_sentences_of_one_kind_are_one_line_with_their_rows() -> None:
    notes = Notes()
    for row in (1, 2, 3, 7):
        notes.add(row, "overlay: the photo is small")
    notes.add(4, "headline, 2 to 7: never say cheap")
    notes.add(5, "headline, 12 to 17: never say cheap")
    notes.add(6, "stands at 31 px instead of 40")
    notes.add(8, "stands at 33.5 px instead of 40")
    notes.add(9, "long")
    assert notes.lines() == [
        "4 rows (1-3, 7): overlay: the photo is small",
        "2 rows (4-5): headline: never say cheap",
        "2 rows (6, 8): stands at 31 px instead of 40 (figures differ)",
        "row 9: long",
    ]


def test_many_rows_that_are_not_neighbours_are_not_all_named() -> None:
    notes = Notes()
    for row in range(1, 40, 2):
        notes.add(row, "small")
        notes.add(row, "small")
    assert notes.lines() == ["20 rows (1, 3, 5, 7, 9, 11, 13, 15, ...): small"]
