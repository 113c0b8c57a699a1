"""``brandstudio webhooks``."""

from __future__ import annotations

import click

from ..models.admin import MAX_RECEIVES, WebhookEvent, WebhookEventList
from .app import App, example, pass_app
from .groups import Commands
from .terminal import paint


@click.group(cls=Commands, epilog=example("brandstudio webhooks set https://example.com/hooks"))
def webhooks() -> None:
    """Where events go, the secret that signs them, and what became of each."""


@webhooks.command(
    "set",
    epilog=example("brandstudio webhooks set https://example.com/hooks | awk 'END {print $NF}'"),
)
@click.argument("url")
@click.option("--job-events", is_flag=True, help="Send job.completed and job.failed too.")
@pass_app
def set_url(app: App, url: str, job_events: bool) -> None:
    """Send events to URL. An address that is set already keeps its secret."""
    with app.owner() as studio:
        made = studio.admin.webhooks.set(url=url, job_events=job_events)
    if made.warning is not None:
        app.say(paint(f"Warning: {made.warning}", "warn"))
    app.show(made, f"Events go to {made.url}", f"Signing secret: {made.secret}")


@webhooks.command(epilog=example("brandstudio webhooks remove"))
@pass_app
def remove(app: App) -> None:
    """Send no more events."""
    with app.owner() as studio:
        app.show(studio.admin.webhooks.remove(), "No more events are sent.")


@webhooks.command(epilog=example("brandstudio webhooks test"))
@pass_app
def test(app: App) -> None:
    """Queue a signed test event; a worker or server delivers it."""
    with app.owner() as studio:
        app.show(
            studio.admin.webhooks.test(),
            "Queued. brandstudio webhooks events shows what became of it.",
        )


@webhooks.command(
    epilog=example("brandstudio webhooks rotate && brandstudio webhooks rotate --activate")
)
@click.option("--activate", is_flag=True, help="Sign with the next secret from now on.")
@pass_app
def rotate(app: App, activate: bool) -> None:
    """Make the next secret; once the receiver accepts both, switch to it with --activate."""
    with app.owner() as studio:
        made = studio.admin.webhooks.rotate(activate=activate)
    if activate:
        app.show(
            made,
            "Events are signed with the new secret now; the receiver may forget the old one.",
            made.secret,
        )
    else:
        app.show(
            made,
            "Let the receiver accept this secret as well, then: brandstudio webhooks rotate --activate",
            f"Next secret: {made.secret}",
        )


@webhooks.command(epilog=example("brandstudio webhooks events --limit 20"))
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True)
@pass_app
def events(app: App, limit: int) -> None:
    """Events and their deliveries, newest first. Attempts are those since an event came about or was
    last sent again with redeliver, of six at most.
    """
    with app.owner() as studio:
        _show(app, studio.admin.webhooks.events(limit=limit))


@webhooks.command("dead-letters", epilog=example("brandstudio webhooks dead-letters"))
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True)
@pass_app
def dead_letters(app: App, limit: int) -> None:
    """Events that no attempt could deliver."""
    with app.owner() as studio:
        _show(app, studio.admin.webhooks.events(dead=True, limit=limit))


@webhooks.command(epilog=example("brandstudio webhooks redeliver evt_019f2c..."))
@click.argument("event_id")
@pass_app
def redeliver(app: App, event_id: str) -> None:
    """Send an event again; a worker or server delivers it."""
    with app.owner() as studio:
        app.show(studio.admin.webhooks.redeliver(event_id=event_id), f"Queued again: {event_id}")


def _show(app: App, found: WebhookEventList) -> None:
    app.table(
        found,
        ("id", "event", "about", "status", "attempts", "made", "next attempt", "last error"),
        [_row(event) for event in found.events],
        "No events.",
    )


def _about(event: WebhookEvent) -> str:
    if event.job_id is not None:
        return f"job {event.job_id}"
    if event.image_id is None:
        return ""
    return f"image {event.image_id}" + (f", version {event.version}" if event.version else "")


def _row(event: WebhookEvent) -> tuple[object, ...]:
    return (
        event.event_id,
        event.event,
        _about(event),
        event.status,
        f"{event.receives} of {MAX_RECEIVES}",
        event.created_at,
        event.next_attempt_at,
        (event.last_error or "")[:80],
    )
