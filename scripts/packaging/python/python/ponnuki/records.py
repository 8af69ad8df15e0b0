"""The records that games, boards and players return: tuples with names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Analysis", "Area", "Chain", "Color", "Illegality", "MoveAnalysis", "PassAlive", "Score", "Turn"]

Color = Literal["black", "white"]


class Turn(NamedTuple):
    """A move of a game and its effect. Points are names, row by row from the top left."""

    color: Color
    """The colour that moved."""
    move: str
    """The name of a point, or "pass"."""
    captured: tuple[str, ...]
    """The opponent's stones that the move removed."""
    suicided: tuple[str, ...]
    """The player's own stones that the move removed, itself among them."""
    repeats: int | None
    """The number of the move whose position the play brought back, if that may end the game: under
    the simple ko rule or in a clean-up phase. 0 is the start."""
    lifted: str | None
    """The stone of a ko whose block the play lifted in a clean-up phase, which leaves the board alone."""


class Illegality(NamedTuple):
    """The reason why a play is illegal. `str()` gives the sentence."""

    reason: Literal["occupied", "suicide", "ko", "superko", "out_of_bounds"]
    """The code of the reason."""
    sentence: str
    """The reason in words."""
    repeats: int | None
    """The number of the move whose position superko forbids repeating, 0 for the start."""
    repeated_move: str | None
    """The name of that move; None for the start."""

    def __str__(self) -> str:
        return self.sentence


class Chain(NamedTuple):
    """Stones of one colour that are connected along the lines, and the empty points next to them."""

    color: Color
    stones: list[str]
    liberties: list[str]


class Area(NamedTuple):
    """The owner of every point: stones and the empty regions that touch only one colour."""

    black: frozenset[str]
    white: frozenset[str]
    neutral: frozenset[str]


class PassAlive(NamedTuple):
    """Stones that no play of the opponent can capture, and the territory that they enclose, in which
    the opponent cannot make two eyes (Benson, "Life in the game of Go", 1976)."""

    stones: list[str]
    territory: list[str]


class Score(float):
    """Black's points minus White's, komi included: a `float` that prints as in game records, "B+3.5"."""

    text: str
    """The score as in game records: "B+3.5", "W+12", "0"."""
    points: dict[Color, int]
    """The points that each colour has on the board by the rules, prisoners included where they count;
    without komi, bonus and button. Where territory counts with costs for plays or passes, the
    score takes these into account, too."""
    area: Area
    """The stones and points of each colour, without the dead stones."""
    territory: dict[Color, frozenset[str]]
    """The empty points, those under dead stones among them, that count for each colour."""
    dead: frozenset[str]
    """The stones that were taken as dead."""

    @property
    def winner(self) -> Color | None:
        """The colour with more points, or None for a tie."""
        if self > 0:
            return "black"
        return "white" if self < 0 else None

    def __eq__(self, other: object) -> bool:
        # As a float; stated so that type checkers permit comparisons with whole numbers.
        return super().__eq__(other)

    __hash__ = float.__hash__

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Score {self.text}>"


class MoveAnalysis(NamedTuple):
    """The statistics of a move, from the point of view of the colour to move."""

    move: str
    visits: int
    """How many playouts began with the move."""
    winrate: float
    """The win rate after the move, 0 to 1, an estimate; a tie counts half."""
    prior: float
    """The probability of the move before any playout, 0 to 1."""
    lcb: float
    """The lower confidence bound of the win rate."""
    score_lead: float
    """The estimated lead after the move in points, komi included."""
    score_stdev: float
    """The standard deviation of the result after the move, in points, an estimate."""
    pv: list[str]
    """The principal variation, which begins with the move."""


class Analysis(NamedTuple):
    """The analysis of a position, from the point of view of the colour to move."""

    color: Color
    visits: int
    """The number of playouts."""
    winrate: float
    """The win rate, 0 to 1, an estimate; a tie counts half."""
    score_lead: float
    """The estimated lead in points, komi included."""
    score_stdev: float
    """The standard deviation of the result about `score_lead`, in points, an estimate."""
    moves: list[MoveAnalysis]
    """The moves, best first; those without visits last."""
    ownership: npt.NDArray[np.float64] | None
    """The owners of the points as `[y, x]`: 1 for a point that is always the colour's to move, -1 for
    one that is always the opponent's. None unless asked for."""


def score_of(value: float, text: str, points: dict[Color, int], area: Area, *rest: Any) -> Score:
    """Makes a score; for the compiled part of the package."""
    score = Score(value)
    score.text, score.points, score.area = text, points, area
    score.territory, score.dead = rest
    return score


def __dir__() -> list[str]:
    return __all__
