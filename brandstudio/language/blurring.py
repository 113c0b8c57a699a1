"""How far out of focus a prompt wants its picture: "blurred forest", "unscharfe Stadt", "foret tres floue"."""

from __future__ import annotations

import re
from typing import NamedTuple

from .tables import either, table

_MUCH = rf"(?:{either('scenes', 'much')})"
_LITTLE = rf"(?:{either('scenes', 'little')})"
_BLUR = re.compile(
    rf"(?<![^\W_])(?P<none>(?:{either('scenes', 'not_blurred')})\s+(?:(?:too|zu|trop|a|any)\s+)?)?"
    rf"(?:(?P<much>{_MUCH})\s+|(?P<little>{_LITTLE})\s+)?(?:{either('scenes', 'blurred')})"
)
_DEPTH = re.compile(rf"(?<![^\W_])(?:{either('scenes', 'depth_of_field')})(?![^\W_])")
#: What is drawn out of focus by itself, and takes no more of it.
_GROUND = rf"(?:{either('scenes', 'blurred_ground')})"
_OF_IT = rf"(?!\s+(?:{either('scenes', 'ground_of')})(?![^\W_]))"
_BEFORE = re.compile(rf"\s+{_GROUND}(?![^\W_]){_OF_IT}")
_BEHIND = re.compile(rf"(?<![^\W_]){_GROUND}\s+$")
#: As a share of the picture's short side.
_SIGMA, _SIGMA_MUCH, _SIGMA_LITTLE = 0.014, 0.028, 0.006


class Blur(NamedTuple):
    """How far a whole scene is out of focus (a deviation, as a share of the short side; 0: it is
    sharp), and what the prompt says of a ``ground`` that alone is to be so, behind something sharp.
    """

    sigma: float
    ground: str = ""


def blur_of(text: str) -> tuple[Blur, str]:
    """The blur that a plain text asks for, and the text with one word for it in every language."""
    sigma, ground = 0.0, ""
    # What stands on a stage has a soft ground in any case; no field is asked for.
    text = _DEPTH.sub(" ", text)
    text = _BLUR.sub(lambda match: " " if match["none"] else match[0], text)
    for match in _BLUR.finditer(text):
        much, little = match["much"], match["little"]
        sigma = max(sigma, _SIGMA_MUCH if much else _SIGMA_LITTLE if little else _SIGMA)
        behind, before = _BEFORE.match(text, match.end()), _BEHIND.search(text[: match.start()])
        if behind or before:
            start = before.start() if before else match.start()
            ground = text[start : behind.end() if behind else match.end()]
        else:
            ground = ""
    return Blur(sigma, ground), _BLUR.sub(" blurred ", text)


def sharpness_wanted(blur: Blur, family: str, *, about_a_thing: bool) -> Blur:
    """The blur of a scene of that family. Where only the ground behind something sharp is to be
    blurred, the scene is that ground if the thing itself is not drawn; else it stays sharp, and
    ``ground`` says what is not done.
    """
    if not blur.sigma or family in table("scenes")["soft"]:
        return Blur(0.0)
    if blur.ground and not about_a_thing and family in table("scenes")["soft_behind"]:
        return Blur(0.0)  # behind its leaves and twigs there is nothing sharp
    if blur.ground and not about_a_thing:
        return Blur(0.0, blur.ground)
    return Blur(blur.sigma)
