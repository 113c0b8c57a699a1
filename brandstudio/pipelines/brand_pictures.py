"""The brand's own pictures that go along with what a provider is asked to draw.

Only engines that say how many they take are shown any, and ``provider_references`` keeps all at home.
A logo goes along only where the prompt speaks of one: a model draws what it is shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from ..catalogue.resolving import nearest_references
from ..context import Context
from ..pixels.resize import fit
from ..pixels.safely import decode_fully_safely, rasterise_safely
from ..store.folders import FolderRow
from .briefs import rows_of_logo

if TYPE_CHECKING:
    from ..engines.protocols import Pixels

_SIDE = 1024
"""Pixels of a side: enough to show light, colour and mood, a fraction of what it would cost whole."""
_LOGO = re.compile(
    r"\blogo|\u043b\u043e\u0433\u043e\u0442\u0438\u043f|\u30ed\u30b4|\ub85c\uace0|\u6807\u5fd7|\u5fbd\u6807|\u0634\u0639\u0627\u0631",
    re.IGNORECASE,
)
"""A logo in the languages of the fonts: logo(s), logotipo, логотип, ロゴ, 로고, 标志, 徽标, شعار."""


def references(ctx: Context, place: FolderRow) -> tuple[Pixels, ...]:
    """The golden references of photos that the engine may be shown, the oldest first, each at most
    1024 pixels a side.
    """
    most = ctx.engines.image.capabilities.references
    if not most or not ctx.settings.provider_references:
        return ()
    with ctx.store.read() as tx:
        rows = nearest_references(tx, place, "photos")[:most]
    ctx.store.assert_idle()
    return tuple(
        _shown(decode_fully_safely(ctx.store.blobs.read(row.sha256)).image) for row in rows
    )


def logo(ctx: Context, place: FolderRow, prompt: str) -> Pixels | None:
    """The folder's primary logo, where the prompt speaks of a logo and the engine can be shown one."""
    can = ctx.engines.image.capabilities.references
    if not can or not ctx.settings.provider_references or not _LOGO.search(prompt):
        return None
    with ctx.store.read() as tx:
        levels = tx.folders.by_ids(place.chain)
        rows = rows_of_logo([tx.logos.list(level.id) for level in levels], None)
    if not rows:
        return None
    row = rows[0]
    ctx.store.assert_idle()
    data = ctx.store.blobs.read(row.sha256)
    if row.mime_type == "image/svg+xml":
        scale = _SIDE / max(row.width, row.height)
        size = tuple(max(1, round(side * scale)) for side in (row.width, row.height))
        return _shown(rasterise_safely(data, size[0], size[1]))
    return _shown(decode_fully_safely(data).image)


def _shown(image: Image.Image) -> Pixels:
    mode = "RGBA" if image.has_transparency_data else "RGB"
    return np.asarray(fit(image, _SIDE).convert(mode))
