"""Where on a picture the things and parts of people are that an edit names; and why one can't be told.

``thing-dog`` is the one dog that is seen, ``things-dog`` all dogs, ``thing-dog-left`` the one on the left
of several; ``hair``, ``skin`` and ``clothes`` are those of all persons who are found, ``worn-...`` is one
piece of clothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.language.edit_values import SPOKEN_THINGS, plural, sided
from brandstudio.pixels import colour, masks

from .canvas import F32
from .finds import ANOTHER, Finds, Piece
from .matte import refined
from .people import People, people_of
from .worn import WORN, piece_of

U8 = NDArray[np.uint8]
#: The least share of a picture that a part of people must have to be found.
_LEAST_PART = 0.0008
_PARTS = {"hair": ("hair",), "skin": ("body", "face"), "clothes": ("clothes",)}
#: How much of a thing has the colour that it was named with.
_OF_ITS_COLOUR = 0.25
#: How much of a person lies in the subject, and how much of the subject in its persons, where they are it.
_OF_THE_SUBJECT, _OF_PERSONS = 0.5, 0.75
#: Another of its kind is so far beside it (a share of the picture's width) that left and right are told.
_BESIDE = 0.08


def is_named(target: str) -> bool:
    """Whether a place is one of a thing, or of a part of people."""
    return target in _PARTS or target in WORN or target.startswith(("thing-", "things-"))


@dataclass
class Named:
    """What was found on one picture by its name. Each place is looked for once."""

    finds: Finds
    #: Why a place was not found, and what another was found as.
    why: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    _masks: dict[str, F32 | None] = field(default_factory=dict)
    _people: dict[int, People | None] = field(default_factory=dict)

    def place(self, target: str) -> F32 | None:
        """The mask of a place, at the picture's own size; None where it can't be told."""
        if target not in self._masks:
            coarse = self.coarse(target)
            found = None if coarse is None else refined(self.finds.pixels, coarse)
            self._masks[target] = found
        return self._masks[target]

    def coarse(self, target: str) -> F32 | None:
        """The same before it is brought onto the picture's edges."""
        if self.finds.likely() is None:
            self.why[target] = "What things are can't be told without the package onnxruntime"
            return None
        if target in _PARTS:
            return self._part(target)
        if target in WORN:
            return self._worn(target)
        kind, several, side = sided(target)
        return self._thing(target, kind, several=several, side=side)

    def _thing(self, target: str, kind: str, *, several: bool, side: str) -> F32 | None:
        called = SPOKEN_THINGS.get(kind, kind)
        found = self.finds.pieces(kind)
        if not found:
            subject = self.finds.coarse()
            inclined = self.finds.inclined(kind) or (kind == "person" and bool(self.finds.faces()))
            if subject is not None and not side and inclined:
                self.told[target] = "the subject, which is what stands out"
                return subject
            self.why[target] = f"No {called} was found"
            return None
        if side:
            pieces = self._at_side(target, kind, side)
        elif several:
            pieces = found
        else:
            pieces = self.finds.single(kind)
            count = self._persons(pieces) if kind == "person" else len(pieces)
            if count > 1:
                self.why[target] = f"Several {plural(kind)} were found, and one was named"
                return None
        if not pieces:
            return None
        share = sum(piece.share for piece in pieces)
        word = called if len(pieces) == 1 and not several else plural(kind)
        self.told[target] = (
            f"the {word} {'who' if kind == 'person' else 'that'} {'was' if word == called else 'were'} found ({share:.0%} of the picture)"
        )
        if kind == "person":
            people = self._people_in(pieces)
            if people is not None:
                return people.person
        return self.finds.coarse_of(kind, pieces)

    def _at_side(self, target: str, kind: str, side: str) -> list[Piece]:
        """The one of several that is on a side, where it can be told from the others."""
        called = SPOKEN_THINGS.get(kind, kind)
        found = sorted(self.finds.single(kind), key=lambda piece: piece.middle)
        whole = len(found) > 1 and (
            kind != "person" or all(self._persons([piece]) == 1 for piece in found)
        )
        if side == "right":
            found.reverse()
        if not whole or abs(found[0].middle - found[1].middle) < _BESIDE:
            self.why[target] = (
                f"The {plural(kind)} on the picture can't be told from each other"
                if len(found) > 1
                or (found and not whole and kind == "person" and self._persons(found) > 1)
                else f"Only one {called} was found, so the one on the {side} is not sure"
            )
            return []
        return found[:1]

    def _persons(self, pieces: list[Piece]) -> int:
        """How many persons stand in some pieces, by their faces and their heads; a hand is none."""
        pieces = [piece for piece in pieces if piece.share >= ANOTHER * pieces[0].share]
        if not pieces:
            return 0
        people = self._people_in(pieces)
        heads = 0 if people is None else people.heads()
        return max(self.finds.people(pieces), heads)

    def _people_in(self, pieces: list[Piece]) -> People | None:
        key = hash(tuple(piece.held.tobytes() for piece in pieces))
        if key not in self._people:
            self._people[key] = people_of(self.finds, pieces)
        return self._people[key]

    def _everybody(self, target: str) -> tuple[People, int] | None:
        pieces = self.finds.pieces("person")
        people = self._people_in(pieces)
        if people is None:
            self.why[target] = f"No person was found, and so no {_said_of(target)}"
            return None
        return people, self._persons(pieces)

    def _part(self, target: str) -> F32 | None:
        found = self._everybody(target)
        if found is None:
            return None
        people, count = found
        mask = people.part(*_PARTS[target])
        if float((mask > 0.5).mean()) < _LEAST_PART:
            self.why[target] = f"No {_said_of(target)} was found"
            return None
        whose = "the person" if count == 1 else "everybody"
        self.told[target] = f"the {_said_of(target)} of {whose} who was found"
        return mask

    def _worn(self, target: str) -> F32 | None:
        found = self._everybody(target)
        if found is None:
            return None
        people, count = found
        if count > 1:
            self.why[target] = "Several persons were found, so one piece of clothing can't be told"
            return None
        rows, columns = people.person.shape
        seen = Image.fromarray(np.ascontiguousarray(self.finds.pixels[..., :3]))
        lab = colour.u8_to_oklab(np.asarray(seen.resize((columns, rows), Image.Resampling.BOX)))
        mask, told = piece_of(people, lab, target)
        if mask is None or float((mask > 0.5).mean()) < _LEAST_PART:
            self.why[target] = (
                "No single piece of clothing can be told from the others by its colour"
            )
            return None
        self.told[target] = told
        return mask

    def coloured(self, kind: str, hued: F32) -> F32 | None:
        """The one thing of a kind that has a colour, by the mask of that; None where not just one has."""
        if self.finds.likely() is None:
            return None
        found = []
        for piece in self.finds.pieces(kind):
            rows, columns = piece.held.shape
            share = float(masks.resize(hued, columns, rows)[piece.held].mean())
            found += [piece] if share >= _OF_ITS_COLOUR else []
        if len(found) != 1 or (kind == "person" and self._persons(found) != 1):
            return None
        return refined(self.finds.pixels, self.finds.coarse_of(kind, found))

    def persons_of(self, subject: F32) -> F32 | None:
        """The whole persons whom most of a subject is of; None where it is of something else."""
        if self.finds.likely() is None:
            return None
        found = []
        for piece in self.finds.pieces("person"):
            rows, columns = piece.held.shape
            held = masks.resize(subject, columns, rows) > 0.5
            if float(held[piece.held].mean()) > _OF_THE_SUBJECT:
                found.append(piece)
        people = self._people_in(found) if found else None
        if people is None:
            return None
        rows, columns = people.person.shape
        own = masks.resize(subject, columns, rows) > 0.5
        within = float((people.person > 0.5)[own].mean()) if own.any() else 0.0
        return people.person if within > _OF_PERSONS else None

    def everybody(self) -> F32 | None:
        """All persons whole, at the picture's own size; None where none are found."""
        found = self._everybody("clothes")
        return None if found is None else refined(self.finds.pixels, found[0].person)

    def clothes(self) -> F32 | None:
        """All clothes with a rim, for a piece of them that is told by its colour; None where none are
        found.
        """
        mask = self.place("clothes")
        if mask is None:
            return None
        return masks.grow(mask, max(1, round(max(mask.shape) / 300)))


def _said_of(target: str) -> str:
    return "clothing" if target in (*WORN, "clothes") else target


__all__ = ["Named", "is_named"]
