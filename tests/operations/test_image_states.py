"""Images against a simple model: any order of requests, failures, cancels and crashes keeps to the
states of the contract.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from brandstudio import errors
from brandstudio.testing import Bench, Place, picture
from tests.conftest import elsewhere

PRICE = {"create": 3, "recreate": 3, "brandify": 5, "revise": 4, "resize": 2, "improve": 5}


@dataclass
class Pending:
    """A job in flight: the version that it makes, from which one, and what it cost."""

    operation: str
    number: int
    based_on: int | None
    job_id: str


@dataclass
class Modelled:
    """An image as the contract says it should be."""

    id: str
    accepted: int = 0
    finished: dict[int, int | None] = field(default_factory=dict)
    current: int | None = None
    status: str = "completed"
    pending: Pending | None = None
    failed: Pending | None = None
    made_from_prompt: bool = False


def _turn(image: Modelled) -> tuple[bool, str]:
    """When the worker takes up what is asked of an image: what somebody waits for first."""
    assert image.pending is not None
    return image.pending.operation not in ("revise", "resize", "improve"), image.pending.job_id


class ImageStates(RuleBasedStateMachine):
    """What is asked, how the engine answers, when the worker runs and when it dies are all
    drawn.
    """

    @initialize()
    def open(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.bench = Bench(Path(self.folder.name) / "data", **elsewhere())
        self.place: Place = self.bench.workspace(credits=100_000)
        self.studio = self.place.studio()
        self.studio.folders.create(name="Acme")
        self.spent = 0.0
        self.images: list[Modelled] = []
        self.marks = 0
        self.fate: errors.StudioError | None = None
        self.bench.engines.image.before = self._answer  # type: ignore[attr-defined]

    def _answer(self, request: Any) -> None:
        if self.fate is not None:
            raise self.fate

    def teardown(self) -> None:
        if hasattr(self, "bench"):
            problems = self.bench.doctor().problems
            self.bench.close()
            self.folder.cleanup()
            assert problems == []

    # -- new images --------------------------------------------------------------------------------

    @rule()
    def create(self) -> None:
        accepted = self.studio.images.create(folder="acme", prompt="A lake", resolution="1K")
        image = Modelled(accepted.id, made_from_prompt=True)
        self.images.append(image)
        self._accepted(image, "create", 1, None, accepted.job_id)

    @rule()
    def brandify(self) -> None:
        self.marks += 1
        accepted = self.studio.images.brandify(folder="acme", file=picture(32, 24, mark=self.marks))
        image = Modelled(accepted.id, accepted=1, finished={1: None}, current=1)
        self.images.append(image)
        self._accepted(image, "brandify", 2, 1, accepted.job_id)

    @rule()
    def upload(self) -> None:
        self.marks += 1
        item = self.studio.library.add(folder="acme", file=picture(24, 32, mark=self.marks))
        self.spent += 1
        self.images.append(Modelled(item.image_id, accepted=1, finished={1: None}, current=1))

    # -- edits -------------------------------------------------------------------------------------

    @precondition(lambda self: self.images)
    @rule(data=st.data(), operation=st.sampled_from(["revise", "resize", "improve"]))
    def edit(self, data: st.DataObject, operation: str) -> None:
        image = data.draw(st.sampled_from(self.images))
        asked = data.draw(st.none() | st.integers(1, image.accepted + 1))
        calls: dict[str, Any] = {
            "revise": lambda: self.studio.images.revise(
                image_id=image.id, folder="acme", instructions="brighter", from_version=asked
            ),
            "resize": lambda: self.studio.images.resize(
                image_id=image.id,
                folder="acme",
                aspect_ratio="4:5",
                resolution="1K",
                from_version=asked,
            ),
            "improve": lambda: self.studio.images.improve(
                image_id=image.id, folder="acme", from_version=asked
            ),
        }
        if asked is not None and asked not in image.finished:
            self._refused(errors.ValidationError, calls[operation])
            return
        if image.pending is not None:
            self._refused(errors.AlreadyProcessing, calls[operation])
            return
        if not image.finished:
            self._refused(errors.ValidationError, calls[operation])
            return
        source = asked or (max(image.finished) if operation == "revise" else image.current)
        accepted = calls[operation]()
        assert accepted.based_on == source
        self._accepted(image, operation, accepted.version, source, accepted.job_id)

    @precondition(lambda self: self.images)
    @rule(data=st.data())
    def retry(self, data: st.DataObject) -> None:
        image = data.draw(st.sampled_from(self.images))
        call = lambda: self.studio.images.retry(image_id=image.id, folder="acme")  # noqa: E731
        if image.pending is not None:
            self._refused(errors.AlreadyProcessing, call)
        elif image.failed is None:
            self._refused(errors.ValidationError, call)
        else:
            accepted = call()
            self._accepted(
                image,
                image.failed.operation,
                accepted.version,
                image.failed.based_on,
                accepted.job_id,
            )

    @precondition(lambda self: self.images)
    @rule(data=st.data())
    def recreate(self, data: st.DataObject) -> None:
        image = data.draw(st.sampled_from(self.images))
        call = lambda: self.studio.images.recreate(image_id=image.id, folder="acme")  # noqa: E731
        if image.pending is not None:
            self._refused(errors.AlreadyProcessing, call)
        elif not image.made_from_prompt:
            self._refused(errors.ValidationError, call)
        else:
            accepted = call()
            self._accepted(
                image,
                "recreate",
                accepted.version,
                1 if 1 in image.finished else None,
                accepted.job_id,
            )

    @precondition(lambda self: self.images)
    @rule(data=st.data())
    def set_current(self, data: st.DataObject) -> None:
        image = data.draw(st.sampled_from(self.images))
        asked = data.draw(st.integers(1, image.accepted + 1))
        call = lambda: self.studio.images.set_current_version(  # noqa: E731
            image_id=image.id, folder="acme", version=asked
        )
        if asked not in image.finished:
            self._refused(errors.ValidationError, call)
            return
        answer = call()
        assert (answer.current_version, answer.total_versions) == (asked, len(image.finished))
        image.current = asked

    # -- what becomes of them ----------------------------------------------------------------------

    @rule(
        code=st.sampled_from(
            [
                None,
                errors.UpstreamError,
                errors.ContentRefused,
                errors.UnsupportedInstruction,
                KeyError,
            ]
        )
    )
    def work(self, code: Any) -> None:
        """The worker takes up one job; the engine answers or fails."""
        self.fate = None if code is None else code("told by the test")
        waiting = [image for image in self.images if image.pending is not None]
        waiting.sort(key=_turn)
        self.bench.worker.run_one()
        self.fate = None
        if waiting:
            image = waiting[0]
            assert image.pending is not None
            # Resizing and improving without findings ask no engine, so nothing can fail there.
            asked = image.pending.operation not in ("resize", "improve")
            self._ended(image, failed=code is not None and asked)

    @rule()
    def die(self) -> None:
        """A worker dies in the middle; the next one finds the job and does it."""
        waiting = sorted((image for image in self.images if image.pending is not None), key=_turn)
        if not waiting or waiting[0].pending.operation in ("resize", "improve"):  # type: ignore[union-attr]
            return

        class Killed(BaseException):
            pass

        def kill(request: Any) -> None:
            raise Killed

        self.bench.engines.image.before = kill  # type: ignore[attr-defined]
        with suppress(Killed):
            self.bench.worker.run_one()
        self.bench.engines.image.before = self._answer  # type: ignore[attr-defined]

    @precondition(lambda self: any(image.pending for image in self.images))
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        image = data.draw(st.sampled_from([image for image in self.images if image.pending]))
        assert image.pending is not None
        self.studio.jobs.cancel(job_id=image.pending.job_id)
        self._ended(image, failed=True)

    @precondition(lambda self: self.images)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        image = data.draw(st.sampled_from(self.images))
        call = lambda: self.studio.library.delete(image_id=image.id, folder="acme", purge=True)  # noqa: E731
        if image.pending is not None:
            self._refused(errors.AlreadyProcessing, call)
            return
        call()
        self.images.remove(image)

    # -- the model ---------------------------------------------------------------------------------

    def _accepted(
        self, image: Modelled, operation: str, number: int, based_on: int | None, job_id: str
    ) -> None:
        image.accepted += 1
        assert number == image.accepted, "numbers go on without a gap"
        image.pending, image.failed, image.status = (
            Pending(operation, number, based_on, job_id),
            None,
            "processing",
        )
        self.spent += PRICE[operation]

    def _ended(self, image: Modelled, *, failed: bool) -> None:
        pending = image.pending
        assert pending is not None
        image.pending = None
        if failed:
            image.status, image.failed = "failed", pending
            self.spent -= PRICE[pending.operation]
        else:
            image.status, image.failed, image.current = "completed", None, pending.number
            image.finished[pending.number] = pending.based_on

    def _refused(self, error: type[errors.StudioError], call: Any) -> None:
        before = self.place.balance
        with pytest.raises(error):
            call()
        assert self.place.balance == before

    @invariant()
    def everything_is_as_the_model_says(self) -> None:
        if not hasattr(self, "bench"):
            return
        assert self.place.balance == 100_000 - self.spent
        for image in self.images:
            seen = self.studio.images.get(image_id=image.id, folder="acme")
            assert seen.status == image.status
            assert (seen.error is not None) == (image.status == "failed")
            assert {
                version.version: version.based_on for version in seen.versions
            } == image.finished
            assert seen.current_version == image.current
            assert (seen.url is None) == (image.current is None)


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        ImageStates,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


@pytest.mark.usefixtures("small_frames")
def test_images_keep_to_their_states_whatever_happens() -> None:
    run(12, 25)


@pytest.mark.slow
@pytest.mark.usefixtures("small_frames")
def test_images_keep_to_their_states_through_many_long_stories() -> None:
    run(150, 60)
