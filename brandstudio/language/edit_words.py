"""The words that edits are told in: what people are shown of them, and the vocabulary that cuts
instructions into words, figures and signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from .senses import LANGUAGES, Figure, Sense, Vocabulary
from .tables import table

#: Lines for people: what ``revise`` understands.
VOCABULARY: tuple[str, ...] = (
    "light: brighter, darker, lift the shadows, recover the highlights, too dark, not so bright",
    "contrast: more contrast, flatter, half the contrast, clarity, dehaze, matte",
    "colour: bluer, less red, more saturated, saturation -30 %, muted, warmer, cooler, on brand",
    "finishes: vintage, film, dramatic, cinematic, moody, HDR look, high key, low key, polaroid, "
    "bleach bypass, cross-processed, teal and orange",
    "crop: crop to square, crop to 16:9, crop tighter, crop 10 % from the left",
    "turn: straighten, rotate 3 degrees left, flip, flip vertically",
    "background: blur, dim or desaturate the background, a white / brand / #1a7f5a background, "
    "cut out the subject",
    "effects: vignette, grain, remove noise, black and white, sepia, duotone in blue and orange, "
    "sharpen, soften, invert, posterize, glow, tilt-shift, look like night, pixelate the faces",
    "light from a side: add light from the left, more light from above",
    "edges: a thin white border, rounded corners",
    "space: add space on the left, more room at the top",
    "where: the background, subject, sky, faces, eyes, lips, teeth, shadows, highlights, left, "
    "right, top, bottom, corners, the reds; only ..., everything except ...",
    "colour names: peach, navy, coral, mint, lavender, sand, gold, olive, burgundy and some fifty "
    "more",
    "to keep: don't change the colours, leave the subject alone, keep the background as it is, "
    "keep the skin tones",
    "amounts: a little, slightly, much, 20 %, twice, half; negations: less, too, not so, don't",
    "German, French and Spanish: heller, wärmer, nur den Himmel abdunkeln, plus sombre, recadrer, "
    "más cálido, quita el fondo ...",
)


def _number(text: str) -> float:
    return float(_COUNTED.get(text) or text.replace(",", "."))


_COUNTED = {
    word: number
    for number, said in (
        (5, "five funf cinq cinco"),
        (10, "ten zehn dix diez"),
        (15, "fifteen funfzehn quinze quince"),
        (20, "twenty zwanzig vingt veinte"),
        (30, "thirty dreissig trente treinta"),
        (40, "forty vierzig quarante cuarenta"),
        (50, "fifty funfzig cinquante cincuenta"),
    )
    for word in said.split()
}
"""Shares as words; what is not here is refused and can be typed as a figure."""


_NUMBERS = {
    word: float(number)
    for number, said in (
        (1, "one ein einen un uno"),
        (2, "two zwei deux dos"),
        (3, "three drei trois tres"),
        (4, "four vier quatre cuatro"),
        (5, "five funf cinq cinco"),
        (6, "six sechs seis"),
        (7, "seven sieben sept siete"),
        (8, "eight acht huit ocho"),
        (9, "nine neun neuf nueve"),
        (10, "ten zehn dix diez"),
        (11, "eleven elf onze once"),
        (12, "twelve zwolf douze doce"),
        (90, "ninety neunzig noventa"),
        (180, "hundertachtzig"),
    )
    for word in said.split()
}
"""Degrees as words."""


_PERCENT = rf"(\d{{1,3}}(?:[.,]\d+)?|\b(?:{'|'.join(sorted(_COUNTED, reverse=True))}))\s*(?:%|percent\b|per cent\b|prozent\b|pour cent\b|pourcent\b|por ciento\b)"


#: Words that make a figure a rough one; it is taken as it stands.
_ROUGHLY = (
    r"(?:about|around|roughly|approximately|approx\.?|circa|ca\.?|some|etwa|ungefahr|rund|"
    r"environ|autour de|a peu pres|aproximadamente|alrededor de|mas o menos|cerca de|unos|unas)"
)
_ABOUT = rf"(?:{_ROUGHLY}\s+(?:(?:an?|um|um die|de|un|une)\s+)?)?"


def _figure(part: str, divided: float = 100.0) -> Any:
    return lambda m: (Sense(part, {"number": _number(m.group(1)) / divided}),)


def _rough(match: re.Match[str]) -> tuple[Sense, ...]:
    return (Sense("filler"),)


def _signed(match: re.Match[str]) -> tuple[Sense, ...]:
    sign = 1 if match.group(1) == "+" else -1
    return (Sense("signed", {"number": sign * _number(match.group(2)) / 100}),)


_PLUS = frozenset(("+", "plus", "mas"))
_LESS = frozenset(("minus", "moins", "menos"))


def _points(match: re.Match[str]) -> tuple[Sense, ...]:
    """ "+10" or "minus 10" as on a slider, or the number that a turn is told in. What is smaller than 5 may be
    meant in stops.
    """
    sign = 1 if match.group(1) in (None, "", *_PLUS) else -1
    number = _number(match.group(2))
    part = "signed" if match.group(1) else "points"
    return (
        Sense(part, {"number": sign * number / 100, "unit": "points"}),
        Sense("number", {"number": sign * number}),
    )


def _stops(match: re.Match[str]) -> tuple[Sense, ...]:
    """Exposure in stops, each twice the light: in the values that a screen shows, which are about its root of 2.2."""
    sign = {"+": 1, None: 1}.get(match.group(1), -1)
    told = match.group(2)
    stops = _PARTS_OF_A_STOP.get(told) or _COUNT_OF_STOPS.get(told) or _number(told)
    facts = {"number": sign * stops / 2.2, "unit": "stops"}
    return (Sense("percent" if match.group(1) is None else "signed", facts),)


def _kelvin(match: re.Match[str]) -> tuple[Sense, ...]:
    """How far a white balance is to go, in kelvins: with its sign a share of a slider, else so much of a step."""
    number = float(match.group(2))
    if match.group(1) is None:
        return (Sense("amount", {"number": min(2.0, max(0.25, number / _A_STEP))}),)
    sign = 1 if match.group(1) == "+" else -1
    return (Sense("signed", {"number": sign * min(1.0, number / _ALL_OF_IT)}),)


#: So many kelvins are a plain step, and all of a slider.
_A_STEP, _ALL_OF_IT = 700.0, 3000.0
_PARTS_OF_A_STOP = {
    **dict.fromkeys(
        (
            "half a",
            "half an",
            "eine halbe",
            "einer halben",
            "halbe",
            "un demi",
            "medio",
            "media",
            "half",
            "demi",
        ),
        0.5,
    ),
    **dict.fromkeys(
        ("a full", "one full", "a whole", "one whole", "full", "eine ganze", "eine volle"), 1.0
    ),
    **dict.fromkeys(
        (
            "a third of a",
            "one third of a",
            "eine drittel",
            "un tiers de",
            "1/3",
            "1/3 of a",
            "a third",
            "un tercio de",
            "drittel",
            "tiers de",
            "tercio de",
        ),
        1 / 3,
    ),
    **dict.fromkeys(
        (
            "two thirds of a",
            "zwei drittel",
            "deux tiers de",
            "dos tercios de",
            "2/3",
            "2/3 of a",
            "2/3 de",
        ),
        2 / 3,
    ),
}
_COUNT_OF_STOPS = {
    **dict.fromkeys(("a", "an", "one", "eine", "un", "une"), 1.0),
    **dict.fromkeys(("two", "zwei", "deux", "dos"), 2.0),
}
_SIDES = {
    "left": "left|linke[nrms]?",
    "right": "right|rechte[nrms]?",
    "top": "top|upper|obere[nrms]?",
    "bottom": "bottom|untere[nrms]?",
}
#: Behind a share that is a stretch of a side; "the left 20 % darker" tells how much instead.
_ENDS = r"(?=\s*(?:$|[.,;:!?]|(?:and|but|then|of|und|aber|et|mais|y|pero|im bild|vom bild)\b))"


#: A number of something else, or a ratio, is no number of points.
_NO_UNIT = (
    r"(?!\s*(?:[%°:x/]|deg|grad|per ?cent|prozent|pour ?cent|por ciento|times\b|mal\b|fois\b|"
    r"veces\b|px\b|pixels?\b))"
)


#: "2/3 stop" is no ratio.
_NO_STOP = (
    r"(?!\s*(?:of\s+an?\s+|de\s+|eine[rs]?\s+)?(?:ev|il|f[\s-]?stops?|stops?|blenden?|blendenstufen?|"
    r"diaphragmes?|diaphs?|diafragmas?|diafs?|pasos?|puntos?)\b)"
)


#: What a slider counts.
_POINTS = r"(?:\s*(?:points?|pts?|punkte?n?|puntos?)\b)"


def _stretch(side: str, words: str) -> Figure:
    return re.compile(rf"\b(?:{words})\s+{_PERCENT}{_ENDS}"), lambda m: (
        Sense("region", {"value": f"{side}-{min(99, max(1, round(_number(m.group(1)))))}"}),
    )


def _ratio(match: re.Match[str]) -> tuple[Sense, ...]:
    across, down = int(match.group(1)), int(match.group(2))
    if not (0 < across <= 40 and 0 < down <= 40 and 0.2 <= across / down <= 5):
        return ()
    return (Sense("ratio", {"value": f"{across}:{down}"}),)


def _size(match: re.Match[str]) -> tuple[Sense, ...]:
    """A size in pixels: its ratio, and itself."""
    across, down = int(match.group(1)), int(match.group(2))
    if not (across and down and 0.2 <= across / down <= 5):
        return ()
    return (Sense("ratio", {"value": f"{across}:{down}", "size": (across, down)}),)


#: Figures and signs, the first that fits.
_FIGURES: tuple[Figure, ...] = (
    (
        re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b"),
        lambda m: (Sense("colour", {"value": m.group()}),),
    ),
    (
        re.compile(r"\b(?:annees|anos|les|los|the)\s+(?:19)?[5-9]0(?:s\b|(?!\w))"),
        lambda m: (Sense("look", {"value": "vintage"}),),
    ),
    (
        re.compile(
            r"(?<![\d\w])(\d{3,4})\s*(?:px|pixels?)?\s*(?:[x\u00d7*]|by|mal|par|por)\s*(\d{3,4})(?!\d)(?:\s*(?:px|pixels?|pixeln|pixeles)\b)?"
        ),
        _size,
    ),
    (re.compile(r"(\d{1,2})\s*[:x/]\s*(\d{1,2})(?!\d)" + _NO_STOP), _ratio),
    *(_stretch(side, words) for side, words in _SIDES.items()),
    (
        re.compile(
            r"(?<![\d\w])(?:(?:by|um|de|en|un)\s+)?([+\-\u2212\u2013])?\s?"
            rf"(\d(?:[.,]\d+)?|{'|'.join(_PARTS_OF_A_STOP)}|an?|one|two|eine|zwei|une?|deux|dos)[\s-]*"
            r"(?:ev|il|f[\s-]?stops?|stops?|blenden?|blendenstufen?|diaphragmes?|diaphs?|diafragmas?|diafs?|pasos?|puntos?|lw)\b"
            r"(?:\s+(?:enteros?|entiers?|completos?|complets?)\b)?"
        ),
        _stops,
    ),
    (
        re.compile(
            r"(?<![\w.,])(?:(?:by|um|de|en|un)\s+)?([+\-\u2212\u2013])?\s?([1-9]\d{2}|1[0-4]\d{2})"
            r"\s?k(?:elvin)?\b"
        ),
        _kelvin,
    ),
    (re.compile(r"(?<![\d\w])([+\-\u2212\u2013])\s?" + _PERCENT), _signed),
    (re.compile(rf"\b(?:to|at|auf|bei|a|al)\s+{_ABOUT}" + _PERCENT), _figure("set-to")),
    (re.compile(rf"\b{_ROUGHLY}(?=\s+(?:(?:an?|um|um die|de|un|une)\s+)?{_PERCENT})"), _rough),
    (re.compile(rf"\b{_ROUGHLY}(?=\s+\d{{3,4}}\s?k(?:elvin)?\b)"), _rough),
    (re.compile(_PERCENT), _figure("percent")),
    (
        re.compile(
            rf"(-?\d{{1,3}}(?:[.,]\d+)?|\b(?:{'|'.join(sorted(_NUMBERS, reverse=True))}))"
            r"\s*(?:°|degrees?\b|deg\b|grad\b|degres?\b|grados?\b)"
        ),
        lambda m: (Sense("degrees", {"number": _NUMBERS.get(m.group(1)) or _number(m.group(1))}),),
    ),
    (re.compile(r"(\d(?:[.,]\d+)?)\s*(?:x\b|times\b|mal\b|fois\b|veces\b)"), _figure("share", 1.0)),
    (re.compile(r"(?<![\w.,])x\s?(\d(?:[.,]\d+)?)(?![\w.,:])"), _figure("share", 1.0)),
    (
        re.compile(
            rf"(?:\b(?:by|um|de|en|un)\s+(?:{_ROUGHLY}\s+)?|(?<=\bup )|(?<=\bdown )|"
            rf"(?<![\d\w])([+\-\u2212\u2013]|{'|'.join(sorted(_PLUS - {'+'} | _LESS))})\s?)"
            r"(\d{2,3}|[5-9])(?![\w%]|[.,]\d)" + _NO_UNIT + _POINTS + "?"
        ),
        _points,
    ),
    (re.compile(r"(?<![\w.,])()(\d{2,3}|[5-9])" + _POINTS), _points),
    (re.compile(r"(-?\d{1,3}(?:[.,]\d+)?)(?![\w%])"), _figure("number", 1.0)),
)


#: Nouns that are spelled as they are: "flores" is no misspelled "floues".
_NOUNS = ("likely_subject", "never_subject", "people", "structures")


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of the table of edits."""
    common = table("edits")["common"]
    found = (w for row in table("edits")["found"] for of in LANGUAGES for w in row[of])
    common_words = (w for of in LANGUAGES for w in common[of])
    nouns = (w for key in _NOUNS for w in table("edits")[key]["words"])
    places = (*table("edits")["stands_for"]["place"], *table("edits")["thing"])
    scenery = (w for row in places for of in LANGUAGES for w in row[of])
    right = (*table("edits")["near"]["words"], *found, *common_words, *nouns, *scenery, *_greys())
    rows = [*table("edits")["sense"], *_colours(), *_in_measure()]
    return Vocabulary(rows, _FIGURES, right, conjugates=True)


