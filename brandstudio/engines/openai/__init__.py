"""OpenAI-compatible servers as engines: pictures, words, and looking at pictures.

A thin adapter over httpx that speaks the published protocol (``images/generations``,
``images/edits``, ``chat/completions``) and puts up with servers that know less of it than others.
"""

from brandstudio.engines.openai.chat import OpenAITextEngine, OpenAIVisionEngine
from brandstudio.engines.openai.client import Client, Provider
from brandstudio.engines.openai.images import OpenAIImageEngine

__all__ = ["Client", "OpenAIImageEngine", "OpenAITextEngine", "OpenAIVisionEngine", "Provider"]
