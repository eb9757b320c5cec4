"""The planner in situations with a clear answer, and its joint plan against the optimum."""

from __future__ import annotations

import heapq
import itertools
import random
import sys
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.games.network.bots.kernels import KERNELS
from whistlestop.games.network.bots.planner.goals import cost_of, join_goals, own_goals
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, tuned
from whistlestop.games.network.bots.planner.program import make_program
from whistlestop.games.network.bots.planner.survey import survey
from whistlestop.games.network.bots.work import WORK

Position = dict[str, Any]
MARKET = ["red", "blue", "green", "black", "white"]
COAST = ["portland-seattle", "portland-san_francisco", "los_angeles-san_francisco", "el_paso-los_angeles"]
SOUTH = ["el_paso-houston", "houston-new_orleans", "atlanta-new_orleans", "atlanta-raleigh"]
NORTH = ["raleigh-washington", "new_york-washington"]
LAST = {"final_round": {"turns_left": 2, "caused_by": 1}}


def turn(ruleset: str, *players: dict[str, Any], **more: Any) -> Position:
    return {"ruleset": ruleset, "players": list(players), "market": MARKET, **more}


def choice(position: Position, seat: int = 0, bot: str = "planner") -> str:
    """Return the planner's action in a position."""
    observation = ws.Game.from_position(position).observe(seat)
    action = bots.make(bot).choose(observation)
    return observation.legal()[observation.legal_ids().index(action)]


def planned(position: Position, seat: int = 0) -> set[str]:
    """Return the routes that the planner uses for its tickets."""
    observation = ws.Game.from_position(position).observe(seat)
    o, r, w = observation.array[0], observation.ruleset.rules[0], np.zeros(1, WORK)[0]
    n = KERNELS["planner"].numbers_for(observation.ruleset.id)
    survey(o, r, n, w)
    own_goals(o, r, w)
    make_program(o, r, n, w, w["hand"])
    return {observation.ruleset.routes[route].id for route in w["list"][: w["list_goals"]]}


# Tickets


def test_keeps_tickets_that_share_routes() -> None:
    """USA-4: the two tickets on one path, not the one that shares no route with them."""
    me = {"offer": ["chicago-los_angeles", "chicago-santa_fe", "boston-miami"]}
    other = {"offer": ["calgary-phoenix", "duluth-houston", "helena-los_angeles"]}
    assert choice(turn("usa", me, other, phase="opening")) == "keep:chicago-los_angeles,chicago-santa_fe"


def test_keeps_the_ticket_that_is_done() -> None:
    """USA-27: late in the game, the ticket that is already connected and none that cannot be completed."""
    me = {
        "routes": ["dallas-houston", "dallas-oklahoma_city", "kansas_city-oklahoma_city"],
        "offer": ["new_york-seattle", "houston-kansas_city", "los_angeles-miami"],
    }
    other = {"trains": 4, "score": 80}
    assert choice(turn("usa", me, other, phase="ticket_choice")) == "keep:houston-kansas_city"


@pytest.mark.parametrize("tickets", [[], ["dallas-new_york"]])
def test_draws_no_tickets_in_the_last_turn_when_ahead(tickets: list[str]) -> None:
    """COM-21: tickets drawn now can hardly be completed and would cost points."""
    me = {"routes": ["denver-omaha"], "score": 90, "tickets": tickets}
    assert choice(turn("usa", me, {"trains": 2, "score": 30}, **LAST)) != "tickets"


def test_draws_tickets_in_the_last_turn_when_behind() -> None:
    """USA-33: a ticket that is already connected is worth more than a card, which scores nothing."""
    me = {"routes": COAST + SOUTH + NORTH, "score": 60}
    assert choice(turn("usa", me, {"trains": 2, "score": 85}, **LAST)) == "tickets"


def test_claims_in_the_last_turn_what_puts_it_ahead() -> None:
    """USA-16: a certain lead is better than tickets that might give one."""
    me = {"routes": COAST + SOUTH[1:] + NORTH, "score": 70, "hand": {"green": 6}}
    other = {"trains": 2, "score": 75}
    assert choice(turn("usa", me, other, **LAST)).startswith("claim:")


