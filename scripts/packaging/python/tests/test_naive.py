"""Random games against the naive twin of `scripts/board.py`, which shares no code with the engine."""

from __future__ import annotations

import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponnuki import Game, Rules

naive = pytest.importorskip("board", reason="the package is not in its repository: no scripts/board.py")

COLORS = {"black": naive.BLACK, "white": naive.WHITE}

SIDES = st.integers(1, 6)
KO = st.sampled_from(["simple", "positional", "situational"])


def names(twin: Any, cell: int) -> list[str]:
    """Returns the points of the twin with this content, from the top left."""
    return [twin.vertex(point) for point in twin.points_from_top() if twin.cells[point] == cell]


def check(game: Game, twin: Any, color: str) -> None:
    """Compares everything that both know."""
    board = game.board
    assert board.black == names(twin, naive.BLACK)
    assert board.white == names(twin, naive.WHITE)
    assert board.empty == names(twin, naive.EMPTY)
    legal = []
    for point in twin.points_from_top():
        name = twin.vertex(point)
        reason = twin.judge(COLORS[color], point)
        found = game.why_illegal(name, color)
        ours = found and found.reason
        # The twin tells a ko from a superko by the last play, the engine by its rule.
        if game.rules.ko != "simple" and reason == naive.KO:
            reason = naive.SUPERKO
        assert ours == reason, name
        legal.append(reason is None)
    mask = [*legal, True]
    assert game.legal_mask(color).tolist() == mask
    if color == game.turn:
        moves = [twin.vertex(point) for point in twin.points_from_top()]
        assert game.legal_moves == [name for name, is_legal in zip([*moves, "pass"], mask, strict=True) if is_legal]
    assert game.score() == twin.area_score() - game.komi


def moved(game: Game, twin: Any, number: int, color: str) -> None:
    """Makes the move with this number, in both."""
    allowed = [at for at, is_legal in enumerate(game.legal_mask(color)) if is_legal]
    action = allowed[number % len(allowed)]
    width, height = game.size
    move = "pass" if action == width * height else (action % width, action // width)
    name = "pass" if move == "pass" else twin.vertex((height - 1 - move[1]) * width + move[0])
    captured = twin.captures(COLORS[color], twin.point(name)) if move != "pass" else 0
    if color == game.turn and number % 2:
        game.play_action(action)
    else:
        game.play(move, color)
    twin.play(COLORS[color], twin.point(name))
    assert (game[-1].color, game[-1].move, len(game[-1].captured)) == (color, name, captured)


@settings(max_examples=120, deadline=None)
@given(SIDES, SIDES, KO, st.booleans(), st.data())
def test_games(width: int, height: int, ko: str, allows_suicide: bool, data: st.DataObject) -> None:
    """Moves of either colour, taken back at times; every point is judged after each."""
    rules = Rules("cgos", ko=ko, suicide="allowed" if allows_suicide else "forbidden")
    game = Game((width, height), rules)
    twin = naive.Board(width, height, ko, allows_suicide)
    before: list[Any] = []
    for step in range(data.draw(st.integers(0, 60))):
        number = data.draw(st.integers(0, 2**16))
        if number % 10 == 0 and before:
            game.pop()
            twin = before.pop()
        else:
            color = game.turn if number % 9 else ("black" if game.turn == "white" else "white")
            before.append(twin.copy())
            moved(game, twin, number // 10, color)
        check(game, twin, game.turn if step % 3 else "black")
        if step % 7 == 0:
            game = [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))][step % 3](game)


def play_out(seed: int) -> list[tuple[str, str]]:
    """Plays a game of 300 moves that follows from a seed, with the twin beside it."""
    game, twin = Game(5, "tromp-taylor"), naive.Board(5, 5, "positional", True)
    for step in range(300):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        moved(game, twin, seed >> 33, game.turn)
        if step % 20 == 0:
            check(game, twin, game.turn)
    return game.moves


def test_threads() -> None:
    """Games in threads at the same time are as those alone."""
    alone = [play_out(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play_out, range(8))) == alone


def test_one_game_in_threads() -> None:
    """One game that threads play in and read is never torn: each sees whole turns, or an exception."""
    game, stop, failures = Game(9), threading.Event(), []

    def read() -> None:
        while not stop.is_set():
            try:
                len(game.legal_moves), str(game), list(game), game.copy().board.chains
            except RuntimeError as error:  # pragma: no cover
                failures.append(str(error))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for step in range(2_000):
            moves = game.legal_moves
            game.play(moves[step * 7919 % len(moves)])
    finally:
        stop.set()
    for reader in readers:
        reader.join(60)
    assert not failures and len(game) == 2_000
