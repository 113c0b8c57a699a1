"""Everything that can go wrong, as one tree.

    StudioError                         INTERNAL_ERROR 500
    ├─ BadRequest                       (group of the 400s)
    │  ├─ MissingBody                   MISSING_BODY
    │  ├─ ValidationError               VALIDATION_ERROR
    │  ├─ UnsupportedBrand              UNSUPPORTED_BRAND
    │  ├─ UnsupportedHierarchy          UNSUPPORTED_HIERARCHY
    │  ├─ InvalidSourceUrl              INVALID_SOURCE_URL
    │  ├─ InvalidImageUrl               INVALID_IMAGE_URL
    │  ├─ FolderTooDeep                 FOLDER_TOO_DEEP
    │  ├─ FolderDepthUnsupported        FOLDER_DEPTH_UNSUPPORTED
    │  ├─ FolderAliasConflict           FOLDER_ALIAS_CONFLICT
    │  ├─ BlockedEmailDomain            BLOCKED_EMAIL_DOMAIN
    │  └─ GlyphMissing                  GLYPH_MISSING
    ├─ Unauthenticated                  UNAUTHENTICATED 401
    ├─ InsufficientCredits              INSUFFICIENT_CREDITS 402
    ├─ Refused                          (group of the 403s)
    │  ├─ InvalidApiKey                 INVALID_API_KEY
    │  ├─ InsufficientScope             INSUFFICIENT_SCOPE
    │  ├─ ClientPaused                  CLIENT_PAUSED
    │  └─ Forbidden                     FORBIDDEN
    ├─ Missing                          (group of the 404s)
    │  ├─ NotFound                      NOT_FOUND
    │  ├─ FolderNotFound                FOLDER_NOT_FOUND
    │  ├─ BrandNotFound                 BRAND_NOT_FOUND
    │  ├─ SubBrandNotFound              SUB_BRAND_NOT_FOUND
    │  ├─ CampaignNotFound              CAMPAIGN_NOT_FOUND
    │  ├─ ImageNotFound                 IMAGE_NOT_FOUND
    │  ├─ LogoNotFound                  LOGO_NOT_FOUND
    │  ├─ DesignNotFound                DESIGN_NOT_FOUND
    │  └─ InviteNotFound                INVITE_NOT_FOUND
    ├─ MethodNotAllowed                 METHOD_NOT_ALLOWED 405
    ├─ Conflict                         (group of the 409s)
    │  ├─ AlreadyProcessing             ALREADY_PROCESSING
    │  ├─ HasChildren                   HAS_CHILDREN
    │  ├─ ExtractionInProgress          EXTRACTION_IN_PROGRESS
    │  ├─ DesignBusy                    DESIGN_BUSY
    │  ├─ IdempotencyConflict           IDEMPOTENCY_CONFLICT
    │  ├─ IdempotencyInProgress         IDEMPOTENCY_IN_PROGRESS
    │  ├─ ReferenceExists               REFERENCE_EXISTS
    │  ├─ ReferenceLimit                REFERENCE_LIMIT
    │  └─ JobFinished                   JOB_FINISHED
    ├─ PayloadTooLarge                  PAYLOAD_TOO_LARGE 413
    ├─ UnsupportedMediaType             UNSUPPORTED_MEDIA_TYPE 415
    ├─ LevelLocked                      LEVEL_LOCKED 423
    ├─ RateLimited                      RATE_LIMITED 429
    ├─ UpstreamError                    UPSTREAM_ERROR 502
    ├─ ServiceBusy                      SERVICE_BUSY 503
    ├─ UpstreamTimeout                  UPSTREAM_TIMEOUT 504
    └─ JobError                         (errors that only a job carries, never a request)
       ├─ UnsupportedInstruction        UNSUPPORTED_INSTRUCTION
       ├─ UnsupportedPrompt             UNSUPPORTED_PROMPT
       ├─ ContentRefused                CONTENT_REFUSED
       └─ JobCancelled                  JOB_CANCELLED

A class is named after its code; its docstring is the message when none is given. A message is for
people and says what to do; programs branch on ``code`` and read ``details``. No message or detail
ever holds a secret.

This module imports nothing but how a value shows itself in a notebook, which imports nothing in
turn; so everything may import it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from . import display


class StudioError(Exception):
    """Something went wrong on our side. Try again; if it stays, quote the request id."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "INTERNAL_ERROR"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str | None = None, /, **details: object) -> None:
        super().__init__(message or type(self).__doc__)
        self.details: dict[str, Any] = details
        self.request_id: str | None = None

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self.args[0])

    def __str__(self) -> str:
        return self.message

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return display.bundle(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors cross process borders (drawing in a pool); keyword details need help to do so.
        return _rebuild, (type(self), self.message, self.details, self.request_id)


def _rebuild(
    kind: type[StudioError], message: str, details: dict[str, Any], request_id: str | None
) -> StudioError:
    error = kind(message, **details)
    error.request_id = request_id
    return error


class BadRequest(StudioError):
    """The request can't be carried out as it stands."""

    status, code = 400, "VALIDATION_ERROR"


class MissingBody(BadRequest):
    """This call needs a JSON body, and none was sent."""

    code = "MISSING_BODY"


class ValidationError(BadRequest):
    """The request does not fit its schema; details.fields says what is wrong with each field."""

    code = "VALIDATION_ERROR"

    @classmethod
    def of(
        cls, path: str, message: str, *, code: str = "invalid", value: object = None
    ) -> ValidationError:
        """One failing field, in the shape that ``details.fields`` has everywhere."""
        field: dict[str, object] = {"path": path, "code": code, "message": message}
        if value is not None:
            field["input"] = str(value)[:100]
        return cls(f"{path}: {message}", fields=[field])


class UnsupportedBrand(BadRequest):
    """The Level 1 folder is not one of yours."""

    code = "UNSUPPORTED_BRAND"


class UnsupportedHierarchy(BadRequest):
    """A deeper folder does not lie inside the one above it."""

    code = "UNSUPPORTED_HIERARCHY"


class InvalidSourceUrl(BadRequest):
    """The source link must be a public https link to an image that can be read."""

    code = "INVALID_SOURCE_URL"


class InvalidImageUrl(BadRequest):
    """The image link must be a public https link that can be read, or the s3Key of your upload."""

    code = "INVALID_IMAGE_URL"


class FolderTooDeep(BadRequest):
    """Folders nest six levels deep and no further."""

    code = "FOLDER_TOO_DEEP"


class FolderDepthUnsupported(BadRequest):
    """This call works on folders of Level 1 to 3 only; nothing was done to the folder above."""

    code = "FOLDER_DEPTH_UNSUPPORTED"


class FolderAliasConflict(BadRequest):
    """The same folder is named twice with different values; send one name only."""

    code = "FOLDER_ALIAS_CONFLICT"


class BlockedEmailDomain(BadRequest):
    """Throwaway e-mail domains can't be invited; use a lasting address."""

    code = "BLOCKED_EMAIL_DOMAIN"


class GlyphMissing(BadRequest):
    """No font of this folder has some of the characters; add a font that has them."""

    code = "GLYPH_MISSING"


class Unauthenticated(StudioError):
    """Send an API key in the header x-api-key. Make one with: brandstudio keys create"""

    status, code = 401, "UNAUTHENTICATED"


class InsufficientCredits(StudioError):
    """The balance does not cover this call. Add credits with: brandstudio credits add N"""

    status, code = 402, "INSUFFICIENT_CREDITS"


class Refused(StudioError):
    """This is not allowed."""

    status, code = 403, "FORBIDDEN"


class InvalidApiKey(Refused):
    """The API key is not known or has been revoked."""

    code = "INVALID_API_KEY"


class InsufficientScope(Refused):
    """The key's level is too low for this call; use a key of the required level."""

    code = "INSUFFICIENT_SCOPE"


class ClientPaused(Refused):
    """This workspace is paused."""

    code = "CLIENT_PAUSED"


class Forbidden(Refused):
    """This workspace lacks the permission for this call."""

    code = "FORBIDDEN"


class Missing(StudioError):
    """There is nothing here under that name."""

    status, code = 404, "NOT_FOUND"


class NotFound(Missing):
    """No such image, job or other object in that folder of this workspace."""

    code = "NOT_FOUND"


class FolderNotFound(Missing):
    """No such folder; details says at which level."""

    code = "FOLDER_NOT_FOUND"


class BrandNotFound(Missing):
    """No such brand."""

    code = "BRAND_NOT_FOUND"


class SubBrandNotFound(Missing):
    """No such sub-brand."""

    code = "SUB_BRAND_NOT_FOUND"


class CampaignNotFound(Missing):
    """No such campaign."""

    code = "CAMPAIGN_NOT_FOUND"


class ImageNotFound(Missing):
    """No such library image in this folder or a folder above it."""

    code = "IMAGE_NOT_FOUND"


class LogoNotFound(Missing):
    """No logo of that name in this folder or a folder above it."""

    code = "LOGO_NOT_FOUND"


class DesignNotFound(Missing):
    """That id is not a saved design in this folder."""

    code = "DESIGN_NOT_FOUND"


class InviteNotFound(Missing):
    """No such invitation in this workspace."""

    code = "INVITE_NOT_FOUND"


class MethodNotAllowed(StudioError):
    """This path does not take that method; the Allow header lists those it takes."""

    status, code = 405, "METHOD_NOT_ALLOWED"


class Conflict(StudioError):
    """The object is not in a state for this."""

    status, code = 409, "ALREADY_PROCESSING"


class AlreadyProcessing(Conflict):
    """Work on this object is still under way; wait for it, then try again."""

    code = "ALREADY_PROCESSING"


class HasChildren(Conflict):
    """The folder has live folders inside; delete those first."""

    code = "HAS_CHILDREN"


class ExtractionInProgress(Conflict):
    """An extraction of this folder is already running; wait for it to finish."""

    code = "EXTRACTION_IN_PROGRESS"


class DesignBusy(Conflict):
    """Another save into the same design is running; try again in a moment."""

    code = "DESIGN_BUSY"


class IdempotencyConflict(Conflict):
    """This Idempotency-Key was used for a different request; use a new key."""

    code = "IDEMPOTENCY_CONFLICT"


class IdempotencyInProgress(Conflict):
    """The first request with this Idempotency-Key is still under way; try again in a moment."""

    code = "IDEMPOTENCY_IN_PROGRESS"


class ReferenceExists(Conflict):
    """That image is a reference of this folder already; nothing was added."""

    code = "REFERENCE_EXISTS"


class ReferenceLimit(Conflict):
    """A folder holds at most five references, nothing was added; remove some or replace=true."""

    code = "REFERENCE_LIMIT"


class JobFinished(Conflict):
    """The job has finished; there is nothing left to cancel."""

    code = "JOB_FINISHED"


class PayloadTooLarge(StudioError):
    """The file is larger than this call takes."""

    status, code = 413, "PAYLOAD_TOO_LARGE"


class UnsupportedMediaType(StudioError):
    """The file is not an image of a kind that can be read here."""

    status, code = 415, "UNSUPPORTED_MEDIA_TYPE"


class LevelLocked(StudioError):
    """This folder's style is locked. Unlock it with: brandstudio folders unlock PATH"""

    status, code = 423, "LEVEL_LOCKED"


class RateLimited(StudioError):
    """Too many; details.retryAfter says in how many seconds to try again."""

    status, code = 429, "RATE_LIMITED"


class UpstreamError(StudioError):
    """The image or text provider failed and could not be recovered; the charge is refunded."""

    status, code = 502, "UPSTREAM_ERROR"
    retryable = True


class ServiceBusy(StudioError):
    """The service can't take this just now (overload or a full disk); try again with backoff."""

    status, code = 503, "SERVICE_BUSY"
    retryable = True


class UpstreamTimeout(StudioError):
    """The image or text provider did not answer in time; the charge is refunded."""

    status, code = 504, "UPSTREAM_TIMEOUT"
    retryable = True


class JobError(StudioError):
    """The job failed."""


class UnsupportedInstruction(JobError):
    """A part of the instruction is nothing that the configured engine can do; nothing was done, the
    charge is refunded. See: brandstudio engines
    """

    status, code = 400, "UNSUPPORTED_INSTRUCTION"


class UnsupportedPrompt(JobError):
    """The subject of the prompt is nothing that the configured engine can draw, and strict was
    asked for; the charge is refunded. See: brandstudio engines
    """

    status, code = 400, "UNSUPPORTED_PROMPT"


class ContentRefused(JobError):
    """The provider refused this content; change words or picture. The charge is refunded."""

    status, code = 502, "CONTENT_REFUSED"


class JobCancelled(JobError):
    """The job was cancelled; the charge is refunded."""

    status, code = 409, "JOB_CANCELLED"


def _leaves(kind: type[StudioError]) -> list[type[StudioError]]:
    return [kind, *(leaf for child in kind.__subclasses__() for leaf in _leaves(child))]


# : The class that stands for each code; where a group shares one with a member, the member wins.
BY_CODE: dict[str, type[StudioError]] = {kind.code: kind for kind in _leaves(StudioError)}
_MEMBERS = (ValidationError, NotFound, Forbidden, AlreadyProcessing, StudioError)
BY_CODE |= {kind.code: kind for kind in _MEMBERS}

if not TYPE_CHECKING:  # a type checker names the attribute that does not exist by itself

    def __getattr__(name: str) -> Any:
        from difflib import get_close_matches  # only mistakes need it

        known = {kind.__name__.lower(): kind.__name__ for kind in _leaves(StudioError)}
        near = get_close_matches(name.replace("_", "").lower(), known, n=1, cutoff=0.6)
        hint = f"; did you mean {known[near[0]]!r}?" if near else "; each is a StudioError"
        raise AttributeError(f"brandstudio.errors has no class {name!r}{hint}")
