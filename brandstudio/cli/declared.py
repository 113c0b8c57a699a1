"""A command from an operation's declaration: its fields are the arguments and options.

A field is an option in kebab-case (``aspect_ratio`` is ``--aspect-ratio``); the folder, ids and
whatever a ``Shape`` names are arguments. Literal types are choices, lists may be given several
times, links take a file instead (``--file``), and whatever charges has ``--dry-run`` with the price.
What is accepted for later is waited for unless ``--no-wait`` says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

import click
from pydantic.fields import FieldInfo

from ..models import Model
from ..models.designs import DesignAccepted
from ..models.images import ImageAccepted
from ..models.library import FocalPoint
from ..models.rules import RuleCheck
from ..models.style import ExtractionAccepted
from ..operations import AdminOperation, Operation
from . import params
from .app import App, example, pass_app
from .terminal import credits
from .values import CHECK, POINT, JsonValue

if TYPE_CHECKING:
    from ..studio import Studio

WAITED_FOR = (ImageAccepted, DesignAccepted, ExtractionAccepted)

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

HELP: Mapping[str, str] = {
    "aspect_ratio": "The frame's proportions, width to height.",
    "auto_approve_rules": "Adopt the rules that are found.",
    "author_name": "Who speaks, on a quote or a cover.",
    "author_role": "What that person is.",
    "brief": "What the copy is to say; - reads standard input.",
    "briefs": "Ideas for pictures like it.",
    "button_text": "The button's words, up to 40 characters.",
    "category": "What the references show.",
    "check": "What a machine can test, like 'tone.contrast >= 0.4'.",
    "client_reference_id": "A reference of your own; it comes back with the result.",
    "company_name": "Of the person who is invited.",
    "content_type": "What the references are.",
    "context": "What to look for; - reads standard input.",
    "count": "How many colours.",
    "cursor": "Go on where the page before ended.",
    "description": "What the item shows.",
    "domain": "Photos teach the pictures' look, designs the layout.",
    "draft": "The copy that is there; - reads standard input.",
    "email": "The address of the person.",
    "filename": "The name to keep it under.",
    "compliance": "What must always or never be said.",
    "essence": "What the brand is about, in a sentence.",
    "feel": "How it should feel.",
    "first_name": "Of the person who is invited.",
    "focal_point": "What every crop keeps: shares from the left and the top, like 0.3,0.5.",
    "folder": "The folder, like acme/spring.",
    "format": "In which form.",
    "from_version": "The version to start from; the newest or the one shown by default.",
    "headline": "The words that matter, up to 140 characters.",
    "idempotency_key": "The same key gives the first result again for 24 hours, uncharged.",
    "image_id": "A picture of the library.",
    "image_url": "A public https link.",
    "include_stats": "With counts and credits.",
    "instruction": "What is to change; - reads standard input.",
    "instructions": "What is to change, in plain words.",
    "into_image_id": "Save as the next version of this design.",
    "invite_id": "The invitation's id.",
    "item_id": "Add a version to this copy instead of new copy.",
    "keep_colours": "Leave the palette as it is.",
    "kind": "Of this kind alone.",
    "level": "The level of its folder whose hero it is to be.",
    "limit": "At most so many.",
    "logo": "A logo by its name; the primary one by default.",
    "max_side": "The longer side in pixels.",
    "name": "Its name.",
    "output_format": "The file's format.",
    "palette": 'The colours, as JSON: [{"hex": "#0b3d5c", "role": "primary"}].',
    "parent": "The folder that it goes into.",
    "purge": "For good, not to the trash.",
    "quality": "Of JPEG and WebP.",
    "reason": "What it is told for.",
    "replace": "Put them in the place of those that are there.",
    "resolution": "The longer side: 1K is 1024, 2K 2048, 4K 4096 pixels.",
    "role": "What it is used for.",
    "since": "Only from this day on, like 2026-11-01.",
    "size": "The banner's size.",
    "sizes": "Several sizes in one job; may be given again.",
    "slug": "Its name in paths; made from the name by default.",
    "source_url": "A public https link to the picture.",
    "status": "In this state alone.",
    "style_version": "An older style by its number.",
    "sub_brands": "Copy these sub-brands alone; may be given again.",
    "subhead": "A second line, up to 200 characters.",
    "tags": "A tag; may be given again.",
    "target": "The length to reach, like '80 words' or 'one sentence'.",
    "template": "A template, built in or your own, or all.",
    "text": "The words.",
    "title": "Its title.",
    "to": "The folder that it goes to.",
    "trashed": "In the trash.",
    "url": "The invitation's link.",
    "variant": "The variant for one kind of ground.",
    "version": "The version's number.",
    "voice": 'How the brand speaks, as JSON: {"banned_words": ["cheap"]}.',
    "voice_text": "How the brand speaks, in a sentence.",
    "website_url": "Learn the purpose, colours and fonts of this site too.",
    "with_hero": "With the picture that stands for each folder.",
}
"""What a field is for, wherever it appears; a ``Shape`` may say it better for its command."""


@dataclass(frozen=True)
class Shape:
    """How one operation is spoken on the command line.

    ``arguments`` are the fields that stand without an option's name (by default the required folder
    and ids); ``files`` the link fields that take a file from disk as well; ``fixed`` what this
    command always says, which is no option then; ``usual`` the defaults of this command; ``confirm`` a
    question before something that can't be undone.
    """

    example: str
    arguments: tuple[str, ...] | None = None
    files: tuple[str, ...] = ()
    types: Mapping[str, click.ParamType[Any]] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
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
    def call(app: App, /, **given: Any) -> None:
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
    words = shape.help.get(name) or HELP.get(name)
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
    info: FieldInfo, option: str, taken: Any, many: bool, words: str | None, usual: Any
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


def _metavar(taken: Any, name: str) -> str:
    if isinstance(taken, click.types.IntParamType | click.types.FloatParamType):
        return "N"
    return {
        "path": "PATH",
        "image id": "ID",
        "item id": "ID",
        "template": "NAME",
        "since": "DATE",
    }.get(getattr(taken, "name", ""), "DATE" if name == "since" else "TEXT")


def _type(info: FieldInfo, name: str, shape: Shape) -> tuple[Any, bool]:
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


def _bare(annotation: Any) -> Any:
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
    if shape.confirm:
        flags.append(click.Option(["--yes"], is_flag=True, help="Do it without asking."))
    return flags


def dry_run_option() -> click.Option:
    """``--dry-run``."""
    return click.Option(["--dry-run"], is_flag=True, help="Say what it would cost; do nothing.")


def no_wait_option() -> click.Option:
    """``--no-wait``."""
    return click.Option(
        ["--no-wait"], is_flag=True, help="Print the job's id and leave the work to a worker."
    )


def _is_waited_for(operation: type[Operation[Any]]) -> bool:
    result = operation.result
    return isinstance(result, type) and issubclass(result, WAITED_FOR)


# -- carrying out ----------------------------------------------------------------------------------


def run(app: App, operation: type[Operation[Any]], shape: Shape, given: dict[str, Any]) -> None:
    """Send the operation that the options describe, and show what comes back."""
    dry_run, no_wait = given.pop("dry_run", False), given.pop("no_wait", False)
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
        send(app, studio, asked, wait=not no_wait)


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


def send(app: App, studio: Studio, asked: Operation[Any], *, wait: bool = True) -> Any:
    """Carry it out, wait where there is something to wait for, and show the result."""
    result = studio.send(asked)
    if wait and isinstance(result, WAITED_FOR):
        result = waited(app, result)
    display(app, studio, result)
    return result


def display(app: App, studio: Studio, result: Any) -> None:
    """A result as a person or a program reads it, with its picture where that can be seen."""
    if app.as_json:
        app.show(result)
        return
    from . import shown

    data = shown.picture_of(result, studio)
    if data is not None:
        app.picture(data)
    app.show(result, *shown.lines_of(result))


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
        f", and {credits(found.may_add)} more at most {found.why} ({found.perhaps[0]})"
        if found.perhaps
        else ""
    )
    named = " + ".join(f"{count} x {name}" if count > 1 else name for name, count in found.parts)
    app.show(
        found.as_json(),
        f"Would charge {credits(found.credits)} credits ({named}){more}. Nothing was done.",
    )
