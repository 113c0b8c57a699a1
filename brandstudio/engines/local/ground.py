"""Another colour for a plain, coloured ground that is told by its colour: things that lie on it stay, and so do
their shadows. For pictures without a person, whose skin may be of the same hue.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks

from .canvas import F32, smooth
from .paints import lab_of

U8 = NDArray[np.uint8]
#: A ground has a colour from this chroma on (OKLab), and takes so much of the picture.
_COLOURED, _LEAST = 0.045, 0.35
#: How far a border's places may be from its colour, lightness counting for less, and how many of them are.
_ALIKE, _OF_THE_BORDER = 0.08, 0.5
_FOLDS = np.array([0.35, 1, 1], np.float32)
#: A ground is white from this lightness on, and with so little chroma.
_WHITE, _GREYISH = 0.9, 0.02
#: How far a place of the ground may be from its hue (degrees), and how much of its chroma it has in shade.
_HUE, _SHADE = (24.0, 12.0), (0.3, 0.6)
#: What has so much more of its colour than the ground has lies on it; what is this near to it (OKLab, and in
#: steps of 255) is just the new colour.
_STRONGER, _ITSELF, _STEPS = (1.7, 1.3), 0.012, 1
#: A plain ground takes so much of the picture's border and of all that is no subject, and its lightness changes by
#: less than this from place to place, on a picture of this size: from 69 photographs that have one colour along half
#: of their border.
_OF_THE_RIM, _OF_ALL, _TEXTURE, _SMOOTH, _SIDE = 0.8, 0.9, 0.02, 0.006, 320
#: Specks, and the rim along a thing, as shares of the longer side.
_SPECK, _RIM = 1 / 160, 1 / 300
#: How far a place of what stands out must be from the ground's colour to be none of it.
_OWN = (0.07, 0.14)


def regrounded(pixels: U8, rgb: tuple[int, int, int], subject: F32 | None) -> U8 | None:
    """A picture whose plain ground has another colour; None where it has no such ground."""
    ground = _along_the_border(pixels)
    if ground is None:
        return None
    if float(np.hypot(ground[1], ground[2])) < _COLOURED:
        return None if subject is None else _tinted(pixels, rgb, ground, subject)
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    chroma = float(np.hypot(ground[1], ground[2]))
    along = (lab[..., 1] * ground[1] + lab[..., 2] * ground[2]) / chroma**2
    across = (lab[..., 1] * ground[2] - lab[..., 2] * ground[1]) / chroma**2
    turned = np.degrees(np.arctan2(np.abs(across), along))
    key = smooth(turned, *_HUE) * smooth(along, *_SHADE) * smooth(along, *_STRONGER)
    key = np.asarray(key, np.float32)
    away = np.sqrt(((lab - ground) ** 2).sum(axis=-1))
    if subject is not None:
        key = key * (1 - subject * smooth(np.asarray(away, np.float32), *_OWN))
    key = np.asarray(key, np.float32)
    if float((key > 0.5).mean()) < _LEAST or not _is_plain(lab, key, subject, ground):
        return None
    own, key = key, _without_specks(key, subject)
    closed = key - own
    mixed_in = _mixed_in(key, along)
    key = masks.feather(key, max(0.6, max(key.shape) / 1800))
    wanted = lab_of(colour.format_hex(rgb))
    out = lab.copy()
    # Light and shade of the ground go on; a paler ground has room for less of them.
    spread = min(1.0, wanted[0] / max(0.05, float(ground[0])))
    out[..., 0] = np.clip(wanted[0] + (lab[..., 0] - ground[0]) * np.float32(spread), 0, 1)
    strength = np.maximum(np.clip(along, 0, 1.15), closed)
    for axis in (1, 2):
        out[..., axis] = strength * np.float32(wanted[axis])
    mixed = lab + (out - lab) * key[..., None]
    # Along the rim of a thing its places have the ground's colour in part.
    mixed += ((wanted - ground) * (mixed_in * (1 - key))[..., None]).astype(np.float32)
    painted = pixels.copy()
    painted[..., :3] = colour.oklab_to_u8(mixed.astype(np.float32))
    painted[..., :3][(away < _ITSELF) & (key > 0.99)] = rgb
    return painted


def _is_plain(lab: F32, key: F32, subject: F32 | None, ground: F32) -> bool:
    """Whether a ground has one colour and hardly a texture: a meadow, a room or a sky with clouds would be stained.
    Where no subject is known it may be a picture of nothing but that, and must be plainer.
    """
    step = max(1, max(key.shape) // _SIDE)
    out, held = np.ones(key[::step, ::step].shape, bool), key[::step, ::step] > 0.5
    if subject is not None:
        out = masks.grow(np.ascontiguousarray(subject[::step, ::step]), 4) < 0.1
    ring = out.copy()
    edge = max(2, min(ring.shape) // 25)
    ring[edge:-edge, edge:-edge] = False
    if (
        not ring.any()
        or float(held[ring].mean()) < _OF_THE_RIM
        or float(held[out].mean()) < _OF_ALL
    ):
        return False
    away = np.sqrt((((lab[::step, ::step] - ground) * _FOLDS) ** 2).sum(axis=-1))
    if float((away[ring] < _ALIKE).mean()) < _OF_THE_RIM:
        return False
    image = Image.fromarray(np.ascontiguousarray(lab[..., 0]))
    small = np.asarray(image.resize(held.shape[::-1], Image.Resampling.BOX), np.float32)
    down, across = np.gradient(small)
    return float(np.median(np.hypot(down, across)[out & held])) < (
        _SMOOTH if subject is None else _TEXTURE
    )


def _without_specks(key: F32, subject: F32 | None) -> F32:
    """A ground with its specks closed, where no subject is."""
    reach = max(1, round(max(key.shape) * _SPECK))
    closed = np.maximum(key, masks.grow(masks.grow(key, reach), -reach))
    rest = 1.0 if subject is None else 1 - masks.grow(subject, reach)
    return np.asarray(key + (closed - key) * rest, np.float32)


def _mixed_in(key: F32, along: NDArray[np.floating]) -> F32:
    """How much of the ground's colour is in the places along its rim."""
    reach = max(2, round(max(key.shape) * _RIM))
    near = masks.feather(masks.grow(key, reach), reach / 2)
    return np.asarray(near * np.clip(along, 0, 1), np.float32)


