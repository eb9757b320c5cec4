from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.cli.conftest import Run

import whistlestop as ws
from whistlestop.bots import summary
from whistlestop.bots.columns import Columns, join_tables, move_types, seat_types
from whistlestop.bots.matches import play_all
from whistlestop.bots.plan import Lineup, Plan
from whistlestop.cli import matches
from whistlestop.kinds import KINDS, kind_of

MINE = "class Mine:\n    def choose(self, observation):\n        return observation.legal()[{choice}]\n"


def plan(ruleset: str, players: int, games: int, bots: tuple[str, ...], seed: int, **more: bool) -> Plan:
    return Plan(ws.load_ruleset(ruleset), (Lineup(players, bots),), games, seed, **more)


def seats(wanted: Plan) -> Columns:
    return join_tables(batch.seats for batch in play_all(wanted, 1))


@pytest.mark.slow
def test_report_as_json(run: Run) -> None:
    result = run(
        "simulate", "usa", "--players", 3, "--games", 6, "--bots", "greedy,random", "--jobs", 1, "--json"
    )
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 9, "random": 9}
    assert sum(
        figures["win"]["mean"] * figures["games"] for figures in report["bots"].values()
    ) == pytest.approx(6)
    assert set(report["seats"]) == {"0", "1", "2"}


def test_report_as_table(run: Run) -> None:
    result = run("simulate", "usa", "--games", 2, "--bots", "random", "--jobs", 1)
    assert result.exit_code == 0
    assert "random" in result.stdout
    assert "2 games of usa with 2 players" in " ".join(result.stdout.split())


@pytest.mark.slow
def test_report_of_a_card_game(run: Run) -> None:
    wanted = ["--players", 4, "--games", 4, "--bots", "greedy,random", "--jobs", 1]
    arguments = ["simulate", "card_game", *wanted]
    report = json.loads(run(*arguments, "--json").stdout)
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 8, "random": 8}
    assert {"tickets", "lost", "cities", "completed"} <= set(report["bots"]["random"])
    shown = run(*arguments)
    assert shown.exit_code == 0
    assert "lost" in shown.stdout
    assert "routes" not in shown.stdout


@pytest.mark.slow
def test_same_games_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """This includes custom bots, records and moves."""
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=0), encoding="utf-8")
    wanted = plan("usa", 3, 6, ("greedy", "random", f"{mine}:Mine"), seed=5, records=True, moves=True)
    one, two = (list(play_all(wanted, jobs)) for jobs in (1, 2))
    for first, second in zip(one, two, strict=True):
        for name in ("seats", "moves", "records"):
            tables = [getattr(batch, name) for batch in (first, second)]
            assert tables[0]
            alone, shared = ({column: of[column].tolist() for column in of} for of in tables)
            assert alone == shared


@pytest.mark.slow
def test_another_seed_gives_other_games() -> None:
    one, two = (seats(plan("usa", 2, 3, ("random",), seed)) for seed in (1, 2))
    assert not np.array_equal(one["score"], two["score"])


@pytest.mark.slow
def test_bots_share_the_seats() -> None:
    columns = seats(plan("usa", 3, 12, ("greedy", "random"), seed=0))
    assert np.bincount(columns["bot"]).tolist() == [18, 18]
    assert {tuple(columns["bot"][columns["seat"] == seat].tolist()).count(0) for seat in range(3)} == {6}
    assert columns["game"].tolist() == [game for game in range(12) for _ in range(3)]


@pytest.mark.slow
def test_every_game_has_one_win_to_share() -> None:
    columns = seats(plan("europe", 4, 8, ("greedy",), seed=0))
    assert np.allclose(columns["win"].reshape(8, 4).sum(axis=1), 1)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "europe", "card_game"])
