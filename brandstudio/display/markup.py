"""Pieces of HTML that stand on a light and on a dark page: no colour of their own but greys that let
the page through, and sizes in the page's own.

Only ``Html`` is taken as it is; everything else is words and is escaped, without the service's
links and the names of this machine's folders.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

EDGE = "rgba(128,128,128,.35)"
_SIGNED = re.compile(
    r"(?:https?://[^\s\"'<>]*?)?/(?:files|uploads)/[\w.~%+=-]{16,}(?:\?[^\s\"'<>]*)?"
)
_SECRET = re.compile(r"\b(?:bsk|whsec)_[\w-]{8,}")
_PATH = re.compile(r"(?<![\w/.:<])(?:/[\w.@+-]+){2,}|\b[A-Za-z]:\\[^\s\"'<>]+")


class Html(str):
    """Markup that is finished."""

    __slots__ = ()


def clean(text: str) -> str:
    """Words without signed links, keys and folders of this machine."""
    text = _SECRET.sub("(secret)", _SIGNED.sub("(link)", text))
    return _PATH.sub(lambda found: re.split(r"[/\\]", found[0])[-1], text)


def show(value: object) -> Html:
    """Anything as a cell shows it."""
    if isinstance(value, Html):
        return value
    if value is None or value == "" or value == []:
        return Html("<span style='opacity:.5'>–</span>")
    if isinstance(value, bool):
        return Html("yes" if value else "no")
    if isinstance(value, int | float):
        return Html(number(value))
    if isinstance(value, datetime):
        return Html(value.astimezone(UTC).strftime("%Y-%m-%d&nbsp;%H:%M"))
    if isinstance(value, list | tuple):
        sentences = any(isinstance(part, str) and len(part) > 40 for part in value)
        return Html(("<br>" if sentences else ", ").join(show(part) for part in value))
    text = clean(str(value))
    return Html(html.escape(text if len(text) <= 400 else text[:399] + "…"))


def number(value: float) -> str:
    """A number as people write it: thousands apart, no more decimals than it has."""
    if isinstance(value, int) or float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def tag(name: str, content: object = "", style: str = "", **attributes: str) -> Html:
    """One element; words in it are escaped."""
    given = {**({"style": style} if style else {}), **attributes}
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(value)}"'
        for key, value in given.items()
    )
    return Html(f"<{name}{written}>{show(content) if content != '' else ''}</{name}>")


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Parts one after another; empty ones are left out."""
    return Html(between.join(show(part) for part in parts if part))


def box(title: object, *parts: object, note: object = "") -> Html:
    """A value: what it is in the first line, then its parts."""
    head = tag("strong", title) + (
        tag("span", note, "opacity:.65;margin-left:.7em") if note else Html("")
    )
    return tag(
        "div",
        Html(tag("div", Html(head), "margin-bottom:.45em") + joined(parts)),
        f"border:1px solid {EDGE};border-radius:8px;padding:.7em .9em;margin:.2em 0;"
        "max-width:62em;box-sizing:border-box;line-height:1.45;overflow-x:auto",
        class_="brandstudio",
    )


def table(head: Sequence[str], rows: Iterable[Sequence[object]], right: Iterable[int] = ()) -> Html:
    """A table; ``right`` are the columns of figures."""
    aligned = set(right)

    def cell(name: str, column: int, content: object) -> Html:
        side = "right" if column in aligned else "left"
        figures = "font-variant-numeric:tabular-nums;" if column in aligned else ""
        return tag(
            name,
            content if content != "" else None,
            f"text-align:{side};padding:.22em .8em .22em 0;vertical-align:top;{figures}"
            f"background:none;border-bottom:1px solid {EDGE}",
        )

    top = "".join(cell("th", at, name) for at, name in enumerate(head))
    body = "".join(
        tag(
            "tr",
            Html("".join(cell("td", at, entry) for at, entry in enumerate(row))),
            "background:none",
        )
        for row in rows
    )
    return Html(
        f"<table style='border-collapse:collapse;margin:.2em 0;font-size:.95em'>"
        f"<thead>{tag('tr', Html(top), 'background:none')}</thead><tbody>{body}</tbody></table>"
    )


def facts(pairs: Iterable[tuple[str, object]]) -> Html:
    """Names and values, one line each; what is not set is left out."""
    lines = [
        Html(
            tag("span", name, "opacity:.65;flex:none;width:9em")
            + tag("span", content, "min-width:0;overflow-wrap:anywhere")
        )
        for name, content in pairs
        if content is not None and content != "" and content != [] and content != {}
    ]
    told = joined(tag("div", line, "display:flex") for line in lines)
    return tag("div", told, "margin-top:.5em") if lines else told


def chip(word: object, good: bool | None = None) -> Html:
    """A state in one word: green for good, red for bad, grey otherwise; the word itself says it
    too.
    """
    colour = {
        None: "rgba(128,128,128,.22)",
        True: "rgba(38,160,90,.25)",
        False: "rgba(214,60,60,.28)",
    }
    return tag(
        "span",
        word,
        f"background:{colour[good]};border-radius:1em;padding:.05em .7em;font-size:.9em;"
        "white-space:nowrap",
    )


def heading(words: str) -> Html:
    """The title of a part."""
    return tag("div", words, "font-weight:600;margin:.7em 0 .25em")


def shown_of(shown: int, total: int) -> Html:
    """``48 of 10,000 shown``, or nothing where all are."""
    if shown >= total:
        return Html("")
    return tag("div", f"{shown:,} of {total:,} shown", "opacity:.65;margin-top:.35em")
