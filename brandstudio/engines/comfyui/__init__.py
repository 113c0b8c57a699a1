"""Pictures by a ComfyUI server."""

from __future__ import annotations

from .images import BASE_URL, ComfyImageEngine, provider

__all__ = ["BASE_URL", "ComfyImageEngine", "provider"]
