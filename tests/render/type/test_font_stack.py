"""Which font draws a character, and what is said about one that none has."""

from __future__ import annotations

import pickle

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from brandstudio.assets.fonts import find_installed, find_system
from brandstudio.render.type.bounded import Bounded
from brandstudio.render.type.fonts import (
    FontSpec,
    FontStack,
    bundled_stack,
    describe_missing,
    face_of,
    font_packages,
    missing,
)


def family(stack: FontStack, cluster: str, weight: float = 400) -> str:
    spec = stack.spec_for(cluster, weight)
    assert spec is not None, cluster
    return spec.family


@pytest.mark.parametrize(
    "cluster",
    [
        "🚀",
        "❤️",
        "1️⃣",
        "🇩🇪",
        "👩‍👩‍👧‍👦",
        "👍🏿",
        "✨",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_an_emoji_always_takes_the_emoji_face(cluster: str) -> None:
    assert family(bundled_stack(), cluster) == "Noto Color Emoji"


@pytest.mark.parametrize(
    ("cluster", "wanted"),
    [
        ("a", "Inter"),
        ("Ж", "Inter"),
        ("Ω", "Inter"),
        ("1", "Inter"),
        ("©", "Inter"),
        ("ب", "Noto Sans Arabic"),
        ("ש", "Heebo"),
        ("ท", "Noto Sans Thai"),
        ("क", None),
        ("한", "Noto Sans CJK KR"),
    ],
)
def test_each_script_finds_its_font(cluster: str, wanted: str | None) -> None:
    language = "ko" if cluster == "한" else None
    assert family(bundled_stack(language), cluster) in (
        {wanted} if wanted else {"Noto Sans", "Noto Sans Devanagari"}
    )


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("ja", "JP"),
        ("ja-JP", "JP"),
        ("ko", "KR"),
        ("zh", "SC"),
        ("zh-Hans", "SC"),
        ("zh-Hant", "TC"),
        ("zh-TW", "TC"),
        ("zh-HK", "HK"),
        (None, "JP"),
        ("en", "JP"),
    ],
)
def test_han_characters_take_the_shapes_of_the_language(language: str | None, wanted: str) -> None:
    assert family(bundled_stack(language), "骨") == f"Noto Sans CJK {wanted}"


def test_a_brand_font_comes_first_and_falls_back() -> None:
    stack = bundled_stack(extra=[FontSpec.of("Brand", tiny_font("Brand", "AB"))])
    assert [family(stack, c) for c in "ABC"] == ["Brand", "Brand", "Inter"]


def test_the_face_nearest_in_weight_of_a_family_is_asked() -> None:
    regular = FontSpec.of("Brand", tiny_font("Brand", "A", weight=400))
    bold = FontSpec.of("Brand", tiny_font("Brand", "A", weight=700))
    stack = FontStack((regular, bold))
    assert stack.spec_for("A", 400) is regular
    assert stack.spec_for("A", 650) is bold


def test_a_fallback_comes_after_our_fonts_and_before_emoji() -> None:
    stack = bundled_stack(fallback=[FontSpec.of("Last", tiny_font("Last", "Aგ🚀"))])
    assert [family(stack, c) for c in "Aგ🚀"] == ["Inter", "Last", "Noto Color Emoji"]


def test_a_stack_without_fonts_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one"):
        FontStack(())


def test_a_cluster_is_never_split_between_fonts() -> None:
    stack = bundled_stack()
    spec = stack.spec_for("e\u0301")
    assert spec is not None
    assert face_of(spec).covers("e\u0301")


def test_missing_names_each_character_once_with_the_font_that_has_it() -> None:
    core = FontStack(
        tuple(s for s in bundled_stack().faces if s.family in {"Inter", "Noto Color Emoji"})
    )
    found = missing("Hello ग गा 🚀 שלום\u00a0\t\n", core)
    assert [g.character for g in found][:2] == ["ग", "ा"]
    assert {g.script for g in found} == {"Devanagari", "Hebrew"}
    assert all(g.in_extra for g in found)
    assert [g.suggested_font for g in found][-1] == "Heebo"


def test_nothing_is_missing_in_what_the_fonts_have() -> None:
    assert (
        missing("Ünïcödé “quotes” — Ελλάδα Україна ❤️ 👨‍👩‍👧 1️⃣ \u200d\ufeff", bundled_stack()) == []
    )


