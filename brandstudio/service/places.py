"""Where a studio keeps what it remembers, as its settings say."""

from __future__ import annotations

from collections.abc import Callable

from ..care.copies import object_place
from ..settings import Settings
from ..store import BlobStore, Store
from ..store.engine import DatabaseEngine, StoreError

DAY = 24 * 3600.0


def open_store(settings: Settings, fault: Callable[[str], None] | None = None) -> Store:
    """The store of these settings; nothing is made or asked yet."""
    return Store(
        settings.data,
        fault,
        blobs_elsewhere(settings, fault),
        None if settings.database_url is None else _server(settings, settings.database_url, fault),
    )


def _server(settings: Settings, url: str, fault: Callable[[str], None] | None) -> DatabaseEngine:
    """The database server that the settings name. Raises StoreError where its client is missing."""
    try:
        from ..store.postgres import PostgresDatabase
    except ModuleNotFoundError as error:
        if error.name not in ("psycopg", "psycopg_pool"):
            raise
        raise StoreError(
            "A database server needs psycopg: pip install 'brandstudio[postgres]'"
        ) from None
    return PostgresDatabase(url, settings.database_connections, fault)


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