def _along_the_border(pixels: U8) -> F32 | None:
    """The OKLab colour that most of a picture's border has; None where no one has."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((320, 320), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(image))
    edge = max(2, min(lab.shape[:2]) // 25)
    ring = np.ones(lab.shape[:2], bool)
    ring[edge:-edge, edge:-edge] = False
    seen, middle = lab[ring], np.median(lab[ring], axis=0)
    for _ in range(5):
        near = np.sqrt(((seen - middle) * _FOLDS) ** 2).sum(axis=-1) < _ALIKE
        if not near.any():
            return None
        middle = np.median(seen[near], axis=0)
    return np.asarray(middle, np.float32) if float(near.mean()) >= _OF_THE_BORDER else None


def _tinted(pixels: U8, rgb: tuple[int, int, int], ground: F32, subject: F32) -> U8 | None:
    """A white ground in another colour: all that lies on it and is no part of the subject is tinted with it,
    so that cords and shadows stay.
    """
    if float(ground[0]) < _WHITE or float(np.hypot(ground[1], ground[2])) > _GREYISH:
        return None
    own = colour.oklab_to_u8(ground[None, None, :]).astype(np.float32)[0, 0]
    share = np.array(rgb, np.float32) / np.maximum(own, 1)
    seen = pixels[..., :3].astype(np.float32)
    out = np.minimum(seen * share, np.array(rgb, np.float32))
    mixed = out + (seen - out) * subject[..., None]
    painted = pixels.copy()
    painted[..., :3] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)
    itself = np.abs(seen - own).max(axis=-1) < _STEPS
    painted[..., :3][itself & (subject < 0.01)] = rgb
    return painted


__all__ = ["regrounded"]
