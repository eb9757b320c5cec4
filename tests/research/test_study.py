"""The study: interrupted runs resume, and every figure of its page equals that of plain loops over the games."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from statistics import correlation, mean, median
from typing import Any, NamedTuple

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "research"))

import measured
import study
import study_pages
import whistlestop as ws
from whistlestop.statistics.charts import label

Row = dict[str, Any]
Table = list[list[str]]

GAMES = 4
CELLS = sum(one.max_players - one.min_players + 1 for one in map(ws.load_ruleset, ws.ruleset_ids()))
"""Numbers of players of all games together."""
MAPS = [each for each in map(ws.load_ruleset, ws.ruleset_ids()) if each.data.machine == "network"]

pytestmark = pytest.mark.slow


class Study(NamedTuple):
    kept: Path
    docs: Path
    page: str
    tables: dict[str, list[Table]]
    """Tables by heading."""
    rows: dict[tuple[str, int], list[Row]]
    """Rows of the seats in finished games, by ruleset and players."""


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """Return a whole study of four games in two files per cell, with low thresholds."""
    folder = tmp_path_factory.mktemp("study")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "BLOCK", 2)
        patch.setattr(study_pages, "FEW", 5)
        study.main([*options(folder), "--games", str(GAMES - 1)])
        page = measured.markdown(measured.read("study", folder / "docs" / "measured"))
        found = study.simulations(GAMES, 0, folder / "kept")
        rows = {
            (each.ruleset.id, each.players): each.seats.filter("finished").collect().to_dicts()
            for each in found
        }
        yield Study(folder / "kept", folder / "docs", page, tables_of(page), rows)


def options(folder: Path) -> list[str]:
    return ["--jobs", "1", "--kept", str(folder / "kept"), "--docs", str(folder / "docs")]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def tables_of(page: str) -> dict[str, list[Table]]:
    found: dict[str, list[Table]] = defaultdict(list)
    for section in re.split(r"^#+ ", page, flags=re.MULTILINE)[1:]:
        heading = section.splitlines()[0]
        for block in re.findall(r"(?:^\|.*\n?)+", section, re.MULTILINE):
            table = [[cell.strip() for cell in line[1:-1].split("|")] for line in block.splitlines()]
            assert len({len(row) for row in table}) == 1
            found[heading].append([table[0], *table[2:]])
    return found


def words(page: str) -> str:
    """Return a page with its lines joined."""
    return " ".join(page.split())


def value(cell: str) -> float:
    """Return the number in a cell without its interval."""
    return float(cell.split(" ", maxsplit=1)[0].replace(",", ""))


def shares(rows: dict[tuple[str, int], list[Row]], ruleset: str, column: str) -> dict[str, list[float]]:
    """Return wins as a multiple of an even share, for each item in a list, over all players who had it."""
    found: dict[str, list[float]] = defaultdict(list)
    for (name, players), there in rows.items():
        for row in there if name == ruleset else ():
            for thing in row[column]:
                found[thing].append(row["win"] * players)
    return found


def test_what_is_there_is_not_played_again(done: Study) -> None:
    before = contents(done.kept)
    assert len(before) == CELLS * 2  # three games were requested, in files of two
    lost = sorted(done.kept.rglob("*.parquet"))[3]
    lost.unlink()
    times = {path: path.stat().st_mtime_ns for path in done.kept.rglob("*.parquet")}
    study.play_all(GAMES, 0, 1, done.kept)
    assert contents(done.kept) == before
    assert all(path.stat().st_mtime_ns == then for path, then in times.items())


def test_the_page_says_what_was_played_and_its_pictures_are_there(done: Study) -> None:
    assert f"{GAMES * CELLS} games were played, {GAMES} of each game with each number of players." in words(
        done.page
    )
    left_out = GAMES * CELLS - sum(len(rows) // players for (_, players), rows in done.rows.items())
    told = re.search(r"(\d+) unfinished games are left out", words(done.page))
    assert int(told[1] if told else 0) == left_out
    pictures = re.findall(r"\]\((images/.*?)\)", done.page)
    assert len(pictures) == 2 + len(MAPS)
    assert {f"docs/{picture}" for picture in pictures} == {
        name for name in contents(done.docs.parent) if name.endswith(".svg")
    }
    every = measured.markdown(measured.read("balance", done.docs / "measured"))
    assert len(re.findall(r"^### .* with \d players$", every, re.MULTILINE)) == CELLS


def test_going_first(done: Study) -> None:
    (table,) = done.tables["What going first is worth"]
    assert len(table) == 1 + CELLS
    for (name, players), shown in zip(done.rows, table[1:], strict=True):
        assert shown[:2] == [ws.load_ruleset(name).name, str(players)]
        for place in range(players):
            wins = [
                row["win"]
                for row in done.rows[name, players]
                if (row["seat"] - row["first"]) % players == place
            ]
            assert value(shown[2 + place]) == pytest.approx(100 * mean(wins), abs=0.051)
        assert shown[2 + players :] == [""] * (5 - players)


def test_scores_and_lengths(done: Study) -> None:
    (table,) = done.tables["Scores and game length"]
    for (name, players), shown in zip(done.rows, table[1:], strict=True):
        rows = done.rows[name, players]
        sides: list[Callable[[Row], bool]] = [lambda row: row["rank"] == 1, lambda row: row["rank"] > 1]
        for side, cell in zip(sides, shown[2:4], strict=True):
            low, middle, high = map(float, cell.split(", "))
            assert low <= middle <= high
            assert middle == pytest.approx(median(row["score"] for row in rows if side(row)), abs=0.51)
        turns = median(row["turns"] / players for row in rows if row["seat"] == 0)
        assert float(shown[4].split(", ")[1]) == pytest.approx(turns, abs=0.51)
        if "trains_left" in rows[0]:
            assert float(shown[5]) == pytest.approx(mean(row["trains_left"] for row in rows), abs=0.051)
        else:
            assert shown[5] == "-"


@pytest.mark.parametrize(
    ("ruleset", "place", "column"),
    [
        ("usa", 0, "ticket_ids"),
        ("usa", 1, "route_ids"),
        ("europe", 1, "route_ids"),
        ("switzerland", 0, "ticket_ids"),
        ("card_game", 0, "ticket_ids"),
        ("card_game", 1, "city_ids"),
    ],
)
def test_who_won_most_and_least(done: Study, ruleset: str, place: int, column: str) -> None:
    title = ws.load_ruleset(ruleset)
    table = done.tables[title.name][place][1:]
    found = {
        label(title, thing): wins
        for thing, wins in shares(done.rows, ruleset, column).items()
        if len(wins) >= study_pages.FEW
    }
    expected = sorted((mean(wins) for wins in found.values()), reverse=True)
    shown = study_pages.SHOWN
    if len(expected) > 2 * shown:
        expected = expected[:shown] + expected[-shown:]
    assert [value(row[3]) for row in table] == pytest.approx(expected, abs=0.0051)
    for row in table:
        assert value(row[2]) == len(found[row[0]])
        assert value(row[3]) == pytest.approx(mean(found[row[0]]), abs=0.0051)


def test_what_tickets_scored(done: Study) -> None:
    title = ws.load_ruleset("europe")
    worth = {label(title, ticket.id): max(ticket.points) for ticket in title.tickets}
    scored: dict[str, list[int]] = defaultdict(list)
    for (name, _), rows in done.rows.items():
        for row in rows if name == "europe" else ():
            for ticket, points in zip(row["ticket_ids"], row["ticket_points"], strict=True):
                scored[label(title, ticket)].append(points)
    for ticket, points, _, _, completed, told in done.tables["Europe"][0][1:]:
        assert int(points) == worth[ticket]
        assert value(completed) == pytest.approx(100 * mean(each > 0 for each in scored[ticket]), abs=0.51)
        assert value(told) == pytest.approx(mean(scored[ticket]), abs=0.051)


def test_beside_the_tournament(done: Study) -> None:
    table = done.tables["Compared with published results"][0]
    rows = done.rows["usa", 4]
    winners = [row for row in rows if row["rank"] == 1]
    ours = [
        mean(row["score"] for row in winners),
        mean(row["turns"] / 4 for row in rows),
        *(mean(row[column] for row in winners) for column in ("routes", "tickets", "kept")),
    ]
    assert [value(row[2]) for row in table[1:]] == pytest.approx(ours, abs=0.051)
    theirs = [value(row[1]) for row in table[1:]]
    assert theirs == list(study_pages.WBC.values())
    off = [abs(mine / others - 1) for mine, others in zip(ours, theirs, strict=True)]
    assert f"The closest mean: {table[1 + off.index(min(off))][0]}." in words(done.page)


def test_long_routes(done: Study) -> None:
    length = {route.id: route.length for route in ws.load_ruleset("usa").routes}
    wins: dict[int, list[float]] = defaultdict(list)
    for route, each in shares(done.rows, "usa", "route_ids").items():
        wins[length[route]] += each
    table = done.tables["Compared with published results"][1][1:]
    assert [int(row[0]) for row in table] == sorted(wins)
    for trains, claims, relative in table:
        assert value(claims) == len(wins[int(trains)])
        assert value(relative) == pytest.approx(mean(wins[int(trains)]), abs=0.0051)
    said = re.search(
        r"Planners' games (agree|do not show it): owners of a route of five or six trains won "
        r"(\S+) \((\S+)-\S+\) times an even share, of a shorter route (\S+) \(\S+-(\S+)\) times",
        words(done.page),
    )
    assert said
    long = [win for trains, each in wins.items() if trains >= 5 for win in each]
    short = [win for trains, each in wins.items() if trains < 5 for win in each]
    assert float(said[2]) == pytest.approx(mean(long), abs=0.0051)
    assert float(said[4]) == pytest.approx(mean(short), abs=0.0051)
    assert (said[1] == "agree") == (float(said[3]) > max(1.0, float(said[5])))


def ranks(values: list[float]) -> list[float]:
    """Return ranks from 1; ties share the mean of theirs."""
    return [
        sum(other < each for other in values) + (sum(other == each for other in values) + 1) / 2
        for each in values
    ]


def test_the_same_places_however_many_play(done: Study) -> None:
    table = done.tables["Compared with published results"][2][1:]
    lowest = []
    for name, low, high in table:
        title = next(each for each in MAPS if each.name == name)
        connections = sorted({route.id.partition("/")[0] for route in title.routes})  # COM-7
        popular = []
        for (ruleset, _), rows in done.rows.items():
            if ruleset == title.id:
                claimed = {
                    (row["game"], route.partition("/")[0]) for row in rows for route in row["route_ids"]
                }
                popular.append(ranks([sum(place == each for _, place in claimed) for each in connections]))
        found = [correlation(one, other) for one, other in combinations(popular, 2)]
        assert float(low) == pytest.approx(min(found), abs=0.0051)
        assert float(high) == pytest.approx(max(found), abs=0.0051)
        lowest.append(low)
    assert len(table) == len([each for each in MAPS if each.min_players < each.max_players])
    assert f"two numbers of players is at least {min(lowest, key=float)}." in words(done.page)
