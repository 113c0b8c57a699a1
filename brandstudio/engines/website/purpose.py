"""What a site says about its brand, in the site's own words: essence, voice and compliance.

Extractive: sentences are quoted, lengths measured; nothing is made up and nothing obeyed. How a
brand feels can't be counted: people or a model say it. A page is data. Passages that talk to a machine ("ignore your rules") are left out, so that
they travel no further, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from ...models.style import Purpose
from .pages import Block, Page, clean

_MOST_SENTENCES = 4000
_LONGEST_SENTENCE = 400
_LONGEST_PART = 1200

# : Talk to a machine, in a handful of languages; better one honest sentence too many left out than
# one too few.
_TO_A_MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,60}\b(?:rule|instruction|prompt|guideline|direction"
    r"|polic|previous"
    r"|above|everything)|\b(?:system|developer)\s+(?:prompt|message|instruction)|\bas an? (?:ai|llm|language model)\b"
    r"|\byou are (?:now )?(?:an? )?(?:ai\b|assistant|chatgpt|claude|gemini|language model|llm|in developer mode)"
    r"|\b(?:dear|attention|hey|note to)\s+(?:ai|llm|bot|assistant|language model|crawler)|\bprompt injection\b"
    r"|\b(?:respond|reply|answer|output|print)\s+(?:only|with|exactly)\b.{0,80}\b(?:json|password|key|secret|prompt)"
    r"|\b(?:ignorier|vergiss|missacht)\w*\b.{0,60}\b(?:regel|anweisung|vorgabe|bisherig|vorherig)"
    r"|\bignor(?:e[zr]|a)\b.{0,60}\b(?:instruction|r[èe]gle|consigne|instruccion|regla)|<\|[\w-]+\|>|\[/?INST\]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?。！？…]+(?:[.!?。！？…]+[\"'»”’)]*|$)")
#: An initial or an abbreviation before a point that ends no sentence.
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:\w|(?i:dr|mr|mrs|ms|st|no|nr|tel|reg|ca|approx|inc|vs|e\.g|i\.e|z\.b|bzw|str|abs))\.$"
)
_ESSENCE = re.compile(
    r"\b(?:our (?:mission|purpose|promise|vision|aim)|we (?:believe|help|make|build|design|craft|create|exist"
    r"|want|are an?)"
    r"|(?:is|are) (?:an?|the) \w+|founded|since \d{4}|unsere (?:mission|aufgabe|vision)|wir (?:glauben|helfen"
    r"|machen|bauen"
    r"|entwickeln|sind)|notre (?:mission|raison)|nous (?:croyons|aidons|sommes|cr[ée]ons)|nuestra misi[óo]n"
    r"|(?:creemos|ayudamos|somos)|la nostra missione)\b",
    re.IGNORECASE,
)
_BOILERPLATE = re.compile(
    r"cookie|javascript|browser|©|copyright|all rights reserved|sign (?:in|up)|log ?in|subscribe|newsletter"
    r"|cart|checkout"
    r"|loading|skip to|terms of|privacy|404|not found|captcha",
    re.IGNORECASE,
)
_WE = frozenset(
    {
        "we",
        "our",
        "us",
        "ours",
        "wir",
        "unser",
        "unsere",
        "uns",
        "nous",
        "notre",
        "nos",
        "nosotros",
        "nuestra",
        "nuestro",
        "noi",
        "nostra",
    }
)
_YOU = frozenset(
    {
        "you",
        "your",
        "yours",
        "du",
        "dein",
        "deine",
        "dich",
        "dir",
        "vous",
        "votre",
        "vos",
        "tu",
        "ton",
        "tes",
        "usted",
        "ustedes",
        "tus",
        "su",
    }
)
_CONTRACTION = re.compile(r"\b\w+['’](?:t|re|ve|ll|s|d|m)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_COMPLIANCE = re.compile(
    r"\b(?:not (?:(?:financial|investment|medical|legal|tax) )?advice|capital (?:is )?at risk|past performance"
    r"|results may"
    r" vary|individual results|consult (?:a|your) (?:doctor|physician|gp)|drink responsibly|gamble responsibly"
    r"|18\+|over 18"
    r"|must be (?:18|21)|(?:authori[sz]ed|regulated|licen[sc]ed) (?:and (?:regulated|authori[sz]ed) )?by|fda"
    r"|member fdic"
    r"|registered (?:company|charity|office|in)|company (?:no|number|registration)|vat (?:no|number|id|reg)|ust-?id|hrb"
    r"|handelsregister|amtsgericht|siret|siren|rcs\b|representative apr|terms apply|allerg|keep out of reach"
    r"|bitte verantwortungsvoll|l['’]abus d['’]alcool|angaben gem|verantwortlich im sinne|trademarks? of)\b",
    re.IGNORECASE,
)
_LEGAL_PAGES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "an imprint",
        re.compile(
            r"imprint|impressum|mentions-legales|mentions légales|aviso-legal|legal-?notice", re.I
        ),
    ),
    (
        "a privacy notice",
        re.compile(r"privacy|datenschutz|confidentialit|privacidad|riservatezza", re.I),
    ),
    ("terms", re.compile(r"terms|conditions|agb|nutzungsbedingungen|condiciones|cgv", re.I)),
    ("a cookie notice", re.compile(r"cookie", re.I)),
    ("an accessibility statement", re.compile(r"accessib|barrierefrei", re.I)),
    ("a disclaimer", re.compile(r"disclaimer|haftungsausschluss", re.I)),
)


#: The parts of a page where a brand speaks of itself: not its footer, its customers, its notices.
_OWN_WORDS = frozenset({"main", "header", "aside"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, the page that it stands on, and how near the top of what the page says (0 is
    first).
    """

    text: str
    page: Page
    block: Block
    place: int


