"""What a client has to know of a card game."""

from __future__ import annotations

from typing import Any

from whistlestop.format.ruleset import public_ticket

from .compile import YardRuleset


def public_data(ruleset: YardRuleset) -> dict[str, Any]:
    """Cities, tickets and numbers. What only a board has is empty or zero."""
    bonuses, cards = ruleset.bonuses, ruleset.data.cards
    return {
        "countries": {},
        "routes": [],
        "trains": 0,
        "stations": 0,
        "route_points": {},
        "cities": [
            {
                "id": city.id,
                "name": city.name or city.id,
                "bonus": city.bonus,
                "lat": city.lat,
                "lon": city.lon,
            }
            for city in ruleset.cities
        ],
        "tickets": [
            {
                **public_ticket(ticket),
                "cards": ticket.cards,
                "cities": [city for city in (ticket.origin, *ticket.targets) if city in bonuses],
            }
            for ticket in ruleset.tickets
        ],
        "bonuses": bonuses,
        "cards": {"per_color": cards.per_color, "wilds": cards.wilds},
    }
