"""A bot on an event loop, as type checkers read it; it is checked, never run. See embedding.py."""

from __future__ import annotations

from typing import assert_type

import brandstudio
from brandstudio import AsyncLocalStudio, Slots
from brandstudio.models.admin import Balance
from brandstudio.models.designs import BannerJob, DesignAccepted
from brandstudio.models.folders import Folder
from brandstudio.models.images import Image
from brandstudio.models.library import LibraryItem


async def right() -> None:
    """The same calls, awaited."""
    async with brandstudio.aopen("data", threads=2) as studio:
        assert_type(studio, AsyncLocalStudio)
        folder = await studio.folders.create(name="Acme")
        assert_type(folder, Folder)
        item = await studio.library.add(folder=folder, file="a.png")
        assert_type(item, LibraryItem)
        job = await studio.designs.create(
            folder=folder, size="square", slots=Slots(headline="Hello")
        )
        assert_type(job, DesignAccepted)
        assert_type(await job, BannerJob)
        assert_type(await studio.wait(job, timeout=5), BannerJob)
        image = await (await studio.images.create(folder=folder, prompt="calm sea"))
        assert_type(image, Image)
        assert_type(await image.aread(), bytes)
        async for found in studio.library.pages(folder=folder):
            assert_type(found, LibraryItem)
        assert_type(await studio.admin.credits.balance(), Balance)
        brandstudio.asgi(studio)
    remote = await brandstudio.aconnect("https://studio.example.com", api_key="x")
    await remote.close()


async def wrong() -> None:
    """Mistakes that are seen before the program runs."""
    studio = await brandstudio.aopen("data")
    brandstudio.aopen("data", imge_engine="local")  # wrong
    studio.folders.create(name="Acme")  # wrong
    folder = studio.folders.create(name="Acme")
    folder.path  # wrong
    slots = Slots(headline="x")
    await studio.designs.create(folder="acme", size="sqare", slots=slots)  # wrong
    for found in studio.library.pages(folder="acme"):  # wrong
        print(found)
    brandstudio.asgi(brandstudio.aopen("data"))  # wrong
    with brandstudio.aopen("data"):  # wrong
        pass
    brandstudio.aconnect("https://studio.example.com")  # wrong
