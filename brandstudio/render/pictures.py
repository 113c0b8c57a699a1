"""Photos and logos as pixels at the size that a layer needs, with bounded caches of what was
decoded.
"""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageChops

from brandstudio import errors
from brandstudio.models.designs import AssetRef, ImageLayer, LogoLayer, PhotoLayer
from brandstudio.pixels import colour, encode, safely
from brandstudio.pixels.decode import decode, on_background
from brandstudio.pixels.resize import scaled
from brandstudio.render import grounds, shapes
from brandstudio.render.type.bounded import Bounded

_CHANNELS: Final = {"L": 1, "RGB": 3, "RGBA": 4}
_SVG: Final = "image/svg+xml"
# : A JPEG that was reduced while decoding may be enlarged by so much: a crop that goes in a little
# would otherwise decode : four times the pixels. On photos of 6 to 12 megapixels the two ways
# differ by 44 dB at most, which no eye sees.
_ENLARGED: Final = 1.2


def _weigh(image: Image.Image) -> int:
    return image.width * image.height * _CHANNELS.get(image.mode, 4) + 256


# : Decoded photos by content and JPEG scale (logos: 0), 128 MB; logos by content and size, 16 MB;
# crops at size, 48 MB.
_DECODED: Final[Bounded[tuple[str, int], Image.Image]] = Bounded(128 << 20, _weigh)
_CROPS: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(48 << 20, _weigh)
_LOGOS: Final[Bounded[tuple[object, ...], Image.Image]] = Bounded(16 << 20, _weigh)


def photo(layer: PhotoLayer, assets: Mapping[str, bytes]) -> Image.Image:
    """The photo of a layer (RGB) at the size of its box. Don't change it: it is shared.

    Raises `errors.NotFound` when the asset is not among ``assets``, and what decoding raises.
    """
    width, height = max(round(layer.box[2]), 1), max(round(layer.box[3]), 1)
    key = (layer.asset.sha256, layer.crop, width, height, layer.background, layer.beyond)
    held = _CROPS.get(key)
    if held is not None:
        return held
    whole, scale_x, scale_y = _decoded(layer, width, height, assets)
    x, y, across, down = layer.crop
    if layer.beyond is not None:
        made = grounds.going_on(
            on_background(whole, colour.parse_hex(layer.background or "#ffffff")),
            (x * scale_x, y * scale_y, across * scale_x, down * scale_y),
            (width, height),
        )
        return _CROPS.put(key, made)
    box = (
        max(x * scale_x, 0.0),
        max(y * scale_y, 0.0),
        min((x + across) * scale_x, whole.width),
        min((y + down) * scale_y, whole.height),
    )
    made = on_background(
        scaled(whole, (width, height), box, swift=True),
        colour.parse_hex(layer.background or "#ffffff"),
    )
    return _CROPS.put(key, made)


def image(layer: ImageLayer, assets: Mapping[str, bytes]) -> Image.Image:
    """The picture of a template's own layer (RGBA) at the size of its box, its corners cut round.
    Don't change it: it is shared.
    """
    width, height = max(round(layer.box[2]), 1), max(round(layer.box[3]), 1)
    key = ("image", layer.asset.sha256, layer.crop, width, height, layer.radius, layer.opacity)
    held = _CROPS.get(key)
    if held is not None:
        return held
    as_photo = PhotoLayer(asset=layer.asset, crop=layer.crop, box=layer.box)
    whole, scale_x, scale_y = _decoded(as_photo, width, height, assets)
    x, y, across, down = layer.crop
    box = (
        max(x * scale_x, 0.0),
        max(y * scale_y, 0.0),
        min((x + across) * scale_x, whole.width),
        min((y + down) * scale_y, whole.height),
    )
    made = scaled(whole, (width, height), box).convert("RGBA")
    if layer.radius > 0 or layer.opacity < 1:
        cover = shapes.rounded(width, height, layer.radius, layer.opacity)
        made.putalpha(ImageChops.multiply(made.getchannel("A"), cover))
    return _CROPS.put(key, made)


