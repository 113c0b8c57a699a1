"""``brandstudio text``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import operations as ops
from .app import App, Failure, Findings, as_plain, example, pass_app
from .declared import Shape, declared
from .groups import Commands
from .overwriting import STDIN
from .params import FOLDER, contents
from .terminal import paint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..models.texts import Correction, Proofread


class CopyFile(click.Path):
    """A file of copy; words in its place are told how they are given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        said = str(value)
        if any(map(str.isspace, said)) and not Path(said).exists():
            self.fail(
                f"there is no file {said[:60]!r}. Words are given with --text, or as standard "
                "input: echo WORDS | brandstudio text proofread --folder PATH -",
                param,
                ctx,
            )
        return super().convert(value, param, ctx)


COPY = CopyFile(exists=True, dir_okay=False, readable=True, allow_dash=True, path_type=Path)

_OTHERS = {
    "write": ("draft", "instruction", "target"),
    "rebrand": ("brief", "instruction", "target"),
    "amend": ("brief", "target"),
    "resize": ("brief", "instruction"),
}


@click.group(
    cls=Commands, epilog=example('brandstudio text write acme "The harbour opens on Saturday"')
)
def text() -> None:
    """Copy in the folder's voice: written, rewritten, amended, brought to a length, proofread."""


def _mode(name: str, arguments: tuple[str, ...], example: str, doc: str) -> click.Command:
    return declared(
        ops.GenerateText,
        name,
        Shape(
            example,
            arguments=("folder", *arguments),
            fixed={"mode": name},
            hidden=_OTHERS[name],
            help={
                "format": "The kind of copy, like 'LinkedIn post'.",
                "language": "The language it is in, like de or en-GB.",
            },
            doc=doc,
            out=lambda result: (f"{result.markdown.rstrip()}\n".encode(), f"{result.item_id}.md"),
        ),
    )


for _command in (
    _mode(
        "write",
        ("brief",),
        'text write acme "The harbour opens on Saturday" --format "LinkedIn post"',
        "Copy from a brief.",
    ),
    _mode(
        "rebrand", ("draft",), "text rebrand acme - < draft.md", "A draft in the folder's voice."
    ),
    _mode(
        "amend",
        ("draft", "instruction"),
        'text amend acme - "say Sunday instead of Saturday" < draft.md',
        "A draft changed as an instruction says.",
    ),
    _mode(
        "resize",
        ("draft", "target"),
        'text resize acme - "40 words" < draft.md',
        "A draft brought to a length.",
    ),
):
    text.add_command(_command)


@text.command(epilog=example("brandstudio text proofread --folder acme press.md"))
@click.argument("files", nargs=-1, type=COPY, metavar="FILE...")
@click.option("--text", "words", metavar="WORDS", help="These words instead of a file.")
@click.option("--folder", required=True, metavar="PATH", type=FOLDER, help="Whose rules hold.")
@click.option("--language", metavar="TAG", help="The language it is in, like de or en-GB.")
@click.option("--corrected", is_flag=True, help="Print the corrected text; findings to stderr.")
@click.option("--write", "-w", "in_place", is_flag=True, help="Correct the files themselves.")
@click.option("--check", is_flag=True, help="End with status 3 where there are findings.")
@pass_app
def proofread(
    app: App,
    files: tuple[Path, ...],
    words: str | None,
    folder: str,
    language: str | None,
    corrected: bool,
    in_place: bool,
    check: bool,
) -> None:
    """Check copy against the folder's rules and the language; free. FILE is text or Markdown, - is
    standard input.
    """
    if bool(files) == (words is not None):
        raise click.UsageError(
            "Name a FILE (- is standard input), or give the words with --text."
            if not files
            else "Give either FILE or --text."
        )
    if in_place and not files:
        raise click.UsageError("--write corrects files; it does not go with --text.")
    if in_place and (corrected or any(str(file) == STDIN for file in files)):
        raise click.UsageError("--write corrects files; it goes with neither - nor --corrected.")
    told: list[dict[str, object]] = []
    count = 0
    with app.studio() as studio:
        for name, copy, file in _copies(files, words):
            found = studio.text.proofread(folder=folder, text=copy, language=language)
            count += len(found.applied) + len(found.advisories)
            told.append({"file": name, **as_plain(found)})
            if not app.as_json:
                _report(name, copy, found, aside=corrected)
                for note in found.notes or ():
                    click.echo(f"{name}: {note}", err=corrected)
            if corrected and not app.as_json:
                ends = "" if file is not None or found.corrected.endswith("\n") else "\n"
                sys.stdout.write(found.corrected + ends)
            if in_place and file is not None and found.corrected != copy:
                _replace(file, found.corrected)
    if app.as_json:
        app.show(told[0] if len(told) == 1 else {"files": told})
    elif not count:
        click.echo("Nothing to see to.", err=corrected)
    if check and count:
        raise Findings("FINDINGS", f"{count} {'place' if count == 1 else 'places'} to see to")


def _copies(files: tuple[Path, ...], words: str | None) -> Iterator[tuple[str, str, Path | None]]:
    """What is to be read: its name, its words and its file."""
    if words is not None:
        yield "text", words, None
    for file in files:
        yield *_read(file), file


def _read(file: Path) -> tuple[str, str]:
    data, name = contents(file)
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure("VALIDATION_ERROR", f"{file}: is not UTF-8 text") from None
    return (name if str(file) == STDIN else str(file)), words


def _replace(file: Path, words: str) -> None:
    temporary = file.with_name(f".{file.name}.part")
    temporary.write_text(words, encoding="utf-8")
    temporary.chmod(file.stat().st_mode & 0o777)
    temporary.replace(file)


def _report(name: str, words: str, found: Proofread, *, aside: bool) -> None:
    """One line a finding, as compilers write them, so that editors jump to the place."""
    entries = [(entry, True) for entry in found.applied]
    entries += [(entry, False) for entry in found.advisories]
    for entry, done in sorted(entries, key=lambda pair: pair[0].offset):
        click.echo(f"{name}:{_place(words, entry)}: {_said(entry, done)}", err=aside)


def _place(words: str, entry: Correction) -> str:
    before = words[: entry.offset]
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def _said(entry: Correction, done: bool) -> str:
    if not entry.original.strip():
        change = ""  # spaces: the message says it all
    elif entry.replacement == "":
        change = f" “{_short(entry.original)}” is not needed:"
    elif entry.replacement is not None and entry.original != entry.replacement:
        change = f" “{_short(entry.original)}” → “{_short(entry.replacement)}”"
    else:
        change = f" “{_short(entry.original)}”"
    tone = "bad" if entry.severity == "error" else "warn"
    what = paint("corrected", "good") if done else paint(entry.severity, tone)  # type: ignore[arg-type]
    return f"{what}:{change} {entry.message} {paint(f'[{entry.rule_id}]', 'faint')}"


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 40 else f"{words[:39]}…"
