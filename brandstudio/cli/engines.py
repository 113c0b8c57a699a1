"""``brandstudio engines`` and ``brandstudio doctor``."""

from __future__ import annotations

import platform
import re
import sqlite3
from importlib import metadata, util

import click

from .app import App, Failure, as_plain, example, pass_app

_PURPOSES = {
    "server": "brandstudio serve",
    "vision": "faces and subjects, with trained models",
    "heif": "HEIC photos from phones",
    "proof": "grammar in proofreading",
    "c2pa": "signed content credentials",
    "ocr": "reading words in pictures",
    "tui": "brandstudio studio",
    "notebook": "brandstudio notebook",
    "fonts": "Arabic, Hebrew, Devanagari and Thai",
    "s3": "files in object storage",
    "postgres": "the database in PostgreSQL",
    "replicate": "copies in object storage as they come",
}
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+).*;.*extra == ['\"]([a-z0-9]+)['\"]")


@click.command(epilog=example("brandstudio engines"))
@pass_app
def engines(app: App) -> None:
    """Which engines answer, and what the local ones understand."""
    with app.owner() as studio:
        found = studio.admin.engines()
    lines = []
    for engine in found.engines:
        lines.append(
            f"{engine.kind:<7} {engine.name}  {'answers' if engine.ok else 'does not answer'}  {engine.detail}"
        )
        lines += [f"          {sentence}" for sentence in engine.understands]
    app.show(found, *lines)


@click.command(epilog=example("brandstudio doctor"))
@click.option("--check-only", is_flag=True, help="Change nothing, not even what could be mended.")
@click.option("--scrub", is_flag=True, help="Read every file of the library against its hash.")
@click.option(
    "--from",
    "backup",
    metavar="FILE|URL",
    help="A backup, or the address of copies (s3://bucket/prefix), to put damaged files back from.",
)
@pass_app
def doctor(app: App, check_only: bool, scrub: bool, backup: str | None) -> None:
    """What is installed, which engines answer, what is missing; checks the store and mends what can
    be mended.
    """
    with app.owner() as studio:
        found = studio.admin.engines()
        report = studio.admin.doctor(mend=not check_only, scrub=scrub, backup=backup)
    extras = [(extra, lacking(extra), purpose) for extra, purpose in _PURPOSES.items()]
    lines = [
        f"brandstudio {metadata.version('brandstudio')}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}",
        f"data      {app.data_folder}",
        "",
        *(
            f"extra     {extra:<9} {'installed' if not missing else 'missing'}: {purpose}"
            + (f"  (pip install 'brandstudio[{extra}]')" if missing else "")
            for extra, missing, purpose in extras
        ),
        "",
        *(
            f"engine    {engine.kind:<9} {engine.name}: {'answers' if engine.ok else 'does not answer'}"
            + (f", {engine.detail}" if engine.detail else "")
            for engine in found.engines
        ),
        "",
        "store     " + ", ".join(f"{count} {name}" for name, count in report.figures.items()),
        *(f"mended    {line}" for line in report.mended),
        *(f"note      {line}" for line in report.notes),
        *(
            f"problem   {problem}\n          {advice}"
            for problem, advice in zip(report.problems, report.advice, strict=True)
        ),
        "The store is sound." if report.ok else "The store has problems.",
    ]
    value = {
        **as_plain(report),
        "engines": as_plain(found)["engines"],
        "extras": {extra: not missing for extra, missing, _ in extras},
    }
    app.show(value, *lines)
    if not report.ok:
        raise Failure(
            "STORE_DAMAGED",
            f"{len(report.problems)} problems; each says above what to do",
        )


def lacking(extra: str) -> list[str]:
    """The distributions of an extra that are not installed, as the package's own metadata names
    them.
    """
    missing = []
    for requirement in metadata.requires("brandstudio") or ():
        found = _REQUIREMENT.match(requirement)
        if found is None or found[2] != extra:
            continue
        try:
            metadata.version(found[1])
        except metadata.PackageNotFoundError:
            missing.append(found[1])
    return missing


def missing_modules(names: str) -> list[str]:
    """Which of the modules can't be imported here."""
    return [name for name in names.split() if util.find_spec(name) is None]
