"""Turning, levelling and cropping whole pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import Box
from brandstudio.language.edits import Edit
from brandstudio.pixels import colour

from .canvas import F32
from .reframe import planned

U8 = NDArray[np.uint8]
_SIDE = 640
_QUARTERS = {
    90: Image.Transpose.ROTATE_90,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_270,
}


def lean(pixels: U8) -> float | None:
    """By how many degrees (counter-clockwise) a picture must be turned to stand level, None when it
    is or can't be told.

    The directions of long, clear edges within 12 degrees of level and upright, weighted by their
    strength; their peak must stand well above the rest.
    """
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    total: float | None = None
    # The stairs of pixels draw every estimate towards level; looking again after turning takes that
    # out.
    for _ in range(3):
        found = _lean(np.asarray(image) if total is None else turned(np.asarray(image), total))
        if found is None:
            break
        total = (total or 0.0) + found
    return total if total is not None and abs(total) <= 12 else None


def _lean(pixels: U8) -> float | None:
    """One estimate of `lean`."""
    image = Image.fromarray(np.ascontiguousarray(pixels))
    lightness = colour.u8_to_oklab(np.asarray(image))[..., 0]
    # Smoothed along 5 x 5 so that pixel stairs don't speak.
    kernel = np.array([1, 4, 6, 4, 1], np.float32) / 16
    for axis in (0, 1):
        lightness = np.apply_along_axis(
            lambda line: np.convolve(line, kernel, mode="same"), axis, lightness
        )
    down, across = np.gradient(lightness)
    strength = np.hypot(down, across)[4:-4, 4:-4]
    angle = np.degrees(np.arctan2(down, across))[4:-4, 4:-4]
    if strength.size == 0:
        return None
    # A level edge has its gradient upright; both kinds fold onto 0.
    folded = (angle + 45) % 90 - 45
    clear = (strength > max(0.012, float(np.percentile(strength, 88)))) & (np.abs(folded) < 12)
    if int(clear.sum()) < 200:
        return None
    counts, edges = np.histogram(folded[clear], bins=240, range=(-12, 12), weights=strength[clear])
    smoothed = np.convolve(counts, np.hanning(9) / np.hanning(9).sum(), mode="same")
    peak = int(np.argmax(smoothed))
    found = float((edges[peak] + edges[peak + 1]) / 2)
    if smoothed[peak] < 2.0 * float(np.median(smoothed)) + 1e-6 or not 0.25 <= abs(found) <= 10:
        return None
    return found


def turned(pixels: U8, degrees: float) -> U8:
    """The picture turned counter-clockwise; unless by quarters, the largest level part of its own
    ratio is kept.
    """
    angle = degrees % 360
    image = Image.fromarray(pixels)
    if angle == 0:
        return pixels
    if angle in _QUARTERS:
        return np.asarray(image.transpose(_QUARTERS[int(angle)])).copy()
    work = image.convert("RGBa") if image.mode == "RGBA" else image
    out = work.rotate(degrees, Image.Resampling.BICUBIC, expand=False)
    if image.mode == "RGBA":
        out = out.convert("RGBA")
    box = _inside(image.width, image.height, degrees)
    return np.asarray(out.crop(box)).copy()


def turned_mask(mask: F32, degrees: float) -> F32:
    """The same turn for a mask."""
    grey = np.repeat((np.clip(mask, 0, 1) * 255).astype(np.uint8)[..., None], 3, axis=2)
    return turned(grey, degrees)[..., 0].astype(np.float32) / np.float32(255)


def _inside(width: int, height: int, degrees: float) -> tuple[int, int, int, int]:
    """The largest centred rectangle of the picture's own ratio that holds no empty corner after a
    turn.
    """
    angle = np.radians(abs(degrees) % 180)
    angle = min(angle, np.pi - angle)
    sin, cos = abs(float(np.sin(angle))), abs(float(np.cos(angle)))
    scale = min(width / (width * cos + height * sin), height / (width * sin + height * cos))
    w, h = max(1, int(width * scale) - 2), max(1, int(height * scale) - 2)
    left, top = (width - w) // 2, (height - h) // 2
    return left, top, left + w, top + h


def crop_box(
    pixels: U8, edit: Edit, mask: F32 | None, faces: tuple[Box, ...], centred: str = ""
) -> tuple[int, int, int, int]:
    """The box that a crop keeps: to a ratio around the subject, from named sides, or tighter about
    the subject. ``centred`` is what stands in the middle of it, as far as the picture goes.
    """
    height, width = pixels.shape[:2]
    if ":" in edit.value:
        told, *sides = edit.value.split("+")
        across, down = (int(v) for v in told.split(":"))
        if sides:
            whole = _to_ratio((0, 0, width, height), across / down, mask)
            return _at_sides(whole, sides, width, height)
        if centred:
            what, _, side = centred.partition("@")
            middle = _middle(what, mask, faces)
            if side and middle is not None:
                return _on_a_line(middle, side, across / down, width, height)
            return _about(middle, across / down, width, height)
        box = planned(pixels, across / down, mask, faces).crop
        found = _to_ratio(box, across / down, mask)
        return _with_heads(found, faces, width, height)
    share = min(0.8, edit.exact if edit.exact is not None else min(0.6, 0.14 * edit.amount))
    if edit.value:
        sides = edit.value.split("+")
        x, y = round(share * width), round(share * height)
        x0, x1 = (x if "left" in sides else 0), width - (x if "right" in sides else 0)
        y0, y1 = (y if "top" in sides else 0), height - (y if "bottom" in sides else 0)
    else:
        keep_w, keep_h = max(1, round(width * (1 - share))), max(1, round(height * (1 - share)))
        cx, cy = width / 2, height / 2
        if mask is not None and float(mask.max()) >= 0.5:
            ys, xs = np.nonzero(mask[::4, ::4] >= 0.5)
            if xs.size:
                cx, cy = float(xs.mean()) * 4, float(ys.mean()) * 4
        x0 = round(min(max(0.0, cx - keep_w / 2), width - keep_w))
        y0 = round(min(max(0.0, cy - keep_h / 2), height - keep_h))
        x1, y1 = x0 + keep_w, y0 + keep_h
    if x1 - x0 < 1 or y1 - y0 < 1:
        return 0, 0, width, height
    return x0, y0, x1, y1


def fills(mask: F32 | None, structure: bool) -> bool:
    """Whether what a mask shows reaches over so much of a picture that no crop goes close to it; a building
    that does is found with its land.
    """
    if mask is None or float(mask.max()) < 0.5:
        return False
    ys, xs = np.nonzero(mask >= 0.5)
    tall, wide = np.ptp(ys) / mask.shape[0], np.ptp(xs) / mask.shape[1]
    return float(tall * wide) > (_MOST_BUILT if structure else _MOST_FILLED)


#: A box of more than so much of a picture is hardly one of its things.
_MOST_FILLED, _MOST_BUILT = 0.5, 0.2


def about(mask: F32, amount: float) -> tuple[int, int, int, int]:
    """The box of what a mask shows, with a margin: less of it where a crop is to be tighter."""
    height, width = mask.shape
    ys, xs = np.nonzero(mask >= 0.5)
    if not xs.size:
        return 0, 0, width, height
    margin = 0.14 / max(0.5, amount) * max(float(np.ptp(xs)), float(np.ptp(ys)))
    x0, x1 = max(0, int(xs.min() - margin)), min(width, int(xs.max() + margin) + 1)
    y0, y1 = max(0, int(ys.min() - margin)), min(height, int(ys.max() + margin) + 1)
    return x0, y0, x1, y1


def _middle(centred: str, mask: F32 | None, faces: tuple[Box, ...]) -> tuple[float, float] | None:
    """The middle of what is to be centred; None where it isn't there."""
    if faces and centred == "faces":
        x = [face.x + face.width / 2 for face in faces]
        y = [face.y + face.height / 2 for face in faces]
        return float(np.mean(x)), float(np.mean(y))
    if mask is None or float(mask.max()) < 0.5:
        return None
    ys, xs = np.nonzero(mask[::4, ::4] >= 0.5)
    return float(xs.min() + xs.max()) * 2, float(ys.min() + ys.max()) * 2


