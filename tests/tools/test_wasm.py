"""The engine for JavaScript equals native code in every byte, and stays small."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import client
import whistlestop as ws
from wasm import build, compare, messages, reviews
from whistlestop import bots
from whistlestop.errors import RecordError
from whistlestop.rulesets import ruleset_ids

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 250_000
"""Maximum bytes of a compressed module with all bots and the search."""
SIZES = sum(one.max_players - one.min_players + 1 for one in map(ws.load_ruleset, ruleset_ids()))


@pytest.fixture(scope="module")
def package() -> Path:
    """Return the folder of the package, building it if it is out of date."""
    build.build()
    return build.OUT


@pytest.fixture(scope="module")
def compared(package: Path) -> list[dict[str, Any]]:
    """Return the results of a short comparison with native code."""
    assert package.is_dir()
    return compare.repeat([*compare.random_cases(100, seed=0), *compare.bot_cases(2, first=0)])


def test_games_are_the_same_in_every_byte(compared: list[dict[str, Any]]) -> None:
    """This covers random games, choices of bots, texts, legal actions, playouts, searches and final states."""
    # Every ruleset with every number of players, and games of bots.
    assert len(compared) == SIZES + 2 * len(ruleset_ids())
    assert [(case["name"], problem) for case in compared for problem in case["problems"]] == []
    assert all(case["searches"] > 5 for case in compared if "random games" not in case["name"])


def test_one_other_state_is_found(package: Path) -> None:
    assert package.is_dir()
    case = next(iter(compare.random_cases(compare.BLOCK + 20, seed=0)))
    case["digests"][1] = "0" * 64
    (found,) = compare.repeat([case])
    first = compare.BLOCK
    assert found["problems"] == [f"another last state in one of the games {first} to {first + 19}"]


def test_messages_are_those_of_python(package: Path) -> None:
    """This covers views, events, texts, errors, advice, summaries, records and positions, of all kinds of boards."""
    assert package.is_dir()
    with messages.Comparison() as comparison:
        compared, wrong = comparison.round(0)
        assert comparison.sizes == SIZES + 2 * 4 + 3  # a variant and two other boards
    assert wrong == []
    assert compared > 20_000


def test_reviews_are_those_of_python(package: Path) -> None:
    """This covers figures, reasons and plans, for the ends of built-in games and for whole short games."""
    assert package.is_dir()
    named, wrong = reviews.compare(games=1)
    assert wrong == []
    assert named > 10


def test_modules_stay_small(package: Path) -> None:
    modules = sorted(package.glob("*.wasm"))
    assert [module.stem for module in modules] == ["network", "yard"]
    assert all(len(gzip.compress(module.read_bytes(), 9)) < LIMIT for module in modules)


def environment() -> dict[str, str]:
    """Return the environment in which commands find the Node of the client."""
    return {**os.environ, "PATH": os.pathsep.join([str(client.find_node().bin), os.environ.get("PATH", "")])}


def run(script: Path) -> str:
    """Run a script with Node; return its output."""
    return subprocess.run(
        ["node", str(script)], env=environment(), capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the package is installed, from the archive that npm would publish."""
    folder = tmp_path_factory.mktemp("installed")
    npm = client.find_node().npm
    run_quietly = partial(subprocess.run, env=environment(), stdout=subprocess.DEVNULL, check=True)
    run_quietly([*npm, "pack", "--silent", "--pack-destination", str(folder)], cwd=package)
    (archive,) = folder.glob("whistlestop-engine-*.tgz")
    run_quietly([*npm, "install", "--offline", "--no-audit", "--no-fund", str(archive)], cwd=folder)
    return folder


