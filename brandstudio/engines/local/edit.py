"""Revising a picture: the edits of ``domain.edits`` carried out, geometry first, then the
background, light and colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from brandstudio import errors
from brandstudio.engines.protocols import EditRequest, Picture
from brandstudio.language import edits as vocabulary
from brandstudio.language.edit_nouns import is_structure
from brandstudio.language.edit_places import EVERYWHERE
from brandstudio.language.edit_refusals import unsupported
from brandstudio.language.edits import Edit, Parsed

from . import effect_edits, frame_edits, light, pixelwork, places
from .came_true import LEAST, by_more, moved, short_of
from .canvas import F32
from .create import MODEL
from .glass import through_glass
from .ground import regrounded
from .held import as_bright_as, between_hues, no_stronger, unchanged
from .matte import as_float, cut_out, kept_share, on_colour
from .named import is_ground, named_colour
from .repaint import repaint
from .said_twice import said_once
from .stands_up import why_not
from .things import heads_of, is_subject
from .told import as_found, read_so, said_of, why_missed
from .white_ground import is_white, whitened
from .work import Work, place

U8 = NDArray[np.uint8]
_FIRST = frame_edits.KINDS
#: Kinds that are seen wherever they are done: where nothing is, nothing was asked for that is there.
_FELT = (
    "brightness",
    "contrast",
    "saturation",
    "temperature",
    "colour",
    "look",
    "repaint",
    "balance",
    *(kind for kind in effect_edits.KINDS if kind not in effect_edits.LAST),
)
_DETAIL = ("blur", "sharpen", "soften", "denoise", "dehaze", "clarity")


def revise(request: EditRequest) -> Picture:
    """The picture after its instructions. Raises `errors.UnsupportedInstruction` when any part of
    them is not understood or can't be done: half an instruction is never carried out.
    """
    parsed = vocabulary.parse(request.instructions)
    _refuse_unread(request, parsed)
    work = carried_out(request, parsed)
    if work.missed:
        raise errors.UnsupportedInstruction(why_missed(parsed, work.missed))
    if not work.done:
        raise errors.UnsupportedInstruction(
            " ".join(work.warnings) or unsupported((request.instructions,))
        )
    pixels = work.pixels
    if request.mask is not None and pixels.shape[:2] == request.source.shape[:2]:
        pixels = _masked(request, pixels)
    told = "edits: " + "; ".join(work.done)
    warnings = (*as_found(work.named, read_so(parsed)), *work.warnings, *work.told)
    return Picture(pixels, told, MODEL, warnings, tuple(work.done))


def _refuse_unread(request: EditRequest, parsed: Parsed) -> None:
    held = ", ".join(
        "everything" if kept == "all" else kept
        for kept in dict.fromkeys(
            parsed.keeps or (b.kind.replace("_", " ") for b in parsed.forbidden)
        )
    )
    if parsed.not_understood:
        raise errors.UnsupportedInstruction(unsupported(parsed.not_understood))
    if parsed.withheld:
        asked = ", ".join(e.told() for e in parsed.withheld)
        raise errors.UnsupportedInstruction(
            f"The instruction asks for a change ({asked}) of what it says to keep ({held})."
        )
    if parsed.keeps == ("all",):
        raise errors.UnsupportedInstruction(
            "The instruction says to leave everything as it is: there is nothing to change."
        )
    if not parsed.edits and held:
        raise errors.UnsupportedInstruction(
            f"The instruction only says what not to do ({held}); say what to change."
        )
    if not parsed.edits:
        raise errors.UnsupportedInstruction(unsupported((request.instructions.strip(),)))


def carried_out(request: EditRequest, parsed: Parsed) -> Work:
    """All edits done in turn."""
    work = Work(request.source.copy(), request.subject, request.faces, request.look, request.seed)
    order = [e for k in _FIRST for e in parsed.edits if e.kind == k]
    behind = ("cutout", "background_colour", *effect_edits.LAST)
    rest = [e for e in parsed.edits if e.kind not in (*_FIRST, *behind)]
    # What changes the background's colour comes after all light, so that a brand colour stays
    # exactly itself.
    last = [e for k in behind for e in parsed.edits if e.kind == k]
    work.in_view, work.centred, work.heads = parsed.in_view, parsed.centred, parsed.heads
    work.presumed, work.forbidden = bool(parsed.presumed), parsed.forbidden
    outline = any(e.kind not in _FIRST for e in parsed.edits)
    work.structure = any(map(is_structure, parsed.presumed))
    behind_it = all(e.place == ("background", ()) for e in parsed.edits)
    work.all_stays = behind_it and "subject" in parsed.keeps
    if parsed.presumed:
        taken = work.take_for_subject(parsed.presumed)
        if doubt := work.doubts(parsed.presumed, outline=outline) if taken is None else taken:
            work.missed.append(doubt)
            return work
    told_by_hue = [e for e in parsed.edits if not is_subject(work, e)]
    of_skin = ("the skin.", "the faces.")
    if any(not taken.endswith(of_skin) for taken in parsed.taken_for) and (
        doubt := between_hues(work.pixels, told_by_hue)
    ):
        work.missed.append(doubt)
        return work
    work.own = frozenset(e.kind for e in parsed.edits if e.place == EVERYWHERE)
    measured: list[Measured] = []
    for edit in (*order, *said_once(work, _blur_first(rest)), *last):
        if edit.kind not in _FIRST and work.coloured is None:
            work.coloured = work.pixels
        if _done(work, edit):
            measured.append((edit, work.where))
    _hold_to_the_words(work, measured)
    if any(
        (ban.kind, ban.sign, ban.target) == ("brightness", 0, "all") for ban in parsed.forbidden
    ):
        _hold_brightness(work)
    return work


def _done(work: Work, edit: Edit) -> bool:
    """Do one edit, by more where it would hardly be seen; say so where it can't be done or comes to nothing."""
    said, pixels, work.where = len(work.warnings) + len(work.missed), work.pixels, None
    _one(work, edit)
    if len(work.warnings) + len(work.missed) > said:
        return False
    steps = moved(edit, pixels, work.pixels, work.where)
    if steps is not None and (more := by_more(edit, steps)) is not None:
        work.pixels = pixels
        _one(work, more)
        steps = moved(edit, pixels, work.pixels, work.where)
    if edit.kind in _FELT and unchanged(pixels, work.pixels):
        work.missed.append(f"The edit ({edit.told()}) leaves this picture as it is.")
        return False
    if wrong := why_not(edit, pixels, work, steps):
        work.missed.append(wrong)
        return False
    if steps is not None and steps < LEAST:
        work.told.append(f"Done as it was said, and hardly seen on this picture: {edit.told()}.")
    elif short := short_of(edit, pixels, work.pixels, work.where):
        work.told.append(short)
    work.done.append(edit.told())
    return True


