"""A folder's words, from its voice and its rules, in the form that checks look them up in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...domain.rules import in_force, pair
from ...models.rules import Rule, RuleCheck
from ...models.style import Voice
from ..rule_sentences import check_from
from ..segments import WORD
from .disguise import inflections
from .marks import Token, fold

_Put = Callable[["Entry"], None]
_Name = Callable[[str, str], None]
Kind = Literal["banned", "preferred", "name", "inclusive", "claim", "allowed"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase to look for: what it is, the rule that it came from, and what to write instead (a
    banned one: none).
    """

    kind: Kind
    rule_id: str
    phrase: str
    wanted: str | None = None
    exact: bool = False
    note: str = ""


@dataclass(slots=True)
class _Node:
    next: dict[str, _Node] = field(default_factory=dict)
    entry: Entry | None = None


class Phrases:
    """Phrases found in running words, the longest first. Look-up is linear in the words for phrases
    of bounded length.
    """

    def __init__(self) -> None:
        self._root = _Node()
        self.count = 0

    def add(self, entry: Entry) -> None:
        """Add a phrase; a later one of the same words takes its place."""
        parts = [fold(m.group()) for m in WORD.finditer(entry.phrase)][:12]
        if not parts:
            return
        node = self._root
        for part in parts:
            node = node.next.setdefault(part, _Node())
        self.count += node.entry is None
        node.entry = entry

    def names(self) -> Iterator[Entry]:
        """The names among the phrases."""
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            waiting += node.next.values()
            if node.entry is not None and node.entry.kind == "name":
                yield node.entry

    def find(self, words: Sequence[Token], text: str) -> Iterator[tuple[int, int, Entry]]:
        """(index of the first word, index after the last, entry) of each phrase, none overlapping
        another.
        """
        at = 0
        while at < len(words):
            node, best, after = self._root, None, at
            step = at
            while step < len(words):
                if step > at and not _joined(text, words[step - 1].end, words[step].start):
                    break
                following = node.next.get(words[step].key)
                if following is None and words[step].key.endswith("'s"):
                    following = node.next.get(words[step].key[:-2])
                    if following is not None and following.entry is None:
                        following = None
                if following is None:
                    break
                node, step = following, step + 1
                if node.entry is not None:
                    best, after = node.entry, step
            if best is not None:
                yield at, after, best
                at = after
            else:
                at += 1


def _joined(text: str, end: int, start: int) -> bool:
    """Whether two words stand side by side: by a space, a line break or a hyphen."""
    gap = text[end:start]
    return len(gap) <= 3 and gap.replace("\r\n", " ") in (
        " ",
        "-",
        "\u00a0",
        "\u2011",
        "\n",
        "  ",
        "/",
        "\u202f",
        ". ",
        " & ",
    )


@dataclass(slots=True)
class Lexicon:
    """Everything that a voice and rules say about words. ``checks`` are the tests of a whole text's
    figures.
    """

    phrases: Phrases
    names: tuple[str, ...]
    spelling: str | None = None
    spelling_rule: str = "voice.spelling"
    headline_case: Literal["sentence", "title"] | None = None
    headline_rule: str = "voice.headlineCase"
    max_sentence_words: int | None = None
    sentence_rule: str = "voice.maxSentenceWords"
    oxford_comma: bool | None = None
    oxford_rule: str = "voice.oxfordComma"
    contractions: bool | None = None
    contractions_rule: str = ""
    exclamation_marks: int | None = None
    exclamation_rule: str = "style.exclamation"
    all_caps: bool | None = None
    caps_rule: str = "style.capitals"
    claims: bool | None = None
    claims_rule: str = "words.claims"
    checks: list[tuple[Rule, RuleCheck]] = field(default_factory=list)
    rules_used: int = 0


def lexicon(voice: Voice | None, rules: Sequence[Rule]) -> Lexicon:
    """The lexicon of a folder. Rules stand above the voice, deeper rules above those of the levels
    over them.
    """
    entries: dict[tuple[str, str], Entry] = {}
    names: dict[str, str] = {}

    def put(entry: Entry) -> None:
        key = fold(entry.phrase)
        if entry.kind == "allowed":
            entries.pop((key, "banned"), None)
        else:
            entries[(key, "name" if entry.kind == "name" else "banned")] = entry

    def name(text: str, rule_id: str) -> None:
        names[fold(text)] = text
        put(Entry("name", rule_id, text, text))

    found = Lexicon(Phrases(), ())
    if voice:
        _speak(found, voice, put, name, names)
    limits: dict[str, tuple[Rule, RuleCheck]] = {}
    for rule, check in _by_weight(rules):
        found.rules_used += 1
        if check.measure in _LIMITS and check.op == "<=":
            before = limits.get(check.measure)
            if before is not None and before[0].level == rule.level:
                found.checks.append(before)  # its place goes to the next, and both hold
            limits[check.measure] = rule, check
        _take(found, rule, check, put, name, names)
    for entry in entries.values():
        found.phrases.add(entry)
        _forms(found.phrases, entry, entries)
    for spelled in names.values():
        key = fold(spelled)
        if (key, "banned") not in entries:
            found.phrases.add(
                entries.get((key, "name"), Entry("name", "voice.productNames", spelled, spelled))
            )
    found.names = tuple(names.values())
    return found


