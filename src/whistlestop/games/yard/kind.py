"""The `Kind` object of the card game."""

from __future__ import annotations

from importlib.resources import files

from whistlestop.games.achievements import of_mechanisms
from whistlestop.games.advice import Advice
from whistlestop.games.bots import Bots
from whistlestop.games.dataformat import DataFormat
from whistlestop.games.kind import Kind
from whistlestop.games.telling.results import Results
from whistlestop.games.telling.told import Told

from .advice.hint import hint
from .advice.plan import plan
from .advice.seen import as_shown
from .bots.kernels import KERNELS
from .bots.loops import LOOPS
from .envs import ENCODING
from .format.check import find_problems
from .format.public import public_data
from .format.tables import TABLES
from .machine import MACHINE
from .mechanisms import MECHANISMS
from .notation import YardNotation
from .oversights import OVERSIGHTS
from .position import YardReader
from .ruleset import YardRuleset
from .search import SEARCH
from .telling import SUMMARIES, TELLINGS, VIEWS

YARD = Kind(
    name=YardRuleset.shape.machine,
    machine=MACHINE,
    data=DataFormat(
        ruleset=YardRuleset,
        tables=TABLES,
        template=files(__package__) / "template",
        find_problems=find_problems,
        public=public_data,
    ),
    told=Told(tellings=TELLINGS, notation=YardNotation, reader=YardReader, views=VIEWS, summaries=SUMMARIES),
    results=Results(
        TELLINGS,
        player_order=(),
        outcome_order=("rank", "score", "tickets", "lost", "bonus"),
    ),
    advice=Advice(
        plan=plan,
        hint=hint,
        numbers=KERNELS["planner"].numbers_for,
        as_shown=as_shown,
    ),
    bots=Bots(
        kernels=KERNELS,
        play_kernels=LOOPS.play_kernels,
        search=SEARCH,
        oversights=OVERSIGHTS,
        distraction=2.4,
    ),
    encoding=ENCODING,
    achievements=of_mechanisms(f"{__package__}.mechanisms", MECHANISMS),
)
