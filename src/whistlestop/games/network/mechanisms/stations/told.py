"""Text and data of stations: their cities, the routes that they use at the end, and unbuilt ones (EUR-22 to EUR-32)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from whistlestop.core.fields import NONE
from whistlestop.errors import PositionError
from whistlestop.format import Counts, Ruleset
from whistlestop.games.network.mechanisms.cities import is_free
from whistlestop.games.plain import plain
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.payment import paid
from whistlestop.text.summary import Summarizer, Turn

from .rules import STATION


class StationEvent(SeatEvent, kw_only=True):
    """The seat built a station."""

    city: str
    payment: Counts


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the event of a station, if the action built one."""
    a = after.values
    if a["did"] != STATION:
        return None
    payment = paid(a["did_color"], a["did_colored"], a["did_wild"])
    return [StationEvent(seat=a["did_by"], city=after.ruleset.cities[a["did_arg"]].id, payment=payment)]


class InPlayer(Struct, kw_only=True):
    """In a player's data: stations left, and the cities of those built."""

    stations: int
    stations_built: list[str]


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's public data: the stations left and the cities of those built."""
    o = public.values
    return {"stations": o["stations_left"][player], "stations_built": _built(public.ruleset, o, player)}


def _built(ruleset: Ruleset, s: Any, player: int) -> list[str]:
    """Return the cities of a player's stations, in building order."""
    return [ruleset.cities[city].id for city in s["station_city"][player] if city != NONE]


class InResult(Struct, kw_only=True):
    """In a player's result: the routes that stations use, by city."""

    station_routes: dict[str, str]


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the routes that the player's stations used."""
    o, ruleset = observation.values, observation.ruleset
    used = zip(o["station_city"][player], o["lent"][player], strict=True)
    return {
        "station_routes": {
            ruleset.cities[city].id: ruleset.routes[route].id for city, route in used if route != NONE
        },
    }


class OfPlayer(Struct):
    """In a player's part of a position: the cities of stations."""

    stations: tuple[str, ...] = ()


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the cities of a player's stations."""
    return {"stations": _built(ruleset, s, player)}


class InTurn(Struct, kw_only=True):
    """In a turn: the city of a station."""

    station: str | None = None


def turned(summarizer: Summarizer, turn: Turn, _before: Any, after: Any) -> None:
    """Record a station, if the action built one."""
    if after["did"] == STATION:
        turn.more["station"] = summarizer.ruleset.cities[after["did_arg"]].id


def listed(ruleset: Ruleset, states: Any, player: int) -> tuple[list[Any], ...]:
    """Return the stations of a player, and the route that each one used."""
    s = states[0]
    stations = [
        (ruleset.cities[city].id, None if route == NONE else ruleset.routes[route].id)
        for city, route in zip(s["station_city"][player], s["lent"][player], strict=True)
        if city != NONE
    ]
    return [city for city, _ in stations], [route for _, route in stations]


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read stations; raises PositionError for too many, or two in one city."""
    s, where, ruleset = reader.states[0], f"player {player}", reader.ruleset
    if len(part.stations) > ruleset.stations:
        raise PositionError(f"{where}: more than {ruleset.stations} stations (EUR-24)")
    for place, name in enumerate(part.stations):
        city = reader.index(name, ruleset.city_index, "city", where)
        if not plain(is_free)(s, city):
            raise PositionError(f"{where}: {name} already has a station or a depot (EUR-22)")
        s["station_owner"][city] = player
        s["station_city"][player, place] = city
    s["stations_left"][player] = ruleset.stations - len(part.stations)


def placed(player: dict[str, Any], _ruleset: Ruleset) -> str:
    """Return the cities of the stations, as text."""
    built = player["stations_built"]
    return f"stations: {', '.join(built)}" if built else ""


def brief(ruleset: Any) -> list[str]:
    """Return the rules of stations (EUR-18 to EUR-25)."""
    stations = ruleset.data.stations
    if not stations.count:
        return []
    return [
        (
            f"Stations: {stations.count} each; `station:CITY:CARDS` costs 1, 2, then 3 cards of one color and borrows "
            f"one route of another player there for your tickets. An unused one is worth {stations.value} points."
        )
    ]


TELLING = Telling(
    brief=brief,
    words={STATION: Word("station", place="city", paid=True)},
    events=(StationEvent,),
    acted=acted,
    player=Part(InPlayer, in_player),
    result=Part(InResult, in_result),
    position_player=Part(OfPlayer, of_player),
    turn=InTurn,
    turned=turned,
    lists={"station_cities": "string", "station_routes": "string"},
    listed=listed,
    player_columns=("stations",),
    placed=placed,
    read_player=read_player,
)
