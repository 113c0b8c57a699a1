"""Signed links: what a token opens, until when, and that nobody made it up.

A token is ``<key id>.<payload>.<mac>``: the payload is canonical JSON in base64url, the MAC is
HMAC-SHA256 over key id and payload. There is one spelling of every token: what is compared is the
text as sent, never a decoded form, and the payload is read only after the MAC fits (thumbor's
signature was bypassed by parsing first).
"""

from __future__ import annotations

import base64
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import NotFound, ValidationError
from .master import MasterKey

IMAGE_SECONDS = 3600
"""Image and banner links (spec: Limits)."""
DOWNLOAD_SECONDS = 300
"""Library download links (spec: Limits)."""
LONGEST_SECONDS = max(IMAGE_SECONDS, DOWNLOAD_SECONDS)
SKEW_MS = 60_000
"""How far the clocks of two servers may lie apart."""

_SEALED = "sealed answer:"
_TOKEN = re.compile(r"[0-9a-f]{8}\.[A-Za-z0-9_-]{1,1500}\.[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Target:
    """What a link opens: a stored file, or a library item drawn anew as
    ``format``/``max_side``/``quality`` say.

    ``item`` is the library item that the file belongs to; when that is purged, the link is dead.
    ``filename`` makes it an attachment.
    """

    workspace_id: str
    sha256: str
    item: str | None = None
    filename: str | None = None
    format: Literal["jpeg", "webp", "png"] | None = None
    max_side: int = 0
    quality: int = 0


_SHORT = {
    "workspace_id": "w",
    "sha256": "s",
    "item": "i",
    "filename": "n",
    "format": "f",
    "max_side": "x",
    "quality": "q",
}
_LONG = {short: long for long, short in _SHORT.items()}
# One encoder for all: json.dumps would make one for each link.
_COMPACT = json.JSONEncoder(separators=(",", ":"), sort_keys=True, ensure_ascii=False)


class Links:
    """Makes and opens links. The key and the clock (milliseconds) are handed in."""

    def __init__(
        self,
        key: Callable[[], MasterKey],
        now: Callable[[], int],
        base_url: Callable[[], str | None],
    ) -> None:
        self._key = key
        self._now = now
        self._base_url = base_url

    def to(self, target: Target, seconds: int = IMAGE_SECONDS) -> str:
        """A link that opens the target for so long: under the base URL where one is configured,
        else a path.
        """
        fields: dict[str, object] = {
            _SHORT[name]: value
            for name, value in vars(target).items()
            if value not in (None, 0, "")
        }
        fields["e"] = self._now() // 1000 + seconds
        return self.absolute("/files/" + self._sign("file", fields))

    def absolute(self, path: str) -> str:
        """The path under the configured base URL."""
        return (self._base_url() or "") + path

    def below(self, prefix: str) -> Links:
        """The same links, under a prefix where no base URL is configured."""
        return Links(self._key, self._now, lambda: self._base_url() or prefix) if prefix else self

    def open(self, token: str) -> Target:
        """What the link opens. NotFound when it is not ours, was changed, or has expired: the same
        answer for all.
        """
        return self.opened(token)[0]

    def opened(self, token: str) -> tuple[Target, int]:
        """What the link opens, and the seconds that it has left; raises what ``open`` does."""
        fields = self._verified("file", token)
        left = int(fields.pop("e")) * 1000 - self._now()
        # More time left than any link is given: the clock was set back, and the link is an old one.
        if not 0 < left <= LONGEST_SECONDS * 1000 + SKEW_MS:
            raise NotFound("This link has expired or never existed; ask for a fresh one.")
        target = Target(**{_LONG[name]: value for name, value in fields.items()})
        return target, -(-left // 1000)

    def renew(self, value: object, workspace_id: str) -> object:
        """The same JSON value with every link of that workspace in it signed anew (for answers
        given a second time).

        Another workspace's link may stand there as somebody's words; it keeps its life.
        """
        if isinstance(value, dict):
            return {name: self.renew(part, workspace_id) for name, part in value.items()}
        if isinstance(value, list):
            return [self.renew(part, workspace_id) for part in value]
        if isinstance(value, str) and value.startswith(_SEALED):
            return self._unsealed(value, workspace_id)
        if isinstance(value, str) and "/files/" in value:
            try:
                fields = self._verified("file", value.rpartition("/files/")[2])
            except NotFound:
                return value
            if fields.get("w") == workspace_id:
                seconds = DOWNLOAD_SECONDS if "n" in fields else IMAGE_SECONDS
                fields["e"] = self._now() // 1000 + seconds
                return self.absolute("/files/" + self._sign("file", fields))
        return value

    def seal(self, secret: str, workspace_id: str) -> str:
        """A secret as it may lie in a kept answer, for ``renew`` to open: only its hash is anywhere
        else.
        """
        return (
            _SEALED + self._key().encrypt(secret.encode(), f"kept answers/{workspace_id}").decode()
        )

    def _unsealed(self, value: str, workspace_id: str) -> str:
        try:
            return (
                self._key()
                .decrypt(value.removeprefix(_SEALED).encode(), f"kept answers/{workspace_id}")
                .decode()
            )
        except ValidationError:
            return value  # somebody's own words that begin like ours

    def _sign(self, purpose: str, fields: dict[str, Any]) -> str:
        key = self._key()
        payload = _encode(_COMPACT.encode(fields).encode())
        head = f"{key.ids[0]}.{payload}"
        return f"{head}.{_mac(key.subkey('links/' + purpose), head)}"

    def _verified(self, purpose: str, token: str) -> dict[str, Any]:
        dead = NotFound("This link has expired or never existed; ask for a fresh one.")
        if not _TOKEN.fullmatch(token):
            raise dead
        head, _, sent = token.rpartition(".")
        try:
            subkey = self._key().subkey("links/" + purpose, head[:8])
        except KeyError:
            raise dead from None
        if not hmac.compare_digest(_mac(subkey, head), sent):
            raise dead
        payload: dict[str, object] = json.loads(
            base64.urlsafe_b64decode(head[9:] + "=" * (-len(head[9:]) % 4))
        )
        return payload


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _mac(key: bytes, head: str) -> str:
    return _encode(hmac.digest(key, head.encode(), "sha256"))
