"""Values that are more than a word: a rule's check, a point, JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import click
from pydantic import TypeAdapter, ValidationError

from ..models.library import FocalPoint
from ..models.rules import RuleCheck
from ..models.sizes import CanvasSize
from ..models.unfit import validation_error

_CHECK = re.compile(r"\s*([\w.]+)\s*(<=|>=|between|in|not_in|matches|is)\s+(.+?)\s*")


class Check(click.ParamType[RuleCheck]):
    """``MEASURE OPERATOR VALUE``: ``tone.contrast >= 0.4``, ``medium is photo``."""

    name = "check"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> RuleCheck:
        if isinstance(value, RuleCheck):
            return value
        found = _CHECK.fullmatch(re.sub(r"(<=|>=)", r" \1 ", str(value)))
        if found is None:
            self.fail(
                f"{value!r} is no check; it looks like 'tone.contrast >= 0.4' "
                "(operators: <= >= between in not_in matches is)",
                param,
                ctx,
            )
        measure: str
        operator: Any  # one of the operators, as the pattern says
        text: str
        measure, operator, text = found.groups()
        try:
            return RuleCheck(measure=measure, op=operator, value=_value(operator, text))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def _value(operator: str, text: str) -> Any:
    if operator in ("between", "in", "not_in"):
        parts = [_plain(part.strip()) for part in text.strip("[]").split(",")]
        return parts if operator != "between" else [float(part) for part in parts]
    return text if operator == "matches" else _plain(text)


def _plain(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    try:
        return float(text)
    except ValueError:
        return text


class Point(click.ParamType[FocalPoint]):
    """``X,Y``: shares from the left and the top."""

    name = "x,y"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> FocalPoint:
        if isinstance(value, FocalPoint):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(
                f"{value!r} is no point; it looks like 0.3,0.5 (shares from the left and the top)",
                param,
                ctx,
            )
        return FocalPoint(x=x, y=y)


class Canvas(click.ParamType[CanvasSize]):
    """``WIDTHxHEIGHT`` in pixels."""

    name = "canvas"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> CanvasSize:
        if isinstance(value, CanvasSize):
            return value
        wide, _, high = str(value).lower().partition("x")
        if not (wide.isdigit() and high.isdigit()):
            self.fail(f"{value!r} is no size; it looks like 1080x1920 (pixels)", param, ctx)
        return CanvasSize(width=int(wide), height=int(high))


class JsonValue(click.ParamType[Any]):
    """A value as JSON, checked as the studio would."""

    name = "json"

    def __init__(self, kind: Any) -> None:
        self._adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self._adapter.validate_python(json.loads(value))
        except json.JSONDecodeError as error:
            self.fail(f"is no JSON: {error}", param, ctx)
        except ValidationError as error:
            self.fail(str(validation_error(error)), param, ctx)


CHECK, POINT, CANVAS = Check(), Point(), Canvas()
