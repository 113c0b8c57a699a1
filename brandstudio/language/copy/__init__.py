"""The local writer: it changes, shortens, restyles and arranges words, and never makes a fact up.

``generate`` is the whole of it, for every mode of the text operation; ``prompt_for`` and
``check_and_repair`` stand before and after a provider that writes instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import ValidationError
from ...models.rules import Rule
from ...models.style import Voice
from ...models.texts import Correction, TextMode
from ..proofread import proofread
from .amend import amend
from .compose import read_facts, shape_of, write
from .drafts import Draft, draft_of, to_plain
from .facts import facts, figures
from .prompts import check_and_repair, prompt_for
from .rebrand import rebrand
from .shorten import fit, resize
from .targets import Target, parse

__all__ = [
    "Draft",
    "Target",
    "amend",
    "check_and_repair",
    "draft_of",
    "facts",
    "figures",
    "fit",
    "generate",
    "parse",
    "prompt_for",
    "read_facts",
    "rebrand",
    "resize",
    "shape_of",
    "to_plain",
    "unchanged",
    "write",
]


def generate(
    mode: TextMode,
    *,
    brief: str | None = None,
    draft: str | None = None,
    instruction: str | None = None,
    target: str | None = None,
    format: str | None = None,
    voice: Voice | None = None,
    rules: Sequence[Rule] = (),
) -> Draft:
    """Copy by the local writer, linted by the folder's rules.

    ``amend`` and ``resize`` leave all that they were not asked about as it is, so there the lint
    only advises; a length that was asked for is never exceeded. Raises ``errors.ValidationError``
    (a part is missing, a target names no length) and ``errors.UnsupportedInstruction``.
    """
    if mode == "write":
        return write(_needed("brief", brief), voice, format, rules)
    source = _needed("draft", draft)
    if mode == "rebrand":
        return rebrand(source, voice, rules)
    made = (
        amend(source, _needed("instruction", instruction))
        if mode == "amend"
        else resize(source, _needed("target", target))
    )
    advice = proofread(made.markdown, voice=voice, rules=rules)
    return Draft(
        made.text,
        made.markdown,
        made.notes,
        (),
        tuple(sorted([*advice.applied, *advice.advisories], key=lambda c: c.offset)),
    )


def unchanged(mode: TextMode, draft: str | None, name: str, why: str) -> Draft:
    """What the local writer answers to what it can't do: the draft as it was, for ``write`` the
    folder's name as a heading, and why as an advisory.
    """
    made = draft_of(f"# {name}") if mode == "write" else draft_of(draft or "")
    told = Correction(
        rule_id="writer.unsupported",
        kind="leftOut",
        message=why,
        severity="warning",
        offset=0,
        length=0,
        original="",
    )
    return Draft(
        made.text, made.markdown, ("Nothing was written and nothing charged.",), (), (told,)
    )


def _needed(name: str, value: str | None) -> str:
    if value is None or not value.strip():
        raise ValidationError.of(name, "this mode needs it")
    return value