def test_draws_tickets_that_a_large_network_completes() -> None:
    """USA-26: many tickets are already connected, and there is time."""
    deck = ["los_angeles-new_york", "new_york-seattle", "los_angeles-seattle", "atlanta-san_francisco"]
    held = [t.id for t in ws.load_ruleset("usa").tickets if t.id not in {*deck, "boston-miami"}]
    middle = ["little_rock-new_orleans", "little_rock-saint_louis", "chicago-saint_louis"]
    me = {"routes": COAST + SOUTH + NORTH + middle}
    assert choice(turn("usa", me, {"tickets": held}, ticket_deck=[*deck, "boston-miami"])) == "tickets"


# Claims


def test_completes_the_ticket_in_the_last_turn() -> None:
    """Dallas-Houston scores one point but completes New York; the longer route scores 15."""
    east = ["houston-new_orleans", "atlanta-new_orleans", "atlanta-raleigh", "raleigh-washington"]
    me = {
        "hand": {"red": 1, "green": 6},
        "routes": [*east, "new_york-washington"],
        "tickets": ["dallas-new_york"],
    }
    assert choice(turn("usa", me, {"trains": 2}, **LAST)).startswith("claim:dallas-houston")


def with_district(points: int, *cities: str) -> dict[str, Any]:
    """Return USA with a district."""
    board = ws.load_ruleset("usa").data.plain()
    district = {"name": "East", "cities": list(cities), "points": points}
    return board | {"id": "own", "scoring": board["scoring"] | {"districts": {"east": district}}}


@pytest.mark.parametrize("bot", ["planner", "greedy"])
@pytest.mark.parametrize(("points", "worth_it"), [(20, True), (1, False)])
def test_completes_the_district_in_the_last_turn(bot: str, points: int, worth_it: bool) -> None:
    """MECH-2: Dallas-Houston scores one point but completes a district; longer routes score 7."""
    me = {"hand": {"red": 1, "purple": 4}, "routes": ["houston-new_orleans", "atlanta-new_orleans"]}
    board = with_district(points, "dallas", "houston", "atlanta")
    position = {"board": board, "players": [me, {"trains": 2}], "market": MARKET, **LAST}
    assert choice(position, bot=bot).startswith("claim:dallas-houston") == worth_it


def test_plans_a_district_if_it_is_worth_it() -> None:
    """MECH-1: the plan joins the three cities, though no ticket needs them."""
    cities = ("atlanta", "nashville", "raleigh")
    for points, wanted in ((15, True), (1, False)):
        position = {
            "board": with_district(points, *cities),
            "players": [{"hand": {"red": 3, "blue": 3}, "tickets": []}, {}],
            "market": MARKET,
        }
        assert (planned(position) >= {"atlanta-nashville"}) == wanted


def test_claims_the_most_points_in_the_last_turn() -> None:
    me = {"hand": {"yellow": 5, "blue": 5, "red": 3}, "routes": ["atlanta-miami"]}
    assert choice(turn("usa", me, {"trains": 2}, **LAST)) == "claim:el_paso-oklahoma_city:yellow*5"


def test_joins_two_paths_in_the_last_turn() -> None:
    """USA-34: two trains join paths of 9 and 5 into one of 16, which takes the bonus from a path of 15."""
    own = ["duluth-helena", "duluth-sault_st_marie", "montreal-toronto", "boston-montreal"]
    me = {"hand": {"black": 2}, "routes": own}
    other = {"routes": COAST, "trains": 2}
    assert choice(turn("usa", me, other, **LAST)) == "claim:sault_st_marie-toronto:black*2"


def test_breaks_the_tie_for_the_longest_path_in_the_last_turn() -> None:
    """USA-34: with paths of 15, both would hold the bonus."""
    me = {"hand": {"red": 2}, "routes": COAST}
    other = {"routes": ["duluth-helena", "duluth-toronto", "montreal-toronto"], "trains": 2}
    assert choice(turn("usa", me, other, **LAST)) == "claim:el_paso-santa_fe:red*2"


def test_spares_wilds() -> None:
    """COM-11: of the payments for a route, the one without wilds."""
    me = {"hand": {"green": 6, "wild": 3}}
    assert choice(turn("usa", me, {"trains": 2}, **LAST)) == "claim:el_paso-houston:green*6"


@pytest.mark.parametrize(
    ("near", "action"),
    [
        (["atlanta-miami", "atlanta-new_orleans"], "claim:miami-new_orleans:red*6"),
        (["calgary-winnipeg", "calgary-vancouver"], "take:blue"),
    ],
)
def test_claims_in_time(near: list[str], action: str) -> None:
    """USA-16: it could pay earlier, but claims when another player builds at both ends of the route."""
    west = ["el_paso-los_angeles", "el_paso-houston", "houston-new_orleans"]
    hand = {"red": 6, "blue": 3}
    me = {"hand": hand, "tickets": ["los_angeles-miami"], "routes": west, "trains": 20}
    assert choice(turn("usa", me, {"trains": 30, "routes": near})) == action


