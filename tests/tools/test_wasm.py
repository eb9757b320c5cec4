"""The engine for JavaScript does what native code does, in every byte, and stays small."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import client
from wasm import build, compare

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 250_000
"""Bytes of a compressed module with all bots and the search."""


@pytest.fixture(scope="module")
def package() -> Path:
    """Return the folder of the package, built if it is not up to date."""
    build.OUT.mkdir(parents=True, exist_ok=True)
    with FileLock(build.OUT / ".lock"):
        build.build()
    return build.OUT


@pytest.fixture(scope="module")
def compared(package: Path) -> list[dict[str, Any]]:
    """Return what a short comparison with native code finds."""
    assert package.is_dir()
    return compare.compare(randoms=200, games=3)


def test_games_are_the_same_in_every_byte(compared: list[dict[str, Any]]) -> None:
    """Random games, choices of bots, texts, legal actions, playouts and last states."""
    assert (
        len(compared) == (4 + 4 + 2 + 3) + 4 * 3
    )  # every ruleset for every number of players, and games of bots
    assert [(case["name"], problem) for case in compared for problem in case["problems"]] == []


def test_modules_stay_small(package: Path) -> None:
    modules = sorted(package.glob("*.wasm"))
    assert [module.stem for module in modules] == ["network", "yard"]
    assert all(len(gzip.compress(module.read_bytes(), 9)) < LIMIT for module in modules)


def run(script: Path) -> str:
    """Run a script with Node; return what it writes."""
    node = client.find_node()
    path = os.pathsep.join([str(node.bin), os.environ.get("PATH", "")])
    return subprocess.run(
        ["node", str(script)], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    ).stdout


def test_the_example_of_the_page_plays_a_game(package: Path) -> None:
    example = ROOT / "examples" / "engine.mjs"
    page = (ROOT / "docs" / "javascript.md").read_text(encoding="utf-8")
    code = page.partition("```js\n")[2].partition("```")[0]
    assert code in example.read_text(encoding="utf-8")
    assert package.is_dir()
    first, second = map(int, run(example).strip(" []\n").split(","))
    assert first > second  # the planner beats the greedy bot


WRONG = """
import { readFileSync } from "node:fs";
const at = (name) => new URL(`FOLDER/${name}`);
const { Engine, EngineModule, network, yard } = await import(at("index.js"));
const module = await EngineModule.load(readFileSync(at("network.wasm")), network);
const usa = JSON.parse(readFileSync(at("usa.json")));
const engine = new Engine(module, usa);
const game = engine.newGame(2, 1);
const before = game.state.bytes();
const attempts = [
  () => engine.newGame(6, 1),
  () => engine.newGame(2, new Uint8Array(31)),
  () => new Engine(module, JSON.parse(readFileSync(at("card_game.json")))),
  () => new Engine(module, { ...usa, rules: btoa("short") }),
  () => game.play(0, 0),
  () => game.play(0, -1),
  () => game.play(0, 1e9),
  () => game.play(7, 0),
  () => game.play(0, NaN),
  () => game.number("claim:nowhere-nothing:red", 0),
  () => game.number("keep:none", 0),
  () => game.choose("nobody", 0, 1),
  () => game.observe(5),
];
const names = attempts.map((attempt) => {
  try {
    attempt();
    return "nothing";
  } catch (error) {
    return error.name;
  }
});
try {
  await EngineModule.load(readFileSync(at("network.wasm")), yard);
} catch (error) {
  names.push(error.name);
}
console.log(JSON.stringify([names.join(" "), Buffer.compare(before, game.state.bytes())]));
"""


def test_bad_input_gets_a_typed_error_and_changes_nothing(package: Path, tmp_path: Path) -> None:
    """COM-4: an illegal action changes nothing."""
    script = tmp_path / "wrong.mjs"
    script.write_text(WRONG.replace("FOLDER", package.as_uri()), encoding="utf-8")
    assert run(script).strip() == (
        '["RangeError RangeError TypeError TypeError IllegalAction IllegalAction IllegalAction IllegalAction '
        'IllegalAction IllegalAction IllegalAction RangeError RangeError TypeError",0]'
    )