def test_the_sentence_about_missing_characters_says_what_to_do() -> None:
    core = FontStack(bundled_stack().faces[:1])
    sentence = describe_missing(missing("ग ा", core), "acme")
    assert (
        sentence
        == "no font of acme has ग, ा (Devanagari). Install brandstudio[fonts], or add one: brandstudio fonts add acme FILE."
    )
    georgian = describe_missing(missing("გ", bundled_stack()), "acme")
    assert (
        georgian
        == "no font of acme has გ (Georgian). Add a font that has them, such as Noto Sans Georgian: brandstudio fonts add acme FILE."
    )
    assert "U+10FFFD" in describe_missing(missing("\U0010fffd", bundled_stack()), "acme")


@pytest.mark.parametrize(
    ("character", "family"),
    [
        ("\U0001d5d5", "Noto Sans Math"), ("\U0001d11e", "Noto Music"), ("\u2811", "Noto Sans Symbols 2"),
        ("\u07d2", "Noto Sans NKo"), ("\U00012000", "Noto Sans Cuneiform"), ("\u0b05", "Noto Sans Oriya"), ("\ufffe", ""),
        ("\U0010fffd", ""),
    ],
)  # fmt: skip
def test_the_font_that_is_named_exists_and_has_the_character(character: str, family: str) -> None:
    (glyph,) = missing(character, bundled_stack())
    assert glyph.suggested_font == family
    assert family in describe_missing([glyph], "acme")
    assert ("Leave them out" in describe_missing([glyph], "acme")) is (family == "")


def test_a_lone_surrogate_is_missing_not_a_crash() -> None:
    (half,) = missing("a\ud800b", bundled_stack())
    assert half.codepoint == 0xD800
    assert "U+D800" in describe_missing([half], "acme")


def test_specs_travel_to_other_processes_without_their_bytes() -> None:
    stack = bundled_stack()
    packed = pickle.dumps(stack)
    assert len(packed) < 10_000
    assert pickle.loads(packed) == stack


def test_installed_fonts_are_what_their_hashes_say() -> None:
    import hashlib

    for known, file in find_installed():
        if known.index == 0:
            assert hashlib.sha256(file.read()).hexdigest() == file.sha256, known.family


def test_the_extra_covers_the_scripts_it_promises() -> None:
    assert {
        "Arab",
        "Hebr",
        "Deva",
        "Thai",
        "Hira",
        "Hang",
        "Hani",
        "Latn",
        "Grek",
        "Cyrl",
    } <= font_packages().keys()


def test_system_fonts_are_found_only_where_asked(tmp_path: object) -> None:
    assert find_system(str(tmp_path)) == ()


def test_metrics_are_in_em_and_the_axes_are_known() -> None:
    face = face_of(bundled_stack().faces[0])
    assert 0.7 < face.cap_height < 0.75
    assert 0.5 < face.x_height < 0.56
    assert 0.9 < face.ascender < 1.0
    assert face.weight_range == (100, 900)
    assert dict(face.variations(700, 500)) == {"wght": 700, "opsz": 32}
    assert dict(face.variations(50, 5)) == {"wght": 100, "opsz": 14}


def test_the_bounded_cache_forgets_what_is_unused_longest() -> None:
    cache: Bounded[str, int] = Bounded(10, lambda weight: weight)
    cache.put("a", 4)
    cache.put("b", 4)
    assert cache.get("a") == 4
    cache.put("c", 4)
    assert cache.get("b") is None
    assert cache.get("a") == 4
    assert cache.put("huge", 11) == 11
    assert cache.get("huge") is None


def tiny_font(name: str, characters: str, *, weight: int = 400, reach: int = 500) -> bytes:
    """A valid TrueType font whose characters are all one square."""
    from io import BytesIO

    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"g{ord(c):x}" for c in characters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(c): f"g{ord(c):x}" for c in characters})
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    pen.lineTo((50, 700))
    pen.lineTo((reach, 700))
    pen.lineTo((reach, 0))
    pen.closePath()
    builder.setupGlyf(dict.fromkeys(names, pen.glyph()))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (550, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWeightClass=weight)
    builder.setupPost()
    out = BytesIO()
    builder.save(out)
    return out.getvalue()
