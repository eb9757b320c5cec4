"""Card games with one mistake: each is refused with a message that says what is wrong, and where."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.rulesets import check_ruleset, ruleset_from_data

Plain = dict[str, Any]


def ticket(name: str = "a-b", points: int = 5, **cards: int) -> Plain:
    origin, target = name.split("/", maxsplit=1)[0].split("-")
    return {
        "id": name,
        "origin": origin,
        "targets": [target],
        "points": [points],
        "cards": cards or {"red": 1},
    }


def game(**changes: Any) -> Plain:
    """Return a small valid card game with some changes."""
    return {
        "id": "small",
        "machine": "yard",
        "players": {"min": 2, "max": 3},
        "opening": {"tickets": 1, "keep": 1},
        "draw": {"tickets": 2, "keep": 0},
        "cards": {"per_color": 2, "wilds": 3, "start_wilds": 1, "start_hand": 2},
        "cities": [{"id": "a", "bonus": 3}, {"id": "b"}, {"id": "c"}],
        "tickets": [ticket("a-b", red=2), ticket("a-b/2"), ticket("a-c"), ticket("b-c")],
        **changes,
    }


def problems(data: Plain) -> str:
    with pytest.raises(RulesetError) as caught:
        ruleset_from_data(data)
    assert str(caught.value).startswith(caught.value.problems[0])
    return "\n".join(caught.value.problems)


def test_the_good_game() -> None:
    rules = ruleset_from_data(game())
    assert (rules.data.machine, rules.max_players, rules.rules["city_points"][0, 0]) == ("yard", 3, 3)
    played = ws.Game.new(rules, 2, seed=1)
    while not played.over:
        seat = played.to_act[0]
        played.play(played.legal(seat)[0], seat)
    assert ws.replay(played.record().to_json()).outcome() == played.outcome()


FIVE = [ticket(name) for name in ("a-b", "a-b/2", "a-c", "b-c")]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"machine": "steam"}, "board: machine: 'steam' is not one of network, yard"),
        ({"machine": ["yard"]}, "board: machine: expected a name, not list"),
        ({"routes": []}, "routes"),
        ({"players": {"min": 3, "max": 2}}, "players: min 3 is greater than max 2"),
        ({"players": {"min": 2, "max": 6}}, "players.max"),
        ({"opening": {"tickets": 1, "keep": 2}}, "opening: 2 tickets to keep, but 1 are dealt"),
        ({"opening": {"tickets": 7, "keep": 2}}, "opening.tickets"),
        (
            {"opening": {"tickets": 2, "keep": 1}},
            "tickets: 4 tickets are too few to deal 2 to each of 3 players",
        ),
        ({"draw": {"tickets": 2, "keep": 2}}, "draw: keep must be 0 or 1"),
        ({"draw": {"tickets": 0, "keep": 0}}, "draw.tickets"),
        ({"passes": {"hand": 4}}, "passes: hand is for the second pass"),
        ({"passes": {"two_from": 6}}, "passes.two_from"),
        ({"scoring": {"tie_breaks": ["tickets", "tickets"]}}, "scoring: a tie-breaker is listed twice"),
        ({"scoring": {"tie_breaks": ["stations"]}}, "scoring.tie_breaks"),
        # cards
        ({"cards": {"per_color": 13, "wilds": 3}}, "cards: 13 of each color are too many; the maximum is 12"),
        ({"cards": {"per_color": 2, "wilds": 21}}, "cards: 21 wilds are too many; the maximum is 20"),
        (
            {"cards": {"per_color": 2, "wilds": 2, "start_wilds": 1}},
            "cards: 2 wilds are too few to give 1 to each of 3 players",
        ),
        (
            {"cards": {"per_color": 1, "wilds": 3, "start_hand": 2}},
            "cards: 11 cards are too few for 3 players",
        ),
        ({"cards": {"per_color": 0, "wilds": 3}}, "cards.per_color"),
        # cities
        ({"cities": [{"id": name} for name in "aabc"]}, "city a: the id is used twice"),
        ({"cities": [{"id": name} for name in "abcd"]}, "city d: no ticket names it"),
        ({"cities": [{"id": name} for name in "ab"]}, "ticket a-c: unknown city 'c'"),
        ({"cities": [{"id": "a", "bonus": 0}, {"id": "b"}, {"id": "c"}]}, "cities[0].bonus"),
        ({"cities": [{"id": "a", "lat": 1.0}, {"id": "b"}, {"id": "c"}]}, "city a: set both lat and lon"),
        ({"cities": [{"id": "a", "country": "x"}, {"id": "b"}, {"id": "c"}]}, "country"),
        (
            {
                "cities": [{"id": f"c{n:02}", "bonus": 1} for n in range(16)],
                "tickets": [ticket(f"c00-c{n:02}") for n in range(1, 16)],
            },
            "cities: 16 with a bonus are too many; the maximum is 15",
        ),
        # tickets
        ({"tickets": [*FIVE, ticket("a-b")]}, "ticket a-b: the id is used twice"),
        (
            {"tickets": [*FIVE, ticket("b-a")]},
            "ticket b-a: name the two cities in alphabetical order: a-b",
        ),
        ({"tickets": [*FIVE, ticket("a-a")]}, "ticket a-a: both ends are the same city"),
        ({"tickets": [*FIVE, ticket("a-c/2") | {"id": "a-b/3"}]}, "ticket a-b/3: name the two cities"),
        ({"tickets": [*FIVE, ticket("a-c/2", points=0)]}, "tickets[4].points[0]"),
        ({"tickets": [*FIVE, ticket("a-c/2") | {"cards": {}}]}, "ticket a-c/2: its list of cards is empty"),
        ({"tickets": [*FIVE, ticket("a-c/2", mauve=1)]}, "tickets[4].cards"),
        ({"tickets": [*FIVE, ticket("a-c/2", wild=1)]}, "tickets[4].cards"),
        ({"tickets": [*FIVE, ticket("a-c/2", red=0)]}, "tickets[4].cards"),
        ({"tickets": [*FIVE, ticket("a-c/2", red=4, blue=4)]}, "ticket a-c/2: the game has too few cards"),
        (
            {"tickets": [*FIVE, ticket("a-c/2") | {"targets": ["b", "c"], "points": [1, 2]}]},
            "ticket a-c/2: it must have exactly one target and one value",
        ),
        (
            {
                "cities": [{"id": f"c{n:02}"} for n in range(50)],
                "tickets": [ticket(f"c00-c{n:02}") for n in range(1, 50)],
            },
            "tickets: 49 are too many; the maximum is 48",
        ),
    ],
)
def test_broken_data(changes: Plain, message: str) -> None:  # COM-1, CARD-1, CARD-4, CARD-5
    assert message in problems(game(**changes))


def test_the_highest_big_city() -> None:
    """CARD-51: the largest number of big cities; the last of them scores like the others."""
    cities = [{"id": f"c{n:02}", "bonus": n + 1} for n in range(15)]
    board = game(cities=cities, tickets=[ticket(f"c{n:02}-c14") for n in range(14)])
    final = {"board": board, "phase": "over", "players": [{"completed": ["c13-c14"]}, {}]}
    outcome = ws.Game.from_position(final).outcome() or {}
    assert outcome["players"][0]["cities"] == ["c13", "c14"]
    assert outcome["players"][0]["bonus"] == 14 + 15


def test_all_problems_are_told_at_once() -> None:
    found = problems(game(cities=[{"id": "a"}], players={"min": 3, "max": 2})).splitlines()
    assert len(found) == 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a built-in ruleset, to be damaged."""
    target = tmp_path / "mine"
    shutil.copytree(Path(ws.__file__).parent / "rulesets" / "card_game", target)
    edit(target, "ruleset.toml", lambda text: text.replace('"card_game"', '"my_game"'))
    return target


