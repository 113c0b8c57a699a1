"""British and American spellings, with their inflections, for the variants that a voice can name.

The tables hold stems by pattern; the inflected forms are built from them once. Only words whose
other spelling says the same are replaced. Where one spelling stands for two words (``license``,
``meter``) a person decides, and pairs that differ in meaning (``check``, ``tire``, ``story``,
``practice``) are touched in the safe direction only.

British is written with -ise here, as most houses do; Canadian takes -our, -re and -lled from
Britain and -ize from the United States.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from ..tables import table, word_list, word_set

Variant = Literal["en-GB", "en-US", "en-CA", "en-AU", "en-IN"]

_ISE = word_list("spelling", "ise")

#: Stems that also stand after a prefix: reorganise, unrecognised.
_ISE_PREFIXED = word_set("spelling", "ise_prefixed")
_PREFIXES = word_list("spelling", "ise_prefixes")
_YSE = word_list("spelling", "yse")

_OUR: Mapping[str, str] = table("spelling")["our"]

_RE: Mapping[str, Sequence[str]] = table("spelling")["re"]
_RE_ENDINGS: Mapping[str, str] = table("spelling")["re_endings"]

#: Verbs whose final l doubles in Britain: travel, travelled, travelling, traveller.
_L = word_list("spelling", "doubled_l")
_L_ENDINGS = word_list("spelling", "doubled_l_endings")

_OGUE = word_list("spelling", "ogue")

_PAIRS = word_list("spelling", "pairs")

# Right in Britain too, with another meaning or as a second spelling: only ever changed towards the
# United States.
_ONE_WAY = word_set("spelling", "one_way")
# Words that are also something else in the United States' direction.
_KEEP_BRITISH = word_set("spelling", "keep_british")
#: A person decides: the word has two readings in British English.
_ASK: Mapping[str, str] = table("spelling")["ask"]
# What Canada spells as the United States do.
_CANADIAN_AMERICAN = word_set("spelling", "canadian_american")

_ISE_ENDINGS = tuple(table("spelling")["ise_endings"].items())
_YSE_ENDINGS = tuple(table("spelling")["yse_endings"].items())


def _pairs() -> list[tuple[str, str, str]]:
    """Every (British, American, pattern)."""
    pairs: list[tuple[str, str, str]] = []
    for stem in _ISE:
        for british, american in _ISE_ENDINGS:
            pairs.append((stem + british, stem + american, "ise"))
        if stem in _ISE_PREFIXED:
            for prefix in _PREFIXES:
                pairs += [(prefix + stem + b, prefix + stem + a, "ise") for b, a in _ISE_ENDINGS]
    for stem in _YSE:
        pairs += [(stem + b, stem + a, "ise") for b, a in _YSE_ENDINGS]
    for stem, endings in _OUR.items():
        forms = (
            endings.split() if endings and not endings.startswith(" ") else ["", *endings.split()]
        )
        pairs += [(f"{stem}our{e}", f"{stem}or{e}", "our") for e in forms]
    for stem, ends in _RE.items():
        pairs += [(stem + e, stem + _RE_ENDINGS[e], "re") for e in ends]
    for verb in _L:
        pairs += [(f"{verb}l{e}", f"{verb}{e}", "l") for e in _L_ENDINGS]
    for stem in _OGUE:
        pairs += [(f"{stem}ogue", f"{stem}og", "ogue"), (f"{stem}ogues", f"{stem}ogs", "ogue")]
    pairs += [("catalogued", "cataloged", "ogue"), ("cataloguing", "cataloging", "ogue")]
    for pair in _PAIRS:
        british, _, american = pair.partition(" ")
        pairs.append((british, american, "word"))
    return pairs


@cache
def replacements(variant: str) -> dict[str, str]:
    """Lower-case spelling to lower-case spelling of ``variant``; empty for a variant that is not
    English.
    """
    if variant not in ("en-GB", "en-US", "en-CA", "en-AU", "en-IN"):
        return {}
    table: dict[str, str] = {}
    for british, american, pattern in _pairs():
        to_american = variant == "en-US" or (
            variant == "en-CA" and (pattern == "ise" or american in _CANADIAN_AMERICAN)
        )
        if to_american:
            if british not in _KEEP_BRITISH:
                table[british] = american
        elif american not in _ONE_WAY and not (
            variant == "en-AU" and american in ("program", "programs")
        ):
            table[american] = british
    # A spelling that is also a result (both are in use) is left alone.
    results = set(table.values())
    return {word: other for word, other in table.items() if word not in results}


def questions(variant: str) -> Mapping[str, str]:
    """Words that have two spellings in ``variant`` by meaning, with the choice in words."""
    return _ASK if variant in ("en-GB", "en-IN") else {}


def like(model: str, word: str) -> str:
    """``word`` in the case of ``model``: capitals, capitalised or as it is."""
    if len(model) > 1 and model.isupper():
        return word.upper()
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word
