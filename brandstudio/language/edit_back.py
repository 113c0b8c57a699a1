"""Words that speak of a place that was named before them: "the rest", "it", "only there"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from .edit_heard import Heard
from .forms import Reading
from .senses import Sense


def completed(reading: Reading, heard: Heard) -> Reading:
    """A reading with what the sentence said before: "the rest" is all but the parts that were named,
    and "it" the last of them.
    """
    regions = reading.regions
    named = tuple(Sense("region", {"value": part}) for part in heard.named)
    if regions == ("rest",) and named and reading.form.makes != "keep":
        left_out = [sense for part in named for sense in (Sense("except"), part)]
        slots = {**reading.slots, "region": named, "except": (Sense("except"),)}
        return replace(
            reading, slots=MappingProxyType(slots), placing=_rest_for(reading.placing, left_out)
        )
    if "there" in regions:
        before = tuple(Sense("region", {"value": part}) for part in heard.there)
        return _there(reading, named or before)
    of_it = not regions and "pronoun" in reading.slots and reading.form.where is None
    heard.of_it = heard.of_it or (of_it and not named)
    if of_it and named and reading.form.makes in ("effect", "colour", "look", "blur"):
        slots = {**reading.slots, "region": named[-1:]}
        return replace(
            reading, slots=MappingProxyType(slots), placing=(*reading.placing, named[-1])
        )
    return reading


def _there(reading: Reading, named: tuple[Sense, ...]) -> Reading:
    """A reading of "there": the last place that was named; without one it stays unknown."""
    if not named or any(token.get("value") != "there" for token in reading.slots["region"]):
        return reading
    slots = {**reading.slots, "region": named[-1:]}
    placing = tuple(
        named[-1] if s is not None and s.get("value") == "there" else s for s in reading.placing
    )
    return replace(reading, slots=MappingProxyType(slots), placing=placing)


def _rest_for(
    placing: tuple[Sense | None, ...], left_out: Sequence[Sense]
) -> tuple[Sense | None, ...]:
    out: list[Sense | None] = []
    for sense in placing:
        is_rest = sense is not None and sense.get("value") == "rest"
        out.extend(left_out if is_rest else [sense])
    return tuple(out)


__all__ = ["completed"]
