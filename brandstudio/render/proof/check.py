"""The design check: what a designer would see at a glance, as findings with the nudge that might
mend each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from brandstudio.models.designs import ContrastFailure, ContrastFigures
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect, union
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.crop import Crop
from brandstudio.render.layout.logos import PlacedLogo
from brandstudio.render.layout.nearness import Near, too_near
from brandstudio.render.layout.words import SMALL, Block

Nudge = Literal["smaller", "denser", "panel", "none"]

#: Occlusion that the goals allow.
OCCLUSION: Final = 0.05
# : Words on more than this share of a banner crowd it, and a subject of which less than this is
# seen is cut off.
_CROWDED: Final = 0.55
_WHOLE: Final = 0.5
#: A picture drawn at more than this many times its pixels looks soft on any screen.
_SOFT: Final = 1.5


@dataclass(frozen=True)
class Finding:
    """Something off: what to try, and what to say if it stays."""

    nudge: Nudge
    message: str


@dataclass(frozen=True)
class Checked:
    """A banner as far as it was decided, for the check."""

    canvas: Canvas
    arrangement: Arrangement
    crop: Crop | None
    logo: PlacedLogo | None
    logo_wanted: bool
    failures: Sequence[ContrastFailure]
    figures: Sequence[ContrastFigures]
    texture: float
    """Under the words, after backing."""
    look: Look
    colours: Sequence[str]
    subject: Rect | None
    """Of the photo's subject, on the canvas."""
    faint_emoji: bool = False
    veiled: float = 0.0
    """What a scrim takes of the banner: its area times its opacity (0 to 1)."""


#: So much of the height may words stand out of what an app leaves free.
_STANDS_OUT = 0.01


def findings(made: Checked) -> list[Finding]:
    """What is off, the gravest first."""
    found = [finding for look in _LOOKED_AT if (finding := look(made)) is not None]
    return [*found, *_of_fixtures(made), *_soft(made)]


def _low_contrast(made: Checked) -> Finding | None:
    if not made.failures:
        return None
    worst = min(made.failures, key=lambda f: f.ratio / f.required)
    return Finding("denser", f"The {named(worst.layer)} reaches only {worst.ratio:.1f}:1 contrast.")


def _emoji(made: Checked) -> Finding | None:
    told = "An emoji is hardly to be seen on what is behind it; another one would be."
    return Finding("none", told) if made.faint_emoji else None


def _texture(made: Checked) -> Finding | None:
    busy = made.texture > 0.1
    return Finding("denser", "The photo behind the words is busy.") if busy else None


def _last_line(made: Checked) -> Finding | None:
    headline = made.arrangement.words.block("headline")
    if headline is None or not _orphan(headline):
        return None
    return Finding("smaller", "The headline's last line holds a single short word.")


def _face_behind(made: Checked) -> Finding | None:
    if made.crop is None or not made.crop.faces_covered or not made.arrangement.hard_on_photo:
        return None
    told = (
        "A face lies behind the words: choose another photo, or a template with a field beside it."
    )
    return Finding("none", told)


def _edge(made: Checked) -> Finding | None:
    words, canvas = made.arrangement.words, made.canvas
    if not canvas.whole.holds(words.rect, 0.5):
        return Finding("smaller", "The words reach the banner's edge.")
    if not canvas.whole.inset(0.5 * canvas.margin).holds(words.rect, 0.5):
        told = "The words stand closer to the banner's edge than its margin."
        return Finding("smaller", told)
    return None


def _under_controls(made: Checked) -> Finding | None:
    controls, free = made.canvas.controls, made.canvas.free
    boxes = [b.rect for b in made.arrangement.blocks] + list(made.arrangement.covered)
    boxes += [] if made.logo is None else [made.logo.rect]
    # Descenders and a button's rounding may stand out a little, as they do of every margin.
    if not controls.top or all(free.holds(box, _STANDS_OUT * made.canvas.height) for box in boxes):
        return None
    told = (
        "Words or the logo reach under the controls that an app lays over a picture that fills a phone's "
        f"screen: the top {controls.top:.0%} and the bottom {controls.bottom:.0%} of it."
    )
    return Finding("none", told)


def _touching(made: Checked) -> Finding | None:
    boxes = made.arrangement.covered
    if not any(a.meets(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :]):
        return None
    return Finding("smaller", "Two blocks of words touch each other.")


def _near_logo(made: Checked) -> Finding | None:
    """Block by block: a logo beside a short last line stands clear of it, though the box round all
    words has it in.
    """
    if made.logo is None:
        return None
    clear = made.logo.rect.inset(-made.logo.layer.clear_space)
    if not any(clear.meets(box) for box in made.arrangement.covered):
        return None
    return Finding("smaller", "The words come into the logo's clear space.")


def _near_plate(made: Checked) -> Finding | None:
    """A plate reaches further than its logo, almost as far as its clear space does."""
    if made.logo is None or made.logo.plate is None:
        return None
    plate, gap = Rect(*made.logo.plate.box), made.canvas.least_gap
    if not any(plate.meets(box, gap) for box in made.arrangement.covered):
        return None
    return Finding("none", f"The logo's plate stands less than {gap:.1f} px from the words.")


def _small(made: Checked) -> Finding | None:
    smallest = min((b.paragraph.size for b in made.arrangement.blocks), default=SMALL)
    if smallest < SMALL:
        told = f"There are many words for this size: the smallest are set at {smallest:.0f} px."
        return Finding("none", told)
    if made.arrangement.words.relaxed:
        told = "The headline needs more lines than planned; fewer words would look better."
        return Finding("none", told)
    return None


