"""What of a brief's sentence is asked of the writer, and what is said to the reader.

"A short Instagram caption about our new ski pass, playful tone" asks for a genre, a length and a
tone and says one thing: our new ski pass. :func:`part` takes such words away, in English, German,
French and Spanish, and gives back what remains, word for word; what is not known for an instruction
stays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..tables import either, word_list, word_set

_DETERMINERS = word_set("orders", "determiners")
_TO_US = word_set("orders", "to_us")
_CHANNELS = word_set("orders", "channels")
_GENRES = word_set("orders", "genres")
# Words that name a genre and much else besides: with a verb, a channel or an "about" they count.
_WEAK_GENRES = word_set("orders", "weak_genres")
# Nobody is written to, and nothing happens, by one of these.
_PURE = word_set("orders", "pure")
# As a label alone these name where someone can be reached.
_ADDRESSES = word_set("orders", "addresses")
_LENGTHS = word_set("orders", "lengths")
_TONE_NOUNS = word_set("orders", "tone_nouns")
_PLAIN_TONES = word_set("orders", "plain_tones")
_EXTRAS = word_set("orders", "extras")
# Without the endings of German, French and Spanish adjectives.
_TONES = word_set("orders", "tones")
_FILLERS = word_set("orders", "fillers")
_GENERIC = re.compile(
    rf"(?:(?:{either('orders', 'everyone_determiners')})\s+)*(?:{either('orders', 'everyone')}"
    r")$",
    re.IGNORECASE,
)

_POLITE = re.compile(rf"(?:(?:{either('orders', 'polite')})\b[,!:]?\s*)++", re.IGNORECASE)
_WRITE = re.compile(rf"(?:{either('orders', 'write')})\s+", re.IGNORECASE)
_NOT_YOURS = rf"(?!(?:{either('orders', 'not_yours')})\b)"
_ANNOUNCE = re.compile(
    rf"(?:(?:{either('orders', 'to_invite')})?(?:{either('orders', 'announce')}))\s+" + _NOT_YOURS,
    re.IGNORECASE,
)
# Verbs that part in German: the second half stands at the end.
_PARTED = re.compile(
    r"(?:(?P<an>kündig(?:e|en sie)?)|(?P<vor>stell(?:e|en sie)?))\s+(?P<what>.+?)\s+(?:(?(an)an|vor))(?P<rest>[.!]?|,.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TELL = re.compile(
    rf"(?:(?:{either('orders', 'that')})?(?:{either('orders', 'tell')}"
    rf")\s+(?:(?P<who>[^.:!?]{{1,80}}?)\s*,?\s*)??(?:know\s+)?(?:{either('orders', 'tell_of')}"
    rf")|(?:{either('orders', 'say')})\s+that)\s*",
    re.IGNORECASE,
)
_INVITE = re.compile(
    rf"(?:{either('orders', 'to_invite')})?(?:(?:{either('orders', 'invite')}"
    rf")\s+(?P<who>[^.:!?]{{1,80}}?)\s+(?:to|à(?= )|aux?|a(?= )|al)\s+)",
    re.IGNORECASE,
)
_LADE = re.compile(
    r"(?:lad(?:e|en sie)?)\s+(?P<who>[^.:!?]{1,80}?)\s+(?P<what>(?:zur|zum|zu)\s+.+?)\s+ein(?P<rest>[.!]?|,.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ABOUT = re.compile(rf"(?:{either('orders', 'about')})\s*", re.IGNORECASE)
_ON = re.compile(rf"(?:{either('orders', 'on')})\s+|(?:de l|d)(?=['\u2019])", re.IGNORECASE)
_OF_WHOM = re.compile(
    rf"(?P<who>(?:{either('orders', 'to_whom')})\s+[^.,:;!?]{{1,60}}?)\s+(?=(?:"
    rf"{either('orders', 'to_whom_about')})\b)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*")
_ADJECTIVE = re.compile(rf"\w{{3,}}(?:{either('orders', 'adjective_forms')})(?:e[nrsm]?)?$")
_WISH_VERB = re.compile(
    rf"(?:please\s+)?(?:{either('orders', 'wish_verbs')})\s+(?:(?:"
    rf"{either('orders', 'wish_fillers')})\s+)*",
    re.IGNORECASE,
)


_BARE = re.compile(
    rf"(?>{_POLITE.pattern}|(?:{_WRITE.pattern[:-3]}|{either('orders', 'bare_orders')})\b\s*)++",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """``said`` is the fact, empty for a mere instruction; ``audience`` whom an instruction named;
    ``wishes`` the rest.
    """

    said: str
    ordered: bool = False
    audience: str = ""
    wishes: tuple[str, ...] = ()


def part(sentence: str) -> Part:
    """A sentence of a brief, parted into instruction and fact."""
    body = sentence.strip()
    bare = body.rstrip(" .!")
    if _is_wish(bare) or _BARE.fullmatch(bare):
        return Part("", True, "", (bare,))
    said, ordered, audience, wish = _lead(body)
    wishes = [wish] if wish else []
    trailing: list[str] = []
    while said and (cut := _tail(said, ordered)) is not None:
        said, tail = cut
        trailing.insert(0, tail)
        ordered = True
    if ordered and said and not trailing and not wishes and said == body:
        ordered = False
    if ordered and said.endswith("?") and _POLITE.match(body):
        said = said[:-1]  # it was the request that was a question
    return Part(
        said.strip(" ,;\u2013-") if ordered else said, ordered, audience, (*wishes, *trailing)
    )


def is_genre(label: str) -> bool:
    """Whether a label before a colon only names the kind of copy ("Ankündigung", "Short LinkedIn
    post").
    """
    tokens = _TOKEN.findall(label)
    if len(tokens) == 1 and _fold(tokens[0]) in _ADDRESSES:
        return False
    return bool(tokens) and all(_known(t) for t in tokens) and any(_is_genre(t) for t in tokens)


def _fold(token: str) -> str:
    return token.casefold().replace("\u2019", "'")


_ENDINGS = word_list("orders", "adjective_endings")


def _is_tone(word: str) -> bool:
    if word in _TONES:
        return True
    return any(word.endswith(end) and word[: -len(end)] in _TONES for end in _ENDINGS)


def _is_genre(token: str) -> bool:
    parts = _fold(token).split("-")
    return _fold(token) in _GENRES or (parts[-1] in _GENRES and all(_known(p) for p in parts))


def _is_number(token: str) -> bool:
    return token.isdigit()


def _known(token: str) -> bool:
    """Whether a token belongs to the description of a text: genre, channel, tone, length."""
    word = _fold(token)
    if (
        word in _GENRES
        or word in _WEAK_GENRES
        or word in _CHANNELS
        or word in _DETERMINERS
        or word in _LENGTHS
        or _is_tone(word)
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
    return len(parts) > 1 and all(_known(p) or p.isdigit() for p in parts)


def _lead(body: str) -> tuple[str, bool, str, str]:
    """The sentence without the instruction that it begins with: (fact, whether there was one,
    audience, wish).
    """
    polite = _POLITE.match(body)
    start = polite.end() if polite else 0
    rest = body[start:]
    dispatched = _dispatch(rest)
    if dispatched is not None:
        return dispatched, True, "", ""
    verb = _WRITE.match(rest)
    at = start + (verb.end() if verb else 0)
    asked = bool(verb or polite)
    found = _genre_phrase(body, at, asked)
    if found is None:
        about = _ABOUT.match(body, at)
        if verb and about:
            return _nominative(about.group(), body[about.end() :]), True, "", ""
        return body, False, "", ""
    end, strong, count, unknown = found
    wish = body[:end].strip(" ,:;-\u2013")
    whom = _OF_WHOM.match(body, _skip(body, end))
    audience = ""
    after = _skip(body, end)
    if whom:
        audience = (
            "" if _GENERIC.match(whom.group("who").partition(" ")[2]) else whom.group("who").strip()
        )
        after = whom.end()
    tail = body[after:]
    kept = " ".join(unknown)
    if not tail.strip(" .!"):
        if kept and not (len(unknown) == 1 and _ADJECTIVE.match(kept.casefold())):
            return kept, True, audience, wish
        return ("", True, audience, wish) if asked or strong else (body, False, "", "")
    names = ": ".join([*(w for w in unknown if w[:1].isupper() or any(c.isdigit() for c in w)), ""])
    dispatched = _dispatch(tail)
    if dispatched is not None:
        return names + dispatched, True, audience, wish
    about = _ABOUT.match(tail)
    if about:
        return names + _nominative(about.group(), tail[about.end() :]), True, audience, wish
    mark = re.match(r"\s*[:\u2013-]\s+", body[end:])
    if mark and (asked or strong):
        return names + body[end + mark.end() :], True, audience, wish
    on = _ON.match(tail)
    if on and (asked or (strong and (count > 1 or _fold(wish) in _PURE))):
        if kept:
            return f"{kept} {tail}", True, audience, wish
        return _nominative(on.group(), tail[on.end() :]), True, audience, wish
    stop = re.match(r"\s*[,;]\s*", body[end:])
    if stop and (asked or (strong and count > 1)):
        return body[end + stop.end() :], True, audience, wish
    return body, False, "", ""


def _skip(body: str, at: int) -> int:
    while at < len(body) and body[at] == " ":
        at += 1
    return at


def _dispatch(rest: str) -> str | None:
    """What a verb of telling says: ``Announce X``, ``Tell them that X``; whom it names stands
    before a colon.
    """
    parted = _PARTED.match(rest)
    if parted:
        return _nominative("über", parted.group("what") + parted.group("rest"))
    lade = _LADE.match(rest)
    if lade:
        what = re.match(r"(zur|zum|zu)\s+(.*)", lade.group("what"), re.IGNORECASE | re.DOTALL)
        assert what is not None
        return _audience(lade.group("who")) + _nominative(
            what.group(1), what.group(2) + lade.group("rest")
        )
    for verb in (_INVITE, _TELL, _ANNOUNCE):
        found = verb.match(rest)
        if found and rest[found.end() :].strip(" .!"):
            who = found.groupdict().get("who") or ""
            return _audience(who) + _nominative(
                found.group() if verb is _ANNOUNCE else "", rest[found.end() :]
            )
    return None


def _audience(who: str) -> str:
    who = who.strip(" ,")
    if not who or _GENERIC.match(who):
        return ""
    return re.sub(r"^(?:a|aux?|den)\s+", "", who) + ": "


def _genre_phrase(body: str, at: int, asked: bool) -> tuple[int, bool, int, list[str]] | None:
    """Where the description of the text ends: (end, whether a genre is named beyond doubt, how many
    words, others).
    """
    end, count, strong, weak, channel = at, 0, False, False, False
    unknown: list[str] = []
    pending: list[str] = []
    determined = False
    for match in _TOKEN.finditer(body, at):
        token, word = match.group(), _fold(match.group())
        between = body[end : match.start()]
        if between.strip(" ,/-\"'\u201c\u201d") or (len(pending) > 3):
            break
        following = _TOKEN.match(body, _skip(body, match.end()))
        ahead = _fold(following.group()) if following else ""
        if asked and count == 0 and word in _TO_US and word not in ("for", "für", "pour", "para"):
            end = match.end()
            continue
        if (
            word in ("for", "on", "für", "auf", "pour", "sur", "para", "en")
            and ahead in _CHANNELS
            and (strong or weak)
        ):
            end = match.end()
            continue
        number = _is_number(word) and ahead in _LENGTHS
        if word in ("of", "in", "mit", "with", "de", "en", "von", "max", "about", "maximum") and (
            (ahead.isdigit() and _unit_after(body, following)) or ahead in _TONE_NOUNS
        ):
            number = True
        if _known(token) or number or (count and word in _LENGTHS) or (word == "line" and count):
            if word == "line" and body[match.end() :].lstrip().startswith("up"):
                break
            named = word in _GENRES or _is_genre(token)
            strong = strong or named
            weak = weak or word in _WEAK_GENRES
            channel = channel or word in _CHANNELS or word.split("-")[0] in _CHANNELS
            determined = determined or word in _DETERMINERS
            unknown += pending
            pending = []
            end, count = match.end(), count + 1
            continue
        leads_on = _ABOUT.match(body, match.start()) or _ON.match(body, match.start())
        if (asked or determined) and not (strong or weak or leads_on):
            pending.append(token)
            end_of_pending = match.end()
            # Only a genre that follows makes these words part of its description.
            if _genre_soon(body, end_of_pending):
                end = end_of_pending
                continue
        break
    told = asked or channel or _ABOUT.match(body, _skip(body, end)) is not None
    if pending or not (strong or (weak and told) or (channel and asked)):
        return None
    return end, strong or channel, count, unknown


def _unit_after(body: str, number: re.Match[str] | None) -> bool:
    unit = _TOKEN.match(body, _skip(body, number.end())) if number else None
    return unit is not None and _fold(unit.group()) in _LENGTHS


def _genre_soon(body: str, at: int) -> bool:
    """Whether a genre is among the next three words, with nothing but words before it."""
    for _ in range(3):
        match = _TOKEN.match(body, _skip(body, at))
        if match is None or _ABOUT.match(body, match.start()) or _ON.match(body, match.start()):
            return False
        if _is_genre(match.group()) or _fold(match.group()) in _WEAK_GENRES:
            return True
        at = match.end()
    return False


def _wishful(text: str, core: frozenset[str], ordered: bool) -> bool:
    """Whether all words of a stretch are about the text: one of ``core`` (or, after an order, a
    tone) and fillers.
    """
    tokens = _TOKEN.findall(text)
    if not tokens or len(tokens) > 14 or re.search(r"[£$€¥%@]|://", text):
        return False
    words = [_fold(t) for t in tokens]
    hit = False
    for place, word in enumerate(words):
        parts = word.split("-")
        if word.isdigit():
            ahead = words[place + 1 : place + 4]
            if not any(w in _LENGTHS or w in _EXTRAS for w in ahead):
                return False
        elif word in core or (len(parts) == 2 and parts[0].isdigit() and parts[1] in _LENGTHS):
            hit = True
        elif _is_tone(word):
            hit = hit or ordered
        elif not (word in _FILLERS or word in _DETERMINERS or (ordered and _known(word))):
            return False
    return hit


_MEASURED = re.compile(rf"\d|\b(?:{either('orders', 'counted')})\b", re.IGNORECASE)


def _about_text(text: str, ordered: bool) -> bool:
    if _wishful(text, _TONE_NOUNS, ordered):
        return True
    return _wishful(text, _LENGTHS | _EXTRAS, ordered) and bool(
        _MEASURED.search(text) or ordered or {_fold(t) for t in _TOKEN.findall(text)} & _EXTRAS
    )


_WEAK_WISHES = word_set("orders", "weak_wishes")


def _is_wish(bare: str) -> bool:
    """A sentence that only speaks of the text: "Keep it under 50 words", "Friendly tone", "Don't
    use jargon".
    """
    verb = _WISH_VERB.match(bare + " ")
    rest = bare[verb.end() :] if verb else bare
    if verb is None or not rest:
        return verb is None and _about_text(rest, False)
    telling = verb.group().strip().casefold() not in _WEAK_WISHES
    return _about_text(rest, telling)


def _tail(said: str, ordered: bool) -> tuple[str, str] | None:
    """The sentence without a wish at its end, and the wish."""
    core = said.rstrip(" .!")
    bracket = re.search(r"\s*[(\[]([^()\[\]]{1,80})[)\]]$", core)
    if bracket and _about_text(bracket.group(1), ordered):
        return core[: bracket.start()], bracket.group(1)
    breaks = list(re.finditer(r"\s*[,;]\s+|\s+[\u2013\u2014-]\s+", core))[-6:]
    for mark in breaks:
        if _about_text(core[mark.end() :], ordered):
            return core[: mark.start()], core[mark.end() :]
    spaces = list(
        re.finditer(
            r"\s+(?=(?:in|with|under|dans|avec|sur un|en|con|mit|im|for|für|pour|para)\s)", core
        )
    )[-4:]
    for mark in spaces:
        rest = core[mark.end() :]
        plain = ordered or {_fold(t) for t in _TOKEN.findall(rest)} & _PLAIN_TONES
        if plain and mark.start() and _about_text(rest, False):
            return core[: mark.start()], rest
        preposition, *others = _TOKEN.findall(rest)
        if ordered and _fold(preposition) in _TO_US and all(_fold(t) in _CHANNELS for t in others):
            return core[: mark.start()], rest
    return None


def _nominative(before: str, said: str) -> str:
    """What stood behind a preposition, so that it can stand alone.

    Contractions are taken apart ("à propos du" to "le"), and where German cases leave no doubt
    articles and adjectives are put into the nominative; elsewhere the preposition stays.
    """
    lead = before.strip().casefold()
    if lead.endswith((" du", "del")):
        article = "el" if lead.endswith("del") else "le"
        return f"{article} {said}"
    if lead.endswith(" des"):
        return f"les {said}"
    if lead.endswith((" de l'", " de l\u2019")):
        return f"l'{said}"
    if lead in ("de l", "d") and said[:1] in "'\u2019":
        return f"l{said}" if lead == "de l" else said[1:]
    words = said.split(" ")
    if lead in ("zu", "zur", "zum"):
        first = words[0].casefold()
        if lead == "zur" and re.fullmatch(r"[a-zäöüß]+en", words[0]):
            return " ".join([words[0][:-1], *words[1:]])
        if lead == "zu" and re.fullmatch(r"(?:unser|ein|dein|mein|ihr|sein)er", first):
            return " ".join([words[0][:-1], *_adjectives(words[1:], "e")])
        if (lead == "zum" and re.fullmatch(r"[a-zäöüß]+en", words[0])) or (
            lead == "zu" and words[0][:1].islower()
        ):
            return f"{before.strip()} {said}"
        return said
    german = lead in ("über", "für") or lead.startswith(("bew", "präs"))
    if german:
        first = words[0].casefold()
        if first == "den":
            return " ".join(["der", *_adjectives(words[1:], "e")])
        if re.fullmatch(r"(?:unser|ein|mein|dein|sein|ihr|kein)en", first):
            return " ".join([words[0][:-2], *_adjectives(words[1:], "er")])
    return said


def _adjectives(words: list[str], ending: str) -> list[str]:
    """German adjectives before their noun, from ``-en`` to another ending."""
    for place, word in enumerate(words):
        if not re.fullmatch(r"[a-zäöüß]{2,}en", word):
            break
        words = [*words[:place], word[:-2] + ending, *words[place + 1 :]]
    return words
