"""The subject of a picture and the faces in it.

Two small networks do it where a runtime is installed (onnxruntime, or OpenCV's dnn): u2netp for the
salient subject, CenterFace for faces. Without one, or where u2netp sees nothing, spectral residual
saliency (Hou and Zhang 2007) gives a hint, marked as such by its method. Faces are never guessed:
without a runtime none are found.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from brandstudio.pixels import masks
from brandstudio.pixels.decode import on_background
from brandstudio.pixels.resize import fit_size

F32 = NDArray[np.float32]
Box = tuple[float, float, float, float]
Method = Literal["u2netp", "saliency", "alpha", "none"]
_Run = Callable[[F32], list[F32]]

_SIDE: Final = 320
_FACE_SIDE: Final = 640
_MEAN: Final = np.array([0.485, 0.456, 0.406], dtype=np.float32)
_SPREAD: Final = np.array([0.229, 0.224, 0.225], dtype=np.float32)
#: A mask over less of the picture than this is noise.
_LEAST_COVERAGE: Final = 0.003
#: Unless it is one sure, compact spot at least so large.
_LEAST_SPOT: Final = 0.0004
#: CenterFace's score from which a box is a face: no false one in over a hundred photos looked at.
FACE_SCORE: Final = 0.45
_OVERLAP: Final = 0.3
_HALVED: Final = frozenset({"deeplabv3_voc.onnx", "selfie_multiclass.onnx"})


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """What the picture is of. `mask` is float32 0 to 1, its long side at most 320, in the picture's
    ratio.

    `box` is (x0, y0, x1, y1) in fractions 0 to 1 of the picture, None when there is no subject (a
    landscape). `coverage` is the share of pixels in the mask. `method` says who found it;
    "saliency" is only a hint.
    """

    mask: F32
    box: Box | None
    coverage: float
    method: Method


@dataclass(frozen=True, slots=True)
class Face:
    """A face's box in fractions 0 to 1 of the picture, and how sure the network is, 0 to 1. ``points``
    are its eyes, its nose and the corners of its mouth (each from the picture's left), where it was looked at
    for them.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    score: float
    points: tuple[tuple[float, float], ...] = field(default=(), kw_only=True)


def subject(image: Image.Image) -> Subject:
    """The subject of a picture: its own alpha channel if it has one, else by u2netp, else by
    saliency.
    """
    width, height = fit_size(image.width, image.height, _SIDE)
    if image.mode == "RGBA":
        alpha = masks.from_image(
            image.getchannel("A").resize((width, height), Image.Resampling.BOX)
        )
        covered = float((alpha >= 0.5).mean())
        if _LEAST_COVERAGE <= covered <= 0.9:
            return Subject(alpha, masks.bounding_box(alpha, trim=0.0), covered, "alpha")
    rgb = on_background(image)
    run = _network("u2netp.onnx")
    if run is not None:
        found = _subject_by_network(rgb, run, width, height)
        if found is not None:
            return found
    return _subject_by_saliency(rgb, width, height, strict=run is not None)


def faces(image: Image.Image) -> list[Face]:
    """The faces in a picture, the surest first; empty where no runtime is installed."""
    run = _network("centerface.onnx")
    if run is None:
        return []
    rgb = on_background(image)
    scale = min(1.0, _FACE_SIDE / max(rgb.size))
    # The network's strides need multiples of 32; stretching by less than that is harmless.
    width, height = (max(64, int(np.ceil(side * scale / 32)) * 32) for side in rgb.size)
    pixels = np.asarray(rgb.resize((width, height), Image.Resampling.BILINEAR), dtype=np.float32)
    heat, size, offset, marks = run(np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]))[:4]
    rows, columns = np.nonzero(heat[0, 0] > FACE_SCORE)
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        # CenterFace (Xu and others 2019): sizes are logs of quarter pixels, the offset lies in the
        # cell of 4 pixels.
        down, across = (float(np.exp(min(v, 8.0))) * 4 for v in size[0, :, row, column])
        y = (row + float(offset[0, 0, row, column]) + 0.5) * 4
        x = (column + float(offset[0, 1, row, column]) + 0.5) * 4
        box = (
            (x - across / 2) / width,
            (y - down / 2) / height,
            (x + across / 2) / width,
            (y + down / 2) / height,
        )
        x0, y0, x1, y1 = (min(max(v, 0.0), 1.0) for v in box)
        if x1 > x0 and y1 > y0:
            # Its marks are shares of the box, each as (down, across).
            spots = [float(v) for v in marks[0, :, row, column]]
            points = tuple(
                (box[0] + spots[k + 1] * across / width, box[1] + spots[k] * down / height)
                for k in range(0, 10, 2)
            )
            found.append(Face(x0, y0, x1, y1, float(heat[0, 0, row, column]), points=points))
    return _without_overlaps(sorted(found, key=lambda face: -face.score))


def _without_overlaps(found: list[Face]) -> list[Face]:
    kept: list[Face] = []
    for face in found:
        if all(_overlap(face, other) < _OVERLAP for other in kept) and len(kept) < 100:
            kept.append(face)
    return kept


def _overlap(a: Face, b: Face) -> float:
    """Intersection over union."""
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    if across <= 0 or down <= 0:
        return 0.0
    both = across * down
    return both / ((a.x1 - a.x0) * (a.y1 - a.y0) + (b.x1 - b.x0) * (b.y1 - b.y0) - both)


