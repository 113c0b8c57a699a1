from __future__ import annotations

import base64
import io
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import uharfbuzz as hb  # type: ignore[import-untyped]
from browser import CHROMIUM, Browser
from PIL import Image

from brandstudio.models.designs import Slots
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.export.export import export
from brandstudio.render.type.fonts import FontSpec, FontStack, face_of
from brandstudio.render.type.subset import may_embed, subset

from .conftest import STACK, assets_of, brief, photo

SVG = "{http://www.w3.org/2000/svg}"
WORDS = {
    "latin": Slots(
        headline="Ship office AVATAR “quotes” -> fi",
        subhead="WAVE To. 10:45 affinity <now>",
        button_text="Go",
    ),
    "german": Slots(
        headline="Größe für Donaudampfschifffahrtsgesellschaftskapitän",
        subhead="Äpfel",
        button_text="Öffnen",
    ),
    "arabic": Slots(
        headline="الميناء يفتح أبوابه من جديد",
        subhead="جولات Berlin Harbour 10:00",
        button_text="احجز",
    ),
    "hebrew": Slots(
        headline="הנמל נפתח שוב ביום שבת בשעה 10:00", subhead="שלום (world) 2026!", button_text="כן"
    ),
    "hindi": Slots(
        headline="बंदरगाह शनिवार को फिर से खुलेगा", subhead="क्षत्रिय विद्यार्थी शृंखला", button_text="देखें"
    ),
    "japanese": Slots(
        headline="港は土曜日に再びオープンします。",
        subhead="「東京」の夏、Summer 2026",
        button_text="予約",
    ),
    "emoji": Slots(
        headline="Launch 🚀 day 👩‍👩‍👧 1️⃣ 🇩🇪 now",
        subhead="Party 🎉 all night ❤️",
        button_text="Go 🚀",
    ),
}
#: The words as a browser measures them, and the widths that we set them in.
WIDTHS = """JSON.parse(JSON.stringify([...document.querySelectorAll('text')].map(t => {
    const ours = +t.getAttribute('textLength'); t.removeAttribute('textLength');
    return [ours, t.getComputedTextLength()]; })))"""


def made(slots: Slots, fonts: FontStack = STACK) -> tuple[Rendering, dict[str, bytes]]:
    asked = brief(photo("night"), slots=slots, fonts=fonts)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    return rendering, assets_of(asked)


def with_licence_bits(spec: FontSpec, bits: int) -> FontSpec:
    """The same font, its OS/2 fsType set."""
    data = bytearray(spec.read())
    for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16):
        if data[at : at + 4] == b"OS/2":
            struct.pack_into(">H", data, struct.unpack_from(">I", data, at + 8)[0] + 8, bits)
    return FontSpec.of(spec.family, bytes(data))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    opened = Browser(tmp_path_factory.mktemp("profile"), width=1200, height=627)
    yield opened
    opened.close()


