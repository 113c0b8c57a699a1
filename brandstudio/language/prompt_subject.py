"""The thing that a prompt is about and that no picture of the built-in engine shows: "a tennis racket
on a beach", "two wine glasses in front of mountains", "una raqueta en la playa".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from .tables import either, table
from .words import find, plain

#: A word of a prompt that is not drawn: where it stands, itself, whether it is a known thing.
Named = tuple[int, str, bool]

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ROMANCE = re.compile(rf"\b(?:{either('scenes', 'romance')})\b")
_GERMAN = re.compile(rf"\b(?:{either('scenes', 'german')})\b")
_ABSTRACT = re.compile(rf"[^\W\d_]*(?:{either('scenes', 'abstract_endings')})")
_DOING = re.compile(rf"\s+(?:(?:{either('scenes', 'doing')})(?![^\W_])|[^\W\d_]{{3,}}ing\b|d')")
_DOING_AFTER_ADJECTIVE = re.compile(rf"\s+[^\W\d_]+\s+(?:{either('scenes', 'doing')})(?![^\W_])")
_STANDING = re.compile(rf"\s+(?:[^\W\d_]+\s+)?(?:{either('scenes', 'standing')})(?![^\W_])")
_COLOURED = "painted|coloured|colored|in|gestrichen in|in der farbe|peinte?s? en|pintad[oa]s? de"
#: A noun of French or Spanish begins behind these.
_A_NOUN = rf"(?:^|(?<![^\W_])(?:{either('scenes', 'romance')}|de|d'|l'|y|et)\s*)"
_BETWEEN = rf"(?:{either('scenes', 'between')})"
_OPENING = re.compile(rf"\s*(?:{either('scenes', 'opening')})(?![^\W_])")
_PLACING = re.compile(rf"\s+(?:{either('scenes', 'placing')})(?![^\W_])")
#: What stands on, under or before something is a thing: no calm lies on a table.
_STANDS = re.compile(rf"\s+(?:{either('scenes', 'stands')})(?![^\W_])")
_ENDS = re.compile(r"\s*(?:[,.;:!]|$)")
_NOTHING_FOLLOWS = re.compile(
    rf"\s*(?:[,.;:!]|$|(?:and|und|et|y|of|{either('scenes', 'placing')}|{either('scenes', 'standing')})(?![^\W_]))"
)
_OF = re.compile(r" (?:of|de|d') ?(?=[^\W\d_])")
_TO = re.compile(r" a (?=[^\W\d_])")
_BELONGS = re.compile(r"\s(?:of|von|de|d'|du|des|del|di)\s*$")
#: A plural without an article: "knitted socks on a beach", but no "happiness in blue".
_PLURAL = re.compile(r"[^\W\d_]{3,}[^s\W\d_]s")
#: Forms of verbs, which are no second half of a thing: "a woman laughing".
_VERBAL = re.compile(r"[^\W\d_]+(?:ing|ed)")


@cache
def passing() -> frozenset[str]:
    """The words that nobody misses in a picture."""
    return frozenset(plain(w) for w in table("scenes")["words"]["passing"])


def subject_of(
    named: Sequence[Named],
    rest: str,
    family: str | None,
    drawn: Sequence[tuple[int, int]],
) -> str:
    """The main thing that is not drawn, as the prompt says it; empty where the prompt is about what
    is drawn. ``drawn`` are the places of the words that the picture shows.
    """
    return (
        _placed(named, rest, family, drawn)
        or _begun(named, rest)
        or _head(named, rest, family)
        or _main(named, rest, certain=family is not None)
    )


def _placed(
    named: Sequence[Named], rest: str, family: str | None, drawn: Sequence[tuple[int, int]]
) -> str:
    """The thing that a prompt begins with and that it then places somewhere; empty where it begins
    with what is drawn, or places nothing.
    """
    known = {at: word for at, word, _ in named}
    opening = _OPENING.match(rest)
    run: list[tuple[int, int]] = []
    shows, romance = False, bool(_ROMANCE.search(rest))
    for match in _WORD.finditer(rest, opening.end() if opening else 0):
        start, end = match.span()
        if start in known:
            # Words that stand side by side are one thing.
            run = (
                [*run, (start, end)] if run and rest[run[-1][1] : start] == " " else [(start, end)]
            )
            end = _with_its_content(rest, end, known)
            if _PLACING.match(rest, end) or (opening and _ENDS.match(rest, end)):
                owned = len(run) > 1 and rest[slice(*run[-2])].endswith("'s")
                if len(run) > 1 and _VERBAL.fullmatch(match[0]) and not owned:
                    end = run[-2][1]  # "three coworkers laughing in an office"
                said = rest[run[0][0] : end]
                if shows and _BELONGS.search(rest[: run[0][0]]):
                    return ""  # "rooftops of Paris"
                # Without an article a plural is surely a thing, and what is by or on another.
                plural = (
                    family != "mesh" and not (shows and romance) and _PLURAL.fullmatch(match[0])
                )
                by_another = any(thing and at > end for at, _, thing in named)
                # Behind what is drawn it is its adjective: "feuilles tropicales sur fond sombre".
                adjective = (shows and romance) or _ABSTRACT.fullmatch(match[0])
                a_thing = not adjective and _STANDS.match(rest, end)
                return said if opening or plural or by_another or a_thing else ""
            continue
        shown = any(a <= start < b for a, b in drawn)
        if run and shown and not shows and romance and _PLACING.match(rest, end):
            return rest[run[0][0] : run[-1][1]]  # "un globo rojo en el cielo"
        shows |= shown
        if run or not (shown or match[0] in passing()) or _PLACING.match(" " + match[0]):
            return ""
    return ""


def _begun(named: Sequence[Named], rest: str) -> str:
    """The unknown noun that a prompt in French, Spanish or German begins with: "mochila en la cima",
    "Hirsch im Wald"; an adjective of German stands before a noun, not before where that is.
    """
    opening = _OPENING.match(rest)
    first = _WORD.search(rest, opening.end() if opening else 0)
    if first is None or _ABSTRACT.fullmatch(first[0]):
        return ""
    known = {at: word for at, word, _ in named}
    if first.start() not in known or rest[: first.start()].strip() not in (
        "",
        opening and opening[0].strip(),
    ):
        return ""
    end = _with_its_content(rest, first.end(), known)
    if _says_how(rest, end):
        return ""
    german = _GERMAN.search(rest) and not _ROMANCE.search(rest) and _PLACING.match(rest, end)
    return rest[first.start() : end] if german or _ROMANCE.search(rest) else ""


@cache
def _scene_words() -> tuple[str, ...]:
    lists = (table("scenes")[name] for name in ("families", "motifs"))
    return tuple(entry for one in lists for entries in one.values() for entry in entries)


def _says_how(rest: str, end: int) -> bool:
    """Whether the word that ends there is an adjective of what stands directly behind it, a thing that
    scenes have: "verschlafener Wald", "un enigmático bosque".
    """
    after = _WORD.match(rest, end + 1)
    return bool(
        after
        and rest[end] == " "
        and (0, len(after[0])) in find(after[0], _scene_words())
        and not passing() & {after[0]}
    )


def _with_its_content(rest: str, end: int, known: dict[int, str]) -> int:
    """Where a thing ends with what it holds or is for: "a jar of honey", "sac à main"."""
    of = _OF.match(rest, end) or (_TO.match(rest, end) if is_romance(rest) else None)
    return of.end() + len(known[of.end()]) if of and of.end() in known else end


def _main(named: Sequence[Named], rest: str, *, certain: bool) -> str:
    """The word of the thing that a prompt is about: the first known thing, else, where no scene is
    named, the noun of the first unknown words (their last word, in French and Spanish the first).
    """
    things = [n for n in named if n[2]]
    if things and _CJK.search(things[-1][1]):
        return max(things)[1]  # in Japanese and Chinese what it is about comes last
    if things:
        return _whole(sorted(things), sorted(named), rest)
    if certain or not named:
        return ""
    run = [named[0]]
    for each in named[1:]:
        if each[0] - (run[-1][0] + len(run[-1][1])) > 1:
            break
        run.append(each)
    romance = bool(_ROMANCE.search(rest))
    at, word, _ = run[0] if romance else run[-1]
    return "" if _says_how(rest, at + len(word)) else word


def _head(named: Sequence[Named], rest: str, family: str | None) -> str:
    """The unknown noun that a prompt begins with, by what follows it: "a plumber fixing a sink",
    "zapatillas rojas sobre fondo amarillo"; empty where it is about something else.
    """
    if not named or named[0][2] or not passing().issuperset(rest[: named[0][0]].split()):
        return ""
    at, word, _ = named[0]
    follows = rest[at + len(word) :]
    things = any(thing for _, _, thing in named)
    if things and _ROMANCE.search(rest) and _DOING_AFTER_ADJECTIVE.match(follows):
        return word
    if (things or _OPENING.match(rest)) and _DOING.match(follows):
        return word
    return word if family == "mesh" and _STANDING.match(follows) else ""


def _whole(things: Sequence[Named], named: Sequence[Named], rest: str) -> str:
    """The first thing with what belongs to it: "eiffel tower", "hot air balloons", "yoga class", "a
    child's drawing", "a cup of tea".
    """
    at, said, _ = things[0]
    known = {start: (word, thing) for start, word, thing in named}
    romance = bool(_ROMANCE.search(rest))
    parts = bool(romance or _GERMAN.search(rest))  # nouns don't follow nouns there
    grown = 0
    while (after := known.get(at + len(said) + 1)) is not None:
        word, thing = after
        owned = said.endswith("'s")
        joins = owned or (not grown and not parts and not _VERBAL.fullmatch(word))
        if not (thing or joins) or rest[at + len(said)] != " ":
            break
        grown += not thing and not owned
        said = f"{said} {word}"
    if romance:
        before = [n for n in named if n[0] + len(n[1]) + 1 == at and rest[at - 1] == " "]
        at = before[0][0] if before else at  # "la tour Eiffel"
        said = rest[at : things[0][0]] + said
    return rest[at : _with_its_content(rest, at + len(said), {k: w for k, (w, _) in known.items()})]


def colours_of(
    rest: str, subject: str, others: Sequence[str], colours: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """Where the colour of each thing stands that is not drawn: no sky is red for a red balloon.
    ``others`` may be adjectives ("a blue wispy sky"), so that a colour is theirs only where nothing
    of the scene follows.
    """
    romance = bool(_ROMANCE.search(rest))
    found: dict[str, tuple[int, int]] = {}
    for start, end in sorted(set(find(rest, colours))):
        before, after = rest[:start].rstrip(), rest[end:]
        for thing in filter(None, (subject, *others)):
            said = re.escape(thing)
            led = re.match(rf"[ -]+(?:(?!{_BETWEEN} )[^\W\d_]+ )?{said}(?![^\W_])", after)
            led = (
                led
                if thing == subject or (led and _NOTHING_FOLLOWS.match(after, led.end()))
                else None
            )
            behind = romance and re.search(
                rf"(?<![^\W_]){said}$" if thing == subject else rf"{_A_NOUN}{said}$", before
            )
            # "A craftsman in blue trousers" is none that is blue.
            painted = _NOTHING_FOLLOWS.match(after) and re.search(
                rf"(?<![^\W_]){said},? (?:{_COLOURED})$", before
            )
            if thing not in found and (led or behind or painted):
                found[thing] = (start, end)
                break
    return found


def is_romance(rest: str) -> bool:
    """Whether a plain text has a small word of French, Spanish or Italian."""
    return bool(_ROMANCE.search(rest))


def has_german(rest: str) -> bool:
    """Whether a plain text has a small word of German and none of French, Spanish or Italian."""
    return bool(_GERMAN.search(rest)) and not _ROMANCE.search(rest)