def _alike(made: Checked) -> Finding | None:
    headline = made.arrangement.words.block("headline")
    subhead = made.arrangement.words.block("subhead")
    if headline is None or subhead is None:
        return None
    if headline.paragraph.size >= 1.25 * subhead.paragraph.size:
        return None
    told = "Headline and subhead are nearly alike in size; a shorter headline would stand out."
    return Finding("none", told)


def _crowded(made: Checked) -> Finding | None:
    boxes, canvas = made.arrangement.covered, made.canvas
    if not boxes or union(boxes).area <= _CROWDED * canvas.whole.area:
        return None
    share = union(boxes).area / canvas.whole.area
    told = f"The words take up {share:.0%} of the banner and crowd it; fewer would look better."
    return Finding("none", told)


def _over_subject(made: Checked) -> Finding | None:
    if made.crop is None or made.crop.occlusion <= OCCLUSION or not made.arrangement.hard_on_photo:
        return None
    what = "Words cover" if made.arrangement.ground is None else "The panel with the words covers"
    told = f"{what} some of the subject: {made.crop.occlusion:.0%} of their area lies on it."
    return Finding("none", told)


def _cut_off(made: Checked) -> Finding | None:
    if made.crop is None:
        return None
    if made.crop.faces_lost:
        told = "The crop cuts into a face: a photo of the banner's shape would show it whole."
        return Finding("none", told)
    if made.subject is not None and made.crop.visible < _WHOLE:
        told = f"Only {made.crop.visible:.0%} of the subject fits into the picture."
        return Finding("none", told)
    return None


def _no_logo(made: Checked) -> Finding | None:
    told = "There is no room for the logo with its clear space, so it is left out."
    return Finding("none", told) if made.logo_wanted and made.logo is None else None


#: What is looked at, the gravest first.
_LOOKED_AT = (
    _low_contrast,
    _emoji,
    _texture,
    _last_line,
    _face_behind,
    _edge,
    _under_controls,
    _touching,
    _near_logo,
    _near_plate,
    _small,
    _alike,
    _crowded,
    _over_subject,
    _cut_off,
    _no_logo,
)


def _of_fixtures(made: Checked) -> list[Finding]:
    """What the template's own layers do to the words and to each other's."""
    arrangement = made.arrangement
    found = [_of_near(near) for near in too_near(arrangement, made.canvas)]
    for fixture in arrangement.fixtures:
        letters = [w.block for w in fixture.letters]
        for block in letters:
            if not made.canvas.whole.holds(block.rect, 0.5):
                found.append(Finding("none", f"The {named(block.slot)} reaches the banner's edge."))
        if fixture.crowded and letters:
            said = f"The {named(letters[0].slot)} is too long for its place; fewer words would fit."
            found.append(Finding("none", said))
    return [*found, *_crossed(arrangement)]


def _of_near(near: Near) -> Finding:
    one, other = named(near.one), named(near.other)
    if near.gap <= 0:
        return Finding("smaller", f"The {one} touches the {other}.")
    return Finding("smaller", f"The {one} stands only {near.gap:.1f} px from the {other}.")


def _crossed(arrangement: Arrangement) -> list[Finding]:
    """Words that a line of the template's own runs through."""
    lines = arrangement.lines
    crossed = (b.slot for b in arrangement.blocks if any(line.meets(b.rect) for line in lines))
    return [Finding("smaller", f"A line runs through the {named(slot)}.") for slot in crossed]


def _soft(made: Checked) -> list[Finding]:
    """Pictures that are enlarged so much that it shows. No layout mends it, only a larger file."""
    found = []
    if made.crop is not None:
        said = soft_photo(made.crop, made.arrangement.photo)
        found += [Finding("none", said)] if said is not None else []
    if made.logo is not None and made.logo.layer.asset.mime_type != "image/svg+xml":
        file, box = made.logo.layer.asset, made.logo.rect
        if box.width > _SOFT * file.width or box.height > _SOFT * file.height:
            said = (
                f"The logo is only {_pixels(file.width)} across where the banner needs {round(box.width)}, so it looks "
                "soft; a larger file or an SVG would be sharper."
            )
            found.append(Finding("none", said))
    return found


def soft_photo(crop: Crop, frame: Rect) -> str | None:
    """What is to be said of a photo that is shown far larger than its pixels; None of others."""
    shown = crop.box
    if frame.width <= _SOFT * shown.width and frame.height <= _SOFT * shown.height:
        return None
    return (
        f"What is shown of the photo is only {_pixels(shown.width)} across where the banner needs "
        f"{round(frame.width)}, so it looks soft; a larger photo would be sharper."
    )


def _pixels(length: float) -> str:
    count = max(round(length), 1)
    return "1 pixel" if count == 1 else f"{count} pixels"


def named(layer: str) -> str:
    """What people call a block."""
    return {
        "button_text": "button's label",
        "button": "button",
        "author_name": "author's name",
        "author_role": "author's role",
    }.get(layer, layer)


def _orphan(block: Block) -> bool:
    """One short word on the last of several lines. Scripts without spaces have no words to
    orphan.
    """
    lines = block.paragraph.lines
    if len(lines) < 2:
        return False
    last = lines[-1]
    return (
        len(last.text.split()) == 1
        and last.width < 0.24 * block.paragraph.width
        and " " in block.paragraph.text
    )
