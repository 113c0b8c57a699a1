"""One page, read: its words in reading order, its links, and what its head says. Nothing of it is
run or obeyed.

Text that a visitor can't see (hidden by attribute, inline style, or a class that a stylesheet
hides) is left out, as are scripts, templates and comments. The walk is iterative and bounded, so
deep or endless pages cost a fixed price.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from .bounds import affordable
from .nodes import around, in_a_row, steps, zone_of
from .usage import Element, PageUse

_MAX_TEXT = 300_000
_MAX_BLOCK = 4_000
_MAX_LINKS = 600
_MAX_SVG = 60_000
_MAX_JSON = 100_000

_SKIPPED = frozenset(
    {
        "script",
        "style",
        "noscript",
        "template",
        "iframe",
        "object",
        "embed",
        "canvas",
        "audio",
        "video",
        "select",
        "textarea",
        "datalist",
        "math",
        "head",
    }
)
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "img",
        "picture",
        "source",
        "svg",
    }
)
_HIDDEN_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?![.\d])|font-size:[01](?:px|em|rem|pt|%)?(?![.\d])"
    r"|text-indent:-\d{3,}|(?:left|top|right):-\d{4,}|clip:rect\(0|clip-path:inset\((?:50|100)%|transform:scale\(0\)"
    r"|(?<![\w-])(?:max-)?(?:height|width):[01](?:px)?(?![.\d%])"
)


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading or list item: its tag, its text with single spaces, the part of the page
    it stands in.
    """

    tag: str
    text: str
    zone: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a page: where it leads, absolute, and the words that it stands on."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What may be a logo: its address or its SVG drawing, the words that name it, the part of the
    page, and how many pictures stand in a row with it.
    """

    url: str | None
    svg: str | None
    hint: str
    zone: str
    row: int = 1


@dataclass(slots=True)
class Page:
    """What stands on a page. Addresses are absolute; ``styles`` are inline stylesheets,
    ``declared`` inline styles; ``cut`` says that the page was too large or too deep to be read to
    its end. ``leads_to`` is where the page sends its reader on at once.
    """

    url: str
    cut: bool = False
    language: str | None = None
    title: str = ""
    meta: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    stylesheets: list[str] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    declared: list[tuple[str, str]] = field(default_factory=list)
    icons: list[tuple[str, str, int]] = field(default_factory=list)
    manifest: str | None = None
    images: list[Picture] = field(default_factory=list)
    structured: list[dict[str, Any]] = field(default_factory=list)
    use: PageUse = field(default_factory=PageUse)
    leads_to: str | None = None

    @property
    def words(self) -> int:
        return sum(len(block.text.split()) for block in self.blocks)


def read_page(text: str, url: str, hidden: Collection[str] = ()) -> Page:
    """The page of ``text``. ``hidden`` are selectors (``.class``, ``#id``) that its stylesheets
    hide.
    """
    cheap, cut = affordable(text)
    tree = LexborHTMLParser(cheap)
    page = Page(url, cut=cut)
    root = tree.root
    if root is None:
        return page
    base = _base(tree, url)
    if tree.head is not None:
        _read_head(tree, page, base)
    page.use.add(Element("html", root.attributes))
    if tree.body is not None:
        page.use.add(Element("body", tree.body.attributes))
        _Walk(page, base, frozenset(hidden)).over(tree.body)
    language = (tree.root.attributes.get("lang") or "") if tree.root else ""
    page.language = language.strip().lower()[:20] or None
    return page


def absolute(base: str, address: str | None) -> str | None:
    """An address as an absolute https or http one, without its fragment; None when it is something
    else.
    """
    if not address or len(address) > 2000:
        return None
    try:
        joined = urljoin(base, "".join(address.split()))
        parts = urlsplit(joined)
        if parts.scheme not in {"https", "http"} or not parts.hostname:
            return None
    except ValueError:
        return None
    return parts._replace(fragment="").geturl()


def clean(text: str | None, most: int = _MAX_BLOCK) -> str:
    """Text with single spaces and without control and invisible format characters."""
    if not text:
        return ""
    kept = "".join(c if c.isprintable() or c.isspace() else "" for c in text[: most * 4])
    return " ".join(kept.split())[:most]


def _base(tree: LexborHTMLParser, url: str) -> str:
    found = tree.css_first("base[href]")
    return (absolute(url, found.attributes.get("href")) if found else None) or url


def _read_head(tree: LexborHTMLParser, page: Page, base: str) -> None:
    title = tree.css_first("title")
    page.title = clean(title.text() if title else "", 300)
    for node in tree.css("meta")[:200]:
        if "dark" in (node.attributes.get("media") or "").lower():
            continue  # the browser's colour at night
        if (node.attributes.get("http-equiv") or "").lower() == "refresh":
            page.leads_to = page.leads_to or _refreshed(node.attributes.get("content"), base)
            continue
        name = node.attributes.get("name") or node.attributes.get("property") or ""
        content = clean(node.attributes.get("content"), 1000)
        if name and content:
            page.meta.setdefault(name.lower()[:60], content)
    for node in tree.css("link[href]")[:200]:
        rel = (node.attributes.get("rel") or "").lower().split()
        address = absolute(base, node.attributes.get("href"))
        if address is None:
            continue
        media = (node.attributes.get("media") or "all").lower()
        if "stylesheet" in rel and "alternate" not in rel and "print" not in media:
            page.stylesheets.append(address)
        elif any(
            word in rel
            for word in ("icon", "apple-touch-icon", "mask-icon", "apple-touch-icon-precomposed")
        ):
            page.icons.append((address, " ".join(rel), _side(node.attributes.get("sizes"))))
        elif "manifest" in rel:
            page.manifest = page.manifest or address
    for node in tree.css("style")[:50]:
        page.styles.append(node.text()[:500_000])
    for node in tree.css('script[type="application/ld+json"]')[:10]:
        page.structured += _structured(node.text())


def _refreshed(content: str | None, base: str) -> str | None:
    """Where ``<meta http-equiv=refresh>`` leads within ten seconds; None when it only reloads."""
    found = re.match(
        r"\s*(\d{1,2})(?:\.\d+)?\s*[;,]\s*(?:url\s*=)?\s*[\"']?([^\"']+)", content or "", re.I
    )
    if found is None or int(found[1]) > 10:
        return None
    return absolute(base, found[2].strip())


def _side(sizes: str | None) -> int:
    found = re.search(r"(\d{1,4})x\d{1,4}", sizes or "")
    return int(found[1]) if found else 0


def _structured(text: str) -> list[dict[str, object]]:
    """The objects of a JSON-LD block, of ``@graph`` too. It is data in a script element; nothing is
    run.
    """
    if len(text) > _MAX_JSON:
        return []
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    entries = value if isinstance(value, list) else [value]
    found: list[dict[str, object]] = []
    for entry in entries[:50]:
        if isinstance(entry, dict):
            graph = entry.get("@graph")
            found += [
                e
                for e in (graph[:50] if isinstance(graph, list) else [entry])
                if isinstance(e, dict)
            ]
    return found


class _Walk:
    """Depth first through the body, by pointers and not by recursion."""

    def __init__(self, page: Page, base: str, hidden: frozenset[str]) -> None:
        self._page, self._base, self._hidden = page, base, hidden
        self._pieces: list[str] = []
        self._size = 0
        self._tag = "div"

    def over(self, body: LexborNode) -> None:
        zones = ["main"]
        tags = ["div"]
        for node, entering in steps(body, self._enters):
            tag = node.tag or ""
            if tag == "-text":
                if entering:
                    self._add(node.text_content or "")
                continue
            if tag == "br":
                self._add(" ")
            if tag not in _INLINE:
                self._flush(tags[-1], zones[-1])
                if entering:
                    tags.append(tag)
                    zones.append(zone_of(node, tag, zones[-1]))
                elif len(tags) > 1:
                    tags.pop()
                    zones.pop()
            if entering:
                self._look(node, tag, zones[-1])
        self._flush(tags[-1], zones[-1])

    def _add(self, text: str) -> None:
        if self._size < _MAX_TEXT:
            self._pieces.append(text)
            self._size += len(text)

    def _flush(self, tag: str, zone: str) -> None:
        text = clean("".join(self._pieces))
        self._pieces.clear()
        if text:
            self._page.blocks.append(Block(tag, text, zone))

    def _enters(self, node: LexborNode) -> bool:
        """Whether to go into an element: not into what is no text and not into what nobody sees."""
        tag = node.tag or ""
        if tag in _SKIPPED or tag.startswith("-"):
            return False
        attributes = node.attributes
        if "hidden" in attributes or (attributes.get("aria-hidden") or "").lower() == "true":
            return tag == "svg"  # an ornament for screen readers may still be the logo
        style = "".join((attributes.get("style") or "").lower().split())
        if style and _HIDDEN_STYLE.search(style):
            return False
        if self._hidden:
            names = {f".{name}" for name in (attributes.get("class") or "").split()}
            names.add(f"#{attributes.get('id')}")
            return not names & self._hidden
        return True

    def _look(self, node: LexborNode, tag: str, zone: str) -> None:
        attributes = node.attributes
        self._page.use.add(Element(tag, attributes))
        style = attributes.get("style")
        if style and len(self._page.declared) < 400:
            self._page.declared.append((tag, style[:1000]))
        if tag == "a" and len(self._page.links) < _MAX_LINKS:
            address = absolute(self._base, attributes.get("href"))
            if address:
                label = clean(node.text(deep=True), 120) or clean(attributes.get("aria-label"), 120)
                self._page.links.append(Link(address, label))
        elif tag in {"img", "svg"} and len(self._page.images) < 60:
            self._image(node, tag, zone)

    def _image(self, node: LexborNode, tag: str, zone: str) -> None:
        attributes = node.attributes
        words = around(node)
        hint = " ".join(
            filter(
                None,
                [
                    attributes.get("alt"),
                    attributes.get("class"),
                    attributes.get("id"),
                    attributes.get("src"),
                    attributes.get("aria-label"),
                    words,
                ],
            )
        ).lower()[:600]
        if "logo" not in hint and "brand" not in hint and zone != "header":
            return
        if tag == "svg":
            drawing = node.html or ""
            if "<use" not in drawing and len(drawing) <= _MAX_SVG:
                self._page.images.append(Picture(None, drawing, hint, zone, in_a_row(node)))
            return
        source = attributes.get("src") or attributes.get("data-src")
        address = absolute(self._base, source)
        if address:
            self._page.images.append(Picture(address, None, hint, zone, in_a_row(node)))
