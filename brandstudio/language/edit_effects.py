"""What forms make of effects: those that are laid on by themselves (invert, glow, a look of night), those
that have a colour or a side of their own (a duotone, a border, light from the left), and those that are
told by what they are to bring (details in the shadows).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from .edit_amounts import size_of
from .edit_made import Made, target, toned
from .edit_places import EVERYWHERE, fits
from .edit_values import TONES, Edit
from .forms import Reading
from .senses import Sense

#: Effects of which there is no little and no more.
_ALL_OR_NOTHING = frozenset({"invert"})
#: What a picture may have before it is laid on.
_THERE_ALREADY = frozenset({"grain", "vignette", "glow"})
_OF_COLOUR = frozenset({"monochrome", "sepia", "duotone"})
#: What is only of the bright parts, or of all but them, has no place of its own.
_OF_ALL = {"vignette": "corners", "glow": "highlights"}


def laid(reading: Reading, kind: str) -> Made | None:
    """An effect that is laid on, as strongly as the words say."""
    place, size = target(reading), size_of(reading)
    if place is None or size is None:
        return None
    if kind in _OF_COLOUR and TONES & set(place.target.split("&")):
        return None  # "black and white with deep shadows" is all in black and white
    if place == (_OF_ALL.get(kind), ()):
        place = EVERYWHERE
    if not fits(kind, place):
        return None
    figure, exact = reading.figure, None
    if kind in _ALL_OR_NOTHING and (figure or "amount" in reading.slots or reading.has("more")):
        return None
    if figure is not None:
        exact = float(figure.get("number"))
        if not _is_strength(figure, exact, kind):
            return None
    if "only" in reading.slots and place == EVERYWHERE and kind not in _OF_ALL:
        return None
    if reading.has("more"):
        size *= 1.3
    if kind == "monochrome" and _in_measure(reading):
        size = 1.0  # "black and white, but natural" has no colour left
    if kind == "monochrome" and any(s.get("soft") for s in reading.slots.get("amount", ())):
        # A soft black and white has all its colour taken, and less contrast.
        grey = Edit("monochrome", 1.0, "", place.target, None, place.without)
        return Made((grey, Edit("contrast", -0.6, "", place.target, None, place.without)))
    return Made((Edit(kind, size, "", place.target, exact, place.without),))  # type: ignore[arg-type]


def _is_strength(figure: Sense, exact: float, kind: str) -> bool:
    """Whether a figure says how strongly an effect is laid on: "halve the grain" speaks of the grain that is there."""
    if figure.part in ("signed", "points") or not 0 < exact <= 1:
        return False
    return not (figure.part == "share" and kind in _THERE_ALREADY)


def _in_measure(reading: Reading) -> bool:
    amounts = reading.slots.get("amount", ())
    return bool(amounts) and all(s.get("measured") for s in amounts)


def revealed(reading: Reading) -> Made | None:
    """Details that are to be seen in the shadows lift them, and in the highlights bring them down; of a sky they are
    its structure.
    """
    tone = set(reading.regions) & TONES
    if not tone and len(set(reading.regions)) == 1:
        return toned(reading, "clarity", 1)
    if len(tone) != 1 or tone == {"midtones"}:
        return None
    return toned(reading, "brightness", 1 if tone == {"shadows"} else -1)


def _duotone(reading: Reading) -> Made | None:
    """Two inks that are named, or one for the darks."""
    core = next((s for s in reading.core if s.part in ("effect", "change")), None)
    inks = reading.first("inks") or reading.first("colour")
    if core is None or inks is None or core.get("kind") != "duotone" or reading.regions:
        return None
    if reading.figure is not None or "amount" in reading.slots:
        return None
    value = str(inks.get("value"))
    return Made((Edit("duotone", 1.0, "" if value == "brand" else value),))


def _brand_duotone(reading: Reading) -> Made | None:
    kinds = {s.get("kind", s.get("value")) for s in reading.core}
    return Made((Edit("duotone"),)) if kinds == {"duotone", "brand"} else None


def _split(reading: Reading) -> Made | None:
    """A colour for the shadows and one for the highlights: of two that are only named the cooler one is
    that of the shadows.
    """
    size, inks = size_of(reading), reading.first("inks")
    if size is None or reading.regions or reading.figure is not None:
        return None
    low, high = ("blue", "orange") if inks is None else str(inks.get("value")).split("+")
    warm = [colour in _WARM for colour in (low, high)]
    if "brand" in (low, high) or warm[0] == warm[1]:
        return None
    if warm[0]:
        low, high = high, low
    return Made((Edit("colour", size, low, "shadows"), Edit("colour", size, high, "highlights")))


_WARM = frozenset(
    {
        *("red", "orange", "yellow", "pink", "brown", "gold", "peach", "coral", "sand", "amber"),
        *("salmon", "rust", "cream", "beige", "terracotta", "mustard", "burgundy", "copper"),
        *("ochre", "crimson", "raspberry", "caramel", "rose gold", "bronze", "apricot", "blush"),
    }
)


def _border(reading: Reading) -> Made | None:
    """A border in its colour, as broad as the words say; white where none is named."""
    size, figure = size_of(reading), reading.figure
    colours = [str(s.get("value")) for s in reading.core if s.part == "colour"]
    breadths = [float(s.get("number")) for s in reading.core if s.part == "breadth"]
    if size is None or reading.regions or len(colours) > 1 or len(breadths) > 1:
        return None
    exact = None
    if figure is not None:
        exact = float(figure.get("number"))
        if figure.part != "percent" or figure.get("unit") or not 0 < exact <= 0.4:
            return None
    return Made((Edit("border", size * (breadths or [1.0])[0], (*colours, "")[0], exact=exact),))


def _lit(reading: Reading) -> Made | None:
    """Light that comes from a side, or from a corner."""
    size, place = size_of(reading), target(reading)
    if size is None or place is None or place.without or reading.figure is not None:
        return None
    if any("-" in part for part in place.target.split("&")):
        return None
    if reading.has("more"):
        size *= 1.3
    return Made((Edit("light", size, place.target.replace("&", "+")),))


def _anonymise(reading: Reading) -> Made | None:
    """Faces in pixels: the plainest way of making them nobody's."""
    plain = reading.figure is None and "amount" not in reading.slots
    return Made((Edit("pixelate", 1.0, "", "faces"),)) if plain else None


