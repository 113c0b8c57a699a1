"""Another frame and resolution for the same content: crop where the content fits, continue where it
does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from brandstudio import errors
from brandstudio.engines.protocols import Box, Picture
from brandstudio.pixels.busyness import busyness
from brandstudio.pixels.masks import box_sum, integral

from .canvas import F32
from .create import LONGEST, MODEL, MOST
from .extend import continued
from .matte import as_float

U8 = NDArray[np.uint8]
# : The least share of the area that a crop keeps: with a subject that fits, without one. What is
# cut is real and what is : continued is guessed, so a scene is cropped far (16:9 to 9:16 keeps
# 0.32) before anything is invented.
_KEEP_SUBJECT, _KEEP_SCENE = 0.24, 0.3
_MARGIN = 0.035
_BUSY = (
    " The edges are busy, so the continuation is softly out of focus; new detail needs a provider."
)


@dataclass(frozen=True, slots=True)
class ReframePlan:
    """Pixels of the source that are kept, and the frame around them (both before scaling)."""

    crop: tuple[int, int, int, int]
    frame: tuple[int, int]
    offset: tuple[int, int]

    @property
    def extends(self) -> bool:
        return self.frame != (self.crop[2] - self.crop[0], self.crop[3] - self.crop[1])


def resize(
    source: U8,
    width: int,
    height: int,
    *,
    subject: NDArray[np.uint8] | NDArray[np.float32] | None = None,
    faces: tuple[Box, ...] = (),
    seed: int = 0,
) -> Picture:
    """The picture at exactly width x height. ``subject`` (any size) and ``faces`` (pixels) are kept
    whole.
    """
    if not (1 <= width <= LONGEST and 1 <= height <= LONGEST) or width * height > MOST:
        raise errors.ValidationError.of(
            "size", f"a picture has sides up to {LONGEST} pixels and at most 40 megapixels"
        )
    mask = None if subject is None else as_float(subject, source.shape[1], source.shape[0])
    plan = planned(source, width / height, mask, faces)
    x0, y0, x1, y1 = plan.crop
    warnings: list[str] = []
    done: list[str] = []
    work = source[y0:y1, x0:x1]
    if plan.crop != (0, 0, source.shape[1], source.shape[0]):
        done.append("crop")
    scale = width / plan.frame[0]
    if plan.extends:
        # Small sources are continued at their own size, large ones at the target's: never more
        # pixels than needed.
        if scale < 1:
            inner = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
            work = scaled(work, *inner)
            frame = (width, height)
            offset = (
                min(round(plan.offset[0] * scale), width - inner[0]),
                min(round(plan.offset[1] * scale), height - inner[1]),
            )
        else:
            frame, offset = plan.frame, plan.offset
        part = None if mask is None else as_float(mask[y0:y1, x0:x1], work.shape[1], work.shape[0])
        work, calm = continued(work, *frame, *offset, part, seed)
        done.append("extend")
        warnings.append(
            "The content did not fit the new frame; the picture was continued beyond its edges."
            + ("" if calm else _BUSY)
        )
    if (work.shape[1], work.shape[0]) != (width, height):
        if width > work.shape[1] * 1.05:
            warnings.append(
                f"Enlarged from {work.shape[1]} x {work.shape[0]} pixels: no new detail was invented, it is as sharp as "
                "the source allows."
            )
        work = scaled(work, width, height)
        done.append("scale")
    return Picture(
        np.ascontiguousarray(work),
        f"resize to {width} x {height}",
        MODEL,
        tuple(warnings),
        tuple(done),
    )


def planned(source: U8, ratio: float, mask: F32 | None, faces: tuple[Box, ...] = ()) -> ReframePlan:
    """Where to crop and how far to continue for a ratio (width / height)."""
    h, w = source.shape[:2]
    own = w / h
    if abs(own / ratio - 1) < 0.004:
        return ReframePlan((0, 0, w, h), (w, h), (0, 0))
    keep = _keep(mask, faces, w, h)
    crop_w, crop_h = (w, min(h, round(w / ratio))) if own < ratio else (min(w, round(h * ratio)), h)
    least = _KEEP_SCENE if keep is None else _KEEP_SUBJECT
    need_w, need_h = (0, 0) if keep is None else (keep[2] - keep[0], keep[3] - keep[1])
    lost = crop_w * crop_h / (w * h)
    if lost < least:
        # A crop that would cut away too much goes part of the way; the rest is continued.
        if own < ratio:
            crop_h = round(h * least)
        else:
            crop_w = round(w * least)
    crop_w, crop_h = min(w, max(crop_w, min(w, need_w))), min(h, max(crop_h, min(h, need_h)))
    x0, y0 = _placed(source, crop_w, crop_h, keep, mask)
    frame_w, frame_h = crop_w, crop_h
    if crop_w / crop_h < ratio:
        frame_w = max(crop_w, round(crop_h * ratio))
    else:
        frame_h = max(crop_h, round(crop_w / ratio))
    if frame_w - crop_w <= 2 and frame_h - crop_h <= 2:
        frame_w, frame_h = crop_w, crop_h
    return ReframePlan(
        (x0, y0, x0 + crop_w, y0 + crop_h),
        (frame_w, frame_h),
        _offset(source, (x0, y0, crop_w, crop_h), frame_w, frame_h),
    )


def _offset(
    source: U8, crop: tuple[int, int, int, int], frame_w: int, frame_h: int
) -> tuple[int, int]:
    """Where the crop stands in its frame: more is continued on the calmer side."""
    x0, y0, w, h = crop
    if (frame_w, frame_h) == (w, h):
        return 0, 0
    map_ = busyness(Image.fromarray(np.ascontiguousarray(source[y0 : y0 + h, x0 : x0 + w, :3])))
    across, down = max(1, map_.shape[1] // 6), max(1, map_.shape[0] // 6)
    first, last = (
        (map_[:, :across], map_[:, -across:]) if frame_w > w else (map_[:down], map_[-down:])
    )
    a, b = float(first.mean()) + 0.08, float(last.mean()) + 0.08
    share = float(np.clip(b / (a + b), 0.2, 0.8))
    return (round((frame_w - w) * share), 0) if frame_w > w else (0, round((frame_h - h) * share))


def _keep(
    mask: F32 | None, faces: tuple[Box, ...], w: int, h: int
) -> tuple[int, int, int, int] | None:
    """The box of all that must stay: faces with room for hair and chin, and the subject."""
    boxes: list[tuple[float, float, float, float]] = []
    for face in faces:
        boxes.append(
            (
                face.x - 0.35 * face.width,
                face.y - 0.55 * face.height,
                face.x + 1.35 * face.width,
                face.y + 1.45 * face.height,
            )
        )
    if mask is not None and float(mask.max()) >= 0.5:
        ys, xs = np.nonzero(mask[:: max(1, h // 400), :: max(1, w // 400)] >= 0.5)
        if xs.size:
            step_x, step_y = max(1, w // 400), max(1, h // 400)
            box = tuple(
                np.quantile(v, q) * s
                for v, q, s in (
                    (xs, 0.015, step_x),
                    (ys, 0.015, step_y),
                    (xs, 0.985, step_x),
                    (ys, 0.985, step_y),
                )
            )
            # A subject that is nearly the whole picture says nothing about where to crop.
            if (box[2] - box[0]) * (box[3] - box[1]) < 0.85 * w * h:
                boxes.append((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
    if not boxes:
        return None
    pad = _MARGIN * min(w, h)
    return (
        max(0, int(min(b[0] for b in boxes) - pad)),
        max(0, int(min(b[1] for b in boxes) - pad)),
        min(w, int(max(b[2] for b in boxes) + pad) + 1),
        min(h, int(max(b[3] for b in boxes) + pad) + 1),
    )


def _placed(
    source: U8, crop_w: int, crop_h: int, keep: tuple[int, int, int, int] | None, mask: F32 | None
) -> tuple[int, int]:
    """The crop's corner: what must stay lies inside, and as little busy content as possible is
    cut.
    """
    h, w = source.shape[:2]
    if (crop_w, crop_h) == (w, h):
        return 0, 0
    map_ = busyness(Image.fromarray(np.ascontiguousarray(source[..., :3])))
    if mask is not None:
        map_ = map_ + 2 * as_float(mask, map_.shape[1], map_.shape[0])
    table = integral(map_)
    sx, sy = map_.shape[1] / w, map_.shape[0] / h
    best: tuple[float, int, int] | None = None
    for step in range(41):
        x, y = round((w - crop_w) * step / 40), round((h - crop_h) * step / 40)
        if keep is not None and not (
            x <= keep[0] and keep[2] <= x + crop_w and y <= keep[1] and keep[3] <= y + crop_h
        ):
            over = (
                max(0, x - keep[0])
                + max(0, keep[2] - x - crop_w)
                + max(0, y - keep[1])
                + max(0, keep[3] - y - crop_h)
            )
            penalty = 10.0 + over / max(w, h)
        else:
            penalty = 0.0
        inside = box_sum(
            table,
            (round(x * sx), round(y * sy), round((x + crop_w) * sx), round((y + crop_h) * sy)),
        )
        total = max(float(table[-1, -1]), 1e-6)
        # Middle crops look least arbitrary; landscapes lose sky rather than ground.
        centre = abs(step / 40 - (0.5 if crop_w < w else 0.6)) * 0.25
        if keep is not None:
            middle_x, middle_y = (keep[0] + keep[2]) / 2, (keep[1] + keep[3]) / 2
            centre = 0.8 * (
                abs(middle_x - x - crop_w / 2) / w + abs(middle_y - y - crop_h * 0.5) / h
            )
        cost = penalty + (1 - inside / total) + centre
        if best is None or cost < best[0]:
            best = (cost, x, y)
    assert best is not None
    return best[1], best[2]


def scaled(pixels: U8, width: int, height: int) -> U8:
    """Another size: Lanczos, and a little sharpening after an enlargement. Transparent pixels lend
    no colour.
    """
    image = Image.fromarray(np.ascontiguousarray(pixels))
    larger = width > image.width * 1.05
    if image.mode == "RGBA":
        out = (
            image.convert("RGBa").resize((width, height), Image.Resampling.LANCZOS).convert("RGBA")
        )
    else:
        out = image.resize((width, height), Image.Resampling.LANCZOS)
    if larger and out.mode == "RGB":
        factor = width / image.width
        out = out.filter(
            ImageFilter.UnsharpMask(radius=min(3.0, 0.7 * factor), percent=45, threshold=2)
        )
    return np.asarray(out).copy()
