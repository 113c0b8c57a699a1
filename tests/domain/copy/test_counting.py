"""Lengths as the channels count them."""

from __future__ import annotations

import pytest

from brandstudio.language.copy import parse, resize
from brandstudio.language.copy.counting import in_pixels, in_sms, in_utf16, on_x
from brandstudio.language.copy.targets import length


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("", 0),
        ("Spring fair", 11),
        ("Gruß aus Zürich", 15),
        ("春の市", 6),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", 2),  # a family is one sign
        ("\U0001f44d\U0001f3fd ok", 5),
        ("\U0001f1e8\U0001f1ed", 2),
        ("1\ufe0f\u20e3", 2),
        ("see https://example.org/a/very/long/address/that/goes/on?and=on", 27),
        ("“quoted” – and …", 17),
        ("cafe\u0301", 4),  # composed first
    ],
)
def test_a_post_weighs_what_x_says(text: str, weight: int) -> None:
    assert on_x(text) == weight


@pytest.mark.parametrize(
    ("text", "septets"),
    [
        ("a" * 160, 160),
        ("a" * 161, 161),
        ("€" * 80, 160),  # the extension takes two
        ("Grüße, ñandú: ¿qué?", None),  # ú is no sign of the alphabet
        ("é" * 160, 160),
        ("ж" * 70, 160),
        ("\U0001f600" * 35, 160),
        ("\U0001f600" * 36, 165),
        ("ж" * 134, 306),
        ("ж" * 135, 309),
    ],
)
def test_a_message_is_counted_in_its_alphabet(text: str, septets: int | None) -> None:
    assert in_sms(text) == (septets if septets is not None else -(-len(text) * 160 // 70))


def test_units_and_pixels_are_those_of_scripts_and_of_arial() -> None:
    assert (in_utf16("Fair"), in_utf16("\U0001f600"), in_utf16("市")) == (4, 2, 1)
    assert in_pixels("iiii", 20) == 18
    assert in_pixels("WWWW", 20) == 76
    assert in_pixels("ÄÖ", 20) == in_pixels("AO", 20)
    assert in_pixels("市場", 20) == 40


@pytest.mark.parametrize(
    ("said", "unit", "most"),
    [
        ("a tweet", "weighted", 280),
        ("an SMS", "sms", 160),
        ("2 SMS", "sms", 306),
        ("at most 3 text messages", "sms", 459),
        ("LinkedIn post", "utf16", 3000),
        ("meta description", "pixels", 920),
        ("page title", "title pixels", 580),
        ("不超过50个字", "characters", 50),
    ],
)
def test_a_channel_brings_its_own_unit(said: str, unit: str, most: int) -> None:
    found = parse(said, "A draft of some words.")
    assert (found.unit, found.most) == (unit, most)


@pytest.mark.parametrize("target", ["tweet", "SMS", "2 SMS", "meta description", "page title", "LinkedIn headline"])  # fmt: skip
@pytest.mark.parametrize(
    "draft",
    [
        "Our spring fair opens on 3 May in Bern. Entry costs 12 francs. Children come in free. "
        * 12,
        "春の市は五月三日にベルンで開きます。入場料は十二フランです。" * 20,
        "Ярмарка открывается 3 мая в Берне. Вход стоит 12 франков. " * 12,
        "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 300,
    ],
    ids=["english", "japanese", "russian", "emoji"],
)
def test_what_is_cut_for_a_channel_fits_it_as_the_channel_counts(target: str, draft: str) -> None:
    wanted = parse(target, draft)
    made = resize(draft, target)
    assert wanted.most is not None
    assert 0 < length(made.text, wanted.unit) <= wanted.most
