"""A studio that was lived in, as each test finds it: over SQLite and a folder, or over the servers that
``tests/machines`` names.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

from brandstudio.store.object_place import ObjectPlace
from brandstudio.testing import Bench
from tests.conftest import elsewhere


class Life:
    """What was left behind when its bench was closed. One test at a time goes on from there."""

    def __init__(self, data: Path) -> None:
        self._data, self._told = data, elsewhere()
        self._objects: dict[str, bytes] | None = None

    def begun(self) -> Bench:
        """The bench that it is lived on; to be closed before others go on."""
        return Bench(self._data, **self._told)

    def again(self, data: Path, **more: Any) -> Bench:
        """The same once more: a copy of the folder and of the database, and the bucket as it was."""
        shutil.copytree(self._data, data)
        return Bench(data, **{**self._told, **self._copied_database(), **more})

    def _copied_database(self) -> dict[str, str]:
        url = self._told.get("database_url")
        if url is None:
            return {}
        self._put_back()
        import psycopg

        server, _, name = url.rpartition("/")
        copy = f"studio_{uuid4().hex}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f"create database {copy} template {name}")  # type: ignore[arg-type]
        return {"database_url": f"{server}/{copy}"}

    def _put_back(self) -> None:
        import obstore

        store = objects_of(self._told)
        found = [str(meta["path"]) for page in obstore.list(store) for meta in page]
        if self._objects is None:
            self._objects = {path: bytes(obstore.get(store, path).bytes()) for path in found}
        for path in {*found} - {*self._objects}:
            obstore.delete(store, path)
        for path, data in self._objects.items():
            obstore.put(store, path, data)


def place_of(bench: Bench) -> dict[str, Any]:
    """The settings for another process at the same place."""
    return {name: getattr(bench.service.settings, name) for name in elsewhere()}


def objects_of(told: dict[str, Any]) -> Any:
    """The bucket's prefix as somebody else sees it."""
    return ObjectPlace(
        told["blobs_url"],
        told["s3_endpoint"],
        told["s3_region"],
        told["s3_access_key_id"],
        told["s3_secret_access_key"],
    ).store()


class StoredFiles:
    """The files of a bench as a disk or a bucket has them, to be lost and changed behind its back."""

    def __init__(self, bench: Bench) -> None:
        self._blobs = bench.service.store.blobs
        self._objects = getattr(self._blobs, "objects", None)

    def names(self) -> list[str]:
        """By length, the longest last."""
        return [one.name for one in sorted(self._blobs.names(), key=lambda one: one.bytes)]

    def read(self, name: str) -> bytes:
        if self._objects is None:
            return self._path(name).read_bytes()
        import obstore

        return bytes(obstore.get(self._objects, f"{name[:2]}/{name}").bytes())

    def replace(self, name: str, data: bytes) -> None:
        self._forget_copy(name)
        if self._objects is None:
            self._path(name).write_bytes(data)
            return
        import obstore

        obstore.put(self._objects, f"{name[:2]}/{name}", data)

    def remove(self, name: str) -> None:
        self._forget_copy(name)
        if self._objects is None:
            self._path(name).unlink()
            return
        import obstore

        obstore.delete(self._objects, f"{name[:2]}/{name}")

    def flip(self, name: str) -> None:
        """Another bit in its middle; its length stays."""
        data = bytearray(self.read(name))
        data[len(data) // 2] ^= 1
        self.replace(name, bytes(data))

    def _path(self, name: str) -> Path:
        found: Path = self._blobs.path(name)
        return found

    def _forget_copy(self, name: str) -> None:
        nearby = getattr(self._blobs, "nearby", None)
        if nearby is not None:
            nearby.drop(name)
