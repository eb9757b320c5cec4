from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.statistics.conftest import simulated

import whistlestop as ws
from whistlestop.bots.partitions import opened
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.bots.simulation import simulate
from whistlestop.errors import RulesetError, StatisticsError
from whistlestop.statistics import Simulation
from whistlestop.statistics.playing import play


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return two line-ups with different numbers of players, on disk."""
    path = tmp_path_factory.mktemp("games")
    lineups = (Lineup(2, ("greedy", "random")), Lineup(3, ("greedy",)))
    plan = Plan(ws.load_ruleset("switzerland"), lineups, 6, moves=True, block=2)
    with opened(path, plan) as partitions:
        for _ in simulate(plan, 1, partitions):
            pass
    return path


def edited(folder: Path, tmp_path: Path, **over: object) -> Path:
    """Return a folder with only the manifest of another one, with changed entries."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | over), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_games_are_read_by_the_number_of_players(folder: Path) -> None:
    two, three = Simulation.read(folder, 2), Simulation.read(folder, 3)
    assert (two.ruleset.id, two.players, two.bots, two.games) == ("switzerland", 2, ("greedy", "random"), 6)
    assert (three.players, three.bots, three.games) == (3, ("greedy",), 6)
    assert set(three.seats.collect()["players"]) == {3}
    assert three.moves is not None
    assert set(three.moves.collect()["lineup"]) == {1}


@pytest.mark.slow
def test_what_cannot_be_read_is_said(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(StatisticsError, match="choose one number"):
        Simulation.read(folder)
    with pytest.raises(StatisticsError, match="none with 4"):
        Simulation.read(folder, 4)
    with pytest.raises(StatisticsError, match="no manifest"):
        Simulation.read(tmp_path)
    with pytest.raises(StatisticsError, match="no games yet"):
        Simulation.read(edited(folder, tmp_path), 2)
    with pytest.raises(StatisticsError, match="unknown format 'another/1'"):
        Simulation.read(edited(folder, tmp_path, format="another/1"), 2)
    (tmp_path / "seats").mkdir()
    (tmp_path / "seats" / "part-00000.parquet").write_bytes(b"no Parquet")
    with pytest.raises(StatisticsError, match="cannot be read"):
        Simulation.read(edited(folder, tmp_path), 2)
    with pytest.raises(RulesetError):
        Simulation.read(edited(folder, tmp_path, ruleset_hash="0" * 64), 2)
    (tmp_path / "manifest.json").write_text("[]", encoding="utf-8")
    with pytest.raises(StatisticsError, match="unknown format None"):
        Simulation.read(tmp_path, 2)


@pytest.mark.slow
def test_games_played_in_memory_are_those_on_disk(folder: Path) -> None:
    written = Simulation.read(folder, 2).seats.collect()
    played = play(ws.load_ruleset("switzerland"), 2, ("greedy", "random"), 6, jobs=1).seats.collect()
    columns = [name for name in played.columns if name != "bot"]
    assert played.select(columns).equals(written.select(columns))
    assert played["bot"].to_list() == written["bot"].cast(str).to_list()


def test_games_without_an_end_are_left_out() -> None:
    games: list[list[dict[str, Any]]] = [
        [{"win": 1, "finished": game > 0}, {"finished": game > 0}] for game in range(3)
    ]
    assert simulated(games).finished().games == 2
    with pytest.raises(StatisticsError, match="none of the 1 games"):
        simulated(games[:1]).finished()


@pytest.mark.slow
def test_one_bot_plays_every_game_with_other_cards_and_goes_on_where_it_stopped() -> None:
    title = ws.load_ruleset("switzerland")
    whole = play(title, 2, ("greedy",), 5, jobs=1).seats.collect()
    assert whole["deal"].n_unique() == whole["key"].n_unique() == 5
    rest = play(title, 2, ("greedy",), 2, first=3, jobs=1).seats.collect()
    assert whole[-4:].equals(rest)
