"""The page that shows the studio in a browser; nothing of it comes from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "page"


def studio_server(command: str, host: str, port: int) -> Any:
    """An ASGI app with the page, its files and the socket to the studio's terminal."""
    from textual_serve_asgi import Server

    class Quiet(Server):
        """The address is said by us, with its token."""

        async def on_startup(self, app: Any) -> None:
            return

    server = Quiet(command, host=host, port=port, title="brandstudio", templates_path=FOLDER)
    return server.asgi_app
