"""The suggested action and its reasons: the choice of the planner or a search, explained by the planner's plan.

Each reason refers to the suggested action. If a search chose a different action from the planner, the reasons describe
the effects of that action and how it fits the plan, but not why the planner preferred its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from whistlestop.games.composing import found
from whistlestop.games.hints import told
from whistlestop.games.network import mechanisms
from whistlestop.games.network.format.schema import NetworkData
from whistlestop.text.advice import Hint, RoutePlan, Searched
from whistlestop.text.knowledge import Knowledge

from .findings import Findings, findings_of
from .reasons import Reasons
from .shapes import NetworkReason, OnlyChoice

REASONS: Reasons = {
    kind: reasons
    for _, own in found(mechanisms.__name__, mechanisms.NAMES, "advice", "REASONS")
    for kind, reasons in own.items()
}
"""The reasons of all mechanisms."""

if TYPE_CHECKING:
    AnyNetworkReason: TypeAlias = NetworkReason
else:
    AnyNetworkReason = Union[tuple(NetworkReason.__subclasses__())]  # noqa: UP007 - a union of all subclasses


class NetworkHint(Hint, kw_only=True, tag=NetworkData.machine):
    """The recommended action and its reasons, the strongest first; `plan`: the planned claims."""

    reasons: list[AnyNetworkReason]
    plan: RoutePlan | None


def hint(observation: Knowledge, seat: int, _look: bool, searched: Searched | None) -> NetworkHint:
    """Return the suggested action for the observation's seat, which must have a decision to make."""
    findings = findings_of(observation, seat, None if searched is None else searched.action)
    only = len(observation.legal_ids()) == 1
    # Find the reasons first: the reasons for tickets make a plan with the tickets that the hint keeps.
    reasons: list[NetworkReason] = [OnlyChoice()] if only else _reasons(findings)
    return NetworkHint(
        **told(observation, searched, findings.planned),
        reasons=reasons,
        plan=None if only else findings.plan(),
    )


def _reasons(findings: Findings) -> list[NetworkReason]:
    found = REASONS.get(int(findings.rules["action_type"][findings.action]))
    return [] if found is None else found(findings, findings.action)
