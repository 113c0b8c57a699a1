"""One frozen value for everything that can be set; only open(), connect() and the command line read
the environment.

A variable is read from the environment first, then from ``brandstudio.toml`` (the file that
BRANDSTUDIO_CONFIG names, else the one in the data folder), which uses the same names.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

from .errors import ValidationError
from .models.nearest import meant

DEFAULT_RETRY_SECONDS = (30.0, 120.0, 600.0, 1800.0, 7200.0)
"""Waits between the six receives of an event (decisions: Figures)."""

_MINI = "gpt-4o-mini"


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
    openai_image_model: str = "gpt-image-2"
    openai_image_sizes: str | None = None
    openai_image_quality: str | None = None
    openai_image_partials: int = 0
    gemini_base_url: str = "https://generativelanguage.googleapis.com/v1beta"
    gemini_api_key: str | None = field(default=None, repr=False)
    gemini_image_model: str = "gemini-3-pro-image"
    comfyui_base_url: str = "http://127.0.0.1:8188"
    comfyui_api_key: str | None = field(default=None, repr=False)
    comfyui_workflows: str | None = None
    comfyui_checkpoint: str | None = None
    comfyui_image_sizes: str | None = None
    provider_references: bool = True
    openai_text_model: str = _MINI
    openai_vision_model: str = _MINI
    diffusers_model: str | None = None
    rendition_cache_bytes: int = 512 * 1024 * 1024
    queue_per_workspace: int = 10_000
    queue_total: int = 100_000
    database_url: str | None = field(default=None, repr=False)
    database_connections: int = 10
    blobs_url: str | None = None
    blobs_cache_bytes: int = 2 * 1024 * 1024 * 1024
    blobs_keep_days: float = 0
    blobs_redirect: bool = False
    s3_endpoint: str | None = None
    s3_region: str | None = None
    s3_access_key_id: str | None = field(default=None, repr=False)
    s3_secret_access_key: str | None = field(default=None, repr=False)
    s3_session_token: str | None = field(default=None, repr=False)
    otlp_endpoint: str | None = None
    otel_service_name: str = "brandstudio"
    threads: int = 2

    @property
    def database(self) -> Path:
        return self.data / "studio.db"


@dataclass(frozen=True)
class Serving:
    """What only a server is told. ``root_path`` is the prefix under which a proxy shows it,
    ``trusted_proxies`` are the addresses and networks whose forwarded headers are believed;
    ``guide`` of None serves the guide on loopback only, ``metrics`` of None /metrics likewise. ``job_processes`` carry out jobs; 0 leaves
    them to the processes that serve. ``log`` is the form of what is logged beside the requests.
    """

    root_path: str = ""
    trusted_proxies: tuple[str, ...] = ()
    guide: bool | None = None
    metrics: bool | None = None
    job_processes: int = 1
    log: Literal["text", "json"] = "text"


VARIABLES: dict[str, str] = {
    "BRANDSTUDIO_DATA": "data",
    "BRANDSTUDIO_BASE_URL": "base_url",
    "BRANDSTUDIO_ALLOW_PRIVATE_HOSTS": "allow_private_hosts",
    "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS": "webhook_retry_seconds",
    "BRANDSTUDIO_SECRET_KEY": "secret_key",
    "BRANDSTUDIO_STARTING_CREDITS": "starting_credits",
    "BRANDSTUDIO_CLOCK_OFFSET": "clock_offset",
    "BRANDSTUDIO_IMAGE_ENGINE": "image_engine",
    "BRANDSTUDIO_STRICT_ENGINE": "strict_engine",
    "BRANDSTUDIO_TEXT_ENGINE": "text_engine",
    "BRANDSTUDIO_VISION_ENGINE": "vision_engine",
    "BRANDSTUDIO_DIFFUSERS_MODEL": "diffusers_model",
    "BRANDSTUDIO_QUEUE_PER_WORKSPACE": "queue_per_workspace",
    "BRANDSTUDIO_QUEUE_TOTAL": "queue_total",
    "BRANDSTUDIO_DATABASE_URL": "database_url",
    "BRANDSTUDIO_DATABASE_CONNECTIONS": "database_connections",
    "BRANDSTUDIO_BLOBS_URL": "blobs_url",
    "BRANDSTUDIO_BLOBS_CACHE_BYTES": "blobs_cache_bytes",
    "BRANDSTUDIO_BLOBS_KEEP_DAYS": "blobs_keep_days",
    "BRANDSTUDIO_BLOBS_REDIRECT": "blobs_redirect",
    "BRANDSTUDIO_ROOT_PATH": "root_path",
    "BRANDSTUDIO_TRUSTED_PROXIES": "trusted_proxies",
    "BRANDSTUDIO_GUIDE": "guide",
    "BRANDSTUDIO_METRICS": "metrics",
    "BRANDSTUDIO_JOB_PROCESSES": "job_processes",
    "BRANDSTUDIO_LOG": "log",
    "OPENAI_BASE_URL": "openai_base_url",
    "OPENAI_API_KEY": "openai_api_key",
    "OPENAI_MODEL": "openai_text_model",
    "OPENAI_IMAGE_MODEL": "openai_image_model",
    "OPENAI_IMAGE_SIZES": "openai_image_sizes",
    "OPENAI_IMAGE_QUALITY": "openai_image_quality",
    "OPENAI_IMAGE_PARTIALS": "openai_image_partials",
    "GEMINI_BASE_URL": "gemini_base_url",
    "GEMINI_API_KEY": "gemini_api_key",
    "GEMINI_IMAGE_MODEL": "gemini_image_model",
    "COMFYUI_BASE_URL": "comfyui_base_url",
    "COMFYUI_API_KEY": "comfyui_api_key",
    "COMFYUI_WORKFLOWS": "comfyui_workflows",
    "COMFYUI_CHECKPOINT": "comfyui_checkpoint",
    "COMFYUI_IMAGE_SIZES": "comfyui_image_sizes",
    "BRANDSTUDIO_PROVIDER_REFERENCES": "provider_references",
    "OPENAI_TEXT_MODEL": "openai_text_model",
    "OPENAI_VISION_MODEL": "openai_vision_model",
    "AWS_ENDPOINT_URL": "s3_endpoint",
    "AWS_REGION": "s3_region",
    "AWS_ACCESS_KEY_ID": "s3_access_key_id",
    "AWS_SECRET_ACCESS_KEY": "s3_secret_access_key",
    "AWS_SESSION_TOKEN": "s3_session_token",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "otlp_endpoint",
    "OTEL_SERVICE_NAME": "otel_service_name",
}
"""Every variable, and the field that it sets."""
#: Those whose text is the setting, and that are left at its default where they are empty.
_AS_SAID = (
    "openai_base",
    "openai_api",
    "openai_image",
    "gemini",
    "comfyui",
    "diffusers",
    "s3_",
    "ot",
)
_PLAIN = tuple(
    name
    for name, setting in VARIABLES.items()
    if setting.startswith(_AS_SAID) and setting != "openai_image_partials"
)
_ADDRESSES = (
    "OPENAI_BASE_URL",
    "GEMINI_BASE_URL",
    "COMFYUI_BASE_URL",
    "AWS_ENDPOINT_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
)

SECRETS = frozenset(
    {
        "BRANDSTUDIO_SECRET_KEY",
        "BRANDSTUDIO_DATABASE_URL",
        "OPENAI_API_KEY",
        "GEMINI_API_KEY",
        "COMFYUI_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
    }
)
CONFIG_VARIABLE, CONFIG_NAME = "BRANDSTUDIO_CONFIG", "brandstudio.toml"


class Told(NamedTuple):
    """A variable as it is in force: its text, None where nobody set it, and who did."""

    name: str
    text: str | None
    source: str


ENGINES: Mapping[str, tuple[str, ...]] = {
    "image": ("local", "openai", "gemini", "comfyui", "diffusers"),
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
    """``$BRANDSTUDIO_DATA``, else as a file that was named says, else the platform's folder."""
    said = with_file("", environment) if environment.get(CONFIG_VARIABLE) else environment
    if said.get("BRANDSTUDIO_DATA"):
        return Path(said["BRANDSTUDIO_DATA"]).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("brandstudio"))


