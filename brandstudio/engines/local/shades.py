"""The colours that a prompt may name, as a picture has them: hues with a pleasant chroma, and shades that
have a lightness of their own.
"""

from __future__ import annotations

from typing import Final

from brandstudio.language.colour_names import hex_of
from brandstudio.pixels import colour

#: Plain colour words of a prompt, as OKLCH hue and a pleasant chroma.
HUES: Final[dict[str, tuple[float, float]]] = {
    "red": (27.0, 0.19),
    "orange": (55.0, 0.16),
    "yellow": (92.0, 0.15),
    "green": (150.0, 0.13),
    "teal": (195.0, 0.10),
    "blue": (255.0, 0.15),
    "purple": (300.0, 0.15),
    "pink": (355.0, 0.14),
    "brown": (60.0, 0.08),
    "gold": (85.0, 0.11),
    "grey": (260.0, 0.01),
    "black": (260.0, 0.01),
    "white": (80.0, 0.01),
}


def _lch(name: str) -> tuple[float, float, float]:
    """Hue, chroma and lightness of a colour that the table of names has."""
    lightness, strength, of_hue = colour.hex_to_oklch(hex_of(name) or "#808080")
    return float(of_hue), float(strength), float(lightness)


#: Colours of a prompt that are one shade rather than a hue: hue, chroma and lightness.
SHADES: Final[dict[str, tuple[float, float, float]]] = {
    "navy": (258.0, 0.09, 0.29),
    "beige": (75.0, 0.035, 0.9),
    "warm grey": (70.0, 0.022, 0.72),
    "kraft": (68.0, 0.065, 0.7),
    "champagne": (78.0, 0.042, 0.86),
    "peach": (58.0, 0.075, 0.87),
    "lavender": (300.0, 0.085, 0.8),
    "dusty rose": (15.0, 0.065, 0.7),
    **{
        name: _lch(name)
        for name in (
            *("coral", "terracotta", "mustard", "burgundy", "mint", "sage", "emerald", "olive"),
            *("forest green", "sky blue", "charcoal", "rust", "ochre", "petrol", "turquoise"),
            *("salmon", "plum", "lilac", "taupe", "khaki", "indigo", "copper", "raspberry"),
            *("magenta", "blush", "amber", "caramel", "chocolate", "crimson", "lime", "rose gold"),
            *("bronze", "royal blue", "sand", "cream", "denim", "light green"),
        )
    },
}
#: Any other colour stands out at this lightness.
PLAIN: Final = (0.0, 0.0, 0.72)
#: Lighter, a red is coral; deeper, a yellow is mustard.
STANDS_AT: Final = {"red": 0.57, "yellow": 0.86}
ASKED: Final = {**HUES, **{name: (h, c) for name, (h, c, _) in SHADES.items()}}
