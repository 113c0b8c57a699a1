"""SQLite and PostgreSQL side by side in one run: a charge, a page of 50 among very many items, the claim
of a job with 10,000 waiting; and one process that draws against two.

``pytest -m benchmark -s tests/machines/test_engines_benchmark.py``; BRANDSTUDIO_BENCHMARK_ITEMS says how many
items (a million). PostgreSQL flushes its log as SQLite does. Medians of wall time, and of this process's CPU.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from server import serving

from brandstudio import Slots
from brandstudio.context import Clock
from brandstudio.models.jobs import JOB_KINDS
from brandstudio.store.claiming import Claim
from brandstudio.store.library import folder_scope
from brandstudio.testing import Bench

pytestmark = pytest.mark.benchmark
ITEMS = int(os.environ.get("BRANDSTUDIO_BENCHMARK_ITEMS", "1000000"))
WAITING = 10_000
BANNERS = int(os.environ.get("BRANDSTUDIO_BENCHMARK_BANNERS", "12"))
_ITEM = (
    "insert into items (id, public_id, workspace_id, folder_id, l1_id, kind, status, title, score, sort_score, "
    "current_version, next_version, total_versions, created_at, updated_at) "
    "select n, 'img_' || n, ?1, {folder}, {folder}, case when n % 10 < 8 then 'image' else 'design' end, 'completed', "
    "'a title', n % 101, n % 101, 1, 2, 1, n, n from {numbers}"
)
_VERSION = (
    "insert into versions (item_id, number, status, operation, created_at) "
    "select id, 1, 'finished', 'upload', created_at from items"
)
_NUMBERS = {
    "sqlite": "(with recursive counted (n) as (select 1 union all select n + 1 from counted where n < {most}) select n from counted)",
    "postgres": "generate_series(1, {most}) as counted (n)",
}


@pytest.fixture(scope="module")
def benches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Bench]]:
    with (
        serving(durable=True) as server,
        Bench(tmp_path_factory.mktemp("sqlite"), clock=Clock()) as lite,
        Bench(
            tmp_path_factory.mktemp("postgres"), clock=Clock(), database_url=server.new_database()
        ) as post,
    ):
        yield {"sqlite": lite, "postgres": post}


def measured(action: Callable[[], object], times: int) -> str:
    wall, spent = [], []
    for _ in range(times):
        began, cpu = time.perf_counter(), time.thread_time()
        action()
        wall.append(time.perf_counter() - began)
        spent.append(time.thread_time() - cpu)
    return (
        f"median {statistics.median(wall) * 1e6:8.0f} us of wall, "
        f"{statistics.median(spent) * 1e6:7.0f} us of CPU here, {times} times"
    )


def said(what: str, found: dict[str, str]) -> None:
    load = os.getloadavg()[0]
    print(f"\n{what} (load {load:.1f} on {os.cpu_count()} cores)")
    for engine, figures in found.items():
        print(f"  {engine:9} {figures}")


def test_a_charge(benches: dict[str, Bench]) -> None:
    found = {}
    for engine, bench in benches.items():
        ctx = bench.context(bench.workspace(credits=1_000_000).workspace_id)

        def charge(ctx=ctx) -> None:
            with ctx.store.write() as tx:
                ctx.charge(tx, "create_2k", "Create: a red door", None)

        found[engine] = measured(charge, 200)
    said("a charge, durable", found)


def test_a_claim_among_very_many(benches: dict[str, Bench]) -> None:
    found = {}
    for engine, bench in benches.items():
        place = bench.workspace()
        with bench.context(place.workspace_id).store.write() as tx:
            for number in range(WAITING):
                tx.jobs.add(f"w{number}", place.workspace_id, "image", "create", "{}", 1)

        def claim(bench=bench) -> None:
            with bench.service.store.beside("claims:prc_b").write() as tx:
                assert tx.claims.next(Claim("prc_b", 1, 1, 60_000), JOB_KINDS)

        found[engine] = measured(claim, 200)
    said(f"a claim with {WAITING} waiting", found)


def test_a_page_among_very_many(benches: dict[str, Bench]) -> None:
    first, deep = {}, {}
    for engine, bench in benches.items():
        place = bench.workspace()
        place.studio().folders.create(name="Acme")
        store = bench.context(place.workspace_id).store
        with store.read() as tx:
            folder = tx.folders.get(place.workspace_id, "acme")
        assert folder is not None
        numbers = _NUMBERS[engine].format(most=ITEMS)
        began = time.perf_counter()
        for statement, values in (
            (_ITEM.format(folder=folder.id, numbers=numbers), {"1": place.workspace_id}),
            (_VERSION, {}),
        ):
            if engine == "postgres":  # one statement takes longer than any of the studio's may
                with store.write() as tx:
                    tx.db.execute("set local statement_timeout = 0")
                    tx.db.execute("set local idle_in_transaction_session_timeout = 0")
                    tx.db.execute(statement, values)
            else:
                with store.write() as tx:
                    tx.db.execute(statement, values)
        if engine == "postgres":
            with store.write() as tx:
                tx.db.execute("analyze items")
                tx.db.execute("analyze versions")
        print(f"\n{engine}: {ITEMS} items in {time.perf_counter() - began:.0f} s")
        scope = folder_scope(folder)

        def page(store=store, scope=scope, start=None) -> None:
            with store.read() as tx:
                assert len(tx.items.page(scope, None, "latest", start, 50)) == 50

        first[engine] = measured(page, 200)
        deep[engine] = measured(lambda page=page: page(start=(ITEMS // 2, ITEMS // 2)), 200)
    said(f"the first page of 50 among {ITEMS}", first)
    said(f"a page of 50 in the middle of {ITEMS}", deep)


def test_two_processes_that_draw_against_one(tmp_path: Path) -> None:
    took = {}
    with serving(durable=True) as server:
        for many in (1, 2):
            url = server.new_database()
            data = tmp_path / f"data{many}"
            with Bench(data, clock=Clock(), database_url=url) as bench:
                studio = bench.workspace().studio()
                studio.folders.create(name="Acme")
                for number in range(BANNERS):
                    studio.designs.create(
                        folder="acme", sizes=["square"], template="overlay",
                        slots=Slots(headline=f"Walk by the sea {number}"),
                    )  # fmt: skip
                told = {
                    **os.environ,
                    "BRANDSTUDIO_DATA": str(data),
                    "BRANDSTUDIO_DATABASE_URL": url,
                }
                words = [sys.executable, "-m", "brandstudio", "worker", "--threads", "1"]

                def left(studio=studio) -> int:
                    return sum(
                        len(studio.jobs.list(status=status).jobs)
                        for status in ("queued", "running")
                    )

                workers = [subprocess.Popen(words, env=told) for _ in range(many)]
                try:
                    while left() > BANNERS - many:  # from when they draw
                        time.sleep(0.02)
                    began, before = time.perf_counter(), left()
                    while left():
                        time.sleep(0.05)
                    took[f"{many} process"] = (
                        f"{before / (time.perf_counter() - began):.2f} banners a second"
                    )
                finally:
                    for worker in workers:
                        worker.terminate()
                    for worker in workers:
                        worker.wait(60)
    said(f"{BANNERS} banners drawn", took)
