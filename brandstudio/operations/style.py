"""Style: spec section "Style", and rules, style edits and colour sampling, which are ours."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ..errors import (
    ExtractionInProgress,
    FolderNotFound,
    InsufficientCredits,
    InvalidImageUrl,
    LevelLocked,
    NotFound,
    PayloadTooLarge,
    ReferenceExists,
    ReferenceLimit,
    UnsupportedMediaType,
)
from ..models.folders import FolderPath
from ..models.images import ClientReferenceId
from ..models.rules import Rule, RuleCheck, RuleKind, RuleList, RuleRemoved
from ..models.style import (
    BrandStyle,
    Domain,
    ExtractionAccepted,
    ExtractionJob,
    Medium,
    PaletteColour,
    ReferenceCategory,
    ReferenceRemoved,
    ReferencesAdded,
    ReferenceSet,
    SampledColours,
    Style,
    Voice,
)
from .base import Command, FieldProblem, Operation, Route, Scope
from .images import ImageId, Link

RuleText = Annotated[str, Field(min_length=1, max_length=500)]
PurposeText = Annotated[str, Field(max_length=4000)]


class ListReferences(Operation[ReferenceSet]):
    """A folder's own golden references."""

    route = Route(
        "GET", "/v1/folders/{level1}/golden-refs/{domain}", Scope.READ, errors=(FolderNotFound,)
    )
    folder: FolderPath
    domain: Domain


class AddReferences(Command[ReferencesAdded]):
    """Take library images as references, all or none; five at most in a folder."""

    route = Route(
        "POST",
        "/v1/folders/{level1}/golden-refs/{domain}/from-library",
        Scope.FULL,
        status=201,
        errors=(FolderNotFound, NotFound, ReferenceExists, ReferenceLimit),
    )
    folder: FolderPath
    domain: Domain
    library_image_ids: Annotated[list[ImageId], Field(min_length=1, max_length=100)]
    category: ReferenceCategory = "general"
    replace: bool = False
    client_reference_id: ClientReferenceId | None = None


class RemoveReference(Operation[ReferenceRemoved]):
    """Take a reference out of the set; the library image stays."""

    route = Route(
        "DELETE",
        "/v1/folders/{level1}/golden-refs/{domain}/{category}/{ref_id}",
        Scope.FULL,
        errors=(FolderNotFound, NotFound),
    )
    folder: FolderPath
    domain: Domain
    category: ReferenceCategory
    ref_id: ImageId


class ExtractStyle(Command[ExtractionAccepted]):
    """Learn the folder's style from its references, and its purpose from its website."""

    charges = ("extract", "brand_intake")
    route = Route(
        "POST",
        "/v1/folders/{level1}/extract-jobs",
        Scope.CREATE,
        status=202,
        body_required=False,
        errors=(FolderNotFound, ExtractionInProgress, LevelLocked, InsufficientCredits),
    )
    folder: FolderPath
    content_type: Medium | None = None
    website_url: Link | None = None
    auto_approve_rules: bool = False
    keep_colours: bool = False
    client_reference_id: ClientReferenceId | None = None

    def required_scope(self) -> Scope:
        # spec: Style, "autoApproveRules (boolean; needs a Full access key)"
        return Scope.FULL if self.auto_approve_rules else Scope.CREATE


class GetExtraction(Operation[ExtractionJob]):
    """How far an extraction is, and what it found."""

    route = Route(
        "GET",
        "/v1/folders/{level1}/extract-jobs/{job_id}",
        Scope.READ,
        errors=(FolderNotFound, NotFound),
    )
    folder: FolderPath
    job_id: ImageId


class GetBrand(Operation[BrandStyle]):
    """The learned style of a brand, or of a level inside it."""

    route = Route("GET", "/v1/brands/{level1}", Scope.READ, errors=(FolderNotFound,), depth=3)
    folder: FolderPath


class GetStyle(Operation[Style]):
    """A folder's resolved style, with the level that each part came from."""

    route = Route(
        "GET",
        "/v1/folders/{level1}/style",
        Scope.READ,
        errors=(FolderNotFound, NotFound),
        extension=True,
    )
    folder: FolderPath
    style_version: Annotated[int, Field(ge=1)] | None = None


class UpdateStyle(Operation[Style]):
    """Edit what the folder itself says: palette, voice, purpose. What is left out stays; an empty
    list clears.
    """

    route = Route(
        "PATCH",
        "/v1/folders/{level1}/style",
        Scope.FULL,
        errors=(FolderNotFound, LevelLocked),
        extension=True,
    )
    folder: FolderPath
    palette: Annotated[list[PaletteColour], Field(max_length=24)] | None = None
    voice: Voice | None = None
    feel: PurposeText | None = None
    essence: PurposeText | None = None
    voice_text: PurposeText | None = None
    compliance: PurposeText | None = None


class ListRules(Operation[RuleList]):
    """The folder's resolved rules, each with the level that it came from."""

    route = Route(
        "GET", "/v1/folders/{level1}/rules", Scope.READ, errors=(FolderNotFound,), extension=True
    )
    folder: FolderPath
    kind: RuleKind | None = None


class AddRule(Command[Rule]):
    """Add a rule to a folder; it holds for all folders below until one of the same subject
    overrides it.
    """

    route = Route(
        "POST",
        "/v1/folders/{level1}/rules",
        Scope.FULL,
        status=201,
        errors=(FolderNotFound,),
        extension=True,
        envelope="rule",
    )
    folder: FolderPath
    kind: RuleKind
    text: RuleText
    check: RuleCheck | None = None
    enforce: bool = False
    """Refuse banners whose words break it (rules on copy)."""


class UpdateRule(Operation[Rule]):
    """Change a folder's own rule; what is left out stays."""

    route = Route(
        "PATCH",
        "/v1/folders/{level1}/rules/{rule_id}",
        Scope.FULL,
        errors=(FolderNotFound, NotFound),
        extension=True,
        envelope="rule",
    )
    folder: FolderPath
    rule_id: ImageId
    text: RuleText | None = None
    check: RuleCheck | None = None
    enforce: bool | None = None


class RemoveRule(Operation[RuleRemoved]):
    """Remove a folder's own rule."""

    route = Route(
        "DELETE",
        "/v1/folders/{level1}/rules/{rule_id}",
        Scope.FULL,
        errors=(FolderNotFound, NotFound),
        extension=True,
    )
    folder: FolderPath
    rule_id: ImageId


class SampleColours(Command[SampledColours]):
    """The palette of a picture, or of the folder's references when none is named."""

    route = Route(
        "POST",
        "/v1/folders/{level1}/sample-colours",
        Scope.CREATE,
        extension=True,
        body_required=False,
        errors=(FolderNotFound, NotFound, InvalidImageUrl, UnsupportedMediaType, PayloadTooLarge),
    )
    folder: FolderPath
    image_url: Link | None = None
    image_id: ImageId | None = None
    count: Annotated[int, Field(ge=2, le=12)] = 6

    @model_validator(mode="after")
    def _one_picture(self) -> Self:
        if self.image_url is not None and self.image_id is not None:
            raise FieldProblem("imageUrl", "send imageUrl or imageId, not both")
        return self
