"""The map games as one object."""

from __future__ import annotations

from functools import partial
from importlib.resources import files

from whistlestop.games.kind import Kind
from whistlestop.games.network import machine
from whistlestop.games.network.records import FIELDS
from whistlestop.games.telling.events import event_types, events
from whistlestop.games.telling.positions import write_position
from whistlestop.games.telling.results import results

from .advice.hint import hint
from .advice.plan import plan
from .advice.shapes import NetworkHint, NetworkPlan
from .bots import KERNELS, loops
from .dealing import turn_up_market
from .envs import ENCODING
from .format.check import find_problems
from .format.compile import compile_network
from .format.public import NetworkRulesetInfo, public_data
from .format.schema import NetworkData
from .format.tables import TABLES
from .notation import NetworkNotation
from .oversights import OVERSIGHTS
from .position import NetworkReader
from .results import OUTCOME_COLUMNS, PLAYER_COLUMNS, held, placed
from .search import SEARCH
from .telling import SUMMARIES, TELLINGS, VIEWS

NETWORK = Kind(
    name=NetworkData.machine,
    machine=machine,
    fields=FIELDS,
    turn_up_market=turn_up_market,
    data=NetworkData,
    tables=TABLES,
    template=files(__package__) / "template",
    find_problems=find_problems,
    compile=compile_network,
    public_data=public_data,
    public_type=NetworkRulesetInfo,
    notation=NetworkNotation,
    reader=NetworkReader,
    write_position=partial(write_position, TELLINGS),
    view=VIEWS.view,
    view_type=VIEWS.view_type,
    outcome=VIEWS.outcome,
    events=partial(events, TELLINGS),
    event_types=event_types(TELLINGS),
    plan=plan,
    plan_type=NetworkPlan,
    hint=hint,
    as_shown=lambda observation, _seat, _look: observation,  # a view shows all that it knows of cards
    hint_type=NetworkHint,
    summary=SUMMARIES.summary,
    summary_type=SUMMARIES.summary_type,
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
)
