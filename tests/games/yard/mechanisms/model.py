"""A second, slow implementation of the card game with names, written from docs/rules.md alone.

`legal` and `play` are compared with the engine at every ply of random games, `outcome` at their ends. The
results of shuffles come from the engine; here it is checked that no card is lost in them.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, islice

from tests.games.yard.mechanisms.declaration import COLORS, Ticket, feasible, subsets

CARDS = (*COLORS, "wild")
BONUS = {"chicago": 12, "dallas": 10, "los_angeles": 12, "miami": 8, "new_york": 15, "seattle": 8}  # CARD-1
PER_COLOR, WILDS = 10, 16  # COM-5
LISTED = 256  # the largest number of feasible sets that `legal` lists

Cards = Counter[str]


@dataclass
class Player:
    """The cards and tickets of one player."""

    hand: Cards = field(default_factory=Counter)
    known: Cards = field(default_factory=Counter)  # cards that everybody knows to be in the hand
    tickets: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    choice: list[str] | None = None  # the secret choice: tickets kept, or declared
    returned: list[str] = field(default_factory=list)  # refused in the opening
    opening_kept: int = 0
    completed: list[str] = field(default_factory=list)
    siding: dict[str, list[str]] = field(default_factory=dict)  # by color; the top card is the last
    stack: Cards = field(default_factory=Counter)
    score: int = 0


@dataclass
class Game:
    """The whole table; the first card of a deck is its top."""

    tickets: dict[str, Ticket]
    players: list[Player]
    phase: str = "turn"
    first: int = 0
    seat: int = 0
    turn: int = 0
    ply: int = 0
    stage: int = 1  # the current pass
    final_left: int | None = None
    final_by: int | None = None
    market: list[str | None] = field(default_factory=lambda: [None] * 5)
    deck: list[str] = field(default_factory=list)
    discard: Cards = field(default_factory=Counter)
    ticket_deck: list[str] = field(default_factory=list)
    ticket_seen: dict[str, set[int]] = field(
        default_factory=dict
    )  # by ticket: who knows its place in the deck

    @property
    def seats(self) -> int:
        return len(self.players)

    def held(self, seat: int) -> list[Ticket]:
        return [self.tickets[name] for name in self.players[seat].tickets]


# Texts


def cards_text(counts: dict[str, int]) -> str:
    return "+".join(k if counts[k] == 1 else f"{k}*{counts[k]}" for k in CARDS if counts.get(k))


def parse_cards(text: str) -> Cards:
    cards: Cards = Counter()
    for part in filter(None, text.split("+")):
        kind, _, number = part.partition("*")
        cards[kind] += int(number or 1)
    return cards


def names(text: str) -> list[str]:
    return text.split(",") if text else []


# Legality


def keeps(offer: list[str], least: int) -> set[str]:
    """Return the legal choices of tickets (CARD-6, CARD-32)."""
    sizes = range(least, len(offer) + 1)
    return {"keep:" + ",".join(chosen) for size in sizes for chosen in combinations(offer, size)}


def draws(game: Game, *, second: bool) -> set[str]:
    """Return the legal draws (CARD-14 to CARD-18)."""
    if not game.deck:
        return set()
    kinds = {card for card in game.market if card} - ({"wild"} if second else set())
    return {f"take:{kind}" for kind in kinds} | {"draw"}


def rows(game: Game, color: str) -> list[tuple[int, list[str]]]:
    """Return the owner of a row of a color, at most one (CARD-30)."""
    return [(seat, p.siding[color]) for seat, p in enumerate(game.players) if color in p.siding]


def sets(game: Game, seat: int) -> set[str]:
    """Return the legal sets (CARD-23, CARD-25, CARD-26, CARD-28)."""
    me = game.players[seat]
    found = set()
    for color in COLORS:
        if color in me.siding:
            continue
        exceed = max([1, *(len(row) for _, row in rows(game, color))])
        for colored in range(1, me.hand[color] + 1):
            for wild in range(me.hand["wild"] + 1):
                if colored + wild > exceed:
                    found.add("set:" + cards_text({color: colored, "wild": wild}))
    return found


def trios(game: Game, seat: int) -> set[str]:
    """Return the legal trios (CARD-24, CARD-29)."""
    free = [color for color in COLORS if game.players[seat].hand[color] and not rows(game, color)]
    return {"trio:" + "+".join(colors) for colors in combinations(free, 3)}


def declares(game: Game, seat: int) -> set[str]:
    """Return feasible sets (CARD-41), at most as many as the engine would list."""
    found = islice(subsets(game.held(seat), game.players[seat].stack), LISTED + 1)
    return {"declare:" + ",".join(ticket.id for ticket in tickets) for tickets in found}


def may_declare(game: Game, seat: int, chosen: list[str]) -> bool:
    """Return the legal declarations (CARD-41)."""
    me = game.players[seat]
    return set(chosen) <= set(me.tickets) and feasible([game.tickets[name] for name in chosen], me.stack)


def legal(game: Game, seat: int) -> set[str]:
    """Return all legal actions; of declarations at most `LISTED` + 1."""
    me, phase = game.players[seat], game.phase
    if phase == "opening":
        return keeps(me.offer, 1) if me.choice is None else set()
    if phase == "declaration":
        return declares(game, seat) if me.choice is None else set()
    if phase == "over" or seat != game.seat:
        return set()
    if phase == "ticket_choice":
        return keeps(me.offer, 0)
    if phase == "second_draw":
        return draws(game, second=True) | {"stop"}
    actions = draws(game, second=False) | sets(game, seat) | trios(game, seat)
    actions |= {"tickets"} if game.ticket_deck else set()
    return actions or {"pass"}  # CARD-34


# Effects


def move(game: Game) -> None:
    """Play phase 1 (CARD-9 to CARD-12): the top card of every row moves to the stack."""
    me = game.players[game.seat]
    for row in me.siding.values():
        me.stack[row.pop()] += 1
    me.siding = {color: row for color, row in me.siding.items() if row}


def end_turn(game: Game) -> None:
    """End the turn (CARD-35, CARD-36), and play phase 1 of the next one."""
    if game.final_left is not None:
        game.final_left -= 1
    elif not game.deck:
        game.final_left, game.final_by = game.seats, game.seat
    if game.final_left == 0:
        game.phase = "declaration"
        return
    game.seat = (game.seat + 1) % game.seats
    game.turn += 1
    game.phase = "turn"
    move(game)


def draw_card(game: Game, kind: str | None) -> None:
    """Draw a card from the market or, for None, from the deck (CARD-15 to CARD-19)."""
    me = game.players[game.seat]
    if kind is None:
        me.hand[game.deck.pop(0)] += 1
    else:
        me.hand[kind] += 1
        me.known[kind] += 1
        game.market[game.market.index(kind)] = game.deck.pop(0)  # CARD-21
    if game.phase == "second_draw" or kind == "wild" or not game.deck:
        end_turn(game)
    else:
        game.phase = "second_draw"


def place(game: Game, cards: Cards) -> None:
    """Place a row of each color, with the wilds on top (CARD-23, CARD-24, CARD-27)."""
    me = game.players[game.seat]
    for color in cards:
        if color == "wild":
            continue
        for victim, row in rows(game, color):
            game.discard.update(row)
            del game.players[victim].siding[color]
        me.siding[color] = [color] * cards[color] + ["wild"] * cards["wild"]
    me.hand = me.hand - cards
    me.known = me.known - cards
    end_turn(game)


def keep(game: Game, seat: int, kept: list[str], after: Game) -> None:
    """Keep tickets (CARD-6, CARD-32)."""
    me = game.players[seat]
    if game.phase == "opening":
        me.choice = kept
        if any(player.choice is None for player in game.players):
            return
        for player in game.players:
            chosen = player.choice or []
            player.returned = sorted(set(player.offer) - set(chosen))
            player.tickets = sorted(chosen)
            player.opening_kept = len(chosen)
            player.offer, player.choice = [], None
            game.ticket_deck += player.returned
        game.ticket_deck = shuffled(game.ticket_deck, after.ticket_deck)
        game.phase = "turn"
        return
    refused = [ticket for ticket in me.offer if ticket not in kept]
    me.tickets = sorted(me.tickets + kept)
    me.offer = []
    game.ticket_deck += refused
    for ticket in refused:
        game.ticket_seen.setdefault(ticket, set()).add(seat)
    end_turn(game)


def declare(game: Game, seat: int, chosen: list[str], after: Game) -> None:
    """Declare (CARD-41, CARD-43, CARD-44)."""
    game.players[seat].choice = chosen
    if any(player.choice is None for player in game.players):
        return
    for player in game.players:
        ids = player.choice or []
        player.score += sum(game.tickets[ticket].points for ticket in ids)
        player.tickets = [ticket for ticket in player.tickets if ticket not in ids]
        player.completed = sorted(player.completed + ids)
        player.choice = None
    if game.seats == 4 and game.stage == 1:
        second_pass(game, after)
    else:
        game.phase = "over"


def second_pass(game: Game, after: Game) -> None:
    """Start the next pass (CARD-45 to CARD-48)."""
    pool = game.discard + Counter(card for card in game.market if card)
    for player in game.players:
        pool += player.stack
        for row in player.siding.values():
            pool.update(row)
        player.stack, player.siding = Counter(), {}
    game.discard = Counter()
    game.seat = (game.seat + 1) % game.seats
    cards = pool.total()
    dealt = [0] * game.seats
    for turn in range(4 * game.seats):  # one at a time, with the same result if there are enough
        if cards:
            dealt[(game.seat + turn) % game.seats] += 1
            cards -= 1
    shown = min(5, cards)
    new: list[str] = []
    for player, later, count in zip(game.players, after.players, dealt, strict=True):
        cards_dealt = later.hand - player.hand
        assert cards_dealt.total() == count
        new += cards_dealt.elements()
        player.hand = player.hand + cards_dealt
    assert [card is not None for card in after.market] == [slot < shown for slot in range(5)]
    new += [card for card in after.market if card]
    shuffled(pool.elements(), new + after.deck)
    game.market, game.deck = list(after.market), list(after.deck)
    game.stage = 2
    game.turn += 1
    game.phase = "turn"
    game.final_left = game.final_by = None
    if not game.deck:
        game.final_left = game.seats


def shuffled(items: Iterable[str], result: list[str]) -> list[str]:
    """Return the engine's order of the shuffled items."""
    assert Counter(items) == Counter(result)
    return list(result)


