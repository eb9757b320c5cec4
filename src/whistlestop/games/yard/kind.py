"""The card game as one object."""

from __future__ import annotations

from importlib.resources import files

from whistlestop.games.kind import Kind
from whistlestop.games.yard import machine
from whistlestop.games.yard.records import FIELDS

from .advice.hint import hint
from .advice.plan import plan
from .advice.seen import as_shown
from .advice.shapes import YardHint, YardPlan
from .bots import KERNELS, loops
from .dealing import turn_up_market
from .declaring import declaration
from .envs import ENCODING
from .events import EVENTS, events
from .format.check import find_problems
from .format.compile import compile_yard
from .format.public import YardRulesetInfo, public_data
from .format.schema import YardData
from .format.tables import TABLES
from .notation import YardNotation
from .oversights import OVERSIGHTS
from .position import YardReader, write_yard
from .results import (
    LISTS,
    MOVE_NUMBERS,
    NUMBERS,
    OUTCOME_COLUMNS,
    PARTS,
    PLAYER_COLUMNS,
    held,
    listed,
    placed,
)
from .search import SEARCH
from .summary import YardSummary, summary
from .view import YardView, outcome, view

YARD = Kind(
    name=YardData.machine,
    machine=machine,
    fields=FIELDS,
    turn_up_market=turn_up_market,
    data=YardData,
    tables=TABLES,
    template=files(__package__) / "template",
    find_problems=find_problems,
    compile=compile_yard,
    public_data=public_data,
    public_type=YardRulesetInfo,
    notation=YardNotation,
    reader=YardReader,
    write_position=write_yard,
    view=view,
    view_type=YardView,
    outcome=outcome,
    events=events,
    event_types=EVENTS,
    summary=summary,
    summary_type=YardSummary,
    declaration=declaration,
    plan=plan,
    plan_type=YardPlan,
    hint=hint,
    as_shown=as_shown,
    hint_type=YardHint,
    kernels=KERNELS,
    play_kernels=loops.play_kernels,
    encoding=ENCODING,
    search=SEARCH,
    oversights=OVERSIGHTS,
    parts=PARTS,
    numbers=NUMBERS,
    lists=LISTS,
    listed=listed,
    move_numbers=MOVE_NUMBERS,
    player_columns=PLAYER_COLUMNS,
    outcome_columns=OUTCOME_COLUMNS,
    placed=placed,
    held=held,
    options=frozenset({"look"}),
    moments=({"phase": "declaration", "players": [{}, {}]},),
)
