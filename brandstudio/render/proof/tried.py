"""A finished layout with its proof, and what the design check would nudge next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np

from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFailure,
    ContrastFigures,
    ScrimLayer,
    TextLayer,
)
from brandstudio.render import contrast, shapes
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import backing, colours
from brandstudio.render.layout.corner import may_leave_corner
from brandstudio.render.layout.draft import Draft, Nudges
from brandstudio.render.layout.furnishing import own_colour
from brandstudio.render.layout.inks import run_inks
from brandstudio.render.layout.layers import (
    colours_of,
    faces_on_canvas,
    on_subject,
    subject_on_canvas,
    text_layer,
)
from brandstudio.render.layout.logo_band import may_stand_above
from brandstudio.render.layout.place import things_under
from brandstudio.render.layout.shading import is_shade
from brandstudio.render.layout.words import Block
from brandstudio.render.proof import check, logo_spots, plates, proof, restless

#: A headline is made smaller by this much at a time, and no further than the limit.
_SMALLER, _SMALLEST = 0.955, 0.87
#: And so much at once before words leave a calm side of the photo that was too small for them.
_CALM = 0.78
#: The most of a photo that a scrim takes before words stand better beside it: its area times its
#: opacity times what is lost under the words.
_VEILED = 0.12
#: The same of a pale scrim, which looks like fog sooner.
_PALE = 0.05
#: The most of a dark one where words stand clear of things in the photo, as on a sky or a wall:
#: there it takes little that a viewer would miss; and the share of what lies under the words from
#: which on it is things. A pale one leaves the ghosts of what it lies on, so it gets no more.
_VEILED_CALM: Final = 0.2
#: And of one that is to be denser: over a dark photo, whose lights it leaves alone away from the words.
_VEILED_DARK: Final = 0.17
_THINGS: Final = 0.15
#: The most of a bright sky that a dark scrim may grey (see `backing.Backing`).
_GREYED = 0.035
#: How light (0 to 1) a photo is at most that is shaded rather than left, how much of the banner may be bright sky
#: under that (see `backing.Backing`), and how densely it may lie on a subject that takes less than this of it.
_SHADEABLE: Final = 0.53
_SHADED_SKY: Final = 0.1
_ON_SUBJECT: Final = 0.55
_SMALL: Final = 0.12
#: The densest shade that a denser one is tried beyond.
_DARKEST: Final = 0.8
#: What a shade counts of what a veil does.
_SHADED: Final = 0.4
#: The most that may be lost of it under the words alone.
_CHANGED = 0.5
#: Words on a photo that is livelier than this (see `backing.texture`) stand better beside it, too.
_LIVELY = 0.06
#: The same where things are more than this share of what lies under them.
_RESTLESS: Final = 0.03
_CLUTTER: Final = 0.6
#: And where a scrim is denser than this on a face.
_ON_FACE = 0.2
#: A scrim is made denser by this much at a time, and no further than the limit.
_DENSER, _DENSEST = 0.1, 0.2
#: And by this much, up to that, over things that bare light words stand among.
_DEEPER, _DEEPEST = 0.25, 0.5


@dataclass(frozen=True, eq=False)
class Tried:
    """A layout that was decided to the end, its words in their colours, and what proves it."""

    draft: Draft
    blocks: tuple[Block, ...]
    """The words of the stack, then those of the template's own layers."""
    texts: tuple[TextLayer, ...]
    figures: tuple[ContrastFigures, ...]
    failures: tuple[ContrastFailure, ...]
    checked: check.Checked
    findings: tuple[check.Finding, ...]

    @cached_property
    def among(self) -> bool:
        """True of bare words among things of the photo, or that run into some."""
        own = self.texts[: len(self.draft.place.arrangement.words.blocks)]
        lines = [Rect(*ln.box) for t in own if t.slot != "button_text" for ln in t.lines]
        return restless.runs_into(self.draft.ground, lines)


