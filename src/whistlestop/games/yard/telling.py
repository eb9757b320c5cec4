"""Text and data of the card game, put together from the mechanisms."""

from __future__ import annotations

from whistlestop.games.telling import tellings
from whistlestop.games.telling.summaries import Summaries
from whistlestop.games.telling.views import Views

from .format.schema import YardData
from .mechanisms import MECHANISMS

TELLINGS = tellings(f"{__package__}.mechanisms", MECHANISMS)

VIEWS = Views(
    "Yard",
    TELLINGS,
    machine=YardData.machine,
    player="What everybody knows of a player: `stack` cards lie face down; `chosen` is a sealed choice that is made.",
    result="A player's final score by parts; `cities` gave the bonus, `city_counts` are completed tickets by big city.",
    view="What a seat knows of a card game.",
)

SUMMARIES = Summaries(
    "Yard",
    TELLINGS,
    machine=YardData.machine,
    player="A player's way; `stack` is the number of cards on the track.",
    turn="A turn: the rows that were placed, and the one that was robbed by it.",
    summary="A card game that is over; `passes` says after how many turns each pass was scored.",
)
