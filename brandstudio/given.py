"""What a program gives to ``open()`` and ``asgi()``: settings and parts of its own, held to what is
asked of them before anything is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from os import PathLike
from typing import Any

from .errors import ValidationError
from .models.nearest import meant
from .settings import (
    A_BUCKET,
    A_SERVER,
    ENGINES,
    Settings,
    address,
    bucket_of,
    check_engine,
    server_of,
    text_of,
)


def override(settings: Settings, given: Mapping[str, Any]) -> Settings:
    """The settings with what was given in code; None leaves what the environment says.

    Raises TypeError for a name that is no setting, ValidationError for a value that does not fit.
    """
    known = [item.name for item in fields(Settings) if item.name != "data"]
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            hint = meant(name, known) or f"; there are {', '.join(known)}"
            raise TypeError(f"there is no setting {name!r}{hint}")
        if value is not None:
            chosen[name] = _fitting(name, value)
    return replace(settings, **chosen) if chosen else settings


def _fitting(name: str, value: object) -> Any:
    kind = name.removesuffix("_engine")
    if kind in ENGINES and kind != name:
        check_engine(name, kind, value)
        return value
    take, wanted = _TAKES.get(name, (text_of, "a text that is not empty"))
    try:
        return take(value)
    except (TypeError, ValueError):
        # An address may hold a password, even one that is none.
        shown = {} if name == "database_url" else {"value": repr(value)}
        raise ValidationError.of(name, f"takes {wanted}", **shown) from None


def _hosts(value: object) -> frozenset[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError
    return frozenset(text_of(host).strip().lower() for host in value)


def _waits(value: Any) -> tuple[float, ...]:
    waits = tuple(_seconds(wait) for wait in value)
    if len(waits) not in (1, 5):
        raise ValueError
    return waits * 5 if len(waits) == 1 else waits


def _any_number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e11:
        raise TypeError
    return value


def _seconds(value: Any) -> float:
    if _any_number(value) < 0:
        raise ValueError
    return float(value)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if value < 1:
        raise ValueError
    return value


def _bound(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if not 0 <= value < 1_000_000_000:
        raise ValueError
    return value


def _views(value: object) -> int:
    if isinstance(value, bool) or value not in (0, 1, 2, 3):
        raise ValueError
    return int(str(value))


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


_TAKES: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "base_url": (address, "an address like https://studio.example.com"),
    "openai_base_url": (address, "an address like https://api.openai.com/v1"),
    "gemini_base_url": (address, "an address like https://generativelanguage.googleapis.com"),
    "allow_private_hosts": (_hosts, "names of hosts, as a list or a set"),
    "webhook_retry_seconds": (_waits, "one number of seconds for every wait, or five"),
    "starting_credits": (_seconds, "a number of credits, 0 or more"),
    "clock_offset": (_any_number, "a number of seconds"),
    "queue_per_workspace": (_bound, "a whole number of jobs; 0 is no bound"),
    "queue_total": (_bound, "a whole number of jobs; 0 is no bound"),
    "database_url": (server_of, f"an address like {A_SERVER}"),
    "database_connections": (_count, "a whole number, 1 or more"),
    "blobs_url": (bucket_of, f"an address like {A_BUCKET}"),
    "blobs_cache_bytes": (_count, "a whole number of bytes, 1 or more"),
    "blobs_keep_days": (_seconds, "a number of days, 0 or more"),
    "blobs_redirect": (_yes_or_no, "True or False"),
    "s3_endpoint": (address, "an address like https://s3.example.com"),
    "otlp_endpoint": (address, "an address like http://127.0.0.1:4318"),
    "rendition_cache_bytes": (_count, "a whole number of bytes, 1 or more"),
    "strict_engine": (_yes_or_no, "True or False"),
    "comfyui_base_url": (address, "an address like http://127.0.0.1:8188"),
    "provider_references": (_yes_or_no, "True or False"),
    "openai_image_partials": (_views, "a whole number from 0 to 3"),
    "threads": (_count, "a whole number, 1 or more"),
}


# -- parts -----------------------------------------------------------------------------------------


def check_parts(said: Mapping[str, object]) -> None:
    """Raise TypeError for a folder that is no path, a workspace that is no name, a worker that is
    neither True nor False, and a part that lacks what its kind has. A part of None is none.
    """
    data, workspace, worker = said["data"], said["workspace"], said["worker"]
    if not isinstance(data, str | PathLike):
        raise TypeError(f"data is the path of a folder, not {_a(data)}")
    if not str(data).strip():
        raise ValueError("data is the path of a folder; this one is empty")
    if not isinstance(workspace, str):
        raise TypeError(f"workspace is a name or an id, not {_a(workspace)}")
    if not isinstance(worker, bool):
        raise TypeError(f"worker takes True or False, not {_a(worker)}")
    for name, (calls, wanted) in _PARTS.items():
        part = said[name]
        if part is None:
            continue
        if isinstance(part, type):
            raise TypeError(f"{name} takes {wanted}, not a class; write {part.__name__}()")
        lacks = [call for call in calls if not hasattr(part, call)]
        if lacks:
            raise TypeError(f"{name} takes {wanted}, not {_a(part)} (it lacks {', '.join(lacks)})")


def check_threads(threads: object) -> None:
    """Raise ValidationError for what is no number of threads."""
    _fitting("threads", threads)


def _a(value: object) -> str:
    return "None" if value is None else f"a value of type {type(value).__name__}"


_PARTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "engines": (
        ("image", "text", "vision"),
        "brandstudio.Engines(image=..., text=..., vision=...)",
    ),
    "clock": (("now", "tick", "unmoved", "boot"), "a clock like brandstudio.testing.ManualClock()"),
    "fetcher": (("fetch",), "an object with fetch(url, ...)"),
    "new_id": (("__call__",), "a function that makes an id of a prefix"),
}
