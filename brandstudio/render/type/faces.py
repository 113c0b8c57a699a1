"""Faces by content, kept while they are used, and stacks of them in fallback order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from brandstudio.pixels.safely import available

from .apart import ApartFace
from .bounded import Bounded
from .characters import VS15, VS16, ZWJ, is_emoji, is_ignorable
from .face import Axis, Features, FontFace, FontSpec, Variations

__all__ = ["Axis", "Features", "FontFace", "FontSpec", "FontStack", "Variations", "face_of"]

# 256 MB of font bytes at most; a face in use elsewhere stays alive until its last user lets go.
_FACES: Bounded[tuple[str, int], FontFace] = Bounded(256 << 20, lambda face: face.size)


def face_of(spec: FontSpec) -> FontFace:
    """The face of a spec, made once and kept while it is used. A font that comes with the package is
    opened here though somebody brought the same one.
    """
    key = (spec.sha256, spec.index)
    held = _FACES.get(key)
    if held is not None and (spec.foreign or not isinstance(held, ApartFace)):
        return held
    if spec.foreign and available():
        return _FACES.put(key, ApartFace(spec))
    return _FACES.put(key, FontFace(spec.read(), spec.index, sha256=spec.sha256))


@dataclass(frozen=True)
class FontStack:
    """Fonts in the order in which they are asked for a character; an emoji goes to the first colour
    face that has it.

    Several faces of one family (Regular, Bold) stand together: the one nearest in weight is asked
    (CSS Fonts 4, 5.2).
    """

    faces: tuple[FontSpec, ...]
    italics: tuple[FontSpec, ...] = ()
    """Faces that set nothing but italic runs, each beside the upright one of its family."""

    def __post_init__(self) -> None:
        if not self.faces:
            raise ValueError("a font stack needs at least one font")

    @cached_property
    def _key(self) -> int:
        return hash(self.faces)

    def __hash__(self) -> int:
        return self._key

    def spec_for(self, cluster: str, weight: float = 400) -> FontSpec | None:
        """The font for a grapheme cluster at a weight, or None if no face has all of it."""
        key = (self._key, cluster, weight)
        held = _PICKED.get(key)
        if held is not None and held[0] == self:
            return held[1]
        found = self._find(cluster, weight)
        if len(cluster) <= 32:
            _PICKED.put(key, (self, found))
        return found

    def slanted(self, upright: FontSpec, cluster: str, weight: float) -> FontSpec:
        """The italic of a face's family for a cluster; the face itself where there is none."""
        held = [s for s in self.faces if s.family == upright.family and s != upright]
        found = [s for s in (*held, *self.italics) if s.family == upright.family and _slants(s)]
        fitting = [s for s in found if face_of(s).covers(cluster)]
        return min(fitting, key=lambda s: _unlike(face_of(s), weight), default=upright)

    def first(self, weight: float = 400) -> FontSpec:
        """The face of the first family that is nearest in weight."""
        return self._by_family(weight)[0]

    def nearest(self, cluster: str, weight: float = 400) -> FontSpec:
        """The face that lacks least of a cluster that no face has whole."""
        order = self._by_family(weight)
        return min(order, key=lambda spec: len(face_of(spec).lacks(cluster)))

    def _find(self, cluster: str, weight: float) -> FontSpec | None:
        order = self._by_family(weight)
        if is_emoji(cluster):
            wanted = "".join(c for c in cluster if not is_ignorable(ord(c)))
            for spec in reversed(
                order
            ):  # the emoji face stands last: do not open the others to find it
                face = face_of(spec)
                if face.is_colour and face.covers(wanted):
                    return spec
        plain = "".join(c for c in cluster if ord(c) not in {VS15, VS16, ZWJ})
        return next((spec for spec in order if face_of(spec).covers(plain)), None)

    def _by_family(self, weight: float) -> tuple[FontSpec, ...]:
        if len({spec.family for spec in self.faces}) == len(self.faces):
            return self.faces
        families: dict[str, list[FontSpec]] = {}
        for spec in self.faces:
            families.setdefault(spec.family, []).append(spec)
        return tuple(
            group[0]
            if len(group) == 1
            else min(group, key=lambda spec: _unlike(face_of(spec), weight))
            for group in families.values()
        )


def _slants(spec: FontSpec) -> bool:
    return spec.italic or face_of(spec).is_italic


def _unlike(face: FontFace, weight: float) -> tuple[bool, float, float]:
    """How badly a face of the right family fits: upright first, then by distance in weight, heavier
    for bold.
    """
    low, high = face.weight_range
    distance = max(low - weight, weight - high, 0.0)
    return (face.is_italic, distance, -high if weight >= 500 else high)


_PICKED: Bounded[tuple[int, str, float], tuple[FontStack, FontSpec | None]] = Bounded(16384)
