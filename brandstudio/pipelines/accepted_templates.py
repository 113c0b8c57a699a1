"""A team's own templates as they were when a banner was accepted: kept by the hash of their text, so
that a file that is changed later changes no banner that was asked for before.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..context import Context
from ..render.layout import template as templates
from ..store.blobs import Blob
from .briefs import find_template


def kept(ctx: Context, found: Iterable[templates.Template]) -> dict[str, Blob]:
    """The files of those templates that do not come with the package, by name. They are published,
    not yet named in a row.
    """
    return {
        template.name: ctx.store.blobs.publish(template.text.encode(), "application/toml")
        for template in found
        if template.sha256 is not None
    }


def template_of(ctx: Context, name: str, sha256: str | None) -> templates.Template:
    """The template as it was accepted; where the workspace does not hold that any more, the one of
    that name today. Raises ValidationError where there is none.
    """
    if sha256 is not None:
        with ctx.store.read() as tx:
            held = tx.blobs.of_workspace(ctx.workspace_id, sha256)
        if held:
            return templates.kept(ctx.store.blobs.read(sha256))
    return find_template(ctx, name)
