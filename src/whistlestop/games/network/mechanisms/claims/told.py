"""Text and data of claims: routes, trains and points (USA-16, COM-23)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.errors import PositionError
from whistlestop.format import Counts, Ruleset
from whistlestop.games.network import machine
from whistlestop.games.network.format.stock import name_of_stock
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.games.telling.comparing import SHARE, Comparison, Difference, Worlds
from whistlestop.text.conditions import Condition
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import numbers_of
from whistlestop.text.payment import paid
from whistlestop.text.summary import Summarizer, Turn

from .rules import CLAIM


class ClaimedEvent(SeatEvent, kw_only=True):
    """The seat claimed a route."""

    route: str
    payment: Counts
    points: int


def claimed(after: Knowledge, number: int, payment: Counts) -> ClaimedEvent:
    """Return the event of a claim, by the number of its route."""
    route = after.ruleset.routes[number]
    return ClaimedEvent(seat=after.values["did_by"], route=route.id, payment=payment, points=route.points)


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of a claim, if the action was one."""
    a = after.values
    if a["did"] != CLAIM:
        return None
    return [claimed(after, a["did_arg"], paid(a["did_color"], a["did_colored"], a["did_wild"]))]


class InPlayer(Struct, kw_only=True):
    """In a player's data: trains left, and routes owned."""

    trains: int
    routes: list[str]


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's public data: the trains left and the routes owned."""
    return {
        "trains": public.values["trains"][player],
        "routes": public.once(_routes, of=("owned",))[player],
    }


def _routes(public: Public) -> list[list[str]]:
    """Return the routes of each player."""
    routes = public.ruleset.routes
    return [[routes[n].id for n in numbers_of(owned)] for owned in public.values["owned"]]


class OfPlayer(Struct):
    """In a player's part of a position. Trains have a default."""

    trains: Annotated[int, Meta(ge=0, le=9999)] | None = None
    routes: tuple[str, ...] = ()


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the trains left and the routes owned."""
    return {
        "trains": int(s["trains"][player]),
        "routes": [ruleset.routes[n].id for n in numbers_of(s["owned"][player])],
    }


class InTurn(Struct, kw_only=True):
    """In a turn: the route that was claimed."""

    claimed: str | None = None


def turned(summarizer: Summarizer, turn: Turn, _before: Any, after: Any) -> None:
    """Record a claim if the player now owns the route."""
    route = int(after["did_arg"])
    if after["did"] == CLAIM and route in numbers_of(after["owned"][turn.seat]):
        turn.more["claimed"] = summarizer.ruleset.routes[route].id


class InWay(Struct, kw_only=True):
    """In a player's progress through the game: trains left at each point."""

    trains: list[int]


def in_way(summarizer: Summarizer, player: int) -> dict[str, Any]:
    """Return the trains left at each point."""
    return {"trains": summarizer.series("trains", player)}


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """Return the routes of a player."""
    return ([ruleset.routes[number].id for number in numbers_of(states[0]["owned"][player])],)


def taken_by_others(ruleset: Ruleset, states: Any, seat: int) -> dict[str, int]:
    """Return the routes of the other players."""
    others = (player for player in range(int(states[0]["players"])) if player != seat)
    return {
        ruleset.routes[number].id: 1 for player in others for number in numbers_of(states[0]["owned"][player])
    }


def blocked(ruleset: Ruleset, better: int, played: Worlds, _after: Worlds) -> list[Difference]:
    """Return the route of a claim if other players often take it after the played action."""
    rules = ruleset.rules[0]
    if better >= ruleset.action_count or rules["action_type"][better] != CLAIM:
        return []
    route = ruleset.routes[int(rules["action_arg"][better])]
    share = sum(world.get(route.id, 0) for world in played) / len(played)
    if share < SHARE:
        return []
    return [Difference("blocked", share, 0.0, route.id, 2 * route.points * share)]


