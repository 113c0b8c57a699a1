"""Parts of a face, by the five points that the network gives: eyes, lips, teeth and mouth; and the skin of
a picture, which is that of its faces and what has its colour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour, masks
from brandstudio.pixels.subject import Face
from brandstudio.pixels.subject import faces as find_faces

from .canvas import F32, smooth
from .grading import skin as skin_hued
from .skin import skin_of

U8 = NDArray[np.uint8]
PARTS = ("eyes", "lips", "teeth", "mouth")
#: Of a face that is this small on the picture no part can be told, in pixels between its eyes.
_LEAST = 14.0
#: Teeth are at least so light beside the skin, and of so little colour.
_TOOTH_LIGHT, _TOOTH_CHROMA = 0.94, 0.062


def part_of(pixels: U8, part: str) -> tuple[F32 | None, str]:
    """The mask of a part of all faces; None, and why, where it can't be told."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    found = [face for face in find_faces(image) if len(face.points) == 5]
    if not found:
        return None, f"No face was found, so there are no {part} to be told"
    large = [face for face in found if _between_eyes(face, image.size) >= _LEAST]
    if not large:
        return None, f"The faces are too small for their {part} to be told"
    out = np.zeros(pixels.shape[:2], np.float32)
    for face in large:
        np.maximum(out, _of_one(pixels, face, part), out=out)
    if float((out > 0.5).sum()) < 6:
        told = {"teeth": "No teeth are seen in the mouths that were found"}
        return None, told.get(part, f"No {part} were found in the faces")
    return out, ""


def _scaled(face: Face, size: tuple[int, int]) -> F32:
    return np.array(face.points, np.float32) * np.array(size, np.float32)


def _between_eyes(face: Face, size: tuple[int, int]) -> float:
    points = _scaled(face, size)
    return float(np.hypot(*(points[1] - points[0])))


def _of_one(pixels: U8, face: Face, part: str) -> F32:
    height, width = pixels.shape[:2]
    points = _scaled(face, (width, height))
    apart = max(1.0, float(np.hypot(*(points[1] - points[0]))))
    along = (points[1] - points[0]) / apart
    if part == "eyes":
        oval = np.zeros((height, width), np.float32)
        for eye in points[:2]:
            np.maximum(oval, _oval(height, width, eye, along, 0.27 * apart, 0.14 * apart), out=oval)
        return oval
    middle, wide = (points[3] + points[4]) / 2, float(np.hypot(*(points[4] - points[3])))
    wide = max(wide, 0.5 * apart)
    mouth = _oval(height, width, middle, along, 0.62 * wide, 0.36 * wide)
    if part == "mouth":
        return mouth
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    own = _skin_tone(lab, face, width, height)
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    if part == "teeth":
        light = smooth(lab[..., 0] / np.float32(own[0]), _TOOTH_LIGHT - 0.16, _TOOTH_LIGHT)
        pale = smooth(np.asarray(chroma, np.float32), _TOOTH_CHROMA + 0.02, _TOOTH_CHROMA - 0.015)
        inner = _oval(height, width, middle, along, 0.5 * wide, 0.26 * wide)
        return masks.feather(np.asarray(inner * light * pale, np.float32), max(0.7, 0.012 * apart))
    redder = smooth(np.asarray(lab[..., 1] - own[1], np.float32), 0.006, 0.03)
    return masks.feather(np.asarray(mouth * redder, np.float32), max(0.7, 0.02 * apart))


def _skin_tone(lab: F32, face: Face, width: int, height: int) -> F32:
    """The middle colour of a face's skin, between the eyes and the mouth."""
    points = _scaled(face, (width, height))
    low, high = points.min(axis=0), points.max(axis=0)
    x0, x1 = int(max(0, low[0])), int(min(width, high[0] + 1))
    y0, y1 = int(max(0, low[1])), int(min(height, high[1] + 1))
    inner = lab[y0:y1, x0:x1].reshape(-1, 3)
    return np.asarray(np.median(inner, axis=0) if inner.size else (0.7, 0.03, 0.04), np.float32)


def _oval(height: int, width: int, at: F32, along: F32, across: float, down: float) -> F32:
    x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5 - at[0])
    y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5 - at[1])
    one = (x * along[0] + y * along[1]) / np.float32(across)
    two = (y * along[0] - x * along[1]) / np.float32(down)
    return np.asarray(smooth(np.hypot(one, two), 1.15, 0.8), np.float32)


def skin(pixels: U8, boxes: tuple[tuple[float, float, float, float], ...]) -> F32 | None:
    """The skin of the faces in these boxes, and what has its colour; None without a face."""
    if not boxes:
        return None
    lab = colour.u8_to_oklab(np.ascontiguousarray(pixels[..., :3]))
    likely = np.asarray(skin_hued(lab[..., 1], lab[..., 2]), np.float32)
    out = np.zeros(pixels.shape[:2], np.float32)
    for box in boxes:
        part, x0, y0 = skin_of(pixels, *box)
        rows, columns = part.shape
        held = out[y0 : y0 + rows, x0 : x0 + columns]
        np.maximum(held, part, out=held)
        sure = lab[y0 : y0 + rows, x0 : x0 + columns][part > 0.8]
        if sure.shape[0] < 16:
            continue
        own = np.median(sure, axis=0)
        away = np.hypot(lab[..., 1] - own[1], lab[..., 2] - own[2])
        near = smooth(np.asarray(away, np.float32), 0.05, 0.025)
        tone = smooth(np.abs(lab[..., 0] - np.float32(own[0])), 0.32, 0.18)
        np.maximum(out, np.asarray(near * tone * likely, np.float32), out=out)
    return masks.feather(out, max(0.8, max(out.shape) / 700))


__all__ = ["PARTS", "part_of", "skin"]