def edit(folder: Path, name: str, change: Callable[[str], str]) -> None:
    file = folder / name
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def test_a_folder_of_ones_own(folder: Path) -> None:
    assert check_ruleset(folder) == []
    rules = ws.load_ruleset(folder)
    game = ws.Game.new(rules, 4, seed=1)
    assert game.record().board == game.position()["board"] is not None
    assert ws.replay(game.record().to_json()).position() == game.position()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("tickets.csv", lambda t: t.replace("seattle,17,", "seattle,many,"),
         "tickets.csv, line 2: points: 'many' is not a number"),
        ("tickets.csv", lambda t: t.replace(",17,orange+green+black+red", ",17,orange+green+orange"),
         "tickets.csv, line 2: cards: 'orange+green+orange' is not a list of colors"),
        ("tickets.csv", lambda t: t.replace(",17,orange+green+black+red", ",17,"), "tickets.csv, line 2: cards: ''"),
        ("tickets.csv", lambda t: t.replace(",17,orange", ",17,mauve"), "tickets.csv, line 2"),
        ("tickets.csv", lambda t: t.replace(",17,orange", ",17,wild"), "tickets.csv, line 2"),
        ("tickets.csv", lambda t: t.replace("id,from,to,points,cards", "id,from,to,points,deck"),
         "tickets.csv, line 1: the columns must be id,from,to,points,cards"),
        ("tickets.csv", lambda t: t.replace("\natlanta-seattle,atlanta,", "\natlanta-seattle,mars,"),
         "ticket atlanta-seattle: unknown city 'mars'"),
        ("cities.csv", lambda t: t.replace("-87.6298,12", "-87.6298,twelve"), "bonus: 'twelve' is not a number"),
        ("cities.csv", lambda t: t.replace("id,name,lat,lon,bonus", "id,name,lat,lon,country"),
         "cities.csv, line 1: the columns must be id,name,lat,lon,bonus"),
        ("ruleset.toml", lambda t: t.replace('machine = "yard"', 'machine = "rail"'), "machine: 'rail' is not one of"),
        ("ruleset.toml", lambda t: t.replace('machine = "yard"', 'machine = ["yard"]'),
         "ruleset.toml, line 5: machine: expected a name, not list"),
        ("ruleset.toml", lambda t: t.replace('machine = "yard"', ""), "routes.csv: the file is missing"),
        ("ruleset.toml", lambda t: t.replace("start_wilds = 1", "start_jokers = 1"), "start_jokers"),
    ],
)  # fmt: skip
def test_broken_files(folder: Path, name: str, change: Callable[[str], str], message: str) -> None:
    edit(folder, name, change)
    assert any(message in problem for problem in check_ruleset(folder)), check_ruleset(folder)
    with pytest.raises(RulesetError):
        ws.load_ruleset(folder)
