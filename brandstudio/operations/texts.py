"""Text: spec section "Text"."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ..errors import (
    AlreadyProcessing,
    ContentRefused,
    FolderNotFound,
    InsufficientCredits,
    NotFound,
    UpstreamError,
    UpstreamTimeout,
)
from ..models.folders import FolderPath
from ..models.images import ClientReferenceId
from ..models.texts import LanguageTag, Proofread, TextMode, TextResult
from .base import Command, FieldProblem, Route, Scope
from .images import ImageId

_NEEDED = {
    "write": ("brief",),
    "rebrand": ("draft",),
    "amend": ("draft", "instruction"),
    "resize": ("draft", "target"),
}


class GenerateText(Command[TextResult]):
    """Copy in the folder's voice: written from a brief, rewritten, amended, or brought to a
    length.
    """

    charges = ("text_create",)
    route = Route(
        "POST",
        "/v1/text/generate",
        Scope.CREATE,
        errors=(
            FolderNotFound,
            NotFound,
            InsufficientCredits,
            AlreadyProcessing,
            ContentRefused,
            UpstreamError,
            UpstreamTimeout,
        ),
    )
    folder: FolderPath
    mode: TextMode
    brief: Annotated[str, Field(min_length=1, max_length=4000)] | None = None
    draft: Annotated[str, Field(min_length=1, max_length=20000)] | None = None
    instruction: Annotated[str, Field(min_length=1, max_length=4000)] | None = None
    target: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    format: Annotated[str, Field(max_length=200)] | None = None
    language: LanguageTag | None = None
    item_id: ImageId | None = None
    client_reference_id: ClientReferenceId | None = None

    @model_validator(mode="after")
    def _parts(self) -> Self:
        for name in _NEEDED[self.mode]:
            if getattr(self, name) is None:
                raise FieldProblem(name, f"mode {self.mode} needs {name}")
        return self


class ProofreadText(Command[Proofread]):
    """Check copy against the folder's rules and the language; free. Without ``language`` it is the
    voice's, else told from the text; unsure, nothing is applied that depends on it.
    """

    route = Route("POST", "/v1/text/proofread", Scope.CREATE, errors=(FolderNotFound,))
    folder: FolderPath
    text: Annotated[str, Field(min_length=1, max_length=50000)]
    language: LanguageTag | None = None
