"""schemathesis against the running server's own OpenAPI document: no failure, no answer that it
does not describe.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sampling import one_of
from speaking import Room, open_link

SETTINGS = """
base-url = "{url}"
[headers]
x-api-key = "{key}"
[generation]
max-examples = {examples}
deterministic = true
[phases.stateful]
enabled = {stateful}
# A request that fits the schema may still name what does not exist, or what is not paid for, locked or counted out.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "400", "401", "402", "403", "404", "405", "409", "413", "415", "423", "429"]
"""


@pytest.fixture
def noted(room: Room, tmp_path: Path) -> Room:
    """A room with something in it to be found."""
    room.place.owner.admin.permissions.grant(permission="trialInvites")
    room.folders("Acme", "Summer")
    room.photo()
    return room


def explore(
    room: Room, folder: Path, level: str, examples: int, *more: str, stateful: bool = False
) -> None:
    settings = folder / "schemathesis.toml"
    settings.write_text(
        SETTINGS.format(
            url=room.bench.url,
            key=room.place.key(level),
            examples=examples,
            stateful=str(stateful).lower(),  # type: ignore[arg-type]
        )
    )
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "--config-file",
        str(settings),
        "run",
        f"{room.bench.url}/v1/openapi.json",
        "--workers",
        "1",
        "--checks",
        "all",
        "--no-color",
        "--continue-on-failure",
        *more,
    ]
    found = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, timeout=3000, check=False
    )
    print(found.stdout[-1500:])  # the counts, for pytest -rP
    assert found.returncode == 0, found.stdout[-12000:] + found.stderr[-2000:]
    assert open_link(room.bench.url + "/readyz").status_code == 200


@pytest.mark.parametrize(
    "path", one_of(3, ["/v1/folders", "/v1/pricing", "/v1/trial-invites/revoke"])
)
def test_a_few_endpoints_answer_as_they_are_described(
    noted: Room, tmp_path: Path, path: str
) -> None:
    explore(noted, tmp_path, "full", 5, "--include-path", path, "--phases", "examples,fuzzing")


@pytest.mark.slow
@pytest.mark.parametrize("level", ["read", "create", "full"])
def test_every_endpoint_answers_as_it_is_described(noted: Room, tmp_path: Path, level: str) -> None:
    """All checks, all phases, thousands of cases for each level."""
    explore(noted, tmp_path, level, 40, stateful=True)
