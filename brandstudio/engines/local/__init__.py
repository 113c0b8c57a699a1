"""The built-in engine: draws, edits and looks at pictures with numpy and Pillow alone, offline and
deterministic.
"""

from __future__ import annotations

from brandstudio.engines.protocols import (
    Answer,
    Capabilities,
    CreateRequest,
    EditRequest,
    ExtendRequest,
    Picture,
    VisionRequest,
)
from brandstudio.language.edits import VOCABULARY
from brandstudio.language.scenes import FAMILIES

from .create import MODEL


class LocalImageEngine:
    """Draws scenes in the brand's colours and edits photos; needs nothing but this package."""

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            name="local",
            model=MODEL,
            create=True,
            edit=True,
            extend=True,
            mask=True,
            deterministic=True,
            offline=True,
            understands=(
                "scenes: " + ", ".join(FAMILIES),
                "prompts in English, German, French, Spanish, Italian, Portuguese, Dutch, Japanese and Chinese: "
                "scene, mood, time of day, density, light, colours, space on a side",
                *VOCABULARY,
            ),
        )

    def create(self, request: CreateRequest) -> Picture:
        from .create import create

        return create(request)

    def edit(self, request: EditRequest) -> Picture:
        from brandstudio import errors

        if (
            request.source.ndim != 3
            or request.source.shape[2] not in (3, 4)
            or min(request.source.shape[:2]) < 1
        ):
            raise errors.ValidationError.of("source", "must be a picture of three or four channels")
        if request.purpose == "revise":
            from .edit import revise

            return revise(request)
        from .brandify import brandify, improve_towards

        return brandify(request) if request.purpose == "brandify" else improve_towards(request)

    def extend(self, request: ExtendRequest) -> Picture:
        from .extend import extend

        return extend(request)


class LocalVision:
    """Says what can be measured of a picture: its medium, setting, light, colours; "unknown" for
    the rest.
    """

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(
            name="local",
            model=MODEL,
            vision=True,
            deterministic=True,
            offline=True,
            understands=(
                "medium, setting, light, colours, composition and faces from measurements",
                "words in the picture with brandstudio[ocr]",
            ),
        )

    def describe(self, request: VisionRequest) -> Answer:
        from .analyse import describe

        return describe(request)


__all__ = ["LocalImageEngine", "LocalVision"]
