"""Words and looking at pictures through ``chat/completions``.

A structured answer is asked for in the strictest way that the server knows: ``json_schema``, else
``json_object``, else in words. A server that refuses a way (400, 422, 500, 501) or ignores it (the
answer does not fit) is asked in the next one, and what worked is remembered. Whatever the way, the
answer is checked here; one that does not fit is sent back once with what is wrong.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from PIL import Image

from brandstudio.engines.fitting import opaque
from brandstudio.engines.openai import structured
from brandstudio.engines.openai.client import BASE_URL, Client, Provider, Rejected
from brandstudio.engines.protocols import Answer, Capabilities, TextRequest, VisionRequest
from brandstudio.errors import ContentRefused, UpstreamError
from brandstudio.pixels import encode

if TYPE_CHECKING:
    from brandstudio.engines.protocols import Pixels

Way = Literal["json_schema", "json_object", "words"]
_WAYS: tuple[Way, ...] = ("json_schema", "json_object", "words")
# : A picture is sent with this long side at most: models scale to about as much, and pay by the
# tile.
PICTURE_SIDE = 1024
_OVERFLOW = (
    "context_length",
    "context_size",
    "context length",
    "maximum context",
    "too many tokens",
)


class OpenAITextEngine:
    """Writes words and structured answers. Safe to share between threads."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str = BASE_URL,
        api_key: str | None = None,
        client: Client | None = None,
    ) -> None:
        """``client`` stands in for ``base_url`` and ``api_key``, to share one or to set its
        patience.
        """
        self._model = model
        self._conversation = _Conversation(client or Client(Provider(base_url, api_key)), model)

    @property
    def capabilities(self) -> Capabilities:
        """What a chat model can do."""
        understands = (
            "free text in any language that the model knows",
            "structured answers, checked here",
        )
        return Capabilities(name="openai", model=self._model, text=True, understands=understands)

    def complete(self, request: TextRequest) -> Answer:
        """What the model writes; with a schema, a value that fits it."""
        messages: list[dict[str, object]] = [
            {"role": turn.role, "content": turn.text} for turn in request.messages
        ]
        body: dict[str, object] = {
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
        }
        if request.seed is not None:
            body["seed"] = request.seed
        return self._conversation.answered(request.system, messages, body, request.schema)


class OpenAIVisionEngine:
    """Looks at pictures. Safe to share between threads."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str = BASE_URL,
        api_key: str | None = None,
        client: Client | None = None,
    ) -> None:
        """``client`` stands in for ``base_url`` and ``api_key``, to share one or to set its
        patience.
        """
        self._model = model
        self._conversation = _Conversation(client or Client(Provider(base_url, api_key)), model)

    @property
    def capabilities(self) -> Capabilities:
        """What a chat model that takes pictures can do."""
        understands = ("questions about a picture", "structured answers, checked here")
        return Capabilities(name="openai", model=self._model, vision=True, understands=understands)

    def describe(self, request: VisionRequest) -> Answer:
        """What the model sees; with a schema, a value that fits it."""
        content = [
            {"type": "text", "text": request.prompt},
            {"type": "image_url", "image_url": {"url": _data_url(request.picture)}},
        ]
        body = {"max_tokens": request.max_tokens, "temperature": 0.2}
        return self._conversation.answered(
            request.system, [{"role": "user", "content": content}], body, request.schema
        )


class _Conversation:
    """Asks a chat server, and remembers what it does not know."""

    def __init__(self, client: Client, model: str) -> None:
        self._client = client
        self._model = model
        # What this server taught us. Losing a race between threads costs one more refused request.
        self._first_way = 0
        self._left_out: frozenset[str] = frozenset()
        self._renamed: dict[str, str] = {}

    def answered(
        self,
        system: str,
        messages: list[dict[str, Any]],
        body: dict[str, Any],
        schema: Mapping[str, object] | None,
    ) -> Answer:
        """The model's answer; with a schema, a value that fits it, or UpstreamError."""
        sent = _written_out(system, messages)
        if schema is None:
            text, model, cut = self._asked(system, messages, body, retry=True)
            warnings = ("The answer was cut off at the model's limit.",) if cut else ()
            return Answer(text, sent, model, warnings=warnings, cut_off=cut)
        wrong, lasting = "no answer", True
        for number in range(self._first_way, len(_WAYS)):
            way = _WAYS[number]
            try:
                text, model, cut = self._asked(
                    _with_schema(system, schema, way),
                    messages,
                    {**body, **_format(schema, way)},
                    retry=way == "words",
                )
            except Rejected as rejected:
                if _overflows(rejected) or rejected.status_code not in {400, 422, 500, 501}:
                    raise rejected.as_error() from rejected
                lasting &= rejected.status_code != 500  # which may also have been bad luck
                continue
            lasting &= not cut
            data, wrong = _fitting(text, schema)
            if data is None:
                text, model, data, wrong = self._mended(
                    system, messages, body, schema, way, text, wrong
                )
            if data is not None:
                if lasting:
                    self._first_way = number
                return Answer(text=text, prompt_sent=sent, model=model, data=data)
        raise UpstreamError(
            f"The model's answer does not have the form that was asked for: {wrong}."
        )

    def _mended(
        self,
        system: str,
        messages: list[dict[str, Any]],
        body: dict[str, Any],
        schema: Mapping[str, object],
        way: Way,
        text: str,
        wrong: str,
    ) -> tuple[str, str, dict[str, object] | None, str]:
        """A second try that tells the model what was wrong with the first."""
        complaint = f"Your answer can't be used: {wrong}. Answer again with the corrected JSON object and nothing else."
        again = [
            *messages,
            {"role": "assistant", "content": text[:8000]},
            {"role": "user", "content": complaint},
        ]
        try:
            text, model, _ = self._asked(
                _with_schema(system, schema, way),
                again,
                {**body, **_format(schema, way)},
                retry=way == "words",
            )
        except Rejected:  # for instance: two answers are longer than the model's context
            return text, self._model, None, wrong
        return text, model, *_fitting(text, schema)

    def _asked(
        self, system: str, messages: list[dict[str, Any]], body: dict[str, Any], *, retry: bool
    ) -> tuple[str, str, bool]:
        """Text, model and whether it was cut off. Parameters that the server does not know are left
        out.
        """
        if system:
            messages = [{"role": "system", "content": system}, *messages]
        for _ in range(5):
            known = {
                self._renamed.get(k, k): value
                for k, value in body.items()
                if k not in self._left_out
            }
            try:
                value = self._client.post(
                    "chat/completions",
                    body={"model": self._model, "messages": messages, **known},
                    retry=retry,
                )
            except Rejected as rejected:
                if self._learnt(rejected, known):
                    continue
                if "response_format" in known:
                    raise
                raise rejected.as_error() from rejected
            return _said(value, self._model)
        raise UpstreamError("The provider takes none of the parameters.")

    def _learnt(self, rejected: Rejected, known: Mapping[str, object]) -> bool:
        """Whether the rejection is about a parameter that can be renamed or left out, and so worth
        another try.
        """
        if rejected.status_code not in {400, 422}:
            return False
        if "max_tokens" in known and rejected.names("max_tokens") and not _overflows(rejected):
            self._renamed = {**self._renamed, "max_tokens": "max_completion_tokens"}
            return True
        for parameter in ("temperature", "seed"):
            if parameter in known and rejected.names(parameter):
                self._left_out |= {parameter}
                return True
        return False


