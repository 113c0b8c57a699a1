"""The master key: subkeys for signing links and hashing, and encryption of what must be read again.

One master key, in a file that only its owner can read or in the environment; HKDF-SHA256 (RFC 5869)
gives a subkey per purpose. Rotation puts a new key in front; the old ones still verify and decrypt.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..errors import StudioError, ValidationError

WEBHOOK_PURPOSE = "webhook secrets"
ANSWERS_PURPOSE = "kept answers"


class MasterKeyMissing(StudioError):
    """The key file secret.key of this studio is missing, and nothing that it sealed (webhook
    secrets, kept answers) can be opened without it. Put it back or set BRANDSTUDIO_SECRET_KEY;
    where it is lost for good, make another: brandstudio secrets create.
    """


@dataclass(frozen=True)
class MasterKey:
    """Keys from the newest to the oldest, each 32 bytes; only the first one signs and encrypts."""

    keys: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"MasterKey({len(self.keys)} keys)"

    @property
    def ids(self) -> tuple[str, ...]:
        """A short public name of each key."""
        return tuple(key_id(key) for key in self.keys)

    def subkey(self, purpose: str, id: str | None = None) -> bytes:
        """32 bytes for one purpose, of the newest key or of the one with that id (KeyError when
        unknown).
        """
        for key in self.keys:
            if id is None or key_id(key) == id:
                return derive(key, purpose)
        raise KeyError(id)

    def encrypt(self, data: bytes, purpose: str) -> bytes:
        return self._fernet(purpose).encrypt(data)

    def decrypt(self, token: bytes, purpose: str) -> bytes:
        """Raises ValidationError when none of the keys fits."""
        from cryptography.fernet import InvalidToken

        try:
            return self._fernet(purpose).decrypt(token)
        except InvalidToken:
            raise ValidationError.of(
                "BRANDSTUDIO_SECRET_KEY",
                "the master key does not fit this data folder; use the one it was made with",
            ) from None

    def reseal(self, token: bytes, purpose: str) -> bytes:
        """The same sealed with the newest key. Raises as ``decrypt``."""
        return self.encrypt(self.decrypt(token, purpose), purpose)

    def _fernet(self, purpose: str) -> _Fernets:
        return _fernets(self.keys, purpose)


class _Fernets:
    def __init__(self, keys: tuple[bytes, ...], purpose: str) -> None:
        from cryptography.fernet import Fernet, MultiFernet

        self._all = MultiFernet(
            [Fernet(base64.urlsafe_b64encode(derive(key, purpose))) for key in keys]
        )

    def encrypt(self, data: bytes) -> bytes:
        return self._all.encrypt(data)

    def decrypt(self, token: bytes) -> bytes:
        return self._all.decrypt(token)


@lru_cache(maxsize=64)
def _fernets(keys: tuple[bytes, ...], purpose: str) -> _Fernets:
    return _Fernets(keys, purpose)


@lru_cache(maxsize=256)
def derive(key: bytes, purpose: str) -> bytes:
    """HKDF-SHA256 with the purpose as its info."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(
        algorithm=SHA256(), length=32, salt=None, info=f"brandstudio/{purpose}".encode()
    ).derive(key)


def key_id(key: bytes) -> str:
    return hashlib.sha256(b"brandstudio key id" + key).hexdigest()[:8]


def load(file: Path, configured: str | None, *, new: bool = False) -> MasterKey:
    """The key from the environment, else from its file, which is made for a ``new`` studio.

    Raises MasterKeyMissing where a studio that has been used has no key file: one that is made up
    would open nothing that was sealed before.
    """
    if configured:
        return MasterKey(tuple(_parse(part.strip()) for part in configured.split(",")))
    try:
        return _read(file)
    except FileNotFoundError:
        if not new:
            raise MasterKeyMissing from None
    return create(file)


def create(file: Path) -> MasterKey:
    """A first key in a file of its own; where one lies already, that one."""
    _write(file, [secrets.token_bytes(32)], exclusive=True)
    return _read(file)


def keep(file: Path, key: MasterKey) -> None:
    """Write a key that is known into a file of its own, where none lies."""
    _write(file, list(key.keys), exclusive=True)


def rotate(file: Path) -> MasterKey:
    """A new key in front of the old ones (at most the four newest are kept)."""
    keys = [secrets.token_bytes(32), *_read(file).keys][:4]
    _write(file, keys, exclusive=False)
    return MasterKey(tuple(keys))


def flush_folder(folder: Path) -> None:
    """Make a file's name in the folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def as_setting(key: MasterKey) -> str:
    """The keys as BRANDSTUDIO_SECRET_KEY takes them."""
    return ",".join(f"{_WHOLE}{base64.b64encode(each).decode()}" for each in key.keys)


_WHOLE = "key:"
"""Before a key that is no passphrase but the 32 bytes themselves."""


def _parse(text: str) -> bytes:
    if text.startswith(_WHOLE):
        try:
            key = base64.b64decode(text.removeprefix(_WHOLE), validate=True)
        except ValueError:
            key = b""
        if len(key) != 32:
            raise ValidationError.of(
                "BRANDSTUDIO_SECRET_KEY", "take it as brandstudio secrets show prints it"
            )
        return key
    # Any text of some length will do as a master key; hashing brings it to 32 bytes.
    if len(text) < 32:
        raise ValidationError.of(
            "BRANDSTUDIO_SECRET_KEY",
            "use at least 32 random characters (python -c 'import secrets; "
            "print(secrets.token_urlsafe(32))')",
        )
    return hashlib.sha256(b"brandstudio master key" + text.encode()).digest()


def _read(file: Path) -> MasterKey:
    found = json.loads(file.read_text())
    return MasterKey(tuple(base64.b64decode(key) for key in found["keys"]))


def _write(file: Path, keys: list[bytes], *, exclusive: bool) -> None:
    text = json.dumps({"keys": [base64.b64encode(key).decode() for key in keys]})
    temporary = file.with_name(f"{file.name}.{secrets.token_hex(6)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(handle, text.encode())
        os.fsync(handle)
    finally:
        os.close(handle)
    try:
        if exclusive:
            with suppress(FileExistsError):
                os.link(temporary, file)  # when another process was faster, theirs counts
        else:
            os.rename(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)
    # Before anything is sealed with the key: a power cut must not take the key and leave the rows.
    flush_folder(file.parent)
