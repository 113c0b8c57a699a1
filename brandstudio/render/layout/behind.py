"""What words stand on, measured on the painted picture, and what may go behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees, hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import colour
from brandstudio.render import contrast
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout import colours

U8 = NDArray[np.uint8]

#: The grey (0 to 255) from which on a part of the photo is a bright one, and from which on it is white.
_SKY: Final = 170
_WHITE: Final = 232
#: From this chroma on (OKLab) a bright part of it has a hue, and up to this slope of that (b to a) it is a
#: pink or a violet.
_HUED, _ROSE = 0.045, 0.35
#: How near to the words (in the banner's mean side) light is the words' own ground, and from which
#: share on.
_NEAR: Final = 0.1
_LIT: Final = 0.02
#: How much smaller the picture is on which scrims are compared.
SIXTEENTH: Final = 16
#: Of less chroma than this the photo has no hue of its own.
_GREY: Final = 0.012


@dataclass(frozen=True, eq=False)
class Behind:
    """What words stand on, and what may go behind them.

    ``measured`` gives the pixels (n, 3) of a picture that the words and the button touch, ``words`` is the box of all
    of them, ``column`` the area that they were set into, ``frame`` the photo's, ``faces`` those on
    the canvas. ``denser`` adds to a scrim's opacity (a fix pass), ``required`` is the ratio that
    all words are brought to. ``text``, ``veil`` and ``least`` are a person's choices: the words'
    colour, the scrim's colour and its least opacity.
    """

    canvas: Image.Image
    measured: Callable[[Image.Image], U8]
    words: Rect
    column: Rect
    space: Canvas
    look: Look
    allowed: tuple[str, ...]
    scrim_shape: str
    frame: Rect
    panel_radius: float
    faces: Sequence[Rect] = ()
    denser: float = 0.0
    required: float = colours.TARGET
    text: str | None = None
    veil: str | None = None
    least: float = 0.0

    @cached_property
    def under(self) -> U8:
        """What the words and the button touch of the canvas as it is."""
        return self.measured(self.canvas)

    @cached_property
    def small(self) -> Image.Image:
        """The canvas in grey, a sixteenth as wide and as high."""
        return self.canvas.reduce(SIXTEENTH).convert("L")

    @cached_property
    def grey(self) -> U8:
        """The pixels of the small picture."""
        return np.asarray(self.small)

    @cached_property
    def dulls(self) -> NDArray[np.bool_]:
        """Where the small picture is bright and gets dull in the dark: pinks and violets glow on, where
        greys are grey, and oranges and yellows get brown.
        """
        small = np.asarray(self.canvas.reduce(SIXTEENTH).convert("RGB"))
        lab = colour.u8_to_oklab(small).reshape(*small.shape)
        a, b = lab[..., 1], lab[..., 2]
        glows = (np.hypot(a, b) >= _HUED) & (a > 0) & (b < _ROSE * a)
        return np.asarray((self.grey > _SKY) & ~glows, bool)

    @cached_property
    def white(self) -> NDArray[np.bool_]:
        """Where the small picture is white light."""
        return self.grey >= _WHITE

    @cached_property
    def in_light(self) -> bool:
        """True where the words stand in white light themselves."""
        x0, y0, x1, y1 = self.reduced(self.words.inset(-_NEAR * self.space.mean))
        return bool(self.white[y0:y1, x0:x1].mean() > _LIT)

    @cached_property
    def light(self) -> float:
        """See `Backing`."""
        x0, y0, x1, y1 = self.reduced(self.words.inset(-_NEAR * self.space.mean).common(self.frame))
        return float(self.grey[y0:y1, x0:x1].mean()) / 255 if x1 > x0 and y1 > y0 else 0.0

    def reduced(self, box: Rect) -> tuple[int, int, int, int]:
        """A box of the canvas on the small picture."""
        return Rect(*(v / SIXTEENTH for v in box)).pixels(*self.small.size)

    @cached_property
    def deciding(self) -> U8:
        """Those of them that decide on contrast."""
        return contrast.crucial(self.under)

    @cached_property
    def _own(self) -> tuple[float, float]:
        """Chroma and hue that the photo has under the words on the whole."""
        some = self.under[:: max(1, self.under.shape[0] // 1024)]
        if not some.shape[0]:
            return 0.0, 0.0
        _, a, b = (float(v) for v in colour.u8_to_oklab(some).reshape(-1, 3).mean(axis=0))
        return hypot(a, b), degrees(atan2(b, a)) % 360

    @property
    def hueless(self) -> bool:
        """True of a photo without a hue of its own under the words."""
        return self._own[0] < _GREY

    def texts(self) -> tuple[str, ...]:
        """The colours that the words may have: a light and a dark one, unless one was chosen."""
        if self.text is not None:
            return (self.text,)
        return colours.light_text(self.look), colours.dark_text(self.look)

    def veil_for(self, text: str) -> str:
        """The colour of a scrim under words of a colour."""
        if self.veil is not None:
            return self.veil
        light = colour.luminance_of(colour.parse_hex(text)) > 0.18
        chroma, hue = self._own
        if self.hueless:
            return colours.dark_scrim(self.look) if light else colours.light_scrim(self.look)
        # The photo's own darkest and palest hue: a grey or foreign one looks like dirt on it.
        if light:
            return colours.tone(0.17, round(min(0.8 * chroma, 0.06), 2), round(hue))
        return colours.tone(0.98, round(min(0.3 * chroma, 0.02), 3), round(hue))
