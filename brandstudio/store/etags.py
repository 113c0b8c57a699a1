"""Whether an object in a bucket has the very content that is to be put, told by its tag alone."""

from __future__ import annotations

import hashlib

PART = 8 << 20
"""Bytes of one part of a large file; what is larger travels in parts, at most four at a time."""


def is_tag(e_tag: str | None, data: bytes) -> bool:
    """Whether the tag is this content's, as S3 makes it of what is not encrypted: the MD5, or the
    MD5 of the parts' MD5s and their count. Any other tag tells nothing, and the file is put again.
    """
    if len(data) <= PART:
        return (e_tag or "").strip('"') == _md5(data).hex()
    view = memoryview(data)
    parts = [_md5(view[start : start + PART]) for start in range(0, len(data), PART)]
    return (e_tag or "").strip('"') == f"{_md5(b''.join(parts)).hex()}-{len(parts)}"


def _md5(data: bytes | memoryview) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()
