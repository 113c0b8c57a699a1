"""What a prompt says in a roundabout way, said straight: nothing on a side is a side kept free, what is
not to be too loud is muted, and what words of a text are to do is no text.
"""

from __future__ import annotations

import re

from .tables import lists_of


def _one_of(key: str) -> str:
    return "|".join(lists_of("rephrased")[key])


#: "Nothing on the right", "rechts nichts", "rien à droite".
_NOTHING_THERE = re.compile(
    rf"(?<![^\W_])(?:{_one_of('nothing')})(?:\s+(?:{_one_of('at')})){{0,3}}\s+({_one_of('sides')})(?![^\W_])"
)
_THERE_NOTHING = re.compile(
    rf"(?<![^\W_])({_one_of('sides')})(?:\s+(?:{_one_of('stays')})){{0,2}}\s+(?:{_one_of('nothing')})\s*(?=[,.;]|$)"
)
#: "Not too loud", "bitte nicht zu knallig", "pas trop vif".
_TOO = rf"(?<![^\W_])(?:(?:{_one_of('please')})\s+)?(?:{_one_of('not_too')})\s+"
_SAID = {
    kind: re.compile(rf"{_TOO}(?:{_one_of(kind)})(?![^\W_])")
    for kind in ("loud", "dark", "bright", "busy")
}
_STRAIGHT = {"loud": " muted ", "dark": " bright ", "bright": " dark ", "busy": " uncluttered "}
#: "So that white text pops": what the picture is to do for words that come later.
_SO_THAT = re.compile(
    rf"(?<![^\W_])(?:{_one_of('so_that')})\s+(?:[^\W_]+\s+){{0,4}}?(?:{_one_of('words')})(?![^\W_])[^,.;]*"
)


def said_straight(text: str) -> str:
    """A plain text with its roundabout phrases said straight."""
    text = _SO_THAT.sub(" ", text)
    text = _THERE_NOTHING.sub(r" space \1 ", _NOTHING_THERE.sub(r" space \1 ", text))
    for kind, pattern in _SAID.items():
        text = pattern.sub(_STRAIGHT[kind], text)
    return text
