"""``serve`` behind a proxy and with several processes, as real processes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import trustme
from running import finish, first_line, start

import brandstudio

PROXY = Path(__file__).parents[2] / "examples" / "deploy" / "nginx.conf"

# Servers of several processes take seconds each: they run with the drills.
pytestmark = pytest.mark.slow


def made(data: Path) -> dict[str, str]:
    """A studio with a folder; the headers of a caller."""
    with brandstudio.open(data) as studio:
        studio.folders.create(name="Acme")
        return {"x-api-key": studio.admin.keys.create(level="full").secret}


def test_a_prefix_stands_in_links_docs_and_document(tmp_path: Path) -> None:
    headers = made(tmp_path / "studio")
    process = start(tmp_path / "studio", "serve", "--port", "0", "--root-path", "studio/")
    try:
        url = first_line(process).split()[-1]
        assert url.endswith("/studio")
        document = httpx.get(f"{url}/v1/openapi.json").json()
        assert document["servers"] == [{"url": url}]
        ticket = httpx.post(
            f"{url}/v1/library/uploads",
            json={"filename": "a.png", "mimeType": "image/png", "bytes": 3},
            headers=headers,
        ).json()
        assert ticket["uploadUrl"].startswith(f"{url}/uploads/")
        with brandstudio.connect(url, api_key=headers["x-api-key"]) as remote:
            assert [folder.slug for folder in remote.folders.list().level1_folders] == ["acme"]
    finally:
        status, _, err = finish(process)
    assert status == 0, err


def test_several_processes_serve_one_address_and_end_together(tmp_path: Path) -> None:
    headers = made(tmp_path / "studio")
    process = start(tmp_path / "studio", "serve", "--port", "0", "--workers", "3")
    try:
        url = first_line(process).split()[-1]
        locks = list((tmp_path / "studio" / "locks").glob("prc_*"))
        assert len(locks) == 4  # three that serve, one that carries out jobs
        for _ in range(12):
            with httpx.Client() as client:
                assert client.get(f"{url}/v1/folders", headers=headers).status_code == 200
    finally:
        status, _, err = finish(process)
    assert status == 0, err
    assert not list((tmp_path / "studio" / "locks").iterdir())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are found in /proc")
def test_a_serving_process_that_dies_is_replaced(tmp_path: Path) -> None:
    made(tmp_path / "studio")
    process = start(tmp_path / "studio", "serve", "--port", "0", "--workers", "2")
    try:
        url = first_line(process).split()[-1]
        first = children(process.pid)
        assert len(first) == 3
        os.kill(first[0], signal.SIGKILL)
        end = time.monotonic() + 30
        while len({*children(process.pid)} - {*first}) < 1 and time.monotonic() < end:
            time.sleep(0.05)
        now = children(process.pid)
        assert len(now) == 3
        assert first[0] not in now
        assert httpx.get(f"{url}/healthz").status_code == 200
    finally:
        status, _, err = finish(process)
    assert status == 0, err
    assert "is replaced" in err


def children(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def test_a_folder_that_cannot_be_served_is_told_once_and_ends_it(tmp_path: Path) -> None:
    process = start(
        tmp_path / "studio", "--workspace", "nowhere", "serve", "--port", "0", "--workers", "2"
    )
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1, err
    assert out == ""
    assert "nowhere" in err


@contextmanager
def nginx(folder: Path, backend: str, port: int) -> Iterator[None]:
    """The example's configuration, with this test's addresses and certificate."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "ca.pem")
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(
        folder / "server.pem"
    )
    text = PROXY.read_text()
    for written, tried in (
        ("127.0.0.1:8000", backend),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/brand.example.com/fullchain.pem", str(folder / "server.pem")),
        ("/etc/ssl/brand.example.com/privkey.pem", str(folder / "server.pem")),
    ):
        assert written in text, written
        text = text.replace(written, tried)
    kept = "\n".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; {kept}\n{text}\n}}\n"
    )
    process = subprocess.Popen(
        ["nginx", "-c", str(folder / "nginx.conf"), "-e", "stderr"], stderr=subprocess.PIPE
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx (apt install nginx-light)")
def test_behind_nginx_with_a_prefix_and_tls_every_link_is_right(tmp_path: Path) -> None:
    data = tmp_path / "studio"
    headers = made(data)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    public = f"https://localhost:{port}/studio"
    (data / "brandstudio.toml").write_text(
        f'BRANDSTUDIO_BASE_URL = "{public}"\n'
        'BRANDSTUDIO_ROOT_PATH = "/studio"\n'
        'BRANDSTUDIO_TRUSTED_PROXIES = ["127.0.0.1"]\n'
        "BRANDSTUDIO_METRICS = true\n"
    )
    process = start(data, "serve", "--port", "0")
    try:
        backend = first_line(process).split()[-1].removeprefix("http://").removesuffix("/studio")
        folder = tmp_path / "nginx"
        folder.mkdir()
        trust = ssl.create_default_context()
        with nginx(folder, backend, port), httpx.Client(verify=trust) as client:
            trust.load_verify_locations(folder / "ca.pem")
            told = client.get(f"{public}/").json()
            bare = client.get(f"{public}?a=1")
            assert (bare.status_code, bare.headers["location"]) == (301, f"{public}/?a=1")
            # Figures are for those on this machine, however their path is written.
            assert httpx.get(f"http://{backend}/metrics").status_code == 200
            for path in ("/metrics", "/metrics/", "/%6detrics", "/v1/..%2fmetrics"):
                assert client.get(f"{public}{path}").status_code == 404
            assert client.get(f"https://localhost:{port}{told['docs']}").status_code == 200
            document = client.get(f"{public}/v1/openapi.json").json()
            assert document["servers"] == [{"url": public}]
            ticket = client.post(
                f"{public}/v1/library/uploads",
                json={"filename": "a.png", "mimeType": "image/png", "bytes": 68},
                headers=headers,
            ).json()
            assert ticket["uploadUrl"].startswith(f"{public}/uploads/")
            listed = client.get(f"{public}/v1/folders", headers=headers)
            assert [entry["slug"] for entry in listed.json()["level1Folders"]] == ["acme"]
            # A name with an encoded slash is still one name behind the proxy.
            lost = client.get(f"{public}/v1/images/a%2Fb?level1=acme", headers=headers)
            assert lost.json()["error"]["code"] == "NOT_FOUND"
            big = b"x" * (3 * 1024 * 1024)
            refused = client.put(f"{public}/uploads/none", content=big)
            assert refused.status_code == 404
    finally:
        status, _, err = finish(process)
    assert status == 0, err
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert all(not line["path"].startswith("/studio") for line in lines)
