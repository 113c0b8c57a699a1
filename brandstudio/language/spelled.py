"""Words of a plain text as the prompt spelled them."""

from __future__ import annotations

import re
from collections.abc import Callable

from .prompt_subject import has_german
from .words import plain

#: In German a small word behind a noun is no part of it: "Ingenieure besprechen".
_VERB_BEHIND = re.compile(r"(?<=[a-z\u00df-\u00ff]{3})(?:\s+[a-z\u00df-\u00ff]+t)$")


def spelled_as(prompt: str) -> Callable[[str], str]:
    """A word as the prompt has it, with its accents and capitals."""
    own: dict[str, str] = {}
    for match in re.finditer(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?", prompt):
        word = re.sub(r"^(?:l|d|s|qu)['\u2019]", "", match.group(), flags=re.IGNORECASE)
        own.setdefault(plain(word), word)

    def of_a_compound(part: str) -> str:
        wholes = (w for w in own if len(w) == len(own[w]) and len(part) > 2)
        for whole in wholes:
            if whole.startswith(part):
                return own[whole][: len(part)]
            if whole.endswith(part):
                return own[whole][-len(part) :].capitalize()
        return part

    german = has_german(plain(prompt))

    def spelled(said: str) -> str:
        whole = "".join(
            own.get(part) or of_a_compound(part)
            for part in re.split(r"(\s+|\b[ld]')", " ".join(said.split()))
        )
        return _VERB_BEHIND.sub("", whole) if german else whole

    return spelled
