"""The change that an instruction asks for, and no other.

An instruction is read as a row of orders (replace, remove, add, move, case, list, shorten). What is
quoted is taken to the letter. The forms of orders stand in ``assets/words/instructions.toml``; one
function carries out what a form makes. Orders that are not understood are listed in the notes; when none is,
``errors.UnsupportedInstruction`` says what would be. English in full; the verbs of German, French
and Spanish for replacing, removing, adding and shortening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ...errors import UnsupportedInstruction, ValidationError
from ...models.owners import text_provider
from ..patterns import Reading
from .adding import add, open_or_close
from .arranging import into_list, into_one, move, split_up
from .draft_parts import DraftUnderWay
from .drafts import Draft, draft_of
from .recasing import recase
from .removing import remove
from .replacing import replace
from .shorten import fit
from .targets import length, parse
from .vocabulary import INSTRUCTIONS, MARK, MARKED, POLITE, QUOTED, SPLIT

UNDERSTOOD = (
    "replace \u201cX\u201d with \u201cY\u201d; change the date, price, time or number to Y; "
    "remove \u201cX\u201d, the last sentence, "
    "the second paragraph, the sentence about X, all emoji, hashtags, links or exclamation "
    "marks; add \u201cX\u201d at the start, "
    "at the end, before or after \u201cY\u201d; move the last sentence to the start; uppercase, "
    "lowercase, title case, sentence "
    "case or bold X; make it a list; join the paragraphs; shorten to a length or by a share"
)


def amend(draft: str, instruction: str) -> Draft:
    """``draft`` with the changes that ``instruction`` asks for.

    Raises ``errors.UnsupportedInstruction`` when nothing of the instruction is understood.
    """
    quoted: list[str] = []

    def keep(match: re.Match[str]) -> str:
        quoted.append(match.group(1) or match.group(2))
        return MARK.format(len(quoted) - 1)

    held = QUOTED.sub(keep, re.sub("[\ue000\ue001]", "", instruction[:4000])).strip()
    # Patterns of orders look for room in several places: a run of it would take them hours.
    held = re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", held))
    work = DraftUnderWay(draft.replace("\r\n", "\n"), quoted)
    missed: list[str] = []
    done = 0
    for order in [part.strip() for part in SPLIT.split(held) if part and part.strip()][:60]:
        if polite := POLITE.match(order):
            order = order[polite.end() :].strip()
        if any(ACTS[asked.makes](work, asked) for asked in INSTRUCTIONS.read("order", order)):
            done += 1
        else:
            missed.append(MARKED.sub(lambda m: f"\u201c{quoted[int(m.group(1))]}\u201d", order))
    if not done:
        raise UnsupportedInstruction(
            f"The local writer can't \u201c{' '.join(instruction[:120].split())}\u201d. It understands: {UNDERSTOOD}. "
            f"{text_provider()}",
            understood=UNDERSTOOD,
        )
    notes = work.notes + [f"Not understood, so left undone: {order}." for order in missed]
    return draft_of(work.text, *notes)


def _shorten(work: DraftUnderWay, order: Reading) -> bool:
    try:
        target = parse(order.said, work.text)
    except ValidationError:
        return False
    made = fit(work.text, target)
    work.text = made.markdown
    work.notes.append(f"Shortened to {length(made.text, target.unit)} {target.unit}.")
    return True


#: What an order makes, and who carries it out; False lets another reading of the order have its turn.
ACTS: Mapping[str, Callable[[DraftUnderWay, Reading], bool]] = {
    "recase": recase,
    "list": into_list,
    "move": move,
    "join": into_one,
    "split": split_up,
    "replace": replace,
    "remove": remove,
    "begin or end": open_or_close,
    "add": add,
    "shorten": _shorten,
}
