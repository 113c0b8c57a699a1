"""What image models behind this protocol take, by how their names begin.

OpenAI's own models from its image generation guide (autumn of 2026): ``gpt-image-2`` and the
``-flare`` and ``-sunburst`` of ``gpt-image-2.5`` and ``-2.6`` draw any size whose sides are multiples of
16, at most 3840, not beyond 3:1, of 655,360 to 8,294,400 pixels, and always look closely at pictures
that they are given (no ``input_fidelity``); ``gpt-image-1.5`` and ``-1-mini`` draw three sizes.
``gpt-image-1`` and the ``dall-e`` models are gone from OpenAI itself; gateways and servers of one's
own go by their names still. Models of other names are those of one's own server
(stable-diffusion.cpp, LocalAI, vLLM-Omni, SGLang): any size in steps of 16, and ``seed``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from brandstudio.engines import fitting
from brandstudio.errors import ValidationError


@dataclass(frozen=True, slots=True)
class FreeSizes:
    """Any size within these bounds: sides in ``step``, of ``shortest`` to ``longest`` pixels, no
    narrower than 1 to ``ratio``, of ``least`` to ``most`` pixels in all.
    """

    step: int = 16
    shortest: int = 256
    longest: int = 1536
    ratio: float = 8.0
    least: int = 0
    most: int = 1536 * 1536

    def fit(self, wanted: fitting.Size) -> fitting.Size:
        """The size to ask for: the shape that is wanted, as near to its pixels as is allowed."""
        width, height = (max(1, side) for side in wanted)
        shape = min(max(width / height, 1 / self.ratio), self.ratio)
        wide = max(width, height * shape)
        high = wide / shape
        pixels = min(max(wide * high, self.least), self.most)
        scale = math.sqrt(pixels / (wide * high))
        scale = min(scale, self.longest / max(wide, high))
        scale = max(scale, self.shortest / min(wide, high))
        sides = [self._stepped(side * scale) for side in (wide, high)]
        while sides[0] * sides[1] < self.least:
            sides = [min(self.longest, side + self.step) for side in sides]
        while sides[0] * sides[1] > self.most or max(sides) > self.ratio * min(sides):
            longer = sides.index(max(sides))
            sides[longer] -= self.step
        return sides[0], sides[1]

    def _stepped(self, side: float) -> int:
        low = -(-self.shortest // self.step) * self.step
        high = self.longest // self.step * self.step
        return min(high, max(low, round(side / self.step) * self.step))


@dataclass(frozen=True, slots=True)
class Traits:
    """What a model takes. ``sizes`` are the only ones that it draws, or bounds."""

    sizes: tuple[fitting.Size, ...] | FreeSizes
    seed: bool = False
    response_format: bool = False
    quality: bool = False
    background: bool = False
    fidelity: bool = False
    several: int = 0
    """How many pictures beside the one to edit may be sent."""
    streams: bool = False
    """Whether views of the picture on its way can be asked for."""
    needs_mask: bool = False

    def fit(self, wanted: fitting.Size) -> fitting.Size:
        """The size to ask for where this one is wanted."""
        if isinstance(self.sizes, FreeSizes):
            return self.sizes.fit(wanted)
        return fitting.nearest(wanted, self.sizes)


_THREE = ((1024, 1024), (1536, 1024), (1024, 1536))
_GPT_IMAGE_1 = Traits(
    _THREE, quality=True, background=True, fidelity=True, several=15, streams=True
)
_GPT_IMAGE_2 = Traits(
    FreeSizes(16, 256, 3840, 3.0, 655_360, 8_294_400),
    quality=True,
    background=True,
    several=15,
    streams=True,
)
_OWN_SERVER = Traits(FreeSizes(), seed=True, response_format=True)

#: The first row whose beginning fits counts.
MODELS: tuple[tuple[str, Traits], ...] = (
    ("gpt-image-1-mini", replace(_GPT_IMAGE_1, fidelity=False)),
    ("gpt-image-1", _GPT_IMAGE_1),
    ("chatgpt-image", _GPT_IMAGE_1),
    ("gpt-image", _GPT_IMAGE_2),
    ("dall-e-3", Traits(((1024, 1024), (1792, 1024), (1024, 1792)), response_format=True)),
    (
        "dall-e-2",
        Traits(((256, 256), (512, 512), (1024, 1024)), response_format=True, needs_mask=True),
    ),
    ("", _OWN_SERVER),
)
_SIZE = re.compile(r"(?<!\d)(\d{2,4})\s?[x\u00d7]\s?(\d{2,4})(?!\d)")


def traits_of(model: str, override: str | None = None) -> Traits:
    """What ``model`` takes. ``override`` are sizes that take the place of the table's:
    ``1024x1024,1536x1024``, or ``free:3840`` for any in steps of 16 up to that.

    Raises ValidationError for an override that is neither.
    """
    name = model.rpartition("/")[2].lower()
    known = next(traits for start, traits in MODELS if name.startswith(start))
    sizes = overriding(override, "OPENAI_IMAGE_SIZES")
    if sizes is None:
        return known
    if isinstance(sizes, FreeSizes) and isinstance(known.sizes, FreeSizes):
        most = max(known.sizes.most, sizes.most)
        sizes = replace(known.sizes, longest=sizes.longest, most=most)
    return replace(known, sizes=sizes)


def overriding(said: str | None, setting: str) -> tuple[fitting.Size, ...] | FreeSizes | None:
    """The sizes that a setting names, None where it is not set. Raises ValidationError that names it."""
    if not said:
        return None
    free = re.fullmatch(r"free:(\d{3,4})", said.strip())
    if free:
        longest = int(free[1])
        return FreeSizes(longest=longest, most=longest * longest)
    listed = sizes_in(said)
    if not listed:
        raise ValidationError.of(setting, "write sizes as 1024x1024,1536x1024 or as free:3840")
    return listed


def sizes_in(text: str) -> tuple[fitting.Size, ...]:
    """The sizes that a text names: an override, or what a server says that it supports."""
    found = [(int(width), int(height)) for width, height in _SIZE.findall(text)]
    return tuple(dict.fromkeys(size for size in found if min(size) >= 64))
