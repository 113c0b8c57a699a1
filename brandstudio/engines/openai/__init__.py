"""OpenAI-compatible servers as engines: pictures, words, and looking at pictures.

A thin adapter over httpx that speaks the published protocol (``images/generations``, ``images/edits``,
``chat/completions``) and puts up with servers that know less of it than others.
"""

from brandstudio.engines.openai.chat import OpenAIChat
from brandstudio.engines.openai.client import Client, Provider
from brandstudio.engines.openai.images import OpenAIImages

__all__ = ["Client", "OpenAIChat", "OpenAIImages", "Provider"]
