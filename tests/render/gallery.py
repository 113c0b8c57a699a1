"""The gallery: photos of many kinds and words of twelve kinds, to draw banners of every template
and size with.

The six bundled photos come as crops, mirrored, graded, inverted and zoomed; what they lack (snow,
night, crowds, products on white, screens full of noise) is drawn here. A folder of photos may be
added to them.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter, ImageOps

from brandstudio.models.designs import Slots
from brandstudio.models.sizes import CONTRACT_SIZES as SIZES
from brandstudio.pixels.facts import find_facts
from brandstudio.render.brief import Brief, Look, Photo
from brandstudio.render.layout.template import BUILTIN, builtin
from brandstudio.render.type.bundled import bundled_stack

from .conftest import LOGOS

BUNDLED = ("astronaut", "bee", "bridge", "citrus", "coffee", "dandelion")
LOOKS = (
    Look(
        palette=(("primary", "#14213d"), ("accent", "#fca311"), ("background", "#ffffff"), ("text", "#14213d")),
        brand_name="Acme",
    ),
    Look(
        palette=(("primary", "#0b6e4f"), ("accent", "#f2c14e"), ("background", "#fbf7ef"), ("text", "#10241c")),
        corners="round", brand_name="Grove",
    ),
    Look(palette=(("primary", "#d90429"), ("accent", "#2b2d42"), ("background", "#edf2f4")), corners="square"),
    Look(palette=(("primary", "#f4d35e"), ("accent", "#ee964b"), ("surface", "#faf0ca"), ("text", "#0d3b66"))),
)  # fmt: skip
STACK = bundled_stack()


def _crop(box: tuple[float, float, float, float]) -> Callable[[Image.Image], Image.Image]:
    def cut(image: Image.Image) -> Image.Image:
        w, h = image.size
        return image.crop(
            (round(box[0] * w), round(box[1] * h), round(box[2] * w), round(box[3] * h))
        )

    return cut


def _warm(image: Image.Image) -> Image.Image:
    return Image.fromarray(
        np.clip(np.asarray(image) * np.array([1.18, 1.0, 0.72]) + 6, 0, 255).astype(np.uint8)
    )


def _larger(image: Image.Image) -> Image.Image:
    return image.resize((image.width * 2, image.height * 2), Image.Resampling.BICUBIC)


WAYS: dict[str, Callable[[Image.Image], Image.Image]] = {
    "plain": lambda image: image,
    "mirrored": ImageOps.mirror,
    "tall": _crop((0.28, 0.0, 0.72, 1.0)),
    "wide": _crop((0.0, 0.22, 1.0, 0.68)),
    "corner": _crop((0.0, 0.0, 0.62, 0.66)),
    "pale": lambda image: ImageEnhance.Brightness(
        ImageEnhance.Contrast(image).enhance(0.45)
    ).enhance(1.5),
    "dusk": lambda image: ImageEnhance.Brightness(ImageEnhance.Color(image).enhance(0.5)).enhance(
        0.38
    ),
    "inverted": ImageOps.invert,
    "warm zoom": lambda image: _warm(_larger(_crop((0.2, 0.18, 0.82, 0.84))(image))),
}


def _noise(seed: int, size: tuple[int, int], low: int, high: int, grain: int) -> Image.Image:
    chance = np.random.default_rng(seed)
    cells = chance.integers(low, high, (size[1] // grain, size[0] // grain, 3), dtype=np.uint8)
    return Image.fromarray(cells).resize(size, Image.Resampling.NEAREST)


def _gradient(
    size: tuple[int, int], top: tuple[int, int, int], low: tuple[int, int, int]
) -> Image.Image:
    way = np.linspace(0, 1, size[1])[:, None, None]
    field = np.array(top) + (np.array(low) - np.array(top)) * way
    return Image.fromarray(np.broadcast_to(field, (size[1], size[0], 3)).astype(np.uint8).copy())


def _drawn() -> Iterator[tuple[str, Image.Image]]:
    chance = np.random.default_rng(20)
    snow = _noise(1, (1600, 1066), 226, 255, 2).filter(ImageFilter.GaussianBlur(1))
    draw = ImageDraw.Draw(snow)
    for x in (320, 420, 1150, 1240, 1330):
        draw.polygon([(x, 460), (x - 46, 760), (x + 46, 760)], fill=(38, 62, 52))
    yield "snow with firs", snow
    night = _gradient((1600, 1000), (5, 8, 19), (30, 38, 66))
    draw = ImageDraw.Draw(night)
    for _ in range(90):  # lamps: single bright spots that a mean would hide
        x, y = (int(at) for at in chance.integers(0, (1600, 1000)))
        r = int(chance.integers(1, 6))
        draw.ellipse((x, y, x + r, y + r), fill=(255, 243, 210))
    yield "night with lamps", night
    product = Image.new("RGB", (1400, 1400), "white")
    draw = ImageDraw.Draw(product)
    draw.rounded_rectangle((530, 380, 870, 1120), 60, fill=(196, 64, 48))
    draw.rectangle((610, 300, 790, 400), fill=(60, 60, 66))
    yield "product on white", product
    dark = ImageOps.invert(product).filter(ImageFilter.GaussianBlur(1))
    yield "product on black", dark
    crowd = _gradient((1800, 1100), (120, 130, 150), (60, 60, 70))
    draw = ImageDraw.Draw(crowd)
    for row in range(7):
        for column in range(16):
            x, y = 112 * column + 56 * (row % 2) + int(chance.integers(-18, 18)), 170 + 140 * row
            skin = [(236, 200, 172), (198, 148, 112), (122, 82, 58), (88, 58, 42)][
                int(chance.integers(4))
            ]
            coat = cast(Any, tuple(int(v) for v in chance.integers(20, 235, 3)))
            draw.ellipse((x - 62, y + 44, x + 62, y + 220), fill=coat)
            draw.ellipse((x - 34, y - 44, x + 34, y + 44), fill=skin)
            draw.pieslice((x - 36, y - 48, x + 36, y + 30), 180, 360, fill=(40, 28, 22))
    yield "crowd", crowd
    sky = _gradient((2000, 1200), (250, 150, 90), (90, 60, 110))
    ImageDraw.Draw(sky).ellipse((1300, 500, 1480, 680), fill=(255, 236, 190))
    yield "sunset", sky.filter(ImageFilter.GaussianBlur(3))
    yield "flat grey", Image.new("RGB", (1200, 800), (119, 119, 119))
    yield "white", Image.new("RGB", (1200, 800), "white")
    yield "leaves", _noise(3, (1500, 1000), 10, 190, 9).filter(ImageFilter.GaussianBlur(1.2))
    yield "static", _noise(4, (1500, 1000), 0, 255, 2)
    stripes = Image.new("RGB", (1500, 1500), "white")
    draw = ImageDraw.Draw(stripes)
    for x in range(0, 3000, 60):
        draw.line((x, 0, x - 1500, 1500), fill="black", width=26)
    yield "stripes", stripes
    halves = Image.new("RGB", (1600, 900), (245, 245, 240))
    halves.paste((18, 20, 26), (800, 0, 1600, 900))
    yield "half white, half black", halves
    city = _gradient((1200, 1800), (70, 90, 130), (24, 28, 40))
    draw = ImageDraw.Draw(city)
    for x in range(0, 1200, 150):
        top = int(chance.integers(300, 1100))
        draw.rectangle((x, top, x + 138, 1800), fill=(30, 34, 44))
        for wx in range(x + 14, x + 120, 30):
            for wy in range(top + 20, 1790, 44):
                if chance.random() < 0.55:
                    draw.rectangle((wx, wy, wx + 14, wy + 22), fill=(255, 214, 130))
    yield "tall city", city
    page = Image.new("RGB", (1240, 1754), (252, 252, 250))
    draw = ImageDraw.Draw(page)
    for y in range(140, 1640, 34):
        draw.rectangle((120, y, 120 + int(chance.integers(600, 1000)), y + 12), fill=(40, 40, 44))
    yield "page of text", page
    yield "middle tones", _noise(5, (1400, 900), 96, 164, 7)
    yield "tiny", _noise(6, (64, 48), 30, 220, 8)


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """At least sixty photos by name."""
    for name in BUNDLED:
        with Image.open(
            io.BytesIO(files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes())
        ) as file:
            image = file.convert("RGB")
        for way, change in WAYS.items():
            yield f"{name}, {way}", change(image)
    yield from _drawn()


def pictures_in(folder: Path) -> Iterator[tuple[str, Image.Image]]:
    """The photos of a folder, at most 2400 px on a side."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"):
            with Image.open(path) as file:
                file.draft("RGB", (2400, 2400))
                image = ImageOps.exif_transpose(file).convert("RGB")
            image.thumbnail((2400, 2400))
            yield path.stem, image


