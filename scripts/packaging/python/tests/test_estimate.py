"""Estimates and players: the same as the program's, and interruptible."""

from __future__ import annotations

import _thread
import os
import shutil
import subprocess
import threading
import time

import numpy as np
import pytest

import ponnuki
from ponnuki import Board, Game
from ponnuki.engine import Player

SETTLED = Board.from_diagram(".XXO./X.XO./XXXOO/XXXO./.XXO.")


def test_estimates() -> None:
    game = Game.from_board(SETTLED, komi=0.5)
    estimate = game.estimate(200)
    assert estimate.playouts == 200 and estimate.settled and estimate.dead == []
    assert estimate.score == game.score() and estimate.deviation < 1 and estimate.win_rate in (0, 1)
    assert estimate.ownership.shape == (5, 5) and np.all(estimate.ownership[:, 0] == 1)
    assert "200 playouts" in repr(estimate)
    open_game = Game(9)
    one, other = open_game.estimate(100, seed=3), open_game.estimate(100, seed=4)
    assert np.array_equal(one.ownership, open_game.estimate(100, seed=3).ownership)
    assert not np.array_equal(one.ownership, other.ownership) and not one.settled
    assert 0 < open_game.estimate(50, policy="uniform").win_rate < 1


def test_evaluations() -> None:
    game = Game(9, komi=7)
    found = game.evaluate()
    assert found.turn == "black" and 0.3 < found.win_rate < 0.7 and abs(found.lead) < 4
    assert found.policy.shape == (9, 9) and found.policy.argmax() == 40 and found.best_move == "E5"
    assert abs(found.policy.sum() + found.policy_of_pass - 1) < 1e-5
    game.play("E5")
    assert game.evaluate().turn == "white" and game.evaluate().policy[4, 4] == 0
    # Black owns the left side, whoever is to move.
    ended = [Game.from_board(SETTLED, turn, komi=0.5) for turn in ("black", "white")]
    assert all((each.evaluate().ownership[:, 0] > 0.5).all() for each in ended)
    games = [Game(9, komi=komi) for komi in (-20, 0, 7, 30)] * 40
    rates = [found.win_rate for found in ponnuki.evaluate(iter(games), threads=2)]
    assert rates == [each.evaluate().win_rate for each in games] and rates[0] > 0.9 and rates[3] < 0.1
    assert ponnuki.evaluate([]) == [] and "for Black, who wins" in repr(found)
    with pytest.raises(ValueError, match="threads"):
        ponnuki.evaluate(games, threads=0)


def test_dead_stones_and_score() -> None:
    game = Game.from_board(Board.from_diagram("..X../XXXXX/...../OOOOO/X.O.."), komi=0)
    assert game.dead_stones() == ["A1"]
    assert (game.score(), game.score(game.dead_stones())) == (3, 0)


def test_players() -> None:
    game = Game(7)
    player = Player(playouts=50)
    assert player.choose(game) in game.legal_moves and len(game) == 0
    analysis = Player(playouts=50).analyze(game, 100, ownership=True)
    assert analysis.color == "black" and analysis.visits == 100
    assert analysis.ownership is not None and analysis.ownership.shape == (7, 7)
    assert analysis.moves[0].visits == max(move.visits for move in analysis.moves)
    assert analysis.moves[0].pv[0] == analysis.moves[0].move and 0 <= analysis.winrate <= 1
    assert player.analyze(game, 10, color="white").ownership is None
    assert repr(Player(level=5)) == "<Player Ponnuki level 5>"


@pytest.fixture(scope="module")
def program() -> str:
    found = os.environ.get("PONNUKI") or shutil.which("ponnuki")
    if found is None:
        pytest.skip("the program ponnuki is not installed: set PONNUKI to its path")
    return found


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ({}, []),
        ({"level": 0}, ["--level", "0"]),
        ({"level": 3}, ["--level", "3"]),
        ({"level": 5, "never_resign": True}, ["--level", "5", "--never-resign"]),
        ({"playouts": 60}, ["--player", "search", "--playouts", "60"]),
    ],
)
def test_the_program_chooses_the_same_moves(program: str, arguments: dict[str, int], options: list[str]) -> None:
    moves, game = [], Game(7, "tromp-taylor")
    player = Player(seed=11, **arguments)
    for _ in range(30):
        moves.append(player.choose(game))
        if moves[-1] == "resign":
            break
        game.play(moves[-1])
    lines = "".join(f"genmove {'bw'[turn % 2]}\n" for turn in range(len(moves)))
    command = [program, "--boardsize", "7", "--rules", "tromp-taylor", "--seed", "11", *options]
    session = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120, check=True)
    answers = [line.removeprefix("= ") for line in session.stdout.splitlines() if line]
    assert [answer.lower() for answer in answers] == [move.lower() for move in moves]


def test_thinking_can_be_interrupted() -> None:
    """Ctrl-C ends a search that would take a minute, and the player can be asked again."""
    player, game = Player(time=60), Game(9)
    threading.Timer(0.3, _thread.interrupt_main).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        player.choose(game)
    assert time.monotonic() - begin < 30
    assert player.analyze(game, 10).visits >= 10


def test_players_in_threads() -> None:
    """Other threads run while one thinks, and one player answers several."""
    player, ticks, answers = Player(playouts=5_000), 0, []
    threads = [threading.Thread(target=lambda: answers.append(player.choose(Game(9)))) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    assert len(answers) == 3 and ticks > 0


def test_a_game_goes_on_while_it_is_estimated() -> None:
    game, fresh = Game(9), Game(9).estimate(2000)
    estimates = [fresh]
    thread = threading.Thread(target=lambda: estimates.append(game.estimate(2000)))
    thread.start()
    while len(estimates) == 1 and thread.is_alive():
        game.play("E5")
        game.pop()
        time.sleep(0.001)
    thread.join()
    assert len(estimates) == 2
