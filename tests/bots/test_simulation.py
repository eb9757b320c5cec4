"""Plans of many games: the same rows however they are played, and their evaluation."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.bots import plain
from whistlestop.bots.columns import Columns, join_tables
from whistlestop.bots.matches import play_all, play_block
from whistlestop.bots.partitions import opened
from whistlestop.bots.plan import Block, Lineup, Plan, round_robin
from whistlestop.bots.simulation import simulate, simulate_all
from whistlestop.bots.standings import fit_strengths, standings
from whistlestop.bots.summary import summarize, tally, total
from whistlestop.errors import OptionError, ResumeError, RulesetError, UnsuitableBot

FIRST = "class First:\n    def choose(self, observation):\n        return observation.legal()[0]\n"


def arena(
    players: int = 2, games: int = 6, bots: tuple[str, ...] = ("random", "greedy", "racer"), seed: int = 3
) -> Plan:
    return Plan(ws.load_ruleset("switzerland"), round_robin(bots, players), games, seed, block=20)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.mark.parametrize("block", [None, 1, 7, 1000])
def test_every_game_is_in_one_block(block: int | None) -> None:
    """A block contains whole deals, so that all its bots have had the same chances."""
    title = ws.load_ruleset("usa")
    lineups = (Lineup(2, ("random", "greedy")), Lineup(5, ("random",)))
    plan = Plan(title, lineups, 101, block=block)
    assert [one.number for one in plan.blocks] == list(range(len(plan.blocks)))
    for number, lineup in enumerate(lineups):
        games = [one.games for one in plan.blocks if one.lineup == number]
        assert [game for some in games for game in some] == list(range(101))
        assert all(len(some) % lineup.players == 0 for some in games[:-1])
    assert plan.bots == ("random", "greedy")


@pytest.mark.slow
def test_line_ups_play_the_same_deals() -> None:
    """Each of them plays as it would alone, every deal once from every seat."""
    wanted = arena()
    assert [one.bots for one in wanted.lineups] == [
        ("random", "greedy"),
        ("random", "racer"),
        ("greedy", "racer"),
    ]
    rows = join_tables(batch.seats for batch in play_all(wanted, 1))
    for number, lineup in enumerate(wanted.lineups):
        mine = {name: column[rows["lineup"] == number] for name, column in rows.items()}
        alone = Plan(wanted.ruleset, (lineup,), 6, 3)
        match = play_block(alone, Block(0, 0, range(6))).seats
        assert mine["score"].tolist() == match["score"].tolist()
        assert mine["key"].tolist() == rows["key"][rows["lineup"] == 0].tolist()
        names = [wanted.bots[code] for code in mine["bot"]]
        assert names == [lineup.bots[code] for code in match["bot"]]
        for seat in (0, 1):
            seated = mine["bot"][mine["seat"] == seat].tolist()
            assert len(set(seated)) == 2
            assert seated.count(seated[0]) == 3


@pytest.mark.slow
def test_no_game_is_played_twice() -> None:
    """If all seats have the same bot, swapping seats would gain nothing."""
    title = ws.load_ruleset("switzerland")
    lineups = (Lineup(2, ("greedy",)), Lineup(2, ("greedy", "greedy")), Lineup(2, ("greedy", "random")))
    plan = Plan(title, lineups, 6, 3)
    rows = join_tables(batch.seats for batch in play_all(plan, 1))
    deals = {
        number: rows["deal"][(rows["lineup"] == number) & (rows["seat"] == 0)].tolist() for number in range(3)
    }
    assert deals == {0: [0, 1, 2, 3, 4, 5], 1: [0, 1, 2, 3, 4, 5], 2: [0, 0, 1, 1, 2, 2]}
    keys = {deal: rows["key"][rows["deal"] == deal].tolist() for deal in range(6)}
    assert all(len(set(of_deal)) == 1 for of_deal in keys.values())
    assert len({of_deal[0] for of_deal in keys.values()}) == 6


@pytest.mark.slow
def test_the_same_files_whatever_the_number_of_processes(tmp_path: Path) -> None:
    """This includes custom bots; the sums are the same with and without a folder."""
    pytest.importorskip("pyarrow")
    mine = tmp_path / "first.py"
    mine.write_text(FIRST, encoding="utf-8")
    wanted = arena(players=3, games=33, bots=("random", "greedy", "racer", f"{mine}:First"))
    found = []
    for jobs in (1, 2):
        with opened(tmp_path / str(jobs), wanted) as folder:
            tallies = [of_block for _, of_block in simulate(wanted, jobs, folder)]
        found.append((contents(folder.path), standings(total(tallies), wanted.bots)))
    assert found[0] == found[1]
    assert len(found[0][0]) == 1 + 4 * 2
    assert standings(simulate_all(wanted, 1), wanted.bots) == found[0][1]


@pytest.mark.slow
def test_what_is_missing_is_played(tmp_path: Path) -> None:
    """Complete blocks are not played again, in whatever order they were played; incomplete ones are."""
    pq = pytest.importorskip("pyarrow.parquet")
    wanted = arena(games=60)
    with opened(tmp_path / "whole", wanted) as folder:
        whole = total(of_block for _, of_block in simulate(wanted, 1, folder))
    kept = contents(folder.path)
    assert len(kept) == 1 + 3 * 3

    first = folder.file("seats", wanted.blocks[0])
    for block in (wanted.blocks[0], wanted.blocks[4]):
        folder.file("seats", block).unlink()
    first.with_suffix(".123.tmp").write_bytes(b"PAR1 half a file")
    table = pq.read_table(folder.file("seats", wanted.blocks[1]))
    marked = table.set_column(table.column_names.index("score"), "score", [[999] * len(table)])
    pq.write_table(marked, folder.file("seats", wanted.blocks[1]))
    with opened(folder.path, wanted, resume=True) as folder:
        again = total(of_block for _, of_block in simulate(wanted, 1, folder))
    assert again.seats[:, 1, 1].sum() > whole.seats[:, 1, 1].sum()
    changed = {name for name, content in contents(folder.path).items() if kept[name] != content}
    assert changed == {"seats/part-00001.parquet"}

    with opened(tmp_path / "other", arena(seed=4)) as other:
        _ = next(simulate(other.plan, 1, other))
    shutil.copy(other.file("seats", wanted.blocks[0]), folder.file("seats", wanted.blocks[0]))
    with (
        opened(folder.path, wanted, resume=True) as folder,
        pytest.raises(ResumeError, match="another simulation"),
    ):
        next(simulate(wanted, 1, folder))
    folder.file("seats", wanted.blocks[0]).unlink()
    folder.file("seats", wanted.blocks[1]).write_bytes(b"")
    with (
        opened(folder.path, wanted, resume=True) as folder,
        pytest.raises(ResumeError, match="cannot be read"),
    ):
        list(simulate(wanted, 1, folder))


def test_other_folders_are_refused_and_kept(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    wanted, other = arena(), arena(seed=4)
    path = tmp_path / "games"
    with (
        opened(path, wanted),
        pytest.raises(ResumeError, match="another run is writing"),
        opened(path, wanted, resume=True),
    ):
        pass
    before = contents(path)
    with pytest.raises(ResumeError, match="is not empty"), opened(path, wanted):
        pass
    with pytest.raises(ResumeError, match=r"seed '3', not '4'"), opened(path, other, resume=True):
        pass
    with opened(path, wanted, resume=True):
        pass
    assert contents(path) == before
    for content in (b"", b"[1]", b"\xff", b"{}"):
        (path / "manifest.json").write_bytes(content)
        with pytest.raises(ResumeError), opened(path, wanted, resume=True):
            pass
    foreign = tmp_path / "home" / "letters"
    foreign.mkdir(parents=True)
    (foreign / "part-1.tmp").write_text("mine", encoding="utf-8")
    with (
        pytest.raises(ResumeError, match="is not the folder of a simulation"),
        opened(foreign.parent, wanted, resume=True),
    ):
        pass
    assert (foreign / "part-1.tmp").exists()


def test_a_bot_that_has_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder can be continued only with the same bot file or module."""
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for file, place in (("first_of_file.py", "first_of_file.py"), ("first_of_module.py", "first_of_module")):

        def plan(bot: str = f"{place}:First") -> Plan:
            plain.forget()
            return arena(bots=("random", bot))

        Path(file).write_text(FIRST, encoding="utf-8")
        path = tmp_path / f"of {place}"
        with opened(path, plan()):
            said = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
        assert said["files"] == {place: hashlib.sha256(FIRST.encode()).hexdigest()}
        with opened(path, plan(), resume=True):
            pass
        Path(file).write_text(FIRST.replace("[0]", "[-1]"), encoding="utf-8")
        with pytest.raises(ResumeError, match=f"files .*{place}.*, not "), opened(path, plan(), resume=True):
            pass
    assert arena().files == {}


