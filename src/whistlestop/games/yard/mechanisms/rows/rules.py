"""Rows of one color in the siding: placing, robbery, and moving cards onto the stack (CARD-9, CARD-23 to CARD-30)."""

from __future__ import annotations

from whistlestop.core.deck import discard, lose_cards
from whistlestop.core.fields import CARDS, COLORS, NONE, PLAYERS, TURN, WILD, i2
from whistlestop.core.jit import jit
from whistlestop.core.records import PUBLIC, Field
from whistlestop.core.types import Actions, Integers, Known, Observation, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, NO, YES, Mechanism
from whistlestop.games.yard.sizes import COLORED, WILDS

SET = 9
"""The type of action: place a row of one color."""
NO_SET = 1000  # more cards than any set has


@jit
def row_size(s: Known, player: int, color: int) -> int:
    """Return the number of cards in a row, wilds included (CARD-28); 0 if there is no row."""
    return int(s["row_colored"][player, color]) + int(s["row_wild"][player, color])


@jit
def row_owner(s: Known, color: int) -> int:
    """Return the player whose siding has the row of a color, NONE if no siding has one (CARD-30)."""
    for player in range(s["players"]):
        if row_size(s, player, color):
            return player
    return NONE


@jit
def fewest_cards(s: Known, player: int, color: int) -> int:
    """Return the fewest cards of a legal set of the color; NO_SET if there is none (CARD-23 to CARD-28)."""
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
def count_sets(s: State, player: int, color: int, fewest: int) -> int:
    """Return how many sets of a color `list_sets` writes."""
    wilds = int(s["hand"][player, WILD])
    count = 0
    for colored in range(1, int(s["hand"][player, color]) + 1):
        count += max(0, wilds + 1 - max(0, fewest - colored))
    return count


@jit
def count_all_sets(s: State, _r: Rules, player: int, _counts: Integers, _at: int) -> int:
    """Return how many actions `list_sets` writes."""
    count = 0
    for color in range(COLORS):
        if s["hand"][player, color]:
            count += count_sets(s, player, color, fewest_cards(s, player, color))
    return count


@jit
def nth_set(s: State, r: Rules, player: int, index: int, _counts: Integers, _at: int) -> int:
    """Return the n-th action of `list_sets`."""
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
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether a row may be placed (CARD-23 to CARD-28)."""
    if r["action_type"][action] != SET:
        return BEYOND
    color = int(r["action_color"][action])
    colored = int(r["action_colored"][action])
    wild = int(r["action_wild"][action])
    if s["phase"] != TURN or s["hand"][player, color] < colored or s["hand"][player, WILD] < wild:
        return NO
    return YES if colored + wild >= fewest_cards(s, player, color) else NO


@jit
def place_row(s: State, player: int, color: int, colored: int, wild: int) -> None:
    """Move cards from the hand to the siding as a row; this robs a smaller row elsewhere (CARD-23, CARD-27)."""
    owner = row_owner(s, color)
    if owner != NONE:
        s["did_rob"] = owner
        s["did_rob_colored"] = s["row_colored"][owner, color]
        s["did_rob_wild"] = s["row_wild"][owner, color]
        discard(s, color, int(s["row_colored"][owner, color]))
        discard(s, WILD, int(s["row_wild"][owner, color]))
        s["row_colored"][owner, color] = 0
        s["row_wild"][owner, color] = 0
    lose_cards(s, player, color, colored)
    lose_cards(s, player, WILD, wild)
    s["row_colored"][player, color] = colored
    s["row_wild"][player, color] = wild


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Place a row."""
    if r["action_type"][action] != SET:
        return BEYOND
    colored, wild = int(r["action_colored"][action]), int(r["action_wild"][action])
    place_row(s, player, int(r["action_color"][action]), colored, wild)
    return ENDED


@jit
def move_cards(s: State, player: int) -> None:
    """Phase 1: move the top card of each row face down onto the stack, wilds first (CARD-9, CARD-10)."""
    for color in range(COLORS):
        if s["row_wild"][player, color]:
            s["row_wild"][player, color] -= 1
            s["did_moved"][color] = WILD
        elif s["row_colored"][player, color]:
            s["row_colored"][player, color] -= 1
            s["did_moved"][color] = color
        else:
            continue
        s["stack"][player, s["did_moved"][color]] += 1
        s["stack_size"][player] += 1


@jit
def begin_turn(s: State, _r: Rules) -> None:
    """Carry out phase 1 of the turn, which involves no decision."""
    move_cards(s, int(s["player"]))


@jit
def clear_rows(s: State, player: int) -> None:
    """Empty a player's siding and stack."""
    s["stack_size"][player] = 0
    for color in range(COLORS):
        s["row_colored"][player, color] = 0
        s["row_wild"][player, color] = 0
    for card in range(CARDS):
        s["stack"][player, card] = 0


@jit
def placed(o: Observation, card: int) -> int:
    """Return how many copies of a card are in sidings and on stacks."""
    count = 0
    for player in range(o["players"]):
        count += int(o["stack"][player, card])
        if card == WILD:
            for color in range(COLORS):
                count += int(o["row_wild"][player, color])
        else:
            count += int(o["row_colored"][player, card])
    return count


MECHANISM = Mechanism(
    columns=[
        ("set_id", i2, (COLORS, COLORED + 1, WILDS + 1))
    ],  # (color, colored, wild) -> action, NONE if none
    fields=[
        # the siding: for each color, the colored cards of its row, and the wilds on top of them
        Field("row_colored", PUBLIC, i2, (PLAYERS, COLORS)),
        Field("row_wild", PUBLIC, i2, (PLAYERS, COLORS)),
        Field("stack_size", PUBLIC, i2, (PLAYERS,)),
        # Cards go onto a stack face up, so an attentive player can remember them: bots may use them, views do not show
        # them (RUL-61).
        Field("stack", PUBLIC, i2, (PLAYERS, CARDS)),
        # the player who lost a row of `did_color`, NONE if nobody did (CARD-27)
        Field("did_rob", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_rob_colored", PUBLIC, i2, of_action=True),
        Field("did_rob_wild", PUBLIC, i2, of_action=True),
        # by row: the card that the next player's phase 1 moved, NONE if there was no row
        Field("did_moved", PUBLIC, i2, (COLORS,), empty=NONE, of_action=True),
    ],
    list_turn=list_sets,
    count_turn=count_all_sets,
    nth_turn=nth_set,
    judge=judge,
    play=play,
    begin_turn=begin_turn,
    placed=placed,
)
