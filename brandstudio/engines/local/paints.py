"""Paints: the few colours of a brand (or of a mood) turned into what a scene needs: ramps, grounds,
lights, accents.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from brandstudio.engines.protocols import BrandSwatch
from brandstudio.pixels import colour

from .canvas import F32, Lab, Planes
from .shades import ASKED, HUES, PLAIN, SHADES, STANDS_AT

# : Palettes for folders that have none yet, by mood; each from dark to light with one voice that
# stands out.
MOODS: Final[dict[str, tuple[str, ...]]] = {
    "calm": ("#12293f", "#2f5d7c", "#7fb0c4", "#d5e4e4", "#f4ebdf", "#e5a77c"),
    "warm": ("#2a1a3a", "#7a2f5b", "#cf4a5a", "#f2905e", "#fbcf8e", "#fff0d8"),
    "fresh": ("#0f322b", "#1f6f5c", "#5fb58c", "#c2e4c3", "#f5f3e4", "#f2b84b"),
    "bold": ("#16151f", "#e4384a", "#ffb81f", "#2b68d8", "#f5f1e8", "#12a08f"),
    "night": ("#080c1f", "#15214c", "#304289", "#6e72cb", "#c8b9ee", "#ffd79c"),
    "luxury": ("#0f0e0d", "#2a2521", "#6e5a3c", "#b89357", "#e6d3a7", "#f7f2e6"),
    "playful": ("#2d2a4a", "#ff6b6b", "#ffd166", "#08b3a2", "#4d7cff", "#fff6ea"),
    "minimal": ("#2b2a29", "#6f6a63", "#b7b1a7", "#dedbd4", "#f6f4f0", "#c96f4a"),
    "tech": ("#070d20", "#10265c", "#2456e6", "#3fb6ff", "#bfeefc", "#7c4dff"),
    "romantic": ("#3b1c32", "#8a3a5e", "#d47a93", "#f1b9bd", "#fbe6df", "#e9c46a"),
    "autumn": ("#2b1a12", "#6b3318", "#b85a23", "#e0a03f", "#f3e0b8", "#4d5a2a"),
    "winter": ("#14243a", "#3f6486", "#8fb4cf", "#d3e3ee", "#f7fafc", "#c8a27c"),
    "earthy": ("#2c241d", "#6a4e37", "#a9805a", "#d4b996", "#f1e7d8", "#66724d"),
    "serious": ("#101b2b", "#243a5a", "#4f6d92", "#a7b8cc", "#eef1f5", "#c9974f"),
}

#: The voice of each mood's palette and what stands out against it.
VOICES: Final[dict[str, tuple[str, str]]] = {
    "calm": ("#2f5d7c", "#e5a77c"),
    "fresh": ("#1f6f5c", "#f2b84b"),
    "night": ("#304289", "#ffd79c"),
    "romantic": ("#8a3a5e", "#e9c46a"),
    "tech": ("#2456e6", "#7c4dff"),
    "winter": ("#3f6486", "#c8a27c"),
    "serious": ("#243a5a", "#c9974f"),
}
# : Palettes for landscapes by the time of day: voice, accent, then the rest. The sky of an hour has
# colours of its own.
TIMES: Final[dict[str, tuple[str, ...]]] = {
    "dusk": ("#2f4a8f", "#f07f6a", "#131b3f", "#7a5fa6", "#ffc998", "#ffeeda"),
    "dawn": ("#5b82b8", "#f2a29b", "#22375c", "#b9a4cc", "#ffdcae", "#fff4e6"),
    "day": ("#2f86c4", "#f5b84c", "#123a56", "#3f9c8d", "#bfe3ef", "#fbf6e8"),
}
#: Moods whose own palette is more telling than the hour's.
_OWN_HOUR: Final = frozenset({"autumn", "winter", "earthy", "luxury", "bold", "tech"})

#: Moods that are of the day outdoors, where no hour is named.
_BY_DAY: Final = {"fresh": "day", "playful": "day", "warm": "day"}
#: Moods whose palette has no colour that a sky or a land could be of.
_AS_OUTDOORS: Final = {"minimal": "calm"}


def mix(first: Lab, second: Lab, t: float) -> Lab:
    """A colour between two, straight through OKLab."""
    return (
        first[0] + (second[0] - first[0]) * t,
        first[1] + (second[1] - first[1]) * t,
        first[2] + (second[2] - first[2]) * t,
    )


def chroma(lab: Lab) -> float:
    return float(np.hypot(lab[1], lab[2]))


def hue(lab: Lab) -> float:
    """Hue in degrees."""
    return float(np.degrees(np.arctan2(lab[2], lab[1])) % 360)


def turn(first: Lab, second: Lab) -> float:
    """Degrees between two hues, 0 to 180."""
    apart = abs(hue(first) - hue(second)) % 360
    return min(apart, 360 - apart)


# Scenes ask for the same few colours for every strip; the way into the gamut is a search.
@lru_cache(maxsize=4096)
def at_lightness(lab: Lab, lightness: float, keep: float = 1.0) -> Lab:
    """The colour at another lightness, its chroma brought into sRGB and thinned towards black and
    white.
    """
    thin = keep * min(1.0, 0.35 + 2.2 * lightness) * min(1.0, 0.15 + 4.5 * (1 - lightness))
    lch = colour.to_gamut([lightness, chroma(lab) * thin, hue(lab)])
    l_, a, b = (float(v) for v in colour.oklch_to_oklab(lch))
    return l_, a, b


@dataclass(frozen=True, slots=True)
class Ramp:
    """Colours along 0 to 1, straight in OKLab between stops."""

    stops: tuple[tuple[float, Lab], ...]

    def __call__(self, t: F32) -> Planes:
        """A colour for each value."""
        at = np.array([s for s, _ in self.stops], dtype=np.float32)
        table = np.array([c for _, c in self.stops], dtype=np.float32)
        fine = np.linspace(0, 1, 2049, dtype=np.float32)
        where = np.clip(t * np.float32(2048), 0, 2047.999)
        low = where.astype(np.int32)
        part = where - low
        planes = []
        for channel in range(3):
            column = np.interp(fine, at, table[:, channel]).astype(np.float32)
            planes.append(column[low] + part * (column[1:] - column[:-1])[low])
        return planes[0], planes[1], planes[2]

    def one(self, t: float) -> Lab:
        at = [s for s, _ in self.stops]
        return (
            float(np.interp(t, at, [c[0] for _, c in self.stops])),
            float(np.interp(t, at, [c[1] for _, c in self.stops])),
            float(np.interp(t, at, [c[2] for _, c in self.stops])),
        )

    def reversed(self) -> Ramp:
        return Ramp(tuple((1 - s, c) for s, c in reversed(self.stops)))


def ramp(*colours: Lab) -> Ramp:
    """A ramp with its colours evenly spaced."""
    last = max(1, len(colours) - 1)
    return Ramp(tuple((i / last, c) for i, c in enumerate(colours)))


@dataclass(frozen=True, slots=True)
class Paints:
    """What a scene paints with.

    ``colours`` are the palette's own, heaviest first; ``dark`` and ``light`` its (tinted) ends;
    ``primary`` its voice, ``second`` another vivid one, ``accent`` the vivid one furthest in hue;
    ``warm`` what light is made of. ``night`` says that the ground is dark.
    """

    colours: tuple[Lab, ...]
    weights: tuple[float, ...]
    dark: Lab
    light: Lab
    primary: Lab
    second: Lab
    accent: Lab
    warm: Lab
    night: bool

    @property
    def ground(self) -> Lab:
        return self.dark if self.night else self.light

    @property
    def ink(self) -> Lab:
        return self.light if self.night else self.dark

    def tone(self, lightness: float, base: Lab | None = None) -> Lab:
        """A colour of the brand at a lightness: the chain's, or ``base``'s at that lightness."""
        if base is not None:
            return at_lightness(base, lightness)
        return self.chain().one(lightness)

    def chain(self) -> Ramp:
        """Lightness 0 to 1 to a colour, through the palette's colours that go with the primary."""
        kin = [c for c in self.colours if chroma(c) < 0.045 or turn(c, self.primary) < 60]
        kin = sorted(
            {round(c[0], 2): c for c in (*kin, self.primary, self.dark, self.light)}.values()
        )
        kept: list[Lab] = []
        for each in kin:
            if not kept or each[0] - kept[-1][0] > 0.07:
                kept.append(each)
        first, last = kept[0], kept[-1]
        stops = [
            (0.0, (0.0, 0.0, 0.0)),
            *((c[0], c) for c in kept),
            (1.0, (1.0, last[1] * 0.1, last[2] * 0.1)),
        ]
        del first
        return Ramp(tuple((min(1.0, max(0.0, s)), c) for s, c in stops))

    def vivid(self) -> list[Lab]:
        """The palette's colours with a voice, the strongest first, at least three (made from the
        primary if need be).
        """
        found = [c for c in self.colours if chroma(c) >= 0.05]
        found.sort(key=lambda c: -chroma(c))
        for extra in (
            self.primary,
            self.accent,
            self.second,
            at_lightness(self.primary, 0.75),
            self.dark,
        ):
            if len(found) >= 3:
                break
            if all(
                np.hypot(np.hypot(extra[1] - c[1], extra[2] - c[2]), extra[0] - c[0]) > 0.06
                for c in found
            ):
                found.append(extra)
        return found

    def pick(
        self, rng: np.random.Generator, count: int, among: list[Lab] | None = None
    ) -> list[Lab]:
        """Colours in a lively order: no two neighbours alike, by chance but evenly."""
        pool = list(among or self.colours)
        out: list[Lab] = []
        while len(out) < count:
            order = rng.permutation(len(pool))
            if out and len(pool) > 1 and pool[order[0]] == out[-1]:
                order = np.roll(order, 1)
            out.extend(pool[i] for i in order)
        return out[:count]


