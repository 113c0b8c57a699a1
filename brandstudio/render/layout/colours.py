"""Colours for words, grounds and buttons out of a brand's palette, proven for every kind of
vision.
"""

from __future__ import annotations

from functools import lru_cache

from brandstudio.pixels import colour
from brandstudio.render.brief import Look
from brandstudio.render.contrast import MARGIN, pair_ratio

WHITE = "#ffffff"
INK = "#14161a"

#: What every text is aimed at, large or not: headlines that only just pass look weak.
TARGET = 4.5
#: The luminance up to which a brand's own dark serves as text: what it is read on is measured.
_DARK = 0.05
#: And up to which the one that a brand names for its text does: a slate is what it writes in.
_NAMED = 0.12
#: What a dark has that is made for a brand without one (OKLCH), and up to which chroma its first colour
#: has no hue for it.
_INK_LIGHT, _INK_CHROMA, HUELESS = 0.27, 0.026, 0.012
#: The hues (degrees, OKLCH) of which no dark is made: an orange's is a brown, a yellow's an olive.
_MUDDY_HUES = (40.0, 130.0)
#: What a deep field has that is made for a brand without one: lightness, and chroma at least and at most.
_DEEPS, _DEEP_CHROMA = (0.3, 0.24, 0.19), (0.06, 0.11)
#: By how much (OKLCH lightness) the accent may be nudged to be told from what is around it.
_NUDGES = (-0.03, 0.03, -0.05, 0.05)
#: Up to this chroma (OKLCH) an accent is muted.
_MUTED = 0.085
#: How much deeper such a one may be for a label that reads as well as text.
_DEEPER = (-0.08, -0.11, -0.14)
#: A colour between these in lightness and of less chroma (OKLCH) is muddy; and how light a tone of it is
#: that makes a button.
MIDDLING, _MUDDY, _DEPTH = (0.5, 0.73), 0.07, 0.34
#: Up to this lightness (OKLCH) a button whose label may be white has it so.
_MIDDLE = 0.7


def muddy(fill: str) -> bool:
    """True of a muted colour of middling light: black words sink in it, and no light ones read on it."""
    light, chroma, _ = colour.hex_to_oklch(fill)
    return MIDDLING[0] < light < MIDDLING[1] and chroma < _MUDDY


@lru_cache(maxsize=256)
def light_text(look: Look) -> str:
    """The lightest colour of the brand that serves as text on dark grounds, else white."""
    for candidate in (look.role("background"), look.role("surface")):
        if colour.luminance_of(colour.parse_hex(candidate)) >= 0.86:
            return candidate
    return WHITE


def plates(look: Look) -> tuple[str, str]:
    """What a pale plate behind a logo may be filled with, the liked one first."""
    return light_text(look), look.role("surface")


@lru_cache(maxsize=256)
def dark_text(look: Look) -> str:
    """The dark colour of the brand that serves as text on light grounds, the one that it names for that
    first; else a dark of its first colour's hue, as a bare black is nobody's; else ink.
    """
    if not look.palette:
        return look.role("text")
    named = [(look.role("text"), _NAMED)] if look.has("text") else []
    own = sorted(look.all_colours, key=lambda c: (c != look.role("primary"), _luminance(c)))
    for fill, most in [*named, *((c, _DARK) for c in own)]:
        if _luminance(fill) <= most:
            return fill
    chroma, hue = colour.hex_to_oklch(look.role("primary"))[1:]
    if chroma <= HUELESS:
        return INK
    return tone(_INK_LIGHT, round(min(chroma, _INK_CHROMA), 3), round(hue))


def _luminance(fill: str) -> float:
    return colour.luminance_of(colour.parse_hex(fill))


@lru_cache(maxsize=256)
def text_colours(look: Look) -> tuple[str, ...]:
    """What words may be painted in, brand colours before black and white."""
    return tuple(dict.fromkeys((light_text(look), WHITE, dark_text(look), INK, "#000000")))


@lru_cache(maxsize=256)
def dark_scrim(look: Look) -> str:
    """A near-black with the brand's hue: it calms a photo without greying it."""
    chroma, hue = shade_of(look)
    return colour.oklch_to_hex(0.16, min(chroma, 0.035), hue)


@lru_cache(maxsize=256)
def shade_of(look: Look) -> tuple[float, float]:
    """Chroma and hue (degrees; OKLCH) of the darks that are made for a brand: its first colour's, or where that
    is an orange or a yellow those of the first of its colours that is none; without one no chroma.
    """
    own = (colour.hex_to_oklch(c)[1:] for c in (look.role("primary"), *look.all_colours))
    clear = (hue for hue in own if not _MUDDY_HUES[0] <= hue[1] % 360 <= _MUDDY_HUES[1])
    chroma, hue = next(clear, (0.0, 0.0))
    return (chroma, hue) if chroma > HUELESS else (min(chroma, HUELESS), hue)