#: An edit that was done, and where.
Measured = tuple[Edit, F32 | None]


def _hold_to_the_words(work: Work, measured: Sequence[Measured]) -> None:
    """See that nothing that was said in plain words was undone by what else was: a finish may take away the
    contrast that was asked for. It is done once more then, or is missed.
    """
    kinds = [edit.kind for edit, _ in measured]
    start = work.coloured
    if start is None or len(measured) < 2 or start.shape != work.pixels.shape:
        return
    if "background_colour" in kinds:
        return  # what lies behind the subject is another thing now
    for edit, where in measured:
        if edit.kind not in HELD_TO or kinds.count(edit.kind) > 1:
            continue
        if edit.kind != "brightness" and not _COLOURLESS.isdisjoint(kinds):
            continue
        steps = moved(edit, start, work.pixels, where)
        if steps is not None and steps < 0:
            _one(work, edit)
            steps = moved(edit, start, work.pixels, where)
        if steps is not None and steps < -LEAST:
            work.missed.append(f"What else was asked for undoes one of the edits ({edit.told()}).")


#: Kinds that are measured once more when all is done, and those after which no colour is.
HELD_TO = ("brightness", "contrast", "saturation", "temperature")
_COLOURLESS = frozenset({"monochrome", "sepia", "duotone", "invert", "night", "cutout"})


def _hold_brightness(work: Work) -> None:
    """Give the picture back the mean lightness it had before its light and colour were changed."""
    if work.coloured is None or work.coloured.shape != work.pixels.shape:
        return
    work.pixels = as_bright_as(work.pixels, work.coloured)


def _blur_first(rest: Sequence[Edit]) -> list[Edit]:
    return [e for e in rest if e.kind in ("denoise", "blur")] + [
        e for e in rest if e.kind not in ("denoise", "blur")
    ]


def _masked(request: EditRequest, pixels: U8) -> U8:
    assert request.mask is not None
    weight = as_float(request.mask, request.source.shape[1], request.source.shape[0])[..., None]
    channels = min(pixels.shape[2], request.source.shape[2])
    before = request.source[..., :channels].astype(np.float32)
    return np.clip(before + (pixels[..., :channels] - before) * weight + 0.5, 0, 255).astype(
        np.uint8
    )


