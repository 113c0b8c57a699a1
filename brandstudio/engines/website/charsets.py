"""The text of a page's bytes, whatever its character set (WHATWG Encoding; HTML 13.2.3.2,
"sniffing").

In this order: a byte order mark, what the server says, what the page says in its first 1024 bytes,
UTF-8 where the bytes fit it, Windows-1252. Bytes that fit nothing become U+FFFD; nothing here ever
fails.
"""

from __future__ import annotations

import re

import webencodings

_PRESCAN = 1024
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_META = re.compile(rb"<meta[^>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:+-]{1,40})", re.IGNORECASE)
_XML = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:+-]{1,40})", re.IGNORECASE)
_AT_CHARSET = re.compile(rb"@charset \"([\w.:+-]{1,40})\";")


def decode_page(body: bytes, header: str | None) -> str:
    """The text of an HTML page; ``header`` is the charset that the server named."""
    head = body[:_PRESCAN]
    return _decoded(body, [header, _named(_META, head), _named(_XML, head)])


def decode_stylesheet(body: bytes, header: str | None, page: str | None = None) -> str:
    """The text of a stylesheet; ``page`` is the charset of the page that links it."""
    return _decoded(body, [header, _named(_AT_CHARSET, body[:100]), page])


def _named(pattern: re.Pattern[bytes], head: bytes) -> str | None:
    found = pattern.search(head)
    if found is None:
        return None
    label = found[1].decode("ascii", "replace")
    # A page whose first bytes could be read as ASCII is not UTF-16, whatever it says (HTML:
    # "prescan", step 13).
    return "utf-8" if label.lower().startswith("utf-16") else label


def _decoded(body: bytes, labels: list[str | None]) -> str:
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    encoding = next(
        (found for label in labels if label and (found := webencodings.lookup(label))), None
    )
    if encoding is None:
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError:
            return body.decode("windows-1252", "replace")
    return webencodings.decode(body, encoding, errors="replace")[0]
