"""Reasons to pay or refuse a surcharge."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.core.jit import jit
from whistlestop.core.types import Numbers, Observation, Rules, Work
from whistlestop.games.network.advice.findings import Findings
from whistlestop.games.network.advice.reasons import Reasons, last
from whistlestop.games.network.advice.shapes import NetworkReason
from whistlestop.games.network.bots.planner.needs import expect, without
from whistlestop.games.network.bots.planner.numbers import PATIENCE, WILD_SPARE
from whistlestop.games.network.bots.planner.timing import tally
from whistlestop.games.network.mechanisms.claims.advice import claim
from whistlestop.games.plain import plain

from .rules import SURCHARGE, WITHDRAW


class Surcharge(NetworkReason, tag="surcharge"):
    """About how many turns the plan takes if you pay the surcharge, and if you withdraw."""

    paying: float
    withdrawing: float


@jit
def turns_if_paid(o: Observation, r: Rules, n: Numbers, w: Work, action: int) -> int:
    """Return the turns of the plan after a surcharge is paid, in thousandths."""
    wild = int(r["action_wild"][action])
    colored = int(o["laid_colored"]) + int(r["action_colored"][action])
    needs = tally(r, w, int(w["list_size"]), int(o["laid_route"]))
    without(w["whole_hand"], int(o["laid_color"]), colored, int(o["laid_wild"]) + wild, w["trial"])
    return int(expect(n, w, needs, w["trial"]) + wild * n[WILD_SPARE])


@jit
def turns_if_withdrawn(r: Rules, n: Numbers, w: Work) -> int:
    """Return the turns of the plan if the player takes the cards back, in thousandths."""
    needs = tally(r, w, int(w["list_size"]), NONE)
    return int(expect(n, w, needs, w["whole_hand"]) + n[PATIENCE])


def turns_of_both(findings: Findings) -> tuple[int, int]:
    """Return the estimated turns left, in thousandths, after the best payment and after withdrawing."""
    o, r, n, w = findings.observation.record, findings.rules, findings.numbers, findings.work
    actions = findings.observation.legal_ids()[:-1]  # withdrawing is listed last
    paying = min(int(plain(turns_if_paid)(o, r, n, w, action)) for action in actions)
    return paying, int(plain(turns_if_withdrawn)(r, n, w))


def surcharge(findings: Findings, _action: int) -> list[NetworkReason]:
    """Compare paying with taking the cards back."""
    if findings.last_turn or findings.action != findings.planned:
        return []  # in its last turn the planner always pays; and the reason must not contradict a search
    paying, withdrawing = turns_of_both(findings)
    return [Surcharge(paying=round(paying / 1000, 1), withdrawing=round(withdrawing / 1000, 1))]


def pay(findings: Findings, action: int) -> list[NetworkReason]:
    """Return the reasons to pay."""
    laid = int(findings.observation.record["laid_route"])
    return [*last(findings), *surcharge(findings, action), *claim(findings, laid)]


REASONS: Reasons = {SURCHARGE: pay, WITHDRAW: surcharge}
