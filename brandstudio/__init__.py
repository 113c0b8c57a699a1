"""brandstudio: on-brand images, banners and copy.

``open()`` gives a studio embedded in this process, over one folder of data; ``connect()`` gives the
same studio over HTTP. Importing this package is light: Pillow, numpy, httpx and the rest are loaded
when they are first needed.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from . import errors

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.types import ASGIApp

    from . import webhooks
    from .models.designs import Slots
    from .studio.studio import LocalStudio, Studio

__all__ = ["LocalStudio", "Slots", "Studio", "asgi", "connect", "errors", "open", "webhooks"]
__version__ = "0.1.0"


def open(
    data: str | PathLike[str] = "brandstudio-data",
    *,
    workspace: str = "default",
    worker: bool = False,
    **settings: Any,
) -> LocalStudio:
    """A studio over the folder ``data``, which is made if missing; nothing else is needed.

    ``worker=True`` starts threads that carry out accepted work; without them whoever waits for a
    job does it, and ``run_until_idle()`` does all. ``settings`` override those of the environment
    (see ``brandstudio.settings``). Close it, or use it in a ``with`` block.
    """
    from dataclasses import replace

    from .engines.select import ConfiguredEngines
    from .service.service import Service
    from .service.session import Session
    from .settings import from_environment
    from .studio.studio import LocalStudio

    chosen = replace(from_environment(str(data)), **settings)
    service = Service(chosen, ConfiguredEngines(chosen))
    try:
        caller = service.owner(workspace)
    except errors.StudioError:
        service.close()
        raise
    threads = None
    if worker:
        from .service.worker import Worker

        threads = Worker(service, chosen.threads)
        threads.start()
    return LocalStudio(Session(service, caller, worker=threads, owns=True))


def connect(url: str, *, api_key: str, timeout: float = 60.0) -> Studio:
    """A studio behind an address: the same calls and the same errors, without ``admin``."""
    from .http.client import HttpTransport
    from .studio.studio import Studio

    return Studio(HttpTransport(url, api_key=api_key, timeout=timeout))


def asgi(
    studio: LocalStudio | str | PathLike[str] = "brandstudio-data",
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

    ``studio`` is an open studio, which stays yours to close, or a folder of data, which is opened
    in the process that serves (so servers may fork and preload) and closed when it stops. With
    ``worker`` accepted work is carried out there too, unless the studio does so already. The
    application starts with its server's lifespan, or with the first request where it has none, as
    below a mount; it may be started and stopped any number of times.

    ``threads`` are for what one workspace asks at a time. ``root_path`` is the prefix under which
    a proxy shows the application; a mount tells its own. Of ``trusted_proxies`` (addresses or
    networks) X-Forwarded-For and X-Forwarded-Proto are believed, of others never. ``access`` takes
    each line of the access log. ``guide`` serves the guide at ``/guide`` where it is installed.
    Links begin with the setting ``base_url``; without one they are paths below the application.
    """
    try:
        from .http.app import make_app
        from .http.embedding import EmbeddedApp
        from .http.guide import built_guide
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is missing: pip install 'brandstudio[server]'", name=error.name
        ) from None
    from .studio.studio import LocalStudio

    opening = (lambda: studio) if isinstance(studio, LocalStudio) else (lambda: open(studio))
    return EmbeddedApp(
        opening,
        lambda session: make_app(
            session.service,
            threads=threads,
            access=access,
            root_path=root_path,
            trusted_proxies=trusted_proxies,
            guide=built_guide() if guide else None,
        ),
        own=not isinstance(studio, LocalStudio),
        worker_threads=2 if worker else None,
    )


_ELSEWHERE = {
    "LocalStudio": "studio",
    "Studio": "studio",
    "Slots": "models.designs",
    "webhooks": "webhooks",
}


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f".{_ELSEWHERE[name]}", __name__)
    return module if name == "webhooks" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
