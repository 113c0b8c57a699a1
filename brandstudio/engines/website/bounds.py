"""Cuts a page before it becomes expensive to parse.

Building the tree that HTML asks for costs the depth of open elements for each tag, and every
paragraph opens again the formatting elements that nobody closed (HTML 13.2.4.3): a megabyte of
``<div>`` takes minutes, and a few hundred ``<b>`` before many ``<p>`` fill the memory. Browsers
stop nesting at 512; so do we, and count what is left open.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 1_500_000
MAX_TAGS = 60_000
MAX_DEPTH = 512
MAX_FORMATTING = 16
MAX_ATTRIBUTES = 200
MAX_TAG_LENGTH = 500_000  # inline pictures stand in attributes

_VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    }
)
#: Start tags that end an open one of their kind, so that they never nest on their own.
_IMPLIED = frozenset(
    {
        "p",
        "li",
        "dt",
        "dd",
        "tr",
        "td",
        "th",
        "tbody",
        "thead",
        "tfoot",
        "colgroup",
        "option",
        "optgroup",
        "rp",
        "rt",
    }
)
_RAW = frozenset(
    ["script", "style", "textarea", "title", "noscript", "iframe", "xmp", "noembed", "noframes"]
)
_FORMATTING = frozenset(
    {
        "a",
        "b",
        "big",
        "code",
        "em",
        "font",
        "i",
        "nobr",
        "s",
        "small",
        "strike",
        "strong",
        "tt",
        "u",
    }
)
#: End tags don't reach out of these (HTML 13.2.4.2, "scope").
_BOUNDARY = frozenset(
    {
        "table",
        "caption",
        "marquee",
        "object",
        "template",
        "applet",
        "svg",
        "math",
        "select",
        "button",
    }
)
_PHRASING = frozenset(
    {
        "abbr",
        "bdi",
        "bdo",
        "cite",
        "data",
        "del",
        "dfn",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "ruby",
        "samp",
        "span",
        "sub",
        "sup",
        "time",
        "var",
    }
)
_NAME = re.compile(r"/?([a-zA-Z][^\s/>]{0,80})")
_SPACES = re.compile(r"[\s/]+")


def affordable(text: str) -> tuple[str, bool]:
    """As much of a page as can be parsed cheaply, and whether that is less than all of it."""
    end = _cheap_length(text[:MAX_CHARACTERS])
    return text[:end], end < len(text)


def _cheap_length(text: str) -> int:
    opened = _Opened()
    at = 0
    for _ in range(MAX_TAGS):
        start = text.find("<", at)
        if start < 0:
            return len(text)
        skipped = _comment(text, start)
        if skipped is not None:
            at = skipped
            continue
        found = _NAME.match(text, start + 1)
        if found is None:
            at = start + 1
            continue
        close = text.find(">", found.end(), found.end() + MAX_TAG_LENGTH)
        if close < 0:
            return start
        at, name = close + 1, found[1].lower()
        if text[start + 1] == "/":
            opened.close(name)
        elif len(_SPACES.findall(text, found.end(), close)) > MAX_ATTRIBUTES:
            return start
        elif name in _RAW:
            at = _raw_end(text, name, at)
        elif not opened.open(name):
            return start
    return at


def _comment(text: str, start: int) -> int | None:
    """The end of the comment that begins there; one that never ends takes the rest."""
    if not text.startswith("<!--", start):
        return None
    close = text.find("-->", start + 4)
    return len(text) if close < 0 else close + 3


def _raw_end(text: str, name: str, at: int) -> int:
    """Where the end tag of an element without markup inside stands; a missing one swallows the
    rest, as the parser does.
    """
    inside = re.compile(f"</{name}", re.IGNORECASE).search(text, at)
    return len(text) if inside is None else inside.start()


class _Opened:
    """The elements that are open, and the formatting that is opened again in each paragraph."""

    def __init__(self) -> None:
        self._stack: list[str] = []
        self._formatting: list[tuple[str, int]] = []
        self._boundaries = 0

    def open(self, name: str) -> bool:
        """Open an element; whether so much open is still cheap."""
        if name in _FORMATTING:
            self._formatting.append((name, self._boundaries))
        elif name not in _VOID and name not in _IMPLIED:
            self._stack.append(name)
            self._boundaries += name in _BOUNDARY
        return len(self._stack) <= MAX_DEPTH and len(self._formatting) <= MAX_FORMATTING

    def close(self, name: str) -> None:
        self._boundaries -= _closed(name, self._stack)
        _unformatted(name, self._boundaries, self._formatting)


def _closed(name: str, stack: list[str]) -> int:
    """Take what an end tag closes off the stack; how many boundaries went with it."""
    for index in range(len(stack) - 1, -1, -1):
        open_name = stack[index]
        if open_name == name:
            gone = sum(entry in _BOUNDARY for entry in stack[index:])
            del stack[index:]
            return gone
        if open_name in _BOUNDARY or (name in _PHRASING and open_name not in _PHRASING):
            return 0  # the parser ignores such an end tag
    return 0


def _unformatted(name: str, boundaries: int, formatting: list[tuple[str, int]]) -> None:
    for index in range(len(formatting) - 1, -1, -1):
        if formatting[index] == (name, boundaries):
            del formatting[index]
            return
