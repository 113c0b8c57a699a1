"""Where objects are kept: an address, and the keys for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from ..errors import StudioError

if TYPE_CHECKING:
    from obstore.store import ObjectStore


@dataclass(frozen=True)
class ObjectPlace:
    """Where the objects are. Without keys the machine's own role is asked for them."""

    url: str
    endpoint: str | None = None
    region: str | None = None
    access_key_id: str | None = field(default=None, repr=False)
    secret_access_key: str | None = field(default=None, repr=False)
    session_token: str | None = field(default=None, repr=False)

    def store(self) -> ObjectStore:
        """The client. Raises StudioError where obstore is missing or the address is none."""
        try:
            from obstore.exceptions import BaseError
            from obstore.store import from_url
        except ModuleNotFoundError:
            raise StudioError(
                "Files in object storage need obstore: pip install 'brandstudio[s3]'"
            ) from None
        told: dict[str, Any] = {
            "endpoint": self.endpoint,
            "region": self.region,
            "access_key_id": self.access_key_id,
            "secret_access_key": self.secret_access_key,
            "session_token": self.session_token,
        }
        config = {name: value for name, value in told.items() if value}
        try:
            made: ObjectStore = cast(Any, from_url)(
                self.url,
                config=config if self.url.startswith("s3://") else None,
                client_options={
                    "allow_http": (self.endpoint or "").startswith("http://"),
                    "connect_timeout": timedelta(seconds=3),
                    "read_timeout": timedelta(seconds=8),
                    "timeout": timedelta(seconds=60),
                },
                # We try again ourselves: with a budget, and never a removal.
                retry_config={"max_retries": 0},
            )
            return made
        except (BaseError, ValueError) as error:
            raise StudioError(
                f"{self.url} can't be used for files: {str(error).splitlines()[0]}"
            ) from None
