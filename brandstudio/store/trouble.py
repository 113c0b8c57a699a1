"""What a disk that is full, broken or out of descriptors raises, told as what the caller can do: try
again.
"""

from __future__ import annotations

import errno
import sqlite3

from ..errors import ServiceBusy

BUSY_SECONDS = 15.0
"""How long a write waits for its turn."""

READER_SECONDS = 8.0
"""How long a read waits for a database that is locked whole, as by a recovery: less than a read may
take.
"""

_PASSING = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EFBIG,
        errno.EIO,
        errno.EROFS,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOMEM,
        errno.EAGAIN,
    }
)
"""What passes: there will be room, descriptors or memory again, or somebody changes the disk."""

_DISK = (
    "database or disk is full",
    "disk i/o error",
    "unable to open database file",
    "out of memory",
    "attempt to write a readonly database",
)
_LOCKED = ("locked", "busy")


class FilesAway(ServiceBusy):
    """The place that keeps the files takes or gives none now."""


def trouble(error: BaseException) -> ServiceBusy | None:
    """The answer for an error that is the machine's and passes; None for any other."""
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in _PASSING):
        return disk_trouble()
    if isinstance(error, sqlite3.OperationalError):
        text = str(error).lower()
        if any(part in text for part in _DISK):
            return disk_trouble()
        if any(part in text for part in _LOCKED):
            return ServiceBusy("The studio's database is busy; try again in a moment.")
    return None


def too_late() -> ServiceBusy:
    """What the caller of a request is told whose time is over."""
    return ServiceBusy("This took too long and was given up; nothing was charged.", retryAfter=5)


def disk_trouble() -> ServiceBusy:
    """What is said of a disk that does not take or give what is asked, or is not there."""
    return ServiceBusy(
        "The studio's folder can't be read or written: its disk is full, or it is not where it was. "
        "Free some space or bring it back, and try again."
    )
