"""What an error says to whoever sits before the screen: its words, led by the label of the field."""

from __future__ import annotations

import errno
from collections.abc import Mapping

from brandstudio.errors import ValidationError

LABELS: Mapping[str, str] = {
    "aspect_ratio": "Proportions",
    "feedback": "In words",
    "image_id": "Picture",
    "instruction": "In words",
    "instructions": "In words",
    "into_image_id": "Save into",
    "library_image_id": "Photo",
    "logo_image_id": "Logo",
    "prompt": "In words",
    "source_url": "File or link",
    "to": "To",
}
"""Fields whose label on the screen is another word than their name."""


REMEDIES: Mapping[int, str] = {
    errno.ENOSPC: "Free some space or name another folder, and try again.",
    errno.EDQUOT: "Free some space or name another folder, and try again.",
    errno.EFBIG: "Free some space or name another folder, and try again.",
    errno.EROFS: "Name another folder.",
    errno.EACCES: "Name another folder, or allow it.",
    errno.EPERM: "Name another folder, or allow it.",
    errno.ENOTDIR: "Name a folder.",
}
"""What to do about a file of this machine that can't be read or written."""


def of_file(error: OSError) -> str:
    """What the system says of a file, and what to do about it."""
    where = f"{error.filename}: " if error.filename else ""
    said = f"{where}{error.strerror or error}"
    remedy = REMEDIES.get(error.errno or 0)
    return said if remedy is None else f"{said}. {remedy}"


def told(error: Exception) -> str:
    """The error's words, with labels where the service names fields."""
    message = str(getattr(error, "message", error))
    fields = getattr(error, "details", {}).get("fields")
    if not isinstance(error, ValidationError) or not isinstance(fields, list):
        return message or type(error).__name__
    lines = [_line(field) for field in fields if isinstance(field, dict)]
    return "\n".join(lines) or message


def _line(field: Mapping[str, object]) -> str:
    path, words = str(field.get("path", "")), str(field.get("message", ""))
    names = [name for name in path.split(".") if name and not name.isdigit() and name != "body"]
    if not names:  # about all of it together
        return words[:1].upper() + words[1:]
    return f"{label(names[-1])}: {words}"


def label(name: str) -> str:
    """What a field is called on the screen: a word in place of a name in a program."""
    if name.isupper():  # a variable of the environment, which is written so
        return name
    snake = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name)
    return LABELS.get(snake) or snake.replace("_", " ").strip().capitalize()