def lab_of(text: str) -> Lab:
    return colour.hex_to_oklab(text)


def paints(
    swatches: tuple[BrandSwatch, ...],
    mood: str,
    named: tuple[str, ...] = (),
    night: bool | None = None,
    *,
    time: str | None = None,
    outdoors: bool = False,
) -> Paints:
    """The paints of a palette, or of the mood's (``outdoors`` the hour's) own when there is none.

    ``named`` colour words take the lead. ``outdoors`` the cool colour is the voice where a palette
    has one: skies and seas in a warm accent would turn brown.
    """
    given = [(lab_of(s.hex), max(1e-3, s.weight), s.role) for s in swatches]
    if not given:
        given = _unbranded(mood, time, outdoors=outdoors)
    plain = bool(named) and not hued(named)
    if neutral(named) or (hued(named) and not (holds(given, named) and (swatches or outdoors))):
        # Colours that are asked for win over the palette, and over a mood's own.
        given = _from_names(named)
    total = sum(w for _, w, _ in given)
    given = [(c, w / total, r) for c, w, r in given]
    given.sort(key=lambda entry: -entry[1])
    colours = tuple(c for c, _, _ in given)

    def role(name: str) -> Lab | None:
        return next((c for c, _, r in given if r == name), None)

    strength = {c: chroma(c) * (0.1 + w) ** 0.35 for c, w, _ in given}
    primary = role("primary") or max(colours, key=lambda c: strength[c])
    if outdoors and role("primary") is None and not (80 < hue(primary) < 320):
        cool = [c for c in colours if chroma(c) > 0.035 and 170 < hue(c) < 315]
        primary = max(cool, key=lambda c: strength[c]) if cool else primary
    if named:
        wanted = [ASKED[n] for n in named if n in ASKED and ASKED[n][1] > 0.03]
        lively = [c for c in colours if chroma(c) > 0.05]
        if wanted and lively:
            target = colour.oklch_to_oklab([0.6, 0.15, wanted[0][0]])
            near = min(lively, key=lambda c: turn(c, (0.6, float(target[1]), float(target[2]))))
            if turn(near, (0.6, float(target[1]), float(target[2]))) < 45:
                primary = near
    darkest, lightest = min(colours, key=lambda c: c[0]), max(colours, key=lambda c: c[0])
    tinted = darkest if chroma(darkest) > 0.015 or chroma(primary) < 0.03 else primary
    dark = darkest if darkest[0] <= 0.3 else at_lightness(tinted, 0.24, 0.75)
    light = lightest if lightest[0] >= 0.88 else at_lightness(lightest, 0.95, 0.5)
    # "A white background" asks for the ground alone.
    light = (0.985, 0.0, 0.002) if plain and "white" in named else light
    dark = (0.15, 0.0, 0.0) if plain and "black" in named else dark
    others = sorted(
        (c for c in colours if c != primary and chroma(c) >= 0.05 and 0.38 <= c[0] <= 0.93),
        key=lambda c: -(turn(c, primary) / 60 + 4 * chroma(c)),
    )
    spoken = role("accent")
    made = others[0] if others else at_lightness(primary, min(0.85, primary[0] + 0.25))
    accent = spoken if spoken and spoken != primary else made
    rest = [c for c in others if c != accent]
    second = role("secondary") or (rest[0] if rest else mix(primary, light, 0.45))
    glowing = [
        c for c in colours if c[0] > 0.6 and chroma(c) > 0.04 and (hue(c) < 115 or hue(c) > 330)
    ]
    warm = (
        max(glowing, key=lambda c: c[0] + chroma(c))
        if glowing
        else mix(light, (0.93, 0.01, 0.055), 0.6)
    )
    if night is None:
        mean = sum(c[0] * w for c, w, _ in given)
        night = mean < 0.47
    return Paints(
        colours, tuple(w for _, w, _ in given), dark, light, primary, second, accent, warm, night
    )


