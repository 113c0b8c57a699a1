"""Which of a folder's fonts a banner is set in, and what is said when the brand's own lacks the
letters.
"""

from __future__ import annotations

import io
from typing import Literal

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from brandstudio.pipelines.brand_fonts import fills_gaps, main_script
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench

pytestmark = pytest.mark.usefixtures("small_frames")
Role = Literal["headline", "body", "any"]
LATIN = [*range(0x20, 0x7F)]
TAMIL = [
    *range(0xB85, 0xB8B),
    *range(0xB8E, 0xB91),
    *range(0xB92, 0xB96),
    0xBA4,
    0xBAE,
    0xBBE,
    0xBBF,
    0xBCD,
    0xBB4,
]
BENGALI = [*range(0x985, 0x98D), *range(0x995, 0x9A9)]


def font(family: str, *letters: list[int]) -> bytes:
    """A font of boxes that has these characters."""
    codepoints = sorted(set().union(*letters))
    pen = TTGlyphPen(None)
    for number, point in enumerate([(50, 0), (50, 650), (450, 650), (450, 0)]):
        (pen.lineTo if number else pen.moveTo)(point)
    pen.closePath()
    names = [".notdef", *(f"u{codepoint:04X}" for codepoint in codepoints)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({codepoint: f"u{codepoint:04X}" for codepoint in codepoints})
    box = pen.glyph()
    builder.setupGlyf(dict.fromkeys(names, box))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sxHeight=450, sCapHeight=650)
    builder.setupPost()
    data = io.BytesIO()
    builder.save(data)
    return data.getvalue()


SERIF = font("Brand Serif", LATIN)
TAMIL_FONT = font("Brand Tamil", LATIN, TAMIL)
BENGALI_FONT = font("Brand Bengali", LATIN, BENGALI)


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    path = studio.folders.create(name="Acme").path
    return studio.folders.create(name="Summer", parent=path).path


def add(studio: Studio, folder: str, data: bytes, role: Role = "any") -> None:
    studio.fonts.add(folder=folder, file=data, filename="face.ttf", role=role)


def drawn(
    studio: Studio, bench: Bench, folder: str, headline: str, **slots: str
) -> tuple[dict[str, list[str]], list[str]]:
    """The families that the spec names for each slot, the leading one first, and the variant's
    warnings.
    """
    asked = {"headline": headline, **slots}
    job_id = studio.designs.create(
        folder=folder, template="overlay", size="email-header", slots=asked
    ).job_id
    bench.run_until_idle()
    (variant,) = studio.designs.get(job_id=job_id).variants
    texts = [layer for layer in variant.spec.layers if layer.kind == "text"]
    return {layer.slot: [face.family for face in layer.fonts] for layer in texts}, list(
        variant.warnings
    )


def test_a_font_added_for_another_script_leaves_the_brand_its_latin(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    add(studio, "acme", SERIF)
    add(studio, folder, TAMIL_FONT)
    faces, warnings = drawn(
        studio,
        shared_bench,
        folder,
        "Quiet mornings",
        subhead="Slow coffee",
        button_text="Visit us",
    )
    assert faces == {slot: ["Brand Serif"] for slot in ("headline", "subhead", "button_text")}
    assert not [warning for warning in warnings if "Brand" in warning]


def test_it_still_fills_the_gaps_and_leads_where_the_words_are_its_own(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    add(studio, "acme", SERIF)
    add(studio, folder, TAMIL_FONT)
    faces, warnings = drawn(studio, shared_bench, folder, "Quiet mornings அம", subhead="அமஅமஅ ok")
    assert faces["headline"] == ["Brand Serif", "Brand Tamil"]
    assert not [warning for warning in warnings if "Brand" in warning]
    faces, _ = drawn(studio, shared_bench, folder, "அமஅமஅ", subhead="அமஅமஅ ok")
    assert faces == {"headline": ["Brand Tamil"], "subhead": ["Brand Tamil"]}


def test_the_order_of_uploading_into_one_folder_does_not_matter(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    add(studio, folder, BENGALI_FONT)
    add(studio, folder, SERIF)
    faces, _ = drawn(studio, shared_bench, folder, "Quiet mornings", subhead="কখগ")
    assert faces["headline"] == ["Brand Serif"]
    assert "Brand Bengali" in faces["subhead"]


def test_the_brands_headline_face_stays_in_body_too_when_only_a_script_font_could_play_that(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    add(studio, "acme", SERIF, "headline")
    add(studio, folder, TAMIL_FONT)
    faces, _ = drawn(studio, shared_bench, folder, "Quiet mornings", subhead="Slow coffee")
    assert faces == {"headline": ["Brand Serif"], "subhead": ["Brand Serif"]}


@pytest.mark.parametrize("role", ["any", "headline"])
def test_between_two_latin_fonts_and_for_a_named_role_the_nearest_wins(
    studio: Studio, shared_bench: Bench, folder: str, role: Role
) -> None:
    add(studio, "acme", SERIF)
    nearest, family = (
        (font("Summer Sans", LATIN), "Summer Sans")
        if role == "any"
        else (TAMIL_FONT, "Brand Tamil")
    )
    add(studio, folder, nearest, role)
    faces, _ = drawn(studio, shared_bench, folder, "Quiet mornings")
    assert faces["headline"] == [family]


def test_a_script_font_alone_still_leads(studio: Studio, shared_bench: Bench, folder: str) -> None:
    add(studio, folder, TAMIL_FONT)
    faces, _ = drawn(studio, shared_bench, folder, "Quiet mornings")
    assert faces["headline"] == ["Brand Tamil"]


def test_letters_that_the_brand_lacks_are_told_of(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    without = "Тихое утро 🚀"
    _, warnings = drawn(studio, shared_bench, folder, without)
    assert not [warning for warning in warnings if "letters" in warning], (
        "nothing is borrowed without a brand font"
    )
    add(studio, "acme", SERIF)
    _, warnings = drawn(studio, shared_bench, folder, without)
    said = "Brand Serif has no Cyrillic letters; those words are set in Inter."
    assert warnings.count(said) == 1
    shown = studio.designs.preview(
        folder=folder, template="overlay", size="email-header", slots={"headline": without}
    )
    assert said in shown.warnings
    _, warnings = drawn(studio, shared_bench, folder, "Café 🚀 → 50 €")
    assert [warning for warning in warnings if "Brand" in warning] == [
        "Brand Serif does not have é, set in Inter instead."
    ]


@pytest.mark.parametrize(
    ("scripts", "script", "behind"),
    [
        (["Latin", "Tamil"], "Latin", True),
        (["Latin", "Tamil"], "Tamil", False),
        (["Latin", "Tamil"], "Cyrillic", True),
        (["Latin"], "Latin", False),
        (["Latin", "Greek", "Cyrillic"], "Latin", False),
        (["Latin", "Cyrillic", "Greek", "Devanagari"], "Latin", False),
        (["Han", "Hangul", "Latin", "Cyrillic", "Greek"], "Latin", True),
        ([], "Latin", False),
    ],
)
def test_a_font_is_for_gaps_when_it_was_made_for_another_script(
    scripts: list[str], script: str, behind: bool
) -> None:
    assert fills_gaps(scripts, script) is behind


@pytest.mark.parametrize(
    ("words", "script"),
    [
        ("Quiet அம", "Latin"),
        ("அமஅம ok", "Tamil"),
        ("50 % 🚀", "Latin"),
        ("", "Latin"),
        ("\ud800", "Latin"),
    ],
)
def test_the_main_script_is_that_of_most_letters(words: str, script: str) -> None:
    assert main_script(words) == script
