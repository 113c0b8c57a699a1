"""The table of dead letters names what each event is about."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from brandstudio.cli.root import cli
from brandstudio.testing import Bench


def test_dead_letters_name_the_image_or_the_job(bench: Bench, data: Path) -> None:
    place = bench.workspace()
    owner = place.owner
    owner.admin.webhooks.set(url="https://example.com/hook", job_events=True)
    owner.folders.create(name="Acme")
    bench.engines.deliverer.outcomes = [500] * 12
    made = owner.images.create(folder="acme", prompt="A red door", resolution="1K")
    for _ in range(7):
        bench.run_until_idle()
        bench.manual_clock.advance(hours=3)
    dead = {event.event: event for event in owner.admin.webhooks.events(dead=True).events}
    assert dead["image.completed"].image_id == made.id
    assert dead["job.completed"].job_id == made.job_id
    assert dead["job.completed"].image_id is None
    result = CliRunner().invoke(
        cli,
        ["--data", str(bench.data), "--workspace", place.workspace_id, "webhooks", "dead-letters"],
        env={"COLUMNS": "300"},
    )
    assert result.exit_code == 0, result.output
    assert f"image {made.id}, version 1" in result.stdout
    assert f"job {made.job_id}" in result.stdout
