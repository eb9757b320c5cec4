"""Boards with one mistake: each is refused with a message that says what is wrong, and where."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.game.builders import board, player, start

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.rulesets import check_ruleset, named_ruleset, ruleset_from_data

ROUTES = "a-b:2:red b-c:3:gray c-d:2:gray:ferry*1"
TICKETS = "a-c:5 a-d:7 b-d:4 a-b:2 b-c:3"


def problems(data: dict[str, Any]) -> str:
    with pytest.raises(RulesetError) as caught:
        ruleset_from_data(data)
    assert str(caught.value).startswith(caught.value.problems[0])
    return "\n".join(caught.value.problems)


def test_the_good_board() -> None:
    assert ruleset_from_data(board(ROUTES, TICKETS)).min_players == 1


@pytest.mark.parametrize(
    ("routes", "tickets", "message"),
    [
        ("a-b:2:red b-a:2:red", TICKETS, "route b-a: name the cities in alphabetical order"),
        ("a-b:2:red a-b:2:red", "a-b:2 a-b/2:2", "route a-b: the id is used twice"),
        ("a-a:2:red a-b:1:red", "a-b:2 a-b/2:2", "route a-a: a ring needs at least 3 spaces, not 2 (MECH-8)"),
        ("a-b:10:red", "a-b:2 a-b/2:2", "route a-b: no points are defined for length 10 (COM-23)"),
        ("a-b:2:red a-b/3:2:red", "a-b:2 a-b/2:2", "route a-b: name these parallel routes a-b, a-b/2"),
        (
            "a-b:2:gray:ferry*3",
            "a-b:2 a-b/2:2",
            "route a-b: a ferry of this length needs 1 to 2 wilds, not 3",
        ),
        (
            "a-b:2:gray:ferry*0",
            "a-b:2 a-b/2:2",
            "route a-b: a ferry of this length needs 1 to 2 wilds, not 0",
        ),
        ("a-b:2:red:normal*1", "a-b:2 a-b/2:2", "route a-b: only a ferry can have wilds"),
        ("a-b:2:red:tunnel", "a-b:2 a-b/2:2", "route a-b: it is a tunnel, but rules.surcharge_cards is 0"),
        ("a-b:2:mauve", "a-b:2 a-b/2:2", "routes[0].color"),
        ("a-b:2:red:bridge", "a-b:2 a-b/2:2", "routes[0].kind"),
        ("a-b:0:red", "a-b:2 a-b/2:2", "routes[0].length"),
        ("A-b:2:red", "a-b:2 a-b/2:2", "cities[0].id"),
        (ROUTES, "a-z:5 a-b:2 a-c:2", "ticket a-z: unknown city or country 'z'"),
        (ROUTES, "a-c:5 a-c:5 a-b:2", "ticket a-c: the id is used twice"),
        (ROUTES, "a-a:5 a-b:2 a-c:2", "ticket a-a: origin and target are the same"),
        (ROUTES, "a-c:0 a-b:2 a-c:2", "tickets[0].points[0]"),
        (ROUTES, "a-c|d:5 a-b:2", "ticket a-c_d: it has 2 targets but 1 values"),
        (ROUTES, "a-c|c:5|6 a-b:2", "ticket a-c_c: it names a target twice"),
        ("a-b:2:red c-d:2:red", "a-c:5 a-b:2", "ticket a-c: no path leads from a to c"),
        (
            "a-x_one:2:red b-x_one:2:red",
            "a-b:5 a-b/2:2",
            "city x_one: a border node has exactly one route, this one has 2",
        ),
        (" ".join(f"a-b{n}:1:red" for n in range(130)), "a-b1:1 a-b2:1", "routes: 130 are too many"),
        (" ".join(f"a-b{n}:1:red" for n in range(70)), "a-b1:1 a-b2:1", "cities: 71 are too many"),
    ],
)
def test_broken_tables(routes: str, tickets: str, message: str) -> None:  # COM-6, COM-7, COM-23
    assert message in problems(board(routes, tickets))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": {"min": 3, "max": 2}}, "players: min 3 is greater than max 2"),
        ({"players": {"min": 0, "max": 2}}, "players.min"),
        ({"players": {"min": 2, "max": 6}}, "players.max"),
        ({"trains": {"count": 3, "end": 3}}, "trains: count (3) must be greater than end (3)"),
        ({"trains": {"count": 2, "end": 1}}, "route b-c: longer than a player's 2 trains"),
        ({"opening": {"regular": 1, "keep": 2}}, "opening: 2 tickets to keep, but 1 are dealt"),
        (
            {"opening": {"regular": 6, "long": 2, "keep": 2}},
            "opening: 8 tickets are too many to deal; the maximum is 7",
        ),
        ({"opening": {"regular": 1, "long": 1, "keep": 1}}, "tickets: 0 long tickets are too few"),
        (
            {"opening": {"regular": 3, "keep": 1}},
            "tickets: 5 regular tickets are too few to deal 3 to each of 5",
        ),
        ({"draw": {"regular": 3, "keep": 2}}, "draw: keep must be 0 or 1"),
        ({"draw": {"regular": 3, "keep": 1, "long": 1}}, "draw: only the opening can deal long tickets"),
        ({"draw": {"regular": 3, "keep": 1, "refused": "burnt"}}, "draw.refused"),
        ({"cards": {"per_color": 16, "wilds": 14}}, "cards: 142 are too many"),
        ({"cards": {"per_color": 1, "wilds": 1}}, "cards: 9 cards are too few for 5 players"),
        ({"rules": {"wilds_pay": ["normal"]}}, "route c-d: a ferry needs wilds"),
        ({"scoring": {"tie_breaks": ["tickets", "tickets"]}}, "scoring: a tie-breaker is listed twice"),
        ({"scoring": {"tie_breaks": ["height"]}}, "scoring.tie_breaks"),
        ({"stations": {"count": 4}}, "stations.count"),
        ({"countries": {"x": "X"}}, "country x: it has no border node"),
        ({"countries": {"a": "A"}}, "city a: a country has the same id"),
        ({"colour": "red"}, "colour"),
        ({"id": "No Slug"}, "id"),
        ({"id": "slug\n"}, "id: 'slug\\n' is not a slug"),
        ({"routes": []}, "routes: the table is empty"),
        ({"machine": ["yard"]}, "board: machine: expected a name, not list"),
        ({"machine": None}, "board: machine: expected a name, not NoneType"),
        ({"machine": "x" * 3000}, "board: machine: 'xxx"),
        ({"cities": [{"id": name} for name in "abcde"]}, "city e: no route leads to it"),
        ({"cities": [{"id": name} for name in "abc"]}, "route c-d: unknown city 'd'"),
        ({"cities": [{"id": name} for name in "aabcd"]}, "city a: the id is used twice"),
        (
            {"cities": [{"id": "a", "lat": 1.0}, *({"id": name} for name in "bcd")]},
            "city a: set both lat and lon",
        ),
        (
            {"cities": [{"id": "a", "country": "y"}, *({"id": name} for name in "bcd")]},
            "city a: unknown country",
        ),
    ],
)
def test_broken_settings(settings: dict[str, Any], message: str) -> None:
    assert message in problems(board(ROUTES, TICKETS) | settings)


def test_long_tickets_need_a_place_in_the_opening() -> None:  # EUR-2
    assert "some are long" in problems(board(ROUTES, TICKETS + " c-d:3:long"))


def test_all_problems_are_told_at_once() -> None:
    found = problems(board("a-b:10:red b-c:11:red", "a-z:5 a-b:2")).splitlines()
    assert len(found) == 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of a built-in ruleset with its own id, to be damaged."""
    source = Path(ws.__file__).parent / "rulesets" / "usa"
    target = tmp_path / "mine"
    shutil.copytree(source, target)
    edit(target, "ruleset.toml", lambda text: text.replace('id = "usa"', 'id = "mine"'))
    return target


