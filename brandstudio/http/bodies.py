"""Reading request bodies as JSON, as a form with one file, or as a file.

Starlette's ``Request`` reads and its parser takes forms apart. Ours are the limits in bytes and in
time, and the order: a body is known to be missing before it is known to be wrong.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncGenerator
from typing import IO, Any
from urllib.parse import parse_qsl

from python_multipart.exceptions import FormParserError
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from ..errors import MissingBody, PayloadTooLarge, ServiceBusy, ValidationError
from ..operations import SourceFile
from ..operations.base import FilePart
from . import strictjson

FORM_SLACK_BYTES = 256 * 1024
"""What the text fields and the boundaries of a form may add to its file."""

MAX_FORM_BYTES = 8192
"""The form on an invitation's page holds one address."""

PATIENCE_SECONDS = 60
"""How long a client may pause within a body, so that stalled uploads don't pile up."""

BODY_SECONDS = 60
"""How long a body without a file may take in all, however steadily it trickles."""

FILE_SECONDS = 15 * 60
"""How long a file may take: as long as the link lives that it is sent to."""

_DRAIN_BYTES = 8 * 1024 * 1024
_SPOOL_BYTES = 1024 * 1024


def media_type(content_type: str | None) -> tuple[str, dict[str, str]]:
    """The bare type in lower case, and its parameters."""
    kind, *parameters = (content_type or "").split(";")
    named = (parameter.partition("=") for parameter in parameters)
    return kind.strip().lower(), {
        name.strip().lower(): value.strip(' "') for name, _, value in named
    }


async def stream(
    request: Request, limit: int, what: str, seconds: float = BODY_SECONDS
) -> AsyncGenerator[bytes, None]:
    """The body piece by piece, all within ``seconds``.

    Raises PAYLOAD_TOO_LARGE as soon as it is known to be over the limit, SERVICE_BUSY when the
    client is too slow, and Starlette's ClientDisconnect when it went away.
    """
    length = request.headers.get("content-length", "")
    announced = int(length) if length.isascii() and length.isdigit() else 0
    received, pieces = 0, request.stream()
    end = asyncio.get_running_loop().time() + seconds
    while True:
        try:
            async with asyncio.timeout_at(
                min(end, asyncio.get_running_loop().time() + PATIENCE_SECONDS)
            ):
                piece = await anext(pieces, None)
        except TimeoutError:
            raise ServiceBusy("The body came too slowly and was not waited for.") from None
        if piece is None:
            return
        received += len(piece)
        if max(received, announced) > limit:
            await _drain(pieces)
            raise PayloadTooLarge(f"{what} is over {limit} bytes.", limit=limit)
        if piece:
            yield piece


async def _drain(pieces: AsyncGenerator[bytes, None]) -> None:
    # A connection closed on unread bytes is reset, and the reset can overtake the answer; so read
    # some more.
    drained = 0
    with contextlib.suppress(TimeoutError, ClientDisconnect):
        async with asyncio.timeout(PATIENCE_SECONDS):
            async for piece in pieces:
                drained += len(piece)
                if drained >= _DRAIN_BYTES:
                    return


async def read_json(request: Request, limit: int) -> bytes:
    """A JSON body as sent, empty when there is none."""
    return b"".join([piece async for piece in stream(request, limit, "The JSON body")])


def parse_json(data: bytes, content_type: str | None) -> dict[str, Any]:
    """The object in a body, an empty one for no body. Raises VALIDATION_ERROR for anything but a
    JSON object.
    """
    if not data:
        return {}
    kind, parameters = media_type(content_type)
    if kind not in ("", "application/json") and not kind.endswith("+json"):
        raise ValidationError.of(
            "content-type", "send application/json", code="content_type", value=kind
        )
    if parameters.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise ValidationError.of(
            "content-type", "JSON is UTF-8", code="content_type", value=parameters["charset"]
        )
    value = strictjson.parse(data)
    if not isinstance(value, dict):
        raise ValidationError.of("body", "must be a JSON object", code="object_type")
    return value


async def read_form(request: Request, part: FilePart) -> tuple[dict[str, str], SourceFile | None]:
    """The text fields of a form, and its one file; the file waits on disk until the whole form is
    there.
    """
    pieces = stream(request, part.max_bytes + FORM_SLACK_BYTES, "The upload", FILE_SECONDS)
    parser = MultiPartParser(
        request.headers,
        _not_empty(pieces),
        max_files=2,
        max_fields=60,
        max_part_size=FORM_SLACK_BYTES,
    )
    try:
        form = await parser.parse()
    except (MultiPartException, FormParserError, KeyError, UnicodeDecodeError, ValueError) as error:
        # The reasons of these parsers name fields and limits, nothing of ours.
        reason = getattr(error, "message", None) or "is broken"
        raise ValidationError.of(
            "body", f"the form can't be read: {reason}", code="multipart_invalid"
        ) from None
    try:
        fields: dict[str, str] = {}
        file: SourceFile | None = None
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                if name != part.field or file is not None:
                    raise ValidationError.of(
                        name[:60],
                        f"one file, in the field named {part.field}",
                        code="unexpected_file",
                    )
                file = await _file(value, part)
            elif name == part.field:
                raise ValidationError.of(
                    name, "must be a file with a file name", code="file_required"
                )
            elif fields.setdefault(name, value) != value:
                raise ValidationError.of(name[:60], "sent more than once", code="repeated")
        return fields, file
    finally:
        await form.close()


async def _file(sent: UploadFile, part: FilePart) -> SourceFile:
    data = await sent.read()
    if len(data) > part.max_bytes:
        raise PayloadTooLarge(f"{part.field} is over {part.max_bytes} bytes.", limit=part.max_bytes)
    kind = (sent.content_type or "application/octet-stream")[:127]
    return SourceFile(filename=_plain_name(sent.filename), content_type=kind, data=data)


async def _not_empty(pieces: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    empty = True
    async for piece in pieces:
        empty = False
        yield piece
    if empty:
        raise MissingBody


def _plain_name(name: str | None) -> str:
    base = (name or "").replace("\\", "/").rpartition("/")[2]
    plain = "".join(character for character in base if character.isprintable())
    return plain[-255:] or "source"


async def read_file(request: Request, limit: int) -> IO[bytes]:
    """A file of at most ``limit`` bytes, on disk when it is large, rewound to its start; the caller
    closes it.
    """
    spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_SPOOL_BYTES)  # noqa: SIM115
    try:
        async for piece in stream(request, limit, "The file", FILE_SECONDS):
            if spool.tell() + len(piece) > _SPOOL_BYTES:
                await run_in_threadpool(spool.write, piece)
            else:
                spool.write(piece)
        spool.seek(0)
    except BaseException:
        spool.close()
        raise
    return spool


async def read_short_form(request: Request) -> dict[str, str]:
    """The fields of a small HTML form, the first of each name."""
    data = b"".join([piece async for piece in stream(request, MAX_FORM_BYTES, "The form")])
    try:
        pairs = parse_qsl(
            data.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20
        )
    except ValueError:
        raise ValidationError.of("body", "the form can't be read", code="form_invalid") from None
    return dict(reversed(pairs))
