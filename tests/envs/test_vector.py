"""Many games at once: the same as games played one by one, with any number of threads."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.envs import VectorGames
from whistlestop.kinds import kind_of

KINDS = ("usa", "card_game")


def played(steps: int = 12, ruleset: str | Path = "usa", **settings: Any) -> VectorGames:
    """Return games after some random steps."""
    games = VectorGames(ruleset, **settings)
    games.reset()
    for _ in range(steps):
        games.step(games.sample())
    return games


def same(one: VectorGames, other: VectorGames) -> bool:
    """Return whether everything is the same byte for byte."""
    contents = [games.__reduce__()[1][1] for games in (one, other)]
    return bool(contents[0] == contents[1])


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", KINDS)
def test_compiled_or_not_and_in_any_number_of_threads(ruleset: str, request: pytest.FixtureRequest) -> None:
    """Whole games are the same byte for byte, including the new ones that replace finished ones."""
    settings: dict[str, Any] = {"ruleset": ruleset, "players": 2, "seed": 5, "factored": True}
    settings |= {"limit": 70}
    steps, many, few = 160, 40, 2
    games = played(steps, games=many, threads=3, **settings)
    assert (games.states["ply"] < 70).all()
    assert same(games, played(steps, games=many, threads=1, **settings))
    compact = played(steps, games=many, threads=2, compact=True, **settings)
    assert compact.states.tobytes() == games.states.tobytes()
    numbers = np.floor(games.batch.observation * np.float32(255) + np.float32(0.5))
    assert (compact.batch.observation == numbers).all()
    bits = np.unpackbits(compact.batch.mask, axis=1, count=games.actions.count, bitorder="little")
    assert (bits == games.batch.mask).all()
    compiled = played(steps, games=few, **settings)
    request.getfixturevalue("plain")
    assert same(compiled, played(steps, games=few, **settings))


@pytest.mark.usefixtures("plain")
class TestPlain:
    """Parts that do not depend on the compiler."""

    @pytest.mark.parametrize("ruleset", ws.ruleset_ids())
    def test_a_batch_is_what_the_deciding_seat_observes(self, ruleset: str) -> None:
        games = played(25, ruleset=ruleset, games=3, players=2, seed=2)
        batch = games.batch
        for i, seat in enumerate(batch.seat.tolist()):
            known = games.observe(i, seat)
            assert (known.tensor() == batch.observation[i]).all()
            assert (known.mask() == batch.mask[i]).all()

    @pytest.mark.parametrize("factored", [False, True])
    @pytest.mark.parametrize("ruleset", ws.ruleset_ids())
    def test_compact_arrays_are_the_plain_ones(self, ruleset: str, factored: bool) -> None:
        """Numbers are rounded to multiples of 1/255; the games are the same."""
        settings: dict[str, Any] = {"ruleset": ruleset, "games": 3, "seed": 6, "factored": factored}
        plain, compact = played(0, **settings), played(0, **settings, compact=True)
        for _ in range(25):
            actions = plain.sample()
            assert (compact.sample() == actions).all()
            one, other = plain.step(actions), compact.step(actions)
            assert other.observation.dtype == other.mask.dtype == np.uint8
            assert (np.floor(one.observation * np.float32(255) + np.float32(0.5)) == other.observation).all()
            bits = np.unpackbits(other.mask, axis=1, count=plain.actions.count, bitorder="little")
            assert (bits == one.mask).all()
            assert not np.unpackbits(other.mask, axis=1, bitorder="little")[:, plain.actions.count :].any()
        assert plain.states.tobytes() == compact.states.tobytes()
        assert same(copy.copy(compact), compact)

    def test_illegal_actions_with_compact_masks(self) -> None:
        games = played(3, games=3, seed=1, compact=True)
        allowed, before = games.sample(), copy.copy(games)
        bits = np.unpackbits(games.batch.mask, axis=1, count=games.actions.count, bitorder="little")
        for wrong in (-1, games.actions.count, int(np.flatnonzero(bits[1] == 0)[0])):
            actions = allowed.copy()
            actions[1] = wrong
            with pytest.raises(ws.IllegalAction, match="game 1"):
                games.step(actions)
        assert same(games, before)

    def test_the_same_seed_gives_the_same_games(self) -> None:
        one = played(games=4, seed=9)
        assert same(one, played(games=4, seed=9))
        assert not same(one, played(games=4, seed=10))
        other = VectorGames("usa", games=4, seed=1)
        assert (other.reset(9).observation == VectorGames("usa", games=4, seed=9).reset().observation).all()

    def test_games_are_those_of_the_engine(self) -> None:
        """Play the first choices of a game in a Game as well."""
        games = VectorGames("usa", 1, 2, 3)
        games.reset()
        game = ws.Game.from_position(position_of(games))
        for _ in range(12):
            seat = int(games.batch.seat[0])
            assert sorted(game.legal_ids(seat)) == np.flatnonzero(games.batch.mask[0]).tolist()
            action = games.sample()
            games.step(action)
            game.play_id(int(action[0]), seat)
            assert game.position() == position_of(games)

    def test_illegal_actions_change_nothing(self) -> None:
        games = played(3, games=3, seed=1)
        allowed = games.sample()
        before = copy.copy(games)
        for wrong in (-1, games.actions.count, int(np.flatnonzero(~games.batch.mask[1])[0])):
            actions = allowed.copy()
            actions[1] = wrong
            with pytest.raises(ws.IllegalAction, match="game 1"):
                games.step(actions)
        for nonsense in ([0.0, 0.0, 0.0], [0, 0], 0, ["a", "b", "c"]):
            with pytest.raises(ws.IllegalAction):
                games.step(nonsense)
        with pytest.raises(ws.IllegalAction):
            games.step(allowed, only=[True])
        assert same(games, before)

    def test_only_some_games_move(self) -> None:
        games = played(3, games=3, seed=1)
        before = games.states.copy()
        games.step(np.where([False, True, False], games.sample(), -5), only=[False, True, False])
        assert (games.states["ply"] - before["ply"]).tolist() == [0, 1, 0]

    def test_the_end_of_games(self) -> None:
        """The limit ends a game in its current state (RUL-78); scores and ranks are those of the game that ended."""
        kept = played(0, games=2, seed=4, limit=9, auto_reset=False)
        renewed = played(0, games=2, seed=4, limit=9)
        for step in range(1, 13):
            a, b = kept.step(kept.sample()), renewed.step(renewed.sample())
            assert b.done.tolist() == b.truncated.tolist() == [step == 9] * 2
            if step == 9:
                assert (a.ranks.min(axis=1) == 1).all()
                assert (b.scores == a.scores).all()
                assert (a.seat == -1).all()
                assert not a.mask.any()
                assert (b.seat >= 0).all()
        assert (kept.states["ply"] == 9).all()
        kept.restart([1])
        assert kept.batch.seat[0] == -1
        assert kept.batch.seat[1] >= 0
        assert kept.batch.done.tolist() == [False, False]

    def test_nobody_writes_into_a_batch(self) -> None:
        batch = VectorGames("usa").reset()
        for array in batch:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0

    @pytest.mark.parametrize("ruleset", KINDS)
    def test_copies(self, ruleset: str, tmp_path: Path) -> None:
        games = played(ruleset=ruleset, games=3, seed=6, factored=True, first=1)
        games.save(tmp_path / "games.npz")
        loaded = VectorGames.load(tmp_path / "games.npz")
        copies = [games.copy(), copy.deepcopy(games), pickle.loads(pickle.dumps(games)), loaded]
        games.step(games.sample())
        for other in copies:
            assert not same(games, other)
            other.step(other.sample())
            assert same(games, other)

    def test_a_board_of_ones_own_is_saved_with_its_games(self, tmp_path: Path) -> None:
        board = kind_of(ws.load_ruleset("usa")).data.template
        games = played(5, ruleset=Path(str(board)), games=1)
        games.save(tmp_path / "games.npz")
        assert same(VectorGames.load(tmp_path / "games.npz"), games)

    def test_what_cannot_be_loaded(self, tmp_path: Path) -> None:
        file = tmp_path / "games.npz"
        with pytest.raises(ws.RecordError):
            VectorGames.load(file)
        file.write_bytes(b"PK nonsense")
        with pytest.raises(ws.RecordError):
            VectorGames.load(file)
        np.savez(file, heading=np.frombuffer(b"{", np.uint8))
        with pytest.raises(ws.RecordError):
            VectorGames.load(file)
        np.savez(file, heading=np.frombuffer(b'{"format":"other"}', np.uint8))
        with pytest.raises(ws.RecordError, match="other"):
            VectorGames.load(file)

    @pytest.mark.parametrize(
        "settings",
        [{"games": 0}, {"games": True}, {"seed": -1}, {"seed": 0.5}, {"threads": 0}, {"limit": 0}],
    )
    def test_settings_that_cannot_be(self, settings: dict[str, Any]) -> None:
        with pytest.raises(ws.OptionError):
            VectorGames("usa", **settings)

    def test_players_that_a_ruleset_is_not_for(self) -> None:
        """COM-1."""
        for settings in ({"players": 6}, {"players": 1}, {"first": 2}, {"ruleset": "atlantis"}):
            with pytest.raises(ws.RulesetError):
                VectorGames(**({"ruleset": "usa"} | settings))


def position_of(games: VectorGames) -> dict[str, Any]:
    """Return the position of the first game."""
    return ws.Game(games.ruleset, games.states[:1].copy(), {}).position()
