"""Warehouses and depots: placing depots, putting a card aside for every draw, and taking warehouses (EUR-41 to EUR-48).

A draw takes two actions: the player announces it, then chooses the warehouse, and the draw follows at once. The player
thus chooses the warehouse before seeing the drawn card, and the mechanism of the train cards handles everything else
about drawing.
"""

from __future__ import annotations

from whistlestop.core.deck import take_top
from whistlestop.core.fields import CARDS, DRAW, KEEP, NONE, PLAYERS, TAKE, TURN, i2
from whistlestop.core.jit import jit
from whistlestop.core.observe import take_random_card
from whistlestop.core.records import HIDDEN, OWN, PUBLIC, Field
from whistlestop.core.rng import shuffle
from whistlestop.core.types import Actions, Generator, Hand, Known, Observation, Rules, State
from whistlestop.games.mechanisms import BEYOND, ENDED, GOES_ON, NO, YES, Mechanism, ScorePart
from whistlestop.games.mechanisms.turn import note
from whistlestop.games.network.mechanisms.cards.rules import play as draw
from whistlestop.games.network.mechanisms.cities import count_free_cities, is_free, nth_free_city
from whistlestop.games.network.mechanisms.codes import ACTION_TYPES, PHASES
from whistlestop.games.network.sizes import CITIES

DEPOT = next(ACTION_TYPES)
"""The type of action: place a depot in the city `action_arg`."""
STORE = next(ACTION_TYPES)
"""The type of action: put the top card into the warehouse of the player `action_arg`, then draw as announced."""
COLLECT = next(ACTION_TYPES)
"""The type of action: spend a depot to take all cards of the warehouse of the player `action_arg`."""
LEAVE = next(ACTION_TYPES)
"""The type of action: take no warehouse, or no further one."""
PLACING = next(PHASES)
"""The phase in which the players place their first depots, one after the other."""
STORING = next(PHASES)
"""The phase in which the player chooses the warehouse that gets the top card."""
COLLECTING = next(PHASES)
"""The phase in which the player may take warehouses after a claim."""


@jit
def clear(s: State, r: Rules, players: int) -> None:
    """Give all players their depots (EUR-41)."""
    for player in range(players):
        s["depots_left"][player] = r["depots"]


# Placing.


@jit
def count_free(s: State, r: Rules, player: int) -> int:
    """Return the number of cities in which the player may place a depot (EUR-45)."""
    return count_free_cities(s, r) if s["depots_left"][player] > 0 else 0


@jit
def nth_free(s: State, r: Rules, _player: int, index: int) -> int:
    """Return the n-th placement of `list_free`."""
    return int(r["id_depot"]) + nth_free_city(s, index)


@jit
def list_free(s: State, r: Rules, player: int, out: Actions, size: int) -> int:
    """Write the depots that may be placed before the action of the turn (EUR-45)."""
    if s["depots_left"][player] > 0:
        for city in range(r["cities"]):
            if is_free(s, city):
                out[size] = r["id_depot"] + city
                size += 1
    return size


@jit
def place(s: State, player: int, city: int) -> None:
    """Place a depot. In the opening the next player is the one counter-clockwise (EUR-42)."""
    s["depot_owner"][city] = player
    s["depots_left"][player] -= 1
    if s["phase"] == PLACING:
        if player == s["first"]:
            s["phase"] = TURN
        else:
            s["player"] = (player + s["players"] - 1) % s["players"]


# Storing.


@jit
def store(s: State, r: Rules, player: int, owner: int) -> int:
    """Put the top card into a warehouse, unseen, and draw as announced (EUR-43)."""
    announced = int(s["announced"])
    s["warehouse"][owner, take_top(s)] += 1
    s["warehouse_size"][owner] += 1
    s["announced"] = NONE
    s["phase"] = TURN
    note(s, r, announced)
    s["did_stored"] = owner
    return int(draw(s, r, player, announced))


# Taking.


