"""What a player is shown of what bots remember: of the stacks, their own at the end and for beginners, else none.

An observation counts what went onto the stacks, which no player may look up (CARD-22, RUL-61). Advice is made from
what a view shows: in place of the cards of a hidden stack lie average ones of those that nobody sees.
"""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.core.fields import CARDS
from whistlestop.games.plain import plain
from whistlestop.games.yard.turn import unplaced_cards
from whistlestop.text.knowledge import Knowledge


def stack_known(observation: Knowledge, seat: int, look: bool) -> bool:
    """Whether the seat may know what lies on its stack: as a view shows it, or because nothing does (CARD-22)."""
    o = observation.record
    shown = look or o["phase"] in (fields.DECLARATION, fields.OVER)
    return bool(shown or o["stack_size"][seat] == 0)


def as_shown(observation: Knowledge, seat: int, look: bool) -> Knowledge:
    """The observation with average cards on the stacks that its view does not show."""
    array = observation.array.copy()
    o, rules = array[0], observation.ruleset.rules[0]
    known = stack_known(observation, seat, look)
    own = o["stack"][seat].copy()
    o["stack"] = 0
    if known:
        o["stack"][seat] = own
    pool = [int(plain(unplaced_cards)(o, rules, card)) for card in range(CARDS)]
    for player in range(int(o["players"])):
        if player != seat or not known:
            share = _share(pool, int(o["stack_size"][player]))
            o["stack"][player] = share
            pool = [count - taken for count, taken in zip(pool, share, strict=True)]
    return Knowledge(observation.ruleset, seat, array)


def _share(pool: list[int], size: int) -> list[int]:
    """So many cards of a pool in the proportions of the pool; what does not divide goes to the largest remainders."""
    total = max(1, sum(pool))
    shares = [count * size // total for count in pool]
    order = sorted(range(len(pool)), key=lambda card: (-(pool[card] * size % total), card))
    for card in order[: size - sum(shares)]:
        shares[card] += 1
    return shares
