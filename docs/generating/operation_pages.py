"""A page for each group of operations: signature, fields, what comes back, price, errors, and an
example in Python and over HTTP.
"""

from __future__ import annotations

import inspect
import json
import re
from typing import Any, get_args, get_origin
from urllib.parse import quote, unquote

from pydantic import TypeAdapter
from wording import GENERATED, anchor, default, described, returned, sentence, table

import brandstudio.operations as ops
from brandstudio.domain.pricing import DEFAULT_PRICES
from brandstudio.http.wire import Codec, codec
from brandstudio.models.base import Accepted
from brandstudio.operations import Operation
from brandstudio.operations.fields import FIELDS
from brandstudio.studio import admin, file_groups, groups
from brandstudio.studio.signatures import signature_of
from brandstudio.studio.verbs import Call, Group, Verb
from examples import Example, example_of

TITLES = {"admin": "Owner (admin)", "invites": "Trial invitations"}
LEVELS = {"read": "Read", "create": "Create", "full": "Full"}
_KEY = "The same key gives the first result again for 24 hours. text; 1 to 255 characters"
WRITTEN_OUT = {
    "BrandifyImage": "images.brandify",
    "CheckImage": "images.check",
    "AddToLibrary": "library.add",
    "AddLogo": "logos.add",
    "AddFont": "fonts.add",
    "SearchLibrary": "library.search",
    "ListSimilar": "library.similar",
    "ListDuplicates": "library.duplicates",
}
"""Operations whose method is more than the operation: it takes files, or a first argument without a
name.
"""


def every() -> list[type[Operation[Any]]]:
    """Every operation, those with a route first."""
    owned = [
        value
        for value in vars(ops).values()
        if inspect.isclass(value)
        and issubclass(value, ops.AdminOperation)
        and value is not ops.AdminOperation
    ]
    # What takes something away stands after what uses it.
    owned.sort(key=lambda kind: kind.__name__.startswith(("Remove", "Revoke")))
    return [*ops.OPERATIONS, *owned]


def kinds() -> list[type[Group[Any]]]:
    """Every group of calls, those of the owner too."""
    found = [
        kind for module in (groups, file_groups, admin) for _, kind in inspect.getmembers(module)
    ]
    named = {
        kind.attribute: kind
        for kind in found
        if inspect.isclass(kind) and issubclass(kind, Group) and kind.attribute
    }
    return list(named.values())


def names() -> dict[str, str]:
    """The Python name of each operation, as ``images.revise``."""
    return dict(WRITTEN_OUT) | {
        value.operation.__name__: f"{kind.attribute}.{name}"
        for kind in kinds()
        for name, value in vars(kind).items()
        if isinstance(value, Verb)
    }


def pages() -> dict[str, str]:
    """Path below ``docs`` to text."""
    called = names()
    by_group: dict[str, list[type[Operation[Any]]]] = {}
    for operation in every():
        group = called[operation.__name__].split(".")[0]
        by_group.setdefault(group, []).append(operation)
    made = {
        f"reference/operations/{group}.md": _page(group, members, called)
        for group, members in by_group.items()
    }
    made["reference/operations/index.md"] = _index(by_group, called)
    return made


def _index(by_group: dict[str, list[type[Operation[Any]]]], called: dict[str, str]) -> str:
    tables = [
        f"## {TITLES.get(group, group.capitalize())}\n\n"
        + table(
            ("In Python", "What", "Key", "Credits"),
            [_row(operation, f"{group}.md", called) for operation in members],
        )
        for group, members in by_group.items()
    ]
    toc = "\n".join(by_group)
    parts = "\n".join(tables)
    return f"""{GENERATED}
# Operations

Each is one call of a studio, the same embedded and over HTTP. In Python all arguments are named; a folder is one string, like
`"acme/spring"`. Over HTTP it is spelled as [the contract says](#spec-folder-naming-rules), and a path that begins
`/v1/folders/` may begin `/v1/brands/`. Beside the errors named with each call, any call may answer
[those of every call](../errors.md#errors-of-every-call). A call that makes something takes an
[idempotency key](#decisions-idempotency-key).

The examples begin from one studio with a bit of everything; names like `image_id` hold ids of things in it. Those over HTTP
leave out `host` and `content-type: application/json`.

```{{toctree}}
:hidden:

{toc}
```

{parts}"""


def _row(
    operation: type[Operation[Any]], page: str, called: dict[str, str]
) -> tuple[str, str, str, str]:
    name = operation.__name__
    link = f"[`{called[name]}`]({page}#{anchor('operation', name)})"
    what = sentence(operation.__doc__).split("\n")[0]
    if operation.route is None:
        return link, what, "owner", ""
    what += f" `{operation.route.method} {operation.route.path}`"
    return link, what, LEVELS[operation.route.scope.label], _price(operation, short=True)


