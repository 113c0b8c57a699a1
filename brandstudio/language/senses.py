"""Words with their senses: a text cut into known phrases, figures and signs, by a table of words.

A ``Vocabulary`` finds the longest phrase that it knows at each place. A word that it doesn't know is
taken for the nearest word by letters when exactly one is near (``contarst``), and for nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .spanish_verbs import BEFORE_A_NOUN, verbs_of
from .words import plain

LANGUAGES = ("en", "de", "fr", "es")


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning: ``part`` is the part of speech that forms speak of, ``facts`` say what it
    means.
    """

    part: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def get(self, key: str, default: object = None) -> Any:
        return self.facts.get(key, default)


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a text with its senses; none when it is unknown. ``read_as`` is the word that a
    misspelled one was taken for.
    """

    text: str
    senses: tuple[Sense, ...]
    read_as: str = ""
    #: The languages that each sense is known in; none where it belongs to all.
    tongues: tuple[frozenset[str], ...] = ()

    @property
    def spoken(self) -> tuple[tuple[Sense, frozenset[str]], ...]:
        """Each sense with its languages."""
        every = frozenset(LANGUAGES)
        known = self.tongues or (every,) * len(self.senses)
        return tuple(zip(self.senses, known, strict=True))

    @property
    def mark(self) -> bool:
        """Whether it is punctuation that parts clauses."""
        return any(s.part == "stop" for s in self.senses)

    def has(self, part: str) -> bool:
        return any(s.part == part for s in self.senses)


#: What a figure or a sign means: a pattern over a plain text, and its senses from the match.
Figure = tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[Sense, ...]]]

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_STOP = re.compile(r"[.,;:!?\n\u2013\u2014]+")
# French articles and pronouns that lean on the next word; English contractions stay whole.
_ELIDED = re.compile(r"\b(?:l|d|s|n|j|c|m|t)'(?=[^\W\d_])")
_ELIDED_QUE = re.compile(r"\bqu'(?=[^\W\d_])")
#: "The horizon's a bit off": behind a noun, and before what is said of it.
_IS = re.compile(
    r"\b([a-z]{3,})'s(?=\s+(?:gorgeous|beautiful|amazing|stunning|adorable|cute|brilliant|awesome|distracting|messy|busy|boring|dark|bright|an?|too|not|so|very|quite|pretty|rather|way|really|still|slightly|looking|nice|great|good|fine|lovely|ok|perfect|ugly|bad|super|already|just|all|got|blown|overexposed|underexposed|crooked|tilted|flat|dull|drab|hazy|noisy|[a-z]{3,}ish|on|in|at)\b)"
)
_HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_QUOTES = re.compile('["\u201c\u201d\u201e\u00ab\u00bb()\\[\\]*`]')
#: A German adjective: what it is without its ending.
_ENDING = re.compile(r"([a-z]{4,})e[mnrs]?")
#: What a word of each language may end in besides; two with the same rest are one word, inflected.
_ENDINGS = {
    "en": re.compile(r"s$"),
    "de": re.compile(r"e[mnrs]?$|n$"),
    "fr": re.compile(r"e?s?$"),
    "es": re.compile(r"[aeo]?s?$"),
}
_LEANING = re.compile(r"([a-z]{4,})(?:la|lo|las|los|le|les)")
#: From so many letters on a word that is near another is that one misspelt.
_SURELY_MISSPELT = 7
_WRITTEN = re.compile(r"[^\W\d_]+")
_BETWEEN = r"[\s/|\u2026'\"\u201c\u201d\u201e\u00ab\u00bb\u2019()\[\]-]*(?:\b[ldsnjcmt]['\u2019])?"
"""What instructions are cut at without a word of their own."""
_APART = re.compile(r" \.\.\. (\S+)")
#: Words that end a clause for the second part of a verb.
_PARTING = frozenset(
    (
        *("und", "aber", "dann", "and", "but", "then", "by", "a", "slightly", "of", "maybe"),
        *("about", "like", "around", "roughly", "perhaps", "please", "pls", "vielleicht"),
        *("etwa", "rund", "bitte", "so"),
    )
)
#: Parts that take no pronoun.
_IDLE = frozenset({"filler", "region", "amount", "only", "and", "colour"})


def prepared(text: str) -> str:
    """A text as vocabularies compare it: plain, hyphens and leaning articles parted, no quotes."""
    bare = _IS.sub(r"\1 is", _QUOTES.sub(" ", plain(text).replace("&", " and ")))
    return _HYPHEN.sub(" ", _ELIDED.sub(" ", _ELIDED_QUE.sub("que ", bare)))


class Vocabulary:
    """Phrases of several languages with their senses."""

    def __init__(
        self,
        rows: Iterable[Mapping[str, Any]],
        figures: Sequence[Figure] = (),
        near: Iterable[str] = (),
        *,
        spells: bool = True,
        conjugates: bool = False,
    ) -> None:
        self._spells = spells
        self._conjugates = conjugates
        self._exact: dict[str, dict[tuple[str, ...], tuple[Sense, ...]]] = {}
        self._tongues: dict[tuple[tuple[str, ...], int], frozenset[str]] = {}
        self._begins: list[tuple[str, Sense]] = []
        self._figures = tuple(figures)
        self._near = frozenset(near)
        #: Verbs that stand in two parts ("helle ... auf"): the first word, its second and the sense.
        self._parted: dict[str, list[tuple[str, Sense, str]]] = {}
        for row in rows:
            facts = {k: v for k, v in row.items() if k != "is" and k not in LANGUAGES}
            sense = Sense(row["is"], facts)
            for language in LANGUAGES:
                for phrase in row.get(language, ()):
                    self._add(phrase, sense, language)
        self._single = frozenset(
            words[0] for some in self._exact.values() for words in some if len(words) == 1
        )

    def _add(self, phrase: str, sense: Sense, language: str) -> None:
        if phrase.endswith("*"):
            self._begins.append((plain(phrase[:-1]), sense))
            return
        if " ... " in phrase:
            first, _, second = plain(phrase).partition(" ... ")
            self._parted.setdefault(first, []).append((second, sense, language))
            return
        words = tuple(_WORD.findall(prepared(phrase)))
        some = self._exact.setdefault(words[0], {})
        before = some.get(words, ())
        # "un" is one in French and in Spanish.
        sense = next((each for each in before if each == sense), sense)
        known = self._tongues.get((words, id(sense)), frozenset())
        self._tongues[words, id(sense)] = known | {language}
        if sense not in before:
            some[words] = (*before, sense)

    def tokens(self, text: str) -> list[Token]:
        """The text as tokens, in order."""
        pieces = self._joined(self._pieces(prepared(text)))
        out: list[Token] = []
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            if isinstance(piece, Token):
                out.append(piece)
                at += 1
                continue
            found, length = self._longest(pieces, at)
            if (mended := self._mended(piece)) is not None:
                out.append(mended)
                length = 1
            elif not found:
                before = str(pieces[at - 1]) if at and isinstance(pieces[at - 1], str) else ""
                out.append(self._conjugated(piece, before) or self._corrected(piece))
                length = 1
            else:
                words = tuple(str(p) for p in pieces[at : at + length])
                out.append(Token(" ".join(words), found, "", self._spoken_in(words, found)))
            at += length
            if out[-1].text not in self._exact and (pronoun := self._leant(out[-1])):
                out.append(pronoun)
        return out

    def _leant(self, token: Token) -> Token | None:
        """The pronoun that leans on a Spanish verb ("desenfócala")."""
        match = _LEANING.fullmatch(token.text)
        if match is None or token.read_as:
            return None
        if self._leaning(token.text) is None and self._conjugated(token.text, "") is None:
            return None
        return Token(token.text[len(match[1]) :], (Sense("pronoun"),), "", (frozenset({"es"}),))

    def _joined(self, pieces: list[str | Token]) -> list[str | Token]:
        """The pieces with each verb of two parts as one token, where its first part stands."""
        # The last verb first: a particle belongs to the one that is nearest before it.
        for at in reversed(range(len(pieces))):
            verbs = [
                (found, sense, language)
                for particle, sense, language in self._parted.get(str(pieces[at]), ())
                if (found := _particle(pieces, at, particle)) is not None
            ]
            if verbs:
                second = verbs[0][0]
                senses = tuple(sense for found, sense, _ in verbs if found == second)
                tongues = tuple(frozenset({of}) for found, _, of in verbs if found == second)
                told = f"{pieces[at]} ... {pieces[second]}"
                pieces[at] = Token(told, senses, "", tongues)
                del pieces[second]
        return pieces

    def _pieces(self, text: str) -> list[str | Token]:
        """Words as strings; figures and stops as tokens."""
        out: list[str | Token] = []
        at = 0
        while at < len(text):
            figure = self._figure(text, at)
            if figure is not None:
                token, at = figure
                out.append(token)
                continue
            word = _WORD.match(text, at)
            if word:
                out.append(word.group())
                at = word.end()
                continue
            stop = _STOP.match(text, at)
            if stop:
                out.append(Token(stop.group(), (Sense("stop"),)))
                at = stop.end()
                continue
            if not text[at].isspace() and text[at] not in "-'/|\u2026":
                out.append(Token(text[at], ()))
            at += 1
        return out

    def _figure(self, text: str, at: int) -> tuple[Token, int] | None:
        for pattern, read in self._figures:
            match = pattern.match(text, at)
            if match:
                return Token(match.group().strip(), read(match)), match.end()
        return None

    def _longest(self, pieces: Sequence[str | Token], at: int) -> tuple[tuple[Sense, ...], int]:
        first = pieces[at]
        assert isinstance(first, str)
        best: tuple[tuple[Sense, ...], int] = ((), 0)
        for words, senses in self._exact.get(first, {}).items():
            if len(words) > best[1] and tuple(pieces[at : at + len(words)]) == words:
                best = (senses, len(words))
        if best[1] <= 1:
            more = tuple(s for begin, s in self._begins if first.startswith(begin))
            if more and not (best[1] and first in self._near):
                best = tuple({id(s): s for s in (*best[0], *more)}.values()), 1
        return best

    def _mended(self, word: str) -> Token | None:
        """A word that begins as a known one and is a misspelling of another ("Grünstch"): that other."""
        begins = any(word.startswith(begin) for begin, _ in self._begins)
        if not begins or len(word) < _SURELY_MISSPELT or word in self._exact:
            return None
        token = self._corrected(word)
        return token if token.read_as else None

    def _corrected(self, word: str) -> Token:
        """The token of an unknown word: of the one known word that it is a misspelling of, else
        without a sense.
        """
        known_not = word in self._near or not word.isalpha()
        leaning = self._leaning(word) or self._inflected(word)
        if leaning is not None:
            return leaning
        if not self._spells or len(word) < 5 or known_not:
            return Token(word, ())
        reach = 1 if len(word) < 9 else 2
        near = {
            known
            for known in self._single
            if (known[0] == word[0] or known[:2] == word[1::-1])
            and abs(len(known) - len(word)) <= reach
            and len(known) >= 5
            and apart(word, known, reach) <= reach
        }
        closest = {k for k in near if apart(word, k, reach) == 1} or near or self._shortened(word)
        # A letter that was left out is likelier than one that was changed ("shadws").
        left_out = {k for k in closest if len(k) > len(word) and _is_within(word, k)}
        if len(left_out) == 1:
            closest = left_out
        meanings = {tuple(id(s) for s in self._exact[k][(k,)]) for k in closest}
        if len(meanings) != 1:
            return Token(word, ())
        known = min(closest)
        found = self._exact[known][(known,)]
        spoken = self._spoken_in((known,), found)
        read_as = "" if _inflects(word, known, frozenset().union(*spoken)) else known
        return Token(word, found, read_as, spoken)

    def _shortened(self, word: str) -> set[str]:
        """The known words of which a longer one lacks two letters ("aufheln"); for such a short word
        two letters that are changed are another word.
        """
        if len(word) < 7:
            return set()
        return {
            known
            for known in self._single
            if known[0] == word[0]
            and known[-1] == word[-1]
            and len(known) == len(word) + 2
            and _is_within(word, known)
        }

    def _leaning(self, word: str) -> Token | None:
        """A Spanish verb with its pronoun ("aclárala"), None when it is none."""
        match = _LEANING.fullmatch(word)
        verb = self._as_spoken(word, match[1], "es") if match else None
        # A temple is no "temp" with a pronoun.
        return None if verb is not None and verb.has("dimension") else verb

    def _conjugated(self, word: str, before: str) -> Token | None:
        """A form of a Spanish verb that is known as its infinitive; None behind what stands before a noun,
        where it may be one ("las pasas").
        """
        if not self._conjugates or before in BEFORE_A_NOUN:
            return None
        for verb in verbs_of(word):
            token = self._as_spoken(word, verb, "es")
            if token is not None:
                return token
        return None

    def _inflected(self, word: str) -> Token | None:
        """A German adjective with another ending ("einen weicheren"), None when it is none."""
        match = _ENDING.fullmatch(word) if self._spells else None
        return self._as_spoken(word, match[1], "de") if match else None

    def _as_spoken(self, word: str, known: str, language: str) -> Token | None:
        """The token of a word that means what a known one of that language means."""
        found = self._exact.get(known, {}).get((known,), ())
        spoken = self._spoken_in((known,), found)
        kept = [
            (s, frozenset({language}))
            for s, tongues in zip(found, spoken, strict=True)
            if language in tongues and s.part not in _IDLE
        ]
        if not kept:
            return None
        return Token(word, tuple(s for s, _ in kept), "", tuple(t for _, t in kept))

    def _spoken_in(
        self, words: tuple[str, ...], senses: tuple[Sense, ...]
    ) -> tuple[frozenset[str], ...]:
        every = frozenset(LANGUAGES)
        return tuple(self._tongues.get((words, id(sense)), every) for sense in senses)


def side_by_side(clause: Sequence[Token], one: str, other: str) -> bool:
    """Whether a word of one part of speech stands directly beside one of another."""
    return any(
        (a.has(one) and b.has(other)) or (a.has(other) and b.has(one)) for a, b in pairwise(clause)
    )


def as_written(told: Iterable[str], text: str) -> list[str]:
    """What was not understood as it stands in a text; where its words were moved, with the accents
    and capitals that they have there.
    """
    signs = [(plain(sign), at) for at, sign in enumerate(text)]
    folded = "".join(sign for sign, _ in signs)
    places = [at for sign, at in signs for _ in sign]
    own: dict[str, str] = {}
    for word in _WRITTEN.findall(text):
        own.setdefault(plain(word), word)
    found = []
    for said in told:
        whole = re.search(_stretch(said), folded) if said else None
        if whole is not None:
            found.append(text[places[whole.start()] : places[whole.end() - 1] + 1])
        else:
            found.append(_WRITTEN.sub(lambda m: own.get(m[0], m[0]), said))
    return found


def _stretch(said: str) -> str:
    """The pattern of words with what they are cut at; the second word of a verb that stands in two
    parts ("pull ... up") may follow any of them.
    """
    seconds = "|".join(map(re.escape, _APART.findall(said)))
    between = rf"{_BETWEEN}(?:(?:{seconds}){_BETWEEN})?" if seconds else _BETWEEN
    words = _APART.sub("", said).split()
    written = ("qu(?:e|['\u2019])" if word == "que" else re.escape(word) for word in words)
    leans = r"(?:\b[ldsnjcmt]['\u2019])?"
    return leans + between.join(written) + (rf"(?:{_BETWEEN}(?:{seconds}))?" if seconds else "")


def _is_within(word: str, known: str) -> bool:
    """Whether all letters of a word stand in a known one, in their order."""
    letters = iter(known)
    return all(letter in letters for letter in word)


def _inflects(word: str, known: str, languages: Iterable[str]) -> bool:
    """Whether a word is another form of a known one ("intensos" of "intenso"), and no misspelling."""
    return any(_ENDINGS[of].sub("", word) == _ENDINGS[of].sub("", known) for of in languages)


def _particle(pieces: Sequence[str | Token], verb: int, particle: str) -> int | None:
    """Where the second part of a verb stands: at the end of its clause, or before a figure."""
    for at in range(verb + 1, len(pieces)):
        piece = pieces[at]
        if isinstance(piece, Token):
            if piece.mark:
                return None
            continue
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        if piece == "um" and isinstance(after, Token) and not after.mark:
            continue  # "um 90 Grad" tells how far
        if piece == particle and (after is None or isinstance(after, Token) or after in _PARTING):
            return at
    return None


def apart(one: str, other: str, most: int) -> int:
    """By how many letters two words differ: added, missing, wrong, or two swapped (optimal string
    alignment). More than ``most`` is told as ``most + 1``.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if older and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return min(row[-1], most + 1)
