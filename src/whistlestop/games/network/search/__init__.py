"""The `Search` object of the map games."""

from __future__ import annotations

from whistlestop.games.kernel import Kernel
from whistlestop.games.network.bots import appraisal, loops, worlds
from whistlestop.games.network.bots.figures import FIGURES
from whistlestop.games.network.bots.planner import committed
from whistlestop.games.network.bots.planner.numbers import DEFAULTS, tuned
from whistlestop.games.network.bots.work import WORK
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.search import Search

from .belief import BELIEF
from .outlook import outlook
from .proposals import proposals
from .tickets import ticket_claims

SEARCH = Search(
    features=worlds.features,
    belief=BELIEF,
    imagine=worlds.imagine,
    play_worlds=loops.LOOPS.play_worlds,
    appraise=appraisal.appraise,
    figures=FIGURES,
    policies={"committed": Kernel(committed.decide, WORK, DEFAULTS, tuned())},
    model="committed",
    worlds=48,
    proposals=proposals,
    ticket_claims=ticket_claims,
    claiming=frozenset({CLAIM}),
    outlook=outlook,
)
