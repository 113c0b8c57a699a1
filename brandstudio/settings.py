"""One frozen value for everything that can be set; only open(), connect() and the command line read
the environment.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from .errors import ValidationError
from .models.nearest import meant

DEFAULT_RETRY_SECONDS = (30.0, 120.0, 600.0, 1800.0, 7200.0)
"""Waits between the six receives of an event (decisions: Figures)."""


@dataclass(frozen=True)
class Settings:
    """``data`` is the folder that holds everything. Durations in seconds, credits in credits."""

    data: Path
    base_url: str | None = None
    allow_private_hosts: frozenset[str] = frozenset()
    webhook_retry_seconds: tuple[float, ...] = DEFAULT_RETRY_SECONDS
    secret_key: str | None = field(default=None, repr=False)
    starting_credits: float = 10000
    clock_offset: float = 0
    image_engine: str = "local"
    text_engine: str = "local"
    vision_engine: str = "local"
    openai_base_url: str = "https://api.openai.com/v1"
    openai_api_key: str | None = field(default=None, repr=False)
    openai_image_model: str = "gpt-image-1"
    openai_text_model: str = "gpt-4o-mini"
    openai_vision_model: str = "gpt-4o-mini"
    diffusers_model: str | None = None
    rendition_cache_bytes: int = 512 * 1024 * 1024
    threads: int = 2

    @property
    def database(self) -> Path:
        return self.data / "studio.db"


ENGINES: Mapping[str, tuple[str, ...]] = {
    "image": ("local", "openai", "diffusers"),
    "text": ("local", "openai"),
    "vision": ("local", "openai"),
}
"""The engines that come with the package; packages of other people add theirs as entry points."""


def engine_names(kind: str) -> tuple[str, ...]:
    """The engines that can be named in a setting: ours, and those of the entry points
    ``brandstudio.image_engines``, ``brandstudio.text_engines`` and ``brandstudio.vision_engines``.
    """
    from importlib.metadata import entry_points

    found = {entry.name for entry in entry_points(group=f"brandstudio.{kind}_engines")}
    return (*ENGINES[kind], *sorted(found - set(ENGINES[kind])))


def default_data_folder(environment: Mapping[str, str]) -> Path:
    """``$BRANDSTUDIO_DATA``, else the platform's folder for application data."""
    if environment.get("BRANDSTUDIO_DATA"):
        return Path(environment["BRANDSTUDIO_DATA"])
    import platformdirs

    return Path(platformdirs.user_data_dir("brandstudio"))


def from_environment(data: Path | str, environment: Mapping[str, str] | None = None) -> Settings:
    """Settings of this process. Raises ValidationError that names the variable that can't be
    read.
    """
    env = os.environ if environment is None else environment
    retry = _numbers(env, "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS")
    if retry is not None:
        if len(retry) not in (1, 5) or min(retry) < 0:
            raise _bad(
                "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS",
                "one number for every wait, or five separated by commas",
            )
        retry = retry * 5 if len(retry) == 1 else retry
    base = env.get("BRANDSTUDIO_BASE_URL", "").rstrip("/") or None
    hosts = env.get("BRANDSTUDIO_ALLOW_PRIVATE_HOSTS", "")
    return Settings(
        data=Path(data).expanduser().absolute(),
        base_url=base,
        allow_private_hosts=frozenset(
            host.strip().lower() for host in hosts.split(",") if host.strip()
        ),
        webhook_retry_seconds=retry or DEFAULT_RETRY_SECONDS,
        secret_key=env.get("BRANDSTUDIO_SECRET_KEY") or None,
        starting_credits=_number(env, "BRANDSTUDIO_STARTING_CREDITS", 10000),
        clock_offset=_number(env, "BRANDSTUDIO_CLOCK_OFFSET", 0, low=-1e11),
        image_engine=_engine("BRANDSTUDIO_IMAGE_ENGINE", "image", env),
        text_engine=_engine("BRANDSTUDIO_TEXT_ENGINE", "text", env),
        vision_engine=_engine("BRANDSTUDIO_VISION_ENGINE", "vision", env),
        openai_base_url=env.get("OPENAI_BASE_URL") or "https://api.openai.com/v1",
        openai_api_key=env.get("OPENAI_API_KEY") or None,
        openai_image_model=env.get("OPENAI_IMAGE_MODEL") or "gpt-image-1",
        openai_text_model=env.get("OPENAI_MODEL") or env.get("OPENAI_TEXT_MODEL") or "gpt-4o-mini",
        openai_vision_model=env.get("OPENAI_VISION_MODEL")
        or env.get("OPENAI_MODEL")
        or "gpt-4o-mini",
        diffusers_model=env.get("BRANDSTUDIO_DIFFUSERS_MODEL") or None,
    )


