"""Reads a website: its home page, a handful of pages that speak of the brand, its stylesheets,
icons and manifest.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlsplit

from ...errors import ServiceBusy, StudioError
from ...network.fetch import Fetched, FetchRefused, Kind
from .charsets import decode_page, decode_stylesheet
from .facts import LogoCandidate, SiteColour, SiteFacts, SiteUnreadable
from .pages import Page, Picture, absolute, clean, read_page
from .palette import colours
from .purpose import read_purpose, speaks_to_a_machine
from .styles import Stylesheets
from .typefaces import fonts

MAX_PAGES = 6
MAX_PAGE_BYTES = 2_000_000
MAX_STYLE_BYTES = 1_000_000
MAX_STYLESHEETS = 8
MAX_SECONDS = 90.0
_MAX_LOGOS = 8
_MAX_MANIFEST_BYTES = 200_000

_ABOUT = re.compile(
    r"about|who-we-are|our-story|story|mission|purpose|values|brand|company|philosoph|ueber-uns|über-uns|uber-uns|"
    r"unternehmen|a-propos|à-propos|qui-sommes|notre-histoire|quienes-somos|sobre|chi-siamo|over-ons|om-oss|o-nas",
    re.IGNORECASE,
)
_LEGAL = re.compile(
    r"imprint|impressum|legal|mentions-legales|disclaimer|compliance|regulat|aviso-legal|note-legali|terms",
    re.IGNORECASE,
)
_SKIP = re.compile(
    r"\.(?:pdf|zip|jpe?g|png|gif|svg|webp|mp4|mp3|docx?|xlsx?|xml|json|css|js|exe|dmg)$|/(?:feed|rss)\b|"
    r"logout|signout|delete|/cart|/checkout|/login",
    re.IGNORECASE,
)


#: A paint of an SVG drawing: an attribute or a declaration.
_PAINT = re.compile(
    r"""(?:fill|stroke|stop-color)\s*[=:]\s*["']?\s*(#[0-9a-fA-F]{3,8}|rgba?\([^)]{5,40}\))"""
)


_OTHERS = re.compile(
    r"client|customer|partner|sponsor|payment|press|award|trusted|vendor|integration|supplier|member"
    r"|as-seen|featured|powered|certif|kunden|referenz|lieferant|foerder|förder|fournisseur|cliente"
    r"|visa|mastercard|paypal|klarna|app-?store|google-?play|trustpilot"
)
_MOST_REFRESHES = 2


class Fetch(Protocol):
    """The guarded fetcher (``engines.fetch.Fetcher.fetch``, with its workspace filled in)."""

    def __call__(self, url: str, *, max_bytes: int, kind: Kind) -> Fetched: ...


def read_site(
    url: str,
    fetch: Fetch,
    *,
    max_pages: int = MAX_PAGES,
    max_bytes: int = MAX_PAGE_BYTES,
    max_stylesheets: int = MAX_STYLESHEETS,
    max_seconds: float = MAX_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    progress: Callable[[str], None] = lambda _: None,
) -> SiteFacts:
    """What the site at ``url`` says of its brand. Raises SiteUnreadable when its home page can't be
    read.

    At most ``max_pages`` pages of the same site and ``max_stylesheets`` stylesheets are fetched,
    none after ``max_seconds``; what fails besides the home page is named in ``warnings``.
    ``progress`` hears of each step.
    """
    return _Reader(
        fetch, max_pages, max_bytes, max_stylesheets, clock() + max_seconds, clock, progress
    ).read(url)


