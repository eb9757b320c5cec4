"""Boards from other programs: supported data, notes and refusals."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop.errors import RulesetError
from whistlestop.mapmaking import read_foreign, write_board
from whistlestop.rulesets import check_ruleset, ruleset_from_data

TEXT = """map-center: 50 15
map-zoom: 6
points-for-longest-route: 7
short-tickets-points: 5-10

// a comment
Прага; Praha; 50.08; 14.43
| Brno; 3
|| Linz; 2
Brno; 49,19; 16.61
| Wien; 2
Linz; 48.3; 14.29
| Wien; 0
Wien; 48.2; 16.37
| Wien; 2
"""


def text_map(text: str) -> dict[str, Any]:
    return read_foreign({"small.map": text.encode()}).board()


def test_a_text_map() -> None:
    draft = read_foreign({"small.map": TEXT.encode()})
    board = draft.board()
    assert board["name"] == "small"
    assert board["scoring"] == {"longest": 7}
    assert [(city["id"], city["lat"], city["lon"]) for city in board["cities"]] == [
        ("praga", 50.08, 14.43),
        ("brno", 49.19, 16.61),
        ("linz", 48.3, 14.29),
        ("wien", 48.2, 16.37),
    ]
    assert board["translations"] == {"en": {"cities": {"praga": "Praha"}}}
    assert {route["id"]: route["length"] for route in board["routes"]} == {
        "brno-praga": 3,
        "brno-wien": 2,
        "linz-praga": 2,
        "linz-praga/2": 2,
        "linz-wien": 1,
    }
    twins = [route["color"] for route in board["routes"] if route["id"].startswith("linz-praga")]
    assert twins == ["gray", "gray"] or len(set(twins)) == 2
    assert "short-tickets-points: '5-10' was left out: the tickets are suggested" in draft.notes
    assert "the route from Linz to Wien had no length and got 1" in draft.notes
    assert "a ring of Wien has fewer than 3 spaces and was left out" in draft.notes


def test_a_text_map_with_a_ring() -> None:  # MECH-8
    ring = TEXT.replace("| Wien; 2\n\n", "") + "| Wien; 4\n"
    routes = {route["id"]: route["length"] for route in text_map(ring)["routes"]}
    assert routes["wien-wien"] == 4


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("| Brno; 3", "small.map: line 1: a route needs a city before it"),
        ("Brno; 49.19; 16.61\n| Wien; 3", "small.map: line 2: unknown city 'Wien'"),
        ("Brno; 49.19; 16.61\n| Brno", "small.map: line 2: a route needs a city and a length up to 9"),
        ("Brno; 49.19", "small.map: line 1: a city needs a name, a latitude and a longitude"),
        ("Brno; north; 16.61", "small.map: line 1: 'north'; '16.61' is not a position in degrees"),
        ("zoom: 3", "small.map: line 1: unknown property 'zoom'"),
        (
            "points-for-longest-route: many",
            "small.map: line 1: points-for-longest-route: 'many' is not a number",
        ),
    ],
)
def test_errors_of_a_text_map(text: str, error: str) -> None:
    with pytest.raises(RulesetError) as raised:
        text_map(text)
    assert str(raised.value).startswith(error)


def editor_file(**more: Any) -> dict[str, Any]:
    """Return a small map of every kind of route, as the editor writes it."""
    stops = [
        {"id": f"s{n}", "name": name, "type": kind, "x": x, "y": y}
        for n, (name, kind, x, y) in enumerate(
            [
                ("Alder", "city", 100, 100), ("Birch", "city", 500, 100), ("Cedar", "city", 900, 100),
                ("Dogwood", "city", 100, 600), ("Elm", "city", 500, 600), ("Fir", "junction", 900, 600),
            ]
        )
    ]  # fmt: skip
    routes = [
        {"id": "r0", "a": "s0", "b": "s1", "length": 4, "type": "city", "color": "red"},
        {"id": "r1", "a": "s1", "b": "s0", "length": 4, "type": "city", "color": "blue"},
        {"id": "r2", "a": "s1", "b": "s2", "length": 3, "type": "tunnel", "color": "neutral"},
        {
            "id": "r3",
            "a": "s2",
            "b": "s5",
            "length": 3,
            "type": "boat",
            "color": "neutral",
            "locomotiveSlots": [0, 2],
        },
        {
            "id": "r4",
            "a": "s0",
            "b": "s3",
            "length": 3,
            "type": "city",
            "color": "pink",
            "points": [{"x": 1, "y": 2}],
        },
        {
            "id": "r5",
            "a": "s3",
            "b": "s4",
            "length": 4,
            "type": "city",
            "color": "green",
            "locomotiveSlots": [1],
        },
        {"id": "r6", "a": "s4", "b": "s5", "length": 2, "type": "boat", "color": "neutral"},
        {"id": "r7", "a": "s1", "b": "s4", "length": 4, "type": "road", "color": "neutral"},
    ]
    payload = {
        "name": "Trees",
        "stops": stops,
        "routes": routes,
        "routeTypeStyles": [
            {"id": "city", "label": "Railway", "shape": "plain"},
            {"id": "tunnel", "label": "Tunnel", "shape": "serrated"},
            {"id": "boat", "label": "Boat", "shape": "oval"},
            {"id": "road", "label": "Road", "infrastructure": True},
        ],
        "stopTypeStyles": [
            {"id": "city", "label": "Regular"},
            {"id": "junction", "label": "Junction", "junction": True},
        ],
        "tickets": [
            {"id": "t0", "a": "s2", "b": "s3", "points": 10, "set": "main", "adjust": 1},
            {"id": "t1", "a": "s0", "b": "s4", "points": 7, "set": "main"},
            {"id": "t2", "a": "s0", "b": "s2", "points": 7},
            {"id": "t3", "a": "s1", "b": "s3", "points": 7},
            {"id": "t4", "a": "s4", "b": "s2", "points": 8, "set": "other", "long": True},
        ],
        "ticketSets": [{"id": "main", "label": "Main deck"}, {"id": "other", "label": "Other deck"}],
        "wagonsPerPlayer": 20,
        "startingTickets": 2,
        "keptTickets": 1,
        "players": {"min": 2, "max": 2},
        "lanesUsableByPlayers": {"2": 1, "3+": "all"},
        "notes": [{"text": "a note"}],
        **more,
    }
    return {"format": "ticket-to-ride-map", "version": 3, "kind": "map", "payload": payload}


def test_a_file_of_the_map_editor() -> None:
    draft = read_foreign({"trees.json": json.dumps(editor_file()).encode()})
    board = draft.board()
    assert ruleset_from_data(board).name == "Trees"
    routes = {route["id"]: (route["color"], route["kind"], route["wilds"]) for route in board["routes"]}
    assert routes == {
        "alder-birch": ("red", "normal", 0),
        "alder-birch/2": ("blue", "normal", 0),
        "birch-cedar": ("gray", "tunnel", 0),
        "cedar-fir": ("gray", "ferry", 2),
        "alder-dogwood": ("gray", "normal", 0),
        "dogwood-elm": ("gray", "ferry", 1),
        "elm-fir": ("gray", "normal", 0),
    }
    assert {ticket["id"]: ticket["points"] for ticket in board["tickets"]} == {
        "cedar-dogwood": [11],
        "alder-elm": [7],
        "alder-cedar": [7],
        "birch-dogwood": [7],
    }
    assert board["trains"] == {"count": 20}
    assert board["opening"] == {"regular": 2, "keep": 1}
    assert board["rules"] == {"surcharge_cards": 3, "twins_open_from": 3}
    assert board["geography"] is False
    places = {city["id"]: (city["lat"], city["lon"]) for city in board["cities"]}
    assert places["alder"] == (6.25, -10.0)  # up and left
    assert places["fir"] == (-6.25, 10.0)
    assert set(draft.notes) == {
        "notes on the board were left out",
        "the junction Fir became a city without tickets",
        "routes of the type Road cannot be claimed and were left out",
        "routes of the type Railway with locomotives became ferries (EUR-9)",
        "routes of the type Boat without locomotives became normal routes",
        "ferries are gray (EUR-9): dogwood-elm was green",
        "bends of routes were left out: the layout draws the curves",
        "the color 'pink' became gray",
        "other decks were left out: Other deck",
    }


def test_another_deck_of_the_map_editor() -> None:
    draft = read_foreign({"trees.json": json.dumps(editor_file()).encode()}, deck="Other deck")
    assert [(ticket["id"], ticket["long"]) for ticket in draft.board()["tickets"]] == [("cedar-elm", True)]
    assert "the opening deals one long ticket (EUR-2)" in draft.notes


def test_a_file_of_version_1_is_its_payload() -> None:
    payload = editor_file()["payload"]
    assert read_foreign({"old.json": json.dumps(payload).encode()}).board()["name"] == "Trees"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"version": 5}, "version 5 of the format; up to 4 can be read"),
        ({"kind": "background"}, "a file of the kind 'background' has no network"),
        (
            {"payload": {"stops": [], "routes": [{"id": "r", "a": "s", "b": "t", "length": 1}]}},
            "'r': unknown stop 's'",
        ),
        (
            {"payload": {"stops": "many", "routes": []}},
            "not a map of this editor: Expected `array`, got `str`",
        ),
    ],
)
def test_errors_of_the_map_editor(change: dict[str, Any], error: str) -> None:
    with pytest.raises(RulesetError) as raised:
        read_foreign({"bad.json": json.dumps(editor_file() | change).encode()})
    assert str(raised.value).startswith(f"bad.json: {error}")


CITIES = "Name;X;Y;Type\nAlder;0;0;\nBirch;50;0;\nCedar;100;0;\nDogwood;;;waypoint\n"
ROUTES = """From;To;Length;Colour;Locomotives;Wagon style
Alder;Birch;3;Red;;
birch;Cedar;3;;;Tunnel
Cedar;Dogwood;2;grey;1;
"""
TICKETS = "from,to,points,long deck\nAlder,Cedar,6,\n"


def test_spreadsheets() -> None:
    draft = read_foreign({"c.csv": CITIES.encode(), "r.csv": ROUTES.encode(), "t.csv": TICKETS.encode()})
    board = draft.board()
    assert [(route["id"], route["color"], route["kind"], route["wilds"]) for route in board["routes"]] == [
        ("alder-birch", "red", "normal", 0),
        ("birch-cedar", "gray", "tunnel", 0),
        ("cedar-dogwood", "gray", "ferry", 1),
    ]
    assert [(ticket["id"], ticket["points"]) for ticket in board["tickets"]] == [("alder-cedar", [6])]
    assert board["geography"] is False
    assert "Dogwood had no position and was put between its neighbors" in draft.notes


def test_a_spreadsheet_of_routes_is_enough() -> None:
    board = read_foreign({"r.csv": ROUTES.encode()}).board()
    assert [city["name"] for city in board["cities"]] == ["Alder", "Birch", "Cedar", "Dogwood"]
    assert "lat" not in board["cities"][0]


@pytest.mark.parametrize(
    ("files", "error"),
    [
        ({"a.csv": ""}, "a.csv: the file is empty"),
        ({"a.csv": "colour\nred\n"}, "a.csv: the columns are neither those of cities"),
        ({"a.csv": CITIES}, "a board needs a file of routes"),
        ({"a.csv": ROUTES, "b.csv": ROUTES}, "b.csv and a.csv both have routes"),
        ({"a.csv": "a,b,length\nAlder,Birch,ten\n"}, "a.csv, line 2: 'ten' is not a length up to 9"),
        ({"a.csv": CITIES, "b.csv": "a,b,length\nAlder,Oak,2\n"}, "b.csv, line 2: unknown city 'Oak'"),
        ({"a.txt": ""}, "'a.txt': a board can be imported from .json, .csv and .map files"),
        ({"a.json": "{"}, "a.json: not JSON"),
        ({"a.json": "[]"}, "a.json: not a file of a known map editor"),
        ({"a.json": "{}", "b.json": "{}"}, "several files must be .csv"),
    ],
)
def test_errors_of_files(files: dict[str, str], error: str) -> None:
    with pytest.raises(RulesetError) as raised:
        read_foreign({name: text.encode() for name, text in files.items()})
    assert str(raised.value).startswith(error)


def test_an_old_encoding() -> None:
    board = read_foreign({"r.csv": "a;b;length\nÖrebro;Malmö;3\n".encode("cp1252")}).board()
    assert [city["id"] for city in board["cities"]] == ["orebro", "malmo"]


def test_a_written_board_reads_back(tmp_path: Any) -> None:
    board = read_foreign({"trees.json": json.dumps(editor_file()).encode()}).board()
    write_board(tmp_path / "trees", board)
    assert check_ruleset(tmp_path / "trees") == []
    assert ws.load_ruleset(tmp_path / "trees").hash == ruleset_from_data(board).hash
    with pytest.raises(RulesetError, match="it already exists"):
        write_board(tmp_path / "trees", board)


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["a.map", "a.csv", "a.json"]),
    st.binary(max_size=200) | st.text(max_size=200).map(str.encode),
)
def test_any_bytes_are_read_or_refused(name: str, content: bytes) -> None:
    with suppress(RulesetError):
        board = read_foreign({name: content}).board()
        assert {"id", "cities", "routes", "tickets"} <= board.keys()
