"""A verifiable shuffle: the commitment before a game, and how the game follows from it (docs/fairness.md).

A server draws a seed of 256 bits when a table opens and shows its SHA-256, the *commitment*. Seats may add *nonces* of
128 bits. The key of the game's generator is derived from the seed and all nonces, the random numbers of bots from the
seed alone. The labels of the derivations differ, so neither result reveals anything about the other. After the game,
the server publishes the seed.
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
"""Used for a seat without a nonce. A server must not choose one: it could then choose the deal."""

Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Shuffle(Struct, frozen=True, forbid_unknown_fields=True):
    """A record's shuffle: the commitment, its seed, and for each seat its nonce and its bot."""

    commitment: Hex32
    seed: Hex32
    nonces: tuple[Nonce | None, ...]
    bots: tuple[str | None, ...]

    def faults(self, key: str | None) -> list[str]:
        """Return its faults, as sentences; `key` is the record's seed, 64 hexadecimal digits."""
        seed = bytes.fromhex(self.seed)
        found = []
        if commitment(seed) != self.commitment:
            found.append("the seed does not match the commitment")
        if deal_key(seed, self.nonces).hex() != key:
            found.append("the key of the game does not come from the seed and the nonces")
        return found


def new_seed() -> bytes:
    """Return a new secret seed of 256 bits."""
    return secrets.token_bytes(32)


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed as hexadecimal digits. It can be published, and reveals nothing about the seed."""
    return hashlib.sha256(seed).hexdigest()


def deal_key(seed: bytes, nonces: Sequence[str | None]) -> bytes:
    """Return the key of a game (32 bytes) from a seed and the nonces in the order of the seats."""
    mixed = b"".join(NO_NONCE if nonce is None else bytes.fromhex(nonce) for nonce in nonces)
    return hmac.digest(seed, DEAL + mixed, "sha256")


def bot_seed(seed: bytes, seat: int) -> bytes:
    """Return the seed (32 bytes) for the random numbers of the bot on a seat."""
    return hmac.digest(seed, BOT + bytes([seat]), "sha256")


def bot_dice(seed: bytes, version: int) -> int:
    """Return the seed (63 bits) of a bot's choice at a version of the game: the same after every restart."""
    return int.from_bytes(hmac.digest(seed, version.to_bytes(8, "big"), "sha256")[:8], "big") >> 1
