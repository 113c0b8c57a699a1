"""Figures that are put as on a slider: "boost the greens 15", "Pflanzen 10 grüner", "vignette -15"."""

from __future__ import annotations

from collections.abc import Sequence

from .senses import Sense, Token
from .tables import table

#: Effects of which there is more and less.
_SLIDERS = frozenset({"vignette", "grain", "sepia", "glow"})
FIGURES = ("number", "percent", "signed", "points", "share", "set-to", "degrees", "ratio")
#: What says which way a slider goes.
_WAYS = ("upward", "downward", "change", "lift", "less")


def slid(clause: tuple[Token, ...]) -> tuple[Token, ...]:
    """A clause with its bare number as the share that a slider's figure is, where that ends it or stands before the
    verb or the comparison that does; and with the figure of an effect, whatever its sign ("vignette -15" darkens the
    corners).
    """
    figures = [at for at, t in enumerate(clause) if any(map(t.has, FIGURES))]
    if len(clause) < 2 or len(figures) != 1 or any(map(_moves_the_frame, clause)):
        return clause
    at = figures[0]
    if at == 0 or not _may_slide(clause, at):
        return clause
    figure = clause[at]
    number = next((float(s.get("number")) for s in figure.senses if s.part == "number"), None)
    if number is None or not 5 <= abs(number) <= 100:
        return clause
    effects = [str(s.get("kind")) for t in clause for s in t.senses if s.part == "effect"]
    if figure.has("signed"):
        # What a vignette takes is light: with a minus it is darker corners, and with a plus nobody knows.
        slides = (
            effects == ["vignette"] if number < 0 else effects in (["grain"], ["sepia"], ["glow"])
        )
    else:
        ways = effects or any(t.has(part) for t in clause for part in _WAYS)
        known = len(effects) <= 1 and not set(effects) - _SLIDERS
        slides = figure.text.isdigit() and known and bool(ways)
    if not slides:
        return clause
    share = Token(figure.text, (Sense("percent", {"number": abs(number) / 100}),))
    rough = clause[at - 1].text in table("edits")["shaded"]["rough"]  # "lift the blacks, around 10"
    return (*clause[: at - rough], share, *clause[at + 1 :])


def _may_slide(clause: Sequence[Token], at: int) -> bool:
    """Whether a figure ends its clause, or stands before what ends it: "to 20" names a value, "Foto 10" a photo."""
    before = clause[at - 1].text
    if before in table("edits")["plainer"]["upto"]:
        return False
    if at == len(clause) - 1:
        return True
    ends = at == len(clause) - 2 and any(map(clause[-1].has, _WAYS))
    return ends and before not in table("edits")["plainer"]["picture"]


def figures_carried(
    clauses: Sequence[tuple[tuple[Token, ...], bool, bool]],
) -> list[tuple[tuple[Token, ...], bool, bool]]:
    """Clauses with the way that two sliders share: "increase brightness 20 and contrast 10", *Helligkeit 20 und Kontrast
    10 erhöhen*.
    """
    out: list[tuple[tuple[Token, ...], bool, bool]] = []
    for clause, hard, joined in clauses:
        before = out[-1] if out and joined and not out[-1][1] else None
        if before is not None and _is_bare(clause) and (way := _way_of(before[0])) is not None:
            clause = (way, *map(_as_percent, clause))
        elif before is not None and _is_bare(before[0]) and (way := _way_of(clause)) is not None:
            out[-1] = (way, *map(_as_percent, before[0])), before[1], before[2]
        out.append((clause, hard, joined))
    return out


def _is_bare(clause: Sequence[Token]) -> bool:
    """Whether a clause is a measure with its figure, and no more."""
    named = [t for t in clause if t.has("dimension")]
    figures = [t for t in clause if any(map(t.has, ("number", "points", "percent")))]
    rest = [t for t in clause if t not in named and t not in figures]
    signed = any(t.has("signed") for t in clause)
    return len(named) == len(figures) == 1 and not signed and all(t.has("filler") for t in rest)


def _as_percent(token: Token) -> Token:
    """A bare figure of a slider as what it is there."""
    number = next((float(s.get("number")) for s in token.senses if s.part == "number"), 0.0)
    if not 0 < number <= _MOST or token.has("percent") or token.has("points"):
        return token
    return Token(token.text, (Sense("percent", {"number": number / 100}),))


#: Where a slider ends.
_MOST = 100


def _way_of(clause: Sequence[Token]) -> Token | None:
    """Whether a clause raises its one measure or lowers it, as a word; None where it does neither."""
    figured = [t for t in clause if any(map(t.has, ("number", "points", "percent")))]
    ways = {1 for t in clause if t.has("upward") or t.has("more")}
    ways |= {-1 for t in clause if t.has("downward") or t.has("less")}
    senses = [s for t in clause for s in t.senses if s.part == "change"]
    ways |= {1 if float(s.get("sign")) > 0 else -1 for s in senses if s.get("sign") is not None}
    other = any(t.has(p) for t in clause for p in ("not", "set-to", "effect", "colour"))
    if len(ways) != 1 or len(figured) != 1 or other or any(not t.senses for t in clause):
        return None
    up = ways == {1}
    return Token("more" if up else "less", (Sense("more" if up else "less"),))


def _moves_the_frame(token: Token) -> bool:
    parts = (
        "crop",
        "rotate",
        "space",
        "extend",
        "border",
        "straighten",
        "turn",
        "flip",
        "frame",
        "cut",
        "breadth",
    )
    return any(map(token.has, parts))


__all__ = ["FIGURES", "slid"]