def from_environment(data: Path | str, environment: Mapping[str, str] | None = None) -> Settings:
    """Settings of this process. Raises ValidationError that names the variable that can't be
    read.
    """
    env = with_file(data, os.environ if environment is None else environment)
    retry = _numbers(env, "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS")
    if retry is not None:
        if len(retry) not in (1, 5) or min(retry) < 0:
            raise _bad(
                "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS",
                "one number for every wait, or five separated by commas",
            )
        retry = retry * 5 if len(retry) == 1 else retry
    hosts = env.get("BRANDSTUDIO_ALLOW_PRIVATE_HOSTS", "")
    plain: dict[str, Any] = {VARIABLES[name]: env[name] for name in _PLAIN if env.get(name)}
    plain |= {VARIABLES[name]: _address(env, name) for name in _ADDRESSES if env.get(name)}
    return Settings(
        data=Path(data).expanduser().absolute(),
        base_url=_address(env, "BRANDSTUDIO_BASE_URL"),
        allow_private_hosts=frozenset(
            host.strip().lower() for host in hosts.split(",") if host.strip()
        ),
        webhook_retry_seconds=retry or DEFAULT_RETRY_SECONDS,
        secret_key=env.get("BRANDSTUDIO_SECRET_KEY") or None,
        starting_credits=_number(env, "BRANDSTUDIO_STARTING_CREDITS", 10000),
        clock_offset=_number(env, "BRANDSTUDIO_CLOCK_OFFSET", 0, low=-1e11),
        image_engine=_engine("BRANDSTUDIO_IMAGE_ENGINE", "image", env),
        strict_engine=_truth(env, "BRANDSTUDIO_STRICT_ENGINE"),
        text_engine=_engine("BRANDSTUDIO_TEXT_ENGINE", "text", env),
        vision_engine=_engine("BRANDSTUDIO_VISION_ENGINE", "vision", env),
        openai_image_partials=_whole(env, "OPENAI_IMAGE_PARTIALS", 0, 3),
        provider_references=_told_truth(env, "BRANDSTUDIO_PROVIDER_REFERENCES") is not False,
        queue_per_workspace=_whole(env, "BRANDSTUDIO_QUEUE_PER_WORKSPACE", 10_000),
        queue_total=_whole(env, "BRANDSTUDIO_QUEUE_TOTAL", 100_000),
        database_url=_place(env, "BRANDSTUDIO_DATABASE_URL", server_of, A_SERVER),
        database_connections=int(_number(env, "BRANDSTUDIO_DATABASE_CONNECTIONS", 10, low=1)),
        blobs_url=_place(env, "BRANDSTUDIO_BLOBS_URL", bucket_of, A_BUCKET),
        blobs_cache_bytes=int(_number(env, "BRANDSTUDIO_BLOBS_CACHE_BYTES", 2 << 30)),
        blobs_keep_days=_number(env, "BRANDSTUDIO_BLOBS_KEEP_DAYS", 0),
        blobs_redirect=_truth(env, "BRANDSTUDIO_BLOBS_REDIRECT"),
        openai_text_model=env.get("OPENAI_MODEL") or env.get("OPENAI_TEXT_MODEL") or _MINI,
        openai_vision_model=env.get("OPENAI_VISION_MODEL") or env.get("OPENAI_MODEL") or _MINI,
        **plain,
    )


