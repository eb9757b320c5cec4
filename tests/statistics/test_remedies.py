from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.statistics.conftest import SQUARE, simulated

from whistlestop.errors import OptionError
from whistlestop.format import Ruleset
from whistlestop.rulesets import ruleset_from_data
from whistlestop.statistics import Simulation
from whistlestop.statistics.balance import Finding, Limits, checks
from whistlestop.statistics.remedies import Edit, Trial, edited, trials, try_remedies
from whistlestop.statistics.remedies.candidates import candidates
from whistlestop.statistics.remedies.measures import compare, measures_of
from whistlestop.statistics.remedies.sections import remedy_section

Seat = dict[str, Any]
EVERY = ("b-c", "c-d", "a-d")
SCREEN, CONFIRM = 40, 160


def lengths(board: Ruleset) -> dict[str, int]:
    return {route.id: route.length for route in board.routes}


def games(
    count: int, *, dead: float = 0.0, hopeless: float = 1.0, first: float = 0.5, sat: str = "a-c"
) -> list[list[Seat]]:
    """Return games in which a-d is claimed, a-c completed and the first seat wins in these shares of games."""

    def is_so(game: int, share: float) -> bool:
        return int((game + 1) * share) > int(game * share)

    return [
        [
            {
                "win": is_so(game, first),
                "routes": [
                    "a-b/2" if game % 2 else "a-b",
                    *(route for route in EVERY if route != "a-d" or is_so(game, dead)),
                ],
                "tickets": {sat: 5 if is_so(game, hopeless) else -5, "a-b": 3},
            },
            {
                "win": not is_so(game, first),
                "tickets": {"b-d": 4, "c-d": 1},
            },
        ]
        for game in range(count)
    ]


BOARD = ruleset_from_data(SQUARE | {"players": {"min": 2, "max": 2}})
LIMITS = Limits(colors=100, blocked=1, gift=1)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Trial]]:
    """Return a function that tries remedies with prepared games instead of played ones."""

    def run(before: list[list[Seat]], after: Callable[[Ruleset], dict[str, Any]], budget: int) -> list[Trial]:
        asked: list[int] = []

        def play(board: Ruleset, players: int, bots: Any, count: int, **options: Any) -> Simulation:
            asked.append(count)
            assert options["seed"] == 8
            assert options["first"] == (0 if count == SCREEN else SCREEN)
            return replace(simulated(games(count, **after(board))), ruleset=board)

        monkeypatch.setattr(trials, "play", play)
        monkeypatch.setattr(trials, "SCREEN", SCREEN)
        monkeypatch.setattr(trials, "CONFIRM", CONFIRM)
        simulation = replace(simulated(before), ruleset=BOARD)
        found = list(try_remedies(simulation, checks(simulation, LIMITS), budget, seed=7, limits=LIMITS))
        assert sum(asked) <= budget
        return found

    return run


def test_a_confirmed_change_is_offered(tried: Callable[..., list[Trial]]) -> None:
    def longer(board: Ruleset) -> dict[str, Any]:
        return {"dead": 0.2 if lengths(board)["a-d"] == 5 else 0.0}

    (trial,) = tried(games(200), longer, 10_000)
    assert (trial.check, trial.finding.subject) == ("dead routes", "a-d")
    assert trial.remedy is not None
    assert trial.difference is not None
    assert str(trial.remedy) == "lengthen a-d by 1"
    assert trial.difference.before == 0
    assert trial.difference.after == pytest.approx(0.2)
    assert 0.1 < trial.difference.low < 0.2 < trial.difference.high < 0.3
    assert trial.remedy.edits == (
        Edit("routes", "a-d", {"id": "a-d", "length": 5, "color": "gray", "kind": "normal", "wilds": 0}),
    )
    table = remedy_section([trial]).table
    assert table["remedy"].to_list() == ["lengthen a-d by 1"]


def test_a_change_that_causes_another_fault_is_not(tried: Callable[..., list[Trial]]) -> None:
    def unfair(board: Ruleset) -> dict[str, Any]:
        changed = lengths(board) != lengths(BOARD)
        return {"dead": 0.2, "first": 0.8} if changed else {}

    (trial,) = tried(games(200), unfair, 10_000)
    assert trial.remedy is None
    assert trial.tried == 4  # longer by 1 and 2, shorter, removed: gray routes get no other color
    assert remedy_section([trial]).table["remedy"].to_list() == [None]


def test_a_ticket_is_removed_if_nothing_else_helps(tried: Callable[..., list[Trial]]) -> None:
    def solved(board: Ruleset) -> dict[str, Any]:
        kept = {ticket.id for ticket in board.tickets}
        return {"dead": 0.5} | ({"hopeless": 0.1} if "a-c" in kept else {"sat": "b-d"})

    (trial,) = tried(games(100, dead=0.5, hopeless=0.1), solved, 10_000)
    assert (trial.check, trial.finding.subject) == ("hopeless tickets", "a-c")
    assert str(trial.remedy) == "remove a-c"
    assert trial.difference is None
    assert remedy_section([trial]).table["change"].to_list() == [None]


