"""Views and events of the card game: sidings, stacks, declarations, passes."""

from __future__ import annotations

from typing import Any

from whistlestop.core import fields
from whistlestop.format import COLORS, KINDS
from whistlestop.observation import Observation
from whistlestop.text import view as common
from whistlestop.text.names import cards_of, kind_name, numbers_of, tickets_of

from .engine import machine
from .format.compile import bonuses


def view(observation: Observation, look: bool) -> dict[str, Any]:
    """What a seat knows, and what it may do, as plain data."""
    o, seat = observation.record, observation.seat
    players = int(o["players"])
    return {
        **common.view(observation),
        "pass": int(o["stage"]) + 1,
        "passes": int(observation.ruleset.rules["passes"][0, players]),
        "players": [_player(observation, player) for player in range(players)],
        "tickets": [] if seat is None else _tickets(observation, seat),
        "offer": [_ticket(observation, number, "open") for number in observation.offer()],
        "stack": _stack(observation, look),
        "declaration": _default_declaration(observation),
        "outcome": observation.outcome(),
    }


def _row(color: int, colored: int, wild: int) -> dict[str, Any]:
    return {"color": COLORS[color], "cards": int(colored), "wilds": int(wild)}


def _player(observation: Observation, player: int) -> dict[str, Any]:
    o = observation.record
    rows = enumerate(zip(o["row_colored"][player], o["row_wild"][player], strict=True))
    return {
        **common.player(observation, player),
        "siding": [_row(color, colored, wild) for color, (colored, wild) in rows if colored],
        "stack": int(o["stack_size"][player]),
        "completed": tickets_of(observation.ruleset, o["declared"][player]),
        "chosen": bool(o["phase"] in fields.SIMULTANEOUS and o["chosen"][player]),
    }


def _ticket(observation: Observation, number: int, state: str) -> dict[str, Any]:
    ruleset = observation.ruleset
    ticket = ruleset.tickets[number]
    named = (ticket.origin, *ticket.targets)
    return {
        **common.ticket(ticket),
        "cards": dict(ticket.cards),
        "cities": [city for city in named if city in bonuses(ruleset)],
        "state": state,
    }


def _tickets(observation: Observation, player: int) -> list[dict[str, Any]]:
    """Tickets held, then those completed."""
    o = observation.record
    held = "failed" if o["phase"] == fields.OVER else "open"
    return [
        *(_ticket(observation, number, held) for number in numbers_of(o["tickets"][player])),
        *(_ticket(observation, number, "done") for number in numbers_of(o["declared"][player])),
    ]


def _stack(observation: Observation, look: bool) -> dict[str, int] | None:
    """The seat's own stack: hidden also from itself until the scoring of the pass (CARD-22)."""
    o, seat = observation.record, observation.seat
    if seat is None or not (look or o["phase"] in (fields.DECLARATION, fields.OVER)):
        return None
    return cards_of(o["stack"][seat])


def _default_declaration(observation: Observation) -> dict[str, Any] | None:
    """What the engine would declare for a seat that owes a declaration (CARD-42)."""
    seat, ruleset = observation.seat, observation.ruleset
    if seat is None or observation.record["phase"] != fields.DECLARATION or seat not in observation.to_act():
        return None
    tickets = numbers_of([machine.best_declaration(observation.array, ruleset.rules, 0, seat)])
    return {
        "default": [ruleset.tickets[number].id for number in tickets],
        "points": sum(ruleset.tickets[number].points[0] for number in tickets),
    }