def serving_from_environment(
    data: Path | str, environment: Mapping[str, str] | None = None
) -> Serving:
    """What a server of this process is told. Raises ValidationError that names the variable."""
    env = with_file(data, os.environ if environment is None else environment)
    prefix = env.get("BRANDSTUDIO_ROOT_PATH", "").strip("/")
    proxies = env.get("BRANDSTUDIO_TRUSTED_PROXIES", "").split(",")
    return Serving(
        root_path=f"/{prefix}" if prefix else "",
        trusted_proxies=trusted(proxies, "BRANDSTUDIO_TRUSTED_PROXIES"),
        guide=_told_truth(env, "BRANDSTUDIO_GUIDE"),
        metrics=_told_truth(env, "BRANDSTUDIO_METRICS"),
        job_processes=_whole(env, "BRANDSTUDIO_JOB_PROCESSES", 1, 64),
        log=_log(env.get("BRANDSTUDIO_LOG") or "text"),
    )


def _told_truth(env: Mapping[str, str], name: str) -> bool | None:
    """None where nothing is said."""
    text = env.get(name, "").lower()
    if text not in ("", "true", "false", "1", "0"):
        raise _bad(name, "true or false")
    return None if not text else text in ("true", "1")


def _log(text: str) -> Literal["text", "json"]:
    if text not in ("text", "json"):
        raise _bad("BRANDSTUDIO_LOG", "text or json")
    return "json" if text == "json" else "text"


