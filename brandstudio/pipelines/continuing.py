"""A banner's photo continued beyond one side, and kept for the banners that want the same."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
from PIL import Image

from ..context import Context
from ..engines.looks import look_of
from ..engines.protocols import ExtendRequest
from ..pixels import encode
from ..pixels.metadata import Metadata
from ..pixels.safely import decode_fully_safely
from ..render.brief import Photo
from ..render.layout.placing import NeedsExtension
from ..render.type.bounded import Bounded
from . import origin
from .briefs import Materials

_Continued = tuple[Photo, tuple[str, ...]]
#: 32 MB of continued photos, by photo and frame: a campaign asks for the same one in every language.
_MADE: Final[Bounded[tuple[object, ...], _Continued]] = Bounded(
    32 << 20, lambda made: len(made[0].data) + 256
)


def continued(
    ctx: Context, materials: Materials, photo: Photo, needs: NeedsExtension
) -> _Continued:
    """The photo with what a layout lacks, and what the engine says of it."""
    if origin.created_by(ctx.engines.image) != "algorithmicMedia":
        return _made(ctx, materials, photo, needs)  # a provider's may differ each time
    mask = None if photo.facts is None else photo.facts.mask
    subject = b"" if mask is None else hashlib.sha256(mask.tobytes()).digest()
    frame = (needs.width, needs.height, needs.x, needs.y)
    key = (photo.sha256, subject, frame, photo.image_id, photo.title)
    return _MADE.get(key) or _MADE.put(key, _made(ctx, materials, photo, needs))


def _made(ctx: Context, materials: Materials, photo: Photo, needs: NeedsExtension) -> _Continued:
    source = np.asarray(decode_fully_safely(photo.data).image.convert("RGB"))
    picture = ctx.engines.image.extend(
        ExtendRequest(
            source=source,
            width=needs.width,
            height=needs.height,
            x=needs.x,
            y=needs.y,
            prompt=photo.title or "",
            look=look_of(materials.found.photo_style, rules=materials.found.rules),
            subject=None if photo.facts is None else photo.facts.mask,
        )
    )
    said = Metadata(source=origin.extended_by(ctx.engines.image))
    image = Image.fromarray(picture.pixels[:, :, :3])
    # What came in without loss is continued without.
    lossless = photo.mime_type == "image/png"
    if lossless:
        data = encode.png(image, metadata=said)
    else:
        data = encode.jpeg(image, 95, metadata=said)
    return (
        Photo(
            data=data,
            sha256=hashlib.sha256(data).hexdigest(),
            mime_type="image/png" if lossless else "image/jpeg",
            width=picture.width,
            height=picture.height,
            facts=None,
            focal_point=None,
            image_id=photo.image_id,
            title=photo.title,
        ),
        picture.warnings,
    )
