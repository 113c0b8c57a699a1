"""Edits in plain words: what a person's instructions ask of a picture, as frozen values.

The vocabulary and the forms stand in ``assets/words/edits.toml`` (English, German, French and
Spanish). Instructions are cut into clauses; a clause is read when every one of its words is known
and one form fits the whole of it. What is not read is handed back word for word, and nothing is
guessed from the rest of its clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from .edit_forms import Made, made_of, size_of
from .edit_values import Ban, Edit, Kind, Parsed, placed
from .forms import Form, Forms, Reading, slots_of
from .senses import LANGUAGES, Figure, Sense, Token, Vocabulary
from .tables import table

#: Lines for people: what ``revise`` understands.
VOCABULARY: tuple[str, ...] = (
    "light: brighter, darker, lift the shadows, recover the highlights, too dark, not so bright",
    "contrast: more contrast, flatter, half the contrast, clarity, dehaze, matte",
    "colour: bluer, less red, more saturated, saturation -30 %, muted, warmer, cooler, on brand",
    "finishes: vintage, film, dramatic, cinematic, moody, HDR look",
    "crop: crop to square, crop to 16:9, crop tighter, crop 10 % from the left",
    "turn: straighten, rotate 3 degrees left, flip, flip vertically",
    "background: blur, dim or desaturate the background, a white / brand / #1a7f5a background, "
    "cut out the subject",
    "effects: vignette, grain, remove noise, black and white, sepia, duotone, sharpen, soften",
    "space: add space on the left, more room at the top",
    "where: the background, subject, sky, faces, shadows, highlights, left, right, top, bottom, "
    "corners, the reds; only ..., everything except ...",
    "colour names: peach, navy, coral, mint, lavender, sand, gold, olive, burgundy and some fifty "
    "more",
    "to keep: don't change the colours, leave the subject alone, keep the background as it is",
    "amounts: a little, slightly, much, 20 %, twice, half; negations: less, too, not so, don't",
    "German, French and Spanish: heller, wärmer, nur den Himmel abdunkeln, plus sombre, recadrer, "
    "más cálido, quita el fondo ...",
)

_OF_COLOUR: frozenset[Kind] = frozenset(
    {"saturation", "temperature", "colour", "monochrome", "sepia", "duotone", "brand", "look"}
)
_OF_LIGHT: frozenset[Kind] = frozenset(
    {"brightness", "contrast", "fade", "vignette", "dehaze", "clarity", "look"}
)
#: Edits of the whole frame: nothing of it can be kept out of them.
_OF_FRAME: frozenset[Kind] = frozenset({"crop", "straighten", "rotate", "flip", "space"})
_HARD = re.compile(r"[.;!?\n]")
_LONGEST = 4000


def _number(text: str) -> float:
    return float(text.replace(",", "."))


_PERCENT = r"(\d{1,3}(?:[.,]\d+)?)\s*(?:%|percent\b|per cent\b|prozent\b|pour cent\b|pourcent\b|por ciento\b)"


def _figure(part: str, divided: float = 100.0) -> Any:
    return lambda m: (Sense(part, {"number": _number(m.group(1)) / divided}),)


def _signed(match: re.Match[str]) -> tuple[Sense, ...]:
    sign = 1 if match.group(1) == "+" else -1
    return (Sense("signed", {"number": sign * _number(match.group(2)) / 100}),)


def _ratio(match: re.Match[str]) -> tuple[Sense, ...]:
    across, down = int(match.group(1)), int(match.group(2))
    if not (0 < across <= 40 and 0 < down <= 40 and 0.2 <= across / down <= 5):
        return ()
    return (Sense("ratio", {"value": f"{across}:{down}"}),)


#: Figures and signs, the first that fits.
_FIGURES: tuple[Figure, ...] = (
    (
        re.compile(r"#(?:[0-9a-f]{6}|[0-9a-f]{3})\b"),
        lambda m: (Sense("colour", {"value": m.group()}),),
    ),
    (re.compile(r"(\d{1,2})\s*[:x/]\s*(\d{1,2})(?!\d)"), _ratio),
    (re.compile(r"(?<![\d\w])([+\-\u2212\u2013])\s?" + _PERCENT), _signed),
    (re.compile(r"\b(?:to|at|auf|bei|a|al)\s+" + _PERCENT), _figure("set-to")),
    (re.compile(_PERCENT), _figure("percent")),
    (
        re.compile(r"(-?\d{1,3}(?:[.,]\d+)?)\s*(?:°|degrees?\b|deg\b|grad\b|degres?\b|grados?\b)"),
        _figure("degrees", 1.0),
    ),
    (re.compile(r"(\d(?:[.,]\d+)?)\s*(?:x\b|times\b|mal\b|fois\b|veces\b)"), _figure("share", 1.0)),
    (re.compile(r"(-?\d{1,3}(?:[.,]\d+)?)(?![\w%])"), _figure("number", 1.0)),
)


@cache
def _vocabulary() -> Vocabulary:
    return Vocabulary(
        [*table("edits")["sense"], *_colours()], _FIGURES, table("edits")["near"]["words"]
    )


def _colours() -> list[dict[str, Any]]:
    """Senses of the colour names: the colour, more of it, and all places of its hue."""
    rows: list[dict[str, object]] = []
    for row in table("colours")["colour"]:
        rows.append({"is": "colour", "value": row["name"], **_in_all(row["words"])})
        if "more" in row:
            made = {"is": "change", "kind": "colour", "sign": 1, "value": row["name"]}
            rows.append({**made, **_in_all(row["more"])})
        if not row.get("neutral"):
            names = [*row.get("several", ()), *(w for w in row["words"] if not w.endswith("*"))]
            rows.append({"is": "region", "value": f"colour-{row['name']}", **_in_all(names)})
    return rows


def _in_all(words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Words that are not parted by language."""
    return dict.fromkeys(LANGUAGES, words)


