"""What servers say when they refuse or fail: each in a shape of its own, all of it from outside.

OpenAI's and Google's error objects (developers.openai.com, google.rpc.Status), ComfyUI's
``node_errors``, FastAPI's ``detail`` (vLLM-Omni, SGLang), and the bare words of smaller servers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

Value = Mapping[str, object]


def error_in(value: Value) -> tuple[str, str, str]:
    """Code, parameter and text of an error body, in the shapes that servers use."""
    error = value.get("error", value.get("detail", value.get("message", "")))
    if isinstance(error, dict):
        code = " ".join(str(error.get(name) or "") for name in ("code", "type")).strip()
        text = " ".join(filter(None, (str(error.get("message") or ""), *_of_nodes(value))))
        return code, str(error.get("param") or ""), " ".join(str(text or "").split())
    if isinstance(error, list) and (fields := "; ".join(_of_fields(error))):
        return "", "", " ".join(fields.split())
    said = error if isinstance(error, str) else json.dumps(error)
    why = value.get("message")  # stable-diffusion.cpp: what kind beside why
    if "error" in value and isinstance(why, str) and why and why != said:
        said = f"{said}: {why}"
    return "", "", " ".join(said.split())


def delay_in(value: Value) -> float | None:
    """The seconds that a google.rpc.RetryInfo among the details of an error asks to wait.

    Gemini says the same of a quota of the minute, of the day and of none at all ("check your plan and
    billing details"), with such a delay each time: only what is not used up for longer has one here.
    """
    error = value.get("error")
    details = _dicts(error.get("details") if isinstance(error, dict) else None)
    quotas = [each for detail in details for each in _dicts(detail.get("violations"))]
    none_at_all = re.search(r"\blimit: 0\b", error_in(value)[2])
    if none_at_all or any("PerDay" in str(quota.get("quotaId")) for quota in quotas):
        return None
    for detail in details:
        said = detail.get("retryDelay")
        if isinstance(said, str) and re.fullmatch(r"\d{1,6}(\.\d{1,9})?s", said, re.ASCII):
            return float(said[:-1])
    return None


def _of_nodes(value: Value) -> Iterator[str]:
    """What ComfyUI says of each node of a graph that it refused (``node_errors``)."""
    nodes = value.get("node_errors")
    for node in nodes.values() if isinstance(nodes, dict) else ():
        for error in _dicts(node.get("errors") if isinstance(node, dict) else None):
            said = [str(error[name]) for name in ("message", "details") if error.get(name)]
            if said:
                yield f"{node.get('class_type')}: {': '.join(said)}."


def _of_fields(errors: object) -> Iterator[str]:
    """What FastAPI (vLLM-Omni, SGLang) says of each field that it refused."""
    for error in _dicts(errors):
        place = error.get("loc")
        field = place[-1] if isinstance(place, list) and place else "request"
        yield f"{field}: {error.get('msg') or 'not valid'}"


def _dicts(value: object) -> list[Value]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
