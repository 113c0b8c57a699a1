"""What each form of the table of edits makes: edits, prohibitions, or things to keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from .colour_names import NEUTRAL
from .edit_amounts import size_of
from .edit_bans import BANS
from .edit_effects import EFFECTS, laid, revealed
from .edit_finishes import look, look_and_colour, look_and_tone, tone
from .edit_frames import crop, crop_each, flip, portion, rotate, space, straighten
from .edit_hue_shifts import SHIFTS
from .edit_made import Made, stops, target, toned
from .edit_places import EVERYWHERE, OF_ONE_HUE, Place, fits, placed
from .edit_portions import crop_to, cut_off
from .edit_values import TONES, Edit
from .forms import Reading
from .senses import Sense


def made_of(reading: Reading) -> Made | None:
    """What a reading asks for; None when its parts don't go together."""
    made = _MAKERS[reading.form.makes](reading)
    if made is None:
        return None
    return replace(made, softens=True) if reading.form.softens else made


def _effect(reading: Reading) -> Made | None:
    core = next(
        s
        for s in reading.core
        if s.part in ("change", "quality", "dimension", "fault", "veil", "noise", "effect")
    )
    kind, sign = core.get("kind"), core.get("sign", 1) * reading.form.sign
    hued = any(region.startswith("colour-") for region in reading.regions)
    if "colours" in reading.regions or hued:
        kind = core.get("of_colours") or kind
    if _is_of_another(core, kind, hued, "colours" in reading.regions):
        return None
    if core.part == "effect":
        return laid(reading, kind)
    if (
        core.part == "change"
        and (kind, core.get("sign")) == ("contrast", -1)
        and reading.has("less")
    ):
        return None  # "menos contraste suave" is no more of it
    if core.part in ("veil", "noise"):
        sign = 1
    if core.part == "fault":
        sign = core.get("sign")
        if not _is_complained_of(reading, core):
            return None
    compared = reading.figure is not None and reading.figure.part == "share"
    if core.part == "quality" and compared and len(reading.core) == 1:
        # "Half as saturated" is half; "twice as dark" would be half as bright, or black.
        return None if sign < 0 else toned(reading, kind, 1, directed=False)
    tone = set(reading.regions) & TONES
    if core.part == "dimension" and kind in ("sharpen", "clarity") and sign > 0 and tone:
        return revealed(reading)  # "bring out the details in the dark areas"
    if kind == "soften" and len(tone) == 1 and tone <= {"highlights", "shadows"}:
        # Softer highlights are lower, softer shadows lighter; what is blurred of them would be their
        # surroundings too.
        kind, sign = "brightness", (-0.7 if tone == {"highlights"} else 0.7) * sign
    directed = not (core.part == "dimension" and reading.form.needs == "figure")
    if kind == "colour":
        return _coloured(reading, core.get("value"), sign)
    return toned(reading, kind, sign, directed=directed)


def _is_of_another(core: Sense, kind: str, hued: bool, coloured: bool) -> bool:
    """Whether a word means something else there: "a yellow veil" is a cast, and "warmer, but more subtle" no paler."""
    if core.get("hued"):
        return not (hued or coloured)
    return hued and kind == "dehaze"


def _is_complained_of(reading: Reading, fault: Sense) -> bool:
    """Whether a word for a fault names one: "blurry" and "washed out" may be wished for too, and a blurred
    background is seldom a fault.
    """
    if fault.get("kind") != "sharpen" and not fault.get("either"):
        return True
    told = reading.has("is") or reading.has("too")
    return told and not (fault.get("kind") == "sharpen" and "background" in reading.regions)


def _less_effect(reading: Reading) -> Made | None:
    """Less of an effect: grain is noise to be taken away; the others can't be unmade."""
    core = reading.first("effect")
    size = size_of(reading)
    if core is None or core.get("less") is None or size is None or target(reading) is None:
        return None
    return Made((Edit(core.get("less"), size),))


def _whole(reading: Reading) -> Made | None:
    """All the way: only colour can be taken away completely."""
    core, place = reading.first("change"), target(reading)
    if core is None or place is None or (core.get("kind"), core.get("sign")) != ("saturation", -1):
        return None
    return Made((Edit("saturation", -1.0, "", place.target, 1.0, place.without),))


def _done_less(reading: Reading) -> Made | None:
    """ "Satura menos": less of what the verb gives. Of the others "brighten it less" may speak of an
    edit before.
    """
    core = reading.first("change")
    if core is None or (core.get("kind"), core.get("sign")) != ("saturation", 1):
        return None
    return toned(reading, "saturation", -1)


