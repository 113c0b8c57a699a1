"""How a line of the log is written: as text for people, or as a JSON object for what collects logs."""

from __future__ import annotations

import json
import logging
from typing import Literal

LogFormat = Literal["text", "json"]
FORMATS: tuple[LogFormat, ...] = ("text", "json")


class JsonLines(logging.Formatter):
    """One object a line, with the names of the access log: ``time`` in seconds since 1970, ``level``,
    ``logger``, ``message``, and ``error``, the traceback where there is one.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def formatter(form: LogFormat) -> logging.Formatter:
    """The formatter of a form."""
    if form == "json":
        return JsonLines()
    return logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
