"""The variants of USA 1910 and Europe 1912: tickets, deals, and the bonus for the most completed tickets."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import pytest
from tests.game.builders import player
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.text.names import numbers_of

BIG_USA = {"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"}
BIG_EUROPE = {"angora", "athina", "berlin", "london", "madrid", "moskva", "paris", "roma", "wien"}


def tickets(ruleset: str, *, long: bool = False) -> dict[str, int]:
    """Return the points of the regular or the long tickets by id."""
    return {ticket.id: ticket.points[0] for ticket in ws.load_ruleset(ruleset).tickets if ticket.long == long}


def big(of: dict[str, int], cities: set[str]) -> dict[str, int]:
    return {name: points for name, points in of.items() if cities & set(name.split("-"))}


def test_a_variant_has_the_board_of_its_game() -> None:  # USA-36, EUR-37, EUR-41
    for name in set(ws.ruleset_ids(variants=True)) - set(ws.ruleset_ids()):
        ruleset = ws.load_ruleset(name)
        board = ws.load_ruleset(ruleset.board_id)
        assert (ruleset.cities, ruleset.routes) == (board.cities, board.routes)
        data: Any = ruleset.data
        for section in ("players", "trains", "stations", "cards", "market", "rules"):
            assert getattr(data, section) == getattr(board.data, section)


def test_tickets_of_usa_1910() -> None:  # USA-37, USA-39, USA-40, USA-41, RUL-87
    base, new, mega, cities = map(tickets, ("usa", "usa_1910", "usa_mega", "usa_big_cities"))
    assert (len(base), len(new), len(mega), len(cities)) == (30, 35, 69, 35)
    assert not base.keys() & new.keys()
    lowered = {name: (points, mega[name]) for name, points in base.items() if mega[name] != points}
    assert lowered == {
        "los_angeles-miami": (20, 19),
        "los_angeles-new_york": (21, 20),
        "oklahoma_city-sault_st_marie": (9, 8),
        "new_york-seattle": (22, 20),
    }
    assert mega.keys() - base.keys() - new.keys() == {
        "boston-washington",
        "chicago-montreal",
        "portland-vancouver",
        "omaha-winnipeg",
    }
    assert cities == big(mega, BIG_USA)
    assert new.items() <= mega.items()
    assert (mega["las_vegas-seattle"], mega["los_angeles-oklahoma_city"]) == (10, 9)
    assert mega["nashville-sault_st_marie"] == 8


def test_tickets_of_europe_1912() -> None:  # EUR-37, EUR-38, EUR-39, EUR-40, RUL-87
    names = ("europe", "europe_expanded", "europe_mega", "europe_big_cities")
    base, expanded, mega, cities = map(tickets, names)
    assert (len(base), len(expanded), len(mega), len(cities)) == (40, 59, 89, 45)
    assert base.items() <= expanded.items() <= mega.items()
    assert cities == big(mega, BIG_EUROPE)
    assert len(cities.keys() & base.keys()) == 15
    assert not cities.keys() & (expanded.keys() - base.keys())
    long = [tickets(name, long=True) for name in names]
    assert [len(one) for one in long] == [6, 6, 12, 0]
    assert long[0] == long[1]
    assert long[0].items() <= long[2].items()


DEALS = [
    ("usa_1910", 0, 3, 2, 3, "bottom"),  # USA-39
    ("usa_mega", 0, 5, 3, 4, "bottom"),  # USA-40
    ("usa_big_cities", 0, 4, 2, 4, "bottom"),  # USA-41
    ("europe_expanded", 1, 3, 2, 3, "removed"),  # EUR-38
    ("europe_mega", 2, 5, 3, 3, "removed"),  # EUR-39
    ("europe_big_cities", 0, 5, 2, 4, "removed"),  # EUR-40
]


@pytest.mark.parametrize(("ruleset", "long", "regular", "keep", "drawn", "refused"), DEALS)
@pytest.mark.parametrize("players", [2, 5])
def test_deal_choice_and_draw(
    ruleset: str, long: int, regular: int, keep: int, drawn: int, refused: str, players: int
) -> None:  # USA-39 to USA-41, EUR-37 to EUR-40
    game = ws.Game.new(ruleset, players, seed=8)
    deck = len(tickets(ruleset)) - players * regular
    for seat in range(players):
        offer: list[Any] = game.view(seat)["offer"]
        assert [ticket["long"] for ticket in offer] == [True] * long + [False] * regular
        sizes = Counter(size_of(action) for action in game.legal(seat))
        assert sizes == {size: comb(long + regular, size) for size in range(keep, long + regular + 1)}
        refuse = seat % 2  # the first seat keeps all
        game.play("keep:" + ",".join(ticket["id"] for ticket in offer[refuse:]), seat)
        deck += refuse if refused == "bottom" else 0
    assert game.view()["ticket_deck"] == deck
    seat = game.to_act[0]
    held = len(game.view(seat)["tickets"])
    game.play("tickets")
    assert [ticket["long"] for ticket in game.view(seat)["offer"]] == [False] * drawn
    sizes = Counter(size_of(action) for action in game.legal(seat))
    assert sizes == {size: comb(drawn, size) for size in range(1, drawn + 1)}
    game.play("keep:" + game.view(seat)["offer"][-1]["id"])
    assert len(game.view(seat)["tickets"]) == held + 1
    assert game.view()["ticket_deck"] == deck - 1
    assert ws.replay(game.record()).position() == game.position()


def size_of(keep: str) -> int:
    return keep.count(",") + 1


def test_worlds_have_as_many_long_tickets_as_were_dealt() -> None:  # EUR-39, INV-2
    game = ws.Game.new("europe_mega", 3, seed=2)
    for seat in range(3):
        game.play("keep:" + ",".join(ticket["id"] for ticket in game.view(seat)["offer"][:3]), seat)
    longs = {n for n, ticket in enumerate(game.ruleset.tickets) if ticket.long}
    seen: Counter[int] = Counter()
    for seed in range(60):
        states = game.observe(0).determinize(seed)
        hands = [set(numbers_of(states["tickets"][0, player])) for player in range(3)]
        assert [len(hand) for hand in hands] == [3, 3, 3]
        assert len(set().union(*hands)) == 9
        seen.update(len(hand & longs) for hand in hands[1:])
    assert seen.keys() == {0, 1, 2}


def usa_player(routes: str, of: str = "", **more: Any) -> dict[str, Any]:
    return player(routes=routes, tickets=of, **more)


def test_the_most_completed_tickets() -> None:  # USA-38, USA-32, USA-33
    first, second = outcome(
        "usa_1910",
        # One worth more than both of the other player's.
        usa_player("atlanta-nashville calgary-helena denver-helena denver-omaha", "houston-washington"),
        usa_player("atlanta-raleigh raleigh-washington", "atlanta-washington charleston-toronto"),
    )
    assert [one["tickets_completed"] for one in (first, second)] == [0, 1]
    assert [one["most_tickets"] for one in (first, second)] == [0, 15]
    assert second["score"] == second["routes"] + second["tickets"] + 15
    assert [one["longest"] for one in (first, second)] == [0, 0]


def test_all_with_the_most_completed_tickets_score() -> None:  # USA-38, RUL-85
    mine = usa_player("atlanta-raleigh raleigh-washington", "atlanta-washington")
    other = usa_player("denver-kansas_city kansas_city-saint_louis", "denver-saint_louis")
    results = outcome("usa_1910", mine, other, usa_player("", "charleston-toronto"))
    assert [one["most_tickets"] for one in results] == [15, 15, 0]
    results = outcome("usa_1910", usa_player("", "charleston-toronto"), usa_player("denver-omaha"))
    assert [one["most_tickets"] for one in results] == [0, 0], "nobody completed a ticket"


def test_both_bonuses_count() -> None:  # USA-40, USA-34
    mine = usa_player("atlanta-raleigh raleigh-washington", "atlanta-washington")
    first, second = outcome("usa_mega", mine, usa_player("calgary-helena denver-helena"))
    assert (first["most_tickets"], first["longest"]) == (15, 0)
    assert (second["most_tickets"], second["longest"]) == (0, 10)


def test_big_cities_of_usa_have_no_bonus() -> None:  # USA-41, USA-42
    mine = usa_player("chicago-pittsburgh new_york-pittsburgh", "chicago-new_york")
    for result in outcome("usa_big_cities", mine, usa_player("denver-omaha")):
        assert "most_tickets" not in result
        assert result["longest"] == 0


def test_bonuses_of_europe_1912() -> None:  # EUR-37, EUR-40, RUL-86
    for name in ("europe_expanded", "europe_mega", "europe_big_cities"):
        first, second = outcome(name, player(routes="berlin-wien"), player())
        assert (first["longest"], second["longest"]) == (10, 0)
        assert "most_tickets" not in first


def test_ties_in_a_variant() -> None:  # USA-42, USA-35
    # As many points, but the second has the shorter path.
    path, short = usa_player("denver-omaha", score=5), usa_player("dallas-houston", score=5)
    for name in ("usa_1910", "usa_big_cities"):
        assert [one["rank"] for one in outcome(name, path, short)] == [1, 1], "the path breaks no tie"
    path["score"] -= 10  # the bonus makes up for it
    assert [one["rank"] for one in outcome("usa_mega", path, short)] == [1, 2]
