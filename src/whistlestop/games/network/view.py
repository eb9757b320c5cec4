"""Views and events of the map games: trains, routes, stations, tunnels."""

from __future__ import annotations

from typing import Any

from whistlestop.core import fields
from whistlestop.format import KINDS
from whistlestop.observation import Observation
from whistlestop.text import view as common
from whistlestop.text.names import kind_name, numbers_of

from .engine import machine, outlook

TICKET_STATES = {outlook.TICKET_OPEN: "open", outlook.TICKET_DONE: "done", outlook.TICKET_LOST: "impossible"}


def view(observation: Observation, _look: bool) -> dict[str, Any]:
    """What a seat knows, and what it may do, as plain data."""
    seat = observation.seat
    return {
        **common.view(observation),
        "players": [_player(observation, player) for player in range(observation.record["players"])],
        "tickets": [] if seat is None else _tickets(observation, seat),
        "offer": [] if seat is None else [_ticket(observation, seat, t) for t in observation.offer()],
        "tunnel": _tunnel(observation),
        "outcome": observation.outcome(),
    }


def _player(observation: Observation, player: int) -> dict[str, Any]:
    o, ruleset = observation.record, observation.ruleset
    return {
        **common.player(observation, player),
        "trains": int(o["trains"][player]),
        "stations": int(o["stations_left"][player]),
        "routes": [ruleset.routes[n].id for n in numbers_of(o["owned"][player])],
        "stations_built": [ruleset.cities[c].id for c in o["station_city"][player] if c != fields.NONE],
    }


def _ticket(observation: Observation, seat: int, number: int) -> dict[str, Any]:
    """A ticket, and whether the seat has completed it, still can, or no longer can."""
    ticket = observation.ruleset.tickets[number]
    state = machine.ticket_state(observation.array, observation.ruleset.rules, 0, seat, number)
    return {**common.ticket(ticket), "long": ticket.long, "state": TICKET_STATES[state]}


def _tickets(observation: Observation, player: int) -> list[dict[str, Any]]:
    return [_ticket(observation, player, t) for t in numbers_of(observation.record["tickets"][player])]


def _payment(color: int, colored: int, wild: int) -> dict[str, int]:
    payment = {} if color == fields.WILD else {KINDS[color]: int(colored)}
    return payment | ({KINDS[fields.WILD]: int(wild)} if wild else {})


def _tunnel(observation: Observation) -> dict[str, Any] | None:
    o = observation.record
    if o["phase"] != fields.TUNNEL:
        return None
    return {
        "seat": int(o["player"]),
        "route": observation.ruleset.routes[o["laid_route"]].id,
        "payment": _payment(o["laid_color"], o["laid_colored"], o["laid_wild"]),
        "revealed": [KINDS[kind] for kind in o["revealed"] if kind != fields.NONE],
        "surcharge": int(o["surcharge"]),
    }


def result(observation: Observation, player: int) -> dict[str, Any]:
    """A player's final score by parts (USA-32)."""
    o, ruleset = observation.record, observation.ruleset
    tickets = []
    for number in numbers_of(o["tickets"][player]):
        scored = machine.ticket_score(observation.array, ruleset.rules, 0, player, number)
        ticket = _ticket(observation, player, number)
        tickets.append(ticket | {"state": "done" if scored > 0 else "failed", "scored": int(scored)})
    used = zip(o["station_city"][player], o["station_route"][player], strict=True)
    return {
        "routes": int(o["score"][player]),
        "tickets": int(o["ticket_sum"][player]),
        "stations": int(o["station_sum"][player]),
        "longest": int(o["bonus"][player]),
        "tickets_completed": int(o["completed"][player]),
        "longest_path": int(o["longest"][player]),
        "trail": [ruleset.routes[n].id for n in machine.trail(observation.array, ruleset.rules, 0, player)],
        "tickets_list": tickets,
        "station_routes": {
            ruleset.cities[city].id: ruleset.routes[route].id for city, route in used if route != fields.NONE
        },
    }


# Events.


def events(before: Observation, after: Observation, _live: bool) -> list[dict[str, Any]]:
    """What the seat learns from one action, in order."""
    a, b = after.record, before.record
    told = common.deed(before, after) or _deed(before, after)
    told = [*told, *_supply(before, after), *_own_tickets(before, after)]
    if a["final_left"] != fields.NONE and b["final_left"] == fields.NONE:
        told.append(common.final_round(after))
    return told + common.ending(before, after)


def _deed(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """An action that only these games have."""
    a, b, ruleset = after.record, before.record, after.ruleset
    did, arg = int(a["did"]), int(a["did_arg"])
    by = {"seat": int(a["did_by"])}
    payment = _payment(a["did_color"], a["did_colored"], a["did_wild"])
    if did == fields.STATION:
        return [{"event": "station", **by, "city": ruleset.cities[arg].id, "payment": payment}]
    if did == fields.WITHDRAW:
        return [{"event": "withdrew", **by, "route": ruleset.routes[b["laid_route"]].id}]
    if did == fields.SURCHARGE:
        laid = _payment(b["laid_color"], b["laid_colored"], b["laid_wild"])
        claimed = _claimed(after, int(b["laid_route"]), laid)
        return [{"event": "surcharge", **by, "payment": payment}, claimed]
    told = []
    if ruleset.rules["route_tunnel"][0, arg]:
        revealed = [KINDS[kind] for kind in a["did_revealed"] if kind != fields.NONE]
        told.append(
            {
                "event": "tunnel",
                **by,
                "route": ruleset.routes[arg].id,
                "payment": payment,
                "revealed": revealed,
                "surcharge": int(a["surcharge"]),
            }
        )
    if a["phase"] != fields.TUNNEL:
        told.append(_claimed(after, arg, payment))
    return told


def _claimed(after: Observation, number: int, payment: dict[str, int]) -> dict[str, Any]:
    route = after.ruleset.routes[number]
    return {
        "event": "claimed",
        "seat": int(after.record["did_by"]),
        "route": route.id,
        "payment": payment,
        "points": route.points,
    }


def _supply(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """What became of market and deck."""
    a = after.record
    told: list[dict[str, Any]] = []
    if a["did_reshuffles"]:
        told.append({"event": "reshuffled", "deck": int(a["deck_size"])})
    if a["did_resets"]:
        market = [kind_name(kind) for kind in a["market"]]
        told.append({"event": "market_reset", "times": int(a["did_resets"]), "market": market})
    else:
        told += common.refilled(before, after)
    return told


def _own_tickets(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """Tickets that the seat has just completed; nobody else hears of it (USA-30)."""
    seat, a = after.seat, after.record
    if seat is None or a["did_by"] != seat or (a["owned"][seat] == before.record["owned"][seat]).all():
        return []
    done = {t["id"] for t in _tickets(before, seat) if t["state"] == "done"}
    return [
        {"event": "ticket_done", "seat": seat, "ticket": ticket["id"]}
        for ticket in _tickets(after, seat)
        if ticket["state"] == "done" and ticket["id"] not in done
    ]
