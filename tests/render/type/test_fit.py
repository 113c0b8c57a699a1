"""The largest size that fits, and nothing ever outside the box."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.render.type.fonts import bundled_stack
from brandstudio.render.type.paragraph import TextStyle, fit, layout

STACK = bundled_stack()
BOLD = TextStyle(STACK, 1, 700)


@settings(deadline=None, max_examples=120)
@given(
    st.text(st.sampled_from("aWi l.,-“éЖשاกิन漢か한🚀\u0301\n"), min_size=1, max_size=140),
    st.floats(40, 900),
    st.floats(20, 400),
    st.sampled_from([None, 1, 2, 4]),
)
def test_what_fits_lies_inside_the_box(
    text: str, width: float, height: float, lines: int | None
) -> None:
    paragraph = fit(text, BOLD, width, height, min_size=9, max_size=120, max_lines=lines)
    if paragraph is None:
        smallest = layout(text, TextStyle(STACK, 9, 700), width, max_lines=lines)
        assert smallest.overflows or smallest.height > height
        return
    assert 9 <= paragraph.size <= 120
    assert paragraph.height <= height + 0.02
    assert not paragraph.overflows
    assert lines is None or len(paragraph.lines) <= lines
    for line in paragraph.lines:
        assert line.width - line.hang <= width + 0.02
        assert line.ink.is_empty or (line.ink.top >= -0.02 and line.ink.bottom <= height + 0.02)


def test_the_next_size_up_would_not_fit() -> None:
    text = "The harbour opens on Saturday"
    paragraph = fit(text, BOLD, 500, 200, min_size=12, max_size=120)
    assert paragraph is not None
    larger = layout(text, TextStyle(STACK, paragraph.size + 1, 700), 500, tier=0)
    assert larger.overflows or larger.height > 200


def test_one_line_less_is_worth_a_tenth_of_the_size() -> None:
    text = "Everything you ever wanted to know about tea"
    for width in range(300, 700, 37):
        chosen = fit(text, BOLD, width, 220, min_size=12, max_size=120)
        assert chosen is not None
        if len(chosen.lines) == 1:
            continue
        fewer = fit(
            text, BOLD, width, 220, min_size=12, max_size=120, max_lines=len(chosen.lines) - 1
        )
        assert fewer is None or fewer.size < 0.9 * chosen.size


def test_a_long_word_shrinks_before_it_is_hyphenated_but_not_below_three_fifths() -> None:
    word = "Frühjahrskampagnenveröffentlichung"
    whole = fit(word, BOLD, 900, 60, min_size=12, max_size=80)
    assert whole is not None
    assert len(whole.lines) == 1
    parted = fit(word, BOLD, 400, 300, min_size=12, max_size=80)
    assert parted is not None
    alone = fit(word, BOLD, 400, 40, min_size=12, max_size=80, max_lines=1)
    assert alone is not None
    assert alone.size < 0.6 * parted.size
    assert all(line.hyphenated for line in parted.lines[:-1])


def test_letters_without_syllables_are_cut_between_clusters_at_last() -> None:
    parted = fit("X" * 60, BOLD, 200, 400, min_size=24, max_size=60)
    assert parted is not None
    assert parted.tier == 3
    assert not any(line.hyphenated for line in parted.lines)


def test_japanese_phrases_are_kept_whole_if_that_costs_little() -> None:
    paragraph = fit(
        "春の新作コレクションを、自信を持って世界へ。",
        TextStyle(STACK, 1, 700, language="ja"),
        420,
        300,
        min_size=16,
        max_size=60,
    )
    assert paragraph is not None
    assert paragraph.tier == 0
    assert "コレクション" in "|".join(line.text for line in paragraph.lines)


@pytest.mark.parametrize(("width", "height"), [(0, 100), (100, 0), (-5, 10), (3, 3)])
def test_a_box_without_room_gives_none(width: float, height: float) -> None:
    assert fit("Hello there", BOLD, width, height, min_size=12, max_size=40) is None


def test_both_ends_of_the_range_are_tried() -> None:
    small = fit("Hi", BOLD, 1000, 1000, min_size=12.3, max_size=40.7)
    assert small is not None
    assert small.size == 40.7
    exact = layout("Hello", TextStyle(STACK, 12.3, 700), 1000)
    tight = fit("Hello", BOLD, exact.width + 0.01, exact.height + 0.01, min_size=12.3, max_size=40)
    assert tight is not None
    assert tight.size == 12.3


@pytest.mark.parametrize(("words", "width"), [("The summer sale is on", 904), ("The everyday one", 520)])  # fmt: skip
def test_no_short_word_stands_alone_on_a_line(words: str, width: float) -> None:
    paragraph = fit(words, BOLD, width, 2000, min_size=40, max_size=400, max_lines=6)
    assert paragraph is not None
    longest = max(line.width for line in paragraph.lines)
    assert all(line.width > 0.45 * longest for line in paragraph.lines)


def set_in(language: str, text: str, width: float, most: float) -> list[str]:
    style = TextStyle(STACK, 1, 700, language=language)
    found = fit(text, style, width, 400, min_size=16, max_size=most, max_lines=4)
    assert found is not None
    return [line.text for line in found.lines]


@pytest.mark.parametrize(
    ("language", "text", "width", "parted"),
    [
        ("en", "They listened, they drew, and a week later it simply worked.", 600, "they"),
        ("en", "Rooms that let you breathe", 480, "that"),
        ("fr", "Tout commence par un café dans la cuisine", 430, "la"),
        ("ar", "البيت الذي يعود إليه الجميع في المساء", 400, "في"),
    ],
)
def test_no_line_ends_with_a_word_that_belongs_to_the_next(
    language: str, text: str, width: float, parted: str
) -> None:
    lines = set_in(language, text, width, 58)
    assert len(lines) > 1
    assert not [line for line in lines[:-1] if line.split()[-1] == parted]


def test_no_line_begins_with_a_hindi_postposition() -> None:
    lines = set_in("hi", "बंदरगाह शनिवार को फिर से खुल रहा है और शाम तक रहेगा", 460, 50)
    assert len(lines) > 1
    assert not [line for line in lines[1:] if line.split()[0] in ("को", "से", "है", "तक")]


@pytest.mark.parametrize(
    "text",
    [
        "They listened, they drew, and a week later it simply worked.",
        "Donaudampfschifffahrtsgesellschaft\nlädt zum Tag der offenen Tür",
        "港は土曜日にふたたびオープンします",
        "Soft\u00adhyphens and  two spaces ",
    ],
)
def test_lines_that_were_set_once_are_set_so_again(text: str) -> None:
    style = TextStyle(STACK, 40, 700, language="en")
    for width in (200, 330, 520):
        once = layout(text, style, width)
        elsewhere = layout(text, style, 2 * width, shown=tuple(line.text for line in once.lines))
        assert [line.text for line in elsewhere.lines] == [line.text for line in once.lines]
        hyphens = [line.hyphenated for line in elsewhere.lines]
        assert hyphens == [line.hyphenated for line in once.lines]


def test_lines_that_are_not_the_texts_are_set_anew() -> None:
    style = TextStyle(STACK, 40, 700)
    assert layout("one two", style, 900, shown=("three", "two")).lines[0].text == "one two"


@pytest.mark.parametrize("calm", [True, False])
def test_a_line_does_not_end_one_word_into_a_clause(calm: bool) -> None:
    style = TextStyle(STACK, 1, 700, language="de", calm=calm)
    text = "Weniger Lärm, mehr Feierabend"
    paragraph = fit(text, style, 950, 800, min_size=40, max_size=240, max_lines=5)
    assert paragraph is not None
    lines = [line.text for line in paragraph.lines]
    assert "Lärm, mehr" not in lines
    assert any(line.endswith("Lärm,") for line in lines)


def test_a_line_does_not_begin_with_the_last_word_of_a_clause() -> None:
    text = "They listened, they drew, and a week later it simply worked."
    style = TextStyle(STACK, 1, 600, language="en")
    paragraph = fit(text, style, 950, 600, min_size=40, max_size=180, max_lines=6)
    assert paragraph is not None
    assert not any(line.text.startswith("drew, and") for line in paragraph.lines)
    assert not any(line.text.endswith(", and") for line in paragraph.lines)


@pytest.mark.parametrize("width", [522, 642])
def test_even_lines_are_not_given_up_for_fewer_torn_or_much_smaller_ones(width: int) -> None:
    text = "Good work needs time, light and people who care."
    found = fit(text, TextStyle(STACK, 1, 600, language="en"), width, 308, min_size=29, max_size=108, max_lines=6)  # fmt: skip
    assert found is not None
    assert len(found.lines) == 4
    assert found.lines[1].text == "needs time,"


def test_no_japanese_line_ends_with_what_points_at_the_next_word() -> None:
    lines = set_in("ja", "朝に収穫した野菜を、その日のうちにお届けします。", 480, 60)
    assert not any(line.endswith("その") for line in lines)


def test_a_number_stays_with_what_it_counts() -> None:
    lines = set_in("de", "unserer Stoffe entstehen weniger als 50 Kilometer entfernt", 420, 40)
    assert not any(line.endswith("50") for line in lines)


def test_two_words_in_quotation_marks_stay_on_one_line() -> None:
    for language, said, quoted in (
        ("hi", "हमने “बाद में” कहना क्यों छोड़ा", "“बाद में”"),
        ("de", "Warum wir „auf später“ nie wieder sagen", "„auf später“"),
        ("en", "What “good enough” looks like now", "“good enough”"),
    ):
        for width in (300, 360, 420):
            lines = set_in(language, said, width, 40)
            assert len(lines) > 1
            assert any(quoted in line for line in lines), (width, lines)


def test_words_stand_on_two_lines_rather_than_on_one_at_two_thirds_of_the_size() -> None:
    style = TextStyle(STACK, 1, 700, language="de")
    found = fit("Gebaut, um repariert zu werden", style, 836, 400, min_size=38, max_size=74)
    assert found is not None
    assert found.size == 74
    assert [line.text for line in found.lines] == ["Gebaut, um repariert", "zu werden"]


@pytest.mark.parametrize("calm", [True, False])
def test_a_narrow_column_is_no_tower_of_single_short_words(calm: bool) -> None:
    style = TextStyle(STACK, 1, 500, language="de", calm=calm)
    text = "Gebaut, um repariert zu werden"
    found = fit(text, style, 430, 777, min_size=38, max_size=148, max_lines=7)
    assert found is not None
    lines = [line.text for line in found.lines]
    assert "um" not in lines
    assert "zu" not in lines


def test_more_lines_than_the_measure_asks_for_are_of_equal_length() -> None:
    text = "four words of lines"
    usual = layout(text, TextStyle(STACK, 30, 700), 1000)
    more = layout(text, TextStyle(STACK, 30, 700, spare=1), 1000)
    assert [line.text for line in usual.lines] == [text]
    assert [line.text for line in more.lines] == ["four words", "of lines"]


@pytest.mark.parametrize("width", range(380, 700, 40))
def test_no_russian_line_ends_with_a_short_word_that_belongs_to_the_next(width: int) -> None:
    style = TextStyle(STACK, 1, 700, language="ru")
    text = "Как найти работу, которую не хочется бросать"
    lines = [
        line.text.split() for line in fit(text, style, width, 300, min_size=12, max_size=90).lines
    ]
    assert all(len(words[-1]) > 2 for words in lines[:-1])


def test_a_line_a_little_smaller_is_calmer_than_one_line_more() -> None:
    text = "Ваш отчёт — без бессонных ночей"
    style = TextStyle(STACK, 1, 700, language="ru")
    found = fit(text, style, 700, 200, min_size=20, max_size=77, max_lines=4)
    assert found is not None
    assert [line.text for line in found.lines] == ["Ваш отчёт —", "без бессонных ночей"]


def test_after_a_clause_of_one_word_another_word_may_end_the_line() -> None:
    style = TextStyle(STACK, 1, 700, language="en")
    found = fit("Invoices, sorted before lunch", style, 600, 201, min_size=20, max_size=82)
    assert found is not None
    assert [line.text for line in found.lines] == ["Invoices, sorted", "before lunch"]


@pytest.mark.parametrize("language", ["en", None])
def test_an_article_goes_to_the_next_line_with_its_noun(language: str | None) -> None:
    style = TextStyle(STACK, 1, 700, language=language)
    found = fit("A book and a flat white, £9", style, 904, 336, min_size=40, max_size=158)
    assert found is not None
    assert [line.text for line in found.lines] == ["A book and", "a flat white, £9"]


def test_a_long_headline_loses_little_of_its_size_for_where_its_lines_end() -> None:
    style = TextStyle(STACK, 1, 700, language="en")
    text = "Are we there yet? Forty games for the back seat, and not one of them needs a screen or a charger"
    found = fit(text, style, 597, 300, min_size=30, max_size=58, max_lines=5)
    assert found is not None
    assert len(found.lines) >= 4
    assert found.size >= 43  # 52 px are the most that its five lines may have there


def test_the_lines_of_a_list_end_at_its_dots() -> None:
    style = TextStyle(STACK, 30, 400, language="en")
    lines = [
        line.text
        for line in layout("Store manager · Party planner · Weekend staff", style, 470).lines
    ]
    assert len(lines) == 2
    assert all(line.endswith("·") for line in lines[:-1])
