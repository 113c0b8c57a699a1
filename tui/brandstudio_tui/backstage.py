"""The embedded studio in a process of its own, so that drawing banners never holds up the screen.

The parent speaks to it through a socket that only the two of them have: a request is a number, a
method and its arguments, an answer the number and a value or an error. When the socket closes,
however the parent ended, the studio closes too; work in flight goes back to its lease.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

import brandstudio

from . import memory

METHODS = frozenset({"send", "upload", "read", "assist"})


def main() -> None:
    """Serve the studio of ``argv``: the socket's number, the data folder, the workspace."""
    descriptor, data, workspace = sys.argv[1:4]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # HTTPX does without its command line, which would bring Rich, Pygments and Click.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]
    connection = Connection(int(descriptor))
    lock = threading.Lock()

    def answer(number: int, value: object, error: BaseException | None) -> None:
        with lock:
            try:
                connection.send((number, value, error))
            except OSError:
                pass  # the parent has gone; the loop below notices
            except Exception as unsendable:
                connection.send((number, None, RuntimeError(str(unsendable))))

    try:
        studio = brandstudio.open(data, workspace=workspace, worker=True)
    except Exception as error:
        answer(0, None, error)
        return
    memory.settle()
    answer(0, "open", None)
    with ThreadPoolExecutor(6, "brandstudio-answer") as pool:
        while True:
            try:
                number, method, arguments = connection.recv()
            except (EOFError, OSError):
                break
            pool.submit(_carry_out, studio, answer, number, method, arguments)
    # Work that is under way is taken up again by whoever opens the folder next.
    threading.Thread(target=studio.close, daemon=True).start()
    threading.Event().wait(1.0)
    os._exit(0)


def _carry_out(
    studio: brandstudio.Studio, answer: Any, number: int, method: str, arguments: tuple[Any, ...]
) -> None:
    try:
        if method not in METHODS:
            raise ValueError(f"{method} is no method of a transport")
        value = getattr(studio.transport, method)(*arguments)
    except BaseException as error:
        answer(number, None, error)
    else:
        answer(number, value, None)


if __name__ == "__main__":
    main()
