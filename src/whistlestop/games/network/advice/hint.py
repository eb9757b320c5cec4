"""What to do now, and why: the planner's choice or what a search has found, with reasons out of the planner's plan.

A reason belongs to the action that it is given for. Where a search has found another action than the planner, it says
what the action does and how that fits into the plan, and nothing of why the planner would have chosen it.
"""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.format import CARDS
from whistlestop.games.hints import told
from whistlestop.games.network.mechanisms.claims import rules as claims
from whistlestop.games.network.mechanisms.stations import rules as stations
from whistlestop.games.network.mechanisms.tunnels import rules as tunnels
from whistlestop.text.advice import Searched
from whistlestop.text.knowledge import Knowledge

from .shapes import (
    AnotherWay,
    AnyNetworkReason,
    Borrowing,
    Collecting,
    Completes,
    Connected,
    Contested,
    Danger,
    ForPoints,
    ForTickets,
    Gamble,
    Indifferent,
    Joins,
    LastTurn,
    MoreTickets,
    NetworkHint,
    OnlyChoice,
    OutOfPlan,
    Planned,
    Surcharge,
    Time,
    Together,
    Unplanned,
    Wanted,
)
from .thoughts import Thoughts, plan_kept, think


def hint(observation: Knowledge, seat: int, _look: bool, searched: Searched | None) -> NetworkHint:
    """What to do for the observation's seat, which owes a decision."""
    thoughts = think(observation, seat, None if searched is None else searched.action)
    only = len(observation.legal_ids()) == 1
    return NetworkHint(
        **told(observation, searched, thoughts.planned),
        reasons=[OnlyChoice()] if only else _reasons(thoughts),
    )


def _reasons(thoughts: Thoughts) -> list[AnyNetworkReason]:
    r, action = thoughts.rules, thoughts.action
    kind, arg = int(r["action_type"][action]), int(r["action_arg"][action])
    laid = int(thoughts.observation.record["laid_route"])
    match kind:
        case fields.KEEP:
            return _keep(thoughts, arg)
        case claims.CLAIM:
            return [
                *_last(thoughts),
                *_claim(thoughts, arg),
                *_danger(thoughts, arg),
                *_contested(thoughts, arg),
                *_time(thoughts),
            ]
        case tunnels.SURCHARGE:
            return [*_last(thoughts), *_surcharge(thoughts), *_claim(thoughts, laid)]
        case tunnels.WITHDRAW:
            return _surcharge(thoughts)
        case fields.TAKE | fields.DRAW:
            card = None if kind == fields.DRAW else int(r["action_color"][action])
            return [*_last(thoughts), *_card(thoughts, card), *_time(thoughts)]
        case fields.TAKE_TICKETS if thoughts.last_turn:
            return [LastTurn(), Gamble()]
        case fields.TAKE_TICKETS:
            own = thoughts.action == thoughts.planned or thoughts.has_time_for_more()
            return [*([MoreTickets()] if own else []), *_time(thoughts, only_tickets=True)]
        case stations.STATION:
            return [*_last(thoughts), *_station(thoughts, arg), *_time(thoughts)]
    return []


def _last(thoughts: Thoughts) -> list[AnyNetworkReason]:
    return [LastTurn()] if thoughts.last_turn else []


def _claim(thoughts: Thoughts, route: int) -> list[AnyNetworkReason]:
    """What a route is good for."""
    shown = thoughts.observation.ruleset.routes[route]
    reasons: list[AnyNetworkReason] = []
    if completed := thoughts.completed_by(route):
        reasons.append(Completes(tickets=completed))
    on_the_way = [ticket for ticket in thoughts.tickets_by(route) if ticket not in completed]
    if on_the_way:
        reasons.append(ForTickets(route=shown.id, tickets=on_the_way))
    elif others := [ticket for ticket in thoughts.ways_over(route) if ticket not in completed]:
        reasons.append(AnotherWay(route=shown.id, tickets=others))
    if not reasons and thoughts.joins(route):
        reasons.append(Joins(route=shown.id))
    return [*reasons, ForPoints(route=shown.id, points=shown.points)]


def _danger(thoughts: Thoughts, route: int) -> list[AnyNetworkReason]:
    if thoughts.last_turn:
        return []  # the planner does not ask then
    found = thoughts.danger(route)
    if found is None:
        return []
    chance, loss = found
    return [Danger(route=thoughts.observation.ruleset.routes[route].id, chance=round(chance / 10), loss=loss)]


