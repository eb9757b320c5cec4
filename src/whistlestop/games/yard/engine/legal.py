"""What is legal: the one definition. `list_legal` lists, `is_legal` judges one action.

Every function here reads only what the seat concerned may know, so it takes a STATE or an OBSERVATION. A large hand has
many sets, and random play needs one action only, so a turn can also be counted, in an eighth less time for a game:
`count_turn` and `nth_turn` stand beside the list, and tests compare them with it.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import popcount
from whistlestop.core.deck import market_cards
from whistlestop.core.draws import count_draws, list_draws, nth_draw
from whistlestop.core.fields import (
    COLORS,
    DECLARATION,
    DRAW,
    KEEP,
    NONE,
    OPENING,
    PASS,
    SECOND_DRAW,
    SET,
    STOP,
    TAKE,
    TAKE_TICKETS,
    TICKET_CHOICE,
    TRIO,
    TURN,
    WILD,
)
from whistlestop.core.jit import jit
from whistlestop.core.rng import fast_below
from whistlestop.core.seats import is_to_act
from whistlestop.core.tickets import can_keep, keep_min, list_keeps
from whistlestop.core.types import Actions, CardSet, Generator, Integers, Rules, State

from .assignment import best_declaration
from .declaration import feasible, list_declarations, random_declaration

NO_SET = 1000  # more cards than any set has
DRAWS, DRAW_TICKETS, SETS = range(3)  # what `count_turn` counts


@jit
def can_draw(s: State) -> bool:
    """Whether train cards may be drawn at all, blind or from the market (CARD-14)."""
    return bool(s["deck_size"] > 0)


@jit
def takeable(s: State, r: Rules, second: bool) -> CardSet:
    """The cards that may be taken from the market, as a set of bits (CARD-15, CARD-17)."""
    if not can_draw(s):
        return 0
    cards = market_cards(s)
    if second and r["wild_ends_draw"]:
        return cards & ((1 << WILD) - 1)
    return cards


@jit
def row_size(s: State, player: int, color: int) -> int:
    """The number of cards in a row, wilds included (CARD-28); 0 if there is no row."""
    return int(s["row_colored"][player, color]) + int(s["row_wild"][player, color])


@jit
def row_owner(s: State, color: int) -> int:
    """Whose siding has the row of a color, NONE if no siding has one (CARD-30)."""
    for player in range(s["players"]):
        if row_size(s, player, color):
            return player
    return NONE


@jit
def fewest_cards(s: State, player: int, color: int) -> int:
    """Fewest cards that the player may place as a set of the color; NO_SET if none can be (CARD-23 to CARD-28)."""
    owner = row_owner(s, color)
    if owner == player:
        return NO_SET
    return 2 if owner == NONE else max(2, row_size(s, owner, color) + 1)


@jit
def list_sets(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the sets that may be placed (CARD-23)."""
    wilds = int(s["hand"][player, WILD])
    for color in range(COLORS):
        held = int(s["hand"][player, color])
        if held == 0:
            continue
        fewest = fewest_cards(s, player, color)
        for colored in range(1, held + 1):
            for wild in range(max(0, fewest - colored), wilds + 1):
                out[size] = r["set_id"][color, colored, wild]
                size += 1
    return size


@jit
def single_colors(s: State, player: int) -> int:
    """The colors that the player holds and that lie in no siding, as a set of bits (CARD-24, CARD-29)."""
    colors = 0
    for color in range(COLORS):
        if s["hand"][player, color] > 0 and row_owner(s, color) == NONE:
            colors |= 1 << color
    return colors


