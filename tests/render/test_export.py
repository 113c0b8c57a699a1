from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from brandstudio import errors
from brandstudio.models.designs import DesignSpec, Slots
from brandstudio.pixels.svg import rasterise
from brandstudio.render.compose import Rendering, compose
from brandstudio.render.export.export import export
from brandstudio.render.type.fonts import FontStack

from .conftest import STACK, assets_of, brief, photo

WORDS = Slots(
    headline='Tea & "cake" <now> 🚀',
    subhead="#let x = $1$ *b* @cite `raw` \\u{41}",
    button_text="Go: مرحبا",
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawn() -> tuple[Rendering, dict[str, bytes]]:
    asked = brief(photo("night"), slots=WORDS)
    rendering = compose(asked)
    assert isinstance(rendering, Rendering)
    return rendering, assets_of(asked)


def test_png_is_the_banner_byte_for_byte(drawn: tuple[Rendering, dict[str, bytes]]) -> None:
    rendering, assets = drawn
    assert export(rendering.spec, assets, STACK, "png").data == rendering.png


@pytest.mark.parametrize("format", ["jpg", "webp"])
def test_lossy_formats_look_like_it(drawn: tuple[Rendering, dict[str, bytes]], format: str) -> None:
    rendering, assets = drawn
    image = Image.open(io.BytesIO(export(rendering.spec, assets, STACK, format).data)).convert(
        "RGB"
    )  # type: ignore[arg-type]
    assert image.size == (1200, 627)
    assert np.abs(np.asarray(image).astype(int) - np.asarray(rendering.image)).mean() < 4


def test_the_spec_comes_back_as_it_was(drawn: tuple[Rendering, dict[str, bytes]]) -> None:
    rendering, assets = drawn
    assert (
        DesignSpec.model_validate_json(export(rendering.spec, assets, STACK, "spec").data)
        == rendering.spec
    )


def test_live_svg_has_each_line_at_its_place_with_its_own_words(
    drawn: tuple[Rendering, dict[str, bytes]],
) -> None:
    rendering, assets = drawn
    root = ElementTree.fromstring(export(rendering.spec, assets, STACK, "svg").data)
    texts = [
        ("".join(t.itertext()), float(t.get("x", 0)), float(t.get("y", 0)))
        for t in root.iter(f"{SVG}text")
    ]
    lines = [
        line for layer in rendering.spec.layers if layer.kind == "text" for line in layer.lines
    ]
    assert [t[0] for t in texts] == [line.text for line in lines]
    assert [round(t[2], 1) for t in texts] == [round(line.baseline, 1) for line in lines]
    assert root.findtext(f"{SVG}desc") == rendering.alt_text


def test_outlined_svg_draws_the_same_picture_without_any_font(
    drawn: tuple[Rendering, dict[str, bytes]],
) -> None:
    rendering, assets = drawn
    data = export(rendering.spec, assets, STACK, "svg-outlines").data
    assert not list(ElementTree.fromstring(data).iter(f"{SVG}text"))
    seen = np.asarray(rasterise(data, 1200).convert("RGB").resize((1200, 627))).astype(int)
    assert np.abs(seen - np.asarray(rendering.image)).mean() < 4


@pytest.mark.parametrize("format", ["png", "pdf", "svg", "svg-outlines"])
def test_a_photo_of_another_id_changes_no_byte(
    drawn: tuple[Rendering, dict[str, bytes]], format: str
) -> None:
    rendering, assets = drawn
    assert any(layer.kind == "scrim" for layer in rendering.spec.layers)

    def of(image_id: str) -> bytes:
        known = {"image_id": image_id}
        layers = [
            x.model_copy(update={"asset": x.asset.model_copy(update=known)})
            if x.kind == "photo"
            else x
            for x in rendering.spec.layers
        ]
        slots = rendering.spec.recipe.slots.model_copy(update=known)
        recipe = rendering.spec.recipe.model_copy(update={"slots": slots})
        spec = rendering.spec.model_copy(update={"layers": layers, "recipe": recipe})
        return export(spec, assets, STACK, format).data  # type: ignore[arg-type]

    assert of("img_one") == of("img_two")


def test_gradients_of_two_banners_have_names_of_their_own(
    drawn: tuple[Rendering, dict[str, bytes]],
) -> None:
    rendering, assets = drawn
    straight = {"shape": "linear", "lights": None, "blur": 0.0}

    def with_gradients(opacity: float) -> DesignSpec:
        layers = [
            x.model_copy(update={**straight, "opacity_start": opacity}) if x.kind == "scrim" else x
            for x in rendering.spec.layers
        ]
        return rendering.spec.model_copy(update={"layers": layers})

    first, other = with_gradients(0.4), with_gradients(0.123)
    names = [
        re.findall(rb'id="(scrim-[^"]+)"', export(x, assets, STACK, "svg").data)
        for x in (first, other)
    ]
    assert names[0]
    assert not set(names[0]) & set(names[1])


def test_pdf_has_our_words_as_words_and_looks_like_the_banner(
    drawn: tuple[Rendering, dict[str, bytes]],
) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    rendering, assets = drawn
    data = export(rendering.spec, assets, STACK, "pdf").data
    page = pdfium.PdfDocument(data)[0]
    assert page.get_size() == (900, 470.25)
    words = page.get_textpage().get_text_range()
    for piece in ("Tea & ", "<now>", "#let x = $1$ *b* @cite", "\\u{41}"):
        assert piece in words
    seen = np.asarray(
        page.render(scale=96 / 72).to_pil().convert("RGB").resize((1200, 627))
    ).astype(int)
    assert np.abs(seen - np.asarray(rendering.image)).mean() < 4


def test_pdf_embeds_its_fonts_and_is_tagged(drawn: tuple[Rendering, dict[str, bytes]]) -> None:
    rendering, assets = drawn
    data = export(rendering.spec, assets, STACK, "pdf").data
    assert data == export(rendering.spec, assets, STACK, "pdf").data
    assert data.startswith(b"%PDF-1.")
    assert re.search(rb"/MarkInfo|/StructTreeRoot|/ObjStm", data)
    assert str(Path(tempfile.gettempdir())).encode() not in data
    assert str(Path.home()).encode() not in data


@pytest.mark.parametrize("format", ["png", "pdf", "svg"])
def test_a_missing_photo_or_font_is_said(
    drawn: tuple[Rendering, dict[str, bytes]], format: str
) -> None:
    rendering, assets = drawn
    from brandstudio.render import pictures

    for cache in (pictures._DECODED, pictures._CROPS, pictures._LOGOS):
        cache._held.clear()
    with pytest.raises(errors.NotFound):
        export(rendering.spec, {}, STACK, format)  # type: ignore[arg-type]
    with pytest.raises(errors.NotFound):
        export(rendering.spec, assets, FontStack(STACK.faces[1:2]), format)  # type: ignore[arg-type]


def test_another_format_is_refused(drawn: tuple[Rendering, dict[str, bytes]]) -> None:
    rendering, assets = drawn
    with pytest.raises(errors.ValidationError):
        export(rendering.spec, assets, STACK, "gif")  # type: ignore[arg-type]


class TimeIsOver(Exception):
    """What a request's deadline raises."""


@pytest.mark.parametrize("format", ["png", "jpg", "webp", "pdf", "svg", "svg-outlines"])
def test_work_for_which_nobody_waits_any_more_ends_at_the_next_layer(
    drawn: tuple[Rendering, dict[str, bytes]], format: str
) -> None:
    rendering, assets = drawn
    asked = 0

    def before() -> None:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise TimeIsOver

    with pytest.raises(TimeIsOver):
        export(rendering.spec, assets, STACK, format, before=before)  # type: ignore[arg-type]
    assert asked == 3