def prove(draft: Draft) -> Tried:
    """Contrast in every kind of vision and the design check, on the picture without its words."""
    setting, place = draft.setting, draft.place
    arrangement = place.arrangement
    words, canvas = arrangement.words.blocks, draft.ground
    blocks = (*words, *(lettered.block for lettered in draft.lettered))
    covers = (*draft.covers, *(lettered.cover for lettered in draft.lettered))
    texts = [
        _in_colour(draft, block, cover) for block, cover in zip(words, draft.covers, strict=True)
    ]
    texts += [
        text_layer(m.block, m.colour, strike=m.strike, inks=run_inks(draft, m.block))
        for m in draft.lettered
    ]
    button = next((layer for layer in draft.layers if isinstance(layer, ButtonLayer)), None)
    figures, failures = proof.prove(blocks, covers, texts, button, canvas)
    busy = backing.texture(canvas, arrangement.words.rect) if arrangement.ground is None else 0.0
    checked = check.Checked(
        setting.canvas,
        arrangement,
        None if arrangement.hides_photo else place.crop,
        draft.logo,
        bool(setting.brief.logos),
        failures,
        figures,
        busy,
        setting.brief.look,
        colours_of([*draft.layers, *texts]),
        None if arrangement.hides_photo else subject_on_canvas(setting.attention, place),
        any(contrast.faint(painted, canvas) for painted in draft.masks),
        taken(draft.backing.scrim if draft.backing is not None else None, setting.canvas),
    )
    return Tried(
        draft,
        blocks,
        tuple(texts),
        tuple(figures),
        tuple(failures),
        checked,
        tuple(check.findings(checked)),
    )


def _in_colour(draft: Draft, block: Block, cover: contrast.Cover) -> TextLayer:
    """A block of the stack in its colour: the button's, the template's own, or that of all words."""
    rule, inks = draft.setting.voice.rule(block.slot), run_inks(draft, block)
    if block.slot == "button_text":
        return text_layer(block, draft.label, strike=rule.strike, inks=inks)
    fill = own_colour(draft, block, cover, draft.text)
    return text_layer(block, fill, strike=rule.strike, inks=inks)


def taken(scrim: ScrimLayer | None, canvas: Canvas) -> float:
    """The share of a banner that a scrim takes from its photo: a shade leaves one side of it whole."""
    return veiled(scrim, canvas) * (_SHADED if is_shade(scrim) else 1.0)


def veiled(scrim: ScrimLayer | None, canvas: Canvas) -> float:
    """The share of a banner that a scrim takes: its area times its opacity, half of what eases
    out.
    """
    if scrim is None:
        return 0.0
    box = Rect(*scrim.box)
    seen = box.inset(0.5 * scrim.feather).common(canvas.whole).area
    if scrim.shape == "linear":
        ends = scrim.opacity_end / max(scrim.opacity_start, 1e-6)
        seen *= scrim.hold + (1 - scrim.hold) * (1 + ends) / 2
    return scrim.opacity_start * seen / canvas.whole.area


def nudged(tried: Tried) -> Nudges | None:
    """What to try next, or None when the check is content or nothing more would help."""
    draft, nudges = tried.draft, tried.draft.nudges
    amiss = _plated(tried) or _crossed(tried) or logo_spots.on_it(tried.draft)
    # The card had no room for it.
    on_it = nudges.inside and (logo_spots.on_it(draft) or _crossed(tried))
    if not nudges.crammed and (_without_logo(tried) or on_it) and draft.may_hold_logo:
        return replace(nudges, inside=True, crammed=True)
    if not nudges.inside and amiss and draft.may_hold_logo and _leaves_corner(tried):
        return replace(nudges, inside=True)
    if not nudges.head and amiss and may_stand_above(draft):
        return replace(nudges, head=True)
    field = _other_field(tried)
    if field is not None:
        return field
    leaving = None if nudges.aside else _leaving(tried)
    if leaving is not None:
        return leaving
    for finding in tried.findings:
        on_photo = not nudges.panel and draft.place.arrangement.ground is None
        if finding.nudge == "denser" and on_photo:
            if draft.backing is not None and draft.backing.panel is not None:
                continue
            if nudges.denser < _DENSEST:
                return replace(nudges, denser=nudges.denser + _DENSER)
            if tried.failures:
                return replace(nudges, panel=True)
        if finding.nudge == "smaller" and nudges.shrink > _SMALLEST:
            return replace(nudges, shrink=nudges.shrink * _SMALLER)
    return None


def _leaving(tried: Tried) -> Nudges | None:
    """Words that leave their photo, and what is tried before: a denser scrim, smaller words."""
    nudges = tried.draft.nudges
    if not nudges.shade and not nudges.unshaded and _may_shade(tried):
        return replace(nudges, shade=True, denser=0.0)
    backed = tried.draft.backing
    canvas = tried.draft.setting.canvas
    tall = canvas.width <= 1.1 * canvas.height
    shade = backed.scrim if backed is not None and nudges.shade and tall else None
    if shade is not None and shade.opacity_start < _DARKEST and _only_among(tried):
        # Among things still: the next shade may take them away. Beside a wide photo a field leaves as much of it.
        return replace(nudges, denser=shade.opacity_start)
    if nudges.shade:
        nudges = replace(nudges, shade=False, unshaded=True, denser=0.0)
    if nudges.denser < _DEEPEST and _only_among(tried):
        return replace(nudges, denser=nudges.denser + _DEEPER)
    hidden = _hidden(tried)
    homeless = (_plated(tried) and not plates.hung(tried.draft)) or _on_somebody(tried)
    if not hidden and not (homeless and _free(tried)):
        return None
    if not nudges.calmer and hidden and _on_calm(tried.draft):
        return replace(nudges, calmer=True, shrink=_CALM)
    return replace(nudges, aside=True, for_logo=not hidden, shrink=1.0)


