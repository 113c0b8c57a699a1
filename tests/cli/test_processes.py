"""Servers, workers and the demo as real processes: addresses, signals, and what a kill -9
leaves.
"""

from __future__ import annotations

import json
import re
import socket
import time
from pathlib import Path

import httpx
import pytest
from PIL import Image
from running import finish, first_line, serving, start

import brandstudio

# Servers and demos of their own take seconds each: they run with the drills.
pytestmark = pytest.mark.slow


def test_a_server_is_ready_when_it_says_so_and_ends_well_on_sigterm(tmp_path: Path) -> None:
    process = start(tmp_path / "studio", "serve", "--port", "0")
    try:
        url = first_line(process).split()[-1]
        assert httpx.get(f"{url}/readyz").status_code == 200
        assert httpx.get(f"{url}/v1/pricing").status_code == 401
        assert (tmp_path / "studio" / "base_url").read_text() == url
    finally:
        status, _, err = finish(process)
    assert status == 0
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert [(line["path"], line["status"]) for line in lines] == [
        ("/readyz", 200),
        ("/v1/pricing", 401),
    ]
    assert not list((tmp_path / "studio" / "locks").iterdir())


def test_work_in_flight_is_finished_after_sigterm(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    with brandstudio.open(data) as studio:
        studio.folders.create(name="Acme")
        process = start(data, "worker", "--threads", "1")
        try:
            assert first_line(process).startswith("Working")
            accepted = studio.designs.create(
                folder="acme",
                sizes=["square", "portrait", "linkedin-cover"],
                slots=brandstudio.Slots(headline="Hello"),
            )
            end = time.monotonic() + 60
            while (
                studio.jobs.get(job_id=accepted.job_id).status == "queued"
                and time.monotonic() < end
            ):
                time.sleep(0.02)
        finally:
            status, _, err = finish(process)
        assert status == 0, err
        job = studio.jobs.get(job_id=accepted.job_id)
        assert (job.status, job.attempts) == ("completed", 1)
        assert len(studio.designs.get(job_id=accepted.job_id).variants) == 9


def test_a_port_in_use_is_told_clearly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = start(tmp_path / "studio", "serve", "--port", str(taken.getsockname()[1]))
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == ""
    assert err.startswith("ADDRESS_IN_USE: ")
    assert "--port" in err


def test_links_of_a_worker_begin_with_the_servers_address(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    photo = tmp_path / "sea.png"
    Image.new("RGB", (32, 32), "teal").save(photo)
    with serving(data) as url, brandstudio.open(data) as studio:
        studio.folders.create(name="Acme")
        item = studio.library.add(folder="acme", file=photo)
        assert (item.url or "").startswith(f"{url}/files/")
        assert httpx.get(item.url or "").headers["content-type"] == "image/png"


def test_a_configured_base_url_is_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "studio", BRANDSTUDIO_BASE_URL="https://studio.example.com"):
        assert not (tmp_path / "studio" / "base_url").exists()


# -- the demo --------------------------------------------------------------------------------------


def demo(folder: Path, *arguments: str) -> dict[str, object]:
    process = start(folder / "studio", "--json", "demo", "--out", str(folder / "out"), *arguments)
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err
    found: dict[str, object] = json.loads(out)
    return found


@pytest.fixture
def photos(tmp_path: Path) -> list[str]:
    """Two small pictures, so that the demo is quick."""
    arguments = []
    for name, colour in (("dusk", "#4a3050"), ("field", "#6f8f3a")):
        path = tmp_path / f"{name}.jpg"
        picture = Image.linear_gradient("L").resize((640, 480)).convert("RGB")
        Image.blend(picture, Image.new("RGB", picture.size, colour), 0.6).save(path)
        arguments += ["--photo", str(path)]
    return arguments


def test_the_demo_makes_three_banners_and_is_never_charged_twice(
    tmp_path: Path, photos: list[str]
) -> None:
    for seconds in (2.0, 3.5):
        process = start(tmp_path / "studio", "demo", "--out", str(tmp_path / "out"), *photos)
        time.sleep(seconds)
        process.kill()
        process.communicate()
    told = demo(tmp_path, *photos)
    pictures = told["pictures"]
    assert isinstance(pictures, list)
    assert [picture["template"] for picture in pictures] == ["overlay", "split", "panel"]
    assert all(Image.open(picture["path"]).size == (1200, 627) for picture in pictures)
    assert all(
        picture["contrastFailures"] == 0 and picture["worstContrast"] >= picture["neededContrast"]
        for picture in pictures
    )
    webhook = told["webhook"]
    assert isinstance(webhook, dict)
    assert webhook["verified"] is True
    with brandstudio.open(tmp_path / "studio") as studio:
        charges = [
            entry.metadata.operation
            for entry in studio.credits.transactions(limit=200).transactions
            if entry.type == "charge" and entry.metadata.operation != "banner_extend"
        ]
        assert sorted(map(str, charges)) == sorted(
            ["upload"] * 3 + ["extract"] + ["banner_create"] * 3
        )
        assert 10000 - studio.admin.credits.balance().balance == told["charged"]
        assert (
            studio.library.get(
                image_id=str(told["savedImageId"]), folder="northwind/spring/launch"
            ).kind
            == "design"
        )
        report = studio.admin.doctor()
        assert report.ok, report.problems


def test_the_demo_leaves_a_webhook_of_the_users_own_alone(
    tmp_path: Path, photos: list[str]
) -> None:
    with brandstudio.open(tmp_path / "studio") as studio:
        before = studio.admin.webhooks.set(url="https://example.com/hooks")
    assert demo(tmp_path, *photos)["webhook"] is None
    with brandstudio.open(tmp_path / "studio") as studio:
        assert studio.admin.webhooks.set(url="https://example.com/hooks") == before


def test_a_picture_that_is_none_stops_the_demo_with_its_code(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture at all")
    process = start(
        tmp_path / "studio", "demo", "--out", str(tmp_path / "out"), "--photo", str(bad)
    )
    _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert re.search(r"^UNSUPPORTED_MEDIA_TYPE: ", err, re.MULTILINE)
