"""Text and data of the map games, combined from the mechanisms."""

from __future__ import annotations

from whistlestop.games.telling import tellings
from whistlestop.games.telling.summaries import Summaries
from whistlestop.games.telling.views import Views

from .format.schema import NetworkData
from .mechanisms import MECHANISMS
from .writing import WRITINGS

TELLINGS = tellings(
    f"{__package__}.mechanisms", MECHANISMS, [each.name for each in WRITINGS if each.optional]
)

VIEWS = Views(
    "Network",
    TELLINGS,
    machine=NetworkData.machine,
    player="Public data of a player.",
    result="A player's final score by parts; `station_routes` are by the station's city.",
    view="What a seat knows of a map game.",
)

SUMMARIES = Summaries(
    "Network",
    TELLINGS,
    machine=NetworkData.machine,
    player="A player's course of the game; `tunnels`: cards turned up for tunnels, and how many had to be paid.",
    turn="A turn: the route that was claimed, the city of a station, the tunnel that the player withdrew from.",
    summary="A finished map game.",
)
