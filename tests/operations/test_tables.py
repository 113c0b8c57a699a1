"""The tables that join operations to what answers them: nothing is missing, and each function
takes and gives what its operation says.
"""

from __future__ import annotations

import inspect
import json
import typing
from pathlib import Path
from types import UnionType
from typing import Any

import pytest

import brandstudio
from brandstudio import operations as ops
from brandstudio.context import Context, Sealed
from brandstudio.errors import StudioError
from brandstudio.handlers import HANDLERS, credits, images
from brandstudio.jobs import kinds, now
from brandstudio.jobs.now import RunNow
from brandstudio.models.choices import Choices
from brandstudio.models.designs import DesignSpec
from brandstudio.operations import Command, Operation
from brandstudio.pipelines import IMMEDIATE, PIPELINES
from brandstudio.store.jobs import JobRow
from brandstudio.testing import Bench

ROOT = Path(brandstudio.__file__).parent
OPERATIONS = sorted(HANDLERS, key=lambda kind: kind.__name__)


def parts(answer: Any) -> tuple[Any, tuple[Any, ...]]:
    """``Sealed[X]`` as (Sealed, (X,)); what is no such thing as (None, (it,))."""
    origin = typing.get_origin(answer)
    if origin in (Sealed, RunNow):
        return origin, typing.get_args(answer)
    return None, (answer,)


def alike(one: Any, other: Any) -> bool:
    """The same type, unions in any order."""
    if isinstance(one, UnionType) or typing.get_origin(one) is typing.Union:
        return set(typing.get_args(one)) == set(typing.get_args(other))
    return bool(one == other)


def promise_broken(kind: type[Operation[Any]], handler: Any) -> str | None:
    """What a handler's annotations say that its operation does not; None when all fits."""
    hints = typing.get_type_hints(handler)
    asked = hints[list(inspect.signature(handler).parameters)[1]]
    if asked is not kind:
        return f"takes {asked}"
    how, (answer,) = parts(hints["return"])
    if not alike(answer, kind.result):
        return f"answers {answer}, not {kind.result}"
    if issubclass(kind, Command) and how is None:
        return "is a command whose answer is not sealed"
    return None


@pytest.mark.parametrize("kind", OPERATIONS, ids=lambda kind: kind.__name__)
def test_a_handler_takes_its_operation_and_promises_its_answer(kind: type[Operation[Any]]) -> None:
    assert promise_broken(kind, HANDLERS[kind]) is None


def test_a_broken_promise_is_seen() -> None:
    def unsealed(ctx: Context, op: ops.AddRule) -> ops.AddRule:
        raise NotImplementedError

    assert promise_broken(ops.CancelJob, images.create_image) is not None
    assert promise_broken(ops.AddRule, unsealed) is not None
    assert promise_broken(ops.CancelJob, credits.cancel_job) is None


def test_answers_are_sealed_in_one_place_alone() -> None:
    """``Sealed(...)`` says that an answer was kept, so only what keeps it may say so."""
    makers = [
        file.relative_to(ROOT).as_posix()
        for file in sorted(ROOT.rglob("*.py"))
        if "Sealed(" in file.read_text()
    ]
    assert makers == ["context.py"]


def test_a_command_whose_handler_forgets_to_seal_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = bench.owner()
    studio.folders.create(name="Acme")
    monkeypatch.setitem(HANDLERS, ops.AddRule, lambda ctx, op: "an answer that nobody kept")
    with pytest.raises(StudioError) as refused:
        studio.rules.add(folder="acme", kind="copy", text="Say we")
    assert refused.value.code == "INTERNAL_ERROR"


def test_all_that_runs_at_once_and_all_jobs_have_a_pipeline() -> None:
    asked = {
        kind
        for kind in vars(now).values()
        if isinstance(kind, type) and issubclass(kind, RunNow) and kind is not RunNow
    }
    assert set(IMMEDIATE) == asked
    assert set(PIPELINES) == set(kinds.KINDS)


# -- payloads --------------------------------------------------------------------------------------

RECORDED = Path(__file__).parents[1] / "data" / "specs-0.1.jsonl"
SPEC = DesignSpec.model_validate_json(
    json.dumps(json.loads(RECORDED.read_text().splitlines()[0])["spec"])
)

VALUES = [
    kinds.CreateJob(prompt="Ä lake", aspect_ratio="1:1", resolution="2K", output_format="png"),
    kinds.RecreateJob(
        prompt="A lake", aspect_ratio="4:5", resolution="1K", output_format="jpg", based_on=3
    ),
    kinds.BrandifyJob(based_on=1, instructions=None, resolution="4K"),
    kinds.ReviseJob(based_on=2, instructions="darker", aspect_ratio="1:1"),
    kinds.ResizeJob(based_on=2, aspect_ratio="16:9", resolution="4K", output_format="png"),
    kinds.ImproveJob(based_on=2, instructions="warmer"),
    kinds.DesignJob(
        folder="acme/summer",
        sizes=("square",),
        templates=("overlay", "split"),
        slots={"headline": "Quiet", "button_text": "Shop"},  # type: ignore[arg-type]
    ),
    kinds.RenderJob(
        folder="acme",
        sizes=("square",),
        templates=("split",),
        slots=SPEC.recipe.slots,
        spec=SPEC,
    ),
    kinds.EditJob(
        folder="acme",
        job_id="job_1",
        variant_id="var_1",
        slots=SPEC.recipe.slots,
        choices=Choices(),
        extend=True,
    ),
    kinds.ExtractionJob(
        website_url="https://a.example", auto_approve_rules=True, keep_colours=False
    ),
    kinds.AnalysisJob(),
    kinds.TextJob(),
    kinds.SaveJob(),
]


def row_of(value: kinds.JobValue, payload: str) -> JobRow:
    empty = dict.fromkeys(JobRow._fields)
    return JobRow(**empty | {"kind": value.kind, "operation": value.operation, "payload": payload})  # type: ignore[arg-type]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_what_a_job_is_asked_comes_back_as_it_was_written(value: kinds.JobValue) -> None:
    payload = kinds.write(value)
    assert json.loads(payload)["version"] == kinds.VERSION
    assert kinds.read(row_of(value, payload)) == value


def test_every_kind_of_job_is_tried_here() -> None:
    assert {type(value) for value in VALUES} == set(kinds.KINDS)


def test_a_payload_of_a_later_version_is_refused_and_its_job_refunded(bench: Bench) -> None:
    studio = bench.owner()
    studio.folders.create(name="Acme")
    made = studio.images.create(folder="acme", prompt="A lake", resolution="1K")
    before = studio.admin.credits.balance().balance
    with bench.service.store.database.write() as db:
        db.execute("update jobs set payload = '{\"version\": 99}'")
    bench.run_until_idle()
    job = studio.jobs.get(job_id=made.job_id)
    assert job.status == "failed"
    assert job.error is not None
    assert "later version" in job.error.message
    assert studio.admin.credits.balance().balance == before + 3


def test_payloads_are_opened_in_one_place_alone() -> None:
    """What a job carries is a value everywhere else; events have payloads of their own, and what a
    database announces.
    """
    openers = {
        file.relative_to(ROOT).as_posix()
        for file in ROOT.rglob("*.py")
        if ".payload" in file.read_text() or 'payload["' in file.read_text()
    }
    events = {"pipelines/delivery.py", "context.py", "webhooks.py"}
    announced = {"store/listening.py"}
    assert openers - events - announced == {"jobs/kinds.py"}
