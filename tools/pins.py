"""Write the requirements files from pyproject.toml: exact versions of all dependencies.

One resolution serves Python 3.11 to 3.14 on Linux, macOS and Windows; differences have an environment marker. The files
name no registry and no download address: pip uses the registry of the machine. Without `--upgrade`, pinned versions
stay as far as pyproject.toml allows.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = [
    sys.executable,
    "-m",
    "uv",
    "pip",
    "compile",
    "--universal",
    "--python-version",
    "3.11",
    "--fork-strategy",
]
UV += ["fewest", "--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "--quiet"]

UNPINNED = {"train"}
"""Extras without a requirements file: PyTorch is gigabytes large, and its builds differ between machines."""


def extras() -> dict[str, list[str]]:
    """Return the pinned extras and their requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked: dict[str, list[str]] = project["optional-dependencies"]
    return {name: wanted for name, wanted in asked.items() if name not in UNPINNED}


# File: its contents, and its heading. Later files use the versions of earlier ones.
FILES: dict[str, tuple[list[str], str]] = {
    "requirements.txt": (["pyproject.toml"], "What Whistlestop needs to run."),
    "requirements-build.txt": (["-"], "What builds the package."),
    "requirements-dev.txt": (
        [
            "pyproject.toml",
            *(word for extra in extras() for word in ("--extra", extra)),
            *("--group", "dev", "--constraint", "requirements.txt"),
        ],
        "What Whistlestop needs to run, to be tested and to be checked.",
    ),
}
BUILD_TOOLS = "hatchling\nhatch-fancy-pypi-readme\neditables\n"
NOTE = "Exact versions of everything, made by `make pins`; see CONTRIBUTING.md."


def compile_pins(name: str, arguments: list[str], about: str, *, upgrade: bool) -> None:
    """Resolve one file and write it with its heading."""
    target = ROOT / name
    command = [*UV, *arguments, "--output-file", name, *(["--upgrade"] if upgrade else [])]
    source = BUILD_TOOLS if arguments == ["-"] else ""
    subprocess.run(command, cwd=ROOT, input=source, text=True, check=True)
    lines = target.read_text(encoding="utf-8").splitlines()
    body = "\n".join(line for line in lines if line and not line.startswith("#"))
    if "://" in body:
        raise SystemExit(f"error: {name} names a registry or an address")
    target.write_text(f"# {about}\n# {NOTE}\n{body}\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Write every file."""
    for name, (arguments, about) in FILES.items():
        compile_pins(name, arguments, about, upgrade="--upgrade" in sys.argv[1:])
        print(f"wrote {name}", file=sys.stderr)


if __name__ == "__main__":
    main()
