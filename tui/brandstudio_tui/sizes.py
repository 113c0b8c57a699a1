"""The sizes of banners by name, with their pixels."""

from __future__ import annotations

from collections.abc import Collection

from brandstudio.models.sizes import SIZES as _SIZES

SIZES: dict[str, tuple[int, int]] = {str(name): pixels for name, pixels in _SIZES.items()}

#: How many sizes one job takes.
_MOST = 12


def job_of(size: str) -> tuple[str, ...]:
    """The sizes that are drawn in one job with this one, where every size is."""
    names = tuple(SIZES)
    first = names.index(size) // _MOST * _MOST
    return names[first : first + _MOST]


def jobs_of(sizes: Collection[str]) -> list[tuple[str, ...]]:
    """Those sizes, by the jobs that draw them."""
    jobs = dict.fromkeys(job_of(size) for size in SIZES if size in sizes)
    return [tuple(size for size in job if size in sizes) for job in jobs]
