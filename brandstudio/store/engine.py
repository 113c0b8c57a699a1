"""What the store asks of a database engine: connections that take one text each, and transactions.

Statements are written once, with the placeholders ``?`` or ``?1``; where the two engines don't
agree, the two spellings stand side by side as a `PerEngine`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, NamedTuple, Protocol

from ..errors import StudioError
from .trouble import READER_SECONDS

Engine = Literal["sqlite", "postgres"]

Values = Sequence[object] | Mapping[str, object]
"""For ``?`` a sequence, for ``?1`` a mapping of numbers."""


class StoreError(StudioError):
    """The store can't be opened."""


class PerEngine(NamedTuple):
    """One statement, or a part of one, as each engine spells it."""

    sqlite: str
    postgres: str

    def on(self, engine: Engine) -> str:
        return self.sqlite if engine == "sqlite" else self.postgres


IN_LIST = PerEngine(
    "in (select value from json_each(?))",
    "in (select value::bigint from json_array_elements_text(?::json) as listed (value))",
)
"""Whether a number is in a list, which travels as JSON: a text of its own for each length would
be planned anew each time.
"""
BY_INDEX = PerEngine("indexed by {}", "")
"""After a table: the index that a page is read from; PostgreSQL chooses its indexes itself."""
IS = PerEngine("is", "is not distinct from")
IS_NOT = PerEngine("is not", "is distinct from")


class Cursor(Protocol):
    """The rows of a statement, as tuples."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """A connection inside a transaction."""

    @property
    def engine(self) -> Engine: ...

    def execute(self, sql: str, parameters: Any = ..., /) -> Cursor: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> object: ...

    def announce(self, work: str) -> None:
        """Tell idle workers, when this transaction is committed, that such work waits: a kind of
        job, or ``events``.
        """
        ...


class Listening(Protocol):
    """Hears what is announced."""

    @property
    def hears(self) -> bool:
        """Whether it arrives; whoever waits for it has to look often where it does not."""
        ...

    def close(self) -> None: ...


class DatabaseEngine(Protocol):
    """Transactions over one database, for all threads of this process."""

    writes: int
    waited: float
    """Write transactions of this process, and the seconds that they waited for their turn."""

    def prepare(self) -> None:
        """Bring the schema up to date. Raises StoreError where the database can't be used."""
        ...

    def read(
        self, over: Callable[[], bool] | None = None
    ) -> AbstractContextManager[Connection]: ...

    def glance(self, seconds: float = READER_SECONDS) -> AbstractContextManager[Connection]:
        """For a single statement that reads; a server is waited for as long."""
        ...

    def write(
        self,
        before_commit: Callable[[], None] | None = None,
        beside: str | None = None,
        lasting: bool = True,
    ) -> AbstractContextManager[Connection]:
        """A transaction that writes. ``beside`` says what it is about: it waits for those of the
        same name, and those without a name, alone; a server lets all others go on beside it. Empty,
        it waits for nobody: for rows that nobody else writes. Where it is not ``lasting`` it may be
        lost with the power, until a later one has been flushed.
        """
        ...

    def changes(self) -> tuple[int, int, int] | None: ...

    def listen(self, heard: Callable[[str], None]) -> Listening | None:
        """Call ``heard`` with what is announced from now on, and with nothing where something may
        have been missed. None where nothing is announced, since looking costs nothing.
        """
        ...

    @property
    def in_transaction(self) -> bool: ...

    def close(self) -> None: ...