def test_what_cannot_be_played_is_refused() -> None:
    cards = ws.load_ruleset("card_game")
    with pytest.raises(UnsuitableBot):
        Plan(cards, round_robin(("greedy", "racer"), 2), 1)
    with pytest.raises(RulesetError, match="COM-1"):
        Plan(cards, (Lineup(5, ("greedy",)),), 1)
    for names in (("greedy",), ("greedy", "greedy")):
        with pytest.raises(OptionError, match="at least two bots"):
            round_robin(names, 2)
    with pytest.raises(OptionError, match="3 bots for 2 players"):
        Plan(cards, (Lineup(2, ("greedy", "random", "planner")),), 1)
    for games, seed, block in ((0, 0, None), (1, -1, None), (1, 0, 0)):
        with pytest.raises(OptionError, match="at least 1"):
            Plan(cards, (Lineup(2, ("greedy",)),), games, seed, block=block)


def table(games: list[tuple[list[int], list[int]]]) -> Columns:
    """Return results of games: the bots by seat, and their ranks."""
    rows = [
        (seat, bot, True, 50 - rank, rank, float(rank == 1) / ranks.count(1), 90, 60)
        for bots, ranks in games
        for seat, (bot, rank) in enumerate(zip(bots, ranks, strict=True))
    ]
    names = ("seat", "bot", "finished", "score", "rank", "win", "actions", "turns")
    return {name: np.array(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}


def test_who_was_ahead_of_whom() -> None:
    """Every pair of seats counts, a tie as half for both; two seats with the same bot do not count (COM-21,
    COM-22).
    """
    games = table([([0, 1, 2], [1, 2, 3]), ([2, 0, 1], [1, 1, 3]), ([1, 1, 0], [3, 1, 2])])
    assert tally(games, 3, ()).ahead.tolist() == [[0, 3, 1.5], [1, 0, 1], [0.5, 1, 0]]


def test_sums_are_those_of_all_rows() -> None:
    """Means and intervals that are added up block by block equal NumPy's, calculated from all rows."""
    dice = np.random.default_rng(5)
    blocks = []
    for _ in range(4):
        ranks = [dice.permutation(3) + 1 for _ in range(7)]
        blocks.append(table([(dice.integers(0, 2, 3).tolist(), rank.tolist()) for rank in ranks]))
    figures = summarize(total(tally(block, 2, ()) for block in blocks), ("a", "b"))
    rows = join_tables(blocks)
    for code, bot in enumerate("ab"):
        scores = rows["score"][rows["bot"] == code]
        found = figures["bots"][bot]
        assert found["games"] == len(scores)
        assert found["score"]["mean"] == pytest.approx(scores.mean())
        error = scores.std(ddof=1) / np.sqrt(len(scores))
        assert found["score"]["high"] - found["score"]["mean"] == pytest.approx(1.96 * error, rel=1e-4)
        assert found["win"]["mean"] == pytest.approx(rows["win"][rows["bot"] == code].mean())
    assert set(figures["seats"]) == {"0", "1", "2"}
    assert figures["turns"] == {"mean": 60, "low": 60, "high": 60}


def test_strengths_of_a_known_example() -> None:
    """Baseball in 1987 (A. Agresti, Categorical Data Analysis): strengths and errors relative to Baltimore."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    won = np.array(
        [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ],
        float,
    )
    strengths, covariance = fit_strengths(won, prior=0)
    beside = strengths - strengths[-1]
    errors = np.sqrt(np.diag(covariance) + covariance[-1, -1] - 2 * covariance[-1])
    known = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    assert dict(zip(teams, beside.round(2).tolist(), strict=True)) == dict(zip(teams, known, strict=True))
    assert errors[:-1] == pytest.approx([0.343, 0.340, 0.337, 0.336, 0.334, 0.332], abs=0.001)


def test_strengths_of_who_never_wins_stay_finite() -> None:
    strengths, covariance = fit_strengths(np.array([[0, 10, 10], [0, 0, 5], [0, 5, 0.0]]))
    assert strengths[0] > strengths[1] == pytest.approx(strengths[2])
    assert np.isfinite(strengths).all()
    assert np.isfinite(covariance).all()


def test_standings() -> None:
    names = ["weak", "strong"]
    games = table([([0, 1], [2, 1]), ([1, 0], [1, 2]), ([0, 1], [1, 2]), ([1, 0], [1, 1])])
    found = standings(tally(games, 2, ()), names)
    assert list(found["bots"]) == ["strong", "weak"]
    assert found["pairs"]["strong"]["weak"]["ahead"] == 2.5
    assert found["pairs"]["strong"]["weak"]["games"] == 4
    assert found["pairs"]["strong"]["weak"]["low"] < 0.625 < found["pairs"]["strong"]["weak"]["high"]
    strong, weak = (found["bots"][name] for name in ("strong", "weak"))
    assert strong["rating"]["mean"] == pytest.approx(-weak["rating"]["mean"])
    assert strong["rating"]["low"] < strong["rating"]["mean"] < strong["rating"]["high"]
    assert strong["win"]["mean"] == pytest.approx(2.5 / 4)
    assert found["unfinished"] == 0