def _bad(name: str, wanted: str) -> ValidationError:
    return ValidationError.of(name, f"set it to {wanted}")


def _number(env: Mapping[str, str], name: str, default: float, low: float = 0) -> float:
    text = env.get(name)
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        raise _bad(name, "a number") from None
    if not low <= value <= 1e11:
        raise _bad(name, f"a number of at least {low:g}")
    return value


def _numbers(env: Mapping[str, str], name: str) -> tuple[float, ...] | None:
    text = env.get(name)
    if not text:
        return None
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise _bad(name, "numbers separated by commas") from None


def _engine(variable: str, kind: str, env: Mapping[str, str]) -> str:
    name = env.get(variable) or "local"
    _check_engine(variable, kind, name)
    return name


def _check_engine(path: str, kind: str, name: object) -> None:
    """Entry points are looked at only for a name that is not one of ours."""
    if name in ENGINES[kind]:
        return
    known = engine_names(kind)
    if name not in known:
        raise ValidationError.of(
            path,
            f"there is no {kind} engine {name!r}; there are {', '.join(known)}"
            f"{meant(str(name), known)} (one of your own: open(..., engines=Engines({kind}=...)))",
            value=name,
        )


# -- what is given in code -------------------------------------------------------------------------


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


def _fitting(name: str, value: Any) -> Any:
    kind = name.removesuffix("_engine")
    if kind in ENGINES:
        _check_engine(name, kind, value)
        return value
    take, wanted = _TAKES.get(name, (_text, "a text that is not empty"))
    try:
        return take(value)
    except (TypeError, ValueError):
        raise ValidationError.of(name, f"takes {wanted}", value=repr(value)) from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError
    return value


def _address(value: Any) -> str:
    if not _text(value).startswith(("http://", "https://")):
        raise ValueError
    return str(value).rstrip("/")


def _hosts(value: Any) -> frozenset[str]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError
    return frozenset(_text(host).strip().lower() for host in value)


def _waits(value: Any) -> tuple[float, ...]:
    waits = tuple(_seconds(wait) for wait in value)
    if len(waits) not in (1, 5):
        raise ValueError
    return waits * 5 if len(waits) == 1 else waits


def _any_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e11:
        raise TypeError
    return value


def _seconds(value: Any) -> float:
    if _any_number(value) < 0:
        raise ValueError
    return float(value)


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError
    if value < 1:
        raise ValueError
    return value


_TAKES: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "base_url": (_address, "an address like https://studio.example.com"),
    "openai_base_url": (_address, "an address like https://api.openai.com/v1"),
    "allow_private_hosts": (_hosts, "names of hosts, as a list or a set"),
    "webhook_retry_seconds": (_waits, "one number of seconds for every wait, or five"),
    "starting_credits": (_seconds, "a number of credits, 0 or more"),
    "clock_offset": (_any_number, "a number of seconds"),
    "rendition_cache_bytes": (_count, "a whole number of bytes, 1 or more"),
    "threads": (_count, "a whole number, 1 or more"),
}
