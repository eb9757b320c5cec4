"""A full state as plain data, with names: to set up puzzles and tests, and to inspect games (docs/notation.md).

`write_position` writes everything. `read_position` allows most of it to be left out, and checks that it is consistent:
unnamed cards and tickets go to the first omitted pile. `text.position` has the parts that all games share; the rest is
in the package of each kind of game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

import msgspec
import numpy.typing as npt

from .errors import PositionError, short
from .format import Ruleset
from .kinds import kind_of
from .rulesets import board_of, is_present, named_ruleset, released_ruleset, ruleset_from_data
from .text.position.shape import FORMAT, Heading

__all__ = ["FORMAT", "read_position", "stacked_deal", "write_position"]


def write_position(ruleset: Ruleset, states: npt.NDArray[Any]) -> dict[str, Any]:
    """Return the full position of a one-element STATE array."""
    board = board_of(ruleset)
    plain = kind_of(ruleset).told.write_position(ruleset, states[0], board)
    if board is None and not is_present(ruleset):
        plain["ruleset_version"] = ruleset.version
    return plain


def read_position(plain: dict[str, Any]) -> tuple[Ruleset, npt.NDArray[Any]]:
    """Return the ruleset and a one-element STATE array. Raises PositionError or RulesetError for invalid positions.

    A ruleset that is neither built in nor registered must be included in the position as its board.
    """
    try:
        heading = msgspec.convert(plain, Heading)
        if (heading.ruleset is None) == (heading.board is None):
            raise PositionError("position: give either ruleset or board")
        if heading.ruleset is not None:
            version = heading.ruleset_version
            name = heading.ruleset
            ruleset = named_ruleset(name) if version is None else released_ruleset(name, version)
        else:
            ruleset = ruleset_from_data(heading.board or {})
        reader = kind_of(ruleset).told.reader
        return ruleset, reader(ruleset, msgspec.convert(plain, reader.shape)).read()
    except msgspec.ValidationError as error:
        raise PositionError(f"position: {error}") from None


def stacked_deal(ruleset: Ruleset, dealt: dict[str, Any], deck: object, tickets: object) -> dict[str, Any]:
    """Return the position of a new game with decks in a given order; the market is not yet filled.

    dealt: the position of a new game, which determines the number of cards dealt. deck, tickets: the cards and tickets
    on top of their decks before the deal. The others follow in an order that depends on the game's key. Raises
    PositionError for cards and tickets that do not exist.
    """
    chance = random.Random(dealt["generator"]["key"])  # noqa: S311 - a stacked deal has no secrets from its maker
    players = dealt["players"]
    hands = [
        Counter(player["hand"]) - Counter(player["known"]) for player in players
    ]  # publicly known cards in hands stay there
    cards = sum(hands, Counter(dealt["deck"]) + Counter(dealt["discard"]))
    cards.update(kind for kind in dealt["market"] if kind)
    train_deck = _ordered("deck", deck, cards, chance)
    order = list(_ordered("tickets", tickets, Counter(ticket.id for ticket in ruleset.tickets), chance))
    long = {ticket.id for ticket in ruleset.tickets if ticket.long}
    decks = {sort: iter([name for name in order if (name in long) is sort]) for sort in (True, False)}
    for step in range(len(players)):
        seat = (dealt["first"] + step) % len(players)
        drawn = Counter(next(train_deck) for _ in range(hands[seat].total()))
        players[seat]["hand"] = dict(drawn + Counter(players[seat]["known"]))
        players[seat]["offer"] = [next(decks[name in long]) for name in players[seat]["offer"]]
    in_deck = [*decks[False], *(decks[True] if long & set(dealt["ticket_deck"]) else ())]
    rest = {"market": [], "deck": list(train_deck), "discard": {}, "ticket_deck": in_deck}
    return {name: value for name, value in dealt.items() if name != "removed"} | rest


def _ordered(what: str, names: object, there: Counter[str], chance: random.Random) -> Iterator[str]:
    """Yield the named items first, then the others in random order."""
    if (
        isinstance(names, str)
        or not isinstance(names, Collection)
        or not all(isinstance(n, str) for n in names)
    ):
        raise PositionError(f"{what}: a list of names is expected")
    rest = there.copy()
    for name in names:
        if name not in there:
            raise PositionError(f"{what}: {short(name)} is unknown")
        rest[name] -= 1
        if rest[name] < 0:
            raise PositionError(
                f"{what}: {short(name)} is named more often than the {there[name]} that there are"
            )
    return iter([*names, *sorted(rest.elements(), key=lambda _: chance.random())])