def _unbranded(mood: str, time: str | None, *, outdoors: bool) -> list[tuple[Lab, float, str]]:
    """The palette of an hour or a mood, with its voice and accent."""
    mood = _AS_OUTDOORS.get(mood, mood) if outdoors else mood
    time = (time or _BY_DAY.get(mood)) if outdoors else None
    if time in TIMES and mood not in _OWN_HOUR:
        hexes = TIMES[time]
        voice, accent = hexes[:2]
    else:
        hexes = MOODS.get(mood, MOODS["calm"])
        voice, accent = VOICES.get(mood, ("", ""))
    roles = {voice: "primary", accent: "accent"}
    return [(lab_of(h), 1.0, roles.get(h, "")) for h in hexes]


def holds(given: list[tuple[Lab, float, str]], named: tuple[str, ...]) -> bool:
    """Whether a palette has all the hues that a prompt names; black, white and grey are in each."""
    wanted = [ASKED[n][0] for n in named if n in HUES and ASKED[n][1] > 0.03]
    lively = [hue(c) for c, _, _ in given if chroma(c) > 0.05]
    hues = all(any(abs((h - w + 180) % 360 - 180) < 25 for h in lively) for w in wanted)
    return hues and all(_has_shade(given, n) for n in named if n in SHADES)


