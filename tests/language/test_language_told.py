"""Which language a line is in: lines of five words, and what is left alone where nobody can say."""

from __future__ import annotations

from pathlib import Path

import pytest

from brandstudio.language.proofread import proofread
from brandstudio.language.proofread.language import tell
from brandstudio.models.style import Voice

AMERICAN, BRITISH = Voice(spelling="en-US"), Voice(spelling="en-GB")


def lines() -> dict[str, list[str]]:
    """The set of lines of five words by their language; forty each, the last twenty kept back
    while it was built.
    """
    path = Path(__file__).parents[1] / "data" / "language" / "lines-of-five-words.txt"
    found: dict[str, list[str]] = {}
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("# "):
            found[row[2:]] = []
        else:
            found[list(found)[-1]].append(row)
    return found


@pytest.mark.parametrize(("language", "said"), lines().items(), ids=list(lines()))
def test_a_line_of_five_words_is_told_or_left_open(language: str, said: list[str]) -> None:
    assert len(said) == 40
    told = [tell(line) for line in said]
    wrong = [line for line, was in zip(said, told, strict=True) if was not in (language, "und")]
    assert len(wrong) <= 1, wrong
    assert told.count(language) >= 32, [
        line for line, was in zip(said, told, strict=True) if was != language
    ]


@pytest.mark.parametrize("said", [line for all in list(lines().values())[:-1] for line in all])
def test_no_foreign_line_gets_english_spelling(said: str) -> None:
    for voice in (AMERICAN, BRITISH):
        assert not [c for c in proofread(said, voice=voice).applied if c.kind == "spelling"]


@pytest.mark.parametrize(
    "said", ["Centre commercial", "Labor-Gutschein", "Le centre du labor", "Theatre", "12 + 30"]
)
def test_what_is_in_no_sure_language_stays(said: str) -> None:
    assert proofread(said, voice=AMERICAN).corrected == said
    assert proofread(said, voice=BRITISH).corrected == said


def test_a_foreign_sentence_in_an_english_text_keeps_its_words() -> None:
    said = (
        "We love the color of this place and everyone who comes here. Das Labor ist heute offen und "
        "wir freuen uns. You should come and see the center of it all with your friends."
    )
    corrected = proofread(said, voice=BRITISH).corrected
    assert "colour" in corrected
    assert "centre" in corrected
    assert "Das Labor ist" in corrected


def test_the_call_decides_before_the_voice_and_the_voice_before_the_text() -> None:
    english = "We love the color of this place and everyone in it."
    assert "colour" in proofread(english, voice=BRITISH).corrected
    german = BRITISH.model_copy(update={"language": "de"})
    assert proofread(english, voice=german).corrected == english
    assert "colour" in proofread(english, voice=german, language="en").corrected
    assert proofread("Theatre", voice=AMERICAN, language="en").corrected == "Theater"
    assert proofread('Wir "sagen"', language="de").corrected == "Wir „sagen“"