def _whole(env: Mapping[str, str], name: str, default: int, most: int = 10**9) -> int:
    text = env.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise _bad(name, f"a whole number from 0 to {most}")
    return int(text)


def trusted(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Addresses and networks of proxies. Raises ValidationError where one is none."""
    found = tuple(name.strip() for name in names if name.strip())
    for name in found:
        try:
            ip_network(name, strict=False)
        except ValueError:
            raise _bad(what, "addresses or networks, as 10.0.0.7 or 10.0.0.0/8") from None
    return found


# ---- the file ------------------------------------------------------------------------------------


def config_file(data: Path | str, environment: Mapping[str, str]) -> Path | None:
    """The file of settings, None where there is none. Raises ValidationError where one was named
    that is not there.
    """
    named = environment.get(CONFIG_VARIABLE)
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            raise _bad(CONFIG_VARIABLE, f"a file that is there; {named} is not")
        return path
    path = Path(data).expanduser() / CONFIG_NAME
    return path if path.is_file() else None


def with_file(data: Path | str, environment: Mapping[str, str]) -> Mapping[str, str]:
    """The environment over the file of settings."""
    path = config_file(data, environment)
    if path is None:
        return environment
    written = read_config(path, named=bool(environment.get(CONFIG_VARIABLE)))
    return {**written, **{name: text for name, text in environment.items() if text}}


def read_config(path: Path, named: bool = False) -> dict[str, str]:
    """The variables in a file of settings, as texts; only one that was ``named`` may say the data
    folder. Raises ValidationError for no variable, naming the right one, and for no value.
    """
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValidationError.of(str(path), f"is no TOML: {error}") from None
    except OSError as error:
        raise ValidationError.of(str(path), f"can't be read: {error.strerror}") from None
    found: dict[str, str] = {}
    for name, value in told.items():
        if name == "BRANDSTUDIO_DATA" and not named:
            raise ValidationError.of(name, f"can stand only in a file {CONFIG_VARIABLE} names")
        if name not in VARIABLES:
            raise ValidationError.of(name, f"is no setting{_meant(name)}")
        found[name] = _as_text(name, value)
    return found


def _meant(name: str) -> str:
    by_field = {field: variable for variable, field in VARIABLES.items()}
    exact = by_field.get(name.lower())
    near = [exact] if exact else get_close_matches(name.upper(), VARIABLES, n=1, cutoff=0.6)
    near = near or get_close_matches(f"BRANDSTUDIO_{name.upper()}", VARIABLES, n=1, cutoff=0.85)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(VARIABLES)}"


def _as_text(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, list) and all(isinstance(part, str | int | float) for part in value):
        return ",".join(str(part) for part in value)
    raise _bad(name, "a text, a number, true or false, or a list of texts or numbers")


def told(data: Path | str, environment: Mapping[str, str]) -> list[Told]:
    """Every variable as it is in force and where it comes from; secrets are masked."""
    path = config_file(data, environment)
    written = {} if path is None else read_config(path, bool(environment.get(CONFIG_VARIABLE)))
    found = []
    for name in VARIABLES:
        text, source = environment.get(name) or None, "environment"
        if text is None:
            text, source = written.get(name), str(path)
        if text is None:
            source = "default"
        elif name in SECRETS:
            text = "set, not shown"
        found.append(Told(name, text, source))
    return found


def misspelt(environment: Mapping[str, str], besides: tuple[str, ...] = ()) -> dict[str, str]:
    """Variables of the environment that set nothing, with the one that each was probably meant to
    be; others may well be somebody else's. ``besides`` are known too.
    """
    known = (*VARIABLES, CONFIG_VARIABLE, *besides)
    found: dict[str, str] = {}
    for name in sorted(environment):
        if name.upper().startswith("BRANDSTUDIO") and name not in known:
            near = get_close_matches(name.upper(), known, n=1, cutoff=0.85)
            found |= {name: near[0]} if near else {}
    return found


def _bad(name: str, wanted: str) -> ValidationError:
    return ValidationError.of(name, f"set it to {wanted}")


A_SERVER, A_BUCKET = "postgresql://studio@db.example/studio", "s3://bucket/prefix"
_BLOB_SCHEMES = ("s3://", "gs://", "az://")


def _address(env: Mapping[str, str], name: str) -> str | None:
    text = env.get(name)
    if not text:
        return None
    try:
        return address(text)
    except ValueError:
        raise _bad(name, "an address like https://studio.example.com") from None


def _place(
    env: Mapping[str, str], name: str, take: Callable[[object], str], example: str
) -> str | None:
    """Where something is kept instead of in the data folder."""
    try:
        return take(env[name]) if env.get(name) else None
    except ValueError:
        raise _bad(name, f"an address like {example}") from None


def _truth(env: Mapping[str, str], name: str) -> bool:
    text = env.get(name) or "0"
    if text not in ("0", "1", "false", "true"):
        raise _bad(name, "0 or 1")
    return text in ("1", "true")


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
    check_engine(variable, kind, name)
    return name


def check_engine(path: str, kind: str, name: object) -> None:
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


def text_of(value: object) -> str:
    """A text that says something. Raises ValueError for any other value."""
    if not isinstance(value, str) or not value:
        raise ValueError
    return value


def address(value: object) -> str:
    """The address of a server, without a slash at its end. Raises ValueError for what is none."""
    try:
        parts = urlsplit(text_of(value))
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
            raise ValueError
    except ValueError:
        raise ValueError("no address") from None
    if parts.query or parts.fragment or any(mark.isspace() for mark in str(value)):
        raise ValueError("no address")
    return str(value).rstrip("/")


def bucket_of(value: object) -> str:
    """A bucket and a prefix in it: the prefix is the studio's alone, so there has to be one."""
    text = text_of(value).rstrip("/")
    scheme = next((scheme for scheme in _BLOB_SCHEMES if text.startswith(scheme)), None)
    bucket, _, prefix = text.removeprefix(scheme or text).partition("/")
    if not bucket or not prefix:
        raise ValueError
    return text


def server_of(value: object) -> str:
    """The address of a database server. Raises ValueError for any other value."""
    if not text_of(value).startswith(("postgresql://", "postgres://")):
        raise ValueError
    return str(value)
