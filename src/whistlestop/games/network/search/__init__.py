"""The `Search` object of the map games."""

from __future__ import annotations

from whistlestop.games.kernel import Kernel
from whistlestop.games.network.bots import appraisal, loops, proposals, worlds
from whistlestop.games.network.bots.planner import committed
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, tuned
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.search import Search

from .belief import BELIEF
from .outlook import outlook, plan_kept

SEARCH = Search(
    features=worlds.features,
    belief=BELIEF,
    likelihoods=worlds.likelihoods,
    imagine=worlds.imagine,
    play_worlds=loops.LOOPS.play_worlds,
    appraise=appraisal.appraise,
    figures=WORK["figures"].shape[0],
    policies={"committed": Kernel(committed.decide, WORK, DEFAULTS, tuned())},
    model="committed",
    worlds=48,
    propose=proposals.propose,
    outlook=outlook,
    plan_kept=plan_kept,
)
