"""Slots that a template declares beside the contract's own: words, lists of words, and pictures.

On the wire and in mappings they stand beside the others (``{"headline": "...", "date": "12 May"}``);
in Python they are ``Slots(headline="...", own={"date": "12 May"})``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Self, TypeAlias

from pydantic import ConfigDict, Field, model_serializer, model_validator

from .base import Input

OWN_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What the name of a slot of one's own looks like."""
PICTURE_ID: Final = re.compile(r"img_[0-9A-Za-z-]{4,60}")
"""What the id of a picture of the library looks like."""
MOST_OWN, MOST_ENTRIES = 24, 12
"""The most slots of one's own, and the most entries of a list."""
_MOST_WORDS, _MOST_ENTRY = 1000, 200
OwnValue: TypeAlias = str | list[str]
"""Words, the entries of a list, or the id of a picture of the library."""


class SlotProblem(ValueError):
    """What is wrong with one slot; ``field`` is its name on the wire."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.field = f"slots.{name}"


def _open(schema: dict[str, Any]) -> None:
    """Tell the names of one's own as what else an object may hold."""
    schema.get("properties", {}).pop("own", None)
    entries = {"type": "string", "maxLength": _MOST_ENTRY}
    schema["additionalProperties"] = {
        "anyOf": [
            {"type": "string", "maxLength": _MOST_WORDS},
            {"type": "array", "items": entries, "maxItems": MOST_ENTRIES},
            {"type": "null"},
        ],
        "description": "A slot that the template declares; any other name is refused.",
    }


class OwnSlots(Input):
    """A value with named slots whose template may declare more."""

    model_config = ConfigDict(json_schema_extra=_open)

    own: Annotated[dict[str, OwnValue], Field(exclude=True, repr=False)] = {}
    """The slots that the template declares itself, by their names."""

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Self:
        """The value with these names, the template's own beside the contract's."""
        known = {name for field, info in cls.model_fields.items() for name in (field, info.alias)}
        own = {name: value for name, value in said.items() if name not in known}
        kept: dict[str, Any] = {name: value for name, value in said.items() if name in known}
        return cls(**{**kept, "own": {**kept.get("own", {}), **own}} if own else kept)

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, said: object) -> Any:
        """Names that the contract does not have are slots of the template's own."""
        if not isinstance(said, Mapping):
            return said
        fields = cls.model_fields.items()
        known = {name for field, info in fields for name in (field, info.alias or field)}
        given = said.get("own") or {}
        if not isinstance(given, Mapping):
            raise SlotProblem("own", "maps names of slots to words")
        # A template may declare the contract's slots too: by either name they are the same slot.
        declared = {name: value for name, value in given.items() if name in known - {"own"}}
        if twice := [name for name in declared if said.get(name) is not None]:
            raise SlotProblem(twice[0], "is said twice, once among the slots of the template's own")
        said = {**said, **declared}
        own = {name: value for name, value in given.items() if name not in declared}
        own |= {name: value for name, value in said.items() if name not in known}
        if not own:
            return {name: value for name, value in said.items() if name != "own"}
        if len(own) > MOST_OWN:
            raise SlotProblem("own", f"a banner has at most {MOST_OWN} slots of its own")
        read = {name: _read(name, value) for name, value in own.items() if value is not None}
        return {**{name: value for name, value in said.items() if name in known}, "own": read}

    @model_serializer(mode="wrap")
    def _flat(self, handler: Any):  # type: ignore[no-untyped-def]
        """The slots beside each other, as they are sent."""
        return {**handler(self), **self.own}


def _read(name: object, value: object) -> OwnValue:
    """A slot's value, held to the limits that every template keeps."""
    if not isinstance(name, str) or not OWN_NAME.fullmatch(name):
        raise SlotProblem(str(name)[:60], "is no slot; names are a to z, digits and underscores")
    if isinstance(value, str):
        if len(value) > _MOST_WORDS:
            raise SlotProblem(name, f"at most {_MOST_WORDS} characters")
        return value
    if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
        raise SlotProblem(name, "must be words or a list of words")
    if len(value) > MOST_ENTRIES or any(len(entry) > _MOST_ENTRY for entry in value):
        raise SlotProblem(name, f"at most {MOST_ENTRIES} entries of {_MOST_ENTRY} characters")
    return list(value)
