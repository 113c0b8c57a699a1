"""Servers of one's own that speak the images protocol in their own way, and how they are told apart.

stable-diffusion.cpp (its examples/server/api.md and routes_openai.cpp) reads the seed and how far an
edit may go from the prompt, in a tag. LocalAI (its core/http/routes/openai.go and image.go) has no
``images/edits``: it edits with ``images/generations``, and reads what follows a ``|`` in a prompt as
what to avoid. Words of a user must not become either's orders.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence

from brandstudio.engines.openai.client import Client, Rejected
from brandstudio.errors import StudioError

Files = Sequence[tuple[str, tuple[str, bytes, str]]]
"""Parts of a form: its name, then file name, content and media type."""

#: What stable-diffusion.cpp's server calls its model, whichever it is.
_SD_CPP = "sd-cpp-local"
_TAG = re.compile(r"</?\s*sd_cpp_extra_args\s*>", re.IGNORECASE)
_BAR = re.compile(r"\s*\|+\s*")


class Server:
    """What is found out about the server behind a client, when it first matters."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._reads_prompts: bool | None = None
        self._localai: bool | None = None
        self.edits_by_generation = False
        """Whether it was found to have no ``images/edits``, but LocalAI's way."""

    def prompt(self, prompt: str, seed: int, strength: float | None = None) -> str:
        """The prompt as the server is to read it: a user's words with no orders to the server among
        them, then the seed and the strength of an edit where it takes them from there.
        """
        prompt = _BAR.sub(", ", _TAG.sub(" ", prompt))
        if not self._is_sd_cpp():
            return prompt
        orders: dict[str, float] = {"seed": seed % 2**31}
        if strength is not None:
            orders["strength"] = round(strength, 3)
        return f"{prompt} <sd_cpp_extra_args>{json.dumps(orders)}</sd_cpp_extra_args>"

    def is_localai(self) -> bool:
        """Whether it lists what its models can do as LocalAI alone does."""
        if self._localai is None:
            self._localai = self._lists("models/capabilities") is not None
        return bool(self._localai)

    def _is_sd_cpp(self) -> bool:
        if self._reads_prompts is None:
            listed = self._lists("models")
            if listed is None:  # it may only just start: asked again with the next picture
                return False
            self._reads_prompts = any(
                isinstance(entry, dict) and entry.get("id") == _SD_CPP for entry in listed
            )
        return self._reads_prompts

    def _lists(self, path: str) -> list[object] | None:
        try:
            listed = self._client.get(path).get("data")
        except (Rejected, StudioError):
            return None
        return listed if isinstance(listed, list) else None


def as_generation(parameters: Mapping[str, object], files: Files) -> dict[str, object]:
    """An edit as LocalAI takes one: the picture to begin with, and all of them for models that look
    at pictures, in bare base64 (anything else it drops without a word).
    """
    pictures = [
        base64.b64encode(content).decode()
        for name, (_, content, _) in files
        if name.startswith("image")
    ]
    return {**parameters, "file": pictures[0], "ref_images": pictures}