def test_the_package_works_where_it_is_installed(installed: Path) -> None:
    inside = installed / "node_modules" / "whistlestop-engine"
    files = {path.relative_to(inside).as_posix() for path in inside.rglob("*") if path.is_file()}
    rulesets = {f"{name}.json" for name in ruleset_ids(variants=True)}
    assert {name for name in files if not name.startswith("types/")} == {
        *("LICENSE", "boards.json", "index.js", "network.wasm", "package.json", "yard.wasm"),
        *rulesets,
    }
    text = (ROOT / "examples" / "engine.mjs").read_text(encoding="utf-8")
    text = text.replace("../build/engine/index.js", "whistlestop-engine")
    text = re.sub(
        r"new URL\(`.*\$\{name\}`.*?\)", "new URL(import.meta.resolve(`whistlestop-engine/${name}`))", text
    )
    assert "build/engine" not in text
    (installed / "example.mjs").write_text(text, encoding="utf-8")
    assert run(installed / "example.mjs") == run(ROOT / "examples" / "engine.mjs")


TYPED = """
import { Engine, EngineModule, network, think, viewOf, Knowledge, type Thought } from "whistlestop-engine";
declare const bytes: ArrayBuffer;
const module: EngineModule = await EngineModule.load(bytes, network);
const game = new Engine(module, JSON.parse("")).newGame(2, 7n);
const found: Thought = think(new Engine(module, JSON.parse("")), game.observe(game.toAct[0]!), { playouts: 10 });
const scores: number[] = game.scores;
const machine: string = viewOf(Knowledge.of(game, null)).machine;
"""


MISTYPED = {
    "game.play(0);": "Expected 2 arguments",
    'game.observe("0");': "not assignable to parameter of type 'number'",
    "think(game);": "Expected",
    "game.winner;": "does not exist",
}


