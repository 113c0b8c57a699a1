"""UAX #14 against Unicode's file with every exception named, and the breaks that a headline
wants.
"""

from __future__ import annotations

import lzma
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brandstudio.render.type.binding_words import told_by
from brandstudio.render.type.breaks import (
    emergency_breaks,
    graphemes,
    guess_language,
    hard_lines,
    hyphenation,
    line_breaks,
    uax14,
)

CASES = Path(__file__).parents[2] / "data/unicode/LineBreakTest.txt.xz"

# ICU follows rules of Unicode 15.1 and 16 that came after the file (15.0); each difference falls
# under one of them.
NEWER_RULES = {
    "LB20a, no break after a hyphen that begins a word": lambda t: t[0] == "-",
    "LB21a, a break after Hebrew and a hyphen is open before Hebrew": lambda t: t == "א-א",
    "LB15a, a quote binds an opening bracket only when it is an opening quote": lambda t: (
        t[0] == '"' or "«" in t
    ),
    "LB25 and LB15c, a point or comma stays with the number after it": lambda t: any(
        t[i] in ".," and t[i + 1 :].lstrip("\u0308")[:1].isdigit() for i in range(len(t))
    ),
}


def test_line_break_test_passes_but_for_named_exceptions() -> None:
    total = passed = 0
    reasons: Counter[str] = Counter()
    for line in lzma.decompress(CASES.read_bytes()).decode().splitlines():
        marks = line.partition("#")[0].split()
        if not marks:
            continue
        text, wanted = "", []
        for mark in marks:
            if mark == "÷":
                wanted.append(len(text))
            elif mark != "×":
                text += chr(int(mark, 16))
        total += 1
        if uax14(text) == [offset for offset in wanted if offset]:
            passed += 1
            continue
        named = [reason for reason, applies in NEWER_RULES.items() if applies(text)]
        assert named, f"an exception without a reason: {text!a}"
        reasons[named[0]] += 1
    assert total == 7_654
    assert passed / total >= 0.995, reasons
    assert set(reasons) <= set(NEWER_RULES)


def pieces(text: str, language: str = "", tier: int = 0) -> list[str]:
    offsets = [0, *(b.offset for b in line_breaks(text, language) if b.tier <= tier), len(text)]
    return [text[a:b] for a, b in pairwise(offsets)]


def test_japanese_breaks_between_phrases_first() -> None:
    assert pieces("春の新作コレクションを世界へ。", "ja") == [
        "春の",
        "新作コレクションを",
        "世界へ。",
    ]
    assert len(pieces("春の新作コレクションを世界へ。", "ja", tier=1)) > 6


def test_chinese_and_korean_keep_words_whole_first() -> None:
    assert pieces("自信发布春季系列", "zh-Hans") == ["自信", "发布春季系列"]
    assert pieces("봄 신상품 컬렉션", "ko") == ["봄 ", "신상품 ", "컬렉션"]


def test_thai_breaks_by_dictionary_without_spaces() -> None:
    assert pieces("ภาพที่ตรงกับข้อความ", "th") == ["ภาพ", "ที่", "ตรง", "กับ", "ข้อความ"]


def test_a_soft_hyphen_breaks_with_a_hyphen_and_only_if_needed() -> None:
    (found,) = line_breaks("Früh\u00adling")
    assert (found.offset, found.hyphen, found.tier) == (5, True, 1)


@pytest.mark.parametrize(
    ("text", "after"), [("harbours of dreams opening", "of"), ("run 20 km today", "20")]
)
def test_short_words_and_numbers_cling_to_what_follows(text: str, after: str) -> None:
    costs = {text[: b.offset].split()[-1]: b.cost for b in line_breaks(text)}
    assert costs[after] > 0
    assert costs[after] > min(costs.values())


def test_a_number_in_words_stays_with_what_it_counts() -> None:
    text = "Jeden Samstag ab zehn Uhr, bei jedem Wetter."
    costs = {text[: b.offset].split()[-1]: b.cost for b in line_breaks(text, "de")}
    assert costs["zehn"] >= costs["ab"] > costs["Samstag"]


def test_a_conjunction_ends_a_line_before_an_article_and_that_before_an_article_after_it() -> None:
    text = "a book and a flat white on the table"
    costs = [(text[: b.offset].split()[-1], b.cost) for b in line_breaks(text, "en")]
    assert dict(costs[1:])["and"] < dict(costs[:1])["a"] < dict(costs[3:4])["a"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A book and a flat white", "en"), ("Räume, in denen das Licht wohnt", "de"), ("Le pain du matin", "fr"),
        ("Упакуем и отправим за вас", "ru"), ("Quiet mornings", ""), ("a on", "en"),
    ],
)  # fmt: skip
def test_words_that_bind_tell_their_language_and_others_none(text: str, language: str) -> None:
    assert told_by(text) == language


def test_offsets_count_code_points_beyond_the_bmp() -> None:
    assert [b.offset for b in line_breaks("🚀🚀 go")][-1] == 3
    assert graphemes("👩🏽‍🚀a") == (0, 4, 5)


def test_newlines_of_every_kind_end_a_line_and_crlf_is_one() -> None:
    assert hard_lines("a\r\nb\n\nc\u2028d\r") == [(0, 1), (3, 4), (5, 5), (6, 7), (8, 9), (10, 10)]


