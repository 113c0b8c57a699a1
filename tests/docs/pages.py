"""What the pages of the guide and the README say to do, and the doing of it.

A page is carried out from top to bottom in a folder of its own, over one data folder
(``acme-studio``, which is also ``$BRANDSTUDIO_DATA``), with a few files to work on. What its fences
mean:

``python``           runs; all Python of a page shares its names
``console``          lines after ``$ `` run in bash; lines between are what they print (``...`` is
                     anything); exports and ``cd`` last for the page
``console fails``    the same, and its last command ends with a status that is not 0
``console background`` its command goes on until the page ends; its first line is awaited
``http``             a request as it travels, sent to the page's server (``{name}`` is a Python name's
                     value) and answered below 400
``text output``      what the Python block or request before it printed (``...`` is anything)
``LANGUAGE file=X``  is written to the file X and not run
``json toml yaml ini sh``  are read by their own parsers

Hidden from readers: ``<!-- python CODE -->`` runs too (what a page takes for granted, what a test
wants to know of it); ``<!-- server [KEY_LEVEL] -->`` starts a server over the page's data folder, and
from there on ``https://studio.example.com`` is its address and ``bsk_...`` a key.
"""

from __future__ import annotations

import configparser
import contextlib
import io
import json
import os
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from markdown_it import MarkdownIt
from running import finish, first_line, serving

