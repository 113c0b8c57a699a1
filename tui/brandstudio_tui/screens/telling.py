"""What a folder itself says of its brand: colours, voice and purpose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import brandstudio
from brandstudio.models.style import PaletteColour, Voice

from .base import Asking
from .dialogs import Field, Form
from .learning import Learned

#: What ``style.update`` calls a part of the purpose, where it is held, and what a person calls it.
PURPOSE = (
    ("feel", "feel", "How it should feel"),
    ("essence", "essence", "What it is for"),
    ("voice_text", "voice", "How it speaks"),
    ("compliance", "compliance", "What must be said or never"),
)
CASES = (("", "either way"), ("sentence", "sentence case"), ("title", "title case"))


class Telling(Asking):
    """The actions that set it, for a screen that shows what was learned."""

    if TYPE_CHECKING:
        _learned: Learned | None
        reload: Callable[[], None]

        def _done(
            self, name: str, said: str, undo: Callable[[brandstudio.Studio], object]
        ) -> None: ...

    def _update(self, words: str, back: dict[str, Any], changes: dict[str, Any]) -> None:
        folder = self.studio_app.folder

        def show(_: object) -> None:
            self._done(
                words, f"{words} kept", lambda studio: studio.style.update(folder=folder, **back)
            )
            self.reload()

        self.ask(lambda studio: studio.style.update(folder=folder, **changes), show)

    def action_palette(self) -> None:
        learned = self._learned
        if learned is None:
            return
        before = list(learned.style.palette)
        field = Field(
            "colours",
            "Colours, with spaces between them",
            " ".join(c.hex for c in before),
            "#0b3d5c #e8a23b",
        )

        def keep(values: dict[str, str] | None) -> None:
            if values is None:
                return
            roles = {colour.hex: colour for colour in before}
            colours = [
                roles.get(word) or PaletteColour(hex=word) for word in values["colours"].split()
            ]
            self._update("Palette", {"palette": before}, {"palette": colours})

        self.app.push_screen(
            Form("The folder's palette", [field], button="Keep"), self._trying(keep)
        )

    def action_voice(self) -> None:
        learned = self._learned
        if learned is None:
            return
        voice = learned.style.voice or Voice()
        fields = [
            Field("tone", "Tone, with commas", ", ".join(voice.tone), "warm, plain"),
            Field("banned", "Never say", ", ".join(voice.banned_words)),
            Field("names", "Product names", ", ".join(voice.product_names)),
            Field("case", "Headlines", voice.headline_case or "", options=CASES),
        ]

        def keep(values: dict[str, str] | None) -> None:
            if values is None:
                return
            changed = voice.model_copy(
                update={
                    "tone": _listed(values["tone"]),
                    "banned_words": _listed(values["banned"]),
                    "product_names": _listed(values["names"]),
                    "headline_case": values["case"] or None,
                }
            )
            self._update("Voice", {"voice": voice}, {"voice": changed})

        self.app.push_screen(
            Form("How the brand speaks", fields, button="Keep"), self._trying(keep)
        )

    def action_purpose(self) -> None:
        learned = self._learned
        if learned is None:
            return
        purpose = learned.style.purpose
        before = {
            name: (getattr(purpose, held) or "" if purpose else "") for name, held, _ in PURPOSE
        }
        fields = [Field(name, label, before[name]) for name, _, label in PURPOSE]

        def keep(values: dict[str, str] | None) -> None:
            if values is not None:
                self._update("Purpose", dict(before), dict(values))

        self.app.push_screen(Form("What the brand is for", fields, button="Keep"), keep)

    def _trying(
        self, act: Callable[[dict[str, str] | None], None]
    ) -> Callable[[dict[str, str] | None], None]:
        """A value that does not fit is said, not raised."""

        def run(values: dict[str, str] | None) -> None:
            try:
                act(values)
            except brandstudio.errors.StudioError as error:
                self.fail(error)

        return run


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]
