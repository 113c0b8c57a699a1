"""Where uploads wait on disk."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import InvalidImageUrl
from . import Store


def upload_file(store: Store, s3_key: str) -> Path:
    """The file of an upload. Raises InvalidImageUrl for anything but a key of ours, so that no path
    can be smuggled in.
    """
    name = s3_key.removeprefix("uploads/")
    if not re.fullmatch(r"[0-9a-f]{32}", name):
        raise InvalidImageUrl(
            "No upload waits under this s3Key; it may have been used, or nothing was put there yet."
        )
    return store.uploads / name
