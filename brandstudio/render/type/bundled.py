"""The fonts that come with the package and its extra, in the order that suits a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from brandstudio.assets.fonts import FontFile, KnownFont, find_installed, find_system

from .faces import FontSpec, FontStack


def bundled_stack(
    language: str | None = None,
    *,
    extra: Sequence[FontSpec] = (),
    fallback: Sequence[FontSpec] = (),
) -> FontStack:
    """The fallback order: ``extra`` (brand fonts), Inter, Noto Sans, other scripts, ``fallback``,
    emoji last.

    Han characters take the shapes of ``language`` (BCP 47): ``ja``, ``ko``, ``zh-Hans``,
    ``zh-Hant``, ``zh-HK``; without one, those of Japan. Files are read when a character first needs
    them.
    """
    if not extra and not fallback:
        return _plain(language)
    written, emoji, italics = _ours(language)
    return FontStack((*extra, *written, *fallback, *emoji), italics)


@lru_cache(maxsize=32)
def _plain(language: str | None) -> FontStack:
    """One stack for all who bring no fonts: it keeps its hash, which takes each font's."""
    written, emoji, italics = _ours(language)
    return FontStack((*written, *emoji), italics)


@lru_cache(maxsize=32)
def _ours(
    language: str | None,
) -> tuple[tuple[FontSpec, ...], tuple[FontSpec, ...], tuple[FontSpec, ...]]:
    """Of the fonts that come with the package: those for text, those for emoji, the italics."""
    installed = find_installed()
    found = [(known, file) for known, file in installed if not known.italic]
    best = max((_closeness(known, language) for known, _ in found), default=0)
    preferred = [known for known, _ in found if best and _closeness(known, language) == best]
    han = [pair for pair in found if pair[0].languages]
    han.sort(key=lambda pair: pair[0] not in preferred)
    text = [pair for pair in found if not pair[0].languages and "Zsye" not in pair[0].scripts]
    emoji = [pair for pair in found if "Zsye" in pair[0].scripts]
    slanted = [file for known, file in installed if known.italic]
    italics = tuple(replace(_spec(file), italic=True) for file in slanted)
    written = tuple(_spec(file) for _, file in (*text, *han))
    return written, tuple(_spec(file) for _, file in emoji), italics


def system_fonts() -> tuple[FontSpec, ...]:
    """Noto fonts that this machine happens to have, to be given as ``fallback`` where a user wants
    them.

    What is drawn with them looks the same only on machines that have them too.
    """
    return tuple(_spec(file) for file in find_system())


def _closeness(known: KnownFont, language: str | None) -> int:
    """The length of the longest of a font's language prefixes that ``language`` begins with."""
    spoken = (language or "").lower()
    fits = (p for p in known.languages if spoken == p.lower() or spoken.startswith(p.lower() + "-"))
    return max((len(p) for p in fits), default=0)


def _spec(file: FontFile) -> FontSpec:
    return FontSpec(file.family, file.sha256, file.read, file.index)
