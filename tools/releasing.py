"""The steps of `make release`, in the order of docs/releasing.md: checks, other tasks, a trial of the wheel, the tag.

Standard library only.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

BRANCH = "main"
START_SECONDS = 120.0


class ReleaseError(Exception):
    """A release is not possible; the message says why and what to do."""


@dataclass(frozen=True)
class Release:
    """A version, its commit, and its section of the changelog."""

    root: Path
    version: str
    commit: str
    date: str | None
    notes: str

    @classmethod
    def read(cls, root: Path) -> Release:
        """Read the next release from the tree of a project. Raises ReleaseError."""
        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        version: str = project["version"]
        changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
        section = re.search(
            rf"^## {re.escape(version)}(?:, (?P<date>.*))?\n(?P<notes>(?:(?!## ).*\n?)*)",
            changelog,
            re.MULTILINE,
        )
        date, notes = (section["date"], section["notes"].strip()) if section else (None, "")
        dated = date if date and re.fullmatch(r"\d{4}-\d\d-\d\d", date) else None
        return cls(root, version, git(root, "rev-parse", "HEAD"), dated, notes)

    @property
    def tag(self) -> str:
        """Return the name of the tag."""
        return f"v{self.version}"

    def problems(self) -> list[str]:
        """List everything that must be fixed before the release."""
        found = []
        branch = git(self.root, "branch", "--show-current")
        if branch != BRANCH:
            found.append(f"this is the branch {branch or '(none)'}; releases are made from {BRANCH}")
        found += self.changes()
        if git(self.root, "tag", "--list", self.tag):
            found.append(f"the tag {self.tag} exists; set the next version in pyproject.toml")
        if not self.notes:
            found.append(
                f"CHANGELOG.md has no notes for {self.version}; write a section `## {self.version}, DATE`"
            )
        elif self.date is None:
            found.append(
                f"CHANGELOG.md has no date for {self.version}; write `## {self.version}, YYYY-MM-DD`"
            )
        return found

    def changes(self) -> list[str]:
        """List the differences from the commit to be released."""
        found = []
        if changed := git(self.root, "status", "--porcelain"):
            names = ", ".join(line[3:] for line in changed.splitlines()[:5])
            found.append(f"there are uncommitted changes; commit or remove them: {names}")
        if (head := git(self.root, "rev-parse", "HEAD")) != self.commit:
            found.append(f"the release began at {self.commit[:9]}, and now {head[:9]} is checked out")
        return found

    def packages(self) -> tuple[Path, Path]:
        """Return the wheel and the sdist of this version. Raises ReleaseError."""
        folder = self.root / "dist"
        wheel = folder / f"whistlestop-{self.version}-py3-none-any.whl"
        sdist = folder / f"whistlestop-{self.version}.tar.gz"
        for path in (wheel, sdist):
            if not path.exists():
                raise ReleaseError(f"the build did not make {path.name}")
        return wheel, sdist

    def make_tag(self) -> None:
        """Tag the commit. The notes are the text of the tag."""
        text = f"Whistlestop {self.version}\n\n{self.notes}\n"
        git(self.root, "tag", "--annotate", "--cleanup=verbatim", "--message", text, self.tag, self.commit)


def git(root: Path, *arguments: str) -> str:
    """Return git's output, without the last line break. Raises ReleaseError."""
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode != 0:
        raise ReleaseError(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout.rstrip("\n")


def try_installed(python: str, version: str, folder: Path) -> None:
    """Check that an installed Whistlestop prints its version, plays a game and serves the page. Raises ReleaseError.

    It runs in `folder`, so that nothing is imported from the source tree, and keeps its database there.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [python, "-m", "whistlestop"]

    def tell(*arguments: str) -> str:
        done = subprocess.run(
            [*command, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise ReleaseError(f"`whistlestop {' '.join(arguments)}` failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    if version not in (told := tell("--version")):
        raise ReleaseError(f"the package says that it is {told.strip()}, and not {version}")
    tell("simulate", "usa", "--games", "1", "--bots", "greedy,random", "--jobs", "1", "--seed", "1")

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "server.log"
    with log.open("wb") as file:
        server = subprocess.Popen(
            [*command, "serve", "--port", str(port), "--database", str(folder / "games.db")],
            cwd=folder,
            env=environment,
            stdout=file,
            stderr=file,
        )
    try:
        page = first_page(f"http://127.0.0.1:{port}/", server)
    finally:
        server.terminate()
        try:
            server.wait(30)
        except subprocess.TimeoutExpired:
            server.kill()
    if page is None:
        raise ReleaseError(f"the server did not start:\n{log.read_text(encoding='utf-8')}")
    if "<script" not in page:
        raise ReleaseError(f"the server does not serve the client, but:\n{page[:500]}")


def first_page(address: str, server: subprocess.Popen[bytes]) -> str | None:
    """Return the page at an address as soon as the server responds; None if it ended or took too long."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                page: bytes = answer.read()
                return page.decode()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    return None


def how_to_publish(release: Release) -> str:
    """Return the remaining manual steps; nothing leaves this machine before them."""
    wheel, sdist = (path.relative_to(release.root) for path in release.packages())
    return (
        f"{release.tag} is tagged here and published nowhere. To publish it:\n"
        f"  git push origin {BRANCH} {release.tag}\n"
        f"  {Path(sys.executable).name} -m uv publish {wheel} {sdist}"
    )


def try_wheel(root: Path, wheel: Path, version: str) -> None:
    """Install a wheel with the pinned dependencies in an empty environment, and test it there. Raises ReleaseError."""
    with tempfile.TemporaryDirectory(prefix="whistlestop-") as made:
        folder = Path(made)
        python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        install = [python, "-m", "pip", "install", "--quiet", "-c", "requirements.txt", str(wheel)]
        for command in ([sys.executable, "-m", "venv", made], install):
            if subprocess.run(command, cwd=root, stdout=sys.stderr, check=False).returncode != 0:
                raise ReleaseError(f"{wheel.name} cannot be installed in an empty environment")
        try_installed(python, version, folder)


def release(
    root: Path,
    arguments: list[str],
    tasks: Mapping[str, Callable[[list[str]], int]],
    say: Callable[[str], None],
) -> int:
    """Run every step of a release up to the tag. Raises ReleaseError."""
    parser = argparse.ArgumentParser(prog="make release", description=release.__doc__)
    parser.add_argument("--dry-run", action="store_true", help="tag nothing, and only report what is wrong")
    parser.add_argument(
        "--skip", choices=["check", "test"], action="append", default=[], help="skip a step of a dry run"
    )
    chosen = parser.parse_args(arguments)
    if chosen.skip and not chosen.dry_run:
        raise ReleaseError("only a dry run can skip a step")
    made = Release.read(root)

    def refuse(problems: list[str]) -> None:
        for problem in problems:
            say(f"release: {problem}")
        if problems and not chosen.dry_run:
            raise ReleaseError(f"{made.version} cannot be released")

    say(f"release: {made.tag} from {made.commit[:9]}")
    refuse(made.problems())
    shutil.rmtree(root / "dist", ignore_errors=True)
    for name, given in {"check": [], "test": ["--all-variants"], "build": []}.items():
        if name not in chosen.skip and tasks[name](given) != 0:
            raise ReleaseError(f"{made.version} cannot be released: `make {name}` failed")
    say("release: try the wheel in an empty environment")
    try_wheel(root, made.packages()[0], made.version)
    refuse(made.changes())
    if chosen.dry_run:
        say(f"release: {made.tag} would be tagged now")
        return 0
    made.make_tag()
    say(how_to_publish(made))
    return 0
