"""What each form of the table of edits makes: edits, prohibitions, or things to keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from .colour_names import NEUTRAL
from .edit_amounts import size_of
from .edit_effects import EFFECTS, laid, revealed
from .edit_finishes import look, look_and_tone, tone
from .edit_frames import crop, crop_each, flip, portion, rotate, space, straighten
from .edit_made import Made, target, toned
from .edit_places import EVERYWHERE, WHOLE, Place, fits, joined, placed
from .edit_values import TONES, Ban, Edit
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
    if "colours" in reading.regions:
        kind = core.get("of_colours") or kind
    if core.part == "effect":
        return laid(reading, kind)
    if core.part in ("veil", "noise"):
        sign = 1
    if core.part == "fault":
        sign = core.get("sign")
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


def _light(reading: Reading) -> Made | None:
    signed = reading.form.needs == "signed"
    return toned(reading, "brightness", reading.form.sign, directed=not signed)


def _coloured(reading: Reading, value: str, sign: float) -> Made | None:
    if value == "brand" and sign > 0 and target(reading) == EVERYWHERE:
        return Made((Edit("brand", size_of(reading) or 1.0),))
    if value in NEUTRAL or value == "brand" or value.startswith("#"):
        return None
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
    tint of it, and for the balance of shadows and highlights.
    """
    core = reading.first("colour")
    assert core is not None
    value = core.get("value")
    if TONES & set(reading.regions):
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
    beside = {"except", "only", "amount", "region"} & reading.slots.keys()
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


def _ban(reading: Reading) -> Made | None:
    core = next(s for s in reading.core if s.part in ("change", "effect", "quality", "dimension"))
    if {"only", "except"} & reading.slots.keys():
        return None  # "Not only warmer" is warmer
    place = EVERYWHERE if core.get("kind") == "vignette" else target(reading)
    if place is None or place.without or not fits(core.get("kind"), place):
        return None
    sign = core.get("sign", int(core.part == "dimension" and reading.has("more")))
    if reading.form.sign < 0:
        sign = -core.get("sign", 1)
    return Made(bans=(Ban(core.get("kind"), sign, place.target),))


def _ban_fault(reading: Reading) -> Made | None:
    """ "Not washed out": the picture must not become what would have to be mended."""
    core = reading.first("fault")
    if core is None or core.get("kind") == "colour" or {"only", "except"} & reading.slots.keys():
        return None
    if reading.regions:
        return None
    if core.get("kind") == "brightness":
        # Brighter, but not blown out: what is white already stays.
        return Made(keeps=("highlights" if core.get("sign") < 0 else "shadows",))
    return Made(bans=(Ban(core.get("kind"), -core.get("sign")),))


def _ban_each(reading: Reading) -> Made | None:
    """ "Neither warmer nor cooler"."""
    if reading.regions or {"except", "only", "amount"} & reading.slots.keys():
        return None
    cores = [s for s in reading.core if s.part in ("change", "effect", "quality")]
    return Made(bans=tuple(Ban(core.get("kind"), core.get("sign", 0)) for core in cores))


def _ban_kind(kind: str) -> Callable[[Reading], Made | None]:
    def ban(reading: Reading) -> Made | None:
        # "Ne floute que le fond" asks for it there.
        elsewhere = {"except", "only"} & reading.slots.keys()
        return None if elsewhere else Made(bans=(Ban(kind),))  # type: ignore[arg-type]

    return ban


def _keep(reading: Reading) -> Made | None:
    if reading.regions == ("rest",):
        return Made()
    if {"except", "amount"} & reading.slots.keys() or reading.figure is not None:
        return None
    if "only" in reading.slots and reading.has("change-to"):
        return None  # "Don't change only the sky" may mean all of it, or nothing else
    if reading.regions and set(reading.regions) <= WHOLE:
        return Made(keeps=reading.regions)
    place = target(reading)
    return None if place in (None, EVERYWHERE) else Made(keeps=(place.target,))


def _scope(reading: Reading) -> Made | None:
    """ "Change nothing but the sky": a place, and nothing is to change elsewhere. A denial and an "only"
    that has none of its own contradict each other.
    """
    denied = [s for s in reading.slots.get("only", ()) if s.get("value") == "denied"]
    if "only" in reading.slots and bool(denied) != any(s.part == "not" for s in reading.core):
        return None
    where = None if "amount" in reading.slots else joined(reading.slots.get("region", ()))
    if where in (None, "all") or reading.figure is not None:
        return None
    return Made(scope=Place(where))


def _keep_all(reading: Reading) -> Made | None:
    """ "Keep everything as it is": whatever else is asked for contradicts it."""
    plain = not {"region", "except", "only", "amount"} & reading.slots.keys()
    return Made(keeps=("all",), named=()) if plain and reading.figure is None else None


def _in_view(reading: Reading) -> Made | None:
    """ "Keep the subject in view": a crop lies about the subject and the faces as it is."""
    more = {"except", "only", "amount"} & reading.slots.keys()
    return Made() if not more and set(reading.regions) <= {"subject", "faces"} else None


def _no_more(reading: Reading) -> Made | None:
    """ "Nothing else": what was asked for, and that alone, as always."""
    return None if reading.slots.keys() - {"filler", "and", "only"} else Made()


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


def _keep_quality(reading: Reading) -> Made | None:
    """ "Keep the subject sharp" keeps it as it is; "keep the sky bright" is a wish of its own that
    nobody can test.
    """
    core = reading.first("quality")
    if core is None or core.get("kind") != "sharpen" or reading.regions != ("subject",):
        return None
    return Made(keeps=("subject",))


def _bare_edges(reading: Reading) -> Made | None:
    """Edges that a turn leaves bare: it cuts them off by itself."""
    return None if reading.slots.keys() - {"filler", "and", "pronoun"} else Made()


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
        "crop": crop,
        "crop-each": crop_each,
        "space": space,
        "rotate": rotate,
        "flip": flip,
        "straighten": straighten,
        "blur": _blur,
        "cutout": _cutout,
        "cutout-of": _cutout_of,
        "ban": _ban,
        "ban-each": _ban_each,
        "ban-fault": _ban_fault,
        "ban-look": _ban_kind("look"),
        "ban-crop": _ban_kind("crop"),
        "ban-rotate": _ban_kind("rotate"),
        "ban-flip": _ban_kind("flip"),
        "ban-blur": _ban_kind("blur"),
        "keep": _keep,
        "keep-all": _keep_all,
        "scope": _scope,
        "no-more": _no_more,
        "in-view": _in_view,
        "grey": _grey,
        "colourless": _colourless,
        "calm": _calm,
        "keep-quality": _keep_quality,
        "bare-edges": _bare_edges,
        **EFFECTS,
    }
)
MAKES = frozenset(_MAKERS)
