"""A picture under edit, and the places on it that its edits name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from brandstudio.engines.protocols import Box, BrandLook
from brandstudio.language.edit_found import kind_of
from brandstudio.language.edit_nouns import is_person, is_structure, lies_beyond
from brandstudio.language.edit_values import TONES, Ban, spoken, where_of
from brandstudio.language.edits import Edit
from brandstudio.language.words import plain
from brandstudio.pixels import masks

from . import features, light, places, scenery, things
from .before_ground import outlined
from .canvas import F32, smooth
from .doubt import are_several, has_large, is_doubtful
from .erased import erased
from .finds import Finds
from .found_by_name import Named, is_named
from .hues import hue
from .in_focus import beside
from .indoors import is_indoors
from .matte import coarse_of, refined
from .whole_faces import with_faces

U8 = NDArray[np.uint8]
#: The least share of a picture that a place must have to be seen as one.
_LEAST_PLACE = 0.002
#: Of a bridge often one tower stands out; where it takes less than this it is hardly the whole.
_LEAST_STRUCTURE = 0.12
NEEDS_SUBJECT = "No subject stands out clearly enough"
UNSURE = "The subject's outline is not sure enough"


@dataclass
class Work:
    """A picture under edit. The subject is looked for once, when an edit first needs it."""

    pixels: U8
    given: NDArray[np.uint8] | NDArray[np.float32] | None
    faces: tuple[Box, ...] | None
    look: BrandLook
    seed: int
    done: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    #: What is to be known of an edit that was done.
    told: list[str] = field(default_factory=list)
    #: Whether a crop must hold the whole subject, and what is to stand in its middle.
    in_view: bool = False
    centred: str = ""
    #: Whether a crop must not cut a head.
    heads: bool = False
    #: What must not be done, be it by a finish.
    forbidden: tuple[Ban, ...] = ()
    #: Whether a noun was taken for the subject.
    presumed: bool = False
    #: Whether all that stands out stays as it is, and only what lies behind it is changed.
    all_stays: bool = False
    #: Whether that noun is of a building, which hardly stands out from the land it stands on.
    structure: bool = False
    #: Whether that noun is of several ("both men").
    several: bool = False
    #: Whether the subject was told by what it is, by another network than that of subjects.
    by_kind: bool = False
    #: What things that were named with their colour were found as.
    named: dict[str, str] = field(default_factory=dict)
    #: What was asked for and can't be done on this picture.
    missed: list[str] = field(default_factory=list)
    #: The picture before its colours were changed: there its hues are measured.
    coloured: U8 | None = None
    #: Kinds that were asked for by themselves, for the whole picture.
    own: frozenset[str] = frozenset()
    #: Where the last edit was done, None for everywhere.
    where: F32 | None = None
    _matte: F32 | None = None
    _coarse: F32 | None = None
    _looked: bool = False
    _doubt: bool | None = None
    _sky: tuple[F32 | None] | None = None
    _found: Named | None = None

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    def matte(self) -> F32 | None:
        """The subject on the picture as it now is, None when there is none."""
        if not self._looked:
            self._coarse = coarse_of(self.pixels, self.given)
            self._matte = None if self._coarse is None else refined(self.pixels, self._coarse)
            self._looked, self._doubt = True, None
        return self._matte

    def outline(self) -> F32 | None:
        """The matte to cut along, None where the subject's edge can't be told well enough."""
        matte = self.matte()
        if matte is None or self._is_transparent():
            return matte
        seen = None if self.by_kind or self._coarse is None else self._coarse
        drawn = outlined(self.pixels, matte, seen)
        return None if drawn is None else self.with_faces(drawn)

    def with_faces(self, mask: F32 | None = None) -> F32:
        """The matte, or another mask of the subject, with the whole of its faces."""
        own = self.matte() if mask is None else mask
        assert own is not None
        return with_faces(self.pixels, own, places.face_boxes(self.pixels, self.faces))

    def loses(self) -> str:
        """Why another background would take a part of what stands before it with it; "" where it would not."""
        matte = self.matte()
        if matte is None or self._is_transparent():
            return ""
        found = beside(self.pixels, matte)
        if found is not None and found[1] > _HANGS_ON:
            return _NOT_ALL
        faces = places.face_boxes(self.pixels, self.faces)
        most = _OF_A_PERSON if has_large(faces, self.height) else _OF_A_THING
        lost = erased(self.pixels, matte)
        if lost <= most:
            return ""
        return (
            f"What stands before the plain background is larger by {lost:.0%} than the subject that was found, so a "
            "part of it would be lost and nothing was changed."
        )

    def in_focus(self) -> F32:
        """What is in focus beside the subject and hangs together with it."""
        matte = self.matte()
        found = None if matte is None else beside(self.pixels, matte)
        return np.zeros((self.height, self.width), np.float32) if found is None else found[0]

    def stand_apart(self) -> bool:
        """Whether several things stand out where one subject was asked for."""
        one = not (self.by_kind or self.several or self._is_transparent())
        return one and self._coarse is not None and are_several(self._coarse)

    def _is_transparent(self) -> bool:
        return self.pixels.shape[2] == 4 and float((self.pixels[..., 3] < 128).mean()) > 0.05

    def unsure(self) -> bool:
        """Whether there is a subject, and a part of it may be missing from its mask. The picture's own
        transparency is what it is.
        """
        if self.matte() is None or self._coarse is None:
            return False
        if self._doubt is None:
            own = self._is_transparent()
            faces = () if own else places.face_boxes(self.pixels, self.faces)
            self._doubt = not own and is_doubtful(self._coarse, faces, self.width, self.height)
            if self._doubt and has_large(faces, self.height):
                self._mend(faces)
        return self._doubt

    def _mend(self, faces: Sequence[Box]) -> None:
        """Put back what the subject's outline lacks of the persons whom it is of."""
        assert self._coarse is not None
        person = self.found().persons_of(self._coarse)
        if person is None:
            return
        columns, rows = person.shape[1], person.shape[0]
        # What the one network is half sure of, the other one decides.
        own = masks.resize(self._coarse, columns, rows)
        whole = np.maximum(smooth(own, 0.6, 0.9), person)
        if not is_doubtful(whole, tuple(faces), self.width, self.height):
            self._coarse, self._matte = whole, refined(self.pixels, whole)
            self._doubt = False

    def lacks_subject(self) -> str:
        """Why nothing can be done along the subject's outline: none stands out, or the outline is not
        sure; empty where it can.
        """
        if self.matte() is None:
            return NEEDS_SUBJECT
        return UNSURE if self.unsure() else ""

    def take_for_subject(self, nouns: Sequence[str]) -> str | None:
        """Make the thing that nouns name the subject, where it is found by what it is; why it can't be,
        empty where it was, None where they name none that could be found.
        """
        kinds = {kind_of(noun) for noun in nouns}
        if (
            len(kinds) != 1
            or "" in {kind for kind, _ in kinds}
            or self.found().finds.likely() is None
        ):
            return None
        kind, several = kinds.pop()
        target = f"{'things' if several else 'thing'}-{kind}"
        coarse = self.found().coarse(target)
        if coarse is None:
            return f"{self.found().why[target]}, so nothing was changed."
        told = self.found().told[target]
        if told.startswith("the subject"):
            return None
        self.named.update({plain(noun): told for noun in nouns})
        self._coarse, self._matte = coarse, refined(self.pixels, coarse)
        self._looked, self._doubt = True, False
        self.given, self.several, self.by_kind = coarse, several, True
        return ""

    def doubts(self, nouns: Sequence[str], *, outline: bool = True) -> str:
        """Why the subject may not be what these nouns name; empty where it may. Where a person is seen
        it is no other thing, and where several things stand out it may be any of them, unless all that does
        stays. A crop needs no sure ``outline`` of it.
        """
        said = " or ".join(dict.fromkeys(nouns))
        if (lacking := self.lacks_subject()) and (outline or lacking == NEEDS_SUBJECT):
            return f'{lacking} to take it for "{said}", so nothing was changed.'
        faces = places.face_boxes(self.pixels, self.faces)
        other = [noun for noun in nouns if not is_person(noun)]
        if other and has_large(faces, self.height):
            return f"A person stands out, so {other[0]} can't be told from the rest of the picture."
        beyond = any(map(lies_beyond, other))
        if other and (kind := self._mostly(_LIVING if beyond else ("person",))):
            return f"Most of what stands out is a {kind}, so {other[0]} can't be told from it."
        held = 1.0 if self._coarse is None else float((self._coarse > 0.5).mean())
        if held < _LEAST_STRUCTURE and any(map(is_structure, nouns)):
            return f'{UNSURE} to take it for "{said}": only a small part of the picture stands out.'
        if self._coarse is not None and not self.all_stays and are_several(self._coarse):
            return f"Several things stand out, and {said} may be any of them."
        return ""

    def _mostly(self, kinds: Sequence[str]) -> str:
        """Of what stands out most is one of some kinds that is found, however small: which; "" for none."""
        if self._coarse is None or self.found().finds.likely() is None:
            return ""
        held = self._coarse > 0.5
        for kind in kinds if held.any() else ():
            sure = kind == "person" or bool(self.found().finds.pieces(kind))
            seen = self.found().coarse(f"things-{kind}") if sure else None
            if seen is None:
                continue
            there = masks.resize(seen, held.shape[1], held.shape[0]) > 0.5
            if float(there[held].mean()) > _MOSTLY:
                return kind
        return ""

    def sitter(self) -> F32 | None:
        """The subject where a face is seen; empty where nothing stands out though one is."""
        if not places.face_boxes(self.pixels, self.faces):
            return None
        matte = self.matte()
        return np.zeros((self.height, self.width), np.float32) if matte is None else matte

    def sky(self) -> F32 | None:
        """The sky, None when none is seen. It is looked for once: what an edit made of it (darker, more
        dramatic) may look like none to the next.
        """
        if self._sky is None:
            told: list[str] = []
            found = places.sky(self.pixels, self.sitter, told)
            likely = None if found is None else self.found().finds.likely()
            if found is not None and likely is not None and is_indoors(likely, found):
                found, told = None, []
            self.told += told
            self._sky = (found,)
        return self._sky[0]

    def found(self) -> Named:
        """Things and parts of people, told by what they are on the picture before its colours were
        changed.
        """
        if self._found is None:
            self.matte()
            seen = self.pixels if self.coloured is None else self.coloured
            self._found = Named(
                Finds(seen, lambda: places.face_boxes(seen, self.faces), lambda: self._coarse)
            )
        return self._found

    def scenery(self, name: str) -> F32 | None:
        """Water or plants, by the colours that the picture had before they were changed."""
        seen = self.pixels if self.coloured is None else self.coloured
        if name == "plants":
            return scenery.plants(seen, self.sitter())
        sky = self.sky()
        if any(said.startswith("Sky:") for said in self.told):
            return None  # of a sky that is found in part the rest would be taken for water
        return scenery.water(seen, sky, self.sitter())

    def moved(self, pixels: U8, given: F32 | None) -> None:
        """The picture after a change of its geometry; faces are no longer where they were."""
        self.pixels, self.given = pixels, given
        self.faces, self.coloured = None, None
        self._matte, self._looked, self._sky, self._found = None, False, None, None