def _decoded(
    layer: PhotoLayer, width: int, height: int, assets: Mapping[str, bytes]
) -> tuple[Image.Image, float, float]:
    """The decoded photo, reduced while decoding where that is enough, and its scale across and
    down.

    The reduction depends on the layer alone, never on what happens to be cached: the same layer,
    the same pixels.
    """
    asset, (_, _, across, down) = layer.asset, layer.crop
    shrink = min(across / width, down / height)
    need = (math.ceil(asset.width / max(shrink, 1e-6)), math.ceil(asset.height / max(shrink, 1e-6)))
    scale = 1
    if asset.mime_type == "image/jpeg" and shrink > 1:
        possible = min(asset.width / max(need[0], 1), asset.height / max(need[1], 1))
        scale = next(s for s in (8, 4, 2, 1) if possible * _ENLARGED >= s or s == 1)
    key = (asset.sha256, scale)
    held = _DECODED.get(key)
    if held is None:
        data = asset_bytes(asset, assets)
        least = (max(asset.width // scale, 1), max(asset.height // scale, 1))
        held = _DECODED.put(
            key, _own_jpeg(data, least) or decode(data, draft=least if scale > 1 else None)
        )
    return held, held.width / asset.width, held.height / asset.height


def whole(asset: AssetRef, assets: Mapping[str, bytes]) -> Image.Image:
    """A photo that is no JPEG, decoded as it is drawn (RGB or RGBA). Don't change it: it is shared."""
    held = _DECODED.get((asset.sha256, 1))
    if held is not None:
        return held
    return _DECODED.put((asset.sha256, 1), decode(asset_bytes(asset, assets)))


def _own_jpeg(data: bytes, least: tuple[int, int]) -> Image.Image | None:
    """A JPEG that is upright sRGB already, decoded without the checks that it passed when it came
    in; else None.
    """
    try:
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as image:
            ours = image.mode == "RGB" and image.info.get("icc_profile") in (
                None,
                encode.srgb_profile(),
            )
            if not ours or image.getexif().get(0x0112, 1) != 1:
                return None
            image.draft("RGB", least)
            image.load()
            # The opened image owns its pixels now; a copy would cost a tenth of the decoding.
            return image
    except (OSError, ValueError, SyntaxError):
        return None


def logo(layer: LogoLayer, assets: Mapping[str, bytes]) -> Image.Image:
    """The logo of a layer (RGBA) at exactly its box's size, in its tint if it has one."""
    size = max(round(layer.box[2]), 1), max(round(layer.box[3]), 1)
    made = logo_pixels(layer.asset, assets, size)
    if layer.tint is None:
        return made
    tinted = Image.new("RGBA", size, (*colour.parse_hex(layer.tint), 0))
    tinted.putalpha(made.getchannel("A"))
    return tinted


def logo_pixels(asset: AssetRef, assets: Mapping[str, bytes], size: tuple[int, int]) -> Image.Image:
    """A logo file at exactly ``size``; drawings are drawn at that size, so that they are sharp at
    every one.
    """
    key = (asset.sha256, *size)
    held = _LOGOS.get(key)
    if held is not None:
        return held
    data = asset_bytes(asset, assets)
    if asset.mime_type == _SVG:
        drawn = safely.rasterise_safely(data, *size, max_side=4096)
        if drawn.size != size:  # the drawing's own ratio, rounded: at most a pixel off
            ground = Image.new("RGBA", size, (0, 0, 0, 0))
            ground.paste(drawn, ((size[0] - drawn.width) // 2, (size[1] - drawn.height) // 2))
            drawn = ground
    else:
        drawn = scaled(_decoded_logo(asset.sha256, data), size)
    return _LOGOS.put(key, drawn)


def _decoded_logo(sha256: str, data: bytes) -> Image.Image:
    """A logo's file as RGBA, decoded once for all the sizes at which a layout tries it."""
    held = _DECODED.get((sha256, 0))
    return held if held is not None else _DECODED.put((sha256, 0), decode(data).convert("RGBA"))


def asset_bytes(asset: AssetRef, assets: Mapping[str, bytes]) -> bytes:
    """The bytes of an asset. Raises `errors.NotFound` when they are not there."""
    try:
        return assets[asset.sha256]
    except KeyError:
        raise errors.NotFound(
            f"The file {asset.sha256[:12]} that the design draws is not here."
        ) from None
