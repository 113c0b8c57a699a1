"""Copy brought to a length: the target says it, and the limit always holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.errors import ValidationError
from brandstudio.language.copy import fit, parse, resize
from brandstudio.language.copy.targets import Target, length

DRAFT = """# The harbour opens on Saturday

After three years of work, the new harbour of Bergen opens on Saturday 5 June 2027 at 10:00. The mayor, who has followed the project from its first day, cuts the ribbon, and the town band plays. Entry is free (but please bring a cushion). We have really very much looked forward to this day.

- Boat trips for \u00a312
- Food from 14 stalls

Book your trip at bergen.example/harbour today."""

TEXTS = st.one_of(
    st.text(min_size=1, max_size=300),
    st.lists(
        st.sampled_from(
            [
                "The harbour opens on Saturday 5 June. ",
                "Boats, which are blue, wait! ",
                "\n\n",
                "# Heading\n\n",
                "- an item\n",
                "**Bold words** here. ",
                "\u65e5\u672c\u8a9e\u306e\u6587\u7ae0\u3067\u3059\u3002",
                "\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22",
                "\U0001f469\u200d\U0001f469\u200d\U0001f467 ",
                "e\u0301e\u0301 ",
                "[words](https://a.example/x) ",
                "`code` ",
                "```\ncode here\n```\n",
                "a\u2013b ",
                "state-of-the-art ",
                "x" * 80 + " ",
                "\u0645\u0631\u062d\u0628\u0627 ",
                "e.g. ",
                "... ",
                "\r\n",
            ]
        ),
        min_size=1,
        max_size=30,
    ).map("".join),
)


@settings(max_examples=300, deadline=None)
@given(
    TEXTS, st.sampled_from(["words", "characters", "sentences", "paragraphs"]), st.integers(1, 60)
)
def test_the_limit_always_holds(text: str, unit: str, most: int) -> None:
    made = fit(text, Target(unit, most))  # type: ignore[arg-type]
    assert length(made.text, unit) <= most  # type: ignore[arg-type]
    assert length(made.markdown, unit) <= most  # type: ignore[arg-type]
    if unit == "words":
        assert len(made.text.split()) <= most
    if text.strip():
        assert made.text or not any(c.isalnum() for c in text)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_what_fits_already_stays_word_for_word(text: str) -> None:
    made = fit(text, Target("characters", 100_000))
    assert made.markdown.split() == text.replace("\r\n", "\n").split()


@pytest.mark.parametrize(
    ("said", "unit", "most", "least"),
    [
        ("50 words", "words", 50, None),
        ("50", "words", 50, None),
        ("under 280 characters", "characters", 279, None),
        ("at most 3 sentences", "sentences", 3, None),
        ("two paragraphs", "paragraphs", 2, None),
        ("one sentence", "sentences", 1, None),
        ("about 40 words", "words", 40, 32),
        ("between 20 and 30 words", "words", 30, 20),
        ("20-30 words", "words", 30, 20),
        ("1,000 characters", "characters", 1000, None),
        ("a tweet", "weighted", 280, None),
        ("X post", "weighted", 280, None),
        ("LinkedIn post", "utf16", 3000, None),
        ("LinkedIn headline", "utf16", 220, None),
        ("Instagram caption", "utf16", 2200, None),
        ("SMS", "sms", 160, None),
        ("meta description", "pixels", 920, None),
        ("Google Ads headline", "ads", 30, None),
        ("Google Ads description", "ads", 90, None),
        ("Google広告の見出し", "ads", 30, None),
        ("Google 광고 제목", "ads", 30, None),
        ("Google广告", "ads", 90, None),
        ("e-mail subject line", "characters", 60, None),
        ("push title", "characters", 50, None),
        ("20 W\u00f6rter", "words", 20, None),
        ("30 mots", "words", 30, None),
    ],
)
def test_targets_are_read_as_people_say_them(
    said: str, unit: str, most: int, least: int | None
) -> None:
    target = parse(said, DRAFT)
    assert (target.unit, target.most, target.least) == (unit, most, least)


@pytest.mark.parametrize(
    ("said", "share"),
    [
        ("half", 0.5),
        ("50 %", 0.5),
        ("30 % shorter", 0.7),
        ("cut by 20 percent", 0.8),
        ("to 40%", 0.4),
        ("a third", 1 / 3),
        ("shorter", 0.7),
    ],
)
def test_shares_are_of_the_draft(said: str, share: float) -> None:
    words = length(DRAFT, "words")
    assert parse(said, DRAFT).most == int(words * share + 1e-9)


@pytest.mark.parametrize("said", ["nice", "0 words", "!!!"])
def test_a_target_without_a_length_is_refused(said: str) -> None:
    with pytest.raises(ValidationError, match="target"):
        resize(DRAFT, said)


def test_a_longer_target_never_pads() -> None:
    made = resize("Short and sweet.", "200 words")
    assert made.text == "Short and sweet."
    assert "made up" in resize("Short and sweet.", "at least 200 words").notes[0]


def test_figures_and_the_call_stay_when_half_goes() -> None:
    text = resize(DRAFT, "half").text
    assert "5 June 2027" in text
    assert "Book your trip" in text


def test_sentences_stay_whole_while_they_can() -> None:
    made = resize(DRAFT, "tweet")
    assert "\u2026" not in made.text
    assert made.text.endswith("today.")


def test_the_last_resort_is_a_word_and_an_ellipsis() -> None:
    assert (
        resize(
            "Extraordinarily complicated circumstances prevailed everywhere", "25 characters"
        ).text
        == "Extraordinarily\u2026"
    )


def test_japanese_is_counted_in_words_and_cut_between_them() -> None:
    made = resize(
        "\u65b0\u3057\u3044\u6e2f\u304c\u571f\u66dc\u65e5\u306b\u958b\u304d\u307e\u3059\u3002\u5165\u5834\u306f\u7121\u6599\u3067\u3059\u3002",
        "5 words",
    )
    assert 0 < length(made.text, "words") <= 5


@pytest.mark.parametrize(
    ("said", "most", "least"),
    [
        ("no more than ten words", 10, None),
        ("not over 80 characters", 80, None),
        ("it can\u2019t be longer than 4 sentences", 4, None),
        ("nie \u00fcber 80 Zeichen", 80, None),
        ("ne pas d\u00e9passer plus de 40 mots", 40, None),
        ("non pi\u00f9 di 12 parole", 12, None),
        ("not less than 10 words", None, 10),
        ("nicht weniger als 10 W\u00f6rter", None, 10),
        ("pas moins de 3 phrases", None, 3),
        ("12 words or more", None, 12),
        ("over 12 words", None, 12),
        ("at least 10 but no more than 20 words", 20, 10),
        ("mindestens 10, h\u00f6chstens 20 W\u00f6rter", 20, 10),
        ("ohne Floskeln, unter 20 W\u00f6rter", 19, None),
        ("no hashtags, more than 20 words", None, 20),
    ],
)
def test_a_no_before_a_bound_turns_it_about(said: str, most: int | None, least: int | None) -> None:
    found = parse(said, DRAFT)
    assert (found.most, found.least) == (most, least)


@pytest.mark.parametrize(
    "said", ["at least half", "no less than 50 %", "no more than 50 % shorter"]
)
def test_a_share_may_be_the_least_that_stays(said: str) -> None:
    found = parse(said, DRAFT)
    assert found.most is None
    assert found.least == pytest.approx(length(DRAFT, "words") / 2, abs=1)


@pytest.mark.parametrize("said", ["20 % longer", "20 % l\u00e4nger"])
def test_a_share_that_comes_on_top_is_none_of_the_draft(said: str) -> None:
    found = parse(said, DRAFT)
    assert found.most is None
    assert (found.least or 0) > length(DRAFT, "words")


def test_an_emoji_behind_a_sentence_never_stands_for_the_text() -> None:
    made = resize(
        "The choir sings on Saturday in the old dock hall. Bring a friend. \U0001f3b6",
        "Google Ads headline",
    )
    assert "choir" in made.text
    assert "\U0001f3b6" not in made.text
    assert length("Bring a friend. \U0001f3b6", "sentences") == 1
