"""The engines that the settings or the program choose, each made when it is first asked for."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import ValidationError
from ..settings import Settings
from .own import Engines, OwnImageEngine, OwnTextEngine, OwnVisionEngine, of_entry_point

if TYPE_CHECKING:
    from ..network.deliver import Deliverer
    from ..network.fetch import LinkFetcher
    from .lettering import Lettering
    from .meaning import Meaning
    from .openai import Client
    from .protocols import ImageEngine, TextEngine, VisionEngine


_WRITING_SECONDS = 120.0
_DRAWING_SECONDS = 240.0
"""OpenAI's guide gives a hard picture two minutes; what is waited for no longer is paid all the same."""


class ConfiguredEngines:
    """Fetching, delivering and imagining as the settings say; ``own`` engines and a ``fetcher`` of
    the program's come before them. Safe to share between threads.
    """

    def __init__(
        self,
        settings: Settings,
        own: Engines | None = None,
        fetcher: LinkFetcher | None = None,
    ) -> None:
        self._settings = settings
        self._own = own or Engines()
        self._fetcher = fetcher
        self._lock = threading.RLock()

    @cached_property
    def fetcher(self) -> LinkFetcher:
        if self._fetcher is not None:
            return self._fetcher
        from ..network.fetch import Fetcher

        return Fetcher(self._settings.allow_private_hosts)

    @cached_property
    def deliverer(self) -> Deliverer:
        from ..network.deliver import Deliverer

        return Deliverer(self._settings.allow_private_hosts)

    @cached_property
    def image(self) -> ImageEngine:
        if self._own.image is not None:
            return OwnImageEngine(self._own.image, lambda: self.local_image)
        with self._lock:
            name = self._settings.image_engine
            if name == "local":
                return self.local_image
            if name == "openai":
                from .openai import OpenAIImageEngine

                return OpenAIImageEngine(
                    model=self._settings.openai_image_model,
                    client=self._asked(_DRAWING_SECONDS),
                    fetcher=self.fetcher,
                    sizes=self._settings.openai_image_sizes,
                    quality=self._settings.openai_image_quality,
                    partials=self._settings.openai_image_partials,
                )
            if name == "gemini":
                return self._gemini()
            if name == "comfyui":
                # What it has no graph for, the built-in engine does and says so.
                return OwnImageEngine(self._comfyui(), lambda: self.local_image)
            if name == "diffusers":
                return self._diffusers()
            return OwnImageEngine(of_entry_point("image", name), lambda: self.local_image)

    def _gemini(self) -> ImageEngine:
        from .gemini import GeminiImageEngine, provider
        from .openai import Client

        found = provider(self._settings.gemini_base_url, self._settings.gemini_api_key)
        return GeminiImageEngine(client=Client(found), model=self._settings.gemini_image_model)

    def _comfyui(self) -> ImageEngine:
        from .comfyui import ComfyImageEngine, provider
        from .openai import Client

        settings = self._settings
        return ComfyImageEngine(
            client=Client(provider(settings.comfyui_base_url, settings.comfyui_api_key)),
            workflows=settings.comfyui_workflows,
            checkpoint=settings.comfyui_checkpoint,
            sizes=settings.comfyui_image_sizes,
        )

    def _diffusers(self) -> ImageEngine:
        if self._settings.diffusers_model is None:
            raise ValidationError.of(
                "BRANDSTUDIO_DIFFUSERS_MODEL",
                "set it to the folder of weights for the diffusers engine",
            )
        from .diffusers import DiffusersEngine

        return DiffusersEngine(self._settings.diffusers_model)

    @cached_property
    def local_image(self) -> ImageEngine:
        """The built-in engine, which also stands in for what another can't do."""
        from .local import LocalImageEngine

        return LocalImageEngine()

    @cached_property
    def meaning(self) -> Meaning:
        """What words mean, for search."""
        from .meaning import Meaning

        return Meaning()

    @cached_property
    def lettering(self) -> Lettering:
        """The words that stand in pictures."""
        from .lettering import Lettering

        return Lettering()

    @cached_property
    def text(self) -> TextEngine | None:
        """None: the local writer does the work, which is pure and needs no engine."""
        if self._own.text is not None:
            return OwnTextEngine(self._own.text)
        name = self._settings.text_engine
        if name == "local":
            return None
        if name == "openai":
            from .openai import OpenAITextEngine

            return OpenAITextEngine(model=self._settings.openai_text_model, client=self._provider)
        return OwnTextEngine(of_entry_point("text", name))

    @cached_property
    def vision(self) -> VisionEngine | None:
        """None: measurements alone."""
        if self._own.vision is not None:
            return OwnVisionEngine(self._own.vision)
        name = self._settings.vision_engine
        if name == "local":
            return None
        if name == "openai":
            from .openai import OpenAIVisionEngine

            return OpenAIVisionEngine(
                model=self._settings.openai_vision_model, client=self._provider
            )
        return OwnVisionEngine(of_entry_point("vision", name))

    @cached_property
    def _provider(self) -> Client:
        """One connection pool for all words that the provider is asked for."""
        return self._asked(_WRITING_SECONDS)

    def _asked(self, seconds: float) -> Client:
        """The provider, which may take so long for an answer."""
        from .openai import Client, Provider

        settings = self._settings
        return Client(
            Provider(settings.openai_base_url, settings.openai_api_key, timeout_seconds=seconds)
        )