def test_rows_say_what_the_records_say(run: Run, tmp_path: Path, ruleset: str) -> None:
    """The tables agree with the replayed records, which `verify` accepts."""
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games"
    options = ("--games", 4, "--bots", "greedy,random", "--jobs", 1, "--seed", 8, "--json", "--block", 3)
    result = run("simulate", ruleset, *options, "--out", out, "--moves", "--records")
    assert result.exit_code == 0, result.stderr
    parts = [[file.name for file in sorted((out / name).iterdir())] for name in ("seats", "moves", "records")]
    assert parts == [["part-00000.parquet"]] * 3  # three games are rounded up to two deals

    kept = pq.read_table(out / "records").to_pylist()
    records = [ws.unpack(row["record"]) for row in kept]
    games = [ws.replay(record) for record in records]
    assert [(row["lineup"], row["game"]) for row in kept] == [(0, game) for game in range(4)]

    table = pq.read_table(out / "seats")
    kind = kind_of(games[0].ruleset)
    assert table.column_names == list(seat_types(kind))
    rows = table.to_pylist()
    assert len(rows) == 8
    for row in rows:
        game = games[row["game"]]
        outcome = game.outcome()
        assert outcome is not None
        player = outcome["players"][row["seat"]]
        assert (row["score"], row["rank"]) == (player["score"], player["rank"])
        assert sum(row[part] for part in kind.results.parts if part != "completed") == row["score"]
        assert (row["first"], row["key"]) == (game.first, records[row["game"]].seed)
        assert (row["deal"], row["players"]) == (row["game"] // 2, 2)
        assert row["kept"] == row["completed"] + row["failed"] == len(player["tickets_list"])
        scored = {ticket["id"]: ticket["scored"] for ticket in player["tickets_list"]}
        assert dict(zip(row["ticket_ids"], row["ticket_points"], strict=True)) == scored
        if game.ruleset.routes:
            shown = game.view()["players"][row["seat"]]
            assert row["route_ids"] == sorted(shown["routes"], key=game.ruleset.route_index.__getitem__)
            assert sorted(row["station_cities"]) == sorted(shown["stations_built"])
            used = zip(row["station_cities"], row["station_routes"], strict=True)
            assert {city: route for city, route in used if route} == player["station_routes"]
        else:
            assert row["city_ids"] == player["cities"]
        assert row["turns"] == sum(e["event"] == "turn" for one in game.history() for e in one["events"])
    assert {row["bot"] for row in rows} == {"greedy", "random"}
    bots = {(row["game"], row["seat"]): row["bot"] for row in rows}

    steps = pq.read_table(out / "moves").to_pylist()
    assert list(steps[0]) == list(move_types(kind))
    assert [(s["game"], s["seat"], s["action"]) for s in steps] == [
        (number, *action) for number, record in enumerate(records) for action in record.actions
    ]
    assert all(step["bot"] == bots[step["game"], step["seat"]] for step in steps)
    for step in steps[::37]:
        before = ws.replay(records[step["game"]], to=step["move"] - 1)
        assert (step["phase"], step["legal"]) == (before.view()["phase"], len(before.legal_ids(step["seat"])))
    assert steps[-1]["turn"] == rows[-1]["turns"]
    robberies = [
        (number, told["victim"], told["cards"] + told["wilds"])
        for number, game in enumerate(games)
        for one in game.history()
        for told in one["events"]
        if told["event"] == "robbed"
    ]
    assert robberies == [(s["game"], s["victim"], s["robbed"]) for s in steps if s.get("victim", -1) >= 0]

    said = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    ruleset_facts = games[0].ruleset.id, games[0].ruleset.version, games[0].ruleset.hash
    assert (said["ruleset"], said["ruleset_version"], said["ruleset_hash"]) == ruleset_facts
    assert (said["seed"], said["version"], said["board"]) == (8, ws.__version__, None)
    assert said["lineups"] == [{"players": 2, "bots": ["greedy", "random"]}]
    for part in out.glob("*/*.parquet"):
        assert json.loads(pq.read_schema(part).metadata[b"whistlestop"]) == said

    verified = run("verify", *sorted((out / "records").iterdir()), "--json")
    assert verified.exit_code == 0
    assert len(json.loads(verified.stdout)["records"]) == 4
    other = run("verify", out / "seats" / "part-00000.parquet", "--json")
    assert other.exit_code == 1
    assert "no column of packed records" in json.loads(other.stdout)["records"][0]["error"]


def test_a_bot_of_ones_own(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=-1), encoding="utf-8")
    spec = f"{mine}:Mine"
    result = run("simulate", "card_game", "--games", 2, "--bots", f"random,{spec}", "--jobs", 1, "--json")
    assert result.exit_code == 0
    assert set(json.loads(result.stdout)["bots"]) == {"random", spec}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_faulty_bot_ends_the_simulation(run: Run, tmp_path: Path, jobs: int) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.format(choice=99999), encoding="utf-8")
    out = tmp_path / "games"
    result = run("simulate", "usa", "--games", 4, "--bots", f"{mine}:Mine", "--jobs", jobs, "--out", out)
    assert result.exit_code == 3
    assert f"bot {mine}:Mine, game 0, seat 0: it raised IndexError" in result.stderr
    assert not list(out.glob("*/*"))


@pytest.mark.slow
def test_headings_are_never_cut(run: Run, record: Path, game: ws.Game) -> None:
    """Even in a window of 80 columns."""
    table = run("simulate", "europe", "--games", 2, "--bots", "planner:tempo=300,greedy", "--jobs", 1).stdout
    for heading in ("bot", "wins %", "score", *KINDS["network"].results.parts):
        assert heading in table
    shown = run("replay", record).stdout
    outcome = game.view()["outcome"]["players"][0]
    for heading in KINDS["network"].results.outcome_columns:
        assert (heading.replace("_", " ") in shown) == (heading in outcome)
    assert "…" not in table + shown