def test_a_better_seat_is_confirmed(tried: Callable[..., list[Trial]]) -> None:
    def even(board: Ruleset) -> dict[str, Any]:
        data: Any = board.data
        return {"dead": 0.5, "first": 0.5 if data.cards.start_hand == 5 else 0.7}

    found = tried(games(300, dead=0.5, first=0.7), even, 10_000)
    assert sorted(trial.finding.subject for trial in found) == ["turn 1", "turn 2"]
    assert [str(trial.remedy) for trial in found] == ["set cards.start_hand to 5"] * 2
    assert all(trial.difference is not None for trial in found)


def test_no_game_beyond_the_budget(tried: Callable[..., list[Trial]]) -> None:
    assert tried(games(200), lambda _: {}, SCREEN) == []
    assert tried(games(200), lambda _: {}, SCREEN * 4 + CONFIRM) == []
    with pytest.raises(OptionError):
        tried(games(10), lambda _: {}, 0)


def test_candidates_suit_the_fault_and_the_format() -> None:
    simulation = replace(simulated(games(200, dead=0.2)), ruleset=BOARD)

    def offered(check: str, subject: str) -> list[str]:
        return [str(one) for one in candidates(check, Finding(subject, 0.5, 0.4, 0.6), simulation)]

    # COM-7: both routes of a double route change together
    (first, *_) = candidates("dead routes", Finding("a-b", 0, 0, 0), simulation)
    board = edited(simulation.ruleset.data.plain(), first.edits)
    assert [row["length"] for row in board["routes"]] == [3, 3, 3, 1, 4]
    assert "make a-b gray" not in offered("dead routes", "a-b")
    assert "make b-c gray" in offered("dead routes", "b-c")
    assert offered("dead routes", "c-d")[1] == "make c-d gray"  # it cannot be shorter
    assert offered("gift tickets", "c-d") == ["lengthen c-d by 1", "remove c-d"]  # no fewer points than one
    assert offered("hopeless tickets", "a-c")[0] == "shorten a-d by 1"
    assert offered("dead tickets", "a-c")[0] == "raise the points of a-c by 1"
    assert offered("blocked games", "board")[0] == "set rules.twins_open_from to 2"
    assert "add a route beside b-c" in offered("blocked games", "board")
    assert offered("blocked games", "board")[-1] == "set stations.count to 1"
    assert offered("unfinished games", "board") == []
    for check, subject in (("blocked games", "board"), ("seat advantage", "turn 1"), ("dead routes", "b-c")):
        for one in candidates(check, Finding(subject, 0.5, 0.4, 0.6), simulation):
            if not one.removes:
                ruleset_from_data(edited(simulation.ruleset.data.plain(), one.edits))


def test_colors_are_exchanged_between_equal_routes() -> None:
    routes = [
        {"id": "a-b", "length": 2, "color": "red"},
        {"id": "b-c", "length": 2, "color": "green"},
        {"id": "a-c", "length": 3, "color": "green"},
    ]
    played: list[list[Seat]] = [[{"routes": ["a-b"], "win": 1}, {}]] * 50
    board = ruleset_from_data(SQUARE | {"routes": routes, "cities": SQUARE["cities"][:3], "tickets": [
        {"id": "a-b", "origin": "a", "targets": ["b"], "points": [3]},
        {"id": "a-c", "origin": "a", "targets": ["c"], "points": [5]},
        {"id": "b-c", "origin": "b", "targets": ["c"], "points": [5]},
        {"id": "a-b/2", "origin": "a", "targets": ["b"], "points": [5]},
    ]})  # fmt: skip
    simulation = replace(simulated(played), ruleset=board)
    (swap,) = candidates("uneven colors", Finding("red", 1, None, None), simulation)
    assert str(swap) == "swap the colors of a-b and b-c"
    found = edited(board.data.plain(), swap.edits)["routes"]
    assert [(row["id"], row["color"]) for row in found] == [
        ("a-b", "green"),
        ("b-c", "red"),
        ("a-c", "green"),
    ]


def test_edits_add_and_remove_rows_and_settings() -> None:
    row = {"id": "a-b/3", "length": 2, "color": "gray"}
    board = edited(
        SQUARE, (Edit("routes", "a-b/3", row), Edit("routes", "c-d", None), Edit("cards", "wilds", 9))
    )
    assert [one["id"] for one in board["routes"]] == ["a-b", "a-b/2", "a-b/3", "b-c", "a-d"]
    assert board["cards"] == {"wilds": 9}
    assert [one["id"] for one in SQUARE["routes"]][3] == "c-d"  # the board itself is unchanged


def test_the_interval_of_a_difference_is_that_of_pairs() -> None:
    (measure,) = measures_of("dead routes", 2, Limits())
    before, after = simulated(games(100, dead=0.5)), simulated(games(100, dead=0.5))
    same = compare(measure, "a-d", before, after)
    assert same is not None
    assert (same.before, same.change, same.low, same.high) == (0.5, 0, 0, 0)
    more = compare(measure, "a-d", before, simulated(games(100, dead=1.0)))
    assert more is not None
    # a route that is claimed in the other half as well: mean 0.5, standard deviation 0.5 of a hundred pairs
    assert more.high - more.change == pytest.approx(1.96 * 0.5 * (100 / 99) ** 0.5 / 10, rel=0.01)
    (done,) = measures_of("hopeless tickets", 2, Limits())
    assert compare(done, "a-d", before, after) is None  # nobody keeps it
