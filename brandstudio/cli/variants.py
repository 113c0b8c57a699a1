"""Which variant of a banner job a name means: ``split``, ``split/square``, ``split/square@1``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..models.nearest import meant
from .app import Failure

if TYPE_CHECKING:
    from ..models.designs import BannerJob, Variant
    from ..studio import Studio


def names(job: BannerJob) -> dict[str, str]:
    """Each variant's id and its whole name; the number counts the versions of one template and
    size, the oldest is 1.
    """
    counted: dict[str, int] = {}
    found: dict[str, str] = {}
    for entry in job.variants:
        place = f"{entry.template}/{entry.size}"
        counted[place] = counted.get(place, 0) + 1
        found[entry.variant_id] = f"{place}@{counted[place]}"
    return found


def variant_of(studio: Studio, job_id: str, variant: str) -> str:
    """A variant's id from its id or its name. A name without a number is the newest version."""
    job = studio.designs.get(job_id=job_id)
    if any(entry.variant_id == variant for entry in job.variants):
        return variant
    place, at, number = variant.partition("@")
    found = [
        entry
        for entry in job.variants
        if place in (entry.template, f"{entry.template}/{entry.size}")
    ]
    if not found:
        there = names(job)
        known = ", ".join(f"{name} ({id})" for id, name in there.items())
        short = dict.fromkeys(name.partition("@")[0] for name in there.values())
        near = meant(place, (*short, *(entry.template for entry in job.variants)))
        raise Failure(
            "NOT_FOUND",
            f"no variant {variant!r} in {job_id}; there are: {known or 'none yet'}{near}",
        )
    sizes = list(dict.fromkeys(entry.size for entry in found))
    if len(sizes) > 1:
        each = ", ".join(f"{place}/{size}{at}{number}" for size in sizes)
        raise Failure(
            "VALIDATION_ERROR", f"{job_id} has {place} in several sizes; name one: {each}"
        )
    return _version(job, found, number).variant_id if at else found[-1].variant_id


def _version(job: BannerJob, found: list[Variant], number: str) -> Variant:
    """The version of that number."""
    if number.isdecimal() and 1 <= int(number) <= len(found):
        return found[int(number) - 1]
    known = names(job)
    there = ", ".join(known[entry.variant_id] for entry in found)
    raise Failure("NOT_FOUND", f"no version {number!r} in {job.job_id}; there are: {there}")
