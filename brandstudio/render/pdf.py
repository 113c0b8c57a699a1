"""A DesignSpec as PDF: fonts embedded, words selectable, every line where it was laid out, tagged in reading order.

Typst writes the file. It breaks no lines: each of ours is handed over as one unbreakable line with its fonts, placed on
its baseline, and scaled by the fraction of a per cent by which another shaper's width may differ. Photo, background and
scrims are a picture; panels, buttons and drawn logos stay vectors.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from PIL import Image

from brandstudio import errors
from brandstudio.models.designs import (
    BackgroundLayer,
    ButtonLayer,
    DesignSpec,
    FontRef,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    TextLayer,
)
from brandstudio.pixels import encode
from brandstudio.render import pdf_text, pictures
from brandstudio.render.draw import paint_layers, paragraph_of
from brandstudio.render.type.breaks import guess_language
from brandstudio.render.type.characters import script_of
from brandstudio.render.type.fonts import FontStack
from brandstudio.render.type.paragraph import Line

#: Everything that people wrote arrives as JSON and stays data: no word of theirs is ever read as markup.
_SOURCE: Final = """
#let d = json(bytes(sys.inputs.design))
#let px = 0.75pt
#set page(width: d.width * px, height: d.height * px, margin: 0pt)
#set document(title: d.title, description: d.alt, date: none)
#set text(lang: d.lang, hyphenate: false, fallback: true, top-edge: "baseline", bottom-edge: "baseline")
#set par(leading: 0pt, spacing: 0pt, justify: false)
#show heading: it => it.body
#let at(x, y, body) = place(top + left, dx: x * px, dy: y * px, body)
#pdf.artifact(at(0, 0, image("base.png", width: d.width * px, height: d.height * px)))
#for s in d.shapes {
  pdf.artifact(at(s.x, s.y, rect(
    width: s.width * px, height: s.height * px, radius: s.radius * px,
    fill: rgb(s.colour).transparentize((1 - s.opacity) * 100%),
  )))
}
#let lines(block) = for l in block.lines {
  let body = l.parts.map(p => text(font: p.font, p.text)).join()
  let set-line = text(
    size: block.size * px, weight: block.weight, fill: rgb(block.colour), tracking: block.tracking * px,
    dir: if block.rtl { rtl } else { ltr }, body,
  )
  let natural = measure(set-line).width
  let factor = if natural > 0pt { l.width * px / natural } else { 1 }
  at(l.x, l.y, scale(x: factor * 100%, origin: left, reflow: false, box(width: natural, set-line)))
}
#context for block in d.texts {
  if block.heading { heading(level: 1, bookmarked: false, lines(block)) } else { lines(block) }
}
#for l in d.logos {
  at(l.x, l.y, image(l.file, width: l.width * px, height: l.height * px, alt: l.alt))
}
"""

#: Scripts whose letters fonts put together from a stem and dots.
_JOINED_SCRIPTS: Final = frozenset({"Arab", "Syrc", "Thaa", "Nkoo", "Mand"})


def pdf(spec: DesignSpec, assets: Mapping[str, bytes], fonts: FontStack) -> bytes:
    """The banner as a one-page PDF (PDF/UA-1 tags), 1 px = 1/96 inch; the same spec gives the same bytes.

    Raises `errors.NotFound` for a missing file or font.
    """
    import typst

    base = Image.new("RGB", (spec.width, spec.height), (255, 255, 255))
    ground = [x for x in spec.layers if isinstance(x, PhotoLayer | BackgroundLayer | ScrimLayer)]
    panels = [x for x in spec.layers if isinstance(x, PanelLayer | ButtonLayer)]
    # A translucent layer above a panel would have to be a vector too; there are none, panels lie above scrims.
    paint_layers(base, ground, assets, fonts)
    texts = [x for x in spec.layers if isinstance(x, TextLayer)]
    with tempfile.TemporaryDirectory(prefix="brandstudio-pdf-") as folder:
        _write(folder, "base.png", encode.png(base))
        names = _write_fonts(folder, texts, fonts)
        design = {
            "width": spec.width,
            "height": spec.height,
            "title": _flat(next((t.text for t in texts if t.slot == "headline"), spec.template)),
            "alt": spec.alt_text,
            "lang": _language(texts),
            "shapes": [shape for panel in panels for shape in _shapes(panel)],
            "texts": [_text(t, fonts, names) for t in texts],
            "logos": [_logo(x, assets, folder) for x in spec.layers if isinstance(x, LogoLayer)],
        }
        compile_: Any = typst.compile  # its stub ties the types of unrelated parameters together
        try:
            made = compile_(
                _SOURCE.encode(),
                root=folder,
                format="pdf",
                font_paths=[folder],
                ignore_system_fonts=True,
                sys_inputs={"design": json.dumps(design, ensure_ascii=False)},
                pdf_standards=["ua-1"],
                timestamp=0,
                package_path=folder,
                package_cache_path=folder,
            )
        except Exception as failed:
            raise errors.StudioError("The banner can't be written as PDF.") from failed
    return _in_order(bytes(made), design, texts)


def _in_order(made: bytes, design: dict[str, Any], texts: list[TextLayer]) -> bytes:
    """Arabic needs help to be copied and read in order; other scripts come out right as they are."""
    if not any(script_of(ord(c)) in _JOINED_SCRIPTS for text in texts for c in text.text):
        return made
    baselines = [0.75 * line["y"] for block in design["texts"] for line in block["lines"]]
    heading = " ".join(text.text for text in texts if text.slot == "headline")
    others = "\n".join(text.text for text in texts if text.slot != "headline")
    return pdf_text.mended(made, 0.75 * design["height"], baselines, heading, others)


def _write(folder: str, name: str, data: bytes) -> None:
    with open(f"{folder}/{name}", "wb") as file:
        file.write(data)


def _write_fonts(folder: str, texts: list[TextLayer], fonts: FontStack) -> dict[tuple[str, int], str]:
    """Put the fonts of the texts into the folder; the family by which typst knows each face."""
    import typst

    used = {(ref.sha256, ref.index): ref for text in texts for ref in text.fonts}
    held = {(face.sha256, face.index): face for face in fonts.faces}
    for key, ref in used.items():
        if key not in held:
            raise errors.NotFound(f"The font {ref.family} that the design is set in is not here.")
        _write(folder, f"{ref.sha256}.ttf", held[key].read())
    finder = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder])
    known = {}
    for info in finder.fonts():
        name = (info.path or "").rpartition("/")[2].removesuffix(".ttf")
        known[(name, info.index)] = info.family
    return {key: known.get(key, ref.family) for key, ref in used.items()}


def _shapes(layer: PanelLayer | ButtonLayer) -> list[dict[str, Any]]:
    x, y, width, height = layer.box
    shape = {
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "colour": layer.colour,
        "radius": layer.radius,
        "opacity": layer.opacity if isinstance(layer, PanelLayer) else 1.0,
    }
    if isinstance(layer, PanelLayer) or not layer.border or not layer.border_width:
        return [shape]
    rim = round(layer.border_width)
    inner = {
        **shape,
        "x": x + rim,
        "y": y + rim,
        "width": width - 2 * rim,
        "height": height - 2 * rim,
        "radius": max(layer.radius - rim, 0.0),
    }
    return [{**shape, "colour": layer.border}, inner]


def _text(layer: TextLayer, fonts: FontStack, names: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    paragraph = paragraph_of(layer, fonts)
    return {
        "heading": layer.slot == "headline",
        "size": layer.size,
        "weight": layer.weight,
        "colour": layer.colour,
        "tracking": layer.tracking,
        "rtl": layer.direction == "rtl",
        "lines": [
            {
                "x": layer.box[0] + line.x,
                "y": layer.box[1] + line.baseline,
                "width": line.width,
                "parts": _parts(line, layer.fonts, names),
            }
            for line in paragraph.lines
            if line.text.strip()
        ],
    }


def _parts(line: Line, refs: list[FontRef], names: Mapping[tuple[str, int], str]) -> list[dict[str, Any]]:
    """The line's words in reading order, cut where the font changes."""
    first = (refs[0].sha256, refs[0].index)
    shown = line.text
    owner = [first] * len(shown)
    for run in sorted(line.runs, key=lambda r: r.start):
        for at in range(max(run.start - line.start, 0), min(run.end - line.start, len(shown))):
            owner[at] = run.spec.sha256, run.spec.index
    parts = []
    for key, group in groupby(range(len(shown)), key=owner.__getitem__):
        letters = "".join(shown[i] for i in group)
        parts.append({"font": [names[key]], "text": letters})
    return parts


def _logo(layer: LogoLayer, assets: Mapping[str, bytes], folder: str) -> dict[str, Any]:
    x, y, width, height = layer.box
    if layer.asset.mime_type == "image/svg+xml" and layer.tint is None:
        name = "logo.svg"
        _write(folder, name, pictures.asset_bytes(layer.asset, assets))
    else:
        # Twice the banner's pixels, so that print and zoom stay sharp.
        name = "logo.png"
        double = layer.model_copy(update={"box": (0, 0, 2 * width, 2 * height)})
        _write(folder, name, encode.png(pictures.logo(double, assets)))
    return {"x": x, "y": y, "width": width, "height": height, "file": name, "alt": f"{layer.name} logo"}


def _language(texts: list[TextLayer]) -> str:
    spoken = next((t.language for t in texts if t.language), None)
    # Of several scripts the headline's counts: the language sets the direction of the whole document too.
    spoken = spoken or guess_language(next((t.text for t in texts if t.slot == "headline"), "")) or "en"
    code = spoken.split("-")[0].lower()
    return code if code.isascii() and code.isalpha() and 2 <= len(code) <= 3 else "en"


def _flat(text: str) -> str:
    return " ".join(text.split()) or "Banner"
