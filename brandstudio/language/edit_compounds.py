"""German compounds by the part of them that says what is meant: *Bildkontrast* is the contrast, *Gesichtspartie* the
face, *Blauanteil* the blues.
"""

from __future__ import annotations

import re

_OF_ALL = re.compile(
    r"\b(?:bild|foto|gesamt|grund|allgemein)s?"
    r"(helligkeit|kontrast|sch[aä]rfe|s[aä]ttigung|belichtung|klarheit)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\b(gesicht|himmel|hintergrund|wasser|rasen|schatten|haut)(?:s|es)?(?:partie|partien|bereich|bereiche|zone|zonen)\b",
    re.IGNORECASE,
)
_HUE = re.compile(
    r"\b(blau|gr[uü]n|rot|gelb|orange|violett|lila|magenta|cyan|rosa|braun)anteile?\b",
    re.IGNORECASE,
)
_GROUND = re.compile(r"\bhintergrundfarbe(?=\s+(?:auf|in|zu)\s)", re.IGNORECASE)


def taken_apart(text: str) -> str:
    """A text with such compounds as the plain words that they mean."""
    text = _PART.sub(lambda m: m[1], _OF_ALL.sub(lambda m: m[1], text))
    return _GROUND.sub("Hintergrund", _HUE.sub(lambda m: f"{m[1]}t\u00f6ne", text))


__all__ = ["taken_apart"]
