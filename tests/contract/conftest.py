"""Rooms: workspaces of one running server, spoken to over a socket."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest
from furnished import Furnished, furnish
from speaking import Client, Room, good

from brandstudio.service.worker import Worker
from brandstudio.testing import Bench
from tests.conftest import elsewhere


class Machines(Bench):
    """Two servers and three workers over one database server and one bucket; requests go to the
    servers in turn, work to the workers.
    """

    def __init__(self, data: Path) -> None:
        told = elsewhere()
        super().__init__(data, **told)
        self.second = Bench(data, clock=self.clock, engines=self.engines, **told)
        third = Worker(self.second.service, threads=0)
        self._workers = cycle((self.worker, self.second.worker, third))

    def run_until_idle(self) -> int:
        done = idle = 0
        while idle < 3:
            idle = 0 if next(self._workers).run_one() else idle + 1
            done += not idle
        return done

    def close(self) -> None:
        self.second.close()
        super().close()


def room_of(bench: Bench) -> Room:
    place = bench.workspace()
    urls = [bench.url, *([bench.second.url] if isinstance(bench, Machines) else [])]
    return Room(bench, place, Client(urls, place.key("full")))


def serving(data: Path) -> Bench:
    """A bench whose server has told the data folder its address, as ``brandstudio serve`` does;
    where ``tests/machines`` names a database and a bucket, two servers over those.
    """
    bench = Machines(data) if os.environ.get("TEST_POSTGRES") else Bench(data)
    bench.service.keep_base_url(bench.url)
    return bench


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with serving(tmp_path_factory.mktemp("contract") / "data") as bench:
        yield bench


@pytest.fixture
def room(server: Bench, quick_intake: None) -> Iterator[Room]:
    """A workspace of its own with 1000 credits, on the server that all tests share."""
    made = room_of(server)
    yield made
    # The next test's work must not begin with what this one left.
    made.place.owner.admin.workspaces.resume()
    for job in good(made.client.get("/v1/jobs", status="queued", limit=200))["jobs"]:
        good(made.client.post(f"/v1/jobs/{job['jobId']}/cancel"))


@pytest.fixture
def acme(room: Room) -> Room:
    """A room with the folders acme, acme/summer and acme/summer/launch."""
    room.folders("Acme", "Summer", "Launch")
    return room


@pytest.fixture
def alone(tmp_path: Path, quick_intake: None) -> Iterator[Room]:
    """A room on a server of its own, for tests that move the clock."""
    with serving(tmp_path / "data") as bench:
        yield room_of(bench)


@pytest.fixture(scope="session")
def furnished(server: Bench, quick_intake: None) -> Furnished:
    """A workspace with one of everything. Tests that share it change nothing."""
    return furnish(room_of(server))


@pytest.fixture(scope="session")
def neighbour(server: Bench, quick_intake: None) -> Furnished:
    """Another workspace with one of everything."""
    return furnish(room_of(server))