def play(before: Game, seat: int, action: str, after: Game) -> Game:
    """Return the game after a legal action; only results of shuffles are read from `after`."""
    game = copy.deepcopy(before, {id(before.tickets): before.tickets})
    me = game.players[seat]
    word, _, rest = action.partition(":")
    game.ply += 1
    if word == "keep":
        keep(game, seat, names(rest), after)
    elif word == "declare":
        declare(game, seat, names(rest), after)
    elif word in ("draw", "take"):
        draw_card(game, rest or None)
    elif word in ("set", "trio"):
        place(game, parse_cards(rest))
    elif word == "tickets":
        me.offer, game.ticket_deck = game.ticket_deck[:4], game.ticket_deck[4:]  # CARD-31
        game.ticket_seen = {t: who for t, who in game.ticket_seen.items() if t not in me.offer}
        game.phase = "ticket_choice"
    else:  # stop, pass
        end_turn(game)
    return game


# The end


@dataclass
class Result:
    """One player's result."""

    completed: int
    lost: int
    bonus: int
    score: int
    cities: set[str]
    rank: int = 0


def outcome(game: Game) -> list[Result]:
    """Return the results (CARD-50 to CARD-53)."""
    results = []
    named = {
        city: [sum(city in game.tickets[t].cities for t in p.completed) for p in game.players]
        for city in BONUS
    }
    for seat, player in enumerate(game.players):
        cities = {city for city, counts in named.items() if counts[seat] and counts[seat] == max(counts)}
        lost = sum(game.tickets[ticket].points for ticket in player.tickets)
        bonus = sum(BONUS[city] for city in cities)
        score = player.score - lost + bonus
        results.append(Result(len(player.completed), lost, bonus, score, cities))
    standings = [(result.score, result.completed, len(result.cities)) for result in results]
    for result, mine in zip(results, standings, strict=True):
        result.rank = 1 + sum(theirs > mine for theirs in standings)
    return results