@lru_cache(maxsize=256)
def deep_fields(look: Look) -> tuple[str, ...]:
    """Deep fields in a hue of the brand's, the least deep first, for one that names no dark and whose logo reads
    on nothing else.
    """
    chroma, hue = shade_of(look)
    if chroma > HUELESS:
        chroma = min(max(chroma, _DEEP_CHROMA[0]), _DEEP_CHROMA[1])
    # The deeper, the less of its hue is seen.
    return tuple(tone(deep, round(chroma * deep / _DEEPS[0], 3), round(hue)) for deep in _DEEPS)


@lru_cache(maxsize=256)
def light_scrim(look: Look) -> str:
    """A near-white with the brand's hue."""
    _, chroma, hue = colour.hex_to_oklch(look.role("background"))
    return colour.oklch_to_hex(0.985, min(chroma, 0.012), hue)


@lru_cache(maxsize=512)
def tone(lightness: float, chroma: float, hue: int) -> str:
    """A colour by its OKLCH lightness, chroma and hue (whole degrees)."""
    return colour.oklch_to_hex(lightness, chroma, hue)


@lru_cache(maxsize=256)
def accents(look: Look, required: float) -> tuple[str, ...]:
    """The accent and tones near it on which a label reads, the nearest first."""
    own = look.role("accent")
    lightness, chroma, hue = colour.hex_to_oklch(own)
    nudges = (*_NUDGES, *_DEEPER) if chroma <= _MUTED else _NUDGES
    near = [
        colour.oklch_to_hex(min(max(lightness + nudge, 0.0), 1.0), chroma, hue) for nudge in nudges
    ]
    found = [c for c in (own, *near) if text_on(c, look, required) is not None]
    if lightness <= _MIDDLE:  # dark words on a middling tone look faint, where they read or not
        found.sort(
            key=lambda c: (
                colour.luminance_of(colour.parse_hex(text_on(c, look, required) or INK)) < 0.5
            )
        )
    if muddy(own):
        # No label makes such a button strike, but depth does, and on the dark the brand's palest.
        deep = tone(_DEPTH, round(chroma, 3), round(hue))
        pale = [c for c in look.all_colours if colour.hex_to_oklch(c)[0] > MIDDLING[1]]
        pale.sort(key=lambda c: -colour.hex_to_oklch(c)[0])
        strong = [c for c in (deep, *pale[:1]) if text_on(c, look, required) is not None]
        return tuple(dict.fromkeys((*strong, *found)))
    if chroma <= _MUTED and lightness <= _MIDDLE:
        # A muted tone strikes by its depth: faint words on it make a weak button.
        found.sort(key=lambda c: not bears(c, WHITE, TARGET))
    return tuple(found)


def text_on(ground: str, look: Look, required: float = TARGET) -> str | None:
    """The text colour that passes on a plain ground in every kind of vision, brand colours first;
    None if none does.
    """
    fitting = [c for c in text_colours(look) if pair_ratio(c, ground) >= required * MARGIN]
    return fitting[0] if fitting else None


def bears(ground: str, text: str, required: float = TARGET) -> bool:
    """True if a plain ground bears words of a colour in every kind of vision."""
    return pair_ratio(text, ground) >= required * MARGIN


@lru_cache(maxsize=512)
def readable_ground(wanted: str, look: Look, required: float = TARGET) -> tuple[str, str]:
    """A ground as near to ``wanted`` as can be, and its text colour, with the ratio required in
    every kind of vision.

    A middle tone that bears neither light nor dark words is darkened (or lightened, if that is
    nearer).
    """
    text = text_on(wanted, look, required)
    if text is not None:
        return wanted, text
    lightness, chroma, hue = colour.hex_to_oklch(wanted)
    for step in range(1, 80):
        for sign in (-1, 1):
            shifted = lightness + sign * step * 0.0125
            if 0 <= shifted <= 1:
                ground = colour.oklch_to_hex(shifted, chroma, hue)
                text = text_on(ground, look, required)
                if text is not None:
                    return ground, text
    return WHITE, INK


@lru_cache(maxsize=256)
def grounds(look: Look) -> tuple[str, ...]:
    """What a panel may be filled with, in the order of liking."""
    roles = (look.role(role) for role in ("surface", "primary", "background", "accent"))
    return tuple(dict.fromkeys((*roles, WHITE, INK)))


@lru_cache(maxsize=256)
def button_fills(look: Look, required: float = TARGET) -> tuple[str, ...]:
    """What a button may be filled with, the most striking first; each one bears a readable
    label.
    """
    wanted = (
        look.role("accent"),
        look.role("primary"),
        *look.all_colours,
        light_text(look),
        dark_text(look),
        WHITE,
        INK,
    )
    return tuple(c for c in dict.fromkeys(wanted) if text_on(c, look, required) is not None)
