"""Sending an operation, waiting for what it started, and showing what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..models.designs import DesignAccepted, EditAccepted
from ..models.images import ImageAccepted
from ..models.style import ExtractionAccepted
from ..operations import Operation
from .app import App
from .files import written, written_picture
from .params import OUT
from .terminal import noted, priced

if TYPE_CHECKING:
    from ..studio import Studio

#: Results that are written as pictures, in the form that the name of --out says.
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
WAITED_FOR = (ImageAccepted, DesignAccepted, EditAccepted, ExtractionAccepted)


def built(operation: type[Operation[Any]], fields: dict[str, Any]) -> Operation[Any]:
    """The operation as a value; VALIDATION_ERROR for what does not fit, as anywhere."""
    from ..studio.core import build

    missing = [
        name
        for name, info in operation.model_fields.items()
        if info.is_required() and name not in fields
    ]
    if missing:
        raise click.UsageError(f"Missing --{missing[0].replace('_', '-')} (or --file).")
    return build(operation, fields)


def finished(app: App, studio: Studio, asked: Operation[Any], *, wait: bool = True) -> Any:
    """What it comes to, waited for where there is something to wait for."""
    result = studio.send(asked)
    return waited(app, result) if wait and isinstance(result, WAITED_FOR) else result


def send(app: App, studio: Studio, asked: Operation[Any], *, wait: bool = True) -> None:
    """Carry it out and show what it comes to."""
    display(app, studio, finished(app, studio, asked, wait=wait))


def hand_over(
    app: App,
    studio: Studio,
    result: object,
    out: Path | None,
    file: Callable[[Any], tuple[bytes, str]] | None,
) -> None:
    """Show the result, after its file was written where ``--out`` says; ``-`` prints the file
    alone.
    """
    if out is not None and file is not None:
        data, name = file(result)
        is_picture = Path(name).suffix in _PICTURES
        target = (written_picture if is_picture else written)(data, out, name)
        if target is None:
            return
        app.say(f"Written: {target}")
    display(app, studio, result)


def display(app: App, studio: Studio, result: object) -> None:
    """A result as a person or a program reads it, with its picture where that can be seen."""
    if app.as_json:
        app.show(result)
        return
    from . import shown

    data = shown.picture_of(result, studio)
    if data is not None:
        app.picture(data)
    lines = shown.lines_of(result)
    app.show(result, *lines)


def waited(app: App, accepted: Any) -> Any:
    """The finished value of accepted work. Ctrl-C stops the waiting and not the work, and says
    so.
    """
    try:
        return accepted.wait(progress=not app.as_json)
    except KeyboardInterrupt:
        app.say(
            f"The job goes on where a worker runs; brandstudio jobs wait {accepted.job_id} "
            "takes it up again."
        )
        raise


def tell_price(app: App, studio: Studio, asked: Operation[Any]) -> None:
    """What the call would cost, and that nothing was done."""
    from .quotes import quote

    found = quote(studio, asked)
    more = (
        f", and at most {priced(found.may_add)} more {found.why} ({found.perhaps[0]})"
        if found.perhaps
        else ""
    )
    named = " + ".join(f"{count} x {name}" if count > 1 else name for name, count in found.parts)
    app.show(
        found.as_json(),
        *map(noted, found.warnings),
        f"Would charge {priced(found.credits)} ({named}){more}. Nothing was done.",
    )


# -- options that go with it -----------------------------------------------------------------------


def dry_run_option() -> click.Option:
    """``--dry-run``."""
    return click.Option(["--dry-run"], is_flag=True, help="Say what it would cost; do nothing.")


def no_wait_option() -> click.Option:
    """``--no-wait``."""
    return click.Option(
        ["--no-wait"], is_flag=True, help="Print the job's id and leave the work to a worker."
    )


def out_option() -> click.Option:
    """``--out``."""
    return click.Option(
        ["--out"], type=OUT, help="Write the result there; - is standard output, and alone."
    )
