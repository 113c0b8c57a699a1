"""Files of a banner: in a folder, or in the desktop's viewer."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brandstudio

from .composing import Drawn
from .dialogs import Field, Form
from .picking import free_name

if TYPE_CHECKING:
    from ..app import StudioApp

FORMATS = ("png", "jpg", "webp", "pdf", "svg", "svg-outlines", "spec")


class Exporting:
    """Exporting for a screen that has ``with_drawn`` and ``ask``."""

    if TYPE_CHECKING:
        app: Any
        studio_app: StudioApp
        ask: Any

        @property
        def current(self) -> Drawn | None: ...

        def may_draw(self) -> bool: ...

        def with_drawn(self, then: Callable[[Drawn], object]) -> None: ...

    def action_export(self) -> None:
        fields = [
            Field("format", "Format", "png", options=tuple((name, name) for name in FORMATS)),
            Field(
                "quality", "Quality", "90", options=tuple((n, n) for n in ("60", "75", "90", "100"))
            ),
            Field("to", "Folder on this machine", str(Path.cwd())),
        ]

        def export(values: dict[str, str] | None) -> None:
            if values is not None:
                self.with_drawn(lambda one: self._export(one, values))

        # Asked before anything is drawn: whoever leaves the question pays nothing.
        note = "" if self.current is not None else self.studio_app.purse.line("banner_create")
        note = f"It is drawn first, which {note}." if note else ""
        if self.may_draw():
            self.app.push_screen(Form("Export", fields, button="Export", note=note), export)

    def _export(self, one: Drawn, values: dict[str, str]) -> None:
        target = Path(values["to"]).expanduser()

        def work(studio: brandstudio.Studio) -> Path:
            return export_to(studio, one, values["format"], int(values["quality"]), target)

        self.ask(work, lambda path: self.studio_app.say(f"Exported: {path}"))

    def action_view(self) -> None:
        def begin(one: Drawn) -> None:
            def work(studio: brandstudio.Studio) -> Path:
                return export_to(studio, one, "png", 90, Path(tempfile.mkdtemp(prefix="banner-")))

            self.ask(work, self._open)

        self.with_drawn(begin)

    def _open(self, path: Path) -> None:
        command = viewer()
        if command is None:
            self.studio_app.say(f"No viewer on this machine; the file is {path}", "warn")
            return
        subprocess.Popen(  # noqa: S603  (the desktop's own opener, on a file of ours)
            [command, str(path)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.studio_app.say(f"Opened: {path}")


def viewer() -> str | None:
    """The desktop's opener."""
    return shutil.which("open" if sys.platform == "darwin" else "xdg-open")


def export_to(
    studio: brandstudio.Studio, one: Drawn, form: Any, quality: int, target: Path
) -> Path:
    """A file of the variant in that folder, never over another; run in a thread."""
    link = studio.designs.export(
        job_id=one.job_id, variant_id=one.variant_id, format=form, quality=quality
    )
    target.mkdir(parents=True, exist_ok=True)
    return link.save(free_name(target / Path(link.filename).name))