#: What hangs together with a subject and is sharp as it is may be so large beside it and be a shadow or a hair.
_HANGS_ON = 0.12
_NOT_ALL = "Something as sharp as the subject hangs together with it and was not found to be of it, so nothing was changed."
#: What may be lost beside a person (a sleeve), and beside a thing (the table that it stands on).
_OF_A_PERSON, _OF_A_THING = 0.05, 0.3
#: Of what stands out so much is a person, where no other noun is of it.
_MOSTLY = 0.4
_LIVING = ("person", "cat", "dog", "bird", "horse", "cow", "sheep")


def place(work: Work, edit: Edit) -> F32 | None:
    """The mask of an edit's place, None for everywhere; says what can't be found."""
    work.where = _place(work, edit)
    return work.where


def _place(work: Work, edit: Edit) -> F32 | None:
    if edit.place == ("all", ()):
        return None
    mask = together(work, edit.target, thing=edit.thing)
    if mask is not None and (wide := light.reach_of(edit, work.pixels, mask)):
        mask = together(work, edit.target, wide, edit.thing)
    for part in edit.without:
        less = together(work, part, thing="" if is_named(part) else edit.thing)
        if less is not None and float(less.mean()) < _LEAST_PLACE and "&" in part:
            less = None  # the red of the leaves, where no leaf is red
        if mask is not None and less is not None:
            mask = (mask * (1 - less)).astype(np.float32)
        else:
            mask = None
    least = 0.0 if edit.target in features.PARTS else _LEAST_PLACE
    if mask is None or float(mask.mean()) < least:
        missing = _missing(work, edit)
        work.missed.append(f"{missing}, so {edit.about} can't be changed.")
        return np.zeros((work.height, work.width), np.float32)
    return mask


