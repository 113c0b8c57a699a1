"""What kinds of things a picture shows where, and the parts of people on it.

Two small networks tell, loaded when they are first asked: DeepLab (MobileNetV2) the twenty kinds of Pascal
VOC, on a grid of 65 cells, MediaPipe's multiclass one hair, skin and clothes of people. Both see things
where none are, the second one in any landscape: whoever asks holds what they say against each other.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import subject
from brandstudio.pixels.decode import on_background

F32 = NDArray[np.float32]
Cells = tuple[float, float, float, float]
"""A picture's (x0, y0, x1, y1) in a grid of cells, of which the first is 1 wide."""
_INPUT: Final = 513
_CELL: Final = 8
_LEAST_CELLS: Final = 8
#: The long side of what is told of kinds.
SIDE: Final = 384
#: What stands for the kinds that are told, in the network's order.
KINDS: Final = (
    "nothing",
    "aeroplane",
    "bicycle",
    "bird",
    "boat",
    "bottle",
    "bus",
    "car",
    "cat",
    "chair",
    "cow",
    "table",
    "dog",
    "horse",
    "motorbike",
    "person",
    "plant",
    "sheep",
    "sofa",
    "train",
    "tv",
)
#: The side of what is told of parts.
PARTS_SIDE: Final = 256
#: The layers of what is told of parts.
PARTS: Final = MappingProxyType(
    {"nothing": 0, "hair": 1, "body": 2, "face": 3, "clothes": 4, "other": 5}
)


def kinds(image: Image.Image) -> F32 | None:
    """How likely each place is of each of `KINDS`, (height, width, 21) with a long side of `SIDE`; None
    where no runtime is installed.
    """
    run = subject.network("deeplabv3_voc.onnx")
    if run is None:
        return None
    rgb = on_background(image)
    scale = _INPUT / max(rgb.size)
    width, height = max(1, round(rgb.width * scale)), max(1, round(rgb.height * scale))
    seen = np.asarray(rgb.resize((width, height), Image.Resampling.BILINEAR), dtype=np.float32)
    pixels = np.zeros((_INPUT, _INPUT, 3), np.float32)
    pixels[:height, :width] = seen / np.float32(127.5) - 1
    raw = run(np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]))[0][0]
    box = _cells(width, height)
    shape = (max(1, round(width * SIDE / _INPUT)), max(1, round(height * SIDE / _INPUT)))
    layers = [
        Image.fromarray(np.ascontiguousarray(raw[..., at])).resize(
            shape, Image.Resampling.BILINEAR, box=box
        )
        for at in range(len(KINDS))
    ]
    return _likely(np.stack([np.asarray(layer) for layer in layers], axis=-1))


def grid(image: Image.Image, side: int) -> tuple[F32, Cells] | None:
    """How likely each cell is of each of `KINDS`, (rows, columns, 21) without anything added to the picture's
    ratio, looked at with a long side of about ``side``; and where in the grid the picture begins and ends. A
    third of `kinds`' work with two thirds of its side. None where no runtime is installed.
    """
    run = subject.network("deeplabv3_voc.onnx")
    if run is None:
        return None
    rgb = on_background(image)
    scale = side / max(rgb.size)
    width, height = (
        max(_LEAST_CELLS, round((length * scale - 1) / _CELL)) * _CELL + 1 for length in rgb.size
    )
    seen = np.asarray(rgb.resize((width, height), Image.Resampling.BILINEAR), dtype=np.float32)
    pixels = seen / np.float32(127.5) - 1
    raw = run(np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]))[0][0]
    return _likely(raw), _cells(width, height)


def parts(image: Image.Image) -> F32 | None:
    """How likely each place of a picture of people is of each of `PARTS`, stretched to a square of
    `PARTS_SIDE`; None where no runtime is installed.
    """
    run = subject.network("selfie_multiclass.onnx")
    if run is None:
        return None
    square = on_background(image).resize((PARTS_SIDE, PARTS_SIDE), Image.Resampling.BILINEAR)
    pixels = np.asarray(square, dtype=np.float32) / np.float32(127.5) - 1
    return _likely(run(np.ascontiguousarray(pixels[None]))[0][0])


def _cells(width: int, height: int) -> Cells:
    # A cell's middle lies on every eighth pixel, the first on the first.
    first = 0.5 - 0.5 / _CELL
    return first, first, 0.5 + (width - 0.5) / _CELL, 0.5 + (height - 0.5) / _CELL


def _likely(raw: F32) -> F32:
    raised = np.exp(raw - raw.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)


__all__ = ["KINDS", "PARTS", "PARTS_SIDE", "SIDE", "Cells", "grid", "kinds", "parts"]