def photo_of(image: Image.Image, title: str | None = None) -> Photo:
    """The photo as an intake would hand it over, with its facts."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=88)
    data = buffer.getvalue()
    return Photo(
        data, hashlib.sha256(data).hexdigest(), "image/jpeg", *image.size, facts=find_facts(image), title=title
    )  # fmt: skip


@lru_cache(maxsize=1)
def known_pictures() -> dict[str, Image.Image]:
    return dict(pictures())


# : Two words, a sentence, and about the 140 characters that are allowed; a subhead, a button, a
# name and a role.
WORDS: dict[str, tuple[str, str, str, str, str, str, str]] = {
    "english": (
        "Open late", "The harbour opens again on Saturday",
        "Everything you need to plan a calm and careful launch, from the first sketch on paper to the day when people queue at your door in the rain",
        "Guided walks along the quay, every hour until the sun is down.", "Plan your visit", "Ada Lind", "Head of design",
    ),
    "german": (
        "Sommer: jetzt", "Donaudampfschifffahrtsgesellschaft lädt zur Rundfahrt ein",
        "Die Rindfleischetikettierungsüberwachung zieht um: ab September finden Sie uns im Geschwindigkeitsbegrenzungsgebäude an der Hauptstraße",
        "Für Frühaufsteher gibt es ab sechs Uhr Kaffee und warme Brötchen.", "Jetzt Plätze sichern", "Jörg Weiß", "Geschäftsführer",
    ),
    "greek": (
        "Καλό καλοκαίρι", "Το λιμάνι ανοίγει ξανά το Σάββατο",
        "Όλα όσα χρειάζεστε για ένα ήρεμο και προσεκτικό ξεκίνημα, από το πρώτο σχέδιο στο χαρτί μέχρι την ημέρα που ανοίγουν οι πόρτες σας",
        "Ξεναγήσεις στην προκυμαία κάθε ώρα μέχρι τη δύση του ήλιου.", "Κλείστε θέση", "Ελένη Παππά", "Σχεδιάστρια",
    ),
    "russian": (
        "Новый сезон", "Гавань снова открывается в субботу",
        "Всё, что нужно для спокойного и продуманного запуска: от первого наброска на бумаге до дня, когда у ваших дверей выстроится очередь",
        "Прогулки по набережной каждый час до самого заката.", "Записаться", "Анна Орлова", "Руководитель отдела",
    ),
    "arabic": (
        "صيف جديد", "الميناء يفتح أبوابه من جديد يوم السبت",
        "كل ما تحتاجه لإطلاق هادئ ومدروس، من أول رسم على الورق إلى اليوم الذي يصطف فيه الناس أمام بابك تحت المطر منتظرين دورهم",
        "جولات على الرصيف كل ساعة حتى غروب الشمس.", "احجز مكانك", "ليلى حداد", "مديرة التصميم",
    ),
    "hebrew": (
        "קיץ חדש", "הנמל נפתח שוב ביום שבת בשעה 10:00",
        "כל מה שצריך להשקה רגועה ומתוכננת היטב, מהרישום הראשון על הנייר ועד היום שבו אנשים עומדים בתור לפני הדלת שלכם בגשם",
        "סיורים לאורך הרציף בכל שעה עד שקיעת החמה.", "שמרו מקום", "נועה לוי", "ראש צוות עיצוב",
    ),
    "hindi": (
        "नया मौसम", "बंदरगाह शनिवार को फिर से खुल रहा है",
        "शांत और सोच-समझकर की गई शुरुआत के लिए सब कुछ, काग़ज़ पर पहली रेखा से लेकर उस दिन तक जब लोग आपके दरवाज़े पर क़तार में खड़े हों",
        "सूरज डूबने तक हर घंटे घाट पर सैर।", "जगह बुक करें", "मीरा शर्मा", "डिज़ाइन प्रमुख",
    ),
    "thai": (
        "ฤดูร้อนใหม่", "ท่าเรือเปิดอีกครั้งในวันเสาร์นี้",
        "ทุกสิ่งที่คุณต้องการสำหรับการเปิดตัวอย่างสงบและรอบคอบ ตั้งแต่ภาพร่างแรกบนกระดาษจนถึงวันที่ผู้คนต่อแถวอยู่หน้าประตูร้านของคุณ",
        "เดินชมท่าเรือทุกชั่วโมงจนพระอาทิตย์ตก", "จองที่นั่ง", "สมชาย ใจดี", "หัวหน้าฝ่ายออกแบบ",
    ),
    "japanese": (
        "夏、開幕", "港は土曜日にふたたびオープンします",
        "紙の上の最初のスケッチから、雨の中でもお客さまがドアの前に列をつくるその日まで、落ち着いた丁寧な立ち上げに必要なものがすべてそろっています。まずは気軽にお試しください",
        "日が沈むまで毎時、埠頭をめぐる散歩があります。", "予約する", "田中 葵", "デザイン責任者",
    ),
    "korean": (
        "여름의 시작", "항구가 토요일에 다시 문을 엽니다",
        "종이 위의 첫 스케치부터 비 오는 날에도 사람들이 문 앞에 줄을 서는 그날까지, 차분하고 세심한 출발에 필요한 모든 것을 한곳에서 만나 보세요",
        "해가 질 때까지 매시간 부두를 걷습니다.", "예약하기", "김하늘", "디자인 총괄",
    ),
    "chinese": (
        "夏日新篇", "港口将于本周六重新开放",
        "从纸上的第一笔草图，到顾客在雨中排起长队的那一天，一次从容而细致的发布所需要的一切都在这里：品牌、图片、文字与版式彼此呼应，始终如一",
        "日落之前，每小时都有码头漫步。", "立即预订", "李 娜", "设计总监",
    ),
    "emoji": (
        "Hello 👋🏽", "Free ice cream 🍦 for the whole family 👨‍👩‍👧‍👦 this Saturday",
        "Pack the sun cream 🧴, the good shoes 🥾 and a friend 🧑🏿‍🤝‍🧑🏻: we walk from the lighthouse to the old quay and back before the ice cream melts 🍦🎉",
        "Every hour until the sun is down 🌅", "Count me in 🙌🏾", "Ada 🌿", "Guide",
    ),
}  # fmt: skip


def slots_of(language: str, length: int, company: int) -> Slots:
    """Words in a language: ``length`` 0 to 2 from two words to 140 characters, ``company`` 0 to 3
    what stands beside.
    """
    *headlines, subhead, button, name, role = WORDS[language]
    return Slots(
        headline=headlines[length][:140],
        subhead=subhead if company in (1, 3) else None,
        button_text=button if company in (2, 3) else None,
        author_name=name if company != 2 else None,
        author_role=role if company in (1, 3) else None,
    )


def brief_of(photo: Photo | None, size: str, template: str, number: int) -> Brief:
    """The brief of the gallery's ``number``: languages, lengths, company and looks each at a step
    of their own.
    """
    languages = list(WORDS)
    slots = slots_of(languages[number % 12], (number // 12 + number) % 3, (number // 5) % 4)
    look = LOOKS[(number // 3) % len(LOOKS)]
    width, height = SIZES[cast(Any, size)]
    logos = LOGOS if number % 7 else ()
    return Brief(
        builtin(template), size, width, height, slots, look, STACK, photo, logos=logos, seed=number
    )


def shapes() -> list[tuple[str, str]]:
    """Every pair of template and size that there is."""
    return [
        (template, size)
        for template in BUILTIN
        for size in SIZES
        if builtin(template).comes_in(size)
    ]
