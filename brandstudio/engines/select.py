"""The engines that the settings choose, each made when it is first asked for."""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import ValidationError
from ..settings import Settings

if TYPE_CHECKING:
    from ..network.deliver import Deliverer
    from ..network.fetch import Fetcher
    from .openai import Client
    from .protocols import ImageEngine, TextEngine, VisionEngine


class ConfiguredEngines:
    """Fetching, delivering and imagining as the settings say. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.RLock()

    @cached_property
    def fetcher(self) -> Fetcher:
        from ..network.fetch import Fetcher

        return Fetcher(self._settings.allow_private_hosts)

    @cached_property
    def deliverer(self) -> Deliverer:
        from ..network.deliver import Deliverer

        return Deliverer(self._settings.allow_private_hosts)

    @cached_property
    def image(self) -> ImageEngine:
        with self._lock:
            if self._settings.image_engine == "openai":
                from .openai import OpenAIImageEngine

                return OpenAIImageEngine(
                    model=self._settings.openai_image_model,
                    client=self._provider,
                    fetcher=self.fetcher,
                )
            if self._settings.image_engine == "diffusers":
                if self._settings.diffusers_model is None:
                    raise ValidationError.of(
                        "BRANDSTUDIO_DIFFUSERS_MODEL",
                        "set it to the folder of weights for the diffusers engine",
                    )
                from .diffusers import DiffusersEngine

                return DiffusersEngine(self._settings.diffusers_model)
            return self.local_image

    @cached_property
    def local_image(self) -> ImageEngine:
        """The built-in engine, which also stands in for what a provider can't do."""
        from .local import LocalImageEngine

        return LocalImageEngine()

    @cached_property
    def text(self) -> TextEngine | None:
        """None: the local writer does the work, which is pure and needs no engine."""
        if self._settings.text_engine == "local":
            return None
        from .openai import OpenAITextEngine

        return OpenAITextEngine(model=self._settings.openai_text_model, client=self._provider)

    @cached_property
    def vision(self) -> VisionEngine | None:
        """None: measurements alone."""
        if self._settings.vision_engine == "local":
            return None
        from .openai import OpenAIVisionEngine

        return OpenAIVisionEngine(model=self._settings.openai_vision_model, client=self._provider)

    @cached_property
    def _provider(self) -> Client:
        """One connection pool for all that the provider is asked."""
        from .openai import Client, Provider

        return Client(Provider(self._settings.openai_base_url, self._settings.openai_api_key))