class _Reader:
    def __init__(
        self,
        fetch: Fetch,
        max_pages: int,
        max_bytes: int,
        max_stylesheets: int,
        end: float,
        clock: Callable[[], float],
        progress: Callable[[str], None],
    ) -> None:
        self._fetch, self._clock, self._end, self._progress = fetch, clock, end, progress
        self._max_pages, self._max_bytes, self._max_stylesheets = (
            max_pages,
            max_bytes,
            max_stylesheets,
        )
        self._warnings: list[str] = []

    def read(self, url: str) -> SiteFacts:
        self._progress("Reading the home page")
        home_text, home_url, charset = self._home(_with_scheme(url))
        first_look = read_page(home_text, home_url)
        for _ in range(_MOST_REFRESHES):
            if not first_look.leads_to or _same(first_look.leads_to) == _same(home_url):
                break
            home_text, home_url, charset = self._home(first_look.leads_to)
            first_look = read_page(home_text, home_url)
        self._progress("Reading the stylesheets")
        sheets = self._stylesheets(first_look, charset)
        # A second look with what the stylesheets hide left out: hidden words are no words of the
        # brand.
        home = read_page(home_text, home_url, sheets.hidden)
        if home.words < 3 and not home.meta and not home.title:
            raise SiteUnreadable("The website's home page has no words to read.")
        if home.words < 20:
            self._warnings.append(
                "The home page holds hardly any words; it may need a browser to show them."
            )
        pages = [home, *self._more_pages(home, sheets)]
        if any(page.cut for page in pages):
            self._warnings.append("A page was too large or nested too deep to be read to its end.")
        self._progress("Working out what the site says")
        name = _name(home)
        purpose, refused = read_purpose(pages, name)
        if refused:
            self._warnings.append(
                f"Passages that read like instructions to a machine were left out ({refused})."
            )
        declared = sheets.of_page(home.use)
        found = colours(declared, home.meta.get("theme-color"), _drawn_in(home))
        return SiteFacts(
            url=home.url,
            name=name,
            language=home.language,
            colours=tuple(_plainly_named(c) for c in found),
            fonts=tuple(
                f
                for f in fonts(declared, _linked_families(home.stylesheets))
                if _is_a_name(f.family)
            ),
            logos=tuple(self._logos(home)),
            purpose=purpose,
            pages=tuple(page.url for page in pages),
            warnings=tuple(self._warnings),
        )

    def _home(self, url: str) -> tuple[str, str, str | None]:
        try:
            fetched = self._fetch(url, max_bytes=self._max_bytes, kind="page")
        except FetchRefused as refused:
            raise SiteUnreadable(f"The website can't be read: {refused.message}") from refused
        except ServiceBusy:
            raise
        except StudioError as refused:
            raise SiteUnreadable(f"The website can't be read: {refused.message}") from refused
        text = decode_page(fetched.body, fetched.charset)
        if fetched.content_type.startswith(("text/css", "text/plain")) or not re.search(
            r"<\w", text[:100_000]
        ):
            raise SiteUnreadable(
                "The website can't be read: its address does not lead to a web page."
            )
        return text, fetched.final_url, fetched.charset

    def _more_pages(self, home: Page, sheets: Stylesheets) -> list[Page]:
        pages: list[Page] = []
        seen = {_same(home.url)}
        for url in _worth_reading(home)[: 3 * self._max_pages]:
            if len(pages) + 1 >= self._max_pages:
                break
            if _same(url) in seen:
                continue
            seen.add(_same(url))
            self._progress(f"Reading {urlsplit(url).path[:60]}")
            fetched = self._try(url, self._max_bytes, "page")
            if fetched is None or fetched.content_type not in {
                "text/html",
                "application/xhtml+xml",
                "",
            }:
                continue
            # Where it redirects to another site, that site's words are not this brand's.
            if not _same_site(fetched.final_url, home.url) or _same(fetched.final_url) in seen - {
                _same(url)
            }:
                continue
            seen.add(_same(fetched.final_url))
            pages.append(
                read_page(
                    decode_page(fetched.body, fetched.charset), fetched.final_url, sheets.hidden
                )
            )
        return pages

    def _stylesheets(self, page: Page, charset: str | None) -> Stylesheets:
        sheets = Stylesheets()
        waiting = list(dict.fromkeys(page.stylesheets))
        read = 0
        while waiting and read < self._max_stylesheets:
            url = waiting.pop(0)
            fetched = self._try(url, MAX_STYLE_BYTES, "page")
            read += 1
            if fetched is not None and fetched.content_type in {"text/css", "", "text/plain"}:
                sheets.add(
                    decode_stylesheet(fetched.body, fetched.charset, charset), fetched.final_url
                )
                waiting += [
                    found for found in sheets.imports if found not in waiting and found != url
                ]
                sheets.imports.clear()
        for css in page.styles:
            sheets.add(css, page.url)
        for tag, css in page.declared:
            sheets.add_inline(tag, css)
        return sheets

    def _logos(self, home: Page) -> list[LogoCandidate]:
        """Likely logos, the likeliest first; nothing is fetched but the manifest."""
        found: list[LogoCandidate] = []
        for entry in home.structured:
            logo = entry.get("logo")
            address = logo.get("url") if isinstance(logo, dict) else logo
            if isinstance(address, str) and (link := absolute(home.url, address)):
                found.append(
                    LogoCandidate("structured", 1.0, link, label=_label(entry.get("name")))
                )
        for picture in home.images:
            score = _likeness(picture)
            if score >= 0.4:
                found.append(LogoCandidate("header", score, picture.url, picture.svg))
        manifest = self._manifest(home)
        icons = [*home.icons, *((url, "icon", side) for url, side in manifest)]
        for url, rel, side in icons:
            large = min(side, 512) / 512
            vector = 0.15 if urlsplit(url).path.lower().endswith(".svg") else 0.0
            score = 0.3 + 0.2 * large + vector + 0.1 * ("apple" in rel)
            found.append(LogoCandidate("icon", round(score, 2), url, label=rel))
        social = absolute(home.url, home.meta.get("og:logo") or home.meta.get("og:image"))
        if social:
            found.append(LogoCandidate("social", 0.2, social))
        distinct = {
            (candidate.url or candidate.svg): candidate
            for candidate in sorted(found, key=lambda c: c.score)
        }
        return sorted(distinct.values(), key=lambda c: (-c.score, c.url or ""))[:_MAX_LOGOS]

    def _manifest(self, home: Page) -> list[tuple[str, int]]:
        """The icons of the web app manifest: addresses and sides in pixels."""
        fetched = self._try(home.manifest, _MAX_MANIFEST_BYTES, "any") if home.manifest else None
        if fetched is None:
            return []
        try:
            value = json.loads(fetched.body)
        except (ValueError, RecursionError):
            return []
        icons = value.get("icons") if isinstance(value, dict) else None
        found: list[tuple[str, int]] = []
        for icon in icons[:20] if isinstance(icons, list) else []:
            if isinstance(icon, dict) and isinstance(icon.get("src"), str):
                address = absolute(fetched.final_url, icon["src"])
                size = re.match(r"(\d{1,4})x", str(icon.get("sizes") or ""))
                if address:
                    found.append((address, int(size[1]) if size else 0))
        return found

    def _try(self, url: str, max_bytes: int, kind: Kind) -> Fetched | None:
        """What lies at an address that is not essential; None with a warning when it can't be
        had.
        """
        if self._clock() >= self._end:
            self._warn("The site answers slowly; some of it was not read.")
            return None
        try:
            return self._fetch(url, max_bytes=max_bytes, kind=kind)
        except FetchRefused as refused:
            self._warn(f"{_shown(url)} was not read: {refused.message}")
        except StudioError as refused:
            self._warn(f"{_shown(url)} was not read: {refused.message}")
        return None

    def _warn(self, text: str) -> None:
        if text not in self._warnings and len(self._warnings) < 10:
            self._warnings.append(text)


