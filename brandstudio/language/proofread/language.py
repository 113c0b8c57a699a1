"""Which language a text is in, by py3langid's model of letters; undetermined where it isn't sure.

Only languages whose customs proofreading knows are told apart, and those they are easily taken
for, so that a Norwegian line is not called Danish. The model is read once, when first needed.
"""

from __future__ import annotations

import threading
import unicodedata
from functools import cache
from typing import Any

from ..tables import word_set

#: The language of a text that can't be told.
UNDETERMINED = "und"
_TOLD_APART = word_set("proofread", "languages")
#: How likely a language must be; less will do for one that the folder writes in.
_SURE, _SURE_ENOUGH = 0.6, 0.2
_POSSIBLE = 0.05
_MAX_CHARACTERS = 4000
_LOADING = threading.Lock()


def tell(text: str, written: str | None = None) -> str:
    """A language code; ``und`` when the text is too short to be sure of, or in a script that none
    of the known languages uses.

    ``written`` is a language that the folder is known to write in; it is believed sooner, never
    against the text.
    """
    text = text[:_MAX_CHARACTERS]
    letters = [c for c in text if c.isalpha()][:2000]
    if not letters:
        return UNDETERMINED
    latin = sum(c.isascii() or "LATIN" in unicodedata.name(c, "") for c in letters)
    if latin * 2 < len(letters):
        return UNDETERMINED
    language, likely = _classified(text)
    return language if likely >= (_SURE_ENOUGH if language == written else _SURE) else UNDETERMINED


def likely(text: str) -> frozenset[str]:
    """The languages that a text may be in, as far as its letters tell."""
    with _LOADING:
        identifier = _identifier()
    ranked = identifier.rank(text[:_MAX_CHARACTERS])
    return frozenset(str(language) for language, chance in ranked if float(chance) >= _POSSIBLE)


def _classified(text: str) -> tuple[str, float]:
    with _LOADING:
        identifier = _identifier()
    language, likely = identifier.classify(text)
    return str(language), float(likely)


@cache
def _identifier() -> Any:
    """The model, cut down to the languages that are told apart: the whole takes 120 MB."""
    from py3langid.langid import (  # type: ignore[import-untyped]
        MODEL_FILE,
        LanguageIdentifier,
    )

    whole = LanguageIdentifier.from_model_file(MODEL_FILE)
    whole.set_languages(_TOLD_APART)
    return LanguageIdentifier(
        whole.nb_ptc.copy(),
        whole.nb_pc.copy(),
        whole.nb_classes,
        whole.tk_nextmove,
        whole.tk_output,
        norm_probs=True,
        tk_row=whole.tk_row,
    )