def _one(work: Work, edit: Edit) -> None:
    if edit.kind in _FIRST:
        frame_edits.carry_out(work, edit)
    elif edit.kind in ("cutout", "background_colour"):
        _background(work, edit)
    elif edit.kind in _DETAIL:
        _detail(work, edit)
    elif edit.kind in effect_edits.KINDS:
        effect_edits.carry_out(work, edit)
    elif edit.kind == "look":
        _look(work, edit)
    elif edit.kind == "repaint":
        rgb = named_colour(work.look, edit.value)
        assert rgb is not None  # the table of colours names it
        repaint(work, edit, rgb)
    else:
        _tone(work, edit)


# -- background ------------------------------------------------------------------------------------


def _background(work: Work, edit: Edit) -> None:
    lacking, matte = work.lacks_subject(), work.matte()
    if edit.kind == "background_colour" and _reground(work, edit, None if lacking else matte):
        return
    if matte is None or lacking:
        wish = "cut it out" if edit.kind == "cutout" else "change the background behind it"
        work.missed.append(f"{lacking} to {wish}.")
        return
    if edit.kind == "cutout":
        _cut_out(work, edit, matte)
        return
    kept = kept_share(work.pixels, matte)
    if kept is not None and kept < _IN_PART:
        work.missed.append(
            f"Only a part of what stands before the background was found ({kept:.0%}), so "
            "nothing was put behind it."
        )
        return
    if lost := work.loses():
        work.missed.append(lost)
        return
    rgb = named_colour(work.look, edit.value)
    if rgb is None:
        work.missed.append(
            "Background: the folder has no palette yet, so there is no brand colour to take."
        )
        return
    if (made := whitened(work.pixels, rgb, work.with_faces())) is not None:
        work.pixels = made
        return
    if (sure := work.outline()) is None:
        work.missed.append(_UNTOLD.format("change the background behind it"))
        return
    work.pixels = on_colour(work.pixels, sure, rgb, heads_of(work))


#: Why nothing is cut along a subject.
_UNTOLD = "The edge of the subject can't be told well enough here to {}."


def _reground(work: Work, edit: Edit, matte: F32 | None) -> bool:
    """Give a plain ground without a person before it another colour, by its own."""
    rgb = named_colour(work.look, edit.value)
    finds = work.found().finds
    person = bool(places.face_boxes(work.pixels, work.faces))
    if work.faces is None and finds.likely() is not None:
        person = bool(finds.pieces("person"))  # a doughnut may look like a face
    if rgb is None or person or is_white(rgb):
        return False
    found = regrounded(work.pixels, rgb, matte)
    if found is not None:
        work.pixels = found
        work.told.append("The background was told by its colour: things on it keep their shadows.")
    return found is not None


#: Of less than this of what stands before a plain ground a cut-out is a scrap; of less than so much it
#: says how much; and so little of the whole picture is said on any ground.
_SCRAP, _IN_PART, _LITTLE = 1 / 6, 0.6, 0.04


def _cut_out(work: Work, edit: Edit, matte: F32) -> None:
    """The subject on transparency, where it is not a scrap of what stands out, and the ground has the
    colour that was named.
    """
    if edit.value and not is_ground(work.pixels, matte, edit.value):
        work.missed.append(
            f"The background was not found to be {edit.value}, so it was not cut away."
        )
        return
    kept, whole = kept_share(work.pixels, matte), float(matte.mean())
    if kept is not None and kept < _SCRAP:
        work.missed.append(
            f"Only a small part of what stands before the background was found ({kept:.0%}), so "
            "nothing was cut out."
        )
        return
    if work.stand_apart():
        work.missed.append(
            "Several things stand out apart from each other, so nothing was cut out."
        )
        return
    if (sure := work.outline()) is None:
        work.missed.append(_UNTOLD.format("cut it out"))
        return
    if lost := work.loses():
        work.missed.append(lost)
        return
    if kept is not None and kept < _IN_PART:
        work.told.append(
            f"The cut-out keeps about {kept:.0%} of what stands before the background: only that "
            "was found as the subject."
        )
    elif whole < _LITTLE:
        work.told.append(f"The cut-out is small: the subject that was found is {whole:.1%} of it.")
    work.pixels = cut_out(work.pixels, sure, heads_of(work))


# -- detail ----------------------------------------------------------------------------------------


#: How soft a background is made that is to be softer, beside one that is to be blurred.
_SOFT_GROUND = 0.6


