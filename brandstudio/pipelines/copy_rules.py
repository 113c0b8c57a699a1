"""The words of a banner under the folder's rules on copy, before anything is charged."""

from __future__ import annotations

from collections.abc import Iterable

from ..domain import rules
from ..errors import ValidationError
from ..language.proofread import proofread
from ..models import markup
from ..models.designs import Slots, WordsAdvisory
from ..models.rules import Rule
from ..render.layout.template import Template
from .briefs import Materials


def advisories(
    materials: Materials, slots: Slots, templates: Iterable[Template]
) -> list[WordsAdvisory]:
    """What the rules say of each slot. The words are never changed; marks are no words where one of
    the templates reads them as marks. Raises ValidationError, with the rule's id, where a rule is
    enforced.
    """
    rich = {name for template in templates for name, rule in template.slots.items() if rule.rich}
    copy_rules = rules.in_force(materials.found.rules, "copy")
    held = {rule.rule_id: rule for rule in copy_rules if _on_banners(rule)}
    found: list[WordsAdvisory] = []
    for name, words in slots.all_words.items() if held else ():
        plain = markup.read(words).text if name in rich else words
        read = _read(name, plain, materials, slots.language, tuple(held.values()))
        if plain != words:
            read = [_in_marked(words, said) for said in read]
        found += [said for said in read if said.rule_id in held]
    # A hint is a question to a person, and refuses nothing.
    enforced = [said for said in found if held[said.rule_id].enforce and said.severity != "hint"]
    if enforced:
        fields = [
            {
                "path": slots.wire_name(said.slot),
                "code": said.rule_id,
                "message": said.message,
            }
            for said in enforced
        ]
        told = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
        raise ValidationError(
            f"{told} (rule {enforced[0].rule_id})", fields=fields, ruleId=enforced[0].rule_id
        )
    return found


def _in_marked(words: str, said: WordsAdvisory) -> WordsAdvisory:
    """What is said of plain words, at its place in the marked words that were sent."""
    at = markup.places(words)
    start = at[min(said.offset, len(at) - 1)]
    end = at[min(said.offset + said.length, len(at)) - 1] + 1 if said.length else start
    return said.model_copy(update={"offset": start, "length": end - start})


def _on_banners(rule: Rule) -> bool:
    return rule.check is None or rules.on_banners(rule.check)


def _read(
    slot: str,
    words: str,
    materials: Materials,
    language: str | None,
    held: tuple[Rule, ...],
) -> list[WordsAdvisory]:
    """A slot's words proofread; a headline is read as the heading that it is."""
    mark = "# " if slot == "headline" else ""
    line = words.replace("\n", " ") if mark else words
    read = proofread(mark + line, voice=materials.found.voice, rules=held, language=language)
    return [
        WordsAdvisory(
            **said.model_copy(update={"offset": max(0, said.offset - len(mark))}).model_dump(),
            slot=slot,
        )
        for said in (*read.applied, *read.advisories)
    ]
