"""The sizes of banners: the contract's five, and named ones of ours that carry their pixels in
their names.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator

from .base import Input

ContractSize = Literal["linkedin-cover", "linkedin-feed", "square", "portrait", "email-header"]
BannerSize = Literal[
    "linkedin-cover",
    "linkedin-feed",
    "square",
    "portrait",
    "email-header",
    "story-1080x1920",
    "reel-1080x1920",
    "pin-1000x1500",
    "x-post-1600x900",
    "x-header-1500x500",
    "facebook-post-1200x630",
    "facebook-cover-1640x624",
    "youtube-thumbnail-1280x720",
    "medium-rectangle-300x250",
    "large-rectangle-336x280",
    "leaderboard-728x90",
    "large-leaderboard-970x90",
    "billboard-970x250",
    "skyscraper-160x600",
    "narrow-skyscraper-120x600",
    "half-page-300x600",
    "mobile-banner-320x50",
    "large-mobile-banner-320x100",
    "a5-1748x2480",
    "a4-2480x3508",
    "a4-landscape-3508x2480",
    "a3-3508x4961",
]
"""Every size by its name. The first five are the contract's (spec: Banner job); print is A5, A4 and
A3 at 300 dpi.
"""

CONTRACT_SIZES: dict[ContractSize, tuple[int, int]] = {
    "linkedin-cover": (1920, 1080),
    "linkedin-feed": (1200, 627),
    "square": (1080, 1080),
    "portrait": (1080, 1350),
    "email-header": (1200, 400),
}
LEAST_SIDE, MOST_SIDE = 50, 4096
MOST_PIXELS = 20_000_000
_NAMED = re.compile(r"-(\d{2,4})x(\d{2,4})$")


def pixels_of(size: str) -> tuple[int, int]:
    """Width and height of a size by its name. Raises KeyError for a name without pixels."""
    known = CONTRACT_SIZES.get(size)  # type: ignore[call-overload]
    if known is not None:
        return known  # type: ignore[no-any-return]
    found = _NAMED.search(size)
    if found is None:
        raise KeyError(size)
    return int(found[1]), int(found[2])


SIZES: dict[BannerSize, tuple[int, int]] = {name: pixels_of(name) for name in get_args(BannerSize)}
"""Width and height in pixels of every size."""


class CanvasSize(Input):
    """A size of one's own, in pixels."""

    width: Annotated[int, Field(ge=LEAST_SIDE, le=MOST_SIDE)]
    height: Annotated[int, Field(ge=LEAST_SIDE, le=MOST_SIDE)]

    @field_validator("height")
    @classmethod
    def _not_a_thread(cls, height: int, info: object) -> int:
        width = getattr(info, "data", {}).get("width")
        if width is not None and max(width, height) > 20 * min(width, height):
            raise ValueError("one side is more than twenty times the other")
        return height

    @property
    def name(self) -> str:
        """How jobs and specs name it: ``canvas-1000x300``."""
        return f"canvas-{self.width}x{self.height}"
