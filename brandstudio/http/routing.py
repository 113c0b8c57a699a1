"""Starlette's routes, found in a table.

A ``TableRouter`` holds ordinary Starlette routes and sets what Starlette's own router sets
(``route``, ``endpoint``, ``path_params``), so that middleware and tracing see names and paths. Only
the search is ours, for two reasons: Starlette tries one pattern after another, which costs a read
behind a hundred of them more than a tenth of its time; and it matches the decoded path, in which a
slash inside a name leads to another route. Here segments are split first and decoded then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.routing import BaseRoute, Match, Route, Router
from starlette.types import Lifespan, Receive, Scope, Send

from ..errors import MethodNotAllowed, NotFound


@dataclass
class _Node:
    fixed: dict[str, _Node] = field(default_factory=dict)
    any: _Node | None = None
    methods: dict[str, tuple[Route, tuple[str, ...]]] = field(default_factory=dict)


class Table:
    """Routes by method and path; a fixed path goes before one with places."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = _Node()
        for route in routes:
            self._add(route)

    def _add(self, route: Route) -> None:
        node, names = self._root, []
        for segment in route.path.removeprefix("/").split("/"):
            if segment.startswith("{"):
                names.append(segment[1:-1])
                node.any = node.any or _Node()
                node = node.any
            else:
                node = node.fixed.setdefault(segment, _Node())
        for method in route.methods or ():
            assert method not in node.methods, f"{method} {route.path} is there twice"
            node.methods[method] = route, tuple(names)

    def find(self, method: str, segments: list[str]) -> tuple[Route, dict[str, str]] | None:
        """The route and the values of its places; None where no route has this path.

        Raises METHOD_NOT_ALLOWED where only other methods are answered.
        """
        for node, values in self._matches(self._root, segments):
            found = node.methods.get(method)
            if found is not None:
                return found[0], dict(zip(found[1], values, strict=True))
            if node.methods:
                raise MethodNotAllowed(allowed=sorted(node.methods))
        return None

    @staticmethod
    def _matches(root: _Node, segments: list[str]) -> Iterable[tuple[_Node, list[str]]]:
        waiting: list[tuple[_Node, int, list[str]]] = [(root, 0, [])]
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


class TableRouter(Router):
    """Starlette's router with the search of a ``Table``; what is no plain route (a mount) comes
    after all that are.
    """

    def __init__(self, routes: Sequence[BaseRoute], lifespan: Lifespan[Any]) -> None:
        super().__init__(routes, redirect_slashes=False, lifespan=lifespan)
        self._table = Table(route for route in routes if isinstance(route, Route))

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request to its route. Raises NOT_FOUND and METHOD_NOT_ALLOWED."""
        if scope["type"] != "http":
            await super().app(scope, receive, send)
            return
        scope.setdefault("router", self)
        found = self._table.find(scope["method"], segments_of(scope))
        if found is not None:
            route, places = found
            outer = scope.get("path_params")
            scope["path_params"] = {**outer, **places} if outer else places
            scope["route"], scope["endpoint"] = route, route.endpoint
            await route.handle(scope, receive, send)
            return
        for other in self.routes:
            if isinstance(other, Route):
                continue
            match, child = other.matches(scope)
            if match is Match.FULL:
                scope["route"] = other
                scope.update(child)
                await other.handle(scope, receive, send)
                return
        raise NotFound("There is nothing at this path. /docs lists what there is.")


def segments_of(scope: Scope) -> list[str]:
    """The decoded segments of the path below the prefix that this application is mounted at.

    Raises NOT_FOUND where they are not UTF-8.
    """
    raw: bytes | None = scope.get("raw_path")
    if raw is None:
        # A server that keeps no raw path: an encoded slash can't be told from another one there.
        return _below(scope["path"].removeprefix("/").split("/"), scope)
    text = raw.partition(b"?")[0]
    if b"%" not in text and text.isascii():
        return _below(text.decode("ascii").removeprefix("/").split("/"), scope)
    try:
        return _below(
            [
                unquote_to_bytes(part).decode("utf-8")
                for part in text.removeprefix(b"/").split(b"/")
            ],
            scope,
        )
    except UnicodeDecodeError:
        raise NotFound("There is nothing at this path. /docs lists what there is.") from None


def _below(segments: list[str], scope: Scope) -> list[str]:
    """Without the prefix; whole where the path doesn't begin with it, as behind a proxy that has
    taken it off.
    """
    prefix: str = scope.get("root_path", "").strip("/")
    if not prefix:
        return segments
    above = prefix.split("/")
    if segments[: len(above)] != above:
        return segments
    return segments[len(above) :] or [""]
