"""``brandstudio.asgi``: a studio in somebody else's server, through many starts and stops."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import brandstudio
from brandstudio import errors
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import picture

pytestmark = pytest.mark.slow


def key_of(studio: LocalStudio) -> dict[str, str]:
    return {"x-api-key": studio.admin.keys.create(level="full").secret}


def make_image(http: TestClient, headers: dict[str, str], prefix: str = "") -> dict[str, Any]:
    """An image, finished by whoever works."""
    body = {"level1": "acme", "prompt": "calm sea at dusk", "resolution": "1K"}
    accepted = http.post(f"{prefix}/v1/images", json=body, headers=headers)
    assert accepted.status_code == 202, accepted.text
    url = f"{prefix}/v1/images/{accepted.json()['id']}?level1=acme"
    for _ in range(600):
        image: dict[str, Any] = http.get(url, headers=headers).json()
        if image["status"] != "processing":
            return image
        time.sleep(0.05)
    raise AssertionError("nobody worked")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with brandstudio.open(tmp_path / "data") as studio:
        studio.folders.create(name="Acme")
    return tmp_path / "data"


def test_an_open_studio_is_served_with_its_work_done_and_stays_open(data: Path) -> None:
    with brandstudio.open(data) as studio:
        headers = key_of(studio)
        app = brandstudio.asgi(studio)
        for _ in range(3):
            with TestClient(app) as http:
                assert make_image(http, headers)["status"] == "completed"
        assert studio.library.list(folder="acme").total_count == 3


def test_a_folder_is_opened_when_the_server_starts_and_closed_when_it_stops(data: Path) -> None:
    with brandstudio.open(data) as studio:
        headers = key_of(studio)
    app = brandstudio.asgi(data)
    for _ in range(2):
        with TestClient(app) as http:
            assert make_image(http, headers)["status"] == "completed"
        assert not any((data / "locks").glob("prc_*")), "the studio was closed"


def test_below_a_mount_it_starts_with_the_first_request(data: Path) -> None:
    with brandstudio.open(data) as studio:
        headers = key_of(studio)
        outer = FastAPI()
        outer.mount("/studio", brandstudio.asgi(studio))
        with TestClient(outer) as http:
            image = make_image(http, headers, "/studio")
            assert image["status"] == "completed"
            # Without a base URL links are paths, with the prefix of the mount.
            assert image["url"].startswith("/studio/files/")
            assert http.get(image["url"]).status_code == 200


def test_a_worker_below_a_mount_ends_before_its_studio_is_closed(data: Path) -> None:
    """A mount tells no end. A thread that reads on a closed connection takes the process with it."""
    before = set(threading.enumerate())
    app = FastAPI()
    with brandstudio.open(data) as studio:
        app.mount("/brand", brandstudio.asgi(studio))
        TestClient(app).get("/brand/v1/folders")
        begun = set(threading.enumerate()) - before
        assert any(thread.name == "brandstudio-events" for thread in begun)
    assert not [t for t in begun if t.name.startswith("brandstudio-") and t.is_alive()]


def test_links_begin_with_the_base_url_prefix_and_all(data: Path) -> None:
    with brandstudio.open(data, base_url="https://brand.example/studio") as studio:
        headers = key_of(studio)
        outer = FastAPI()
        outer.mount("/studio", brandstudio.asgi(studio))
        with TestClient(outer, base_url="https://brand.example") as http:
            image = make_image(http, headers, "/studio")
            assert image["url"].startswith("https://brand.example/studio/files/")
            assert http.get(image["url"]).status_code == 200


def test_without_a_worker_accepted_work_waits_for_another(data: Path) -> None:
    with brandstudio.open(data) as studio:
        headers = key_of(studio)
        with TestClient(brandstudio.asgi(studio, worker=False)) as http:
            body = {"level1": "acme", "prompt": "calm sea at dusk", "resolution": "1K"}
            made = http.post("/v1/images", json=body, headers=headers).json()
            url = f"/v1/images/{made['id']}?level1=acme"
            assert http.get(url, headers=headers).json()["status"] == "processing"
            studio.run_until_idle()
            assert http.get(url, headers=headers).json()["status"] == "completed"


def test_a_studio_that_works_already_is_not_worked_for_twice(data: Path) -> None:
    with brandstudio.open(data, worker=True) as studio:
        headers = key_of(studio)
        with TestClient(brandstudio.asgi(studio)) as http:
            assert make_image(http, headers)["status"] == "completed"
        # Its own threads go on after the server has stopped.
        folder = studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
        assert folder.wait(timeout=60).status == "completed"


def test_a_folder_that_cannot_be_opened_stops_the_server_and_says_why(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRANDSTUDIO_IMAGE_ENGINE", "dalle")
    with pytest.raises(errors.ValidationError), TestClient(brandstudio.asgi(data)) as http:
        http.get("/healthz")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_a_name_of_its_own(data: Path) -> None:
    with brandstudio.open(data) as studio:
        process = studio.transport.service.process  # type: ignore[attr-defined]
        parent = process.id
        near, far = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(far, process.id.encode() + str(process.is_alive(parent)).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        told = os.read(near, 100).decode()
        assert told.endswith("True")
        name = told.removesuffix("True")
        assert name.startswith("prc_")
        assert name != parent
        assert process.is_alive(parent)
        assert not process.is_alive(name), "its lock went with it"


def test_every_link_of_a_mounted_studio_opens_below_its_mount_and_none_in_process(
    data: Path,
) -> None:
    with brandstudio.open(data) as studio:
        headers = key_of(studio)
        studio.admin.permissions.grant(permission="trialInvites")
        photo = studio.library.add(folder="acme", file=picture(400, 300))
        outer = FastAPI()
        for prefix in ("/brand", "/a b"):
            outer.mount(prefix, brandstudio.asgi(studio, worker=False))
        with TestClient(outer, headers=headers) as http:
            for prefix, below in (("/brand", "/brand"), ("/a b", "/a%20b")):
                listed = http.get(f"{prefix}/v1/library?level1=acme").json()["items"][0]
                for link in (listed["url"], listed["thumbnailUrl"]):
                    assert link.startswith(f"{below}/files/")
                    assert http.get(link).status_code == 200
                said = {"level1": "acme", "size": "square", "template": "overlay"}
                said |= {"slots": {"headline": "Hello", "imageId": photo.image_id}}
                made = http.post(f"{prefix}/v1/designs", json=said)
                assert made.status_code == 202, made.text
                job = made.json()["jobId"]
                studio.run_until_idle()
                drawn = http.get(f"{prefix}/v1/designs/{job}").json()["variants"][0]["pngUrl"]
                assert drawn.startswith(f"{below}/files/")
                assert http.get(drawn).status_code == 200
                wanted = {"mimeType": "image/png", "filename": "a.png", "bytes": 5}
                ticket = http.post(f"{prefix}/v1/library/uploads", json=wanted).json()
                assert ticket["uploadUrl"].startswith(f"{below}/uploads/")
                put = http.put(
                    ticket["uploadUrl"], content=b"12345", headers={"content-type": "image/png"}
                )
                assert put.status_code == 204
                asked = {"email": f"{below.strip('/%20')}@acme.example", "firstName": "Mara"}
                invite = http.post(f"{prefix}/v1/trial-invites", json=asked).json()
                assert invite["url"].startswith(f"{below}/invites/")
                assert http.get(invite["url"]).status_code == 200
        assert studio.library.list(folder="acme").items[0].url.startswith("/files/")
