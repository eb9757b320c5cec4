"""Text and data of the card game, combined from the mechanisms."""

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
    player="Public data of a player: `stack`: the number of cards in it; `chosen`: whether a choice is sealed.",
    result="A player's final score by parts; `cities` gave the bonus, `city_counts` are completed tickets by big city.",
    view="What a seat knows of a card game.",
)

SUMMARIES = Summaries(
    "Yard",
    TELLINGS,
    machine=YardData.machine,
    player="A player's course of the game; `stack` is the number of cards on the track.",
    turn="A turn: the rows that were placed, and the one that was robbed.",
    summary="A finished card game; `passes` are the numbers of turns after which each pass was scored.",
)
