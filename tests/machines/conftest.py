"""One S3 server and one PostgreSQL for the run; each test has a prefix of its own in the bucket, or a
database of its own.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bucket import Bucket, Proxy, running, settings
from server import PostgresServer, serving

from brandstudio.testing import Bench

_PREFIXES = itertools.count(1)


@pytest.fixture(scope="session")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bucket]:
    with running(tmp_path_factory.mktemp("s3")) as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    with serving(durable=False) as found:
        yield found


@pytest.fixture
def prefix() -> str:
    return f"studio-{next(_PREFIXES)}"


@pytest.fixture
def proxy(bucket: Bucket) -> Iterator[Proxy]:
    made = Proxy(bucket.s3)
    yield made
    made.close()


@pytest.fixture
def bench_at(tmp_path: Path, prefix: str) -> Iterator[Callable[..., Bench]]:
    """Benches whose files lie at an endpoint, closed after the test."""
    made: list[Bench] = []

    def at(endpoint: str, **more: Any) -> Bench:
        made.append(Bench(tmp_path / f"data{len(made)}", **{**settings(endpoint, prefix), **more}))
        made[-1].__enter__()
        return made[-1]

    yield at
    for bench in made:
        bench.__exit__(None, None, None)
