"""The words of a prompt that no picture of the built-in engine shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .colour_things import things as coloured_things
from .german_parts import apart
from .prompt_subject import is_romance, passing, subject_of
from .scene_makings import VIEWS, in_its_view, is_lit_street, is_street, seen_from_above
from .tables import either, lists_of, table
from .wishes import met, unmet, unseen_motifs
from .words import blanked, contains, find, plain

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
#: A word of Japanese or Chinese: there are no spaces, but hiragana (endings and particles) part them.
_CJK_WORD = re.compile(r"[\u30a0-\u30ff]{2,}|[\u3400-\u9fff\u3005]{2,}")
_LONG_WORD = re.compile(r"[^\W\d_]{7,}")
_FIRST_PART = re.compile(
    rf"(?:{either('scenes', 'first_parts')}|{either('scenes', 'leading_parts')})"
)
_LEADING_PART = re.compile(rf"(?:{either('scenes', 'leading_parts')})")
_LAST_PART = re.compile(rf"(?:{either('scenes', 'last_parts')})")
_UNSEEN = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'unseen')})(?![^\W_])")
_QUANTITY = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'quantities')})")
_A_FEW = re.compile(
    rf"(?<![^\W_])(?:{either('scenes', 'a_few')})\s+(?!(?:{either('scenes', 'placing')})\b)(?=\w)"
)
_OCCASION = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'occasions')})(?![^\W_])")
PURPOSE = re.compile(rf"\b(?:{either('scenes', 'purposes')})\s+(?:[^\W\d]+\s*){{1,3}}")
"""What a picture is for is not in it."""
_FOR = re.compile(
    rf"\b(?:{either('scenes', 'for_whom')})\s+"
    rf"(?:(?!(?:{either('scenes', 'behind_a_purpose')})(?![^\W_]))[^\W_]+(?:['\u2019.-][^\W_]+)*\s*){{1,8}}"
)
"""The whole of such a clause: up to a sign, or to what goes on about the picture ("with", "in")."""


_ING = re.compile(r"[a-z]{3,}ing")
_GERUND = re.compile(r"[a-z]{2,}(?:ando|iendo|yendo)")
_RELATIVE = re.compile(r"(?<![^\W_])(?:qui|que|who|that|which)\s+(?:se\s+|s')?$")
_NO_VERB = frozenset(table("scenes")["no_verbs"])
"""Nouns with the ending of a verb."""

#: Where what a prompt begins with ends: at a sign, or before where that is.
_CLAUSE_ENDS = re.compile(rf"[,.;:!]|(?<![^\W_])(?:{either('scenes', 'placing')})(?![^\W_])")
#: Motifs that a wider word of a scene does not stand for.
_NAMED_ALONE = (("stars",), ("snowflakes", "flakes"))
#: What a scene is for stands in these: a podium for a bottle.
_HOLDS_THINGS = frozenset({"stage", "tabletop"})
#: Motifs that a thing on a stage stands on or before: they are drawn.
_STOOD_ON = (
    *("bricks", "marble", "planks", "window_light", "leaf_shadows"),
    *("lawn", "terrace", "pavement"),
)
#: Lists of words that no scene shows for their own sake.
_NOT_ANYWHERE = frozenset(
    {"passing", "storm", "lamps", "the_sky", "foam", "level_sea", "sheet_of_stones", "grains"}
)


@lru_cache(maxsize=64)
def compounds(rest: str) -> tuple[tuple[int, int], ...]:
    """Where German compounds stand that name another thing than their beginning: a summer dress
    (``sommerkleid``) is a dress, a summer evening still an hour.
    """
    found = []
    for match in _LONG_WORD.finditer(rest):
        word = match.group()
        first = _FIRST_PART.match(word)
        # The s of "abendstimmung" is none that joins.
        parts = {first.group(), first.group().removesuffix("s")} if first is not None else set()
        if parts and all(_another(word, part) for part in parts):
            found.append(match.span())
    return tuple(found)


def _another(word: str, first: str) -> bool:
    tables = [lists_of(name) for name in ("families", "motifs", "times", "moods", "colours")]
    drawn = [e for entries in tables for some in entries.values() for e in some]
    if any(len(e.strip("*")) > len(first) and find(word, (e,)) for e in drawn):
        return False
    last = word[len(first) :]
    things = [e for some in lists_of("undrawable").values() for e in some]
    if find(last, things):
        return True
    leading = _LEADING_PART.fullmatch(first) and len(last) > 3 and not _LAST_PART.match(last)
    return bool(leading) and not find(last, (*drawn, *passing()))


def uncounted(given: str) -> str:
    """The plain text of a prompt without words of how many and of occasions, compounds parted."""
    words = apart(plain(_A_FEW.sub(" ", given)))
    return _QUANTITY.sub(" ", _OCCASION.sub(" ", words))


def uses(rest: str) -> list[tuple[int, int]]:
    """Where a plain text says what the picture is used for: nothing there is asked to be in it."""
    return [match.span() for match in _FOR.finditer(rest)]


class Undrawn(NamedTuple):
    """What a picture doesn't show, as the prompt says it: the main thing, every other word, and the
    places whose own look is not drawn.
    """

    subject: str
    missing: tuple[str, ...]
    places: tuple[str, ...] = ()


def undrawn(
    rest: str, family: str | None, feeling: str, named_places: Sequence[tuple[int, int]] = ()
) -> Undrawn:
    """What of a prompt is not drawn in a family of scenes; ``named_places`` are where places stand."""
    named_by_last = (*compounds(rest), *coloured_things(rest))
    spans = [s for s in _drawn_spans(rest, family, feeling) if s not in named_by_last]
    things = sorted(s for entries in lists_of("undrawable").values() for s in find(rest, entries))
    things = sorted({*things, *named_by_last})
    purpose = [*(m.span() for m in PURPOSE.finditer(rest)), *uses(rest)]
    surfaces = [s for name in _STOOD_ON for s in find(rest, lists_of("motifs")[name])]
    named: list[tuple[int, str, bool]] = []
    for match in re.finditer(r"[^\W\d_]+(?:'[^\W\d_]+)?", rest):
        word = re.sub(r"^(?:l|d|s|qu)'", "", match.group())
        at = match.end() - len(word)
        if _CJK.search(word) or len(word) < 2 or word in passing():
            continue
        thing = any(a < match.end() and at < b for a, b in things)
        # A stage is drawn for the bottle that is to stand on it; the bottle is not.
        # Nor is it of the wall or the board that it stands on.
        stands = thing and family == "stage" and not any(a <= at < b for a, b in surfaces)
        if any(a < match.end() and at < b for a, b in spans) and not stands:
            continue
        named.append((at, word, thing))
    named += [(a, rest[a:b], True) for a, b in things if _CJK.search(rest[a:b])]
    named += _unknown_cjk(rest, [*spans, *things])
    unseen = [(a, rest[a:b], False) for a, b in _unseen(rest, family)]
    named = [n for n in named if not any(at <= n[0] < at + len(w) for at, w, _ in unseen)]
    # What only says a mood is nothing that a prompt is about.
    aside = [*purpose, *_absent(rest, family)]
    local = [n for n in named if not n[2] and any(a <= n[0] < b for a, b in named_places)]
    named = [n for n in named if n not in local]
    used = uses(rest)
    on_it = _held(rest) if family in _HOLDS_THINGS else set()
    stands = contains(rest, lists_of("motifs")["plinth"])  # "a podium for a hedgehog"
    # For a price list, or a wine tasting: nobody misses these in the picture.
    named = [n for n in named if n[0] in on_it or stands or not any(a <= n[0] < b for a, b in used)]
    if family not in _HOLDS_THINGS:
        local = [n for n in local if not any(a <= n[0] < b for a, b in used)]
    outside = [n for n in named if not any(a <= n[0] < b for a, b in aside)]
    main = subject_of(sorted(outside), rest, family, spans)
    main, unseen = _with_its_kind(main, unseen, rest)
    said = {main, *re.split(r"[ ']", main)}
    named = [n for n in named if n[2] or not _does(n, rest)]
    others = _phrases([n for n in sorted([*named, *unseen]) if n[1] not in said], rest)
    others = [_with_its_occasion(word, rest) for word in others]
    return Undrawn(
        main, tuple(dict.fromkeys(others)), tuple(dict.fromkeys(_phrases(sorted(local), rest)))
    )


def _held(rest: str) -> set[int]:
    """Where things are named that may stand on a stage or a table: a bottle, and no audience."""
    kinds = lists_of("undrawable")
    return {
        a for kind in ("food", "objects", "vehicles", "animals") for a, _ in find(rest, kinds[kind])
    }


def _does(named: tuple[int, str, bool], rest: str) -> bool:
    """Whether a word says what something does, and names no thing: "a dog running", "corriendo", "qui
    saute".
    """
    at, word, _ = named
    if _RELATIVE.search(rest[:at]):
        return True
    romance = is_romance(rest)
    return bool((_GERUND if romance else _ING).fullmatch(word)) and word not in _NO_VERB


def begun_with(rest: str, missing: Sequence[str], family: str) -> str:
    """The missing words that a prompt begins with, where none of its scene stands beside them: what it
    is about, though it is no known thing. Empty where it begins with what is drawn, or with an
    adjective of that.
    """
    clause = _CLAUSE_ENDS.split(rest, maxsplit=1)[0]
    if find(clause, lists_of("families")[family]):
        return ""
    drawn = [e for m, some in lists_of("motifs").items() if m in _shown_in(family) for e in some]
    for said in missing:
        at = clause.find(said)
        before = clause[: max(at, 0)]
        colours = [s for some in lists_of("colours").values() for s in find(before, some)]
        if at >= 0 and passing().issuperset(re.findall(r"[^\W\d_]+", blanked(before, colours))):
            wish = (0, len(said)) in [
                *unmet(said, family),
                *find(said, lists_of("belonging")["occasions"]),
            ]
            return "" if wish or find(clause, drawn) else said
    return ""


def _shown_in(family: str) -> set[str]:
    return {m for m, families in table("scenes")["motif_shown_by"].items() if family in families}


def _with_its_kind(
    main: str, unseen: Sequence[tuple[int, str, bool]], rest: str
) -> tuple[str, list[tuple[int, str, bool]]]:
    """The main thing with what is said of it, "an old bicycle", and the wishes that are left."""
    kept = []
    for at, said, thing in unseen:
        whole = next((w for w in (f"{said} {main}", f"{main} {said}") if main and w in rest), "")
        main = whole or main
        kept += [] if whole else [(at, said, thing)]
    return main, kept


def _unseen(rest: str, family: str | None) -> list[tuple[int, int]]:
    """Phrases of what a scene doesn't show, though their words alone say nothing: long shadows, a view
    from above, a wish that this scene doesn't do.
    """
    shows = family in table("scenes")["motif_shown_by"]["shadows"]
    # Leaves lie on the stones of a street in autumn, and nowhere else in a village.
    fallen = find(rest, lists_of("motifs")["autumn"]) if is_street(rest, family) else []
    level = family in table("scenes")["level"] and not seen_from_above(rest, family)
    views = list(VIEWS.finditer(rest)) if level else []
    said = [m.span() for m in (*views, *([] if shows else _UNSEEN.finditer(rest)))]
    wishes = [
        span
        for span in (*unmet(rest, family), *_left_for_another(rest, family))
        if not any(a < span[1] and span[0] < b for a, b in (*said, *fallen))
    ]
    return [*said, *wishes]


@lru_cache(maxsize=64)
def _lost(rest: str, family: str | None) -> frozenset[str]:
    """The motifs that a text names and its scene leaves out for another."""
    named = [m for m, words in lists_of("motifs").items() if contains(rest, words)]
    return unseen_motifs(family, named)


def _left_for_another(rest: str, family: str | None) -> list[tuple[int, int]]:
    """Where the motifs are named that a scene leaves out for another that it draws."""
    lost = _lost(rest, family)
    spans = [s for motif in lost for s in find(rest, lists_of("motifs")[motif])]
    shown = [
        s
        for motif, families in table("scenes")["motif_shown_by"].items()
        if family in families and motif not in lost
        for s in find(rest, lists_of("motifs")[motif])
    ]
    spans = sorted({s for s in spans if not any(a < s[1] and s[0] < b for a, b in shown)})
    return [s for s in spans if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in spans)]


def _phrases(named: Sequence[tuple[int, str, bool]], rest: str) -> list[str]:
    """Words that stand side by side as one: "circuit board" is no circuit and a board, nor "sac à
    main" a bag and a hand.
    """
    out: list[tuple[int, int]] = []
    for at, word, _ in named:
        between = rest[out[-1][1] : at] if out else ""
        if between == " " or (between in _JOINING and is_romance(rest)):
            out[-1] = (out[-1][0], at + len(word))
        else:
            out.append((at, at + len(word)))
    return [rest[start:end] for start, end in out]


#: What stands between the halves of a thing of French and Spanish.
_JOINING = frozenset({" a ", " de ", " d'"})


def _with_its_occasion(said: str, rest: str) -> str:
    """A thing with the occasion that stands before it: no Christmas is drawn in its decorations."""
    before = rest[: rest.find(said)]
    spans = find(before, lists_of("belonging")["occasions"])
    start = next((a for a, b in spans if before[b:] == " "), len(before))
    return before[start:] + said


def _unknown_cjk(rest: str, known: Sequence[tuple[int, int]]) -> list[tuple[int, str, bool]]:
    """Words of Japanese and Chinese of which nothing is known, but for those that pass."""
    bare = list(rest)
    for start, end in (*known, *find(rest, (w for w in passing() if _CJK.search(w)))):
        bare[start:end] = " " * (end - start)
    return [(m.start(), m.group(), False) for m in _CJK_WORD.finditer("".join(bare))]


def _drawn_spans(rest: str, family: str | None, feeling: str) -> list[tuple[int, int]]:
    """Where the words stand that the picture shows: its family's and those that this shows beside
    it, moods, hours, colours, and the motifs that it draws.
    """
    shown = {family, "mesh", *table("scenes")["shows"].get(family or "", ())}
    motif_shown_by = table("scenes")["motif_shown_by"]
    # A road runs through hills, but no trees stand beside it.
    with_trees = ("hills", *motif_shown_by["trees"])
    unseen = set() if family in with_trees else set(lists_of("motifs")["trees"])
    if not is_lit_street(rest, family):
        unseen |= set(lists_of("not_of").get(family or "", ()))
    if family not in motif_shown_by["storm"]:
        unseen |= set(table("scenes")["words"]["storm"])
    lost = _lost(rest, family)
    named = [m for m, words in lists_of("motifs").items() if contains(rest, words)]
    kept = {word for motif in named if motif not in lost for word in lists_of("motifs")[motif]}
    unseen |= {word for motif in lost for word in lists_of("motifs")[motif]} - kept
    absent = _absent(rest, family)
    lists: list[Iterable[str]] = [
        [entry for entry in entries if entry not in unseen]
        for name, entries in lists_of("families").items()
        if name == family
    ]
    beside = [
        span
        for name, entries in lists_of("families").items()
        if name in shown and name != family
        for span in _without(rest, (e for e in entries if e not in unseen), _kinds_of(name, family))
    ]
    for section in ("moods", "times", "colours", "space"):
        lists += (
            [entry for entry in entries if entry not in unseen]
            for entries in lists_of(section).values()
        )
    for name, words in table("scenes")["words"].items():
        if name not in _NOT_ANYWHERE:
            lists.append(words)
    for motif, families in motif_shown_by.items():
        if family in families and motif not in lost:
            lists.append(lists_of("motifs")[motif])
    # A family that shows a sky shows no stars for that, and one with snow on it no flakes.
    unlit = [
        span
        for only in _NAMED_ALONE
        if not any(family in motif_shown_by[motif] for motif in only)
        for motif in only
        for span in find(rest, lists_of("motifs")[motif])
    ]
    lists += in_its_view(rest, family)
    if family == "texture" or seen_from_above(rest, family):
        beside += [m.span() for m in VIEWS.finditer(rest)]
    spans = [*met(rest, family), *beside, *(span for words in lists for span in find(rest, words))]
    return [
        span
        for span in spans
        if span not in absent and not any(a < span[1] and span[0] < b for a, b in unlit)
    ]


def _without(rest: str, entries: Iterable[str], kinds: Iterable[str]) -> list[tuple[int, int]]:
    """Where words of another family stand that are of none of the kinds that only it draws."""
    apart = find(rest, kinds)
    return [s for s in find(rest, entries) if not any(a < s[1] and s[0] < b for a, b in apart)]


@lru_cache(maxsize=1024)
def _kinds_of(other: str, family: str | None) -> frozenset[str]:
    """Words for what only another family draws of its own things: hills show a wood, but no birches."""
    return frozenset(
        entry
        for motif, families in table("scenes")["motif_shown_by"].items()
        if other != family and other in families and family not in families
        for entry in lists_of("motifs").get(motif, ())
    )


def _absent(rest: str, family: str | None) -> set[tuple[int, int]]:
    """Where things stand that also say an hour or a mood (a moon, snow, wood), in a scene that does
    not show them.
    """
    only_in = table("scenes")["only_in"]
    return {
        span
        for name, things in lists_of("things_of_a_mood").items()
        if family not in only_in.get(name, ())
        for span in find(rest, things)
    }
