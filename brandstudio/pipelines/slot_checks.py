"""Whether a template takes what was sent for its slots."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ValidationError
from ..models import markup
from ..models.designs import TEXT_SLOTS, Slots
from ..models.nearest import meant
from ..models.own_slots import PICTURE_ID
from ..render.layout.slot_rules import SlotRule
from ..render.layout.template import Template


def require_slots(template: Template, slots: Slots) -> None:
    """Raise ValidationError with every slot that the template lacks, misses or finds too long."""
    name, own = template.name, template.own_slots
    faults = [
        (
            slot,
            f"{name} has no such slot{meant(slot, (*TEXT_SLOTS, *own)) or f'; {_declared(own)}'}",
        )
        for slot in slots.own
        if slot not in own
    ]
    if template.needs_headline and not slots.headline:
        faults.append(("headline", "a banner needs a headline"))
    for slot, rule in template.slots.items():
        fault = slot_fault(rule, slots.own.get(slot) if slot in own else slots.words(slot))
        if fault is not None and not (slot == "headline" and not slots.headline):
            faults.append((slot, f"{fault} in {name}"))
    if faults:
        fields = [
            {"path": slots.wire_name(slot), "code": "slot", "message": message}
            for slot, message in faults
        ]
        told = "; ".join(f"{field['path']}: {field['message']}" for field in fields[:3])
        raise ValidationError(told, fields=fields)


def _declared(own: Mapping[str, SlotRule]) -> str:
    names = ", ".join(sorted(own))
    return f"its own are {names}" if names else "it has none of its own"


def slot_fault(rule: SlotRule, value: str | list[str] | None) -> str | None:
    """What a slot's rule has against a value; None where nothing."""
    if not value:
        return "is needed" if rule.required and rule.default is None else None
    if rule.kind == "image":
        fits = isinstance(value, str) and PICTURE_ID.fullmatch(value)
        return None if fits else "takes the id of a picture of the library"
    if rule.kind == "text" and isinstance(value, list):
        return "takes words, not a list"
    entries = (
        value if isinstance(value, list) else value.splitlines() if rule.kind == "list" else [value]
    )
    if rule.max_entries is not None and len(entries) > rule.max_entries:
        return f"takes at most {rule.max_entries} entries"
    unknown = next(filter(None, map(markup.unknown_role, entries)), None) if rule.rich else None
    if unknown is not None:
        return f"has no colour [{unknown}]; there are {', '.join(markup.ROLES)}"
    if rule.rich:
        entries = [markup.read(entry).text for entry in entries]
    if rule.max_length is not None and any(len(entry) > rule.max_length for entry in entries):
        return f"takes at most {rule.max_length} characters"
    return None
