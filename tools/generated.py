"""Write the generated files or, with `--check`, list those that are out of date.

Runs in the development environment, with the package installed.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

sys.path.insert(0, str(Path(__file__).resolve().parent))

import board_checks
import frames
import pins
import wire_paths
import wire_types
from wasm.layouts import layouts

ROOT = Path(__file__).resolve().parent.parent


def pinned(name: str) -> dict[str, str]:
    """Return the versions by package of a requirements file."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    requirements = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(r.name): str(r.specifier).removeprefix("==") for r in requirements}


def stale_pins() -> list[str]:
    """Return the requirements of pyproject.toml that the pins do not satisfy."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    runtime: list[str] = project["project"]["dependencies"]
    development = [
        *runtime,
        *project["dependency-groups"]["dev"],
        *(requirement for wanted in pins.extras().values() for requirement in wanted),
    ]
    build: list[str] = project["build-system"]["requires"]
    problems = []
    for file, wanted in {
        "requirements.txt": runtime,
        "requirements-dev.txt": development,
        "requirements-build.txt": build,
    }.items():
        versions = pinned(file)
        for requirement in map(Requirement, wanted):
            version = versions.get(canonicalize_name(requirement.name))
            if version is None:
                problems.append(f"{file}: {requirement.name} is not pinned; run `make pins`")
            elif not requirement.specifier.contains(version):
                problems.append(
                    f"{file}: {requirement.name}=={version} is not {requirement.specifier}; run `make pins`"
                )
    return problems


def generated() -> Iterator[tuple[Path, str]]:
    """Yield every generated file with its expected text.

    Files made by replaying golden games come last, so that the types are up to date while a change of the rules is not
    yet reflected in the golden games.
    """
    client = ROOT / "web" / "src" / "lib"
    yield client / "types.ts", wire_types.types(wire_paths.records())
    yield client / "board.ts", wire_types.board(complete=False)
    yield client / "wholeboard.ts", wire_types.board(complete=True)
    yield client / "parts.ts", wire_types.parts()
    yield client / "paths.ts", wire_paths.paths()
    yield from layouts()
    yield ROOT / "web" / "test" / "checks.json", board_checks.cases()
    for name, text in frames.pages().items():
        yield ROOT / "web" / "test" / "frames" / f"{name}.ts", text


def main() -> int:
    """Check or write the files."""
    check = "--check" in sys.argv[1:]
    problems = stale_pins()
    for path, text in generated():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            problems.append(f"{path.relative_to(ROOT)} is out of date; run `python tools/generated.py`")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
