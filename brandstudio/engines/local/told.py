"""What is to be known of how instructions were read, as warnings of the picture that came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brandstudio.language.edit_kept import kept_names
from brandstudio.language.edit_let_be import may_stay
from brandstudio.language.edit_ways_out import way_out
from brandstudio.language.edit_words import vocabulary
from brandstudio.language.edits import Parsed
from brandstudio.language.words import plain


def as_found(named: Mapping[str, str], told: Sequence[str]) -> tuple[str, ...]:
    """What nouns were taken for, with what they were found as on this picture."""
    found = {f'took "{noun}" for ': place for noun, place in named.items()}
    out: list[str] = []
    for said in told:
        place = next((p for begin, p in found.items() if plain(said).startswith(begin)), "")
        noun = said.split('"')[1] if place else ""
        out.append(f'Took "{noun}" for {place}.' if place else said)
    return tuple(out)


def _misspelled(parsed: Parsed) -> tuple[str, ...]:
    return tuple(f'Read "{said}" as "{known}".' for said, known in parsed.read_as)


def why_missed(parsed: Parsed, missed: Sequence[str]) -> str:
    """Why edits could not be done, with another way to say them where there is one."""
    why = " ".join(missed)
    unseen = any(said in why for said in ("hardly be seen", "as it is"))
    return why if unseen else f"{why} {way_out(parsed, why)}".strip()


def _presumed(parsed: Parsed) -> tuple[str, ...]:
    return tuple(
        f'Took "{noun}" for the subject, which is what stands out.' for noun in parsed.presumed
    )


def _left_aside(said: str) -> str:
    """What is no change; a thing that stays was not looked for, since nothing is changed where it can be."""
    tokens = vocabulary().tokens(said)
    if kept_names(tokens) and not may_stay(tokens):
        return f'Nothing is changed where that would be, and it was not looked for: "{said}".'
    return f'Not a change, left aside: "{said}".'


def read_so(parsed: Parsed) -> tuple[str, ...]:
    """What is to be known of how instructions were read."""
    return (
        *_misspelled(parsed),
        *_presumed(parsed),
        *parsed.taken_for,
        *map(_left_aside, parsed.left_aside),
    )


def said_of(parsed: Parsed) -> tuple[str, ...]:
    """The warnings of what was read, where edits are extras: words that were not understood, and
    edits that would change what is to stay.
    """
    held = ", ".join(parsed.keeps)
    return (
        *read_so(parsed),
        *(f'Not understood and left out: "{said}".' for said in parsed.not_understood),
        *(
            f"Left out, since it would change what is to stay ({held}): {e.told()}."
            for e in parsed.withheld
        ),
    )


__all__ = ["as_found", "read_so", "said_of"]