def test_parquet_without_its_library(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("simulate", "usa", "--games", 1, "--out", tmp_path / "games")
    assert result.exit_code == 4
    assert "pip install" in result.stderr


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_a_cluster_that_is_not_there(run: Run, command: str) -> None:
    """The error appears at once, in one sentence."""
    play = (command, "usa", "--bots", "random,greedy", "--games", 1)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        pytest.importorskip("ray", reason="Ray is not installed")
        refused = run(*play, "--ray", address)
    assert refused.exit_code == 3
    assert f"no Ray cluster at {address}: " in refused.stderr
    for other in ("ray://127.0.0.1:10001", "somewhere", ""):
        strange = run(*play, "--ray", other)
        assert strange.exit_code == 3
        assert "is not the address of a Ray cluster" in strange.stderr
    both = run(*play, "--ray", "auto", "--jobs", 2)
    assert both.exit_code == 2
    assert "--jobs works only on this machine" in both.stderr


def test_a_cluster_without_its_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "find_spec", lambda _: None)
    result = run("simulate", "usa", "--games", 1, "--ray", "auto")
    assert result.exit_code == 4
    assert "pip install 'whistlestop[ray]'" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["atlantis"], 3, "atlantis"),
        (["switzerland", "--players", "4"], 2, "2 to 3 players"),
        (["card_game", "--players", "5"], 2, "2 to 4 players"),
        (["usa", "--bots", "genius"], 2, "no bot 'genius'"),
        (["usa", "--bots", "greedy:haste=1,haste=2,random"], 2, "no option 'haste'"),
        (["usa", "--bots", "random,greedy,random"], 2, "3 bots for 2 players"),
        (["usa", "--bots", ","], 2, "no bot"),
        (["usa", "--moves"], 2, "--moves needs --out"),
        (["usa", "--records"], 2, "--records needs --out"),
        (["usa", "--resume"], 2, "--resume needs --out"),
        (["usa", "--out", "nowhere/games"], 3, "there is no folder"),
        (["usa", "--bots", "nowhere.py:Bot"], 2, "nowhere.py"),
        (["usa", "--bots", "nowhere:Bot"], 2, "No module named"),
        (["usa", "--games", "0"], 2, "--games"),
    ],
)
def test_errors(run: Run, arguments: list[str], code: int, says: str) -> None:
    result = run("simulate", *arguments)
    assert result.exit_code == code
    assert says in result.stderr


LINEUPS = """
[[lineup]]
bots = ["greedy", "random"]

[[lineup]]
bots = ["random"]
players = 3
"""


@pytest.mark.slow
def test_line_ups_of_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lineups.toml"
    file.write_text(LINEUPS, encoding="utf-8")
    result = run("simulate", "usa", "--lineups", file, "--games", 6, "--jobs", 1, "--json")
    assert result.exit_code == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["lineups"] == [
        {"players": 2, "bots": ["greedy", "random"]},
        {"players": 3, "bots": ["random"]},
    ]
    assert {bot: figures["games"] for bot, figures in report["bots"].items()} == {"greedy": 6, "random": 24}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lineup = 5", "Expected `array`"),
        ("[[lineup]]\nbots = ['random']\nspeed = 3", "unknown field `speed`"),
        ("[[lineup]]\nplayers = 3", "missing required field `bots`"),
        ("[[lineup]", "Expected"),
        ("[[lineup]]\nbots = ['random', 'genius']", "no bot 'genius'"),
        ("[[lineup]]\nbots = ['random']", "not 1"),
        ("[[lineup]]\nbots = ['random', 'random']\nplayers = 9", "not 9"),
        ("lineup = []", "no line-up"),
    ],
)
def test_a_file_that_says_something_else(run: Run, tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "lineups.toml"
    file.write_text(text, encoding="utf-8")
    result = run("simulate", "usa", "--lineups", file)
    assert result.exit_code in (2, 3)
    assert says in result.stderr
    assert run("simulate", "usa", "--lineups", file, "--players", 2).exit_code == 2


def test_intervals() -> None:
    assert summary.mean_interval(np.array([4])) == {"mean": 4.0, "low": None, "high": None}
    found = summary.mean_interval(np.array([1, 2, 3, 4]))
    # sd 1.29099, standard error 0.645497
    assert found["low"] == pytest.approx(2.5 - 1.2651, abs=1e-3)
    # Wilson's interval for 8 of 10, from tables
    share = summary.share_interval(8, 10)
    assert share["low"] == pytest.approx(0.4902, abs=1e-3)
    assert share["high"] == pytest.approx(0.9433, abs=1e-3)
    assert summary.share_interval(0, 5)["low"] == 0.0