def _about(
    middle: tuple[float, float] | None, ratio: float, width: int, height: int
) -> tuple[int, int, int, int]:
    """The largest box of a ratio about a place, moved no further than the picture goes."""
    w, h = (
        (width, round(width / ratio)) if width / height < ratio else (round(height * ratio), height)
    )
    cx, cy = middle or (width / 2, height / 2)
    left = round(min(max(0.0, cx - w / 2), width - w))
    top = round(min(max(0.0, cy - h / 2), height - h))
    return left, top, left + w, top + h


def _on_a_line(
    middle: tuple[float, float], side: str, ratio: float, width: int, height: int
) -> tuple[int, int, int, int]:
    """The largest box of a ratio in which a place stands on the line of a third: smaller than the picture
    allows where only so it comes to stand there.
    """
    cx, cy = middle
    across = {"left": 1 / 3, "right": 2 / 3}.get(side)
    down = {"top": 1 / 3, "bottom": 2 / 3}.get(side)
    most = [float(width), height * ratio]
    if across is not None:
        most += [cx / across, (width - cx) / (1 - across)]
    if down is not None:
        most += [cy / down * ratio, (height - cy) / (1 - down) * ratio]
    w = min(most)
    h = w / ratio
    left = min(max(0.0, cx - w * (across or 0.5)), width - w)
    top = min(max(0.0, cy - h * (down or 0.5)), height - h)
    x0, y0 = int(left), int(top)
    return x0, y0, min(width, x0 + max(1, int(w))), min(height, y0 + max(1, int(h)))


