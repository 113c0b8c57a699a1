"""What forms make of what must not be done, and of what is to stay as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .edit_made import Made, target
from .edit_places import EVERYWHERE, WHOLE, Place, fits, joined
from .edit_values import Ban, Edit
from .forms import Reading


def ban(reading: Reading) -> Made | None:
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


def ban_fault(reading: Reading) -> Made | None:
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


def soft_blacks(reading: Reading) -> Made | None:
    """ "No harsh blacks": they are lifted."""
    core = reading.first("fault")
    plain = reading.regions == ("shadows",) and not {"only", "except"} & reading.slots.keys()
    if core is None or core.get("kind") != "contrast" or core.get("sign") > 0 or not plain:
        return None
    return Made((Edit("fade", 0.7),))


def ban_each(reading: Reading) -> Made | None:
    """ "Neither warmer nor cooler"."""
    if reading.regions or {"except", "only", "amount"} & reading.slots.keys():
        return None
    cores = [s for s in reading.core if s.part in ("change", "effect", "quality")]
    return Made(bans=tuple(Ban(core.get("kind"), core.get("sign", 0)) for core in cores))


def ban_kind(kind: str) -> Callable[[Reading], Made | None]:
    def of_that_kind(reading: Reading) -> Made | None:
        # "Ne floute que le fond" asks for it there.
        elsewhere = {"except", "only"} & reading.slots.keys()
        return None if elsewhere else Made(bans=(Ban(kind),))  # type: ignore[arg-type]

    return of_that_kind


def keep(reading: Reading) -> Made | None:
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


def scope(reading: Reading) -> Made | None:
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


def keep_all(reading: Reading) -> Made | None:
    """ "Keep everything as it is": whatever else is asked for contradicts it."""
    plain = not {"region", "except", "only", "amount"} & reading.slots.keys()
    return Made(keeps=("all",), named=()) if plain and reading.figure is None else None


def in_view(reading: Reading) -> Made | None:
    """ "Keep the subject in view": a crop lies about the subject and the faces as it is."""
    more = {"except", "only", "amount"} & reading.slots.keys()
    return Made() if not more and set(reading.regions) <= {"subject", "faces"} else None


def no_more(reading: Reading) -> Made | None:
    """ "Nothing else": what was asked for, and that alone, as always."""
    return None if reading.slots.keys() - {"filler", "and", "only"} else Made()


def keep_quality(reading: Reading) -> Made | None:
    """ "Keep the subject sharp" keeps it as it is; "keep the sky bright" is a wish of its own that
    nobody can test.
    """
    core = reading.first("quality")
    if core is None or core.get("kind") != "sharpen" or reading.regions != ("subject",):
        return None
    return Made(keeps=("subject",))


def bare_edges(reading: Reading) -> Made | None:
    """Edges that a turn leaves bare: it cuts them off by itself."""
    return None if reading.slots.keys() - {"filler", "and", "pronoun"} else Made()


BANS: Mapping[str, Callable[[Reading], Made | None]] = MappingProxyType(
    {
        "ban": ban,
        "ban-each": ban_each,
        "ban-fault": ban_fault,
        "soft-blacks": soft_blacks,
        "ban-look": ban_kind("look"),
        "ban-crop": ban_kind("crop"),
        "ban-rotate": ban_kind("rotate"),
        "ban-flip": ban_kind("flip"),
        "ban-blur": ban_kind("blur"),
        "keep": keep,
        "keep-all": keep_all,
        "scope": scope,
        "no-more": no_more,
        "in-view": in_view,
        "keep-quality": keep_quality,
        "bare-edges": bare_edges,
    }
)

__all__ = ["BANS"]
