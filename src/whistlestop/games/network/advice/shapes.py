"""The messages of plans in map games, and the reasons of hints."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from whistlestop.format import Color, Counts
from whistlestop.games.network.format.schema import NetworkData
from whistlestop.text import advice

# ------------------------------------------------------------------------- why a route cannot be claimed now


class Obstacle(Struct, kw_only=True, tag_field="why"):
    """The reason why a seat cannot claim a route now."""


class Owned(Obstacle, tag="owned"):
    """`seat` has claimed the route, perhaps you."""

    seat: int


class TwinOwned(Obstacle, tag="twin_owned"):
    """You have claimed `twin`, another route of the same double group (USA-22)."""

    twin: str


class TwinClosed(Obstacle, tag="twin_closed"):
    """`seat` has claimed `twin`, which closes the double group with fewer than `open_from` players (USA-23)."""

    twin: str
    seat: int
    open_from: int


class NotInPlay(Obstacle, tag="players"):
    """The route is not in play with `players` players (MECH-3)."""

    players: int


class TooFewTrains(Obstacle, tag="trains"):
    """You have too few trains (USA-25)."""

    needed: int
    left: int


class TooFewSmallTrains(Obstacle, tag="small_trains"):
    """You have too few small trains, which the route takes (MECH-7)."""

    needed: int
    left: int


class CardsLacking(Obstacle, tag="cards"):
    """Your hand lacks at least these cards. `wild`: only a wild can pay for this part."""

    lacking: Counts


class OtherDecision(Obstacle, tag="decision"):
    """You have another decision to make first."""


class NotYourTurn(Obstacle, tag="turn"):
    """It is not your turn."""


AnyObstacle: TypeAlias = (
    Owned
    | NotInPlay
    | TwinOwned
    | TwinClosed
    | TooFewTrains
    | TooFewSmallTrains
    | CardsLacking
    | OtherDecision
    | NotYourTurn
)


# ------------------------------------------------------------------------------------- needs of a ticket


class Lacking(Struct, kw_only=True):
    """The cards that a hand lacks for several claims together, after using its wilds.

    `gray`: of any color, but one color for each gray route or station. `wilds`: where only a wild can pay.
    """

    colors: dict[Color, int]
    gray: int
    wilds: int


class Borrowed(Struct, kw_only=True):
    """Another player's route, used by a station in `city`; `built`: the station already exists (EUR-27)."""

    route: str
    city: str
    built: bool


class NetworkTicketPlan(Struct, kw_only=True):
    """The cheapest path that completes a ticket by reaching `to`, for `points`; not `possible`: no path is left.

    `routes`: those still to be claimed, in the order of the path; `trains`: the trains that they take. `ways`: the
    routes that can still be claimed on this path or on one that takes at most two trains more than the shortest.
    """

    id: str
    offered: bool
    possible: bool
    to: str | None
    points: int
    routes: list[str]
    ways: list[str]
    borrowed: list[Borrowed]
    trains: int
    lacking: Lacking


class NetworkPlan(advice.Plan, kw_only=True, tag=NetworkData.machine):
    """A seat's needs for its incomplete tickets and those on offer, and the reasons why it cannot claim routes."""

    tickets: list[NetworkTicketPlan]
    routes: dict[str, AnyObstacle]


# ---------------------------------------------------------------------------------------------- why to do something


class NetworkReason(Struct, kw_only=True, tag_field="reason"):
    """A reason for the action of a hint, from the planner's estimates.

    Each mechanism has its reasons in its `advice.py`; hints can contain any record that extends this one.
    """


class OutOfPlan(NetworkReason, tag="out_of_plan"):
    """The ticket does not fit the current plan."""

    ticket: str


class Time(NetworkReason, tag="time"):
    """About how many turns and trains the plan takes, and how many you have left."""

    turns: int
    turns_left: int
    trains: int
    trains_left: int


class LastTurn(NetworkReason, tag="last_turn"):
    """Others may end the game before your next turn, so only immediate points matter."""


class OnlyChoice(NetworkReason, tag="only"):
    """No other action is legal."""
