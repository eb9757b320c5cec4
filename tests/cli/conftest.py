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

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Runs a command in this process."""

    def invoke(*arguments: object) -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments])

    return invoke


@pytest.fixture(scope="session")
def game() -> ws.Game:
    """A finished game."""
    game = ws.Game.new("usa", players=2, seed=11)
    players = [bots.make("random", seed=seat) for seat in range(2)]
    while not game.over:
        for seat in game.to_act:
            game.play_id(players[seat].choose(game.observe(seat)), seat)
    return game


@pytest.fixture
def record(game: ws.Game, tmp_path: Path) -> Path:
    """Its record in a file."""
    path = tmp_path / "game.json"
    path.write_text(game.record().to_json(), encoding="utf-8")
    return path


@pytest.fixture
def damaged(record: Path) -> Callable[..., Path]:
    """Changes the record in its file."""

    def change(**fields: Any) -> Path:
        document = json.loads(record.read_text(encoding="utf-8"))
        document.update(fields)
        record.write_text(json.dumps(document), encoding="utf-8")
        return record

    return change


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """A small sound board of one's own."""
    folder = tmp_path / "triangle"
    folder.mkdir()
    cities = ["ada", "bea", "cid", "dot", "eve", "fay"]
    rows = [f"{name},{name.title()},{50 + n % 3},{10 + n // 3 * 2}," for n, name in enumerate(cities)]
    (folder / "cities.csv").write_text("\n".join(["id,name,lat,lon,country", *rows]) + "\n", encoding="utf-8")
    colors = ["red", "blue", "green", "yellow", "black", "white", "purple", "orange", "gray"]
    pairs = [(a, b) for n, a in enumerate(cities) for b in cities[n + 1 :]]
    rows = [f"{a}-{b},{1 + n % 6},{colors[n % 9]},normal,0" for n, (a, b) in enumerate(pairs)]
    (folder / "routes.csv").write_text(
        "\n".join(["id,length,color,kind,wilds", *rows]) + "\n", encoding="utf-8"
    )
    rows = [f"{a}-{b},{a},{b},{3 + n},regular" for n, (a, b) in enumerate(pairs)]
    (folder / "tickets.csv").write_text("\n".join(["id,from,to,points,deck", *rows]) + "\n", encoding="utf-8")
    (folder / "ruleset.toml").write_text(
        'id = "triangle"\nname = "Triangle"\nplayers = {min = 2, max = 3}\ntrains = {count = 20}\n'
        "opening = {regular = 3, keep = 2}\ndraw = {regular = 3, keep = 1}\n",
        encoding="utf-8",
    )
    return folder
