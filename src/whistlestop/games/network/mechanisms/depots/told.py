"""Text and data of warehouses and depots (EUR-41 to EUR-48)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.core.fields import NONE, PLAYERS, TURN
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, Counts, Ruleset
from whistlestop.games.network.mechanisms.cities import is_free
from whistlestop.games.plain import plain
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent, TurnEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.names import cards_of
from whistlestop.text.position.shape import Cards, Seat

from .rules import COLLECT, COLLECTING, DEPOT, LEAVE, PLACING, STORE, STORING


class DepotEvent(SeatEvent, kw_only=True):
    """The seat placed a depot."""

    city: str


class AnnouncedEvent(SeatEvent, kw_only=True):
    """The seat draws cards, after putting the top card into a warehouse. `action`: the first draw, in notation."""

    action: str


class StoredEvent(SeatEvent, kw_only=True):
    """The seat put the top card into a warehouse, unseen. `cards`: the number of cards in it now."""

    warehouse: int
    cards: int


class CollectedEvent(SeatEvent, kw_only=True):
    """The seat spent a depot to take all cards of a warehouse; `cards` is null unless the seat is yours."""

    warehouse: int
    count: int
    cards: Counts | None


class LeftEvent(SeatEvent, kw_only=True):
    """The seat took no warehouse, or no further one."""


class EmptiedEvent(Event, kw_only=True):
    """All warehouses became the deck, which now has `deck` cards."""

    deck: int


def acted(_before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the events of actions with depots and warehouses; None for other actions."""
    a, seat = after.values, after.values["did_by"]
    if a["did"] == DEPOT:
        return [DepotEvent(seat=seat, city=after.ruleset.cities[a["did_arg"]].id)]
    if a["did"] == NONE and a["announced"] != NONE:
        return [AnnouncedEvent(seat=seat, action=after.ruleset.notation.text(a["announced"]))]
    if a["did"] == COLLECT:
        mine = cards_of(a["collected"]) if after.seat == seat else None
        return [
            CollectedEvent(seat=seat, warehouse=a["did_arg"], count=a["did_collected"], cards=mine),
        ]
    return [LeftEvent(seat=seat)] if a["did"] == LEAVE else None


def followed(before: Knowledge, after: Knowledge) -> list[Event]:
    """Return where a card was stored, the emptying of all warehouses, and the first turn."""
    a, told = after.values, list[Event]()
    if a["did_stored"] != NONE:
        owner = a["did_stored"]
        # The number before the end of the turn, which may empty all warehouses.
        told.append(
            StoredEvent(seat=a["did_by"], warehouse=owner, cards=before.values["warehouse_size"][owner] + 1)
        )
    if a["did_emptied"]:
        told.append(EmptiedEvent(deck=a["did_emptied"]))
    if before.values["phase"] == PLACING and a["phase"] == TURN:
        told.append(TurnEvent(seat=a["player"]))
    return told


class InPlayer(Struct, kw_only=True):
    """In a player's data: depots left, the cities of those placed, and the cards in the warehouse."""

    depots: int
    depots_placed: list[str]
    warehouse: int


def in_player(public: Public, player: int) -> dict[str, Any]:
    """Return a player's depots and the size of the warehouse."""
    o = public.values
    return {
        "depots": o["depots_left"][player],
        "depots_placed": _placed(public.ruleset, o, player),
        "warehouse": o["warehouse_size"][player],
    }


def _placed(ruleset: Ruleset, s: Any, player: int) -> list[str]:
    """Return the cities of a player's depots, in the order of the board."""
    return [city.id for city, owner in zip(ruleset.cities, s["depot_owner"], strict=False) if owner == player]


class InView(Struct, kw_only=True):
    """In a view: the draw that a player has announced, in notation."""

    announced: str | None


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the announced draw."""
    return {"announced": observation.public.once(_announced)}


def _announced(public: Public) -> str | None:
    action = public.values["announced"]
    return None if action == NONE else public.ruleset.notation.text(action)


class OfPlayer(Struct):
    """In a player's part of a position: the cities of depots, those left (None: all others), cards in the warehouse."""

    depots: tuple[str, ...] = ()
    depots_left: Annotated[int, Meta(ge=0, le=9)] | None = None
    warehouse: Cards = {}


def of_player(ruleset: Ruleset, s: Any, player: int) -> dict[str, Any]:
    """Return a player's depots and warehouse."""
    return {
        "depots": _placed(ruleset, s, player),
        "depots_left": int(s["depots_left"][player]),
        "warehouse": cards_of(s["warehouse"][player]),
    }


class InPosition(Struct):
    """In a position: the announced draw, and the players whose warehouses a claim has opened."""

    announced: str | None = None
    open_warehouses: tuple[Seat, ...] = ()