def read_purpose(pages: Sequence[Page], name: str | None) -> tuple[Purpose, int]:
    """The purpose as the pages say it (the home page first), and how many sentences to a machine
    were left out.
    """
    sentences, refused = _sentences(pages)
    essence, from_essence = _essence(pages, sentences, name)
    voice = _voice(sentences)
    compliance, from_compliance = _compliance(pages, sentences)
    home = [pages[0].url] if pages and voice else []
    sources = list(dict.fromkeys([*home, *from_essence, *from_compliance]))
    return Purpose(
        feel=None, essence=essence, voice=voice, compliance=compliance, sources=sources
    ), refused


def speaks_to_a_machine(text: str) -> bool:
    """Whether a text reads like instructions to whatever reads pages."""
    return _TO_A_MACHINE.search(text) is not None


def split_sentences(text: str) -> Iterator[str]:
    """The sentences of a block, roughly: good enough to quote and to count words."""
    start = ""
    for match in _SENTENCE.finditer(text[:20_000]):
        piece = start + match[0]
        following = text[match.end() : match.end() + 2].lstrip()[:1]
        inside = following.islower() or (
            piece.endswith(".") and text[match.end() : match.end() + 1].isdigit()
        )
        if following and (inside or _ABBREVIATED.search(piece)):
            start = piece
            continue
        start = ""
        if piece.strip():
            yield piece.strip()
    if start.strip():
        yield start.strip()


def _sentences(pages: Sequence[Page]) -> tuple[list[Sentence], int]:
    found: list[Sentence] = []
    refused = 0
    for page in pages:
        place = 0
        for block in page.blocks:
            # A block is refused as a whole: its next sentence goes on in the same vein.
            if speaks_to_a_machine(block.text):
                refused += 1
                continue
            for text in split_sentences(block.text):
                if len(found) < _MOST_SENTENCES:
                    found.append(Sentence(text, page, block, place))
                    place += 1
    return found, refused


def _quotable(text: str, least_words: int = 4) -> bool:
    return (
        len(text) <= _LONGEST_SENTENCE
        and len(text.split()) >= least_words
        and not _BOILERPLATE.search(text)
        and not speaks_to_a_machine(text)
    )


def _essence(
    pages: Sequence[Page], sentences: Sequence[Sentence], name: str | None
) -> tuple[str | None, list[str]]:
    """The page's own description, then the sentences that say what the brand is or wants."""
    if not pages:
        return None, []
    quoted: list[tuple[str, str]] = []
    home = pages[0]
    described = [
        home.meta.get(key) for key in ("description", "og:description", "twitter:description")
    ]
    described += [
        clean(str(e.get(key) or ""), 500)
        for e in home.structured
        for key in ("slogan", "description")
    ]
    for text in described:
        if text and _quotable(text) and not any(_alike(text, other) for other, _ in quoted):
            quoted.append((text, home.url))
            if len(quoted) == 2:
                break

    def score(sentence: Sentence) -> float:
        words = len(sentence.text.split())
        named = 1.5 if name and name.lower() in sentence.text.lower() else 0.0
        marked = 3.0 if _ESSENCE.search(sentence.text) else 0.0
        headline = 1.0 if sentence.block.tag in {"h1", "h2"} and sentence.page is home else 0.0
        fitting = 1.0 if 6 <= words <= 30 else 0.0
        return marked + named + headline + fitting - 0.02 * min(sentence.place, 60)

    body = [s for s in sentences if s.block.zone in _OWN_WORDS and _quotable(s.text)]
    for sentence in sorted(body, key=lambda s: (-score(s), s.place))[:3]:
        if score(sentence) >= (2.0 if quoted else 0.9) and not any(
            _alike(sentence.text, other) for other, _ in quoted
        ):
            quoted.append((sentence.text, sentence.page.url))
    if not quoted:
        return None, []
    return _within(text for text, _ in quoted[:4]), [url for _, url in quoted[:4]]


