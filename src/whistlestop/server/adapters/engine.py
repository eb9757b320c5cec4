"""The engine for browsers (docs/javascript.md): modules, a file for each ruleset, and the habits of bots."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from whistlestop.bots.levels import habits_of
from whistlestop.errors import DeploymentError
from whistlestop.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVER = Path(__file__).resolve().parents[1]
ENGINES = (SERVER / "engine", SERVER.parents[2] / "build" / "engine")
"""The engine's folder in a wheel, and the one in which a checkout builds it."""
LEVELS = "levels.json"
"""The name of the file with the habits of levels and characters, by kind of game."""
BOARDS = "boards.json"
"""The name of the file from which browsers compile custom boards (tools/wasm/rulesets.py)."""


def found_engine() -> Mapping[str, bytes]:
    """Return the engine's files by their names; empty if this installation has none."""
    return files_in(ENGINES)


@cache
def files_in(folders: tuple[Path, ...]) -> Mapping[str, bytes]:
    """Return the files of the first folder that has an engine, with the bots' habits."""
    for folder in folders:
        files = sorted({*folder.glob("*.wasm"), *folder.glob("*.json")} - {folder / "package.json"})
        if files:
            habits = {kind.name: habits_of(kind) for kind in KINDS.values()}
            return {file.name: file.read_bytes() for file in files} | {LEVELS: msgspec.json.encode(habits)}
    return {}


def required_engine() -> Mapping[str, bytes]:
    """Return the engine's files by their names. Raises DeploymentError if this installation has none."""
    if not (found := found_engine()):
        raise DeploymentError(
            "the engine is missing: run `make engine`, or install Whistlestop from its wheel"
        )
    return found


def engine_hashes() -> Mapping[str, str]:
    """Return the hashes of the rulesets that the engine plays, by id."""
    files = {name: body for name, body in found_engine().items() if name.endswith(".json")}
    rulesets = [json.loads(body) for name, body in files.items() if name not in {LEVELS, BOARDS}]
    return {ruleset["id"]: ruleset["hash"] for ruleset in rulesets}