@jit
def open_warehouses(s: State, r: Rules, route: int) -> int:
    """Return the players who own a depot at an end of the route, as a bit set (EUR-44)."""
    players = 0
    for owner in (s["depot_owner"][r["route_a"][route]], s["depot_owner"][r["route_b"][route]]):
        if owner != NONE:
            players |= 1 << int(owner)
    return players


@jit
def can_collect(s: Known, player: int, owner: int) -> bool:
    """Return whether the player may take a warehouse: it is open and not empty, and the player has a depot to spend."""
    is_open = (int(s["open_warehouses"]) >> owner) & 1
    return bool(is_open and s["depots_left"][player] > 0 and s["warehouse_size"][owner] > 0)


@jit
def collect(s: State, player: int, owner: int) -> None:
    """Spend a depot, which leaves the game, to take all cards of a warehouse (EUR-44)."""
    for card in range(CARDS):
        count = s["warehouse"][owner, card]
        s["collected"][card] = count
        s["hand"][player, card] += count
        s["warehouse"][owner, card] = 0
    s["did_collected"] = s["warehouse_size"][owner]
    s["hand_size"][player] += s["warehouse_size"][owner]
    s["warehouse_size"][owner] = 0
    s["depots_left"][player] -= 1


@jit
def lingers(s: State, r: Rules, player: int) -> bool:
    """Let the player take warehouses before the turn ends, as long as there is one to take (EUR-44, RUL-98)."""
    if r["depots"] == 0 or s["open_warehouses"] == 0:
        return False
    for owner in range(s["players"]):
        if can_collect(s, player, owner):
            s["phase"] = COLLECTING
            return True
    s["open_warehouses"] = 0
    return False


# Actions.


@jit
def list_phase(s: State, r: Rules, player: int, out: Actions) -> int:
    """Write the legal actions in the phases of warehouses and depots."""
    if s["phase"] == PLACING:
        return list_free(s, r, player, out, 0)
    size = 0
    if s["phase"] == STORING:
        for owner in range(s["players"]):
            out[size] = r["id_store"] + owner
            size += 1
        return size
    if s["phase"] != COLLECTING:
        return BEYOND
    for owner in range(s["players"]):
        if can_collect(s, player, owner):
            out[size] = r["id_collect"] + owner
            size += 1
    out[size] = r["id_leave"]
    return size + 1


@jit
def judge(s: State, r: Rules, player: int, action: int) -> int:
    """Return whether a depot may be placed, a card stored, or a warehouse taken or left."""
    phase = s["phase"]
    kind = r["action_type"][action]
    arg = int(r["action_arg"][action])
    if kind == DEPOT:
        in_time = phase in (PLACING, TURN)
        return YES if in_time and s["depots_left"][player] > 0 and is_free(s, arg) else NO
    if kind == STORE:
        return YES if phase == STORING and arg < s["players"] else NO
    if kind == COLLECT:
        return YES if phase == COLLECTING and arg < s["players"] and can_collect(s, player, arg) else NO
    if kind == LEAVE:
        return YES if phase == COLLECTING else NO
    return NO if phase in (PLACING, STORING, COLLECTING) else BEYOND


@jit
def play(s: State, r: Rules, player: int, action: int) -> int:
    """Place a depot; announce a draw, or carry it out; take a warehouse, or leave those that are open."""
    kind = r["action_type"][action]
    arg = int(r["action_arg"][action])
    if kind == DEPOT:
        place(s, player, arg)
        return GOES_ON
    if kind == STORE:
        return store(s, r, player, arg)
    if kind == COLLECT:
        collect(s, player, arg)
        return ENDED
    if kind == LEAVE:
        s["open_warehouses"] = 0
        return ENDED
    first_draw = s["phase"] == TURN and kind in (DRAW, TAKE)
    if first_draw and r["depots"] and (s["deck_size"] > 0 or s["discard_size"] > 0):  # RUL-96
        s["announced"] = action
        s["did"] = NONE  # nothing has been drawn
        s["phase"] = STORING
        return GOES_ON
    return BEYOND


