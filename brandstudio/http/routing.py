"""From a method and a path to an operation: a tree of path segments, so that no route pays for those before it.

Segments are split before percent-decoding: an encoded slash is part of a name, never a way to another route.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import unquote_to_bytes

from starlette.types import Scope

from ..errors import MethodNotAllowed, NotFound

T = TypeVar("T")


@dataclass
class _Node(Generic[T]):
    fixed: dict[str, _Node[T]] = field(default_factory=dict)
    any: _Node[T] | None = None
    methods: dict[str, tuple[T, tuple[str, ...]]] = field(default_factory=dict)


class Routes(Generic[T]):
    """Routes by method and path; a fixed segment goes before a place, and a HEAD is answered as its GET."""

    def __init__(self) -> None:
        self._root: _Node[T] = _Node()

    def add(self, method: str, path: str, target: T) -> None:
        node, names = self._root, []
        for segment in path.removeprefix("/").split("/"):
            if segment.startswith("{"):
                names.append(segment[1:-1])
                node.any = node.any or _Node()
                node = node.any
            else:
                node = node.fixed.setdefault(segment, _Node())
        assert method not in node.methods, f"{method} {path} is there twice"
        node.methods[method] = target, tuple(names)

    def find(self, method: str, segments: list[str]) -> tuple[T, dict[str, str]]:
        """The target and the values of its places. Raises NOT_FOUND and METHOD_NOT_ALLOWED."""
        wanted = "GET" if method == "HEAD" else method
        allowed: set[str] = set()
        for node, values in self._matches(self._root, segments, 0):
            found = node.methods.get(wanted)
            if found is not None:
                return found[0], dict(zip(found[1], values, strict=True))
            allowed |= node.methods.keys()
        if not allowed:
            raise NotFound("There is nothing at this path. /docs lists what there is.")
        if "GET" in allowed:
            allowed.add("HEAD")
        raise MethodNotAllowed(allowed=sorted(allowed))

    def _matches(self, node: _Node[T], segments: list[str], at: int) -> Iterable[tuple[_Node[T], list[str]]]:
        if at == len(segments):
            yield node, []
            return
        segment = segments[at]
        following = node.fixed.get(segment)
        if following is not None:
            yield from self._matches(following, segments, at + 1)
        if node.any is not None and segment:
            for found, values in self._matches(node.any, segments, at + 1):
                yield found, [segment, *values]


def segments_of(scope: Scope) -> list[str]:
    """The decoded segments of the requested path. Raises NOT_FOUND where they are not UTF-8."""
    raw: Any = scope.get("raw_path")
    if raw is None:
        return list(scope["path"].removeprefix("/").split("/"))
    text: bytes = raw.partition(b"?")[0]
    if b"%" not in text and text.isascii():
        return text.decode("ascii").removeprefix("/").split("/")
    try:
        return [unquote_to_bytes(part).decode("utf-8") for part in text.removeprefix(b"/").split(b"/")]
    except UnicodeDecodeError:
        raise NotFound("There is nothing at this path. /docs lists what there is.") from None