def _with_dimension(reading: Reading) -> Made | None:
    """ "Black and white with strong contrast": both, the amount being that of the second."""
    effect, dimension = reading.first("effect"), reading.first("dimension")
    if effect is None or dimension is None or dimension.get("kind") not in ("contrast", "clarity"):
        return None
    return _grey_and(reading, effect.get("kind"), dimension.get("kind"), 1)


def _with_quality(reading: Reading) -> Made | None:
    """ "High contrast black and white"; what is warm beside it would be a tone."""
    effect = reading.first("effect")
    quality = reading.first("quality") or reading.first("change")
    if effect is None or quality is None:
        return None
    if quality.get("kind") not in ("contrast", "brightness", "soften", "fade", "clarity"):
        return None
    if (
        quality.get("kind") == "brightness"
        and quality.get("sign") > 0
        and effect.get("kind") == "sepia"
    ):
        return None  # "light sepia" is a little of it
    return _grey_and(reading, effect.get("kind"), quality.get("kind"), quality.get("sign", 1))


def _grey_and(reading: Reading, effect: str, kind: str, sign: float) -> Made | None:
    place = target(reading)
    if effect not in ("monochrome", "sepia") or place is None or reading.figure is not None:
        return None
    beside = toned(reading, kind, sign)
    if beside is None:
        return None
    grey = Edit(effect, 1.0, "", place.target, None, place.without)  # type: ignore[arg-type]
    return Made((grey, *beside.edits))


def _tinted_change(reading: Reading) -> Made | None:
    """ "Ton plus froid": of a tone only its temperature is told."""
    core = reading.first("change")
    if core is None or core.get("kind") != "temperature":
        return None
    return toned(reading, "temperature", core.get("sign"))


def _stand_out(reading: Reading) -> Made | None:
    """More contrast and colour of what is to stand out."""
    contrast, colour = toned(reading, "contrast", 1), toned(reading, "saturation", 1)
    if colour is not None and any(r.startswith("colour-") for r in reading.regions):
        return colour  # of a hue that stands out there is more
    if contrast is None or colour is None or reading.figure is not None:
        return None
    light = toned(reading, "brightness", 1)
    if light is None:
        return None
    # Of a part of a picture a small step is not seen: it stands out by no less than this.
    size = max(0.75, abs(contrast.edits[0].amount))
    (one,), (two,), (three,) = contrast.edits, colour.edits, light.edits
    return Made(
        (
            replace(one, amount=1.1 * size),
            replace(two, amount=1.3 * size),
            replace(three, amount=0.7 * size),
        )
    )


def _deep_blacks(reading: Reading) -> Made | None:
    """ "Ein sattes Schwarz": the shadows deeper, and nothing else."""
    size = size_of(reading)
    if size is None or reading.regions or reading.figure is not None:
        return None
    return Made((Edit("brightness", -size, "", "shadows"),))


EFFECTS: Mapping[str, Callable[[Reading], Made | None]] = MappingProxyType(
    {
        "duotone": _duotone,
        "brand-duotone": _brand_duotone,
        "split": _split,
        "border": _border,
        "lit": _lit,
        "anonymise": _anonymise,
        "reveal": revealed,
        "effect-and-dimension": _with_dimension,
        "effect-and-quality": _with_quality,
        "stand-out": _stand_out,
        "deep-blacks": _deep_blacks,
        "tinted-change": _tinted_change,
    }
)

__all__ = ["EFFECTS", "laid", "revealed"]