def _other_field(tried: Tried) -> Nudges | None:
    """Words beside their photo on a field that has room for the logo: with a row for it, or at the
    photo's other side, where this one has none of the only places that the logo may have.
    """
    draft, nudges = tried.draft, tried.draft.nudges
    if not draft.place.arrangement.aside or not _free(tried):
        return None
    if not nudges.row and _astray(tried):
        return replace(nudges, row=True)
    if not nudges.mirrored and draft.setting.limits.place and _without_logo(tried):
        return replace(nudges, mirrored=True)
    return None


def better(tried: Tried, best: Tried) -> bool:
    """A layout is better if less fails; among equals the one that the check has less against."""
    return _against(tried) < _against(best)


def _against(tried: Tried) -> tuple[int, int]:
    """What fails of a layout, and what there is against it beside that."""
    homeless = (
        _plated(tried)
        + 2 * _without_logo(tried)
        + (logo_spots.on_rim(tried.draft) or _strayed(tried))
    )
    homeless += _on_somebody(tried) or logo_spots.on_it(tried.draft)
    patched = 2 * (homeless + _hidden(tried))
    return len(tried.failures), len(tried.findings) + patched + _crossed(tried)


def _only_among(tried: Tried) -> bool:
    """True of light words that nothing speaks against but the things that they stand among: in a dark
    photo a denser scrim takes these away, and next to nothing else.
    """
    backed = tried.draft.backing
    light = backed is not None and backed.text == colours.light_text(tried.draft.setting.brief.look)
    return light and _free(tried) and tried.among and not _hides(tried)


def _hidden(tried: Tried) -> bool:
    """True of a photo that a scrim hides more of than a field beside it would, or that stays too
    lively for the words, or whose faces lie in the scrim; and of words among things.
    """
    return _hides(tried) or (_free(tried) and _bare(tried) and tried.among)


def _bare(tried: Tried) -> bool:
    draft = tried.draft
    return draft.backing is not None and not draft.nudges.panel


def _may_shade(tried: Tried) -> bool:
    """True of bare words that would leave their photo or be veiled in it, where that has not much light."""
    draft = tried.draft
    veils = "scrim" in draft.setting.brief.template.backing and draft.setting.limits.scrim
    if not veils or not _free(tried) or draft.backing is None or draft.backing.panel is not None:
        return False
    if draft.nudges.calmer or not (_hidden(tried) or _only_among(tried)):
        return False
    # Of a bright sky a shade leaves a grey wall.
    return draft.backing.light <= _SHADEABLE and draft.backing.greyed <= _SHADED_SKY


def _lost_in_shade(tried: Tried) -> bool:
    """True of a shade on a face, or on most of a small thing that the photo is about: of a view there is
    enough beside it.
    """
    subject, whole = tried.checked.subject, tried.draft.setting.canvas.whole.area
    known = tried.draft.setting.attention
    sure = known is not None and known.sure
    small = sure and subject is not None and subject.area < _SMALL * whole
    return _shaded(tried) or bool(small and subject and _mean_shade(tried, subject) > _ON_SUBJECT)


def _hides(tried: Tried) -> bool:
    draft = tried.draft
    backed = draft.backing
    if not _free(tried) or backed is None or not _bare(tried):
        return False
    if backed.shade:
        return _lost_in_shade(tried)
    if draft.nudges.calmer and backed.scrim is not None:
        return True  # smaller words are worth a photo without any veil alone
    boxed = backed.panel is not None and "scrim" in draft.setting.brief.template.backing
    most = _PALE
    if backed.text == colours.light_text(draft.setting.brief.look):
        most = _VEILED_CALM if _off_things(draft) else _VEILED
        most = _VEILED_DARK if draft.nudges.denser >= _DEEPER else most
    share = veiled(backed.planned, draft.setting.canvas)
    hides = share * backed.loss > most or backed.loss > _CHANGED
    hides = hides or backed.greyed > _GREYED
    busy = tried.checked.texture > _LIVELY or _on_clutter(tried)
    return boxed or hides or busy or _shaded(tried)