def _page(group: str, members: list[type[Operation[Any]]], called: dict[str, str]) -> str:
    parts = [_section(operation, called[operation.__name__]) for operation in members]
    parts += _more(group)
    setup = "<!-- python\nfrom furnishing import furnished\nglobals().update(furnished())\n-->\n"
    return f"{GENERATED}\n# {TITLES.get(group, group.capitalize())}\n\n{setup}\n" + "\n".join(parts)


def _section(operation: type[Operation[Any]], called: str) -> str:
    example = example_of(operation)
    lines = [
        f"({anchor('operation', operation.__name__)})=\n## {called}\n",
        sentence(operation.__doc__) + "\n",
        _facts(operation),
        f"```{{code-block}} python\n{_signature(operation, called)}\n```\n",
        _fields(operation),
        f"Returns {returned(operation.result, '../values.md')}{_waited(operation)}.\n",
        _errors(operation),
        f"```python\n{_python(operation, called, example)}\n```\n",
    ]
    if operation.route is not None:
        lines.append(f"```http\n{_http(operation, example)}\n```\n")
    return "\n".join(line for line in lines if line)


def _waited(operation: type[Operation[Any]]) -> str:
    """What waiting for accepted work gives."""
    for base in getattr(operation.result, "__orig_bases__", ()):
        if get_origin(base) is Accepted:
            given = get_args(base)[0]
            name = getattr(given, "__forward_arg__", None) or given.__name__
            link = f"[{name}](../values.md#{anchor('value', name)})"
            return f"; waiting for it (`.wait()`, or `await`) gives {link}"
    return ""


def _facts(operation: type[Operation[Any]]) -> str:
    route = operation.route
    if route is None:
        return "For the owner of the data folder: under `studio.admin` of an embedded studio, not over HTTP.\n"
    path = route.path
    for name, alias in codec(operation).path_names.items():
        path = path.replace(f"{{{name}}}", f"{{{alias}}}")
    status = f"{route.status}"
    if route.other_status is not None:
        status += f" ({route.other_status.status}: {route.other_status.means})"
    rows = [
        ("Over HTTP", f"`{route.method} {path}`, {status}"),
        ("Key level", _level(operation)),
        ("Price", _price(operation)),
    ]
    if route.extension:
        rows.append(("In the contract", "no, ours (`extension` in the OpenAPI document)"))
    if route.depth < 6:
        levels = "Level 1 only" if route.depth == 1 else f"Level 1 to {route.depth}"
        rows.append(("Folders", levels))
    if route.cache != "no-store":
        rows.append(("Caching", f"`{route.cache}`"))
    return "\n".join(f"- {name}: {text}" for name, text in rows) + "\n"


def _level(operation: type[Operation[Any]]) -> str:
    assert operation.route is not None
    level = LEVELS[operation.route.scope.label]
    if operation.required_scope is not Operation.required_scope:
        level += "; Full with `auto_approve_rules`"
    if operation.route.permission:
        level += f", and the permission `{operation.route.permission}`"
    return level


def _price(operation: type[Operation[Any]], short: bool = False) -> str:
    charged = operation.charges
    if not charged:
        return "free" if not short else ""
    if short:
        amounts = sorted({DEFAULT_PRICES[name] / 100 for name in charged})  # type: ignore[index]
        return " to ".join(f"{amount:g}" for amount in (amounts[0], amounts[-1])[: len(amounts)])
    return ", ".join(f"`{name}` {DEFAULT_PRICES[name] / 100:g}" for name in charged)  # type: ignore[index]


def _signature(operation: type[Operation[Any]], called: str) -> str:
    if operation.__name__ not in WRITTEN_OUT:
        return _call(called, signature_of(operation))
    group, method = called.split(".")
    owner = next(kind for kind in kinds() if kind.attribute == group)
    return _call(called, _own(vars(owner)[method]))


def _own(call: Call) -> inspect.Signature:
    """The signature of a call, without the group that it is called on."""
    shown = inspect.signature(call.function)
    return shown.replace(parameters=[*shown.parameters.values()][1:])


def _call(called: str, shown: inspect.Signature) -> str:
    parts = [f"    {_parameter(parameter)}," for parameter in shown.parameters.values()]
    result = _annotation(shown.return_annotation)
    if not parts:
        return f"studio.{called}() -> {result}"
    return "\n".join([f"studio.{called}(", *parts, f") -> {result}"])


