"""What the views and events of all games have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlestop.core import fields
from whistlestop.format import KINDS, Ticket

from .names import PHASES, cards_of, kind_name, tickets_of

if TYPE_CHECKING:
    from whistlestop.observation import Observation

# Views.


def view(observation: Observation) -> dict[str, Any]:
    """The part of a view that every game has."""
    o, seat, ruleset = observation.record, observation.seat, observation.ruleset
    return {
        "ruleset": ruleset.id,
        "ruleset_version": ruleset.version,
        "machine": ruleset.kind.name,
        "version": int(o["ply"]),
        "seat": seat,
        "players_count": int(o["players"]),
        "phase": PHASES[o["phase"]],
        "to_act": list(observation.to_act()),
        "first": int(o["first"]),
        "turn": int(o["turn"]),
        "final_round": _final_round(o),
        "market": [kind_name(kind) for kind in o["market"]],
        "deck": int(o["deck_size"]),
        "discard": cards_of(o["discard"]),
        "discard_size": int(o["discard_size"]),
        "ticket_deck": int(o["ticket_size"]),
        "hand": None if seat is None else cards_of(o["hand"][seat]),
        "keep_min": _keep_min(observation),
        "legal": observation.legal(),
    }


def _final_round(o: Any) -> dict[str, Any] | None:
    if o["final_left"] == fields.NONE:
        return None
    by = int(o["final_by"])
    return {"turns_left": int(o["final_left"]), "caused_by": None if by == fields.NONE else by}


def _keep_min(observation: Observation) -> int:
    o, seat, rules = observation.record, observation.seat, observation.ruleset.rules
    if seat is None or not o["offer_size"][seat]:
        return 0
    if o["phase"] == fields.OPENING:
        return int(rules["opening_keep_min"][0])
    return int(rules["draw_keep_min"][0]) if o["phase"] == fields.TICKET_CHOICE else 0


def player(observation: Observation, seat: int) -> dict[str, Any]:
    """The part of what everybody sees of a player that every game has."""
    o = observation.record
    return {
        "seat": seat,
        "score": int(o["score"][seat]),
        "cards": int(o["hand_size"][seat]),
        "tickets": int(o["ticket_count"][seat]),
        "offer": int(o["offer_size"][seat]),
        "owes": seat in observation.to_act(),
        "known": cards_of(o["known"][seat]),
    }


def ticket(one: Ticket) -> dict[str, Any]:
    """The part of a ticket that every game has."""
    return {"id": one.id, "from": one.origin, "to": list(one.targets), "points": list(one.points)}


# Events.


def deed(before: Observation, after: Observation) -> list[dict[str, Any]] | None:
    """The action itself, if it is one that every game has."""
    a = after.record
    did = int(a["did"])
    by = {"seat": int(a["did_by"])}
    if did == fields.DRAW:
        return [{"event": "drew", **by, "card": kind_name(a["drawn"])}]
    if did == fields.TAKE:
        return [{"event": "took", **by, "card": KINDS[a["did_color"]], "slot": int(a["did_arg"])}]
    if did == fields.TAKE_TICKETS:
        return [{"event": "drew_tickets", **by, "count": int(a["offer_size"][by["seat"]])}]
    if did == fields.KEEP:
        return _kept(before, after)
    if did == fields.PASS:
        return [{"event": "passed", **by}]
    return None


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
        kept = tickets_of(after.ruleset, a["tickets"][seat] & ~b["tickets"][seat])
    numbers = {"kept": int(a["did_kept"]), "refused": int(a["did_refused"])}
    return [{"event": "kept", "seat": seat, **numbers, "tickets": kept}]


def refilled(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """The slots of the market that have a new card."""
    a, b = after.record, before.record
    taken = int(a["did_arg"]) if a["did"] == fields.TAKE else None
    new = {
        str(slot): kind_name(kind)
        for slot, kind in enumerate(a["market"])
        if kind != fields.NONE and (kind != b["market"][slot] or slot == taken)
    }
    return [{"event": "refilled", "slots": new}] if new else []


def final_round(after: Observation) -> dict[str, Any]:
    """The final round has begun."""
    by, left = int(after.record["final_by"]), int(after.record["final_left"])
    return {"event": "final_round", "seat": None if by == fields.NONE else by, "turns_left": left}


def ending(before: Observation, after: Observation) -> list[dict[str, Any]]:
    """The end of the game, or of a turn."""
    a, b = after.record, before.record
    if a["phase"] == fields.OVER:
        return [{"event": "over", "winners": [seat for seat in range(a["players"]) if a["rank"][seat] == 1]}]
    if a["turn"] != b["turn"] or (a["phase"] == fields.TURN and b["phase"] == fields.OPENING):
        return [{"event": "turn", "seat": int(a["player"])}]
    return []
