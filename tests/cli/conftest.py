from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import whistlestop as ws
from whistlestop import bots
from whistlestop.cli.app import app
from whistlestop.server import logs

Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command in this process.

    It does not change the logging setup: a filter on levels would hide log lines from later tests.
    """
    monkeypatch.setattr(logs, "configure", lambda _settings: None)

    def invoke(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments])

    return invoke


def played(ruleset: str) -> ws.Game:
    """Return a finished game."""
    game = ws.Game.new(ruleset, players=2, seed=11)
    players = [bots.make("random", seed=seat) for seat in range(2)]
    while not game.over:
        for seat in game.to_act:
            game.play_id(players[seat].choose(game.observe(seat)), seat)
    return game


@pytest.fixture(scope="session")
def game() -> ws.Game:
    """Return a finished map game."""
    return played("usa")


@pytest.fixture(scope="session")
def card_game() -> ws.Game:
    """Return a finished card game."""
    return played("card_game")


@pytest.fixture
def record(game: ws.Game, tmp_path: Path) -> Path:
    """Return a file with its record."""
    path = tmp_path / "game.json"
    path.write_text(game.record().to_json(), encoding="utf-8")
    return path


@pytest.fixture
def card_record(card_game: ws.Game, tmp_path: Path) -> Path:
    """Return a file with the record of the card game."""
    path = tmp_path / "cards.json"
    path.write_text(card_game.record().to_json(), encoding="utf-8")
    return path


@pytest.fixture
def damaged(record: Path) -> Callable[..., Path]:
    """Return a function that changes the record in its file."""

    def change(**fields: Any) -> Path:
        document = json.loads(record.read_text(encoding="utf-8"))
        document.update(fields)
        record.write_text(json.dumps(document), encoding="utf-8")
        return record

    return change


def table(path: Path, columns: str, rows: list[str]) -> None:
    path.write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a valid custom board: nine cities on a grid."""
    folder = tmp_path / "grid"
    folder.mkdir()
    cities = [f"{row}{column}" for row in "abc" for column in "xyz"]
    beside = [(n, n + 1) for n in range(9) if n % 3 < 2] + [(n, n + 3) for n in range(6)]
    colors = ["red", "blue", "green", "yellow", "black", "white", "purple", "orange", "gray"]
    table(
        folder / "cities.csv",
        "id,name,lat,lon,country",
        [f"{city},{city.title()},{50 - n // 3},{10 + n % 3 * 2}," for n, city in enumerate(cities)],
    )
    table(
        folder / "routes.csv",
        "id,length,color,kind,wilds",
        [f"{cities[a]}-{cities[b]},{2 + n % 3},{colors[n % 9]},normal,0" for n, (a, b) in enumerate(beside)],
    )
    table(
        folder / "tickets.csv",
        "id,from,to,points,deck",
        [f"{a}-{b},{a},{b},{n + 3},regular" for n, a in enumerate(cities) for b in cities[n + 2 :: 2]],
    )
    (folder / "ruleset.toml").write_text(
        'id = "grid"\nname = "Grid"\nplayers = {min = 2, max = 3}\ntrains = {count = 20}\n'
        "opening = {regular = 3, keep = 2}\ndraw = {regular = 3, keep = 1}\n",
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """Return a valid custom card game: five cities, two of them big."""
    folder = tmp_path / "small"
    folder.mkdir()
    cities = {"a": "", "b": "", "c": "8", "d": "", "e": "12"}
    pairs = [(a, b) for a in cities for b in cities if a < b]
    table(
        folder / "cities.csv",
        "id,name,lat,lon,bonus",
        [f"{city},{city.title()},,,{bonus}" for city, bonus in cities.items()],
    )
    table(
        folder / "tickets.csv",
        "id,from,to,points,cards",
        [
            f"{a}-{b}{twin},{a},{b},{n + 3},red+blue*2"
            for n, (a, b) in enumerate(pairs)
            for twin in ("", "/2")
        ],
    )
    (folder / "ruleset.toml").write_text(
        'id = "small"\nname = "Small"\nmachine = "yard"\nplayers = {min = 2, max = 3}\n'
        "opening = {tickets = 4, keep = 1}\ndraw = {tickets = 3, keep = 0}\n",
        encoding="utf-8",
    )
    return folder