def edit(folder: Path, name: str, change: Callable[[str], str]) -> None:
    file = folder / name
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def test_a_folder_of_ones_own(folder: Path) -> None:
    assert check_ruleset(folder) == []
    rules = ws.load_ruleset(folder)
    assert rules.tickets == ws.load_ruleset("usa").tickets
    game = ws.Game.new(rules, 2, seed=1)
    assert ws.replay(game.record()).position() == game.position()


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("routes.csv", lambda t: t.replace("\natlanta-miami,5,blue", "\natlanta-miami,five,blue"),
         "routes.csv, line 3: length: 'five' is not a number"),
        ("routes.csv", lambda t: t.replace("\natlanta-miami,5,blue,normal,0", "\natlanta-miami,5,blue"),
         "routes.csv, line 3: 3 cells instead of 5"),
        ("routes.csv", lambda t: t.replace("id,length", "name,length"), "routes.csv, line 1: the columns must be"),
        ("routes.csv", lambda t: t.replace("\natlanta-miami,5,blue", "\natlanta-miami,5,pink"), "routes.csv, line 3"),
        ("cities.csv", lambda t: t.replace("33.749", "north"), "cities.csv, line 2: lat: 'north' is not a number"),
        ("cities.csv", lambda t: t.replace("33.749", "133.749"), "cities.csv, line 2"),
        ("tickets.csv", lambda t: t.replace("montreal,9,regular", "montreal,9,short"),
         "tickets.csv, line 4: deck: 'short' is not a kind of ticket"),
        ("tickets.csv", lambda t: t.replace("montreal,9,regular", "montreal,nine,regular"),
         "tickets.csv, line 4: points: 'nine'"),
        ("tickets.csv", lambda t: t[:0], "tickets.csv, line 1"),
        ("ruleset.toml", lambda t: t + "\n[colors]\n", "ruleset.toml"),
        ("ruleset.toml", lambda t: t + "\n[[[", "ruleset.toml"),
        ("ruleset.toml", lambda t: t.replace('id = "mine"', ""), "ruleset.toml: id: missing"),
        ("ruleset.toml", lambda t: t.replace("min = 2", 'min = "two"'), "ruleset.toml"),
        ("ruleset.toml", lambda t: 'machine = ["yard"]\n' + t, "ruleset.toml, line 1: machine: expected a name"),
        ("ruleset.toml", lambda t: 'machine = "steam"\n' + t, "ruleset.toml, line 1: machine: 'steam' is not one of"),
        ("ruleset.toml", lambda t: t + "\ndeep = " + "[" * 100_000, "ruleset.toml"),
        ("routes.csv", lambda t: t.replace("\natlanta-miami,5", "\natlanta-miami," + "5" * 140_000),
         "routes.csv, line 3: field larger than field limit"),
        ("cities.csv", lambda t: "x" * 140_000 + t, "cities.csv, line 1: field larger than field limit"),
    ],
)  # fmt: skip
def test_broken_files(folder: Path, name: str, change: Callable[[str], str], message: str) -> None:
    edit(folder, name, change)
    assert any(message in problem for problem in check_ruleset(folder)), check_ruleset(folder)
    assert all(len(problem) < 400 for problem in check_ruleset(folder))
    with pytest.raises(RulesetError):
        ws.load_ruleset(folder)


