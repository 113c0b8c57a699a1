"""Downloads: drawn when their link is opened, kept in a bounded cache."""

from __future__ import annotations

import hashlib
import os
import secrets

from ..context import Context
from ..links import Target
from ..pixels.resize import download


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
        except FileNotFoundError:
            row = None
    data, mime = download(
        ctx.store.blobs.read(target.sha256), format=target.format, max_side=target.max_side, quality=target.quality or 82
    )
    temporary = path.with_name(f"{key}.{secrets.token_hex(4)}.tmp")
    try:
        temporary.write_bytes(data)
        os.chmod(temporary, 0o600)
        temporary.rename(path)
    except OSError:
        # A full disk must not keep anybody from a download; it is simply not cached.
        temporary.unlink(missing_ok=True)
        return data, mime
    with ctx.store.write() as tx:
        item = None if target.item is None else tx.items.get(target.workspace_id, target.item)
        if item is None:
            path.unlink(missing_ok=True)
        else:
            tx.renditions.put(key, item.id, target.sha256, len(data), mime, ctx.now())
    return data, mime
