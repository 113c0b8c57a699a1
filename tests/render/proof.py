"""An independent proof of a banner: its PNG against the spec, by code of its own (nothing of
render.contrast).
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations

import numpy as np
from PIL import Image, ImageFilter

from brandstudio.models.designs import DesignSpec, Layer, TextLayer
from brandstudio.render.draw import draw

MACHADO = {
    "normal": np.eye(3),
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def _seen(rgb: np.ndarray, vision: str) -> np.ndarray:
    """Relative luminance of (n, 3) sRGB bytes, with the simulated colour rounded to 8 bits as a
    screen would show it.
    """
    v = rgb.astype(np.float64) / 255
    linear = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    if vision != "normal":
        linear = np.clip(linear @ np.array(MACHADO[vision]).T, 0, 1)
        s = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
        v = np.round(s * 255) / 255
        linear = np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def contrast_failures(png: bytes | Image.Image, spec: DesignSpec, assets: dict, fonts) -> list[str]:
    """Each block whose worst neighbourhood misses WCAG AA in some vision, with the ratio; of rich
    words each colour of theirs.
    """
    shown = Image.open(io.BytesIO(png)) if isinstance(png, bytes) else png
    painted = np.asarray(shown.convert("RGB"))
    found = []
    for layer in spec.layers:
        if not isinstance(layer, TextLayer):
            continue
        rest = [other for other in spec.layers if other is not layer]
        without = np.asarray(draw(spec.model_copy(update={"layers": rest}), assets, fonts))
        need = 3.0 if layer.size >= 24 or (layer.size >= 18.66 and layer.weight >= 700) else 4.5
        for ink, other in _inks(spec, layer, without, assets, fonts):
            glyphs = Image.fromarray(((painted != other).any(axis=2) * 255).astype(np.uint8))
            under = without[np.asarray(glyphs.filter(ImageFilter.MaxFilter(5))) > 0]
            if not len(under):
                continue
            own = np.array([[int(ink[i : i + 2], 16) for i in (1, 3, 5)]], dtype=np.uint8)
            for vision in MACHADO:
                a, b = _seen(own, vision)[0], _seen(under, vision)
                worst = float(((np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)).min())
                if worst < need:
                    found.append(f"{layer.slot} {ink} {vision} {worst:.2f} < {need}")
    return found


def _inks(
    spec: DesignSpec, layer: TextLayer, without: np.ndarray, assets: dict, fonts
) -> Iterator[tuple[str, np.ndarray]]:
    """Each colour of a block, with a picture that differs where that colour is painted."""
    inks = {run.colour for run in layer.runs if run.colour is not None}
    if not inks:
        yield layer.colour, without
        return
    for ink in sorted({layer.colour, *inks}):
        strange = "#" + "".join(f"{255 - int(ink[i : i + 2], 16):02x}" for i in (1, 3, 5))
        runs = [
            run.model_copy(update={"colour": strange}) if run.colour == ink else run
            for run in layer.runs
        ]
        changed = {"runs": runs} | ({"colour": strange} if layer.colour == ink else {})
        told = layer.model_copy(update=changed)
        layers = [told if other is layer else other for other in spec.layers]
        yield ink, np.asarray(draw(spec.model_copy(update={"layers": layers}), assets, fonts))


def placement_faults(spec: DesignSpec) -> list[str]:
    """Lines off the canvas, words that are lost, and blocks that overlap."""
    found, boxes = [], []
    for layer in spec.layers:
        if layer.kind == "text":
            kept = "".join("".join(line.text for line in layer.lines).split()).replace(
                "\u2010", "-"
            )
            wanted = "".join(layer.text.split())
            if sum(c not in "-" for c in kept) < sum(
                c not in "-\u00ad\u2010" for c in wanted if c.isprintable()
            ):
                found.append(f"{layer.slot} lost words")
            inks = [line.box for line in layer.lines if line.box[2] > 0]
            for x, y, w, h in inks:
                if x < -0.5 or y < -0.5 or x + w > spec.width + 0.5 or y + h > spec.height + 0.5:
                    found.append(f"{layer.slot} clipped at {x:.0f},{y:.0f} {w:.0f}x{h:.0f}")
            if inks and layer.slot != "button_text":
                boxes.append((layer.slot, _around(inks)))
        elif layer.kind in ("button", "logo"):
            boxes.append((layer.kind, layer.box))
    for (name, a), (other, b) in combinations(boxes, 2):
        if a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]:
            found.append(f"{name} overlaps {other}")
    return found


def _around(boxes: list) -> tuple[float, float, float, float]:
    x, y = min(b[0] for b in boxes), min(b[1] for b in boxes)
    return x, y, max(b[0] + b[2] for b in boxes) - x, max(b[1] + b[3] for b in boxes) - y


def shown_on_canvas(
    spec: DesignSpec, box: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Where a box of the photo (fractions 0 to 1) appears on the banner: (x0, y0, x1, y1)."""
    photo = next(layer for layer in spec.layers if layer.kind == "photo")
    cx, cy, cw, _ = photo.crop
    scale = photo.box[2] / cw
    x0, y0, x1, y1 = (
        v * side for v, side in zip(box, (photo.asset.width, photo.asset.height) * 2, strict=True)
    )
    return (
        photo.box[0] + (x0 - cx) * scale, photo.box[1] + (y0 - cy) * scale,
        photo.box[0] + (x1 - cx) * scale, photo.box[1] + (y1 - cy) * scale,
    )  # fmt: skip


