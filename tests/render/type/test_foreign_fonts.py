"""Fonts of others are read in a child process, and tried there as a banner would use them."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

import brandstudio
from brandstudio.assets.fonts import find_installed
from brandstudio.errors import PayloadTooLarge, UnsupportedMediaType
from brandstudio.pixels.safely import Bounds, read_safely
from brandstudio.render.type import foreign
from brandstudio.render.type.font_check import check_font
from brandstudio.render.type.foreign import take_font


def built(glyphs: dict[str, object], features: str = "") -> bytes:
    """A font of these glyphs, mapped from U+0041 on."""
    builder = FontBuilder(1000, isTTF=True)
    names = list(glyphs)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({0x41 + n: name for n, name in enumerate(names[1:])})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (550, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    if features:
        builder.addOpenTypeFeatures(features)
    return saved(builder.font)


def saved(font: TTFont | TTCollection) -> bytes:
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def square() -> object:
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


def heavy(glyphs: int) -> bytes:
    """A small font whose glyphs have 60,000 points each."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for number in range(1500):
        pen.lineTo((number % 7 * 80, number % 11 * 60))
    pen.closePath()
    pen2 = TTGlyphPen({"h": None})
    for _ in range(40):
        pen2.addComponent("h", (1, 0, 0, 1, 0, 0))
    once, often = pen.glyph(), pen2.glyph()
    for one in (once, often):
        one.xMin, one.yMin, one.xMax, one.yMax = 0, 0, 500, 600
    names = [f"g{number}" for number in range(glyphs)]
    builder = FontBuilder(1000, isTTF=True)
    builder.font.recalcBBoxes = False
    builder.setupGlyphOrder([".notdef", "h", *names])
    builder.setupCharacterMap({0x41: "g1"})
    shapes = {".notdef": once, "h": once, **dict.fromkeys(names, often)}
    builder.setupGlyf(shapes, calcGlyphBounds=False)
    builder.setupHorizontalMetrics(dict.fromkeys(shapes, (550, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Heavy", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    builder.setupMaxp()
    builder.font["maxp"].recalc = lambda font: None
    return saved(builder.font)


def test_what_the_child_tells_is_what_the_check_finds() -> None:
    plain = built({".notdef": square(), "a": square(), "b": square()})
    web = TTFont(BytesIO(plain))
    web.flavor = "woff2"
    both = TTCollection()
    both.fonts = [TTFont(BytesIO(plain)), TTFont(BytesIO(plain))]
    for data in (plain, saved(web), saved(both)):
        assert take_font(data) == check_font(data)


def test_variable_and_colour_fonts_pass() -> None:
    known = {font.family: file for font, file in find_installed()}
    for family in ("Inter", "Noto Sans Arabic"):
        data = known[family].read()
        assert take_font(data) == check_font(data)


def test_what_is_no_font_is_refused_for_its_reason() -> None:
    with pytest.raises(UnsupportedMediaType, match="neither TTF"):
        take_font(b"no font at all")
    with pytest.raises(PayloadTooLarge):
        take_font(bytes(100), max_bytes=99)
    with pytest.raises(UnsupportedMediaType, match="the table cmap is missing"):
        take_font(b"\x00\x01\x00\x00\x00\x01" + bytes(40))


def test_a_font_that_takes_too_long_to_draw_is_refused_and_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(foreign, "_SECONDS", 0)
    with pytest.raises(UnsupportedMediaType, match="within the limits of memory and time"):
        take_font(heavy(4_000))
    monkeypatch.undo()
    data = built({".notdef": square(), "a": square()})
    assert take_font(data) == check_font(data)


def test_a_font_that_multiplies_what_is_written_is_refused() -> None:
    names = {".notdef": square(), "a": square(), "b": square()}
    many = " ".join(["b"] * 64)
    feature = f"feature ccmp {{ sub a by {many}; }} ccmp; feature liga {{ sub b by {many}; }} liga;"
    with pytest.raises(UnsupportedMediaType, match="multiply"):
        take_font(built(names, feature))


def test_a_glyph_that_grows_past_all_bounds_at_the_end_of_an_axis_is_refused() -> None:
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "a"])
    builder.setupCharacterMap({0x61: "a"})
    builder.setupGlyf({".notdef": square(), "a": square()})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "a": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Grows", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    moved = [(0, 0), (0, 30_000), (30_000, 30_000), (30_000, 0), *[(0, 0)] * 4]
    wide = TupleVariation({"wght": (0, 1, 1)}, moved)
    wider = TupleVariation({"wght": (0, 1, 1)}, moved)
    builder.setupGvar({".notdef": [], "a": [wide, wider]})
    data = saved(builder.font)
    check_font(data)  # at its default it is an ordinary glyph
    with pytest.raises(UnsupportedMediaType, match="at an end of its axes"):
        take_font(data)


def test_a_child_that_tells_nonsense_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    for told in (None, {"format": "ttf"}, {"format": "ttf", "faces": [{"index": "x"}]}):
        monkeypatch.setattr(foreign, "read_safely", lambda *_, told=told: (told, b"x"))
        with pytest.raises(UnsupportedMediaType):
            take_font(b"x")


def test_bytes_that_end_the_child_are_refused() -> None:
    with pytest.raises(UnsupportedMediaType, match="within the limits"):
        read_safely("sys:exit", b"x", Bounds(1 << 30, 5), "font")


def test_no_foreign_font_is_read_outside_the_child() -> None:
    root = Path(brandstudio.__file__).parent
    found = {
        file.relative_to(root).as_posix()
        for file in root.rglob("*.py")
        if re.search(r"\bcheck_font\(|(?:import|from) fontTools", file.read_text())
    }
    assert found == {"render/type/font_check.py", "render/type/foreign.py"}
