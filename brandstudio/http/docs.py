"""``/docs``: the OpenAPI document as one page that needs no network, readable without scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from typing import Any

from .pages import MARK, asset, digest

_METHODS = ("get", "post", "patch", "put", "delete")
_LEVELS = {"read": "Read only", "create": "Create", "full": "Full access"}


@cache
def headers() -> dict[str, str]:
    """The policy of the page: its own style and script, nothing from elsewhere."""
    policy = (
        f"default-src 'none'; style-src {digest(_style())}; script-src {digest(asset('docs.js'))}; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    return {"content-security-policy": policy, "referrer-policy": "no-referrer"}


def docs_page(document: dict[str, Any]) -> bytes:
    """The whole page."""
    groups: dict[str, list[tuple[str, str, dict[str, object]]]] = {
        tag["name"]: [] for tag in document["tags"]
    }
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item and not item[method].get("deprecated"):
                groups[item[method]["tags"][0]].append((method, path, item[method]))
    shown = [(tag, groups[tag["name"]]) for tag in document["tags"] if groups[tag["name"]]]
    server = document["servers"][0]["url"].rstrip("/")
    if not server.startswith("http"):
        server = f"https://studio.example.com{server}"
    body = "".join(_group(tag, entries, document, server) for tag, entries in shown)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(document["info"]["title"])}</title>
<style>{_style()}</style>
</head>
<body class="docs">
<a class="skip" href="#content">Skip to the calls</a>
<nav aria-label="Calls">
<div class="mark">{MARK}<span>brandstudio</span></div>
<div id="search" role="search" hidden><label for="filter">Filter (press /)</label>
<input id="filter" type="search" placeholder="revise, golden-refs, 409"></div>
{"".join(_menu(tag["name"], entries) for tag, entries in shown)}
<div data-group><h2>Shapes</h2><ul><li data-words="shapes schemas"><a href="#shapes">All shapes</a></li></ul></div>
</nav>
<main id="content">
<header><h1>{escape(document["info"]["title"])}</h1>
<p class="quiet">Version {escape(document["info"]["version"])} ·
<a href="v1/openapi.json">OpenAPI {escape(document["openapi"])} document</a></p>
{_prose(document["info"]["description"])}</header>
{body}
{_shapes(document)}
</main>
<script>{asset("docs.js")}</script>
</body>
</html>
""".encode()


def _style() -> str:
    return asset("page.css") + asset("docs.css")


def _menu(name: str, entries: list[tuple[str, str, dict[str, Any]]]) -> str:
    items = "".join(
        f'<li data-words="{_words(method, path, item)}"><a href="#{item["operationId"]}">'
        f'<span class="verb {method}">{method.upper()}</span><span>{escape(item["summary"])}</span></a></li>'
        for method, path, item in entries
    )
    return f"<div data-group><h2>{escape(name)}</h2><ul>{items}</ul></div>"


def _words(method: str, path: str, item: dict[str, Any]) -> str:
    statuses = " ".join(response["description"] for response in item["responses"].values())
    words = f"{method} {path} {item['summary']} {item['operationId']} {' '.join(item['responses'])} {statuses}"
    return escape(words.lower())


def _group(
    tag: dict[str, Any],
    entries: list[tuple[str, str, dict[str, Any]]],
    document: dict[str, Any],
    server: str,
) -> str:
    calls = "".join(_call(method, path, item, document, server) for method, path, item in entries)
    return f"<section data-group><h2>{escape(tag['name'])}</h2><p>{escape(tag['description'])}</p>{calls}</section>"


def _call(
    method: str, path: str, item: dict[str, Any], document: dict[str, Any], server: str
) -> str:
    level = _LEVELS.get(item.get("x-key-level", ""), "no key")
    badges = f'<span class="badge">{level}</span>'
    if "extension" in item["tags"]:
        badges = f'<span class="badge">extension</span>{badges}'
    text = item.get("description", item["summary"]).partition("\n\nKey level")[0]
    parts = [_prose(text)] if text.rstrip(".") != item["summary"] else []
    parameters = [_resolved(parameter, document) for parameter in item.get("parameters", ())]
    if parameters:
        rows = [
            (
                told["name"],
                told["schema"],
                told.get("required", False),
                told.get("description", ""),
                told.get("deprecated", False),
                told["in"],
            )
            for told in parameters
        ]
        parts.append("<h3>Parameters</h3>" + _table(rows))
    for kind, content in item.get("requestBody", {}).get("content", {}).items():
        schema = content["schema"]
        if "properties" in schema:
            needed = "" if item["requestBody"]["required"] else ", optional"
            parts.append(
                f'<h3>Body <span class="quiet">{escape(kind)}{needed}</span></h3>{_fields(schema)}'
            )
    parts.append(
        f"<h3>Example</h3>{_code(_curl(method, path, item, server, parameters), 'data-copy ')}"
    )
    parts.append(_answers(item["responses"]))
    return (
        f'<details class="op" data-words="{_words(method, path, item)}"><summary>'
        f'<span class="verb {method}">{method.upper()}</span>'
        f'<span><span class="path">{escape(path)}</span><span class="what">{escape(item["summary"])}</span></span>'
        f'<span class="badges">{badges}</span></summary>'
        f'<div class="inside" id="{item["operationId"]}">{"".join(parts)}</div></details>'
    )


