"""Revising a picture: the edits of ``domain.edits`` carried out, geometry first, then the
background, light and colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio import errors
from brandstudio.engines.protocols import Box, BrandLook, EditRequest, Picture
from brandstudio.language import edits as vocabulary
from brandstudio.language.colour_names import hex_of
from brandstudio.language.edits import Edit, Parsed
from brandstudio.pixels import colour

from . import geometry, pixelwork
from .canvas import F32, smooth
from .create import MODEL, MOST
from .extend import continued
from .grading import Grading, colour_shift, tint_table, tone_curve, towards
from .matte import as_float, cut_out, on_colour, subject_of
from .paints import HUES, at_lightness, lab_of, paints, ramp

U8 = NDArray[np.uint8]
_FIRST = ("straighten", "rotate", "flip", "crop", "space")
_NEEDS_SUBJECT = "No subject stands out clearly enough"


@dataclass
class Work:
    """A picture under edit. The subject is looked for once, when an edit first needs it."""

    pixels: U8
    given: NDArray[np.uint8] | NDArray[np.float32] | None
    faces: tuple[Box, ...]
    look: BrandLook
    seed: int
    done: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    _matte: F32 | None = None
    _looked: bool = False

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    def matte(self) -> F32 | None:
        """The subject on the picture as it now is, None when there is none."""
        if not self._looked:
            self._matte = subject_of(self.pixels, self.given)
            self._looked = True
        return self._matte

    def moved(self, pixels: U8, given: F32 | None) -> None:
        """The picture after a change of its geometry; faces are no longer where they were."""
        self.pixels, self.given = pixels, given
        self.faces = ()
        self._matte, self._looked = None, False


def revise(request: EditRequest) -> Picture:
    """The picture after its instructions. Raises `errors.UnsupportedInstruction` when nothing of
    them can be done.
    """
    parsed = vocabulary.parse(request.instructions)
    if not parsed.edits:
        if (parsed.forbidden or parsed.keeps) and not parsed.not_understood:
            said = ", ".join(parsed.keeps or (k.replace("_", " ") for k in parsed.forbidden))
            if parsed.withheld:
                asked = ", ".join(e.told() for e in parsed.withheld)
                raise errors.UnsupportedInstruction(
                    f"the instruction asks for a change ({asked}) of what it says to keep ({said})."
                )
            raise errors.UnsupportedInstruction(
                f"the instruction only says what not to do ({said}); say what to change."
            )
        raise errors.UnsupportedInstruction(
            vocabulary.unsupported(parsed.not_understood or (request.instructions.strip(),))
        )
    work = carried_out(request, parsed)
    if not work.done:
        raise errors.UnsupportedInstruction(
            " ".join(work.warnings) or vocabulary.unsupported((request.instructions,))
        )
    pixels = kept(request, parsed, work)
    if request.mask is not None and pixels.shape[:2] == request.source.shape[:2]:
        pixels = _masked(request, pixels)
    told = said_of(parsed)
    return Picture(
        pixels, "edits: " + "; ".join(work.done), MODEL, (*told, *work.warnings), tuple(work.done)
    )


def said_of(parsed: Parsed) -> tuple[str, ...]:
    """The warnings of what was read: words that were not understood, and edits that would change
    what is to stay.
    """
    held = ", ".join(parsed.keeps)
    return (
        *(f'Not understood and left out: "{said}".' for said in parsed.not_understood),
        *(
            f"Left out, since it would change what is to stay ({held}): {e.told()}."
            for e in parsed.withheld
        ),
    )


def carried_out(request: EditRequest, parsed: Parsed) -> Work:
    """All edits done in turn."""
    work = Work(
        request.source.copy(), request.subject, request.faces or (), request.look, request.seed
    )
    order = [e for k in _FIRST for e in parsed.edits if e.kind == k]
    rest = [
        e
        for e in parsed.edits
        if e.kind not in _FIRST and e.kind not in ("cutout", "background_colour")
    ]
    # What changes the background's colour comes after all light, so that a brand colour stays
    # exactly itself.
    last = [e for e in parsed.edits if e.kind in ("background_colour", "cutout")]
    for edit in (*order, *_blur_first(rest), *last):
        _one(work, edit)
    return work


def kept(request: EditRequest, parsed: Parsed, work: Work) -> U8:
    """The result with the subject or the background put back where the words said to leave it as it
    is.
    """
    wanted = [what for what in ("subject", "background") if what in parsed.keeps]
    if (
        not wanted
        or work.pixels.shape != request.source.shape
        or any(e.kind in _FIRST for e in parsed.edits)
    ):
        return work.pixels
    matte = subject_of(request.source, request.subject)
    if matte is None:
        if "subject" in wanted:
            work.warnings.append(
                f"{_NEEDS_SUBJECT} to be left as it is; the whole picture was changed."
            )
        return work.pixels
    own = (
        matte
        if wanted == ["subject"]
        else 1 - matte
        if wanted == ["background"]
        else np.ones_like(matte)
    )
    mixed = work.pixels + (request.source.astype(np.float32) - work.pixels) * own[..., None]
    return np.clip(mixed + 0.5, 0, 255).astype(np.uint8)


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
    before = len(work.warnings)
    if edit.kind in _FIRST:
        _geometry(work, edit)
    elif edit.kind in ("blur", "cutout", "background_colour"):
        _background(work, edit)
    elif edit.kind in ("sharpen", "soften", "denoise"):
        _detail(work, edit)
    else:
        _tone(work, edit)
    if len(work.warnings) == before:
        work.done.append(edit.told())


# -- geometry --------------------------------------------------------------------------------------


def _coarse(work: Work) -> F32 | None:
    """The subject's mask where it is known, without looking for it."""
    return None if work.given is None else as_float(work.given, work.width, work.height)


