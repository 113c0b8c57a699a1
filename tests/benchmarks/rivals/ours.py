"""Our banner, everything included: shaping, fitting, crop, contrast in four kinds of vision, design
check, PNG.

The second argument says what is known before a render: ``first`` nothing of photo, logo, words and
shapes (only the fonts are loaded, as every rival's are); ``again`` the photo, logo and shapes, with
words never seen before.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import sys
from functools import lru_cache

from PIL import Image
from stage import FOLDER, WORDS, stand

from brandstudio.models.designs import Slots
from brandstudio.pixels.facts import find_facts
from brandstudio.render.brief import Brief, LogoFile, Look, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.layout.template import builtin
from brandstudio.render.type.bounded import Bounded
from brandstudio.render.type.bundled import bundled_stack

KNOWN = sys.argv[2]
PHOTO, LOGO = (FOLDER / "photo.jpg").read_bytes(), (FOLDER / "logo.png").read_bytes()
STACK = bundled_stack()
# What a library knows of its files since they came in: hashes, where the subject is.
FACTS = find_facts(Image.open(io.BytesIO(PHOTO)).convert("RGB"))
ASKED_PHOTO = Photo(PHOTO, hashlib.sha256(PHOTO).hexdigest(), "image/jpeg", 4032, 3024, FACTS)
ASKED_LOGO = LogoFile(
    "main", "light", LOGO, "image/png", hashlib.sha256(LOGO).hexdigest(), 800, 240
)
SIZES = {(1200, 627): "linkedin-feed", (1920, 1080): "linkedin-cover"}
CACHED = type(lru_cache(lambda: None))
number = itertools.count(1000)


def forget() -> None:
    """Empty every cache of content in the renderer; open fonts and tables of constants stay."""
    for name, module in list(sys.modules.items()):
        if not name.startswith("brandstudio.render") or name.endswith(
            (".faces", ".contrast", ".template")
        ):
            continue
        for held in list(vars(module).values()):
            if isinstance(held, Bounded):
                held._held.clear()
                held._sum = 0
            elif isinstance(held, CACHED) and (held.cache_info().maxsize or 0) > 8:
                held.cache_clear()


def brief(width: int, height: int, words: int | None = None) -> Brief:
    headline = (
        WORDS["headline"]
        if words is None
        else WORDS["headline"].replace("minutes", f"{words} seconds")
    )
    return Brief(
        builtin("overlay"), SIZES[width, height], width, height,
        Slots(headline=headline, subhead=WORDS["subhead"], button_text=WORDS["button"]),
        Look((("primary", "#14203c"), ("accent", "#ffc400"))), STACK,
        ASKED_PHOTO, (ASKED_LOGO,),
    )  # fmt: skip


def render(width: int, height: int) -> bytes:
    made = compose(brief(width, height, None if KNOWN == "first" else next(number)))
    assert isinstance(made, Rendering)
    assert not made.contrast_failures
    return made.png


def before(width: int, height: int) -> None:
    if KNOWN == "first":
        forget()
    else:
        compose(brief(width, height))


if __name__ == "__main__":
    stand(render, before)