def in_position(ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the announced draw and the open warehouses."""
    announced = int(s["announced"])
    return {
        "announced": None if announced == NONE else ruleset.notation.text(announced),
        "open_warehouses": list(_bits(int(s["open_warehouses"]))),
    }


def _bits(players: int) -> Iterator[int]:
    return (player for player in range(PLAYERS) if players >> player & 1)


def read_player(reader: Any, player: int, part: Any) -> None:
    """Read depots and a warehouse; raises PositionError for too many depots, or two pieces in a city."""
    s, where, ruleset = reader.states[0], f"player {player}", reader.ruleset
    count = int(ruleset.rules[0]["depots"])
    left = count - len(part.depots) if part.depots_left is None else part.depots_left
    if not 0 <= left <= count - len(part.depots):
        raise PositionError(f"{where}: depots placed and left must be at most {count} (EUR-41)")
    if part.warehouse and not count:
        raise PositionError(f"{where}: this board has no warehouses (EUR-41)")
    for name in part.depots:
        city = reader.index(name, ruleset.city_index, "city", where)
        if not plain(is_free)(s, city):
            raise PositionError(f"{where}: {name} already has a piece (EUR-45)")
        s["depot_owner"][city] = player
    s["depots_left"][player] = left
    reader.spend(part.warehouse, f"{where}, warehouse")
    for card, number in part.warehouse.items():
        s["warehouse"][player, CARDS.index(card)] = number
    s["warehouse_size"][player] = sum(part.warehouse.values())


def check(reader: Any) -> None:
    """Read the announced draw and the open warehouses; raises PositionError if they are inconsistent with the phase."""
    s, position, phase = reader.states[0], reader.position, reader.position.phase
    if phase in ("placing", "storing", "collecting") and not reader.ruleset.rules[0]["depots"]:
        raise PositionError(f"phase: this board has no {phase} (EUR-41)")
    if (position.announced is None) != (phase != "storing"):
        raise PositionError("announced: required in the phase storing, not allowed in others (EUR-43)")
    if position.announced is not None:
        _announce(reader)
    for player in position.open_warehouses:
        if player >= len(position.players):
            raise PositionError(f"open_warehouses: there is no seat {player}")
        s["open_warehouses"] |= 1 << player
    if position.open_warehouses and phase not in ("collecting", "giving"):
        raise PositionError(f"open_warehouses: not allowed in the phase {phase} (EUR-44)")
    seat = position.seat
    if phase == "collecting" and not (
        s["depots_left"][seat] and any(s["warehouse_size"][player] for player in position.open_warehouses)
    ):
        raise PositionError(f"open_warehouses: seat {seat} can take no warehouse (EUR-44)")
    _check_placing(reader)


def _announce(reader: Any) -> None:
    """Read the announced draw, which must have been legal."""
    s, text = reader.states[0], reader.position.announced
    action = reader.ruleset.notation.fixed(text)
    s["phase"] = TURN
    legal = action is not None and reader.machine.is_legal(
        reader.states, reader.ruleset.rules, 0, reader.position.seat, action
    )
    drawn = str(text).partition(":")[0] in ("draw", "take")
    if not (legal and drawn and s["deck_size"] + s["discard_size"]):
        raise PositionError(f"announced: {text!r} is no draw that stores a card (EUR-43)")
    s["phase"], s["announced"] = STORING, action


def _check_placing(reader: Any) -> None:
    """Check that players place their first depots in order, and that every player has one afterwards."""
    s, position, players = reader.states[0], reader.position, len(reader.position.players)
    if not reader.ruleset.rules[0]["depots"] or position.phase == "opening":
        return
    waiting = 0
    if position.phase == "placing":
        waiting = 1 + (position.seat - position.first) % players
    for step in range(players):
        player = (position.first + step) % players
        if (step < waiting) != (player not in s["depot_owner"]):
            raise PositionError(f"player {player}: the first depot is missing, or comes too early (EUR-42)")


def placed(player: dict[str, Any], _ruleset: Ruleset) -> str:
    """Return the depots and the warehouse, as text."""
    return f"depots: {', '.join(player['depots_placed'])}; warehouse: {player['warehouse']} cards"


def brief(ruleset: Any) -> list[str]:
    """Return the rules of warehouses and depots (EUR-42 to EUR-46)."""
    own = ruleset.data.depots
    return [
        (
            "A player who draws cards first names the draw, then puts the top card, unseen, into a warehouse: "
            "`store:SEAT`. The draw follows at once."
        ),
        (
            f"Depots: {own.count} each. Everybody places one before the first turn: `depot:CITY`. More can be placed "
            "before the action of a turn, in cities without a piece."
        ),
        (
            "After claiming a route that ends in a city with a depot, you may give up one of your depots to take all "
            "cards of its owner's warehouse: `collect:SEAT`, or `leave`."
        ),
        f"The most depots left score {own.bonus} points at the end.",
    ]


TELLING = Telling(
    brief=brief,
    phases={PLACING: "placing", STORING: "storing", COLLECTING: "collecting"},
    words={
        DEPOT: Word("depot", place="city"),
        STORE: Word("store", place="seat"),
        COLLECT: Word("collect", place="seat"),
        LEAVE: Word("leave"),
    },
    events=(DepotEvent, AnnouncedEvent, StoredEvent, CollectedEvent, LeftEvent, EmptiedEvent),
    acted=acted,
    followed=followed,
    view=Part(InView, in_view),
    player=Part(InPlayer, in_player),
    position=Part(InPosition, in_position),
    position_player=Part(OfPlayer, of_player),
    player_columns=("depots", "warehouse"),
    placed=placed,
    read_player=read_player,
    check=check,
)