def _likeness(picture: Picture) -> float:
    """How much says that a picture is this site's own logo."""
    hint, zone = picture.hint, picture.zone
    score = 0.45 + 0.3 * ("logo" in hint) + 0.2 * (zone == "header") - 0.25 * (zone == "footer")
    # Rows of other people's logos: customers, partners, ways to pay.
    score -= 0.5 * bool(_OTHERS.search(hint))
    score -= 0.5 * (picture.row >= 3 and zone != "header")
    return round(score, 2)


def _drawn_in(home: Page) -> list[str]:
    """The colours of the drawing that stands as a logo at the head of the page."""
    drawings = [p.svg for p in home.images if p.svg and p.zone == "header"]
    return [value for svg in drawings[:1] for value in dict.fromkeys(_PAINT.findall(svg[:20_000]))]


def _is_a_name(text: str) -> bool:
    return not speaks_to_a_machine(text.replace("-", " ").replace("_", " "))


def _plainly_named(colour: SiteColour) -> SiteColour:
    return colour if colour.name is None or _is_a_name(colour.name) else replace(colour, name=None)


def _with_scheme(url: str) -> str:
    """People write ``acme.com``; the fetcher wants https said."""
    return url if "://" in url else f"https://{url}"


def _shown(url: str) -> str:
    parts = urlsplit(url)
    return clean(f"{parts.hostname}{parts.path}", 100)


