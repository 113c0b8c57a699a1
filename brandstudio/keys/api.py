"""API keys: ``bsk_`` + 32 random bytes in base62 + six characters of CRC-32, so that a scanner
finds leaks.

Only a SHA-256 hash is kept, and looked up by: a fast hash is right for 256 random bits, and a
look-up by hash says nothing through its timing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import zlib

_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_KEY = re.compile(r"bsk_([0-9A-Za-z]{43})([0-9A-Za-z]{6})")


def new_key() -> str:
    """A key that nobody has."""
    body = _base62(int.from_bytes(secrets.token_bytes(32), "big"), 43)
    return f"bsk_{body}{_checksum(body)}"


def is_well_formed(key: str) -> bool:
    """Whether a key is spelled like one of ours; refuses every one-character slip without a
    look-up.
    """
    found = _KEY.fullmatch(key)
    return found is not None and hmac.compare_digest(_checksum(found[1]), found[2])


def hash_of(key: str) -> bytes:
    """What is kept of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def _checksum(body: str) -> str:
    return _base62(zlib.crc32(b"bsk_" + body.encode()), 6)


def _base62(number: int, length: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits.rjust(length, "0")
