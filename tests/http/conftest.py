"""Ways to reach the fake service: in memory, and over a socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import uvicorn
from fake_service import FakeService
from starlette.testclient import TestClient

from brandstudio.http.app import make_app


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
def http(service: FakeService) -> Iterator[TestClient]:
    with TestClient(
        make_app(service),
        base_url="http://studio.test",
        raise_server_exceptions=False,
        headers={"x-api-key": "bsk_full"},
    ) as client:
        yield client


@dataclass
class Running:
    service: FakeService
    url: str


@pytest.fixture
def running(service: FakeService) -> Iterator[Running]:
    """The application behind uvicorn on a free port of 127.0.0.1."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        server = uvicorn.Server(
            uvicorn.Config(make_app(service), log_level="warning", access_log=False)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        yield Running(service, f"http://127.0.0.1:{port}")
        server.should_exit = True
        thread.join(10)