def _overflows(rejected: Rejected) -> bool:
    said = f"{rejected.error_code} {rejected.text}".lower()
    return any(word in said for word in _OVERFLOW)


def _format(schema: Mapping[str, object], way: Way) -> dict[str, object]:
    if way == "json_schema":
        named = {"name": "answer", "schema": dict(schema), "strict": structured.is_strict(schema)}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    if way == "json_object":
        return {"response_format": {"type": "json_object"}}
    return {}


def _with_schema(system: str, schema: Mapping[str, object], way: Way) -> str:
    if way == "json_schema":
        return system
    wanted = json.dumps(schema, ensure_ascii=False, separators=(",", ":"))
    asked = f"Answer with one JSON object and nothing else. It must fit this JSON Schema:\n{wanted}"
    return f"{system}\n\n{asked}" if system else asked


def _fitting(text: str, schema: Mapping[str, object]) -> tuple[dict[str, Any] | None, str]:
    value = structured.found_in(text)
    if value is None:
        return None, "it holds no JSON object"
    wrong = structured.misfit(value, schema)
    return (value, "") if wrong is None else (None, wrong)


def _said(value: Mapping[str, Any], asked_model: str) -> tuple[str, str, bool]:
    try:
        choice = value["choices"][0]
        message = choice["message"]
        content, reason = message.get("content"), choice.get("finish_reason")
        refusal = message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError) as wrong:
        raise UpstreamError("The provider's answer holds no message.") from wrong
    if refusal or reason == "content_filter":
        said = f"The provider refused this content: {str(refusal)[:300]}" if refusal else None
        raise ContentRefused(said)
    if isinstance(content, list):  # some servers answer in parts
        content = "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    if content is not None and not isinstance(content, str):
        raise UpstreamError("The provider's answer holds no message.")
    model = value.get("model")
    return (
        (content or "").strip(),  # where nothing is said, who asked may ask again
        model if isinstance(model, str) and model else asked_model,
        reason == "length",
    )


def _data_url(pixels: Pixels) -> str:
    picture = Image.fromarray(opaque(pixels))
    picture.thumbnail((PICTURE_SIDE, PICTURE_SIDE), Image.Resampling.LANCZOS)
    return "data:image/jpeg;base64," + base64.b64encode(encode.jpeg(picture, 88)).decode("ascii")


def _written_out(system: str, messages: list[dict[str, Any]]) -> str:
    """The conversation as one text, kept with what came of it; pictures by their place only."""
    lines = [system] if system else []
    for message in messages:
        content = message["content"]
        if isinstance(content, list):
            content = " ".join(part.get("text", "[picture]") for part in content)
        lines.append(str(content))
    return "\n\n".join(lines)
