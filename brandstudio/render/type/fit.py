"""The largest size at which words fit a box.

Words are whole as long as that costs little: a Japanese phrase, a Korean word or a word with soft
hyphens is broken inside only if keeping it whole would shrink the text by more than two fifths, and
a word without any place to break is hyphenated by the same measure; it is cut between clusters only
if it does not fit at the smallest size. Where one line less costs at most a tenth of the size, it is
taken: fewer lines read calmer, unless the style would rather be large. Where a line is a mere stub
before a long word, or the last one an orphan, it may cost a third.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from .breaks import line_breaks
from .faces import face_of
from .linefit import CLAUSE, TORN, count_lines
from .setting import Direction, Paragraph, TextStyle, layout, measured_for, spacing_for

_CALM = 0.9  # one line less is taken if it leaves the text at least this part of the size
_STUB = 0.52  # a line but the last that is shorter than this part of the longest looks like a slip
_STUB_LARGE = 0.42  # and this in words that are the picture, whose size counts for more
_ORPHAN = 0.3  # and the last one if it is shorter than this
# and one line less that mends it is taken if it leaves the text at least this part of the size
_UNSTUBBED = 0.66
# but a single line only at these parts: two at full size read better than one at two thirds of it
_SINGLE, _SINGLE_STUBBED = 0.94, 0.8
# From here on what line ends cost in sense is worth a look at smaller sizes, down to this part of the
# size; a size smaller by all of it would cost so much; and so many are tried.
_SENSELESS, _SENSIBLE, _SMALLER, _TRIES = 1.6, 0.78, 28.0, 9
# A line shorter than this part of the longest one costs so much.
_SHORT, _SHORT_COST = 0.56, 2.0
# A line more may mend a torn clause at so much of the size.
_PARTED = 0.68
# A text of more lines than these and of so many letters is long: there no mending is worth less than this part of
# the size, as its size is what is missed first.
_FEW, _SAYS_MUCH, _LONG = 3, 60, 0.84
_WORTH = 0.6  # a good break is kept as long as it leaves the text at least this part of the size


def fit(
    text: str,
    style: TextStyle,
    box_width: float,
    box_height: float,
    *,
    min_size: float,
    max_size: float,
    max_lines: int | None = None,
    direction: Direction | None = None,
) -> Paragraph | None:
    """The text at the largest size from ``min_size`` to ``max_size`` (px) that fits the box, or
    None if none does.

    Sizes are tried in whole pixels from 20 px up, in halves below. ``style.size`` is ignored.
    """
    if not (0 < min_size <= max_size and box_width > 0 and box_height > 0):
        return None
    sizes = _sizes(min_size, max_size)

    def search(lines: int | None, spare: int = 0) -> _Search:
        spared = replace(style, spare=spare) if spare else style
        return _Search(text, spared, box_width, box_height, lines, direction, sizes)

    found = _largest(search(max_lines), max_size)
    if found is None:
        return None
    long = len(found.lines) > _FEW and len(text) >= _SAYS_MUCH
    whole, found = found, _calmed(found, search)
    if long and found.size < _LONG * whole.size:
        return _sensible(whole, search(max_lines))
    if torn(whole) and found.size < _CALM * whole.size:
        # Fewer lines mended what was torn, and cost much; a line more may mend it and cost less.
        parted = search(max_lines, 1).largest(min(whole.tier, 1), least=found.size / _CALM)
        if parted is not None and _even(parted) and len(parted.lines) <= len(whole.lines) + 1:
            return parted
    if len(found.lines) > 2 and _stubbed(found):
        # A line less may leave another stub, and two less none.
        mended = fit(
            text, style, box_width, box_height, min_size=min_size, max_size=found.size,
            max_lines=len(found.lines) - 1, direction=direction,
        )  # fmt: skip
        least = _LONG * whole.size if long else _UNSTUBBED * found.size
        if mended is not None and _even(mended) and mended.size >= least:
            return mended
    if torn(found):
        least = _LONG * whole.size if long else _PARTED * found.size
        parted = search(max_lines, 1).largest(min(found.tier, 1), least=least)
        if parted is not None and _even(parted) and len(parted.lines) <= len(found.lines) + 1:
            smaller = _sensible(found, search(max_lines))
            # As many lines a little smaller are calmer than one more.
            return parted if torn(smaller) or smaller.size < _CALM * parted.size else smaller
    return _sensible(found, search(max_lines))


def _calmed(found: Paragraph, search: Callable[[int], _Search]) -> Paragraph:
    """The same words on fewer lines, as long as each line less is worth its size."""
    while len(found.lines) > 1 and (found.style.calm or _stubbed(found)):
        # Where a line less leaves a stub, two less may leave none.
        most = len(found.lines) - 1
        counts = (most, most - 1) if most > 2 else (most,)
        tried = (_calmer(found, search(count)) for count in counts)
        calmer = next((made for made in tried if made is not None), None)
        if calmer is None:
            break
        found = calmer
        if _even(found):
            break
    return found


def _even(paragraph: Paragraph) -> bool:
    """True of lines without a stub and without a torn clause."""
    return not _stubbed(paragraph) and not torn(paragraph)


def _sensible(found: Paragraph, search: _Search) -> Paragraph:
    """The same words a little smaller where their lines then end by their sense: not between words
    that belong together, and not with a stub.
    """
    least = nonsense(found)
    if least < _SENSELESS:
        return found
    best, paid = found, least
    for at in search.below(found.size, _SENSIBLE):
        other = search.at(at, found.tier)
        if other is None or len(other.lines) > len(found.lines):
            continue
        pays = nonsense(other) + smaller(other.size / found.size)
        if pays < paid:
            best, paid = other, pays
    return best


def smaller(part: float) -> float:
    """What it costs to set words at this part of the size, in what their line ends cost in sense."""
    return _SMALLER * (1 - part)


def nonsense(paragraph: Paragraph) -> float:
    """What the ends of a paragraph's lines cost in sense, none below 0; a line that is short beside
    the longest counts too, unless it is the last and a clause of its own.
    """
    if "\n" in paragraph.text or len(paragraph.lines) < 2:
        return 0.0
    costs = {b.offset: b.cost for b in line_breaks(paragraph.text, paragraph.style.language or "")}
    longest = max(line.width for line in paragraph.lines)
    ends = sum(max(costs.get(line.start, 0.0), 0.0) for line in paragraph.lines[1:])
    ends += TORN * torn(paragraph)
    short = [line for line in paragraph.lines if line.width < _SHORT * longest]
    own = short and short[-1] is paragraph.lines[-1] and costs.get(short[-1].start, 0.0) <= CLAUSE
    return ends + _SHORT_COST * (len(short) - bool(own))


def _calmer(found: Paragraph, fewer: _Search) -> Paragraph | None:
    """The same words on a line less, where that reads calmer; None where it costs too much."""
    stubbed = _stubbed(found) or _with_sign(found) or torn(found)
    least = found.size * (_UNSTUBBED if stubbed else _CALM)
    calmer = fewer.largest(min(found.tier, 1), least=least)
    single = _SINGLE_STUBBED if stubbed else _SINGLE
    if calmer is not None and len(calmer.lines) == 1 and calmer.size < single * found.size:
        return None
    if calmer is None or _even(calmer):
        return calmer
    # Fewer lines that tear a clause or leave a stub are no calmer than more that do neither.
    return calmer if calmer.size >= _CALM * found.size and not _even(found) else None


def torn(paragraph: Paragraph) -> bool:
    """True if a line ends one word into a clause, or begins with the last one of the clause before:
    "Less noise, more" on one line tears a phrase that a line after its comma keeps whole. So it is if
    that word has a line of its own ("One careful / owner, / for now").
    """
    text, language = paragraph.text, paragraph.style.language or ""
    if "\n" in text or len(paragraph.lines) < 2:
        return False
    found = line_breaks(text, language)
    places = [b.offset for b in found if b.tier == 0]
    clauses = {b.offset for b in found if b.cost <= CLAUSE}
    final = paragraph.lines[-1]
    ends = [line.start for line in paragraph.lines[1:]]
    for (before, line), end in zip(pairwise((None, *paragraph.lines)), (*ends, -1), strict=True):
        assert line is not None
        inside = [at for at in places if line.start < at < line.end and at != end]
        if not inside:
            alone = end in clauses and line.start not in clauses
            # Words that are the picture may stand one a line.
            kept = before is None or not (paragraph.style.calm or " " in before.text.strip())
            if alone and not kept:
                return True
            continue
        # After a clause of a single word another word ends no line badly: "Invoices, sorted".
        begun = line is not final and len(inside) > 1 and inside[-1] in clauses
        left = before is not None and inside[0] in clauses and line.start not in clauses
        if begun or left:
            return True
    return False


def _stubbed(paragraph: Paragraph) -> bool:
    """True if a line that the writer did not end there is much shorter than the longest."""
    if "\n" in paragraph.text:
        return False
    longest = max(line.width for line in paragraph.lines)
    *before, last = (line.width / max(longest, 1e-9) for line in paragraph.lines)
    stub = _STUB if paragraph.style.calm else _STUB_LARGE
    return last < _ORPHAN or any(width < stub for width in before)


def _with_sign(paragraph: Paragraph) -> bool:
    """True if the last line is one word and an emoji, which belong to the line before."""
    *_, last = paragraph.lines[-1].text.split() or [""]
    sign = bool(last) and not any(c.isalnum() for c in last) and ord(max(last)) > 0x2600
    return sign and len(paragraph.lines[-1].text.split()) <= 2


def _largest(search: _Search, max_size: float) -> Paragraph | None:
    whole = search.largest(0)
    if whole is not None and whole.size >= _WORTH * max_size:
        return whole
    parted = search.largest(1)
    kept = (
        whole
        if whole is not None and (parted is None or whole.size >= _WORTH * parted.size)
        else parted
    )
    if kept is not None and kept.size >= _WORTH * max_size:
        return kept
    # One long word must not set all others small: a hyphen is the lesser evil.
    hyphened = search.largest(2)
    if kept is not None and (hyphened is None or kept.size >= _WORTH * hyphened.size):
        return kept
    return hyphened or search.largest(3)


def _sizes(min_size: float, max_size: float) -> list[float]:
    """Every size that is tried, smallest first; both ends are among them."""
    out = [min_size]
    while out[-1] < max_size and len(out) < 4000:
        step = 1.0 if out[-1] >= 20 else 0.5
        following = (out[-1] // step + 1) * step
        out.append(min(following, max_size))
    return out


class _Search:
    """One text, one box: bisection over sizes by counting lines, then a full layout as the
    proof.
    """

    def __init__(
        self,
        text: str,
        style: TextStyle,
        width: float,
        height: float,
        max_lines: int | None,
        direction: Direction | None,
        sizes: list[float],
    ) -> None:
        self.text, self.style, self.width, self.height = text, style, width, height
        self.max_lines, self.direction, self.sizes = max_lines, direction, sizes

    def largest(self, tier: int, *, least: float = 0.0) -> Paragraph | None:
        """The largest size of at least ``least`` px that fits with breaks up to ``tier``."""
        first = bisect_left(self.sizes, least)
        low, high = first, len(self.sizes) - 1
        if first > high or not self._may_fit(self.sizes[first], tier):
            return None
        while low < high:
            middle = (low + high + 1) // 2
            if self._may_fit(self.sizes[middle], tier):
                low = middle
            else:
                high = middle - 1
        return self._proven(first, low, tier)

    def below(self, size: float, part: float) -> range:
        """The sizes from ``part`` of a size up to it, itself left out, the largest first."""
        first, last = bisect_left(self.sizes, part * size), bisect_left(self.sizes, size)
        step = max((last - first) // _TRIES, 1)
        return range(last - 1, first - 1, -step)

    def at(self, place: int, tier: int) -> Paragraph | None:
        """The words in one of the sizes; None where they don't fit in it."""
        return self._laid_out(place, tier)

    def _proven(self, first: int, high: int, tier: int) -> Paragraph | None:
        """The largest size up to ``high`` whose full layout fits: tall ink may need more room than
        counting told.
        """
        paragraph = self._laid_out(high, tier)
        best, low, high = paragraph, first, high - 1
        if best is not None:
            return best
        # Just below is where it nearly always is; then halve what is left.
        middle = high
        while low <= high:
            paragraph = self._laid_out(middle, tier)
            if paragraph is not None:
                best, low = paragraph, middle + 1
            else:
                high = middle - 1
            middle = (low + high + 1) // 2
        return best

    def _laid_out(self, at: int, tier: int) -> Paragraph | None:
        paragraph = layout(
            self.text,
            replace(self.style, size=self.sizes[at]),
            self.width,
            max_lines=self.max_lines,
            direction=self.direction,
            tier=tier,
        )
        fits = not paragraph.overflows and paragraph.height <= self.height + 0.01
        return paragraph if fits else None

    def _may_fit(self, size: float, tier: int) -> bool:
        style = replace(self.style, size=size)
        measured = measured_for(self.text, style, self.direction)
        tracking, leading = spacing_for(measured, style)
        total = 0
        for line in measured.lines:
            count, fits = count_lines(line, measured.text, self.width / size, tracking, tier)
            total += count + style.spare
            if not fits:
                return False
        if self.max_lines is not None and total > self.max_lines:
            return False
        face = face_of(style.stack.faces[0])
        return (total - 1) * leading * size + (
            face.ascender + face.descender
        ) * size <= self.height + 0.01