def _geometry(work: Work, edit: Edit) -> None:
    known = _coarse(work)
    if edit.kind == "straighten":
        angle = geometry.lean(work.pixels)
        if angle is None:
            work.warnings.append(
                "Straighten: no clear horizon or upright is off level; nothing was turned."
            )
            return
        work.moved(
            geometry.turned(work.pixels, angle),
            None if known is None else geometry.turned_mask(known, angle),
        )
    elif edit.kind == "rotate":
        degrees = edit.exact if edit.exact is not None else -90.0
        work.moved(
            geometry.turned(work.pixels, degrees),
            None if known is None else geometry.turned_mask(known, degrees),
        )
    elif edit.kind == "flip":
        axis = 0 if edit.value == "vertical" else 1
        work.moved(
            np.ascontiguousarray(np.flip(work.pixels, axis)),
            None if known is None else np.ascontiguousarray(np.flip(known, axis)),
        )
    elif edit.kind == "crop":
        x0, y0, x1, y1 = geometry.crop_box(
            work.pixels,
            edit,
            work.matte() if known is None and not edit.value else known,
            work.faces,
        )
        work.moved(
            np.ascontiguousarray(work.pixels[y0:y1, x0:x1]),
            None if known is None else known[y0:y1, x0:x1],
        )
    else:
        _space(work, edit, known)


def _space(work: Work, edit: Edit, known: F32 | None) -> None:
    share = min(2.0, edit.exact if edit.exact is not None else 0.3 * min(3.0, edit.amount))
    sides = edit.value.split("+") if edit.value != "all" else ["left", "right", "top", "bottom"]
    if edit.value == "all" and edit.exact is None:
        share *= 0.5
    grow = {
        side: round(share * (work.width if side in ("left", "right") else work.height))
        if side in sides
        else 0
        for side in ("left", "right", "top", "bottom")
    }
    width, height = (
        work.width + grow["left"] + grow["right"],
        work.height + grow["top"] + grow["bottom"],
    )
    if width * height > MOST:
        work.warnings.append("Space: the picture would become larger than 40 megapixels.")
        return
    matte = work.matte()
    pixels, calm = continued(
        work.pixels, width, height, grow["left"], grow["top"], matte, work.seed
    )
    placed = None
    if known is not None:
        placed = np.pad(known, ((grow["top"], grow["bottom"]), (grow["left"], grow["right"])))
    work.moved(pixels, placed)
    work.done.append("space continued" + ("" if calm else " softly, the edges being busy"))


