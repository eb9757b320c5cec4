"""Plans and hints of the map games, as they are told."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from whistlestop.format import Card, Color, Counts
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
    """A reason for the action of a hint, out of what the planner has reckoned."""


class Completes(NetworkReason, tag="completes"):
    """The claim completes these tickets at once; that of a tunnel, if it succeeds."""

    tickets: list[str]


class ForTickets(NetworkReason, tag="tickets"):
    """The route lies on the planned way of these tickets."""

    route: str
    tickets: list[str]


class AnotherWay(NetworkReason, tag="another_way"):
    """The route is not planned, but on a way of these tickets that takes no more trains than the planned one."""

    route: str
    tickets: list[str]


class ForPoints(NetworkReason, tag="points"):
    """The route scores so many points at once."""

    route: str
    points: int


class Joins(NetworkReason, tag="joins"):
    """The route joins two parts of the own network."""

    route: str


class Danger(NetworkReason, tag="danger"):
    """Others may take the route, or close it, within a round: `chance` in a hundred; that would cost `loss` points."""

    route: str
    chance: int
    loss: int


class Contested(NetworkReason, tag="contested"):
    """Others probably need the route for their tickets, by the routes that they have built."""

    route: str


class Collecting(NetworkReason, tag="collecting"):
    """The card is lacking for these routes of the plan."""

    card: Card
    routes: list[str]


class Wanted(NetworkReason, tag="wanted"):
    """Each of these cards would bring the plan on, and a blind one may be any of them."""

    cards: list[Card]


class Indifferent(NetworkReason, tag="indifferent"):
    """No card that can be had now would make the plan any quicker."""


class Borrowing(NetworkReason, tag="station"):
    """A station in the city lets these tickets use a route of somebody else (EUR-27)."""

    city: str
    route: str
    tickets: list[str]


class Planned(NetworkReason, tag="planned"):
    """The ticket fits into the plan: it scores so many points, and the routes of its way still take so many trains."""

    ticket: str
    points: int
    trains: int


class Together(NetworkReason, tag="together"):
    """These tickets share routes of the plan."""

    tickets: list[str]
    routes: list[str]


class Connected(NetworkReason, tag="connected"):
    """The ticket is complete as soon as it is kept."""

    ticket: str


class Unplanned(NetworkReason, tag="unplanned"):
    """The ticket does not fit into the plan; it is kept because so many have to be, and the least is lost with it."""

    ticket: str


class OutOfPlan(NetworkReason, tag="out_of_plan"):
    """The ticket does not fit into the planner's plan as it is now."""

    ticket: str


class Surcharge(NetworkReason, tag="surcharge"):
    """In how many own turns the plan is done if the surcharge is paid, and if the tunnel is left for later, about."""

    paying: float
    withdrawing: float


class Time(NetworkReason, tag="time"):
    """About how many own turns and how many trains the plan takes, and how many are left."""

    turns: int
    turns_left: int
    trains: int
    trains_left: int


class MoreTickets(NetworkReason, tag="more_tickets"):
    """All tickets are in the plan, and there is time for others."""


class Gamble(NetworkReason, tag="gamble"):
    """Nothing else wins more often in the last turn: tickets whose cities are joined already score at once."""


class LastTurn(NetworkReason, tag="last_turn"):
    """Others may end the game before another turn, so only what counts at once matters."""


class OnlyChoice(NetworkReason, tag="only"):
    """Nothing else is legal."""


AnyNetworkReason: TypeAlias = (
    Completes
    | ForTickets
    | AnotherWay
    | ForPoints
    | Joins
    | Danger
    | Contested
    | Collecting
    | Wanted
    | Indifferent
    | Borrowing
    | Planned
    | Together
    | Connected
    | Unplanned
    | OutOfPlan
    | Surcharge
    | Time
    | MoreTickets
    | Gamble
    | LastTurn
    | OnlyChoice
)


class NetworkHint(advice.Hint, kw_only=True, tag=NetworkData.machine):
    """What to do now, and why, the most telling reason first."""

    reasons: list[AnyNetworkReason]
