"""A file on its way into the service's waiting room."""

from __future__ import annotations

import hashlib
from typing import Any

from .. import errors
from .. import operations as ops
from .files import Source, contents, media_type
from .steps import Steps, ask, blocking, upload


def uploaded(
    file: Source, filename: str | None = None, idempotency_key: str | None = None
) -> Steps[str]:
    """The s3Key of a file that was put into the service's waiting room."""
    data, name = yield from blocking(lambda _: contents(file, filename))
    if not data:
        raise errors.UnsupportedMediaType(f"{name} is empty.")
    fields: dict[str, Any] = {"filename": name, "mime_type": media_type(name), "bytes": len(data)}
    if idempotency_key is not None:
        same = hashlib.sha256(f"{idempotency_key}\n{name}\n".encode() + data).hexdigest()
        fields["idempotency_key"] = f"upload-{same}"
    ticket = yield from ask(ops.CreateUpload(**fields))
    try:
        yield from upload(ticket, data)
    except errors.NotFound:
        if idempotency_key is None:
            raise
        # The same call came this far before: the bytes are there, or whoever uses the s3Key is
        # told that they aren't.
    return ticket.s3_key
