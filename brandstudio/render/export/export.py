"""A finished design in the format that a person asked for. Every format places our lines as they
were laid out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from brandstudio import errors
from brandstudio.models.designs import DesignSpec, ExportFormat
from brandstudio.pixels import encode
from brandstudio.pixels.metadata import Metadata
from brandstudio.render.draw import Before, draw, go_on
from brandstudio.render.export.pdf import pdf
from brandstudio.render.export.svg import svg
from brandstudio.render.type.fonts import FontStack

_MIME: Final[dict[str, tuple[str, str]]] = {
    "png": ("image/png", "png"),
    "jpg": ("image/jpeg", "jpg"),
    "webp": ("image/webp", "webp"),
    "pdf": ("application/pdf", "pdf"),
    "svg": ("image/svg+xml", "svg"),
    "svg-outlines": ("image/svg+xml", "svg"),
    "spec": ("application/json", "json"),
}


@dataclass(frozen=True, slots=True)
class Exported:
    """A file, its media type, and the ending of its name without a dot."""

    data: bytes
    mime_type: str
    suffix: str


def export(
    spec: DesignSpec,
    assets: Mapping[str, bytes],
    fonts: FontStack,
    format: ExportFormat,
    *,
    quality: int = 90,
    metadata: Metadata | None = None,
    before: Before = go_on,
) -> Exported:
    """The design as PNG, JPEG, WebP, PDF, SVG (live words or outlines) or its spec as JSON.

    ``quality`` (1 to 100) is for JPEG and WebP, ``metadata`` goes into all but the spec;
    ``before`` is called before each layer, and what it raises ends the work. Raises
    `errors.NotFound` when a file or font of the design is missing, `errors.ValidationError` for
    another format.
    """
    if format not in _MIME:
        raise errors.ValidationError.of(
            "format", f"must be one of {', '.join(_MIME)}", value=format
        )
    mime_type, suffix = _MIME[format]
    if format == "spec":
        data = spec.model_dump_json(by_alias=True, indent=2).encode("utf-8")
    elif format == "pdf":
        data = pdf(spec, assets, fonts, metadata=metadata, before=before)
    elif format in ("svg", "svg-outlines"):
        outlined = format == "svg-outlines"
        data = svg(spec, assets, fonts, outlined=outlined, metadata=metadata, before=before)
    else:
        image = draw(spec, assets, fonts, before=before)
        before()
        if format == "png":
            photo = True if any(layer.kind == "photo" for layer in spec.layers) else None
            data = encode.png(image, photo=photo, metadata=metadata)
        elif format == "jpg":
            data = encode.jpeg(image, quality, metadata=metadata)
        else:
            data = encode.webp(image, quality, metadata=metadata)
    return Exported(data, mime_type, suffix)
