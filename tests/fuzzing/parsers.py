"""Every parser of ours that reads what others wrote, with what it is known by."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from brandstudio.keys.links import Links, Target
from brandstudio.keys.master import MasterKey
from brandstudio.testing import START_MS, picture

Seeds = Callable[[], list[bytes]]
REPOSITORY = Path(__file__).parents[2]


class Parser(NamedTuple):
    """A parser: its name, files it takes, what it does with bytes, words of its language, and what
    it refuses them by beside the contract's errors.
    """

    name: str
    seeds: Seeds
    take: Callable[[bytes], object]
    words: tuple[bytes, ...] = (b"\x00", b"\xff\xff\xff\xff")
    refuses: tuple[type[BaseException], ...] = ()
    times: int = 1
    """So many times longer than others it may take for one input."""


def text(data: bytes) -> str:
    """What a caller sends as text: characters, whatever the bytes."""
    return data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode()


def lines(*names: str) -> Seeds:
    """Short texts, as bytes."""
    return lambda: [name.encode() for name in names]


# -- pictures --------------------------------------------------------------------------------------


def pictures() -> list[bytes]:
    from PIL import Image

    small = Image.open(io.BytesIO(picture(24, 16, mark=5)))
    found = [
        picture(24, 16, mark=5, format=kind) for kind in ("PNG", "JPEG", "GIF", "WEBP", "AVIF")
    ]
    for kind, options in (
        ("PNG", {"bits": 4}),
        ("JPEG", {"progressive": True, "exif": b"Exif\x00\x00II*\x00\x08\x00\x00\x00\x00\x00"}),
        ("GIF", {"save_all": True, "append_images": [small.rotate(90)]}),
        ("PNG", {"save_all": True, "append_images": [small.rotate(90)]}),
    ):
        out = io.BytesIO()
        (small.convert("P") if "bits" in options else small).save(out, kind, **options)
        found.append(out.getvalue())
    return found


def decoded(data: bytes) -> None:
    from brandstudio.pixels import decode, metadata
    from brandstudio.pixels.probe import probe

    if probe(data, max_pixels=1_000_000).mime != "image/svg+xml":
        decode.decode(data, max_pixels=1_000_000)
    metadata.read(data)


def metadata_of(data: bytes) -> None:
    from brandstudio.pixels import metadata

    metadata.from_xmp(data)
    metadata.read(data)


def xmp() -> list[bytes]:
    return [
        b"<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        b"<rdf:Description/></rdf:RDF></x:xmpmeta>",
        pictures()[0],
    ]


# -- drawings and fonts ----------------------------------------------------------------------------


def drawings() -> list[bytes]:
    return [
        b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'><path d='M0 0h9v9z' fill='#f00'/></svg>",
        b"<?xml version='1.0'?><!DOCTYPE svg><svg xmlns='http://www.w3.org/2000/svg' width='2em' height='10mm'>"
        b"<defs><linearGradient id='g'><stop offset='0' stop-color='red'/></linearGradient></defs>"
        b"<use href='#r'/><rect id='r' width='9' height='9' fill='url(#g)' transform='rotate(9)'/>"
        b"<text x='1' y='9'>Hi</text><image href='data:image/png;base64,AAAA'/></svg>",
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><filter id='f'>"
        b"<feGaussianBlur stdDeviation='2'/></filter><g filter='url(#f)'><circle r='4'/></g></svg>",
    ]


def drawn(data: bytes) -> None:
    from brandstudio.pixels import svg

    svg.check(data)
    svg.svg_size(data)
    svg.rasterise(data, 32, 32)


@lru_cache(maxsize=1)
def fonts() -> list[bytes]:
    """Small fonts: variable with TrueType outlines, with colours, with PostScript outlines, a
    collection of them.
    """
    from fontTools import subset
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.t2CharStringPen import T2CharStringPen
    from fontTools.ttLib import TTCollection, TTFont

    with resources.as_file(resources.files("fontpkg_inter")) as folder:
        variable = TTFont(next(iter(sorted(folder.rglob("*.ttf")))))
    cut = subset.Subsetter()
    cut.populate(text="Hié")
    cut.subset(variable)
    drawing = FontBuilder(1000, isTTF=False)
    drawing.setupGlyphOrder([".notdef", "a", "b"])
    drawing.setupCharacterMap({0x61: "a", 0x62: "b"})
    pen = T2CharStringPen(600, None)
    pen.moveTo((0, 0))
    pen.curveTo((0, 300), (300, 500), (500, 0))
    pen.closePath()
    shapes = dict.fromkeys((".notdef", "a", "b"), pen.getCharString())
    drawing.setupCFF("Small", {}, shapes, {})
    drawing.setupHorizontalMetrics(dict.fromkeys(shapes, (600, 0)))
    drawing.setupHorizontalHeader(ascent=800, descent=-200)
    drawing.setupNameTable({"familyName": "Small", "styleName": "Regular"})
    drawing.setupOS2()
    drawing.setupPost()
    plain = [written(variable), written(drawing.font)]
    drawing.setupCOLR({"a": [("b", 0)]})
    drawing.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    both = TTCollection()
    both.fonts = [TTFont(io.BytesIO(one)) for one in plain]
    return [*plain, written(drawing.font), written(both)]


def written(font: Any) -> bytes:
    """A font of fontTools as a file."""
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def font(data: bytes) -> None:
    from brandstudio.render.type.foreign import rehearsed

    rehearsed(data)


@lru_cache(maxsize=1)
def web_fonts() -> list[bytes]:
    """The same as WOFF and WOFF2. What WOFF2 packs as one stream lies open behind its directory
    here, or a bent byte would break nothing but the packing.
    """
    import brotli
    from fontTools.ttLib import TTFont

    from brandstudio.render.type.font_check import woff2_stream

    found = []
    for plain in fonts()[:3]:
        for flavour in ("woff", "woff2"):
            font = TTFont(io.BytesIO(plain))
            font.flavor = flavour
            data = written(font)
            if flavour == "woff2":
                at = woff2_stream(data, int.from_bytes(data[12:14], "big"))
                size = int.from_bytes(data[20:24], "big")
                data = data[:at] + brotli.decompress(data[at : at + size])
            found.append(data)
    return found


def web_font(data: bytes) -> None:
    import brotli

    from brandstudio import errors
    from brandstudio.render.type.font_check import woff2_stream

    if data[:4] == b"wOF2":
        with contextlib.suppress(errors.StudioError):
            at = woff2_stream(data, int.from_bytes(data[12:14], "big"))
            packed = brotli.compress(data[at:], quality=1)
            head = data[:8] + (at + len(packed)).to_bytes(4, "big") + data[12:20]
            data = head + len(packed).to_bytes(4, "big") + data[24:at] + packed
    font(data)


def path(data: bytes) -> None:
    from brandstudio.render import svg_path

    svg_path.flattened(svg_path.parse(text(data)))


# -- websites --------------------------------------------------------------------------------------

PAGE = (
    "<!doctype html><html lang=de><head><title>Acme</title><meta charset=latin-1><base href='/x'>"
    "<style>:root{--c:#f00}h1{color:var(--c)}</style><link rel=stylesheet href=a.css>"
    '<script type=\'application/ld+json\'>{"@type":"Organization","name":"Acme"}</script></head>'
    "<body><h1>Chairs</h1><p>We make <b>quiet</b> chairs.<table><tr><td>1</table><img src=a.png srcset='b 2x'>"
    "</body></html>"
)
SHEET = (
    "@import 'b.css';@charset 'utf-8';:root{--brand:#0a0;--b:var(--brand)}@media (min-width:9px){a,h1:not(.x){"
    "background:linear-gradient(red,var(--b,#123))}}@font-face{font-family:'A';src:url(a.woff2)}p{color:hsl(9 9% 9%)}"
)


def page(data: bytes) -> None:
    from brandstudio.engines.website.bounds import affordable
    from brandstudio.engines.website.charsets import decode_page
    from brandstudio.engines.website.pages import read_page

    read_page(affordable(decode_page(data, None))[0], "https://example.com/")


def stylesheet(data: bytes) -> None:
    from brandstudio.engines.website.charsets import decode_stylesheet
    from brandstudio.engines.website.pages import read_page
    from brandstudio.engines.website.styles import Stylesheets

    sheets = Stylesheets()
    sheets.add(decode_stylesheet(data, None), "https://example.com/a.css")
    sheets.of_page(read_page(PAGE, "https://example.com/").use)


# -- values ----------------------------------------------------------------------------------------


def templates() -> list[bytes]:
    folder = REPOSITORY / "brandstudio" / "assets" / "templates"
    return [file.read_bytes() for file in sorted(folder.glob("*.json"))[:12]]


def template(data: bytes) -> None:
    from brandstudio.render.layout import lint
    from brandstudio.render.layout import template as layout

    lint.lint(data)
    layout.load(data)


def recipe(data: bytes) -> None:
    from brandstudio.http import strictjson
    from brandstudio.operations import CreateDesign

    CreateDesign.model_validate(strictjson.parse(data))


RECIPE = {
    "folder": "acme",
    "size": "email-header",
    "template": "overlay",
    "slots": {"headline": "Hi", "subhead": "x", "imageId": "img_1", "layers": [{"kind": "text"}]},
}


def strict_json(data: bytes) -> None:
    from brandstudio.http import bodies, strictjson

    strictjson.parse(data)
    bodies.parse_json(data, "application/json")


def multipart(data: bytes) -> None:
    from starlette.requests import Request

    from brandstudio.http import bodies
    from brandstudio.operations.base import FilePart

    sent = iter([{"type": "http.request", "body": data, "more_body": False}])

    async def receive() -> Any:
        return next(sent, {"type": "http.disconnect"})

    headers = [(b"content-type", b"multipart/form-data; boundary=x")]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
    part = FilePart("file", "url", 10_000)
    asyncio.run(bodies.read_form(Request(scope, receive), part))


FORM = (
    b'--x\r\nContent-Disposition: form-data; name="level1"\r\n\r\nacme\r\n--x\r\n'
    b'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc\r\n--x--\r\n'
)

# -- words -----------------------------------------------------------------------------------------


def markdown(data: bytes) -> None:
    from brandstudio.language.proofread.markdown import Document

    found = Document(text(data))
    assert len(found.masked) == len(found.text)
    found.spans()


def edit(data: bytes) -> None:
    from brandstudio.language import edits

    edits.parse(text(data)[:4000])


def rule(data: bytes) -> None:
    from brandstudio.language import rule_sentences

    for kind in ("copy", "visual"):
        rule_sentences.check_from(kind, text(data)[:1000])  # type: ignore[arg-type]


def scene(data: bytes) -> None:
    from brandstudio.language import scenes

    scenes.plan(text(data)[:4000])


def amendment(data: bytes) -> None:
    from brandstudio.language.copy.amend import amend

    amend("Our spring sale begins on Monday. Bring a friend.", text(data)[:4000])


def draft(data: bytes) -> None:
    from brandstudio.language.copy.amend import amend

    for order in ("remove the second sentence", 'replace "a" with "b"', "shorten to 40 words"):
        amend(text(data)[:20_000] or "a", order)


def target(data: bytes) -> None:
    from brandstudio.language.copy import targets

    targets.parse(text(data)[:200], "Our spring sale begins on Monday.")


def brief(data: bytes) -> None:
    from brandstudio.language import copy

    copy.generate("write", brief=text(data)[:4000] or "a")


def query(data: bytes) -> None:
    from brandstudio.domain.search_query import parse
    from brandstudio.store.searching import expression

    for term in parse(text(data)[:400]):
        asked = "select 1 from t where t match ?"
        with_words().execute(asked, (expression(term),)).fetchall()


@lru_cache(maxsize=1)
def with_words() -> Any:
    import sqlite3

    db = sqlite3.connect(":memory:")
    db.execute("create virtual table t using fts5(words)")
    db.execute("insert into t values ('a quiet lake')")
    return db


# -- links -----------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def links() -> Links:
    key = MasterKey((b"k" * 32,))
    return Links(lambda: key, lambda: START_MS, lambda: None)


def tokens() -> list[bytes]:
    made = [
        links().to(Target("wsp_1", "ab" * 32), 60),
        links().to(Target("wsp_1", "ab" * 32, "img_1", "a b.png"), 60),
    ]
    return [link.rpartition("/")[2].encode() for link in made]


def link(data: bytes) -> None:
    token = text(data)
    links().renew({"a": [f"/files/{token}"]}, "wsp_1")
    assert links().open(token) or True
    assert token.encode() in tokens(), "a forged link opens"


def address(data: bytes) -> None:
    from brandstudio.network import fetch, guard

    try:
        fetch._checked(text(data))
    finally:
        guard.AllowedHosts.of([text(data)[:300]])


def refused() -> tuple[type[BaseException], ...]:
    from brandstudio.network.fetch import FetchRefused

    return (FetchRefused,)


XML = (
    b"<!ENTITY a 'b'>",
    b"<!DOCTYPE x [",
    b"]]>",
    b"<g>",
    b"</g>",
    b"<use href='#r'/>",
    b"url(#g)",
)
MARKUP = (
    b"<div>",
    b"</div>",
    b"<table>",
    b"<b><i>",
    b"<!--",
    b"-->",
    b"<script>",
    b"\x00",
    b"&#x110000;",
)
SHEETS = (b"{", b"}", b"(", b"var(--b)", b"--b:", b"url(", b"/*", b"*/", b"@media", b",", b"calc(1")
FONT_WORDS = (
    b"glyf",
    b"loca",
    b"fvar",
    b"gvar",
    b"CFF ",
    b"COLR",
    b"GSUB",
    b"\xff\xff",
    b"\x00\x00",
)
JSON = (b"[", b"{", b'"', b"\\ud800", b"1e999", b"null", b'{"a":', b"NaN", b"-0", b"\\u0000")
WORDS = (
    b"not ",
    b", ",
    b"but ",
    b"at most ",
    b"1",
    b"%",
    b"# ",
    b"`",
    b"[",
    b"](",
    b"*",
    b"|",
    b"\n\n",
    b"> ",
    b'"',
)

PARSERS = (
    Parser(
        "pictures", pictures, decoded, (b"IDAT", b"IHDR", b"\xff\xda", b"RIFF", b"acTL", b"ftyp")
    ),
    Parser("metadata", xmp, metadata_of, XML),
    Parser("svg", drawings, drawn, XML),
    Parser("fonts", fonts, font, FONT_WORDS),
    Parser("webfonts", web_fonts, web_font, FONT_WORDS),
    Parser(
        "paths",
        lines("M0 0h9v9l1-2e3zA1 1 0 0 1 2 2", "m1,1c1 2 3 4 5 6t9 9q1 1 2 2s1 1 1 1"),
        path,
        (b"M", b"e9", b"-", b"A"),
        (ValueError,),
    ),
    Parser("pages", lambda: [PAGE.encode()], page, MARKUP),
    Parser("sheets", lambda: [SHEET.encode()], stylesheet, SHEETS),
    # It is linted, which sets words of three lengths in every size.
    Parser("templates", templates, template, JSON, times=4),
    Parser("recipes", lambda: [json.dumps(RECIPE).encode()], recipe, JSON, (ValueError,)),
    Parser("json", lines('{"a":[1,2.5,"\\u00e9",null,true]}', "[[[1]]]"), strict_json, JSON),
    Parser("multipart", lambda: [FORM], multipart, (b"--x", b"\r\n", b'name="', b"filename*=")),
    Parser("markdown", lambda: [(REPOSITORY / "README.md").read_bytes()[:6000]], markdown, WORDS),
    Parser(
        "edits", lines("make it brighter and crop to a square", "no text, more blue"), edit, WORDS
    ),
    Parser(
        "rules",
        lines("At most 6 words in a headline.", "Never use red; logo top left"),
        rule,
        WORDS,
    ),
    Parser("scenes", lines("A quiet lake at dawn without people, space on the left"), scene, WORDS),
    Parser(
        "amendments",
        lines(
            'Replace "sale" with "offer" and remove the last sentence.', "Make it a list; shorter"
        ),
        amendment,
        WORDS,
    ),
    Parser("drafts", lines("Our sale begins. Come soon!\n\n- a\n- b"), draft, WORDS),
    Parser("targets", lines("40 words", "at most 90 characters", "half as long"), target, WORDS),
    Parser("briefs", lines("Spring sale on 3 May in Bern, 20 % off"), brief, WORDS),
    Parser("queries", lines('"quiet lake" -red tag', "Straße OR x NEAR(a b)"), query, WORDS),
    Parser("links", tokens, link, (b".", b"=", b"-", b"_", b"%")),
    Parser(
        "addresses",
        lines("https://example.com/a?b#c", "https://[::1]:8443/", "0x7f.1:443"),
        address,
        (b"@", b"[", b"]", b":", b"%00", "。".encode(), b"//", b"\\"),
        refused(),
    ),
)
