"""What of a logo reads on a plain ground, and what of it is only seen."""

from __future__ import annotations

import hashlib

import pytest

from brandstudio.render.brief import LogoFile
from brandstudio.render.layout import logos

from .conftest import NAVY, logo


def reads(file: LogoFile, ground: str, *, whole: bool = False) -> bool:
    return logos.reads_on((file,), ground, NAVY, {file.sha256: file.data}, whole=whole)


@pytest.mark.parametrize("ground", ["#f2f2f2", "#ffffff", "#ff2bd6"])
def test_a_neon_reads_on_no_pale_ground_and_on_no_other_neon(ground: str) -> None:
    assert not reads(logo("light", "#39ff14"), ground)


def test_a_neon_reads_on_a_near_black() -> None:
    assert reads(logo("light", "#39ff14"), "#171717", whole=True)


def barred(x: float, width: float, fill: str) -> LogoFile:
    """A white mark of 30 px with a bar of another colour in it, and a white word."""
    data = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect width="30" height="50" fill="#ffffff"/>'
        f'<rect x="{x}" width="{width}" height="50" fill="{fill}"/>'
        '<rect x="62" y="10" width="138" height="30" fill="#ffffff"/></svg>'
    ).encode()
    named = hashlib.sha256(data).hexdigest()
    return LogoFile("main", "light", data, "image/svg+xml", named, 200, 50)


def test_a_coloured_bar_that_is_seen_leaves_a_light_mark_whole_on_a_deep_ground() -> None:
    assert reads(barred(20, 10, "#f2842b"), "#0f3d3e", whole=True)


def test_a_bar_in_the_grounds_own_colour_is_lost() -> None:
    logo_of_one = barred(10, 7, "#0f3d3e")
    assert reads(logo_of_one, "#0f3d3e")
    assert not reads(logo_of_one, "#0f3d3e", whole=True)
