"""``/guide``: the built guide, where there is one."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import NotFound

BUILT = Path(__file__).parent.parent / "assets" / "guide"
"""Where the built guide stands in an installed package; a checkout has none until it is built."""

_POLICY = {
    # Its own scripts and styles, the search's among them, and nothing from elsewhere.
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}


def is_built(guide: Path) -> bool:
    """Whether the guide was built into that folder."""
    return (guide / "index.html").is_file()


def not_built(request: Request) -> Response:
    """``/guide`` where it is to be served and is not there: how it comes."""
    raise NotFound(
        "The built guide is not installed here. A wheel brings it; a checkout builds it, with the "
        "group dev installed: python -m sphinx docs brandstudio/assets/guide"
    )


def to_guide(request: Request) -> Response:
    """``/guide`` leads to ``/guide/``, below whatever prefix the application is shown: the guide's
    own links are relative to a folder.
    """
    return Response(status_code=307, headers={"location": "guide/"})


class GuideFiles(StaticFiles):
    """Starlette's static files with the errors and the headers of this server."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The page, or NOT_FOUND."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException:
            raise NotFound("The guide has no such page.") from None
        if response.status_code == 404:
            raise NotFound("The guide has no such page.")
        response.headers.update(_POLICY)
        return response