def _has_shade(given: list[tuple[Lab, float, str]], name: str) -> bool:
    """Whether a palette has that very shade: an orange of beige's hue is no beige."""
    of_hue, strength, lightness = SHADES[name]
    shade = colour.hex_to_oklab(colour.oklch_to_hex(lightness, strength, of_hue))
    least = 0.5 * chroma(shade) if chroma(shade) > 0.045 else 0.0  # no grey is a denim
    return any(
        np.hypot(np.hypot(c[1] - shade[1], c[2] - shade[2]), c[0] - shade[0]) < 0.09
        and chroma(c) >= least
        for c, _, _ in given
    )


def hued(named: tuple[str, ...]) -> list[str]:
    """The colours among the names that have a hue: not black, white or grey."""
    return [n for n in named if n in ASKED and ASKED[n][1] > 0.03]


def neutral(named: tuple[str, ...]) -> bool:
    """Whether a prompt asks for greys and nothing else: "white and grey", "black and white". A lone
    "white" or "black" asks for the ground.
    """
    return bool(named) and not hued(named) and (len(named) > 1 or named[0] in ("grey", "charcoal"))


def goes_with(given: Lab, named: tuple[str, ...]) -> bool:
    """Whether a colour has no hue, or one that a prompt names; anything goes where it names none."""
    wanted = [ASKED[n][0] for n in hued(named)]
    if neutral(named):
        return chroma(given) < 0.03
    if not wanted or chroma(given) < 0.03:
        return True
    return any(abs((hue(given) - w + 180) % 360 - 180) < 45 for w in wanted)


