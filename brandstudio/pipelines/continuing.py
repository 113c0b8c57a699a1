"""A banner's photo continued beyond one side, kept for the banners that want the same, and shown
before it is paid for where that costs nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from ..context import Context
from ..engines.looks import look_of
from ..engines.protocols import ExtendRequest
from ..pixels import encode
from ..pixels.metadata import Metadata
from ..pixels.safely import decode_fully_safely
from ..render.brief import Brief, Extension, Photo
from ..render.compose import Rendering, compose, would_show
from ..render.layout.placing import NeedsExtension
from ..render.type.bounded import Bounded
from . import origin
from .briefs import Materials

_Continued = tuple[Photo, tuple[str, ...]]
#: 32 MB of continued photos, by photo and frame: a campaign asks for the same one in every language.
_MADE: Final[Bounded[tuple[object, ...], _Continued]] = Bounded(
    32 << 20, lambda made: len(made[0].data) + 256
)


@dataclass(frozen=True, eq=False)
class Foreseen:
    """A banner before it is paid for."""

    made: Rendering
    extends: bool
    """Whether its job would continue the photo, which is charged then."""
    notes: tuple[str, ...]
    """What is to be said of that."""


def foreseen(ctx: Context, materials: Materials, brief: Brief) -> Foreseen:
    """A banner as its job would draw it. The built-in engine continues its photo here too: that
    costs nothing but time, and the job finds it done. A provider's work is paid for, and comes out
    otherwise each time: the banner is shown without it, and says so.
    """
    wanted = brief.slots.extend is not False
    shows = wanted and _is_free(ctx)
    made = compose(brief, allow_extension=shows, encode_png=False)
    if isinstance(made, Rendering):
        lacks = None if shows or not wanted else made.lacks
        extends = lacks is not None and would_show(brief, lacks)
        return Foreseen(made, extends, _left_out(made) if extends else ())
    assert brief.photo is not None
    photo, notes = continued(ctx, materials, brief.photo, made)
    ctx.store.assert_idle()
    extension = Extension(photo, made.side, made.x, made.y)
    again = compose(brief, extension=extension, encode_png=False)
    assert isinstance(again, Rendering)
    if not again.shows_continued:
        return Foreseen(_kept_as_it_is(brief), False, ())
    told = (
        f"The photo is continued at the {made.side}, which its job charges; where the balance does "
        "not cover that, a panel stands behind the words instead."
    )
    return Foreseen(again, True, (told, *notes))


def _kept_as_it_is(brief: Brief) -> Rendering:
    made = compose(brief, allow_extension=False, encode_png=False)
    assert isinstance(made, Rendering)
    return made


def _left_out(made: Rendering) -> tuple[str, ...]:
    assert made.lacks is not None
    return (
        f"The photo would be continued at the {made.lacks.side}, so that its subject keeps clear "
        "of the words; this preview shows the banner without that.",
    )


def _is_free(ctx: Context) -> bool:
    """True of the built-in engine, which continues the same photo alike each time."""
    return origin.created_by(ctx.engines.image) == "algorithmicMedia"


def continued(
    ctx: Context, materials: Materials, photo: Photo, needs: NeedsExtension
) -> _Continued:
    """The photo with what a layout lacks, and what the engine says of it."""
    if not _is_free(ctx):
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
