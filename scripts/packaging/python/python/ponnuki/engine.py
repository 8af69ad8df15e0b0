"""Players of the engine: levels of strength, the search and the random player.

>>> from ponnuki import Game
>>> from ponnuki.engine import Player
>>> game = Game(9)
>>> game.play(Player(level=3).choose(game))
>>> len(game)
1
"""

from ponnuki._core import Player
from ponnuki.records import Analysis, MoveAnalysis

__all__ = ["Analysis", "MoveAnalysis", "Player"]


def __dir__() -> list[str]:
    return __all__