def _subject_by_network(rgb: Image.Image, run: _Run, width: int, height: int) -> Subject | None:
    # As trained: squeezed to a square, divided by the brightest value, ImageNet's mean and spread.
    pixels = np.asarray(rgb.resize((_SIDE, _SIDE), Image.Resampling.BILINEAR), dtype=np.float32)
    pixels = (pixels / max(float(pixels.max()), 1e-6) - _MEAN) / _SPREAD
    raw = run(np.ascontiguousarray(pixels.transpose(2, 0, 1)[None]))[0][0, 0]
    # Stretching the output to 0 to 1, as others do, would invent a subject in an empty landscape.
    mask = masks.resize(np.clip(raw, 0, 1).astype(np.float32), width, height)
    covered = float((mask >= 0.5).mean())
    box = masks.bounding_box(mask)
    if box is None or (covered < _LEAST_COVERAGE and not _is_compact(mask, covered)):
        return None
    return Subject(mask, box, covered, "u2netp")


def _is_compact(mask: F32, covered: float) -> bool:
    """Whether a tiny mask is one sure spot (a kite in the sky) and not scattered noise."""
    box = masks.bounding_box(mask, trim=0.0)
    if box is None or covered < _LEAST_SPOT or float(mask.max()) < 0.8:
        return False
    return covered / ((box[2] - box[0]) * (box[3] - box[1])) > 0.3


def _subject_by_saliency(rgb: Image.Image, width: int, height: int, *, strict: bool) -> Subject:
    """A hint from spectral residual saliency; "none" unless one compact region stands out.

    `strict` is for pictures in which the network saw nothing: then only a very clear region counts.
    """
    map_ = saliency(rgb)
    small = masks.resize(map_, width, height)
    threshold = float(small.mean() + 2.0 * small.std())
    mask = np.clip((small - threshold * 0.5) / max(threshold, 1e-6), 0, 1).astype(np.float32)
    box = masks.bounding_box(mask, trim=0.05)
    covered = float((mask >= 0.5).mean())
    none = Subject(np.zeros((height, width), np.float32), None, 0.0, "none")
    if box is None or covered < _LEAST_COVERAGE:
        return none
    area = (box[2] - box[0]) * (box[3] - box[1])
    # Salient specks all over a picture are texture, not a subject.
    if area > (0.2 if strict else 0.6) or covered / area < (0.35 if strict else 0.15):
        return none
    return Subject(mask, box, covered, "saliency")


def saliency(image: Image.Image) -> F32:
    """Spectral residual saliency 0 to 1, at 64 pixels on the long side: what in the spectrum is
    unlike its average.
    """
    width, height = fit_size(image.width, image.height, 64)
    small = on_background(image).resize((max(8, width), max(8, height)), Image.Resampling.BOX)
    grey = np.asarray(small, dtype=np.float32) @ np.array([0.299, 0.587, 0.114], np.float32)
    # Faded to its mean at the rim, the picture repeats without a seam; else opposite edges that
    # differ would stand out.
    grey = (
        grey.mean()
        + (grey - grey.mean()) * _fade(grey.shape[0])[:, None] * _fade(grey.shape[1])[None, :]
    )
    spectrum = np.fft.fft2(grey)
    log_amplitude = np.log(np.abs(spectrum) + 1e-8)
    smooth = np.zeros_like(log_amplitude)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            smooth += np.roll(log_amplitude, (dy, dx), axis=(0, 1)) / 9
    residual = np.exp(log_amplitude - smooth + 1j * np.angle(spectrum))
    found = (np.abs(np.fft.ifft2(residual)) ** 2).astype(np.float32)
    found /= max(float(found.max()), 1e-12)
    blurred = masks.feather(found, 2.5)
    return np.asarray(blurred / max(float(blurred.max()), 1e-6), dtype=np.float32)


def _fade(length: int) -> F32:
    """1 inside, a cosine down to 0 over the outer eighth at both ends."""
    reach = max(1, length // 8)
    inside = np.minimum(np.arange(length), np.arange(length)[::-1]) / reach
    return np.asarray(0.5 - 0.5 * np.cos(np.pi * np.minimum(inside, 1.0)), dtype=np.float32)


# -- the runtime -----------------------------------------------------------------------------------


def network(name: str) -> Callable[[F32], list[F32]] | None:
    """What runs one of our networks, loaded when it is first asked for; None where no runtime is
    installed.
    """
    return _network(name)


@lru_cache(maxsize=4)
def _network(name: str) -> _Run | None:
    """A function from input to outputs of one of our networks, or None where no runtime is
    installed. Thread-safe.
    """
    weights = resources.files("brandstudio.assets").joinpath("models", name).read_bytes()
    run = _with_onnxruntime(weights)
    # OpenCV can't read weights in half precision.
    return run or (None if name in _HALVED else _with_opencv(weights))


def _with_onnxruntime(weights: bytes) -> _Run | None:
    try:
        import onnxruntime  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        return None
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while they wait take a quarter more of a processor that others share.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Memory arenas would keep the largest picture's buffers for ever.
    options.enable_cpu_mem_arena = False
    session: Any = onnxruntime.InferenceSession(
        weights, options, providers=["CPUExecutionProvider"]
    )
    name = session.get_inputs()[0].name
    return lambda tensor: list(session.run(None, {name: tensor}))


def _with_opencv(weights: bytes) -> _Run | None:
    try:
        import cv2  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    network: Any = cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))
    outputs = network.getUnconnectedOutLayersNames()
    lock = threading.Lock()

    def run(tensor: F32) -> list[F32]:
        with lock:  # a dnn network keeps its input and buffers inside
            network.setInput(tensor)
            return [np.array(out, dtype=np.float32) for out in network.forward(outputs)]

    return run
