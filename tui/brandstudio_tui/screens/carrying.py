"""The files that a brand carries: its logos, for each ground, and its fonts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import brandstudio
from brandstudio.models.library import Logo

from ..calls import Call
from ..widgets.rows import Column, Row
from .base import Asking
from .dialogs import Field, Form, Pick, Sure
from .picking import paths_in

GROUNDS = (
    ("any", "any ground"),
    ("light", "light grounds"),
    ("dark", "dark grounds"),
    ("mono", "where one colour must do"),
)
ROLES = (("any", "everything"), ("headline", "headlines"), ("body", "running text"))
Ground = Literal["any", "light", "dark", "mono"]
Role = Literal["headline", "body", "any"]
T = TypeVar("T")
_PATH = "type, paste or drop its path here"


class Carrying(Asking):
    """The actions that add and remove them, for a screen that shows what was learned."""

    if TYPE_CHECKING:
        reload: Callable[[], None]

        def _done(
            self, name: str, said: str, undo: Callable[[brandstudio.Studio], object]
        ) -> None: ...

    def action_logo(self) -> None:
        """Add a logo, or another drawing of one for other grounds."""
        folder = self.studio_app.folder
        fields = [
            Field("path", "File", "", _PATH),
            Field("name", "Name", folder.split("/")[0].replace("-", " ").title()),
            Field("ground", "Stands on", "any", options=GROUNDS),
        ]

        def add(values: dict[str, str] | None) -> None:
            if values is not None and (file := self._file(values["path"])):
                ground: Ground = next(one for one in _GROUNDS if one == values["ground"])
                self._add_logo(folder, file, values["name"].strip() or file.stem, ground)

        if folder:
            self.app.push_screen(Form(f"A logo for {folder}", fields, button="Add"), add)

    def _add_logo(self, folder: str, file: Path, name: str, ground: Ground) -> None:
        def work(studio: brandstudio.Studio) -> Logo:
            return studio.logos.add(
                folder=folder, file=file, name=name, variant=ground, primary=True
            )

        def show(logo: Logo) -> None:
            given = (("folder", folder), ("file", str(file)), ("name", name), ("variant", ground))
            self.studio_app.last_call = Call("logos.add", (*given, ("primary", True)))
            self._done(
                "Add logo",
                f"Banners of {folder} carry {logo.name}",
                lambda studio: studio.logos.remove(
                    folder=folder, name=logo.name, variant=logo.variant
                ),
            )
            self.reload()

        self.ask(work, show)

    def action_unlogo(self) -> None:
        """Remove a logo's drawing; its file is fetched first, so that it can come back."""
        folder = self.studio_app.folder

        def remove(logo: Logo) -> None:
            def work(studio: brandstudio.Studio) -> bytes:
                file = studio.read(logo.url)
                studio.logos.remove(folder=folder, name=logo.name, variant=logo.variant)
                return file

            def show(file: bytes) -> None:
                self._done(
                    "Remove logo",
                    f"Removed: {logo.name}",
                    lambda studio: studio.logos.add(
                        folder=folder,
                        file=file,
                        name=logo.name,
                        variant=logo.variant,
                        primary=logo.primary or None,
                    ),
                )
                self.reload()

            self.ask(work, show)

        def pick(logos: list[Logo]) -> None:
            by_key = {f"{logo.name}/{logo.variant}": logo for logo in logos}
            rows = [
                Row(key, (logo.name, dict(GROUNDS)[logo.variant])) for key, logo in by_key.items()
            ]
            dialog = Pick("Remove which logo?", rows, (Column("", 0), Column("", 26)))
            self.app.push_screen(dialog, lambda key: remove(by_key[key]) if key else None)

        self._of_its_own(folder, lambda studio: _own_logos(studio, folder), pick)

    def action_font(self) -> None:
        """Add a font, for headlines, running text or both."""
        folder = self.studio_app.folder
        fields = [
            Field("path", "File", "", _PATH),
            Field("role", "For", "any", options=ROLES),
        ]

        def add(values: dict[str, str] | None) -> None:
            if values is not None and (file := self._file(values["path"])):
                role: Role = next(one for one in _ROLES if one == values["role"])
                self._add_font(folder, file, role)

        if folder:
            self.app.push_screen(Form(f"A font for {folder}", fields, button="Add"), add)

    def _add_font(self, folder: str, file: Path, role: Role) -> None:
        def work(studio: brandstudio.Studio) -> tuple[str, str]:
            font = studio.fonts.add(folder=folder, file=file, role=role)
            return font.font_id, font.family

        def show(found: tuple[str, str]) -> None:
            font_id, family = found
            given = (("folder", folder), ("file", str(file)), ("role", role))
            self.studio_app.last_call = Call("fonts.add", given)
            self._done(
                "Add font",
                f"{family} is of the brand",
                lambda studio: studio.fonts.remove(folder=folder, font_id=font_id),
            )
            self.reload()

        self.ask(work, show)

    def action_unfont(self) -> None:
        """Remove a font. Its file can't be fetched, so that this is asked about."""
        folder = self.studio_app.folder

        def remove(font_id: str, family: str) -> None:
            def show(_: object) -> None:
                self.studio_app.say(f"Removed: {family}")
                self.reload()

            def sure(yes: bool | None) -> None:
                if yes:
                    self.ask(
                        lambda studio: studio.fonts.remove(folder=folder, font_id=font_id), show
                    )

            self.app.push_screen(Sure(f"Remove the font {family}?", "Remove"), sure)

        def pick(fonts: list[tuple[str, str, str]]) -> None:
            families = {font_id: family for font_id, family, _ in fonts}
            rows = [Row(font_id, (family, role)) for font_id, family, role in fonts]
            dialog = Pick("Remove which font?", rows, (Column("", 0), Column("", 26)))
            self.app.push_screen(dialog, lambda key: remove(key, families[key]) if key else None)

        def look(studio: brandstudio.Studio) -> list[tuple[str, str, str]]:
            return [
                (font.font_id, f"{font.family} {font.style}".strip(), dict(ROLES)[font.role])
                for font in studio.fonts.list(folder=folder).fonts
                if font.folder == folder
            ]

        self._of_its_own(folder, look, pick)

    def _of_its_own(
        self,
        folder: str,
        look: Callable[[brandstudio.Studio], list[T]],
        pick: Callable[[list[T]], None],
    ) -> None:
        def show(found: list[T]) -> None:
            if found:
                pick(found)
            else:
                self.studio_app.say(f"{folder} has none of its own", "quiet")

        if folder:
            self.ask(look, show)

    def _file(self, words: str) -> Path | None:
        """The file that was named; what is wrong with it is said."""
        found = paths_in(words)
        if found and found[0].is_file():
            return found[0]
        self.studio_app.say(
            f"There is no file {found[0]}" if found else "No file was named", "warn"
        )
        return None


_GROUNDS: tuple[Ground, ...] = ("any", "light", "dark", "mono")
_ROLES: tuple[Role, ...] = ("headline", "body", "any")


def _own_logos(studio: brandstudio.Studio, folder: str) -> list[Logo]:
    return [logo for logo in studio.logos.list(folder=folder).logos if logo.folder == folder]
