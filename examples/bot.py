"""A bot on an event loop: answers many at once, and no picture that is drawn keeps it waiting.

    python examples/bot.py "The harbour opens on Saturday" "Boats, music and fish"

Each argument is a message that somebody wrote; each is answered with a banner.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import brandstudio
from brandstudio import AsyncStudio, Slots, errors


async def answer(studio: AsyncStudio, number: int, message: str, out: Path) -> str:
    """The answer to a message: where its banner is, or why there is none."""
    try:
        job = await studio.designs.create(
            folder="acme/bot", size="square", template="overlay", slots=Slots(headline=message)
        )
        banners = await job
    except errors.StudioError as error:
        return f"{number}: {error.code}: {error.message}"
    file = await banners.variants[0].asave(out / f"banner-{number}.png")
    return f"{number}: {file.name}"


async def main(messages: list[str], data: str = "acme-studio", out: str = ".") -> None:
    """Answer all messages at the same time, and say what is left."""
    async with brandstudio.aopen(data, worker=True) as studio:
        await studio.folders.ensure("acme/bot", name="Bot")
        answers = [
            answer(studio, number, message, Path(out)) for number, message in enumerate(messages, 1)
        ]
        for said in asyncio.as_completed(answers):
            print(await said)
        balance = await studio.admin.credits.balance()
        print(f"{balance.balance:g} credits left")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
