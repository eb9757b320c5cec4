"""The built-in rulesets: counts and sums of the printed games (facts checked against several sources)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

import whistlestop as ws
from whistlestop.rulesets import check_ruleset

COLORS = {"purple", "blue", "orange", "white", "green", "yellow", "black", "red"}


def test_ids() -> None:
    assert ws.ruleset_ids()[:4] == ["usa", "europe", "switzerland", "card_game"]
    assert ws.ruleset_ids()[4:] == sorted(ws.ruleset_ids()[4:])
    for ruleset in ws.ruleset_ids():
        assert check_ruleset(ruleset) == []
        assert ws.load_ruleset(ruleset) is ws.load_ruleset(ruleset)


@pytest.mark.parametrize(
    ("ruleset", "cities", "routes", "doubles", "tickets"),
    [
        ("usa", 36, 100, 22, 30),  # USA-1
        ("europe", 47, 101, 11, 46),  # EUR-1
        ("switzerland", 34 + 17, 88, 12, 46),  # SWI-3, SWI-6
    ],
)
def test_sizes(ruleset: str, cities: int, routes: int, doubles: int, tickets: int) -> None:
    rules = ws.load_ruleset(ruleset)
    assert (len(rules.cities), len(rules.routes), len(rules.tickets)) == (cities, routes, tickets)
    assert sum(bool(route.twins) for route in rules.routes) == 2 * doubles
    assert all(len(route.twins) <= 1 for route in rules.routes)
    for things in (rules.cities, rules.routes, rules.tickets):
        ids = [thing.id for thing in things]
        assert ids == sorted(ids)
        assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("usa", {"normal": 100}),
        ("europe", {"normal": 70, "tunnel": 18, "ferry": 13}),  # EUR-9, EUR-12
        ("switzerland", {"normal": 46, "tunnel": 42}),
    ],
)
def test_kinds_of_routes(ruleset: str, kinds: dict[str, int]) -> None:
    rules = ws.load_ruleset(ruleset)
    assert Counter(route.kind for route in rules.routes) == kinds
    for route in rules.routes:
        assert (route.wilds > 0) == (route.kind == "ferry")
        assert route.kind != "ferry" or route.color == "gray"  # EUR-9
        assert route.color in COLORS | {"gray"}  # COM-5, COM-6


def test_colors_are_fair() -> None:
    """The USA board gives every color the same number of spaces, except one; Europe nearly so."""
    spaces = Counter[str]()
    for route in ws.load_ruleset("usa").routes:
        spaces[route.color] += route.length
    colored = {color: number for color, number in spaces.items() if color != "gray"}
    assert set(colored) == COLORS
    assert max(colored.values()) - min(colored.values()) <= 1


def test_sums_of_tickets() -> None:
    assert sum(ticket.points[0] for ticket in ws.load_ruleset("usa").tickets) == 349
    europe = ws.load_ruleset("europe").tickets
    assert sorted(ticket.points[0] for ticket in europe if ticket.long) == [20, 20, 20, 21, 21, 21]
    assert sum(ticket.points[0] for ticket in europe if not ticket.long) > 300
    assert min(ticket.points[0] for ticket in europe) == 5


def test_swiss_tickets() -> None:  # SWI-6
    rules = ws.load_ruleset("switzerland")
    countries = {city.country for city in rules.cities if city.country}
    assert countries == {"at", "de", "fr", "it"}
    towns = [ticket for ticket in rules.tickets if not set(ticket.targets) & countries]
    from_city = [t for t in rules.tickets if set(t.targets) <= countries and t.origin not in countries]
    from_country = [t for t in rules.tickets if set(t.targets) <= countries and t.origin in countries]
    assert (len(towns), len(from_city), len(from_country)) == (34, 4, 8)
    assert all(len(ticket.targets) == len(ticket.points) == 4 for ticket in from_city)
    assert all(len(ticket.targets) == len(ticket.points) == 3 for ticket in from_country)
    designs = Counter((ticket.origin, ticket.targets, ticket.points) for ticket in from_country)
    assert set(designs.values()) == {2}
    assert len(designs) == 4


def test_no_route_leads_on_from_a_country() -> None:  # SWI-3, SWI-4
    rules = ws.load_ruleset("switzerland")
    border = {city.id for city in rules.cities if city.country}
    ends = Counter(chain.from_iterable((route.a, route.b) for route in rules.routes))
    assert all(ends[city] == 1 for city in border)
    assert not [route for route in rules.routes if {route.a, route.b} <= border]


def test_tickets_of_the_card_game() -> None:  # CARD-1, RUL-80
    rules = ws.load_ruleset("card_game")
    assert (len(rules.tickets), len(rules.cities), rules.routes) == (46, 34, ())
    assert {city.id: city.bonus for city in rules.cities if city.bonus} == {
        "chicago": 12, "dallas": 10, "los_angeles": 12, "miami": 8, "new_york": 15, "seattle": 8,
    }  # fmt: skip
    assert sum(ticket.points[0] for ticket in rules.tickets) == 581
    needed = Counter[str]()
    for ticket in rules.tickets:
        assert 1 <= sum(ticket.cards.values()) <= 5
        assert max(ticket.cards.values()) <= 2
        assert set(ticket.cards) <= COLORS
        needed.update(ticket.cards)
    assert needed.total() == 132
    assert set(needed.values()) == {16, 17, 18}
    assert sum(rules.tickets[rules.ticket_index["los_angeles-pittsburgh"]].cards.values()) == 4
    named = Counter(chain.from_iterable((ticket.origin, *ticket.targets) for ticket in rules.tickets))
    assert all(named[city] in (10, 11) for city, points in ((c.id, c.bonus) for c in rules.cities) if points)


def test_cards_of_the_card_game() -> None:  # CARD-1, CARD-4, COM-5
    rules = ws.load_ruleset("card_game")
    assert (rules.data.machine, rules.min_players, rules.max_players) == ("yard", 2, 4)
    assert rules.rules["copies"].sum() == 96
    for players, deck in ((2, 75), (3, 67), (4, 59)):
        assert ws.Game.new(rules, players, seed=1).view()["deck"] == deck


def test_names_and_places_do_not_change_the_rules() -> None:
    """The hash of a record's rules covers only data that affects play."""
    hashes = {ws.load_ruleset(ruleset).hash for ruleset in ws.ruleset_ids()}
    assert len(hashes) == len(ws.ruleset_ids())
    assert all(len(text) == 64 for text in hashes)
