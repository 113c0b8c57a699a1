"""Whether an edit is about a picture's background and nothing else, so that all that stands before it
can be kept from a model's hands.

What ``edits`` reads tells it. What only a model can draw ("replace the background with a forest") is
told by the forms of ``[new_background]`` in ``assets/words/edits.toml``; a sentence that may ask for
anything besides ("... and her dress red") is not taken for one.
"""

from __future__ import annotations

import re
from functools import cache

from .edits import parse
from .tables import table


def is_of_background(instructions: str) -> bool:
    """Whether instructions change the background alone."""
    parsed = parse(instructions)
    if parsed.edits and not parsed.not_understood:
        return all(
            edit.kind == "background_colour" or edit.target == "background" for edit in parsed.edits
        )
    return not parsed.edits and _is_replaced(instructions)


def _is_replaced(instructions: str) -> bool:
    plain = " ".join(instructions.casefold().split()).strip(" .!")
    found = _form().fullmatch(plain)
    if found is None:
        return False
    by = next(group for group in found.groups() if group is not None)
    return not _besides().search(by)


@cache
def _form() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{form})" for form in table("edits")["new_background"]["says"]))


@cache
def _besides() -> re.Pattern[str]:
    return re.compile("|".join(table("edits")["new_background"]["besides"]))
