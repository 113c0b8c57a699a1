"""A real browser for tests: Chromium over its debugging pipe, no package and no port needed."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


class Browser:
    """One tab. ``call`` is a command of the Chrome DevTools protocol."""

    def __init__(
        self, profile: Path, *, width: int = 1100, height: int = 900, scripts: bool = True
    ) -> None:
        assert CHROMIUM is not None
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()

        def wire() -> None:
            # The browser reads commands from descriptor 3 and writes answers to 4.
            os.dup2(to_read, 13)
            os.dup2(to_write, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self._process = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=wire,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._ids = itertools.count(1)
        self._left = b""
        self._session: str | None = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)[
            "sessionId"
        ]
        self.call("Page.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        if not scripts:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def call(self, method: str, **parameters: Any) -> Any:
        """Carry out one command and return its result."""
        number = next(self._ids)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self) -> Any:
        while b"\0" not in self._left:
            piece = os.read(self._read, 1 << 16)
            assert piece, "the browser is gone"
            self._left += piece
        first, _, self._left = self._left.partition(b"\0")
        return json.loads(first)

    def open(self, url: str) -> None:
        """Go there and wait until the page stands."""
        self.call("Page.navigate", url=url)
        self.settle()

    def settle(self) -> None:
        """Wait until the document is there and its address no longer changes."""
        deadline, last, same = time.monotonic() + 15, "", 0
        while same < 3:
            assert time.monotonic() < deadline, "the page never settled"
            time.sleep(0.05)
            now = str(self.call("DOM.getDocument")["root"].get("baseURL")) + self.text()[:2000]
            same = same + 1 if now == last and "about:blank" not in now else 0
            last = now

    def text(self) -> str:
        """What a screen reader would come upon, in order: roles and names."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        told = [
            f"{node['role']['value']}: {node['name'].get('value', '')}"
            for node in nodes
            if not node.get("ignored")
            and node.get("name", {}).get("value")
            and node["role"]["value"] != "InlineTextBox"
        ]
        return "\n".join(told)

    def key(self, name: str) -> None:
        """Press a key."""
        code = {"Tab": 9, "Enter": 13}[name]
        more = {"text": "\r"} if name == "Enter" else {}
        self.call(
            "Input.dispatchKeyEvent", type="keyDown", key=name, windowsVirtualKeyCode=code, **more
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    def type(self, text: str) -> None:
        """Put text where the focus is."""
        self.call("Input.insertText", text=text)

    def run(self, expression: str) -> Any:
        """The value of a script's expression."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)[
            "result"
        ].get("value")

    def width_of_content(self) -> float:
        """How wide the page is, in CSS pixels; wider than the window means sideways scrolling."""
        return float(self.call("Page.getLayoutMetrics")["cssContentSize"]["width"])

    def picture(self) -> bytes:
        """A PNG of the window."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)
        os.close(self._write)
        os.close(self._read)
