"""Go for Python: exact rules, game records, engines, pictures and environments.

The modules `sgf`, `engine`, `gtp` and `env` are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ponnuki._core import (
    Board,
    Estimate,
    Evaluation,
    Game,
    IllegalMoveError,
    Rules,
    SgfError,
    __version__,
    evaluate,
)
from ponnuki.records import Area, Chain, Illegality, PassAlive, Score, Turn
from ponnuki.tools import ProgramError, ProgramNotFound, ProgramTimeout, check, conform, match, review

if TYPE_CHECKING:
    from ponnuki import engine as engine
    from ponnuki import env as env
    from ponnuki import gtp as gtp
    from ponnuki import sgf as sgf

__all__ = [
    "Area",
    "Board",
    "Chain",
    "Estimate",
    "Evaluation",
    "Game",
    "IllegalMoveError",
    "Illegality",
    "PassAlive",
    "ProgramError",
    "ProgramNotFound",
    "ProgramTimeout",
    "Rules",
    "Score",
    "SgfError",
    "Turn",
    "__version__",
    "check",
    "conform",
    "evaluate",
    "match",
    "review",
]

if not TYPE_CHECKING:
    _MODULES = ("engine", "env", "gtp", "sgf")

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            raise AttributeError(f"module 'ponnuki' has no attribute {name!r}")
        try:
            return import_module(f"ponnuki.{name}")
        except ImportError as error:
            # `help` asks for all attributes, and env may lack NumPy.
            raise AttributeError(str(error)) from error

    def __dir__() -> list[str]:
        # Not in __all__: `import *` would load them, and env needs NumPy.
        return sorted([*__all__, *_MODULES])
