"""A studio whose files lie in a real S3 server: what works, and what happens when it does not."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import obstore
import pytest
from bucket import BUCKET, KEY, SECRET, Bucket, Proxy, settings

from brandstudio.errors import ServiceBusy, StudioError
from brandstudio.store.objects import PART, ObjectBlobs
from brandstudio.testing import Bench, picture

pytestmark = pytest.mark.machines
At = Callable[..., Bench]
ROOT = Path(__file__).parents[2]


def blobs_of(bench: Bench) -> ObjectBlobs:
    found = bench.service.store.blobs
    assert isinstance(found, ObjectBlobs)
    return found


def forget_copies(bench: Bench) -> None:
    for file in (bench.data / "nearby").iterdir():
        blobs_of(bench).nearby.drop(file.name)


def with_folder(bench: Bench):
    place = bench.workspace()
    studio = place.studio("http")
    studio.folders.create(name="acme")
    return place, studio


def fetched(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    connection.request("GET", parts.path, headers=headers)
    answer = connection.getresponse()
    return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()


def test_pictures_go_in_and_out_and_leave_nothing_behind(bench_at: At, bucket: Bucket) -> None:
    bench = bench_at(bucket.endpoint)
    _, studio = with_folder(bench)
    item = studio.library.add(folder="acme", file=picture(640, 480))
    assert not (bench.data / "blobs").exists() or not list((bench.data / "blobs").glob("??/*"))
    url = f"{bench.url}/files/{(item.url or '').rpartition('/files/')[2]}"
    _, headers, whole = fetched(url)
    forget_copies(bench)
    assert fetched(url)[::2] == (200, whole)
    forget_copies(bench)
    status, headers, part = fetched(url, range="bytes=10-29")
    assert (status, part, headers["content-range"]) == (
        206,
        whole[10:30],
        f"bytes 10-29/{len(whole)}",
    )
    assert fetched(url, range=f"bytes={len(whole)}-")[0] == 416
    assert bench.doctor().ok
    studio.library.delete(folder="acme", image_id=item.image_id, purge=True)
    assert fetched(url)[0] == 404
    assert list(blobs_of(bench).names()) == []
    assert list((bench.data / "nearby").iterdir()) == []


def test_a_large_file_goes_in_parts_and_out_in_pieces(bench_at: At, bucket: Bucket) -> None:
    blobs = blobs_of(bench_at(bucket.endpoint))
    data = os.urandom(3 * PART + 77)
    name = blobs.publish(data, "image/png").sha256
    assert "-4" in str(obstore.head(blobs.objects, f"{name[:2]}/{name}")["e_tag"])
    again = blobs.publish(data, "image/png")
    assert again.bytes == len(data)
    blobs.nearby.drop(name)
    opened = blobs.open(name)
    assert opened.pieces is not None
    digest, longest = hashlib.sha256(), 0
    for piece in opened.pieces(0, len(data)):
        digest.update(piece)
        longest = max(longest, len(piece))
    assert digest.hexdigest() == name
    assert longest <= 1 << 20
    assert blobs.nearby.read(name) == data, "what was sent whole is kept"


def test_the_bucket_hands_pictures_out_itself_where_that_is_asked_for(
    bench_at: At, bucket: Bucket
) -> None:
    bench = bench_at(bucket.endpoint, blobs_redirect=True)
    _, studio = with_folder(bench)
    item = studio.library.add(folder="acme", file=picture(64, 48))
    url = f"{bench.url}/files/{(item.url or '').rpartition('/files/')[2]}"
    status, headers, _ = fetched(url)
    assert (status, headers["cache-control"]) == (302, "no-store")
    expires = int(headers["location"].split("X-Amz-Expires=")[1].split("&")[0])
    assert 0 < expires <= 3600
    parts = urlsplit(headers["location"])
    connection = http.client.HTTPConnection(parts.netloc)
    connection.request("GET", f"{parts.path}?{parts.query}")
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("content-type")) == (200, "image/png")
    assert hashlib.sha256(answer.read()).hexdigest() in {
        file.name for file in blobs_of(bench).names()
    }


def test_faults_of_the_server_are_tried_again(bench_at: At, bucket: Bucket, proxy: Proxy) -> None:
    bench = bench_at(proxy.endpoint)
    proxy.every = 2
    proxy.turn("fail")
    names = [blobs_of(bench).publish(os.urandom(1000), "image/png").sha256 for _ in range(12)]
    forget_copies(bench)
    for name in names:
        assert hashlib.sha256(blobs_of(bench).read(name)).hexdigest() == name


def test_answers_that_break_off_are_not_taken_for_whole(
    bench_at: At, bucket: Bucket, proxy: Proxy
) -> None:
    bench = bench_at(proxy.endpoint)
    data = os.urandom(300_000)
    name = blobs_of(bench).publish(data, "image/png").sha256
    forget_copies(bench)
    proxy.turn("cut")
    with contextlib.suppress(ServiceBusy):
        assert blobs_of(bench).read(name) == data
    proxy.turn("pass")
    assert blobs_of(bench).read(name) == data


def test_a_server_that_is_slow_is_waited_for_and_one_that_hangs_is_not(
    bench_at: At, bucket: Bucket, proxy: Proxy
) -> None:
    bench = bench_at(proxy.endpoint)
    data = os.urandom(100_000)
    name = blobs_of(bench).publish(data, "image/png").sha256
    forget_copies(bench)
    proxy.turn("slow", 0.3)
    assert blobs_of(bench).read(name) == data
    forget_copies(bench)
    proxy.turn("slow", 60.0)
    with pytest.raises(ServiceBusy):
        blobs_of(bench).read(name)


def test_wrong_keys_are_told_as_such_and_take_nothing(
    bench_at: At, bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    bench = bench_at(bucket.endpoint, s3_secret_access_key="wrong")
    place, studio = with_folder(bench)
    before = place.balance
    with pytest.raises(ServiceBusy, match="refuses its keys"):
        studio.library.add(folder="acme", file=picture(32, 32))
    assert place.balance == before


def test_a_studio_opens_and_answers_while_the_bucket_is_away(
    bench_at: At, bucket: Bucket, proxy: Proxy
) -> None:
    proxy.turn("fail")
    bench = bench_at(proxy.endpoint)
    _, studio = with_folder(bench)
    assert studio.credits.pricing()
    with pytest.raises(ServiceBusy):
        studio.library.add(folder="acme", file=picture(32, 32))
    proxy.turn("pass")
    assert studio.library.add(folder="acme", file=picture(32, 32)).image_id
    assert bench.doctor().ok


def test_a_restored_copy_is_refused_the_bucket_of_the_original(
    bench_at: At, bucket: Bucket
) -> None:
    bench_at(bucket.endpoint)
    with pytest.raises(StudioError, match="take-over"):
        bench_at(bucket.endpoint)


def test_another_prefix_is_refused_and_claimed_by_nobody_until_it_is_taken_over(
    bucket: Bucket, prefix: str, tmp_path: Path
) -> None:
    data, told = tmp_path / "data", settings(bucket.endpoint, prefix)
    with Bench(data, **told) as bench:
        _, studio = with_folder(bench)
        studio.library.add(folder="acme", file=picture(32, 32))
    other = settings(bucket.endpoint, f"{prefix}-other")
    said = rf"lie in s3://{BUCKET}/{prefix}; here BRANDSTUDIO_BLOBS_URL names"
    with pytest.raises(StudioError, match=said):
        Bench(data, **other)
    with pytest.raises(StudioError, match="none, so that they would lie in the data folder"):
        Bench(data)
    assert list(bucket.store(f"{prefix}-other").list()) == []
    with Bench(data, **told | {"blobs_url": f"s3://{BUCKET}/{prefix}/"}) as bench:
        assert bench.doctor().ok, "the same place, written otherwise"
    taken = subprocess.run(
        [sys.executable, "-m", "brandstudio", "--data", str(data), "replicate", "take-over"],
        env={**os.environ, **bucket.environment(f"{prefix}-other")}, capture_output=True, text=True,
    )  # fmt: skip
    assert taken.returncode == 0, taken.stderr
    with Bench(data, **other) as bench:
        assert not bench.doctor().ok, "its files were not copied there"


def test_a_bucket_that_refuses_is_tried_with_something_small_before_anything_is_drawn_again(
    bench_at: At, bucket: Bucket, proxy: Proxy
) -> None:
    bench = bench_at(proxy.endpoint)
    place, studio = with_folder(bench)
    bench.run_until_idle()  # the sweep, which lists the bucket, is done
    made = studio.images.create(prompt="the sea at dusk", folder="acme")
    before = place.balance
    proxy.turn("fail")
    for _ in range(3):
        bench.run_until_idle()
        bench.manual_clock.advance(60)
    assert len(bench.engines.image.requests) == 1
    with pytest.raises(ServiceBusy, match="nothing was charged"):
        studio.images.create(prompt="a hill in snow", folder="acme")
    assert place.balance == before
    assert any("No files are taken" in said for said in bench.service.wrong())
    proxy.turn("pass")
    for _ in range(2):
        bench.manual_clock.advance(minutes=2)
        bench.run_until_idle()
    assert studio.jobs.get(job_id=made.job_id).status == "completed"
    assert bench.doctor().ok


def test_a_purge_while_the_bucket_is_away_is_made_up_for_by_the_sweep(
    bench_at: At, bucket: Bucket, proxy: Proxy
) -> None:
    bench = bench_at(proxy.endpoint)
    _, studio = with_folder(bench)
    item = studio.library.add(folder="acme", file=picture(64, 48))
    proxy.turn("fail")
    studio.library.delete(folder="acme", image_id=item.image_id, purge=True)
    proxy.turn("pass")
    assert list(blobs_of(bench).names()), "nothing could be removed"
    bench.sweep()
    assert list(blobs_of(bench).names()) == []
    assert bench.doctor().ok


@pytest.fixture
def own_bucket(tmp_path: Path):
    """A server of the test's own, that may be killed."""
    from bucket import running

    with running(tmp_path / "s3") as found:
        yield found


