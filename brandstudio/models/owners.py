"""What only a studio's owner can turn on, as it is said to everybody: who asks over HTTP can set
nothing, so that the setting is named to the owner alone.
"""

from __future__ import annotations

_IMAGES = "The studio's owner can turn on an image provider"
_TEXTS = "The studio's owner can turn on a text provider"
_SETTINGS = {_IMAGES: "BRANDSTUDIO_IMAGE_ENGINE", _TEXTS: "BRANDSTUDIO_TEXT_ENGINE"}


def image_provider(what: str = "more") -> str:
    """The sentence that says who could have pictures of ``what``."""
    return f"{_IMAGES} for {what}."


def text_provider() -> str:
    """The sentence that says who could have other copy."""
    return f"{_TEXTS} for more."


def for_owner(said: str) -> str:
    """What is said, with the settings that the owner can turn on named behind."""
    named = [setting for sentence, setting in _SETTINGS.items() if sentence in said]
    how = f"To turn it on, set {' and '.join(named)}; brandstudio engines says to what."
    return f"{said} {how}" if named else said
