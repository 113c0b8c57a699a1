"""A thousand recipes of banners with the pixels that they were first drawn to.

``python tests/recipes.py`` draws them all again and names what differs; ``--write`` composes them
anew from briefs, which only a change that draws old recipes otherwise on purpose may need. Where
another processor draws one otherwise, the recipe says which, to what pixels and why: ``--elsewhere
WHY``, run there, writes it down. The canvases are a third of the usual ones, so that a thousand are drawn in a minute or two.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import platform
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from brandstudio.models.choices import Choices, LogoChoice, ScrimChoice
from brandstudio.models.designs import DesignSpec
from brandstudio.pixels.decode import decode
from brandstudio.pixels.facts import find_facts
from brandstudio.render.brief import Brief, LogoFile, Photo
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.draw import draw
from brandstudio.render.layout.template import load
from tests.render.gallery import BUNDLED, STACK, WORDS, brief_of, shapes

STORED = Path(__file__).parent / "data" / "recipes.jsonl.xz"
COUNT = 1000
_SALE = Path(__file__).parent / "render" / "sale.toml"
_SIDES = (
    Choices(),
    Choices(align="center"),
    Choices(align="end", button="outline"),
    Choices(scrim=ScrimChoice(kind="even", strength=0.6)),
    Choices(scrim=ScrimChoice(kind="panel"), seed=3),
    Choices(focal_point=(0.2, 0.3), colours={"ground": "accent"}),
    Choices(logo=LogoChoice(place="bottom-right", size=1.4), seed=7),
    Choices(crop=(0.1, 0.1, 0.6, 0.7), scrim=ScrimChoice(kind="linear")),
)


def assets() -> dict[str, bytes]:
    """The pictures that the recipes name, by SHA-256."""
    held = files("brandstudio.assets")
    names = [("photos", f"{name}.jpg") for name in BUNDLED]
    names += [("demo", "logo.svg"), ("demo", "logo-light.svg")]
    data = [held.joinpath(*name).read_bytes() for name in names]
    return {hashlib.sha256(one).hexdigest(): one for one in data}


def stored() -> list[dict[str, Any]]:
    """Every recipe: its spec, and the SHA-256 of its pixels."""
    return [json.loads(line) for line in lzma.decompress(STORED.read_bytes()).splitlines()]


def differing(recipes: list[dict[str, Any]], machine: str = platform.machine()) -> list[int]:
    """The numbers of the recipes that are not drawn to the pixels that they name for a machine."""
    held = assets()
    return [
        number
        for number, one in enumerate(recipes)
        if _pixels(DesignSpec.model_validate(one["spec"]), held) != expected(one, machine)
    ]


def expected(recipe: dict[str, Any], machine: str) -> str:
    """The SHA-256 of a recipe's pixels on a machine: everywhere the same, but where it says
    otherwise.
    """
    named: str = recipe.get("elsewhere", {}).get(machine, recipe)["pixels"]
    return named


def _pixels(spec: DesignSpec, held: dict[str, bytes]) -> str:
    return hashlib.sha256(draw(spec, held, STACK).tobytes()).hexdigest()


@lru_cache(maxsize=len(BUNDLED))
def _photo(name: str) -> Photo:
    data = files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes()
    image = decode(data)
    return Photo(
        data,
        hashlib.sha256(data).hexdigest(),
        "image/jpeg",
        *image.size,
        facts=find_facts(image),
        title=name,
    )


@lru_cache(maxsize=1)
def _logos() -> tuple[LogoFile, ...]:
    made = []
    for name, variant in (("logo.svg", "light"), ("logo-light.svg", "dark")):
        data = files("brandstudio.assets").joinpath("demo", name).read_bytes()
        sha = hashlib.sha256(data).hexdigest()
        made.append(LogoFile("main", variant, data, "image/svg+xml", sha, 320, 80))
    return tuple(made)


def _briefs() -> Iterator[Brief]:
    """Briefs at steps of their own: shapes, photos, words, looks, choices, a template of one's own."""
    pairs = shapes()
    sale = load(_SALE.read_text())
    number = 0
    while True:
        template, size = pairs[number % len(pairs)]
        photo = _photo(BUNDLED[(number // 3) % len(BUNDLED)]) if number % 11 else None
        brief = brief_of(photo, size, template, number)
        brief = replace(
            brief,
            width=round(brief.width / 3),
            height=round(brief.height / 3),
            logos=_logos() if brief.logos else (),
            choices=_SIDES[(number // len(pairs)) % len(_SIDES)] if number % 2 else Choices(),
        )
        if number % 17 == 0 and number % len(WORDS) < 2:
            brief = replace(brief, template=sale)
        yield brief
        number += 1


def _made() -> Iterator[dict[str, Any]]:
    held = assets()
    for brief in _briefs():
        made = compose(brief, allow_extension=False, encode_png=False)
        assert isinstance(made, Rendering)
        written = made.spec.model_dump(mode="json", by_alias=True)
        spec = DesignSpec.model_validate(json.loads(json.dumps(written)))
        assert made.image.tobytes() == draw(spec, held, STACK).tobytes()
        yield {"pixels": hashlib.sha256(made.image.tobytes()).hexdigest(), "spec": written}


def _write(recipes: Iterable[dict[str, Any]]) -> None:
    rows = [json.dumps(one, separators=(",", ":"), sort_keys=True) for one in recipes]
    STORED.write_bytes(lzma.compress(("\n".join(rows) + "\n").encode(), preset=9))


def _write_elsewhere(why: str) -> None:
    """Let the recipes that are drawn otherwise here say so."""
    rows, held, here = stored(), assets(), platform.machine()
    for number in differing(rows):
        drawn = _pixels(DesignSpec.model_validate(rows[number]["spec"]), held)
        rows[number].setdefault("elsewhere", {})[here] = {"pixels": drawn, "why": why}
    _write(rows)


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        _write(islice(_made(), COUNT))
    if "--elsewhere" in sys.argv[1:]:
        _write_elsewhere(sys.argv[-1])
    others = differing(stored())
    print(f"{COUNT - len(others)} of {COUNT} recipes are drawn to the same pixels")
    for other in others:
        print(f"recipe {other} differs")
    sys.exit(bool(others))
