"""What a client has to know of a board."""

from __future__ import annotations

from typing import Any

from whistlestop.format.ruleset import public_ticket

from .compile import NetworkRuleset


def public_data(ruleset: NetworkRuleset) -> dict[str, Any]:
    """Cities, routes, tickets and numbers."""
    return {
        "countries": dict(ruleset.data.countries),
        "routes": [
            {
                "id": route.id,
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "color": route.color,
                "kind": route.kind,
                "wilds": route.wilds,
                "twins": list(route.twins),
            }
            for route in ruleset.routes
        ],
        "trains": ruleset.trains,
        "stations": ruleset.stations,
        "route_points": {str(length): points for length, points in ruleset.route_points.items()},
        "cities": [
            {"id": city.id, "name": city.name or city.id, "country": city.country} for city in ruleset.cities
        ],
        "tickets": [{**public_ticket(ticket), "long": ticket.long} for ticket in ruleset.tickets],
    }
