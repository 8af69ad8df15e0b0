"""Uses the package in an environment that holds nothing else: no NumPy, no tools for tests."""

import pickle
import sys

import ponnuki
from ponnuki import sgf

assert "numpy" not in sys.modules
game = ponnuki.Game(9, rules="chinese")
for move in ["E5", "C3", (6, 6), "pass"]:
    game.play(move)
assert game.moves[2] == ("black", "G3")
assert game.legal_moves[-1] == "pass"
assert pickle.loads(pickle.dumps(game)) == game
assert sgf.read_game(sgf.write_game(game).encode()).board == game.board
assert "<svg" in game.svg()
assert game.dead_stones() == game.dead_stones()
try:
    game.legal_mask()
except ImportError as error:
    print(f"without NumPy: {error}")
else:
    raise AssertionError("an array without NumPy")
print(f"ponnuki {ponnuki.__version__} on Python {sys.version.split()[0]}: {game!r}")
