"""What readers of our PDFs find: whole words in every script, our picture, and a structure that can
be read aloud.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import unicodedata
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brandstudio.models.designs import Slots
from brandstudio.pixels.metadata import Metadata, from_xmp
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.export.export import export
from brandstudio.render.type.fonts import FontStack

from .conftest import STACK, assets_of, brief, logo, photo
from .test_svg_words import with_licence_bits

pdfium = pytest.importorskip("pypdfium2")

WORDS = {
    "English": (
        "Ship “office” AVATAR fi ffl waffle",
        "WAVE To. 10:45 affinity <now> & more",
        "Go now",
    ),
    "French": ("L’été à Paris : façade, œuvre !", "Ça coûte 1 234 € l’année", "Réserver"),
    "Vietnamese": ("Cảng mở cửa trở lại vào thứ Bảy", "Những chuyến đi tuyệt vời nhất", "Đặt chỗ"),
    "Russian": ("Порт снова откроется в субботу", "Ёлка, йод и щука", "Купить"),
    "Greek": ("Το λιμάνι ανοίγει ξανά το Σάββατο", "Ό,τι θέλεις, εδώ", "Αγορά"),
    "Arabic": (
        "الميناء يفتح أبوابه من جديد يوم السبت",
        "جولات على الرصيف بيتنا ثلاثة",
        "احجز مكانك",
    ),
    "Arabic and Latin": (
        "عرض ميناء Berlin الجديد بسعر 250 يورو",
        "لا إله إلا مُحَمَّد بتشديد الكلام",
        "احجز الآن",
    ),
    "Persian": ("بندر از شنبه دوباره باز می‌شود", "پژوهش و گچ‌بری در ۱۴۰۳", "رزرو کنید"),
    "Hebrew": ("הנמל נפתח שוב ביום שבת בשעה 10:00", "שלום (world) 2026!", "כן"),
    "pointed Hebrew": ("שָׁלוֹם עֲלֵיכֶם", "הנמל נפתח", "כן"),
    "Hindi": ("बंदरगाह शनिवार को फिर से खुलेगा", "क्षत्रिय विद्यार्थी शृंखला किताब", "देखें"),
    "Thai": ("ท่าเรือเปิดอีกครั้งวันเสาร์", "น้ำใจที่ยิ่งใหญ่ของพวกเรา", "จองเลย"),
    "Japanese": ("港は土曜日に再びオープンします。", "「東京」の夏、Summer 2026", "予約"),
    "Korean": ("항구가 토요일에 다시 열립니다", "새로운 여름 2026", "예약하기"),
    "Chinese": ("港口将于星期六重新开放", "全新的夏天，来吧！", "立即预订"),
    "emoji": ("Launch 🚀 day 👩‍👩‍👧 1️⃣ 🇩🇪 now", "Party 🎉 all night ❤️", "Go 🚀"),
    "marks": (
        "Cafe\u0301 a\u0308 o\u0323\u0302 x\u0304y",
        "e\u0301\u0323 naïve Z\u030c",
        "go\u0302",
    ),
}
GERMAN = Slots(
    headline="Größe für Donaudampfschifffahrtsgesellschaftskapitän",
    subhead="Äpfel & Öl",
    button_text="Los",
)


def made(slots: Slots) -> tuple[Rendering, bytes]:
    asked = brief(photo("night"), slots=slots)
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    return rendering, export(rendering.spec, assets_of(asked), STACK, "pdf").data


def plain(text: str) -> str:
    """NFC with single spaces, without the marks of direction that readers and we put between
    words.
    """
    return " ".join(
        unicodedata.normalize("NFC", re.sub("[\u200e\u200f\u202a-\u202e]", "", text)).split()
    )


def set_lines(rendering: Rendering) -> list[str]:
    return [
        plain(line.text)
        for layer in rendering.spec.layers
        if layer.kind == "text"
        for line in layer.lines
    ]


def shown_in_chrome(data: bytes) -> list[str]:
    return [
        plain(line)
        for line in pdfium.PdfDocument(data)[0].get_textpage().get_text_range().splitlines()
    ]


@pytest.mark.parametrize("language", WORDS)
def test_words_are_copied_out_of_chrome_as_they_were_written(language: str) -> None:
    headline, subhead, button = WORDS[language]
    rendering, data = made(Slots(headline=headline, subhead=subhead, button_text=button))
    assert shown_in_chrome(data) == set_lines(rendering)
    seen = pdfium.PdfDocument(data)[0].render(scale=96 / 72).to_pil().convert("RGB")
    apart = (
        np.abs(np.asarray(seen).astype(int) - np.asarray(rendering.image)).max(2).astype(np.uint8)
    )
    assert apart.mean() < 1
    # A missing or strange letter, or a line beside its place, is a patch; edges alone (much of them
    # in emoji) are not.
    assert np.asarray(Image.fromarray(apart).resize((150, 78), Image.Resampling.BOX)).max() < (
        100 if language == "emoji" else 60
    )


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not here")
@pytest.mark.parametrize(
    "language", [name for name in WORDS if name != "Hebrew"]
)  # Poppler does not mirror brackets
def test_words_are_copied_out_of_poppler_as_they_were_written(
    language: str, tmp_path: Path
) -> None:
    headline, subhead, button = WORDS[language]
    rendering, data = made(Slots(headline=headline, subhead=subhead, button_text=button))
    (tmp_path / "banner.pdf").write_bytes(data)
    told = subprocess.run(
        ["pdftotext", "-enc", "UTF-8", tmp_path / "banner.pdf", "-"],
        capture_output=True,
        check=True,
    )
    assert [plain(line) for line in told.stdout.decode().splitlines() if plain(line)] == set_lines(
        rendering
    )


def test_a_word_that_a_line_broke_is_copied_whole() -> None:
    _, data = made(GERMAN)
    # Chrome leaves its mark of a soft hyphen (U+FFFE) out when it copies.
    words = pdfium.PdfDocument(data)[0].get_textpage().get_text_range().replace("\ufffe", "")
    assert "Größe für Donaudampfschifffahrtsgesellschaftskapitän" in words


@pytest.fixture(scope="module")
def tagged() -> tuple[Rendering, bytes]:
    return made(
        Slots(headline="عرض Berlin بسعر 250 يورو", subhead="صيف (جديد)", button_text="احجز")
    )


def test_the_structure_has_the_words_in_reading_order_and_figures_with_their_texts(
    tagged: tuple[Rendering, bytes],
) -> None:
    rendering, data = tagged
    kinds = re.findall(rb"/Type/StructElem/S/(H1|P|Figure)/", data)
    assert kinds == [b"H1", b"P", b"P", b"Figure", b"Figure"]
    alts = [
        bytes.fromhex(t.decode()).decode("utf-16") for t in re.findall(rb"/Alt<([0-9A-F]+)>", data)
    ]
    assert alts == ["main logo", plain(rendering.alt_text)]
    spoken = [
        bytes.fromhex(t.decode()).decode("utf-16")
        for t in re.findall(rb"/ActualText<([0-9A-F]+)>", data)
    ]
    assert spoken == ["عرض Berlin بسعر 250 يورو", "صيف (جديد)", "احجز"]
    for entry in (
        b"/Lang(ar)",
        b"/MarkInfo<</Marked true>>",
        b"/DisplayDocTitle true",
        b'pdfuaid:part="1"',
        b"/Tabs/S",
    ):
        assert entry in data


def test_every_operator_is_inside_a_tag_or_an_artifact(tagged: tuple[Rendering, bytes]) -> None:
    _, data = tagged
    number = re.search(rb"/Contents (\d+) 0 R", data)
    assert number
    stream = re.search(
        rb"\n%b 0 obj\n<<[^>]*>>\nstream\n(.*?)\nendstream" % number.group(1), data, re.DOTALL
    )
    assert stream
    content = zlib.decompress(stream.group(1))
    marks = [int(m) for m in re.findall(rb"/MCID (\d+)", content)]
    assert marks == list(range(len(marks)))
    parents = re.search(rb"/Nums\[0\[(.*?)\]\]", data)
    assert parents
    assert len(re.findall(rb"\d+ 0 R", parents.group(1))) == len(marks)
    outside = re.sub(rb"/\w+(?:<</MCID \d+>>BDC| BMC)\n.*?EMC\n", b"", content, flags=re.DOTALL)
    assert outside == b"0.75 0 0 0.75 0 0 cm\n"


def test_it_says_where_its_pictures_come_from(tagged: tuple[Rendering, bytes]) -> None:
    rendering, _ = tagged
    said = Metadata(source="compositeSynthetic", description='A "photo" & words')
    asked = brief(photo("night"))
    for format in ("pdf", "svg", "svg-outlines"):
        data = export(rendering.spec, assets_of(asked), STACK, format, metadata=said).data
        assert from_xmp(data[data.index(b"<x:xmpmeta") :]) == said
    assert (
        export(rendering.spec, assets_of(asked), STACK, "svg", metadata=said).data.count(
            b"<rdf:RDF"
        )
        == 1
    )


@pytest.mark.parametrize(
    "slots",
    [
        Slots(headline="a" * 140),
        Slots(headline="Ship \x01\u202e it\x7f now"),
        Slots(headline="مُ" * 60),
    ],
)
def test_hostile_words_make_a_sound_file(slots: Slots) -> None:
    rendering, data = made(slots)
    assert pdfium.PdfDocument(data)[0].get_textpage().count_chars() > 0
    assert not re.search("[\x00-\x08\ufffe]", "".join(shown_in_chrome(data)).replace("\ufffe", ""))
    assert rendering.spec.layers


def test_halves_of_characters_in_a_spec_are_left_out() -> None:
    asked = brief(photo("night"), slots=Slots(headline="Ship it"))
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    layers = [
        layer.model_copy(update={"text": "Ship\ud800 \x00it"}) if layer.kind == "text" else layer
        for layer in rendering.spec.layers
    ]
    spec = rendering.spec.model_copy(update={"layers": layers, "alt_text": "a\udfff\x02b"})
    for format in ("pdf", "svg", "svg-outlines"):
        assert export(spec, assets_of(asked), STACK, format).data


def test_logos_with_and_without_pixels_look_as_in_the_banner() -> None:
    pixels = Image.new("RGBA", (400, 100), (0, 0, 0, 0))
    pixels.paste((255, 255, 255, 255), (0, 0, 100, 100))
    pixels.paste((250, 60, 60, 120), (120, 20, 400, 80))
    buffer = io.BytesIO()
    pixels.save(buffer, "PNG")
    drawn = logo("light", "#ffffff")
    data = buffer.getvalue()
    png = type(drawn)(
        "main", "light", data, "image/png", hashlib.sha256(data).hexdigest(), 400, 100
    )
    fading = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><defs><linearGradient id="g"><stop offset="0" '
        b'stop-color="#fff"/><stop offset="1" stop-color="#f55" stop-opacity=".3"/></linearGradient></defs>'
        b'<rect width="200" height="50" rx="9" fill="url(#g)"/><circle cx="25" cy="25" r="20" fill="#000" opacity=".5"/></svg>'
    )
    vector = type(drawn)(
        "main", "light", fading, "image/svg+xml", hashlib.sha256(fading).hexdigest(), 200, 50
    )
    for made_logo in (png, vector):
        asked = brief(photo("night"), logos=(made_logo,))
        rendering = compose(asked, allow_extension=False)
        assert isinstance(rendering, Rendering)
        data = export(rendering.spec, assets_of(asked), STACK, "pdf").data
        assert (b"/Subtype/Form" in data) is (made_logo is vector)
        seen = pdfium.PdfDocument(data)[0].render(scale=96 / 72).to_pil().convert("RGB")
        box = next(
            tuple(map(round, layer.box)) for layer in rendering.spec.layers if layer.kind == "logo"
        )
        x, y, width, height = box
        crop = (x, y, x + width, y + height)
        apart = np.abs(
            np.asarray(seen.crop(crop)).astype(int) - np.asarray(rendering.image.crop(crop))
        )
        assert apart.mean() < 4


def test_letters_of_a_font_that_forbids_embedding_are_paths_and_can_be_copied_all_the_same() -> (
    None
):
    fonts = FontStack((with_licence_bits(STACK.faces[0], 0x0002), *STACK.faces[1:]))
    asked = brief(
        photo("night"), slots=Slots(headline="Ship it whole", subhead="港は土曜日"), fonts=fonts
    )
    rendering = compose(asked, allow_extension=False)
    assert isinstance(rendering, Rendering)
    data = export(rendering.spec, assets_of(asked), fonts, "pdf").data
    assert shown_in_chrome(data) == set_lines(rendering)
    seen = pdfium.PdfDocument(data)[0].render(scale=96 / 72).to_pil().convert("RGB")
    assert np.abs(np.asarray(seen).astype(int) - np.asarray(rendering.image)).mean() < 1
    programs = re.findall(
        rb"/Subtype/CIDFontType0C/Filter/FlateDecode>>\nstream\n(.*?)\nendstream", data, re.DOTALL
    )
    inter = next(font for font in map(zlib.decompress, programs) if b"Inter" in font[:60])
    assert len(inter) < 1000
