"""The studio as coroutines: nothing blocks the loop, and what can't be awaited says what to write."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import brandstudio
from brandstudio import AsyncLocalStudio, Slots
from brandstudio.studio.coroutines import AsyncStudio
from brandstudio.testing import Bench, KeySession, picture


def test_jobs_are_awaited_on_threads_while_the_loop_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with brandstudio.aopen(tmp_path) as studio:
            folder = await studio.folders.create(name="Acme")
            photo = await studio.library.add(folder=folder, file=picture(400, 300))
            drawing = threading.Event()
            assist = studio.transport.assist
            beats = 0

            def slow() -> bool:
                drawing.set()
                # The loop must run for this to end: what blocked it would wait for ever.
                assert passed.wait(30)
                return assist()

            passed = threading.Event()
            studio.transport.assist = slow  # type: ignore[method-assign]
            job = await studio.designs.create(
                folder=folder,
                size="square",
                template="overlay",
                slots=Slots(headline="Hello", image_id=photo.image_id),
            )
            waiting = asyncio.ensure_future(studio.wait(job))
            while not drawing.is_set():
                await asyncio.sleep(0.001)
            for _ in range(5):  # calls are answered while a job is drawn
                assert (await studio.jobs.get(job_id=job.job_id)).status in ("queued", "running")
                beats += 1
            passed.set()
            done = await waiting
            assert beats == 5
            assert (await done.variants[0].aread()).startswith(b"\x89PNG")
            file = await done.variants[0].asave(tmp_path / "a.png")
            assert file.stat().st_size > 1000

    asyncio.run(main())


def test_many_jobs_are_gathered(tmp_path: Path) -> None:
    async def main() -> list[Any]:
        async with brandstudio.aopen(tmp_path, worker=True) as studio:
            await studio.folders.create(name="Acme")
            jobs = [
                await studio.designs.create(
                    folder="acme", size="square", template="overlay", slots=Slots(headline=word)
                )
                for word in ("One", "Two", "Three")
            ]
            return await asyncio.gather(*jobs)

    assert [job.status for job in asyncio.run(main())] == ["completed"] * 3


def test_pages_are_looped_over(tmp_path: Path) -> None:
    async def main() -> list[str]:
        async with brandstudio.aopen(tmp_path) as studio:
            await studio.folders.create(name="Acme")
            for mark in (1, 2, 3):
                data = picture(64, 48, mark=mark)
                await studio.library.add(folder="acme", file=data, filename=f"{mark}.png")
            found = studio.library.pages(folder="acme", limit=1, sort="oldest")
            return [item.filename async for item in found]

    assert asyncio.run(main()) == ["1.png", "2.png", "3.png"]


def test_what_would_block_says_what_to_write_instead(tmp_path: Path) -> None:
    async def main() -> None:
        async with brandstudio.aopen(tmp_path) as studio:
            await studio.folders.create(name="Acme")
            job = await studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
            with pytest.raises(RuntimeError, match="await job"):
                job.wait()
            with pytest.raises(TimeoutError):
                await studio.wait(job, timeout=0)
            image = await job
            with pytest.raises(RuntimeError, match="aread"):
                image.read()
        with pytest.raises(RuntimeError, match="closed"):
            await studio.folders.list()

    asyncio.run(main())


def test_a_job_of_a_studio_that_answers_can_be_awaited_too(tmp_path: Path) -> None:
    with brandstudio.open(tmp_path) as studio:
        studio.folders.create(name="Acme")
        job = studio.designs.create(
            folder="acme", size="square", template="overlay", slots=Slots(headline="Hello")
        )

        async def main() -> Any:
            done = await job
            return done, await done.variants[0].aread()

        done, data = asyncio.run(main())
    assert done.status == "completed"
    assert data.startswith(b"\x89PNG")


def test_a_wait_that_is_cancelled_ends_and_the_job_goes_on(bench: Bench) -> None:
    place = bench.workspace()

    async def main() -> tuple[AsyncStudio, str]:
        async with AsyncStudio(KeySession(bench.service, place.key())) as studio:
            studio.transport.assist = lambda: False  # type: ignore[method-assign]
            await studio.folders.create(name="Acme")
            job = await studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(studio.wait(job), 0.2)
            return studio, job.job_id

    _, job_id = asyncio.run(main())
    bench.run_until_idle()
    assert place.owner.jobs.get(job_id=job_id).status == "completed"


def test_opening_is_awaited_or_entered_and_says_what_is_wrong(tmp_path: Path) -> None:
    async def main() -> None:
        studio = await brandstudio.aopen(tmp_path)
        assert isinstance(studio, AsyncLocalStudio)
        await studio.admin.credits.balance()
        await studio.close()
        await studio.close()
        with pytest.raises(TypeError, match="did you mean 'threads'"):
            await brandstudio.aopen(tmp_path, thread=2)  # type: ignore[call-arg]

    asyncio.run(main())


def test_a_batch_is_awaited(tmp_path: Path) -> None:
    async def main() -> Any:
        async with brandstudio.aopen(tmp_path) as studio:
            await studio.folders.create(name="Acme")
            return await studio.designs.batch(
                [{"headline": "One"}, {"headline": "Two"}], folder="acme", size="square"
            )

    assert [row.status for row in asyncio.run(main())] == ["done", "done"]


def test_a_web_program_awaits_banners_on_the_studio_that_it_mounts(tmp_path: Path) -> None:
    studio: AsyncLocalStudio

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        nonlocal studio
        async with brandstudio.aopen(tmp_path) as studio:
            app.mount("/brand", brandstudio.asgi(studio))
            yield

    app = FastAPI(lifespan=lifespan)

    @app.post("/banner")
    async def banner(headline: str) -> int:
        await studio.folders.ensure("acme")
        slots = Slots(headline=headline)
        job = await studio.designs.create(
            folder="acme", size="square", template="look-statement", slots=slots
        )
        return len(await (await job).variants[0].aread())

    @app.post("/key")
    async def key() -> str:
        return (await studio.admin.keys.create(level="full")).secret

    with TestClient(app) as http:
        assert http.post("/banner", params={"headline": "Hello"}).json() > 1000
        headers = {"x-api-key": http.post("/key").json()}
        jobs = http.get("/brand/v1/jobs", headers=headers).json()["jobs"]
        assert [job["status"] for job in jobs] == ["completed"]


def test_a_studio_that_is_not_awaited_yet_cannot_be_mounted(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"LocalStudio or AsyncLocalStudio.*; await it first"):
        brandstudio.asgi(brandstudio.aopen(tmp_path))  # type: ignore[arg-type]


def test_help_tells_what_is_awaited_and_keeps_the_arguments() -> None:
    for call, same, gives in (
        (brandstudio.aopen, brandstudio.open, "Opening[AsyncLocalStudio]"),
        (brandstudio.aconnect, brandstudio.connect, "Opening[AsyncStudio]"),
    ):
        told = inspect.signature(call)
        assert told.return_annotation == gives
        assert told.parameters == inspect.signature(same).parameters
