"""Files that commands write: whole or not at all, or on standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from .overwriting import STDIN


def is_stdout(out: Path | None) -> bool:
    """Whether ``--out -`` was said."""
    return out is not None and str(out) == STDIN


def written(data: bytes, out: Path | None, filename: str) -> Path | None:
    """Where the bytes went: ``out``, the file's own name in it when it is a folder, or that name
    here; None for standard output.
    """
    if is_stdout(out):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return None
    # The name may come over the network: only its last part is taken.
    target = out or Path(Path(filename).name)
    if target.is_dir():
        target = target / Path(filename).name
    temporary = target.with_name(f".{target.name}.part")
    temporary.write_bytes(data)
    temporary.replace(target)
    return target
