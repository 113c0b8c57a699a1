"""Changing one banner, and drawing one from its spec: spec section "Designs", and ours."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ..errors import (
    AlreadyProcessing,
    FolderNotFound,
    GlyphMissing,
    ImageNotFound,
    InsufficientCredits,
    LogoNotFound,
    NotFound,
)
from ..models import Model
from ..models.choices import (
    Auto,
    ButtonStyle,
    ChoicesEdit,
    ColouredPart,
    ColourName,
    LogoChoice,
    Part,
    SchemeName,
    ScrimChoice,
    SlotsEdit,
    Spot,
    TextAlign,
)
from ..models.designs import (
    DesignAccepted,
    DesignPreview,
    DesignSpec,
    EditAccepted,
    TemplateName,
    Vision,
)
from ..models.folders import FolderPath
from ..models.images import ClientReferenceId
from ..models.sizes import BannerSize, CanvasSize
from .base import Command, FieldProblem, Route, Scope, Stored
from .images import ImageId

_CHOICES = ("crop", "focal_point", "logo", "scrim", "colours", "align", "button", "seed", "scheme")
_NOTHING = (None, SlotsEdit())
"""What changes nothing: left out, or slots of which none is named. It would be charged all the same."""


class BannerEdit(Model):
    """What may be changed of a banner. What is left out stays as it is; ``"auto"`` takes a choice
    back.
    """

    slots: SlotsEdit | None = None
    size: BannerSize | None = None
    canvas: CanvasSize | None = None
    template: Annotated[TemplateName, Stored("template")] | None = None
    crop: Auto | Part | None = None
    """The part of the photo to show: x, y, width, height in fractions of it."""
    focal_point: Auto | Spot | None = None
    """The point of the photo that must stay in sight, in fractions of it."""
    logo: Auto | LogoChoice | None = None
    scrim: Auto | ScrimChoice | None = None
    colours: Auto | dict[ColouredPart, ColourName | Auto] | None = None
    align: Auto | TextAlign | None = None
    button: Auto | ButtonStyle | None = None
    seed: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Another variant of the same template; 0 is the first."""
    scheme: Auto | SchemeName | None = None
    """One of the template's colour schemes."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.size is not None and self.canvas is not None:
            raise FieldProblem("canvas", "send size or canvas, not both")
        if self.template == "all":
            raise FieldProblem("template", "one banner has one template")
        if not any(getattr(self, name) not in _NOTHING for name in BannerEdit.model_fields):
            raise FieldProblem("body", "say what to change")
        self.choices_edit()
        return self

    def choices_edit(self) -> ChoicesEdit:
        """The choices among the fields."""
        return ChoicesEdit(**{name: getattr(self, name) for name in _CHOICES})

    def size_or(self, before: str) -> str:
        """The size asked for, or the one that the banner has."""
        return self.canvas.name if self.canvas is not None else self.size or before


class EditDesign(BannerEdit, Command[EditAccepted]):
    """Change one banner: a new variant of the same job; the one that it is made from stays."""

    charges = ("banner_create", "banner_cover", "banner_extend")

    route = Route(
        "POST",
        "/v1/designs/{job_id}/variants/{variant_id}/edit",
        Scope.CREATE,
        status=202,
        extension=True,
        errors=(
            NotFound,
            ImageNotFound,
            LogoNotFound,
            GlyphMissing,
            AlreadyProcessing,
            InsufficientCredits,
        ),
    )
    job_id: ImageId
    variant_id: ImageId
    client_reference_id: ClientReferenceId | None = None


class PreviewEdit(BannerEdit, Command[DesignPreview]):
    """What an edit would give, at once and free."""

    route = Route(
        "POST",
        "/v1/designs/{job_id}/variants/{variant_id}/edit/preview",
        Scope.CREATE,
        extension=True,
        errors=(NotFound, ImageNotFound, LogoNotFound, GlyphMissing, AlreadyProcessing),
    )
    job_id: ImageId
    variant_id: ImageId
    max_side: Annotated[int, Field(ge=128, le=1920)] = 640
    vision: Vision = "normal"
    """Whose eyes the picture is for; without L (protan), M (deutan) or S (tritan) cones."""


class RenderDesign(Command[DesignAccepted]):
    """Draw a DesignSpec that was exported: the same spec gives the same bytes."""

    charges = ("banner_create", "banner_cover")

    route = Route(
        "POST",
        "/v1/designs/render",
        Scope.CREATE,
        status=202,
        extension=True,
        errors=(FolderNotFound, InsufficientCredits),
    )
    folder: FolderPath
    spec: DesignSpec
    client_reference_id: ClientReferenceId | None = None
