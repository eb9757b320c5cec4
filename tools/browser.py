"""Find or install a Chromium for the browser tests. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "WHISTLESTOP_CHROMIUM"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
USUAL_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Google/Chrome/Application/chrome.exe",
    "%LocalAppData%/Google/Chrome/Application/chrome.exe",
    "%ProgramFiles(x86)%/Microsoft/Edge/Application/msedge.exe",
)


class BrowserError(Exception):
    """No Chromium is available; the message says what to do."""


def find() -> str | None:
    """Return the path of an installed Chromium: from the environment, PATH or the system's usual locations."""
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).exists():
            raise BrowserError(f"{VARIABLE} names {named}, which does not exist")
        return named
    for program in PROGRAMS:
        path = shutil.which(program)
        if path is not None:
            return path
    for place in USUAL_PLACES:
        candidate = Path(os.path.expandvars(place)).expanduser()
        if candidate.exists():
            return str(candidate)
    return None


def can_use_apt() -> bool:
    """Return whether this is Debian with apt, as root; Ubuntu's chromium package only points to a snap."""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    release = Path("/etc/os-release")
    return release.exists() and "ID=debian" in release.read_text(encoding="utf-8").splitlines()


def install_with_apt(*packages: str) -> bool:
    """Install Debian packages; return whether it worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if subprocess.run(install, env=environment, stdout=sys.stderr, check=False).returncode == 0:
        return True
    subprocess.run(["apt-get", "update"], env=environment, stdout=sys.stderr, check=False)
    return subprocess.run(install, env=environment, stdout=sys.stderr, check=False).returncode == 0


def ensure(python: str) -> str | None:
    """Return the path of a Chromium for the tests, or None for the one that Playwright has downloaded."""
    path = find()
    if path is not None:
        return path
    if can_use_apt():
        print("no Chromium found: installing the Debian package `chromium`", file=sys.stderr)
        if install_with_apt("chromium"):
            path = find()
            if path is not None:
                return path
    print("no Chromium found: letting Playwright download its own", file=sys.stderr)
    done = subprocess.run([python, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise BrowserError(
            "the browser tests need Chromium or Chrome, and none could be found or downloaded. Install one "
            f"(Debian: `apt install chromium`) or set {VARIABLE} to the path of its program"
        )
    return None


if __name__ == "__main__":
    try:
        print(ensure(sys.executable) or "Playwright's own Chromium")
    except BrowserError as error:
        sys.exit(f"error: {error}")
