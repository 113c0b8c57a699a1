"""Work that needs pixels or the outside world and is done while its caller waits: one frozen value
a kind, which a handler hands to the pipeline of that kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ..models.choices import Choices, SharedCrop
from ..models.designs import (
    DesignAccepted,
    DesignExport,
    DesignPreview,
    DesignQuote,
    DesignSaved,
    EditAccepted,
    Slots,
)
from ..models.images import Analysis, Check, ImageAccepted
from ..models.library import Font, LibraryItem, Logo
from ..models.style import SampledColours
from ..models.texts import TextResult
from ..operations import (
    AddFont,
    AddLogo,
    AddToLibrary,
    AnalyseImage,
    BrandifyImage,
    CheckImage,
    CreateDesign,
    EditDesign,
    ExportDesign,
    GenerateText,
    PreviewDesign,
    PreviewEdit,
    QuoteDesign,
    RenderDesign,
    SampleColours,
    SaveDesign,
)
from ..store.jobs import VariantRow
from ..store.versions import VersionRow

R = TypeVar("R", covariant=True)


@dataclass(frozen=True)
class RunNow(Generic[R]):
    """A handler's word that what was asked is in order and is to be done at once; ``R`` is the
    answer.
    """


@dataclass(frozen=True)
class TakePicture(RunNow[LibraryItem]):
    """A picture for the library."""

    op: AddToLibrary


@dataclass(frozen=True)
class TakeLogo(RunNow[Logo]):
    """A logo for a folder."""

    op: AddLogo


@dataclass(frozen=True)
class TakeFont(RunNow[Font]):
    """A font for a folder."""

    op: AddFont


@dataclass(frozen=True)
class FindColours(RunNow[SampledColours]):
    """The colours that pictures share: the stored ones of these hashes, else the one behind the
    link.
    """

    op: SampleColours
    pictures: tuple[str, ...] = ()


@dataclass(frozen=True)
class TakeSource(RunNow[ImageAccepted]):
    """A picture that is to be brandified."""

    op: BrandifyImage


@dataclass(frozen=True)
class ProveDesign(RunNow[DesignAccepted]):
    """Banners whose words are to be proven drawable before they are accepted."""

    op: CreateDesign
    templates: tuple[str, ...]


@dataclass(frozen=True)
class PriceDesign(RunNow[DesignQuote]):
    """Banners that are to be priced, and their words tried in every size."""

    op: QuoteDesign


@dataclass(frozen=True)
class DrawPreview(RunNow[DesignPreview]):
    """A small rendering."""

    op: PreviewDesign
    template: str


@dataclass(frozen=True)
class Changed:
    """A banner as an edit would have it. ``based_on`` is the variant that it is made from; ``alike``
    where it was asked for like that before. It may look otherwise all the same, where the folder's
    rules, fonts or colours are others today.
    """

    based_on: VariantRow
    folder: str
    template: str
    size: str
    slots: Slots
    choices: Choices
    alike: bool = False
    template_sha256: str | None = None
    """The file of the template as the banner had it, where the template stays."""
    shared: SharedCrop | None = None
    """What the job's other sizes had decided of the photo, where photo and template stay."""


@dataclass(frozen=True)
class ProveEdit(RunNow[EditAccepted]):
    """A changed banner that is to be proven drawable before it is accepted."""

    op: EditDesign
    changed: Changed


@dataclass(frozen=True)
class DrawEdit(RunNow[DesignPreview]):
    """A small rendering of a changed banner."""

    op: PreviewEdit
    changed: Changed


@dataclass(frozen=True)
class ProveSpec(RunNow[DesignAccepted]):
    """A spec that is to be checked against what the workspace has."""

    op: RenderDesign


@dataclass(frozen=True)
class KeepVariant(RunNow[DesignSaved]):
    """A banner that is to go into the library, with the job that it belongs to."""

    op: SaveDesign
    job_id: str


@dataclass(frozen=True)
class ExportVariant(RunNow[DesignExport]):
    """A banner in another form."""

    op: ExportDesign
    variant: VariantRow


@dataclass(frozen=True)
class LookAt(RunNow[Analysis]):
    """An analysis of the stored version, else of the picture behind the link."""

    op: AnalyseImage
    version: VersionRow | None


@dataclass(frozen=True)
class Measure(RunNow[Check]):
    """A check of the stored version, else of the picture behind the link."""

    op: CheckImage
    version: VersionRow | None


@dataclass(frozen=True)
class WriteCopy(RunNow[TextResult]):
    """Copy that is to be written."""

    op: GenerateText
