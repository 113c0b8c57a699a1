"""The words that stand in a picture, read by RapidOCR (extra ``ocr``); its networks lie in its
wheel.

Where the extra is not installed, or its networks can't be read, there are no words. One call at a
time: a picture takes a second or two of a core.
"""

from __future__ import annotations

import importlib.util
import threading
from functools import cached_property
from typing import Any, Final

import numpy as np
from PIL import Image

from ..pixels.resize import fit

_SIDE: Final = 1600
_SURE: Final = 0.8
_MOST_LINES: Final = 40
_LONGEST: Final = 200


class Lettering:
    """Lines of words in pictures. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @property
    def installed(self) -> bool:
        """Whether the extra is there."""
        return importlib.util.find_spec("rapidocr") is not None

    def lines(self, image: Image.Image) -> tuple[str, ...]:
        """Lines of words; single signs and unsure readings are ghosts and left out."""
        small = np.asarray(fit(image.convert("RGB"), _SIDE))[..., ::-1].copy()
        with self._lock:
            reader = self._reader
            if reader is None:
                return ()
            try:
                found = reader(small)
            except Exception:  # a foreign network's failure on odd pixels fails no analysis
                return ()
        texts, scores = getattr(found, "txts", None) or (), getattr(found, "scores", None) or ()
        said = [
            str(text).strip()[:_LONGEST]
            for text, score in zip(texts, scores, strict=False)
            if score >= _SURE
        ]
        return tuple(line for line in said if len(line) > 1)[:_MOST_LINES]

    @cached_property
    def _reader(self) -> Any | None:
        try:
            from rapidocr import RapidOCR  # type: ignore[import-not-found, unused-ignore]

            return RapidOCR()
        except Exception:  # not installed, or its networks can't be read
            return None
