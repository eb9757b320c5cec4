"""A real server as a process of its own, and the browser that looks at it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "whistlestop" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Only the last list of this kind counts, so those of Playwright are repeated. The others are pages and processes that
# Chromium prepares for every window: they took longer than all that a short test does.
WITHOUT = [
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "SpareRendererForSitePerProcess"),
]
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(WITHOUT)}",
]
START_SECONDS = 240  # the first start on a machine compiles the rules


def chromium() -> str | None:
    """The Chromium to use; None: the one that Playwright has installed for itself."""
    named = os.environ.get("WHISTLESTOP_CHROMIUM")
    if named:
        if not Path(named).exists():
            raise RuntimeError(f"WHISTLESTOP_CHROMIUM names {named}, which does not exist")
        return named
    programs = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
    return next((path for path in map(shutil.which, programs) if path), None)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """`whistlestop serve` on a port that stays the same over restarts; database and deals are those of the tests."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._deal = folder / "deal.txt"
        self.database = str(folder / "games.sqlite")
        self.deal_for("")
        self.environment = {
            **os.environ,
            "WHISTLESTOP_HOST": "127.0.0.1",
            "WHISTLESTOP_PORT": str(self.port),
            "WHISTLESTOP_DATABASE": self.database,
            "WHISTLESTOP_BOT_DELAY": "0",
            "WHISTLESTOP_REQUEST_RATE": "0",
            "WHISTLESTOP_TABLES_PER_DAY": "0",
            "WHISTLESTOP_GUESTS_PER_DAY": "0",
            "WHISTLESTOP_COMMAND_RATE": "0",
            "WHISTLESTOP_TABLE_RATE": "0",
            "WHISTLESTOP_SIGN_IN_RATE": "0",
            "WHISTLESTOP_CHAT_RATE": "0",
            "WHISTLESTOP_TEST_FILE": str(self._deal),
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def deal_for(self, test: str) -> None:
        """From now on games are dealt for this test, the same every time."""
        self._deal.write_text(test, encoding="utf-8")

    def start(self) -> None:
        """Start and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.serve"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        self.stop()
        raise RuntimeError(f"the server did not start:\n{self.log()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End it in good order."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def log(self) -> str:
        """What it has said."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""
