"""Lengths as they are said in other scripts."""

from __future__ import annotations

import pytest

from brandstudio.language.copy import parse


@pytest.mark.parametrize(
    ("said", "unit", "most"),
    [
        ("50文字以内", "characters", 50),
        ("５０文字以内で", "characters", 50),
        ("50文字未満", "characters", 49),
        ("100字以内", "characters", 100),
        ("3文で", "sentences", 3),
        ("20単語以下", "words", 20),
        ("50자 이내", "characters", 50),
        ("20 단어", "words", 20),
        ("لا يزيد عن 50 حرفا", "characters", 50),
        ("עד 50 תווים", "characters", 50),
        ("50 शब्द", "words", 50),
        ("ไม่เกิน 50 ตัวอักษร", "characters", 50),
        ("до 50 символов", "characters", 50),
    ],
)
def test_a_length_in_another_script_is_understood(said: str, unit: str, most: int) -> None:
    found = parse(said, "A draft of some words.")
    assert (found.unit, found.most) == (unit, most)


def test_a_least_length_in_another_script_is_no_most() -> None:
    found = parse("50文字以上", "A draft.")
    assert (found.most, found.least) == (None, 50)