def _curl(
    method: str, path: str, item: dict[str, Any], server: str, parameters: list[dict[str, Any]]
) -> str:
    for parameter in parameters:
        if parameter["in"] == "path":
            path = path.replace(
                f"{{{parameter['name']}}}", str(parameter.get("example", parameter["name"]))
            )
    names = {parameter["name"] for parameter in parameters if parameter["in"] == "query"}
    if "level1" in names:
        path += "?level1=acme"
    lines = [f"curl{'' if method == 'get' else f' -X {method.upper()}'} '{server}{path}'"]
    if "security" not in item:
        lines.append("  -H 'x-api-key: '\"$KEY\"")
    content = item.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None:
        sent = json.dumps(content["example"], indent=2, ensure_ascii=False).replace("'", "'\\''")
        lines += ["  -H 'content-type: application/json'", f"  -d '{sent}'"]
    return " \\\n".join(lines)


def _answers(responses: dict[str, Any]) -> str:
    parts = ["<h3>Answers</h3>"]
    rows = []
    for status, response in responses.items():
        content = response.get("content", {}).get("application/json", {})
        schema = content.get("schema", {})
        shape = (
            _kind(schema) if schema.get("$ref", "").rpartition("/")[2] != "Error" and schema else ""
        )
        when = escape(response["description"])
        rows.append(f'<tr><td>{status}</td><td>{when}</td><td class="kind">{shape}</td></tr>')
        if "example" in content:
            shown = json.dumps(content["example"], indent=2, ensure_ascii=False)
            parts.append(
                f'<details class="fold"><summary>An answer with {status}</summary>{_code(shown)}</details>'
            )
    return parts[0] + _grid(("Status", "When", "Shape"), rows) + "".join(parts[1:])


def _shapes(document: dict[str, Any]) -> str:
    boxes = []
    for name, schema in document["components"]["schemas"].items():
        text = _prose(schema["description"]) if "description" in schema else ""
        inside = _fields(schema) if "properties" in schema else f"<p>{_kind(schema)}</p>"
        boxes.append(
            f'<details class="op" data-words="{name.lower()}"><summary><span class="verb">shape</span>'
            f'<span class="path">{escape(name)}</span></summary>'
            f'<div class="inside" id="shape-{escape(name)}">{text}{inside}</div></details>'
        )
    return f'<section data-group id="shapes"><h2>Shapes</h2><p>What answers are made of.</p>{"".join(boxes)}</section>'


def _fields(schema: dict[str, Any]) -> str:
    needed = schema.get("required", ())
    return _table(
        (name, told, name in needed, told.get("description", ""), told.get("deprecated", False), "")
        for name, told in schema["properties"].items()
    )


def _table(rows: Iterable[tuple[str, dict[str, Any], bool, str, bool, str]]) -> str:
    lines: list[str] = []
    older: list[str] = []
    for name, schema, required, text, deprecated, place in rows:
        label = f'<span class="old">{escape(name)}</span>' if deprecated else escape(name)
        need = ' <span class="needed">required</span>' if required else ""
        where = f' <span class="quiet">{place}</span>' if place in ("path", "header") else ""
        line = f'<tr><td>{label}{need}{where}</td><td class="kind">{_kind(schema)}</td><td>{_inline(text)}</td></tr>'
        (older if deprecated else lines).append(line)
    titles = ("Name", "Kind", "What")
    table = _grid(titles, lines) if lines else ""
    if older:
        table += (
            f'<details class="fold"><summary>Older names</summary>{_grid(titles, older)}</details>'
        )
    return table


def _grid(titles: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _code(text: str, mark: str = "") -> str:
    return f'<pre {mark}tabindex="0"><code>{escape(text)}</code></pre>'


def _kind(schema: dict[str, Any]) -> str:
    """A schema in a few words, with links to the shapes that it names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#shape-{name}">{name}</a>'
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        words = ", ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
        return words + _default(schema)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_kind(arm) for arm in schema[key])) + _default(schema)
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        kind = " or ".join(kind)
    if kind == "array":
        inner = schema.get("items")
        return (
            f"array of {_kind(inner)}"
            if inner
            else f"array of {len(schema.get('prefixItems', []))}"
        )
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    if kind == "object" and len(schema.get("properties", {})) == 1:
        name, told = next(iter(schema["properties"].items()))
        return f"{escape(name)}: {_kind(told)}"
    return escape(kind) + _bounds(schema) + _default(schema)


def _bounds(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is not None and high > 2**53:
        high = None
    if low is not None and high is not None:
        return f", {low:g} to {high:g}"
    if low is not None:
        return f", {low:g} or more"
    if "maxLength" in schema:
        return f", up to {schema['maxLength']} characters"
    return f", {escape(schema['format'])}" if "format" in schema else ""


def _default(schema: dict[str, Any]) -> str:
    return (
        f"; default <code>{escape(json.dumps(schema['default']))}</code>"
        if "default" in schema
        else ""
    )


def _resolved(parameter: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in parameter:
        found: dict[str, object] = document["components"]["parameters"][
            parameter["$ref"].rpartition("/")[2]
        ]
        return found
    return parameter


def _prose(text: str) -> str:
    return "".join(f"<p>{_inline(part)}</p>" for part in text.strip().split("\n\n"))


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
