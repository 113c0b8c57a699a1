"""Errors on the wire: written by the server, read back by the client as the same classes."""

from __future__ import annotations

import json

from pydantic_core import PydanticSerializationError, to_json

from .. import errors


def encode_error(error: errors.StudioError, request_id: str) -> bytes:
    """The error body (spec: Errors)."""
    body: dict[str, object] = {"code": error.code, "message": error.message}
    if error.details:
        body["details"] = error.details
    body["requestId"] = request_id
    try:
        return to_json({"error": body}, inf_nan_mode="null", fallback=str)
    except (UnicodeEncodeError, PydanticSerializationError):
        # Details tell back what was sent, which may be half of a character: escaped, it stays in
        # ASCII.
        return json.dumps({"error": body}, default=str).encode("ascii")


def error_headers(error: errors.StudioError) -> dict[str, str]:
    """What HTTP wants said outside the body: Allow, Retry-After, WWW-Authenticate."""
    if isinstance(error, errors.MethodNotAllowed):
        return {"allow": ", ".join(error.details.get("allowed", ()))}
    if isinstance(error, errors.RateLimited | errors.ServiceBusy):
        wait = error.details.get("retryAfter", 1 if isinstance(error, errors.ServiceBusy) else 60)
        return {"retry-after": str(max(1, int(wait)))}
    if isinstance(error, errors.Unauthenticated):
        return {"www-authenticate": 'ApiKey realm="brandstudio", header="x-api-key"'}
    return {}


_BY_STATUS: dict[int, type[errors.StudioError]] = {
    400: errors.BadRequest,
    401: errors.Unauthenticated,
    402: errors.InsufficientCredits,
    403: errors.Refused,
    404: errors.Missing,
    405: errors.MethodNotAllowed,
    409: errors.Conflict,
    413: errors.PayloadTooLarge,
    415: errors.UnsupportedMediaType,
    423: errors.LevelLocked,
    429: errors.RateLimited,
    502: errors.UpstreamError,
    503: errors.ServiceBusy,
    504: errors.UpstreamTimeout,
}


def decode_error(status: int, body: bytes, request_id: str | None = None) -> errors.StudioError:
    """The error that a response holds: the same class as in process, with its details and request
    id.
    """
    fallback = _BY_STATUS.get(status, errors.StudioError)
    try:
        told = json.loads(body)["error"]
        code, message, details = str(told["code"]), str(told["message"]), told.get("details") or {}
        error = errors.BY_CODE.get(code, fallback)(message, **details)
        if code not in errors.BY_CODE:
            # A later server's code: programs branch on it all the same, and the class says what
            # family it is of.
            error.__dict__["code"] = code
        error.request_id = str(told.get("requestId") or request_id or "") or None
        return error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        error = fallback(
            f"The server answered {status} without an error body; is there a proxy in between?"
        )
        error.request_id = request_id
        return error