def is_shade(name: str) -> bool:
    """Whether a colour word is one shade rather than a hue, as beige is."""
    return name in SHADES


def is_deep(named: tuple[str, ...]) -> bool:
    """Whether the colour that leads is a dark one without a hue: charcoal is no light grey."""
    return named[:1] == ("charcoal",)


def asked(name: str) -> Lab | None:
    """The colour that a thing of that colour has; None for no colour."""
    if name not in ASKED:
        return None
    if name in ("white", "black"):
        return (0.95 if name == "white" else 0.2, 0.0, 0.0)
    of_hue, strength = ASKED[name]
    lightness = STANDS_AT.get(name, SHADES.get(name, PLAIN)[2])
    return colour.hex_to_oklab(colour.oklch_to_hex(lightness, strength, of_hue))


#: The steps of a palette around one colour: lightness, and its share of the colour's chroma.
_OF_A_HUE: Final = ((0.24, 0.45), (0.45, 0.9), (0.65, 1.0), (0.84, 0.5), (0.955, 0.16))
_OF_YELLOW: Final = ((0.3, 0.45), (0.76, 1.0), (0.86, 1.0), (0.91, 0.6), (0.97, 0.16))


#: How far in hue the neighbour of a lone colour stands.
_BESIDE: Final = -26


def _from_names(named: tuple[str, ...]) -> list[tuple[Lab, float, str]]:
    """A palette around the colours that a prompt names."""
    names = sorted((n for n in named if n in ASKED), key=lambda n: ASKED[n][1] <= 0.03)
    known = [ASKED[n] for n in names]
    lead_hue, lead_chroma = known[0]
    lab = [
        colour.hex_to_oklab(colour.oklch_to_hex(lightness, lead_chroma * share, lead_hue))
        for lightness, share in (_OF_YELLOW if names[0] == "yellow" else _OF_A_HUE)
    ]
    if "black" in named:
        lab[0] = (0.16, 0.0, -0.002)
    if "white" in named:
        lab[4] = (0.985, 0.0, 0.002)
    out: list[tuple[Lab, float, str]] = [(c, 1.0, "") for c in lab]
    if names[0] in SHADES or names[0] == "yellow":
        level = SHADES.get(names[0], (0.0, 0.0, STANDS_AT["yellow"]))[2]
        shade = colour.oklch_to_hex(level, lead_chroma, lead_hue)
        out.append((colour.hex_to_oklab(shade), 1.5, "primary"))
    # One colour alone has its neighbour beside it: its complement nobody asked for.
    others = known[1:] or [((lead_hue + _BESIDE) % 360, max(0.08, lead_chroma * 0.85))]
    others = [] if neutral(named) else others
    for at, (other_hue, other_chroma) in enumerate(others[:3], 1):
        lightness = SHADES.get(names[at], PLAIN)[2] if at < len(names) else 0.72
        lightness = 0.86 if "yellow" in (names[at : at + 1] or names) else lightness
        made = colour.oklch_to_hex(lightness, other_chroma, other_hue)
        out.append((colour.hex_to_oklab(made), 0.5, ""))
    return out
