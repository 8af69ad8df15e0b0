"""The places where GNU Go 3.8 deviates from the definitions, each with its reason and
a game that shows it. The games are replayed on every run, so the list stays true.

Only the first deviation can occur in the compared games, because suicide is forbidden
there and no game exceeds GNU Go's memory. The judge predicts it point by point.

GNU Go also tests the simple ko under the superko rules. That alone is not a deviation:
the board before the opponent's last play is an earlier board, and under the situational
rule it has the same side to move, unless a colour moved out of turn.
"""

from judge import start_engine, start_gnugo

# GNU Go's MAX_MOVE_HISTORY.
GNUGO_MEMORY = 500

# A ko at C1 and D1: after Black captures from D1, White wants to recapture at C1.
KO_STONES = ["b B1", "w E1", "b C2", "w D2", "b A5", "w C1"]

DEVIATIONS = {
    "turn": (
        "situational ko: the side to move is the opponent of the last mover; GNU Go uses"
        " the colour that actually moved next, which differs when a colour moves out of turn"
    ),
    "memory": f"superko: GNU Go remembers {GNUGO_MEMORY} turns and then forgets the oldest ones",
    "suicide": (
        "superko with suicide allowed: GNU Go's test places the stone but does not remove the"
        " stones that commit suicide, so it never notices that a suicide repeats a board"
    ),
}

# Name, ko rule, suicide rule of each program, moves, probe, answer of each program.
SHOWN = [
    ("turn", "situational", ("forbidden", "--forbid-suicide"), [*KO_STONES, "b A4", "b D1"], "w C1", ("1", "0")),
    ("turn", "situational", ("forbidden", "--forbid-suicide"), [*KO_STONES, "b D1"], "w C1", ("0", "0")),
    (
        "memory",
        "positional",
        ("forbidden", "--forbid-suicide"),
        [*KO_STONES, "b D1", *["w pass", "b pass"] * (GNUGO_MEMORY // 2)],
        "w C1",
        ("0", "1"),
    ),
    (
        "memory",
        "positional",
        ("forbidden", "--forbid-suicide"),
        [*KO_STONES, "b D1", *["w pass", "b pass"] * (GNUGO_MEMORY // 2 - 4)],
        "w C1",
        ("0", "0"),
    ),
    ("suicide", "positional", ("allowed", "--allow-all-suicide"), ["w A2", "w B1"], "b A1", ("0", "1")),
]


def allowed(game, color, point):
    """Returns the name of the known deviation that can explain a difference here, or None."""
    if game.rule == "situational" and game.out_of_turn:
        return "turn"
    return None


def show(engine_path, gnugo_path):
    """Plays the games that show the deviations. Returns the faults as sentences."""
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
