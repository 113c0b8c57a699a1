"""What reading a website gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...models.style import ColourRole, PaletteColour, Purpose

LogoKind = Literal["structured", "header", "icon", "social"]


class SiteUnreadable(Exception):
    """The website can't be read; the text is for people and safe to show. The caller refunds and
    goes on.
    """

    @property
    def message(self) -> str:
        """The sentence for people."""
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class SiteColour:
    """A colour of the site: ``#rrggbb``, its part, its share of all uses found (0 to 1), the site's
    own name for it.
    """

    hex: str
    role: ColourRole
    weight: float
    name: str | None = None


@dataclass(frozen=True, slots=True)
class SiteFont:
    """A family that the site sets words in. ``files`` are the addresses of its font files, where it
    names them.
    """

    family: str
    role: Literal["headline", "body", "any"]
    weight: float
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogoCandidate:
    """What may be the logo, the likeliest first: an address, or an SVG drawing that stood in the
    page (never run).
    """

    kind: LogoKind
    score: float
    url: str | None = None
    svg: str | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """Everything that a site says about its brand. ``pages`` are the addresses that were read."""

    url: str
    name: str | None
    language: str | None
    colours: tuple[SiteColour, ...]
    fonts: tuple[SiteFont, ...]
    logos: tuple[LogoCandidate, ...]
    purpose: Purpose
    pages: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def palette(self) -> list[PaletteColour]:
        """The colours as a folder's palette holds them."""
        return [PaletteColour(hex=c.hex, role=c.role, name=c.name) for c in self.colours]
