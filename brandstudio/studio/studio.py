"""Studio: one typed face over any transport."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..models.nearest import meant
from .admin import Admin
from .core import BlockingCore, Core, M, Now
from .file_groups import Fonts, Library, Logos
from .groups import (
    Credits,
    Designs,
    Folders,
    Images,
    Invites,
    Jobs,
    References,
    Rules,
    Searches,
    Styles,
    Text,
    UsageReports,
)
from .steps import Transport
from .verbs import elsewhere

if TYPE_CHECKING:
    import sqlite_utils

_WHERE = "only a studio that brandstudio.open() or aopen() gave has it, over the data folder itself"
_OWNERS = {
    "admin": f": the owner's calls (keys, credits, webhooks, prices, workspaces) are not on /v1; {_WHERE}. "
    "Where the server runs, the command line has them too: brandstudio keys, credits, webhooks",
    "database": f": {_WHERE}",
}
"""What a studio over HTTP has not, and where it is."""


class Face(Core[M]):
    """The groups of a studio, each an attribute; ``help(studio.designs)`` says more."""

    @property
    def folders(self) -> Folders[M]:
        """Folders: up to six levels, each inheriting style, rules, references, logos and fonts."""
        return Folders(self)

    @property
    def images(self) -> Images[M]:
        """Pictures made and edited in the folder's look, version by version."""
        return Images(self)

    @property
    def library(self) -> Library[M]:
        """Every picture, saved design and saved copy of the folders."""
        return Library(self)

    @property
    def searches(self) -> Searches[M]:
        """Searches that are kept under a name, for everybody of the workspace."""
        return Searches(self)

    @property
    def logos(self) -> Logos[M]:
        """The logos of a folder, by name, in variants for light and dark grounds."""
        return Logos(self)

    @property
    def fonts(self) -> Fonts[M]:
        """The fonts of a folder, for headlines, for body text or for both."""
        return Fonts(self)

    @property
    def references(self) -> References[M]:
        """The golden references that a style is learned from."""
        return References(self)

    @property
    def style(self) -> Styles[M]:
        """What a folder looks like: learned, resolved through the levels, and set by hand."""
        return Styles(self)

    @property
    def rules(self) -> Rules[M]:
        """The rules of a folder, in words and as checks that a machine can run."""
        return Rules(self)

    @property
    def text(self) -> Text[M]:
        """Copy: written, changed and proofread by the folder's rules."""
        return Text(self)

    @property
    def designs(self) -> Designs[M]:
        """Banners: words, a photo and a logo in templates, with contrast proven on the pixels."""
        return Designs(self)

    @property
    def credits(self) -> Credits[M]:
        """Prices and the ledger; credits are numbers with at most two decimals."""
        return Credits(self)

    @property
    def usage(self) -> UsageReports[M]:
        """What was used: operations and credits by day (UTC) and folder."""
        return UsageReports(self)

    @property
    def invites(self) -> Invites[M]:
        """Trial invitations."""
        return Invites(self)

    @property
    def jobs(self) -> Jobs[M]:
        """Work that was accepted and is carried out later."""
        return Jobs(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} over {self.transport!r}>"

    if not TYPE_CHECKING:  # a type checker names the attribute that does not exist by itself

        def __getattr__(self, name: str) -> Any:
            known = [word for word in dir(type(self)) if not word.startswith("_")]
            hint = _OWNERS.get(name) or elsewhere(name) or meant(name, known)
            raise AttributeError(
                f"{type(self).__name__} has no attribute {name!r}{hint}",
                name=name,
                obj=None,  # else the interpreter would add a suggestion of its own
            )


class Studio(Face[Now], BlockingCore):
    """A studio: the same calls and the same errors, in this process or over HTTP. Safe to use from
    several threads.

    Every call takes keyword arguments, and ``help(studio.designs)`` says for each what it takes,
    gives, costs and raises.
    """


class LocalStudio(Studio):
    """A studio embedded in this process, with the owner's operations under ``admin`` and its rows
    in SQL.
    """

    def __init__(
        self, transport: Transport, database: Callable[[], sqlite_utils.Database] | None = None
    ) -> None:
        super().__init__(transport)
        self._database = database

    def database(self) -> sqlite_utils.Database:
        """The workspace in SQL: a read-only database of the views ``items``, ``versions``,
        ``designs``, ``charges``, ``events`` and ``jobs``, for queries, pandas and copies.

        Their columns are a promise; the guide "Ask in SQL" names them. Each call gives a connection
        of its own for the calling thread, which stays the caller's to close.
        """
        if self._database is None:
            raise RuntimeError("only a studio that brandstudio.open() gave has its rows in SQL")
        return self._database()

    @property
    def admin(self) -> Admin[Now]:
        """What the contract gives to the dashboard; only an embedded studio has it."""
        return Admin(self)

    def run_until_idle(self) -> int:
        """Carry out all waiting work on this thread and return how many pieces there were."""
        done = 0
        while self.transport.assist():
            done += 1
        return done
