"""Where a studio keeps what it remembers, and whom it tells what it does, as its settings say."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..care.copies import object_place
from ..settings import Settings
from ..store import BlobStore, Store
from ..store.engine import StoreError
from ..store.possession import SHARING
from ..traces import NO_TRACES, Traces

if TYPE_CHECKING:
    from ..store.postgres import PostgresDatabase

log = logging.getLogger("brandstudio")

DAY = 24 * 3600.0


def open_store(settings: Settings, fault: Callable[[str], None] | None = None) -> Store:
    """The store of these settings; nothing is made or asked yet."""
    if settings.database_url is None:
        return Store(settings.data, fault, blobs_elsewhere(settings, fault))
    server = _server(settings, settings.database_url, fault)
    told = (settings.blobs_url, settings.secret_key, settings.base_url)
    lacking = tuple(name for name, value in zip(SHARING, told, strict=True) if not value)
    blobs = blobs_elsewhere(settings, fault, None if lacking else server.identity)
    return Store(settings.data, fault, blobs, server, lacking)


def _server(settings: Settings, url: str, fault: Callable[[str], None] | None) -> PostgresDatabase:
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
    settings: Settings,
    fault: Callable[[str], None] | None = None,
    owner: Callable[[], str] | None = None,
) -> BlobStore | None:
    """The object storage that the settings name; None where files lie in the folder of data.
    ``owner`` names those who share it, where it is not this folder's alone.
    """
    if settings.blobs_url is None:
        return None
    from ..store.objects import FILES, ObjectBlobs

    return ObjectBlobs(
        object_place(settings, settings.blobs_url).store(),
        settings.data,
        cache_bytes=settings.blobs_cache_bytes,
        keep_seconds=settings.blobs_keep_days * DAY,
        redirect=settings.blobs_redirect,
        fault=fault,
        claim=FILES._replace(owner=owner, place=settings.blobs_url),
    )


def traces_of(settings: Settings) -> Traces:
    """What traces the work of this process; nothing where no collector is named, or where the extra
    is missing: the variable may be meant for others on this machine.
    """
    if settings.otlp_endpoint is None:
        return NO_TRACES
    try:
        from .telemetry import OpenTelemetry
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        log.warning(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set and nothing is traced: pip install 'brandstudio[otel]'"
        )
        return NO_TRACES
    return OpenTelemetry(settings.otlp_endpoint, settings.otel_service_name)