@cache
def _forms() -> Forms:
    return Forms(table("edits")["form"])


def steps_of(look: str) -> tuple[Edit, ...]:
    """The ordinary edits that a finish is made of."""
    return tuple(Edit(**step) for step in table("edits")["look"][look])


LOOKS: tuple[str, ...] = tuple(table("edits")["look"])


@dataclass
class _Heard:
    """What was understood so far."""

    edits: list[Edit] = field(default_factory=list)
    bans: list[Ban] = field(default_factory=list)
    keeps: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    #: The part that the sentence last spoke of, and a part that is named before what is to be done.
    last: str = ""
    #: Where the edits of this sentence begin, and the place that was named before all of them.
    begin: int = 0
    scope: tuple[Token, ...] = ()
    pending: tuple[Token, ...] = ()


def parse(instructions: str) -> Parsed:
    """The edits that instructions ask for, in their order."""
    tokens = _vocabulary().tokens(instructions[:_LONGEST])
    heard = _Heard()
    for clause, hard in _clauses(tokens):
        _hear(heard, clause)
        if hard:
            _leftover(heard)
            heard.last, heard.begin, heard.scope = "", len(heard.edits), ()
    _leftover(heard)
    return _parsed(heard, tuple((t.text, t.read_as) for t in tokens if t.read_as))


def _leftover(heard: _Heard) -> None:
    if heard.pending:
        heard.unknown.append(_said(heard.pending))
        heard.pending = ()


def _clauses(tokens: Iterable[Token]) -> Iterable[tuple[tuple[Token, ...], bool]]:
    """Clauses with whether a sentence ends behind each. Joining words that may also mean something
    else stay inside.
    """
    clause: list[Token] = []
    for token in tokens:
        joins = token.has("and") and all(s.part in ("and", "filler") for s in token.senses)
        if token.mark or joins:
            if clause or token.mark:
                yield tuple(clause), token.mark and bool(_HARD.search(token.text))
            clause = []
        else:
            clause.append(token)
    yield tuple(clause), True


def _hear(heard: _Heard, clause: tuple[Token, ...]) -> None:
    """Take one clause in."""
    if not _meant(clause):
        return
    if heard.pending or heard.scope:
        # "In the sky only: darker and less saturated" holds for all that follows in the sentence.
        made = _read((*(heard.pending or heard.scope), *clause), heard)
        if made is not None:
            heard.scope = heard.pending or heard.scope
            heard.pending = ()
            _take(heard, made)
            return
    made = _read(clause, heard)
    if made is not None:
        if heard.scope and made.edits and made.edits[0].target == "all":
            heard.unknown.append(_said(clause))
            return
        _take(heard, made)
        return
    if _beside(heard, clause):
        return
    for parts in _parted(clause):
        if all(_read(p, heard) is not None or _floats(p) for p in parts):
            for part in parts:
                _hear(heard, part)
            return
    heard.unknown.append(_said(clause))


