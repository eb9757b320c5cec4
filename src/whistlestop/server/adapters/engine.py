"""The engine for browsers (docs/javascript.md): a module for each kind of game, and a file for each ruleset."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from whistlestop.errors import DeploymentError

SERVER = Path(__file__).resolve().parents[1]
ENGINES = (SERVER / "engine", SERVER.parents[2] / "build" / "engine")
"""Where a wheel has it, and where a checkout builds it."""


def engine_files() -> list[Path]:
    """Return the modules and the files of rulesets. Raises DeploymentError if this installation has none."""
    for folder in ENGINES:
        found = sorted({*folder.glob("*.wasm"), *folder.glob("*.json")} - {folder / "package.json"})
        if found:
            return found
    raise DeploymentError("the engine is missing: run `make engine`, or install Whistlestop from its wheel")


def hashes(files: Iterable[Path]) -> dict[str, str]:
    """Return the hashes of the rulesets that these files play, by id."""
    found = [json.loads(file.read_bytes()) for file in files if file.suffix == ".json"]
    return {ruleset["id"]: ruleset["hash"] for ruleset in found}
