"""The boards of our own: their data, and scenarios of their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from tests.game.builders import hand, play, player, seat_of, start
from tests.game.test_scoring import outcome

import whistlestop as ws
from whistlestop.languages import LANGUAGES
from whistlestop.rulesets import check_ruleset, ruleset_from_data

PUBLISHED = ("usa", "europe", "switzerland", "card_game")
NAMES = [name for name in ws.ruleset_ids() if name not in PUBLISHED]
FIVE = "red blue green white black"


def fewest_trains(ruleset: ws.Ruleset, origin: str, target: str) -> int:
    """Return the fewest trains that connect two cities."""
    trains = {city.id: 10_000 for city in ruleset.cities} | {origin: 0}
    for _ in ruleset.cities:
        for route in ruleset.routes:
            for a, b in ((route.a, route.b), (route.b, route.a)):
                trains[b] = min(trains[b], trains[a] + route.trains)
    return trains[target]


def reached(routes: Iterable[Any], origin: str) -> set[str]:
    """Return the cities that a city is connected to by these routes."""
    found, before = {origin}, 0
    while len(found) > before:
        before = len(found)
        for route in routes:
            if {route.a, route.b} & found:
                found |= {route.a, route.b}
    return found


def dealt(name: str) -> dict[int, list[int]]:
    """Return the numbers of cards dealt in turn order, by number of players."""
    hands = {}
    for players in range(2, ws.load_ruleset(name).max_players + 1):
        view = ws.Game.new(name, players=players, seed=4).view()
        cards = [seat["cards"] for seat in view["players"]]
        hands[players] = cards[view["first"] :] + cards[: view["first"]]
    return hands


@pytest.mark.parametrize("name", NAMES)
class TestEveryBoard:
    """Checks of every original board."""

    def test_there_are_no_faults(self, name: str) -> None:
        assert check_ruleset(name) == []

    def test_a_ticket_is_worth_its_shortest_way(self, name: str) -> None:  # CPT-2
        ruleset = ws.load_ruleset(name)
        for ticket in ruleset.tickets:
            assert fewest_trains(ruleset, ticket.origin, ticket.targets[0]) == ticket.points[0], ticket.id

    def test_every_city_has_a_ticket_and_two_ways_out(self, name: str) -> None:
        ruleset = ws.load_ruleset(name)
        ends = {end for ticket in ruleset.tickets for end in (ticket.origin, *ticket.targets)}
        assert ends == {city.id for city in ruleset.cities}
        near: dict[str, set[str]] = {}
        for route in ruleset.routes:
            near.setdefault(route.a, set()).add(route.b)
            near.setdefault(route.b, set()).add(route.a)
        assert min(map(len, near.values())) >= 2

    def test_colors_are_fair(self, name: str) -> None:
        spaces = Counter[str]()
        for route in ws.load_ruleset(name).routes:
            spaces[route.color] += route.length
        del spaces["gray"]
        assert len(spaces) == 8
        assert max(spaces.values()) - min(spaces.values()) <= 2

    def test_no_printed_game_has_it(self, name: str) -> None:
        data = ws.load_ruleset(name).data.plain()
        assert not data.get("printed")
        assert ruleset_from_data(data | {"printed": True}).hash == ws.load_ruleset(name).hash

    def test_it_has_a_title_in_every_language(self, name: str) -> None:
        assert set(ws.load_ruleset(name).titles) == set(LANGUAGES) - {"en"}


class TestCarpathia:
    """Mountain routes, and the bonus for the most connected cities."""

    def test_size(self) -> None:  # CPT-1
        ruleset = ws.load_ruleset("carpathia")
        data: Any = ruleset.data
        assert (ruleset.min_players, ruleset.max_players, data.trains.count) == (2, 4, 40)
        assert (len(ruleset.cities), len(ruleset.routes), len(ruleset.tickets)) == (43, 116, 44)

    def test_tickets(self) -> None:  # CPT-2
        game = ws.Game.new("carpathia", players=2, seed=4)
        assert {len(game.view(seat)["offer"]) for seat in (0, 1)} == {4}
        assert all(action.count(",") >= 1 for action in game.legal(0))
        for seat in (0, 1):
            game.play(min(game.legal(seat), key=len), seat)
        assert game.view(0)["ticket_deck"] == 44 - 4, "refused tickets go under the deck"
        play(game, "tickets")
        assert len(game.view(game.to_act[0])["offer"]) == 3

    @pytest.mark.parametrize(("players", "legal"), [(2, False), (3, True), (4, True)])
    def test_double_routes(self, players: int, legal: bool) -> None:  # CPT-3
        ruleset = ws.load_ruleset("carpathia")
        other = ruleset.routes[ruleset.route_index["brasov-bucuresti/2"]]
        seats = [player(routes="brasov-bucuresti"), player(f"{other.color}*2"), player(), player()]
        game = start("carpathia", *seats[:players], market=FIVE, seat=1)
        assert (f"claim:{other.id}:{other.color}*2" in game.legal(1)) == legal

    def test_mountains_divide_the_board(self) -> None:  # CPT-4
        ruleset = ws.load_ruleset("carpathia")
        crosses = Counter(route.trains - route.length for route in ruleset.routes)
        assert crosses[1] + crosses[2] == 16
        assert set(crosses) == {0, 1, 2}
        plain = [route for route in ruleset.routes if route.trains == route.length]
        assert "krakow" in reached(plain, "budapest")
        gates = ({"bratislava", "brno"}, {"bratislava", "ceske_budejovice"})
        inside = reached([route for route in plain if {route.a, route.b} not in gates], "budapest")
        assert {"bratislava", "kosice", "cluj_napoca", "brasov"} <= inside
        assert not inside & {"brno", "krakow", "lviv", "iasi", "bucuresti", "craiova"}

    def test_a_pass(self) -> None:  # CPT-4, CPT-5
        ruleset = ws.load_ruleset("carpathia")
        route = ruleset.routes[ruleset.route_index["kosice-przemysl"]]
        assert (route.length, route.trains) == (3, 5)
        paid = f"{route.color}*3"
        game = play(start("carpathia", player(paid), market=FIVE), f"claim:{route.id}:{paid}")
        assert hand(game, 0) == {}
        assert (seat_of(game, 0)["trains"], seat_of(game, 0)["score"]) == (40 - 5, 4 + 2 * 2)
        few = start("carpathia", player(paid, trains=4), market=FIVE)
        assert not [action for action in few.legal(0) if action.startswith(f"claim:{route.id}:")]

    def test_bonus_and_winner(self) -> None:  # CPT-6, CPT-7
        # Six cities with a branch against a longer path of five.
        branched = "lublin-warszawa lodz-warszawa olsztyn-warszawa torun-warszawa bialystok-warszawa"
        first, second = outcome("carpathia", player(routes=branched), player(routes="lviv-suceava iasi-lviv"))
        assert (first["most_cities"], second["most_cities"]) == (10, 0)
        assert "longest" not in first or first["longest"] == second["longest"] == 0
        data: Any = ws.load_ruleset("carpathia").data
        assert data.scoring.tie_breaks == ("tickets", "mountains")

    def test_later_players(self) -> None:  # CPT-8
        assert dealt("carpathia") == {2: [4, 5], 3: [4, 4, 5], 4: [4, 4, 5, 5]}


class TestIceland:
    """A short game for two, with a bonus for tickets completed in two ways."""

    def test_size(self) -> None:  # ISL-1
        ruleset = ws.load_ruleset("iceland")
        data: Any = ruleset.data
        assert (ruleset.min_players, ruleset.max_players, data.trains.count) == (2, 2, 25)
        assert (len(ruleset.cities), len(ruleset.routes), len(ruleset.tickets)) == (19, 42, 24)

    def test_tickets(self) -> None:  # ISL-2
        game = ws.Game.new("iceland", players=2, seed=4)
        assert {len(game.view(seat)["offer"]) for seat in (0, 1)} == {5}
        assert all(action.count(",") >= 2 for action in game.legal(0))
        for seat in (0, 1):
            game.play(min(game.legal(seat), key=len), seat)
        assert game.view(0)["ticket_deck"] == 24 - 6, "refused tickets go under the deck"
        play(game, "tickets")
        assert len(game.view(game.to_act[0])["offer"]) == 3

    def test_double_routes(self) -> None:  # ISL-3
        doubles = [route for route in ws.load_ruleset("iceland").routes if route.id.endswith("/2")]
        assert len(doubles) == 5
        for route in doubles:
            color = "red" if route.color == "gray" else route.color
            paid = f"{color}*{route.length}" if route.length > 1 else color
            other, claim = route.id.removesuffix("/2"), f"claim:{route.id}:{paid}"
            game = start("iceland", player(routes=other), player(paid), market=FIVE, seat=1)
            assert claim in game.legal(1)
            alone = start("iceland", player(paid, routes=other), player(), market=FIVE)
            assert claim not in alone.legal(0)

    def test_ferries(self) -> None:  # ISL-4
        ferries = [route for route in ws.load_ruleset("iceland").routes if route.kind == "ferry"]
        assert len(ferries) == 4
        for route in ferries:
            assert (route.color, route.wilds) == ("gray", 1)
            reds = f"red*{route.length}"
            assert not [
                action
                for action in start("iceland", player(reds), market=FIVE).legal(0)
                if action.startswith(f"claim:{route.id}:")
            ]

    def test_two_ways(self) -> None:  # ISL-5
        first_way = "husavik-modrudalur egilsstadir-modrudalur"
        ring = f"{first_way} husavik-thorshofn egilsstadir-thorshofn"
        tickets = ["egilsstadir-husavik", "blonduos-modrudalur"]
        one, none = outcome(
            "iceland", player(routes=ring, tickets=tickets[:1]), player(tickets=["holmavik-selfoss"])
        )
        assert (one["two_ways"], none["two_ways"]) == (8, 0)
        [open_ring, _] = outcome("iceland", player(routes=first_way, tickets=tickets[:1]), player())
        assert open_ring["two_ways"] == 0
        assert one["longest"] == open_ring["longest"] == 0
        data: Any = ws.load_ruleset("iceland").data
        assert data.scoring.two_ways == (8, 8)

    def test_a_tie(self) -> None:  # ISL-6
        data: Any = ws.load_ruleset("iceland").data
        assert data.scoring.tie_breaks == ("tickets", "longest")

    def test_only_two(self) -> None:  # ISL-1
        with pytest.raises(ws.RulesetError, match=r"^Iceland is for 2 players, not 3 \(COM-1\)$"):
            ws.Game.new("iceland", players=3)


class TestAustralasia:
    """A large board for five, with ferries, stations, long tickets and a bonus for the most tickets."""

    def test_size(self) -> None:  # AUS-1
        ruleset = ws.load_ruleset("australasia")
        data: Any = ruleset.data
        assert (ruleset.min_players, ruleset.max_players, data.trains.count) == (2, 5, 45)
        assert (len(ruleset.cities), len(ruleset.routes), len(ruleset.tickets)) == (45, 113, 52)
        assert sum(route.length for route in ruleset.routes) == 362

    def test_tickets(self) -> None:  # AUS-2, AUS-3
        ruleset = ws.load_ruleset("australasia")
        long = {ticket.id: ticket.points[0] for ticket in ruleset.tickets if ticket.long}
        assert (len(long), min(long.values()), max(long.values())) == (6, 18, 21)
        game = ws.Game.new("australasia", players=5, seed=4)
        for seat in range(5):
            offer = game.view(seat)["offer"]
            assert [ticket["id"] in long for ticket in offer].count(True) == 1
            assert len(offer) == 4
            assert all(action.count(",") >= 1 for action in game.legal(seat))
        for seat in range(5):
            game.play(min(game.legal(seat), key=len), seat)
        assert game.view(0)["ticket_deck"] == 46 - 3 * 5, "refused tickets leave the game"
        play(game, "tickets")
        offer = game.view(game.to_act[0])["offer"]
        assert len(offer) == 3
        assert not [ticket for ticket in offer if ticket["id"] in long]

    def test_ferries(self) -> None:  # AUS-4
        ruleset = ws.load_ruleset("australasia")
        ferries = [route for route in ruleset.routes if route.kind == "ferry"]
        assert len(ferries) == 23
        for route in ferries:
            assert (route.color, route.wilds) == ("gray", 2 if route.length > 4 else 1)
            reds, few = f"red*{route.length}", f"red*{route.length - route.wilds + 1} wild*{route.wilds - 1}"
            for held in (reds, few if route.wilds > 1 else reds):
                assert not [
                    action
                    for action in start("australasia", player(held), market=FIVE).legal(0)
                    if action.startswith(f"claim:{route.id}:")
                ]
        land = reached([route for route in ruleset.routes if route.kind != "ferry"], "sydney")
        assert {"perth", "darwin", "weipa", "melbourne"} <= land
        assert not land & {"hobart", "auckland", "dunedin", "noumea", "port_moresby", "dili"}

    def test_stations(self) -> None:  # AUS-5
        claimed = "albany-perth albany-esperance"
        rest = [player(tickets=["esperance-port_augusta"], routes="ceduna-port_augusta"), player()]
        [lost, _, _] = outcome("australasia", *rest, player(routes="ceduna-esperance"))
        [spared, other, _] = outcome(
            "australasia",
            rest[0] | {"stations": ["ceduna"]},
            player(routes=claimed),
            player(routes="ceduna-esperance"),
        )
        assert (lost["stations"], spared["stations"], other["stations"]) == (2 * 4, 4, 2 * 4)
        assert spared["tickets"] - lost["tickets"] == 2 * 7

    def test_most_tickets(self) -> None:  # AUS-6, AUS-7
        done = {"routes": "albany-perth albany-esperance geraldton-perth"}
        first, second = outcome(
            "australasia",
            player(**done, tickets=["albany-geraldton", "esperance-perth"]),
            player(routes="alice_springs-newman alice_springs-broome", tickets=["esperance-port_hedland"]),
        )
        assert (first["most_tickets"], second["most_tickets"]) == (10, 0)
        assert first["longest"] == second["longest"] == 0
        data: Any = ws.load_ruleset("australasia").data
        assert data.scoring.tie_breaks == ("tickets", "longest")


class TestIstanbul:
    """A city with few trains, ferries, and districts that score."""

    def test_size(self) -> None:  # ISB-1
        ruleset = ws.load_ruleset("istanbul")
        data: Any = ruleset.data
        assert (ruleset.min_players, ruleset.max_players, data.trains.count) == (2, 4, 20)
        assert (len(ruleset.cities), len(ruleset.routes), len(ruleset.tickets)) == (27, 64, 32)
        assert sum(route.length for route in ruleset.routes) == 172

    def test_tickets(self) -> None:  # ISB-2
        game = ws.Game.new("istanbul", players=2, seed=4)
        assert {len(game.view(seat)["offer"]) for seat in (0, 1)} == {4}
        assert all(action.count(",") >= 1 for action in game.legal(0))
        for seat in (0, 1):
            game.play(min(game.legal(seat), key=len), seat)
        assert game.view(0)["ticket_deck"] == 32 - 4, "refused tickets go under the deck"
        play(game, "tickets")
        assert len(game.view(game.to_act[0])["offer"]) == 3

    @pytest.mark.parametrize(("players", "legal"), [(2, False), (3, True), (4, True)])
    def test_double_routes(self, players: int, legal: bool) -> None:  # ISB-3
        ruleset = ws.load_ruleset("istanbul")
        assert sum(route.id.endswith("/2") for route in ruleset.routes) == 8
        ferry = ruleset.routes[ruleset.route_index["eminonu-uskudar/2"]]
        assert (ferry.kind, ferry.wilds) == ("ferry", 1)
        seats = [player(routes="eminonu-uskudar"), player("red*2 wild"), player(), player()]
        game = start("istanbul", *seats[:players], market=FIVE, seat=1)
        assert ("claim:eminonu-uskudar/2:red*2+wild" in game.legal(1)) == legal

    def test_ferries(self) -> None:  # ISB-4
        ruleset = ws.load_ruleset("istanbul")
        ferries = [route for route in ruleset.routes if route.kind == "ferry"]
        assert len(ferries) == 10
        assert {(route.color, route.wilds) for route in ferries} == {("gray", 1)}
        land = reached([route for route in ruleset.routes if route.kind != "ferry"], "uskudar")
        assert {city.id for city in ruleset.cities} - land == {"buyukada", "kinaliada"}

    def test_districts(self) -> None:  # ISB-5, MECH-1, MECH-2
        data: Any = ws.load_ruleset("istanbul").data
        assert len(data.scoring.districts) == 9
        assert {len(one.cities) for one in data.scoring.districts.values()} == {2, 3, 4}
        kadikoy = "goztepe-kadikoy bostanci-goztepe"
        around = "levent-ortakoy besiktas-levent"  # Beşiktaş, without the route beside the water
        whole, part = outcome(
            "istanbul", player(routes=kadikoy), player(routes="cengelkoy-ortakoy cengelkoy-uskudar")
        )
        assert (whole["complete_districts"], whole["districts"]) == (["kadikoy"], 5)
        assert (part["complete_districts"], part["districts"]) == (["uskudar"], 3)
        [other, none] = outcome("istanbul", player(routes=around), player(routes="goztepe-kadikoy"))
        assert (other["complete_districts"], other["districts"]) == (["besiktas"], 5)
        assert (none["complete_districts"], none["districts"]) == ([], 0)
        assert whole["longest"] == 0
        # a district may be joined through other places
        [fatih, _] = outcome(
            "istanbul",
            player(routes="fener-karakoy eminonu-karakoy eminonu-yenikapi topkapi-yenikapi"),
            player(),
        )
        assert fatih["complete_districts"] == ["fatih"]

    def test_a_tie(self) -> None:  # ISB-6
        data: Any = ws.load_ruleset("istanbul").data
        assert data.scoring.tie_breaks == ("tickets", "longest")

    def test_later_players(self) -> None:  # ISB-7
        assert dealt("istanbul") == {2: [4, 5], 3: [4, 4, 5], 4: [4, 4, 5, 5]}