def _by_weight(rules: Sequence[Rule]) -> list[tuple[Rule, RuleCheck]]:
    """The rules that hold and their checks, the one that has the last word last: a deeper level's;
    within a level the enforced one, and a ban before the word that is allowed again.
    """
    read = [(rule, rule.check or check_from("copy", rule.text)) for rule in in_force(rules, "copy")]
    checked = [(rule, check) for rule, check in read if check is not None]
    return sorted(
        checked,
        key=lambda held: (held[0].level, bool(held[0].enforce), held[1].op == "not_in"),
    )


def _speak(found: Lexicon, voice: Voice, put: _Put, name: _Name, names: dict[str, str]) -> None:
    """What the folder's voice says."""
    for text in voice.product_names:
        name(text, "voice.productNames")
    for text in voice.banned_words:
        put(Entry("banned", "voice.bannedWords", text))
    for said, wanted in voice.preferred_words.items():
        _prefer(put, names, said, wanted, "voice.preferredWords")
    found.spelling, found.headline_case = voice.spelling, voice.headline_case
    found.max_sentence_words, found.oxford_comma = voice.max_sentence_words, voice.oxford_comma


def _take(
    found: Lexicon, rule: Rule, check: RuleCheck, put: _Put, name: _Name, names: dict[str, str]
) -> None:
    value, measure = check.value, check.measure
    values = [str(v) for v in value] if isinstance(value, list) else [str(value)]
    if measure == "banned_words":
        kind: Kind = "banned" if check.op == "not_in" else "allowed"
        for text in values:
            put(Entry(kind, rule.rule_id, text))
    elif measure == "preferred_words":
        for sides in filter(None, map(pair, values)):
            _prefer(put, names, *sides, rule.rule_id)
    elif measure == "product_names":
        for text in values:
            name(text, rule.rule_id)
    elif not _manner(found, rule.rule_id, check):
        found.checks.append((rule, check))


#: Measures that are a manner of writing: the lexicon's field for the value, and that for the rule.
_CHOICES = {
    "spelling": ("spelling", "spelling_rule"),
    "headline_case": ("headline_case", "headline_rule"),
}
_LIMITS = {
    "sentence_words": ("max_sentence_words", "sentence_rule"),
    "exclamation_marks": ("exclamation_marks", "exclamation_rule"),
}
_FLAGS = {
    "oxford_comma": ("oxford_comma", "oxford_rule"),
    "contractions": ("contractions", "contractions_rule"),
    "all_caps": ("all_caps", "caps_rule"),
    "claims": ("claims", "claims_rule"),
}


def _manner(found: Lexicon, rule_id: str, check: RuleCheck) -> bool:
    """Set a manner of writing; False where the check is none."""
    value: object = check.value
    fields: tuple[str, str] | None = None
    if isinstance(value, bool):
        fields = _FLAGS.get(check.measure)
    elif isinstance(value, int | float) and check.op == "<=":
        fields, value = _LIMITS.get(check.measure), int(value)
    elif isinstance(value, str) and check.op == "is":
        fields = _CHOICES.get(check.measure)
    if fields is None:
        return False
    setattr(found, fields[0], value)
    if fields[1]:
        setattr(found, fields[1], rule_id)
    return True


def _prefer(put: _Put, names: dict[str, str], said: str, wanted: str, rule_id: str) -> None:
    if fold(said) == fold(wanted):
        # The same word in another case is a name's spelling: "BrandStudio, not Brandstudio".
        names[fold(wanted)] = wanted
        put(Entry("name", rule_id, wanted, wanted))
    else:
        exact = any(c.isupper() for c in said[1:]) or any(c.isupper() for c in wanted)
        put(Entry("preferred", rule_id, said, wanted, exact=exact))


def _forms(phrases: Phrases, entry: Entry, known: dict[tuple[str, str], Entry]) -> None:
    """A single word's other forms count too, unless they have an entry of their own: every one of a
    banned word, the plain English plural of a preferred one.
    """
    word, wanted = entry.phrase, entry.wanted
    if entry.kind == "banned":
        forms = [Entry("banned", entry.rule_id, form) for form in inflections(word)]
    elif entry.kind == "preferred" and wanted and _plain(word) and _plain(wanted):
        ends_in_man = wanted.endswith("man")
        forms = [] if ends_in_man else [Entry("preferred", entry.rule_id, word + "s", wanted + "s")]
    else:
        return
    for form in forms:
        if not {(fold(form.phrase), "banned"), (fold(form.phrase), "name")} & known.keys():
            phrases.add(form)


def _plain(word: str) -> bool:
    """Whether a word's plural is made by an ``s``."""
    return (
        len(word) >= 3
        and word.isascii()
        and word.isalpha()
        and not word.endswith(("s", "x", "z", "ch", "sh", "y"))
    )