@pytest.mark.parametrize(
    ("routes", "action"),
    [
        ([], "claim:calgary-winnipeg:white*6"),
        (["el_paso-los_angeles", "el_paso-houston", "houston-new_orleans"], "claim:miami-new_orleans:red*6"),
    ],
)
def test_blocks_what_others_need(routes: list[str], action: str) -> None:
    """USA-23: of two routes of the same length, it takes the one that a likely ticket, Los Angeles - Miami, still
    needs.
    """
    me = {"hand": {"red": 6, "white": 6}, "trains": 12}
    position = turn("usa", me, {"trains": 14, "score": 40, "routes": routes})
    assert choice(position) == action
    assert choice(position, bot="planner:block=0") == "claim:calgary-winnipeg:white*6"


def test_replans_when_a_route_is_lost() -> None:
    ticket = {"tickets": ["los_angeles-new_york"], "hand": dict.fromkeys(MARKET, 3)}
    before = planned(turn("usa", ticket, {}))
    assert before
    for lost in before:
        after = planned(turn("usa", ticket, {"routes": [lost]}))
        assert after
        assert lost not in after


def test_the_twin_of_a_lost_route_is_lost_too_with_two_players() -> None:
    """USA-23, USA-24: the other half of a double route stays open with four or more players."""
    ticket = {
        "tickets": ["los_angeles-seattle"],
        "routes": ["los_angeles-san_francisco", "portland-san_francisco"],
    }
    taken = {"routes": ["portland-seattle"]}
    assert "portland-seattle/2" not in planned(turn("usa", ticket, taken))
    assert planned(turn("usa", ticket, taken, {}, {})) == {"portland-seattle/2"}


def test_gives_up_what_cannot_be_done_in_time() -> None:
    me = {"tickets": ["new_york-seattle"]}
    assert planned(turn("usa", me, {"trains": 3, "hand": {"red": 3}, "score": 90})) == set()


# Stations and countries


def test_builds_the_station_that_saves_a_ticket() -> None:
    """EUR-27, EUR-32: a ticket of 20 depends on another player's route; a station costs 4 points."""
    west = ["brest-paris", "frankfurt-paris", "berlin-frankfurt", "berlin-danzig", "danzig-riga"]
    me = {"hand": {"green": 1}, "routes": west, "tickets": ["brest-petrograd"]}
    other = {"routes": ["petrograd-riga"], "trains": 2}
    assert choice(turn("europe", me, other, **LAST)).startswith("station:")


def test_builds_no_station_for_nothing() -> None:
    """EUR-32: the ticket is complete without one."""
    me = {"hand": {"green": 1}, "routes": ["brest-paris", "paris-zurich", "venezia-zurich"]}
    other = {"routes": ["petrograd-riga"], "trains": 2}
    action = choice(turn("europe", {**me, "tickets": ["brest-venezia"]}, other, **LAST))
    assert not action.startswith("station:")


def test_plans_the_best_country_in_reach() -> None:
    """SWI-14: Italy - Davos is built; Austria is one route away, worth less than France but reachable in
    time.
    """
    me = {"hand": {"white": 4}, "tickets": ["it-countries"], "routes": ["davos-it_davos"]}
    late = {"trains": 4, "hand": {"red": 3}}
    assert planned(turn("switzerland", me, late)) == {"at_davos-davos"}


# The joint plan against the optimum


def steiner_tree(graph: dict[int, list[tuple[int, int]]], terminals: list[int]) -> int:
    """Return the cost of the cheapest tree that joins the terminals (Dreyfus and Wagner, exact)."""
    full = (1 << len(terminals)) - 1
    best = [dict.fromkeys(graph, 1 << 60) for _ in range(full + 1)]
    for place, city in enumerate(terminals):
        best[1 << place][city] = 0
    for subset in range(1, full + 1):
        costs = best[subset]
        part = (subset - 1) & subset
        while part:
            for city in graph:
                costs[city] = min(costs[city], best[part][city] + best[subset ^ part][city])
            part = (part - 1) & subset
        queue = [(cost, city) for city, cost in costs.items() if cost < 1 << 60]
        heapq.heapify(queue)
        while queue:
            cost, city = heapq.heappop(queue)
            if cost == costs[city]:
                for there, step in graph[city]:
                    if cost + step < costs[there]:
                        costs[there] = cost + step
                        heapq.heappush(queue, (cost + step, there))
    return min(best[full].values())


