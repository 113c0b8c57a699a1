"""Bytes that come in: from a link, or from an upload that waits. Nothing is charged or stored
before they are here.
"""

from __future__ import annotations

from typing import TypeVar

from ..context import Context, Sealed
from ..errors import InvalidImageUrl, StudioError
from ..models.library import MAX_FILE_BYTES
from ..network.fetch import FetchRefused
from ..store import Transaction

R = TypeVar("R")


def is_upload(link: str) -> bool:
    """Whether a link is the s3Key of an upload rather than an address."""
    return link.startswith("uploads/")


def read_link(
    ctx: Context,
    link: str,
    *,
    max_bytes: int = MAX_FILE_BYTES,
    error: type[StudioError] = InvalidImageUrl,
    kind: str = "image",
    uploads: bool = True,
) -> bytes:
    """The bytes behind a public https link or an s3Key. Raises ``error``, PayloadTooLarge or
    UnsupportedMediaType.
    """
    ctx.store.assert_idle()
    if uploads and is_upload(link):
        return _read_upload(ctx, link, error)
    try:
        return ctx.engines.fetcher.fetch(
            link,
            max_bytes=max_bytes,
            kind="image" if kind == "image" else "any",
            workspace=ctx.workspace_id,
        ).body
    except FetchRefused as refused:
        raise error(refused.message) from None


def _read_upload(ctx: Context, s3_key: str, error: type[StudioError]) -> bytes:
    with ctx.store.read() as tx:
        row = tx.uploads.get(ctx.workspace_id, s3_key)
    if row is None or row.used_at is not None or row.written_at is None:
        raise error(
            "No upload waits under this s3Key; it may have been used, or nothing was put there yet."
        )
    try:
        return ctx.store.room.read(s3_key)
    except FileNotFoundError:
        raise error(
            "No upload waits under this s3Key; it may have been used, or nothing was put there yet."
        ) from None


def consume(
    ctx: Context, tx: Transaction, link: str | None, error: type[StudioError] = InvalidImageUrl
) -> None:
    """Use an upload up, in the transaction that keeps what it held."""
    if link is not None and is_upload(link) and not tx.uploads.use(link, ctx.now()):
        raise error(
            "No upload waits under this s3Key; it may have been used, or nothing was put there yet."
        )


def discard(ctx: Context, link: str | None) -> None:
    """Remove the waiting file after the commit that used it up."""
    if link is not None and is_upload(link):
        ctx.store.room.remove(link)


def used_up(ctx: Context, link: str | None, answer: R) -> Sealed[R]:
    """The answer of a command that only looked at what came in; an upload is used up by it."""
    if link is None or not is_upload(link):
        return ctx.seal_alone(answer)
    with ctx.store.write() as tx:
        consume(ctx, tx, link)
        sealed = ctx.seal(tx, answer)
    discard(ctx, link)
    return sealed
