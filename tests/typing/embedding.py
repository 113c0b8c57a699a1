"""A program that embeds the package, as type checkers read it; it is checked, never run.

Every line without a mark must pass under ``mypy --strict`` and pyright, without any plugin; every
line that ends in ``# wrong`` must be refused by both.
"""

from __future__ import annotations

from typing import assert_type

import brandstudio
from brandstudio import Slots, errors
from brandstudio.models.admin import NewApiKey
from brandstudio.models.designs import BannerJob, DesignAccepted, Variant
from brandstudio.models.folders import Folder
from brandstudio.models.images import Image, ImageAccepted
from brandstudio.models.jobs import Job
from brandstudio.models.library import LibraryItem
from brandstudio.models.style import ExtractionResult


def right(photo: bytes) -> None:
    """Correct calls: each has its arguments and its result in full."""
    with brandstudio.open("data", workspace="default", worker=True, threads=4) as studio:
        folder = studio.folders.create(name="Acme")
        assert_type(folder, Folder)
        studio.folders.create(name="Spring", parent=folder, idempotency_key="one")
        studio.folders.create(name="Summer", parent="acme")
        item = studio.library.add(folder=folder, file=photo, filename="a.png")
        assert_type(item, LibraryItem)
        accepted = studio.images.create(folder="acme", prompt="calm sea", resolution="1K")
        assert_type(accepted, ImageAccepted)
        assert_type(accepted.wait(timeout=60), Image)
        assert_type(studio.style.extract(folder="acme").wait(), ExtractionResult)
        job = studio.designs.create(
            folder=folder,
            size="square",
            slots=Slots(headline="Hello", button_text="Go", image_id=item.image_id),
        )
        assert_type(job, DesignAccepted)
        assert_type(job.wait(), BannerJob)
        assert_type(job.wait().variants[0], Variant)
        assert_type(studio.admin.keys.create(level="full"), NewApiKey)
        assert_type(studio.folders.ensure("acme/spring"), Folder)
        assert_type(studio.folders.ensure(folder), Folder)
        assert_type(studio.usage.get(until="2026-12-01").credits, float)
        for listed in studio.folders.list():
            assert_type(listed, Folder)
        assert_type(studio.jobs.list()[:3], list[Job])
        for found in studio.library.pages(folder="acme", limit=10):
            assert_type(found, LibraryItem)
        try:
            studio.images.revise(image_id="x", folder=folder, instructions="warmer")
        except errors.InsufficientCredits as error:
            assert_type(error.request_id, str | None)


def wrong() -> None:
    """Mistakes that are seen before the program runs."""
    brandstudio.open(None)  # wrong
    brandstudio.open("data", imge_engine="local")  # wrong
    brandstudio.open("data", threads="two")  # wrong
    brandstudio.open("data", engines="dalle")  # wrong
    brandstudio.open("data", clock=3)  # wrong
    brandstudio.open("data", fetcher="https://example.com")  # wrong
    brandstudio.open("data", worker="yes")  # wrong
    brandstudio.asgi(None)  # wrong
    studio = brandstudio.open("data")
    slots = Slots(headline="Hello")
    Slots(headlin="Hello")  # wrong
    Slots(headline=3)  # wrong
    studio.desings  # wrong
    studio.designs.creat  # wrong
    studio.designs.create(folder="acme", size="sqare", slots=slots)  # wrong
    studio.designs.create(size="square", slots=slots)  # wrong
    studio.designs.create(folder="acme", size="square", slot=slots)  # wrong
    studio.designs.create(folder="acme", size="square", slots={"headline": 3})  # wrong
    studio.designs.create(folder=3, size="square", slots=slots)  # wrong
    studio.designs.create("acme", size="square", slots=slots)  # wrong
    studio.images.create(folder="acme", prompt="sea", resolution="3K")  # wrong
    studio.images.create(folder="acme", prompt="sea").wait().imageurl  # wrong
    studio.images.create(folder="acme", prompt="sea", idempotency_key=3)  # wrong
    studio.library.add(folder="acme", fil="a.png")  # wrong
    studio.library.pages(foldr="acme")  # wrong
    studio.images.brandify(folder="acme", file=b"", aspect_ratio="2:1")  # wrong
    studio.folders.ensure("acme", nme="Acme")  # wrong
    studio.folders.ensure(None)  # wrong
    studio.usage.get(until=3)  # wrong
    studio.folders.create(name="Acme", parent=3)  # wrong
    studio.admin.keys.create(level="all")  # wrong
    name: int = studio.folders.create(name="Acme").path  # wrong
    print(name)
    brandstudio.connect("https://studio.example.com")  # wrong
    remote = brandstudio.connect("https://studio.example.com", api_key="x")
    remote.admin  # wrong