def test_the_package_has_types(installed: Path) -> None:
    (installed / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    files = []
    for number, mistake in enumerate(["", *MISTYPED]):
        files.append(f"typed{number}.ts")
        (installed / files[-1]).write_text(TYPED + mistake, encoding="utf-8")
    compiler = str(client.WEB / "node_modules" / "typescript" / "bin" / "tsc")
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"]
    done = subprocess.run(
        ["node", compiler, *options, *files],
        cwd=installed,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    errors = done.stdout.strip().splitlines()
    assert len(errors) == len(MISTYPED), done.stdout
    for name, error, said in zip(files[1:], errors, MISTYPED.values(), strict=True):
        assert error.startswith(f"{name}(")
        assert said in error


def test_the_example_of_the_page_plays_a_game(package: Path) -> None:
    example = ROOT / "examples" / "engine.mjs"
    page = (ROOT / "docs" / "javascript.md").read_text(encoding="utf-8")
    played, searched = (part.partition("```")[0] for part in page.split("```js\n")[1:3])
    assert played in example.read_text(encoding="utf-8")
    assert searched in example.read_text(encoding="utf-8")
    assert package.is_dir()
    scores, best, *candidates = run(example).splitlines()
    first, second = map(int, scores.strip(" []").split(","))
    assert first > second  # the planner beats the greedy bot
    game = ws.Game.new("usa", players=2, seed=8)
    for ply in range(30):
        seat = game.to_act[0]
        game.play_id(int(bots.make("planner", ply).choose(game.observe(seat))), seat)
    seen = game.observe(game.to_act[0])
    action = bots.ask(bots.make("search:playouts=200", seed=1), seen)
    assert best == seen.ruleset.notation.text(action, seen.offer())
    assert len(candidates) > 3


WRONG = """
import { readFileSync } from "node:fs";
const at = (name) => new URL(`FOLDER/${name}`);
const { Engine, EngineModule, network, PlayoutRunner, think, yard } = await import(at("index.js"));
const module = await EngineModule.load(readFileSync(at("network.wasm")), network);
const usa = JSON.parse(readFileSync(at("usa.json")));
const engine = new Engine(module, usa);
const game = engine.newGame(2, 1);
const before = game.state.bytes();
const over = engine.newGame(2, 1);
while (!over.over) over.play(over.toAct[0], over.choose("greedy", over.toAct[0]));
const middle = engine.newGame(2, 1);
for (let ply = 0; ply < 2; ply++) middle.play(middle.toAct[0], middle.choose("greedy", middle.toAct[0]));
const [seat] = game.toAct;
const seen = game.observe(seat);
const runner = new PlayoutRunner(engine);
const undecided = [game.observe(-1), over.observe(0), middle.observe(1 - middle.toAct[0])];
const wrong = [seen.slice().fill(255), seen.slice(1), game.state.bytes()];
const attempts = [
  ...undecided.flatMap((bytes) => [
    () => think(engine, bytes, { playouts: 5 }),
    () => engine.choose("greedy", bytes),
    () => runner.run(bytes, [444], 1),
  ]),
  ...wrong.flatMap((bytes) => [
    () => think(engine, bytes, { playouts: 5 }),
    () => engine.choose("greedy", bytes),
    () => engine.sample(bytes, 1),
    () => runner.run(bytes, [444], 1),
    () => runner.likelihoods(bytes),
  ]),
  () => runner.run(seen, [1e9], 1),
  () => think(engine, seen, { playouts: 5, seed: 0.5 }),
  () => game.choose("greedy", seat, "1"),
  () => game.resample(seat),
  () => engine.newGame(2, null),
  () => game.text(1e9, seat),
  () => game.text(0, 9),
  () => game.text(0, -1),
  () => game.number("draw", 9),
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
  () => engine.newGame(2, 1, 2),
];
const names = attempts.map((attempt) => {
  try {
    attempt();
    return "nothing";
  } catch (error) {
    return error.name;
  }
});
for (const layout of [yard, { ...network, fingerprint: network.fingerprint - 1 }]) {
  try {
    await EngineModule.load(readFileSync(at("network.wasm")), layout);
  } catch (error) {
    names.push(error.name);
  }
}
console.log(JSON.stringify([names.join(" "), Buffer.compare(before, game.state.bytes())]));
"""


def test_bad_input_gets_a_typed_error_and_changes_nothing(package: Path, tmp_path: Path) -> None:
    """COM-4: an illegal action changes nothing."""
    script = tmp_path / "wrong.mjs"
    script.write_text(WRONG.replace("FOLDER", package.as_uri()), encoding="utf-8")
    assert run(script).strip() == (
        f'["{"IllegalAction " * 9}{"RangeError " * (15 + 9)}'
        "RangeError RangeError TypeError TypeError IllegalAction IllegalAction IllegalAction IllegalAction "
        'IllegalAction NotationError NotationError RangeError RangeError RangeError TypeError TypeError",0]'
    )


RELEASED = """
import { readFileSync } from "node:fs";
const at = (name) => new URL(`FOLDER/${name}`);
const { Engine, EngineModule, network, PlayoutRunner, Search } = await import(at("index.js"));
const module = await EngineModule.load(readFileSync(at("network.wasm")), network);
const engine = new Engine(module, JSON.parse(readFileSync(at("usa.json"))));
const game = engine.newGame(2, 1);
const [seat] = game.toAct;
const seen = game.observe(seat);
const search = new Search(engine, seen, { playouts: 100 });
const runner = new PlayoutRunner(engine);
for (const one of [game, search, runner]) {
  one.release();
  one.release();
}
const others = [engine.newGame(2, 2), engine.newGame(2, 3)];
const kept = others.every((one, n) => Buffer.compare(one.state.bytes(), engine.newGame(2, 2 + n).state.bytes()) === 0);
const uses = [
  () => game.toAct,
  () => game.play(seat, 0),
  () => game.observe(seat),
  () => search.task,
  () => runner.likelihoods(seen),
];
const names = uses.map((use) => {
  try {
    return use() && "nothing";
  } catch (error) {
    return error.name;
  }
});
console.log(JSON.stringify([names, kept]));
"""


def test_what_is_released_twice_takes_nothing_from_others(package: Path, tmp_path: Path) -> None:
    script = tmp_path / "released.mjs"
    script.write_text(RELEASED.replace("FOLDER", package.as_uri()), encoding="utf-8")
    assert json.loads(run(script)) == [["TypeError"] * 5, True]


SEEDS = """
import { readFileSync } from "node:fs";
const at = (name) => new URL(`FOLDER/${name}`);
const { Engine, EngineModule, network } = await import(at("index.js"));
const module = await EngineModule.load(readFileSync(at("network.wasm")), network);
const engine = new Engine(module, JSON.parse(readFileSync(at("usa.json"))));
const [one, other] = [engine.newGame(2), engine.newGame(2)];
const [seat] = one.toAct;
console.log(JSON.stringify([one.seed, other.seed, one.choose("random", seat) === one.choose("random", seat, 0)]));
"""


def test_a_game_without_a_seed_is_random(package: Path, tmp_path: Path) -> None:
    script = tmp_path / "seeds.mjs"
    script.write_text(SEEDS.replace("FOLDER", package.as_uri()), encoding="utf-8")
    one, other, same = json.loads(run(script))
    assert len(one) == len(other) == 64
    assert one != other
    assert same


RECORDS = """
import { readFileSync } from "node:fs";
const at = (name) => new URL(`FOLDER/${name}`);
const { Engine, EngineModule, network, recordOf, replay } = await import(at("index.js"));
const module = await EngineModule.load(readFileSync(at("network.wasm")), network);
const engine = new Engine(module, JSON.parse(readFileSync(at("usa.json"))));
const game = engine.newGame(2, 1);
const play = (game) => game.play(game.toAct[0], game.choose("greedy", game.toAct[0], 1));
for (let ply = 0; ply < 60; ply++) play(game);
const record = recordOf(game);
while (!game.over) play(game);
const whole = recordOf(game);
const [loser] = whole.outcome.players.filter(({ rank }) => rank === 2).map(({ seat }) => seat);
const ends = (rank) => [0, 1].map((seat) => seat === loser
  ? { seat, finisher: null, ending: "played", rank, won: rank === 1 }
  : { seat, finisher: "greedy", ending: "left", rank: 2, won: false });
const actions = (change) => record.actions.map((action, place) => (place === 9 ? change(action) : action));
const attempts = [
  "{",
  [],
  { ...record, seats: 2 },
  { ...record, actions: actions(([seat]) => [seat]) },
  { ...record, format: "whistlestop-record/9" },
  { ...record, ruleset_version: 99 },
  { ...record, seed: null },
  { ...record, first: 4 },
  { ...record, players: 5, first: 1 - record.first },
  { ...record, actions: actions(([seat]) => [seat, "claim:atlantis-miami:red"]) },
  { ...record, actions: actions(([seat, text]) => [1 - seat, text]) },
  { ...record, checksums: ["0123456789abcdef"] },
  { ...record, checksums: [] },
  { ...record, outcome: { winners: [0] } },
  { ...record, result: ends(1) },
  { ...whole, outcome: { ...whole.outcome, winners: [loser] } },
  { ...whole, result: ends(2) },
];
replay(engine, { ...whole, result: ends(1) });
console.log(JSON.stringify([{ ...whole, result: ends(1) }, attempts]));
console.log(JSON.stringify(attempts.map((attempt) => {
  try {
    return replay(engine, attempt) && null;
  } catch (error) {
    return [error.code, error.message, error.good];
  }
})));
"""


def test_bad_records_get_the_errors_of_python(package: Path, tmp_path: Path) -> None:
    script = tmp_path / "records.mjs"
    script.write_text(RECORDS.replace("FOLDER", package.as_uri()), encoding="utf-8")
    (record, attempts), told = map(json.loads, run(script).splitlines())
    result = record.pop("result")
    assert json.loads(ws.replay({**record, "result": result}).record().to_json()) == record
    assert len(told) == len(attempts)
    for attempt, (code, message, good) in zip(attempts, told, strict=True):
        with pytest.raises(RecordError) as error:
            ws.replay(attempt)
        assert (code, good) == (error.value.code, error.value.good), message
        if good:
            assert message == str(error.value)
