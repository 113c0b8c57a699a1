"""German compounds taken apart: "Sommersee" is a lake in summer, "Zickzackmuster" a pattern of zigzags.

Which last parts say a scene, and which compounds are something else, stands in ``scenes.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import cast

from .tables import either, table
from .words import find, plain

_LONG_WORD = re.compile(r"[^\W\d_]{7,}")
_SEASON = re.compile(rf"(?:{either('scenes', 'season_parts')})")
_SCENE = re.compile(rf"(?P<first>[^\W\d_]{{3,}}?)(?P<last>{either('scenes', 'scene_parts')})")
_ANOTHER = re.compile(rf"(?:{either('scenes', 'not_scene_parts')})")
#: What joins the parts of a compound; the longest first.
_JOINTS = ("en", "es", "n", "s", "")


def _words_of(*sections: str) -> tuple[str, ...]:
    lists = cast(Mapping[str, Mapping[str, Sequence[str]]], table("scenes"))
    return tuple(e for name in sections for some in lists[name].values() for e in some)


@cache
def _drawn() -> tuple[str, ...]:
    return _words_of("families", "motifs", "times")


@cache
def _known() -> tuple[str, ...]:
    return (*_drawn(), *_words_of("undrawable", "colours", "moods", "at_home"))


@cache
def _of_a_season() -> tuple[str, ...]:
    motifs = table("scenes")["motifs"]
    some = [e for name in ("fog", "rain", "clouds") for e in motifs[name]]
    return (*_words_of("families"), *some)


@lru_cache(maxsize=64)
def apart(rest: str) -> str:
    """A plain text with German compounds that name a scene as two words. Those that the table has
    as they are stay.
    """
    return _LONG_WORD.sub(lambda match: _parted(match[0]), rest)


@lru_cache(maxsize=2048)
def _parted(word: str) -> str:
    return _by_season(word) or _by_scene(word) or word


def _by_season(word: str) -> str:
    first = _SEASON.match(word)
    if first is None or find(word, _of_a_season()):
        return ""
    last = word[first.end() :]
    known = (0, len(last)) in find(last, _of_a_season())
    return f"{first.group()} {last}" if known else ""


def _by_scene(word: str) -> str:
    """A compound of any first part and a scene, as two words; empty for another word."""
    match = None if _ANOTHER.fullmatch(word) else _SCENE.fullmatch(word)
    if match is None:
        return ""
    first, last = match["first"], match["last"]
    if (0, len(last)) not in find(last, _drawn()) or _as_it_is(word, len(first)):
        return ""
    return f"{_unjoined(first)} {last}"


def _as_it_is(word: str, first: int) -> bool:
    """Whether the table has a compound by more than its first part. By its last part alone it is taken
    apart where the first says something too: a "Vulkanlandschaft" has a volcano.
    """
    own = [e for e in _known() if find(word, (e,))]
    if any(not e.startswith("*") and len(plain(e.strip("*"))) > first for e in own):
        return True
    endings = any(e.startswith("*") for e in own)
    return endings and not find(_unjoined(word[:first]), _known())


def _unjoined(first: str) -> str:
    """A first part as the table has it: the s of "Frühlingsgarten" only joins."""
    if find(first, _known()):
        return first
    for joint in _JOINTS:
        bare = first.removesuffix(joint)
        if len(bare) > 3 and find(bare, _known()):
            return bare
    return first
