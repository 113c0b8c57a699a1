"""Tools for tests, ours and those of programs that use brandstudio: a clock, a scripted outside
world, both transports.

    with Bench(tmp_path) as bench:
        place = bench.workspace(credits=20)
        studio = place.studio()                    # in this process
        remote = place.studio("http", level="read")  # the same, through a server on 127.0.0.1
        bench.engines.fetcher.answers["https://example.com/a.png"] = picture(400, 300)
        bench.clock.advance(days=31)
        bench.run_until_idle()

Nothing here reaches a network: links, webhooks and pictures are what the test says they are.
``check_image_engine(engine)`` tries an engine of your own against all that is asked of one.
"""

from __future__ import annotations

from .bench import (
    START_MS,
    Bench,
    KeySession,
    Level,
    ManualClock,
    Place,
    Transport,
    listening,
    picture,
)
from .engines import check_image_engine, check_text_engine, check_vision_engine
from .scripted import (
    ScriptedDeliverer,
    ScriptedEngines,
    ScriptedFetcher,
    ScriptedImageEngine,
    ScriptedLettering,
    ScriptedWorld,
    Sent,
)

__all__ = [
    "START_MS",
    "Bench",
    "KeySession",
    "Level",
    "ManualClock",
    "Place",
    "ScriptedDeliverer",
    "ScriptedEngines",
    "ScriptedFetcher",
    "ScriptedImageEngine",
    "ScriptedLettering",
    "ScriptedWorld",
    "Sent",
    "Transport",
    "check_image_engine",
    "check_text_engine",
    "check_vision_engine",
    "listening",
    "picture",
]
