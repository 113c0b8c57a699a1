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
    stack: list[str] = []
    formatting: list[tuple[str, int]] = []
    boundaries = 0
    at = 0
    for _ in range(MAX_TAGS):
        start = text.find("<", at)
        if start < 0:
            return len(text)
        if text.startswith("<!--", start):
            close = text.find("-->", start + 4)
            if close < 0:
                return len(text)
            at = close + 3
            continue
        found = _NAME.match(text, start + 1)
        if found is None:
            at = start + 1
            continue
        close = text.find(">", found.end(), found.end() + MAX_TAG_LENGTH)
        if close < 0:
            return start
        at = close + 1
        name = found[1].lower()
        if text[start + 1] == "/":
            boundaries -= _closed(name, stack)
            _unformatted(name, boundaries, formatting)
            continue
        if len(_SPACES.findall(text, found.end(), close)) > MAX_ATTRIBUTES:
            return start
        if name in _RAW:
            # What stands inside is no markup; a missing end tag swallows the rest, as the parser
            # does.
            inside = re.compile(f"</{name}", re.IGNORECASE).search(text, at)
            if inside is None:
                return len(text)
            at = inside.start()
            continue
        if name in _FORMATTING:
            formatting.append((name, boundaries))
        elif name not in _VOID and name not in _IMPLIED:
            stack.append(name)
            boundaries += name in _BOUNDARY
        if len(stack) > MAX_DEPTH or len(formatting) > MAX_FORMATTING:
            return start
    return at


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
