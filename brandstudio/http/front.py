"""``GET /``: what this is and where everything else is, for people and for programs."""

from __future__ import annotations

import json
from html import escape
from typing import NamedTuple

from .openapi import VERSION
from .pages import MARK, asset


class Place(NamedTuple):
    """One thing that is here: its name for programs, its path below this page, and what it is."""

    name: str
    path: str
    text: str


def places(guide: bool) -> tuple[Place, ...]:
    """Where to go from here; the guide only where it is served."""
    found = (
        Place("docs", "docs", "Every call with its fields, errors and an example"),
        Place("openapi", "v1/openapi.json", "The same as an OpenAPI 3.1 document, for generators"),
        Place("health", "healthz", "Whether the process runs"),
        Place("ready", "readyz", "Whether it can work"),
    )
    if not guide:
        return found
    return (Place("guide", "guide/", "Tutorial, guides and reference"), *found)


def front_json(root_path: str, guide: bool) -> bytes:
    """For programs."""
    found = {place.name: f"{root_path}/{place.path}" for place in places(guide)}
    return json.dumps({"service": "brandstudio", "contract": VERSION, **found}).encode()


def front_page(root_path: str, guide: bool) -> bytes:
    """For people; links stand below the prefix that the page was asked for."""
    rows = "".join(
        f'<dt><a href="{escape(root_path)}/{place.path}">/{place.path.rstrip("/")}</a></dt>'
        f"<dd>{escape(place.text)}</dd>"
        for place in places(guide)
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>brandstudio</title>
<style>{asset("page.css")}</style>
</head>
<body class="invite">
<div class="mark">{MARK}<span>brandstudio</span></div>
<main class="card">
<h1>A brand studio runs here</h1>
<p>On-brand images, banners and copy, for programs that hold a key.</p>
<dl class="facts">{rows}</dl>
<p class="quiet">Keys are made where the server runs: <code>brandstudio keys create</code></p>
</main>
</body>
</html>
""".encode()
