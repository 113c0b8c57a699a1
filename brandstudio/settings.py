"""One frozen value for everything that can be set; only open(), connect() and the command line read
the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .errors import ValidationError

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
    strict_engine: bool = False
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
        image_engine=_one_of(env, "BRANDSTUDIO_IMAGE_ENGINE", ("local", "openai", "diffusers")),
        strict_engine=_one_of(env, "BRANDSTUDIO_STRICT_ENGINE", ("0", "1")) == "1",
        text_engine=_one_of(env, "BRANDSTUDIO_TEXT_ENGINE", ("local", "openai")),
        vision_engine=_one_of(env, "BRANDSTUDIO_VISION_ENGINE", ("local", "openai")),
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


def _one_of(env: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    value = env.get(name) or choices[0]
    if value not in choices:
        raise _bad(name, " or ".join(choices))
    return value
