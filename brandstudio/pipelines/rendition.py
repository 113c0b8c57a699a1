"""Downloads: drawn when their link is opened, kept in a bounded cache."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress

from ..care.sweeping import trim_renditions
from ..context import Context
from ..engines import credentials
from ..errors import ServiceBusy
from ..keys.links import Target
from ..pixels import metadata
from ..pixels.probe import probe
from ..pixels.resize import download
from .keeping import signer


def open_rendition(ctx: Context, target: Target) -> tuple[bytes, str]:
    """The bytes and media type of a stored picture in the format and size that the link names."""
    ctx.store.assert_idle()
    shape = f"{target.sha256}/{target.format}/{target.max_side}/{target.quality}"
    key = hashlib.sha256(shape.encode()).hexdigest()
    path = ctx.store.renditions / key
    with ctx.store.read() as tx:
        row = tx.renditions.get(key)
    if row is not None:
        try:
            return path.read_bytes(), row.mime_type
        except OSError:  # gone, or no descriptor left: it is drawn anew
            row = None
    stored = ctx.store.blobs.read(target.sha256)
    data, mime = download(
        stored, format=target.format, max_side=target.max_side, quality=target.quality or 82
    )
    if data != stored:
        data = resigned(ctx, stored, data, mime)
    temporary = path.with_name(f"{key}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.touch(0o600)
        temporary.write_bytes(data)
        temporary.rename(path)
    except OSError:
        # A full disk must not keep anybody from a download; it is simply not cached.
        with suppress(OSError):
            temporary.unlink()
        return data, mime
    try:
        with ctx.store.write() as tx:
            item = None if target.item is None else tx.items.get(target.workspace_id, target.item)
            if item is None:
                path.unlink(missing_ok=True)
            else:
                tx.renditions.put(key, item.id, target.sha256, len(data), mime, ctx.now())
            over = tx.renditions.total_bytes() > ctx.settings.rendition_cache_bytes
    except ServiceBusy:
        path.unlink(missing_ok=True)
        return data, mime
    if over:
        trim_renditions(ctx)
    return data, mime


def resigned(ctx: Context, stored: bytes, data: bytes, mime: str) -> bytes:
    """A changed copy of a file with content credentials: signed anew, with the file itself as its
    source.
    """
    if not credentials.has_credentials(stored) or not credentials.available():
        return data
    said = metadata.read(stored)
    return signer(ctx).sign(
        data,
        mime,
        title="Copy",
        action="c2pa.transcoded",
        source=None if said is None else said.source,
        ingredient=credentials.Ingredient(stored, probe(stored).mime, "Original"),
    )
