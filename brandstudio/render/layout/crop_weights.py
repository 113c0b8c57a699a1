"""What the faults of a crop cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What each fault of a crop costs, and how far a crop may go; the cheapest crop is taken.

    The figures were set by eye on the gallery (photos of many kinds in every size), in the order
    faces, words over the subject, subject cut off, placement; docs/explanations/numbers.md gives
    the experiment that holds them, with what each buys and how far it could move.
    """

    zooms: tuple[float, ...] = (1.0, 1.1, 1.22, 1.36)
    """How much narrower than the largest crop that fits; each loses context, so each costs."""
    coarsest: float = 1.3
    """A crop never makes one photo pixel wider than this many banner pixels by zooming in."""
    zoom: float = 0.8
    cut_off: float = 2.2
    """The share of the subject outside the frame."""
    ends: float = 1.0
    """An end of a thing that is sliced off (see `Things.sliced`)."""
    strip: float = 2.0
    """Somebody cut to a strip at a border (see `Slivers.shown`)."""
    covered: float = 5.0
    """The share of the subject under the words."""
    occlusion: float = 6.0
    """The share of the words that lies on the subject."""
    unsure: float = 0.4
    """What a subject that is only a hint counts, of one that is sure."""
    beside_focal: float = 0.25
    """What the subject counts beside a point that a person set."""
    face_out: float = 14.0
    face_cut: float = 3.0
    face_covered: float = 40.0
    face_near: float = 1.5
    jammed: float = 1.2
    """A face or a head that touches the frame's border at its side (see `jammed`)."""
    face_aside: float = 2.5
    """How far a portrait's one face stands from the middle, across, beyond `_ASIDE` of the crop."""
    focal_outside: float = 200.0
    focal_covered: float = 20.0
    focal_away: float = 8.0
    away: float = 0.9
    """The way from the subject to the middle of what the words leave free."""
    top_out: float = 1.8
    top_covered: float = 4.0
    """The share of the subject's top (head, blossom, spire) outside the frame, or under words."""
    head_out: float = 3.0
    head_covered: float = 6.0
    """The same of the heads of people who are seen from behind or far away."""
    light_out: float = 1.6
    light_covered: float = 1.1
    """The picture's one light outside the frame, or under something."""
    thirds: float = 0.35
    head: float = 0.8
    """Heads touching the top edge look cut off."""
    sunk: float = 2.5
    """The height above people beyond `_SUNK`, where it is ground that goes on."""
    sky: float = 0.8
    """What lacks above a scene, a hill or a town, to the fifth of the frame that is its sky."""
    lopsided: float = 5.0
    """The share of the frame in which ground goes on at one side alone, where no words stand there."""
    sliced: float = 5.0
    """The share of a crop's border that runs through things, or just touches them."""
    group_out: float = 0.7
    """The share of all that the photo shows outside the frame."""
    hidden: float = 1.0
    """What of it lies under something, of what is outside."""
    still: float = 0.3
    """How calm a photo is (see `Borders`) in which outlines are things and not texture."""
    beyond: float = 0.9
    """The share of the frame in which the photo's plain ground goes on beyond its edge (see `ground_added`)."""
    whole: float = 4.0
    """The share of all that the photo shows that is cut off at an edge where the ground goes on."""
    written: float = 8.0
    """What of it lies under something, where the ground beside it goes on."""
    enlarged: float = 1.2
    """Each whole time that a photo pixel is wider than one of the banner."""
    middle: float = 0.6
    """The way from the middle of a photo in which nothing stands out."""
    farthest: float = 0.7
    """The share of the photo's side that an extension adds at most: more would be invented than seen."""
    tight: float = 1.15
    """A subject so many times as large as what the words leave free gains nothing from an extension."""


WEIGHTS = Weights()