def groupings(items: list[int]) -> list[list[list[int]]]:
    """Yield all ways to divide tickets into groups."""
    if not items:
        return [[]]
    first, rest = items[0], items[1:]
    ways = []
    for size in range(len(rest) + 1):
        for others in itertools.combinations(rest, size):
            left = [item for item in rest if item not in others]
            ways += [[[first, *others], *tail] for tail in groupings(left)]
    return ways


@pytest.mark.slow
def test_joint_plans_are_nearly_optimal() -> None:
    """Three random tickets on the whole board: never below the optimum, and on average within 2 % of it."""
    ruleset = ws.load_ruleset("usa")
    r, w = ruleset.rules[0], np.zeros(1, WORK)[0]
    n = KERNELS["planner"].numbers_for("", {"tempo": 200, "train": 50})  # so that most are worth their paths
    chance = random.Random(1)
    ratios = []
    for _ in range(40):
        tickets = chance.sample([ticket for ticket in ruleset.tickets if ticket.points[0] >= 9], 3)
        position = turn("usa", {"tickets": [ticket.id for ticket in tickets]}, {})
        o = ws.Game.from_position(position).observe(0).array[0]
        survey(o, r, n, w)
        own_goals(o, r, w)
        join_goals(r, w, w["cost"])
        if not np.all(w["gain"][:3] > 0):
            continue  # one of them is not worth its path
        graph: dict[int, list[tuple[int, int]]] = {city: [] for city in range(len(ruleset.cities))}
        for route in range(len(ruleset.routes)):
            a, b, cost = int(r["route_a"][route]), int(r["route_b"][route]), int(w["cost"][route])
            graph[a].append((b, cost))
            graph[b].append((a, cost))
        ends = [(ruleset.city_index[t.origin], ruleset.city_index[t.targets[0]]) for t in tickets]
        optimum = min(
            sum(steiner_tree(graph, sorted({city for item in group for city in ends[item]})) for group in way)
            for way in groupings([0, 1, 2])
        )
        ratios.append(cost_of(w, w["cost"], w["plan"]) / optimum)
    assert len(ratios) > 20
    assert min(ratios) >= 1
    assert max(ratios) < 1.15
    assert sum(ratios) / len(ratios) < 1.02


def test_numbers_have_names() -> None:
    """Every number has the name of its position, and an option replaces it."""
    module = sys.modules["whistlestop.games.network.bots.planner.numbers"]
    for place, name in enumerate(DEFAULTS):
        assert getattr(module, name.upper()) == place
        bot = bots.make(f"planner:{name}=12345")
        assert isinstance(bot, bots.KernelBot)
        assert bot.numbers(ws.load_ruleset("usa"))[place] == 12345


@pytest.mark.slow
@pytest.mark.parametrize(
    "key",
    [
        "31d103b9f6b5859441545d9c06066b96257bb55e024a580dd30e856df13ad0c2",  # no deck and no discards
        "06805d34f5f5613805d11c2f17e68fef4828ebdd77e005c4ce64f70c2a077fcc",  # hardly any: three wilds keep circulating
    ],
)
def test_does_not_wait_for_cards_that_cannot_come(key: str) -> None:
    """With all cards in hands, waiting is useless, so it pays a surcharge it would rather avoid (EUR-16, EUR-17)."""
    game = ws.Game.new("europe", players=3, seed=bytes.fromhex(key))
    planner = bots.make("planner")
    for _ in range(400):  # they used to withdraw forever
        if game.over:
            break
        seat = game.to_act[0]
        game.play_id(planner.choose(game.observe(seat)), seat)
    assert game.over


def test_a_ruleset_may_have_its_own_numbers() -> None:
    """Options override them, and an unknown ruleset uses the defaults."""
    kernel, defaults = KERNELS["planner"], list(DEFAULTS.values())
    name, own = next(iter(tuned().items()))
    assert kernel.numbers_for(name).tolist() == list({**DEFAULTS, **own}.values()) != defaults
    assert kernel.numbers_for("nobody's").tolist() == defaults
    place = list(DEFAULTS).index("tempo")
    assert kernel.numbers_for(name, {"tempo": 7, "spite": 1})[place] == 7
    assert ws.load_ruleset(name).id == name
