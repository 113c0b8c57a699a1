"""Work that needs pixels or the outside world and is done while its caller waits: one frozen value
a kind, which a handler hands to the pipeline of that kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from ..models.designs import DesignAccepted, DesignExport, DesignPreview, DesignSaved
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
    ExportDesign,
    GenerateText,
    PreviewDesign,
    SampleColours,
    SaveDesign,
)
from ..store.jobs import VariantRow
from ..store.library import VersionRow

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
class DrawPreview(RunNow[DesignPreview]):
    """A small rendering."""

    op: PreviewDesign
    template: str


@dataclass(frozen=True)
class KeepVariant(RunNow[DesignSaved]):
    """A banner that is to go into the library."""

    op: SaveDesign


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
