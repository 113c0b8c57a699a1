"""brandstudio: on-brand images, banners and copy.

``open()`` gives a studio embedded in this process, over one folder of data; ``connect()`` gives the
same studio over HTTP; ``aopen()`` and ``aconnect()`` give both as coroutines. Importing this
package is light: Pillow, numpy, httpx and the rest are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from os import PathLike
from types import FunctionType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from . import errors

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from . import testing, webhooks
    from .context import Clock
    from .engines.own import Engines
    from .models.designs import Slots
    from .network.fetch import LinkFetcher
    from .studio.coroutines import AsyncLocalStudio, AsyncStudio, Opening
    from .studio.studio import LocalStudio, Studio

__all__ = [
    "AsyncLocalStudio",
    "AsyncStudio",
    "Engines",
    "LocalStudio",
    "Slots",
    "Studio",
    "aconnect",
    "aopen",
    "asgi",
    "connect",
    "errors",
    "open",
    "testing",
    "webhooks",
]
__version__ = "0.1.0"

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="AsyncStudio")


def _naming_the_right_one(call: Callable[P, R]) -> Callable[P, R]:
    """The call, whose TypeError for an unknown argument names the one that was probably meant."""

    code = call.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(call)
    def naming(*args: P.args, **given: P.kwargs) -> R:
        unknown = given.keys() - set(known)
        if unknown:
            from .models.nearest import meant

            name = sorted(unknown)[0]
            raise TypeError(
                f"{call.__name__}() got an unexpected keyword argument {name!r}{meant(name, known)}"
            )
        return call(*args, **given)

    return naming


@_naming_the_right_one
def open(
    data: str | PathLike[str] = "brandstudio-data",
    *,
    workspace: str = "default",
    worker: bool = False,
    engines: Engines | None = None,
    clock: Clock | None = None,
    fetcher: LinkFetcher | None = None,
    new_id: Callable[[str], str] | None = None,
    base_url: str | None = None,
    secret_key: str | None = None,
    starting_credits: float | None = None,
    threads: int | None = None,
    image_engine: str | None = None,
    strict_engine: bool | None = None,
    text_engine: str | None = None,
    vision_engine: str | None = None,
    openai_base_url: str | None = None,
    openai_api_key: str | None = None,
    openai_image_model: str | None = None,
    openai_image_sizes: str | None = None,
    openai_image_quality: str | None = None,
    gemini_base_url: str | None = None,
    gemini_api_key: str | None = None,
    gemini_image_model: str | None = None,
    openai_image_partials: int | None = None,
    comfyui_base_url: str | None = None,
    comfyui_api_key: str | None = None,
    comfyui_workflows: str | None = None,
    comfyui_checkpoint: str | None = None,
    comfyui_image_sizes: str | None = None,
    provider_references: bool | None = None,
    openai_text_model: str | None = None,
    openai_vision_model: str | None = None,
    diffusers_model: str | None = None,
    allow_private_hosts: Iterable[str] | None = None,
    webhook_retry_seconds: Sequence[float] | None = None,
    rendition_cache_bytes: int | None = None,
    queue_per_workspace: int | None = None,
    queue_total: int | None = None,
    database_url: str | None = None,
    database_connections: int | None = None,
    blobs_url: str | None = None,
    blobs_cache_bytes: int | None = None,
    blobs_keep_days: float | None = None,
    blobs_redirect: bool | None = None,
    s3_endpoint: str | None = None,
    s3_region: str | None = None,
    s3_access_key_id: str | None = None,
    s3_secret_access_key: str | None = None,
    s3_session_token: str | None = None,
    otlp_endpoint: str | None = None,
    otel_service_name: str | None = None,
    clock_offset: float | None = None,
) -> LocalStudio:
    """A studio over the folder ``data``, which is made if missing; nothing else is needed.

    ``worker=True`` starts threads (``threads`` of them) that carry out accepted work; without them
    whoever waits for a job does it, and ``run_until_idle()`` does all. Close the studio, or use it
    in a ``with`` block.

    ``engines`` are engines of your own, ``clock`` tells the time, ``fetcher`` reads links, and
    ``new_id`` makes an id of a prefix (``img``). Every other argument is a setting; None leaves
    what the environment says (``BRANDSTUDIO_...``). Durations are seconds, prices credits.

    Raises TypeError for what is no setting or no such part, ValidationError for a value that a
    setting can't have, NotFound for a workspace that does not exist.
    """
    said = dict(locals())

    from .engines.select import ConfiguredEngines
    from .given import check_parts, override
    from .service.service import Service
    from .service.session import Session
    from .settings import from_environment
    from .studio.studio import LocalStudio

    check_parts(said)
    given = {name: value for name, value in said.items() if name not in _NO_SETTINGS}
    chosen = override(from_environment(str(data)), given)
    outside = ConfiguredEngines(chosen, engines, fetcher)
    service = Service(chosen, outside, clock=clock, new_id=new_id)
    try:
        caller = service.owner(workspace)
    except errors.StudioError:
        service.close()
        raise
    running = None
    if worker:
        from .service.worker import Worker

        running = Worker(service, chosen.threads)
        running.start()
    session = Session(service, caller, worker=running, owns=True)
    return LocalStudio(session, session.database)


_NO_SETTINGS = ("data", "workspace", "worker", "engines", "clock", "fetcher", "new_id")


@_naming_the_right_one
def connect(url: str, *, api_key: str, timeout: float = 60.0) -> Studio:
    """A studio behind an address: the same calls and the same errors, without ``admin``.

    ``timeout`` is in seconds, for each wait on the network.
    """
    from .http.client import HttpTransport
    from .studio.studio import Studio

    return Studio(HttpTransport(url, api_key=api_key, timeout=timeout))


@_naming_the_right_one
def asgi(
    studio: LocalStudio | AsyncLocalStudio | str | PathLike[str] = "brandstudio-data",
    *,
    worker: bool = True,
    threads: int = 4,
    root_path: str = "",
    trusted_proxies: Sequence[str] = (),
    access: Callable[[str], object] | None = None,
    guide: bool = False,
) -> ASGIApp:
    """The HTTP API of a studio as an ASGI application, for a server or to be mounted in another
    application; needs the extra ``server``.

    ``studio`` is an open studio, of ``open()`` or awaited of ``aopen()``, which stays yours to
    close, or a folder of data, which is opened in the process that serves (so servers may fork and
    preload) and closed when it stops. With ``worker`` accepted work is carried out there too,
    unless the studio does so already. The application starts with its server's lifespan, or with
    the first request where it has none, as below a mount; it may be started and stopped any number
    of times.

    ``threads`` are for what one workspace asks at a time. ``root_path`` is the prefix under which
    a proxy shows the application; a mount tells its own. Of ``trusted_proxies`` (addresses or
    networks) X-Forwarded-For and X-Forwarded-Proto are believed, of others never. ``access`` takes
    each line of the access log. ``guide`` serves the guide at ``/guide`` where it is installed.
    Links begin with the setting ``base_url``; without one they are paths, below a mount with its
    prefix.
    """
    try:
        from .http.app import behind, make_app
        from .http.embedding import EmbeddedApp
        from .http.guide import BUILT
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is missing: pip install 'brandstudio[server]'", name=error.name
        ) from None
    from .given import check_threads
    from .studio.coroutines import AsyncLocalStudio, Opening
    from .studio.studio import LocalStudio

    if not isinstance(studio, LocalStudio | AsyncLocalStudio | str | PathLike):
        first = "; await it first" if isinstance(studio, Opening) else ""
        raise TypeError(
            "asgi() takes an open LocalStudio or AsyncLocalStudio, or the path of its folder, not "
            f"{type(studio).__name__}{first}"
        )
    behind(trusted_proxies)  # what is wrong is told here and not when the server starts
    check_threads(threads)
    return EmbeddedApp(
        lambda: (open(studio) if isinstance(studio, str | PathLike) else studio).transport,
        lambda session: make_app(
            session.service,
            threads=threads,
            access=access,
            root_path=root_path,
            trusted_proxies=trusted_proxies,
            guide=BUILT if guide else None,
        ),
        own=isinstance(studio, str | PathLike),
        worker_threads=2 if worker else None,
    )


def _awaited(
    call: Callable[P, Studio], name: str, kind: Callable[[], type[S]], gives: str, says: str
) -> Callable[P, Opening[S]]:
    """The same call for a studio whose calls are coroutines."""

    @wraps(call)
    def opening(*args: P.args, **given: P.kwargs) -> Opening[S]:
        from .studio.coroutines import Opening

        return Opening(lambda: call(*args, **given).transport, kind())

    opening.__name__ = opening.__qualname__ = name
    vars(opening)["__wrapped__"] = _as_told(call, f"Opening[{gives}]")
    opening.__doc__ = f"{says}\n\n{(call.__doc__ or '').strip()}"
    return opening


def _as_told(call: Callable[..., object], gives: str) -> Callable[..., object]:
    """The call as ``help()`` is to tell it: its own arguments, and what it gives here."""
    inner = getattr(call, "__wrapped__", call)
    told = FunctionType(inner.__code__, inner.__globals__, inner.__name__, inner.__defaults__)
    told.__kwdefaults__ = inner.__kwdefaults__
    told.__annotations__ = {**inner.__annotations__, "return": gives}
    return told


def _local() -> type[AsyncLocalStudio]:
    from .studio.coroutines import AsyncLocalStudio

    return AsyncLocalStudio


def _remote() -> type[AsyncStudio]:
    from .studio.coroutines import AsyncStudio

    return AsyncStudio


aopen = _awaited(
    open,
    "aopen",
    _local,
    "AsyncLocalStudio",
    "As open(), with calls that are awaited: async with aopen(...) as studio, or await aopen(...).",
)
aconnect = _awaited(
    connect,
    "aconnect",
    _remote,
    "AsyncStudio",
    "As connect(), with calls that are awaited: async with aconnect(...) as studio.",
)

_ELSEWHERE = {
    "AsyncLocalStudio": "studio.coroutines",
    "AsyncStudio": "studio.coroutines",
    "Engines": "engines.own",
    "LocalStudio": "studio",
    "Studio": "studio",
    "Slots": "models.designs",
    "testing": "testing",
    "webhooks": "webhooks",
}

if not TYPE_CHECKING:  # a type checker knows the names; a name that is not one is its to tell

    def __getattr__(name: str) -> Any:
        from importlib import import_module

        if name not in _ELSEWHERE:
            from .models.nearest import meant

            raise AttributeError(
                f"module {__name__!r} has no attribute {name!r}{meant(name, __all__)}",
                name=name,
                obj=None,  # else the interpreter would add a suggestion of its own
            )
        module = import_module(f".{_ELSEWHERE[name]}", __name__)
        return module if name in ("testing", "webhooks") else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
