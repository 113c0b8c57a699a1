"""UAX #9: every case of Unicode's own file, and what the file does not ask."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from brandstudio.render.type.bidi import base_level, bidi_class, levels, visual_order

CASES = Path(__file__).parents[2] / "data/unicode/BidiCharacterTest.txt.xz"
BASE = {"0": 0, "1": 1, "2": None}
_RESET = {"WS", "LRI", "RLI", "FSI", "PDI", "LRE", "RLE", "LRO", "RLO", "PDF", "BN"}
bidi_text = st.text(
    st.sampled_from(
        "aб1٣אعー ()[]{}<>.,+-%$\u0301\u200f\u202a\u202b\u202d\u202e\u202c\u2066\u2067\u2068\u2069\u2029"
    ),
    max_size=60,
)


def line_levels(text: str, paragraph_levels: tuple[int, ...], base: int) -> list[int]:
    """Levels of one line after rule L1: separators and whitespace at its end fall back to the base
    level.
    """
    out = list(paragraph_levels)
    trailing = True
    for i in range(len(text) - 1, -1, -1):
        kind = bidi_class(text[i])
        if kind in {"B", "S"}:
            out[i] = base
            trailing = True
        elif trailing and kind in _RESET:
            out[i] = base
        else:
            trailing = False
    return out


def cases() -> Iterator[tuple[str, int | None, int, list[str], list[int]]]:
    for line in lzma.decompress(CASES.read_bytes()).decode().splitlines():
        fields = line.strip().split(";")
        if len(fields) != 5 or line.startswith("#"):
            continue
        codepoints, direction, base, wanted, order = fields
        text = "".join(chr(int(cp, 16)) for cp in codepoints.split())
        yield text, BASE[direction], int(base), wanted.split(), [int(i) for i in order.split()]


def test_every_case_of_bidi_character_test_passes() -> None:
    passed = 0
    for text, direction, base, wanted, order in cases():
        found_base = base_level(text) if direction is None else direction
        found = line_levels(text, levels(text, direction), found_base)
        shown = [
            str(level) if want != "x" else "x" for level, want in zip(found, wanted, strict=True)
        ]
        visual = [i for i in visual_order(found) if wanted[i] != "x"]
        assert (found_base, shown, visual) == (base, wanted, order), ascii(text)
        passed += 1
    assert passed == 91_707


def test_a_bracket_around_latin_in_hebrew_keeps_its_pair_together() -> None:
    text = "גרסה (A) טובה"
    found = levels(text)
    assert found[text.index("(")] == found[text.index(")")] == 1


def test_numbers_in_arabic_run_left_to_right() -> None:
    text = "عام 2026"
    order = visual_order(levels(text))
    assert [text[i] for i in order][:4] == list("2026")


def test_text_after_an_isolate_is_not_swayed_by_it() -> None:
    assert base_level("\u2067שלום\u2069 hello") == 0
    assert base_level("\u2068hello\u2069 שלום") == 1


def test_deep_nesting_stays_within_the_limit() -> None:
    text = "\u202b" * 500 + "a" + "\u2067" * 500 + "ב"
    assert max(levels(text)) <= 126


@given(bidi_text, st.sampled_from([0, 1, None]))
def test_visual_order_is_a_permutation_and_levels_are_bounded(text: str, base: int | None) -> None:
    found = levels(text, base)
    assert len(found) == len(text)
    assert all(0 <= level <= 126 for level in found)
    assert sorted(visual_order(found)) == list(range(len(text)))


@given(st.text(st.sampled_from("abc ()12,."), max_size=40))
def test_latin_text_is_left_as_it_is(text: str) -> None:
    assert visual_order(levels(text, 0)) == list(range(len(text)))
