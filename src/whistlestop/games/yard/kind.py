"""The card game as one object."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from whistlestop.games.kind import Kind
from whistlestop.games.telling.events import event_types, events
from whistlestop.games.telling.positions import write_position
from whistlestop.games.telling.results import results
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
from .format.check import find_problems
from .format.compile import compile_yard
from .format.public import YardRulesetInfo, public_data
from .format.schema import YardData
from .format.tables import TABLES
from .notation import YardNotation
from .oversights import OVERSIGHTS
from .position import YardReader
from .results import OUTCOME_COLUMNS, PLAYER_COLUMNS, held, placed
from .search import SEARCH
from .telling import SUMMARIES, TELLINGS, VIEWS

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
    write_position=partial(write_position, TELLINGS),
    view=VIEWS.view,
    view_type=VIEWS.view_type,
    outcome=VIEWS.outcome,
    events=partial(events, TELLINGS),
    event_types=event_types(TELLINGS),
    summary=SUMMARIES.summary,
    summary_type=SUMMARIES.summary_type,
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
    **results(TELLINGS),
    player_columns=PLAYER_COLUMNS,
    outcome_columns=OUTCOME_COLUMNS,
    placed=placed,
    held=held,
    options=frozenset({"look"}),
    moments=({"phase": "declaration", "players": [{}, {}]},),
)
