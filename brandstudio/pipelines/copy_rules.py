"""The words of a banner under the folder's rules on copy, before anything is charged."""

from __future__ import annotations

from ..domain import rules
from ..errors import ValidationError
from ..language.proofread import proofread
from ..models.designs import Slots, WordsAdvisory
from .briefs import Materials

_SLOTS = ("headline", "subhead", "button_text", "author_role", "author_name")


def advisories(materials: Materials, slots: Slots) -> list[WordsAdvisory]:
    """What the rules say of each slot. The words are never changed. Raises ValidationError, with the
    rule's id, where a rule is enforced.
    """
    held = {rule.rule_id: rule for rule in rules.in_force(materials.found.rules, "copy")}
    found: list[WordsAdvisory] = []
    for name in _SLOTS if held else ():
        words = getattr(slots, name)
        if not words:
            continue
        read = proofread(words, voice=materials.found.voice, rules=tuple(held.values()))
        found += [
            WordsAdvisory(**said.model_dump(), slot=name)
            for said in (*read.applied, *read.advisories)
            if said.rule_id in held
        ]
    enforced = [said for said in found if held[said.rule_id].enforce]
    if enforced:
        fields = [
            {
                "path": f"slots.{Slots.model_fields[said.slot].alias}",
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
