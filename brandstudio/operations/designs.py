"""Designs: spec section "Designs"."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from ..errors import (
    AlreadyProcessing,
    DesignBusy,
    DesignNotFound,
    FolderNotFound,
    GlyphMissing,
    ImageNotFound,
    InsufficientCredits,
    LogoNotFound,
    NotFound,
)
from ..models import Model
from ..models.choices import SchemeName
from ..models.designs import (
    ALL_TEMPLATES,
    BannerJob,
    DesignAccepted,
    DesignExport,
    DesignPreview,
    DesignQuote,
    DesignSaved,
    ExportFormat,
    Slots,
    TemplateName,
    Vision,
)
from ..models.folders import FolderPath
from ..models.images import ClientReferenceId
from ..models.sizes import BannerSize, CanvasSize
from .base import Command, FieldProblem, Operation, OtherStatus, Route, Scope, Stored
from .images import ImageId

_COVER_SIZES = ("linkedin-cover", "linkedin-feed")


_CONTRACT = ("all", *ALL_TEMPLATES, "article-cover-panel")
"""Templates that have a headline always; one of a team's own says whether it needs one."""


def require_headline(template: str, slots: Slots) -> None:
    """Raise FieldProblem where one of the contract's templates lacks its headline."""
    if template in _CONTRACT and not slots.headline:
        raise FieldProblem("slots.headline", "a banner needs a headline of 1 to 140 characters")


class Banners(Model):
    """The banners that are asked for: one version a template (and a size)."""

    folder: FolderPath
    size: BannerSize | None = None
    sizes: Annotated[list[BannerSize], Field(min_length=1, max_length=12)] | None = None
    canvas: CanvasSize | None = None
    """A size of one's own, instead of a named one."""
    template: Annotated[TemplateName, Stored("template")] = "all"
    scheme: SchemeName | None = None
    """One of the template's colour schemes."""
    slots: Slots

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        given = 3 - [self.size, self.sizes, self.canvas].count(None)
        if given > 1:
            raise FieldProblem("size", "takes only one of size, sizes and canvas")
        if not given:
            raise FieldProblem(
                "size",
                "size is required (or sizes, for several at once, or canvas, for one of your own)",
            )
        require_headline(self.template, self.slots)
        if self.template == "article-cover-panel":
            # spec: Designs, rule 1
            if self.slots.image_id is None:
                raise FieldProblem("slots.imageId", "article-cover-panel needs slots.imageId")
            if any(size not in _COVER_SIZES for size in self.all_sizes()):
                raise FieldProblem(
                    "size", "article-cover-panel comes in linkedin-cover and linkedin-feed only"
                )
        return self

    def all_sizes(self) -> list[str]:
        """Every size asked for, in order and once each."""
        if self.canvas is not None:
            return [self.canvas.name]
        asked = [self.size] if self.size else list(self.sizes or [])
        return list(dict.fromkeys(asked))

    def all_templates(self) -> tuple[str, ...]:
        """Every template asked for."""
        return ALL_TEMPLATES if self.template == "all" else (self.template,)


class CreateDesign(Banners, Command[DesignAccepted]):
    """Banners from words, a photo and a logo: one version a template (and a size)."""

    charges = ("banner_create", "banner_cover", "banner_extend")
    route = Route(
        "POST",
        "/v1/designs",
        Scope.CREATE,
        status=202,
        errors=(FolderNotFound, ImageNotFound, LogoNotFound, GlyphMissing, InsufficientCredits),
    )
    client_reference_id: ClientReferenceId | None = None


class QuoteDesign(Banners, Command[DesignQuote]):
    """What banners would cost, and where their words do not fit: each size with each template is
    tried, free, and nothing is drawn. So it has no warnings: what only a drawing shows, like type
    that comes out small, a preview says.
    """

    route = Route(
        "POST",
        "/v1/designs/quote",
        Scope.CREATE,
        extension=True,
        errors=(FolderNotFound, ImageNotFound, LogoNotFound, GlyphMissing),
    )


class GetDesign(Operation[BannerJob]):
    """A banner job with its variants so far."""

    route = Route("GET", "/v1/designs/{job_id}", Scope.READ, errors=(NotFound,))
    job_id: ImageId


class SaveDesign(Command[DesignSaved]):
    """Save a variant to the library, as a new design or as the next version of one."""

    charges = ("upload",)
    route = Route(
        "POST",
        "/v1/designs/{job_id}",
        Scope.CREATE,
        status=201,
        other_status=OtherStatus(
            200, "already_saved", "This very version was saved before; nothing is charged."
        ),
        errors=(NotFound, DesignNotFound, DesignBusy, AlreadyProcessing, InsufficientCredits),
    )
    job_id: ImageId
    variant_id: ImageId
    into_image_id: ImageId | None = None
    client_reference_id: ClientReferenceId | None = None


class PreviewDesign(Command[DesignPreview]):
    """A small rendering at once, free."""

    route = Route(
        "POST",
        "/v1/designs/preview",
        Scope.CREATE,
        extension=True,
        errors=(FolderNotFound, ImageNotFound, LogoNotFound, GlyphMissing),
    )
    folder: FolderPath
    size: BannerSize | None = None
    sizes: Annotated[list[BannerSize], Field(min_length=1, max_length=12)] | None = None
    """The sizes of the job that the banner is to be one of, in their order; ``size`` is the one that
    is shown, as that job would make it.
    """
    canvas: CanvasSize | None = None
    template: Annotated[TemplateName, Stored("template")] = "overlay"
    template_text: Annotated[str, Field(min_length=1, max_length=65536)] | None = None
    """A template of one's own as JSON or TOML, tried without being kept; instead of a name."""
    scheme: SchemeName | None = None
    """One of the template's colour schemes."""
    slots: Slots
    max_side: Annotated[int, Field(ge=128, le=1920)] = 640
    vision: Vision = "normal"
    """Whose eyes the picture is for; without L (protan), M (deutan) or S (tritan) cones."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if self.size is not None and self.canvas is not None:
            raise FieldProblem("size", "takes only one of size and canvas")
        if self.size is None and self.canvas is None:
            raise FieldProblem("size", "size is required (or canvas, for one of your own)")
        if self.sizes is not None and self.size not in self.sizes:
            raise FieldProblem("sizes", "has to name the size that is shown, too")
        if self.template_text is None:
            require_headline(self.template, self.slots)
        return self

    def one_size(self) -> str:
        """The name of the size asked for."""
        return self.canvas.name if self.canvas is not None else str(self.size)

    def all_sizes(self) -> list[str]:
        """Every size of the job that it would be one of, in order and once each."""
        return [self.one_size()] if self.sizes is None else list(dict.fromkeys(self.sizes))


class ExportDesign(Command[DesignExport]):
    """A variant in another form: PNG, JPEG, WebP, PDF, SVG or its DesignSpec."""

    route = Route(
        "POST",
        "/v1/designs/{job_id}/export",
        Scope.CREATE,
        extension=True,
        errors=(NotFound, AlreadyProcessing),
    )
    job_id: ImageId
    variant_id: ImageId
    format: ExportFormat = "png"
    quality: Annotated[int, Field(ge=1, le=100)] = 90
