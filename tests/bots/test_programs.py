"""Bots as programs that exchange lines of JSON with the package (docs/bot-programs.md)."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import programs, registry
from whistlestop.bots.columns import join_tables
from whistlestop.bots.matches import play_all
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.errors import BotError, UnknownBot
from whistlestop.observation import Observation

EXAMPLES = Path(__file__).parents[2] / "examples/bots"

LOOP = """
import json, os, random, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        game, dice = message, random.Random(message["seed"])
        continue
    legal = message["view"]["legal"] if message["type"] == "turn" else []
"""


@pytest.fixture(autouse=True)
def nothing_runs_on() -> Iterator[None]:
    yield
    programs.stop_idle()


def written(folder: Path, body: str, name: str = "bot.py") -> str:
    """Write a program and return its spec. `body` runs after each line of input."""
    (folder / name).write_text(LOOP + textwrap.indent(textwrap.dedent(body), "    "), encoding="utf-8")
    return f"{sys.executable} '{folder / name}'"


ANY = 'print(json.dumps({"action": dice.choice(legal)}), flush=True)'


class AnyAction:
    """The same bot in this process."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, observation: Observation) -> str:
        return self.dice.choice(observation.view().legal)


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
def test_a_program_plays_like_the_same_bot_in_this_process(ruleset: str, tmp_path: Path) -> None:
    spec = f"program:{written(tmp_path, ANY)}"
    outside, inside = (
        [game.record for game in ws.play_match(ruleset, [bot, bot], games=3, seed=5, records=True)]
        for bot in (spec, AnyAction)
    )
    assert [record and record.actions for record in outside] == [
        record and record.actions for record in inside
    ]


def test_a_program_is_told_its_game_once_and_plays_one_after_another(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    body = f"""
    with open({str(heard)!r}, "a") as file:
        print(json.dumps([os.getpid(), game, message["view"]["seat"]]), file=file)
    {ANY}
    """
    spec = f"program:seconds=7.5:{written(tmp_path, body)}"
    ws.play_match("usa", [spec, "random"], games=3, seed=1)
    lines = [msgspec.json.decode(line) for line in heard.read_text("utf-8").splitlines()]
    assert len({pid for pid, _, _ in lines}) == 1
    assert len({game["seed"] for _, game, _ in lines}) == 3
    for _, game, seat in lines:
        assert (game["protocol"], game["players"], game["seat"], game["seconds"]) == (1, 2, seat, 7.5)
        assert len(game["ruleset"]["routes"]) == len(ws.load_ruleset("usa").routes)


def test_a_program_asks_what_a_declaration_is_worth(tmp_path: Path) -> None:
    """CARD-40: any set that the stack pays for may be declared; CARD-41 is judged for each question."""
    body = """
    def told(tickets):
        print(json.dumps({"declaration": tickets}), flush=True)
        return json.loads(sys.stdin.readline())["declaration"]
    if message["view"]["phase"] == "declaration":
        chosen = []
        while addable := told(chosen)["addable"]:
            chosen.append(addable[0])
        legal = ["declare:" + ",".join(chosen)] if chosen else legal
    order = ["declare", "draw", "keep", "set", "trio"]
    best = min(legal, key=lambda action: order.index(action.split(":")[0]) if action.split(":")[0] in order else 9)
    print(json.dumps({"action": best}), flush=True)
    """
    game = ws.Game.new("card_game", 2, seed=3)
    bot = bots.make(f"program:{written(tmp_path, body)}", seed=1)
    phases = set()
    while not game.over:
        seat = game.to_act[0]
        observation = game.observe(seat)
        phases.add(observation.view().phase)
        game.play_id(bots.ask(bot, observation), seat)
    assert "declaration" in phases


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(3)", r"the program ended without an answer \(exit code 3\)"),
        ("import time; time.sleep(60)", r"it did not answer within 0.5 seconds"),
        ('print("hello", flush=True)', r"it answered 'hello': "),
        ('sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()', r"it answered "),
        ('print("[1]", flush=True)', r"it answered '\[1\]': Expected `object`"),
        ("print('{}', flush=True)", r"its answer has neither an action nor a declaration"),
        ("print('{\"action\": 3}', flush=True)", r"it answered .*Expected `str \| null`"),
        ("print('{\"declaration\": []}', flush=True)", r"it asked about \[\]: no declaration is due"),
        ('print(\'{"action": "fly"}\', flush=True)', r"it chose 'fly': "),
        ("print(' ' * 2**21, flush=True)", r"its answer has more than 1048576 bytes"),
    ],
)
def test_a_failure_names_bot_game_and_seat(
    body: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "START", 0.0 if "sleep" in body else 20.0)
    spec = f"program:seconds=0.5:{written(tmp_path, body)}"
    with pytest.raises(BotError, match=rf"^bot program:.*, game 0, seat 0: {message}"):
        ws.play_match("usa", [spec, "random"], games=1, seed=1)


