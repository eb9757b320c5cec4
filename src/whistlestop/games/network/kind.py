"""The `Kind` object of the map games."""

from __future__ import annotations

from importlib.resources import files

from whistlestop.games.achievements import of_mechanisms
from whistlestop.games.advice import Advice
from whistlestop.games.aid import pieces_of
from whistlestop.games.bots import Bots
from whistlestop.games.dataformat import DataFormat
from whistlestop.games.kind import Kind
from whistlestop.games.telling.results import Results
from whistlestop.games.telling.told import Told

from .advice.hint import hint
from .advice.needs import keeping_numbers, told_numbers
from .advice.plan import plan
from .bots.kernels import KERNELS
from .bots.loops import LOOPS
from .envs import ENCODING
from .format.check import find_problems
from .format.public import aid_data, public_data
from .format.tables import TABLES
from .machine import MACHINE
from .mechanisms import MECHANISMS
from .notation import NetworkNotation
from .oversights import OVERSIGHTS
from .position import NetworkReader
from .ruleset import NetworkRuleset
from .search import SEARCH
from .telling import SUMMARIES, TELLINGS, VIEWS

NETWORK = Kind(
    name=NetworkRuleset.shape.machine,
    machine=MACHINE,
    data=DataFormat(
        ruleset=NetworkRuleset,
        tables=TABLES,
        template=files(__package__) / "template",
        find_problems=find_problems,
        public=public_data,
        aid=aid_data,
        pieces=lambda: pieces_of(f"{__package__}.mechanisms", MECHANISMS),
    ),
    told=Told(
        tellings=TELLINGS, notation=NetworkNotation, reader=NetworkReader, views=VIEWS, summaries=SUMMARIES
    ),
    results=Results(
        TELLINGS,
        player_order=("score", "trains", "stations", "cards", "tickets"),
        outcome_order=("rank", "score", "routes", "tickets"),
    ),
    advice=Advice(
        plan=plan,
        hint=hint,
        numbers=told_numbers,
        keeping_numbers=keeping_numbers,
        as_shown=lambda observation, _seat, _look: observation,  # the view hides nothing about cards
    ),
    bots=Bots(kernels=KERNELS, play_kernels=LOOPS.play_kernels, search=SEARCH, oversights=OVERSIGHTS),
    encoding=ENCODING,
    achievements=of_mechanisms(f"{__package__}.mechanisms", MECHANISMS),
)
