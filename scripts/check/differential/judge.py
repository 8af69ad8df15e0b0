"""The board that judges both programs, and the programs themselves."""

from board import BLACK, KO, OCCUPIED, SUICIDE, SUPERKO, WHITE, Board, color_name, other
from gtp import Engine

# GNU Go's option for each ko rule.
GNUGO_RULE = {
    "simple": "--simple-ko",
    "positional": "--positional-superko",
    "situational": "--situational-superko",
}


class Game(Board):
    """A square board that also predicts GNU Go, which differs where DEVIATIONS explains it."""

    def __init__(self, size, rule):
        super().__init__(size, size, rule)
        # Every (board, colour that moved from it), which GNU Go stores instead.
        self.acted = set()
        # True once a colour has moved when it was the other's turn.
        self.out_of_turn = False

    def judge_twice(self, color, point):
        """Returns the reason why a play is illegal, or None: first by the definitions, then as
        GNU Go should see it."""
        reason = self.judge(color, point)
        if self.rule != "situational" or reason in (OCCUPIED, SUICIDE):
            return reason, reason
        cells, _ = self.placed(color, point)
        takes_back = self.takes_back(color, cells)
        repeats = takes_back or (cells, other(color)) in self.acted
        return reason, ((KO if takes_back else SUPERKO) if repeats else None)

    def play(self, color, point):
        self.out_of_turn |= color != self.to_move()
        self.acted.add((self.cells, color))
        super().play(color, point)


def start_engine(path, ko, suicide="forbidden"):
    """Starts our engine under a ko rule."""
    return Engine("ponnuki", [path, "--seed", "1", "--quiet", "--ko", ko, "--suicide", suicide])


def start_gnugo(path, ko, suicide="--forbid-suicide"):
    """Starts GNU Go under the ko rule of the same name."""
    return Engine("gnugo", [path, "--mode", "gtp", "--quiet", GNUGO_RULE[ko], suicide])


def questions(game):
    """Returns the lines that ask `is_legal` for both colours on every point, as one text."""
    lines = [
        f"is_legal {color_name(color)} {game.vertex(point)}\n"
        for color in (BLACK, WHITE)
        for point in range(len(game.cells))
    ]
    return "".join(lines).encode()
