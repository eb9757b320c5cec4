"""A second, slow implementation of the rules with names and positions, written from docs/rules.md alone.

`legal` and `play` are compared with the engine at every ply of random games; `final.py` scores the results.
Nothing here reads `ruleset.toml`: the numbers of the games are below. Only the shuffles come from the
engine, so that both see the same cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import msgspec
from tests.games.network.mechanisms import depots, mixtures, passengers
from tests.games.network.mechanisms.table import (
    CARDS,
    COLORS,
    Position,
    cards_text,
    discard,
    ends,
    gain,
    lose,
    parse_cards,
    settle,
    take_top,
)

import whistlestop as ws

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}  # COM-23


@dataclass(frozen=True)
class Numbers:
    """The differences between the games."""

    trains: int
    opening_keep: int
    opening_refused: str
    draw_refused: str
    both_twins_from: int
    tie_breaks: tuple[str, ...]
    wild_ends_draw: bool = True
    wild_pays_normal: bool = True
    stations: int = 0
    draw_tickets: int = 3
    longest: int = 10
    most_tickets: int = 0
    depots: int = 0
    two_decks: bool = False
    passengers: bool = False
    small_trains: tuple[int, tuple[str, ...]] = (0, ())


SMALL = (
    *("atlanta-nashville", "boston-montreal", "chicago-saint_louis", "chicago-saint_louis/2"),
    *("dallas-houston/2", "denver-santa_fe", "duluth-omaha", "kansas_city-omaha", "miami-new_orleans"),
    *("montreal-new_york", "nashville-saint_louis", "pittsburgh-toronto", "portland-seattle"),
)
"""The routes of `usa_small` that take small trains."""
GAMES = {
    # USA-1, USA-4, USA-27, USA-24, USA-35
    "usa": Numbers(45, 2, "bottom", "bottom", 4, ("tickets", "bonus")),
    # EUR-1, EUR-3, EUR-6, EUR-21, EUR-34
    "europe": Numbers(45, 2, "removed", "bottom", 4, ("tickets", "stations", "bonus"), stations=3),
    # SWI-1, SWI-7, SWI-8, SWI-2, SWI-18, SWI-9, SWI-11
    "switzerland": Numbers(
        40, 2, "removed", "removed", 3, ("tickets", "bonus"), wild_ends_draw=False, wild_pays_normal=False
    ),
    # MECH-7
    "usa_small": Numbers(45, 2, "bottom", "bottom", 4, ("tickets", "bonus"), small_trains=(7, SMALL)),
    # USA-38 to USA-42
    "usa_1910": Numbers(45, 2, "bottom", "bottom", 4, ("tickets",), longest=0, most_tickets=15),
    "usa_mega": Numbers(45, 3, "bottom", "bottom", 4, ("tickets", "bonus"), draw_tickets=4, most_tickets=15),
    "usa_big_cities": Numbers(45, 2, "bottom", "bottom", 4, ("tickets",), draw_tickets=4, longest=0),
    # EUR-37 to EUR-40
    "europe_expanded": Numbers(45, 2, "removed", "bottom", 4, ("tickets", "stations", "bonus"), stations=3),
    "europe_mega": Numbers(45, 3, "removed", "bottom", 4, ("tickets", "stations", "bonus"), stations=3),
    "europe_big_cities": Numbers(
        45, 2, "removed", "bottom", 4, ("tickets", "stations", "bonus"), stations=3, draw_tickets=4
    ),
    # EUR-41, EUR-49
    "europe_depots": Numbers(
        45, 2, "removed", "bottom", 4, ("tickets", "stations", "bonus"), stations=3, depots=5
    ),
    # GER-1, GER-2, GER-5, GER-12, GER-11, GER-3, GER-14
    "germany": Numbers(
        45,
        2,
        "shuffled",
        "bottom",
        4,
        ("tickets", "passengers"),
        longest=0,
        most_tickets=15,
        two_decks=True,
        passengers=True,
    ),
}


def owners(p: Position) -> dict[str, int]:
    return {route: seat for seat, player in enumerate(p["players"]) for route in player["routes"]}


# Legality


def payments(
    hand: dict[str, int], total: int, colors: Iterable[str], *, wild: bool, least_wild: int = 0
) -> set[str]:
    """Return the payments (USA-17 to 19, EUR-9, EUR-23, SWI-11)."""
    found = set()
    for wilds in range(least_wild, total + 1):
        if (wilds and not wild) or hand.get("wild", 0) < wilds:
            continue
        if wilds == total:
            found.add(cards_text({"wild": wilds}))
            continue
        for color in colors:
            if hand.get(color, 0) >= total - wilds:
                found.add(cards_text({color: total - wilds, "wild": wilds}))
    return found


@cache
def double_groups(ruleset: ws.Ruleset) -> dict[str, list[str]]:
    """Return for each route those between the same two nodes with the same length (COM-7)."""
    like = [(route.id, (ends(route.id), route.length)) for route in ruleset.routes]
    return {name: [other for other, key in like if key == mine] for name, mine in like}


def left(p: Position, ruleset: ws.Ruleset, seat: int, route: str) -> int:
    """Return the trains of the kind that the route takes (MECH-7)."""
    me = p["players"][seat]
    small: int = me.get("small_trains", 0)
    return small if route in GAMES[ruleset.id].small_trains[1] else me["trains"] - small


def claimable(p: Position, ruleset: ws.Ruleset, seat: int) -> Iterator[Any]:
    """Return the routes that are open to the seat and within its trains (USA-16, USA-22 to 25)."""
    owned = owners(p)
    groups = double_groups(ruleset)
    for route in ruleset.routes:
        taken = [owned[r] for r in groups[route.id] if r in owned]
        if route.id in owned or seat in taken or route.length > left(p, ruleset, seat, route.id):
            continue
        if taken and len(p["players"]) < GAMES[ruleset.id].both_twins_from:
            continue
        yield route


def claims(p: Position, ruleset: ws.Ruleset, seat: int) -> set[str]:
    found = set()
    numbers = GAMES[ruleset.id]
    for route in claimable(p, ruleset, seat):
        colors = COLORS if route.color == "gray" else (route.color,)
        wild = numbers.wild_pays_normal or route.kind == "tunnel"
        hand = p["players"][seat]["hand"]
        for payment in payments(hand, route.length, colors, wild=wild, least_wild=route.wilds):
            found.add(f"claim:{route.id}:{payment}")
    return found


def stations(p: Position, ruleset: ws.Ruleset, seat: int) -> set[str]:
    me = p["players"][seat]
    cost = len(me["stations"]) + 1
    if cost > GAMES[ruleset.id].stations:
        return set()
    built = depots.cities_with_pieces(p)
    pay = payments(me["hand"], cost, COLORS, wild=True)
    return {f"station:{city.id}:{cards}" for city in ruleset.cities if city.id not in built for cards in pay}


def keeps(offer: list[str], least: int) -> set[str]:
    return {
        "keep:" + ",".join(chosen)
        for size in range(least, len(offer) + 1)
        for chosen in combinations(offer, size)
    }


def draws(p: Position, ruleset: ws.Ruleset, *, second: bool) -> set[str]:
    """Return the legal draws (USA-7 to 10, SWI-9)."""
    kinds = {card for card in p["market"] if card}
    if second and GAMES[ruleset.id].wild_ends_draw:
        kinds.discard("wild")
    aside = 1 if GAMES[ruleset.id].depots and not second else 0  # EUR-43
    cards = len(p["deck"]) + sum(p["discard"].values())
    return {f"take:{kind}" for kind in kinds} | ({"draw"} if cards > aside else set())


def legal(p: Position, ruleset: ws.Ruleset, seat: int) -> set[str]:
    me, phase = p["players"][seat], p["phase"]
    if phase == "opening":
        return keeps(me["offer"], GAMES[ruleset.id].opening_keep) if me["choice"] is None else set()
    if phase == "over" or p["seat"] != seat:
        return set()
    if phase in depots.PHASES:
        return depots.legal(p, ruleset, seat)
    if phase in mixtures.PHASES:
        return mixtures.legal(p, ruleset)
    if phase == "boarding":
        return passengers.legal(p)
    if phase == "ticket_choice":
        return keeps(me["offer"], 1)
    if phase == "second_draw":
        return draws(p, ruleset, second=True)
    if phase == "tunnel":
        color = [kind for kind in p["tunnel"]["payment"] if kind != "wild"]
        pay = payments(me["hand"], p["tunnel"]["surcharge"], color, wild=True)
        return {f"surcharge:{cards}" for cards in pay} | {"withdraw"}
    actions = draws(p, ruleset, second=False) | claims(p, ruleset, seat) | stations(p, ruleset, seat)
    actions |= {"tickets"} if p["ticket_deck"] else set()
    return (actions or {"pass"}) | depots.placements(p, ruleset, seat)


# Effects


def settle_offer(p: Position, ruleset: ws.Ruleset, seat: int, kept: list[str], refused_to: str) -> None:
    me = p["players"][seat]
    for ticket in me["offer"]:
        if ticket in kept:
            me["tickets"].append(ticket)
        elif refused_to != "removed":
            mixtures.put_under(p, ruleset, ticket)
            p["ticket_seen"][ticket] = sorted({*p["ticket_seen"].get(ticket, ()), seat})
        else:
            me["refused"].append(ticket)
    order = [ticket.id for ticket in ruleset.tickets]
    me["tickets"].sort(key=order.index)
    me["refused"].sort(key=order.index)
    me["offer"] = []


def take_route(p: Position, ruleset: ws.Ruleset, seat: int, route_id: str) -> None:
    me = p["players"][seat]
    length = next(route.length for route in ruleset.routes if route.id == route_id)
    me["trains"] -= length
    if route_id in GAMES[ruleset.id].small_trains[1]:
        me["small_trains"] -= length
    me["score"] += POINTS[length]
    order = [route.id for route in ruleset.routes]
    me["routes"] = sorted([*me["routes"], route_id], key=order.index)
    depots.open_warehouses(p, route_id)
    passengers.open_ends(p, ruleset, route_id)


def claim(p: Position, ruleset: ws.Ruleset, seat: int, rest: str) -> None:
    route_id, _, text = rest.rpartition(":")
    payment = parse_cards(text)
    lose(p["players"][seat], payment)
    if next(route.kind for route in ruleset.routes if route.id == route_id) != "tunnel":
        discard(p, payment.elements())
        take_route(p, ruleset, seat, route_id)
        end_turn(p)
        return
    revealed: list[str] = []  # EUR-13
    while len(revealed) < 3 and (card := take_top(p)) is not None:
        revealed.append(card)
    color = next((kind for kind in payment if kind != "wild"), "wild")
    surcharge = sum(card in (color, "wild") for card in revealed)  # EUR-14
    if surcharge == 0:
        discard(p, payment.elements())
        take_route(p, ruleset, seat, route_id)
        end_turn(p, revealed)
    else:
        p["phase"] = "tunnel"
        p["tunnel"] = {
            "route": route_id,
            "payment": {kind: payment[kind] for kind in CARDS if payment[kind]},
            "revealed": revealed,
            "surcharge": surcharge,
        }


def end_turn(p: Position, revealed: Iterable[str] = ()) -> None:
    """End the turn (COM-20, COM-21, RUL-13)."""
    discard(p, revealed)
    p["tunnel"] = None
    if depots.lingers(p) or passengers.lingers(p):
        return
    depots.empty(p)
    settle(p)
    p["phase"] = "turn"
    seats = len(p["players"])
    if p["final_round"]:
        p["final_round"]["turns_left"] -= 1
    elif p["players"][p["seat"]]["trains"] <= 2:
        p["final_round"] = {"turns_left": seats, "caused_by": p["seat"]}
    if p["passes"] == seats or (p["final_round"] and p["final_round"]["turns_left"] == 0):
        p["phase"] = "over"
    else:
        p["seat"] = (p["seat"] + 1) % seats
        p["turn"] += 1


def play_keep(p: Position, ruleset: ws.Ruleset, seat: int, kept: list[str]) -> None:
    numbers = GAMES[ruleset.id]
    if p["phase"] == "opening":
        p["players"][seat]["choice"] = kept
        if all(player["choice"] is not None for player in p["players"]):
            seats = len(p["players"])
            for chooser in [(p["first"] + step) % seats for step in range(seats)]:
                player = p["players"][chooser]
                settle_offer(p, ruleset, chooser, player["choice"], numbers.opening_refused)
                player["choice"] = None
            if numbers.opening_refused == "shuffled":
                mixtures.shuffle_decks(p, ruleset)
            p["phase"] = "turn"
            depots.begin(p)
    else:
        settle_offer(p, ruleset, seat, kept, numbers.draw_refused)
        end_turn(p)


def play_draw(p: Position, ruleset: ws.Ruleset, seat: int, kind: str | None) -> None:
    """Draw a card from the market or, for None, from the deck (USA-7 to 12)."""
    if kind is None:
        card = take_top(p)
        assert card is not None
        gain(p["players"][seat], Counter([card]), seen=False)
    else:
        p["market"][p["market"].index(kind)] = None
        gain(p["players"][seat], Counter([kind]), seen=True)
        settle(p)
    last = p["phase"] == "second_draw" or (kind == "wild" and GAMES[ruleset.id].wild_ends_draw)
    if last or not draws(p, ruleset, second=True):
        end_turn(p)
    else:
        p["phase"] = "second_draw"


def play(position: Position, ruleset: ws.Ruleset, seat: int, action: str) -> Position:
    """Return the position after a legal action."""
    p: Position = msgspec.json.decode(msgspec.json.encode(position))
    me, tunnel = p["players"][seat], p["tunnel"]
    word, _, rest = action.partition(":")
    p["version"] += 1
    p["passes"] = p["passes"] + 1 if word == "pass" else 0
    if word == "keep":
        play_keep(p, ruleset, seat, rest.split(",") if rest else [])
    elif word in ("draw", "take") and depots.announces(p):
        p["phase"], p["announced"] = "storing", action
    elif word == "store":
        play_draw(p, ruleset, seat, depots.store(p, int(rest)))
    elif word == "depot":
        depots.place(p, seat, rest)
    elif word in ("collect", "leave"):
        depots.take(p, seat, int(rest) if rest else None)
        end_turn(p)
    elif word in ("draw", "take"):
        play_draw(p, ruleset, seat, rest or None)
    elif word == "tickets" and GAMES[ruleset.id].two_decks:
        p["phase"] = "mixing"
    elif word == "mix":
        mixtures.offer(p, ruleset, seat, int(rest))
    elif word == "board":
        passengers.take(p, seat, *rest.split(":"))
        end_turn(p)
    elif word == "tickets":
        count = GAMES[ruleset.id].draw_tickets
        drawn, p["ticket_deck"] = p["ticket_deck"][:count], p["ticket_deck"][count:]
        me["offer"] = drawn
        p["ticket_seen"] = {t: seats for t, seats in p["ticket_seen"].items() if t not in drawn}
        p["phase"] = "ticket_choice"
    elif word == "claim":
        claim(p, ruleset, seat, rest)
    elif word == "surcharge":
        lose(me, parse_cards(rest))
        discard(p, (Counter(tunnel["payment"]) + parse_cards(rest)).elements())
        take_route(p, ruleset, seat, tunnel["route"])
        end_turn(p, tunnel["revealed"])
    elif word == "withdraw":
        gain(me, Counter(tunnel["payment"]), seen=True)
        end_turn(p, tunnel["revealed"])
    elif word == "station":
        city, _, text = rest.partition(":")
        lose(me, parse_cards(text))
        discard(p, parse_cards(text).elements())
        me["stations"].append(city)
        end_turn(p)
    else:
        end_turn(p)
    placed = {t for player in p["players"] for part in ("tickets", "offer") for t in player[part]}
    p["removed"] = [t.id for t in ruleset.tickets if t.id not in placed and t.id not in p["ticket_deck"]]
    return p
