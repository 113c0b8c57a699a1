"""Copy by a text provider: asked once, asked once more with what was wrong, and never kept wrong."""

from __future__ import annotations

from ..domain.inheritance import Resolved
from ..engines.protocols import Answer, Message, TextEngine, TextRequest
from ..errors import ContentRefused, UpstreamError, ValidationError
from ..language import copy
from ..language.copy import Draft, Target
from ..language.copy.answers import Fault, faults, limit_of, without_thoughts
from ..models.rules import Rule
from ..models.style import Voice
from ..operations import GenerateText

MAX_TOKENS = 4096
_MOST_ASKED = 2
_LONGEST_QUOTED = 8000


def written_by(
    engine: TextEngine,
    op: GenerateText,
    found: Resolved,
    voice: Voice | None,
    copy_rules: list[Rule],
) -> Draft:
    """A provider's copy, checked and repaired. Raises ContentRefused for a refusal, and
    UpstreamError for copy that is still wrong when it was asked to mend it.
    """
    system, user = copy.prompt_for(
        op.mode,
        brief=op.brief,
        draft=op.draft,
        instruction=op.instruction,
        target=op.target,
        format=op.format,
        voice=voice,
        rules=copy_rules,
        purpose=found.purpose,
    )
    source = (op.brief if op.mode == "write" else op.draft) or ""
    limit = limit_of(op.format) if op.mode in ("write", "rebrand") else None
    messages: tuple[Message, ...] = (Message("user", user),)
    wrong: list[Fault] = []
    for _ in range(_MOST_ASKED):
        answer = _answered(engine, TextRequest(system, messages, max_tokens=MAX_TOKENS))
        text = without_thoughts(answer.text)
        wrong = faults(
            text,
            system=system,
            source=source,
            order=(op.brief if op.mode == "write" else op.instruction) or "",
            limit=limit,
            voice=voice,
            rules=copy_rules,
            cut_off=answer.cut_off,
        )
        if not wrong:
            return copy.check_and_repair(
                text,
                op.mode,
                target=_target(op),
                voice=voice,
                rules=copy_rules,
                source=source,
            )
        told = " ".join(fault.said for fault in wrong)
        messages = (
            Message("user", user),
            Message("assistant", answer.text[:_LONGEST_QUOTED] or "(nothing)"),
            Message("user", f"{told} Answer again, with the finished copy and nothing else."),
        )
    if any(fault.kind == "refusal" for fault in wrong):
        raise ContentRefused("The text provider refused to write this; the charge is refunded.")
    raise UpstreamError(
        f"The text provider's copy was not kept; the charge is refunded. {wrong[0].said}"
    )


def _answered(engine: TextEngine, request: TextRequest) -> Answer:
    """The engine's answer. Raises ContentRefused with what the provider said of it."""
    try:
        return engine.complete(request)
    except ContentRefused as refused:
        if "refunded" in refused.message:
            raise
        said = f"{refused.message.rstrip('.')}. The charge is refunded."
        raise ContentRefused(said) from refused


def _target(op: GenerateText) -> Target | None:
    """The length that was asked for, where it is one that can be measured."""
    if op.mode != "resize" or not op.target:
        return None
    try:
        return copy.parse(op.target, op.draft or "")
    except ValidationError:
        return None
