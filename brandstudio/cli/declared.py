"""A command from an operation's declaration: its fields are the arguments and options.

A field is an option in kebab-case (``aspect_ratio`` is ``--aspect-ratio``); the folder, ids and
whatever a ``Shape`` names are arguments. Literal types are choices, lists may be given several
times, links take a file instead (``--file``), and whatever charges has ``--dry-run`` with the price.
What is accepted for later is waited for unless ``--no-wait`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from ..models import Model
from ..models.library import FocalPoint
from ..models.rules import RuleCheck
from ..operations import AdminOperation, Operation
from . import option_words, params
from .app import App, example, pass_app
from .sending import (
    WAITED_FOR,
    built,
    dry_run_option,
    finished,
    hand_over,
    no_wait_option,
    out_option,
    tell_price,
)
from .values import CHECK, POINT, JsonValue

if TYPE_CHECKING:
    from ..studio import Studio

_LAST = ("client_reference_id", "idempotency_key")
_ARGUMENTS = ("folder", "image_id", "job_id", "variant_id", "rule_id", "ref_id", "font_id")
_WORDS = ("prompt", "instructions", "text", "brief", "draft", "instruction", "context")
_TYPES: Mapping[str, click.ParamType[Any]] = {
    **dict.fromkeys(("folder", "parent", "to"), params.FOLDER),
    **dict.fromkeys(_WORDS, params.WORDS),
    "image_id": params.IMAGE_ID,
    "library_image_ids": params.IMAGE_ID,
    "into_image_id": params.DESIGN_ID,
    "item_id": params.TEXT_ID,
    "job_id": params.JOB_ID,
    "variant_id": params.VARIANT,
    "rule_id": params.RULE_ID,
    "ref_id": params.REFERENCE_ID,
    "font_id": params.FONT_ID,
    "logo": params.LOGO,
    "template": params.TEMPLATE,
}
_OF_MODEL: Mapping[type[Any], click.ParamType[Any]] = {RuleCheck: CHECK, FocalPoint: POINT}


@dataclass(frozen=True)
class Shape:
    """How one operation is spoken on the command line.

    ``arguments`` are the fields that stand without an option's name (by default the required folder
    and ids); ``files`` the link fields that take a file from disk as well; ``fixed`` what this
    command always says, which is no option then; ``usual`` the defaults of this command; ``confirm`` a
    question before something that can't be undone; ``out`` the bytes and the name of the file that
    ``--out`` writes.
    """

    example: str
    arguments: tuple[str, ...] | None = None
    files: tuple[str, ...] = ()
    types: Mapping[str, click.ParamType[Any]] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    out: Callable[[Any], tuple[bytes, str]] | None = None
    confirm: str = ""
    doc: str = ""


class Declared(click.Command):
    """A command that was made from an operation."""

    operation: type[Operation[Any]]


def declared(operation: type[Operation[Any]], name: str, shape: Shape) -> Declared:
    """The command ``name`` that sends the operation."""
    spoken = _spoken(operation, shape)
    takes = [
        param for each in spoken for param in _params(operation.model_fields[each], each, shape)
    ]
    flags = _flags(operation, shape)

    @pass_app
    def call(app: App, /, **given: object) -> None:
        run(app, operation, shape, given)

    words = [shape.doc or _doc(operation), *_told(operation)]
    command = Declared(
        name,
        params=[*takes, *flags],
        callback=call,
        help="\n\n".join(words),
        epilog=example(f"brandstudio {shape.example}"),
    )
    command.operation = operation
    return command


def _doc(operation: type[Operation[Any]]) -> str:
    first = (operation.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(first.replace("``", "").split())


def _told(operation: type[Operation[Any]]) -> list[str]:
    from .quotes import charges, price_line

    return [price_line(operation)] if charges(operation) else []


def _spoken(operation: type[Operation[Any]], shape: Shape) -> list[str]:
    """The fields in the order of a help: arguments, then options, then what few people need."""
    fields = [
        name
        for name in operation.model_fields
        if name not in shape.fixed and name not in shape.hidden
    ]
    first = list(shape.arguments if shape.arguments is not None else _usual(operation, fields))
    last = [name for name in _LAST if name in fields]
    return [*first, *(name for name in fields if name not in first and name not in last), *last]


def _usual(operation: type[Operation[Any]], fields: list[str]) -> list[str]:
    return [
        name for name in _ARGUMENTS if name in fields and operation.model_fields[name].is_required()
    ]


# -- fields as arguments and options ---------------------------------------------------------------


def _params(info: FieldInfo, name: str, shape: Shape) -> list[click.Parameter]:
    taken, many = _type(info, name, shape)
    is_argument = name in (
        shape.arguments
        if shape.arguments is not None
        else (_ARGUMENTS if info.is_required() else ())
    )
    if is_argument:
        return [
            click.Argument(
                [name],
                type=taken,
                nargs=-1 if many else 1,
                required=True,
                metavar=f"{name.removeprefix('library_').removesuffix('s').upper()}..."
                if many
                else name.upper(),
            )
        ]
    words = shape.help.get(name) or option_words.HELP.get(name)
    option = f"--{name.replace('_', '-')}"
    usual = shape.usual.get(name)
    options: list[click.Parameter] = [_option(info, option, taken, many, words, usual)]
    if name in shape.files:
        options.append(
            click.Option(
                ["--file", f"file_of_{name}"],
                type=params.FILE,
                help="A file from disk instead; - reads standard input.",
            )
        )
    return options


def _option(
    info: FieldInfo, option: str, taken: object, many: bool, words: str | None, usual: object
) -> click.Option:
    name = option[2:].replace("-", "_")
    required = info.is_required() and usual is None
    default = usual if info.is_required() else info.get_default(call_default_factory=True)
    if taken is click.BOOL:
        if default is False:
            return click.Option([option, name], is_flag=True, help=words)
        return click.Option([f"{option}/--no-{option[2:]}", name], default=default, help=words)
    shown = default if isinstance(default, str | int | float) and default != "" else None
    text = words if shown is None else f"{words or ''}  [default: {shown}]".strip()
    return click.Option(
        [option, name],
        type=taken,
        multiple=many,
        default=usual,
        required=required and name != "image_url",
        help=text,
        metavar=None if isinstance(taken, click.Choice) else _metavar(taken, name),
    )


def _metavar(taken: object, name: str) -> str:
    if isinstance(taken, click.types.IntParamType | click.types.FloatParamType):
        return "N"
    return {
        "path": "PATH",
        "image id": "ID",
        "item id": "ID",
        "template": "NAME",
        "since": "DATE",
    }.get(getattr(taken, "name", ""), "DATE" if name == "since" else "TEXT")


def _type(info: FieldInfo, name: str, shape: Shape) -> tuple[object, bool]:
    """The type that a field takes, and whether it takes several."""
    bare = _bare(info.annotation)
    many = get_origin(bare) is list
    inner = _bare(get_args(bare)[0]) if many else bare
    if name in shape.types:
        return shape.types[name], many
    if get_origin(inner) is Literal:
        return params.OneOf([str(word) for word in get_args(inner)]), many
    if isinstance(inner, type) and issubclass(inner, Model):
        if many:
            return JsonValue(list[inner]), False  # type: ignore[valid-type]
        return _OF_MODEL.get(inner) or JsonValue(inner), False
    if name in _TYPES:
        return _TYPES[name], many
    limits = {
        side: getattr(part, side)
        for part in info.metadata
        for side in ("ge", "le")
        if hasattr(part, side)
    }
    if inner is int:
        return click.IntRange(limits.get("ge"), limits.get("le")), many
    if inner is float:
        return click.FloatRange(limits.get("ge"), limits.get("le")), many
    return (click.BOOL if inner is bool else click.STRING), many


def _bare(annotation: object) -> object:
    """The type without its limits and without None."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return _bare(get_args(annotation)[0])
    if origin in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return _bare(parts[0])
    return annotation