def _things(draft: Draft) -> float | None:
    """How much of what lies under the words things of the photo are; None where that is not known."""
    place = draft.place
    words = place.arrangement.words.rect
    found = things_under(draft.setting.attention, place.arrangement, place.crop, words)
    return None if found is None else found[1]


def _off_things(draft: Draft) -> bool:
    """True of words that lie on next to nothing that the photo has outlines of."""
    things = _things(draft)
    return things is not None and things < _THINGS


def _on_clutter(tried: Tried) -> bool:
    """True of words among hard, lively things that their veil leaves as they are."""
    things = _things(tried.draft)
    return things is not None and things > _CLUTTER and tried.checked.texture > _RESTLESS


def _on_calm(draft: Draft) -> bool:
    """True of words on a calm side of the photo, which smaller ones may keep within."""
    attention, arrangement = draft.setting.attention, draft.place.arrangement
    return attention is not None and arrangement.side in attention.calm


def _free(tried: Tried) -> bool:
    """True where the words may leave the photo: neither the template nor a person has them there."""
    draft, choices = tried.draft, tried.draft.setting.brief.choices
    fixed = draft.setting.brief.template.fixed or bool(draft.place.arrangement.fixtures)
    asked = choices.scrim is not None or choices.crop is not None
    row = draft.place.arrangement.layout.flow == "row"
    return not fixed and not asked and not row


def _shaded(tried: Tried) -> bool:
    """True of a scrim that lies on a face."""
    draft = tried.draft
    faces = faces_on_canvas(draft.setting.attention, draft.place)
    return any(_mean_shade(tried, face) > _ON_FACE for face in faces)


def _mean_shade(tried: Tried, part: Rect) -> float:
    """The mean opacity of the words' scrim on a part of the canvas."""
    draft = tried.draft
    scrim = draft.backing.scrim if draft.backing is not None else None
    if scrim is None:
        return 0.0
    size = round(scrim.box[2]), round(scrim.box[3])
    box = part.moved(-scrim.box[0], -scrim.box[1]).pixels(*size)
    if box[2] <= box[0] or box[3] <= box[1]:
        return 0.0
    covered = (box[2] - box[0]) * (box[3] - box[1]) / max(part.area, 1.0)
    return float(np.asarray(shapes.scrim(scrim, box)).mean()) / 255 * min(covered, 1.0)


def _without_logo(tried: Tried) -> bool:
    """True where there is no room for a logo that there is."""
    return tried.draft.logo is None and bool(tried.draft.setting.brief.logos)


def _leaves_corner(tried: Tried) -> bool:
    """True of a logo that need not stay where it is on its plate."""
    logo = tried.draft.logo
    plate = logo.plate if logo is not None else None
    return plate is None or may_leave_corner(tried.draft, Rect(*plate.box))


def _crossed(tried: Tried) -> bool:
    """True of a logo that something of the picture runs through."""
    logo = tried.draft.logo
    return logo is not None and logo.crossed


def _on_somebody(tried: Tried) -> bool:
    """True of a logo on the photo of people that something of it runs through: as a rule it is they."""
    attention = tried.draft.setting.attention
    on_photo = tried.draft.place.arrangement.ground is None
    return on_photo and attention is not None and bool(attention.faces) and _crossed(tried)


def _strayed(tried: Tried) -> bool:
    """True of a logo that stands alone on the photo of a phone's screen, below words that have a field:
    there is always height for a row above them.
    """
    draft = tried.draft
    arrangement, logo = draft.place.arrangement, draft.logo
    tall = draft.setting.canvas.controls.bottom and arrangement.joint in ("edge", "melt")
    if logo is None or not tall or draft.setting.limits.place:
        return False
    return arrangement.photo.holds(logo.rect)


def _astray(tried: Tried) -> bool:
    """True of a logo that a row on the words' field would give a better place."""
    return (
        _plated(tried) or _without_logo(tried) or logo_spots.on_rim(tried.draft) or _strayed(tried)
    )


def _plated(tried: Tried) -> bool:
    """True of a logo that needed a plate or a field of its own."""
    logo = tried.draft.logo
    if tried.draft.place.arrangement.joint == "melt":
        return (
            False  # on the words' own field, at the banner's edge, it is one that was reckoned with
        )
    if logo is not None and logo.disc and logo.plate is not None:
        # A seal on its disc is no sticker, except on what the photo is about.
        plate = Rect(*logo.plate.box)
        return on_subject(tried.draft.setting.attention, tried.draft.place, plate) > plates.TIP
    if logo is None or tried.draft.place.arrangement.layout.logo.fixed:
        return logo is not None and logo.plate is not None
    if plates.tabbed(tried.draft):
        return False
    return logo.plate is not None or logo.field is not None