def _unsaturated(reading: Reading) -> Made | None:
    """No saturation at all; "no contrast" may mean that it is to stay."""
    core, place = reading.first("dimension"), target(reading)
    if core is None or place is None or core.get("kind") != "saturation":
        return None
    if reading.figure is not None or {"amount", "only"} & reading.slots.keys():
        return None
    return Made((Edit("saturation", -1.0, "", place.target, 1.0, place.without),))


def _phrasal(reading: Reading) -> Made | None:
    """ "Warm it up", "cool it down": the little word must go the way of the other."""
    core = reading.core[0]
    sign = 1 if reading.has("more") else -1
    if core.get("sign") != sign or core.get("kind") == "colour":
        return None
    return toned(reading, core.get("kind"), sign)


def _agreed(reading: Reading) -> Made | None:
    """ "Temperature warmer": what changes and how are of one kind, or it isn't understood."""
    what, how = reading.first("dimension"), reading.first("quality") or reading.first("change")
    if what is None or how is None or what.get("kind") != how.get("kind"):
        return None
    return toned(reading, how.get("kind"), how.get("sign", 1))


def _tone_by(sign: int) -> Callable[[Reading], Made | None]:
    def by(reading: Reading) -> Made | None:
        made = toned(reading, "saturation", sign)
        if made is None or not any(s.get("shines") for s in reading.slots.get("region", ())):
            return made
        light = toned(reading, "brightness", sign)  # a stronger red light is redder and brighter
        return None if light is None else Made((*made.edits, *light.edits))

    return by


def _strong(reading: Reading) -> Made | None:
    """ "Strong contrast": what is much of a measure; a little of it would be less to some."""
    sizes = [float(s.get("number")) for s in reading.slots.get("amount", ())]
    if reading.figure is not None or not sizes or min(sizes) < 1:
        return None
    return toned(reading, reading.core[0].get("kind"), 1)


def _hue_by(reading: Reading) -> Made | None:
    """ "Blues -20 %", "halve the blues": a figure that has its own way."""
    return toned(reading, "saturation", 1, directed=False)


def _light(reading: Reading) -> Made | None:
    signed = reading.form.needs == "signed"
    if reading.has("less") and reading.figure is not None and "shadows" in reading.regions:
        return None  # half of a shadow that falls is no share of the dark tones
    return toned(reading, "brightness", reading.form.sign, directed=not signed)


def _coloured(reading: Reading, value: str, sign: float) -> Made | None:
    if value == "brand" and sign > 0 and target(reading) == EVERYWHERE:
        return Made((Edit("brand", size_of(reading) or 1.0),))
    if value in NEUTRAL or value == "brand" or value.startswith("#"):
        return None
    if reading.figure is not None and reading.figure.part == "share" and not reading.has("more"):
        return None  # "halve the blue" is no tint
    if any(r.startswith("colour-") for r in reading.regions):
        # "Turn the reds blue" repaints them; a tint can't.
        return None
    return toned(reading, "colour", sign, value)


def _colour(reading: Reading) -> Made | None:
    core = reading.first("colour") or reading.first("cast") or reading.first("tinged")
    assert core is not None
    if "background" in reading.regions and reading.form.sign > 0 and not reading.has("more"):
        return None if reading.has("tint") else _background(reading)
    return _coloured(reading, core.get("value"), reading.form.sign)


def _less_of_colour(reading: Reading) -> Made | None:
    """Less of a colour is paler where it is; to turn a picture to its opposite is for a cast or a
    tint of it, for the balance of shadows and highlights, and for skin, hair and teeth, whose hue is one.
    """
    core = reading.first("colour")
    assert core is not None
    value = core.get("value")
    if (TONES | OF_ONE_HUE) & set(reading.regions):
        return _coloured(reading, value, -1)
    if value in NEUTRAL or value == "brand" or value.startswith("#"):
        return None
    hue = Sense("region", {"value": f"colour-{value}"})
    return toned(replace(reading, placing=(hue, *reading.placing)), "saturation", -1)


def _background(reading: Reading) -> Made | None:
    core, size = reading.first("colour"), size_of(reading)
    plain = reading.figure is None and not {"except", "only"} & reading.slots.keys()
    onto = any(reading.has(part) for part in ("cutout", "cut", "add"))
    cut_out = ("subject",) if onto else ()
    where = tuple(region for region in reading.regions if region not in cut_out)
    if core is None or size is None or not plain or where != ("background",):
        return None
    if "amount" in reading.slots:
        return None
    return Made((Edit("background_colour", 1.0, core.get("value"), "background"),))


