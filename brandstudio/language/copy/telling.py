"""What verbs of telling say (announce, invite, tell, present), so that it can stand alone."""

from __future__ import annotations

import re

from ..tables import either

EVERYONE = re.compile(
    rf"(?:(?:{either('orders', 'everyone_determiners')})\s+)*(?:{either('orders', 'everyone')}"
    r")$",
    re.IGNORECASE,
)
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


def told(rest: str) -> str | None:
    """What a verb of telling says: ``Announce X``, ``Tell them that X``; whom it names stands
    before a colon.
    """
    parted = _PARTED.match(rest)
    if parted:
        return nominative("über", parted.group("what") + parted.group("rest"))
    lade = _LADE.match(rest)
    if lade:
        what = re.match(r"(zur|zum|zu)\s+(.*)", lade.group("what"), re.IGNORECASE | re.DOTALL)
        assert what is not None
        return _audience(lade.group("who")) + nominative(
            what.group(1), what.group(2) + lade.group("rest")
        )
    for verb in (_INVITE, _TELL, _ANNOUNCE):
        found = verb.match(rest)
        if found and rest[found.end() :].strip(" .!"):
            who = found.groupdict().get("who") or ""
            return _audience(who) + nominative(
                found.group() if verb is _ANNOUNCE else "", rest[found.end() :]
            )
    return None


def _audience(who: str) -> str:
    who = who.strip(" ,")
    if not who or EVERYONE.match(who):
        return ""
    return re.sub(r"^(?:a|aux?|den)\s+", "", who) + ": "


def nominative(before: str, said: str) -> str:
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
