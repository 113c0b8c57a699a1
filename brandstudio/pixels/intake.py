"""A picture that comes in: decoded once, in the child process, and made into everything that is
kept of it.

What is stored is always encoded by us from pixels: upright, sRGB, without a byte of the sender's
metadata and without anything after the picture's end.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

from brandstudio.pixels import encode, similarity
from brandstudio.pixels.decode import Decoded, on_background
from brandstudio.pixels.facts import PictureFacts, find_facts
from brandstudio.pixels.metadata import Metadata
from brandstudio.pixels.metadata import read as read_metadata
from brandstudio.pixels.resize import fit
from brandstudio.pixels.safely import decode_fully_safely

THUMBNAIL_SIDE: Final = 512
WORKING_SIDE: Final = 2560
#: Flat pictures of at most so many colours stay PNG: JPEG would ring around their edges.
_FEW_COLOURS: Final = 256
_LOSSLESS_SOURCES: Final = frozenset({"bmp", "gif", "svg"})


@dataclass(frozen=True, slots=True)
class Intake:
    """All that is kept of a picture.

    `stored` is PNG or JPEG (`mime`), `width` x `height` pixels, `sha256` its hash in hex.
    `thumbnail` has a long side of at most 512 (JPEG, or PNG where there is transparency). `working`
    is what rendering reads: JPEG of quality 92 with a long side of at most 2560, or PNG where there
    is transparency; None when `stored` itself serves. `origin` is what the picture said about how
    it was made (IPTC digital source), written into `stored` again.
    """

    stored: bytes
    mime: Literal["image/png", "image/jpeg"]
    width: int
    height: int
    sha256: str
    thumbnail: bytes
    thumbnail_mime: Literal["image/png", "image/jpeg"]
    working: bytes | None
    working_mime: Literal["image/png", "image/jpeg"]
    phash: int
    source_format: str
    frames: int
    origin: Metadata | None
    facts: PictureFacts


def take_in(data: bytes) -> Intake:
    """Everything that is kept of a picture that someone sent.

    Raises `errors.UnsupportedMediaType` and `errors.PayloadTooLarge` as `decode` does.
    """
    decoded = decode_fully_safely(data)
    origin = _origin(data)
    return prepare(decoded, origin)


def prepare(decoded: Decoded, origin: Metadata | None = None) -> Intake:
    """As `take_in`, of pixels that are decoded already."""
    image = decoded.image
    keeps_png = (
        image.mode == "RGBA"
        # What came without loss is kept without: nobody asked for a smaller picture.
        or decoded.probe.format == "png"
        or (decoded.probe.format != "jpeg" and _is_flat(image, decoded.probe.format))
    )
    if keeps_png:
        stored = encode.png(image, metadata=origin)
    else:
        stored = encode.jpeg(image, 95, metadata=origin, coding=decoded.coding)
    return _kept(image, stored, keeps_png, decoded.probe.format, decoded.probe.frames, origin)


def drawn(
    image: Image.Image, output: Literal["png", "jpg"], origin: Metadata | None = None
) -> Intake:
    """As `take_in`, of a picture that we made, in the format that was asked for; a JPEG lies on
    white.
    """
    if output == "jpg" and image.mode == "RGBA":
        image = on_background(image, (255, 255, 255))
    png = output == "png"
    stored = encode.png(image, metadata=origin) if png else encode.jpeg(image, 95, metadata=origin)
    return _kept(image, stored, png, "png" if png else "jpeg", 1, origin)


def _kept(
    image: Image.Image,
    stored: bytes,
    keeps_png: bool,
    source_format: str,
    frames: int,
    origin: Metadata | None,
) -> Intake:
    # Copies say where the picture came from too; its prompt stays with the picture itself.
    source = (
        None
        if origin is None or origin.source is None
        else Metadata(source=origin.source, creator_tool="")
    )
    working = _working(image, keeps_png, source)
    small = fit(working[1], THUMBNAIL_SIDE)
    transparent = small.mode == "RGBA"
    return Intake(
        stored=stored,
        mime="image/png" if keeps_png else "image/jpeg",
        width=image.width,
        height=image.height,
        sha256=hashlib.sha256(stored).hexdigest(),
        thumbnail=encode.png(small, metadata=source)
        if transparent
        else encode.jpeg(small, 82, metadata=source),
        thumbnail_mime="image/png" if transparent else "image/jpeg",
        working=working[0],
        working_mime="image/png"
        if keeps_png and (image.mode == "RGBA" or working[0] is None)
        else "image/jpeg",
        phash=similarity.phash(small),
        source_format=source_format,
        frames=frames,
        origin=origin,
        facts=find_facts(working[1]),
    )


def _working(
    image: Image.Image, png: bool, source: Metadata | None
) -> tuple[bytes | None, Image.Image]:
    """The working copy's bytes (None: the stored ones serve) and its pixels."""
    if max(image.size) <= WORKING_SIDE:
        return None, image
    small = fit(image, WORKING_SIDE)
    if image.mode == "RGBA":
        return encode.png(small, metadata=source), small
    return encode.jpeg(small, 92, metadata=source), small


def _is_flat(image: Image.Image, source: str) -> bool:
    """Whether a picture without transparency is a drawing: few colours, or lossless with large even
    areas.
    """
    if image.getcolors(_FEW_COLOURS) is not None:
        return True
    if source not in _LOSSLESS_SOURCES:
        return False
    return encode.is_drawing(image)


def _origin(data: bytes) -> Metadata | None:
    """Of a sender's metadata only the digital source type is kept: that a machine made a picture
    must not get lost.
    """
    found = read_metadata(data)
    if found is None or found.source is None:
        return None
    return Metadata(source=found.source, creator_tool="")
