"""Fonts of others are opened in a child process alone, whatever is done with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from running_wild import leave, lie, run_wild, spin, swallow

from brandstudio.assets.fonts import find_installed
from brandstudio.errors import ValidationError
from brandstudio.pixels import safely
from brandstudio.render.type import apart, faces, outline, raster, setting, shape
from brandstudio.render.type import measure as measuring
from brandstudio.render.type import subset as subsetting
from brandstudio.render.type.bounded import Bounded
from brandstudio.render.type.faces import FontFace, FontSpec, FontStack, face_of
from brandstudio.render.type.outline import outlines
from brandstudio.render.type.raster import mask
from brandstudio.render.type.setting import TextStyle, layout
from brandstudio.render.type.subset import subset

pytestmark = pytest.mark.skipif(
    not safely.available(), reason="no child processes with limits here"
)
WORDS = {
    "Inter": "Office, fi\u0301nd AVATAR",
    "Noto Sans Arabic": "\u0645\u0631\u062d\u0628\u0627 \u0628\u0643\u0645",
    "Noto Color Emoji": "\U0001f600",
}


@pytest.fixture(autouse=True)
def nothing_held(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What is kept of a font does not say where it was drawn: nothing is kept from before."""

    def forget() -> None:
        monkeypatch.setattr(faces, "_FACES", Bounded(256 << 20, lambda face: face.size))
        monkeypatch.setattr(faces, "_PICKED", Bounded(100))
        monkeypatch.setattr(shape, "_WORDS", Bounded(1000))
        monkeypatch.setattr(raster, "_MASKS", Bounded(100))
        monkeypatch.setattr(raster, "_EMOJI", Bounded(100))
        monkeypatch.setattr(outline, "_PATHS", Bounded(1000))
        monkeypatch.setattr(subsetting, "_SUBSETS", Bounded(100))
        monkeypatch.setattr(setting, "_PARAGRAPHS", Bounded(100))
        monkeypatch.setattr(measuring, "_MEASURED", Bounded(100))

    forget()
    return forget


def spec(family: str) -> FontSpec:
    file = next(file for font, file in find_installed() if font.family == family)
    return FontSpec(family, file.sha256, file.read, file.index)


def drawn(own: FontSpec, foreign: bool) -> list[object]:
    """All that is ever made of a font, with a second one beside it."""
    beside = spec("Inter") if own.family != "Inter" else spec("Noto Sans Arabic")
    stack = FontStack((replace(own, foreign=foreign), beside))
    face = face_of(stack.faces[0])
    assert isinstance(face, apart.ApartFace) is foreign
    text = WORDS[own.family] + " and " + WORDS[beside.family]
    set_words = layout(text, TextStyle(stack=stack, size=40.0, weight=650), 500)
    made = mask(set_words, 3.3, 7.0)
    said: list[object] = [set_words, made.alpha.tolist(), made.x, made.y]
    said += [[p.rgba.tolist(), p.x, p.y] for p in made.patches]
    for one in outlines(set_words):
        said.append(
            [one.rgba.tolist(), one.x, one.y] if isinstance(one, outline.GlyphPicture) else one
        )
    settings = face.variations(650, 40)
    cut = subset(face, settings, text, frozenset({"liga"}))
    said += [cut, face.family, face.postscript_name, face.coverage, face.axes, face.embedding]
    said += [face.weight_range, face.ascender, face.descender, face.cap_height, face.x_height]
    said += [face.glyph_count, face.is_italic, [face.advance(settings, n) for n in range(9)]]
    return said


@pytest.mark.parametrize("family", list(WORDS))
def test_a_child_makes_of_a_font_what_is_made_of_it_here(
    family: str, nothing_held: Callable[[], None]
) -> None:
    here = drawn(spec(family), False)
    nothing_held()
    there = drawn(spec(family), True)
    assert there == here
    assert np.asarray(here[1]).any() or family == "Noto Color Emoji"


def test_nothing_here_opens_a_font_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    own = spec("Inter")
    opened: list[str] = []
    made = FontFace.__init__

    def noted(self: FontFace, data: bytes, index: int = 0, *, sha256: str | None = None) -> None:
        opened.append(sha256 or "")
        made(self, data, index, sha256=sha256)

    monkeypatch.setattr(FontFace, "__init__", noted)
    drawn(own, True)
    assert own.sha256 not in opened
    with pytest.raises(RuntimeError, match="child process only"):
        face_of(replace(own, foreign=True)).font()


@pytest.mark.parametrize("does", [spin, swallow, leave, lie])
def test_a_font_that_runs_wild_is_told_of_and_others_are_drawn(
    does: Callable[[bytes], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (replace(spec(name), foreign=True) for name in ("Noto Sans Arabic", "Inter"))
    set_words = layout("Hello", TextStyle(FontStack((good,)), 40.0), 500)
    with monkeypatch.context() as wild:
        run_wild(wild, does)
        with pytest.raises(ValidationError, match="Noto Sans Arabic can't be drawn with within"):
            face_of(bad)
        with pytest.raises(ValidationError, match="Inter can't be drawn with within"):
            mask(set_words)
    assert mask(set_words).alpha.any()
    assert face_of(bad).coverage


def test_a_font_whose_studio_is_gone_is_read_from_another_that_has_it() -> None:
    data = b"the same bytes wherever they lie"

    def gone() -> bytes:
        raise FileNotFoundError("the studio's folder was removed")

    alone = FontSpec("Own", "a" * 64, gone, foreign=True)
    with pytest.raises(FileNotFoundError):
        alone.read()
    other = FontSpec("Own", "a" * 64, lambda: data, foreign=True)
    assert alone.read() == other.read() == data


def test_a_font_that_comes_along_is_opened_here_though_somebody_brought_it_before() -> None:
    own = spec("Inter")
    brought = face_of(replace(own, foreign=True))
    assert isinstance(brought, apart.ApartFace)
    assert not isinstance(face_of(own), apart.ApartFace)
    assert face_of(replace(own, foreign=True)) is face_of(own)
