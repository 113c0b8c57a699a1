from __future__ import annotations

from typing import Any


def document(base_url: str | None) -> dict[str, Any]: return {}
