"""The boards of the folder `boards`: their data, and scenarios of the rules that only they have."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.game.builders import CARDS, board, cards, hand, play, player, refuses, seat_of, start, tell
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.errors import PositionError
from whistlestop.rulesets import check_ruleset

BOARDS = Path(__file__).resolve().parents[2] / "boards"
RULESETS = {folder.name: ws.load_ruleset(folder) for folder in sorted(BOARDS.iterdir()) if folder.is_dir()}
BOARD: dict[str, dict[str, Any]] = {name: ruleset.data.plain() for name, ruleset in RULESETS.items()}
NORDIC, INDIA, ASIA = (BOARD[name] for name in ("nordic_countries", "india", "legendary_asia"))
FIVE = "red blue green white black"


def test_there_are_no_faults() -> None:
    assert list(RULESETS) == ["germany", "india", "legendary_asia", "nordic_countries"]
    for name in RULESETS:
        assert check_ruleset(BOARDS / name) == []


@pytest.mark.parametrize(
    ("name", "players", "trains", "cities", "routes", "spaces", "tickets", "long"),
    [
        ("nordic_countries", (2, 3), 40, 39, 81, 207, 46, 0),  # NOR-1, RUL-90
        ("india", (2, 4), 45, 39, 108, 238, 58, 0),  # IND-1, RUL-91
        ("legendary_asia", (2, 5), 45, 39, 100, 268, 36, 6),  # ASI-1, RUL-94
        ("germany", (2, 5), 45, 49, 110, 313, 89, 34),  # GER-1, RUL-104
    ],
)
def test_size(
    name: str,
    players: tuple[int, int],
    trains: int,
    cities: int,
    routes: int,
    spaces: int,
    tickets: int,
    long: int,
) -> None:
    ruleset = RULESETS[name]
    data: Any = ruleset.data
    assert (ruleset.min_players, ruleset.max_players, data.trains.count) == (*players, trains)
    assert (len(ruleset.cities), len(ruleset.routes), len(ruleset.tickets)) == (cities, routes, tickets)
    assert sum(route.length for route in ruleset.routes) == spaces
    assert sum(ticket.long for ticket in ruleset.tickets) == long


def trains_between(ruleset: ws.Ruleset, origin: str) -> dict[str, int]:
    """Return the fewest trains from a city to each city."""
    dist = {city.id: 10_000 for city in ruleset.cities} | {origin: 0}
    for _ in ruleset.cities:
        for route in ruleset.routes:
            for a, b in ((route.a, route.b), (route.b, route.a)):
                dist[b] = min(dist[b], dist[a] + route.trains)
    return dist


@pytest.mark.parametrize("name", RULESETS)
def test_tickets_are_worth_their_shortest_way(name: str) -> None:  # RUL-94, RUL-104, GER-13
    ruleset = RULESETS[name]

    def nodes(place: str) -> list[str]:
        return [city.id for city in ruleset.cities if place in (city.id, city.country)]

    for ticket in ruleset.tickets:
        ways = [trains_between(ruleset, start) for start in nodes(ticket.origin)]
        shortest = min(way[end] for way in ways for end in nodes(ticket.targets[0]))
        assert shortest + (ticket.id == "kiel-stuttgart") == ticket.points[0], ticket.id


# ----------------------------------------------------------------------------------------------- Nordic Countries


def test_nordic_tickets() -> None:  # NOR-2, NOR-3
    game = ws.Game.new(RULESETS["nordic_countries"], players=2, seed=4)
    assert {len(game.view(seat)["offer"]) for seat in (0, 1)} == {5}
    assert all(action.count(",") >= 1 for action in game.legal(0))
    for seat in (0, 1):
        game.play(min(game.legal(seat), key=len), seat)
    deck = game.view(0)["ticket_deck"]
    assert deck == 46 - 10, "refused tickets leave the game"
    seat = game.to_act[0]
    game.play("tickets", seat)
    assert len(game.view(seat)["offer"]) == 3
    game.play(next(action for action in game.legal(seat) if "," not in action), seat)
    assert game.view(0)["ticket_deck"] == deck - 3


def test_nordic_double_routes() -> None:  # NOR-4, COM-7
    twins = "kristiansand-stavanger", "kristiansand-stavanger/2"
    ruleset = RULESETS["nordic_countries"]
    one, other = (ruleset.routes[ruleset.route_index[name]] for name in twins)
    assert (one.kind, one.length, other.kind, other.length) == ("tunnel", 2, "ferry", 3)
    assert one.twins == (other.id,)
    seats = player(routes=twins[0]), player("orange*3 wild*3"), player()
    for count, legal in ((2, False), (3, True)):
        game = start(NORDIC, *seats[:count], market=FIVE, seat=1)
        claims = [action for action in game.legal(1) if action.startswith(f"claim:{twins[1]}:")]
        assert bool(claims) == legal
    game = start(NORDIC, player("orange*3 wild*3", routes=twins[0]), player(), player(), market=FIVE)
    assert not [action for action in game.legal(0) if twins[1] in action]


def test_nordic_locomotives() -> None:  # NOR-5, NOR-6, NOR-7
    game = start(NORDIC, player(), market="wild*4 red", deck="wild blue*9")
    play(game, "take:wild")
    assert game.view(0)["market"].count("wild") == 4, "the display stays"
    play(game, "take:wild")
    assert hand(game, 0) == {"wild": 2}
    game = start(NORDIC, player("purple wild*6"), market=FIVE)
    claimable = {action.split(":")[1] for action in game.legal() if action.startswith("claim:")}
    kinds = {
        RULESETS["nordic_countries"].routes[n].kind
        for n in map(RULESETS["nordic_countries"].route_index.get, claimable)
        if n is not None
    }
    assert kinds == {"normal", "tunnel", "ferry"}
    for action in game.legal():
        if action.startswith("claim:") and "wild" in action:
            route = action.split(":")[1]
            assert BOARD_KIND[route] != "normal"


BOARD_KIND = {route.id: route.kind for route in RULESETS["nordic_countries"].routes}


def claim_of(game: ws.Game, route: str) -> set[str]:
    return {action.split(":")[2] for action in game.legal() if action.startswith(f"claim:{route}:")}


def test_three_cards_for_a_locomotive() -> None:  # NOR-9, NOR-13
    # blue, two spaces, one symbol
    game = start(NORDIC, player("blue red*2 green"), market=FIVE)
    route = "karlskrona-kobenhavn"
    assert claim_of(game, route) == {"blue"}
    assert claim_of(start(NORDIC, player("blue red*2"), market=FIVE), route) == set()
    assert claim_of(start(NORDIC, player("blue wild"), market=FIVE), route) == {"blue+wild"}
    told = tell(game, f"claim:{route}:blue", seat=1)
    assert told == [{"event": "claimed", "seat": 0, "route": route, "payment": {"blue": 1}, "points": 2}]
    view = game.view(1)
    assert (view["phase"], view["owed"]) == ("giving", {"seat": 0, "route": route, "cards": 3})
    assert set(game.legal()) == {"give:red", "give:green"}
    refuses(game, "give:blue", "draw", "pass", "claim:umea-vaasa:", "take:red")
    assert game.to_act == (0,)
    assert tell(game, "give:red", seat=1) == [{"event": "gave", "seat": 0, "card": "red", "left": 2}]
    play(game, "give:green")
    position = game.position()
    assert position["owed"] == {"route": route, "cards": 1}
    assert ws.Game.from_position(position).position() == position
    play(game, "give:red")
    assert (game.view(1)["phase"], game.view(1)["owed"], game.to_act) == ("turn", None, (1,))
    assert hand(game, 0) == {}
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["routes"]) == (38, [route])


def test_six_cards_pay_for_two_symbols() -> None:  # NOR-9, RUL-88, RUL-89
    # gray, one space, one symbol: any three cards alone
    game = start(NORDIC, player("red wild blue"), market=FIVE)
    assert claim_of(game, "umea-vaasa") == {"", "wild"}
    play(game, "claim:umea-vaasa:")
    for card in ("wild", "red", "blue"):
        play(game, f"give:{card}")
    assert hand(game, 0) == {}
    # orange, four spaces, two symbols: the replaced locomotive may itself replace a colored card
    game = start(NORDIC, player("orange red*9"), market=FIVE)
    assert claim_of(game, "mo_i_rana-narvik") == {"orange"}


def test_murmansk_lieksa() -> None:  # NOR-10, NOR-7
    route = "lieksa-murmansk"
    game = start(NORDIC, player("blue*7 wild*3 red*5"), market=FIVE)
    assert claim_of(game, route) == {"blue*7"}, "7 of a color and 8 others"
    play(game, f"claim:{route}:blue*7")
    assert game.view(0)["owed"]["cards"] == 8
    for card in ["wild"] * 3 + ["red"] * 5:
        play(game, f"give:{card}")
    assert hand(game, 0) == {}
    assert game.to_act == (1,)
    assert (seat_of(game, 0)["score"], seat_of(game, 0)["trains"]) == (27, 31)
    assert claim_of(start(NORDIC, player("blue*8 wild"), market=FIVE), route) == set(), "no wilds"
    assert claim_of(start(NORDIC, player("blue*9"), market=FIVE), route) == {"blue*9"}


def ways_by_hand(held: Counter[str], route: Any, wilds_pay: bool, each: int) -> set[str]:
    """Return every payment of a route by trying all multisets of cards: a brute force from NOR-7, NOR-9 and NOR-10."""
    found = set()
    colors = CARDS[:8] if route.color == "gray" else (route.color,)
    for color in colors:
        for colored in range(held[color] + 1):
            for wild in range(held["wild"] + 1):
                short = route.length - colored - wild
                others = held.total() - colored - wild
                if short < 0 or (wild and not wilds_pay) or (short and not each) or others < short * each:
                    continue
                if route.kind == "ferry" and wild + short < route.wilds:
                    continue
                if route.kind == "normal" and colored == 0:
                    continue
                parts = [(color, colored), ("wild", wild)]
                found.add("+".join(card if n == 1 else f"{card}*{n}" for card, n in parts if n))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_payments_by_brute_force(seed: int) -> None:  # NOR-7, NOR-9, NOR-10, NOR-13
    deck = [card for card in CARDS for _ in range(3)]
    held = Counter(deck[(seed * 7 + n * n * (seed + 1)) % len(deck)] for n in range(4 + seed))
    held = Counter({card: min(count, 12) for card, count in held.items()})
    text = " ".join(f"{card}*{count}" for card, count in held.items())
    game = start(NORDIC, player(text), market=FIVE)
    assert cards(text) == hand(game, 0)
    for route in RULESETS["nordic_countries"].routes:
        special = 4 if route.id == "lieksa-murmansk" else 0
        each = 3 if route.kind == "ferry" else special
        assert claim_of(game, route.id) == ways_by_hand(held, route, route.kind != "normal", each), route.id


def test_nordic_tunnels_take_no_other_cards() -> None:  # NOR-8
    game = start(NORDIC, player("green red*9 wild"), market=FIVE, deck="green blue white black*5")
    assert claim_of(game, "kristiansand-stavanger") == {"green+wild"}
    play(game, "claim:kristiansand-stavanger:green+wild")
    assert game.view(0)["tunnel"]["surcharge"] == 1
    assert game.legal() == ["withdraw"]


def test_nordic_winner() -> None:  # NOR-11, NOR-12
    # Both have routes of 2 spaces for 2 points each; only those of the first player form one path.
    first, second = outcome(
        NORDIC,
        player(routes="alborg-goteborg goteborg-oslo"),
        player(routes="alborg-kristiansand helsinki-tallinn"),
    )
    assert first["routes"] == second["routes"] == 4
    assert (first["longest_path"], second["longest_path"]) == (4, 2)
    assert (first["rank"], second["rank"]) == (1, 2)
    assert first["longest"] == second["longest"] == 0
    assert first["most_tickets"] == second["most_tickets"] == 0, "nobody completed a ticket"
    done, _ = outcome(
        NORDIC, player(routes="alborg-goteborg goteborg-oslo", tickets="bergen-tornio"), player()
    )
    assert done["most_tickets"] == 0
    assert NORDIC["scoring"]["most_tickets"] == 10


def test_positions_with_cards_owed() -> None:  # NOR-9
    owed = {"route": "umea-vaasa", "cards": 2}
    seat = player("red*2", routes="umea-vaasa")
    game = start(NORDIC, seat, market=FIVE, phase="giving", owed=owed)
    assert game.legal() == ["give:red"]
    for wrong, text in (
        ({"route": "umea-vaasa", "cards": 4}, "at most 3"),
        ({"route": "umea-vaasa", "cards": 3}, "fewer than 3"),
        ({"route": "helsinki-tallinn", "cards": 1}, "does not own"),
        (None, "required"),
    ):
        with pytest.raises(PositionError, match=text):
            start(NORDIC, seat, market=FIVE, phase="giving", owed=wrong)
    with pytest.raises(PositionError, match="not allowed"):
        start(NORDIC, seat, market=FIVE, owed=owed)


# ----------------------------------------------------------------------------------------------------------- India


def test_india_set_up() -> None:  # IND-2, IND-3, IND-4
    game = ws.Game.new(RULESETS["india"], players=2, seed=4)
    assert {len(game.view(seat)["offer"]) for seat in (0, 1)} == {4}
    for seat in (0, 1):
        game.play(min(game.legal(seat), key=len), seat)
    assert game.view(0)["ticket_deck"] == 58 - 4, "refused tickets go under the deck"
    ferry = RULESETS["india"].routes[RULESETS["india"].route_index["calcutta-madras"]]
    assert (ferry.kind, ferry.length, ferry.wilds, ferry.points) == ("ferry", 8, 2, 21)
    game = start(INDIA, player("red*6 wild*2"), market=FIVE)
    assert claim_of(game, "calcutta-madras") == {"red*6+wild*2"}
    data: Any = RULESETS["india"].data
    assert data.rules.twins_open_from == 4


def test_two_ways() -> None:  # IND-6, RUL-92
    # A ring through Agra, Bhopal, Khandwa, Ratiam and Jaipur; from Khandwa single routes lead on to Poona.
    ring = "agra-bhopal agra-jaipur bhopal-khandwa jaipur-ratiam khandwa-ratiam"
    first = outcome(
        INDIA, player(routes=f"{ring} khandwa-manmad manmad-poona", tickets="jaipur-poona"), player()
    )[0]
    assert (first["tickets_completed"], first["two_ways_tickets"], first["two_ways"]) == (1, 0, 0)
    # Two rings that meet in one city: the paths cross there (a figure of eight).
    small = board(
        "a-b:1:red a-c:1:red b-c:1:red c-d:1:red c-e:1:red d-e:1:red", "a-e:4 a-b:1", trains={"count": 20}
    )
    small["scoring"] = {"two_ways": [5]}
    eight = outcome(small, player(routes="a-b a-c b-c c-d c-e d-e", tickets="a-e"), player())[0]
    assert (eight["two_ways_tickets"], eight["two_ways"]) == (1, 5)
    cut = outcome(small, player(routes="a-b a-c b-c c-d d-e", tickets="a-e"), player())[0]
    assert (cut["tickets_completed"], cut["two_ways_tickets"]) == (1, 0)
    assert eight["score"] == eight["routes"] + eight["tickets"] + eight["two_ways"] + eight["longest"]


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40)])
def test_points_for_two_ways(count: int, points: int) -> None:  # IND-7
    small = board(
        "a-b:1:red a-c:1:red b-c:1:red c-d:1:red",
        "a-b:1 a-b/2:1 a-b/3:1 a-c:1 b-c:1 b-c/2:1 a-d:5",
        trains={"count": 20},
    )
    small["scoring"] = {"two_ways": [5, 5, 10, 10, 10]}
    held = ["a-b", "a-b/2", "a-b/3", "a-c", "b-c", "b-c/2"][:count]
    result = outcome(small, player(routes="a-b a-c b-c c-d", tickets=[*held, "a-d"]), player())
    assert (result[0]["two_ways_tickets"], result[0]["two_ways"]) == (count, points)


def test_india_winner_and_longest_path() -> None:  # IND-5, IND-8
    result = outcome(INDIA, player(routes="agra-delhi agra-jaipur"), player(routes="agra-bhopal/2"))
    assert [one["longest"] for one in result] == [10, 0]
    assert INDIA["scoring"]["tie_breaks"] == ["tickets", "bonus"]


# ---------------------------------------------------------------------------------------------------------- Asia


def test_asia_set_up() -> None:  # ASI-2, ASI-3, RUL-93
    game = ws.Game.new(RULESETS["legendary_asia"], players=3, seed=4)
    for seat in range(3):
        assert sorted(ticket["long"] for ticket in game.view(seat)["offer"]) == [False] * 3 + [True]
    assert game.view(0)["ticket_deck"] == 30 - 9
    for seat in range(3):
        game.play(min(game.legal(seat), key=len), seat)
    assert game.view(0)["ticket_deck"] == 30 - 9, "refused tickets of the opening leave the game"
    seat = game.to_act[0]
    game.play("tickets", seat)
    game.play(next(action for action in game.legal(seat) if "," not in action), seat)
    assert game.view(0)["ticket_deck"] == 30 - 9 - 1, "later ones go under the deck"


def test_gray_beside_a_mountain_route() -> None:  # ASI-4
    routes = {route.id: route for route in RULESETS["legendary_asia"].routes}
    pairs = [(one, routes[twin]) for one in routes.values() for twin in one.twins if one.color == "gray"]
    beside = [(gray, colored) for gray, colored in pairs if colored.trains > colored.length]
    assert beside
    gray, colored = next((one, two) for one, two in beside if one.kind == "normal")
    assert gray.trains == gray.length == colored.length
    game = start(ASIA, player(f"{colored.color}*{gray.length}"), market=FIVE)
    assert claim_of(game, gray.id)


def test_mountain_routes() -> None:  # ASI-5, ASI-6, COM-21
    route = "shiraz-tehran"  # green, two spaces, two crosses
    game = start(ASIA, player("green*2", trains=4), market=FIVE)
    told = tell(game, f"claim:{route}:green*2", seat=1)
    assert told[0] == {
        "event": "claimed",
        "seat": 0,
        "route": route,
        "payment": {"green": 2},
        "points": 2 + 4,
    }
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["score"]) == (0, 6)
    assert game.view(0)["final_round"] is not None
    assert claim_of(start(ASIA, player("green*2", trains=3), market=FIVE), route) == set()
    game = start(ASIA, player(routes=route), market=FIVE)
    assert seat_of(game, 0)["trains"] == 45 - 4
    public = ws.kinds.kind_of(RULESETS["legendary_asia"]).data.public(RULESETS["legendary_asia"])
    info = {one.id: one for one in public.routes}
    assert (info[route].trains, info[route].points) == (4, 6)


def test_asian_ferries() -> None:  # ASI-7, NOR-13
    game = start(ASIA, player("black*4 red*3 wild"), market=FIVE)
    assert claim_of(game, "bombay-colombo") == {"black*3+wild"}
    assert claim_of(game, "bombay-colombo/2") == {"red*3+wild"}


def test_most_cities() -> None:  # ASI-8
    result = outcome(
        ASIA,
        player(routes="agra-bombay agra-calcutta agra-karachi"),
        player(routes="bombay-karachi moscow-perm"),
    )
    assert [one["connected_cities"] for one in result] == [4, 2]
    assert [one["most_cities"] for one in result] == [10, 0]
    assert [one["longest"] for one in result] == [0, 0]
    empty = outcome(ASIA, player(), player())
    assert [one["most_cities"] for one in empty] == [0, 0]


def test_ties_are_broken_by_mountain_routes() -> None:  # ASI-9, RUL-95
    # 2 + 2 points for a mountain route of two spaces, and 4 for a plain one of three.
    first, second = outcome(ASIA, player(routes="agra-rawalpindi"), player(routes="macau-xian"))
    assert first["score"] == second["score"] == 4 + 10
    assert (first["mountain_routes"], second["mountain_routes"]) == (1, 0)
    assert (first["rank"], second["rank"]) == (1, 2)
