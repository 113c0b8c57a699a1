"""Errors, settings, the command line, formats, events and the folder of data, each from the code
that it describes.
"""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

import click
from facts import EVENTS, FILES, SETTINGS, TABLES
from field_docs import with_descriptions
from pydantic import TypeAdapter
from wording import GENERATED, anchor, default, described, sentence, table

from brandstudio import errors, settings, store
from brandstudio.cli.root import cli
from brandstudio.domain.rules import MEASURES
from brandstudio.models.designs import DesignSpec
from brandstudio.models.rules import Rule, RuleCheck
from brandstudio.operations import OPERATIONS
from brandstudio.render.layout.template import Template


def pages() -> dict[str, str]:
    """Path below ``docs`` to text."""
    return {
        "reference/errors.md": _errors(),
        "reference/settings.md": _settings(),
        "reference/command-line.md": _commands(),
        "reference/formats.md": _formats(),
        "reference/events.md": _events(),
        "reference/data-folder.md": _data_folder(),
        **{f"_static/schemas/{name}.json": text for name, text in _schemas().items()},
        # What a server gives to editors, and the command prints.
        "../brandstudio/http/static/template.schema.json": _schemas()["template"],
    }


# ---- errors --------------------------------------------------------------------------------------

ALWAYS = (
    errors.Unauthenticated,
    errors.InvalidApiKey,
    errors.InsufficientScope,
    errors.ClientPaused,
    errors.ValidationError,
    errors.MissingBody,
    errors.MethodNotAllowed,
    errors.FolderAliasConflict,
    errors.FolderTooDeep,
    errors.FolderDepthUnsupported,
    errors.IdempotencyConflict,
    errors.IdempotencyInProgress,
    errors.PayloadTooLarge,
    errors.ServiceBusy,
    errors.StudioError,
)
"""What any call may answer."""


def _errors() -> str:
    kinds = sorted(errors.BY_CODE.items(), key=lambda pair: (pair[1].status, pair[0]))
    called: dict[str, list[str]] = {}
    for operation in OPERATIONS:
        assert operation.route is not None
        for kind in operation.route.errors:
            called.setdefault(kind.code, []).append(operation.__name__)
    always = ", ".join(f"[`{kind.code}`](#{anchor('error', kind.code)})" for kind in ALWAYS)
    parts = [
        f"""{GENERATED}
# Errors

An answer that is no success has one body: `{{"error": {{"code", "message", "details"?, "requestId"}}}}`. Branch on the code;
the message is for people and says what to do. In Python the code is a class of `brandstudio.errors`, in capitals there and in
CamelCase here: `INSUFFICIENT_CREDITS` is `InsufficientCredits`, with `.code`, `.message`, `.details` and `.request_id`. All are
`StudioError`s.

## Errors of every call

{always}.

## Codes
"""
    ]
    for code, kind in kinds:
        where = f"HTTP {kind.status}"
        if issubclass(kind, errors.JobError):
            where = "the error of a job, never of a request"
        facts = [where, f"`errors.{kind.__name__}`"]
        if kind.retryable:
            facts.append("worth another try")
        parts.append(f"({anchor('error', code)})=\n### {code}\n\n{', '.join(facts)}.")
        parts.append(f"{sentence(kind.__doc__)}\n")
        if code in called:
            links = [
                f"[{name}](#{anchor('operation', name)})" for name in dict.fromkeys(called[code])
            ]
            parts.append(f"Told by {', '.join(links)}.\n")
    return "\n\n".join(parts)


# ---- settings ------------------------------------------------------------------------------------


def _settings() -> str:
    known = {field.name: field for field in fields(settings.Settings)}
    parts = [
        f"""{GENERATED}
# Settings

The command line, `open()` and `connect()` read these variables; nothing else reads the environment. A program may give the
same to `brandstudio.open(...)` by the name in Python, which wins. A value that can't be read is `VALIDATION_ERROR` and names its
variable.
"""
    ]
    for name, (python, text) in SETTINGS.items():
        field = known.pop(python, None)
        given = "" if field is None or field.default is MISSING else _shown(field.default)
        facts = f"- In Python: `{python}`\n- Default: {given or 'none'}"
        parts.append(f"({anchor('setting', name)})=\n## {name}\n\n{text}\n\n{facts}\n")
    left = [name for name in known if name != "data"]
    rows = [(f"`{name}`", _shown(known[name].default)) for name in left]
    parts.append(f"## In Python only\n\n{table(('Name', 'Default'), rows)}")
    return "\n\n".join(parts)


