"""The proof: every block of words and the button, measured on the painted pixels in every kind of
vision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from brandstudio.models.designs import (
    ButtonLayer,
    ContrastFailure,
    ContrastFigures,
    TextLayer,
    Vision,
)
from brandstudio.render import contrast
from brandstudio.render.geometry import Rect
from brandstudio.render.layout.inks import painted
from brandstudio.render.layout.words import Block


def prove(
    blocks: Sequence[Block],
    covers: Sequence[contrast.Cover],
    texts: list[TextLayer],
    button: ButtonLayer | None,
    canvas: Image.Image,
) -> tuple[list[ContrastFigures], list[ContrastFailure]]:
    """The figures of each block and the button, and those that fail. ``canvas`` is painted without
    any text.
    """
    figures: list[ContrastFigures] = []
    failures: list[ContrastFailure] = []
    for block, cover, layer in zip(blocks, covers, texts, strict=True):
        required = contrast.required_ratio(layer.size, layer.weight)
        for part, fill, words in inked(block, cover, layer):
            under = contrast.under_text(canvas, part)
            ratios = contrast.measure(under, fill)
            _note(figures, failures, block.slot, words, ratios, required, fill, block.rect)
    if button is not None:
        box = Rect(*button.box)
        around = contrast.ring(canvas, box, contrast.ring_width(box))
        shown = button.border or button.colour
        ratios, needed = contrast.measure(around, shown), contrast.BUTTON
        _note(figures, failures, "button", "", ratios, needed, shown, box)
    return figures, failures


def inked(
    block: Block, cover: contrast.Cover, layer: TextLayer
) -> Iterator[tuple[contrast.Cover, str, str]]:
    """What a block covers in each of its colours, the colour, and the words in it."""
    runs = list(enumerate(layer.runs, 1))
    fills = dict.fromkeys(run.colour for run in layer.runs if run.colour is not None)
    if not fills:
        yield cover, layer.colour, layer.text
        return
    own = {number for number, run in runs if run.colour is None}
    plain = painted(block, frozenset(own | {0}))
    if plain.inside.size:
        yield plain, layer.colour, layer.text
    for fill in fills:
        these = [(number, run) for number, run in runs if run.colour == fill]
        words = " ".join(layer.text[run.start : run.end] for _, run in these)
        yield painted(block, frozenset(number for number, _ in these)), fill, words


def _note(
    figures: list[ContrastFigures],
    failures: list[ContrastFailure],
    layer: str,
    text: str,
    ratios: Mapping[Vision, contrast.Ratio],
    required: float,
    foreground: str,
    box: Rect,
) -> None:
    for vision, ratio in ratios.items():
        figures.append(
            ContrastFigures(
                layer=layer,
                vision=vision,
                worst=round(ratio.worst, 3),
                p5=round(ratio.p5, 3),
                median=round(ratio.median, 3),
                required=required,
            )
        )
        if ratio.worst < required:
            failures.append(
                ContrastFailure(
                    layer=layer,
                    text=text,
                    ratio=round(ratio.worst, 3),
                    required=required,
                    foreground=foreground,
                    background=ratio.pixel,
                    box=box.rounded(),
                    vision=vision,
                )
            )
