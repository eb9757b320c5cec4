"""Converts the engine's numbers to the model's names and back: cards, tickets, actions, states."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt
from tests.games.yard.mechanisms import model
from tests.games.yard.mechanisms.declaration import COLORS, Ticket
from tests.games.yard.mechanisms.model import BONUS, CARDS, Cards, Game, Player

import whistlestop as ws
from whistlestop.core import fields, rng
from whistlestop.games.yard import records
from whistlestop.games.yard.machine import MACHINE
from whistlestop.games.yard.mechanisms.cards.rules import STOP
from whistlestop.games.yard.mechanisms.declarations.rules import DECLARE
from whistlestop.games.yard.mechanisms.rows.rules import SET
from whistlestop.games.yard.mechanisms.singles.rules import TRIO

States = npt.NDArray[Any]

RULESET: Any = ws.load_ruleset("card_game")
RULES = RULESET.rules
IDS = [ticket.id for ticket in RULESET.tickets]
CITIES = sorted(BONUS)
PHASES = {
    fields.OPENING: "opening",
    fields.TURN: "turn",
    fields.SECOND_DRAW: "second_draw",
    fields.TICKET_CHOICE: "ticket_choice",
    fields.DECLARATION: "declaration",
    fields.OVER: "over",
}


def _ticket(ticket: Any) -> Ticket:
    cities = tuple(city for city in (ticket.origin, *ticket.targets) if city in BONUS)
    bonus = sum(BONUS[city] for city in cities)
    return Ticket(ticket.id, ticket.points[0], tuple(ticket.cards.items()), cities, bonus)


TICKETS = {ticket.id: _ticket(ticket) for ticket in RULESET.tickets}


# Numbers and names


def word(ids: list[str]) -> int:
    """Return a set of tickets as bits."""
    return sum(1 << IDS.index(name) for name in ids)


def ids_of(bits: int) -> list[str]:
    return [name for n, name in enumerate(IDS) if bits >> n & 1]


def _cards(counts: Any) -> Cards:
    return Counter({kind: int(count) for kind, count in zip(CARDS, counts, strict=True) if count})


def _card(kind: Any) -> str | None:
    return None if kind == fields.NONE else CARDS[kind]


def _optional(number: Any) -> int | None:
    return None if number == fields.NONE else int(number)


def _fixed(n: int) -> str:
    """Return the text of an action whose meaning does not depend on the player."""
    r = RULES[0]
    action_type, color = int(r["action_type"][n]), CARDS[r["action_color"][n]]
    if action_type == SET:
        cards = {color: int(r["action_colored"][n]), "wild": int(r["action_wild"][n])}
        return "set:" + model.cards_text(cards)
    if action_type == TRIO:
        return "trio:" + "+".join(name for bit, name in enumerate(COLORS) if r["action_arg"][n] >> bit & 1)
    return f"take:{color}" if action_type == fields.TAKE else WORDS[action_type]


WORDS = {
    fields.DRAW: "draw",
    fields.TAKE: "take",
    STOP: "stop",
    fields.TAKE_TICKETS: "tickets",
    fields.KEEP: "keep",
    SET: "set",
    TRIO: "trio",
    fields.PASS: "pass",
    DECLARE: "declare",
}
TEXTS = [_fixed(n) for n in range(RULES["actions"][0])]
CODES = {name: n for n, name in enumerate(TEXTS)}


def text(action: int, offer: list[str]) -> str:
    """Return the text of an action; the meaning of `keep` depends on the offer."""
    declared, subset = action - int(RULES["id_declare"][0]), action - int(RULES["id_keep"][0])
    if declared >= 0:
        return "declare:" + ",".join(ids_of(declared))
    if TEXTS[action] == "keep":
        return "keep:" + ",".join(name for n, name in enumerate(offer) if subset >> n & 1)
    return TEXTS[action]


def code(action: str, offer: list[str]) -> int:
    """Return the number of an action."""
    kind, _, rest = action.partition(":")
    if kind == "declare":
        return int(RULES["id_declare"][0]) + word(model.names(rest))
    if kind == "keep":
        return int(RULES["id_keep"][0]) + sum(1 << offer.index(name) for name in model.names(rest))
    return CODES[action]


# States


def read(states: States) -> Game:
    """Convert the first game of an array, after checking its counters."""
    s = states[0]
    phase = PHASES[int(s["phase"])]
    players = [read_player(s, seat, phase) for seat in range(s["players"])]
    assert s["discard"].sum() == s["discard_size"]
    assert (s["ticket_deck"] != fields.NONE).sum() == s["ticket_size"]
    return Game(
        tickets=TICKETS,
        players=players,
        phase=phase,
        first=int(s["first"]),
        seat=int(s["player"]),
        turn=int(s["turn"]),
        ply=int(s["ply"]),
        stage=int(s["pass_index"]) + 1,
        final_left=_optional(s["final_left"]),
        final_by=_optional(s["final_by"]),
        market=[_card(card) for card in s["market"]],
        deck=[CARDS[card] for card in s["deck"][: s["deck_size"]][::-1]],
        discard=_cards(s["discard"]),
        ticket_deck=[IDS[n] for n in s["ticket_deck"][: s["ticket_size"]]],
        ticket_seen={
            name: {seat for seat in range(len(players)) if s["ticket_seen"][n] >> seat & 1}
            for n, name in enumerate(IDS)
            if s["ticket_seen"][n]
        },
    )


def read_player(s: Any, seat: int, phase: str) -> Player:
    offer = [IDS[n] for n in s["offer"][seat][: s["offer_size"][seat]]]
    tickets = ids_of(int(s["tickets"][seat, 0]))
    sealed = int(s["sealed"][seat])
    choice = None
    if sealed != fields.NONE:
        chosen = [name for n, name in enumerate(offer) if sealed >> n & 1]
        choice = chosen if phase == "opening" else ids_of(sealed)
    if phase in ("opening", "declaration"):
        assert bool(s["chosen"][seat]) == (choice is not None)
    assert s["hand"][seat].sum() == s["hand_size"][seat]
    assert s["stack"][seat].sum() == s["stack_size"][seat]
    assert len(tickets) == s["ticket_count"][seat]
    return Player(
        hand=_cards(s["hand"][seat]),
        known=_cards(s["known"][seat]),
        tickets=tickets,
        offer=offer,
        choice=choice,
        returned=ids_of(int(s["returned"][seat, 0])),
        opening_kept=int(s["opening_kept"][seat]),
        completed=ids_of(int(s["declared"][seat, 0])),
        siding={
            color: [color] * int(colored) + ["wild"] * int(wild)
            for color, colored, wild in zip(COLORS, s["row_colored"][seat], s["row_wild"][seat], strict=True)
            if colored or wild
        },
        stack=_cards(s["stack"][seat]),
        score=int(s["score"][seat]),
    )


def write(game: Game) -> States:
    """Return a new state for a game."""
    states = np.zeros(1, records.STATE)
    MACHINE.clear(states, RULES, 0, game.seats)
    rng.set_generator(states, 0, rng.key_from_seed(0), 0)
    s = states[0]
    s["phase"] = next(number for number, name in PHASES.items() if name == game.phase)
    s["first"], s["player"], s["turn"], s["ply"] = game.first, game.seat, game.turn, game.ply
    s["pass_index"] = game.stage - 1
    for name, number in (("final_left", game.final_left), ("final_by", game.final_by)):
        s[name] = fields.NONE if number is None else number
    for slot, card in enumerate(game.market):
        s["market"][slot] = fields.NONE if card is None else CARDS.index(card)
    s["deck_size"] = len(game.deck)
    s["deck"][: len(game.deck)] = [CARDS.index(card) for card in reversed(game.deck)]
    s["discard"] = [game.discard[kind] for kind in CARDS]
    s["discard_size"] = game.discard.total()
    s["ticket_size"] = len(game.ticket_deck)
    s["ticket_deck"][: len(game.ticket_deck)] = [IDS.index(name) for name in game.ticket_deck]
    for name, who in game.ticket_seen.items():
        s["ticket_seen"][IDS.index(name)] = sum(1 << seat for seat in who)
    for seat, player in enumerate(game.players):
        write_player(s, seat, player, game.phase)
    return states


def write_player(s: Any, seat: int, player: Player, phase: str) -> None:
    for name in ("hand", "known", "stack"):
        s[name][seat] = [getattr(player, name)[kind] for kind in CARDS]
    s["hand_size"][seat], s["stack_size"][seat] = player.hand.total(), player.stack.total()
    s["tickets"][seat, 0], s["ticket_count"][seat] = word(player.tickets), len(player.tickets)
    s["declared"][seat, 0], s["returned"][seat, 0] = word(player.completed), word(player.returned)
    s["offer_size"][seat] = len(player.offer)
    s["offer"][seat][: len(player.offer)] = [IDS.index(name) for name in player.offer]
    if player.choice is not None:
        bits = [player.offer.index(name) for name in player.choice] if phase == "opening" else ()
        s["sealed"][seat] = sum(1 << bit for bit in bits) if bits else word(player.choice)
        s["chosen"][seat] = 1
    for n, color in enumerate(COLORS):
        row = player.siding.get(color, [])
        s["row_colored"][seat, n], s["row_wild"][seat, n] = row.count(color), row.count("wild")
    s["score"][seat], s["opening_kept"][seat] = player.score, player.opening_kept
