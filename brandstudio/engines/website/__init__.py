"""Reads what a brand's website says and shows: palette, fonts, logo candidates and purpose. A page
is data.
"""

from .facts import LogoCandidate, SiteColour, SiteFacts, SiteFont, SiteUnreadable
from .site import Fetch, read_site

__all__ = [
    "Fetch",
    "LogoCandidate",
    "SiteColour",
    "SiteFacts",
    "SiteFont",
    "SiteUnreadable",
    "read_site",
]