def placed(player: dict[str, Any], ruleset: Ruleset) -> str:
    """Return the routes with their lengths, in words."""
    lengths = {route.id: route.length for route in ruleset.routes}
    return ", ".join(f"{route} ({lengths[route]})" for route in player["routes"]) or "no routes"


def held(observation: Knowledge, player: int) -> dict[str, list[str]]:
    """Return the routes of a player at the end."""
    routes = observation.ruleset.routes
    return {"routes": [routes[number].id for number in numbers_of(observation.record["owned"][player])]}


def read(reader: Any) -> None:
    """Check the final round, which only a claim can start; raises PositionError if no claim did."""
    final = reader.position.final_round
    if final is not None and final.caused_by is None:
        raise PositionError("final_round: caused_by is missing (COM-21)")


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read routes and trains; raises PositionError for impossible routes, or too many trains (INV-4)."""
    s, where, ruleset = reader.states[0], f"player {player}", reader.ruleset
    for name in part.routes:
        route = reader.index(name, ruleset.route_index, "route", where)
        if not machine.can_own(reader.states, 0, player, route):
            raise PositionError(f"{where}: route {name} is owned or closed (USA-22, USA-23)")
        if ruleset.routes[route].trains > machine.stock(reader.states, ruleset.rules, 0, player, route):
            raise PositionError(f"{where}: the routes need more than {name_of_stock(ruleset.data, name)}")
        machine.give_route(reader.states, ruleset.rules, 0, player, route)
    if part.trains is not None:
        if part.trains > s["trains"][player]:
            raise PositionError(
                f"{where}: {part.trains} trains left are too many with those on routes (INV-4)"
            )
        s["trains"][player] = part.trains


def brief(ruleset: Any) -> list[str]:
    """Return the rules of routes and of the end of the game (USA-14 to USA-25, USA-28, MECH-8)."""
    data = ruleset.data
    points = ", ".join(f"{length}: {points}" for length, points in ruleset.route_points.items())
    kinds = {"normal": "plain routes", "tunnel": "tunnels", "ferry": "ferries"}
    there = [kinds[kind] for kind in kinds if any(route.kind == kind for route in ruleset.routes)]
    wilds = [kinds[kind] for kind in data.rules.wilds_pay if kinds[kind] in there]
    lines = [
        (
            "Claim: `claim:ROUTE:CARDS` pays one card of its color for each space; gray takes any one "
            f"color. Wilds pay for {' and '.join(wilds)}. Points by length: {points}."
        ),
        f"Double routes: nobody owns both; with fewer than {data.rules.twins_open_from} players only one is used.",
    ]
    if any(route.a == route.b for route in ruleset.routes):
        lines.append(
            "A ring leads from a city back to it: it scores and lengthens paths, but connects nothing."
        )
    if "ferries" in there:
        lines.append("A ferry needs at least its number of wilds.")
    return [
        *lines,
        (
            f"Each player has {ruleset.trains} trains. Once a player has {data.trains.end} or fewer left after a turn, "
            "everybody has one last turn."
        ),
    ]


def is_free(observation: Knowledge, name: str) -> bool:
    """Return whether a route is neither owned nor closed to the seat (USA-22, USA-23)."""
    seat, route = observation.seat, observation.ruleset.route_index[name]
    return seat is not None and bool(machine.can_own(observation.array, 0, seat, route))


TELLING = Telling(
    brief=brief,
    conditions={"free": Condition(is_free, lambda observation: list(observation.ruleset.route_index))},
    words={CLAIM: Word("claim", place="route", paid=True)},
    events=(ClaimedEvent,),
    acted=acted,
    player=Part(InPlayer, in_player),
    position_player=Part(OfPlayer, of_player),
    turn=InTurn,
    turned=turned,
    way=Part(InWay, in_way),
    numbers={"trains_left": lambda state: state["trains"]},
    lists={"route_ids": "string"},
    listed=listed,
    player_columns=("trains",),
    placed=placed,
    held=held,
    compared=Comparison(at_end=taken_by_others, differences=blocked),
    read=read,
    read_player=read_player,
)
