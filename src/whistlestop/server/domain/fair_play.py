"""Figures about fair play: players at the same tables, their network addresses, and the reviews of their moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

COMPANIONS = 10
"""Maximum number of companions in the figures."""
ENOUGH = 30
"""Minimum number of another player's decisions for a comparison."""
OTHERS = 5
"""Minimum number of other players for a comparison; fewer would reveal data about individuals."""


class SameAddress(msgspec.Struct, frozen=True):
    """In `same` games, two players wrote from one network address.

    `games`: the games in which the addresses of both are known, from chat messages and reports that are still stored.
    """

    games: int
    same: int


class Companion(msgspec.Struct, frozen=True):
    """Another player in the same games. `user` and `address` are null for the person concerned.

    costly: moves of the person that cost their own chances, in reviewed games with three or more seats. helped: those
    after which the chances of this companion rose most. expected: how many there would be by chance.
    """

    user: str | None
    name: str
    games: int
    address: SameAddress | None
    costly: int
    helped: int
    expected: float


class OtherPlayers(msgspec.Struct, frozen=True):
    """The moves of other rated players in the newest reviewed games.

    below: how many of the `players` had a smaller share of moves without a better one.
    """

    players: int
    decisions: int
    sound: int
    below: int


class FairPlay(msgspec.Struct, frozen=True):
    """Figures about a user from finished, rated games.

    games: those of the newest 500 results that are rated. companions: the ten most conspicuous. address: the figures
    for all other players together. `decisions` in the `reviewed` games, of which `sound` are those for which the review
    found no clearly better move. others: null if there are too few.
    """

    games: int
    companions: list[Companion]
    address: SameAddress
    reviewed: int
    decisions: int
    sound: int
    others: OtherPlayers | None


class JudgedMove(msgspec.Struct, frozen=True):
    """The part of a review's decision that the figures read; `expert` is the clearly better move."""

    seat: int
    expert: str | None = None


class SeatChances(msgspec.Struct, frozen=True):
    """The chances of all seats before a decision or at the end."""

    chances: list[float]


class JudgedGame(msgspec.Struct, frozen=True):
    """The part of a review that the figures read: one entry of `chances` for each decision, and one for the end."""

    players: int
    decisions: list[JudgedMove]
    chances: list[SeatChances]

    def sound(self, seat: int) -> tuple[int, int]:
        """Return the number of a seat's decisions, and of those without a clearly better move."""
        own = [one for one in self.decisions if one.seat == seat]
        return len(own), sum(one.expert is None for one in own)

    def helped(self, seat: int) -> Counter[int]:
        """Return how many moves that cost a seat's own chances raised those of another seat most, by that seat."""
        found: Counter[int] = Counter()
        for one, before, after in zip(self.decisions, self.chances, self.chances[1:], strict=False):
            if one.seat == seat and one.expert is not None:
                gains = [then - now for now, then in zip(before.chances, after.chances, strict=True)]
                gains[seat] = float("-inf")
                found[max(range(len(gains)), key=gains.__getitem__)] += 1
        return found


class RatedGame(msgspec.Struct, frozen=True):
    """A rated game: the seats of its players, the tags of the addresses of each, and its review if there is one.

    `own`: the seats at which a player made all moves.
    """

    seats: Mapping[str, int]
    addresses: Mapping[str, AbstractSet[str]]
    own: AbstractSet[int]
    review: JudgedGame | None = None


def same_address(games: Iterable[RatedGame], user: str, others: AbstractSet[str]) -> SameAddress:
    """Return in how many games a user and any of the others wrote from one address."""
    known = same = 0
    for game in games:
        own = game.addresses.get(user, frozenset())
        theirs = [tags for one, tags in game.addresses.items() if one in others and one != user and tags]
        if own and theirs:
            known += 1
            same += any(own & tags for tags in theirs)
    return SameAddress(known, same)


def figures(
    user: str,
    games: Sequence[RatedGame],
    names: Mapping[str, str],
    compared: Iterable[RatedGame],
    *,
    personal: bool = False,
) -> FairPlay:
    """Return the figures of a user from their games, compared with the moves of others in `compared`.

    personal: the version for the user, without the ids and addresses of single companions. Otherwise players could find
    out which other players use their network.
    """
    together: dict[str, list[RatedGame]] = defaultdict(list)
    for game in games:
        for other in game.seats:
            if other != user:
                together[other].append(game)
    companions = [_companion(user, other, found, names.get(other, "")) for other, found in together.items()]
    if personal:
        companions = [msgspec.structs.replace(one, user=None, address=None) for one in companions]
    companions.sort(key=_conspicuous)
    reviewed = [counts for game in games if (counts := _sound(game, user)) is not None]
    decisions, sound = (sum(each) for each in zip(*reviewed, strict=True)) if reviewed else (0, 0)
    return FairPlay(
        games=len(games),
        companions=companions[:COMPANIONS],
        address=same_address(games, user, together.keys()),
        reviewed=len(reviewed),
        decisions=decisions,
        sound=sound,
        others=_others(user, compared, sound / decisions) if decisions else None,
    )


def _companion(user: str, other: str, games: Sequence[RatedGame], name: str) -> Companion:
    costly = helped = 0
    expected = 0.0
    for game in games:
        seat = game.seats[user]
        if game.review is None or seat not in game.own or game.review.players < 3:
            continue
        found = game.review.helped(seat)
        costly += found.total()
        helped += found[game.seats[other]]
        expected += found.total() / (game.review.players - 1)
    address = same_address(games, user, {other})
    return Companion(other, name, len(games), address, costly, helped, round(expected, 1))


def _conspicuous(one: Companion) -> tuple[float, ...]:
    same = 0 if one.address is None else one.address.same
    return -same, one.expected - one.helped, -one.games


def _sound(game: RatedGame, user: str) -> tuple[int, int] | None:
    seat = game.seats[user]
    return game.review.sound(seat) if game.review is not None and seat in game.own else None


def _others(user: str, games: Iterable[RatedGame], share: float) -> OtherPlayers | None:
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for game in games:
        for other in game.seats:
            found = None if other == user else _sound(game, other)
            if found is not None:
                counts[other][0] += found[0]
                counts[other][1] += found[1]
    enough = [count for count in counts.values() if count[0] >= ENOUGH]
    if len(enough) < OTHERS:
        return None
    decisions, sound = (sum(each) for each in zip(*enough, strict=True))
    below = sum(one[1] / one[0] < share for one in enough)
    return OtherPlayers(len(enough), decisions, sound, below)
