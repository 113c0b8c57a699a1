"""The elements of a page around a node: the part of the page it stands in, its row, its steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from selectolax.lexbor import LexborNode

_MAX_NODES = 60_000

_ZONES = {
    "header": "header",
    "nav": "header",
    "footer": "footer",
    "main": "main",
    "article": "main",
    "aside": "aside",
}
_QUOTE = re.compile(
    r"(?:^|[\s_-])(?:testimonial|review|kundenstimme|temoignage|avis-client|opinion|recensione)s?",
    re.I,
)
_NOTICE = re.compile(
    r"(?:^|\s)(?:[\w-]*[_-])?(?:alert|notification|announcement|toast|cookie|consent|flash)s?(?:[\s_-]|$)",
    re.I,
)


def zone_of(node: LexborNode, tag: str, outer: str) -> str:
    """The part of the page that an element is; what is somebody else's word ("quote") or says that
    something has happened ("notice") stays so inside.
    """
    if outer in {"quote", "notice"}:
        return outer
    attributes = node.attributes
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''}"[:300]
    if tag == "blockquote" or _QUOTE.search(names):
        return "quote"
    if (attributes.get("role") or "") in {"alert", "status", "alertdialog"} or _NOTICE.search(
        names
    ):
        return "notice"
    return _ZONES.get(tag, outer)


def around(node: LexborNode) -> str:
    """Classes and labels of the two elements around a picture: a logo is often named by its
    link.
    """
    words: list[str] = []
    parent = node.parent
    for _ in range(2):
        if parent is None:
            break
        words += [
            parent.attributes.get(name) or "" for name in ("class", "id", "aria-label", "title")
        ]
        parent = parent.parent
    return " ".join(words)


def in_a_row(node: LexborNode) -> int:
    """How many pictures the nearest group holds that this one stands in, up to three levels up."""
    parent = node.parent
    for _ in range(3):
        if parent is None or parent.tag in {"body", "main", "header", "nav"}:
            return 1
        pictures = len(parent.css("img, svg")[:20])
        if pictures >= 3:
            return pictures
        parent = parent.parent
    return 1


def steps(root: LexborNode, enters: Any) -> Iterator[tuple[LexborNode, bool]]:
    """Every node under ``root`` with True on the way in and, for elements that were entered, False
    on the way out.
    """
    node = root.child
    depth = 1
    for _ in range(_MAX_NODES):
        if node is None:
            return
        text = node.tag == "-text"
        inside = not text and enters(node)
        if text or inside:
            yield node, True
        if inside and node.child is not None:
            node, depth = node.child, depth + 1
            continue
        if inside:
            yield node, False
        while node is not None and node.next is None:
            node, depth = node.parent, depth - 1
            if node is None or depth == 0:
                return
            yield node, False
        node = node.next if node is not None else None
