"""What the screens show: small frozen values made from the service's own in the threads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brandstudio.models.folders import Folder
    from brandstudio.models.jobs import Job
    from brandstudio.models.library import LibraryItem


@dataclass(frozen=True, slots=True)
class Tile:
    """An item of the library as the gallery shows it."""

    image_id: str
    kind: str
    status: str
    title: str
    folder: str
    score: float | None
    is_hero: bool
    versions: int
    current: int | None
    width: int | None
    height: int | None
    thumbnail: str | None
    tags: tuple[str, ...]
    created: str
    template: str = ""
    """What a banner was made with."""

    @classmethod
    def of(cls, item: LibraryItem) -> Tile:
        return cls(
            item.image_id,
            item.kind,
            item.status,
            item.title or item.filename,
            item.folder,
            item.score,
            item.is_hero,
            item.total_versions,
            item.current_version,
            item.width,
            item.height,
            item.thumbnail_url,
            tuple(item.tags),
            day(item.created_at),
            "" if item.design is None else item.design.template,
        )

    @property
    def picture(self) -> tuple[str, int | None]:
        """What its thumbnail is known by; another version is another picture."""
        return self.image_id, self.current


@dataclass(frozen=True, slots=True)
class FolderNode:
    """A folder of the tree with what lies in it."""

    path: str
    name: str
    items: int | None
    children: int | None
    level: int

    @classmethod
    def of(cls, folder: Folder, children: int | None = None) -> FolderNode:
        stats = folder.stats
        items = None if stats is None else stats.images + stats.designs + stats.texts
        inside = stats.sub_folders if stats is not None else children
        return cls(folder.path, folder.name, items, inside, folder.level)


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as the ticker and the lists show it."""

    job_id: str
    kind: str
    status: str
    message: str
    percent: float | None
    error: str
    retryable: bool
    created: str
    reference: str

    @classmethod
    def of(cls, job: Job) -> JobView:
        error = "" if job.error is None else f"{job.error.code}: {job.error.message}"
        return cls(
            job.job_id,
            job.kind,
            job.status,
            job.progress.message or job.progress.step,
            job.progress.percent,
            error,
            job.error is not None and job.error.retryable,
            moment(job.created_at),
            job.client_reference_id or "",
        )

    @property
    def live(self) -> bool:
        return self.status in ("queued", "running")


@dataclass(frozen=True)
class Purse:
    """What things cost and what is left; ``balance`` is None until it is known."""

    prices: Mapping[str, float]
    balance: float | None = None

    def price(self, operation: str) -> float | None:
        return self.prices.get(operation)

    def line(self, operation: str, times: int = 1) -> str:
        """The price before and the balance after, as a sentence."""
        price = self.price(operation)
        return "" if price is None else self.quoted((price * times, 0.0))

    def quoted(self, quote: tuple[float, float], keeping: str = "") -> str:
        """As ``line``, for what is sure and what may come on top; ``keeping`` is the operation that
        keeps what came of it.
        """
        sure, more = quote
        cost = f"costs {amount(sure)}" + (f", at most {amount(more)} more" if more else "")
        kept = self.price(keeping) or 0.0
        if kept:
            cost += f", saving {amount(kept)}"
        if self.balance is None:
            return cost
        left = self.balance - sure - kept
        if left < 0:
            return f"{cost}, but only {amount(self.balance)} are left"
        return f"{cost}, leaves {amount(left)}"


def amount(credits: float) -> str:
    """Credits as people write them."""
    text = f"{credits:,.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def day(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%-d %b %Y")


def moment(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")
