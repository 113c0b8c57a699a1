"""Copies in object storage as they come, and a studio brought back from them, with everything that
takes part as processes of their own: a writer, ``replicate run``, litestream, a real S3 server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import obstore
import pytest
from bucket import BUCKET, Bucket

import brandstudio
from brandstudio.testing import picture

pytestmark = pytest.mark.machines


def environment(bucket: Bucket) -> dict[str, str]:
    found = {
        name: value for name, value in os.environ.items() if not name.startswith("BRANDSTUDIO")
    }
    keys = bucket.environment("unused")
    del keys["BRANDSTUDIO_BLOBS_URL"]
    return {**found, **keys}


def command(
    bucket: Bucket, data: Path, *words: str, **more: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brandstudio", "--data", str(data), "--json", *words],
        env={**environment(bucket), **more},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class Running:
    """``replicate run`` as a process."""

    def __init__(self, bucket: Bucket, data: Path, url: str, *more: str, **env: str) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "brandstudio",
                "--data",
                str(data),
                "replicate",
                "run",
                "--to",
                url,
                "--every",
                "1",
                *more,
            ],
            env={**environment(bucket), **env},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.first = self.process.stdout.readline()

    def stop(self) -> None:
        self.process.terminate()
        assert self.process.wait(60) == 0
        assert self.process.stdout is not None
        self.process.stdout.close()

    def kill(self) -> None:
        """With litestream, as a machine that is gone."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        self.process.kill()
        self.process.wait()
        for child in children.split():
            os.kill(int(child), 9)
        assert self.process.stdout is not None
        self.process.stdout.close()


def until(bucket: Bucket, prefix: str, moment: float) -> None:
    """Wait until the copies are whole to that moment, and the database's stream too."""
    place = bucket.store(prefix)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            note = json.loads(bytes(obstore.get(place, "copied-until.json").bytes()))
        except FileNotFoundError:
            note = {"until": 0}
        if note["until"] > moment + 2:
            return
        time.sleep(0.3)
    raise AssertionError("the copies never came so far")


def add(data: Path, number: int, **settings: object) -> str:
    with brandstudio.open(data, **settings) as studio:
        if number == 0:
            studio.folders.create(name="acme")
        return studio.library.add(folder="acme", file=picture(60, 40, mark=number)).image_id


def held(data: Path, **settings: object) -> set[str]:
    with brandstudio.open(data, **settings) as studio:
        found = {item.image_id: item for item in studio.library.list(folder="acme").items}
        for item in found.values():
            assert studio.read(item.url or "")
        report = studio.admin.doctor()
        assert report.ok, report.problems
    return set(found)