def result(observation: Observation, player: int) -> dict[str, Any]:
    """A player's final score by parts (CARD-41, CARD-50, CARD-51)."""
    o = observation.record
    tickets = [
        ticket | {"scored": ticket["points"][0] if ticket["state"] == "done" else -ticket["points"][0]}
        for ticket in reversed(_tickets(observation, player))
    ]
    done = [city for ticket in tickets if ticket["state"] == "done" for city in ticket["cities"]]
    cities = list(bonuses(observation.ruleset))
    return {
        "tickets": int(o["ticket_sum"][player]),
        "lost": int(o["lost"][player]),
        "bonus": int(o["bonus"][player]),
        "tickets_completed": int(o["completed"][player]),
        "cities": [cities[number] for number in numbers_of([o["cities"][player]])],
        "city_counts": {city: done.count(city) for city in cities if city in done},
        "tickets_list": tickets,
        "stack": cards_of(o["stack"][player]),
    }


# Events.


def events(before: Observation, after: Observation, live: bool) -> list[dict[str, Any]]:
    """What the seat learns from one action, in order."""
    a, b = after.record, before.record
    told = common.deed(before, after) or _deed(after)
    if b["phase"] == fields.DECLARATION:
        if a["phase"] != fields.DECLARATION:
            told.append(_scored(before, after))
        if a["stage"] != b["stage"]:
            told.append(_new_pass(before, after))
    else:
        told = [*told, *common.refilled(before, after)]
    if a["final_left"] > 0 and b["final_left"] <= 0:
        told.append(common.final_round(after))
    if a["phase"] == fields.DECLARATION and b["phase"] != fields.DECLARATION:
        told.append({"event": "declaring", "pass": int(a["stage"]) + 1})
    return [*told, *common.ending(before, after), *_moved(after, live)]


def _deed(after: Observation) -> list[dict[str, Any]]:
    """An action that only this game has."""
    a = after.record
    did, arg = int(a["did"]), int(a["did_arg"])
    by = {"seat": int(a["did_by"])}
    if did == fields.STOP:
        return [{"event": "stopped", **by}]
    if did == fields.DECLARE:
        return [{"event": "declared", **by}]
    if did == fields.TRIO:
        return [{"event": "placed", **by, "rows": [_row(color, 1, 0) for color in numbers_of([arg])]}]
    row = _row(a["did_color"], a["did_colored"], a["did_wild"])
    told = [{"event": "placed", **by, "rows": [row]}]
    if a["did_rob"] != fields.NONE:
        robbed = _row(a["did_color"], a["did_rob_colored"], a["did_rob_wild"])
        told.append({"event": "robbed", **by, "victim": int(a["did_rob"]), **robbed})
    return told


def _scored(before: Observation, after: Observation) -> dict[str, Any]:
    """Stacks and declared tickets of all players (CARD-41, RUL-81)."""
    a, b = after.record, before.record
    players = [
        {
            "seat": player,
            "stack": cards_of(b["stack"][player]),
            "tickets": tickets_of(after.ruleset, a["declared"][player] & ~b["declared"][player]),
            "points": int(a["score"][player] - b["score"][player]),
        }
        for player in range(a["players"])
    ]
    return {"event": "scored", "pass": int(b["stage"]) + 1, "players": players}


def _new_pass(before: Observation, after: Observation) -> dict[str, Any]:
    """The cards for another pass (CARD-45 to CARD-48)."""
    a, b, seat = after.record, before.record, after.seat
    return {
        "event": "new_pass",
        "pass": int(a["stage"]) + 1,
        "deck": int(a["deck_size"]),
        "dealt": [int(count) for count in a["did_dealt"][: a["players"]]],
        "cards": None if seat is None else cards_of(a["hand"][seat] - b["hand"][seat]),
        "market": [kind_name(kind) for kind in a["market"]],
    }


def _moved(after: Observation, live: bool) -> list[dict[str, Any]]:
    """Phase 1 of the turn that begins (CARD-9)."""
    a = after.record
    cards = [
        {"row": COLORS[row], "card": KINDS[card]}
        for row, card in enumerate(a["did_moved"])
        if card != fields.NONE
    ]
    if not cards:
        return []
    return [
        {
            "event": "moved",
            "seat": int(a["player"]),
            "count": len(cards),
            "cards": cards if live else None,
        }
    ]
