"""Where GNU Go 3.8 differs from the definitions, each with its reason and with a
game that shows it, so that the list cannot outlive the fact.

In the compared games only the first can occur: suicide is forbidden there, and
no game is as long as GNU Go's memory. It is then foretold point by point.

That GNU Go tests the simple ko under the superko rules too is no deviation by
itself: the board before the opponent's last play is an earlier board, under the
situational rule with the same side to move unless a colour moved out of turn.
"""

from board import BLACK, WHITE, name
from programs import start_engine, start_gnugo

# GNU Go's MAX_MOVE_HISTORY.
GNUGO_MEMORY = 500

# White to take back at C1 what Black has taken from D1; `filler` comes before.
KO_STONES = ["b B1", "w E1", "b C2", "w D2", "b A5", "w C1"]

DEVIATIONS = {
    "turn": (
        "situational ko: the side to move next is the opponent of whoever moved; GNU Go"
        " takes the colour that then did move, which differs when a colour moves out of turn"
    ),
    "memory": (
        f"superko: GNU Go remembers {GNUGO_MEMORY} turns and forgets the first of them after that"
    ),
    "suicide": (
        "superko with suicide allowed: GNU Go puts the stone down in its test but forgets that"
        " suicide takes stones off, so it never sees that a suicide repeats a board"
    ),
}

# Name, ko rule, suicide rules of the two, moves, probe, answers of the two.
SHOWN = [
    ("turn", "situational", ("forbidden", "--forbid-suicide"),
     [*KO_STONES, "b A4", "b D1"], "w C1", ("1", "0")),
    ("turn", "situational", ("forbidden", "--forbid-suicide"),
     [*KO_STONES, "b D1"], "w C1", ("0", "0")),
    ("memory", "positional", ("forbidden", "--forbid-suicide"),
     [*KO_STONES, "b D1", *["w pass", "b pass"] * (GNUGO_MEMORY // 2)], "w C1", ("0", "1")),
    ("memory", "positional", ("forbidden", "--forbid-suicide"),
     [*KO_STONES, "b D1", *["w pass", "b pass"] * (GNUGO_MEMORY // 2 - 4)], "w C1", ("0", "0")),
    ("suicide", "positional", ("allowed", "--allow-all-suicide"),
     ["w A2", "w B1"], "b A1", ("0", "1")),
]


def allowed(game, color, point):
    """The known deviation that may explain a difference here, if one can."""
    if game.rule == "situational" and game.out_of_turn:
        return "turn"
    return None


def show(engine_path, gnugo_path):
    """Plays the games that show the deviations; faults as a list of sentences."""
    faults = []
    for label, ko, suicides, moves, probe, expected in SHOWN:
        programs = (
            start_engine(engine_path, ko, suicides[0]),
            start_gnugo(gnugo_path, ko, suicides[1]),
        )
        found = []
        for program in programs:
            program.must("boardsize 5")
            program.must("clear_board")
            for move in moves:
                program.must(f"play {move}")
            found.append(program.must(f"is_legal {probe}"))
            program.close()
        if tuple(found) != expected:
            faults.append(
                f"deviation {label}: after {' '.join(moves[:12])} (... {len(moves)} moves)"
                f" is_legal {probe} is {found} for ponnuki and gnugo, not {list(expected)}"
            )
    return faults
