"""A shuffle that can be checked: what is promised before a game, and what the promise makes of it (docs/fairness.md).

A server draws a seed of 256 bits when a table opens and shows its SHA-256, the *commitment*. Seats may add *nonces* of
128 bits. The key of the game's generator is made from the seed and all nonces, the dice of bots from the seed alone,
each under a label of its own, so that none tells anything of another. After the end the seed is shown.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

DEAL = b"whistlestop deal/1\0"
BOT = b"whistlestop bot/1\0"
NO_NONCE = bytes(16)
"""Counts for a seat that has sent no nonce. A server must not choose one: with it it could choose the deal."""

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Shuffle(Struct, frozen=True, forbid_unknown_fields=True):
    """What a record tells of its shuffle: the promise, the seed behind it, and for each seat its nonce and its bot."""

    commitment: Hex32
    seed: Hex32
    nonces: tuple[Nonce | None, ...]
    bots: tuple[str | None, ...]

    def faults(self, key: str | None) -> list[str]:
        """What is wrong with it, as sentences; `key` is the record's seed, 64 hexadecimal digits."""
        seed = bytes.fromhex(self.seed)
        found = []
        if commitment(seed) != self.commitment:
            found.append("the seed is not the one that was promised")
        if deal_key(seed, self.nonces).hex() != key:
            found.append("the key of the game does not come from the seed and the nonces")
        return found


def new_seed() -> bytes:
    """A seed of 256 bits that nobody has seen."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed, as hexadecimal digits: it can be shown, and says nothing of the seed."""
    return hashlib.sha256(seed).hexdigest()


def deal_key(seed: bytes, nonces: Sequence[str | None]) -> bytes:
    """The 32 bytes of the key of a game from a seed and the nonces in the order of the seats."""
    mixed = b"".join(NO_NONCE if nonce is None else bytes.fromhex(nonce) for nonce in nonces)
    return hmac.digest(seed, DEAL + mixed, "sha256")


def bot_seed(seed: bytes, seat: int) -> bytes:
    """The 32 bytes that the dice of the bot on a seat come from."""
    return hmac.digest(seed, BOT + bytes([seat]), "sha256")


def bot_dice(seed: bytes, version: int) -> int:
    """The seed, of 63 bits, of a bot's choice at a version of the game: the same after every restart."""
    return int.from_bytes(hmac.digest(seed, version.to_bytes(8, "big"), "sha256")[:8], "big") >> 1
