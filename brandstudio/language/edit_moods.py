"""Moods that have one meaning among people who edit photos: "cheer it up", "needs more pop", "calmer please", "looks
sad". What is done for the word is said.

A wish is carried out as it stands; a complaint waits until all is heard, since what is said behind it may answer it
("a bit sad, brighten it by 20 %"). A mood whose word may as well tell how a picture is to be ("make it sad") is read
only as the complaint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from .edit_heard import Heard
from .edit_values import Edit
from .senses import LANGUAGES, Token
from .tables import table

_IDLE = ("filler", "pronoun", "and", "amount")
#: No mood is stronger than so many plain steps.
_MOST = 1.3


@dataclass(frozen=True, slots=True)
class Mood:
    """A mood by its name, what it is in words, and the edits that it is made of."""

    name: str
    told: str
    does: tuple[Edit, ...]


def mood_said(heard: Heard, clause: Sequence[Token]) -> bool:
    """Take in a clause that only asks for a mood, or complains of one."""
    wanted = any(t.has("make") for t in clause)
    # German "es" behind "mach" is no Spanish verb.
    stated = any(t.has("is") and not (wanted and t.has("pronoun")) for t in clause)
    too = any(t.has("too") or t.has("too-much") for t in clause)
    words = " ".join(w for t in clause if not _is_idle(t) for w in t.text.split() if not _leads(w))
    named = {s.get("value") for t in clause for s in t.senses if s.part == "region"}
    if named - {"all"}:
        return False  # "more pop in the colours" is of these
    if (mood := _moods("wishes").get(words)) is not None and not too and not stated:
        _take(heard, mood, _size(clause), words)
        return True
    if (mood := _moods("complaints").get(words)) is not None and not wanted:
        heard.moods.append((" ".join(t.text for t in clause), mood.name, words, _size(clause)))
        return True
    return False


def settle_moods(heard: Heard) -> None:
    """Mend what was only complained of, where nothing that was asked for answers it."""
    for told, name, word, size in heard.moods:
        mood = next(m for m in _moods("complaints").values() if m.name == name)
        if any(_answers(edit, mood) for edit in heard.edits):
            heard.likened.append(told)
        else:
            _take(heard, mood, size, word)
    heard.moods = []


def _answers(edit: Edit, mood: Mood) -> bool:
    return any(edit.kind == s.kind and edit.amount * s.amount > 0 for s in mood.does)


def _take(heard: Heard, mood: Mood, size: float, word: str) -> None:
    for edit in mood.does:
        same = [e for e in heard.edits if (e.kind, e.place) == (edit.kind, edit.place)]
        if not same:
            heard.edits.append(replace(edit, amount=round(edit.amount * size, 3)))
    told = (word, f"a picture that is {mood.told}")
    if told not in heard.taken_for:
        heard.taken_for.append(told)


def _size(clause: Sequence[Token]) -> float:
    sizes = [float(s.get("number")) for t in clause for s in t.senses if s.part == "amount"]
    return min(_MOST, max(0.5, sizes[0])) if sizes else 1.0


def _is_idle(token: Token) -> bool:
    parts = (*_IDLE, "is", "make", "too", "too-much")
    whole = any(s.part == "region" and s.get("value") == "all" for s in token.senses)
    idle = any(map(token.has, parts)) and token.text not in _spoken()
    return whole or idle


def _leads(word: str) -> bool:
    """Whether a word only leads to what is wanted ("needs more pop")."""
    return word in table("edits")["plainer"]["needs"]


@cache
def _spoken() -> frozenset[str]:
    """The words of all phrases."""
    said = (phrase for way in ("wishes", "complaints") for phrase in _moods(way))
    return frozenset(word for phrase in said for word in phrase.split())


@cache
def _moods(way: str) -> dict[str, Mood]:
    """The moods by the phrases for them."""
    return {
        phrase: Mood(row["is"], row["told"], tuple(Edit(**step) for step in row["does"]))
        for row in table("edits")["mood"]
        for of in LANGUAGES
        for phrase in row[way][of]
    }


__all__ = ["mood_said", "settle_moods"]