#: Above a face lies its hair: so much of the face's height, and below it the chin.
_HAIR, _CHIN = 0.5, 0.15


def _heads(faces: tuple[Box, ...], width: int, height: int) -> tuple[float, float, float, float]:
    """The box of all heads: faces with their hair and chin, as far as they are on the picture."""
    return (
        max(0.0, min(f.x - 0.2 * f.width for f in faces)),
        max(0.0, min(f.y - _HAIR * f.height for f in faces)),
        min(float(width), max(f.x + 1.2 * f.width for f in faces)),
        min(float(height), max(f.y + (1 + _CHIN) * f.height for f in faces)),
    )


def about_heads(
    faces: tuple[Box, ...], width: int, height: int, amount: float
) -> tuple[int, int, int, int]:
    """The box of all heads with a margin: less of it where a crop is to be tighter."""
    left, top, right, bottom = _heads(faces, width, height)
    margin = 0.3 / max(0.5, amount) * max(f.height for f in faces)
    return (
        round(max(0.0, left - margin)),
        round(max(0.0, top - margin)),
        round(min(float(width), right + margin)),
        round(min(float(height), bottom + margin)),
    )


def cut_heads(
    box: tuple[int, int, int, int], faces: tuple[Box, ...], width: int, height: int
) -> str:
    """Why a crop can't be said to cut no head; empty where it can."""
    if not faces:
        return "No face was found, so a crop can't be kept from cutting a head."
    left, top, right, bottom = _heads(faces, width, height)
    held = box[0] <= left + 1 and box[1] <= top + 1 and box[2] >= right - 1 and box[3] >= bottom - 1
    return "" if held else "The heads do not fit whole into this crop."


def _with_heads(
    box: tuple[int, int, int, int], faces: tuple[Box, ...], width: int, height: int
) -> tuple[int, int, int, int]:
    """A box moved so that it cuts no head, where it has room for all of them."""
    if not faces:
        return box
    x0, y0, x1, y1 = box
    left, top, right, bottom = _heads(faces, width, height)
    if bottom - top <= y1 - y0:
        down = round(max(0.0, bottom - y1) - max(0.0, y0 - top))
        y0, y1 = y0 + down, y1 + down
    if right - left <= x1 - x0:
        across = round(max(0.0, right - x1) - max(0.0, x0 - left))
        x0, x1 = x0 + across, x1 + across
    return x0, y0, x1, y1


def _at_sides(
    box: tuple[int, int, int, int], sides: Sequence[str], width: int, height: int
) -> tuple[int, int, int, int]:
    """A box moved to the sides of the picture that are to stay."""
    x0, y0, x1, y1 = box
    across = -x0 if "left" in sides else width - x1 if "right" in sides else 0
    down = -y0 if "top" in sides else height - y1 if "bottom" in sides else 0
    return x0 + across, y0 + down, x1 + across, y1 + down


def _to_ratio(
    box: tuple[int, int, int, int], ratio: float, mask: F32 | None
) -> tuple[int, int, int, int]:
    """A box cut down to exactly a ratio, about the subject: who asks for a crop gets one, whatever
    it cuts.
    """
    x0, y0, x1, y1 = box
    w, h = x1 - x0, y1 - y0
    keep_w, keep_h = (
        (w, max(1, round(w / ratio))) if w / h < ratio else (max(1, round(h * ratio)), h)
    )
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    if mask is not None:
        ys, xs = np.nonzero(mask[y0:y1:4, x0:x1:4] >= 0.5)
        if xs.size:
            cx, cy = x0 + float(xs.mean()) * 4, y0 + float(ys.mean()) * 4
    left = round(min(max(float(x0), cx - keep_w / 2), x1 - keep_w))
    top = round(min(max(float(y0), cy - keep_h / 2), y1 - keep_h))
    return left, top, left + keep_w, top + keep_h
