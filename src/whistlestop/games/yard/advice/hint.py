"""The suggested action and its reasons: the choice of the planner or a search, explained by the planner's plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, Union

from whistlestop.games.composing import found
from whistlestop.games.hints import told
from whistlestop.games.yard import mechanisms
from whistlestop.games.yard.format.schema import YardData
from whistlestop.text.advice import Hint, Searched
from whistlestop.text.knowledge import Knowledge

from .findings import Findings, findings_of
from .reasons import OPEN, Reasons
from .seen import StackUnknown, as_shown, stack_known
from .shapes import NoChoice, YardReason

REASONS: Reasons = {
    kind: reasons
    for _, own in found(mechanisms.__name__, mechanisms.NAMES, "advice", "REASONS")
    for kind, reasons in own.items()
}
"""The reasons of all mechanisms."""

if TYPE_CHECKING:
    AnyYardReason: TypeAlias = YardReason
else:
    AnyYardReason = Union[tuple(YardReason.__subclasses__())]  # noqa: UP007 - a union of all subclasses


class YardHint(Hint, kw_only=True, tag=YardData.machine):
    """The recommended action and its reasons, the strongest first."""

    reasons: list[AnyYardReason]


def hint(observation: Knowledge, seat: int, look: bool, searched: Searched | None) -> YardHint:
    """Return the suggested action for the observation's seat, which must have a decision to make."""
    shown = as_shown(observation, seat, look)
    findings = findings_of(shown, seat, None if searched is None else searched.action)
    reasons: list[YardReason] = [NoChoice()]
    if len(observation.legal_ids()) > 1:
        reasons = _reasons(findings)
        if not stack_known(observation, seat, look):
            reasons.append(StackUnknown(cards=int(observation.record["stack_size"][seat])))
    return YardHint(
        **told(observation, searched, findings.planned_action),
        reasons=reasons,
    )


def _reasons(findings: Findings) -> list[YardReason]:
    action = findings.action
    listed = action < findings.observation.ruleset.action_count
    found = REASONS.get(int(findings.rules["action_type"][action]) if listed else OPEN)
    return [] if found is None else found(findings, action)