def _parted(clause: tuple[Token, ...]) -> Iterable[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """A clause parted at words that may join two wishes ("with", "without")."""
    for at, token in enumerate(clause):
        if 0 < at < len(clause) - 1 and (token.has("and") or token.has("not")):
            yield clause[:at], clause[at + (not token.has("not")) :]


def _meant(clause: Sequence[Token]) -> bool:
    """Whether a clause says anything beyond politeness."""
    idle = {"filler", "is", "make", "pronoun", "purpose", "and"}
    return any(not t.senses or any(s.part not in idle for s in t.senses) for t in clause)


def _said(clause: Sequence[Token]) -> str:
    return " ".join(t.text for t in clause)


def _read(clause: Sequence[Token], heard: _Heard) -> Made | None:
    """What a clause asks for, by the first of its readings that makes sense."""
    for reading in _forms().read(clause):
        made = made_of(_completed(reading, heard))
        if made is not None:
            return made
    return None


def _completed(reading: Reading, heard: _Heard) -> Reading:
    """A reading with what the sentence said before: "the rest" is all but the part last named, and
    "it" that part.
    """
    regions = reading.regions
    slots = dict(reading.slots)
    if "rest" in regions and heard.last and len(regions) == 1:
        slots["region"] = (Sense("region", {"value": heard.last}),)
        slots["except"] = (Sense("except"),)
    of_it = not regions and "pronoun" in slots and reading.form.where is None
    if of_it and heard.last and reading.form.makes in ("effect", "colour", "look"):
        slots["region"] = (Sense("region", {"value": heard.last}),)
    return replace(reading, slots=MappingProxyType(slots))


def _take(heard: _Heard, made: Made) -> None:
    for edit in made.edits:
        _settle(heard.edits, edit, softens=made.softens)
        if edit.kind not in _OF_FRAME and not edit.outside:
            heard.last = "" if edit.target == "all" else edit.target
    heard.bans.extend(made.bans)
    heard.keeps.extend(k for k in made.keeps if k not in heard.keeps)
    if made.keeps:
        heard.last = made.keeps[-1]


def _settle(edits: list[Edit], edit: Edit, *, softens: bool) -> None:
    """ "Warmer, but not too warm" is a smaller step, not two that cancel; the same wish twice is
    one.
    """
    for at, other in enumerate(edits):
        same = (edit.kind, edit.value, edit.target, edit.outside)
        if same != (other.kind, other.value, other.target, other.outside):
            continue
        if softens and other.amount * edit.amount < 0:
            edits[at] = replace(other, amount=other.amount * 0.5)
            return
        if other.amount * edit.amount > 0 and None in (other.exact, edit.exact):
            exact = other.exact if edit.exact is None else edit.exact
            larger = max(other.amount, edit.amount, key=abs)
            edits[at] = replace(other, amount=larger, exact=exact)
            return
    if edit not in edits:
        edits.append(edit)


_NOTHING = Form(re.compile(""), "", 1, 1.0, None, "", frozenset(), False)


def _floats(clause: Sequence[Token]) -> bool:
    """Whether a clause only says how much or where, which belongs to the one before."""
    return all(t.senses for t in clause) and _floating(clause) is not None


def _floating(clause: Sequence[Token]) -> Reading | None:
    chosen: list[Sense] = []
    idle = ("filler", "is", "make", "pronoun", "purpose", "and")
    for token in clause:
        beside = ("amount", "region", "only", "except", "not")
        sense = next(
            (s for s in token.senses if s.part in beside),
            next((s for s in token.senses if s.part in idle), None),
        )
        if sense is None:
            return None
        # "..., but not the sky" leaves the sky out.
        chosen.append(Sense("except") if sense.part == "not" else sense)
    return Reading(_NOTHING, (), slots_of(chosen))


def _beside(heard: _Heard, clause: tuple[Token, ...]) -> bool:
    """Take in a clause that only says how much, or where, of the edit before it; a place without an
    edit before it waits for the next.
    """
    floating = _floating(clause) if all(t.senses for t in clause) else None
    if floating is None:
        return False
    regions = floating.regions
    if not regions:
        size = size_of(floating)
        if not heard.edits or size is None or "amount" not in floating.slots:
            return False
        heard.edits[-1] = replace(heard.edits[-1], amount=heard.edits[-1].amount * size)
        return True
    if not heard.edits:
        heard.pending = clause
        return True
    return len(regions) == 1 and _placed_anew(heard, floating, regions[0])


def _placed_anew(heard: _Heard, floating: Reading, region: str) -> bool:
    """ "..., but only the sky" limits the edit before; "... and the faces" does it there too."""
    last = heard.edits[-1]
    if last.kind in _OF_FRAME or region in ("colours", "light", "rest"):
        if last.kind == "space" and region in ("left", "right", "top", "bottom"):
            heard.edits[-1] = replace(last, value=f"{last.value}+{region}")
            return True
        return False
    target, outside = placed(region, "except" in floating.slots)
    if "amount" in floating.slots:
        return False
    if {"only", "except"} & floating.slots.keys():
        mine = [e for e in heard.edits[heard.begin :] if e.kind not in _OF_FRAME]
        if any(e.target != "all" for e in mine):
            return False
        heard.edits[heard.begin :] = [
            replace(e, target=target, outside=outside) if e in mine else e
            for e in heard.edits[heard.begin :]
        ]
        return True
    if last.target == "all" or last.outside or last.kind in ("cutout", "background_colour"):
        return False
    if last.kind == "monochrome" and last.target.startswith("colour-"):
        return False
    heard.edits.append(replace(last, target=target))
    return True


def _parsed(heard: _Heard, read_as: tuple[tuple[str, str], ...]) -> Parsed:
    """All that was heard, with what is to stay taken out of what is to change."""
    places = [k for k in heard.keeps if k not in ("colours", "light")]
    bans = list(heard.bans)
    if "colours" in heard.keeps:
        bans += [Ban(kind) for kind in sorted(_OF_COLOUR)]
    if "light" in heard.keeps:
        bans += [Ban(kind) for kind in sorted(_OF_LIGHT)]
    edits: list[Edit] = []
    withheld: list[Edit] = []
    for edit in heard.edits:
        kept = _without(edit, places)
        if kept is None or any(ban.forbids(edit) for ban in bans):
            withheld.append(edit)
        else:
            edits.append(kept)
    if _contradict(edits):
        heard.unknown.append("two wishes that contradict each other")
    return Parsed(
        tuple(edits),
        tuple(heard.unknown),
        tuple(dict.fromkeys(bans)),
        tuple(heard.keeps),
        tuple(withheld),
        read_as,
    )


def _without(edit: Edit, places: Sequence[str]) -> Edit | None:
    """The edit with a part left out that is to stay; None where it is about that part."""
    if not places or edit.kind in _OF_FRAME:
        return edit
    if edit.kind in ("cutout", "background_colour"):
        return None if "background" in places else edit
    if (edit.target in places) and not edit.outside:
        return None
    if edit.target != "all":
        return edit
    if len(places) > 1:
        return None
    target, outside = placed(places[0], True)
    return replace(edit, target=target, outside=outside)


def _contradict(edits: Sequence[Edit]) -> bool:
    signs: dict[tuple[str, str, str, bool], float] = {}
    for edit in edits:
        subject = (edit.kind, edit.value, edit.target, edit.outside)
        if signs.setdefault(subject, edit.amount) * edit.amount < 0:
            return True
    return False


def unsupported(not_understood: Iterable[str]) -> str:
    """The sentence for instructions that were not understood, or only in part."""
    said = next(iter(not_understood), "")
    quoted = f'"{said[:120]}"' if said else "that"
    return (
        f"the local engine can't {quoted}. It understands light, colour, crop, blur, cut-out and "
        "space (brandstudio engines); for more, set BRANDSTUDIO_IMAGE_ENGINE."
    )


__all__ = [
    "LOOKS",
    "VOCABULARY",
    "Ban",
    "Edit",
    "Kind",
    "Parsed",
    "parse",
    "steps_of",
    "unsupported",
]
