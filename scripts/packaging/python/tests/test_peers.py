"""The environments against those of other authors, mask by mask in random games.

EnvPool's `ChineseGo` (rules "chinese") forbids suicide and, by 128-bit hashes, the return of any
earlier position: positional superko, as under `cgos`. It cuts games off after twice as many moves
as the board has points, and counts that as the end.

OpenSpiel's `go` forbids suicide and the retaking of a ko, as under `chinese`. A play that brings
back a position, *whoever is to move*, ends the game as a draw there; here only with the same side
to move. It cuts games off as EnvPool does. Its actions are numbered from the lower left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ponnuki import Game
from ponnuki.env import VectorGo


@pytest.mark.parametrize(("size", "steps"), [(9, 400), (19, 40)])
def test_envpool(size: int, steps: int) -> None:
    envpool = pytest.importorskip("envpool", reason="EnvPool is not installed")
    n, area = 32, size * size
    pool = envpool.make(f"ChineseGo{size}x{size}-v1", env_type="gymnasium", num_envs=n, seed=1, num_threads=1)
    # EnvPool's default komi is 7.5.
    vector = VectorGo(n, size, "cgos", 7.5, seed=1, planes="zero", max_moves=2 * area)
    observation, infos = pool.reset()
    superko = 0
    for step in range(steps):
        # After an end EnvPool marks all actions as legal.
        going = ~(vector.terminated | vector.truncated)
        assert (infos["legal_action_mask"][going] == vector.legal[going]).all()
        # Each player sees the board; the rows of a game are those of player 0 and player 1.
        own = observation.reshape(n, 2, size, size, 17)[np.arange(n), infos["current_player"]]
        assert (own.transpose(0, 3, 1, 2)[going, :16] == vector.observation[going, :16].astype(bool)).all()
        superko += sum(is_superko(vector.game(int(index))) for index in np.flatnonzero(going)[:4])
        actions = vector.sample_legal(step)
        movers = infos["current_player"]
        observation, rewards, terminated, truncated, infos = pool.step(actions.astype(np.int32))
        _, own_rewards, *_ = vector.step(actions)
        over = vector.terminated | vector.truncated
        assert ((terminated | truncated) == over).all()
        assert (rewards.reshape(n, 2)[np.arange(n), movers][over] == own_rewards[over]).all()
    assert superko > 0 or size == 19


def is_superko(game: Game) -> bool:
    """Return whether superko forbids a play that the simple ko rule allows."""
    width, height = game.size
    reasons = (game.why_illegal((x, y)) for x in range(width) for y in range(height))
    return any(reason is not None and reason.reason == "superko" for reason in reasons)


def openspiel_action(size: int, action: int) -> int:
    """Return the number of an action from the lower left."""
    y, x = divmod(action, size)
    return action if action == size * size else (size - 1 - y) * size + x


@pytest.mark.parametrize(("size", "games"), [(5, 400), (9, 100), (19, 10)])
def test_openspiel(size: int, games: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    area = size * size
    rules = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
    number = [openspiel_action(size, action) for action in range(area + 1)]
    vector = VectorGo(1, size, "chinese", 7.5, seed=1, max_moves=2 * area)
    endings: dict[str, int] = {}
    for seed in range(games):
        vector.reset(seed=seed)
        state, ending = rules.new_initial_state(), ""
        while not state.is_terminal():
            legal = np.zeros(area + 1, bool)
            legal[state.legal_actions()] = True
            assert (legal[number] == vector.legal[0]).all()
            vector.random_step()
            state.apply_action(number[vector.last_actions[0]])
            ending = compare_end(state, vector)
        endings[ending] = endings.get(ending, 0) + 1
    assert sum(endings.values()) == games
    assert size > 5 or {"passes", "repetition"} <= endings.keys()


def compare_end(state: Any, vector: VectorGo) -> str:
    """Compares the ends of two games, and returns what ended them."""
    if not state.is_terminal():
        assert not vector.terminated[0]
        return ""
    game = vector.game(0)
    mover = 1 if len(game.moves) % 2 else -1
    if game.outcome == "passes" or len(game.moves) == 2 * game.size[0] ** 2:
        assert state.returns()[0] == vector.rewards[0] * mover
        return "passes"
    # The last play has brought back an earlier position.
    assert state.returns() == [0, 0]
    replay = Game(game.size, "chinese")
    hashes: list[int] = []
    for _, move in game.moves:
        hashes.append(replay.position_hash)
        replay.play(move)
    assert replay.position_hash in hashes
    return "repetition"
