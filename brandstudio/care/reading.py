"""Reading items for search: the language of their words, their look, their meaning, and the words
in their pictures.

A workspace that never searched is not read. From its first search on, what comes in is read by the
worker, and whoever searches reads a few items of what waits on the spot.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from PIL import Image

from ..catalogue.nearest import F32, packed, unpacked
from ..context import Context
from ..domain.search_words import language_of_script, words
from ..engines import meaning
from ..errors import ServiceBusy
from ..language.proofread.language import UNDETERMINED, tell
from ..pixels import look
from ..pixels.facts import PictureFacts
from ..pixels.safely import decode_fully_safely
from ..store import Transaction
from ..store.library import ItemRow
from ..store.search_index import Pending

log = logging.getLogger("brandstudio")

Step = Literal["words", "look", "meaning", "lettering"]
MOST_COUNTED = 10_000
_LETTERS = 12
"""Fewer letters tell no language."""


class _Read(NamedTuple):
    """What was read of an item: the language of its words, a vector and what it was made from, or
    the words in its picture.
    """

    item: Pending
    language: str | None = None
    made_from: str = ""
    vector: bytes | None = None
    lines: tuple[str, ...] = ()


_SOME: dict[Step, int] = {"meaning": 4}
_LONG_ENOUGH = 0.4
"""Seconds of CPU that a search gives to what waits; it ends with the items that were begun."""


def read_now(ctx: Context, step: Step, most: int) -> int:
    """Read up to ``most`` items that wait, the newest first, and keep the step up from now on. How
    many still wait is returned, counted to ``MOST_COUNTED``.
    """
    with ctx.store.read() as tx:
        waiting = tx.search.pending_count(step, ctx.workspace_id, MOST_COUNTED)
        active = tx.search.is_active(ctx.workspace_id, step)
    if not waiting:
        return 0
    try:
        if not active:
            with ctx.store.write() as tx:
                tx.search.activate(ctx.workspace_id, step)
        done = _for_a_while(ctx, step, most)
    except ServiceBusy:  # a search must not fail since the disk is full
        return waiting
    return max(0, waiting - done)


def _for_a_while(ctx: Context, step: Step, most: int) -> int:
    """Read some after some until it has taken long enough: long texts take fifty times what a title
    takes.
    """
    done, began = 0, time.thread_time()
    while done < most and time.thread_time() - began < _LONG_ENOUGH:
        read = _read(ctx, step, min(_SOME.get(step, most), most - done))
        if not read:
            break
        done += read
    return done


def keep_up(ctx: Context, step: Step) -> None:
    """From now on the worker keeps the step up, for the pictures that are there too."""
    with ctx.store.read() as tx:
        if tx.search.is_active(ctx.workspace_id, step):
            return
    try:
        with ctx.store.write() as tx:
            tx.search.await_pictures(ctx.workspace_id, step)
            tx.search.activate(ctx.workspace_id, step)
    except ServiceBusy:  # a search must not fail since the disk is full; the next one asks again
        return


def catch_up(ctx: Callable[[str], Context], context: Context, most: int = 32) -> int:
    """Read a few items of every workspace that searches; how many were read."""
    steps: list[Step] = ["words", "look"]
    if meaning.installed():
        steps.append("meaning")
    if context.engines.lettering.installed:
        steps.append("lettering")
    done = 0
    for step in steps:
        with context.store.glance() as tx:
            waiting = tx.search.waiting(step)
        for workspace_id in waiting:
            try:
                done += _read(ctx(workspace_id), step, min(most, _MOST_AT_ONCE.get(step, most)))
            except ServiceBusy:
                raise
            except Exception:  # one workspace's trouble keeps no other from being read
                log.exception("workspace %s could not be read for search", workspace_id)
    return done


def _read(ctx: Context, step: Step, most: int) -> int:
    with ctx.store.read() as tx:
        items = tx.search.pending(step, ctx.workspace_id, most, _SPACES.get(step, ""))
    if not items:
        return 0
    ctx.store.assert_idle()
    if step == "meaning":
        ctx.engines.meaning.ready()
    read = _each(ctx, step, items)
    with ctx.store.write() as tx:
        for each in read:
            if tx.items.by_id(each.item.id) is not None:
                _keep(ctx, tx, step, each)
        tx.search.done(step, ctx.workspace_id, items)
    return len(items)


def _each(ctx: Context, step: Step, items: Sequence[Pending]) -> list[_Read]:
    """What can be read of the items. One that can't (its file is damaged, say) is left out by itself,
    and does not wait for ever before those behind it.
    """
    try:
        return _READERS[step](ctx, items)
    except ServiceBusy:
        raise
    except Exception:
        if len(items) == 1:
            log.exception("item %s can't be read for search; its place stays empty", items[0].id)
            return []
    return [found for item in items for found in _each(ctx, step, [item])]


def _keep(ctx: Context, tx: Transaction, step: Step, read: _Read) -> None:
    id = read.item.id
    if step == "words":
        tx.search.put(id, anew=True)
        if read.language is not None:
            tx.search.learn(ctx.workspace_id, read.language, words(_said(read.item)))
    elif step == "lettering":
        tx.versions.keep_words(id, read.item.number or 0, read.lines)
        tx.search.put(id)
    elif read.vector is None:
        tx.vectors.empty(_SPACES[step], ctx.workspace_id, id)
    else:
        tx.vectors.put(_SPACES[step], ctx.workspace_id, id, read.made_from, read.vector)


def _said(item: Pending) -> str:
    tags = " ".join(json.loads(item.tags))
    seen = "\n".join(_known_words(item.facts) or ())
    said = (item.title, item.description, tags, item.prompt, item.body, seen)
    return "\n".join(filter(None, said))


def _known_words(facts: str | None) -> list[str] | None:
    """The words in the picture; None where nobody read them yet."""
    return None if facts is None else json.loads(facts).get("words")


def _languages(ctx: Context, items: Sequence[Pending]) -> list[_Read]:
    """Each item's language, where its words tell it surely."""
    found = []
    for item in items:
        text = _said(item)
        sure = sum(map(str.isalpha, text)) >= _LETTERS
        language = (language_of_script(text) or tell(text)) if sure else UNDETERMINED
        found.append(_Read(item, None if language == UNDETERMINED else language))
    return found


