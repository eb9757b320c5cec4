"""The kinds of game. This is the only list of them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from .format import Ruleset
from .format.shape import prepare
from .games.kind import Kind
from .games.network.kind import NETWORK
from .games.yard.kind import YARD
from .text.advice import Hint, Plan
from .text.events import EVENTS, Event
from .text.public import RulesetInfo
from .text.summary import Summary
from .text.view import View

KINDS: dict[str, Kind] = {kind.name: kind for kind in (NETWORK, YARD)}
"""By the name that rulesets use."""

DEFAULT = NETWORK
"""The kind of a ruleset that names none."""


def kind_of(ruleset: Ruleset) -> Kind:
    """Return the kind of a ruleset."""
    return KINDS[ruleset.data.machine]


for _kind in KINDS.values():
    prepare(_kind.data.ruleset.shape, _kind.told.reader.shape)

# The records of all kinds, of which messages consist. A type checker knows their common parts.
if TYPE_CHECKING:
    AnyView: TypeAlias = View
    AnyEvent: TypeAlias = Event
    AnyRulesetInfo: TypeAlias = RulesetInfo
    AnyPlan: TypeAlias = Plan
    AnyHint: TypeAlias = Hint
    AnySummary: TypeAlias = Summary
else:
    AnyView = reduce(or_, (kind.told.views.view_type for kind in KINDS.values()))
    AnyEvent = reduce(or_, (*EVENTS, *(event for kind in KINDS.values() for event in kind.told.event_types)))
    AnyRulesetInfo = reduce(or_, (kind.data.public_type for kind in KINDS.values()))
    AnyPlan = reduce(or_, (kind.advice.plan_type for kind in KINDS.values()))
    AnyHint = reduce(or_, (kind.advice.hint_type for kind in KINDS.values()))
    AnySummary = reduce(or_, (kind.told.summaries.summary_type for kind in KINDS.values()))
