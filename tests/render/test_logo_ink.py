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


def test_a_coloured_bar_that_is_seen_leaves_a_light_mark_whole_on_a_deep_ground() -> None:
    data = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50">'
        b'<rect width="20" height="50" fill="#ffffff"/><rect x="20" width="10" height="50" fill="#f2842b"/>'
        b'<rect x="62" y="10" width="138" height="30" fill="#ffffff"/></svg>'
    )
    named = hashlib.sha256(data).hexdigest()
    barred = LogoFile("main", "light", data, "image/svg+xml", named, 200, 50)
    assert reads(barred, "#0f3d3e", whole=True)


def test_a_bar_in_the_grounds_own_colour_is_lost() -> None:
    data = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50">'
        b'<rect width="30" height="50" fill="#ffffff"/><rect x="10" width="7" height="50" fill="#0f3d3e"/>'
        b'<rect x="62" y="10" width="138" height="30" fill="#ffffff"/></svg>'
    )
    named = hashlib.sha256(data).hexdigest()
    barred = LogoFile("main", "light", data, "image/svg+xml", named, 200, 50)
    assert reads(barred, "#0f3d3e")
    assert not reads(barred, "#0f3d3e", whole=True)