def test_the_server_is_killed_under_load_and_nothing_acknowledged_is_lost(
    own_bucket: Bucket, bench_at: At
) -> None:
    bench = bench_at(own_bucket.endpoint)
    _, studio = with_folder(bench)
    added: list[str] = []
    refused: list[StudioError] = []
    stop = threading.Event()

    def load(worker: int) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            try:
                item = studio.library.add(
                    folder="acme", file=picture(48, 40, mark=worker * 1000 + number)
                )
                added.append(item.image_id)
            except StudioError as error:
                refused.append(error)
                time.sleep(0.2)

    threads = [threading.Thread(target=load, args=(worker,)) for worker in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(2):
        time.sleep(3)
        own_bucket.kill()
        time.sleep(2)
        own_bucket.start()
    before = len(added)
    end = time.monotonic() + 30
    while len(added) == before and time.monotonic() < end:
        time.sleep(0.2)
    stop.set()
    for thread in threads:
        thread.join()
    assert before > 5
    assert len(added) > before, "it goes on by itself when the server is back"
    assert {type(error) for error in refused} <= {ServiceBusy}
    forget_copies(bench)
    for image_id in added:
        assert studio.read(studio.images.get(folder="acme", image_id=image_id).url or "")
    found = bench.doctor()
    assert found.ok, found.problems
    spent = sum(
        -t.credits
        for t in studio.credits.transactions(limit=100).transactions
        if t.type == "charge"
    )
    assert len(added) > 100 or spent == len(added), "each picture was charged once, no other was"


@pytest.mark.parametrize("file", ["test_library.py", "test_images.py"])
def test_the_contract_holds_over_a_bucket(bucket: Bucket, file: str) -> None:
    path = ROOT / "tests" / "operations" / file
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", str(path)],
        env={
            **os.environ,
            "TEST_S3_ENDPOINT": bucket.endpoint,
            "TEST_S3_BUCKET": BUCKET,
            "TEST_S3_KEY": KEY,
            "TEST_S3_SECRET": SECRET,
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout[-3000:]
