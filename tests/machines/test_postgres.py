"""A studio whose database is in a real PostgreSQL: the contract, faults, kills, and what is refused."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from server import PostgresServer, programs, serving

import brandstudio
from brandstudio import LocalStudio, errors
from brandstudio.models.jobs import JOB_KINDS
from brandstudio.store.claiming import Claim
from brandstudio.store.engine import StoreError
from brandstudio.store.postgres import PostgresDatabase
from brandstudio.testing import Bench, Place, picture

pytestmark = pytest.mark.machines
ROOT = Path(__file__).parents[2]
At = Callable[..., Bench]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture
def bench_over(tmp_path: Path) -> Iterator[At]:
    """Benches over an address, closed after the test."""
    made: list[Bench] = []

    def over(url: str, folder: str = "data", **more: object) -> Bench:
        made.append(Bench(tmp_path / folder, database_url=url, **more))
        return made[-1].__enter__()

    yield over
    for bench in made:
        bench.__exit__(None, None, None)


def with_folder(bench: Bench, credits: float = 1000) -> tuple[Place, LocalStudio]:
    place = bench.workspace(credits=credits)
    studio = place.studio()
    studio.folders.create(name="Acme")
    return place, studio  # type: ignore[return-value]


# -- the contract ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files",
    [
        "test_credits.py test_folders.py test_gallery.py test_idempotency.py test_invites.py",
        "test_images.py test_library.py test_search.py test_words_in_pictures.py test_quotes.py test_texts.py test_owner.py",
        "test_designs.py test_brand_parts.py test_rows_paid.py test_webhooks_outbox.py",
    ],
    ids=["accounts", "library", "designs"],
)
def test_the_contract_holds_over_a_database_server(postgres: PostgresServer, files: str) -> None:
    paths = [str(ROOT / "tests" / "operations" / file) for file in files.split()]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-k", "not http and not async", *paths],
        env={**os.environ, "TEST_POSTGRES": postgres.url("postgres")},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=1200,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


def test_serve_and_worker_share_the_database(url: str, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "BRANDSTUDIO_DATA": str(tmp_path / "data"),
        "BRANDSTUDIO_DATABASE_URL": url,
    }
    started = [
        subprocess.Popen([sys.executable, "-m", "brandstudio", *words], env=environment)
        for words in (("serve", "--port", str(port)), ("worker",))
    ]
    try:
        with brandstudio.open(tmp_path / "data", database_url=url) as owner:
            key = owner.admin.keys.create(name="test", level="full").secret
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.2)
        with brandstudio.connect(f"http://127.0.0.1:{port}", api_key=key) as studio:
            studio.folders.create(name="Acme")
            made = studio.images.create(prompt="the sea at dusk", folder="acme").wait()
            assert studio.read(made.url or "")
            assert studio.library.search("dusk").total_count == 1
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)
    assert not (tmp_path / "data" / "studio.db").exists()


# -- money and callers -----------------------------------------------------------------------------


_SPENDER = """
    import sys
    from pathlib import Path
    from concurrent.futures import ThreadPoolExecutor
    from brandstudio import errors
    from brandstudio.testing import Bench
    bench = Bench(Path(sys.argv[1]), database_url=sys.argv[3], database_connections=8)
    ctx = bench.context(sys.argv[2])
    def spend(_):
        try:
            with ctx.store.write() as tx:
                ctx.charge(tx, "upload", "test", None)
        except errors.InsufficientCredits:
            return 0
        return 1
    print("ready", flush=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(64) as pool:
        print(sum(pool.map(spend, range(64))), flush=True)
"""


def test_256_callers_in_four_processes_buy_100_credits_worth_exactly_100_times(
    url: str, bench_over: At, tmp_path: Path
) -> None:
    bench = bench_over(url)
    place = bench.workspace(credits=100)
    words = [
        sys.executable,
        "-c",
        textwrap.dedent(_SPENDER),
        str(bench.data),
        place.workspace_id,
        url,
    ]
    callers = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for caller in callers:
        assert caller.stdout is not None
        assert caller.stdout.readline() == "ready\n"
    sold = [caller.communicate("go\n", timeout=120)[0] for caller in callers]
    assert sum(map(int, sold)) == 100
    assert place.balance == 0
    assert bench.doctor().ok


def test_the_ledger_takes_no_change_and_no_second_refund(url: str, bench_over: At) -> None:
    bench = bench_over(url)
    ctx = bench.context("default")
    with ctx.store.write() as tx:
        charge = ctx.charge(tx, "upload", "test", None)[0]
        tx.ledger.add("txn_a", "default", "refund", 100, "test", 1, refund_of=charge)
    with pytest.raises(psycopg.errors.UniqueViolation), ctx.store.write() as tx:
        tx.ledger.add("txn_b", "default", "refund", 100, "test", 1, refund_of=charge)
    for statement in ("update ledger set amount = 5", "delete from ledger"):
        with psycopg.connect(url) as connection, pytest.raises(psycopg.Error, match="append-only"):
            connection.execute(statement)  # type: ignore[arg-type]
    assert bench.doctor().ok


def test_numbers_become_visible_in_their_order(url: str, bench_over: At) -> None:
    bench = bench_over(url)
    ctx = bench.context("default")
    stop, seen, last = threading.Event(), [], 0

    def add(worker: int) -> None:
        for number in range(40):
            with ctx.store.write() as tx:
                tx.jobs.add(f"job_{worker}_{number}", "default", "image", "x", "{}", 1)

    with ThreadPoolExecutor(5) as pool:
        done = [pool.submit(add, worker) for worker in range(4)]
        while not stop.is_set():
            stop.set() if all(each.done() for each in done) else None
            with ctx.store.read() as tx:
                new = [
                    row[0]
                    for row in tx.db.execute(
                        "select seq from jobs where seq > ? order by seq", (last,)
                    )
                ]
            seen += new
            last = seen[-1] if seen else 0
        for each in done:
            each.result()
    assert seen == list(range(1, 161)), "a reader of what is new misses nothing"


def test_a_job_is_claimed_once(url: str, bench_over: At) -> None:
    bench = bench_over(url)
    ctx = bench.context("default")
    with ctx.store.write() as tx:
        for number in range(60):
            tx.jobs.add(f"job_{number}", "default", "image", "x", "{}", 1)

    def claim(worker: int) -> list[str]:
        found = []
        while True:
            with ctx.store.beside(f"claims:{worker}").write() as tx:
                row = tx.claims.next(Claim(f"worker {worker}", 1, 1, 1000), JOB_KINDS)
            if row is None:
                return found
            found.append(row.id)

    with ThreadPoolExecutor(8) as pool:
        claimed = [id for ids in pool.map(claim, range(8)) for id in ids]
    assert sorted(claimed) == sorted(f"job_{number}" for number in range(60))


# -- transactions ----------------------------------------------------------------------------------


def test_events_are_taken_up_and_stored_beside_whoever_writes(url: str, bench_over: At) -> None:
    """A write that is under way in one workspace holds up no delivery, and a row that is just being
    stored is passed over."""
    bench = bench_over(url)
    place, other = bench.workspace(), bench.workspace()
    place.owner.admin.webhooks.set(url="https://receiver.example/hook", job_events=True)
    with bench.context(place.workspace_id).store.write() as tx:
        for number in range(2):
            tx.outbox.add(f"evt{number}", place.workspace_id, "e", None, None, None, "{}", 1)
    with ThreadPoolExecutor(1) as pool, bench.context(other.workspace_id).store.write() as tx:
        assert tx.ledger.balance(other.workspace_id)
        pool.submit(bench.worker.run_one).result(10)
    assert len(bench.engines.deliverer.sent) == 2
    with bench.context(place.workspace_id).store.write() as tx:
        for number in range(2, 4):
            tx.outbox.add(f"evt{number}", place.workspace_id, "e", None, None, None, "{}", 1)
    with psycopg.connect(url) as holding:
        holding.execute("select id from outbox where event_id = 'evt2' for update")
        with bench.service.store.beside("deliveries").write() as tx:
            taken = tx.outbox.claim_first("prc_b", 1, 60_000, 9, [])
    assert [event.event_id for event in taken] == ["evt3"]


@pytest.fixture
def database(url: str) -> Iterator[PostgresDatabase]:
    made = PostgresDatabase(url, most=3)
    with made.write() as db:
        db.execute("create table kept (id bigint primary key)")
    yield made
    made.close()


def kept(database: PostgresDatabase) -> list[int]:
    with database.read() as db:
        return [row[0] for row in db.execute("select id from kept order by id")]


def test_a_transaction_is_all_or_nothing(database: PostgresDatabase) -> None:
    def broken_off() -> None:
        with database.write() as db:
            db.execute("insert into kept values (?)", (1,))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken_off()
    with database.write() as db:
        db.execute("insert into kept values (?)", (2,))
    assert kept(database) == [2]
    with pytest.raises(psycopg.Error), database.read() as db:
        db.execute("insert into kept values (3)")


def test_a_failed_statement_that_is_passed_over_does_not_look_committed(
    database: PostgresDatabase,
) -> None:
    def passed_over() -> None:
        with database.write() as db:
            db.execute("insert into kept values (1)")
            with pytest.raises(psycopg.Error):
                db.execute("insert into kept values (1)")

    with pytest.raises(RuntimeError, match="passed over"):
        passed_over()
    assert kept(database) == []


def test_a_second_transaction_on_a_thread_is_a_fault(database: PostgresDatabase) -> None:
    with database.read(), pytest.raises(RuntimeError), database.write():
        pass
    with database.write(), pytest.raises(RuntimeError), database.read():
        pass
    assert not database.in_transaction


def test_connections_are_bounded_and_wait_for_each_other(
    database: PostgresDatabase, url: str
) -> None:
    most = []

    def work(number: int) -> None:
        with database.read() as db:
            (here,) = db.execute(
                "select count(*) from pg_stat_activity where datname = current_database()"
            ).fetchone() or (0,)
            most.append(here)
            db.execute("select pg_sleep(0.02)")
        with database.write() as db:
            db.execute("insert into kept values (?)", (number,))

    with ThreadPoolExecutor(24) as pool:
        list(pool.map(work, range(48)))
    assert max(most) <= 3
    assert len(kept(database)) == 48


def test_a_connection_that_was_lost_in_the_pool_is_passed_over(
    database: PostgresDatabase, url: str
) -> None:
    with database.write() as db:
        db.execute("insert into kept values (1)")
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
    assert kept(database) == [1]


def test_a_transaction_whose_connection_breaks_is_told_as_busy_and_left_nothing(
    database: PostgresDatabase, url: str
) -> None:
    def broken() -> None:
        with database.write() as db:
            db.execute("insert into kept values (1)")
            (mine,) = db.execute("select pg_backend_pid()").fetchone() or (0,)
            with psycopg.connect(url, autocommit=True) as other:
                other.execute("select pg_terminate_backend(%s, 5000)", (mine,))
            db.execute("insert into kept values (2)")

    with pytest.raises(errors.ServiceBusy):
        broken()
    assert kept(database) == []


class CommitCutter:
    """Passes connections on to the server; once ``armed``, the next commit reaches the server, and its
    answer reaches nobody.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.armed = False
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            back = threading.Thread(target=self._back, args=(server, client), daemon=True)
            back.start()
            while True:
                try:
                    data = client.recv(65536)
                except OSError:
                    return
                if not data:
                    return
                if self.armed and b"commit\0" in data:
                    self.armed = False
                    client.shutdown(socket.SHUT_RDWR)
                    server.sendall(data)
                    time.sleep(0.3)
                    return
                server.sendall(data)

    def _back(self, server: socket.socket, client: socket.socket) -> None:
        try:
            while data := server.recv(65536):
                client.sendall(data)
        except OSError:
            pass

    def close(self) -> None:
        self._listening.close()


def test_a_commit_whose_answer_was_lost_is_asked_for_and_told_as_it_is(
    postgres: PostgresServer, url: str
) -> None:
    cutter = CommitCutter(postgres.port)
    database = PostgresDatabase(url.replace(f":{postgres.port}/", f":{cutter.port}/"))
    try:
        with database.write() as db:
            db.execute("create table kept (id bigint primary key)")
        cutter.armed = True
        with database.write() as db:
            db.execute("insert into kept values (7)")
        assert not cutter.armed
        assert kept(database) == [7]
    finally:
        database.close()
        cutter.close()


# -- kills -----------------------------------------------------------------------------------------


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server of the test's own, that may be killed."""
    with serving(durable=True) as found:
        yield found


def test_the_server_is_killed_under_load_and_nothing_acknowledged_is_lost(
    own_server: PostgresServer, bench_over: At
) -> None:
    bench = bench_over(own_server.new_database())
    place, _ = with_folder(bench, credits=100_000)
    ctx = bench.context(place.workspace_id)
    done: list[str] = []
    refused: list[errors.StudioError] = []
    stop = threading.Event()

    def load() -> None:
        while not stop.is_set():
            try:
                with ctx.store.write() as tx:
                    charged = ctx.charge(tx, "upload", "test", None)[0]
                done.append(charged)
            except errors.StudioError as error:
                refused.append(error)

    threads = [threading.Thread(target=load) for _ in range(6)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        before = len(done)
        while len(done) < before + 30:
            time.sleep(0.05)
        own_server.kill()
        own_server.start()
    before = len(done)
    while len(done) < before + 30:
        time.sleep(0.05)
    stop.set()
    for thread in threads:
        thread.join()
    assert {type(error) for error in refused} <= {errors.ServiceBusy}
    with ctx.store.read() as tx:
        rows = {row[0] for row in tx.db.execute("select txn_id from ledger where type = 'charge'")}
    assert set(done) <= rows, "what was acknowledged is there"
    # What was refused is not: a commit whose answer was lost was asked for when the server was back.
    assert len(rows) == len(done)
    assert bench.doctor().ok


_WRITER = """
    import sys
    from pathlib import Path
    from brandstudio.testing import Bench
    bench = Bench(Path(sys.argv[1]), database_url=sys.argv[3])
    ctx = bench.context(sys.argv[2])
    print("ready", flush=True)
    while True:
        with ctx.store.write() as tx:
            charged = ctx.charge(tx, "upload", "test", None)[0]
        print(charged, flush=True)
"""


def test_writers_that_are_killed_leave_nothing_half_and_hold_nobody_up(
    url: str, bench_over: At
) -> None:
    bench = bench_over(url)
    place = bench.workspace(credits=100_000)
    words = [
        sys.executable,
        "-c",
        textwrap.dedent(_WRITER),
        str(bench.data),
        place.workspace_id,
        url,
    ]
    told: set[str] = set()
    for _ in range(2):
        writers = [
            subprocess.Popen(words, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)
            for _ in range(2)
        ]
        for writer in writers:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            for _ in range(5):
                told.add(writer.stdout.readline().strip())
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
        for writer in writers:
            told |= {line for line in writer.communicate()[0].split("\n")[:-1] if line}
    with bench.context("default").store.write() as tx:
        rows = {row[0] for row in tx.db.execute("select txn_id from ledger where type = 'charge'")}
    assert told <= rows
    assert bench.doctor().ok
    assert place.balance == 100_000 - len(rows)


# -- whose it is, and copies -----------------------------------------------------------------------


def test_a_database_belongs_to_one_folder_until_another_takes_it_over(
    url: str, bench_over: At, tmp_path: Path
) -> None:
    bench_over(url)
    bench_over(url)  # another process of the same folder
    with pytest.raises(errors.StudioError, match="take-over"):
        Bench(tmp_path / "other", database_url=url)
    done = subprocess.run(
        [sys.executable, "-m", "brandstudio", "--data", str(tmp_path / "other"), "replicate", "take-over"],
        env={**os.environ, "BRANDSTUDIO_DATABASE_URL": url},
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    with pytest.raises(errors.StudioError, match="key file"):
        Bench(tmp_path / "other", database_url=url)
    shutil.copy(tmp_path / "data" / "secret.key", tmp_path / "other" / "secret.key")
    bench_over(url, "other")
    with pytest.raises(errors.StudioError, match="take-over"):
        bench_over(url)


def test_a_folder_with_a_studio_of_its_own_is_not_opened_over_a_server(
    url: str, tmp_path: Path
) -> None:
    brandstudio.open(tmp_path).close()
    with pytest.raises(StoreError, match=r"studio\.db"):
        brandstudio.open(tmp_path, database_url=url)


def test_what_cannot_be_used_is_said_without_the_password(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="does not answer") as refused:
        brandstudio.open(
            tmp_path, database_url=f"postgresql://studio:geheim@127.0.0.1:{postgres.port}/none"
        )
    assert "geheim" not in str(refused.value)
    name = f"latin_{os.getpid()}"
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f"create database {name} encoding 'LATIN1' template template0")  # type: ignore[arg-type]
    with pytest.raises(StoreError, match="UTF8"):
        brandstudio.open(tmp_path, database_url=postgres.url(name))


def test_a_later_version_s_database_is_refused(url: str, bench_over: At) -> None:
    bench_over(url)
    with psycopg.connect(url) as connection:
        connection.execute("insert into schema_migrations values ('0999_flying', 1)")
    with pytest.raises(StoreError, match="later version"):
        bench_over(url)


def test_processes_that_begin_at_once_make_the_tables_once(url: str, bench_over: At) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: PostgresDatabase(url), range(4)))
        list(pool.map(PostgresDatabase.prepare, made))
    for each in made:
        each.close()
    assert bench_over(url).doctor().ok


