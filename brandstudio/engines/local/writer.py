"""The local writer behind the protocol of text engines.

It reads the JSON that ``domain.copy.prompt_for`` makes and answers with copy made from that
material alone. Rules reach it as sentences; a pipeline that holds the rules themselves calls
``domain.copy.generate`` and loses nothing on the way.
"""

from __future__ import annotations

import json
from typing import Any

import pydantic

from ...errors import ValidationError
from ...language.copy import generate
from ...language.copy.amend import UNDERSTOOD as INSTRUCTIONS
from ...language.copy.targets import UNDERSTOOD as LENGTHS
from ...models.rules import Rule
from ...models.style import Voice
from ..protocols import Answer, Capabilities, TextRequest

MODEL = "local-writer"
_FIELDS = ("brief", "draft", "instruction", "target", "format")


class LocalWriter:
    """Writes without a model: offline, the same answer every time, no fact that was not sent."""

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            name="local",
            model=MODEL,
            text=True,
            deterministic=True,
            offline=True,
            understands=(
                "write: the brief's own facts in the shape of the format",
                "rebrand: the folder's rules, word by word",
                f"amend: {INSTRUCTIONS}",
                f"resize: {LENGTHS}",
            ),
        )

    def complete(self, request: TextRequest) -> Answer:
        """Copy for a request of ``prompt_for``. Raises ``errors.ValidationError`` for any other,
        and for a schema.
        """
        if request.schema is not None:
            raise ValidationError.of(
                "schema", "the local writer answers with copy, not with values"
            )
        said = _material(request)
        brand = said.get("brand") if isinstance(said.get("brand"), dict) else {}
        assert isinstance(brand, dict)
        try:
            voice = Voice.model_validate(brand["voice"]) if brand.get("voice") else None
        except pydantic.ValidationError as error:
            raise ValidationError.of("brand.voice", "is no voice") from error
        rules = [
            Rule(
                rule_id=f"rule{n}",
                kind="copy",
                text=text[:500],
                check=None,
                source="person",
                level=1,
                folder="",
            )
            for n, text in enumerate(brand.get("rules") or [])
            if isinstance(text, str) and text.strip()
        ]
        fields = {name: said[name] for name in _FIELDS if isinstance(said.get(name), str)}
        made = generate(said["task"], voice=voice, rules=rules, **fields)
        return Answer(
            text=made.markdown,
            prompt_sent=request.messages[-1].text,
            model=MODEL,
            warnings=made.notes,
        )


def _material(request: TextRequest) -> dict[str, Any]:
    try:
        said = json.loads(request.messages[-1].text) if request.messages else None
    except ValueError:
        said = None
    if not isinstance(said, dict) or said.get("task") not in (
        "write",
        "rebrand",
        "amend",
        "resize",
    ):
        raise ValidationError.of(
            "messages", "the local writer takes the task and material of the text operation only"
        )
    return said