def _alike(one: str, other: str) -> bool:
    a, b = (set(_WORD.findall(text.lower())) for text in (one, other))
    return len(a & b) >= 0.7 * max(1, min(len(a), len(b)))


def _within(texts: Iterable[str]) -> str | None:
    """Texts joined by spaces, as many as fit."""
    joined = ""
    for text in texts:
        ended = text if text[-1:] in ".!?…。！？" else f"{text}."
        if len(joined) + len(ended) + 1 > _LONGEST_PART:
            break
        joined = f"{joined} {ended}".strip()
    return joined or None


def _voice(sentences: Sequence[Sentence]) -> str | None:
    """How the site speaks, measured: person, length of sentences, contractions, exclamations and
    questions.
    """
    spoken = [
        s.text
        for s in sentences
        if s.block.zone in {"main", "header"}
        and s.block.tag not in {"button", "label", "th"}
        and _quotable(s.text)
    ]
    if len(spoken) < 3:
        return None
    words = [[word.lower() for word in _WORD.findall(text)] for text in spoken]
    total = sum(len(row) for row in words)
    if total < 30:
        return None
    lengths = [len(row) for row in words if row]
    middle = median(lengths)
    we, you = (sum(word in known for row in words for word in row) / total for known in (_WE, _YOU))
    parts: list[str] = []
    if we >= 0.01 and you >= 0.01:
        parts.append('Speaks as "we" to "you"')
    elif we >= 0.01:
        parts.append('Speaks as "we"')
    elif you >= 0.01:
        parts.append('Speaks to "you"')
    else:
        parts.append("Speaks of itself in the third person")
    size = "short" if middle <= 11 else "long" if middle >= 20 else "medium"
    parts.append(f"{size} sentences (median {middle:g} words)")
    contractions = sum(len(_CONTRACTION.findall(text)) for text in spoken) / len(spoken)
    parts.append(
        "with contractions"
        if contractions >= 0.1
        else "without contractions"
        if we or you
        else "formal"
    )
    if re.search(r"\bSie\b|\bIhr(?:e|en|em|er)?\b", " ".join(spoken)) and you < 0.01:
        parts.append('addresses the reader as "Sie"')
    for sign, many, none in (
        ("!", "exclaims", "no exclamation marks"),
        ("?", "asks questions", ""),
    ):
        share = sum(text.rstrip("\"'”’)").endswith(sign) for text in spoken) / len(spoken)
        if share >= 0.1:
            parts.append(f"{many} ({share:.0%} of sentences)")
        elif share == 0 and none:
            parts.append(none)
    return f"{', '.join(parts)}. Measured over {len(spoken)} sentences."


def _compliance(
    pages: Sequence[Page], sentences: Sequence[Sentence]
) -> tuple[str | None, list[str]]:
    """Notices that the site carries, quoted, and the legal pages that it links."""
    quoted: list[tuple[str, str]] = []
    for sentence in sentences:
        if _COMPLIANCE.search(sentence.text) and len(sentence.text) <= _LONGEST_SENTENCE:
            if not any(_alike(sentence.text, other) for other, _ in quoted):
                quoted.append((sentence.text, sentence.page.url))
            if len(quoted) == 6:
                break
    linked = [
        what
        for what, pattern in _LEGAL_PAGES
        if any(pattern.search(f"{link.url} {link.text}") for page in pages for link in page.links)
    ]
    parts = [text for text, _ in quoted]
    if linked:
        parts.append(f"The site has {', '.join(linked)}.")
    sources = [url for _, url in quoted] + ([pages[0].url] if linked else [])
    return _within(parts), list(dict.fromkeys(sources))
