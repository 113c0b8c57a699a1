"""Every place is exact in the text that was sent, whatever that text is, and machinery is never
touched.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.language.proofread import Document, proofread
from brandstudio.models.rules import Rule
from brandstudio.models.style import Voice
from brandstudio.models.texts import Proofread

VOICE = Voice(
    spelling="en-GB",
    banned_words=["cheap", "low-cost"],
    preferred_words={"user": "customer", "app": "platform", "gray": "silver"},
    product_names=["BrandStudio", "Acme Flow"],
    headline_case="title",
    max_sentence_words=8,
    oxford_comma=True,
)
RULES = [
    Rule(
        rule_id=f"r{n}", kind="copy", text=text, check=None, source="person", level=1, folder="acme"
    )
    for n, text in enumerate(
        ["No exclamation marks", "No contractions", 'Never say "synergy"', "Max 1 hashtag"]
    )
]

PIECES = st.sampled_from(
    [
        "user ",
        "users",
        "an app ",
        "Brandstudio ",
        "acme flow ",
        "cheap ",
        "color ",
        "gray ",
        "an gray ",
        "the the ",
        "don't ",
        '"quoted" ',
        "'single' ",
        '"',
        "'",
        '`code  "x"` ',
        "```\n",
        "\n\n",
        "\r\n",
        "\n",
        "# Heading here\n",
        "- item ",
        '[link](http://a.b/color "t") ',
        '<b class="color">',
        "<!-- color -->",
        'https://x.org/color?a="b" ',
        "a@color.com ",
        "...",
        " - ",
        "--",
        "  ",
        " ,",
        "!!",
        "5km ",
        "10 GB ",
        "\u00a310000 ",
        "20 % ",
        "31 June ",
        "03/04/2026 ",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467 ",
        "\u65e5\u672c\u8a9e\u3002",
        "\u0645\u0631\u062d\u0628\u0627 ",
        "\u0928\u092e\u0938\u094d\u0924\u0947 ",
        "e\u0301 ",
        "\u0130STANBUL ",
        "\u00df ",
        "\ufb01 ",
        "\ud800",
        "\x00",
        "\ufffc",
        "| a | b |\n|---|---|\n",
        "**bold** ",
        '\\"',
        "&amp; ",
        "{{name}} ",
        "AND THIS LOUD WORD ",
        "the chairman ",
        "the best ",
        "a, b and c ",
        ". ",
        "? ",
        "\u00ab ",
        " \u00bb",
        "    code\n",
        "~~~\n",
        "$5",
        "1999-2024 ",
        "---\n",
    ]
)
HOSTILE = st.one_of(
    st.lists(PIECES, max_size=40).map("".join),
    st.text(max_size=200),
    st.text("'\"`*_[]()<>!-.# \n\r\tab1%", max_size=200),
)


def check(text: str, result: Proofread) -> None:
    document = Document(text)
    at, rebuilt = 0, []
    for change in result.applied:
        assert change.offset >= at, "changes overlap"
        assert text[change.offset : change.offset + change.length] == change.original
        assert change.length > 0
        assert change.replacement is not None
        assert change.replacement != change.original
        assert not document.protected(change.offset, change.offset + change.length)
        rebuilt += [text[at : change.offset], change.replacement]
        at = change.offset + change.length
    assert "".join([*rebuilt, text[at:]]) == result.corrected
    for advice in result.advisories:
        assert text[advice.offset : advice.offset + advice.length] == advice.original
        assert advice.length == 0 or not document.protected(
            advice.offset, advice.offset + advice.length
        )


@settings(max_examples=250, deadline=None)
@given(HOSTILE, st.sampled_from([None, "en", "de", "fr", "ja"]))
def test_offsets_hold_over_hostile_strings(text: str, language: str | None) -> None:
    check(text, proofread(text, voice=VOICE, rules=RULES, language=language))


@settings(max_examples=120, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_machinery_comes_out_as_it_went_in(text: str) -> None:
    result = proofread(text, voice=VOICE, rules=RULES)
    document = Document(text)
    kept = [text[start:end] for start, end in document.spans()]
    at = 0
    for stretch in kept:
        at = result.corrected.find(stretch, at)
        assert at >= 0, f"{stretch!r} was touched"


@pytest.mark.parametrize(
    "machinery",
    [
        '`the  "color"`',
        '```\nthe  "color" ...\n```',
        '[words](http://a.example/color_"x"?q=users "the  color")',
        '<span title="the  color">',
        "https://example.com/color--users...html",
        "colors@users.example",
        '<!-- the  "color" -->',
        "<https://example.com/a--b>",
        '    indented  "color"',
        "{{user.color}}",
        '---\ntitle: "color"\n---',
        '<script>let a = "color" - 1;</script>',
        '[id]: http://a.example/color "users"',
        "#userscolor",
        "@users",
    ],
)
def test_machinery_of_every_kind_is_left_alone(machinery: str) -> None:
    text = f"{machinery}\n\nWell."
    assert proofread(text, voice=VOICE).corrected == text


def test_link_words_and_words_round_code_are_checked() -> None:
    text = 'See [the "colors"](http://a.example/color) and `color`, users.'
    assert (
        proofread(text, voice=VOICE).corrected
        == "See [the \u201ccolours\u201d](http://a.example/color) and `color`, customers."
    )


def test_offsets_count_code_points_and_crlf_as_two() -> None:
    text = "\U0001f469\u200d\U0001f52c ok\r\nThe color."
    change = proofread(text, voice=Voice(spelling="en-GB")).applied[0]
    assert (change.offset, change.original, change.replacement) == (
        text.index("color"),
        "color",
        "colour",
    )
    assert "\r\n" in proofread(text, voice=VOICE).corrected


def test_one_place_is_changed_once() -> None:
    # The brand's word and the spelling variant both speak of "gray"; the brand's word wins.
    assert proofread("A gray boat.", voice=VOICE).corrected == "A silver boat."
