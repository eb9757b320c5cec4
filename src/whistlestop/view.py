"""An Observation as plain data for JSON, and what happened between two of them (docs/protocol.md).

Everything here is made from observations, so nothing hidden can get out. Names replace the engine's numbers.
"""

from __future__ import annotations

from typing import Any

from .engine import fields, machine, outlook
from .observation import Observation
from .position import PHASES, names_of
from .rulesets import KINDS

TICKET_STATES = {outlook.TICKET_OPEN: "open", outlook.TICKET_DONE: "done", outlook.TICKET_LOST: "impossible"}


def cards(counts: Any) -> dict[str, int]:
    """Counts by kind as a dictionary without the zeros."""
    return {kind: int(count) for kind, count in zip(KINDS, counts, strict=True) if count}


def view(observation: Observation) -> dict[str, Any]:
    """What a seat knows, and what it may do, as plain data."""
    o, seat, ruleset = observation.record, observation.seat, observation.ruleset
    phase = int(o["phase"])
    choosing = (
        seat is not None and phase in (fields.OPENING, fields.TICKET_CHOICE) and o["offer_size"][seat] > 0
    )
    opening = ruleset.data.opening if phase == fields.OPENING else ruleset.data.draw
    return {
        "ruleset": ruleset.id,
        "ruleset_version": ruleset.version,
        "version": int(o["ply"]),
        "seat": seat,
        "players_count": int(o["players"]),
        "phase": PHASES[phase],
        "to_act": list(observation.to_act()),
        "first": int(o["first"]),
        "turn": int(o["turn"]),
        "final_round": _final_round(o),
        "market": [_kind(kind) for kind in o["market"]],
        "deck": int(o["deck_size"]),
        "discard": cards(o["discard"]),
        "discard_size": int(o["discard_size"]),
        "ticket_deck": int(o["ticket_size"]),
        "players": [_player(observation, player) for player in range(o["players"])],
        "hand": None if seat is None else cards(o["hand"][seat]),
        "tickets": [] if seat is None else _tickets(observation, seat),
        "offer": [_ticket(observation, seat, t) for t in observation.offer()] if seat is not None else [],
        "keep_min": opening.keep if choosing else 0,
        "tunnel": _tunnel(observation),
        "legal": observation.legal(),
        "outcome": outcome(observation),
    }


def _kind(kind: int) -> str | None:
    return None if kind == fields.NONE else KINDS[kind]


def _final_round(o: Any) -> dict[str, int] | None:
    if o["final_left"] == fields.NONE:
        return None
    return {"turns_left": int(o["final_left"]), "caused_by": int(o["final_by"])}


def _routes(observation: Observation, player: int) -> list[str]:
    return names_of(observation.record["owned"][player], [route.id for route in observation.ruleset.routes])


def _stations(observation: Observation, player: int) -> list[str]:
    cities = observation.ruleset.cities
    return [cities[c].id for c in observation.record["station_city"][player] if c != fields.NONE]


def _player(observation: Observation, player: int) -> dict[str, Any]:
    o = observation.record
    return {
        "seat": player,
        "trains": int(o["trains"][player]),
        "stations": int(o["stations_left"][player]),
        "score": int(o["score"][player]),
        "cards": int(o["hand_size"][player]),
        "tickets": int(o["ticket_count"][player]),
        "offer": int(o["offer_size"][player]),
        "owes": player in observation.to_act(),
        "known": cards(o["known"][player]),
        "routes": _routes(observation, player),
        "stations_built": _stations(observation, player),
    }


def _ticket(observation: Observation, seat: int, number: int) -> dict[str, Any]:
    """A ticket, and whether the seat has completed it, still can, or no longer can."""
    ticket = observation.ruleset.tickets[number]
    state = machine.ticket_state(observation.array, observation.ruleset.rules, 0, seat, number)
    return {
        "id": ticket.id,
        "from": ticket.origin,
        "to": list(ticket.targets),
        "points": list(ticket.points),
        "long": ticket.long,
        "state": TICKET_STATES[state],
    }


def _numbers(words: Any) -> list[int]:
    return [n for n in range(64 * len(words)) if int(words[n >> 6]) >> (n & 63) & 1]


def _tickets(observation: Observation, player: int) -> list[dict[str, Any]]:
    return [_ticket(observation, player, t) for t in _numbers(observation.record["tickets"][player])]


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


def outcome(observation: Observation) -> dict[str, Any] | None:
    """Final scores by part and the ranking (USA-32, COM-22); None while the game is under way."""
    o = observation.record
    if o["phase"] != fields.OVER:
        return None
    players = [_result(observation, player) for player in range(o["players"])]
    return {"players": players, "winners": [player["seat"] for player in players if player["rank"] == 1]}


