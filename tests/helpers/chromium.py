"""A headless Chromium, controlled over a pipe, to test the content and behaviour of a page.

The protocol is JSON messages that end in a zero byte: https://chromedevtools.github.io/devtools-protocol/
"""

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PATIENCE = 60
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)

KEYS = {
    "Enter": 13,
    "Escape": 27,
    "Tab": 9,
    "Backspace": 8,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}
"""Virtual key codes of keys without a letter: https://www.w3.org/TR/uievents/#fixed-virtual-key-codes."""

MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}

# The browser reads commands from descriptor 3 and answers on 4, so the pipes are moved there.
LAUNCH = """
import fcntl, os, sys
commands, answers = (fcntl.fcntl(int(place), fcntl.F_DUPFD, 10) for place in sys.argv[1:3])
os.dup2(commands, 3)
os.dup2(answers, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def find() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a browser with its own empty profile."""

    def __init__(self, program: str, profile: Path) -> None:
        from_us, self.to_browser = os.pipe()
        self.from_browser, to_us = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, str(from_us), str(to_us), program, *FLAGS, f"--user-data-dir={profile}"],
            pass_fds=(from_us, to_us),
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self.buffer, self.number, self.session = b"", 0, None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                result: dict[str, Any] = answer["result"]
                return result

    def receive(self) -> dict[str, Any]:
        while b"\0" not in self.buffer:
            if not select.select([self.from_browser], [], [], PATIENCE)[0]:
                raise TimeoutError(f"the browser said nothing for {PATIENCE} seconds")
            piece = os.read(self.from_browser, 1 << 20)
            if not piece:
                raise RuntimeError("the browser ended")
            self.buffer += piece
        message, _, self.buffer = self.buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    def open(self, address: str, width: int = 1280, height: int = 900) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def ask(self, expression: str) -> Any:
        """Return the value of an expression in the page; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> Any:
        """Return the value of an expression in the page as soon as it is truthy."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.ask(expression)
            if value not in (None, False, 0, ""):
                return value
            time.sleep(0.02)
        raise TimeoutError(f"not within {PATIENCE} seconds: {expression}")

    def press(self, key: str, *modifiers: str) -> None:
        """Press a key, such as "a", "?", "Enter" or "ArrowLeft", with the current focus."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        number = KEYS.get(key, ord(key.upper()) if len(key) == 1 and key.isascii() and key.isalnum() else 0)
        held = sum(MODIFIERS[name] for name in modifiers)
        event: dict[str, Any] = {"key": key, "windowsVirtualKeyCode": number, "modifiers": held}
        typed = {"text": text} if text and held in (0, MODIFIERS["Shift"]) else {}
        self.call("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", **event, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type_text(self, text: str) -> None:
        """Type a text, key by key."""
        for letter in text:
            self.press("Enter" if letter == "\n" else letter)

    def middle(self, selector: str) -> dict[str, float]:
        """Scroll to an element and return its center, which must not be covered."""
        box: dict[str, Any] | None = self.ask(
            f"""(() => {{
              const element = document.querySelector({json.dumps(selector)});
              if (!element) return null;
              element.scrollIntoView({{block: "nearest", inline: "nearest", behavior: "instant"}});
              const box = element.getBoundingClientRect();
              const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
              const hit = document.elementFromPoint(x, y);
              const free = hit && (element.contains(hit) || hit.contains(element));
              return {{x, y, covered: free ? "" : hit ? hit.outerHTML.slice(0, 120) : "the edge of the window"}};
            }})()"""
        )
        if box is None:
            raise LookupError(f"nothing on the page is {selector!r}")
        covered = box.pop("covered")
        if covered:
            raise LookupError(f"{selector!r} lies under {covered}")
        return box

    def click(self, selector: str) -> None:
        """Click the center of an element with the left mouse button."""
        point = self.middle(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, **point, **button)

    def tap(self, selector: str) -> None:
        """Tap the center of an element with a finger."""
        self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        point = self.middle(selector)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def dark(self, wanted: bool = True) -> None:
        value = "dark" if wanted else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def screenshot(self) -> bytes:
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def printed(self) -> bytes:
        """Return the page as a PDF document."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def requested(self) -> list[str]:
        """Return the URLs that the page requested, except for embedded data."""
        sent = [
            event["params"]["request"]["url"]
            for event in self.events
            if event.get("method") == "Network.requestWillBeSent"
        ]
        return [address for address in sent if not address.startswith("data:")]

    def complaints(self) -> list[str]:
        """Return the browser's errors about the page: exceptions, and violations of the content security policy."""
        events = [
            event["params"]
            for event in self.events
            if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded")
        ]
        return [json.dumps(entry) for entry in events]

    def close(self) -> None:
        os.close(self.to_browser)
        os.close(self.from_browser)
        self.process.terminate()
        self.process.wait(timeout=20)
