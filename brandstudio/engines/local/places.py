"""Where an edit happens: the parts of a picture that words can name, as masks measured on it.

Stretches of a side fade into the rest over a fifth of the picture. Shadows and highlights are
told by the lightness of each pixel, the sky by what hangs together from the upper edge, the subject and
faces by the networks.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.engines.protocols import Box
from brandstudio.pixels import colour, masks
from brandstudio.pixels.subject import faces as find_faces

from .canvas import F32, smooth
from .horizon import (
    above_horizon,
    ends_at_clouds,
    ends_nowhere,
    goes_on_below,
    up_to_things,
    without_pale_things,
)
from .matte import refined
from .openings import with_openings
from .rim import untold
from .skin import skin_of
from .skyline import above_skyline

U8 = NDArray[np.uint8]
_ROWS = 256
_STRETCHES = MappingProxyType({"": 0.5, "third": 1 / 3, "edge": 0.16})
#: The sky is looked for on a picture of this size.
_SIDE = 320
#: The least share of a picture that a sky must have to be one.
_LEAST_SKY = 0.05


def in_tone(lightness: F32, target: str, wide: float = 0.0) -> F32:
    """How much a lightness belongs to the shadows, midtones or highlights (0..1); ``wide`` (0..1) is how
    far these reach beyond themselves, so that a strong edit of them has room to fade.
    """
    if target == "shadows":
        return smooth(lightness, 0.62 + 0.36 * wide, 0.18)
    if target == "highlights":
        return smooth(lightness, 0.52 - 0.44 * wide, 0.9)
    return smooth(lightness, 0.2 * (1 - wide), 0.42) * smooth(lightness, 0.86 + 0.14 * wide, 0.64)


def _over(pixels: U8, weigh: Callable[[F32], F32]) -> F32:
    """A mask by the OKLab colour of each pixel, strip by strip."""
    out = np.empty(pixels.shape[:2], np.float32)
    for y0 in range(0, pixels.shape[0], _ROWS):
        part = np.ascontiguousarray(pixels[y0 : y0 + _ROWS, :, :3])
        out[y0 : y0 + _ROWS] = weigh(colour.u8_to_oklab(part))
    return out


def tones(pixels: U8, target: str, wide: float = 0.0) -> F32:
    """The mask of shadows, midtones or highlights."""
    return _over(pixels, lambda lab: in_tone(np.ascontiguousarray(lab[..., 0]), target, wide))


def stretch(width: int, height: int, target: str) -> F32:
    """A stretch of the frame along one side: its half, third, edge or so many hundredths."""
    side, _, how_far = target.partition("-")
    across = side in ("left", "right")
    length = width if across else height
    at = (np.arange(length, dtype=np.float32) + 0.5) / np.float32(length)
    if side in ("right", "bottom"):
        at = 1 - at
    share = int(how_far) / 100 if how_far.isdigit() else _STRETCHES[how_far]
    fade = min(0.1, share / 3)
    line = smooth(at, share + fade, share - fade)
    mask = line[None, :] if across else line[:, None]
    return np.ascontiguousarray(np.broadcast_to(mask, (height, width)), dtype=np.float32)


def corners(width: int, height: int) -> F32:
    """What lies away from the centre, as a vignette covers it."""
    x = ((np.arange(width, dtype=np.float32) + 0.5) / width - np.float32(0.5))[None, :]
    y = ((np.arange(height, dtype=np.float32) + 0.5) / height - np.float32(0.5))[:, None]
    return np.asarray(smooth(np.sqrt(x * x * np.float32(1.1) + y * y), 0.28, 0.72), np.float32)


def faces(pixels: U8, known: tuple[Box, ...] | None) -> F32 | None:
    """The skin of the faces, None when there are none. They are looked for when nobody did."""
    height, width = pixels.shape[:2]
    boxes = [(b.x, b.y, b.width, b.height) for b in face_boxes(pixels, known)]
    if not boxes:
        return None
    out = np.zeros((height, width), np.float32)
    for box in boxes:
        part, x0, y0 = skin_of(pixels, *box)
        held = out[y0 : y0 + part.shape[0], x0 : x0 + part.shape[1]]
        np.maximum(held, part, out=held)
    return out


def face_boxes(pixels: U8, known: tuple[Box, ...] | None) -> tuple[Box, ...]:
    """The faces in pixels of the picture; they are looked for when nobody did."""
    if known is not None:
        return known
    height, width = pixels.shape[:2]
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    return tuple(
        Box(
            round(f.x0 * width),
            round(f.y0 * height),
            round((f.x1 - f.x0) * width),
            round((f.y1 - f.y0) * height),
        )
        for f in find_faces(image)
    )


#: What is told of a sky of which a part may be cut off by something that stands before it.
_LEFT = (
    "Sky: what reaches the upper edge was taken; of what looks like it elsewhere, behind or below other things, "
    "nothing was changed."
)


#: Of its rim a sky has no more than this in the middle of one colour. Of 89 photographs on which one was found 20
#: have more: three are right, the others end at a cloud, a wire or the sun, or are rooms. Of the 69 with less four
#: reach into something else or end too soon, and six are rooms and waters.
_UNTOLD = 0.08


def sky(
    pixels: U8,
    sitter: Callable[[], F32 | None] | None = None,
    told: list[str] | None = None,
) -> F32 | None:
    """The sky of a picture, None when none is seen; ``sitter`` gives the mask of a person, ``told``
    takes what is to be known of it. It is told by its colours, or else by its lower edge.
    """
    mask = _by_its_colours(pixels, sitter, told)
    if mask is not None:
        return mask
    above = above_skyline(pixels)
    if above is None:
        return None
    # The line lies a little above the step: up to there a light rim would stay.
    mask = refined(pixels, masks.feather(masks.grow(above.astype(np.float32), 1), 1.0))
    return mask if untold(pixels, mask) <= _UNTOLD else None


def _by_its_colours(
    pixels: U8, sitter: Callable[[], F32 | None] | None, told: list[str] | None
) -> F32 | None:
    """A sky of one range of colours.

    What is smooth, bright or of a sky's colours, hangs together from the upper edge and lies above
    the horizon; its bounds are snapped to the picture's edges. Grass, walls of other colours and
    small patches are none, nor is a pale wall or a studio's backdrop, nor a sky that can't be told
    from the water or the clouds below it.
    """
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    image.thumbnail((_SIDE, _SIDE), Image.Resampling.BOX)
    lab = colour.u8_to_oklab(np.asarray(image))
    coloured = _sky_coloured(lab)
    likely = coloured & (_roughness(lab[..., 0]) < 0.035)
    if likely.shape[0] < 8 or likely.shape[1] < 8:
        return None
    found = _from_above(likely)
    if found is not None and (float(found.mean()) > _MUCH or not _is_sky(lab, found)):
        above = _above_the_land(lab, found)
        found = found if above is None else above
    if found is None or not _is_sky(lab, found) or _is_painted(lab, found):
        return None
    if _is_pale(lab[found]) and (_is_wall(lab, found) or _is_backdrop(found, sitter)):
        return None
    above = above_horizon(lab, found)
    if float(above.mean()) < _LEAST_SKY or goes_on_below(lab, above):
        return None
    bound = up_to_things(lab, without_pale_things(lab, above), coloured & ~(found & ~above))
    if ends_at_clouds(lab, bound) or ends_nowhere(lab, bound) or _is_behind(lab, bound, sitter):
        return None
    if _is_indoors(lab, bound, sitter):
        return None
    bound, left = with_openings(lab, bound, coloured)
    mask = refined(pixels, masks.feather(bound.astype(np.float32), 1.2))
    if untold(pixels, mask) > _UNTOLD:
        return None
    if left and told is not None:
        told.append(_LEFT)
    return mask


def _sky_coloured(lab: F32) -> NDArray[np.bool_]:
    """Blue, or near white, or the colours of dusk: by hue, chroma and lightness."""
    light, a, b = lab[..., 0], lab[..., 1], lab[..., 2]
    chroma = np.hypot(a, b)
    angle = np.degrees(np.arctan2(b, a)) % 360
    blue = (angle > 215) & (angle < 300) & (chroma > 0.012) & (light > 0.12)
    # Skies that were graded to teal, as films are.
    blue |= (angle > 185) & (angle <= 215) & (chroma > 0.012) & (light > 0.5)
    night = (angle > 215) & (angle < 345) & (light > 0.1) & (light < 0.45) & (chroma > 0.012)
    pale = (chroma < 0.03) & (light > 0.62)
    dusk = ((angle < 105) | (angle > 320)) & (light > 0.74) & (chroma < 0.17)
    return np.asarray(blue | night | pale | dusk)


def _roughness(lightness: F32) -> F32:
    """How much lightness changes about each place."""
    down, across = np.gradient(lightness)
    rough = np.hypot(down, across).astype(np.float32)
    table = masks.integral(np.pad(rough, 1, mode="edge"))
    return np.asarray(masks.sliding_sums(table, 3, 3) / 9, dtype=np.float32)


def _from_above(likely: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """What of a mask hangs together from the upper edge."""
    out = np.zeros_like(likely)
    rows, columns = likely.shape
    reached = likely.copy()
    reached[3:] = False
    # Down, then sideways and up, until nothing more is reached: a flood in whole rows.
    grown = -1
    while int(reached.sum()) != grown:
        grown = int(reached.sum())
        for y in range(1, rows):
            reached[y] |= reached[y - 1] & likely[y]
        for x in range(1, columns):
            reached[:, x] |= reached[:, x - 1] & likely[:, x]
        for x in range(columns - 2, -1, -1):
            reached[:, x] |= reached[:, x + 1] & likely[:, x]
        for y in range(rows - 2, -1, -1):
            reached[y] |= reached[y + 1] & likely[y]
    out |= reached
    return out if float(out.mean()) >= _LEAST_SKY else None


def _is_sky(lab: F32, found: NDArray[np.bool_]) -> bool:
    """Whether what hangs from above can be a sky: it spans much of the edge, is blue or lighter than
    what lies below, and leaves something that is no sky.
    """
    if float(found[:3].any(axis=0).mean()) < 0.4 or float(found.mean()) > 0.97:
        return False
    # A sky is seen straight down from the edge; what winds its way round things is a wall behind.
    if float(np.logical_and.accumulate(found[2:], axis=0).sum()) < 0.7 * float(found[2:].sum()):
        return False
    inside, outside = lab[found], lab[~found]
    mean = inside.mean(axis=0)
    angle = float(np.degrees(np.arctan2(mean[2], mean[1])) % 360)
    blue = 215 < angle < 300 and float(np.hypot(mean[1], mean[2])) > 0.015
    return blue or float(mean[0]) > float(outside[:, 0].mean()) + 0.08


def _above_the_land(lab: F32, found: NDArray[np.bool_]) -> NDArray[np.bool_] | None:
    """What of a sky-coloured picture lies above its land, where that is as blue and dark as the sky
    is (nights, far mountains): down to the first step of colour in each column, which must run
    across the picture; None without such a line.
    """
    rows, columns = found.shape
    span = max(3, rows // 40)
    # A ground that goes on below things that lie on it is no sky above a land.
    alike = np.sqrt(((lab[-max(2, rows // 10) :] - lab[: rows // 8].mean((0, 1))) ** 2).sum(-1))
    if float((alike < 0.03).mean()) > 0.2:
        return None
    table = np.cumsum(np.pad(lab, ((1, 0), (0, 0), (0, 0))), axis=0, dtype=np.float64)
    mean = (table[span:] - table[:-span]) / span
    step = np.sqrt(((mean[span:] - mean[:-span]) ** 2).sum(axis=-1))
    below = step[rows // 8 :] > _STEP
    seen = below.any(axis=0)
    if float(seen.mean()) < 0.8:
        return None
    at = np.where(seen, below.argmax(axis=0) + rows // 8 + span, rows)
    # A moon or a lamp is passed over: the line is that of its neighbours.
    reach = max(2, columns // 24)
    padded = np.pad(at, reach, mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1)
    line = np.median(windows, axis=1)
    cut = found & (np.arange(rows)[:, None] < line[None, :])
    if not _LEAST_SKY <= float(cut.mean()) < 0.9:
        return None
    # Cloth and walls are as grey as this and fold; a clear sky is bluer.
    strong = float(np.hypot(*lab[cut].mean(axis=0)[1:])) > _CLEAR
    return cut if strong else None


#: The chroma of a clear sky, by day or night, at least.
_CLEAR = 0.03
#: A sky of more than this of a picture may be its land too.
_MUCH = 0.6
#: How far the colours above and below a horizon differ in OKLab, at least.
_STEP = 0.035


def _is_painted(lab: F32, found: NDArray[np.bool_]) -> bool:
    """Whether what hangs from above is a strong warm colour that is the same all over: a wall or a
    graphic's ground. A sky of dusk goes from one colour to another.
    """
    inside = lab[found]
    mean, spread = inside.mean(axis=0), inside.std(axis=0)
    angle, chroma = (
        float(np.degrees(np.arctan2(mean[2], mean[1])) % 360),
        float(np.hypot(*mean[1:])),
    )
    warm = not 180 < angle < 310
    return warm and chroma > 0.05 and float(np.hypot(spread[0], np.hypot(*spread[1:]))) < 0.03


def _is_pale(inside: F32) -> bool:
    """Neither blue nor the colours of dusk: grey, white or cream, as overcast skies and walls are."""
    _, a, b = inside.mean(axis=0)
    angle, chroma = float(np.degrees(np.arctan2(b, a)) % 360), float(np.hypot(a, b))
    return chroma < (0.015 if 215 < angle < 300 else 0.04)


def _is_wall(lab: F32, found: NDArray[np.bool_]) -> bool:
    """Whether a pale area is a wall, or paper that things lie on: it stands at the lower edge too,
    has a grain, or is cream with no green below it. Clouds are soft, and grey or bluish.
    """
    rows, columns = found.shape
    margin, last = max(2, columns // 20), max(2, rows // 10)
    mean = lab[found].mean(axis=0)
    sides = (found[:, :margin], found[:, -margin:])
    alike = np.sqrt(((lab[-last:] - mean) ** 2).sum(axis=-1)) < 0.03
    if float(found[-last:].mean()) > 0.1 or float(alike.mean()) > 0.3:
        return True
    if max(float(side.mean()) for side in sides) > 0.85:
        return True
    if float(np.median(_roughness(lab[..., 0])[found])) > 0.007:
        return True
    angle, chroma = float(np.degrees(np.arctan2(mean[2], mean[1]))), float(np.hypot(*mean[1:]))
    below = lab[~found]
    angles = np.degrees(np.arctan2(below[:, 2], below[:, 1]))
    green = (angles > 95) & (angles < 160) & (np.hypot(below[:, 1], below[:, 2]) > 0.03)
    return 20 < angle < 150 and chroma > 0.0105 and float(green.mean()) < 0.3


#: A stronger colour than this is a lamp's or a graphic's; a wall of a hue beyond the last of blues.
_LAMP, _PURPLE = 0.19, 282.0
#: Somebody who takes more of a picture than this stands before a ground, which is sky where so much of
#: the lower half is land beside them.
_PORTRAIT, _LAND = 0.12, 0.08


def _is_behind(lab: F32, found: NDArray[np.bool_], sitter: Callable[[], F32 | None] | None) -> bool:
    """Whether what was found is a painted or lit wall, or the ground of a portrait: it goes down to the
    lower edge beside the person, or nothing but the person is below it.
    """
    _, a, b = lab[found].mean(axis=0)
    if float(np.hypot(a, b)) > _LAMP:
        return True
    matte = sitter() if sitter is not None else None
    if matte is None:
        return False
    rows, columns = found.shape
    held = masks.grow(masks.resize(matte, columns, rows), max(2, columns // 60)) > 0.3
    if float(held.mean()) < _PORTRAIT:
        return False
    side, last = max(2, columns // 12), max(2, rows // 12)
    if max(float(found[-last:, :side].mean()), float(found[-last:, -side:].mean())) > 0.3:
        return True
    purple = float(np.degrees(np.arctan2(b, a)) % 360) > _PURPLE and float(np.hypot(a, b)) > 0.03
    return purple or float((~found & ~held)[rows // 2 :].mean()) < _LAND


#: Of a picture's upper edge a dark sky takes so much, and a pale one above a person.
_NIGHT, _WIDE, _WIDE_PALE, _GREYISH = 0.4, 0.8, 0.8, 0.03


def _is_indoors(lab: F32, held: NDArray[np.bool_], sitter: Callable[[], F32 | None] | None) -> bool:
    """Whether what was found is the dark of a room, or a light wall behind somebody: a night sky spans
    the upper edge.
    """
    across = float(held[:3].any(axis=0).mean())
    if float(lab[held][:, 0].mean()) < _NIGHT:
        return across < _WIDE
    pale = float(np.hypot(*np.median(lab[held], axis=0)[1:])) < _GREYISH and across < _WIDE_PALE
    return pale and sitter is not None and sitter() is not None


def _is_backdrop(found: NDArray[np.bool_], sitter: Callable[[], F32 | None] | None) -> bool:
    """Whether nothing but a person stands before a pale area."""
    matte = sitter() if sitter is not None else None
    if matte is None:
        return False
    held = Image.fromarray((matte * 255).astype(np.uint8)).resize(found.shape[::-1])
    others = ~found & (np.asarray(held) < 128)
    return float(others.mean()) < 0.08


__all__ = ["corners", "faces", "in_tone", "sky", "stretch", "tones"]