def test_a_program_that_reads_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "START", 1.0)
    (tmp_path / "deaf.py").write_text("import time\ntime.sleep(60)\n", encoding="utf-8")
    # More than any pipe can buffer.
    monkeypatch.setattr(programs, "VERSION", "x" * 2**22)
    bot = bots.make(f"program:seconds=0.5:{sys.executable} '{tmp_path / 'deaf.py'}'")
    with pytest.raises(BotError, match=r"it did not answer within 1.5 seconds"):
        bot.choose(ws.Game.new("usa", 2, seed=1).observe(0))


def test_a_program_that_failed_starts_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    body = f"""
    if not os.path.exists({str(mark)!r}):
        open({str(mark)!r}, "w").close()
        sys.exit(1)
    {ANY}
    """
    game = ws.Game.new("usa", 2, seed=1)
    bot = bots.make(f"program:{written(tmp_path, body)}")
    with pytest.raises(BotError):
        bots.ask(bot, game.observe(0))
    assert bots.ask(bot, game.observe(0)) in game.legal_ids(0)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("program:", "there is no program ''"),
        ("program:./no_such_bot --fast", "there is no program './no_such_bot'"),
        ("program:seconds=0:python", "seconds takes a number above 0"),
        ("program:seconds=soon:python", "seconds takes a number above 0"),
        ("program:python 'bot.py", "No closing quotation"),
    ],
)
def test_a_spec_that_names_no_program_is_refused(spec: str, message: str) -> None:
    with pytest.raises(UnknownBot, match=message):
        bots.check(spec)


def test_a_program_is_listed_under_the_name_of_its_file(tmp_path: Path) -> None:
    spec = f"program:{written(tmp_path, ANY, 'My Bot.py')}"
    name = registry.add(spec)
    try:
        assert (name, bots.label(name), bots.level(name)) == ("my_bot", "My Bot", 1)
        assert registry.add(spec) == name, "the same program again"
        game = ws.Game.new("switzerland", 3, seed=2)
        assert bots.ask(bots.make(name, seed=1), game.observe(0)) in game.legal_ids(0)
    finally:
        bots.unregister(name)
    [(file, checksum)] = registry.checksums([spec]).items()
    assert file.endswith("My Bot.py")
    (tmp_path / "My Bot.py").write_text("other", encoding="utf-8")
    assert registry.checksums([spec])[file] != checksum


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    spec = f"program:{written(tmp_path, ANY)}"
    plan = Plan(ws.load_ruleset("usa"), (Lineup(2, (spec, "greedy")),), games=6, seed=9, block=2)
    one, two = (join_tables(batch.seats for batch in play_all(plan, jobs)) for jobs in (1, 2))
    assert {name: column.tolist() for name, column in one.items()} == {
        name: column.tolist() for name, column in two.items()
    }


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
@pytest.mark.parametrize("example", ["claims.c", "longest.mjs", "bot-programs.md"])
def test_the_examples_play(example: str, ruleset: str, tmp_path: Path) -> None:
    if example.endswith(".c"):
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("there is no C compiler")
        command = str(tmp_path / "claims")
        subprocess.run(
            [compiler, "-Wall", "-Wextra", "-Werror", "-o", command, EXAMPLES / example], check=True
        )
    else:
        node = shutil.which("node")
        if node is None:
            pytest.skip("there is no Node.js")
        file = EXAMPLES / example
        if example.endswith(".md"):
            file = tmp_path / "bot.mjs"
            page = (EXAMPLES.parents[1] / "docs" / example).read_text("utf-8")
            file.write_text(page.split("```javascript\n")[1].split("```")[0], encoding="utf-8")
        command = f"'{node}' '{file}'"
    match = ws.play_match(ruleset, [f"program:{command}", "random"], games=4, seed=2)
    assert len(match) == 4
