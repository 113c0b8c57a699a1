"""The log of a server: in order, never waited for, and honest about what it could not write."""

from __future__ import annotations

import io
import json
import logging
import os
import threading

from brandstudio.cli.log_lines import formatter
from brandstudio.cli.stderr_lines import LinesHandler, StderrLines


def test_lines_come_out_in_order_and_all_of_them_at_the_end() -> None:
    stream = io.StringIO()
    lines = StderrLines(stream)
    for number in range(500):
        lines.write(str(number))
    lines.close()
    assert stream.getvalue().split() == [str(number) for number in range(500)]


def test_a_stream_that_nobody_reads_holds_nobody_up_and_what_is_dropped_is_counted() -> None:
    far, near = os.pipe()
    with os.fdopen(near, "w") as stream:
        lines = StderrLines(stream, most=50)
        written = threading.Event()

        def write() -> None:
            for _ in range(300):
                lines.write("x" * 4096)  # a pipe holds 64 kB of these
            written.set()

        threading.Thread(target=write, daemon=True).start()
        assert written.wait(30)
        with os.fdopen(far, "rb", buffering=0) as reader:
            found = b""
            while b"dropped" not in found:
                found += reader.read(65536)
            lines.close()
    assert b"standard error was not read" in found


def test_what_the_program_logs_goes_the_same_way() -> None:
    stream = io.StringIO()
    lines = StderrLines(stream)
    handler = LinesHandler(lines)
    handler.emit(logging.LogRecord("brandstudio", logging.INFO, "", 1, "one %s", ("two",), None))
    handler.flush()
    assert stream.getvalue() == "one two\n"
    lines.close()


def test_a_line_of_the_log_is_an_object_where_that_is_set() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter("json"))
    logger = logging.Logger("brandstudio")
    logger.addHandler(handler)
    logger.warning('a "quoted" name: %s\nand a line', "Zürich")
    try:
        raise OSError(28, "No space left on device")
    except OSError:
        logger.exception("the sweep ended")
    first, second = (json.loads(line) for line in stream.getvalue().splitlines())
    assert first["time"] > 1.7e9
    assert {name: first[name] for name in ("level", "logger", "message")} == {
        "level": "WARNING",
        "logger": "brandstudio",
        "message": 'a "quoted" name: Zürich\nand a line',
    }
    assert "error" not in first
    assert "No space left on device" in second["error"]
