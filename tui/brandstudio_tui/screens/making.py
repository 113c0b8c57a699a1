"""What can be made of words and pictures, what it costs, and the calls that make it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import brandstudio
from brandstudio.errors import NotFound

from ..views import Purse, Tile

RATIOS = ("1:1", "4:5", "9:16", "16:9", "2:3", "5:4")
RESOLUTIONS = ("1K", "2K", "4K")
#: What is to happen when the subject can't be drawn, chosen before it costs anything.
MISSING: tuple[tuple[str, str], ...] = (
    ("stage", "only a background"),
    ("fail", "nothing, refunded"),
)
WAYS: tuple[tuple[str, str], ...] = (
    ("generate", "generate from words"),
    ("brandify", "brandify a picture of yours"),
    ("revise", "revise with instructions"),
    ("resize", "resize"),
    ("improve", "improve against the brand"),
)


@dataclass(frozen=True)
class Wish:
    """What is to be made."""

    way: str = "generate"
    folder: str = ""
    words: str = ""
    source: str = ""
    ratio: str = "16:9"
    resolution: str = "1K"
    form: str = "png"
    missing: str = "stage"
    tile: Tile | None = None

    @property
    def operation(self) -> str:
        """The name of its price."""
        if self.way == "generate":
            return f"create_{self.resolution.lower()}"
        if self.way == "brandify":
            return f"brandify_{self.resolution.lower()}"
        return self.way

    def lacks(self) -> str:
        """What is missing before it can be made; empty when nothing is."""
        if not self.folder:
            return "Choose a folder first: ^g"
        if self.way in ("generate", "revise") and not self.words.strip():
            return "Say in words what it is to be"
        if self.way == "brandify" and not self.source.strip():
            return "Name a file or an https link"
        if self.way in ("revise", "resize", "improve") and self.tile is None:
            return "Choose the picture: F7"
        return ""

    def cost(self, purse: Purse) -> str:
        return purse.line(self.operation)


@dataclass(frozen=True)
class Underway:
    """A job that was begun here, and the item that it makes."""

    job_id: str
    image_id: str
    folder: str


def begin(studio: brandstudio.Studio, wish: Wish) -> Underway:
    """Have it made; run in a thread."""
    images: Any = studio.images
    folder = wish.tile.folder if wish.tile is not None and wish.way != "generate" else wish.folder
    words = wish.words.strip()
    if wish.way == "generate":
        made = images.create(
            folder=wish.folder,
            prompt=words,
            aspect_ratio=wish.ratio,
            resolution=wish.resolution,
            output_format=wish.form,
            strict=wish.missing == "fail",
        )
    elif wish.way == "brandify":
        folder = wish.folder
        source = wish.source.strip()
        link = source.startswith(("https://", "http://"))
        given: dict[str, Any] = (
            {"source_url": source} if link else {"file": Path(source).expanduser()}
        )
        if words:
            given["instructions"] = words
        made = images.brandify(folder=folder, resolution=wish.resolution, **given)
    else:
        assert wish.tile is not None
        given = {"image_id": wish.tile.image_id, "folder": folder}
        if wish.way == "resize":
            given |= {"aspect_ratio": wish.ratio, "resolution": wish.resolution}
            given["output_format"] = wish.form
        elif words:
            given["instructions"] = words
        made = getattr(images, wish.way)(**given)
    return Underway(made.job_id, made.id, folder)


@dataclass(frozen=True)
class Result:
    """What came of a job; a design that is only drawn is no item yet."""

    title: str
    folder: str
    tile: Tile | None
    url: str
    version: int
    prompt: str
    score: float | None
    warnings: tuple[str, ...]
    error: str


def find(studio: brandstudio.Studio, job_id: str) -> Underway:
    """The item of any job, also of one that another process began: its charge names it."""
    cursor: str | None = None
    for _ in range(5):
        page = studio.credits.transactions(limit=200, cursor=cursor)
        for entry in page.transactions:
            about = entry.metadata
            if about.job_id == job_id and about.image_id and about.folder:
                return Underway(job_id, about.image_id, about.folder)
        cursor = page.next_cursor
        if cursor is None:
            break
    raise NotFound("This job makes no picture that can be shown here.")


def result(studio: brandstudio.Studio, job: Underway) -> Result:
    """What came of it; run in a thread."""
    item = studio.library.get(image_id=job.image_id, folder=job.folder)
    image = studio.images.get(image_id=job.image_id, folder=job.folder)
    newest = image.versions[-1] if image.versions else None
    error = "" if image.error is None else f"{image.error.code}: {image.error.message}"
    tile = Tile.of(item)
    return Result(
        tile.title,
        tile.folder,
        tile,
        newest.url if newest else "",
        newest.version if newest else 0,
        (newest.prompt or "") if newest else "",
        newest.score if newest else None,
        tuple((newest.warnings or ()) if newest else ()),
        error,
    )


def drawn(studio: brandstudio.Studio, job_id: str) -> Result:
    """The best version of a design job; run in a thread."""
    job = studio.designs.get(job_id=job_id)
    if not job.variants:
        reasons = "; ".join(f"{one.template}: {one.error}" for one in job.dropped)
        raise NotFound(reasons or "No version was drawn.")
    best = max(job.variants, key=lambda one: one.scores.total)
    others = len(job.variants) - 1
    more = f", and {others} more" if others else ""
    return Result(
        f"{best.template}{more}",
        job.size,
        None,
        best.png_url,
        1,
        "",
        best.scores.total * 100,
        tuple(best.warnings),
        "",
    )
