"""A long headline in thirteen languages: nothing missing, nothing outside its box, letters where a
reader expects them.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from brandstudio.render.type.fonts import bundled_stack, missing
from brandstudio.render.type.paint import mask, paint
from brandstudio.render.type.paragraph import Paragraph, TextStyle, fit, layout

HEADLINES = {
    "en": "Launch the spring collection with confidence: on-brand visuals, sharper copy and faster approvals for every market you serve, in minutes 🚀",
    "de": "Markenkonforme Bildwelten, präzisere Texte und schnellere Freigaben: Frühjahrskampagnenveröffentlichung für alle Märkte in Minuten geschafft ✨",
    "fr": "Lancez la collection de printemps en toute confiance : des visuels fidèles à la marque, en quelques minutes « seulement »",
    "vi": "Ra mắt bộ sưu tập mùa xuân thật tự tin: hình ảnh đúng chất thương hiệu, phê duyệt nhanh hơn ở mọi thị trường",
    "el": "Λανσάρετε την ανοιξιάτικη συλλογή με σιγουριά: εικόνες που ταιριάζουν στη μάρκα και ταχύτερες εγκρίσεις",
    "uk": "Запускайте весняну колекцію впевнено: зображення у стилі бренду та швидші погодження — за лічені хвилини",
    "ja": "春の新作コレクションを、自信を持って世界へ。ブランドらしいビジュアルと磨き抜かれたコピーを、わずか数分で実現します。「BrandStudio」🌸",
    "ko": "봄 신상품 컬렉션을 자신 있게 출시하세요: 브랜드에 맞는 비주얼과 더 빠른 승인까지 단 몇 분 만에 완성됩니다 🌷",
    "zh-Hans": "自信发布春季系列：符合品牌调性的视觉、更精准的文案与更快的审批流程，让每个市场在几分钟内即可上线。",
    "zh-Hant": "自信發布春季系列：符合品牌調性的視覺、更精準的文案與更快的審批流程，讓每個市場在幾分鐘內即可上線。",
    "ar": "أطلق مجموعة الربيع بثقة: صور متوافقة مع هوية علامتك التجارية مع BrandStudio 2026 (الإصدار 3.5) خلال دقائق! 🎯",
    "he": "השיקו את קולקציית האביב בביטחון: תמונות תואמות מותג עם BrandStudio 2026 (גרסה 3.5)! 👩🏽‍🚀",
    "hi": "वसंत संग्रह को पूरे आत्मविश्वास के साथ लॉन्च करें: ब्रांड के अनुरूप दृश्य, हर बाज़ार के लिए — सिर्फ़ कुछ ही मिनटों में 🪔",
    "th": "เปิดตัวคอลเลกชันฤดูใบไม้ผลิอย่างมั่นใจด้วยภาพที่ตรงกับแบรนด์ ข้อความที่คมชัดขึ้น และการอนุมัติที่รวดเร็วขึ้นในทุกตลาด 🏳️‍🌈",
}
BOXES = [(700, 300), (320, 460)]


def fitted(language: str, width: float, height: float) -> Paragraph:
    stack = bundled_stack(language)
    paragraph = fit(
        HEADLINES[language],
        TextStyle(stack, 1, 700, language=language),
        width,
        height,
        min_size=14,
        max_size=72,
    )
    assert paragraph is not None
    return paragraph


@pytest.mark.parametrize("language", HEADLINES)
def test_a_long_headline_is_set_whole_inside_its_box(language: str) -> None:
    assert missing(HEADLINES[language], bundled_stack(language)) == []
    for width, height in BOXES:
        paragraph = fitted(language, width, height)
        # The German word of 34 letters would set all others small where the box is narrow.
        assert paragraph.tier == 0 or language == "de", "no word had to be broken"
        set_whole = "".join(line.text for line in paragraph.lines).replace(" ", "")
        assert set_whole == HEADLINES[language].replace(" ", "")
        assert paragraph.direction == ("rtl" if language in {"ar", "he"} else "ltr")
        image = np.full((height + 80, width + 80, 3), 255, np.uint8)
        paint(image, paragraph, 40, 40, (0, 0, 0))
        rows, columns = np.nonzero((image != 255).any(axis=2))
        assert rows.min() >= 39
        assert rows.max() <= 40 + height
        assert columns.min() >= 40 - 0.1 * paragraph.size
        assert columns.max() <= 41 + width + 0.1 * paragraph.size


@pytest.mark.parametrize("language", HEADLINES)
def test_no_box_stands_for_a_missing_glyph(language: str) -> None:
    for line in fitted(language, 700, 300).lines:
        for run in line.runs:
            assert all(glyph.gid != 0 for glyph in run.glyphs), line.text[:20]


@pytest.mark.parametrize("language", HEADLINES)
def test_ink_of_one_line_never_meets_the_next(language: str) -> None:
    paragraph = fitted(language, 320, 460)
    masks = [mask(line) for line in paragraph.lines]
    for upper, lower in pairwise(masks):
        left, right = min(upper.x, lower.x), max(m.x + m.alpha.shape[1] for m in (upper, lower))
        top, bottom = min(upper.y, lower.y), max(m.y + m.alpha.shape[0] for m in (upper, lower))
        count = np.zeros((bottom - top, right - left), np.uint8)
        for m in (upper, lower):
            height, width = m.alpha.shape
            count[m.y - top : m.y - top + height, m.x - left : m.x - left + width] += m.alpha > 40
        assert count.max() <= 1


def test_han_shapes_differ_by_language() -> None:
    drawn = set()
    for language in ("ja", "zh-Hans", "zh-Hant"):
        paragraph = fit(
            "骨直門令",
            TextStyle(bundled_stack(language), 1, 700, language=language),
            400,
            120,
            min_size=80,
            max_size=80,
        )
        assert paragraph is not None
        drawn.add(mask(paragraph).alpha.tobytes())
    assert len(drawn) == 3


def test_arabic_letters_join() -> None:
    style = TextStyle(bundled_stack(), 60)
    joined = layout("بيت", style, 500).width
    apart = sum(layout(letter, style, 500).width for letter in "بيت")
    assert joined < 0.8 * apart


def test_devanagari_reorders_and_joins() -> None:
    style = TextStyle(bundled_stack(), 60)
    (run,) = layout("कि", style, 500).lines[0].runs
    alone = layout("क", style, 500).lines[0].runs[0].glyphs[0].gid
    assert [glyph.gid for glyph in run.glyphs].index(
        alone
    ) == 1  # the vowel sign stands to the left
    assert len(layout("क्ष", style, 500).lines[0].runs[0].glyphs) == 1


STACKED = {
    "ar": "كل شيء\nقابل للإصلاح",
    "fa": "همه چیز قابل تعمیر\nاست، گاهی پیش",
    "hi": "जो बना है, वह\nसुधर सकता है",
    "bn": "যা তৈরি হয়েছে\nতা সারানো যায়",
    "th": "ทุกอย่างซ่อมได้\nที่นี่ ปู่ย่า",
    "ja": "長く使える、\n直せるものを",
}


@pytest.mark.parametrize("language", STACKED)
def test_dots_and_signs_of_large_lines_keep_off_the_next_line(language: str) -> None:
    style = TextStyle(bundled_stack(language), 96, 700, language=language)
    upper, lower = layout(STACKED[language], style, 2000).lines
    assert lower.ink.top - upper.ink.bottom > 0.05 * 96
    drawn = [mask(line, 0, 0) for line in (upper, lower)]
    low = {x + drawn[0].x: y for x, y in _edges(drawn[0].alpha, lower_edge=True)}
    high = {x + drawn[1].x: y for x, y in _edges(drawn[1].alpha, lower_edge=False)}
    white = [drawn[1].y + high[x] - drawn[0].y - low[x] for x in high if x in low]
    assert min(white) > 0.12 * 96


def _edges(alpha: np.ndarray, *, lower_edge: bool) -> list[tuple[int, int]]:
    rows = np.arange(alpha.shape[0])[:, None]
    inked = alpha > 60
    found = np.where(inked, rows, -1).max(0) if lower_edge else np.where(inked, rows, 10**6).min(0)
    return [(x, int(y)) for x, y in enumerate(found) if inked[:, x].any()]


def test_lines_keep_the_distance_that_they_were_stored_with() -> None:
    style = TextStyle(bundled_stack("ar"), 96, 700, language="ar")
    text = STACKED["ar"]
    assert layout(text, style, 2000).leading > 1.3 * 96
    stored = layout(text, style, 2000, shown=tuple(text.split("\n")), step=117.5)
    assert stored.lines[1].baseline - stored.lines[0].baseline == 117.5
    # A distance that no design was stored with is not taken from a file.
    assert layout(text, style, 2000, step=1e9).leading < 2 * 96
