"""Uploaded fonts: what is taken, what is refused and why; hostile bytes never crash."""

from __future__ import annotations

import struct
from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from brandstudio.assets.fonts import find_installed
from brandstudio.errors import PayloadTooLarge, UnsupportedMediaType
from brandstudio.render.type.fonts import FontStack, check_font
from brandstudio.render.type.paint import mask
from brandstudio.render.type.paragraph import TextStyle, layout


def make_font(reach: int = 500, name: str = "Tiny") -> bytes:
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"g{i}" for i in range(26))]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x41 + i: f"g{i}" for i in range(26)})
    pen = TTGlyphPen(None)
    for point in ((50, 0), (50, 700), (reach, 700), (reach, 0)):
        pen.lineTo(point) if pen.points else pen.moveTo(point)
    pen.closePath()
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (550, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    out = BytesIO()
    builder.save(out)
    return out.getvalue()


TINY = make_font()


def packed(data: bytes, flavor: str) -> bytes:
    font = TTFont(BytesIO(data))
    font.flavor = flavor
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def test_a_truetype_font_is_described() -> None:
    info = check_font(TINY)
    assert (info.format, info.family, info.faces[0].characters) == ("ttf", "Tiny", 26)
    assert info.faces[0].scripts == ("Latin",)
    assert info.data == TINY


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_web_fonts_are_unpacked_and_draw(flavor: str) -> None:
    info = check_font(packed(TINY, flavor))
    assert info.format == flavor
    paragraph = layout("ABC", TextStyle(FontStack(info.specs()), 40), 400)
    assert mask(paragraph).alpha.max() == 255


def test_every_bundled_font_passes_its_own_check() -> None:
    for known, file in find_installed():
        if known.family in {"Inter", "Noto Sans Arabic", "Noto Color Emoji"}:
            info = check_font(file.read())
            assert info.faces[0].is_colour == (known.family == "Noto Color Emoji")


def test_a_collection_gives_all_its_faces() -> None:
    collection = TTCollection()
    collection.fonts = [TTFont(BytesIO(make_font(name=name))) for name in ("One", "Two")]
    out = BytesIO()
    collection.save(out)
    info = check_font(out.getvalue())
    assert [face.family for face in info.faces] == ["One", "Two"]
    assert [spec.index for spec in info.specs()] == [0, 1]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "neither TTF"),
        (b"GIF89a" + b"\0" * 100, "neither TTF"),
        (b"\x00\x01\x00\x00", "ends too early"),
        (TINY[: len(TINY) // 2], "past the end"),
        (b"ttcf" + struct.pack(">II", 0x10000, 2**31), "1 to 32"),
        (b"wOFF" + b"\0" * 60, "0 tables"),
        (b"wOF2" + b"\0" * 60, "0 tables"),
        (make_font(reach=32000).replace(struct.pack(">H", 1000), struct.pack(">H", 16), 1), ""),
    ],
)
def test_what_is_no_font_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnsupportedMediaType) as caught:
        check_font(data)
    assert reason in str(caught.value)


def test_a_font_with_giant_glyphs_is_refused() -> None:
    builder = TTFont(BytesIO(make_font(reach=32000)))
    builder["head"].unitsPerEm = 16
    builder["hhea"].ascent, builder["hhea"].descent = 14, -4
    builder["OS/2"].sTypoAscender, builder["OS/2"].sTypoDescender = 14, -4
    out = BytesIO()
    builder.save(out)
    with pytest.raises(UnsupportedMediaType, match="larger than 40 em"):
        check_font(out.getvalue())


def test_a_font_over_the_size_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(PayloadTooLarge):
        check_font(TINY, max_bytes=100)


def test_a_packed_bomb_is_refused_before_it_unfolds() -> None:
    font = TTFont(BytesIO(TINY))
    from fontTools.ttLib.tables.DefaultTable import DefaultTable

    filler = DefaultTable("zzzz")
    filler.data = b"\0" * (8 << 20)
    font["zzzz"] = filler
    for flavor in ("woff", "woff2"):
        font.flavor = flavor
        out = BytesIO()
        font.save(out)
        assert len(out.getvalue()) < 100_000
        with pytest.raises(PayloadTooLarge):
            check_font(out.getvalue(), max_bytes=1 << 20)


def test_a_glyph_that_is_larger_than_its_box_says_is_cut_off_when_drawn() -> None:
    font = TTFont(BytesIO(TINY), recalcBBoxes=False)
    glyph = font["glyf"]["g0"]
    glyph.coordinates[2], glyph.coordinates[3] = (32000, 700), (32000, 0)
    out = BytesIO()
    font.save(out)
    info = check_font(out.getvalue())
    drawn = mask(layout("A", TextStyle(FontStack(info.specs()), 500), 900)).alpha
    assert drawn.max() == 255
    assert drawn.shape[1] < 350


def test_a_damaged_axis_name_is_refused() -> None:
    inter = next(file for known, file in find_installed() if known.family == "Inter").read()
    with pytest.raises(UnsupportedMediaType, match="damaged"):
        check_font(inter.replace(b"wght", b"wgh\x80"))


WOFF, WOFF2 = packed(TINY, "woff"), packed(TINY, "woff2")


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([TINY, WOFF, WOFF2]),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 255)), max_size=12),
)
def test_damaged_fonts_are_refused_or_draw_without_a_crash(
    data: bytes, damage: list[tuple[int, int]]
) -> None:
    broken = bytearray(data)
    for at, value in damage:
        broken[at % len(broken)] = value
    try:
        info = check_font(bytes(broken))
    except (UnsupportedMediaType, PayloadTooLarge):
        return
    paragraph = layout("AB CD", TextStyle(FontStack(info.specs()), 30), 200)
    assert mask(paragraph).alpha.nbytes < 50_000_000
