"""How the guide is built. Strict: ``python -m sphinx -n -W docs OUT`` ends at the first dead link."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_PACKAGE = (Path(__file__).parent.parent / "brandstudio" / "__init__.py").read_text()

project = "brandstudio"
author = copyright = "The brandstudio developers"
version = release = re.findall(r'^__version__ = "(.+)"$', _PACKAGE, re.MULTILINE)[0]

extensions = ["myst_parser", "sphinx_copybutton"]
exclude_patterns = ["_build", "generating", "README.md"]
source_suffix = {".md": "markdown"}
nitpicky = True

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 4

html_theme = "furo"
html_title = f"brandstudio {release}"
html_static_path = ["_static"]
html_css_files = ["guide.css"]
# Nothing but what a reader opens: no sources, no build record with a date.
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "monokai"
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

_HIDDEN = re.compile(r"^<!--.*?-->\n?", re.DOTALL | re.MULTILINE)


def _without_hidden_parts(app: Any, name: str, source: list[str]) -> None:
    """Comments are for the tests that run a page; readers get none of them."""
    source[0] = _HIDDEN.sub("", source[0])


def setup(app: Any) -> dict[str, bool]:
    app.connect("source-read", _without_hidden_parts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
