"""Judging a declaration before it is made (CARD-40)."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.core import fields
from whistlestop.errors import IllegalAction
from whistlestop.games.yard import machine
from whistlestop.observation import Observation
from whistlestop.text.names import numbers_of
from whistlestop.text.view import DeclarationAnswer


def declaration(observation: Observation, tickets: Sequence[str]) -> DeclarationAnswer:
    """Whether the seat's stack pays for these tickets, their points, and the tickets that could be added.

    Raises NotationError for what is no list of tickets and IllegalAction if the seat owes no declaration.
    """
    seat, ruleset = observation.seat, observation.ruleset
    o, rules = observation.record, ruleset.rules
    if seat is None or o["phase"] != fields.DECLARATION or seat not in observation.to_act():
        raise IllegalAction("no declaration is owed")
    action = ruleset.notation.parse("declare:" + ",".join(tickets))
    held = int(o["tickets"][seat, 0])
    declared = action - int(rules["id_declare"][0])

    def feasible(chosen: int) -> bool:
        return bool(machine.feasible(observation.array, rules, 0, seat, chosen))

    return DeclarationAnswer(
        feasible=feasible(declared),
        points=sum(ruleset.tickets[n].points[0] for n in numbers_of([declared])),
        addable=[
            ticket.id
            for n, ticket in enumerate(ruleset.tickets)
            if held >> n & 1 and not declared >> n & 1 and feasible(declared | 1 << n)
        ],
    )
