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
    from . import webhooks
    from .models.designs import Slots
    from .studio.studio import LocalStudio, Studio

__all__ = ["LocalStudio", "Slots", "Studio", "connect", "errors", "open", "webhooks"]
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
    from .service.worker import Worker
    from .settings import from_environment
    from .studio.studio import LocalStudio

    chosen = replace(from_environment(str(data)), **settings)
    service = Service(chosen, ConfiguredEngines(chosen))
    try:
        caller = service.owner(workspace)
    except errors.StudioError:
        service.close()
        raise
    threads = Worker(service, chosen.threads) if worker else None
    if threads is not None:
        threads.start()
    return LocalStudio(Session(service, caller, worker=threads, owns=True))


def connect(url: str, *, api_key: str, timeout: float = 60.0) -> Studio:
    """A studio behind an address: the same calls and the same errors, without ``admin``."""
    from .http.client import HttpTransport
    from .studio.studio import Studio

    return Studio(HttpTransport(url, api_key=api_key, timeout=timeout))


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
