"""Decoding foreign bytes in a child process, so that no picture and no font can take this one down.

A small pool of children (`brandstudio.pixels.child`), started when first needed and reused. Bytes
go in and pixels come back through unlinked files shared by descriptor (memory on Linux), so that a
warm call costs two copies. A child that dies, hangs or answers nonsense is ended and replaced, and
the picture is refused with a 415. Where processes or limits are missing (Windows, WebAssembly) the
work happens in this process.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import select
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from PIL import Image

from brandstudio import errors
from brandstudio.pixels import decode as here
from brandstudio.pixels import svg as drawing
from brandstudio.pixels.decode import Decoded, JpegCoding
from brandstudio.pixels.probe import MAX_PIXELS, probe

_BASE_MEMORY: Final = 640 * 1024**2
_BYTES_PER_PIXEL: Final = 20
_BASE_SECONDS: Final = 5
# : A child's shared files keep so many bytes between pictures: getting fresh pages costs more than
# the copying.
_KEPT: Final = 48 * 1024**2
#: Seconds that a file waits for its turn.
_WAIT: Final = 60.0
_MOST_BYTES: Final = 64 * 1024**2

Taken = TypeVar("Taken")


class Lane(NamedTuple):
    """Children that do one kind of work: how many, and after how much of it each is replaced, so
    that what a parser leaks does not add up.
    """

    name: str
    children: int
    life: int = 500


PICTURES: Final = Lane("pictures", max(2, min(4, os.cpu_count() or 1)))
#: What may take long by right; pictures must not wait for it.
READING: Final = Lane("reading", 1)


class Bounds(NamedTuple):
    """What a request may take: bytes of address space, and seconds of processor time."""

    memory: int
    seconds: int

    @classmethod
    def of_picture(cls, data: bytes, pixels: int) -> Bounds:
        """For a picture of so many pixels."""
        memory = _BASE_MEMORY + 2 * len(data) + _BYTES_PER_PIXEL * pixels
        return cls(memory, _BASE_SECONDS - 1 + pixels // 5_000_000)


def decode_safely(
    data: bytes, *, max_pixels: int = MAX_PIXELS, draft: tuple[int, int] | None = None
) -> Image.Image:
    """As `decode.decode`, in a child process with limits on memory and time; a child that dies is
    a 415, never a crash.
    """
    return decode_fully_safely(data, max_pixels=max_pixels, draft=draft).image


def decode_fully_safely(
    data: bytes, *, max_pixels: int = MAX_PIXELS, draft: tuple[int, int] | None = None
) -> Decoded:
    """As `decode.decode_fully`, in a child process."""
    found = probe(data, max_pixels=max_pixels)
    if not available():
        return here.decode_fully(data, max_pixels=max_pixels, draft=draft)
    pixels = here.SVG_SIDE**2 if found.format == "svg" else found.width * found.height
    request = {"do": "decode", "max_pixels": max_pixels, "draft": draft}
    image, coding = _pool(os.getpid()).run(
        data, request, Bounds.of_picture(data, pixels), found.format
    )
    return Decoded(image, found, coding)


def rasterise_safely(
    svg: bytes, width: int | None = None, height: int | None = None, max_side: int = 4096
) -> Image.Image:
    """As `svg.rasterise`, in a child process with 5 CPU seconds at most."""
    if not available():
        return drawing.rasterise(svg, width, height, max_side)
    across, down = drawing.target_size(drawing.svg_size(svg), width, height, max_side)
    request = {"do": "rasterise", "width": width, "height": height, "max_side": max_side}
    return _pool(os.getpid()).run(svg, request, Bounds.of_picture(svg, across * down), "svg")[0]


def as_pdf_safely(svg: bytes, width: int, height: int) -> bytes:
    """As `svg.as_pdf`, in a child process with the limits of a picture of that size."""
    if not available():
        return drawing.as_pdf(svg, width, height)
    request = {"do": "pdf", "width": width, "height": height}
    return _pool(os.getpid()).bytes_of(svg, request, Bounds.of_picture(svg, width * height), "svg")[
        1
    ]


def read_safely(
    function: str, data: bytes, bounds: Bounds, kind: str, lane: Lane = READING
) -> tuple[Any, bytes]:
    """What a function of ours, named as ``module:function``, tells of foreign bytes and makes of
    them: a value of JSON and a file, both to be doubted. It reads them in a child process.

    ``kind`` is what people call such bytes; the children of one lane do not wait for another's.
    Raises as `decode_safely` does.
    """
    if not available():
        module, _, name = function.partition(":")
        told: tuple[Any, bytes] = getattr(importlib.import_module(module), name)(data)
        return told
    request = {"do": "read", "function": function}
    answer, made = _pool(os.getpid(), lane).bytes_of(data, request, bounds, kind)
    return answer.get("told"), made


@lru_cache(maxsize=1)
def available() -> bool:
    """Whether this platform has child processes with limits."""
    if sys.platform in ("win32", "emscripten", "wasi") or not sys.executable:
        return False
    try:
        import resource  # noqa: F401
    except ImportError:
        return False
    return True


class _ChildGone(Exception):
    """The child died, hung or answered nonsense; says which."""


class _Child:
    """One child process with its two shared files. Used by one thread at a time."""

    def __init__(self) -> None:
        self._input, self._output = _shared_file("in"), _shared_file("out")
        environment = {
            k: v
            for k, v in os.environ.items()
            if k in ("PATH", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH")
        }
        root = str(Path(__file__).parents[2])
        # Numeric libraries reserve address space per thread, which the limit counts.
        environment |= {
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "RAYON_NUM_THREADS": "1",
        }
        environment["PYTHONPATH"] = os.pathsep.join(
            [root, *(p for p in sys.path if p and p != root)]
        )
        self._process = subprocess.Popen(  # noqa: S603
            [
                sys.executable,
                "-P",
                "-m",
                "brandstudio.pixels.child",
                str(self._input),
                str(self._output),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=(self._input, self._output),
            env=environment,
            cwd="/",
            # Ctrl-C in a terminal is meant for us; the child ends when its stdin does.
            start_new_session=True,
        )
        self.served = 0

    def ask(self, data: bytes, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The child's answer. Raises `_ChildGone`."""
        written = 0
        view = memoryview(data)
        while written < len(data):
            written += os.pwrite(self._input, view[written:], written)
        body = json.dumps(request | {"bytes": len(data)}).encode()
        deadline = time.monotonic() + seconds
        self.served += 1
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(struct.pack(">I", len(body)) + body)
            self._process.stdin.flush()
            (length,) = struct.unpack(">I", self._read(4, deadline))
            if length > 1024**2:
                raise _ChildGone("nonsense")
            answer = json.loads(self._read(length, deadline))
        except (OSError, ValueError) as failed:
            raise _ChildGone("died") from failed
        if not isinstance(answer, dict):
            raise _ChildGone("nonsense")
        return answer

    def pixels(self, answer: dict[str, Any]) -> Image.Image:
        """The picture that the answer tells of. Read, not mapped: a file cut short by the child is
        then only short.
        """
        width, height, mode = answer.get("width"), answer.get("height"), answer.get("mode")
        if not (isinstance(width, int) and isinstance(height, int) and mode in ("RGB", "RGBA")):
            raise _ChildGone("nonsense")
        if not (0 < width <= 65_535 and 0 < height <= 65_535 and width * height <= MAX_PIXELS * 2):
            raise _ChildGone("nonsense")
        # Not cleared, since every row is pasted below.
        image = Image.new(mode, (width, height), None)  # type: ignore[arg-type, unused-ignore]
        layout = "RGBA" if mode == "RGBA" else "RGBX"
        rows = max(1, 1024**2 // (width * 4))
        for top in range(0, height, rows):
            count = min(rows, height - top)
            buffer = bytearray(count * width * 4)
            if os.preadv(self._output, [buffer], top * width * 4) != len(buffer):
                raise _ChildGone("nonsense")
            strip = Image.frombuffer(mode, (width, count), buffer, "raw", layout, 0, 1)
            image.paste(strip, (0, top))
        if width * height * 4 > _KEPT:
            os.ftruncate(self._output, 0)
        if os.fstat(self._input).st_size > _KEPT:
            os.ftruncate(self._input, 0)
        return image

    def file(self, answer: dict[str, Any]) -> bytes:
        """The bytes that the answer tells of."""
        length = answer.get("length")
        if not isinstance(length, int) or not 0 < length <= _MOST_BYTES:
            raise _ChildGone("nonsense")
        data = os.pread(self._output, length, 0)
        if len(data) != length:
            raise _ChildGone("nonsense")
        return data

    def _read(self, count: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        fd = self._process.stdout.fileno()
        parts = bytearray()
        watch = select.poll()
        watch.register(fd, select.POLLIN)
        while len(parts) < count:
            left = deadline - time.monotonic()
            if left <= 0 or not watch.poll(left * 1000):
                raise _ChildGone("hung")
            part = os.read(fd, count - len(parts))
            if not part:
                raise _ChildGone("died")
            parts += part
        return bytes(parts)

    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process and give its files back."""
        with contextlib.suppress(OSError):
            self._process.kill()
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._process.wait(5)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        for fd in (self._input, self._output):
            with contextlib.suppress(OSError):
                os.close(fd)


def _shared_file(name: str) -> int:
    """A descriptor of a file without a name: memory where the system has it, else an unlinked
    temporary file.
    """
    if hasattr(os, "memfd_create"):
        return os.memfd_create(f"brandstudio-{name}", os.MFD_CLOEXEC)
    fd, path = tempfile.mkstemp(prefix="brandstudio-")
    os.unlink(path)
    return fd


class _Pool:
    """The children of a lane, each lent to one thread at a time."""

    def __init__(self, lane: Lane) -> None:
        self._owner = os.getpid()
        self._idle: list[_Child] = []
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(lane.children)
        self._life = lane.life

    def run(
        self, data: bytes, request: dict[str, Any], bounds: Bounds, kind: str
    ) -> tuple[Image.Image, JpegCoding | None]:
        """The picture that comes back, and how its JPEG was coded."""
        answer, image = self._ask(data, request, bounds, kind, _Child.pixels)
        return image, _coding(answer)

    def bytes_of(
        self, data: bytes, request: dict[str, Any], bounds: Bounds, kind: str
    ) -> tuple[dict[str, object], bytes]:
        """What is told, and the file that comes back."""
        return self._ask(data, request, bounds, kind, _Child.file)

    def _ask(
        self,
        data: bytes,
        request: dict[str, Any],
        bounds: Bounds,
        kind: str,
        take: Callable[[_Child, dict[str, Any]], Taken],
    ) -> tuple[dict[str, object], Taken]:
        name = kind if kind == "font" else kind.upper()
        request |= {**bounds._asdict(), "name": "font" if kind == "font" else "picture"}
        with self._turn():
            child = self._take()
            kept = False
            try:
                answer = child.ask(data, request, seconds=3.0 * request["seconds"] + 10)
                taken = None if "error" in answer else take(child, answer)
                kept = child.served < self._life
            except _ChildGone as gone:
                raise errors.UnsupportedMediaType(
                    f"The {name} can't be decoded within the limits of memory and time.",
                    seems=kind,
                ) from gone
            finally:
                if kept:
                    with self._lock:
                        self._idle.append(child)
                else:
                    child.end()
        if taken is None:
            raise _error(answer)
        return answer, taken

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """A child is free, or will be soon: nobody waits for hostile files of others for ever."""
        if not self._free.acquire(timeout=_WAIT):
            raise errors.ServiceBusy(
                "All processes that read files of others are busy; try again soon.", retryAfter=5
            )
        try:
            yield
        finally:
            self._free.release()

    def _take(self) -> _Child:
        while True:
            with self._lock:
                if not self._idle:
                    break
                child = self._idle.pop()
            if child.alive():
                return child
            child.end()
        try:
            return _Child()
        except OSError as full:
            raise errors.ServiceBusy(
                "No process can be started to decode the picture; try again soon."
            ) from full

    def close(self) -> None:
        """End the idle children; lent ones end with this process, when their stdin closes."""
        if os.getpid() != self._owner:
            return  # a forked process that ends must leave its parent's children alone
        with self._lock:
            children, self._idle = self._idle, []
        for child in children:
            child.end()


def _error(answer: dict[str, Any]) -> errors.StudioError:
    kind = (
        errors.PayloadTooLarge
        if answer.get("error") == "PAYLOAD_TOO_LARGE"
        else errors.UnsupportedMediaType
    )
    details = answer.get("details")
    return kind(str(answer.get("message"))[:500], **(details if isinstance(details, dict) else {}))


def _coding(answer: dict[str, Any]) -> JpegCoding | None:
    tables, sampling = answer.get("tables"), answer.get("sampling")
    if not isinstance(tables, list) or sampling not in (-1, 0, 1, 2) or not 1 <= len(tables) <= 4:
        return None
    if any(
        len(t) != 64 or not all(isinstance(v, int) and 1 <= v <= 255 for v in t) for t in tables
    ):
        return None
    return JpegCoding(sampling, tuple(tuple(t) for t in tables))


_STARTING: Final = threading.Lock()


def _pool(pid: int, lane: Lane = PICTURES) -> _Pool:
    """This process's pool for that lane. A forked process must not talk over its parent's pipes,
    hence one per process id.
    """
    with _STARTING:  # two threads that come first together must not make two
        return _made(pid, lane)


@lru_cache(maxsize=6)
def _made(pid: int, lane: Lane) -> _Pool:
    pool = _Pool(lane)
    atexit.register(pool.close)
    return pool