def _detail(work: Work, edit: Edit) -> None:
    size = edit.exact * 3 if edit.exact is not None else abs(edit.amount)
    signed = size if edit.amount >= 0 else -size
    if edit.kind == "blur" and edit.target == "faces":
        effect_edits.hide_faces(work, edit, size)
        return
    mask = place(work, edit)
    if edit.kind == "soften" and edit.target == "background" and signed > 0 and mask is not None:
        # A background is softer out of focus, not under a veil.
        sharp = np.maximum(1 - mask, work.in_focus())
        work.pixels = pixelwork.blurred(work.pixels, sharp, _SOFT_GROUND * size)
        return
    if edit.kind == "blur":
        if edit.exact is None and size < 1:
            # How soft a blur looks goes by the ratios of its widths: half of one is nearly as soft.
            size *= size
        if mask is None:
            work.pixels = pixelwork.whole_blur(work.pixels, size)
        else:
            sharp = (1 - mask).astype(np.float32)
            if edit.target == "background":
                sharp = np.maximum(sharp, work.in_focus())
            work.pixels = pixelwork.blurred(work.pixels, sharp, size)
        return
    if edit.kind == "denoise":
        changed = pixelwork.denoised(work.pixels, size)
    elif edit.kind == "dehaze":
        changed = pixelwork.dehazed(work.pixels, signed)
    elif edit.kind == "clarity":
        changed = pixelwork.clarified(work.pixels, signed)
    elif (edit.kind == "sharpen") == (signed > 0):
        changed = pixelwork.sharpened(work.pixels, min(4.0, size))
    else:
        changed = pixelwork.softened(work.pixels, min(2.5, size))
    if edit.kind in ("dehaze", "clarity") and any(ban.forbids(_STRONGER) for ban in work.forbidden):
        changed = no_stronger(changed, work.pixels)
    work.pixels = changed if mask is None else _mixed(work.pixels, changed, mask)


#: What "colours not stronger" forbids, and taking away a haze does.
_STRONGER = Edit("saturation", 1.0)


def _mixed(before: U8, after: U8, mask: F32) -> U8:
    old = before.astype(np.float32)
    return np.clip(old + (after - old) * mask[..., None] + 0.5, 0, 255).astype(np.uint8)


# -- light and colour ------------------------------------------------------------------------------


def _look(work: Work, edit: Edit) -> None:
    """A finish: its steps in turn, as strongly as the words say, within its part."""
    share = edit.exact if edit.exact is not None else edit.amount
    mask = place(work, edit)
    before, grey = work.pixels, "monochrome +1" in work.done
    for step in vocabulary.steps_of(edit.value):
        if any(ban.target == "all" and ban.forbids(step) for ban in work.forbidden):
            continue  # "vintage, without a vignette"
        if grey and step.kind in ("temperature", "saturation", "colour"):
            continue  # "black and white, old" is not brown
        if step.kind in ("vignette", "grain") and (mask is not None or step.kind in work.own):
            continue  # "film, light grain" has that grain, and not the finish's own besides
        _one(work, replace(step, amount=step.amount * share))
    if mask is not None:
        work.pixels = _mixed(before, work.pixels, mask)


#: What leaves no colour where it is done: a sleeve that is taken for the background is seen at once.
_TAKES_COLOUR = ("monochrome", "sepia", "duotone", "saturation")


def _tone(work: Work, edit: Edit) -> None:
    mask = place(work, edit)
    step: pixelwork.Step | None
    if edit.kind == "monochrome" and edit.value:
        work.pixels = through_glass(work.pixels, edit.value, mask)
        return
    if edit.kind in _TAKES_COLOUR and edit.target == "background" and (lost := work.loses()):
        work.missed.append(lost)
        return
    if edit.kind == "vignette":
        step = pixelwork.vignette(_size(edit, 2.0))
    elif edit.kind == "grain":
        step = pixelwork.grain(min(3.0, _size(edit, 3.0)), work.seed % 997)
    elif edit.kind == "brand" and not work.look.palette and work.look.key is None:
        work.missed.append("The folder has no style and no palette yet to move towards.")
        return
    else:
        step = light.step_of(edit, work.pixels, work.look, mask, faces=bool(work.faces))
    if step is not None:
        work.pixels = pixelwork.in_oklab(work.pixels, [step], work.seed % 1024)


def _size(edit: Edit, full: float) -> float:
    """An amount: steps, or the share that was named of what is full."""
    return edit.amount if edit.exact is None else edit.exact * full


__all__ = ["carried_out", "revise", "said_of"]