def _contested(thoughts: Thoughts, route: int) -> list[AnyNetworkReason]:
    if thoughts.last_turn or not thoughts.is_contested(route):
        return []
    return [Contested(route=thoughts.observation.ruleset.routes[route].id)]


def _card(thoughts: Thoughts, card: int | None) -> list[AnyNetworkReason]:
    """What a card is wanted for; None is a blind one."""
    routes = thoughts.observation.ruleset.routes
    helpful = thoughts.helpful()
    blind = [each for each in helpful if thoughts.work["pool"][each] > 0]
    if card is None and blind:
        return [Wanted(cards=[CARDS[each] for each in blind])]
    if card is None or card not in helpful:
        open_cards = thoughts.observation.record["market"]
        return [] if blind or any(each in helpful for each in open_cards) else [Indifferent()]
    return [Collecting(card=CARDS[card], routes=[routes[n].id for n in thoughts.wanting(card)])]


def _station(thoughts: Thoughts, city: int) -> list[AnyNetworkReason]:
    route = thoughts.borrowed_at(city)
    if route is None:
        return []
    ruleset = thoughts.observation.ruleset
    return [
        Borrowing(
            city=ruleset.cities[city].id, route=ruleset.routes[route].id, tickets=thoughts.tickets_by(route)
        )
    ]


def _surcharge(thoughts: Thoughts) -> list[AnyNetworkReason]:
    if thoughts.last_turn or thoughts.action != thoughts.planned:
        return []  # in the last turn it pays whenever it can; and it does not speak against what was found
    paying, withdrawing = thoughts.surcharge()
    return [Surcharge(paying=round(paying / 1000, 1), withdrawing=round(withdrawing / 1000, 1))]


def _time(thoughts: Thoughts, *, only_tickets: bool = False) -> list[AnyNetworkReason]:
    """How long the plan takes, and how long there is; nothing where there is no plan, or no time to plan for."""
    w = thoughts.work
    size = int(w["list_goals"] if only_tickets else w["list_size"])
    if thoughts.last_turn or (size == 0 and not only_tickets):
        return []
    turns, turns_left = thoughts.told_turns(size)
    return [
        Time(
            turns=turns,
            turns_left=turns_left,
            trains=thoughts.trains(thoughts.routes[:size]),
            trains_left=int(thoughts.observation.record["trains"][thoughts.seat]),
        )
    ]


def _keep(thoughts: Thoughts, subset: int) -> list[AnyNetworkReason]:
    """Which tickets to keep: what each takes, and which go well together."""
    observation, tickets = thoughts.observation, thoughts.observation.ruleset.tickets
    kept = [ticket for place, ticket in enumerate(observation.offer()) if subset >> place & 1]
    plan_kept(thoughts, kept)
    paths, unplanned = thoughts.paths(), thoughts.unplanned()
    reasons: list[AnyNetworkReason] = []
    for ticket in (tickets[number] for number in kept):
        if ticket.id in paths:
            trains = thoughts.trains(paths[ticket.id])
            reasons.append(Planned(ticket=ticket.id, points=thoughts.points(ticket.id), trains=trains))
        elif ticket.id in unplanned:
            own = thoughts.action == thoughts.planned
            reasons.append((Unplanned if own else OutOfPlan)(ticket=ticket.id))
        else:
            reasons.append(Connected(ticket=ticket.id))
    return [*_together(thoughts, paths), *reasons, *_time(thoughts, only_tickets=True)]


def _together(thoughts: Thoughts, paths: dict[str, set[int]]) -> list[AnyNetworkReason]:
    """Groups of tickets of which each shares routes with another."""
    routes = thoughts.observation.ruleset.routes
    groups: list[tuple[set[str], set[int]]] = []
    for ticket, path in paths.items():
        joined, shared = {ticket}, set[int]()
        rest = []
        for members, common in groups:
            both = {route for member in members for route in paths[member] & path}
            if both:
                joined |= members
                shared |= common | both
            else:
                rest.append((members, common))
        groups = [*rest, (joined, shared)]
    return [
        Together(
            tickets=[ticket for ticket in paths if ticket in members],
            routes=[routes[route].id for route in sorted(shared)],
        )
        for members, shared in groups
        if len(members) > 1
    ]
