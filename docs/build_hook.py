"""Builds the guide into the wheel, as ``brandstudio/assets/guide``, where the server finds it.

An editable install gets none; ``python -m sphinx docs brandstudio/assets/guide`` makes one there,
which the repository ignores.
"""

from __future__ import annotations

import gc
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GuideHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs Sphinx once per wheel, into a folder that is gone afterwards."""

    PLUGIN_NAME = "custom"
    _scratch: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the site and add it. Warnings are no reason to refuse an installation: the tests
        are strict instead.
        """
        if version == "editable":
            return
        try:
            from sphinx.cmd.build import build_main
        except ImportError:
            self.app.display_warning("Sphinx is not installed: the wheel comes without its guide")
            return
        self._scratch = Path(tempfile.mkdtemp(prefix="guide-"))
        docs, site = Path(self.root, "docs"), self._scratch / "site"
        trees = str(self._scratch / "trees")
        gc.disable()  # the pages' trees are kept to the end: looking through them took a third
        try:
            if build_main(["-q", "-b", "html", "-j", "auto", "-d", trees, str(docs), str(site)]):
                raise RuntimeError("the guide could not be built; Sphinx says why above")
        finally:
            gc.enable()
        (site / ".buildinfo").unlink(missing_ok=True)
        build_data["force_include"][str(site)] = "brandstudio/assets/guide"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)