def _flags(operation: type[Operation[Any]], shape: Shape) -> list[click.Parameter]:
    from .quotes import charges

    flags: list[click.Parameter] = []
    if charges(operation):
        flags.append(dry_run_option())
    if _is_waited_for(operation):
        flags.append(no_wait_option())
    if shape.out is not None:
        flags.append(out_option())
    if shape.confirm:
        flags.append(click.Option(["--yes"], is_flag=True, help="Do it without asking."))
    return flags


def _is_waited_for(operation: type[Operation[Any]]) -> bool:
    result = operation.result
    return isinstance(result, type) and issubclass(result, WAITED_FOR)


# -- carrying out ----------------------------------------------------------------------------------


def run(app: App, operation: type[Operation[Any]], shape: Shape, given: dict[str, Any]) -> None:
    """Send the operation that the options describe, and show what comes back."""
    dry_run, no_wait = given.pop("dry_run", False), given.pop("no_wait", False)
    out = given.pop("out", None)
    if out is not None and no_wait:
        raise click.UsageError("--out needs the finished result; leave out --no-wait.")
    if shape.confirm and not given.pop("yes", False):
        click.confirm(shape.confirm, abort=True, err=True)
    files = {
        name.removeprefix("file_of_"): given.pop(name)
        for name in list(given)
        if name.startswith("file_of_")
    }
    fields = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in given.items()
        if value is not None and value != ()
    } | dict(shape.fixed)
    opened = app.owner() if issubclass(operation, AdminOperation) else app.studio()
    with opened as studio:
        for name, file in files.items():
            if file is not None:
                fields[name] = _uploaded(studio, operation, name, file, fields, dry_run)
        asked = built(operation, fields)
        if dry_run:
            tell_price(app, studio, asked)
            return
        result = finished(app, studio, asked, wait=not no_wait)
        hand_over(app, studio, result, out, shape.out)


def _uploaded(
    studio: Studio,
    operation: type[Operation[Any]],
    name: str,
    file: Path,
    fields: dict[str, Any],
    dry_run: bool,
) -> str:
    data, called = params.contents(file)
    if "filename" in operation.model_fields:
        fields.setdefault("filename", called)
    return "uploads/dry-run" if dry_run else studio.library.upload(data, called)
