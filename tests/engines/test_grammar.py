"""Grammar by Harper: places are exact, the folder's names are right, and every thread has its own linter."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("harper")

from brandstudio.domain.copy import prompt_for
from brandstudio.domain.proofread import proofread
from brandstudio.engines.grammar import grammar
from brandstudio.engines.local.writer import LocalWriter
from brandstudio.engines.protocols import Message, TextRequest
from brandstudio.errors import ValidationError
from brandstudio.models.style import Voice


def test_places_are_code_points_of_the_text() -> None:
    check = grammar()
    assert check is not None
    text = "\U0001f469\u200d\U0001f52c I has alot of boats."
    found = {c.original: c for c in check(text)}
    assert found["has"].replacement == "have"
    assert text[found["alot"].offset :].startswith("alot")
    assert all(c.original == text[c.offset : c.offset + c.length] for c in found.values())


def test_names_of_the_folder_are_spelled_right() -> None:
    plain, taught = grammar(), grammar(["Brandstudeo Flowix"])
    assert plain is not None
    assert taught is not None
    assert {c.original for c in plain("Brandstudeo and Flowix are here.")} >= {"Brandstudeo", "Flowix"}
    assert taught("Brandstudeo and Flowix are here.") == []
    assert plain("Brandstudeo is here.") != []


def test_threads_do_not_share_a_linter() -> None:
    check = grammar()
    assert check is not None
    with ThreadPoolExecutor(2) as pool:
        assert all(found for found in pool.map(check, ["I has alot of boats."] * 8))


def test_a_lone_surrogate_is_no_crash_and_findings_are_advice() -> None:
    result = proofread("\ud800 I has alot of boats.", grammar=grammar())
    assert "alot" in {c.original for c in result.advisories}
    assert result.applied == []


def test_the_local_writer_answers_what_the_prompt_asks() -> None:
    system, user = prompt_for("amend", draft="The new boat.", instruction='replace "boat" with "user"', voice=Voice(preferred_words={"user": "guest"}))
    answer = LocalWriter().complete(TextRequest(system, (Message("user", user),)))
    assert answer.text == "The new user."
    for messages in ((), (Message("user", "hello"),), (Message("user", '{"task": "sing"}'),)):
        with pytest.raises(ValidationError):
            LocalWriter().complete(TextRequest("", messages))
