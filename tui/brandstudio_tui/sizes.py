"""The sizes of banners by name, with their pixels."""

from __future__ import annotations

from brandstudio.models.sizes import SIZES as _SIZES

SIZES: dict[str, tuple[int, int]] = {str(name): pixels for name, pixels in _SIZES.items()}