@jit
def list_trios(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the threes of singles that may be placed (CARD-24)."""
    free = single_colors(s, player)
    for first in range(COLORS):
        if (free >> first) & 1:
            for second in range(first + 1, COLORS):
                if (free >> second) & 1:
                    for third in range(second + 1, COLORS):
                        if (free >> third) & 1:
                            out[size] = r["trio_id"][first, second, third]
                            size += 1
    return size


@jit
def list_turn(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write what may be done in phase 2 of a turn (CARD-13, CARD-34)."""
    size = list_draws(r, can_draw(s), takeable(s, r, False), out, 0)
    if s["ticket_size"] > 0:  # CARD-31
        out[size] = r["id_tickets"]
        size += 1
    size = list_sets(s, r, player, out, size)
    size = list_trios(s, r, player, out, size)
    if size == 0:
        out[0] = r["id_pass"]
        return 1
    return size


@jit
def list_simple(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write every legal action of a player who is to act, in any phase but that of declarations."""
    phase = s["phase"]
    if phase == OPENING:
        return list_keeps(s, r, player, keep_min(r, True), out, 0)
    if phase == TICKET_CHOICE:
        return list_keeps(s, r, player, keep_min(r, False), out, 0)
    if phase == SECOND_DRAW:
        size = list_draws(r, can_draw(s), takeable(s, r, True), out, 0)
        out[size] = r["id_stop"]  # CARD-19
        return size + 1
    return list_turn(s, r, player, out)


@jit
def list_legal(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the legal actions of the player into `out` and return how many there are.

    All of them, but for declarations: of these the default comes first (CARD-42), and at most LISTED are written.
    """
    if not is_to_act(s, player):
        return 0
    if s["phase"] == DECLARATION:
        size = list_declarations(s, r, player, best_declaration(s, r, player), out)
        for place in range(size):
            out[place] += r["id_declare"]
        return size
    return list_simple(s, r, player, out)


@jit
def count_sets(s: State, player: int, color: int, fewest: int) -> int:
    """How many sets of a color `list_sets` writes."""
    wilds = int(s["hand"][player, WILD])
    count = 0
    for colored in range(1, int(s["hand"][player, color]) + 1):
        count += max(0, wilds + 1 - max(0, fewest - colored))
    return count


@jit
def nth_set(s: State, r: Rules, player: int, index: int) -> int:
    """The n-th action of `list_sets`."""
    wilds = int(s["hand"][player, WILD])
    color = 0
    fewest = fewest_cards(s, player, color)
    count = count_sets(s, player, color, fewest)
    while index >= count:
        index -= count
        color += 1
        fewest = fewest_cards(s, player, color)
        count = count_sets(s, player, color, fewest)
    colored = 1
    count = max(0, wilds + 1 - max(0, fewest - colored))
    while index >= count:
        index -= count
        colored += 1
        count = max(0, wilds + 1 - max(0, fewest - colored))
    return int(r["set_id"][color, colored, max(0, fewest - colored) + index])


@jit
def count_turn(s: State, r: Rules, player: int, counts: Integers) -> int:
    """How many actions `list_turn` writes, passing left aside; `counts` gets those of each sort (DRAWS to SETS)."""
    counts[DRAWS] = count_draws(can_draw(s), takeable(s, r, False))
    counts[DRAW_TICKETS] = 1 if s["ticket_size"] > 0 else 0
    counts[SETS] = 0
    for color in range(COLORS):
        if s["hand"][player, color]:
            counts[SETS] += count_sets(s, player, color, fewest_cards(s, player, color))
    singles = popcount(np.uint64(single_colors(s, player)))
    trios = singles * (singles - 1) * (singles - 2) // 6
    return int(counts[DRAWS] + counts[DRAW_TICKETS] + counts[SETS] + trios)


@jit
def nth_turn(s: State, r: Rules, player: int, index: int, counts: Integers) -> int:
    """The n-th action of `list_turn`, from the counts of `count_turn`, which are lost."""
    if index < counts[DRAWS]:
        return nth_draw(r, can_draw(s), takeable(s, r, False), index)
    index -= counts[DRAWS]
    if index < counts[DRAW_TICKETS]:
        return int(r["id_tickets"])
    index -= counts[DRAW_TICKETS]
    if index < counts[SETS]:
        return nth_set(s, r, player, index)
    index -= counts[SETS]
    list_trios(s, r, player, counts, 0)
    return int(counts[index])


@jit
def random_action(s: State, r: Rules, player: int, random: Generator, scratch: Actions) -> int:
    """A random legal action of a player who is to act: uniform, but for declarations.

    Of these every one is possible, those of more tickets the more likely. `scratch` has the size of an action list.
    """
    if s["phase"] == DECLARATION:
        return int(r["id_declare"]) + random_declaration(s, r, player, random)
    if s["phase"] == TURN:
        count = count_turn(s, r, player, scratch)
        return nth_turn(s, r, player, fast_below(random, count), scratch) if count else int(r["id_pass"])
    return int(scratch[fast_below(random, list_simple(s, r, player, scratch))])


@jit
def is_legal(s: State, r: Rules, player: int, action: int) -> bool:
    """Whether the action is legal, listed or not."""
    if not is_to_act(s, player) or action < 0:
        return False
    phase = s["phase"]
    if action >= r["id_declare"]:
        tickets = action - int(r["id_declare"])
        return bool(phase == DECLARATION and feasible(s, r, player, tickets))
    action_type = r["action_type"][action]
    arg = int(r["action_arg"][action])
    color = int(r["action_color"][action])
    if action_type == KEEP:
        if phase != OPENING and phase != TICKET_CHOICE:
            return False
        return can_keep(s, player, arg, keep_min(r, phase == OPENING))
    if phase != TURN and phase != SECOND_DRAW:
        return False
    if action_type == DRAW:
        return can_draw(s)
    if action_type == TAKE:
        return ((takeable(s, r, phase == SECOND_DRAW) >> color) & 1) != 0
    if action_type == STOP:
        return bool(phase == SECOND_DRAW)
    if phase != TURN:
        return False
    if action_type == TAKE_TICKETS:
        return bool(s["ticket_size"] > 0)
    if action_type == SET:
        colored = int(r["action_colored"][action])
        wild = int(r["action_wild"][action])
        holds = s["hand"][player, color] >= colored and s["hand"][player, WILD] >= wild
        return bool(holds and colored + wild >= fewest_cards(s, player, color))
    if action_type == TRIO:
        return (arg & ~single_colors(s, player)) == 0
    return bool(action_type == PASS and is_stuck(s, r, player))


@jit
def is_stuck(s: State, r: Rules, player: int) -> bool:
    """Whether nothing but passing is left (CARD-34)."""
    return count_turn(s, r, player, np.empty(SETS + 1, np.int64)) == 0