def _same(url: str) -> str:
    """An address with what does not tell pages apart taken off: query, last slash, www."""
    parts = urlsplit(url)
    return f"{(parts.netloc or '').lower().removeprefix('www.')}{parts.path.rstrip('/')}"


def _same_site(one: str, other: str) -> bool:
    a, b = (urlsplit(url).netloc.lower().removeprefix("www.") for url in (one, other))
    return a == b or a.endswith("." + b) or b.endswith("." + a)


def _worth_reading(home: Page) -> list[str]:
    """Links of the same site that speak of the brand, about pages and legal pages in turn."""
    about: dict[str, float] = {}
    legal: dict[str, float] = {}
    for link in home.links:
        path = urlsplit(link.url).path
        if (
            not link.url.startswith("https://")
            or not _same_site(link.url, home.url)
            or _SKIP.search(path)
        ):
            continue
        words = f"{path} {link.text.replace(' ', '-')}"
        # A short path is the page itself; a long one is an article that mentions it.
        worth = 1 / (1 + path.strip("/").count("/"))
        if _ABOUT.search(words):
            about[link.url] = max(worth, about.get(link.url, 0))
        elif _LEGAL.search(words):
            legal[link.url] = max(worth, legal.get(link.url, 0))
    first, second = (
        sorted(links, key=lambda url: (-links[url], len(url), url)) for links in (about, legal)
    )
    # Three about pages for two legal ones.
    turns: list[str] = []
    while first or second:
        turns += [first.pop(0) for _ in range(min(2, len(first)))] + [
            second.pop(0) for _ in range(min(1, len(second)))
        ]
    return turns


def _linked_families(stylesheets: Iterable[str]) -> list[str]:
    """Families that a font service's link names: ``?family=Open+Sans:wght@400``."""
    families: list[str] = []
    for url in stylesheets:
        parts = urlsplit(url)
        if "font" not in (parts.hostname or ""):
            continue
        for key, value in (
            parse_qsl(parts.query, max_num_fields=50) if parts.query.count("&") < 50 else []
        ):
            if key == "family":
                families += [clean(name.partition(":")[0], 60) for name in value.split("|")[:6]]
    return [family for family in dict.fromkeys(families) if family]


def _name(home: Page) -> str | None:
    """The brand's name: what the site calls itself, else the shortest part of the title."""
    organisations = [e for e in home.structured if _is_organisation(e)]
    for text in (
        *(_label(e.get("name")) for e in organisations),
        home.meta.get("og:site_name"),
        home.meta.get("application-name"),
    ):
        if text and not speaks_to_a_machine(text):
            return text[:80]
    parts: Sequence[str] = [p.strip() for p in re.split(r"\s[|\-–—·:»]\s", home.title) if p.strip()]
    named = min(parts, key=len, default="")
    return named[:80] if named and not speaks_to_a_machine(named) else None


def _is_organisation(entry: dict[str, Any]) -> bool:
    kinds = entry.get("@type")
    return any(
        isinstance(kind, str)
        and re.search(r"Organization|Corporation|Business|Brand|Store|WebSite|NGO", kind)
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    )


def _label(value: object) -> str:
    label = clean(value, 80) if isinstance(value, str) else ""
    return "" if speaks_to_a_machine(label) else label
