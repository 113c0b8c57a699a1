"""What is wrong with a value is said in plain sentences, each mistake once."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import brandstudio
from brandstudio import LocalStudio, errors
from brandstudio.testing import Bench

Call = Callable[[Any], object]


@pytest.fixture
def studio(bench: Bench) -> LocalStudio:
    made = bench.workspace().owner
    made.folders.create(name="Acme")
    return made


SAID: list[tuple[Call, str]] = [
    (
        lambda studio: studio.designs.create(folder="acme", size="sqare", slots={"headline": "Hi"}),
        "size: must be one of 27 names; did you mean 'square'?",
    ),
    (lambda studio: studio.images.create(folder="acme", prompt=5), "prompt: must be text"),
    (
        lambda studio: studio.images.create(folder="acme", prompt="x", resolution="3K"),
        "resolution: must be '1K', '2K' or '4K'",
    ),
    (
        lambda studio: studio.folders.create(name="x" * 81),
        "name: may have at most 80 characters",
    ),
    (lambda studio: studio.library.list(limit=0), "limit: must be at least 1"),
    (lambda studio: studio.library.list(limit="x"), "limit: must be a whole number"),
    (
        lambda studio: studio.rules.add(
            folder="acme", text="x", check={"op": "is", "value": "x"}, kind="copy"
        ),
        "check.measure: is required",
    ),
    (
        lambda studio: studio.designs.create(
            folder="acme", sizes="square", slots={"headline": "Hi"}
        ),
        "sizes: must be a list",
    ),
    (
        lambda studio: studio.designs.edit(job_id="j", variant_id="v", focal_point=5),
        "focal_point: must be 'auto' or a list",
    ),
    (
        lambda studio: studio.designs.edit(job_id="j", variant_id="v", focal_point=(5, 0.5)),
        "focal_point.0: must be at most 1",
    ),
    (
        lambda studio: studio.designs.edit(
            job_id="j", variant_id="v", colours={"texxt": "#ffffff"}
        ),
        "colours.texxt: is no name that is known here; known are 'text', 'ground', 'scrim', "
        "'button' or 'label'; did you mean 'text'?",
    ),
    (
        lambda studio: studio.text.proofread(folder="acme", text="Hi", language="Klingon!"),
        "language: must be a language as en, de-CH or pt-BR",
    ),
]


@pytest.mark.parametrize(("call", "said"), SAID)
def test_a_value_that_does_not_fit_is_told_what_it_must_be(
    studio: LocalStudio, call: Call, said: str
) -> None:
    with pytest.raises(errors.ValidationError) as caught:
        call(studio)
    assert str(caught.value) == said
    assert not re.search(r"\[|constrained|function|Input|String", caught.value.message)


def test_over_http_the_same_words_are_said(bench: Bench) -> None:
    place = bench.workspace()
    place.owner.folders.create(name="Acme")
    with brandstudio.connect(bench.url, api_key=place.key()) as studio:
        answer = httpx.post(
            f"{bench.url}/v1/designs",
            headers={"x-api-key": place.key()},
            json={"level1": "acme", "size": "sqare", "template": "brochure", "slots": {}},
        )
        told = {one["path"]: one["message"] for one in answer.json()["error"]["details"]["fields"]}
        assert told["size"] == "must be one of 27 names; did you mean 'square'?"
        assert told["template"].startswith("no template of that name")
        # The client's own check tells what only the server knows together with the rest.
        with pytest.raises(errors.ValidationError) as caught:
            studio.designs.create(
                folder="acme", size="sqare", template="brochure", slots={"headline": "Hi"}
            )
        assert {one["path"] for one in caught.value.details["fields"]} == {"size", "template"}


@pytest.mark.parametrize(
    ("line", "wrong", "right"),
    [
        ("studio.desings", "desings", "designs"),
        ("studio.designs.creat", "creat", "create"),
        ("studio.folders.create(name='Acme').pth", "pth", "path"),
        ("brandstudio.opn", "opn", "open"),
    ],
)
def test_a_wrong_attribute_is_told_with_the_right_one_once(
    tmp_path: Path, line: str, wrong: str, right: str
) -> None:
    program = f"import brandstudio\nstudio = brandstudio.open({str(tmp_path)!r})\n{line}\n"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    last = ended.stderr.strip().splitlines()[-1]
    assert wrong in last
    assert last.lower().count("did you mean") == 1
    assert last.endswith(f"did you mean {right!r}?")


def test_an_awaited_studio_has_its_rows_in_sql_too(tmp_path: Path) -> None:
    async def main() -> list[dict[str, Any]]:
        async with brandstudio.aopen(tmp_path) as studio:
            await studio.folders.create(name="Acme")
            with studio.database() as rows:
                return list(rows.query("select count(*) as items from items"))

    assert asyncio.run(main()) == [{"items": 0}]


def test_an_address_that_can_t_be_delivered_to_is_kept_with_a_warning(
    studio: LocalStudio,
) -> None:
    for url, why in (
        ("http://example.com/hook", "https"),
        ("https://10.0.0.7/hook", "private"),
        ("https://[::1]/hook", "private"),
        ("https://localhost:8443/hook", "private"),
    ):
        made = studio.admin.webhooks.set(url=url)
        assert made.secret.startswith("whsec_")
        assert why in (made.warning or "")
    assert studio.admin.webhooks.set(url="https://example.com/hook").warning is None


def test_whole_amounts_are_whole_numbers(studio: LocalStudio) -> None:
    balance = studio.admin.credits.balance()
    assert repr(balance) == f"Balance(balance={int(balance.balance)})"
    assert balance.model_dump_json() == f'{{"balance":{int(balance.balance)}}}'
    studio.admin.credits.add(credits=0.5)
    assert studio.admin.credits.balance().model_dump_json().endswith(".5}")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("BrandstudioError", "StudioError"),
        ("NotFoundError", "NotFound"),
        ("INSUFFICIENT_CREDITS", "InsufficientCredits"),
    ],
)
def test_an_error_class_that_is_not_there_names_the_one_that_is(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"did you mean '{meant}'"):
        getattr(errors, name)


def test_a_studio_over_http_says_where_the_owners_calls_are() -> None:
    remote = brandstudio.connect("http://127.0.0.1:1", api_key="bsk_x")
    with pytest.raises(AttributeError, match=r"brandstudio\.open\(\)"):
        _ = remote.admin  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match=r"brandstudio\.open\(\)"):
        _ = remote.database  # type: ignore[attr-defined]
