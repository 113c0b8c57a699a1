"""How far a photo would have to go on for its subject to stand clear of the words."""

from __future__ import annotations

from dataclasses import dataclass

from brandstudio.render.geometry import Rect
from brandstudio.render.layout.attention import Attention
from brandstudio.render.layout.crop_weights import WEIGHTS


@dataclass(frozen=True)
class Room:
    """How far a photo would have to go on beyond one side (px of the photo) for the subject to
    stand clear.
    """

    side: str
    pixels: int


def missing_room(attention: Attention, frame: Rect, cover: Rect, side: str) -> Room | None:
    """What an extension on the words' side must add, or None if it would add too much or words lie
    in the middle.
    """
    keep = _kept(attention)
    if keep is None or side not in ("left", "right", "top", "bottom"):
        return None
    ratio = frame.width / frame.height
    gap = 0.02
    if side in ("left", "right"):
        part = (
            (cover.right - frame.x) / frame.width
            if side == "left"
            else (frame.right - cover.x) / frame.width
        )
        # The crop may be as high as the photo; it must be wide enough for the subject beside the
        # words.
        height = min(
            attention.height,
            max(keep.height / 0.9, keep.width / max(1 - part - 2 * gap, 0.1) / ratio),
        )
        height = max(height, attention.height * 0.85)
        width = height * ratio
        if keep.width > WEIGHTS.tight * (1 - part - gap) * width:
            return None
        reach = (part + gap) * width
        short = reach - keep.x if side == "left" else reach - (attention.width - keep.right)
        most = WEIGHTS.farthest * attention.width
    else:
        part = (
            (cover.bottom - frame.y) / frame.height
            if side == "top"
            else (frame.bottom - cover.y) / frame.height
        )
        width = max(
            min(attention.width, keep.height / max(1 - part - 2 * gap, 0.1) * ratio),
            attention.width * 0.85,
        )
        height = width / ratio
        if keep.height > WEIGHTS.tight * (1 - part - gap) * height:
            return None
        reach = (part + gap) * height
        short = reach - keep.y if side == "top" else reach - (attention.height - keep.bottom)
        most = WEIGHTS.farthest * attention.height
    pixels = int(-(-short // 1))
    return Room(side, pixels) if 0 < pixels <= most else None


def _kept(attention: Attention) -> Rect | None:
    boxes = [
        *attention.faces,
        *([attention.subject] if attention.subject is not None and attention.sure else []),
    ]
    if not boxes:
        return None
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)