def below(layer: Layer) -> bool:
    """True of the mat that a framed photo lies on."""
    return layer.kind == "panel" and layer.purpose == "mat"


def words_over(spec: DesignSpec, box: tuple[float, float, float, float]) -> bool:
    """True if any line, button or panel of words lies over a box of the photo (fractions)."""
    photo = next(layer for layer in spec.layers if layer.kind == "photo")
    px, py, pw, ph = photo.box
    x0, y0, x1, y1 = shown_on_canvas(spec, box)
    x0, y0, x1, y1 = max(x0, px), max(y0, py), min(x1, px + pw), min(y1, py + ph)
    if x1 <= x0 or y1 <= y0:
        return False
    covers = [line.box for layer in spec.layers if layer.kind == "text" for line in layer.lines]
    covers += [
        layer.box for layer in spec.layers if layer.kind in ("button", "panel") and not below(layer)
    ]
    return any(x < x1 and x0 < x + w and y < y1 and y0 < y + h for x, y, w, h in covers)


def occlusion(spec: DesignSpec, mask: np.ndarray) -> float:
    """Occ of the poster-layout papers: how salient the photo is, on average, where words, button
    and panels lie on it.

    ``mask`` is the subject's (rows, columns) in 0 to 1 over the whole photo. Plates behind a logo
    are no words.
    """
    photo = next(layer for layer in spec.layers if layer.kind == "photo")
    px, py, pw, ph = photo.box
    cx, cy, cw, ch = photo.crop
    x0, y0, x1, y1 = (round(v) for v in (px, py, px + pw, py + ph))
    covered = np.zeros((y1 - y0, x1 - x0), bool)
    boxes = [line.box for layer in spec.layers if layer.kind == "text" for line in layer.lines]
    boxes += [layer.box for layer in spec.layers if layer.kind == "button"]
    boxes += [
        layer.box for layer in spec.layers if layer.kind == "panel" and layer.purpose != "plate"
    ]
    for x, y, w, h in boxes:
        left, top = max(int(x) - x0, 0), max(int(y) - y0, 0)
        right, bottom = max(int(np.ceil(x + w)) - x0, 0), max(int(np.ceil(y + h)) - y0, 0)
        covered[top:bottom, left:right] = True
    if not covered.any():
        return 0.0
    rows = (cy + (np.arange(y1 - y0) + 0.5) / ph * ch) / photo.asset.height * mask.shape[0]
    columns = (cx + (np.arange(x1 - x0) + 0.5) / pw * cw) / photo.asset.width * mask.shape[1]
    seen = mask[np.clip(rows.astype(int), 0, mask.shape[0] - 1)][
        :, np.clip(columns.astype(int), 0, mask.shape[1] - 1)
    ]
    return float(seen[covered].mean())
