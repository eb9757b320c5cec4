"""The game generator against published ChaCha8 vectors, and the uniformity of both generators."""

import hashlib
import itertools
import warnings
from collections import Counter
from typing import Any

import numpy as np
import pytest

from whistlestop.core import rng
from whistlestop.core.jit import JIT_DISABLED

# draft-strombergson-chacha-test-vectors: 8 rounds, 256-bit key; name, key, IV, first two blocks.
VECTORS = [
    (
        "TC1 all zero",
        "00" * 32,
        "00" * 8,
        (
            "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
            "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
            "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
            "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
        ),
    ),
    (
        "TC2 one bit of the key",
        "01" + "00" * 31,
        "00" * 8,
        (
            "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
            "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8"
            "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
            "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4"
        ),
    ),
    (
        "TC3 one bit of the IV",
        "00" * 32,
        "01" + "00" * 7,
        (
            "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
            "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06"
            "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
            "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46"
        ),
    ),
    (
        "TC4 all bits",
        "ff" * 32,
        "ff" * 8,
        (
            "e163bbf8c9a739d18925ee8362dad2cdc973df05225afb2aa26396f2a9849a4a"
            "445e0547d31c1623c537df4ba85c70a9884a35bcbf3dfab077e98b0f68135f54"
            "81d4933f8b322ac0cd762c27235ce2b31534e0244a9a2f1fd5e94498d47ff108"
            "790c009cf9e1a348032a7694cb28024cd96d3498361edb1785af752d187ab54b"
        ),
    ),
    (
        "TC7 patterns",
        "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100",
        "0f1e2d3c4b5a6978",
        (
            "db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb515"
            "7a8ebf46ad3dcc4b6c7dadde131784b0120e0e22f6d5f9ffa7407d4a21b695d9"
            "c5dd30bf55612fab9bdd118920c19816470c7f5dcd42325dbbed8c57a56281c1"
            "44cb0f03e81b3004624e0650a1ce5afaf9a7cd8163f6dbd72602257dd96e471e"
        ),
    ),
    (
        "TC8",
        "c46ec1b18ce8a878725a37e780dfb7351f68ed2e194c79fbc6aebee1a667975d",
        "1ada31d5cf688221",
        (
            "838751b42d8ddd8a3d77f48825a2ba752cf4047cb308a5978ef274973be374c9"
            "6ad848065871417b08f034e681fe46a93f7d5c61d1306614d4aaf257a7cff08b"
            "16f2fda170cc18a4b58a2667ed962774af792a6e7f3c77992540711a7a136d7e"
            "8a2f8d3f93816709d45a3fa5f8ce72fde15be7b841acba3a2abd557228d9fe4f"
        ),
    ),
]

STATE = np.dtype([("before", "i2"), *rng.RNG_FIELDS, ("after", "i8")], align=True)


def new_state(seed: int | bytes = 0) -> Any:
    states = np.zeros(1, STATE)
    rng.seed(states[0], rng.key_from_seed(seed))
    return states[0]


def take(state: Any, count: int) -> list[int]:
    return [int(rng.next_u32(state)) for _ in range(count)]


def reference_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """Return ChaCha8 as the paper defines it, on plain integers."""
    mask = 0xFFFFFFFF
    constant = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    rest = key + counter.to_bytes(8, "little") + nonce
    start = constant + [int.from_bytes(rest[i : i + 4], "little") for i in range(0, 48, 4)]
    x = list(start)
    columns = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for _ in range(4):
        for a, b, c, d in columns + diagonals:
            for to, add, turn, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[to] = (x[to] + x[add]) & mask
                word = x[turn] ^ x[to]
                x[turn] = ((word << by) | (word >> (32 - by))) & mask
    return b"".join(((i + j) & mask).to_bytes(4, "little") for i, j in zip(x, start, strict=True))


def test_no_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state = new_state(3)
        take(state, 40)
        cards = np.arange(30, dtype=np.int8)
        rng.shuffle(state, cards, 30)
        fast = rng.fast_seed(2**64 - 1)
        for _ in range(100):
            rng.fast_below(fast, 1000)


@pytest.mark.parametrize(("name", "key", "nonce", "stream"), VECTORS)
def test_published_vectors(name: str, key: str, nonce: str, stream: str) -> None:
    words = np.frombuffer(bytes.fromhex(key), "<u4").astype(np.uint32)
    block = np.zeros(16, np.uint32)
    for counter in range(2):
        number = np.uint64(int.from_bytes(bytes.fromhex(nonce), "little"))
        rng.chacha8_block(words, np.uint64(counter), number, block)
        expected = bytes.fromhex(stream)[64 * counter : 64 * counter + 64]
        assert block.astype("<u4").tobytes() == expected, name
        assert reference_block(bytes.fromhex(key), counter, bytes.fromhex(nonce)) == expected


def test_published_vector_of_the_last_block() -> None:
    # The reference code's own vector starts at block 2**64 - 1.
    block = np.zeros(16, np.uint32)
    rng.chacha8_block(np.zeros(8, np.uint32), np.uint64(2**64 - 1), np.uint64(0), block)
    assert block.astype("<u4").tobytes().hex() == (
        "df8a0bceca2fbb111f29978fa9a64407c68ced975ff55a24707265d0687e6aef"
        "b3597eac46e4b0a79b3a49c8b0f1775ac3edd7eb6a6d9bcb38f276517a79e014"
    )


def test_stream_of_the_state() -> None:
    state = new_state(bytes(32))
    stream = b"".join(word.to_bytes(4, "little") for word in take(state, 32))
    assert stream.hex() == VECTORS[0][3]
    assert state["rng_word"] == 32
    assert state["before"] == 0
    assert state["after"] == 0


