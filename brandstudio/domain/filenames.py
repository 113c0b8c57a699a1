"""File names that are safe to keep and to send: never a path, a control character, or more than 255
bytes.
"""

from __future__ import annotations

import re

MAX_BYTES = 255

# Path separators, what Windows reserves, control characters, and the marks that turn the direction
# of text around (a name that reads "photo-gpj.exe" backwards).
_UNSAFE = re.compile(
    r"[\x00-\x1f\x7f-\x9f/\\:*?\"<>|\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_ENDINGS = frozenset(
    {
        "jpg",
        "jpeg",
        "png",
        "apng",
        "webp",
        "avif",
        "gif",
        "heic",
        "heif",
        "tif",
        "tiff",
        "bmp",
        "svg",
        "md",
    }
)


def safe(name: str, fallback: str) -> str:
    """``name`` with ``_`` for every character that is not safe; ``fallback`` when nothing readable
    is left.
    """
    kept = _within(_UNSAFE.sub("_", name).strip(" ."), MAX_BYTES)
    return kept if kept.strip("_") else fallback


def with_ending(name: str, ending: str, fallback: str = "download") -> str:
    """A safe name that ends in ``.ending``, which takes the place of another picture ending."""
    clean = safe(name, fallback)
    stem, dot, last = clean.rpartition(".")
    if dot and last.lower() in _ENDINGS:
        clean = stem
    return f"{_within(clean.strip(' .'), MAX_BYTES - 1 - len(ending)) or fallback}.{ending}"


def _within(name: str, most: int) -> str:
    """As much of the name as fits into so many bytes of UTF-8, keeping a short ending where there
    is one.
    """
    if len(name.encode()) <= most:
        return name
    stem, dot, last = name.rpartition(".")
    ending = f".{last}" if dot and len(last.encode()) <= 10 else ""
    cut = (
        (stem if ending else name).encode()[: most - len(ending.encode())].decode("utf-8", "ignore")
    )
    return cut.rstrip(" .") + ending
