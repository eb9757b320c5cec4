"""The `Search` object of the card game."""

from __future__ import annotations

from whistlestop.games.search import Search
from whistlestop.games.yard.bots import appraisal, loops, worlds
from whistlestop.games.yard.bots.work import FIGURES

from .belief import BELIEF
from .proposals import proposals

SEARCH = Search(
    features=worlds.features,
    belief=BELIEF,
    imagine=worlds.imagine,
    play_worlds=loops.LOOPS.play_worlds,
    appraise=appraisal.appraise,
    figures=FIGURES,
    policies={},
    model="planner",
    worlds=48,
    proposals=proposals,
    ticket_claims=lambda _: [],  # a search tries every color anyway
)