# -- background ------------------------------------------------------------------------------------


def _background(work: Work, edit: Edit) -> None:
    if edit.kind == "blur" and edit.target == "all":
        work.pixels = pixelwork.whole_blur(
            work.pixels, edit.amount if edit.exact is None else 3 * edit.exact
        )
        return
    matte = work.matte()
    if matte is None:
        work.warnings.append(f"{_NEEDS_SUBJECT} to {_purpose(edit)}.")
        return
    if edit.kind == "blur":
        where = 1 - matte if edit.target == "subject" else matte
        work.pixels = pixelwork.blurred(
            work.pixels, where, edit.amount if edit.exact is None else 3 * edit.exact
        )
    elif edit.kind == "cutout":
        work.pixels = cut_out(work.pixels, matte)
    else:
        rgb = _named_colour(work, edit.value)
        if rgb is None:
            work.warnings.append(
                "Background: the folder has no palette yet, so there is no brand colour to take."
            )
            return
        work.pixels = on_colour(work.pixels, matte, rgb)


def _purpose(edit: Edit) -> str:
    return {"blur": "blur the background behind it", "cutout": "cut it out"}.get(
        edit.kind, "change the background behind it"
    )


def _named_colour(work: Work, name: str) -> tuple[int, int, int] | None:
    if name.startswith("#"):
        return colour.parse_hex(name)
    if name == "brand":
        palette = work.look.palette
        if not palette:
            return None
        chosen = next(
            (s for s in palette if s.role == "primary"),
            max(palette, key=lambda s: float(np.hypot(*lab_of(s.hex)[1:])) * (0.1 + s.weight)),
        )
        return colour.parse_hex(chosen.hex)
    known = hex_of(name)
    return None if known is None else colour.parse_hex(known)


# -- detail ----------------------------------------------------------------------------------------


def _detail(work: Work, edit: Edit) -> None:
    size = edit.exact * 3 if edit.exact is not None else abs(edit.amount)
    turned = edit.amount < 0
    if edit.kind == "denoise":
        work.pixels = pixelwork.denoised(work.pixels, size)
    elif (edit.kind == "sharpen") != turned:
        work.pixels = _within(work, edit, pixelwork.sharpened(work.pixels, min(4.0, size)))
    else:
        work.pixels = _within(work, edit, pixelwork.softened(work.pixels, min(2.5, size)))


def _within(work: Work, edit: Edit, changed: U8) -> U8:
    mask = _mask_for(work, edit)
    if mask is None:
        return changed
    before = work.pixels.astype(np.float32)
    return np.clip(before + (changed - before) * mask[..., None] + 0.5, 0, 255).astype(np.uint8)


def _mask_for(work: Work, edit: Edit) -> F32 | None:
    """The mask of an edit's target; None is everywhere. Says so where no subject stands out."""
    if edit.target not in ("background", "subject"):
        return None
    matte = work.matte()
    if matte is None:
        if edit.target == "subject":
            work.warnings.append(
                f'{_NEEDS_SUBJECT}; the whole picture would change, so "{edit.told()}" was left out.'
            )
            return np.zeros((work.height, work.width), np.float32)
        # A picture without a subject is all background.
        return None
    return matte if edit.target == "subject" else (1 - matte).astype(np.float32)


# -- light and colour ------------------------------------------------------------------------------