import brandstudio
from brandstudio import Studio

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
ADDRESS, KEY = "https://studio.example.com", "bsk_..."
PORTS = ("8000", "9000")
HIDDEN = re.compile(r"<!--\s*(python|server)\b(.*?)-->", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fence, or a hidden part: its language, the words after it, its text and its line."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    @property
    def file(self) -> str | None:
        return next((word[5:] for word in self.words if word.startswith("file=")), None)


def pages() -> list[Path]:
    """The README and every page of the guide."""
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def blocks(page: Path) -> Iterator[Block]:
    """What there is to do on a page, in its order."""
    for token in MarkdownIt("commonmark").parse(page.read_text()):
        line = (token.map or [0])[0] + 1
        if token.type == "fence" and not token.info.strip().startswith("{"):
            language, *words = token.info.split() or [""]
            yield Block(language, tuple(words), token.content, line)
        elif token.type == "html_block":
            for kind, text in HIDDEN.findall(token.content):
                yield Block(kind, tuple(text.split()) if kind == "server" else (), text, line)


def agrees(printed: str, promised: str) -> bool:
    """Whether the output is what the page shows, where ``...`` stands for anything."""
    pattern = r"[\s\S]*?".join(re.escape(part) for part in promised.strip().split("..."))
    return re.fullmatch(pattern, printed.strip()) is not None


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Reader:
    """Someone who does what a page says, in a folder of their own."""

    def __init__(self, folder: Path, page: Path) -> None:
        self.folder, self.page = folder, page
        self.names: dict[str, Any] = {"__name__": "page"}
        self.printed = ""
        self.swaps = {port: str(free_port()) for port in PORTS}
        self.data = folder / "acme-studio"
        self._state = folder / ".shell"
        self._open = ExitStack()
        self._shims()

    def _shims(self) -> None:
        tools = self.folder / ".bin"
        tools.mkdir()
        for name, command in (("brandstudio", "-m brandstudio "), ("python", "")):
            (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {command}"$@"\n')
            (tools / name).chmod(0o755)
        self._state.write_text("")

    def environment(self) -> dict[str, str]:
        """A shell's variables: ours are the page's alone."""
        kept = {name: text for name, text in os.environ.items() if "BRANDSTUDIO" not in name}
        return kept | {
            "BRANDSTUDIO_DATA": str(self.data),
            "HOME": str(self.folder),
            "PATH": f"{self.folder / '.bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.getenv("PYTHONPATH")])]),
        }

    def close(self) -> None:
        """End what the page began: its servers, and studios that it left open."""
        for value in self.names.values():
            if isinstance(value, Studio):
                value.close()
        self._open.close()

    def do(self, block: Block) -> None:
        """Carry one block out. AssertionError says where the page and the truth part."""
        __tracebackhide__ = True
        where = f"{self.page.relative_to(ROOT)}:{block.line}"
        try:
            self._do(block)
        except AssertionError as wrong:
            raise AssertionError(f"{where}: {wrong}") from None
        except Exception as error:
            raise AssertionError(f"{where}: {type(error).__name__}: {error}") from error

    def _do(self, block: Block) -> None:
        if block.file is not None:
            target = self.folder / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.swapped(block.text))
        elif block.language == "python":
            self._python(block)
        elif block.language == "console":
            self._console(block)
        elif block.language == "server":
            self._server(*block.words)
        elif block.language == "http":
            self._http(block)
        elif block.language == "text" and "output" in block.words:
            assert agrees(self.printed, block.text), f"printed instead: {self.printed.strip()}"
        if block.language in PARSERS:
            PARSERS[block.language](block.text)

    def swapped(self, text: str) -> str:
        """The text with the page's own server, key and port in place of those that readers see."""
        for shown, real in self.swaps.items():
            text = text.replace(shown, real)
        return text

    def _python(self, block: Block) -> None:
        code = compile(
            "\n" * block.line + self.swapped(block.text), str(self.page), "exec", dont_inherit=True
        )
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(code, self.names)
        self.printed = out.getvalue()

    def _console(self, block: Block) -> None:
        if "background" in block.words:
            for command, _ in commands(block.text):
                self._background(self.swapped(command))
            return
        *most, last = commands(block.text)
        for command, promised in most:
            self._run(self.swapped(command), promised, fails=False)
        self._run(self.swapped(last[0]), last[1], fails="fails" in block.words)

    def _run(self, command: str, promised: str, fails: bool) -> None:
        script = (
            f". {self._state}\n{command}\nrc=$?\n(export -p; echo cd \"'$PWD'\") > {self._state}"
        )
        done = subprocess.run(
            ["bash", "-c", f"{script}\nexit $rc"],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        self.printed = done.stdout + done.stderr
        assert (done.returncode != 0) == fails, f"{command}: {done.returncode}: {self.printed}"
        if promised:
            assert agrees(self.printed, promised), f"{command} printed {self.printed.strip()!r}"

    def _background(self, command: str) -> None:
        process = subprocess.Popen(
            ["bash", "-c", f". {self._state}; exec {command}"],
            cwd=self.folder,
            env=self.environment(),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._open.callback(finish, process)
        assert first_line(process), f"{command}: {finish(process)}"

    def _server(self, level: str = "full") -> None:
        with brandstudio.open(self.data) as studio:
            key = studio.admin.keys.create(level=level)  # type: ignore[arg-type]
        self.swaps |= {ADDRESS: self._open.enter_context(serving(self.data)), KEY: key.secret}

    def _http(self, block: Block) -> None:
        there, ids = self.names.get("there"), self.names
        if there is not None:  # the furnished studio's twin
            self.swaps |= {ADDRESS: there.address, KEY: there.key}
            ids = there.ids
        text = re.sub(r"\{(\w+)\}", lambda found: ids[found[1]], self.swapped(block.text))
        head, _, body = text.partition("\n\n")
        first, *lines = head.splitlines()
        method, path = first.split()[:2]
        answer = httpx.request(
            method,
            self.swaps[ADDRESS] + path,
            headers={"content-type": "application/json"}
            | dict(line.split(": ", 1) for line in lines),
            content=body.strip().encode() or None,
            timeout=60,
        )
        self.printed = answer.text
        assert answer.status_code < 400, f"{answer.status_code}: {answer.text}"


def commands(text: str) -> list[tuple[str, str]]:
    """(command, what the page says that it prints) of a console block."""
    found: list[tuple[str, str]] = []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while command.endswith("\\"):
                command = f"{command}\n{next(lines)}"
            found.append((command, ""))
        elif line.strip() and not line.startswith("#"):
            assert found, f"output before any command: {line}"
            found[-1] = (found[-1][0], f"{found[-1][1]}{line}\n")
    assert found, "a console block without a command; lines to type begin with '$ '"
    return found


def _shell(text: str) -> None:
    done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _yaml(text: str) -> None:
    import yaml

    list(yaml.safe_load_all(text))


def _ini(text: str) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None, allow_no_value=True)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text)


PARSERS: dict[str, Any] = {
    "json": json.loads,
    "toml": tomllib.loads,
    "yaml": _yaml,
    "ini": _ini,
    "sh": _shell,
}
