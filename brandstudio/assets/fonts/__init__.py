"""The font files on this machine: the bundled emoji face, the fonts of packages, and system fonts
if asked.

Only this module touches the file system for type; ``brandstudio.render`` receives bytes. A
``FontFile`` is found by name and read when a character needs it, so that a Latin headline never
loads the 33 MB of the CJK collection.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

__all__ = ["EXTRA", "KNOWN_FONTS", "FontFile", "KnownFont", "find_installed", "find_system"]

#: The name of the extra that brings every script of KNOWN_FONTS.
EXTRA = "brandstudio[fonts]"


@dataclass(frozen=True, slots=True)
class KnownFont:
    """A font that we know how to find: where it is, what it is for, and which package brings it."""

    family: str
    module: str
    """The import package that holds the file."""
    file: str
    """The file's path inside that package."""
    package: str
    """What to install, as pip knows it."""
    scripts: tuple[str, ...]
    """ISO 15924 codes of the scripts it is chosen for; the first family that has a script wins."""
    index: int = 0
    """The face's place in a collection."""
    languages: tuple[str, ...] = ()
    """BCP 47 prefixes that prefer this face over others of the same script (Han unification)."""
    italic: bool = False
    """Whether it is the italic of the family; it sets nothing but italic runs."""


_CJK = ("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc", "manimgx-fonts-cjk")

#: In fallback order; the emoji face comes last because plain symbols belong to the text faces.
KNOWN_FONTS: tuple[KnownFont, ...] = (
    KnownFont(
        "Inter",
        "fontpkg_inter",
        "files/Inter[opsz,wght].ttf",
        "fontpkg-inter",
        ("Latn", "Grek", "Cyrl"),
    ),
    KnownFont(
        "Noto Sans",
        "fontpkg_noto_sans",
        "files/NotoSans[wdth,wght].ttf",
        "fontpkg-noto-sans",
        ("Latn", "Grek", "Cyrl"),
    ),
    KnownFont(
        "Inter",
        "fontpkg_inter",
        "files/Inter-Italic[opsz,wght].ttf",
        "fontpkg-inter",
        ("Latn", "Grek", "Cyrl"),
        italic=True,
    ),
    KnownFont(
        "Noto Sans",
        "fontpkg_noto_sans",
        "files/NotoSans-Italic[wdth,wght].ttf",
        "fontpkg-noto-sans",
        ("Latn", "Grek", "Cyrl"),
        italic=True,
    ),
    KnownFont(
        "Noto Sans Arabic",
        "fontpkg_noto_sans_arabic",
        "files/NotoSansArabic[wdth,wght].ttf",
        "fontpkg-noto-sans-arabic",
        ("Arab",),
    ),
    KnownFont("Heebo", "fontpkg_heebo", "files/Heebo[wght].ttf", "fontpkg-heebo", ("Hebr",)),
    KnownFont(
        "Noto Sans Devanagari",
        "fontpkg_noto_sans_devanagari",
        "files/NotoSansDevanagari[wdth,wght].ttf",
        "fontpkg-noto-sans-devanagari",
        ("Deva",),
    ),
    KnownFont(
        "Noto Sans Thai",
        "fontpkg_noto_sans_thai",
        "files/NotoSansThai[wdth,wght].ttf",
        "fontpkg-noto-sans-thai",
        ("Thai",),
    ),
    KnownFont("Noto Sans CJK JP", *_CJK, ("Hani", "Hira", "Kana"), 0, ("ja",)),
    KnownFont("Noto Sans CJK KR", *_CJK, ("Hang",), 1, ("ko",)),
    KnownFont("Noto Sans CJK SC", *_CJK, ("Hani", "Bopo"), 2, ("zh-Hans", "zh-CN", "zh-SG", "zh")),
    KnownFont("Noto Sans CJK TC", *_CJK, ("Hani", "Bopo"), 3, ("zh-Hant", "zh-TW", "zh-MO")),
    KnownFont("Noto Sans CJK HK", *_CJK, ("Hani",), 4, ("zh-HK", "yue")),
    KnownFont(
        "Noto Color Emoji",
        "brandstudio.assets.fonts",
        "NotoColorEmoji.ttf",
        "brandstudio",
        ("Zsye",),
    ),
)


@dataclass(frozen=True, slots=True)
class FontFile:
    """One face on disk; ``sha256`` (hex) names its bytes, ``read()`` gives them."""

    family: str
    path: str
    sha256: str
    index: int = 0

    def read(self) -> bytes:
        """The file's bytes; raises OSError if the file has gone since it was found."""
        return Path(self.path).read_bytes()


@lru_cache(maxsize=1)
def find_installed() -> tuple[tuple[KnownFont, FontFile], ...]:
    """The known fonts that are installed here, in fallback order. Found once per process."""
    found = []
    for known in KNOWN_FONTS:
        spec = importlib.util.find_spec(known.module)
        if spec is None or not spec.submodule_search_locations:
            continue
        path = Path(next(iter(spec.submodule_search_locations))) / known.file
        if path.is_file():
            found.append(
                (known, FontFile(known.family, str(path), _digest(known, path), known.index))
            )
    return tuple(found)


@lru_cache(maxsize=4)
def find_system(*folders: str) -> tuple[FontFile, ...]:
    """Noto Sans faces (regular and bold) in ``folders``, by default where Linux and macOS keep
    fonts.

    Never part of the bundled stack: the same words shall give the same bytes on every machine. A
    caller who wants more scripts than the extra has hands these in as ``extra`` fonts.
    """
    places = folders or ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts")
    paths = sorted(
        path
        for place in places
        for path in Path(place).rglob("NotoSans*")
        if path.suffix in {".ttf", ".otf", ".ttc"}
        and path.stem.endswith(("-Regular", "-Bold", "]"))
    )
    return tuple(
        FontFile(path.stem.partition("-")[0].partition("[")[0], str(path), _hash_file(path))
        for path in paths
    )


def _digest(known: KnownFont, path: Path) -> str:
    """SHA-256 of the file, from the package's RECORD where it has one: that spares reading 33 MB to
    name them.
    """
    try:
        record = importlib.metadata.distribution(known.package).files or []
    except importlib.metadata.PackageNotFoundError:
        record = []
    wanted = f"{known.module.replace('.', '/')}/{known.file}"
    for entry in record:
        if entry.as_posix() == wanted and entry.hash is not None and entry.hash.mode == "sha256":
            digest = urlsafe_b64decode(entry.hash.value + "=" * (-len(entry.hash.value) % 4))
            if entry.size == path.stat().st_size:
                return digest.hex()
    return _hash_file(path)


def _hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