def _shown(value: Any) -> str:
    if value is None or value == frozenset():
        return "none"
    if isinstance(value, tuple):
        return f"`{','.join(f'{part:g}' for part in value)}`"
    return f"`{value}`"


# ---- command line --------------------------------------------------------------------------------


def _commands() -> str:
    root = click.Context(cli, info_name="brandstudio")
    parts = [
        f"""{GENERATED}
# Command line

`brandstudio [--data DIR] [--workspace NAME_OR_ID] [--json] COMMAND`. What makes something prints what a script wants as the
last word of the last line; with `--json` everything is JSON, errors too. Errors go to standard error with their code and status
1; wrong usage is status 2.

{_options(cli, root)}"""
    ]
    for name in cli.list_commands(root):
        command = cli.get_command(root, name)
        assert command is not None
        parts += _command(command, root, f"brandstudio {name}")
    return "\n\n".join(parts)


def _command(command: click.Command, parent: click.Context, path: str) -> list[str]:
    context = click.Context(command, info_name=path.rpartition(" ")[2], parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    text = sentence((command.help or "").replace("\b", ""))
    depth = "#" * path.count(" ") + "#"
    found = [f"({anchor('command', path)})=\n{depth} {path}\n\n{text}"]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            found += _command(inner, context, f"{path} {name}")
        return found
    found.append(f"```text\n{path} {usage}\n```")
    found.append(_options(command, context))
    example = re.search(r"Example:\n\s*(.+)", command.epilog or "", re.DOTALL)
    if example:
        lines = [line.strip() for line in example[1].splitlines() if line.strip()]
        found.append("```sh\n" + "\n".join(lines) + "\n```")
    return [part for part in found if part]


def _options(command: click.Command, context: click.Context) -> str:
    rows = []
    for option in command.get_params(context):
        record = option.get_help_record(context) if isinstance(option, click.Option) else None
        if record is not None and "--help" not in option.opts:
            rows.append((f"`{record[0]}`", record[1]))
    return table(("Option", "What"), rows)


# ---- formats -------------------------------------------------------------------------------------


def _schemas() -> dict[str, str]:
    adapters: dict[str, tuple[Any, Any]] = {
        "design-spec": (TypeAdapter(DesignSpec), "serialization"),
        "template": (TypeAdapter(Template), "validation"),
        "rule": (TypeAdapter(Rule), "serialization"),
        "rule-check": (TypeAdapter(RuleCheck), "validation"),
    }
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    made = {name: adapter.json_schema(mode=mode) for name, (adapter, mode) in adapters.items()}
    # Editors show what a field says while a template is written.
    made["template"] = with_descriptions(made["template"], Template)
    return {
        name: json.dumps({**dialect, **schema}, indent=1) + "\n" for name, schema in made.items()
    }


def _formats() -> str:
    schemas = {name: json.loads(text) for name, text in _schemas().items()}
    rows = [
        (
            f"`{measure.name}`",
            measure.kind,
            measure.meaning,
            measure.unit,
            ", ".join(f"`{choice}`" for choice in measure.choices),
        )
        for measure in MEASURES.values()
    ]
    return f"""{GENERATED}
# Formats

What people write and programs exchange, with the JSON Schema (2020-12) of each, made from the code that reads it.

(format-template)=
## Template

A file in TOML or JSON, at most 64 kB, that says where words, photo and logo go. Places are counted in twelve columns and twelve
rows, never in pixels. [JSON Schema](../_static/schemas/template.json); `brandstudio templates lint FILE` says what is wrong with one.

`order` names what stands in the stack of words, each at most once: `headline`, `subhead`, `button`, `byline`, and slots of words
that the template declares. `when` is `slots.NAME`, `photo` or `logo`, each with `not` before it or without, joined by `and` or by
`or` (not by both, and without brackets): `slots.price and not photo`.

Faults name layers and places of words by their number in the file, the first is 0: `layouts.square.layers.0`.

{_parts(schemas["template"], "template")}

(format-rule)=
## Rule

A sentence for people, and where a machine can test it, a check. [JSON Schema of a rule](../_static/schemas/rule.json),
[of a check](../_static/schemas/rule-check.json).

{_parts(schemas["rule"], "rule")}

(format-measures)=
### Measures

What a check can test. Numbers take `<=`, `>=`, `between` and `is`; words `is`, `in`, `not_in` and `matches`; lists of words `in`,
`not_in` and `is`; yes and no `is`.

{table(("Measure", "Of", "What it is", "Unit", "Words"), rows)}

(format-design-spec)=
## DesignSpec

The recipe of a banner: its layers from back to front and all that is needed to draw the same bytes again. Lengths are pixels of
the finished banner with the origin at the top left; a box is `[x, y, width, height]`.
[JSON Schema](../_static/schemas/design-spec.json); `brandstudio export JOB VARIANT --format spec` writes one.

{_parts(schemas["design-spec"], "design-spec")}"""


def _parts(schema: dict[str, Any], name: str) -> str:
    """The whole first, then each part that it is made of."""
    whole = {key: value for key, value in schema.items() if key not in ("$defs", "$schema")}
    found = [_fields(whole)]
    for part, inner in sorted(schema.get("$defs", {}).items()):
        if "properties" not in inner:
            continue
        text = sentence(inner.get("description"))
        found.append(
            f"({anchor(f'{name}-part', part)})=\n### {part} of a {name}\n\n{text}\n\n{_fields(inner)}"
        )
    text = "\n\n".join(found)
    return text.replace("values.md#value-", f"#{name}-part-")


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [
        (f"`{field}`", described(told, field), default(told, field in required))
        for field, told in schema.get("properties", {}).items()
    ]
    told = [sentence(inner.get("description")) for inner in schema.get("properties", {}).values()]
    if not any(told):
        return table(("Field", "Type and limits", "Default"), rows)
    rows = [(*row, text) for row, text in zip(rows, told, strict=True)]
    return table(("Field", "Type and limits", "Default", "What it says"), rows)


# ---- events --------------------------------------------------------------------------------------


def _events() -> str:
    rows = [(f"`{name}`", text) for name, text in EVENTS.items()]
    return f"""{GENERATED}
# Events

A workspace with an address for webhooks is told what became of its work, by a signed POST with the headers `x-service-event` and
`x-service-signature`. [How to receive them](../guides/receive-webhooks.md); [what the contract says](#spec-events).

{table(("Event", "When"), rows)}

The body of an event of a picture:

| Field | Type | |
|---|---|---|
| `event` | text | as in the table above |
| `id` | text | of the picture |
| `version` | integer | the version that was made, or that failed |
| `url` | text | a fresh link to the current version, good for an hour; empty where there is none |
| `createdAt` | time | when the event came to be |
| `metadata` | object | `brand`, `subBrand`, `campaign`, `prompt`, `clientReferenceId` |
| `error` | object | of `image.failed` only: `code`, `message`, `retryable` |
"""


# ---- folder of data ------------------------------------------------------------------------------


def _data_folder() -> str:
    files = [(f"`{name}`", text) for name, text in FILES.items()]
    database = sqlite3.connect(":memory:")
    for script in sorted((Path(store.__file__).parent / "schema").glob("*.sql")):
        database.executescript(script.read_text())
    found = database.execute(
        "select name from sqlite_schema where type = 'table' and name not like 'search\\_items\\_%' escape '\\'"
        " and name not like 'sqlite%' order by name"
    )
    parts = []
    for (name,) in found.fetchall():
        columns = database.execute(
            'select name, type, "notnull" from pragma_table_info(?)', (name,)
        )
        rows = [
            (f"`{column}`", kind.lower() or "text", "" if needed else "may be null")
            for column, kind, needed in columns
        ]
        parts.append(
            f"({anchor('table', name)})=\n### {name}\n\n{_told(TABLES, name, 'table')}\n\n{table(('Column', 'Type', ''), rows)}"
        )
    text = "\n\n".join(parts)
    return f"""{GENERATED}
# Folder of data

Everything a studio remembers lies in one folder; nothing lies elsewhere. Copy it with `brandstudio backup`, which is consistent
while servers run; a plain copy is good only while nothing has it open. It must be on a local disk: SQLite's locks do not hold over
a network file system, and the studio refuses one.

{table(("File", "What"), files)}

(data-folder-tables)=
## Tables

Times are milliseconds since 1970 in UTC, credits are hundredths. The schema is numbered SQL files, each applied in one
transaction with the record that it ran.

{text}"""


def _told(facts: dict[str, str], name: str, what: str) -> str:
    if name not in facts:
        raise SystemExit(f"docs/generating/facts.py says nothing of the {what} {name}")
    return facts[name]
