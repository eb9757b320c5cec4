"""Plans of the map games, and reasons of hints, as they are told."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from whistlestop.format import Color, Counts
from whistlestop.games.network.format.schema import NetworkData
from whistlestop.text import advice

# ------------------------------------------------------------------------- why a route cannot be claimed now


class Obstacle(Struct, kw_only=True, tag_field="why"):
    """Why a seat cannot claim a route now."""


class Owned(Obstacle, tag="owned"):
    """Somebody, perhaps the seat itself, has claimed it."""

    seat: int


class TwinOwned(Obstacle, tag="twin_owned"):
    """The seat has claimed `twin`, another route of the same double group (USA-22)."""

    twin: str


class TwinClosed(Obstacle, tag="twin_closed"):
    """`seat` has claimed `twin`, which closes the whole double group with fewer than `open_from` players (USA-23)."""

    twin: str
    seat: int
    open_from: int


class TooFewTrains(Obstacle, tag="trains"):
    """The route takes more trains than the seat has (USA-25)."""

    needed: int
    left: int


class CardsLacking(Obstacle, tag="cards"):
    """The hand cannot pay; with these cards it could, and with no fewer. `wild`: nothing else pays for that part."""

    lacking: Counts


class OtherDecision(Obstacle, tag="decision"):
    """Nothing is in the way but another decision that the seat owes first."""


class NotYourTurn(Obstacle, tag="turn"):
    """Nothing is in the way, but it is not the seat's turn."""


AnyObstacle: TypeAlias = (
    Owned | TwinOwned | TwinClosed | TooFewTrains | CardsLacking | OtherDecision | NotYourTurn
)


# ------------------------------------------------------------------------------------- what a ticket would take


class Lacking(Struct, kw_only=True):
    """Cards that a hand lacks for several claims together, its wilds used.

    `gray`: of any color, but one color for each gray route or station. `wilds`: where nothing else pays.
    """

    colors: dict[Color, int]
    gray: int
    wilds: int


class Borrowed(Struct, kw_only=True):
    """A route of somebody else that an own station in `city` uses; `built` if it stands there already (EUR-27)."""

    route: str
    city: str
    built: bool


class NetworkTicketPlan(Struct, kw_only=True):
    """The cheapest way to complete a ticket, to `to`, which is worth `points`; not `possible`: no way is left.

    `routes` are those still to be claimed, in the order of the way, and `trains` what they take.
    """

    id: str
    offered: bool
    possible: bool
    to: str | None
    points: int
    routes: list[str]
    borrowed: list[Borrowed]
    trains: int
    lacking: Lacking


class NetworkPlan(advice.Plan, kw_only=True, tag=NetworkData.machine):
    """What the tickets of a seat that are not complete, and those on offer, would take; what keeps it from routes."""

    tickets: list[NetworkTicketPlan]
    routes: dict[str, AnyObstacle]


# ---------------------------------------------------------------------------------------------- why to do something


class NetworkReason(Struct, kw_only=True, tag_field="reason"):
    """A reason for the action of a hint, out of what the planner has reckoned.

    Those of a mechanism are in its `advice.py`; hints may hold every record that extends this one.
    """


class Time(NetworkReason, tag="time"):
    """About how many own turns and how many trains the plan takes, and how many are left."""

    turns: int
    turns_left: int
    trains: int
    trains_left: int


class LastTurn(NetworkReason, tag="last_turn"):
    """Others may end the game before another turn, so only what counts at once matters."""


class OnlyChoice(NetworkReason, tag="only"):
    """Nothing else is legal."""
