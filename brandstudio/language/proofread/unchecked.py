"""What of a text was not checked, said in plain words: silence on a typing error is no praise."""

from __future__ import annotations

from collections.abc import Mapping

from ..tables import table
from .language import UNDETERMINED

_NAMES: Mapping[str, str] = table("proofread")["language_names"]


def unchecked(text: str, language: str, *, grammar: bool) -> list[str] | None:
    """What is told of typing errors in a text of that language; None where all are looked for, or
    there are no words.
    """
    if not any(map(str.isalpha, text)):
        return None
    spoken = language.split("-")[0]
    if spoken == UNDETERMINED:
        return [
            "Spelling and grammar are checked in English only, and this text was not surely English: typing errors "
            "in it are neither corrected nor reported. Where it is English, say so with language."
        ]
    if spoken != "en":
        return [
            f"Spelling and grammar are checked in English only. This text was read as {_NAMES.get(spoken, spoken)}: "
            "typing errors in it are neither corrected nor reported."
        ]
    if not grammar:
        return [
            "Of typing errors only sure ones were corrected; others are reported with the extra: "
            "pip install 'brandstudio[proof]' where the studio runs."
        ]
    return None
