"""Signing and verifying webhooks, side by side: one for us, one for those who receive them.

A delivery carries the header ``x-service-signature: t=<unix seconds>,v1=<hex>``; ``v1`` is the
HMAC-SHA256 of the text ``t=<ts>|<raw body>`` keyed with the shared secret (spec: Events). A
receiver needs three lines::

    event = verify(SECRET, request.body, request.headers["x-service-signature"], now=time.time())
    if remember(event.key):        # deliveries may repeat: id and version name the event
        act_on(event)

Verify the raw bytes, before any JSON parsing. The time is passed in, so that tests need no clock.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

SIGNATURE_HEADER = "x-service-signature"
EVENT_HEADER = "x-service-event"

#: Seconds by which a signature's time may differ from the receiver's (spec: Events).
TOLERANCE = 300

# One spelling only: no spaces, no other order, no second or unknown parameter, no leading zero,
# lower-case hex.
_HEADER = re.compile(r"t=(0|[1-9][0-9]{0,11}),v1=([0-9a-f]{64})", re.ASCII)


class SignatureError(ValueError):
    """The delivery can't be trusted; answer 400 and do nothing with its body."""


class SignatureMalformed(SignatureError):
    """The signature header is missing or is not exactly ``t=<unix seconds>,v1=<64 hex digits>``."""


class SignatureMismatch(SignatureError):
    """The signature does not belong to this body under any of the secrets."""


class SignatureExpired(SignatureError):
    """The signature is right, but its time is too far from now; it may be a replay, or a clock is
    wrong.
    """


class PayloadMalformed(SignatureError):
    """The signature is right, but the body is not an event."""


@dataclass(frozen=True, slots=True)
class Event:
    """A verified event.

    ``key`` names it for idempotency: deliveries repeat, and a repeated one has the same id and
    version (spec: Events). ``url`` is a link that expires after an hour; ``payload`` is the whole
    body, with fields of later versions too.
    """

    event: str
    id: str
    version: int | None
    url: str
    created_at: str
    metadata: Mapping[str, Any]
    error: Any
    signed_at: int
    payload: Mapping[str, Any]

    @property
    def key(self) -> tuple[str, int | None]:
        """What to remember so that the same event is acted on once; a version number is never used
        twice.
        """
        return self.id, self.version


def sign(secret: str, body: bytes, t: int) -> str:
    """The value of ``x-service-signature`` for ``body`` sent at ``t``, in Unix seconds."""
    return f"t={t},v1={_digest(secret, body, t)}"


def verify(
    secret: str | Sequence[str],
    body: bytes,
    header: str | None,
    *,
    now: float,
    tolerance: float = TOLERANCE,
) -> Event:
    """The event in ``body``, when ``header`` proves that it was signed with ``secret`` within
    ``tolerance`` seconds.

    ``secret`` may be several, so that a new one can be put in place before the sender switches to
    it. Raises a :class:`SignatureError`: malformed, mismatch, expired, or a body that is no event.
    """
    parsed = _HEADER.fullmatch(header) if header is not None else None
    if parsed is None:
        raise SignatureMalformed("the signature header must be t=<unix seconds>,v1=<64 hex digits>")
    t, v1 = int(parsed[1]), parsed[2]
    secrets = (secret,) if isinstance(secret, str) else secret
    if not secrets:
        raise ValueError("give at least one signing secret")
    # All of them, always: how long it takes says nothing about which one fits.
    if True not in [hmac.compare_digest(_digest(one, body, t), v1) for one in secrets]:
        raise SignatureMismatch(
            "the signature does not belong to this body; check the signing secret"
        )
    if not abs(now - t) <= tolerance:  # not "> tolerance": a clock that says NaN must not pass
        raise SignatureExpired(f"the signature's time is more than {tolerance:g} s away from now")
    return _event(body, t)


def _digest(secret: str, body: bytes, t: int) -> str:
    if not secret:
        raise ValueError("a signing secret can't be empty")
    return hmac.digest(secret.encode(), b"t=%d|%b" % (t, body), "sha256").hex()


def _event(body: bytes, t: int) -> Event:
    try:
        payload = json.loads(
            body.decode()
        )  # UTF-8 and nothing else: loads() would guess UTF-16 too
        version = payload.get("version")
        event = Event(
            event=payload["event"],
            id=payload["id"],
            version=version,
            url=payload.get("url") or "",
            created_at=payload.get("createdAt") or "",
            metadata=MappingProxyType(payload.get("metadata") or {}),
            error=payload.get("error"),
            signed_at=t,
            payload=MappingProxyType(payload),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        raise PayloadMalformed("the body is not a JSON object with an event and an id") from wrong
    if not (
        isinstance(event.event, str)
        and isinstance(event.id, str)
        and (version is None or type(version) is int)
    ):
        raise PayloadMalformed("event and id must be texts, and version a whole number")
    return event