def _more(group: str) -> list[str]:
    """Calls that are more than one operation: of several steps, or page after page."""
    found = []
    for kind in kinds():
        if kind.attribute.split(".")[0] != group:
            continue
        for name, value in vars(kind).items():
            called = f"{kind.attribute}.{name}"
            if not isinstance(value, Call) or isinstance(value, Verb):
                continue
            if called in WRITTEN_OUT.values():
                continue
            text = _prose(value.function.__doc__)
            shown = _call(called, _own(value))
            found.append(
                f"({anchor('call', called)})=\n## {called}\n\n{text}\n\n"
                f"```{{code-block}} python\n{shown}\n```\n"
            )
    return found


def _prose(doc: str | None) -> str:
    """A docstring without what was added to it for help(): arguments, answer, price and errors."""
    added = ("Arguments:", "Gives:", "Price:", "Needs:")
    parts = sentence(doc).split("\n\n")
    return "\n\n".join(part for part in parts if not part.startswith(added))


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "**" if parameter.kind is inspect.Parameter.VAR_KEYWORD else ""
    text = f"{stars}{parameter.name}: {_annotation(parameter.annotation)}"
    if parameter.default is inspect.Parameter.empty:
        return text
    given = parameter.default
    return f"{text} = {json.dumps(given) if isinstance(given, str) else repr(given)}"


def _annotation(annotation: Any) -> str:
    """A type as people write it, without the rooms that it lives in."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"\b(?:brandstudio|typing|collections|pathlib)(?:\.\w+)*\.(\w+)", r"\1", text)
    return text.replace("NoneType", "None").replace("'", '"')


def _fields(operation: type[Operation[Any]]) -> str:
    schema = TypeAdapter(operation).json_schema()
    required = schema.get("required", [])
    wire = codec(operation) if operation.route is not None else None
    rows = []
    ordered = sorted(operation.model_fields.items(), key=lambda pair: pair[0] == "idempotency_key")
    for name, info in ordered:
        alias = info.alias or name
        if name == "idempotency_key":
            rows.append(("`idempotency_key`", _KEY, "", "header `Idempotency-Key`"))
            continue
        told = schema["properties"][alias]
        shown = f"`{name}`" + (f", `{alias}`" if alias != name else "")
        where = _where(wire, name, alias) if wire is not None else ""
        kept = default(told, alias in required)
        means = info.description or FIELDS.get(name, "")
        kind = described(told, "" if means else alias, "../values.md")
        rows.append(
            (shown, f"{means[:1].upper()}{means[1:]}{'. ' if means else ''}{kind}", kept, where)
        )
    head = ("Field", "What, type and limits", "Default", "Travels in")
    return table(head, rows) if wire is not None else table(head[:3], [row[:3] for row in rows])


def _where(wire: Codec[Any], name: str, alias: str) -> str:
    if alias == wire.folder:
        if "level1" in wire.path_names:
            return "path (`level1`), the rest in the query"
        return "query, by its levels" if wire.folder_in_query else "body, by its levels"
    if name in wire.path_names:
        return "path"
    if alias == wire.file_name:
        return f"form, in place of `{wire.file.instead_of}`" if wire.file is not None else "form"
    return "query" if alias in wire.query_names else "body"


def _errors(operation: type[Operation[Any]]) -> str:
    if operation.route is None or not operation.route.errors:
        return ""
    codes = dict.fromkeys(kind.code for kind in operation.route.errors)
    links = [f"[`{code}`](../errors.md#{anchor('error', code)})" for code in codes]
    return f"Errors: {', '.join(links)}.\n"


def _python(operation: type[Operation[Any]], called: str, example: Example) -> str:
    if example.python:
        return example.python
    given = [f"{name}={_expression(value)}" for name, value in example.fields.items()]
    line = f"studio.{called}({', '.join(given)})"
    if len(line) <= 92:
        return line
    return "\n".join([f"studio.{called}(", *(f"    {part}," for part in given), ")"])


def _expression(value: Any) -> str:
    if isinstance(value, str) and (found := re.fullmatch(r"\{(\w+)\}", value)):
        return found[1]
    if isinstance(value, list):
        return f"[{', '.join(_expression(part) for part in value)}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(key)}: {_expression(part)}" for key, part in value.items())
        return f"{{{inner}}}"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def _http(operation: type[Operation[Any]], example: Example) -> str:
    request = codec(operation).encode(operation(**(example.over_http or example.fields)))
    query = "&".join(f"{name}={quote(value, safe='{}/')}" for name, value in request.query)
    lines = [f"{request.method} {unquote(request.path)}{'?' + query if query else ''} HTTP/1.1"]
    lines.append("x-api-key: bsk_...")
    if request.json is not None:
        body = json.loads(request.json)
        ordered = dict(sorted(body.items(), key=lambda pair: not pair[0].startswith("level")))
        lines += ["", json.dumps(ordered, indent=2, ensure_ascii=False)]
    return "\n".join(lines)
