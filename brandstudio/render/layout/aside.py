"""Words beside the photo: the way out where every crop would put words on a face."""

from __future__ import annotations

from dataclasses import replace

from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement

#: The part of a field's height at its top that is kept for the logo.
_LOGO_ROW = 0.2


def beside(arrangement: Arrangement, canvas: Canvas, *, centred: bool = True) -> Arrangement:
    """The same words on a field of their own, with the photo only where that ends: nothing of it
    lies under a word.

    The way out where every crop would put words on a face. On a field at a side they stand in the
    middle of its height if ``centred``, else as high as they stood.
    """
    box = arrangement.ground or arrangement.words.rect
    pad = canvas.margin
    wide = canvas.width > canvas.height * 1.1
    rtl, align = arrangement.words.blocks[0].paragraph.direction == "rtl", arrangement.align
    if wide:
        at_left = box.centre[0] <= canvas.width / 2
        # At the other side than a split has its field, a card's at the same: three versions are
        # three looks.
        at_left = rtl if arrangement.ground is None else not rtl
        box = Rect(pad if at_left else canvas.width - pad - box.width, box.y, *box[2:])
        if at_left:
            field = Rect(0, 0, min(box.right + pad, 0.78 * canvas.width), canvas.height)
            photo = Rect(field.right, 0, canvas.width - field.right, canvas.height)
        else:
            left = max(box.x - pad, 0.22 * canvas.width)
            field = Rect(left, 0, canvas.width - left, canvas.height)
            photo = Rect(0, 0, left, canvas.height)
    elif box.centre[1] >= canvas.height / 2:
        top = max(box.y - pad, 0.2 * canvas.height)
        field = Rect(0, top, canvas.width, canvas.height - top)
        photo = Rect(0, 0, canvas.width, top)
    else:
        bottom = min(box.bottom + pad, 0.8 * canvas.height)
        field = Rect(0, 0, canvas.width, bottom)
        photo = Rect(0, bottom, canvas.width, canvas.height - bottom)
    field, photo = field.snapped(), photo.snapped()
    words = arrangement.words
    # In a panel the words stood inside its padding; on a field they stand at the margin, below the
    # logo.
    inner = field.inset(pad)
    dx = inner.right - words.area.right if rtl else inner.x - words.area.x
    if align == "center":
        dx = inner.centre[0] - words.rect.centre[0]
    elif align == "end":
        dx = inner.x - words.rect.x if rtl else inner.right - words.rect.right
    if not inner.holds(words.rect.moved(dx, 0), 2.0):
        dx = inner.centre[0] - words.rect.centre[0] if wide else 0.0
    dy = 0.0
    if wide and centred:
        # In the middle of the field, but below the row that a logo stands in.
        seen = words.visible
        top = max(inner.y + 0.5 * (inner.height - seen.height), inner.y + _LOGO_ROW * inner.height)
        dy = round(min(top, inner.bottom - seen.height) - seen.y)
    return replace(arrangement, ground=field, photo=photo, words=words.moved(dx, dy), aside=True)
