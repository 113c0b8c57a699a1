"""Where a picture comes from, as IPTC's digital source type says it: what an engine, an edit or a
banner makes of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..engines.protocols import ImageEngine
from ..models.designs import DesignSpec, PhotoLayer
from ..pixels import metadata
from ..pixels.metadata import DigitalSource, Metadata

TRAINED: frozenset[str] = frozenset(
    {"trainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia"}
)
SYNTHETIC: frozenset[str] = TRAINED | {"algorithmicMedia", "compositeSynthetic"}
"""Of these a machine made at least a part."""


def created_by(engine: ImageEngine) -> DigitalSource:
    """The built-in engine draws by rules; every other one is taken for a model that was trained on
    pictures.
    """
    return "algorithmicMedia" if engine.capabilities.name == "local" else "trainedAlgorithmicMedia"


def edited_by(engine: ImageEngine, before: DigitalSource | None) -> DigitalSource:
    """After an edit. What was generated as a whole stays so."""
    if created_by(engine) == "trainedAlgorithmicMedia" and before != "trainedAlgorithmicMedia":
        return "compositeWithTrainedAlgorithmicMedia"
    return _after(before, "algorithmicallyEnhanced")


def reframed_by(
    engine: ImageEngine, before: DigitalSource | None, *, continued: bool
) -> DigitalSource:
    """A crop is a small edit; a picture that was continued beyond its edges is partly made by a
    machine.
    """
    if not continued:
        return _after(before, "minorHumanEdits")
    if not _continues(engine):
        return _after(before, "compositeSynthetic")
    return before if before == "trainedAlgorithmicMedia" else "compositeWithTrainedAlgorithmicMedia"


def extended_by(engine: ImageEngine) -> DigitalSource:
    """A banner's photo that was continued on one side."""
    return (
        "compositeSynthetic"
        if created_by(engine) == "algorithmicMedia"
        else "compositeWithTrainedAlgorithmicMedia"
    )


def of_banner(spec: DesignSpec, assets: Mapping[str, bytes]) -> Metadata:
    """A composite, and whether a part of it was made by a machine.

    ``assets`` are the files behind its photo layers; each says itself where it came from.
    """
    photos = [layer for layer in spec.layers if isinstance(layer, PhotoLayer)]
    said = [metadata.read(assets.get(layer.asset.sha256, b"")) for layer in photos]
    if not photos:
        source: DigitalSource = "algorithmicMedia"
    elif any(found is not None and found.source in SYNTHETIC for found in said):
        source = "compositeSynthetic"
    else:
        source = "composite"
    return Metadata(source=source, description=spec.alt_text or None)


def _continues(engine: ImageEngine) -> bool:
    return engine.capabilities.extend and not engine.capabilities.offline


def _after(before: DigitalSource | None, now: DigitalSource) -> DigitalSource:
    """That a machine made a picture must not get lost through an edit."""
    return before if before is not None and before in SYNTHETIC else now
