"""Pages for people."""
from __future__ import annotations

from typing import Any

INVITE_STATUS = {"issued": 200, "used": 410, "revoked": 410, "expired": 410, "unknown": 404}
HEADERS: list[tuple[bytes, bytes]] = []
DOCS_HEADERS: list[tuple[bytes, bytes]] = []
def docs_page(document: Any) -> bytes: return b""
def invite_page(view: Any, error: Any = None, email: str = "") -> bytes: return b""
def accepted_page(accepted: Any, base_url: str | None) -> bytes: return b""
