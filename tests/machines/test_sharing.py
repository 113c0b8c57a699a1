"""Many machines over one PostgreSQL and one bucket: each has a folder of its own, of scratch alone."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from bucket import Bucket, settings
from server import PostgresServer

import brandstudio
from brandstudio import Slots, errors
from brandstudio.care.copies import object_place
from brandstudio.service.heartbeat import Heartbeat
from brandstudio.store.engine import StoreError
from brandstudio.testing import Bench, Place, picture

pytestmark = pytest.mark.machines
KEY = "the-key-that-all-machines-of-this-studio-share"
BASE = "https://studio.example.com"
At = Callable[..., Bench]


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new_database()


@pytest.fixture
def machine(tmp_path: Path, bucket: Bucket, url: str, prefix: str) -> Iterator[At]:
    """Benches that share a database and a bucket, each with a folder of its own."""
    with ExitStack() as open:

        def at(name: str, **more: Any) -> Bench:
            told = settings(bucket.endpoint, prefix) | {
                "database_url": url,
                "secret_key": KEY,
                "base_url": BASE,
            }
            return open.enter_context(Bench(tmp_path / name, **told | more))

        yield at


def on(bench: Bench, place: Place) -> Place:
    """The same workspace, seen from another machine."""
    return Place(bench, place.workspace_id)


def test_what_one_machine_takes_in_another_uses(machine: At, tmp_path: Path) -> None:
    first, second = machine("first"), machine("second")
    place = first.workspace()
    here, there = place.studio(), on(second, place).studio()
    here.folders.create(name="Acme")
    data = picture(64, 48)
    ticket = here.library.create_upload(filename="sea.png", mime_type="image/png", bytes=len(data))
    token = ticket.upload_url.rpartition("/")[2]
    first.service.put_upload(token, "image/png", data)
    with pytest.raises(errors.NotFound):
        second.service.put_upload(token, "image/png", data)
    added = there.library.add(folder="acme", url=ticket.s3_key)
    assert here.library.get(image_id=added.image_id, folder="acme").image_id == added.image_id
    assert here.read(added.url or "") == there.read(added.url or "")
    assert first.doctor(mend=False).ok
    assert second.doctor(mend=False).ok
    assert list((tmp_path / "first" / "uploads").iterdir()) == []


def test_a_template_is_there_on_every_machine(machine: At) -> None:
    first, second = machine("first"), machine("second")
    place = first.workspace()
    here, there = place.studio(), on(second, place).studio()
    here.folders.create(name="Acme")
    starter = (
        Path(brandstudio.__file__)
        .parent.joinpath("assets", "templates", "starter.toml")
        .read_text()
    )
    first.service.store.templates.keep("launch.toml", starter.replace("NAME", "launch").encode())
    job = there.designs.create(
        folder="acme", template="launch", sizes=["square"], slots=Slots(headline="Walk by the sea")
    )
    first.run_until_idle()
    assert job.wait(10).status == "completed"
    second.service.store.templates.drop("launch.toml")
    with pytest.raises(errors.ValidationError, match="no template"):
        here.designs.create(
            folder="acme", template="launch", sizes=["square"], slots=Slots(headline="Walk")
        )


@pytest.mark.parametrize("missing", ["secret_key", "base_url", "blobs_url"])
def test_a_machine_that_lacks_a_setting_is_refused(machine: At, missing: str) -> None:
    machine("first")
    with pytest.raises(StoreError, match=f"set BRANDSTUDIO_{missing.upper()} here"):
        machine("second", **{missing: None})


def test_a_machine_with_another_key_is_refused(machine: At) -> None:
    machine("first")
    with pytest.raises(StoreError, match="another key here"):
        machine("second", secret_key="a-key-that-nobody-else-has-but-this-one")
    machine("third", secret_key=f"a-key-that-is-put-in-front-of-the-old-one,{KEY}")
    machine("fourth", secret_key="a-key-that-is-put-in-front-of-the-old-one")


def test_a_machine_with_another_place_of_files_is_refused_and_claims_nothing(
    machine: At, tmp_path: Path, url: str, bucket: Bucket, prefix: str
) -> None:
    """Also before there are files, from the command line, and for one that nobody has yet."""
    first = machine("first")
    said = (
        rf"lie in s3://brand/{prefix}; here BRANDSTUDIO_BLOBS_URL names s3://brand/{prefix}-other"
    )
    with pytest.raises(StoreError, match=said):
        machine("second", blobs_url=f"s3://brand/{prefix}-other")
    told = environment(tmp_path / "third", url, bucket, f"{prefix}-other")
    for words in (["doctor"], ["worker"], ["serve", "--port", "0"]):
        done = subprocess.run(
            [sys.executable, "-m", "brandstudio", *words], env=told, capture_output=True, text=True
        )
        assert done.returncode != 0
        assert f"s3://brand/{prefix}-other" in done.stderr
    machine("fourth", blobs_url=f"s3://brand/{prefix}/")  # the same place, written otherwise
    place = object_place(first.service.settings, f"s3://brand/{prefix}-other").store()
    assert list(place.list()) == []
    taken = subprocess.run(
        [sys.executable, "-m", "brandstudio", "replicate", "take-over"],
        env=told, capture_output=True, text=True,
    )  # fmt: skip
    assert taken.returncode == 0, taken.stderr
    machine("fifth", blobs_url=f"s3://brand/{prefix}-other")
    with pytest.raises(StoreError, match="replicate take-over"):
        machine("sixth")


def test_a_database_that_never_said_where_its_files_are_takes_on_the_place_that_is_its_own(
    machine: At, url: str, prefix: str
) -> None:
    first = machine("first")
    studio = first.workspace().studio()
    studio.folders.create(name="Acme")
    studio.library.add(folder="acme", url=studio.library.upload(picture(64, 48), "sea.png"))
    with psycopg.connect(url) as raw:
        raw.execute("delete from data_folder where name = 'files.json'")
    with pytest.raises(StoreError, match=f"s3://brand/{prefix}-other, .* does not say"):
        machine("second", blobs_url=f"s3://brand/{prefix}-other")
    machine("third")
    with pytest.raises(StoreError, match=f"lie in s3://brand/{prefix}; here"):
        machine("fourth", blobs_url=f"s3://brand/{prefix}-other")


def test_a_template_of_one_machine_alone_is_refused(machine: At, tmp_path: Path) -> None:
    (tmp_path / "first" / "templates").mkdir(parents=True)
    (tmp_path / "first" / "templates" / "launch.toml").write_text("name = 'launch'")
    with pytest.raises(StoreError, match=r"launch\.toml is a template of this machine alone"):
        machine("first")


def test_a_folder_that_shares_is_not_opened_as_a_studio_of_its_own(
    machine: At, tmp_path: Path
) -> None:
    machine("first")
    with pytest.raises(StoreError, match="BRANDSTUDIO_DATABASE_URL"):
        brandstudio.open(tmp_path / "first")


def test_one_folder_s_studio_is_shared_by_taking_it_over(
    machine: At, tmp_path: Path, url: str, bucket: Bucket, prefix: str
) -> None:
    with Bench(
        tmp_path / "old", **settings(bucket.endpoint, prefix), database_url=url, secret_key=KEY
    ) as old:
        place = old.workspace()
        studio = place.studio()
        studio.folders.create(name="Acme")
        data = picture(64, 48)
        ticket = studio.library.create_upload(
            filename="sea.png", mime_type="image/png", bytes=len(data)
        )
        old.service.put_upload(ticket.upload_url.rpartition("/")[2], "image/png", data)
    with pytest.raises(errors.StudioError, match="take-over"):
        machine("new")
    done = subprocess.run(
        [sys.executable, "-m", "brandstudio", "replicate", "take-over"],
        env=environment(tmp_path / "old", url, bucket, prefix),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    shutil.rmtree(tmp_path / "old")
    new = machine("new")
    added = on(new, place).studio().library.add(folder="acme", url=ticket.s3_key)
    assert added.status == "completed"
    assert new.doctor().ok


def test_a_key_of_a_machine_that_was_held_up_is_not_paid_for_twice(
    machine: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One seems to be gone while it answers; another takes the key over, and the first can't end."""
    first, second = machine("first"), machine("second")
    place = first.workspace(credits=10)
    place.studio().folders.create(name="Acme")
    monkeypatch.setattr(Heartbeat, "_is_gone", lambda self, sign: True)
    here, there = place.studio(), on(second, place).studio()
    asked: dict[str, Any] = {"folder": "acme", "prompt": "the sea", "idempotency_key": "once"}
    carry_out = first.service._run

    def held_up(ctx: Any, operation: Any) -> Any:
        first.service._run = carry_out  # type: ignore[method-assign]
        there.images.create(**asked)
        return carry_out(ctx, operation)

    before = place.balance
    first.service._run = held_up  # type: ignore[method-assign]
    with pytest.raises(errors.IdempotencyInProgress):
        here.images.create(**asked)
    assert len(here.jobs.list().jobs) == 1
    paid = [entry for entry in here.credits.transactions().transactions if entry.type == "charge"]
    assert len(paid) == 1
    assert before - place.balance == -paid[0].credits


