"""From a method and a path to an operation: a tree of path segments, so that no route pays for
those before it.

Segments are split before percent-decoding: an encoded slash is part of a name, never a way to
another route.
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
    """Routes by method and path; a fixed path goes before one with places, and a HEAD is answered
    as its GET.
    """

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
        for node, values in self._matches(self._root, segments):
            found = node.methods.get(wanted)
            if found is not None:
                return found[0], dict(zip(found[1], values, strict=True))
            if node.methods:
                allowed = {*node.methods, *(("HEAD",) if "GET" in node.methods else ())}
                raise MethodNotAllowed(allowed=sorted(allowed))
        raise NotFound("There is nothing at this path. /docs lists what there is.")

    @staticmethod
    def _matches(root: _Node[T], segments: list[str]) -> Iterable[tuple[_Node[T], list[str]]]:
        waiting: list[tuple[_Node[T], int, list[str]]] = [(root, 0, [])]
        while waiting:
            node, at, values = waiting.pop()
            while at < len(segments):
                segment, at = segments[at], at + 1
                following = node.fixed.get(segment)
                place = node.any if segment else None
                if following is not None:
                    if place is not None:
                        # Looked at only when the fixed way leads nowhere.
                        waiting.append((place, at, [*values, segment]))
                    node = following
                elif place is not None:
                    node, values = place, [*values, segment]
                else:
                    break
            else:
                yield node, values


def segments_of(scope: Scope) -> list[str]:
    """The decoded segments of the requested path. Raises NOT_FOUND where they are not UTF-8."""
    raw: Any = scope.get("raw_path")
    if raw is None:
        return list(scope["path"].removeprefix("/").split("/"))
    text: bytes = raw.partition(b"?")[0]
    if b"%" not in text and text.isascii():
        return text.decode("ascii").removeprefix("/").split("/")
    try:
        return [
            unquote_to_bytes(part).decode("utf-8") for part in text.removeprefix(b"/").split(b"/")
        ]
    except UnicodeDecodeError:
        raise NotFound("There is nothing at this path. /docs lists what there is.") from None
