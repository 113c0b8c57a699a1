"""How well a banner is made, in figures: what its parts reach, and what a viewer would set it back
for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from brandstudio.models.designs import Scores
from brandstudio.render.geometry import Rect, union
from brandstudio.render.layout.words import SMALL
from brandstudio.render.proof.check import Checked


def scores(made: Checked) -> Scores:
    """Figures 0 to 1, 1 is best; see each part below."""
    words = made.arrangement.words
    boxes = [b.rect for b in words.blocks if b.slot != "button_text"]
    boxes += [words.button] if words.button is not None else []
    parts = {
        "contrast": _contrast(made),
        "occlusion": 1.0 - min(made.crop.occlusion if made.crop else 0.0, 1.0),
        "readability": 1.0 - min(made.texture / 0.25, 1.0),
        "alignment": _alignment(made, boxes),
        "overlap": _overlap([*boxes, *([made.logo.rect] if made.logo else [])]),
        "balance": _balance(made, boxes),
        "whitespace": _whitespace(made, boxes),
        "brand": _brand(made),
    }
    weights = {
        "contrast": 0.22, "occlusion": 0.16, "readability": 0.14, "alignment": 0.1, "overlap": 0.1, "balance": 0.1,
        "whitespace": 0.08, "brand": 0.1,
    }  # fmt: skip
    total = sum(parts[name] * weight for name, weight in weights.items())
    total = max(total - sum(_faults(made).values()), 0.0)
    return Scores(**{name: round(value, 4) for name, value in parts.items()}, total=round(total, 4))


def _faults(made: Checked) -> dict[str, float]:
    """What a viewer would send a banner back for, or set behind its sisters for, and what each costs
    of the total. The sizes follow pairs of banners of one photo and the same words, put in order
    by eye: docs/explanations/scores.
    """
    crop, words = made.crop, made.arrangement.words
    smallest = min((b.paragraph.size for b in words.blocks), default=SMALL)
    return {
        "face": 0.25 * min(crop.faces_lost + crop.faces_covered, 2) if crop else 0.0,
        "subject": 0.2 * (1.0 - crop.visible) if crop else 0.0,
        "covered": 0.8 * crop.covered if crop else 0.0,
        "sliced": 0.04 * min(crop.sliced, 2.5) if crop else 0.0,
        "unseen": 0.2 * max(0.75 - _seen(made), 0.0) if crop else 0.0,
        "stamp": 0.1 * (made.arrangement.joint == "frame"),
        "card": 0.1 * _covered_by_card(made),
        "scrim": 0.2 * made.veiled,
        "logo": _logo_cost(made),
        "headline": _headline_cost(made),
        "busy": 2.0 * max(made.texture - 0.004, 0.0),
        "small": 0.012 * max(SMALL - smallest, 0.0),
        "crowded": 0.4 * max(words.rect.area / made.canvas.whole.area - 0.5, 0.0),
    }


def _seen(made: Checked) -> float:
    """The share of the banner that shows the photo (0 to 1)."""
    photo, ground = made.arrangement.photo, made.arrangement.ground
    hidden = ground.common(photo).area if ground is not None else 0.0
    return (photo.area - hidden) / made.canvas.whole.area


def _covered_by_card(made: Checked) -> float:
    """The share of the photo that a solid panel lies on (0 to 1)."""
    photo, ground = made.arrangement.photo, made.arrangement.ground
    rule = made.arrangement.layout.ground
    if ground is None or rule is None or rule.opacity < 1.0:
        return 0.0
    return ground.common(photo).area / max(photo.area, 1.0)


def _logo_cost(made: Checked) -> float:
    """A logo on a plate disturbs, and so does a band of its own."""
    logo = made.logo
    band = 0.08 * (made.arrangement.head is not None)
    if logo is None:
        return band
    if logo.plate is not None and not logo.disc:
        return band + 0.1
    return band + 0.03 * (logo.field is not None or logo.disc)


def _headline_cost(made: Checked) -> float:
    """What a headline costs that is small for its banner: less than a tenth of the side of a
    square of the same area.
    """
    headline = made.arrangement.words.block("headline")
    if headline is None:
        return 0.0
    return 3.0 * max(0.1 - headline.paragraph.size / math.sqrt(made.canvas.whole.area), 0.0)


def _contrast(made: Checked) -> float:
    """The worst block's worst ratio against 4.5:1 (3:1 for a button's label that is large, 1.5:1 for
    its shape), in any vision.
    """
    if not made.figures:
        return 1.0
    own = ("button", "button_text")
    return min(min(f.worst / (f.required if f.layer in own else 4.5), 1.0) for f in made.figures)


def _alignment(made: Checked, boxes: Sequence[Rect]) -> float:
    """How many of the boxes share a start edge (or an axis), the logo against edge, column or
    middle.
    """
    if not boxes:
        return 1.0
    if made.arrangement.align == "center":
        edges = [b.centre[0] for b in boxes]
    elif any(b.paragraph.direction == "rtl" for b in made.arrangement.words.blocks[:1]):
        edges = [b.right for b in boxes]
    else:
        edges = [b.x for b in boxes]
    slack = 0.006 * made.canvas.width + 2
    middle = sorted(edges)[len(edges) // 2]
    aligned = sum(abs(e - middle) <= slack for e in edges) / len(edges)
    if made.logo is None:
        return aligned
    box, canvas = made.logo.rect, made.canvas
    known = [
        abs(box.x - middle), abs(box.right - middle), abs(box.x - canvas.margin),
        abs(canvas.width - canvas.margin - box.right), abs(box.x - made.arrangement.photo.x - canvas.margin),
        abs(made.arrangement.photo.right - canvas.margin - box.right),
    ]  # fmt: skip
    return 0.8 * aligned + 0.2 * (min(known) <= slack)


def _overlap(boxes: Sequence[Rect]) -> float:
    total = sum(b.area for b in boxes) or 1.0
    shared = sum(a.common(b).area for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    return 1.0 - min(shared / total, 1.0)


def _balance(made: Checked, boxes: Sequence[Rect]) -> float:
    """How near the centre of all weights lies to the middle: words and logo on one hand, the
    subject on the other.
    """
    canvas = made.canvas
    weighed = [(b, 1.0) for b in boxes]
    if made.logo is not None:
        weighed.append((made.logo.rect, 1.2))
    if made.subject is not None:
        weighed.append((made.subject, 0.55))
    elif made.arrangement.photo.area < 0.8 * canvas.whole.area:
        weighed.append((made.arrangement.photo, 0.3))
    mass = sum(b.area * w for b, w in weighed) or 1.0
    x = sum(b.centre[0] * b.area * w for b, w in weighed) / mass / canvas.width - 0.5
    y = sum(b.centre[1] * b.area * w for b, w in weighed) / mass / canvas.height - 0.5
    return max(1.0 - 1.1 * math.hypot(x, y), 0.0)


def _whitespace(made: Checked, boxes: Sequence[Rect]) -> float:
    """Best while words take a tenth to two fifths of the banner; less where they crowd or get
    lost.
    """
    share = union(boxes).area / made.canvas.whole.area if boxes else 0.0
    if share < 0.1:
        return 0.6 + 4.0 * share
    return 1.0 if share <= 0.42 else max(1.0 - 2.2 * (share - 0.42), 0.0)


def _brand(made: Checked) -> float:
    """Colours from the palette (black, white and near-neutrals are free), and a logo that reads."""
    own = set(made.look.all_colours)
    used = [c for c in made.colours if c not in ("#ffffff", "#000000", "#14161a")]
    colours = sum(c in own or _neutral(c) for c in used) / len(used) if used else 1.0
    if not own:
        colours = 0.8
    if not made.logo_wanted:
        return colours
    return 0.6 * colours + 0.4 * (made.logo.legible if made.logo is not None else 0.0)


def _neutral(text: str) -> bool:
    from brandstudio.pixels.colour import hex_to_oklch

    return hex_to_oklch(text)[1] < 0.045
