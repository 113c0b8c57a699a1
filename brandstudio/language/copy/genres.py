"""The words that describe a text (genre, channel, tone, length), and the phrase that they make."""

from __future__ import annotations

import re

from ..tables import either, word_list, word_set

DETERMINERS = word_set("orders", "determiners")
TO_US = word_set("orders", "to_us")
CHANNELS = word_set("orders", "channels")
_GENRES = word_set("orders", "genres")
# Words that name a genre and much else besides: with a verb, a channel or an "about" they count.
_WEAK_GENRES = word_set("orders", "weak_genres")
LENGTHS = word_set("orders", "lengths")
TONE_NOUNS = word_set("orders", "tone_nouns")
# Without the endings of German, French and Spanish adjectives.
TONES = word_set("orders", "tones")
ABOUT = re.compile(rf"(?:{either('orders', 'about')})\s*", re.IGNORECASE)
ON = re.compile(rf"(?:{either('orders', 'on')})\s+|(?:de l|d)(?=['\u2019])", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*")


def fold(token: str) -> str:
    return token.casefold().replace("\u2019", "'")


_ENDINGS = word_list("orders", "adjective_endings")


def is_tone(word: str) -> bool:
    if word in TONES:
        return True
    return any(word.endswith(end) and word[: -len(end)] in TONES for end in _ENDINGS)


def names_genre(token: str) -> bool:
    parts = fold(token).split("-")
    return fold(token) in _GENRES or (parts[-1] in _GENRES and all(describes(p) for p in parts))


def _is_number(token: str) -> bool:
    return token.isdigit()


def describes(token: str) -> bool:
    """Whether a token belongs to the description of a text: genre, channel, tone, length."""
    word = fold(token)
    if (
        word in _GENRES
        or word in _WEAK_GENRES
        or word in CHANNELS
        or word in DETERMINERS
        or word in LENGTHS
        or is_tone(word)
    ):
        return True
    if word in (
        "and",
        "but",
        "und",
        "et",
        "y",
        "or",
        "very",
        "really",
        "sehr",
        "très",
        "muy",
        "de",
    ):
        return True
    parts = word.split("-")
    return len(parts) > 1 and all(describes(p) or p.isdigit() for p in parts)


def skip(body: str, at: int) -> int:
    while at < len(body) and body[at] == " ":
        at += 1
    return at


def genre_phrase(body: str, at: int, asked: bool) -> tuple[int, bool, int, list[str]] | None:
    """Where the description of the text ends: (end, whether a genre is named beyond doubt, how many
    words, others).
    """
    end, count, strong, weak, channel = at, 0, False, False, False
    unknown: list[str] = []
    pending: list[str] = []
    determined = False
    for match in WORD.finditer(body, at):
        token, word = match.group(), fold(match.group())
        between = body[end : match.start()]
        if between.strip(" ,/-\"'\u201c\u201d") or (len(pending) > 3):
            break
        following = WORD.match(body, skip(body, match.end()))
        ahead = fold(following.group()) if following else ""
        if asked and count == 0 and word in TO_US and word not in ("for", "für", "pour", "para"):
            end = match.end()
            continue
        if (
            word in ("for", "on", "für", "auf", "pour", "sur", "para", "en")
            and ahead in CHANNELS
            and (strong or weak)
        ):
            end = match.end()
            continue
        number = _is_number(word) and ahead in LENGTHS
        if word in ("of", "in", "mit", "with", "de", "en", "von", "max", "about", "maximum") and (
            (ahead.isdigit() and _unit_after(body, following)) or ahead in TONE_NOUNS
        ):
            number = True
        if describes(token) or number or (count and word in LENGTHS) or (word == "line" and count):
            if word == "line" and body[match.end() :].lstrip().startswith("up"):
                break
            named = word in _GENRES or names_genre(token)
            strong = strong or named
            weak = weak or word in _WEAK_GENRES
            channel = channel or word in CHANNELS or word.split("-")[0] in CHANNELS
            determined = determined or word in DETERMINERS
            unknown += pending
            pending = []
            end, count = match.end(), count + 1
            continue
        leads_on = ABOUT.match(body, match.start()) or ON.match(body, match.start())
        if (asked or determined) and not (strong or weak or leads_on):
            pending.append(token)
            end_of_pending = match.end()
            # Only a genre that follows makes these words part of its description.
            if _genre_soon(body, end_of_pending):
                end = end_of_pending
                continue
        break
    told = asked or channel or ABOUT.match(body, skip(body, end)) is not None
    if pending or not (strong or (weak and told) or (channel and asked)):
        return None
    return end, strong or channel, count, unknown


def _unit_after(body: str, number: re.Match[str] | None) -> bool:
    unit = WORD.match(body, skip(body, number.end())) if number else None
    return unit is not None and fold(unit.group()) in LENGTHS


def _genre_soon(body: str, at: int) -> bool:
    """Whether a genre is among the next three words, with nothing but words before it."""
    for _ in range(3):
        match = WORD.match(body, skip(body, at))
        if match is None or ABOUT.match(body, match.start()) or ON.match(body, match.start()):
            return False
        if names_genre(match.group()) or fold(match.group()) in _WEAK_GENRES:
            return True
        at = match.end()
    return False
