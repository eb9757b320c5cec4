"""The map games as one object."""

from __future__ import annotations

from importlib.resources import files

from whistlestop.games.kind import Kind
from whistlestop.games.network import machine
from whistlestop.games.network.records import FIELDS

from .advice.hint import hint
from .advice.plan import plan
from .advice.shapes import NetworkHint, NetworkPlan
from .bots import KERNELS, loops
from .dealing import turn_up_market
from .envs import ENCODING
from .events import EVENTS, events
from .format.check import find_problems
from .format.compile import compile_network
from .format.public import NetworkRulesetInfo, public_data
from .format.schema import NetworkData
from .format.tables import TABLES
from .notation import NetworkNotation
from .oversights import OVERSIGHTS
from .position import NetworkReader, write_network
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
from .summary import NetworkSummary, summary
from .view import NetworkView, outcome, view

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
    write_position=write_network,
    view=view,
    view_type=NetworkView,
    outcome=outcome,
    events=events,
    event_types=EVENTS,
    plan=plan,
    plan_type=NetworkPlan,
    hint=hint,
    as_shown=lambda observation, _seat, _look: observation,  # a view shows all that it knows of cards
    hint_type=NetworkHint,
    summary=summary,
    summary_type=NetworkSummary,
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
)