def test_high_blocks() -> None:
    key = bytes(range(32))
    state = new_state(key)
    for block in (2**32 - 1, 2**32, 2**40 + 7):
        rng.seek(state, block * 16)
        expected = reference_block(key, block, bytes(8)) + reference_block(key, block + 1, bytes(8))
        assert b"".join(word.to_bytes(4, "little") for word in take(state, 32)) == expected


def test_seek_and_copies() -> None:
    state = new_state(5)
    stream = take(state, 100)
    for word in (0, 1, 15, 16, 17, 31, 32, 50, 99, 3):
        rng.seek(state, word)
        assert state["rng_word"] == word
        assert take(state, 100 - word) == stream[word:]
    states = np.zeros(2, STATE)
    states[0] = state
    rng.seek(states[0], 21)
    states[1] = states[0]
    assert take(states[1], 40) == take(states[0], 40) == stream[21:61]
    # A state reached by drawing has the same bytes as one set directly.
    drawn, placed = np.zeros(1, STATE), np.zeros(1, STATE)
    for each in (drawn, placed):
        rng.seed(each[0], rng.key_from_seed(5))
    take(drawn[0], 37)
    rng.seek(placed[0], 37)
    assert drawn.tobytes() == placed.tobytes()


def test_keys() -> None:
    assert rng.key_from_seed(bytes(range(32))).astype("<u4").tobytes() == bytes(range(32))
    digest = hashlib.sha256(b"whistlestop game seed\0" + b"7").digest()
    assert rng.key_from_seed(7).astype("<u4").tobytes() == digest
    assert (rng.key_from_seed(np.int64(7)) == rng.key_from_seed(7)).all()
    keys = {rng.key_from_seed(seed).tobytes() for seed in (*range(-50, 50), 2**300)}
    assert len(keys) == 101
    for wrong in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32"):
            rng.key_from_seed(wrong)
    for neither in ("7", 7.0, None):
        with pytest.raises(TypeError):
            rng.key_from_seed(neither)  # type: ignore[arg-type]


def test_below_is_frozen() -> None:
    # A change here would break every existing record.
    state = new_state(1)
    assert [int(rng.below(state, n)) for n in (110, 6, 2, 1, 30, 46, 110, 3)] == [84, 2, 1, 0, 24, 37, 59, 0]
    cards = np.arange(12, dtype=np.int8)
    rng.shuffle(state, cards, 10)
    assert cards.tolist() == [0, 5, 7, 8, 3, 6, 1, 2, 9, 4, 10, 11]


def expected_below(words: list[int], n: int) -> tuple[int, int]:
    """Multiply and reject with exact fractions: each result has floor(2**32 / n) words."""
    for used, word in enumerate(words, start=1):
        if (word * n) % 2**32 >= 2**32 % n:
            return word * n >> 32, used
    raise AssertionError


@pytest.mark.parametrize("n", [1, 2, 3, 110, 2**31 - 1, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_below_rejects(n: int) -> None:
    state, copy = new_state(2), new_state(2)
    words = take(copy, 300)
    for _ in range(60):
        at = int(state["rng_word"])
        result, used = expected_below(words[at:], n)
        assert rng.below(state, n) == result
        assert state["rng_word"] == at + used


def chi_square(counts: Counter[Any], cells: int, total: int) -> float:
    expected = total / cells
    missing = cells - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def test_below_is_even() -> None:
    state = new_state(11)
    total = 2_000 if JIT_DISABLED else 60_000
    for n in (2, 6, 9, 30):
        counts = Counter(int(rng.below(state, n)) for _ in range(total))
        # mean n - 1, variance 2 (n - 1): five standard deviations
        assert chi_square(counts, n, total) < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_shuffle_is_even() -> None:
    state = new_state(12)
    total = 2_000 if JIT_DISABLED else 48_000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(total):
        cards = np.array([0, 1, 2, 3, 9], np.int8)
        rng.shuffle(state, cards, 4)
        assert cards[4] == 9
        orders[tuple(cards[:4].tolist())] += 1
    assert set(orders) <= set(itertools.permutations(range(4)))
    assert chi_square(orders, 24, total) < 23 + 5 * 46**0.5


def test_shuffle_keeps_the_cards() -> None:
    state = new_state(13)
    places: Counter[tuple[int, int]] = Counter()
    total = 30 if JIT_DISABLED else 3_000
    for _ in range(total):
        cards = np.arange(110, dtype=np.int8)
        rng.shuffle(state, cards, 110)
        assert sorted(cards.tolist()) == list(range(110))
        places.update(enumerate(cards.tolist()))
    if not JIT_DISABLED:
        assert chi_square(places, 110 * 110, total * 110) < 109**2 + 5 * (2 * 109**2) ** 0.5
    for n in (0, 1):
        word = int(state["rng_word"])
        rng.shuffle(state, cards, n)
        assert state["rng_word"] == word


def test_fast_next_is_splitmix64() -> None:
    # The first outputs for seed 1234567, as published with the reference code's ports.
    generator = rng.fast_seed(1234567)
    assert [int(rng.fast_next(generator)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_fast_below_is_even() -> None:
    generator = rng.fast_seed(3)
    total = 3_000 if JIT_DISABLED else 60_000
    for n in (1, 2, 7, 30):
        counts = Counter(int(rng.fast_below(generator, n)) for _ in range(total))
        assert min(counts) >= 0
        assert max(counts) < n
        assert chi_square(counts, n, total) <= n - 1 + 5 * (2 * (n - 1)) ** 0.5
