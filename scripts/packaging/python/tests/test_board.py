"""Boards: snapshots that never change."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from ponnuki import Board, Game

ROWS = ".X.XO/XXXXO/OOOO./.O.OO"


def test_a_board_is_a_value() -> None:
    board = Board.from_diagram(ROWS)
    assert board.size == (5, 4) and board.diagram == ROWS
    assert (board["B4"], board["e4"], board[0, 0]) == ("black", "white", None)
    again = Board((5, 4), board.black, board.white)
    assert board == again and hash(board) == hash(again) and board != Board(5) and board != ROWS
    assert board.hash == again.hash != Board((5, 4)).hash == 0
    assert pickle.loads(pickle.dumps(board)) == board == copy.deepcopy(board) == copy.copy(board)
    assert eval(repr(board)) == board
    assert str(board).splitlines()[1] == " 4 . X . X O 4"
    assert len({board, again, Board(9), Board(19)}) == 3


def test_a_snapshot_stays() -> None:
    game = Game(5)
    before = game.board
    game.play("C3")
    assert before == Board(5) and game.board == Board(5, black=["C3"])


def test_chains_and_liberties() -> None:
    board = Board.from_diagram(ROWS)
    chain = board.chain("B4")
    assert chain is not None and chain.color == "black"
    assert chain.stones == ["B4", "D4", "A3", "B3", "C3", "D3"]
    assert chain.liberties == ["A4", "C4"] == board.liberties("D3")
    assert board.chain("A4") is None and board.liberties("A4") == []
    stones = [stone for each in board.chains for stone in each.stones]
    assert sorted(stones) == sorted(board.black + board.white) and len(board.chains) == 3


def test_eyes_and_life() -> None:
    board = Board.from_diagram(ROWS)
    assert board.true_eyes("black") == ["A4", "C4"]
    life = board.pass_alive("black")
    assert len(life.stones) == 6 and set(life.territory) >= {"A4", "C4"}


def test_area() -> None:
    board = Board.from_diagram(".X.O./.X.O./.X.OX/.X.O./.X.O.")
    assert len(board.area().neutral) == 9
    area = board.area(dead=["E3"])
    assert (len(area.black), len(area.white), len(area.neutral)) == (10, 10, 5)


def test_arrays() -> None:
    board = Board.from_diagram(ROWS)
    array = board.to_numpy()
    assert array.dtype == np.int8 and array.shape == (4, 5) and array[0].tolist() == [0, 1, 0, 1, -1]
    for same in [array, array.tolist(), array.astype(np.int64), np.asfortranarray(array)]:
        assert Board.from_numpy(same) == board
    array[0, 1] = 2
    assert board["B4"] == "black"
    with pytest.raises(ValueError, match="2 at B4: expected 1, -1 or 0"):
        Board.from_numpy(array)


def test_all_sizes() -> None:
    for width in range(1, 26):
        for height in (1, 7, 25):
            board = Board((width, height))
            assert len(board.empty) == width * height
            assert board.empty[0] == f"A{height}" and len(set(board.empty)) == width * height
            assert Board.from_numpy(board.to_numpy()) == board == Board.from_diagram(board.diagram)


def test_without_numpy() -> None:
    """Only arrays need numpy."""
    code = """
import sys
sys.modules["numpy"] = None
import ponnuki
game = ponnuki.Game(9)
game.play("D4")
assert game.score() and game.svg() and game.estimate(10).score is not None
for call in (game.legal_mask, game.board.to_numpy, lambda: ponnuki.Board.from_numpy([[0]]), lambda: game.estimate(1).ownership):
    try:
        call()
    except ImportError:
        continue
    raise SystemExit(f"{call} needs no numpy")
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