def _tone(work: Work, edit: Edit) -> None:
    mask = _mask_for(work, edit)
    steps: list[pixelwork.Step] = []
    within = {"shadows": _in_shadows, "highlights": _in_highlights}.get(edit.target)
    if edit.kind == "vignette":
        steps.append(pixelwork.vignette(_size(edit, 1.0, 2.0)))
    elif edit.kind == "grain":
        steps.append(pixelwork.grain(min(3.0, _size(edit, 1.0, 3.0)), work.seed % 997))
    elif edit.kind == "duotone":
        steps.append(_duotone(work.look, work.pixels))
    elif edit.kind == "brand":
        steps.append(
            pixelwork.graded(
                brand_grading(
                    work.pixels, work.look, min(1.0, 0.6 * edit.amount), bool(work.faces)
                ),
                mask,
            )
        )
    else:
        grading = _grading(edit, work.pixels)
        if grading is None:
            return
        steps.append(pixelwork.graded(grading, mask, within))
    work.pixels = pixelwork.in_oklab(work.pixels, steps, work.seed % 1024)


def _in_shadows(lightness: F32) -> F32:
    return smooth(lightness, 0.62, 0.18)


def _in_highlights(lightness: F32) -> F32:
    return smooth(lightness, 0.52, 0.9)


def _size(edit: Edit, step: float, full: float) -> float:
    """An amount: steps, or the share that was named of what is full."""
    if edit.exact is not None:
        return (1.0 if edit.amount >= 0 else -1.0) * edit.exact * full
    return step * edit.amount


def sampled(pixels: U8, side: int = 256) -> F32:
    """A small OKLab sample of what can be seen of a picture, (n, 3)."""
    image = Image.fromarray(pixels)
    image.thumbnail((side, side), Image.Resampling.BOX)
    small = np.asarray(image)
    lab = colour.u8_to_oklab(np.ascontiguousarray(small[..., :3])).reshape(-1, 3)
    if small.shape[2] == 4:
        seen = small[..., 3].ravel() > 127
        lab = lab[seen] if bool(seen.any()) else lab
    return lab


def _grading(edit: Edit, pixels: U8) -> Grading | None:
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    amount = float(np.clip(edit.amount, -4, 4))
    if edit.kind == "brightness":
        if edit.exact is not None:
            seen = float(np.clip(np.median(sampled(pixels)[:, 0]), 0.1, 0.9))
            sign = 1 if amount >= 0 else -1
            wanted = float(np.clip(seen * (1 + sign * edit.exact), 0.05, 0.96))
            power = float(np.clip(np.log(wanted) / np.log(seen), 0.3, 4.0))
        else:
            strong = (
                1.5
                if edit.target in ("shadows", "highlights")
                else 1.25
                if edit.target != "all"
                else 1.0
            )
            power = float(0.76 ** (amount * strong))
        return Grading(np.asarray(x**power, dtype=np.float32))
    if edit.kind == "contrast":
        low, middle, high = (float(v) for v in np.percentile(sampled(pixels)[:, 0], [5, 50, 95]))
        spread = high - low
        ratio = 1 + _size(edit, 0.24, 1.0)
        return Grading(tone_curve(middle, spread, middle, spread * max(0.3, ratio), 1.0))
    if edit.kind == "fade":
        strength = np.float32(0.075 * abs(_size(edit, 1.0, 3.0)))
        return Grading(
            (x * (1 - 1.7 * strength) + strength).astype(np.float32),
            colour_shift((), 0.88, 0.0, keep_skin=0.0),
        )
    if edit.kind in ("saturation", "monochrome"):
        gain = 0.0 if edit.kind == "monochrome" else max(0.0, 1 + _size(edit, 0.32, 1.0))
        shift = _gain_table(gain) if gain < 0.5 else colour_shift((), gain, 0.0, keep_skin=0.3)
        return Grading(shift=shift)
    if edit.kind == "sepia":
        return Grading(
            shift=_gain_table(0.0),
            tints=tint_table((0.012, 0.03), (0.016, 0.045), (0.006, 0.03), 0.06),
        )
    if edit.kind == "temperature":
        move = _size(edit, 0.021, 0.1)
        pair = (0.22 * move, move)
        return Grading(tints=tint_table(pair, pair, pair, 0.09))
    if edit.kind == "colour":
        if edit.value not in HUES and amount > 0:
            return _to_colour(edit, pixels)
        hue = (
            HUES[edit.value][0]
            if edit.value in HUES
            else float(colour.hex_to_oklch(hex_of(edit.value) or "#808080")[2])
        )
        move = _size(edit, 0.042, 0.12)
        pair = (float(np.cos(np.radians(hue))) * move, float(np.sin(np.radians(hue))) * move)
        return Grading(tints=tint_table(pair, pair, pair, 0.12))
    return None


