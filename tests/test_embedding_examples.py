"""The examples that put a studio into somebody else's server, each under the servers that it names,
and the files of ``examples/deploy`` read by their own parsers.
"""

from __future__ import annotations

import configparser
import importlib.util
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click
import httpx
import pytest
import yaml

import brandstudio
from brandstudio.settings import read_config

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parent.parent / "examples"
DEPLOY = EXAMPLES / "deploy"
GUNICORN = ("gunicorn", "--bind", "{host}:{port}", "--workers", "2", "--graceful-timeout", "10")
SERVERS = {
    "uvicorn": ("uvicorn", "{app}", "--host", "{host}", "--port", "{port}", "--workers", "2"),
    "gunicorn": (*GUNICORN, "--worker-class", "asgi", "{app}"),
    "gunicorn, preload": (*GUNICORN, "--worker-class", "asgi", "--preload", "{app}"),
    "hypercorn": ("hypercorn", "{app}", "--bind", "{host}:{port}", "--workers", "2"),
    "granian": (
        *("granian", "--interface", "asgi", "--host", "{host}", "--port", "{port}"),
        *("--workers", "2", "{app}"),
    ),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with brandstudio.open(tmp_path / "data") as studio:
        studio.folders.create(name="Acme")
    return tmp_path / "data"


@pytest.fixture
def headers(data: Path) -> dict[str, str]:
    with brandstudio.open(data) as studio:
        return {"x-api-key": studio.admin.keys.create(level="full").secret}


@contextmanager
def served(command: tuple[str, ...], app: str, data: Path, path: str) -> Iterator[str]:
    """The address of an example under a server; ended by SIGTERM."""
    if importlib.util.find_spec(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [word.format(app=app, host="127.0.0.1", port=port) for word in command]
    log = (data.parent / "server.log").open("w+b")
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=EXAMPLES,
        env={**os.environ, "BRANDSTUDIO_DATA": str(data)},
        stdout=log,
        stderr=subprocess.STDOUT,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                if httpx.get(url + path).status_code == 200:
                    break
            except httpx.TransportError:
                pass
            if process.poll() is not None:
                break
            time.sleep(0.05)
        else:
            process.kill()
        assert process.poll() is None, (data.parent / "server.log").read_text()[-3000:]
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            log.close()


@pytest.mark.parametrize(
    "server",
    [
        pytest.param(name, marks=[] if name in ("uvicorn", "granian") else [pytest.mark.slow])
        for name in SERVERS
    ],
)
def test_any_asgi_server_serves_the_api_and_does_its_work(
    server: str, data: Path, headers: dict[str, str]
) -> None:
    with served(SERVERS[server], "asgi_app:app", data, "/healthz") as url:
        body = {"level1": "acme", "prompt": "calm sea at dusk", "resolution": "1K"}
        made = httpx.post(f"{url}/v1/images", json=body, headers=headers, timeout=60).json()
        with brandstudio.connect(url, api_key=headers["x-api-key"]) as studio:
            for _ in range(1200):
                image = studio.images.get(image_id=made["id"], folder="acme")
                if image.status != "processing":
                    break
                time.sleep(0.05)
            assert image.status == "completed"
            assert studio.read(image.url)[:4] == b"\x89PNG"
        # An encoded slash stays inside its name under each of them.
        lost = httpx.get(f"{url}/v1/images/a%2Fb?level1=acme", headers=headers)
        assert lost.json()["error"]["code"] == "NOT_FOUND"
        assert "this path" not in lost.text


def test_fastapi_has_its_own_routes_and_the_studios(data: Path, headers: dict[str, str]) -> None:
    one = ("uvicorn", "{app}", "--host", "{host}", "--port", "{port}")
    with served(one, "fastapi_app:app", data, "/studio/healthz") as url:
        banner = httpx.post(f"{url}/banner", params={"headline": "Open on Saturday"}, timeout=120)
        assert banner.headers["content-type"] == "image/png"
        assert banner.content[:4] == b"\x89PNG"
        assert httpx.get(f"{url}/studio/v1/folders", headers=headers).status_code == 200


@pytest.mark.parametrize("preload", [(), ("--preload",)], ids=["", "preload"])
def test_flask_under_threads_and_forks(data: Path, preload: tuple[str, ...]) -> None:
    command = (*GUNICORN, "--threads", "4", *preload, "{app}")
    with served(command, "flask_app:app", data, "/folders") as url:

        def ask(number: int) -> bytes:
            form = {"headline": f"Number {number}"}
            return httpx.post(f"{url}/banner", data=form, timeout=240).raise_for_status().content

        with ThreadPoolExecutor(6) as pool:
            banners = list(pool.map(ask, range(6)))
        assert all(banner[:4] == b"\x89PNG" for banner in banners)
        assert len(set(banners)) == 6
    with brandstudio.open(data) as studio:
        assert studio.admin.doctor().problems == []


# ---- files of deployment --------------------------------------------------------------------------


def test_the_settings_file_is_read_by_the_settings() -> None:
    found = read_config(DEPLOY / "brandstudio.toml")
    assert found["BRANDSTUDIO_ROOT_PATH"] == "/studio"
    assert tomllib.loads((DEPLOY / "brandstudio.toml").read_text())


def unit_of(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]
    parsed.read_string((DEPLOY / name).read_text())
    return parsed


@pytest.mark.parametrize("name", ["brandstudio.service", "brandstudio-worker.service"])
def test_a_unit_is_read_by_systemd_and_starts_what_there_is(name: str, tmp_path: Path) -> None:
    from brandstudio.cli.serve import serve, worker

    words = unit_of(name)["Service"]["ExecStart"].split()
    command = {"serve": serve, "worker": worker}[words[1]]
    assert {word for word in words if word.startswith("--")} <= options(command)
    # Installed with what the image has.
    assert f"pip install '.[{','.join(image_extras())}]'" in (DEPLOY / name).read_text()
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze")
    # The program is not at its place here; everything else must be as systemd wants it.
    copy = tmp_path / name
    copy.write_text((DEPLOY / name).read_text().replace(words[0], sys.executable))
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)],
        capture_output=True, text=True, check=False,
    ).stderr  # fmt: skip
    assert [line for line in told.splitlines() if name in line] == []