def _result(observation: Observation, player: int) -> dict[str, Any]:
    o, ruleset = observation.record, observation.ruleset
    tickets = []
    for number in _numbers(o["tickets"][player]):
        scored = machine.ticket_score(observation.array, ruleset.rules, 0, player, number)
        ticket = _ticket(observation, player, number)
        tickets.append(ticket | {"state": "done" if scored > 0 else "failed", "scored": int(scored)})
    used = zip(o["station_city"][player], o["station_route"][player], strict=True)
    return {
        "seat": player,
        "score": int(o["final"][player]),
        "rank": int(o["rank"][player]),
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


def events(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """What the seat learns from one action, in order; the observations are of one seat and one action apart."""
    b, a = before.record, after.record
    if a["ply"] == b["ply"]:
        return []
    told = [*_deed(before, after), *_supply(before, after)]
    told += _own_tickets(before, after)
    if a["final_left"] != fields.NONE and b["final_left"] == fields.NONE:
        told.append({"event": "final_round", "seat": int(a["final_by"]), "turns_left": int(a["final_left"])})
    result = outcome(after)
    if result is not None:
        told.append({"event": "over", "winners": result["winners"]})
    elif a["turn"] != b["turn"] or (a["phase"] == fields.TURN and b["phase"] == fields.OPENING):
        told.append({"event": "turn", "seat": int(a["player"])})
    return told


def _deed(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """The action itself."""
    a, b, ruleset = after.record, before.record, after.ruleset
    did, arg = int(a["did"]), int(a["did_arg"])
    by = {"seat": int(a["did_by"])}
    payment = _payment(a["did_color"], a["did_colored"], a["did_wild"])
    if did == fields.DRAW:
        return [{"event": "drew", **by, "card": _kind(a["drawn"])}]
    if did == fields.TAKE:
        return [{"event": "took", **by, "card": KINDS[a["did_color"]], "slot": arg}]
    if did == fields.TAKE_TICKETS:
        return [{"event": "drew_tickets", **by, "count": int(a["offer_size"][by["seat"]])}]
    if did == fields.KEEP:
        return _kept(before, after)
    if did == fields.STATION:
        return [{"event": "station", **by, "city": ruleset.cities[arg].id, "payment": payment}]
    if did == fields.PASS:
        return [{"event": "passed", **by}]
    if did == fields.WITHDRAW:
        return [{"event": "withdrew", **by, "route": ruleset.routes[b["laid_route"]].id}]
    if did == fields.SURCHARGE:
        laid = _payment(b["laid_color"], b["laid_colored"], b["laid_wild"])
        claimed = _claimed(after, int(b["laid_route"]), laid)
        return [{"event": "surcharge", **by, "payment": payment}, claimed]
    told = []
    if after.ruleset.rules["route_tunnel"][0, arg]:
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
        "points": after.ruleset.route_points[route.length],
    }


def _kept(before: Observation, after: Observation) -> list[dict[str, Any]]:
    a, b = after.record, before.record
    seat = int(a["did_by"])
    if b["phase"] == fields.OPENING:
        told: list[dict[str, Any]] = [{"event": "chose", "seat": seat}]
        if a["phase"] != fields.OPENING:
            told.append(
                {"event": "opening_done", "kept": [int(n) for n in a["ticket_count"][: a["players"]]]}
            )
        return told
    kept = None
    if after.seat == seat:
        new = a["tickets"][seat] & ~b["tickets"][seat]
        kept = names_of(new, [ticket.id for ticket in after.ruleset.tickets])
    numbers = {"kept": int(a["did_kept"]), "refused": int(a["did_refused"])}
    return [{"event": "kept", "seat": seat, **numbers, "tickets": kept}]


def _supply(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """What became of market and deck."""
    a, b = after.record, before.record
    told: list[dict[str, Any]] = []
    if a["did_reshuffles"]:
        told.append({"event": "reshuffled", "deck": int(a["deck_size"])})
    if a["did_resets"]:
        market = [_kind(kind) for kind in a["market"]]
        told.append({"event": "market_reset", "times": int(a["did_resets"]), "market": market})
    else:
        taken = int(a["did_arg"]) if a["did"] == fields.TAKE else None
        new = {
            str(slot): _kind(kind)
            for slot, kind in enumerate(a["market"])
            if kind != fields.NONE and (kind != b["market"][slot] or slot == taken)
        }
        if new:
            told.append({"event": "refilled", "slots": new})
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
