"""Text and data of small trains (MECH-7)."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.errors import PositionError
from whistlestop.format import Ruleset
from whistlestop.games.telling import Part, Telling
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import numbers_of


class InPlayer(Struct, kw_only=True):
    """In a player's data: the small trains left, which `trains` includes."""

    small_trains: int


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return the small trains that a player has left."""
    return {"small_trains": public.values["small_trains"][player]}


def in_result(observation: Knowledge, player: int) -> dict[str, Any]:
    """Return the small trains that a player had left at the end."""
    return {"small_trains": observation.values["small_trains"][player]}


class OfPlayer(Struct):
    """In a player's part of a position: the small trains left, which `trains` includes. They have a default."""

    small_trains: Annotated[int, Meta(ge=0, le=127)] | None = None


def of_player(_ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return the small trains left."""
    return {"small_trains": int(s["small_trains"][player])}


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read the small trains; raises PositionError for more of either kind than the routes leave (INV-4)."""
    s, where, ruleset = reader.states[0], f"player {player}", reader.ruleset
    owned = [ruleset.routes[route] for route in numbers_of(s["owned"][player])]
    most = int(ruleset.rules[0]["small_trains"]) - sum(route.trains for route in owned if route.small)
    others = ruleset.data.trains.count - sum(route.trains for route in owned if not route.small)
    trains = int(s["trains"][player])
    small = max(0, trains - others) if part.small_trains is None else part.small_trains
    if part.trains is None and part.small_trains is None:
        small = most
    if small > most or small > trains or trains - small > others:
        raise PositionError(
            f"{where}: {small} small trains of {trains} trains left do not fit those on routes (INV-4)"
        )
    s["small_trains"][player] = small


class InWay(Struct, kw_only=True):
    """In a player's progress through the game: small trains left at each point."""

    small_trains: list[int]


def in_way(summarizer: Any, player: int) -> dict[str, Any]:
    """Return the small trains left at each point."""
    return {"small_trains": summarizer.series("small_trains", player)}


def brief(ruleset: Any) -> list[str]:
    """Return the rule of small trains."""
    own = ruleset.data.small_trains
    return [
        (
            f"{own.count} of each player's {ruleset.trains} trains are small. These routes take small trains and "
            f"no others, all other routes take none: {', '.join(own.routes)}."
        )
    ]


TELLING = Telling(
    brief=brief,
    player=Part(InPlayer, in_player),
    result=Part(InPlayer, in_result),
    position_player=Part(OfPlayer, of_player),
    way=Part(InWay, in_way),
    numbers={"small_trains_left": lambda state: state["small_trains"]},
    player_columns=("small_trains",),
    read_player=read_player,
)