@pytest.mark.parametrize("language", WORDS)
def test_a_browser_draws_live_words_as_the_banner_has_them(
    language: str, browser: Browser, tmp_path: Path
) -> None:
    rendering, assets = made(WORDS[language])
    file = tmp_path / "banner.svg"
    file.write_bytes(export(rendering.spec, assets, STACK, "svg").data)
    browser.open(file.as_uri())
    assert set(browser.run("[...document.fonts].map(f => f.status)")) == {"loaded"}
    seen = Image.open(io.BytesIO(browser.picture())).convert("RGB")
    apart = np.abs(np.asarray(seen).astype(int) - np.asarray(rendering.image)).max(2)
    # Edges of letters differ by how two rasterisers round; a strange letter or a moved line is a
    # patch.
    assert apart.mean() < 1.2
    blurred = Image.fromarray(apart.astype(np.uint8)).resize(
        (1200 // 8, 627 // 8), Image.Resampling.BOX
    )
    assert np.asarray(blurred).max() < 100
    browser.run("getSelection().selectAllChildren(document.documentElement)")
    copied = browser.run("getSelection().toString()")
    lines = [
        line.text for layer in rendering.spec.layers if layer.kind == "text" for line in layer.lines
    ]
    assert copied.replace("‐", "").split() == " ".join(lines).split()
    for ours, theirs in browser.run(WIDTHS):
        assert theirs == pytest.approx(ours, abs=0.2)


def test_live_words_stand_in_the_picture_of_a_page_too(browser: Browser, tmp_path: Path) -> None:
    rendering, assets = made(WORDS["japanese"])
    (tmp_path / "banner.svg").write_bytes(export(rendering.spec, assets, STACK, "svg").data)
    (tmp_path / "page.html").write_text(
        "<title>p</title><body style='margin:0'><img src='banner.svg' alt='p'>"
    )
    browser.open((tmp_path / "page.html").as_uri())
    seen = Image.open(io.BytesIO(browser.picture())).convert("RGB")
    assert np.abs(np.asarray(seen).astype(int) - np.asarray(rendering.image)).max(2).mean() < 1.2


def test_a_hyphen_that_we_set_is_shown() -> None:
    rendering, assets = made(WORDS["german"])
    root = ElementTree.fromstring(export(rendering.spec, assets, STACK, "svg").data)
    lines = ["".join(t.itertext()) for t in root.iter(f"{SVG}text")]
    assert lines[:3] == ["Größe für Donau‐", "dampfschifffahrts‐", "gesellschaftskapitän"]


@pytest.mark.parametrize("language", WORDS)
def test_live_words_bring_every_glyph_in_a_small_file(language: str) -> None:
    rendering, assets = made(WORDS[language])
    data = export(rendering.spec, assets, STACK, "svg").data
    assert data == export(rendering.spec, assets, STACK, "svg").data
    held = {
        name: base64.b64decode(packed)
        for name, packed in re.findall(r"font-family:'(bs-\w+)'.*?base64,([\w+/=]+)", data.decode())
    }
    assert sum(len(font) for font in held.values()) < 80_000
    for span in ElementTree.fromstring(data).iter(f"{SVG}tspan"):
        name = str(span.get("font-family")).split("'")[1]
        drawn = {ord(c) for c in span.text or "" if c not in "\u200d\ufe0f"}
        assert drawn <= set(hb.Face(held[name]).unicodes)


def test_words_in_a_font_that_forbids_embedding_are_outlines() -> None:
    fonts = FontStack((with_licence_bits(STACK.faces[0], 0x0002), *STACK.faces[1:]))
    rendering, assets = made(Slots(headline="Ship it", subhead="港は土曜日"), fonts)
    root = ElementTree.fromstring(export(rendering.spec, assets, fonts, "svg").data)
    assert ["".join(t.itertext()) for t in root.iter(f"{SVG}text")] == ["港は土曜日"]
    assert [g.get("aria-label") for g in root.iter(f"{SVG}g") if g.get("role") == "text"] == [
        "Ship it"
    ]
    assert len(list(root.iter(f"{SVG}path"))) == len("Shipit")


@pytest.mark.parametrize(
    ("bits", "allowed"),
    [(0, True), (4, True), (8, True), (2, False), (0x0100, False), (0x0200, False)],
)
def test_licence_bits_are_kept_to(bits: int, allowed: bool) -> None:
    face = face_of(with_licence_bits(STACK.faces[0], bits))
    assert may_embed(face) is allowed
    assert (subset(face, face.variations(700, 60), "Ship it") is not None) is allowed


@pytest.mark.parametrize(
    "text",
    [
        "o\u0323\u0302",
        "\u1ed9",
        "e\u0301a\u0308",
        "office \u2011 To.",
        "\u0e25\u0e33 \u0e19\u0e49\u0e33",
    ],
)
def test_a_subset_shapes_as_its_face_does(text: str) -> None:
    face = next(
        face for face in map(face_of, STACK.faces) if {ord(c) for c in text} <= face.coverage
    )
    variations = face.variations(640, 40)
    cut = subset(face, variations, text)
    assert cut is not None

    def advances(font: hb.Font) -> list[tuple[int, ...]]:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(font, buffer)
        return [tuple(position.position[:3]) for position in buffer.glyph_positions]

    assert np.allclose(
        advances(hb.Font(hb.Face(cut.data))), advances(face.font(variations)), atol=1.01
    )


def test_characters_that_xml_does_not_know_are_left_out() -> None:
    rendering, assets = made(Slots(headline="Ship\ufffe it"))
    spec = rendering.spec.model_copy(update={"alt_text": "a\x01b\uffff"})
    for format in ("svg", "svg-outlines"):
        root = ElementTree.fromstring(export(spec, assets, STACK, format).data)  # type: ignore[arg-type]
        assert root.findtext(f"{SVG}desc") == "ab"
