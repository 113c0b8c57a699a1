from __future__ import annotations

import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.pixels import svg
from brandstudio.pixels.safely import as_pdf_safely, decode_safely, rasterise_safely

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(body: str, attributes: str = 'width="40" height="20"') -> bytes:
    return f"<svg {NS} {attributes}>{body}</svg>".encode()


SQUARE = '<rect width="20" height="20" fill="#ff0000"/>'


def test_a_drawing_keeps_colour_and_transparency() -> None:
    image = rasterise_safely(drawing(SQUARE), width=400)
    assert (image.mode, image.size) == ("RGBA", (400, 200))
    assert image.getpixel((100, 100)) == (255, 0, 0, 255)
    assert image.getpixel((300, 100))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('width="40" height="20"', (40, 20)),
        ('width="1in" height="2.54cm"', (96, 96)),
        ('width="10mm" height="30pt"', (37.795, 40)),
        ('viewBox="0 0 24 12"', (24, 12)),
        ('viewBox="0 0 24 12" width="100%" height="100%"', (24, 12)),
        ('viewBox="0,0,24,12" width="48"', (48, 24)),
        ('viewBox="0 0 24 12" height="48"', (96, 48)),
        ("", (300, 150)),
        ('width="-5" height="nan"', (300, 150)),
        ('width="1e400" height="5"', (5, 5)),
        ("width='12' height='34' data-note='a > b'", (12, 34)),
    ],
)
def test_size_is_read_as_browsers_do(attributes: str, size: tuple[float, float]) -> None:
    assert svg.svg_size(drawing(SQUARE, attributes)) == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ((None, None), (40, 20)),
        ((100, None), (100, 50)),
        ((None, 100), (200, 100)),
        ((100, 100), (100, 50)),
        ((99999, None), (4096, 2048)),
    ],
)
def test_the_ratio_stays_and_no_side_is_over_the_bound(
    asked: tuple[int | None, int | None], size: tuple[int, int]
) -> None:
    assert svg.rasterise(drawing(SQUARE), *asked).size == size


def test_prolog_comments_and_doctype_are_fine() -> None:
    lead = b'\xef\xbb\xbf<?xml version="1.0"?><!-- hi --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n'
    assert decode_safely(lead + drawing(SQUARE)).mode == "RGBA"
    assert svg.rasterise(drawing(SQUARE).decode().encode("utf-16")).size == (40, 20)


class Listener:
    """Counts connections on a port of this machine."""

    def __init__(self) -> None:
        self.hits = 0
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.hits += 1
                self.send_response(404)
                self.end_headers()

            def log_message(self, *args: object) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def listener() -> Iterator[Listener]:
    it = Listener()
    yield it
    it.server.shutdown()
    it.server.server_close()


def links(target: str) -> list[bytes]:
    return [
        drawing(f'<image href="{target}" width="40" height="20"/>'),
        drawing(f'<image xlink:href="{target}" width="40" height="20"/>'),
        drawing(f'<use href="{target}#a"/>'),
        drawing(f'<style>@import url("{target}");</style>{SQUARE}'),
        drawing(f'<style>rect {{ fill: url("{target}#p") }}</style>{SQUARE}'),
        drawing(
            f'<filter id="f"><feImage href="{target}"/></filter><rect width="40" height="20" filter="url(#f)"/>'
        ),
        drawing(f'<rect width="40" height="20" fill="url({target}#g)"/>'),
        drawing(
            f'<foreignObject width="40" height="20"><iframe xmlns="http://www.w3.org/1999/xhtml" src="{target}"/></foreignObject>'
        ),
        drawing(f'<script href="{target}"/>{SQUARE}'),
        drawing(
            f'<style>@font-face {{ font-family: x; src: url({target}) }} text {{ font-family: x }}</style><text y="9">a</text>'
        ),
        f'<?xml-stylesheet href="{target}" type="text/css"?>'.encode() + drawing(SQUARE),
    ]


def drawn(attack: bytes) -> Image.Image | str:
    """The picture, or the words of its refusal."""
    try:
        return rasterise_safely(attack, width=40)
    except errors.UnsupportedMediaType as refused:
        return refused.message


def test_no_link_is_ever_followed(listener: Listener) -> None:
    for attack in links(f"http://127.0.0.1:{listener.port}/a.png"):
        assert "127.0.0.1" not in str(drawn(attack))
    assert listener.hits == 0


