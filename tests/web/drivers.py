"""Firefox and WebKit, driven by the browsers' own protocols: WebDriver BiDi and W3C WebDriver."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.harness import free_port
from websockets.sync.client import ClientConnection, connect

WIDTH, HEIGHT = 1440, 900
SECONDS = 90
"""Limit for a browser to start, and for a page to reach a state; both take a few seconds on an idle machine."""

# A click may hit another part of a drawing in the same group.
PLACE = """async (selector) => {
  let before = "";
  for (;;) {
    await new Promise(requestAnimationFrame);
    const element = document.querySelector(selector);
    if (!element) continue;
    element.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    const free = (element.closest("g") ?? element).contains(document.elementFromPoint(...at));
    if (free && String(at) === before) return at;
    before = String(at);
  }
}"""


class Driven(ABC):
    """A page in a browser. Clicks are real input at a position, as a mouse would make them."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; a promise is awaited."""

    @abstractmethod
    def act(self, actions: list[dict[str, Any]]) -> None:
        """Perform input actions, which both protocols describe in the same way."""

    def click(self, selector: str) -> None:
        """Click the center of an element once it has come to rest and nothing covers it."""
        self.click_at(*self.evaluate(f"({PLACE})({json.dumps(selector)})"))

    def click_at(self, x: float, y: float) -> None:
        """Click a position in the window."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.act([mouse])

    def wait(self, condition: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + SECONDS
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < end, f"not within {SECONDS} s: {condition}"
            time.sleep(0.05)


class Firefox(Driven):
    """Firefox over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count()
        self._send("session.new", capabilities={})
        self._context = self._send("browsingContext.getTree")["contexts"][0]["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        self._send("browsingContext.setViewport", context=self._context, viewport=viewport)

    def _send(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(timeout=SECONDS))).get("id") != number:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        """Open an address and wait until it has loaded."""
        self._send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression, which is sent as JSON, because BiDi has its own notation for values."""
        answer = self._send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Perform input actions."""
        self._send("input.performActions", context=self._context, actions=actions)


class WebKit(Driven):
    """WebKitGTK over W3C WebDriver."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._session = ""
        started = self._post("/session", capabilities={"alwaysMatch": {"pageLoadStrategy": "normal"}})
        self._session = f"/session/{started['sessionId']}"
        self._post("/window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)

    def _post(self, path: str, **body: Any) -> Any:
        answer = self._http.post(self._session + path, json=body)
        assert answer.is_success, answer.text
        return answer.json()["value"]

    def open(self, address: str) -> None:
        """Open an address and wait until it has loaded."""
        self._post("/url", url=address)

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression."""
        script = f"return (async () => (await ({expression})) ?? null)()"
        return self._post("/execute/sync", script=script, args=[])

    def act(self, actions: list[dict[str, Any]]) -> None:
        """Perform input actions."""
        self._post("/actions", actions=actions)

    def close(self) -> None:
        """Close the window."""
        self._http.delete(self._session)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a new profile in a folder."""
    program = _program("firefox-esr", "firefox")
    with _process(program, "--headless", "--remote-debugging-port=0", "--profile", str(folder)):
        told = folder / "WebDriverBiDiServer.json"
        end = time.monotonic() + SECONDS
        while not (told.exists() and (text := told.read_text(encoding="utf-8"))):
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.05)
        server = json.loads(text)
        with connect(f"ws://{server['ws_host']}:{server['ws_port']}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Start WebKitGTK on a virtual screen."""
    driver, screen = _program("WebKitWebDriver"), _program("Xvfb")
    port = free_port()
    shown = folder / "display"
    with ExitStack() as stack:
        pipe = stack.enter_context(shown.open("wb"))
        size = f"{WIDTH}x{HEIGHT}x24"
        numbered = ["-displayfd", str(pipe.fileno())]
        stack.enter_context(
            _process(screen, *numbered, "-screen", "0", size, "-nolisten", "tcp", pass_fds=[pipe.fileno()])
        )
        end = time.monotonic() + SECONDS
        while not (display := shown.read_text(encoding="utf-8").strip()):
            assert time.monotonic() < end, "Xvfb does not start"
            time.sleep(0.05)
        home = {"DISPLAY": f":{display}", "HOME": str(folder), "GDK_BACKEND": "x11"}
        stack.enter_context(_process(driver, f"--port={port}", environment=home))
        transport = httpx.HTTPTransport(retries=8)  # until it listens
        address = f"http://127.0.0.1:{port}"
        http = stack.enter_context(httpx.Client(base_url=address, timeout=SECONDS, transport=transport))
        page = WebKit(http)
        stack.callback(page.close)
        yield page


def _program(*names: str) -> str:
    """Return the path of an installed program; otherwise skip the test."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip(f"{names[0]} is not installed")
    return found


@contextmanager
def _process(
    *command: str, pass_fds: Sequence[int] = (), environment: dict[str, str] | None = None
) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        command, stdout=quiet, stderr=quiet, pass_fds=pass_fds, env={**os.environ, **(environment or {})}
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