def _looks(ctx: Context, items: Sequence[Pending]) -> list[_Read]:
    found = []
    for item in items:
        if item.thumbnail_sha is None or item.made_from == item.thumbnail_sha:
            continue
        try:
            vector = _look(ctx, item.thumbnail_sha, item.facts)
        except FileNotFoundError:  # purged in the meantime
            continue
        found.append(_Read(item, None, item.thumbnail_sha, packed(vector)))
    return found


def look_of(ctx: Context, item: ItemRow) -> F32:
    """The look of a picture, kept or read now."""
    with ctx.store.read() as tx:
        kept = tx.vectors.get(look.SPACE, ctx.workspace_id, item.id)
        version = tx.versions.get(item.id, item.current_version or 0)
    if kept is not None:
        return unpacked(kept)
    return _look(ctx, item.thumbnail_sha or "", None if version is None else version.facts)


def _look(ctx: Context, thumbnail_sha: str, facts: str | None) -> F32:
    data = ctx.store.blobs.read(thumbnail_sha)
    mask = None if facts is None else PictureFacts.from_json(json.loads(facts)).mask
    with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
        return look.look(image, mask)


def _meanings(ctx: Context, items: Sequence[Pending]) -> list[_Read]:
    texts = {item.id: _said(item) for item in items}
    marks = {
        id: hashlib.blake2b(text.encode(), digest_size=12).hexdigest() for id, text in texts.items()
    }
    changed = [item for item in items if marks[item.id] != item.made_from]
    new = [item for item in changed if texts[item.id].strip()]
    vectors = ctx.engines.meaning.texts([texts[item.id] for item in new]) if new else ()
    return [
        *(_Read(item) for item in changed if not texts[item.id].strip()),
        *(
            _Read(item, None, marks[item.id], packed(vector))
            for item, vector in zip(new, vectors, strict=True)
        ),
    ]


def _lettering(ctx: Context, items: Sequence[Pending]) -> list[_Read]:
    found = []
    for item in items:
        if item.picture_sha is None or item.facts is None or _known_words(item.facts) is not None:
            continue
        try:
            data = ctx.store.blobs.read(item.picture_sha)
        except FileNotFoundError:  # purged in the meantime
            continue
        image = decode_fully_safely(data).image
        found.append(_Read(item, lines=ctx.engines.lettering.lines(image)))
    return found


_MOST_AT_ONCE: Mapping[Step, int] = {"lettering": 4}
"""A picture's words take a second or two to read: deliveries must not wait for many."""
_SPACES: Mapping[Step, str] = {"look": look.SPACE, "meaning": meaning.SPACE}
_READERS: Mapping[Step, Callable[[Context, Sequence[Pending]], list[_Read]]] = {
    "words": _languages,
    "look": _looks,
    "meaning": _meanings,
    "lettering": _lettering,
}