def test_no_file_is_ever_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("secret") / "secret.png"
    Image.new("RGB", (40, 20), (1, 254, 3)).save(secret)
    relative = "../" * 12 + str(secret).lstrip("/")
    for target in (str(secret), f"file://{secret}", relative):
        for attack in links(target):
            result = drawn(attack)
            assert "secret" not in str(result)
            if isinstance(result, Image.Image):
                assert (1, 254, 3) not in {pixel[:3] for _, pixel in result.getcolors(10_000) or []}


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))
ATTACKS = {
    "entity bomb": f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]><svg {NS}><text>&l9;</text></svg>'.encode(),
    "external entity": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg {NS}><text>&x;</text></svg>'.encode(),
    "deep nesting": drawing("<g>" * 100_000 + "</g>" * 100_000),
    "use bomb": drawing(
        '<g id="u0"><rect width="1" height="1"/></g>'
        + "".join(f'<g id="u{i}">' + f'<use href="#u{i - 1}"/>' * 10 + "</g>" for i in range(1, 10))
    ),
    "self reference": drawing('<g id="a"><use href="#a"/></g>'),
    "pattern loop": drawing(
        '<pattern id="p" width="1" height="1"><rect width="1" height="1" fill="url(#p)"/></pattern><rect width="40" height="20" fill="url(#p)"/>'
    ),
    "pattern bomb": drawing(
        '<pattern id="p" width=".00001" height=".00001" patternUnits="userSpaceOnUse"><circle r="1"/></pattern><rect width="40" height="20" fill="url(#p)"/>'
    ),
    "tall": drawing(SQUARE, 'width="1" height="100000000"'),
    "wide": drawing(SQUARE, 'width="100000000" height="1"'),
    "filter bomb": drawing(
        '<filter id="f" x="-9999" y="-9999" width="99999" height="99999"><feGaussianBlur stdDeviation="9999"/></filter><rect width="40" height="20" filter="url(#f)"/>'
    ),
    "many elements": drawing('<path d="M0 0L9 9"/>' * 90_000),
    "long path": drawing(f'<path d="M0 0{"L9 9L0 9" * 200_000}" stroke="red"/>'),
    "dashes": drawing('<path d="M0 0L1e9 1e9" stroke="red" stroke-dasharray="0.000001"/>'),
    "nan": drawing('<rect width="NaN" height="1e999"/>'),
    "broken": b"<svg xmlns='http://www.w3.org/2000/svg'><rect",
    "not closed comment": b"<svg><!--" + b"-" * 100_000,
    "comments without end": b"<svg>" + b"<!--" * 500_000,
    "declarations without end": b"<svg>" + b"<!DOCTYPE " * 300_000,
    "quotes without end": drawing('<a b="' * 300_000),
    "deep in quotes": drawing("<g a='>'>" * 300 + "</g>" * 300),
    "a million tags": b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<a/>" * 1_000_000 + b"</svg>",
    "open tags": drawing("<a " * 100_000),
    "nul": drawing("\0\0\0"),
    "utf-7": b"<?xml version='1.0' encoding='utf-7'?>+ADw-svg/+AD4-<svg/>",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_end_in_a_picture_or_a_415(name: str) -> None:
    try:
        image = rasterise_safely(ATTACKS[name], width=200)
    except (errors.UnsupportedMediaType, errors.PayloadTooLarge):
        return
    assert image.mode == "RGBA"


def test_empty_elements_with_brackets_in_quotes_are_not_depth() -> None:
    assert svg.rasterise(drawing("<path d='M0 0' data-a='a>b'/>" * 400)).size == (40, 20)


@pytest.mark.parametrize("name", ["entity bomb", "external entity"])
def test_entities_are_refused_before_anything_is_parsed(name: str) -> None:
    with pytest.raises(errors.UnsupportedMediaType, match="DTD"):
        svg.check(ATTACKS[name])


def test_words_are_drawn_in_a_sans_serif_unless_the_drawing_names_a_serif() -> None:
    def drawn(family: str) -> bytes:
        words = f'<text x="2" y="30" font-size="30" font-family="{family}">Rag</text>'
        return svg.rasterise(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40">{words}</svg>'.encode()
        ).tobytes()

    assert drawn("sans-serif") == drawn("Acme Grotesk, Arial, sans-serif") == drawn("Inter")
    assert drawn("Georgia, serif") == drawn("serif") != drawn("sans-serif")


# -- drawings that cost more the larger they are drawn ---------------------------------------------

_TURBULENT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12"><filter id="f">'
    + "".join(f'<feTurbulence baseFrequency="0.{n}" numOctaves="10"/>' for n in range(1, 51))
    + '</filter><rect width="12" height="12" filter="url(#f)"/></svg>'
).encode()


def test_a_drawing_that_is_quick_when_small_ends_with_its_child_when_large() -> None:
    assert rasterise_safely(_TURBULENT).size == (12, 12)
    with pytest.raises(errors.UnsupportedMediaType, match="limits of memory and time"):
        rasterise_safely(_TURBULENT, 2048, 2048)


def test_more_filters_than_a_drawing_needs_are_refused_at_the_door() -> None:
    many = b"<feOffset/>" * 61
    with pytest.raises(errors.UnsupportedMediaType, match="filter effects"):
        svg.check(drawing(SQUARE).replace(b"</svg>", b"<filter>" + many + b"</filter></svg>"))


def test_a_child_draws_the_same_pdf() -> None:
    assert as_pdf_safely(drawing(SQUARE), 100, 50) == svg.as_pdf(drawing(SQUARE), 100, 50)


@pytest.mark.parametrize("part", ["render", "pipelines", "handlers", "service"])
def test_no_foreign_drawing_is_drawn_outside_the_child(part: str) -> None:
    root = Path(svg.__file__).parents[1] / part
    found = [
        f"{file.name}: {match[0]}"
        for file in root.rglob("*.py")
        for match in re.finditer(r"\bsvg\.(?:rasterise|as_pdf)\(", file.read_text())
    ]
    assert found == []
