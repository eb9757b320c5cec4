"""The settings of map games that are written and hashed even at their default: those of the first releases.

Do not add new settings here. New settings are omitted at their default, and their mechanism then counts as unused.
"""

from __future__ import annotations

from whistlestop.format.schema import SHARED_IN_FULL

IN_FULL = frozenset(
    [
        *SHARED_IN_FULL,
        "countries",
        "cities.country",
        *("routes.kind", "routes.wilds", "tickets.long"),
        *("opening.refused", "opening.long", "draw.refused", "draw.long"),
        *("cards.per_color", "cards.wilds", "cards.start_hand"),
        *("market.wild_ends_draw", "market.reset_at", "market.resets"),
        *("trains.count", "trains.end", "stations.count", "stations.value"),
        *("rules.twins_open_from", "rules.surcharge_cards", "rules.wilds_pay"),
        *("scoring.longest", "scoring.tie_breaks"),
    ]
)
