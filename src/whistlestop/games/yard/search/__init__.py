"""The `Search` object of the card game."""

from __future__ import annotations

from whistlestop.games.search import Search
from whistlestop.games.yard.bots import appraisal, loops, proposals, worlds
from whistlestop.games.yard.bots.work import WORK

from .belief import BELIEF

SEARCH = Search(
    features=worlds.features,
    belief=BELIEF,
    likelihoods=worlds.likelihoods,
    imagine=worlds.imagine,
    play_worlds=loops.LOOPS.play_worlds,
    appraise=appraisal.appraise,
    figures=WORK["figures"].shape[0],
    policies={},
    model="planner",
    worlds=48,
    propose=proposals.propose,
)