def _onto(reading: Reading) -> Made | None:
    """ "Set it on mint": a plain ground behind what "it" is."""
    core = reading.first("colour")
    beside = {"except", "only", "amount"} & reading.slots.keys() or set(reading.regions) - {
        "subject"
    }
    if core is None or reading.figure is not None or beside:
        return None
    return Made((Edit("background_colour", 1.0, core.get("value"), "background"),))


def _splash(reading: Reading) -> Made | None:
    """One colour, or one part, kept in colour; the rest black and white."""
    place = target(reading)
    if place is None or place.target == "all" or place.without:
        return None
    rest = placed("all", (place.target,))
    if rest is None:
        return None
    edit = Edit("monochrome", 1.0, "", rest.target, None, rest.without)
    return Made((edit,), named=(place.target,))


def _blur(reading: Reading) -> Made | None:
    place, size = target(reading), size_of(reading)
    core = reading.first("blur")
    if place is None or size is None or core is None or not fits("blur", place):
        return None
    if place == EVERYWHERE and core.get("value"):
        place = Place(core.get("value"))
    exact = portion(reading, 1.0)
    if exact is None or ("only" in reading.slots and place == EVERYWHERE):
        return None
    if reading.has("more"):
        size = max(size, 1.4)
    return Made((Edit("blur", size, "", place[0], exact or None, place[1]),))


def _cutout(reading: Reading) -> Made | None:
    plain = reading.figure is None and not {"except", "only", "amount"} & reading.slots.keys()
    named = len(reading.regions) < 2 or set(reading.regions) == {"subject", "background"}
    return Made((Edit("cutout"),)) if plain and named else None


def _cutout_of(reading: Reading) -> Made | None:
    """ "Remove the pink background": the colour tells the background, which must have it."""
    core = reading.first("colour")
    plain = reading.figure is None and not {"except", "only", "amount"} & reading.slots.keys()
    if core is None or not plain or core.get("value") == "brand":
        return None
    return Made((Edit("cutout", 1.0, core.get("value")),))


def _smooth(reading: Reading) -> Made | None:
    """Smoother skin is softer; hair, water or a wall would be made otherwise."""
    if not reading.regions or not set(reading.regions) <= {"skin", "faces"}:
        return None
    return toned(reading, "soften", 1) if reading.figure is None else None


def _grey(reading: Reading) -> Made | None:
    """Colour taken away altogether; "the background's colour" may be all of the background."""
    if "colours" not in reading.regions or {"amount", "only"} & reading.slots.keys():
        return None
    place = target(reading)
    named = [] if place is None else place.target.split("&")
    hued = any(part.startswith("colour-") for part in named)
    doubtful = hued or "background" in reading.regions
    if place is None or doubtful or reading.figure is not None:
        return None
    return Made((Edit("saturation", -1.0, "", place.target, 1.0, place.without),))


def _colourless(reading: Reading) -> Made | None:
    """ "The background without colour": all of it, there."""
    place = target(reading)
    if "colours" not in reading.regions or {"amount", "only"} & reading.slots.keys():
        return None
    if place is None or "colour-" in place.target or reading.figure is not None:
        return None
    return Made((Edit("saturation", -1.0, "", place.target, 1.0, place.without),))


def _calm(reading: Reading) -> Made | None:
    """Calmer colours are paler; a calmer sky may have fewer clouds."""
    if "colours" not in reading.regions:
        return None
    return toned(reading, "saturation", -1)


_MAKERS: Mapping[str, Callable[[Reading], Made | None]] = MappingProxyType(
    {
        "effect": _effect,
        "less-effect": _less_effect,
        "phrasal": _phrasal,
        "agreed": _agreed,
        "tone": tone,
        "tone-up": _tone_by(1),
        "tone-down": _tone_by(-1),
        "whole": _whole,
        "done-less": _done_less,
        "unsaturated": _unsaturated,
        "light": _light,
        "colour": _colour,
        "less-of-colour": _less_of_colour,
        "background": _background,
        "onto": _onto,
        "splash": _splash,
        "look": look,
        "look-and-tone": look_and_tone,
        "look-and-colour": look_and_colour,
        "crop": crop,
        "crop-each": crop_each,
        "crop-to": crop_to,
        "cut-off": cut_off,
        "stops": stops,
        "hue-by": _hue_by,
        "strong": _strong,
        "space": space,
        "rotate": rotate,
        "flip": flip,
        "straighten": straighten,
        "blur": _blur,
        "cutout": _cutout,
        "cutout-of": _cutout_of,
        "grey": _grey,
        "smooth": _smooth,
        "colourless": _colourless,
        "calm": _calm,
        **EFFECTS,
        **BANS,
        **SHIFTS,
    }
)
MAKES = frozenset(_MAKERS)