def together(work: Work, target: str, wide: float = 0.0, thing: str = "") -> F32 | None:
    """Where all parts of a target are at once; None when one of them isn't on the picture. ``wide`` is
    how far shadows, midtones and highlights reach, ``thing`` what has the colour that is named.
    """
    mask: F32 | None = np.ones((work.height, work.width), np.float32)
    for part in target.split("&"):
        if part == "all" or mask is None:
            continue
        found = _found(work, part, wide)
        if found is not None and (told := work.found().told.get(part) if is_named(part) else ""):
            if thing:
                work.named[plain(thing)] = told
            elif (said := f"Taken: {told}.") not in work.told:
                work.told.append(said)
        if found is not None and thing and part.startswith("colour-"):
            found = things.place_of(work, part.removeprefix("colour-"), thing, found)
        mask = None if found is None else (mask * found).astype(np.float32)
    return mask


def _missing(work: Work, edit: Edit) -> str:
    """The sentence for a place that isn't on the picture: its first part that isn't."""
    for part in (p for some in (edit.target, *edit.without) for p in some.split("&")):
        if part != "all" and _found(work, part) is None:
            if why := work.found().why.get(part) if is_named(part) else "":
                return why
            lacking = work.lacks_subject() if part in ("subject", "background") else ""
            named = {
                "subject": lacking,
                "background": lacking
                + (" from its background" if lacking == NEEDS_SUBJECT else ""),
                "sky": "No sky was found that can be told from what lies below it",
                "water": "No water was found that can be told by its colour from what lies about it",
                "plants": "Nothing green was found",
                "faces": "No face was found",
            }
            if part in features.PARTS:
                return features.part_of(work.pixels, part)[1]
            return named.get(part, f"No {spoken(part)} were found")
    for kept in edit.without:
        less = together(work, kept) if "&" in kept else None
        if less is not None and float(less.mean()) < _LEAST_PLACE:
            return f"No {spoken(kept)} were found"
    return f"Nothing of this picture is {where_of(*edit.place)}"


def _found(work: Work, target: str, wide: float = 0.0) -> F32 | None:
    if target in ("subject", "background"):
        matte = None if work.lacks_subject() else work.matte()
        if matte is None or target == "subject":
            return matte
        return (1 - matte).astype(np.float32)
    if is_named(target):
        found = work.found().place(target)
        if found is None and target == "skin":
            boxes = places.face_boxes(work.pixels, work.faces)
            found = features.skin(work.pixels, tuple((b.x, b.y, b.width, b.height) for b in boxes))
        return found
    if target == "sky":
        return work.sky()
    if target in ("water", "plants"):
        return work.scenery(target)
    if target in features.PARTS:
        return features.part_of(work.pixels, target)[0]
    if target == "faces":
        return places.faces(work.pixels, work.faces)
    if target in TONES:
        return places.tones(work.pixels, target, wide)
    if target.startswith("colour-"):
        seen = work.pixels if work.coloured is None else work.coloured
        return hue(seen, target.removeprefix("colour-"))
    if target in ("corners", "centre"):
        away = places.corners(work.width, work.height)
        return away if target == "corners" else (1 - away).astype(np.float32)
    return places.stretch(work.width, work.height, target)
