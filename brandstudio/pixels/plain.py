"""The edges of a picture at which nothing but its ground is: beyond them it can be set going on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio.pixels import colour, masks
from brandstudio.pixels.busyness import Side, along
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.resize import fit_size

F32 = NDArray[np.float32]

_SIDE: Final = 192
#: How deep a strip along an edge is that must be alike all through, of the picture's side.
_DEEP: Final = 0.045
#: How far colours (OKLab) may change inwards in it, at the median and where they change most.
_INWARDS: Final = 0.012
_WORST: Final = 0.035
#: And from one pixel to the next along it, where they change most.
_STEP: Final = 0.03
#: An outermost row of one colour alone (OKLab), as white paper is, needs nothing behind it: products
#: are often trimmed to their box.
_ONE: Final = 0.02
#: Grain is looked at in a picture of this longer side (px): how far lightness (OKLab) may lie from
#: that of its neighbours, at the median. What goes on has none.
_CLOSE: Final = 768
_NEIGHBOURS: Final = 4
_GRAIN: Final = 0.0022
#: What goes on is the outermost row, drawn out: how far its colours, smoothed over this much of its
#: length, may lie from a slow change (a parabola, which goes on too). More would stand there as bands.
_SMOOTHED: Final = 0.03
_BANDS: Final = 0.006
#: And from what lies behind it, to this much of the picture's side: a step would run along the photo's
#: end. From the larger one on it is a thing that begins there, trimmed to its box.
_BEHIND: Final = 0.03
_SEAM: Final = 0.0048
_THING: Final = 0.05
#: The part of an edge that may be worse.
_WORSE: Final = 0.1
#: The most of an edge that a subject may take.
_TAKEN: Final = 0.01


def plain_edges(image: Image.Image, subject: F32 | None = None) -> list[Side]:
    """The sides at which a picture ends in a ground that goes on as it is: white, paper, a studio's
    backdrop, a sky. ``subject`` is a mask of any size (0 to 1) that must not reach them.
    """
    width, height = fit_size(image.width, image.height, _SIDE)
    small = on_background(image).resize((max(8, width), max(8, height)), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(small))
    taken = np.zeros(lab.shape[:2], np.float32)
    if subject is not None:
        taken = masks.resize(subject, lab.shape[1], lab.shape[0])
    turned = {
        "left": (lab, taken),
        "right": (lab[:, ::-1], taken[:, ::-1]),
        "top": (lab.swapaxes(0, 1), taken.T),
        "bottom": (lab[::-1].swapaxes(0, 1), taken[::-1].T),
    }
    sides: tuple[Side, ...] = ("left", "right", "top", "bottom")
    return [
        side
        for side in sides
        if (_paper(image, side) or (_plain(*turned[side]) and not _grainy(image, side)))
        and not _would_show(image, side)
    ]


def _paper(image: Image.Image, side: Side) -> bool:
    """True of an edge whose outermost row is of one colour."""
    width, height = image.size
    box = {
        "left": (0, 0, 1, height),
        "right": (width - 1, 0, width, height),
        "top": (0, 0, width, 1),
        "bottom": (0, height - 1, width, height),
    }[side]
    rim = colour.u8_to_oklab(np.asarray(on_background(image.crop(box)))).reshape(-1, 3)
    away = np.sqrt(np.square(rim - np.median(rim, axis=0)).sum(axis=1))
    return float(np.quantile(away, 0.995)) <= _ONE


def _plain(lab: F32, taken: F32) -> bool:
    """True of a picture that is plain along its first columns."""
    deep = max(round(_DEEP * lab.shape[1]), 3)
    strip = lab[:, :deep]
    if float((taken[:, :deep].max(axis=1) > 0.5).mean()) > _TAKEN:
        return False
    inwards = np.sqrt(np.square(strip - strip[:, :1]).sum(axis=2)).max(axis=1)
    means = strip.mean(axis=1)
    along = np.sqrt(np.square(np.diff(means, axis=0)).sum(axis=1))
    return bool(
        float(np.median(inwards)) <= _INWARDS
        and float(np.quantile(inwards, 0.97)) <= _WORST
        and float(along.max(initial=0.0)) <= _STEP
    )


def _grainy(image: Image.Image, side: Side) -> bool:
    """True of an edge whose strip has a texture: where it ended, all could see it."""
    strip = _strip(image, side, _DEEP)
    around = strip.filter(ImageFilter.BoxBlur(_NEIGHBOURS))
    light, usual = (colour.u8_to_oklab(np.asarray(part))[..., 0] for part in (strip, around))
    return float(np.median(np.abs(light - usual))) > _GRAIN


def _would_show(image: Image.Image, side: Side) -> bool:
    """True of an edge whose outermost row, drawn out, would be told from the photo: it has blotches
    along it, or another tone than what lies behind it.
    """
    lab = colour.u8_to_oklab(np.asarray(_strip(image, side, _BEHIND)))
    lab = {
        "left": lab,
        "right": lab[:, ::-1],
        "top": lab.swapaxes(0, 1),
        "bottom": lab[::-1].swapaxes(0, 1),
    }[side]
    rim = _smooth(lab[:, 0])
    along = np.linspace(-1, 1, len(rim))
    terms = np.stack((np.ones_like(along), along, along**2), axis=1)
    slow = terms @ np.linalg.lstsq(terms, rim, rcond=None)[0]
    bands = np.sqrt(np.square(rim - slow).sum(axis=1))
    seam = np.sqrt(
        np.square(_smooth(lab[:, 0] - lab[:, lab.shape[1] // 8 + 1 :].mean(axis=1))).sum(axis=1)
    )
    stepped = (seam > _SEAM) & (seam < _THING)
    return bool(float((bands > _BANDS).mean()) > _WORSE or float(stepped.mean()) > _WORSE)


def _smooth(line: F32) -> F32:
    """The means of a line's colours (n, 3) along it."""
    reach = max(round(_SMOOTHED * len(line)), 1)
    window = np.full(2 * reach + 1, 1 / (2 * reach + 1))
    padded = np.pad(line, ((reach, reach), (0, 0)), mode="edge")
    return np.stack([np.convolve(one, window, "valid") for one in padded.T], axis=1)


def _strip(image: Image.Image, side: Side, deep: float) -> Image.Image:
    """What lies along an edge, so deep (of the side across it), at the scale where grain is seen."""
    width, height = image.size
    across, down = (max(round(deep * length), 3) for length in (width, height))
    box = along(image.size, side, across, down)
    scale = min(_CLOSE / max(width, height), 1.0)
    size = (max(round((box[2] - box[0]) * scale), 1), max(round((box[3] - box[1]) * scale), 1))
    return on_background(image.crop(box)).resize(size, Image.Resampling.BOX)