def test_two_servers_and_three_workers_on_folders_of_their_own_are_one_studio(
    tmp_path: Path, url: str, bucket: Bucket, prefix: str
) -> None:
    with ExitStack() as ending:
        ports = [free_port(), free_port()]
        servers = [
            started(ending, environment(tmp_path / f"server{n}", url, bucket, prefix), "serve", "--port", str(port), "--workers-in-process", "--threads", "1")
            for n, port in enumerate(ports)
        ]  # fmt: skip
        workers = [
            started(ending, environment(tmp_path / f"worker{n}", url, bucket, prefix), "worker")
            for n in range(3)
        ]
        for port in ports:
            await_ready(port)
        told = environment(tmp_path / "owner", url, bucket, prefix)
        made = subprocess.run(
            [sys.executable, "-m", "brandstudio", "--json", "keys", "create", "--level", "full"],
            env=told, capture_output=True, text=True, check=True,
        )  # fmt: skip
        key = json.loads(made.stdout)["secret"]
        one, two = (
            ending.enter_context(
                brandstudio.connect(f"http://127.0.0.1:{port}", api_key=key, timeout=60)
            )
            for port in ports
        )
        one.folders.create(name="Acme")
        jobs = [one.images.create(prompt=f"the sea at dusk, {n}", folder="acme") for n in range(4)]
        jobs += [two.images.create(prompt=f"a hill in snow, {n}", folder="acme") for n in range(4)]
        servers[0].send_signal(signal.SIGKILL)  # its jobs are taken up by others
        ids = [job.id for job in jobs]
        end = time.monotonic() + 240
        while (
            two.library.list(folder="acme").total_count < 8 or two.jobs.list(status="running").jobs
        ):
            assert time.monotonic() < end, "the work was not done"
            time.sleep(0.5)
        for image_id in ids:
            item = two.library.get(image_id=image_id, folder="acme")
            assert item.status == "completed"
            path = (item.url or "").removeprefix(BASE)
            data = httpx.get(f"http://127.0.0.1:{ports[1]}{path}").content
            assert data[:4] in (b"\x89PNG", b"\xff\xd8\xff\xe0", b"RIFF")
        for process in (servers[1], *workers):
            process.terminate()
        doctor = subprocess.run(
            [sys.executable, "-m", "brandstudio", "doctor"],
            env=told,
            capture_output=True,
            text=True,
        )
        assert doctor.returncode == 0, doctor.stdout + doctor.stderr


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(ending: ExitStack, told: dict[str, str], *words: str) -> subprocess.Popen[bytes]:
    """A process of the command line, which ends with the test."""
    process = subprocess.Popen([sys.executable, "-m", "brandstudio", *words], env=told)

    ending.callback(process.wait, 60)
    ending.callback(process.terminate)
    return process


