"""The visual world: words for what the references show, each with the references that show it.

Without a vision engine only what can be measured is said: faces, open horizons, plain backdrops,
light, space, tone and colour. What nobody saw is left out; materials, for one, have no words then.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ...models.style import VisualWorld, WorldTerm
from .reference import Learned, Measures, PhotoReference, TermKind

_MOST_TERMS = 12
_MOST_SEEN_PER_REFERENCE = 20
_LONGEST_TERM = 60
#: What a vision engine names is believed so far; a figure well past its threshold is believed more.
_ENGINE_TRUST = 0.8
_LEAST_CONFIDENCE = 0.2
KINDS: Final[tuple[TermKind, ...]] = ("subjects", "settings", "materials", "motifs", "mood")

Sure = Callable[[PhotoReference], float]
"""How sure it is that a reference shows something, 0 to 1."""


def _ramp(value: float, none: float, sure: float) -> float:
    """0 at ``none``, 1 at ``sure``, a straight line between; either may be the larger."""
    share = (value - none) / (sure - none)
    return min(1.0, max(0.0, share))


def _of(figure: Callable[[Measures], float], none: float, sure: float) -> Sure:
    return lambda reference: _ramp(figure(reference.measures), none, sure)


def _faces(least: int, most: int) -> Sure:
    return lambda reference: 0.95 if least <= len(reference.faces) <= most else 0.0


def _close_up(reference: PhotoReference) -> float:
    largest = max(((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in reference.faces), default=0.0)
    return _ramp(largest, 0.02, 0.08)


def _plain_backdrop(reference: PhotoReference) -> float:
    c = reference.measures.composition
    if c.subject_x is None:
        return 0.0
    return _ramp(min(c.space_left, c.space_right, c.space_top), 0.86, 0.96)


def _open_horizon(reference: PhotoReference) -> float:
    return (
        0.7 if reference.measures.composition.horizon is not None and not reference.faces else 0.0
    )


def _shallow(reference: PhotoReference) -> float:
    return _ramp(reference.measures.texture.depth or 1.0, 1.8, 4.0)


def _subject_at(left: float, right: float) -> Sure:
    def sure(reference: PhotoReference) -> float:
        x = reference.measures.composition.subject_x
        return (
            0.0
            if x is None
            else min(_ramp(x, left - 0.05, left + 0.03), _ramp(x, right + 0.05, right - 0.03))
        )

    return sure


def _space_on(side: str) -> Sure:
    def sure(reference: PhotoReference) -> float:
        c = reference.measures.composition
        spaces = {
            "left": c.space_left,
            "right": c.space_right,
            "top": c.space_top,
            "bottom": c.space_bottom,
        }
        others = [space for name, space in spaces.items() if name != side]
        return min(
            _ramp(spaces[side], 0.8, 0.92), _ramp(spaces[side] - sum(others) / 3, 0.02, 0.12)
        )

    return sure


def _light_from(side: str) -> Sure:
    def sure(reference: PhotoReference) -> float:
        light = reference.measures.light
        return _ramp(light.fall, 0.08, 0.3) if light.direction == side else 0.0

    return sure


def _calm(reference: PhotoReference) -> float:
    c = reference.measures.composition
    return _ramp((c.space_left + c.space_right + c.space_top + c.space_bottom) / 4, 0.78, 0.92)


def _busy(reference: PhotoReference) -> float:
    c = reference.measures.composition
    return _ramp((c.space_left + c.space_right + c.space_top + c.space_bottom) / 4, 0.55, 0.35)


#: Two figures each: where a word begins to be said, and where it is sure. They were set by eye on
#: graded photographs; docs/explanations/numbers.md holds them against pictures labelled by hand and
#: says how far each could move.
_MEASURED: Final[Mapping[TermKind, Mapping[str, Sure]]] = {
    "subjects": {
        "one person": _faces(1, 1),
        "two people": _faces(2, 2),
        "group of people": _faces(3, 10_000),
        "close portrait": _close_up,
    },
    "settings": {"plain backdrop": _plain_backdrop, "open horizon": _open_horizon},
    "materials": {},
    "motifs": {
        "centred subject": _subject_at(0.44, 0.56),
        "subject on the left": _subject_at(0.1, 0.38),
        "subject on the right": _subject_at(0.62, 0.9),
        "space on the left": _space_on("left"),
        "space on the right": _space_on("right"),
        "space above": _space_on("top"),
        "space below": _space_on("bottom"),
        "light from the left": _light_from("left"),
        "light from the right": _light_from("right"),
        "light from above": _light_from("top"),
        "shallow depth of field": _shallow,
        "symmetry": _of(lambda m: m.composition.symmetry, 0.75, 0.95),
        "film grain": _of(lambda m: m.texture.grain, 3.0, 7.0),
        "monochrome": _of(lambda m: m.colour.saturation, 0.015, 0.005),
    },
    "mood": {
        # Yellow with green in it is foliage, not warmth.
        "warm": _of(lambda m: m.colour.temperature + min(0.0, m.colour.tint), 0.015, 0.05),
        "cool": _of(lambda m: m.colour.temperature, -0.01, -0.04),
        "vivid": _of(lambda m: m.colour.saturation, 0.09, 0.14),
        "muted": _of(lambda m: m.colour.saturation, 0.05, 0.025),
        "bright and airy": _of(lambda m: m.tone.p50, 0.72, 0.86),
        "dark and moody": _of(lambda m: m.tone.p50, 0.42, 0.28),
        "dramatic": _of(lambda m: m.tone.contrast, 0.68, 0.85),
        "soft": _of(lambda m: m.tone.contrast, 0.45, 0.28),
        "calm": _calm,
        "lively": _busy,
    },
}


@dataclass(slots=True)
class _Sight:
    """A word and how sure each reference that shows it is."""

    sure: dict[str, float]

    def add(self, ref_id: str, sure: float) -> None:
        self.sure[ref_id] = max(sure, self.sure.get(ref_id, 0.0))


def visual_world(references: Sequence[PhotoReference]) -> Learned[VisualWorld]:
    """The words for what the references show, the surest first."""
    ordered = sorted(references, key=lambda reference: reference.ref_id)
    kinds = {kind: _terms(kind, ordered) for kind in KINDS}
    warnings: tuple[str, ...] = ()
    if not any(reference.seen for reference in ordered):
        warnings = (
            "No vision engine looked at the references: the visual world holds only what can be measured.",
        )
    return Learned(VisualWorld(**kinds), tuple(reference.ref_id for reference in ordered), warnings)


def _terms(kind: TermKind, references: Sequence[PhotoReference]) -> list[WorldTerm]:
    sights: dict[str, _Sight] = {}
    for reference in references:
        for term, sure in _MEASURED[kind].items():
            if (certainty := sure(reference)) > 0:
                sights.setdefault(term, _Sight({})).add(reference.ref_id, certainty)
        for term in clean_terms(reference.seen.get(kind, ())):
            sights.setdefault(term, _Sight({})).add(reference.ref_id, _ENGINE_TRUST)
    found = (
        WorldTerm(term=term, references=sorted(sight.sure), confidence=confidence)
        for term, sight in sights.items()
        if (confidence := round(sum(sight.sure.values()) / len(references), 2)) >= _LEAST_CONFIDENCE
    )
    return sorted(found, key=lambda term: (-term.confidence, term.term))[:_MOST_TERMS]


def clean_terms(words: Iterable[str]) -> list[str]:
    """An engine's words as terms: lower case, single spaces, no control characters, bounded in
    length and number.
    """
    terms: list[str] = []
    for word in words:
        kept = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in word[:400])
        term = " ".join(kept.split()).strip(" .,;:!-").lower()
        if term and len(term) <= _LONGEST_TERM and term not in terms:
            terms.append(term)
        if len(terms) == _MOST_SEEN_PER_REFERENCE:
            break
    return terms