def options(command: click.Command) -> set[str]:
    return {option for param in command.params for option in param.opts}


def image_extras() -> list[str]:
    steps = instructions((DEPLOY / "Containerfile").read_text())
    (told,) = [rest for word, rest in steps if word == "ARG"]
    return told.removeprefix("EXTRAS=").split(",")


def test_the_image_is_built_of_the_checkout_and_of_all_that_its_wheel_needs() -> None:
    root = EXAMPLES.parent
    steps = instructions((DEPLOY / "Containerfile").read_text())
    copied = {
        source
        for word, rest in steps
        if word == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    }
    assert all((root / source).exists() for source in copied)
    # The list of what is left out begins with everything, and lets through what is copied.
    ignored = (root / ".dockerignore").read_text().splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == copied
    assert "*" in ignored
    project = tomllib.loads((root / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {
        project["project"]["readme"],
        *project["project"]["license-files"],
        *wheel["packages"],
        *wheel["force-include"],
        wheel["hooks"]["custom"]["path"],
        *("docs/conf.py", "CHANGELOG.md", ".gitignore", "pyproject.toml"),
    }
    assert {name for name in needed if Path(name).parts[0] not in copied} == set()
    assert set(image_extras()) <= project["project"]["optional-dependencies"].keys()
    assert any(word == "RUN" and '".[${EXTRAS}]"' in rest for word, rest in steps)


@pytest.mark.parametrize("name", ["compose.yaml", "compose-many.yaml"])
def test_the_container_and_its_composition_fit_together(name: str) -> None:
    from brandstudio.cli.serve import serve, worker

    composed = yaml.safe_load((DEPLOY / name).read_text())
    steps = instructions((DEPLOY / "Containerfile").read_text())
    assert steps[0][0] == "FROM"
    assert {word for word, _ in steps} <= {
        *("FROM", "ARG", "COPY", "WORKDIR", "RUN", "USER", "ENV", "VOLUME", "EXPOSE"),
        *("STOPSIGNAL", "HEALTHCHECK", "CMD"),
    }
    told = dict(steps)
    assert told["USER"] not in ("root", "0")
    probe = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])
    subnet = composed["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    ours = [service for service in composed["services"].values() if "build" in service]
    assert ours
    for service in ours:
        context = DEPLOY / service["build"]["context"]
        assert context.resolve() == EXAMPLES.parent.resolve()
        assert (context / service["build"]["dockerfile"]).samefile(DEPLOY / "Containerfile")
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert set(service["environment"]) <= brandstudio.settings.VARIABLES.keys()
        command = service.get("command") or json.loads(told["CMD"])
        known = options({"serve": serve, "worker": worker}[command[1]])
        assert {word for word in command if word.startswith("--")} <= known
        if command[1] == "serve":
            assert service["healthcheck"]["test"] == ["CMD", *probe]
            # What comes through the port comes from this network's gateway.
            assert service["environment"]["BRANDSTUDIO_TRUSTED_PROXIES"] == subnet
            assert service["environment"]["BRANDSTUDIO_METRICS"] == "true"
            assert all(port.startswith("127.0.0.1:") for port in service["ports"])


def test_what_many_machines_share_is_set_by_the_names_of_the_settings() -> None:
    composed = yaml.safe_load((DEPLOY / "compose-many.yaml").read_text())
    guide = (EXAMPLES.parent / "docs" / "guides" / "many-machines.md").read_text()
    reference = (EXAMPLES.parent / "docs" / "reference" / "settings.md").read_text()
    for part in ("server", "worker"):
        service = composed["services"][part]
        secret = set()
        for file in service["env_file"]:
            # The guide makes each file of secrets, and git is told to leave it out.
            lines = re.search(rf"cat > {file} <<END\n(.*?)\nEND", guide, re.DOTALL)
            assert lines is not None, file
            secret |= {line.partition("=")[0] for line in lines[1].splitlines()}
        assert secret == {
            *("BRANDSTUDIO_DATABASE_URL", "BRANDSTUDIO_SECRET_KEY"),
            *("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"),
        }
        said = secret | set(service["environment"])
        assert said >= {
            *("BRANDSTUDIO_BLOBS_URL", "BRANDSTUDIO_BASE_URL"),
            *("AWS_ENDPOINT_URL", "AWS_REGION"),
        }
        assert {name for name in said if f"\n## {name}\n" not in reference} == set()
    assert "examples/deploy/*.env" in (EXAMPLES.parent / ".gitignore").read_text().splitlines()
    assert {"postgres", "s3"} <= {*image_extras()}


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile: one a logical line, comments left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    logical = re.sub(r"\\\n", " ", "\n".join(lines)).splitlines()
    return [
        (line.split(None, 1)[0].upper(), line.split(None, 1)[1]) for line in logical if line.strip()
    ]


@contextmanager
def line_started(words: list[str], environment: dict[str, str]) -> Iterator[str]:
    """The address of a deployment's own line, on a free port of this machine; it must end well."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    words[words.index("--port") + 1] = port
    words[words.index("--host") + 1] = "127.0.0.1"
    assert Path(words[0]).name == "brandstudio"
    process = subprocess.Popen(
        [sys.executable, "-m", "brandstudio", *words[1:]],
        env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Serving ")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err


@pytest.mark.slow
def test_the_units_line_serves_and_ends_within_its_time(tmp_path: Path) -> None:
    service = unit_of("brandstudio.service")["Service"]
    name, _, place = service["Environment"].partition("=")
    state = tmp_path / "state"
    environment = {name: place.replace("%S", str(state))}
    with line_started(service["ExecStart"].split(), environment) as url:
        assert httpx.get(f"{url}/readyz").json() == {"status": "ready"}
        assert (state / service["StateDirectory"] / "studio.db").is_file()


@pytest.mark.slow
def test_the_containers_command_serves_and_its_probe_tells_life_from_death(tmp_path: Path) -> None:
    told = dict(instructions((DEPLOY / "Containerfile").read_text()))
    name, _, place = told["ENV"].split()[-1].partition("=")
    assert place == told["VOLUME"]
    probe = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])

    def healthy(url: str) -> bool:
        words = [sys.executable, *probe[1:]]
        words[-1] = words[-1].replace("http://127.0.0.1:8000", url)
        return subprocess.run(words, capture_output=True, check=False).returncode == 0

    with line_started(json.loads(told["CMD"]), {name: str(tmp_path / "data")}) as url:
        assert healthy(url)
    assert not healthy(url)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="no nginx (apt install nginx-light)")
def test_the_proxys_file_names_the_settings_that_go_with_it() -> None:
    comments = re.findall(
        r"^#\s+(BRANDSTUDIO_\w+) = (.+)$", (DEPLOY / "nginx.conf").read_text(), re.M
    )
    written = tomllib.loads((DEPLOY / "brandstudio.toml").read_text())
    assert comments
    for name, value in comments:
        assert tomllib.loads(f"x = {value}")["x"] == written[name]