def _to_colour(edit: Edit, pixels: U8) -> Grading:
    """Towards a colour of a lightness of its own (navy, peach): hue and light of the whole move to
    it.
    """
    seen = sampled(pixels)
    target = lab_of(hex_of(edit.value) or "#808080")
    share = float(np.clip(edit.exact if edit.exact is not None else 0.62 * edit.amount, 0, 1))
    median = float(np.clip(np.median(seen[:, 0]), 0.08, 0.92))
    wanted = median + 0.75 * share * (target[0] - median)
    power = float(np.clip(np.log(np.clip(wanted, 0.05, 0.95)) / np.log(median), 0.3, 4.0))
    x = np.linspace(0, 1, 2049, dtype=np.float32)
    # The picture's own colours step back as the named one comes in, or the two would mix to a third
    # hue.
    own = 1 - 0.85 * share
    mean = seen[:, 1:].mean(0)
    strength = share**0.68
    move = (
        strength * target[1] - own * float(mean[0]) * 0.6,
        strength * target[2] - own * float(mean[1]) * 0.6,
    )
    return Grading(
        np.asarray(x**power, dtype=np.float32), _gain_table(own), tint_table(move, move, move, 0.16)
    )


def _gain_table(gain: float) -> F32:
    """Chroma times a gain, the same for all colours (to black and white at 0)."""
    from .grading import _BOUND, _CELLS

    axis = np.linspace(-_BOUND, _BOUND, _CELLS + 1, dtype=np.float32)
    a, b = np.meshgrid(axis, axis)
    return np.stack([a * np.float32(gain - 1), b * np.float32(gain - 1)], axis=-1).astype(
        np.float32
    )


def _duotone(look: BrandLook, pixels: U8) -> pixelwork.Step:
    """Two inks from the palette: its dark voice in the shadows, its light in the lights, the voice
    itself between.
    """
    p = paints(look.palette, "night" if not look.palette else "calm")
    dark = at_lightness(p.primary, 0.22) if p.primary[0] > 0.3 else p.primary
    warm = (
        p.accent
        if p.accent != p.primary and float(np.hypot(p.accent[1], p.accent[2])) > 0.05
        else p.light
    )
    light = at_lightness(warm, 0.93, 1.0)
    colours = ramp(dark, at_lightness(p.primary, 0.45), light)
    low, high = (float(v) for v in np.percentile(sampled(pixels)[:, 0], [1, 99]))

    def step(lab: F32, y0: int, width: int, height: int) -> None:
        del y0, width, height
        t = np.clip((lab[0] - np.float32(low)) / np.float32(max(high - low, 0.2)), 0, 1)
        planes = colours(t)
        for k in range(3):
            lab[k] = planes[k]

    return step


def brand_grading(pixels: U8, look: BrandLook, strength: float, faces: bool) -> Grading:
    """The grading that moves a picture towards a look."""
    return towards(
        sampled(pixels),
        look,
        [(lab_of(s.hex), s.weight) for s in look.palette],
        strength,
        faces=faces,
    )