def await_ready(port: int) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.2)
    raise AssertionError("the server did not start")


def environment(folder: Path, url: str, bucket: Bucket, prefix: str) -> dict[str, str]:
    return {
        **os.environ,
        **bucket.environment(prefix),
        "BRANDSTUDIO_DATA": str(folder),
        "BRANDSTUDIO_DATABASE_URL": url,
        "BRANDSTUDIO_SECRET_KEY": KEY,
        "BRANDSTUDIO_BASE_URL": BASE,
    }


def test_writers_of_different_workspaces_go_on_beside_each_other(machine: At) -> None:
    first, second = machine("first"), machine("second")
    places = [first.workspace(credits=100) for _ in range(2)]
    stores = [
        first.context(places[0].workspace_id).store,
        second.context(places[1].workspace_id).store,
    ]
    with ThreadPoolExecutor(1) as pool:
        with stores[0].write() as one:
            # Another workspace's write, on another machine, is done before this one ends.
            pool.submit(add_jobs, stores[1], places[1].workspace_id, "b").result(5)
            same = second.context(places[0].workspace_id).store
            waiting = pool.submit(add_jobs, same, places[0].workspace_id, "c")
            with pytest.raises(TimeoutError):
                waiting.result(0.5)  # the same workspace's waits for its turn
            add_rows(one, places[0].workspace_id, "a")
        waiting.result(5)
    with same.read() as tx:
        rows = tx.jobs.page(places[0].workspace_id, None, None, None, 9)
    assert [row.id for row in sorted(rows, key=lambda row: row.seq)] == ["a0", "a1", "c0", "c1"]


def add_jobs(store: Any, workspace_id: str, name: str) -> None:
    with store.write() as tx:
        add_rows(tx, workspace_id, name)


def add_rows(tx: Any, workspace_id: str, name: str) -> None:
    for number in range(2):
        tx.jobs.add(f"{name}{number}", workspace_id, "image", "create", "{}", 1)
