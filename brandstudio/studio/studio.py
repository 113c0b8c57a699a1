"""Studio: one typed face over any transport."""

from __future__ import annotations

from .core import Core, Transport
from .groups import (
    Admin,
    Credits,
    Designs,
    Folders,
    Fonts,
    Images,
    Invites,
    Jobs,
    Library,
    Logos,
    References,
    Rules,
    Styles,
    Text,
    UsageReports,
)


class Studio(Core):
    """A studio: the same calls and the same errors, in this process or over HTTP. Safe to use from
    several threads.
    """

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.folders = Folders(self)
        self.images = Images(self)
        self.library = Library(self)
        self.logos = Logos(self)
        self.fonts = Fonts(self)
        self.references = References(self)
        self.style = Styles(self)
        self.rules = Rules(self)
        self.text = Text(self)
        self.designs = Designs(self)
        self.credits = Credits(self)
        self.usage = UsageReports(self)
        self.invites = Invites(self)
        self.jobs = Jobs(self)


class LocalStudio(Studio):
    """A studio embedded in this process, with the owner's operations under ``admin``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.admin = Admin(self)

    def run_until_idle(self) -> int:
        """Carry out all waiting work on this thread and return how many pieces there were."""
        done = 0
        while self.transport.assist():
            done += 1
        return done