@pytest.mark.parametrize("name", ["ruleset.toml", "cities.csv", "routes.csv", "tickets.csv"])
def test_missing_and_unreadable_files(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"\xff\xfe\x00")
    assert any(f"{name}: the file is not UTF-8 text" in problem for problem in check_ruleset(folder))
    (folder / name).unlink()
    assert any(f"{name}: the file is missing" in problem for problem in check_ruleset(folder))
    (folder / name).mkdir()
    assert any(problem.startswith(f"{name}: ") for problem in check_ruleset(folder))
    with pytest.raises(RulesetError):
        ws.load_ruleset(folder)


@pytest.mark.parametrize("name", ["mars", "", "../usa/ruleset.toml", "usa\0", "\ud800"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(RulesetError, match="not one of usa, usa_1910, "):
        named_ruleset(name)
    if name:  # in a folder it is the current version
        with pytest.raises(RulesetError, match="not one of usa, usa_1910, "):
            ws.load_ruleset(name)


def test_names_that_are_too_long_for_any_folder() -> None:
    for name in ("x" * 5000, "x/" * 5000):
        with pytest.raises(RulesetError, match="unknown ruleset 'x") as caught:
            ws.load_ruleset(name)
        assert len(str(caught.value)) < 300 + len(", ".join(ws.ruleset_ids(variants=True)))


def test_the_cell_in_a_message_is_cut(folder: Path) -> None:
    for name, old, number in (
        ("routes.csv", "miami,5", 3),
        ("cities.csv", "33.749", 2),
        ("tickets.csv", "9,regular", 4),
    ):
        file = folder / name
        file.write_text(file.read_text("utf-8").replace(old, old + "x" * 3000, 1), "utf-8")
        found = [problem for problem in check_ruleset(folder) if problem.startswith(f"{name}, line {number}")]
        assert found
        assert max(map(len, found)) < 200


def test_odd_boards_that_are_good() -> None:
    """One player, no tickets kept, no longest path, or wilds that pay for nothing."""
    odd = board(
        "a-b:2:red b-c:1:gray",
        "a-b:2 b-c:1",
        players={"min": 1, "max": 2},
        opening={"regular": 1, "keep": 0},
        draw={"regular": 1, "keep": 0},
        scoring={"longest": 0, "tie_breaks": []},
        rules={"wilds_pay": []},
        trains={"count": 3, "end": 0},
    )
    rules = ruleset_from_data(odd)
    game = ws.Game.new(rules, 1, seed=1)
    game.play("keep:")
    while not game.over:
        actions = game.legal()
        game.play(next((action for action in actions if action.startswith("claim")), actions[0]))
    record = game.record()
    assert record.board is not None
    assert ws.replay(record.to_json()).outcome() == game.outcome()
    claims = start(odd, player("red wild*4")).legal()
    assert not [action for action in claims if action.startswith("claim") and "wild" in action]