def _colours() -> list[dict[str, Any]]:
    """Senses of the colour names: the colour, more of it, and all places of its hue."""
    rows: list[dict[str, object]] = []
    for row in table("colours")["colour"]:
        rows.append({"is": "colour", "value": row["name"], **_in_all(row["words"])})
        if "more" in row:
            made = {"is": "change", "kind": "colour", "sign": 1, "value": row["name"]}
            rows.append({**made, **row["more"]})
        if not row.get("neutral"):
            names = [*row.get("several", ()), *(w.rstrip("*") for w in row["words"])]
            stems = dict.fromkeys(w.rstrip("*") for w in row["words"])
            tones = [name for w in stems if w.isalpha() for name in _tones_of(w)]
            rows.append({"is": "region", "value": f"colour-{row['name']}", "de": tones})
            rows.append({"is": "region", "value": f"colour-{row['name']}", **_in_all(names)})
    return rows


def _greys() -> Iterator[str]:
    """What has no hue in its tones ("Silbertöne"): a name of another colour by its letters, and none by itself."""
    for row in table("colours")["colour"]:
        if row.get("neutral"):
            yield from (
                f"{w.rstrip('*')}{tone}" for w in row["words"] for tone in ("tone", "tonen")
            )


def _tones_of(word: str) -> tuple[str, ...]:
    """What a colour's places are called by its tones in German ("Rosatöne", "in den Rosatönen")."""
    return tuple(f"{word}{tones}" for tones in ("tone", "tonen"))


def _in_measure() -> list[dict[str, object]]:
    """Phrases that ask for a step that is not seen as one ("keep it believable", "nothing plasticky"): all
    that can be said of what it is to be, and of what it must not be.
    """
    spoken = table("edits")["in_measure"]
    rows: list[dict[str, object]] = []
    for way in ("good", "bad"):
        said = {
            of: [
                phrase.replace("{}", word)
                for phrase in spoken[f"says_{way}"][of]
                for word in spoken[way][of]
            ]
            for of in LANGUAGES
        }
        rows.append({"is": "amount", "number": 0.45, "measured": True, **said})
    return rows


def _in_all(words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Words that are not parted by language."""
    return dict.fromkeys(LANGUAGES, words)
