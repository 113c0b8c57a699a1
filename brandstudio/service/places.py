"""Where a studio keeps what it remembers, as its settings say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..settings import Settings
from ..store import BlobStore, Store

if TYPE_CHECKING:
    from ..store.object_place import ObjectPlace

DAY = 24 * 3600.0


def open_store(settings: Settings, fault: Callable[[str], None] | None = None) -> Store:
    """The store of these settings; nothing is made or asked yet."""
    return Store(settings.data, fault, blobs_elsewhere(settings, fault))


def blobs_elsewhere(
    settings: Settings, fault: Callable[[str], None] | None = None
) -> BlobStore | None:
    """The object storage that the settings name; None where files lie in the folder of data."""
    if settings.blobs_url is None:
        return None
    from ..store.objects import ObjectBlobs

    return ObjectBlobs(
        object_place(settings, settings.blobs_url).store(),
        settings.data,
        cache_bytes=settings.blobs_cache_bytes,
        keep_seconds=settings.blobs_keep_days * DAY,
        redirect=settings.blobs_redirect,
        fault=fault,
    )


def object_place(settings: Settings, url: str) -> ObjectPlace:
    """A place in object storage, with the keys of these settings."""
    from ..store.object_place import ObjectPlace

    return ObjectPlace(
        url,
        endpoint=settings.s3_endpoint,
        region=settings.s3_region,
        access_key_id=settings.s3_access_key_id,
        secret_access_key=settings.s3_secret_access_key,
        session_token=settings.s3_session_token,
    )
