"""Reasons to pay or refuse a surcharge."""

from __future__ import annotations

from whistlestop.core.fields import NONE
from whistlestop.games.network.advice.reasons import Reasons, last
from whistlestop.games.network.advice.shapes import NetworkReason
from whistlestop.games.network.advice.thoughts import Thoughts
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


def turns_of_both(thoughts: Thoughts) -> tuple[int, int]:
    """Return the turns, in thousandths, that the planner compares: for paying in the best way, and for withdrawing."""
    o, r, w = thoughts.observation.record, thoughts.rules, thoughts.work
    color, laid = int(o["laid_color"]), int(o["laid_colored"])
    hand = w["whole_hand"]
    needs = plain(tally)(r, w, int(w["list_size"]), NONE)
    withdrawing = int(plain(expect)(thoughts.numbers, w, needs, hand) + thoughts.numbers[PATIENCE])
    needs = plain(tally)(r, w, int(w["list_size"]), int(o["laid_route"]))
    paying = []
    for action in thoughts.observation.legal_ids()[:-1]:  # withdrawing is listed last
        colored, wild = int(r["action_colored"][action]), int(r["action_wild"][action])
        plain(without)(hand, color, laid + colored, int(o["laid_wild"]) + wild, w["trial"])
        paying.append(
            int(plain(expect)(thoughts.numbers, w, needs, w["trial"]) + wild * thoughts.numbers[WILD_SPARE])
        )
    return min(paying), withdrawing


def surcharge(thoughts: Thoughts, _action: int) -> list[NetworkReason]:
    """Compare paying with taking the cards back."""
    if thoughts.last_turn or thoughts.action != thoughts.planned:
        return []  # in its last turn the planner always pays; and the reason must not contradict a search
    paying, withdrawing = turns_of_both(thoughts)
    return [Surcharge(paying=round(paying / 1000, 1), withdrawing=round(withdrawing / 1000, 1))]


def pay(thoughts: Thoughts, action: int) -> list[NetworkReason]:
    """Return why to pay."""
    laid = int(thoughts.observation.record["laid_route"])
    return [*last(thoughts), *surcharge(thoughts, action), *claim(thoughts, laid)]


REASONS: Reasons = {SURCHARGE: pay, WITHDRAW: surcharge}
