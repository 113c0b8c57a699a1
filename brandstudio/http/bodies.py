"""Reading request bodies with a limit, as JSON, as a form with one file, or as a file."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncGenerator
from typing import IO, Any

from python_multipart.exceptions import FormParserError
from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.types import Receive

from ..errors import MissingBody, PayloadTooLarge, ServiceBusy, ValidationError
from ..operations import SourceFile
from . import strictjson
from .wire import MAX_JSON_BYTES, MAX_SOURCE_BYTES

FORM_SLACK_BYTES = 256 * 1024
"""What the text fields and the boundaries of a form may add to its file."""

PATIENCE_SECONDS = 60
"""How long a client may pause within a body, so that stalled uploads don't pile up."""

_DRAIN_BYTES = 8 * 1024 * 1024
_SPOOL_BYTES = 1024 * 1024


class ClientGone(Exception):
    """The client went away while its body was read; nobody is left to answer."""


def media_type(content_type: str | None) -> tuple[str, dict[str, str]]:
    """The bare type in lower case, and its parameters."""
    kind, *parameters = (content_type or "").split(";")
    named = (parameter.partition("=") for parameter in parameters)
    return kind.strip().lower(), {
        name.strip().lower(): value.strip(' "') for name, _, value in named
    }


async def stream(
    receive: Receive, limit: int, length: str | None, what: str
) -> AsyncGenerator[bytes, None]:
    """The body piece by piece. Raises PAYLOAD_TOO_LARGE as soon as it is known to be over the
    limit.
    """
    announced = int(length) if length is not None and length.isascii() and length.isdigit() else 0
    received = 0
    while True:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                message = await receive()
        except TimeoutError:
            raise ServiceBusy(
                f"Nothing more of the body came for {PATIENCE_SECONDS} seconds."
            ) from None
        if message["type"] == "http.disconnect":
            raise ClientGone
        piece: bytes = message.get("body", b"")
        received += len(piece)
        if max(received, announced) > limit:
            await _drain(receive, message.get("more_body", False))
            raise PayloadTooLarge(f"{what} is over {limit} bytes.", limit=limit)
        if piece:
            yield piece
        if not message.get("more_body", False):
            return


async def _drain(receive: Receive, more: bool) -> None:
    # A connection closed on unread bytes is reset, and the reset can overtake the answer; so read
    # some more.
    drained = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE_SECONDS):
            while more and drained < _DRAIN_BYTES:
                message = await receive()
                drained += len(message.get("body", b""))
                more = message["type"] != "http.disconnect" and message.get("more_body", False)


async def read_json(receive: Receive, headers: Headers) -> bytes:
    """A JSON body as sent, empty when there is none."""
    return b"".join(
        [
            piece
            async for piece in stream(
                receive, MAX_JSON_BYTES, headers.get("content-length"), "The JSON body"
            )
        ]
    )


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


async def read_form(receive: Receive, headers: Headers) -> tuple[dict[str, str], SourceFile | None]:
    """The text fields of a form, and its file ``source``; the file waits on disk until the whole
    form is there.
    """
    limit = MAX_SOURCE_BYTES + FORM_SLACK_BYTES
    pieces = stream(receive, limit, headers.get("content-length"), "The upload")
    parser = MultiPartParser(
        headers, _not_empty(pieces), max_files=2, max_fields=60, max_part_size=FORM_SLACK_BYTES
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
        source: SourceFile | None = None
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                if name != "source" or source is not None:
                    raise ValidationError.of(
                        name[:60], "one file, in the field named source", code="unexpected_file"
                    )
                data = await value.read()
                if len(data) > MAX_SOURCE_BYTES:
                    raise PayloadTooLarge(
                        f"source is over {MAX_SOURCE_BYTES} bytes.", limit=MAX_SOURCE_BYTES
                    )
                kind = (value.content_type or "application/octet-stream")[:127]
                source = SourceFile(
                    filename=_plain_name(value.filename), content_type=kind, data=data
                )
            elif name == "source":
                raise ValidationError.of(
                    "source", "must be a file with a file name", code="file_required"
                )
            elif fields.setdefault(name, value) != value:
                raise ValidationError.of(name[:60], "sent more than once", code="repeated")
        return fields, source
    finally:
        await form.close()


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


async def read_file(receive: Receive, headers: Headers, limit: int) -> IO[bytes]:
    """A file of at most ``limit`` bytes, on disk when it is large, rewound to its start; the caller
    closes it.
    """
    spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_SPOOL_BYTES)  # noqa: SIM115
    try:
        async for piece in stream(receive, limit, headers.get("content-length"), "The file"):
            spool.write(piece)
        spool.seek(0)
    except BaseException:
        spool.close()
        raise
    return spool


async def read_short_form(receive: Receive, headers: Headers) -> dict[str, str]:
    """The fields of a small HTML form, the first of each name."""
    from urllib.parse import parse_qsl

    data = b"".join(
        [piece async for piece in stream(receive, 8192, headers.get("content-length"), "The form")]
    )
    try:
        pairs = parse_qsl(
            data.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20
        )
    except ValueError:
        raise ValidationError.of("body", "the form can't be read", code="form_invalid") from None
    return dict(reversed(pairs))
