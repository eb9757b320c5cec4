"""Mixtures: before players see any tickets, they announce how many come from each of two decks (GER-2 to GER-6).

A draw takes two actions: the player decides to draw tickets, then announces the mixture. The rest of the engine thus
treats it like any other draw of tickets. In the opening, the players announce one after the other.
"""

from __future__ import annotations

from whistlestop.core.fields import NONE, OPENING, TAKE_TICKETS, TICKET_CHOICE, i2
from whistlestop.core.jit import jit
from whistlestop.core.types import Actions, Known, Rules, State
from whistlestop.games.mechanisms import BEYOND, GOES_ON, NO, YES, Mechanism
from whistlestop.games.network.mechanisms.codes import ACTION_TYPES, PHASES
from whistlestop.games.network.mechanisms.tickets.decks import (
    offer_from_decks,
    regular_size,
    shuffle_tickets,
)

MIX = next(ACTION_TYPES)
"""The type of action: draw `action_arg` tickets from the deck of long ones, the others from the regular one."""
DEALING = next(PHASES)
"""The phase of the opening in which the players announce their mixtures, one after the other."""
MIXING = next(PHASES)
"""The phase of a turn in which the player announces the mixture."""


@jit
def deal(s: State, r: Rules) -> None:
    """Shuffle both decks; the first player announces a mixture (GER-2)."""
    if r["mixture"] == 0:
        return
    shuffle_tickets(s, r, 1)
    size = int(s["ticket_size"])
    long = s["ticket_deck"][:size].copy()
    shuffle_tickets(s, r, 0)
    regular = int(s["ticket_size"])
    for place in range(size):
        s["ticket_deck"][regular + place] = long[place]
    s["ticket_size"] = regular + size
    s["long_size"] = size
    s["phase"] = DEALING


@jit
def offered(s: Known, r: Rules) -> int:
    """Return the size of the announced offer; it is smaller if both decks together have fewer tickets (GER-4)."""
    count = int(r["deal_regular"] if s["phase"] == DEALING else r["draw_tickets"])
    return min(count, regular_size(s) + min(int(s["long_size"]), int(r["mixture"])))


@jit
def fewest_long(s: Known, r: Rules) -> int:
    """Return the fewest long tickets that the player may announce."""
    return max(0, offered(s, r) - regular_size(s))


@jit
def most_long(s: Known, r: Rules) -> int:
    """Return the most long tickets that the player may announce."""
    return min(offered(s, r), int(s["long_size"]), int(r["mixture"]))


@jit
def list_phase(s: State, r: Rules, _player: int, out: Actions) -> int:
    """Write the mixtures that the decks allow (GER-3, GER-4)."""
    if s["phase"] not in (DEALING, MIXING):
        return BEYOND
    size = 0
    for long in range(fewest_long(s, r), most_long(s, r) + 1):
        out[size] = r["id_mix"] + long
        size += 1
    return size


@jit
def judge(s: State, r: Rules, _player: int, action: int) -> int:
    """Return whether the player may announce the mixture."""
    announcing = s["phase"] in (DEALING, MIXING)
    if r["action_type"][action] != MIX:
        return NO if announcing else BEYOND
    long = int(r["action_arg"][action])
    return YES if announcing and fewest_long(s, r) <= long <= most_long(s, r) else NO


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Let the player announce a mixture, or offer the announced tickets."""
    kind = r["action_type"][action]
    if kind == TAKE_TICKETS and r["mixture"]:
        s["did"] = NONE  # nothing has been drawn
        s["phase"] = MIXING
        return GOES_ON
    if kind != MIX:
        return BEYOND
    long = int(r["action_arg"][action])
    offer_from_decks(s, player, long, offered(s, r) - long)
    if s["phase"] == MIXING:
        s["phase"] = TICKET_CHOICE
        return GOES_ON
    s["player"] = (player + 1) % s["players"]
    if s["player"] == s["first"]:
        s["phase"] = OPENING
        for each in range(s["players"]):
            s["chosen"][each] = 0
    return GOES_ON


MECHANISM = Mechanism(
    columns=[("id_mix", i2)],  # + number of long tickets
    deal=deal,
    list_phase=list_phase,
    judge=judge,
    play=play,
)
