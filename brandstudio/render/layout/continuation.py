"""Whether a banner would show what its photo is continued by, told before an engine continues it."""

from __future__ import annotations

import hashlib
from typing import Final

from PIL import Image, ImageFilter

from brandstudio.pixels import encode
from brandstudio.pixels.decode import decode, on_background
from brandstudio.render.brief import Extension, Photo
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import going_on
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.placing import NeedsExtension

#: A photo in the place of another has no more pixels on a side: enough to judge a layout by.
_LONGEST: Final = 2048
#: The part of a photo at its edge that stands for what would lie beyond it.
_EDGE: Final = 0.08
#: A continuation that takes less of the photo's box than this is not seen.
_SEEN: Final = 0.02


def stand_in(photo: Photo, needs: NeedsExtension) -> Extension:
    """The photo as if it were continued: beyond its edge lies the outermost part of it, in a mirror
    and blurred. No engine is asked; the pixels are fewer than it says.
    """
    part = min(1.0, _LONGEST / max(needs.width, needs.height))
    wide, high = max(round(needs.width * part), 2), max(round(needs.height * part), 2)
    inner = (max(round(photo.width * part), 1), max(round(photo.height * part), 1))
    own = on_background(decode(photo.data, draft=inner), (255, 255, 255)).resize(inner)
    at = (round(needs.x * part), round(needs.y * part))
    across = needs.side in ("left", "right")
    rows = max(round(_EDGE * (inner[0] if across else inner[1])), 1)
    strip, lies = {
        "left": ((0, 0, rows, inner[1]), (0, 0, at[0] + 1, high)),
        "right": ((inner[0] - rows, 0, *inner), (inner[0] - 1, 0, wide, high)),
        "top": ((0, 0, inner[0], rows), (0, 0, wide, at[1] + 1)),
        "bottom": ((0, inner[1] - rows, *inner), (0, inner[1] - 1, wide, high)),
    }[needs.side]
    turned = Image.Transpose.FLIP_LEFT_RIGHT if across else Image.Transpose.FLIP_TOP_BOTTOM
    beyond = own.crop(strip).transpose(turned).filter(ImageFilter.BoxBlur(max(rows // 8, 1)))
    whole = Image.new("RGB", (wide, high))
    whole.paste(beyond.resize((lies[2] - lies[0], lies[3] - lies[1])), lies[:2])
    whole.paste(own, at)
    data = encode.jpeg(whole, 92)
    made = Photo(data, hashlib.sha256(data).hexdigest(), "image/jpeg", needs.width, needs.height)
    return Extension(made, needs.side, needs.x, needs.y)


def gone_on(draft: Draft) -> tuple[str, ...]:
    """What is to be said of a photo whose plain ground goes on beyond its edges."""
    photo, crop = draft.setting.photo, draft.place.crop
    if photo is None or crop is None or draft.place.arrangement.hides_photo:
        return ()
    edges = going_on.edges_left(crop.box, photo)
    if not edges:
        return ()
    told = " and ".join((", ".join(edges[:-1]), edges[-1]) if edges[1:] else edges)
    return (
        f"The photo's plain ground goes on beyond its {told}, so that its subject stands whole.",
    )


def is_seen(draft: Draft) -> bool:
    """True of a layout that stands on its continued photo and shows some of what was added."""
    extension, photo = draft.setting.extension, draft.setting.brief.photo
    place = draft.place
    arrangement, crop = place.arrangement, place.crop
    if extension is None or photo is None or crop is None:
        return False
    if arrangement.aside or arrangement.hides_photo:
        return False
    added = _added(extension, photo).common(crop.box)
    if added.area <= 0:
        return False
    frame, box = arrangement.photo, crop.box
    across, down = frame.width / box.width, frame.height / box.height
    on_banner = Rect(
        frame.x + (added.x - box.x) * across,
        frame.y + (added.y - box.y) * down,
        added.width * across,
        added.height * down,
    )
    rule, ground = arrangement.layout.ground, arrangement.ground
    hidden = 0.0
    if ground is not None and (rule is None or rule.opacity >= 1):
        hidden = on_banner.common(ground).area
    return on_banner.area - hidden > _SEEN * frame.area


def _added(extension: Extension, photo: Photo) -> Rect:
    """What a continuation added, in pixels of the continued photo."""
    whole = extension.photo
    if extension.side == "left":
        return Rect(0, 0, extension.x, whole.height)
    if extension.side == "top":
        return Rect(0, 0, whole.width, extension.y)
    if extension.side == "right":
        left = extension.x + photo.width
        return Rect(left, 0, whole.width - left, whole.height)
    top = extension.y + photo.height
    return Rect(0, top, whole.width, whole.height - top)
