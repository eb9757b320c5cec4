"""A real server process, and the browser that connects to it."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, Playwright
from tests.waiting import wait_for

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import browser

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "whistlestop" / "server" / "static"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Only the last list of this kind counts, so Playwright's are repeated here. The others are pages and
# processes that Chromium prepares for every window, which took most of the time of a short test.
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


def launch(playwright: Playwright) -> Browser:
    """Start a Chromium of this machine, or the one that Playwright has installed."""
    return playwright.chromium.launch(executable_path=browser.find(), args=BROWSER_FLAGS)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """`whistlestop serve` on a port that survives restarts; tests choose the database and the deals."""

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
            "WHISTLESTOP_REVIEW_WORLDS": "0",  # a review of each game would take 10 seconds of CPU time
            "WHISTLESTOP_MOVE_AHEAD_PAUSE": "20",
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
        """From now on, deal reproducible games for this test."""
        self._deal.write_text(test, encoding="utf-8")

    def start(self, later: int = 0) -> None:
        """Start it and wait until it answers.

        later: milliseconds to add to the time of games, as if the server had been down for longer.
        """
        with self._log.open("ab") as log:
            self._process = process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.serve"],
                cwd=ROOT,
                env={**self.environment, "TEST_LATER": str(later)},
                stdout=log,
                stderr=log,
            )

        def answers() -> bool:
            if process.poll() is not None:
                raise ChildProcessError
            try:
                with urllib.request.urlopen(f"{self.url}/api/health", timeout=2):
                    return True
            except (urllib.error.URLError, OSError):
                return False

        try:
            wait_for(answers, START_SECONDS)
        except (TimeoutError, ChildProcessError):
            self.stop()
            raise RuntimeError(f"the server did not start:\n{self.log()}") from None

    def kill(self) -> None:
        """Kill it, like a power failure."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def expire_proofs(self) -> None:
        """Make every proof of identity too old."""
        with closing(sqlite3.connect(self.database)) as database, database:
            database.execute("update sessions set proved = 0")

    def stop(self) -> None:
        """Stop it properly."""
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def log(self) -> str:
        """Return its output."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""
