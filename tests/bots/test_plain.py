"""Custom bots: naming, creating, listing and asking them, and their errors."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import plain, registry
from whistlestop.errors import BotError, RulesetError, UnknownBot

PAGE = Path(__file__).resolve().parents[2] / "docs" / "writing-a-bot.md"
LAST = '''
class Last:
    """Takes what is listed last, as a number."""

    def choose(self, observation):
        return observation.legal_ids()[-1]


class Seeded(Last):
    name, label, level = "seedling", "Seeded bot", 2

    def __init__(self, seed):
        self.seed = seed


READY = Last()
NUMBER = 5
'''


class First:
    """Takes the first listed action, as text."""

    def choose(self, observation: ws.Observation) -> str:
        return observation.legal()[0]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text(LAST, encoding="utf-8")
    return str(path)


@pytest.fixture
def clean() -> Iterator[None]:
    """Undo a test's registrations."""
    before = set(registry.names())
    yield
    for name in set(registry.names()) - before:
        registry.unregister(name)


def test_the_example_of_the_page_runs(tmp_path: Path) -> None:
    example = re.findall(r"```python\n(# cautious.py\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "cautious.py"
    path.write_text(example[0], encoding="utf-8")
    for ruleset in ("usa", "card_game"):
        games = [
            ws.play_match(ruleset, [f"{path}:Cautious", "random"], 2, seed=4, records=True) for _ in range(2)
        ]
        assert [game.record for game in games[0]] == [game.record for game in games[1]]
        assert all(game.finished for game in games[0])
        assert {game.bots for game in games[0]} == {
            (f"{path}:Cautious", "random"),
            ("random", f"{path}:Cautious"),
        }


@pytest.mark.parametrize("name", ["Last", "Seeded", "READY"])
def test_bots_by_file(file: str, name: str) -> None:
    bot = bots.make(f"{file}:{name}", seed=7)
    seen = ws.Game.new("usa", seed=1).observe(0)
    assert bots.ask(bot, seen) == seen.legal_ids()[-1]
    assert getattr(bot, "seed", 7) == 7


def test_bots_by_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bot_of_a_test.py").write_text(LAST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert bots.make("bot_of_a_test:Seeded", seed=3).seed == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nowhere:Class", "No module named 'nowhere'"),
        ("nowhere.py:Class", "nowhere.py"),
        ("{file}:Nobody", "has no class Nobody"),
        ("{file}:NUMBER", "has no class NUMBER"),
        ("{file}:", "module:Class, file.py:Class or program:COMMAND"),
        ("nobody", "there is no bot 'nobody'"),
        ("{broken}:Bot", "ZeroDivisionError"),
    ],
)
def test_bots_that_cannot_be_found(file: str, tmp_path: Path, spec: str, says: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0\n", encoding="utf-8")
    spec = spec.format(file=file, broken=broken)
    for ask in (bots.make, bots.check):
        with pytest.raises(UnknownBot, match=re.escape(says)):
            ask(spec)


def test_another_process_needs_no_file(file: str) -> None:
    """The process gets the loaded source, even if the file has changed since."""
    own = registry.own_bots([f"{file}:Last", "planner:tempo=300", f"{file}:Seeded"])
    assert own == registry.OwnBots({}, {file: LAST.encode()})
    for gone in (False, True):
        Path(file).unlink() if gone else Path(file).write_text("1 / 0\n", encoding="utf-8")
        plain.forget()
        with pytest.raises(UnknownBot):
            bots.make(f"{file}:Last")
        registry.adopt(own)
        assert bots.make(f"{file}:Seeded", seed=3).seed == 3  # type: ignore[attr-defined]
    assert registry.checksums([f"{file}:Last"]) == {file: hashlib.sha256(LAST.encode()).hexdigest()}


def test_registered_bots(clean: None) -> None:
    bots.register("first", First, label="The first", level=4)
    assert "first" in bots.names()
    assert "first" not in bots.kernel_names()
    assert (bots.label("first"), bots.level("first")) == ("The first", 4)
    assert isinstance(bots.make("first"), First)
    with pytest.raises(UnknownBot, match="no option 'haste'"):
        bots.make("first:haste=1")
    for name in ("first", "planner", "", "a b", "a,b", "x" * 65):
        with pytest.raises(ValueError, match=r"is taken|is not a valid name"):
            bots.register(name, First)
    bots.unregister("first")
    assert "first" not in bots.names()


def test_added_bots(file: str, clean: None) -> None:
    assert bots.add(f"{file}:Last") == bots.add(f"{file}:Last") == "last"
    assert bots.add(f"{file}:Seeded") == "seedling"
    assert (bots.label("last"), bots.label("seedling"), bots.level("seedling")) == ("Last", "Seeded bot", 2)
    bots.register("ready", First)
    with pytest.raises(UnknownBot, match="the name ready is taken"):
        bots.add(f"{file}:READY")


def test_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package offers bots. Bots that cannot be loaded, or that use a built-in name, are skipped with a
    warning.
    """
    ours = bots.names()
    points = [
        EntryPoint("first", "tests.bots.test_plain:First", registry.GROUP),
        EntryPoint("broken", "tests.bots.nowhere:First", registry.GROUP),
        EntryPoint("planner", "tests.bots.test_plain:First", registry.GROUP),
    ]
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: points if group == registry.GROUP else []
    )
    registry.from_packages.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"^bot (broken|planner) of ") as warned:
            assert bots.names() == sorted(["first", *ours])
        assert len(warned) == 2
        assert type(bots.make("first")).__name__ == "First"
        assert isinstance(bots.make("planner"), bots.KernelBot)
    finally:
        registry.from_packages.cache_clear()


# Matches.


@pytest.mark.slow
def test_a_match_of_specs_classes_and_bots() -> None:
    ready = First()
    results = ws.play_match("usa", ["greedy", First, ready], 4, seed=2)
    assert [result.bots for result in results[:2]] == [
        ("greedy", "First", "First"),
        ("First", "First", "greedy"),
    ]
    again = ws.play_match(ws.load_ruleset("usa"), ["greedy", First, ready], 4, seed=2)
    assert [(one.scores, one.key) for one in results] == [(two.scores, two.key) for two in again]
    assert len({result.key for result in results}) == 2  # three games per deal


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), [("usa", 2), ("europe", 3), ("card_game", 4)])
def test_results_are_those_of_the_record(ruleset: str, players: int) -> None:
    """Compiled and recorded games are identical and agree with the replayed game."""
    compiled = ws.play_match(ruleset, ["planner", "greedy"], 2, seed=5, players=players)
    recorded = ws.play_match(ruleset, ["planner", "greedy"], 2, seed=5, players=players, records=True)
    for fast, slow in zip(compiled, recorded, strict=True):
        assert slow.record is not None
        game = ws.replay(slow.record)
        outcome = game.outcome()
        assert outcome is not None
        for result in (fast, slow):
            dealt = ws.Game.new(ruleset, players, bytes.fromhex(result.key))
            assert dealt.position() == ws.replay(slow.record, to=0).position()
            assert (result.first, result.actions, result.finished) == (game.first, game.version, True)
            assert list(result.scores) == [player["score"] for player in outcome["players"]]
            assert list(result.parts["completed"]) == [one["tickets_completed"] for one in outcome["players"]]
            held = [len(player["tickets_list"]) for player in outcome["players"]]
            assert list(result.numbers["kept"]) == held
            failed = [
                sum(ticket["state"] == "failed" for ticket in one["tickets_list"])
                for one in outcome["players"]
            ]
            assert list(result.numbers["failed"]) == failed
            if ruleset != "card_game":
                assert list(result.numbers["trail"]) == [
                    player["longest_path"] for player in outcome["players"]
                ]
                assert list(result.numbers["trains_left"]) == [
                    one["trains"] for one in game.view()["players"]
                ]


@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_turns_count_the_last_one(ruleset: str) -> None:
    """The number equals the number of events that start a turn."""
    (result,) = ws.play_match(ruleset, ["greedy", "random"], 1, seed=3, records=True)
    assert result.record is not None
    events = [event for entry in ws.replay(result.record).history() for event in entry["events"]]
    assert result.turns == sum(event["event"] == "turn" for event in events)


class Faulty:
    """Plays legally for some moves, and then misbehaves as specified."""

    def __init__(self, what: Any) -> None:
        self.moves, self.what = 0, what

    def choose(self, observation: ws.Observation) -> Any:
        self.moves += 1
        if self.moves <= 3:
            return observation.legal_ids()[0]
        if isinstance(self.what, Exception):
            raise self.what
        return self.what


@pytest.mark.parametrize(
    ("what", "says"),
    [
        (RuntimeError("no idea"), "it raised RuntimeError: no idea"),
        ("withdraw", "withdraw is not legal now"),
        ("claim:denver-nowhere:red", "unknown route"),
        ("", "not an action"),
        (None, "a text or an integer, not NoneType"),
        (True, "a text or an integer, not bool"),
        (1.5, "a text or an integer, not float"),
        (-1, "no action has this number"),
        (10**30, "no action has this number"),
        (np.int64(2), "is not legal now"),
    ],
)
def test_faults_name_bot_game_and_seat(what: Any, says: str) -> None:  # COM-4
    with pytest.raises(BotError, match=re.escape(says)) as caught:
        ws.play_match("europe", ["random", Faulty(what)], 3, seed=1)
    error = caught.value
    assert (error.bot, error.game, error.seat) == ("Faulty", 0, 1)
    assert str(error).startswith("bot Faulty, game 0, seat 1: ")


def test_bots_that_cannot_be_made() -> None:
    class Greedy:
        def __init__(self) -> None:
            raise ValueError("too greedy")

    for bot, says in ((Greedy, "too greedy"), (dict, "no method choose"), (5, "no method choose")):
        with pytest.raises(BotError, match=says):
            ws.play_match("usa", ["random", bot])  # type: ignore[list-item]


def test_matches_that_cannot_be() -> None:
    match: Any = ws.play_match
    with pytest.raises(RulesetError, match="2 to 3 players"):
        match("switzerland", ["random"] * 4)
    with pytest.raises(RulesetError):
        match(None, ["random"] * 2)
    with pytest.raises(UnknownBot):
        match("usa", ["random", "nobody"])
    for bots_, more in (
        ([], {}),
        ("random", {}),
        (["random"] * 3, {"players": 2}),
        (["random"] * 2, {"games": -1}),
    ):
        with pytest.raises(ValueError, match=r"bots|games"):
            match("usa", bots_, **more)
