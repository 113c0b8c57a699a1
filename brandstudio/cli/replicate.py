"""``brandstudio replicate``: copies in object storage as they come, and back to a moment."""

from __future__ import annotations

import click

from .app import App, Failure, example, pass_app


@click.group(epilog=example("brandstudio replicate take-over"))
def replicate() -> None:
    """Copies in object storage as they come, and restore to a moment."""


@replicate.command("take-over", epilog=example("brandstudio replicate take-over"))
@pass_app
def take_over(app: App) -> None:
    """Make the bucket of BRANDSTUDIO_BLOBS_URL this folder's. Run it where the folder that had it
    is gone for good: two studios over one prefix would remove each other's files.
    """
    from ..service.places import blobs_elsewhere
    from ..store.objects import ObjectBlobs

    settings = app.settings()
    blobs = blobs_elsewhere(settings)
    if not isinstance(blobs, ObjectBlobs):
        raise Failure(
            "NOT_CONFIGURED", "files lie in the folder of data: BRANDSTUDIO_BLOBS_URL is not set"
        )
    blobs.owning.take_over()
    app.show({"blobs": settings.blobs_url}, f"This folder has {settings.blobs_url} now.")