def test_hyphenation_keeps_three_letters_and_a_vowel_on_both_sides() -> None:
    word = "Frühjahrskampagnenveröffentlichung"
    offsets = hyphenation(word)
    assert len(offsets) >= 6
    for offset in offsets:
        assert 3 <= offset <= len(word) - 3
    assert hyphenation("ภาษาไทยภาษาไทย") == ()
    assert hyphenation("xkcdxkcd") == ()


def test_languages_are_told_by_their_letters() -> None:
    assert [guess_language(t) for t in ("日本の", "한국", "漢字", "שלום", "hello")] == [
        "ja",
        "ko",
        "zh-Hans",
        "he",
        "",
    ]


@given(st.text(max_size=60))
def test_breaks_lie_inside_the_text_in_order_and_never_inside_a_cluster(text: str) -> None:
    clean = "".join(c for c in text if c.isprintable() or c == " ")
    offsets = [b.offset for b in line_breaks(clean)]
    assert offsets == sorted(set(offsets))
    assert set(offsets) <= set(graphemes(clean))
    forced = [b.offset for b in emergency_breaks(clean, 0, len(clean))]
    assert set(forced) <= set(graphemes(clean))


@pytest.mark.parametrize(
    ("word", "parted"),
    [
        ("Donaudampfschifffahrtsgesellschaft", "Donau-dampf-schiff-fahrts-gesell-schaft"),
        ("Geschwindigkeitsbegrenzung", "Geschwin-dig-keits-begren-zung"),
        ("überwachungsstelle", "über-wa-chungs-stelle"),
        ("Öffentlichkeit", "Öffent-lich-keit"),
        ("internationalization", "inter-na-tio-na-li-za-tion"),
        ("достопримечательность", "дос-топ-ри-ме-ча-тель-ность"),
    ],
)
def test_hyphens_part_syllables_and_never_letters_that_begin_one_together(
    word: str, parted: str
) -> None:
    ends = [0, *hyphenation(word), len(word)]
    assert "-".join(word[a:b] for a, b in pairwise(ends)) == parted


@pytest.mark.parametrize(
    ("word", "language", "parted"),
    [
        ("Straßenverkehrsordnung", "de", "Stra-ßen-ver-kehrs-ord-nung"),
        ("Rindfleischetikettierung", "de-AT", "Rind-fleisch-etiket-tie-rung"),
        ("Betriebsärztinnen", "de", "Betriebs-ärz-tin-nen"),
        ("достопримечательность", "ru", "досто-при-ме-ча-тель-ность"),
        ("ultramicroscopic", "xx", "ultra-mi-cros-co-pic"),
    ],
)
def test_a_language_with_patterns_parts_words_by_them(
    word: str, language: str, parted: str
) -> None:
    ends = [0, *hyphenation(word, language), len(word)]
    assert "-".join(word[a:b] for a, b in pairwise(ends)) == parted


def test_a_compound_is_parted_at_its_joint_first() -> None:
    word = "Versicherungsgesellschaften"
    costs = {b.offset: b.cost for b in emergency_breaks(word, 0, len(word)) if b.hyphen}
    assert min(costs, key=costs.__getitem__) == len("Versicherungs")


def test_an_emoji_stays_with_the_word_before_it() -> None:
    text = "Free ice cream 🍦 for all"
    tiers = {b.offset: b.tier for b in line_breaks(text)}
    assert tiers[text.index("🍦")] == 1
    assert tiers[text.index("for")] == 0


def test_japanese_borrowed_words_are_never_cut_inside_and_chinese_pointers_cling_to_what_follows() -> (
    None
):
    japanese = "ふたたびオープンします"
    offsets = {b.offset: b.tier for b in line_breaks(japanese)}
    assert offsets[japanese.index("オ")] == 0
    assert not any(japanese.index("オ") < at < japanese.index("し") for at in offsets)
    chinese = "港口将于本周六重新开放"
    assert {b.offset: b.tier for b in line_breaks(chinese)}[chinese.index("周")] == 1


@pytest.mark.parametrize("text", ["Now –28 %", "Now -28 %", "Now −28 %", "Now +5 %", "Now (–28 %)"])
def test_no_line_ends_between_a_sign_and_its_number(text: str) -> None:
    number = next(i for i, c in enumerate(text) if c.isdigit())
    offsets = {found.offset: found.tier for found in line_breaks(text, "en")}
    assert number not in offsets
    assert offsets[4] == 0


def test_a_range_may_end_a_line_after_its_dash_and_a_currency_only_where_nothing_else_helps() -> (
    None
):
    assert 3 in {found.offset for found in line_breaks("10–12 May", "en")}
    tiers = {found.offset: found.tier for found in line_breaks("From € 5", "en")}
    assert tiers == {5: 0, 7: 1}


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Wool for in-between days", 1),
        ("A follow-up call", 1),
        ("A well-made basket", 1),
        ("Nordrhein-Westfalen", 0),
    ],
)
def test_a_compound_with_a_short_part_is_one_word(text: str, tier: int) -> None:
    (joint,) = (b for b in line_breaks(text, "en") if text[b.offset - 1] == "-")
    assert joint.tier == tier