@jit
def follow(s: State, r: Rules, _player: int) -> None:
    """Begin with the first depots after the opening (EUR-42), and open warehouses after a claim (EUR-44)."""
    if r["depots"] == 0:
        return
    if s["did"] == KEEP and s["phase"] == TURN:
        s["phase"] = PLACING
        s["player"] = (s["first"] + s["players"] - 1) % s["players"]
    if s["did_claimed"] != NONE:
        s["open_warehouses"] = open_warehouses(s, r, int(s["did_claimed"]))


@jit
def end_turn(s: State, r: Rules) -> None:
    """Make all warehouses the new deck if no card is left and a player has no depot (EUR-48)."""
    if r["depots"] == 0 or s["deck_size"] > 0 or s["discard_size"] > 0:
        return
    fewest = int(r["depots"])
    for player in range(s["players"]):
        fewest = min(fewest, int(s["depots_left"][player]))
    if fewest > 0:
        return
    size = 0
    for owner in range(s["players"]):
        for card in range(CARDS):
            for _ in range(s["warehouse"][owner, card]):
                s["deck"][size] = card
                size += 1
            s["warehouse"][owner, card] = 0
        s["warehouse_size"][owner] = 0
    s["deck_size"] = size
    s["did_emptied"] = size
    shuffle(s, s["deck"], size)


@jit
def award(s: State, r: Rules) -> None:
    """Give the bonus to every player with the most depots left (EUR-46, RUL-101)."""
    most = 0
    for player in range(s["players"]):
        most = max(most, int(s["depots_left"][player]))
    for player in range(s["players"]):
        holds = most > 0 and s["depots_left"][player] == most
        s["depot_points"][player] = r["depot_bonus"] if holds else 0


# Knowledge of a seat.


@jit
def show(s: State, seat: int, o: Observation) -> None:
    """Show a seat the cards that it has just taken from a warehouse (EUR-47)."""
    if s["did_by"] == seat:
        for card in range(CARDS):
            o["collected"][card] = s["collected"][card]


@jit
def stow(o: Observation, s: State, pool: Hand, random: Generator) -> None:
    """Fill the warehouses with random cards: nobody knows their cards (EUR-47)."""
    total = 0
    for card in range(CARDS):
        total += pool[card]
        s["collected"][card] = o["collected"][card]
    for owner in range(o["players"]):
        for _ in range(o["warehouse_size"][owner]):
            s["warehouse"][owner, take_random_card(pool, total, random)] += 1
            total -= 1


MECHANISM = Mechanism(
    columns=[
        ("depots", i2),  # of each player; 0: none, and no warehouses
        ("depot_bonus", i2),
        ("id_depot", i2),  # + city
        ("id_store", i2),  # + player
        ("id_collect", i2),  # + player
        ("id_leave", i2),
    ],
    fields=[
        Field("depots_left", PUBLIC, i2, (PLAYERS,)),  # on the player's board, next to the warehouse
        Field("depot_owner", PUBLIC, i2, (CITIES,), empty=NONE),
        Field("warehouse_size", PUBLIC, i2, (PLAYERS,)),
        Field("warehouse", HIDDEN, i2, (PLAYERS, CARDS)),
        Field("announced", PUBLIC, i2, empty=NONE),  # the draw that follows when a card is stored
        Field("open_warehouses", PUBLIC, i2),  # players whose warehouses a claim has opened, as bits
        Field("depot_points", PUBLIC, i2, (PLAYERS,)),  # set when the game is over
        # the player whose warehouse got a card, the cards taken from one, and those of all in a new deck
        Field("did_stored", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_collected", PUBLIC, i2, of_action=True),
        Field("did_emptied", PUBLIC, i2, of_action=True),
        Field("collected", OWN, i2, (CARDS,), of_action=True),  # by kind of card
    ],
    clear=clear,
    list_free=list_free,
    count_free=count_free,
    nth_free=nth_free,
    list_phase=list_phase,
    judge=judge,
    play=play,
    follow=follow,
    lingers=lingers,
    end_turn=end_turn,
    award=award,
    parts=[ScorePart("depots", "depot_points")],
    show=show,
    stow=stow,
)
