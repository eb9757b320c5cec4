"""The part that players see of the cards that bots remember.

An observation counts the cards that went onto the stacks, which players may not inspect (CARD-22, RUL-61). Advice uses
only information that a view shows: a player's own stack, at the end or with the beginners' option. A hidden stack gets
average cards instead, from those that are out of sight.
"""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.core.fields import CARDS
from whistlestop.games.plain import plain
from whistlestop.text.knowledge import Knowledge

from .queries import cards_out_of_sight
from .shapes import YardReason


class StackUnknown(YardReason, tag="stack_unknown"):
    """The cards of your stack are unknown here; the planner assumes average ones."""

    cards: int


def stack_known(observation: Knowledge, seat: int, look: bool) -> bool:
    """Return whether the seat may know its stack: the view shows it, or it is empty (CARD-22)."""
    o = observation.record
    shown = look or o["phase"] in (fields.DECLARATION, fields.OVER)
    return bool(shown or o["stack_size"][seat] == 0)


def as_shown(observation: Knowledge, seat: int, look: bool) -> Knowledge:
    """Return the observation with average cards on the stacks that the seat's view does not show."""
    array = observation.array.copy()
    o, rules = array[0], observation.ruleset.rules[0]
    known = stack_known(observation, seat, look)
    own = o["stack"][seat].copy()
    o["stack"] = 0
    if known:
        o["stack"][seat] = own
    pool = [int(plain(cards_out_of_sight)(o, rules, card)) for card in range(CARDS)]
    for player in range(int(o["players"])):
        if player != seat or not known:
            share = _share(pool, int(o["stack_size"][player]))
            o["stack"][player] = share
            pool = [count - taken for count, taken in zip(pool, share, strict=True)]
    return Knowledge(observation.ruleset, seat, array)


def _share(pool: list[int], size: int) -> list[int]:
    """Return `size` cards in the proportions of the pool; the largest remainders get the rest."""
    total = max(1, sum(pool))
    shares = [count * size // total for count in pool]
    order = sorted(range(len(pool)), key=lambda card: (-(pool[card] * size % total), card))
    for card in order[: size - sum(shares)]:
        shares[card] += 1
    return shares