def test_the_views_are_named_and_tell_what_they_tell_in_sqlite(
    url: str, bench_over: At, tmp_path: Path
) -> None:
    place, studio = with_folder(bench_over(url))
    item = studio.library.add(folder="acme", file=picture(64, 48))
    with (
        brandstudio.open(
            tmp_path / "data", database_url=url, workspace=place.workspace_id
        ) as owner,
        pytest.raises(StoreError, match="public_items, public_versions") as told,
    ):
        owner.database()
    assert f"workspace_id = '{place.workspace_id}'" in str(told.value)
    with psycopg.connect(url) as connection:
        (row,) = connection.execute(
            "select image_id, folder, kind, created_at from public_items where workspace_id = %s",
            (place.workspace_id,),
        ).fetchall()
        credits = connection.execute(
            "select credits from public_charges where workspace_id = %s and type = 'charge'",
            (place.workspace_id,),
        ).fetchall()
    assert row[:3] == (item.image_id, "acme", "image")
    assert row[3].startswith("2026-09-21T")
    assert row[3].endswith("Z")
    assert credits == [(-1.0,)]


def test_a_dump_and_the_folder_bring_a_studio_back(
    postgres: PostgresServer, url: str, bench_over: At, tmp_path: Path
) -> None:
    bench = bench_over(url)
    place, studio = with_folder(bench)
    item = studio.library.add(folder="acme", file=picture(64, 48))
    dump = tmp_path / "studio.dump"
    subprocess.run([programs() / "pg_dump", "--format=custom", f"--file={dump}", url], check=True)
    later = studio.library.add(folder="acme", file=picture(64, 48, mark=2))
    again = postgres.new_database()
    subprocess.run(
        [programs() / "pg_restore", "--exit-on-error", f"--dbname={again}", dump], check=True
    )
    second = bench_over(again)
    with second.context(place.workspace_id).store.read() as tx:
        row = tx.items.get(place.workspace_id, item.image_id)
        assert row is not None
        assert second.service.store.blobs.read(row.sha256 or "")
        assert tx.items.get(place.workspace_id, later.image_id) is None
    assert second.doctor(mend=True).ok


def test_a_forked_child_uses_connections_of_its_own(database: PostgresDatabase) -> None:
    assert kept(database) == []
    child = os.fork()
    if child == 0:
        try:
            with database.write() as db:
                db.execute("insert into kept values (1)")
            os._exit(0 if kept(database) == [1] else 1)
        except BaseException:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    with database.write() as db:
        db.execute("insert into kept values (2)")
    assert kept(database) == [1, 2]
