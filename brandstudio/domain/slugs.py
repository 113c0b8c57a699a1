"""Slugs: the names of folders in paths, from names in any script.

A slug is ``a-z``, ``0-9`` and single ``-`` between them, at most 60 characters. It is made once,
when the folder is made, and never changes after a rename.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count

from slugify import slugify as _transliterate

MAX_SLUG = 60
MAX_NAME = 80
_COPY_NAME, _COPY_SLUG = " copy", "-copy"
_READ_AT_MOST = (
    400  # names are 80 characters; a slug that a caller sends is not read further than this
)

# Inside a word an apostrophe joins ("Don't" is dont); elsewhere it separates like any other mark.
_APOSTROPHE = re.compile(r"(?<=\w)['\N{RIGHT SINGLE QUOTATION MARK}](?=\w)")


def slugify(name: str, *, fallback: str) -> str:
    """The slug of ``name``; ``fallback`` when nothing of it can be spelled in a-z and 0-9 (``🚀``,
    ``--``).

    Other scripts are transliterated (Unidecode). A slug that a caller chose goes through here too,
    so that ``"Summer 2026"`` is taken as ``summer-2026`` rather than refused.
    """
    # Entities are the caller's own characters: a folder named "A&lt;B" is not "A<B".
    text = _APOSTROPHE.sub("", unicodedata.normalize("NFC", name[:_READ_AT_MOST]))
    slug = _transliterate(text, entities=False, decimal=False, hexadecimal=False, lowercase=True)
    return _cut(slug, MAX_SLUG) or fallback


def with_suffix(slug: str, taken: Container[str]) -> str:
    """``slug`` itself when it is free among ``taken``, otherwise the first free of ``slug-2``,
    ``slug-3`` ...
    """
    if slug not in taken:
        return slug
    for number in count(2):
        suffix = f"-{number}"
        candidate = _cut(slug, MAX_SLUG - len(suffix)) + suffix
        if candidate not in taken:
            return candidate
    raise AssertionError("counting does not end")


def copy_name(name: str) -> str:
    """The name of a copy: ``X copy``, with ``X`` cut so that the whole keeps to 80 characters."""
    kept = name[: MAX_NAME - len(_COPY_NAME)]
    if len(kept) < len(name):
        kept = _whole_characters(kept, name)
    return kept.rstrip() + _COPY_NAME


def copy_slug(slug: str) -> str:
    """The slug of a copy: ``x-copy``; a clash is for ``with_suffix``."""
    return _cut(slug, MAX_SLUG - len(_COPY_SLUG)) + _COPY_SLUG


def _cut(slug: str, length: int) -> str:
    return slug[:length].strip("-")


def _whole_characters(kept: str, name: str) -> str:
    """``kept`` without a last character that the cut took accents or joined parts from."""

    def continues(character: str) -> bool:
        return bool(unicodedata.combining(character)) or unicodedata.category(character) in {
            "Mn",
            "Me",
            "Mc",
            "Cf",
        }

    end = len(kept)
    while end > 0 and (continues(name[end]) or name[end - 1] == "\N{ZERO WIDTH JOINER}"):
        end -= 1
    return name[:end] or kept