def at(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def test_a_machine_that_is_gone_comes_back_whole_and_as_of_a_moment(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    data, url = tmp_path / "data", f"s3://{BUCKET}/{prefix}"
    first = {add(data, 0), add(data, 1)}
    running = Running(bucket, data, url)
    assert running.first.startswith("Copying")
    time.sleep(2.5)
    between = time.time()
    time.sleep(2.5)
    later = {add(data, number) for number in range(2, 6)}
    until(bucket, prefix, time.time())
    running.kill()
    key = str(data / "secret.key")

    done = command(bucket, tmp_path / "new", "replicate", "restore", "--from", url, "--key", key)
    assert done.returncode == 0, done.stderr
    assert held(tmp_path / "new") == first | later

    then = tmp_path / "then"
    done = command(
        bucket, then, "replicate", "restore", "--from", url, "--key", key, "--at", at(between)
    )
    assert done.returncode == 0, done.stderr
    assert held(then) == first
    assert json.loads(done.stdout)["absent"] == []

    refused = command(bucket, tmp_path / "no", "replicate", "restore", "--from", url)
    assert refused.returncode == 1
    assert "without its master key" in refused.stderr
    assert not (tmp_path / "no").exists()


def test_a_purged_file_stays_in_the_copies_while_an_earlier_moment_may_need_it(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    data, url = tmp_path / "data", f"s3://{BUCKET}/{prefix}"
    purged = add(data, 0)
    running = Running(bucket, data, url)
    time.sleep(2.5)
    before = time.time()
    time.sleep(2.5)
    with brandstudio.open(data) as studio:
        studio.library.delete(folder="acme", image_id=purged, purge=True)
    until(bucket, prefix, time.time())
    running.stop()
    key = str(data / "secret.key")
    then = tmp_path / "then"
    done = command(
        bucket, then, "replicate", "restore", "--from", url, "--key", key, "--at", at(before)
    )
    assert done.returncode == 0, done.stderr
    assert held(then) == {purged}


def test_no_second_folder_writes_into_the_copies_of_a_first(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    url = f"s3://{BUCKET}/{prefix}"
    add(tmp_path / "one", 0)
    add(tmp_path / "two", 0)
    running = Running(bucket, tmp_path / "one", url)
    again = command(bucket, tmp_path / "one", "replicate", "run", "--to", url)
    assert again.returncode == 1
    assert "ALREADY_RUNNING" in again.stderr
    other = command(bucket, tmp_path / "two", "replicate", "run", "--to", url)
    assert other.returncode == 1
    assert "Copies of another studio folder" in other.stderr
    shown = command(bucket, tmp_path / "one", "replicate", "status", "--at", url)
    assert shown.returncode == 0, shown.stderr
    running.stop()


def test_files_that_lie_in_a_bucket_stay_there_and_the_database_comes_back_before_them(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    data, url = tmp_path / "data", f"s3://{BUCKET}/{prefix}-copies"
    blobs = bucket.environment(prefix)["BRANDSTUDIO_BLOBS_URL"]
    settings = {
        "blobs_url": blobs,
        "s3_endpoint": bucket.endpoint,
        "s3_region": "us-east-1",
        "s3_access_key_id": bucket.environment("")["AWS_ACCESS_KEY_ID"],
        "s3_secret_access_key": bucket.environment("")["AWS_SECRET_ACCESS_KEY"],
    }
    made = {add(data, number, **settings) for number in range(2)}
    running = Running(bucket, data, url, BRANDSTUDIO_BLOBS_URL=blobs)
    until(bucket, f"{prefix}-copies", time.time())
    running.kill()
    new = tmp_path / "new"
    done = command(
        bucket, new, "replicate", "restore", "--from", url, "--key", str(data / "secret.key"),
        BRANDSTUDIO_BLOBS_URL=blobs,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    taken = command(bucket, new, "replicate", "take-over", BRANDSTUDIO_BLOBS_URL=blobs)
    assert taken.returncode == 0, taken.stderr
    assert held(new, **settings) == made


def test_a_damaged_and_a_missing_file_are_put_back_from_the_copies(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    data, url = tmp_path / "data", f"s3://{BUCKET}/{prefix}"
    named = {add(data, 0), add(data, 1)}
    running = Running(bucket, data, url)
    until(bucket, prefix, time.time())
    running.stop()
    files = sorted((data / "blobs").glob("??/*"))
    files[0].write_bytes(files[0].read_bytes()[:-1] + b"x")
    files[1].unlink()
    found = command(bucket, data, "doctor", "--scrub")
    assert found.returncode == 1
    assert "--from s3://" in found.stdout
    healed = command(bucket, data, "doctor", "--scrub", "--from", url)
    assert healed.returncode == 0, healed.stdout + healed.stderr
    assert f"2 of 2 damaged files were put back from {url}" in healed.stdout
    assert held(data) == named
    nowhere = command(bucket, data, "doctor", "--scrub", "--from", f"{url}-of-nobody")
    assert nowhere.returncode == 0  # nothing is damaged any more, so nobody is asked
    files[0].unlink()
    nowhere = command(bucket, data, "doctor", "--scrub", "--from", f"{url}-of-nobody")
    assert nowhere.returncode == 1
    assert "There are no copies of a studio in this place" in nowhere.stderr
