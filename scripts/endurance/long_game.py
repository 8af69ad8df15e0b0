"""Games of 50,000 moves, full of repeated positions where the rule allows them:
every fifth takes as long as the first, in play and in taking back."""

from engine import Engine, expect, generator

MOVES = 50_000
FIFTH = MOVES // 5
# How much longer the last fifth may take than the first: a gross check, for growth
# with the length of the game makes it nine times.
RATIO = 3.0
PASSES = 0.05
# One question for so many moves.
ASKED = 20

CASES = [("simple", 3), ("simple", 9), ("none", 3), ("positional", 9), ("situational", 19)]


def find_moves(path, ko, size):
    """A random legal game, and how many different positions it has."""
    engine = Engine(path, "--ko", ko, "--boardsize", str(size))
    chance = generator("long", ko, size)
    moves, seen = [], set()
    color, answers = "b", ["", engine.ask("all_legal b")[0]]
    while len(moves) < MOVES:
        points = answers[1][1:].split()
        vertex = "pass" if not points or chance.random() < PASSES else chance.choice(points)
        moves.append(f"play {color} {vertex}\n".encode())
        color = "w" if color == "b" else "b"
        answers = engine.ask(moves[-1].decode().strip(), f"all_legal {color}", "ponnuki-hash")
        expect(answers[0] == "= ", f"{moves[-1]} is refused")
        seen.add(answers[2])
    engine.end()
    return moves, len(seen)


def timed(engine, lines, chunk):
    """The time that the engine computes for each chunk of the lines, in seconds."""
    times = []
    for first in range(0, len(lines), chunk):
        before = engine.cpu_seconds()
        feeder = engine.feed([b"".join(lines[first : first + chunk])])
        engine.read(len(lines[first : first + chunk]))
        feeder.join()
        times.append(engine.cpu_seconds() - before)
    return times


def told(times):
    """Times in milliseconds."""
    return " ".join(f"{1000 * one:.0f}" for one in times)


def check_case(path, ko, size):
    """One long game."""
    moves, positions = find_moves(path, ko, size)
    lines = []
    for number, move in enumerate(moves):
        lines.append(move)
        if number % ASKED == 0:
            lines.append(b"all_legal b\n")
    engine = Engine(path, "--ko", ko, "--boardsize", str(size))
    empty = engine.ask("ponnuki-hash")
    played = timed(engine, lines, len(lines) // 5)
    expect(engine.refused == 0, f"{engine.refused} moves refused")
    peak = engine.status("VmHWM")
    undone = timed(engine, [b"undo\n"] * MOVES, FIFTH)
    expect(engine.refused == 0, f"{engine.refused} undos refused")
    expect(engine.ask("ponnuki-hash") == empty, "undo did not lead back to the start")
    expect(engine.ask("undo")[0] == "? cannot undo", "one undo too many is not refused")
    engine.end()
    print(
        f"  {ko}, {size}x{size}: {positions:,} positions; ms for each {FIFTH:,} moves:"
        f" {told(played)}; undos: {told(undone)}; peak {peak} KiB",
        flush=True,
    )
    # Taking back runs from the long game to the short one.
    for times in (played, undone[::-1]):
        expect(times[-1] < RATIO * times[0] + 0.02, f"not linear: {told(times)}")


def check(path):
    """The part."""
    for ko, size in CASES:
        check_case(path, ko, size)
